//! The type of a view, `!tileir.view<32x32xf32, #map, zero>`.

use std::fmt;

use melior::ir::Location;
use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::r#type::{Type, TypeLike};
use tileir::LayoutMap;

use crate::attributes::{AttributeError, layout_map, map_attribute};
use crate::ffi;

/// What an access outside a view's domain means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum BoundsPolicy {
    /// It reads zero and writes nothing.
    Zero = 0,
    /// There is none: the program promises it.
    Assume = 1,
    /// It writes nothing; what it reads instead, each load says.
    Predicate = 2,
}

impl BoundsPolicy {
    /// Its word in a view's type.
    pub fn word(self) -> &'static str {
        match self {
            BoundsPolicy::Zero => "zero",
            BoundsPolicy::Assume => "assume",
            BoundsPolicy::Predicate => "predicate",
        }
    }
}

/// A view's type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ViewType<'c>(Type<'c>);

impl<'c> ViewType<'c> {
    /// The type of a window of `shape` within the domain of `map`.
    ///
    /// # Errors
    /// MLIR refuses it, and has emitted an error at `location` that says why.
    pub fn new(
        location: Location<'c>,
        shape: &[i64],
        element: Type<'c>,
        map: &LayoutMap,
        policy: BoundsPolicy,
    ) -> Result<Self, AttributeError> {
        let map = map_attribute(location, map)?;
        // SAFETY: the shape has the given length, and `map` is a map.
        let raw = unsafe {
            ffi::tileirViewGetChecked(
                location.to_raw(),
                shape.len() as isize,
                shape.as_ptr(),
                element.to_raw(),
                map.to_raw(),
                policy as i32,
            )
        };
        if raw.ptr.is_null() {
            return Err(AttributeError::Refused);
        }
        // SAFETY: it is a type of the location's context.
        Ok(Self(unsafe { Type::from_raw(raw) }))
    }

    /// `r#type` as a view, if it is one.
    pub fn from_type(r#type: Type<'c>) -> Option<Self> {
        // SAFETY: the type is alive.
        (unsafe { ffi::tileirTypeIsView(r#type.to_raw()) } == 1).then_some(Self(r#type))
    }

    /// The view as a type of MLIR.
    pub fn as_type(self) -> Type<'c> {
        self.0
    }

    /// The window's extents.
    pub fn shape(self) -> Vec<i64> {
        let raw = self.0.to_raw();
        // SAFETY: it is a view, and every axis is within its rank.
        unsafe {
            (0..ffi::tileirViewGetRank(raw))
                .map(|axis| ffi::tileirViewGetExtent(raw, axis))
                .collect()
        }
    }

    /// The type of an element.
    pub fn element(self) -> Type<'c> {
        // SAFETY: it is a view.
        unsafe { Type::from_raw(ffi::tileirViewGetElementType(self.0.to_raw())) }
    }

    /// The attribute of the map.
    pub fn map_attribute(self) -> Attribute<'c> {
        // SAFETY: it is a view.
        unsafe { Attribute::from_raw(ffi::tileirViewGetMap(self.0.to_raw())) }
    }

    /// The map from coordinates to addresses, in elements.
    ///
    /// # Errors
    /// None for a view that MLIR verified.
    pub fn map(self) -> Result<LayoutMap, AttributeError> {
        layout_map(self.map_attribute())
    }

    /// What an access outside the domain means.
    pub fn policy(self) -> BoundsPolicy {
        // SAFETY: it is a view.
        match unsafe { ffi::tileirViewGetPolicy(self.0.to_raw()) } {
            1 => BoundsPolicy::Assume,
            2 => BoundsPolicy::Predicate,
            _ => BoundsPolicy::Zero,
        }
    }
}

impl fmt::Display for ViewType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for ViewType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
