//! From tokens to [`syntax`](crate::syntax), by recursive descent.
//!
//! Recursion follows brackets, and [`lex`](crate::lex) has counted those. Maps in the text form,
//! index expressions and GF(2) bases are cut out by their brackets and read by
//! [`shorthand`](crate::shorthand).
//!
//! | file | reads |
//! |---|---|
//! | this one | a line, from `name =` down to products of atoms |
//! | `atom` | numbers, names, calls, tuples, swizzles |
//! | `map` | what is cut out by its brackets |

use tileir::text::NESTING_LIMIT;

use crate::error::{Fault, Reason};
use crate::lex::{Kind, Token, tokens};
use crate::limits::BYTES;
use crate::session::Names;
use crate::syntax::{Expr, ExprKind, Sign, Statement};

mod atom;
mod map;

/// What `line` says; `None` if it is blank or a comment.
///
/// # Errors
/// Where it says nothing.
pub fn parse(line: &str, names: &Names) -> Result<Option<Statement>, Fault> {
    if line.len() > BYTES {
        return Err(Fault::length(line.len()));
    }
    let tokens = tokens(line)?;
    let mut parser = Parser { line, tokens: &tokens, place: 0, names };
    if parser.here().kind == Kind::End {
        return Ok(None);
    }
    let name = parser.binding();
    let expr = parser.chain()?;
    match parser.here().kind {
        Kind::End => Ok(Some(Statement { name, expr })),
        _ => Err(parser.unexpected("the end")),
    }
}

struct Parser<'a> {
    line: &'a str,
    tokens: &'a [Token<'a>],
    place: usize,
    names: &'a Names,
}

type Parsed<T> = Result<T, Fault>;

impl<'a> Parser<'a> {
    /// The token here; the last one is [`Kind::End`] and is never passed.
    fn here(&self) -> &'a Token<'a> {
        &self.tokens[self.place.min(self.tokens.len() - 1)]
    }

    fn ahead(&self, tokens: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(self.place + tokens)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.here().is(text);
        self.place += usize::from(found);
        found
    }

    fn unexpected(&self, expected: &'static str) -> Fault {
        let token = self.here();
        let found = match token.kind {
            Kind::End => "the end".to_owned(),
            Kind::Number(text) | Kind::Word(text) | Kind::Punct(text) | Kind::Text(text) => {
                format!("'{}'", crate::render::shortened(text, 40))
            }
        };
        Fault::new(token.span.clone(), Reason::Unexpected { expected, found })
    }

    /// `name =`, if it stands here.
    fn binding(&mut self) -> Option<String> {
        let Kind::Word(name) = self.here().kind else { return None };
        if !self.ahead(1)?.is("=") {
            return None;
        }
        self.place += 2;
        Some(name.to_owned())
    }

    /// `operand o operand o …`.
    fn chain(&mut self) -> Parsed<Expr> {
        let mut last = self.operand()?;
        let start = last.span.start;
        let mut front = Vec::new();
        while self.accept("o") {
            front.push(std::mem::replace(&mut last, self.operand()?));
        }
        if front.is_empty() {
            return Ok(last);
        }
        Ok(self.expr(start, ExprKind::Chain(front, Box::new(last))))
    }

    /// `sum`, `shape:stride` or a range, at a point perhaps.
    fn operand(&mut self) -> Parsed<Expr> {
        let first = self.sum()?;
        let start = first.span.start;
        let mut operand = if self.accept(":") {
            let stride = self.sum()?;
            self.expr(start, ExprKind::Layout(Box::new(first), Box::new(stride)))
        } else if self.here().is(".") {
            self.range(first)?
        } else {
            first
        };
        let applied = |kind: &ExprKind| {
            use ExprKind::{Arithmetic, Integer, Name, Range, Whole};
            !matches!(kind, Integer(_) | Name(_) | Whole | Arithmetic(..) | Range(..))
        };
        while self.here().is("(") && applied(&operand.kind) {
            let arguments = self.arguments()?;
            if operand.depth() == NESTING_LIMIT {
                return Err(Fault::new(operand.span, Reason::Nesting));
            }
            operand = self.expr(start, ExprKind::Apply(Box::new(operand), arguments));
        }
        Ok(operand)
    }

    /// `first..=last`, or `first..=last by step`; the dots stand here.
    fn range(&mut self, first: Expr) -> Parsed<Expr> {
        let start = first.span.start;
        for symbol in [".", ".", "="] {
            if !self.accept(symbol) {
                return Err(self.unexpected("'..='"));
            }
        }
        let last = self.sum()?;
        let step = if self.accept("by") { Some(Box::new(self.sum()?)) } else { None };
        Ok(self.expr(start, ExprKind::Range(Box::new([first, last]), step)))
    }

    /// Terms, added and subtracted.
    fn sum(&mut self) -> Parsed<Expr> {
        self.arithmetic(&Sign::SUM, Self::term)
    }

    /// Atoms, multiplied and divided.
    fn term(&mut self) -> Parsed<Expr> {
        self.arithmetic(&Sign::PRODUCT, Self::atom)
    }

    fn arithmetic(
        &mut self,
        signs: &[(&str, Sign)],
        operand: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some(&(_, sign)) = signs.iter().find(|(symbol, _)| self.here().is(symbol)) {
            self.place += 1;
            rest.push((sign, operand(self)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let start = first.span.start;
        Ok(self.expr(start, ExprKind::Arithmetic(Box::new(first), rest)))
    }

    /// An expression from byte `start` to the last token read.
    fn expr(&self, start: usize, kind: ExprKind) -> Expr {
        let end = self.place.checked_sub(1).map_or(start, |last| self.tokens[last].span.end);
        Expr { span: start..end.max(start), kind }
    }

    /// The place of the partner of the bracket `ahead` tokens from here.
    fn partner(&self, ahead: usize) -> Parsed<usize> {
        let bracket = &self.tokens[self.place + ahead];
        bracket.partner.ok_or_else(|| {
            let text = &self.line[bracket.span.clone()];
            Fault::new(bracket.span.clone(), Reason::Unclosed { bracket: text.to_owned() })
        })
    }

    /// The token behind the partner of the bracket here.
    fn behind_partner(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.here().partner? + 1)
    }
}
