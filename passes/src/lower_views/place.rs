//! The place at which a map is applied, and what is known of it.
//!
//! The coordinates, of the bundle where there are parameters, are read as expressions in block
//! numbers, counters and what else the program has. So some lie in the domain for certain, some
//! outside, and the others are tested.

use melior::ir::operation::OperationLike;
use tileir::expr::{Interval, Ranges};
use tileir::{BinaryOp, Program};

use super::at::{counted, zeros};
use crate::applied::{Applied, Map};
use crate::builder::{Builder, Op, Outcome};
use crate::checked::assert_that;
use crate::domain::Membership;
use crate::error::PassError;
use crate::symbols::SymbolReader;

/// The place at which a map is applied: the coordinates of its bundle, over values that lie in
/// known intervals.
pub struct Place {
    program: Program,
    intervals: Vec<Interval>,
}

impl Place {
    /// The place of an application.
    ///
    /// # Errors
    /// A number of operands that is not the domain's.
    pub fn of<'c>(applied: &Applied<'c>, op: Op<'c>) -> Outcome<'c, Self> {
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

    /// Refuses what is known to have no value; what is known to have one, is given back.
    ///
    /// # Errors
    /// That there is none.
    pub fn value<'c>(&self, applied: &Applied<'c>, op: Op<'c>) -> Outcome<'c, Option<Vec<i64>>> {
        let failed = |message: String| Err(PassError::at(op.location(), message));
        let reached = self.reached(&applied.map);
        let constant = |&(lo, hi): &(i128, i128)| i64::try_from(lo).ok().filter(|_| lo == hi);
        let constants: Option<Vec<i64>> = reached.iter().map(|r| constant(&(*r)?)).collect();
        if let Some(constants) = constants {
            return match applied.map.eval(&constants) {
                Ok(value) => Ok(Some(value)),
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
        Ok(None)
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

    /// Asserts for `who` that the operands lie in the domain, where that is not known.
    ///
    /// # Errors
    /// A domain whose constraints may have no value.
    pub fn assert_inside<'c>(
        &self,
        applied: &Applied<'c>,
        builder: Builder<'c>,
        who: &str,
    ) -> Outcome<'c> {
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
            let words = format!("'{who}': outside {}", applied.map.domain());
            assert_that(builder, inside, &words)?;
        }
        Ok(())
    }
}
