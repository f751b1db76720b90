//! `tileir-compose`: maps applied one after another become one map.
//!
//! ```text
//! %a = tileir.apply #g[%n](%i)         %c = tileir.apply #fg[%n, %ld](%i)
//! %c = tileir.apply #f[%n, %ld](%a)
//! ```
//!
//! The algebra works on the attributes, while compiling: what is left at run time is the
//! arithmetic of the composition. Coordinates must be all values of one application, in order,
//! and the outer map must start from the set in which the inner one ends. Parameters of one name
//! must be bound to one value. Where the two have arithmetic and their composition, being too long,
//! has none, they stay two.
//!
//! **The law.** The composition has the value that the two applications have, wherever they have
//! one.

use std::collections::HashSet;

use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{Attribute, Type, ValueLike};
use tileir::LayoutMap;
use tileir::family::{Family, Parameters};
use tileir_dialect::attributes::map_attribute;
use tileir_dialect::family::family_attribute;

use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome, Val, context_of, key, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{build_before, erase, is_unused, replace_uses};
use crate::walk::operations_named;

/// A composition of families that takes more numbers than this to write stays two.
const MOST_NUMBERS: usize = 256;

/// Runs the pass.
///
/// # Errors
/// MLIR refuses an operation.
pub fn run<'c>(context: &mut PassContext<'c>, root: Op<'c>) -> Outcome<'c> {
    let mut composed = 0;
    let mut erased: HashSet<usize> = HashSet::new();
    // Blocks need not stand in the order in which values flow: an operation may be gone when its
    // turn comes.
    for op in operations_named(root, "tileir.apply") {
        if erased.contains(&address(op)) {
            continue;
        }
        let mut outer = op;
        while let Some(inner) = producer(outer).filter(|&inner| address(inner) != address(outer)) {
            let Some(after) = composition(outer, inner)? else { break };
            outer.results().zip(after.results()).for_each(|(old, new)| {
                replace_uses(old.into(), new.into());
            });
            erased.insert(address(outer));
            erase(outer);
            if inner.results().all(|result| is_unused(result.into())) {
                erased.insert(address(inner));
                erase(inner);
            }
            // An address may be given out again.
            erased.remove(&address(after));
            outer = after;
            composed += 1;
        }
    }
    context.count("composed", composed)
}

/// One application of the composition, in front of `outer`; `None` if the two stay.
fn composition<'c>(outer: Op<'c>, inner: Op<'c>) -> Outcome<'c, Option<Op<'c>>> {
    let (of_outer, of_inner) = (Applied::of(outer)?, Applied::of(inner)?);
    let Some((attribute, operands)) = after(&of_outer, &of_inner, outer) else { return Ok(None) };
    let types: Vec<Type<'c>> = outer.results().map(|result| result.r#type()).collect();
    let attributes = [("map", attribute)];
    build_before(context_of(outer), outer, "tileir.apply", &operands, &types, &attributes)
        .map(Some)
        .map_err(|error| PassError::at(outer.location(), error.to_string()))
}

fn address(op: Op<'_>) -> usize {
    op.to_raw().ptr as usize
}

/// The application whose values, all of them in order, are the coordinates of `op`.
fn producer<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let applied = Applied::of(op).ok()?;
    let coordinates = applied.coordinates();
    let first = OperationResult::try_from(*coordinates.first()?).ok()?;
    // SAFETY: the owner lives as long as its result, which `op` uses.
    let owner = unsafe { Op::from_raw(first.owner().to_raw()) };
    let values: Vec<usize> = owner.results().map(|result| key(result.into())).collect();
    let wanted: Vec<usize> = coordinates.iter().map(|&value| key(value)).collect();
    (name_of(owner) == "tileir.apply" && values == wanted).then_some(owner)
}

/// The composition's attribute and operands, if there is one.
fn after<'c>(
    outer: &Applied<'c>,
    inner: &Applied<'c>,
    op: Op<'c>,
) -> Option<(Attribute<'c>, Vec<Val<'c>>)> {
    let location = op.location();
    match (&outer.map, &inner.map) {
        (Map::One(outer), Map::One(before)) => {
            let map = LayoutMap::compose(outer.clone(), before.clone()).ok()?;
            if map.program().is_none() && outer.program().is_some() && before.program().is_some() {
                return None;
            }
            Some((map_attribute(location, &map).ok()?, inner.operands.clone()))
        }
        (of_outer, of_inner) => {
            let before = as_family(of_inner)?;
            let both = Family::compose(&as_family(of_outer)?, &before).ok()?;
            if both.encode().1.len() > MOST_NUMBERS {
                return None;
            }
            let mut operands = bound(both.parameters(), &[inner, outer])?;
            operands.extend(inner.operands.iter().skip(before.parameters().len()));
            Some((family_attribute(location, &both).ok()?, operands))
        }
    }
}

fn as_family(map: &Map) -> Option<Family> {
    match map {
        Map::One(map) => Family::of_map(map),
        Map::Family(family) => Some(family.clone()),
    }
}

/// The values of the parameters, each of which has one wherever it is bound.
fn bound<'c>(parameters: &Parameters, applied: &[&Applied<'c>]) -> Option<Vec<Val<'c>>> {
    let value = |name: &str| {
        let values: Vec<Val<'c>> = applied
            .iter()
            .filter_map(|one| one.operands.get(one.map.parameters().position(name)?).copied())
            .collect();
        let first = *values.first()?;
        values.iter().all(|&other| key(other) == key(first)).then_some(first)
    };
    parameters.iter().map(|parameter| value(parameter.name())).collect()
}
