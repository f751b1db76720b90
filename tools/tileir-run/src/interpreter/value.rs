//! What an SSA value of a tile program is: a scalar, a whole tile, a view, a buffer.
//!
//! A tile is its logical array and nothing else. Who holds which element is what the lowering
//! is about, so that the reference must not know it.

use std::ops::Range;
use std::rc::Rc;

use tileir::{IndexSet, LayoutMap};
use tileir_dialect::BoundsPolicy;

use super::element::Element;
use super::fault::Fault;
use super::format::ElementType;

/// The most elements of one tile or buffer.
pub const ELEMENT_LIMIT: usize = 1 << 26;

/// A tile: every element, the last axis fastest.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The type of an element.
    pub element: ElementType,
    /// The extents.
    pub shape: Vec<i64>,
    /// The elements.
    pub elements: Vec<Element>,
}

impl Tile {
    /// The position of a point among the elements.
    pub fn position(&self, point: &[i64]) -> Option<usize> {
        position(&self.shape, point)
    }
}

/// A window of a buffer, seen through a map.
#[derive(Clone, Debug)]
pub struct View {
    /// Which buffer.
    pub buffer: BufferId,
    /// From coordinates to addresses.
    pub map: LayoutMap,
    /// The maps by which it was relabelled, the first one first: the last goes from the coordinates
    /// of this view, each to those of the one before.
    pub relabels: Vec<LayoutMap>,
    /// Where the window begins.
    pub origin: Vec<i64>,
    /// The window's extents.
    pub shape: Vec<i64>,
    /// Where all windows overlap that it lies in, itself too, an axis each.
    pub windows: Vec<Range<i128>>,
    /// What is outside the domain.
    pub policy: BoundsPolicy,
}

impl View {
    /// The view of a whole buffer.
    pub fn whole(buffer: BufferId, map: LayoutMap, shape: Vec<i64>, policy: BoundsPolicy) -> View {
        let origin = vec![0; shape.len()];
        View { buffer, map, relabels: Vec::new(), origin, shape, windows: Vec::new(), policy }
    }

    /// Where its coordinates lie.
    pub fn domain(&self) -> &IndexSet {
        self.relabels.last().unwrap_or(&self.map).domain()
    }

    /// The window of this shape that begins here.
    pub fn slice(&self, origin: Vec<i64>, shape: Vec<i64>) -> View {
        let own = origin.iter().zip(&shape).map(|(&begin, &extent)| {
            let begin = i128::from(begin);
            begin..begin + i128::from(extent)
        });
        let mut windows: Vec<Range<i128>> = own.collect();
        for (window, outer) in windows.iter_mut().zip(&self.windows) {
            *window = window.start.max(outer.start)..window.end.min(outer.end);
        }
        View { origin, shape, windows, ..self.clone() }
    }
}

/// A buffer's number in [`Memory`](super::memory::Memory).
pub type BufferId = usize;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// One element, with its type.
    Scalar(ElementType, Element),
    /// A tile.
    Tile(Rc<Tile>),
    /// A view.
    View(Rc<View>),
    /// A buffer.
    Buffer(BufferId),
}

impl Value {
    /// A scalar integer.
    pub fn int(ty: ElementType, value: i64) -> Value {
        Value::Scalar(ty, Element::int(ty.mask(value as u64)))
    }

    /// Whether it is a scalar, a tile, …, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Scalar(..) => "scalar",
            Value::Tile(_) => "tile",
            Value::View(_) => "view",
            Value::Buffer(_) => "buffer",
        }
    }
}

/// The number of points of a shape, if a tile may have so many.
///
/// # Errors
/// An extent that is not known, or too many points.
pub fn element_count(what: &str, shape: &[i64]) -> Result<usize, Fault> {
    let extents = shape.iter().map(|&extent| usize::try_from(extent).ok());
    let count = extents.into_iter().try_fold(1usize, |total, extent| total.checked_mul(extent?));
    count.filter(|&count| count <= ELEMENT_LIMIT).ok_or_else(|| Fault::Type {
        what: what.to_owned(),
        found: format!("{shape:?}"),
        expected: "static extents of at most 2^26 elements in all",
    })
}

/// Every point of a shape, the last axis fastest.
pub fn points(shape: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let set = IndexSet::from_extents(shape).unwrap_or_else(|_| IndexSet::integers(1));
    set.points()
}

/// The position of a point of a shape among its points.
pub fn position(shape: &[i64], point: &[i64]) -> Option<usize> {
    if shape.len() != point.len() {
        return None;
    }
    let axes = shape.iter().zip(point);
    let place = axes.into_iter().try_fold(0i64, |place, (&extent, &x)| {
        if !(0..extent).contains(&x) {
            return None;
        }
        place.checked_mul(extent)?.checked_add(x)
    })?;
    usize::try_from(place).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_follow_points() {
        let shape = [2, 3, 4];
        for (place, point) in points(&shape).enumerate() {
            assert_eq!(position(&shape, &point), Some(place));
        }
        assert_eq!(position(&shape, &[0, 3, 0]), None);
        assert_eq!(position(&shape, &[0, 0]), None);
        assert_eq!(position(&[], &[]), Some(0));
    }

    #[test]
    fn counts_have_a_limit() {
        assert_eq!(element_count("a tile", &[4, 8]), Ok(32));
        assert_eq!(element_count("a tile", &[]), Ok(1));
        let fault = element_count("a tile", &[1 << 20, 1 << 20]).unwrap_err();
        assert!(fault.to_string().starts_with("a tile has the type '[1048576, 1048576]'"));
        assert!(element_count("a tile", &[-1]).is_err());
    }
}
