//! Families of maps as attributes: `#tileir.family<(n : 1..=64) (i : n) -> …>`.
//!
//! An attribute stores what [`Family::encode`] writes, the names as strings of MLIR.

use melior::ir::Location;
use melior::ir::attribute::{Attribute, AttributeLike};
use tileir::family::{Family, FamilyError};

use crate::attributes::{AttributeError, built, kind_error};
use crate::ffi::{self, slice_of, str_of, text};

/// The family that `attribute` is.
///
/// # Errors
/// It is none.
pub fn family(attribute: Attribute<'_>) -> Result<Family, AttributeError> {
    let raw = attribute.to_raw();
    if !is_family(attribute) {
        return Err(kind_error("family of maps", attribute));
    }
    // SAFETY: the attribute is alive, and known to be a family.
    let (names, numbers) = unsafe {
        let mut numbers = std::ptr::null();
        let count = ffi::tileirFamilyGetNumbers(raw, &mut numbers);
        let names: Vec<String> = (0..ffi::tileirFamilyGetNumNames(raw))
            .map(|position| str_of(ffi::tileirFamilyGetName(raw, position)).into_owned())
            .collect();
        (names, slice_of(numbers, count.unsigned_abs()))
    };
    decoded(&names, numbers)
}

/// The family that these names and numbers encode.
///
/// # Errors
/// They encode none.
pub(crate) fn decoded(names: &[String], numbers: &[i64]) -> Result<Family, AttributeError> {
    Family::decode(names, numbers).map_err(|error| match error {
        FamilyError::Map(error) => error.into(),
        error => error.into(),
    })
}

/// The attribute of `family`.
///
/// # Errors
/// MLIR refuses it.
pub fn family_attribute<'c>(
    location: Location<'c>,
    family: &Family,
) -> Result<Attribute<'c>, AttributeError> {
    let (names, numbers) = family.encode();
    let names: Vec<_> = names.iter().map(|name| text(name)).collect();
    // SAFETY: both arrays have the given lengths and outlive the call.
    built(unsafe {
        ffi::tileirFamilyGetChecked(
            location.to_raw(),
            names.len() as isize,
            names.as_ptr(),
            numbers.len() as isize,
            numbers.as_ptr(),
        )
    })
}

/// Whether `attribute` is a family of maps.
pub fn is_family(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::tileirAttributeIsFamily(attribute.to_raw()) == 1 }
}
