//! Reading integer expressions, by precedence climbing.

use std::collections::HashMap;

use super::lexer::{Lexer, Parsed, Token};
use super::{ParseError, ParseErrorReason};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::index_set::IndexSet;

/// `[let name = e, … in] (e, …)` over the axes of `domain`.
pub(super) fn program(lexer: &mut Lexer<'_>, domain: &IndexSet) -> Parsed<Program> {
    let mut scope = Scope::after_lets(lexer, domain)?;
    let outputs = lexer.list("(", ")", |lexer| scope.expression(lexer, 0))?;
    Ok(scope.builder.finish(&outputs))
}

/// `[let name = e, … in] e, …` over the axes of `domain`, at least one.
pub(super) fn expressions(lexer: &mut Lexer<'_>, domain: &IndexSet) -> Parsed<Program> {
    let mut scope = Scope::after_lets(lexer, domain)?;
    let mut outputs = vec![scope.expression(lexer, 0)?];
    while lexer.accept(",") {
        outputs.push(scope.expression(lexer, 0)?);
    }
    Ok(scope.builder.finish(&outputs))
}

/// `[let name = e, … in] e` over the axes of `domain`.
pub(super) fn expression(lexer: &mut Lexer<'_>, domain: &IndexSet) -> Parsed<Program> {
    let mut scope = Scope::after_lets(lexer, domain)?;
    let output = scope.expression(lexer, 0)?;
    Ok(scope.builder.finish(&[output]))
}

struct Scope<'a> {
    domain: &'a IndexSet,
    lets: HashMap<String, u32>,
    builder: ProgramBuilder,
}

impl<'a> Scope<'a> {
    /// A scope with the names of `let name = e, … in`, if that stands here.
    fn after_lets(lexer: &mut Lexer<'_>, domain: &'a IndexSet) -> Parsed<Self> {
        let mut scope = Scope { domain, lets: HashMap::new(), builder: ProgramBuilder::default() };
        if !lexer.accept("let") {
            return Ok(scope);
        }
        loop {
            let offset = lexer.offset();
            let name = lexer.name()?.to_string();
            if scope.lets.contains_key(&name) || domain.position(&name).is_some() {
                return Err(ParseError::new(offset, ParseErrorReason::NamedTwice { name }));
            }
            lexer.expect("=")?;
            let place = scope.expression(lexer, 0)?;
            scope.lets.insert(name, place);
            if !lexer.accept(",") {
                lexer.expect("in")?;
                return Ok(scope);
            }
        }
    }

    /// Operands joined by operations that bind tighter than `above`.
    fn expression(&mut self, lexer: &mut Lexer<'_>, above: u8) -> Parsed<u32> {
        let mut lhs = self.operand(lexer)?;
        while let Some((op, turned)) =
            operation(lexer.peek()).filter(|(op, _)| op.precedence() > above)
        {
            lexer.advance();
            let rhs = lexer.nested(|lexer| self.expression(lexer, op.precedence()))?;
            let (left, right) = if turned { (rhs, lhs) } else { (lhs, rhs) };
            lhs = self.builder.binary(op, left, right);
        }
        Ok(lhs)
    }

    fn operand(&mut self, lexer: &mut Lexer<'_>) -> Parsed<u32> {
        let offset = lexer.offset();
        match lexer.peek() {
            Token::Number(_) => Ok(self.builder.constant(lexer.integer()?)),
            Token::Punct("-") => self.negative(lexer),
            Token::Punct("(") => {
                lexer.advance();
                let inner = lexer.nested(|lexer| self.expression(lexer, 0))?;
                lexer.expect(")")?;
                Ok(inner)
            }
            Token::Word(name) => {
                lexer.advance();
                if let Some(&place) = self.lets.get(name) {
                    return Ok(place);
                }
                match self.domain.position(name) {
                    Some(axis) => Ok(self.builder.coord(axis)),
                    None => Err(ParseError::new(
                        offset,
                        ParseErrorReason::UnknownName { kind: "axis", name: name.to_string() },
                    )),
                }
            }
            _ => Err(lexer.unexpected("an expression")),
        }
    }

    /// A negative number, or `0 - operand`.
    fn negative(&mut self, lexer: &mut Lexer<'_>) -> Parsed<u32> {
        if lexer.minus_before_number() {
            return Ok(self.builder.constant(lexer.integer()?));
        }
        lexer.expect("-")?;
        let operand = lexer.nested(|lexer| self.operand(lexer))?;
        let zero = self.builder.constant(0);
        Ok(self.builder.binary(BinaryOp::Sub, zero, operand))
    }
}

/// The operation written here, and whether its operands stand the other way round.
fn operation(token: Token<'_>) -> Option<(BinaryOp, bool)> {
    let (Token::Word(text) | Token::Punct(text)) = token else { return None };
    match text {
        "gt" => Some((BinaryOp::Lt, true)),
        "ge" => Some((BinaryOp::Le, true)),
        _ => BinaryOp::ALL.into_iter().find(|op| op.symbol() == text).map(|op| (op, false)),
    }
}
