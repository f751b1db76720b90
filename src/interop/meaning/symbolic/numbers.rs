//! [`Numbers`]: what names and `?` of a text stand for.
//!
//! ```text
//! parameters (n : 1..=64, s : 0..=99), unknowns n, s
//! (?,4):(1,?{div=8})       (n,4):(1,s), and s is a multiple of 8 from now on
//! ```

use super::super::{Context, TranslateError};
use crate::expr::{Program, ProgramBuilder};
use crate::family::{Parameter, Parameters};
use crate::index_set::{Axis, IndexSet};

/// Parameters, and those that the next `?` are; see the source file's header.
pub(super) struct Numbers<'a> {
    parameters: Parameters,
    unknowns: std::slice::Iter<'a, String>,
}

impl<'a> Numbers<'a> {
    /// Of a text, every `?` of which has a name.
    ///
    /// # Errors
    /// Another number of names than of `?`.
    pub fn of(context: &'a Context, text: &str) -> Result<Self, TranslateError> {
        let (found, named) = (text.matches('?').count(), context.unknowns.len());
        if found != named {
            return Err(TranslateError::Unknowns { found, named });
        }
        let parameters = context.parameters.clone();
        Ok(Numbers { parameters, unknowns: context.unknowns.iter() })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The position of a parameter.
    ///
    /// # Errors
    /// A name that none has.
    pub fn position(&self, name: &str) -> Result<usize, TranslateError> {
        let unknown = || self.parameters.unknown(name).into();
        self.parameters.position(name).ok_or_else(unknown)
    }

    /// The parameter that the next `?` is.
    ///
    /// # Errors
    /// A name that no parameter has, or none.
    pub fn unknown(&mut self) -> Result<usize, TranslateError> {
        let none = TranslateError::Unknowns { found: 1, named: 0 };
        let name = self.unknowns.next().ok_or(none)?;
        self.position(name)
    }

    /// That the parameter at a position has this width in bits and this divisor.
    ///
    /// # Errors
    /// That it then has no value.
    pub fn narrow(
        &mut self,
        position: usize,
        bits: u32,
        divisor: i64,
    ) -> Result<(), TranslateError> {
        let Some(parameter) = self.parameters.iter().nth(position) else { return Ok(()) };
        let end = bits.checked_sub(1).and_then(|bits| 1i64.checked_shl(bits));
        let end = end.filter(|end| *end > 0).unwrap_or(i64::MAX);
        let (lo, hi) = (parameter.lo().max(-end), parameter.hi().min(end - 1));
        let narrower = Parameter::new(parameter.name(), lo, hi, divisor)?;
        self.parameters = self.parameters.merged(&Parameters::new(vec![narrower])?)?;
        Ok(())
    }

    /// An expression in the parameters.
    ///
    /// # Errors
    /// A text that makes no sense, with its place.
    pub fn expression(&self, text: &str) -> Result<Program, TranslateError> {
        let names = self.parameters.iter().map(|parameter| Axis::integers(parameter.name()));
        let names = IndexSet::new(names.collect())?;
        crate::text::parse_expression(text, &names).map_err(|error| located(text, error))
    }

    /// The extents of the context's tile, which `what` needs.
    ///
    /// # Errors
    /// That there are none; one that makes no sense.
    pub fn extents(
        &self,
        context: &Context,
        what: &'static str,
    ) -> Result<Vec<Program>, TranslateError> {
        match &context.extents {
            Some(extents) => extents.iter().map(|text| self.expression(text)).collect(),
            None => Ok(context.shape_for(what)?.iter().map(|&extent| constant(extent)).collect()),
        }
    }
}

/// What is wrong with a text at a byte of it.
pub(super) fn located(text: &str, error: crate::text::ParseError) -> TranslateError {
    let rest = text.get(error.offset..).unwrap_or_default();
    TranslateError::Text { quoted: super::super::error::quoted(rest), error: Box::new(error) }
}

/// A number as a program.
pub(super) fn constant(value: i64) -> Program {
    let mut builder = ProgramBuilder::default();
    let output = builder.constant(value);
    builder.finish(&[output])
}

/// The number that a program is, whatever the parameters are.
pub(super) fn constant_of(program: &Program) -> Option<i64> {
    match program.coordinates() {
        0 => program.eval(&[]).ok()?.first().copied(),
        _ => None,
    }
}

/// A coordinate as a program.
pub(super) fn coordinate(position: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let output = builder.coord(position);
    builder.finish(&[output])
}
