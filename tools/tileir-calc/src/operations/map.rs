//! What one may ask of every map.

use tileir::LayoutMap;
use tileir::proof::{Verdict, constant_along, fits_bits, vector_width};

use super::of_members::Members;
use super::{Call, Operation, Outcome, row};
use crate::error::{Fault, Reason};
use crate::limits::{self, POINTS};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row(
        "constant_along",
        "M, axis",
        "whether M's value never depends on an axis: replicas",
        |call| {
            let map = call.map(0)?;
            let axis = domain_axis(call, 1, &map)?;
            verdict(constant_along(&map, axis, &call.budget(0)?))
        },
    ),
    row(
        "fits_bits",
        "M, bits",
        "whether M's arithmetic fits signed integers of so many bits",
        |call| {
            let map = call.map(0)?;
            let bits = call.integer(1)?;
            let bits = u32::try_from(bits).ok().filter(|bits| (1..=64).contains(bits));
            let Some(bits) = bits else {
                let (what, found) = (call.what(1), call.integer(1)?);
                let reason = Reason::Range { what, expected: "from 1 to 64", found };
                return Err(call.fault(1, reason).into());
            };
            if let Some(members) = Members::of(call)? {
                return members.fits_bits(bits);
            }
            verdict(fits_bits(&map, bits, &call.budget(0)?))
        },
    ),
    row(
        "vector_width",
        "M, axis, most?",
        "how many neighbours along an axis may be accessed at once",
        |call| {
            if let Some(members) = Members::of(call)? {
                to_addresses(call, &call.map(0)?, members.rank())?;
                return members
                    .vector_width(members.axis(call, 1)?, call.positive_or(2, i64::MAX)?);
            }
            let map = call.map(0)?;
            let axis = domain_axis(call, 1, &map)?;
            to_addresses(call, &map, map.codomain().rank())?;
            let most = call.positive_or(2, i64::MAX)?;
            let (width, verdict) = vector_width(&map, axis, most, &call.budget(0)?);
            Ok(Value::Verdict(Box::new(verdict), Some(width)))
        },
    ),
    row("table", "M", "M at every point", |call| {
        let map = call.map(0)?;
        let limit = limits::points(&map, POINTS as u64);
        match map.domain().hull().cardinality() {
            Some(points) if points as u64 <= limit => Ok(Value::Table(map)),
            Some(points) => {
                let what = format!("a table of {points} points");
                Err(call.fault(0, Reason::Limit { what, limit }).into())
            }
            None => {
                let set = map.domain().to_string();
                Err(call.fault(0, Reason::Uncounted { set }).into())
            }
        }
    }),
    row("normalize", "M", "the same map in the flattest form that is proved equal", |call| {
        Ok(Value::of(call.map(0)?.normalize(&call.budget(0)?)))
    }),
    row("pieces", "M", "M split at its comparisons, each piece free of them", |call| {
        let map = call.map(0)?;
        let pieces = map.pieces(&call.budget(0)?);
        Ok(Value::Map(pieces.map_err(|error| call.fault(0, error))?))
    }),
    row("identity", "M", "the identity on M's domain", |call| {
        Ok(Value::Map(LayoutMap::identity(call.map(0)?.domain().clone())?))
    }),
];

fn verdict(verdict: Verdict) -> Outcome {
    Ok(Value::Verdict(Box::new(verdict), None))
}

/// That argument 0, this map or a family of which it is the bundle, has values of one axis.
///
/// # Errors
/// That their rank is another.
pub fn to_addresses(call: &Call<'_>, map: &LayoutMap, rank: usize) -> Result<(), Fault> {
    if rank == 1 {
        return Ok(());
    }
    let (what, found) = (call.what(0), format!("one into {}", map.codomain()));
    Err(call.fault(0, Reason::Kind { what, expected: "a map to one axis of addresses", found }))
}

/// The place of the axis of `map`'s domain that argument `index` names.
pub fn domain_axis(call: &Call<'_>, index: usize, map: &LayoutMap) -> Result<usize, Fault> {
    call.axis(index, map.domain().axes().iter().map(tileir::Axis::name))
}
