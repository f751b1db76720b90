//! From tokens to [`syntax`](crate::syntax), by recursive descent.
//!
//! Recursion follows brackets, and [`lex`](crate::lex) has counted those. Maps in the text form,
//! index expressions and GF(2) bases are cut out by their brackets and read by
//! [`shorthand`](crate::shorthand).

use crate::error::{Fault, Reason};
use crate::lex::{Kind, Token, tokens};
use crate::limits::BYTES;
use crate::session::Names;
use crate::shorthand::Desk;
use crate::syntax::{Expr, ExprKind, Statement};

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

    /// `atom` or `shape:stride`.
    fn operand(&mut self) -> Parsed<Expr> {
        let shape = self.atom()?;
        if !self.accept(":") {
            return Ok(shape);
        }
        let stride = self.atom()?;
        Ok(self.expr(shape.span.start, ExprKind::Layout(Box::new(shape), Box::new(stride))))
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let token = self.here();
        let start = token.span.start;
        let next = |text| self.ahead(1).is_some_and(|next| next.is(text));
        let kind = match token.kind {
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
        self.place += 2;
        let mut arguments = Vec::new();
        while !self.accept(")") {
            arguments.push(self.chain()?);
            if !self.accept(",") && !self.here().is(")") {
                return Err(self.unexpected("',' or ')'"));
            }
        }
        Ok(ExprKind::Call(name.to_owned(), arguments))
    }

    /// A node of the text form, whose name and `<` stand here.
    fn node(&mut self) -> Parsed<ExprKind> {
        let close = self.partner(1)?;
        self.desk(close + 1, |desk| desk.node())
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
