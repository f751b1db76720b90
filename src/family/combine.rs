//! Composition, product and translation of families.
//!
//! Parameters of one name are one parameter: it has the values that both families allow.
//!
//! ```text
//! inner   (n : 1..=64)                 (i : n) -> (i * 2) to (a : n * 2)
//! outer   (n : 8..=999, s : 1..=9)     (a : 2 * n) -> (a * s) to (b : 2 * n * s)
//! outer o inner
//!         (n : 8..=64, s : 1..=9)      (i : n) -> (i * 2) to (a : n * 2)
//!                                              -> (a * s) to (b : 2 * n * s)
//! ```
//!
//! The set between must be the same for every value of the parameters; that is proved, or the
//! composition is refused with both sets.

use super::error::FamilyError;
use super::member::{Family, Stage};
use super::parameter::Parameters;
use super::set::{SymbolicAxis, SymbolicSet, nonnegative, sum};
use crate::expr::{BinaryOp, Expr, Program, ProgramBuilder};

impl Family {
    /// `outer` after `inner`, member by member.
    ///
    /// # Errors
    /// Parameters of one name without a common value, or a set between that is not proved to be
    /// the same.
    pub fn compose(outer: &Family, inner: &Family) -> Result<Family, FamilyError> {
        let parameters = inner.parameters.merged(&outer.parameters)?;
        let (outer, inner) = (outer.widened(&parameters)?, inner.widened(&parameters)?);
        if let Some(why) = inner.codomain().difference(&outer.domain, &parameters) {
            return Err(FamilyError::Composition {
                inner: inner.codomain().text(&parameters),
                outer: outer.domain.text(&parameters),
                why: format!(": {why}"),
            });
        }
        let mut stages = inner.stages;
        // The outer program reads the set as the inner family writes it.
        stages.extend(outer.stages);
        Family::of_stages(parameters, inner.domain, stages)
    }

    /// The families side by side, each on its own coordinates.
    ///
    /// # Errors
    /// Parameters of one name without a common value, or an axis name in two families.
    pub fn product(families: &[Family]) -> Result<Family, FamilyError> {
        let mut parameters = Parameters::default();
        for family in families {
            parameters = parameters.merged(&family.parameters)?;
        }
        let families: Vec<Family> =
            families.iter().map(|family| family.widened(&parameters)).collect::<Result<_, _>>()?;
        let domain = side_by_side(families.iter().map(|family| &family.domain))?;
        let longest = families.iter().map(|family| family.stages.len()).max().unwrap_or(0);
        let mut stages = Vec::with_capacity(longest);
        for number in 0..longest {
            let mut builder = ProgramBuilder::default();
            let inputs: Vec<u32> = (0..parameters.len()).map(|k| builder.coord(k)).collect();
            let (mut outputs, mut sets, mut offset) = (Vec::new(), Vec::new(), parameters.len());
            for family in &families {
                let before = number.checked_sub(1).and_then(|before| family.stages.get(before));
                let rank = match before {
                    Some(stage) => stage.to.rank(),
                    None if number == 0 => family.domain.rank(),
                    None => family.codomain().rank(),
                };
                let own: Vec<u32> = (offset..offset + rank).map(|k| builder.coord(k)).collect();
                offset += rank;
                match family.stages.get(number) {
                    Some(stage) => {
                        let inputs: Vec<u32> = inputs.iter().chain(&own).copied().collect();
                        outputs.extend(builder.inline(&stage.program, &inputs));
                        sets.push(&stage.to);
                    }
                    None => {
                        outputs.extend(own);
                        sets.push(family.codomain());
                    }
                }
            }
            stages.push(Stage {
                program: builder.finish(&outputs),
                to: side_by_side(sets.into_iter())?,
            });
        }
        Family::of_stages(parameters, domain, stages)
    }

    /// The family with an expression in the parameters added to each value. Without a codomain:
    /// each extent, moved; all integers where the offset may be negative.
    ///
    /// # Errors
    /// A number of offsets that is not the codomain's rank, an expression in what is no
    /// parameter, or a codomain with an endless axis beside finite ones.
    pub fn translate(
        &self,
        offset: &[Expr],
        codomain: Option<SymbolicSet>,
    ) -> Result<Family, FamilyError> {
        let (count, rank) = (self.parameters.len(), self.codomain().rank());
        let offset = Program::from_exprs(offset);
        check_offset(&offset, rank, &self.parameters)?;
        let to = match codomain {
            Some(codomain) => codomain,
            None => moved(self.codomain(), &offset, &self.parameters)?,
        };
        let mut stages = self.stages.clone();
        let endless = self.codomain().axes().iter().all(|axis| axis.extent().is_none());
        // Into all integers nothing is demanded: the sum belongs to the last stage.
        let last = if endless { stages.pop() } else { None };
        let mut builder = ProgramBuilder::default();
        let parameters: Vec<u32> = (0..count).map(|k| builder.coord(k)).collect();
        let values = match &last {
            Some(stage) => {
                let used = stage.program.coordinates().max(count);
                let inputs: Vec<u32> = (0..used).map(|k| builder.coord(k)).collect();
                builder.inline(&stage.program, &inputs)
            }
            None => (count..count + rank).map(|k| builder.coord(k)).collect(),
        };
        let offsets = builder.inline(&offset, &parameters);
        let outputs: Vec<u32> = offsets
            .into_iter()
            .zip(values)
            .map(|(offset, value)| builder.binary(BinaryOp::Add, offset, value))
            .collect();
        stages.push(Stage { program: builder.finish(&outputs), to });
        Family::of_stages(self.parameters.clone(), self.domain.clone(), stages)
    }
}

fn check_offset(offset: &Program, rank: usize, parameters: &Parameters) -> Result<(), FamilyError> {
    use crate::error::MapError;
    if offset.outputs().len() != rank {
        let (what, found) = ("the offsets of a family".to_string(), offset.outputs().len());
        return Err(MapError::Count { what, expected: rank, found }.into());
    }
    let (used, known) = (offset.coordinates(), parameters.len());
    if used > known {
        let domain = parameters.to_string();
        return Err(MapError::Coordinate { coordinate: used - 1, rank: known, domain }.into());
    }
    Ok(())
}

/// The set moved up; an axis that may move down is endless.
fn moved(
    set: &SymbolicSet,
    offset: &Program,
    parameters: &Parameters,
) -> Result<SymbolicSet, FamilyError> {
    let axes = set.axes().iter().zip(offset.outputs()).map(|(axis, &output)| {
        let by = offset.with_outputs(&[output]);
        match axis.extent() {
            Some(extent) if nonnegative(&by, parameters) => {
                SymbolicAxis::of(axis.name(), sum(extent, &by))
            }
            _ => SymbolicAxis::integers(axis.name()),
        }
    });
    SymbolicSet::new(axes.collect())
}

fn side_by_side<'a>(
    sets: impl Iterator<Item = &'a SymbolicSet>,
) -> Result<SymbolicSet, FamilyError> {
    SymbolicSet::new(sets.flat_map(|set| set.axes().iter().cloned()).collect())
}
