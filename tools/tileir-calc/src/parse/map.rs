//! Maps and families, which are cut out by their brackets and read as a whole.
//!
//! ```text
//! compose<a, b>   family<(n : 1..=8) (i : n) -> (i)>   (i : 8) -> (i * 2) to (16)   {x = [1]} -> (y : 2)
//! ```

use tileir::text::ParseError;

use super::{Parsed, Parser};
use crate::error::Fault;
use crate::lex::Kind;
use crate::shorthand::Desk;
use crate::syntax::{ExprKind, Join};

impl Parser<'_> {
    /// A node of the text form, whose name and `<` stand here. Where it is none, its operands may
    /// be maps as one writes them here.
    pub(super) fn node(&mut self) -> Parsed<ExprKind> {
        let close = self.partner(1)?;
        let start = self.place;
        let fault = match self.desk(close + 1, |desk| desk.node()) {
            Ok(kind) => return Ok(kind),
            Err(fault) => fault,
        };
        let mut join = match self.tokens[start].kind {
            Kind::Word("compose") => Join::Compose,
            Kind::Word("product") => Join::Product,
            Kind::Word("corr") => Join::Corr { replicas: Vec::new() },
            _ => return Err(fault),
        };
        self.place = start + 2;
        let further = |other: Fault| {
            if other.span.start > fault.span.start { other } else { fault.clone() }
        };
        let mut operands = Vec::new();
        while self.place < close {
            match &mut join {
                Join::Corr { replicas } if self.here().is("replicas") => {
                    *replicas = self.replicas().map_err(further)?;
                }
                _ => operands.push(self.chain().map_err(further)?),
            }
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

    /// `replicas = ["lane", "copy"]`.
    fn replicas(&mut self) -> Parsed<Vec<String>> {
        let mut names = Vec::new();
        for expected in ["replicas", "=", "["] {
            if !self.accept(expected) {
                return Err(self.unexpected("'replicas = [\"copy\"]'"));
            }
        }
        while !self.accept("]") {
            let Kind::Text(name) = self.here().kind else {
                return Err(self.unexpected("the name of an axis, in quotes"));
            };
            names.push(name.to_owned());
            self.place += 1;
            if !self.accept(",") && !self.here().is("]") {
                return Err(self.unexpected("',' or ']'"));
            }
        }
        Ok(names)
    }

    /// A family, whose name and `<` stand here.
    pub(super) fn family(&mut self) -> Parsed<ExprKind> {
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
    pub(super) fn index_expression(&mut self) -> Parsed<ExprKind> {
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
    pub(super) fn bases(&mut self) -> Parsed<ExprKind> {
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
}
