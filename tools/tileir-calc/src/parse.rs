//! From tokens to [`syntax`](crate::syntax), by recursive descent.
//!
//! Recursion follows brackets, and [`lex`](crate::lex) has counted those. Maps in the text form,
//! index expressions and GF(2) bases are cut out by their brackets and read by
//! [`shorthand`](crate::shorthand).

use tileir::text::{NESTING_LIMIT, ParseError};

use crate::error::{Fault, Reason};
use crate::lex::{Kind, Token, tokens};
use crate::limits::BYTES;
use crate::session::Names;
use crate::shorthand::Desk;
use crate::syntax::{Expr, ExprKind, Join, Sign, Statement};

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

/// The integer written as `digits`.
fn integer(digits: &str, negative: bool) -> Option<i64> {
    if negative { format!("-{digits}").parse().ok() } else { digits.parse().ok() }
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
            Kind::Number(text) | Kind::Word(text) | Kind::Punct(text) => {
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

    fn atom(&mut self) -> Parsed<Expr> {
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
            Kind::Word("_") => {
                self.place += 1;
                ExprKind::Whole
            }
            Kind::Word("Sw") if next("<") => self.swizzle()?,
            Kind::Word("family") if next("<") => self.family()?,
            Kind::Word(_) if next("<") => self.node()?,
            Kind::Word(name) if next("(") => self.call(name)?,
            Kind::Word(name) if name != "o" && !name.starts_with('#') => {
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

    /// An expression from byte `start` to the last token read.
    fn expr(&self, start: usize, kind: ExprKind) -> Expr {
        let end = self.place.checked_sub(1).map_or(start, |last| self.tokens[last].span.end);
        Expr { span: start..end.max(start), kind }
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

    /// `Sw<bits,base,shift>`.
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
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
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

    /// A node of the text form, whose name and `<` stand here. Where it is none, its operands may
    /// be maps as one writes them here.
    fn node(&mut self) -> Parsed<ExprKind> {
        let close = self.partner(1)?;
        let start = self.place;
        let fault = match self.desk(close + 1, |desk| desk.node()) {
            Ok(kind) => return Ok(kind),
            Err(fault) => fault,
        };
        let join = match self.tokens[start].kind {
            Kind::Word("compose") => Join::Compose,
            Kind::Word("product") => Join::Product,
            Kind::Word("corr") => Join::Corr,
            _ => return Err(fault),
        };
        self.place = start + 2;
        let further = |other: Fault| {
            if other.span.start > fault.span.start { other } else { fault.clone() }
        };
        let mut operands = Vec::new();
        while self.place < close {
            operands.push(self.chain().map_err(further)?);
            if !self.accept(",") && self.place != close {
                return Err(further(self.unexpected("',' or '>'")));
            }
        }
        if self.place != close {
            return Err(fault);
        }
        self.place += 1;
        Ok(ExprKind::Node(join, operands))
    }

    /// A family, whose name and `<` stand here.
    fn family(&mut self) -> Parsed<ExprKind> {
        let close = self.partner(1)?;
        let start = self.here().span.start;
        let text = &self.line[start..self.tokens[close].span.end];
        let family = text.parse().map_err(|error: ParseError| {
            let at = start + error.offset;
            let token = self.tokens.iter().find(|token| token.span.start == at);
            Fault::new(token.map_or(at..at, |token| token.span.clone()), error.reason)
        })?;
        self.place = close + 1;
        Ok(ExprKind::Family(Box::new(family)))
    }

    /// `(i : 8) -> [let name = e, … in] (…) [to (…)]`.
    fn index_expression(&mut self) -> Parsed<ExprKind> {
        let start = self.place;
        self.group()?;
        self.place += 1;
        if self.accept("let") {
            while !self.accept("in") {
                if self.here().kind == Kind::End {
                    return Err(self.unexpected("'in'"));
                }
                self.place += 1;
            }
        }
        self.group()?;
        if self.accept("to") {
            self.group()?;
        }
        let end = std::mem::replace(&mut self.place, start);
        self.desk(end, |desk| desk.index_expression())
    }

    /// `{axis = [basis, …], …} -> set`.
    fn bases(&mut self) -> Parsed<ExprKind> {
        let start = self.place;
        let close = self.partner(0)?;
        self.place = close + 1;
        if !self.accept("->") {
            return Err(self.unexpected("'->' and the codomain"));
        }
        self.group()?;
        let end = std::mem::replace(&mut self.place, start);
        self.desk(end, |desk| desk.bases(close - start))
    }

    /// Moves past a group in parentheses, which must stand here.
    fn group(&mut self) -> Parsed<()> {
        if !self.here().is("(") {
            return Err(self.unexpected("'('"));
        }
        self.place = self.partner(0)? + 1;
        Ok(())
    }

    /// Reads the tokens from here to before `end` as a map.
    fn desk(
        &mut self,
        end: usize,
        read: impl FnOnce(Desk<'_>) -> Result<tileir::LayoutMap, Fault>,
    ) -> Parsed<ExprKind> {
        let end = end.min(self.tokens.len() - 1);
        let tokens = &self.tokens[self.place..end];
        let map = read(Desk { line: self.line, tokens, names: self.names })?;
        self.place = end;
        Ok(ExprKind::Map(map))
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
