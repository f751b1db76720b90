//! Compilation: a map flattened to straight-line arithmetic, for evaluation at many points.
//!
//! [`LayoutMap::eval`] defines what a map means and walks its DAG. [`LayoutMap::compile`] walks it
//! once and keeps one of two forms, the first that fits:
//!
//! | form | for | a point costs |
//! |---|---|---|
//! | axes | shape:stride and bit-linear maps, swizzled ones too | a multiplication or a look-up an axis |
//! | code | every map that has a [program](LayoutMap::program) | a step an operation |
//!
//! **The law.** [`Compiled::eval_into`] gives what `eval` gives, errors too. Where the map is proved
//! total nothing is checked on the way, and where it is proved in bounds the value is not checked;
//! everything else is checked, and what fails is asked again of `eval`, which says why. Evaluation
//! allocates nothing.
//!
//! ```
//! use tileir::{LayoutMap, proof::Budget};
//! let map: LayoutMap = "mixed_radix<(4,(2,8)):(1,(32,4))>".parse()?;
//! let compiled = map.compile(&Budget::default())?;
//! let mut value = [0];
//! compiled.eval_into(&[3, 5], &mut value)?;
//! assert_eq!(value, [3 + 32 + 8]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod axes;
mod code;
mod divide;
mod step;
mod terms;

use thiserror::Error;

use super::{LayoutMap, PROGRAM_LIMIT};
use crate::error::EvalError;
use crate::proof::{Budget, defined};
use axes::Axes;
use code::Code;

/// Why a map cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// No program of at most [`PROGRAM_LIMIT`] operations computes the map.
    #[error("the map has no program of at most {PROGRAM_LIMIT} operations")]
    NoProgram,
}

/// A map ready to be evaluated; see the source file's header.
#[derive(Clone, Debug)]
pub struct Compiled {
    map: LayoutMap,
    form: Form,
    /// Whether a point of the box around the domain lies in it, and its value in the codomain.
    surely_inside: bool,
}

#[derive(Clone, Debug)]
enum Form {
    Axes(Axes),
    Code(Code),
}

impl LayoutMap {
    /// The map, flattened for evaluation at many points.
    ///
    /// # Errors
    /// [`CompileError::NoProgram`] for maps that are no arithmetic, or too much of it.
    pub fn compile(&self, budget: &Budget) -> Result<Compiled, CompileError> {
        let facts = defined(self, budget);
        let (total, in_bounds) = (facts.total.is_proved(), facts.bounds.is_proved());
        let normal = if total { self.normalize(budget) } else { self.clone() };
        let form = if total && let Some(axes) = Axes::of(&normal, in_bounds) {
            Form::Axes(axes)
        } else {
            let checked = normal.program().ok_or(CompileError::NoProgram)?;
            let extents = self.domain().hull_extents().ok_or(CompileError::NoProgram)?;
            Form::Code(Code::of(&checked, &extents, total))
        };
        let surely_inside = in_bounds && self.domain().is_box();
        Ok(Compiled { map: self.clone(), form, surely_inside })
    }
}

impl Compiled {
    /// The map that was compiled.
    pub fn map(&self) -> &LayoutMap {
        &self.map
    }

    /// Writes the value at `point` to `value`, a number a codomain axis.
    ///
    /// # Errors
    /// As [`LayoutMap::eval`]; [`EvalError::Rank`] where `value` has the wrong length.
    #[inline]
    pub fn eval_into(&self, point: &[i64], value: &mut [i64]) -> Result<(), EvalError> {
        let computed = match &self.form {
            Form::Axes(form) => form.eval(point, value),
            Form::Code(form) => form.eval(point, value),
        };
        if computed && (self.surely_inside || self.inside(point, value)) {
            return Ok(());
        }
        self.asked_again(point, value)
    }

    /// Writes the values at `points`, one behind the other, to `values`: the same as
    /// [`eval_into`](Compiled::eval_into) at each of them, in less time.
    ///
    /// # Errors
    /// That of the first point that has one; [`EvalError::Rank`] where there are not as many
    /// values as points.
    pub fn eval_all_into(&self, points: &[i64], values: &mut [i64]) -> Result<(), EvalError> {
        let (rank, outputs) = (self.map.domain().rank(), self.map.codomain().rank());
        if rank == 0 {
            return self.eval_into(points, values);
        }
        let (count, rest) = (points.len() / rank, points.len() % rank);
        if rest != 0 {
            return Err(EvalError::Rank { expected: rank, found: rest });
        }
        if values.len() != count * outputs {
            return Err(EvalError::Rank { expected: count * outputs, found: values.len() });
        }
        let done = match &self.form {
            _ if !self.surely_inside => 0,
            Form::Axes(form) => form.eval_all(points, values),
            Form::Code(form) => form.eval_all(points, values),
        };
        for (number, point) in points.chunks_exact(rank).enumerate().skip(done) {
            self.eval_into(point, &mut values[number * outputs..][..outputs])?;
        }
        Ok(())
    }

    fn inside(&self, point: &[i64], value: &[i64]) -> bool {
        self.map.domain().contains(point) && self.map.codomain().contains(value)
    }

    /// The definition's answer, for what the compiled form does not decide.
    #[cold]
    fn asked_again(&self, point: &[i64], value: &mut [i64]) -> Result<(), EvalError> {
        let rank = self.map.codomain().rank();
        if value.len() != rank {
            return Err(EvalError::Rank { expected: rank, found: value.len() });
        }
        value.copy_from_slice(&self.map.eval(point)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
