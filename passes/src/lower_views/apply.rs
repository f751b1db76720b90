//! `tileir.apply`: arithmetic on its operands.
//!
//! What has no value fails, as early as it is known to:
//!
//! | what is known of the coordinates | a point without a value is |
//! |---|---|
//! | they are constants | an error, with the evaluator's words |
//! | they never lie in the domain | an error that names the coordinate |
//! | nothing | an assertion that fails when the program runs |
//!
//! Parameters are coordinates here like others. An assertion is not written where it is proved
//! to hold: block numbers of a known grid and counters of loops with constant bounds are known,
//! and so are sums and products of those. The option `undefined=assume` leaves all of them out.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::expr::{Interval, Ranges, simplify};
use tileir::{Extent, LayoutMap, Node};

use super::at::At;
use super::place::Place;
use super::{Undefined, before, replace};
use crate::applied::Applied;
use crate::builder::{Op, Outcome, bit_width, name_of};
use crate::error::PassError;

/// Lowers a `tileir.apply`. Results are of its type; the arithmetic is of 64 bits for `index`
/// and wherever the type is too narrow for a step.
///
/// # Errors
/// Coordinates that are known to have no value, or a value that does not fit the type.
pub fn lower<'c>(op: Op<'c>, undefined: Undefined) -> Outcome<'c> {
    let applied = Applied::of(op)?;
    let place = Place::of(&applied, op)?;
    place.value(&applied, op)?;
    let types: Vec<Type<'c>> = op.results().map(|result| result.r#type()).collect();
    fits(&applied, &types, op)?;
    let mut at = At::of(&applied, op, undefined)?;
    let values = before(op, |builder| {
        if undefined == Undefined::Check {
            place.assert_inside(&applied, builder, &name_of(op))?;
        }
        let width = types.first().map_or(64, |r#type| bit_width(*r#type));
        let values = at.emit(builder, width)?;
        let cast = |(value, r#type)| builder.index_cast(value, r#type);
        values.into_iter().zip(types.iter().copied()).map(cast).collect::<Outcome<'_, Vec<_>>>()
    })?;
    replace(op, &values);
    Ok(())
}

/// Refuses a result type that a value may not fit.
fn fits<'c>(applied: &Applied<'c>, types: &[Type<'c>], op: Op<'c>) -> Outcome<'c> {
    let values = values_of(applied.map.bundle(), applied.map.parameters().len());
    for ((name, interval), r#type) in values.iter().zip(types).filter(|(_, t)| !t.is_index()) {
        if !interval.within(Interval::signed(bit_width(*r#type))) {
            let Interval { lo, hi } = *interval;
            let words = format!(
                "the value on axis '{name}' lies in {lo} to {hi}, which does not fit {type}"
            );
            return Err(PassError::at(op.location(), words));
        }
    }
    Ok(())
}

/// The codomain axes behind the first `skipped`: their names, and where values on them lie.
fn values_of(map: &LayoutMap, skipped: usize) -> Vec<(String, Interval)> {
    let reached = reached(map).unwrap_or_else(|| vec![Interval::ALL; map.codomain().rank()]);
    let axes = map.codomain().axes().iter().zip(reached).skip(skipped);
    axes.map(|(axis, reached)| {
        let allowed = match axis.extent() {
            Extent::Finite(extent) => Interval::below(extent),
            Extent::Integers => Interval::ALL,
        };
        (axis.name().to_owned(), reached.meet(allowed))
    })
    .collect()
}

/// Where the values of a map lie that it has.
fn reached(map: &LayoutMap) -> Option<Vec<Interval>> {
    match map.node() {
        Node::Compose { outer, .. } if matches!(outer.node(), Node::Table(_)) => reached(outer),
        Node::Table(table) => {
            let ends = |k: usize| {
                let column = || table.rows().map(|row| row[k]);
                let (lo, hi) = (column().min()?, column().max()?);
                Some(Interval { lo: lo.into(), hi: hi.into() })
            };
            (0..map.codomain().rank()).map(ends).collect()
        }
        _ => {
            let extents = map.domain().hull_extents()?;
            let checked = map.program()?;
            let whole: Vec<Interval> = extents.iter().copied().map(Interval::below).collect();
            let demands: Vec<(u32, i64)> = checked.checks().collect();
            let demanding = Ranges::demanding(checked.program(), &whole, &demands);
            let simple = simplify(&checked.value_program(), &extents);
            let ranges = Ranges::over(&simple, &extents);
            let pairs = checked.values().iter().zip(simple.outputs());
            let both = |(&one, &other)| demanding.interval(one).meet(ranges.interval(other));
            Some(pairs.map(both).collect())
        }
    }
}
