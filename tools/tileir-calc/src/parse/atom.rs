//! What stands between operators.
//!
//! ```text
//! 42  -7  n  _  "text"  (4,(2,8))  <4:1; 8:2>  Sw<3,4,3>  size(a)  bind(F, n = 16)
//! ```

use super::{Parsed, Parser};
use crate::error::{Fault, Reason};
use crate::lex::{Kind, Token};
use crate::syntax::{Expr, ExprKind, Sign};

/// The integer written as `digits`.
fn integer(digits: &str, negative: bool) -> Option<i64> {
    if negative { format!("-{digits}").parse().ok() } else { digits.parse().ok() }
}

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        let token = self.here();
        let start = token.span.start;
        let next = |text| self.ahead(1).is_some_and(|next| next.is(text));
        let kind = match token.kind {
            Kind::Punct("-")
                if !matches!(self.ahead(1), Some(Token { kind: Kind::Number(_), .. })) =>
            {
                self.negated()?
            }
            Kind::Number(_) | Kind::Punct("-") => ExprKind::Integer(self.integer()?),
            Kind::Punct("(") if self.behind_partner().is_some_and(|token| token.is("->")) => {
                self.index_expression()?
            }
            Kind::Punct("(") => self.tuple(")", ",")?,
            Kind::Punct("<") => self.tuple(">", ";")?,
            Kind::Punct("{") => self.bases()?,
            Kind::Text(text) => {
                self.place += 1;
                ExprKind::Text(text.to_owned())
            }
            Kind::Word("_") => {
                self.place += 1;
                ExprKind::Whole
            }
            Kind::Word("Sw" | "S") if next("<") => self.swizzle()?,
            Kind::Word("family") if next("<") => self.family()?,
            Kind::Word(_) if next("<") => self.node()?,
            Kind::Word(name) if next("(") => self.call(name)?,
            Kind::Word(name) if !name.starts_with('#') => {
                self.place += 1;
                ExprKind::Name(name.to_owned())
            }
            _ => return Err(self.unexpected("a value")),
        };
        Ok(self.expr(start, kind))
    }

    /// `-` before a name or a bracket.
    fn negated(&mut self) -> Parsed<ExprKind> {
        let start = self.here().span.start;
        self.place += 1;
        if self.here().is("-") {
            return Err(self.unexpected("an integer"));
        }
        let zero = Box::new(self.expr(start, ExprKind::Integer(0)));
        Ok(ExprKind::Arithmetic(zero, vec![(Sign::Minus, self.atom()?)]))
    }

    fn integer(&mut self) -> Parsed<i64> {
        let start = self.here().span.start;
        let negative = self.accept("-");
        let token = self.here();
        let Kind::Number(digits) = token.kind else { return Err(self.unexpected("an integer")) };
        self.place += 1;
        integer(digits, negative).ok_or_else(|| {
            let sign = if negative { "-" } else { "" };
            let digits = format!("{sign}{}", crate::render::shortened(digits, 40));
            Fault::new(start..token.span.end, Reason::Number { digits })
        })
    }

    /// `(a, b)`, or `<a; b>`, whose bracket stands here. Around a chain alone it groups.
    fn tuple(&mut self, close: &'static str, separator: &'static str) -> Parsed<ExprKind> {
        self.place += 1;
        let mut items = Vec::new();
        let mut commas = 0;
        while !self.accept(close) {
            items.push(self.chain()?);
            if self.accept(separator) {
                commas += 1;
            } else if !self.here().is(close) {
                let expected = if close == ")" { "',' or ')'" } else { "';' or '>'" };
                return Err(self.unexpected(expected));
            }
        }
        if commas == 0
            && let [Expr { kind: ExprKind::Chain(..), .. }] = items.as_slice()
            && let Some(chain) = items.pop()
        {
            return Ok(chain.kind);
        }
        Ok(ExprKind::Tuple(items))
    }

    /// `Sw<bits,base,shift>`, or `S<…>` as the DSL prints it.
    fn swizzle(&mut self) -> Parsed<ExprKind> {
        self.place += 2;
        let bits = self.integer()?;
        let mut rest = [0; 2];
        for number in &mut rest {
            if !self.accept(",") {
                return Err(self.unexpected("','"));
            }
            *number = self.integer()?;
        }
        if !self.accept(">") {
            return Err(self.unexpected("'>'"));
        }
        Ok(ExprKind::Swizzle(bits, rest[0], rest[1]))
    }

    /// `operation(argument, …)`.
    fn call(&mut self, name: &str) -> Parsed<ExprKind> {
        self.place += 1;
        Ok(ExprKind::Call(name.to_owned(), self.arguments()?))
    }

    /// `(argument, …)`, whose bracket stands here.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.place += 1;
        let mut arguments = Vec::new();
        while !self.accept(")") {
            let start = self.here().span.start;
            let argument = match self.binding() {
                Some(name) => {
                    let value = Box::new(self.chain()?);
                    self.expr(start, ExprKind::Named(name, value))
                }
                None => self.chain()?,
            };
            arguments.push(argument);
            if !self.accept(",") && !self.here().is(")") {
                return Err(self.unexpected("',' or ')'"));
            }
        }
        Ok(arguments)
    }
}
