//! CuTe's notation: `(4,(2,8)):(1,(32,4))`.
//!
//! ```text
//! layout   := tree ':' tree                         8:1   ((2,2),4):((1,8),2)
//! tree     := integer | '(' [tree {',' tree}] ')'
//! swizzle  := 'Sw<' B ',' M ',' S '>'
//! composed := [swizzle 'o' [integer 'o']] layout    Sw<3,4,3> o 0 o (8,8):(8,1)
//! tiler    := '_' | integer | layout | '(' tilers ')' | '<' tilers '>'   (4, 8:1)   <4:1; 8:2>
//! coord    := '_' | integer | '(' [coord {',' coord}] ')'
//! ```
//!
//! Space is free. CuTe's `_` before a static integer (`_8`) is read and dropped. What does not
//! fit is refused with the byte at which it stops making sense.
//!
//! **The law.** What is printed is read back equal.
//!
//! ```
//! use tileir::cute::Layout;
//! let layout: Layout = " (4, (2,8)) : (1, (32,4)) ".parse()?;
//! assert_eq!(layout.to_string(), "(4,(2,8)):(1,(32,4))");
//! let error = "(4,2):(1,)".parse::<Layout>().unwrap_err();
//! assert_eq!(error.to_string(), "at offset 9: expected an integer or '(', found ')'");
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::error::CuteError;
use super::int::Int;
use super::layout::{Layout, Leaf};
use super::profile::{DEPTH_LIMIT, Token};
use crate::map::IntTree;

/// Reads text from left to right.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    depth: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Cursor { text, offset: 0, depth: 0 }
    }

    /// What is left, after spaces.
    fn rest(&mut self) -> &'a str {
        let rest = self.text.get(self.offset..).unwrap_or("");
        let trimmed = rest.trim_start();
        self.offset += rest.len() - trimmed.len();
        trimmed
    }

    /// The next character, without reading it.
    pub(super) fn peek(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Whether a digit or a sign is next.
    pub(super) fn at_integer(&mut self) -> bool {
        let rest = self.rest();
        let digits = rest.strip_prefix(['_', '-', '+']).unwrap_or(rest);
        digits.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Reads `word` if it is next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.offset += word.len();
        }
        found
    }

    /// Reads `word`, or says that it is missing.
    pub(super) fn expect(
        &mut self,
        word: &'static str,
        expected: &'static str,
    ) -> Result<(), CuteError> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads an integer; the static `_8` and `_-8` too.
    pub(super) fn integer(&mut self) -> Result<i64, CuteError> {
        if !self.at_integer() {
            return Err(self.unexpected("an integer"));
        }
        self.eat("_");
        let rest = self.rest();
        let sign = rest.len() - rest.strip_prefix(['-', '+']).unwrap_or(rest).len();
        let digits = rest.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
        let word = rest.get(..sign + digits).unwrap_or("");
        let value = word.parse().map_err(|_| self.unexpected("an integer of 64 bits"))?;
        self.offset += word.len();
        Ok(value)
    }

    /// Goes one level deeper, if that is allowed; the parenthesis is read.
    pub(super) fn enter(&mut self) -> Result<(), CuteError> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            let offset = self.offset - 1;
            return Err(CuteError::DeepNotation { offset, limit: DEPTH_LIMIT });
        }
        Ok(())
    }

    /// Comes back up.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Refuses what is left over.
    pub(super) fn finish(&mut self) -> Result<(), CuteError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    pub(super) fn unexpected(&mut self, expected: &'static str) -> CuteError {
        let found = match self.peek() {
            Some(found) => format!("'{found}'"),
            None => "the end".to_owned(),
        };
        CuteError::Notation { offset: self.offset, expected, found }
    }

    /// Whether the tree that is next has a colon behind it.
    pub(super) fn colon_follows(&mut self) -> bool {
        let mut depth = 0usize;
        for c in self.rest().chars() {
            match c {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ':' if depth == 0 => return true,
                ',' | ';' | ')' | '>' | 'o' if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Reads a nested tuple of integers.
    pub(super) fn tree(&mut self) -> Result<IntTree, CuteError> {
        if self.at_integer() {
            return Ok(IntTree::Leaf(self.integer()?));
        }
        self.expect("(", "an integer or '('")?;
        self.enter()?;
        let mut modes = Vec::new();
        if !self.eat(")") {
            modes.push(self.tree()?);
            while !self.eat(")") {
                self.expect(",", "',' or ')'")?;
                modes.push(self.tree()?);
            }
        }
        self.leave();
        Ok(IntTree::Tuple(modes))
    }

    /// Reads a layout.
    pub(super) fn layout(&mut self) -> Result<Layout, CuteError> {
        let shape = self.tree()?;
        self.expect(":", "':' and a stride")?;
        let stride = self.tree()?;
        Layout::new(&shape, &stride)
    }
}

/// Reads a nested tuple of integers, such as a shape: `(4,(2,8))`.
///
/// # Errors
/// What does not fit, with its offset.
pub fn parse_shape(text: &str) -> Result<IntTree, CuteError> {
    let mut cursor = Cursor::new(text);
    let tree = cursor.tree()?;
    cursor.finish()?;
    Ok(tree)
}

impl FromStr for Layout {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        let mut cursor = Cursor::new(text);
        let layout = cursor.layout()?;
        cursor.finish()?;
        Ok(layout)
    }
}

impl<T: Int> fmt::Display for Layout<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self, |leaf| &leaf.extent)?;
        f.write_str(":")?;
        write_tree(f, self, |leaf| &leaf.stride)
    }
}

impl<T: Int> fmt::Debug for Layout<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_tree<T: Int>(
    f: &mut fmt::Formatter<'_>,
    layout: &Layout<T>,
    number: impl Fn(&Leaf<T>) -> &T,
) -> fmt::Result {
    let mut leaves = layout.leaves().iter();
    let mut first = true;
    for token in layout.profile().tokens() {
        if !first && token != Token::Close {
            f.write_str(",")?;
        }
        first = token == Token::Open;
        match token {
            Token::Open => f.write_str("(")?,
            Token::Close => f.write_str(")")?,
            Token::Leaf => match leaves.next() {
                Some(leaf) => write!(f, "{}", number(leaf))?,
                None => return Err(fmt::Error),
            },
        }
    }
    Ok(())
}
