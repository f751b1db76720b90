//! [`Cursor`]: a place in a text, and what may stand there.

use super::{ScriptError, ScriptFault};
use crate::scan::Scan;

/// Parentheses inside each other, at most: more than any layout has, and no load on the stack.
const DEPTH: usize = 128;

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    scan: Scan<'a>,
    depth: usize,
}

/// What was read, or where it cannot be.
pub type Read<T> = Result<T, ScriptError>;

impl<'a> Cursor<'a> {
    /// At the start of a text.
    pub fn new(text: &'a str) -> Self {
        Cursor { scan: Scan::new(text), depth: 0 }
    }

    /// What is left, after white space.
    pub fn rest(&mut self) -> &'a str {
        self.scan.rest()
    }

    /// Past this word or sign, if it is next.
    pub fn eat(&mut self, word: &str) -> bool {
        self.scan.eat(word)
    }

    /// Past this word or sign, which must be next.
    pub fn expect(&mut self, word: &'static str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { Err(self.fault(ScriptFault::Expected(word))) }
    }

    /// Past a name with dots in it, if one is next.
    pub fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let inside = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        let name = rest.get(..end).filter(|_| begins)?;
        self.scan.pass(name);
        Some(name)
    }

    /// Past an integer, which must be next.
    pub fn integer(&mut self) -> Read<i64> {
        let value = self.scan.integer(&['-']);
        let value = value.ok_or_else(|| self.fault(ScriptFault::Expected("an integer")))?;
        value.map_err(|_| self.fault(ScriptFault::Number))
    }

    /// Past items between an opening that is passed already and one of the closings; a comma
    /// behind the last one is passed too.
    pub fn list<T>(
        &mut self,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    /// Past a list in parentheses or brackets.
    pub fn group<T>(&mut self, item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if self.eat("[") {
            return self.list("]", item);
        }
        self.expect("(")?;
        self.list(")", item)
    }

    /// One level deeper.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.fault(ScriptFault::Depth { limit: DEPTH }));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// The end of the text, which must be here.
    pub fn finish(&mut self) -> Read<()> {
        match self.rest().is_empty() {
            true => Ok(()),
            false => Err(self.fault(ScriptFault::Expected("the end"))),
        }
    }

    /// The byte at which it is.
    pub fn offset(&self) -> usize {
        self.scan.offset()
    }

    /// What is wrong at this place.
    pub fn fault(&self, fault: ScriptFault) -> ScriptError {
        self.fault_at(self.offset(), fault)
    }

    /// What is wrong at another place.
    pub fn fault_at(&self, offset: usize, fault: ScriptFault) -> ScriptError {
        ScriptError::new(self.scan.text(), offset, fault)
    }
}
