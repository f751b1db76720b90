//! Reading families.
//!
//! ```text
//! family     := 'family' '<' parameters set stage {stage} '>'
//! parameters := '(' name ':' integer '..=' integer ['by' integer], … ')'
//! set        := '(' name [':' e], … ')'                    e over the parameters
//! stage      := '->' [lets] '(' e, … ')' ['to' set]        e over parameters and set before
//! ```
//!
//! Without `to` the values are any integers. A stage after another starts from the set before
//! it.

use std::str::FromStr;

use super::lexer::{Lexer, Parsed, Token};
use super::{ParseError, ParseErrorReason, parse_expr};
use crate::family::{Family, FamilyError, Parameter, Parameters, Stage, SymbolicAxis, SymbolicSet};
use crate::index_set::{Axis, IndexSet};

impl FromStr for Family {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lexer = Lexer::new(text);
        let start = lexer.offset();
        lexer.expect("family")?;
        lexer.expect("<")?;
        let parameters = parameters(&mut lexer)?;
        let names: Vec<Axis> = parameters.iter().map(|p| Axis::integers(p.name())).collect();
        let domain = set(&mut lexer, &parameters, &names)?;
        let mut stages: Vec<Stage> = Vec::new();
        while stages.is_empty() || lexer.peek() == Token::Punct("->") {
            let from = stages.last().map_or(&domain, |stage| &stage.to);
            let next = stage(&mut lexer, &parameters, &names, from)?;
            stages.push(next);
        }
        lexer.expect(">")?;
        match lexer.peek() {
            Token::End => {}
            _ => return Err(lexer.unexpected("the end")),
        }
        Family::of_stages(parameters, domain, stages).map_err(located(start))
    }
}

impl FromStr for Parameters {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lexer = Lexer::new(text);
        let parameters = parameters(&mut lexer)?;
        match lexer.peek() {
            Token::End => Ok(parameters),
            _ => Err(lexer.unexpected("the end")),
        }
    }
}

fn located(offset: usize) -> impl Fn(FamilyError) -> ParseError {
    move |error| match error {
        FamilyError::Map(error) => ParseError::new(offset, error),
        error => ParseError::new(offset, error),
    }
}

fn parameters(lexer: &mut Lexer<'_>) -> Parsed<Parameters> {
    let start = lexer.offset();
    let all = lexer.list("(", ")", |lexer| {
        let offset = lexer.offset();
        let name = lexer.name()?;
        lexer.expect(":")?;
        let lo = lexer.integer()?;
        for punctuation in [".", ".", "="] {
            if !lexer.accept(punctuation) {
                return Err(lexer.unexpected("'..='"));
            }
        }
        let hi = lexer.integer()?;
        let multiple_of = if lexer.accept("by") { lexer.integer()? } else { 1 };
        Parameter::new(name, lo, hi, multiple_of).map_err(located(offset))
    })?;
    Parameters::new(all).map_err(located(start))
}

/// `(name : e, …)`, the expressions over `parameters`.
fn set(lexer: &mut Lexer<'_>, parameters: &Parameters, named: &[Axis]) -> Parsed<SymbolicSet> {
    let start = lexer.offset();
    let scope = names(named, &[], start)?;
    let axes = lexer.list("(", ")", |lexer| {
        let offset = lexer.offset();
        let name = lexer.name()?;
        parameters.check_axis(name).map_err(located(offset))?;
        if !lexer.accept(":") {
            return Ok(SymbolicAxis::integers(name));
        }
        Ok(SymbolicAxis::of(name, parse_expr::expression(lexer, &scope)?))
    })?;
    SymbolicSet::new(axes).map_err(located(start))
}

fn stage(
    lexer: &mut Lexer<'_>,
    parameters: &Parameters,
    named: &[Axis],
    from: &SymbolicSet,
) -> Parsed<Stage> {
    let start = lexer.offset();
    lexer.expect("->")?;
    let scope = names(named, from.axes(), start)?;
    let program = parse_expr::program(lexer, &scope)?;
    let to = match lexer.accept("to") {
        true => set(lexer, parameters, named)?,
        false => SymbolicSet::integers(program.outputs().len()),
    };
    let stage = Stage { program, to };
    stage.check(from, parameters).map_err(located(start))?;
    Ok(stage)
}

/// A set with the names that an expression may use.
fn names(parameters: &[Axis], axes: &[SymbolicAxis], offset: usize) -> Parsed<IndexSet> {
    let axes = axes.iter().map(|axis| Axis::integers(axis.name()));
    let all = parameters.iter().cloned().chain(axes).collect();
    IndexSet::new(all).map_err(|error| ParseError::new(offset, ParseErrorReason::Map(error)))
}
