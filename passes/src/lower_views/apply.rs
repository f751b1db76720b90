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
use tileir::{BinaryOp, Extent, LayoutMap, Node, Program};

use super::at::{At, counted, zeros};
use super::{Undefined, before, replace};
use crate::applied::{Applied, Map};
use crate::builder::{Builder, Op, Outcome, bit_width};
use crate::checked::assert_that;
use crate::domain::Membership;
use crate::error::PassError;
use crate::symbols::SymbolReader;

/// Lowers a `tileir.apply`. Results are of its type; the arithmetic is of 64 bits for `index`
/// and wherever the type is too narrow for a step.
///
/// # Errors
/// Coordinates that are known to have no value, or a value that does not fit the type.
pub fn lower<'c>(op: Op<'c>, undefined: Undefined) -> Outcome<'c> {
    let applied = Applied::of(op)?;
    let place = Place::of(&applied, op)?;
    place.refuse(&applied, op)?;
    let types: Vec<Type<'c>> = op.results().map(|result| result.r#type()).collect();
    fits(&applied, &types, op)?;
    let mut at = At::of(&applied, op, undefined)?;
    let values = before(op, |builder| {
        if undefined == Undefined::Check {
            place.assert_inside(&applied, builder)?;
        }
        let width = types.first().map_or(64, |r#type| bit_width(*r#type));
        let values = at.emit(builder, width)?;
        let cast = |(value, r#type)| builder.index_cast(value, r#type);
        values.into_iter().zip(types.iter().copied()).map(cast).collect::<Outcome<'_, Vec<_>>>()
    })?;
    replace(op, &values);
    Ok(())
}

/// The place at which a map is applied: the coordinates of its bundle, over values that lie in
/// known intervals.
struct Place {
    program: Program,
    intervals: Vec<Interval>,
}

impl Place {
    fn of<'c>(applied: &Applied<'c>, op: Op<'c>) -> Outcome<'c, Self> {
        let mut reader = SymbolReader::default();
        let parameters = applied.map.parameters();
        let origins = parameters.iter().map(|parameter| parameter.origin());
        let mut places = Vec::with_capacity(applied.operands.len());
        for (&operand, origin) in applied.operands.iter().zip(origins.chain(zeros())) {
            let place = reader.place_of(operand)?;
            let origin = reader.dag().constant(origin);
            places.push(reader.dag().binary(BinaryOp::Sub, place, origin));
        }
        if places.len() != applied.map.bundle().domain().rank() {
            return Err(PassError::at(op.location(), "there is not one coordinate an axis"));
        }
        let (symbols, program) = reader.finish(&places);
        Ok(Place { program, intervals: symbols.iter().map(|symbol| symbol.interval()).collect() })
    }

    /// Refuses what is known to have no value.
    fn refuse<'c>(&self, applied: &Applied<'c>, op: Op<'c>) -> Outcome<'c> {
        let failed = |message: String| Err(PassError::at(op.location(), message));
        let reached = self.reached(&applied.map);
        let constant = |&(lo, hi): &(i128, i128)| i64::try_from(lo).ok().filter(|_| lo == hi);
        let constants: Option<Vec<i64>> = reached.iter().map(|r| constant(&(*r)?)).collect();
        if let Some(constants) = constants {
            return match applied.map.eval(&constants) {
                Ok(_) => Ok(()),
                Err(error) => failed(format!("there is no value at {constants:?}: {error}")),
            };
        }
        let (domain, parameters) = (applied.map.bundle().domain(), applied.map.parameters());
        for (k, (reached, axis)) in reached.into_iter().zip(domain.axes()).enumerate() {
            let Some((lo, hi)) = reached else { continue };
            let place = if lo == hi { format!("is {lo}") } else { format!("lies in {lo} to {hi}") };
            let outside = |what: &str| {
                let (name, domain) = (axis.name(), applied.map.domain());
                failed(format!("the {what} '{name}' {place}, outside {domain}"))
            };
            match (parameters.iter().nth(k), axis.extent().finite()) {
                (Some(parameter), _) => {
                    if hi < parameter.first().into() || lo > parameter.last().into() {
                        return outside("parameter");
                    }
                    if let Some(value) = constant(&(lo, hi))
                        && let Err(error) = parameter.check(value)
                    {
                        return failed(error.to_string());
                    }
                }
                (None, Some(extent)) if hi < 0 || lo >= extent.into() => {
                    return outside("coordinate");
                }
                (None, _) => {}
            }
        }
        Ok(())
    }

    /// Where each parameter and coordinate lies, if it is known to have a value.
    fn reached(&self, map: &Map) -> Vec<Option<(i128, i128)>> {
        let parameters = map.parameters();
        let origins = parameters.iter().map(|parameter| parameter.origin()).chain(zeros());
        let of = |(&place, origin): (&u32, i64)| {
            let alone = self.program.with_outputs(&[place]);
            let ranges = Ranges::demanding(&alone, &self.intervals, &[]);
            let Interval { lo, hi } = ranges.interval(*alone.outputs().first()?);
            ranges.all_safe().then_some((lo + i128::from(origin), hi + i128::from(origin)))
        };
        self.program.outputs().iter().zip(origins).map(of).collect()
    }

    /// Asserts that the operands lie in the domain, where that is not known.
    fn assert_inside<'c>(&self, applied: &Applied<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let domain = applied.map.bundle().domain();
        let known = Membership::known(&self.program, domain, &self.intervals);
        if known.satisfies && known.in_bounds.iter().all(|&known| known) {
            return Ok(());
        }
        let parameters = applied.map.parameters();
        let origins = parameters.iter().map(|parameter| parameter.origin());
        let operands: Vec<_> =
            applied.operands.iter().copied().zip(origins.chain(zeros())).collect();
        let coordinates = counted(builder, &operands)?;
        if let Some(inside) = known.test(builder, domain, &coordinates)? {
            let words = format!("'tileir.apply': outside {}", applied.map.domain());
            assert_that(builder, inside, &words)?;
        }
        Ok(())
    }
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
