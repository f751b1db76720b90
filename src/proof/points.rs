//! How many points a set has, as proofs count them.
//!
//! A verdict by counting compares the points of a domain with those of a codomain, and both may
//! be more than 64 bits hold:
//!
//! ```text
//! (i : 2^40, j : 2^40)      2^80
//! (i : 4, a)                without end: None
//! (i : 0, a)                0
//! ```

use crate::index_set::{Extent, IndexSet};

/// The number of points of a set; `None` where an axis has no end, or 128 bits do not hold it.
pub(super) fn cardinality(set: &IndexSet) -> Option<u128> {
    if !set.is_box() {
        return set.cardinality().map(|points| points.unsigned_abs().into());
    }
    if set.is_empty() {
        return Some(0);
    }
    set.axes().iter().try_fold(1u128, |total, axis| match axis.extent() {
        Extent::Finite(n) => total.checked_mul(n.unsigned_abs().into()),
        Extent::Integers => None,
    })
}
