//! [`Form`]: a result on its way, flat or not.
//!
//! What has no flat form is kept as two layouts, one after the other. Both forms have a layout
//! that carries the result's nesting, so whatever only moves modes about (the zips of divisions,
//! the unpacking of tiles) is done once, on that layout, and a map is made at the very end:
//!
//! ```text
//! flat        R              modes of R move
//! deferred    outer o inner  modes of inner move; outer stays one-dimensional
//! ```
//!
//! Results side by side, some of them deferred, are deferred together: the outer layouts become
//! modes of one outer layout, and each inner one is scaled by the sizes of those before it.

use super::composition::Composition;
use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaves};
use super::not_flat::NotFlat;

/// A result before it is known to be wanted as a map: what rearranges modes works on both forms.
pub(super) enum Form<T: Int> {
    Flat(Layout<T>),
    Deferred(Box<Deferred<T>>),
}

/// `outer` after `inner`, both one-dimensional, the values of `inner` within the size of
/// `outer`; the domain is nested as `inner` is.
pub struct Deferred<T: Int> {
    /// Applied last: a flat layout.
    pub outer: Layout<T>,
    /// Applied first.
    pub inner: Layout<T>,
    /// Why this is no single layout.
    pub why: NotFlat,
}

impl<T: Int> Form<T> {
    /// The public result.
    pub(super) fn finish(self) -> Result<Composition<T>, CuteError> {
        match self {
            Form::Flat(layout) => Ok(Composition::Flat(layout)),
            Form::Deferred(deferred) => {
                let map = T::defer(&deferred)?;
                Ok(Composition::Dag { map, why: Box::new(deferred.why) })
            }
        }
    }

    /// The layout whose shape is the result's.
    pub(super) fn shaped(&self) -> &Layout<T> {
        match self {
            Form::Flat(layout) => layout,
            Form::Deferred(deferred) => &deferred.inner,
        }
    }

    /// Moves modes about without changing their digits or strides.
    pub(super) fn rearranged(
        mut self,
        rearrange: impl FnOnce(&Layout<T>) -> Result<Layout<T>, CuteError>,
    ) -> Result<Self, CuteError> {
        let layout = match &mut self {
            Form::Flat(layout) => layout,
            Form::Deferred(deferred) => &mut deferred.inner,
        };
        *layout = rearrange(layout)?;
        Ok(self)
    }

    /// Functions side by side, their values added: the modes of one result.
    pub(super) fn side_by_side(forms: Vec<Form<T>>) -> Result<Self, CuteError> {
        let why = forms.iter().find_map(|form| match form {
            Form::Flat(_) => None,
            Form::Deferred(deferred) => Some(deferred.why.clone()),
        });
        let Some(why) = why else {
            let modes = forms.iter().map(|form| form.shaped().view());
            return Ok(Form::Flat(Layout::concat(modes)?));
        };
        let mut outer = Leaves::new();
        let mut scale = T::from(1);
        let mut inner = Layout::blank();
        inner.open();
        for form in forms {
            let (own_outer, own_inner) = form.parts();
            let mut own_scaled = own_inner.clone();
            for leaf in own_scaled.leaves_mut() {
                leaf.stride = scaled(&own_inner, &leaf.stride, &scale)?;
            }
            inner.push_mode(own_scaled.view());
            scale = scaled(&own_outer, &scale, &own_outer.size())?;
            outer.extend(own_outer.leaves().iter().cloned());
        }
        inner.close();
        inner.check_size("composition")?;
        let outer = Layout::from_flat(outer);
        Ok(Form::Deferred(Box::new(Deferred { outer, inner, why })))
    }

    /// As a flat outer layout and an inner one into its coordinates.
    fn parts(self) -> (Layout<T>, Layout<T>) {
        match self {
            Form::Flat(layout) => {
                let outer = Layout::from_flat(layout.leaves().iter().cloned().collect());
                let mut inner = layout;
                inner.compact_strides();
                (outer, inner)
            }
            Form::Deferred(deferred) => (deferred.outer, deferred.inner),
        }
    }
}

/// What stands in a result behind modes of this size; `operand` is where the number is from.
fn scaled<T: Int>(operand: &Layout<T>, number: &T, scale: &T) -> Result<T, CuteError> {
    number.checked_mul(scale).ok_or_else(|| CuteError::Overflow {
        operation: "composition",
        operand: operand.to_string(),
        mode: "all".to_owned(),
        what: format!("{number} * {scale}"),
    })
}
