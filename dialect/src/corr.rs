//! Correspondences as attributes: `#tileir.corr<LEFT, RIGHT, replicas = ["copy"]>`.
//!
//! An attribute has two legs over one set of occurrences, each of which counts once. A join that
//! is kept as a DAG has no such set, and no attribute.

use melior::ir::Location;
use melior::ir::attribute::{Attribute, AttributeLike};
use tileir::corr::{CorrError, LayoutCorr};

use crate::attributes::{AttributeError, built, kind_error, layout_map, map_attribute};
use crate::ffi::{self, str_of, text};

/// The correspondence that `attribute` is.
///
/// # Errors
/// It is none.
pub fn corr(attribute: Attribute<'_>) -> Result<LayoutCorr, AttributeError> {
    if !is_corr(attribute) {
        return Err(kind_error("correspondence", attribute));
    }
    let raw = attribute.to_raw();
    // SAFETY: the attribute is alive, and known to be a correspondence.
    let (left, right, replicas) = unsafe {
        let replicas: Vec<String> = (0..ffi::tileirCorrGetNumReplicas(raw))
            .map(|position| str_of(ffi::tileirCorrGetReplica(raw, position)).into_owned())
            .collect();
        let leg = |leg| layout_map(Attribute::from_raw(leg));
        (leg(ffi::tileirCorrGetLeft(raw))?, leg(ffi::tileirCorrGetRight(raw))?, replicas)
    };
    let names: Vec<&str> = replicas.iter().map(String::as_str).collect();
    Ok(LayoutCorr::new(left, right)?.with_replicas(&names)?)
}

/// The attribute of `corr`.
///
/// # Errors
/// A join, or occurrences that count more than once; MLIR refuses a leg.
pub fn corr_attribute<'c>(
    location: Location<'c>,
    corr: &LayoutCorr,
) -> Result<Attribute<'c>, AttributeError> {
    let (left, right) = corr.legs().ok_or(CorrError::NoLegs)?;
    if corr.weight() != 1 {
        return Err(CorrError::Weight { weight: corr.weight() }.into());
    }
    let (left, right) = (map_attribute(location, left)?, map_attribute(location, right)?);
    let names = corr.replicas();
    let names: Vec<_> = names.iter().map(|name| text(name)).collect();
    // SAFETY: both legs are maps; the array has the given length and outlives the call.
    built(unsafe {
        ffi::tileirCorrGetChecked(
            location.to_raw(),
            left.to_raw(),
            right.to_raw(),
            names.len() as isize,
            names.as_ptr(),
        )
    })
}

/// Whether `attribute` is a correspondence.
pub fn is_corr(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::tileirAttributeIsCorr(attribute.to_raw()) == 1 }
}
