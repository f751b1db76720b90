//! Whether two maps are one function.
//!
//! Maps say more than their values: names of axes, the shape of a domain, the ends of a codomain.
//! To be compared as functions they are brought together first:
//!
//! | they differ in | and are compared |
//! |---|---|
//! | names of axes | axis by axis, in order |
//! | constraints | in the box around both domains |
//! | the shapes of two layouts of one size | as functions of the one-dimensional coordinate |
//! | their codomains | in the integers |
//!
//! Two families are compared [member by member](of_members::equal); a map is a family of one.
//!
//! Domains that none of this brings together, and values of different rank, are an error: no
//! point is a point of both.

use tileir::proof::{Budget, equal};
use tileir::{Axis, Extent, IndexSet, LayoutMap, MapError, ProgramBuilder};

use super::{Operation, of_members, row};
use crate::error::{Fault, Reason};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[row(
    "equal",
    "A, B",
    "whether A and B agree at every point, also in having no value",
    |call| {
        if let Some(found) = of_members::equal(call)? {
            return Ok(found);
        }
        let layout = |index| Ok::<_, Fault>(call.value(index)?.has_coordinates());
        let layouts = layout(0)? && layout(1)?;
        let (a, b) = aligned(call.map(0)?, call.map(1)?, layouts)?;
        Ok(Value::Verdict(Box::new(equal(&a, &b, &call.budget_of_both()?)), None))
    },
)];

const NO_POINTS: Budget = Budget::of_points(0);

/// Both maps from one domain into one codomain, with the values that they have; `layouts` says
/// whether both have one-dimensional coordinates.
///
/// # Errors
/// [`Reason::Incomparable`].
pub fn aligned(
    a: LayoutMap,
    b: LayoutMap,
    layouts: bool,
) -> Result<(LayoutMap, LayoutMap), Reason> {
    let (a, b) = on_one_domain(a, b, layouts)?;
    if a.codomain() == b.codomain() {
        return Ok((a, b));
    }
    if a.codomain().rank() != b.codomain().rank() {
        return Err(incomparable("codomains", a.codomain(), b.codomain()));
    }
    Ok((endless(a)?, endless(b)?))
}

/// The map into all integers.
///
/// # Errors
/// None that a map of any rank gives.
pub fn endless(map: LayoutMap) -> Result<LayoutMap, MapError> {
    let rank = map.codomain().rank();
    LayoutMap::translate(vec![0; rank], map, Some(IndexSet::integers(rank)))
}

fn on_one_domain(
    a: LayoutMap,
    b: LayoutMap,
    layouts: bool,
) -> Result<(LayoutMap, LayoutMap), Reason> {
    let (left, right) = (a.domain().clone(), b.domain().clone());
    if left == right {
        return Ok((a, b));
    }
    let (extents, others) = (left.hull_extents(), right.hull_extents());
    if extents == others {
        let renamed = renamed(&right, &left)?;
        let b = LayoutMap::fuse(&b, &LayoutMap::inclusion(renamed, right)?, &NO_POINTS)?;
        return Ok((a, b));
    }
    if let (true, Some(extents), Some(others)) = (layouts, left.extents(), right.extents())
        && left.cardinality().is_some()
        && left.cardinality() == right.cardinality()
    {
        return Ok((flattened(a, &extents)?, flattened(b, &others)?));
    }
    Err(incomparable("domains", &left, &right))
}

/// The set with the names of another set's axes.
fn renamed(set: &IndexSet, names: &IndexSet) -> Result<IndexSet, MapError> {
    let axis = |(own, named): (&Axis, &Axis)| match own.extent() {
        Extent::Finite(extent) => Axis::new(named.name(), extent),
        Extent::Integers => Axis::integers(named.name()),
    };
    let hull = IndexSet::new(set.axes().iter().zip(names.axes()).map(axis).collect())?;
    match set.constraints() {
        Some(constraints) => hull.with_constraints(constraints),
        None => Ok(hull),
    }
}

/// The map at one-dimensional coordinates, the first axis fastest.
fn flattened(map: LayoutMap, extents: &[i64]) -> Result<LayoutMap, MapError> {
    use tileir::BinaryOp::{FloorDiv, Mod};
    let size = map.domain().cardinality().unwrap_or(0);
    let line = IndexSet::new(vec![Axis::new("i", size)])?;
    let mut builder = ProgramBuilder::default();
    let mut rest = builder.coord(0);
    let mut outputs = Vec::with_capacity(extents.len());
    for (axis, &extent) in extents.iter().enumerate() {
        if axis + 1 == extents.len() {
            outputs.push(rest);
            break;
        }
        let extent = builder.constant(extent);
        outputs.push(builder.binary(Mod, rest, extent));
        rest = builder.binary(FloorDiv, rest, extent);
    }
    let digits = LayoutMap::expr(line, map.domain().clone(), builder.finish(&outputs))?;
    LayoutMap::compose(map, digits)
}

fn incomparable(what: &'static str, left: &IndexSet, right: &IndexSet) -> Reason {
    Reason::Incomparable { what, left: left.to_string(), right: right.to_string() }
}
