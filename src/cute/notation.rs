//! CuTe's notation: `(4,(2,8)):(1,(32,4))`.
//!
//! ```text
//! layout   := tree ':' tree                         8:1   ((2,2),4):((1,8),2)
//! tree     := integer | '(' [tree {',' tree}] ')'
//! swizzle  := ('Sw<' | 'S<') B ',' M ',' S '>'
//! composed := [swizzle 'o'] [integer 'o'] layout    Sw<3,4,3> o 0 o (8,8):(8,1)
//!           | swizzle 'o' 'smem_ptr[' bits 'b](unset)' 'o' layout
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
use crate::scan::{Reader, Scan};

/// Reads text from left to right.
pub(super) struct Cursor<'a> {
    scan: Scan<'a>,
    depth: usize,
}

impl<'a> Reader<'a> for Cursor<'a> {
    type Error = CuteError;

    fn scan(&mut self) -> &mut Scan<'a> {
        &mut self.scan
    }

    fn unexpected(&mut self, expected: &'static str) -> CuteError {
        let found = match self.peek() {
            Some(found) => format!("'{found}'"),
            None => "the end".to_owned(),
        };
        CuteError::Notation { offset: self.scan.offset(), expected, found }
    }

    /// The static `_8` too.
    fn integer(&mut self) -> Result<i64, CuteError> {
        if !self.at_integer() {
            return Err(self.unexpected("an integer"));
        }
        self.eat("_");
        let value = self.scan.integer(&['-', '+']);
        value.and_then(Result::ok).ok_or_else(|| self.unexpected("an integer of 64 bits"))
    }
}

impl<'a> Cursor<'a> {
    /// Reads all of a text.
    pub(super) fn whole<T>(
        text: &'a str,
        read: impl FnOnce(&mut Self) -> Result<T, CuteError>,
    ) -> Result<T, CuteError> {
        let mut cursor = Cursor { scan: Scan::new(text), depth: 0 };
        let value = read(&mut cursor)?;
        cursor.finish()?;
        Ok(value)
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

    /// Reads the modes of a tuple up to its end, one level deeper; its opening is read.
    pub(super) fn modes<T>(
        &mut self,
        end: &str,
        separator: impl Fn(&mut Self) -> Result<(), CuteError>,
        mode: impl Fn(&mut Self) -> Result<T, CuteError>,
    ) -> Result<Vec<T>, CuteError> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            let offset = self.scan.offset() - 1;
            return Err(CuteError::DeepNotation { offset, limit: DEPTH_LIMIT });
        }
        let mut modes = Vec::new();
        while !self.eat(end) {
            if !modes.is_empty() {
                separator(self)?;
            }
            modes.push(mode(self)?);
        }
        self.depth -= 1;
        Ok(modes)
    }

    /// Reads the modes of a tuple in parentheses, of which the opening one is read.
    pub(super) fn tuple<T>(
        &mut self,
        mode: impl Fn(&mut Self) -> Result<T, CuteError>,
    ) -> Result<Vec<T>, CuteError> {
        self.modes(")", |cursor| cursor.expect(",", "',' or ')'"), mode)
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
        Ok(IntTree::Tuple(self.tuple(Cursor::tree)?))
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
    Cursor::whole(text, Cursor::tree)
}

impl FromStr for Layout {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        Cursor::whole(text, Cursor::layout)
    }
}

impl<T: Int> Layout<T> {
    /// The shape alone, as text.
    pub(super) fn shape_text(&self) -> String {
        Shape(self).to_string()
    }
}

/// A layout's shape, to be written.
struct Shape<'a, T: Int>(&'a Layout<T>);

impl<T: Int> fmt::Display for Shape<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self.0, |leaf| &leaf.extent)
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
