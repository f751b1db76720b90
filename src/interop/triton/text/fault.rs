//! What is wrong with a text, and where.

use std::fmt;

use crate::interop::triton::error::EncodingError;
use thiserror::Error;

/// A place, in bytes from the start of the text, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: usize,
    pub reason: TextReason,
}

impl Fault {
    pub fn new(at: usize, reason: TextReason) -> Fault {
        Fault { at, reason }
    }
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextReason {
    /// Something else was needed.
    #[error("expected {0} here")]
    Expected(&'static str),
    /// A number beyond 64 bits.
    #[error("the number does not fit 64 bits")]
    Number,
    /// Lists and attributes inside each other, deeper than any encoding.
    #[error("nested deeper than {limit}")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A kind of attribute that is no encoding known here.
    #[error("#{name} is no encoding known here")]
    UnknownEncoding {
        /// Its name.
        name: String,
    },
    /// An alias that is defined nowhere.
    #[error("the alias #{name} is not defined")]
    UnknownAlias {
        /// Its name.
        name: String,
    },
    /// An alias whose definition is not understood.
    #[error("the definition of the alias #{name} is not understood")]
    BrokenAlias {
        /// Its name.
        name: String,
    },
    /// An alias defined twice.
    #[error("the alias #{name} is defined twice")]
    RepeatedAlias {
        /// Its name.
        name: String,
    },
    /// A field that the encoding must have.
    #[error("{encoding} has no field '{field}'")]
    MissingField {
        /// The encoding's kind.
        encoding: String,
        /// The field.
        field: &'static str,
    },
    /// A field that the encoding does not have.
    #[error("'{field}' is no field of {encoding}")]
    UnknownField {
        /// The encoding's kind.
        encoding: String,
        /// The field.
        field: String,
    },
    /// A field given twice.
    #[error("the field '{field}' is given twice")]
    RepeatedField {
        /// The field.
        field: String,
    },
    /// A field whose value is of another kind.
    #[error("the field '{field}' must be {expected}")]
    FieldKind {
        /// The field.
        field: String,
        /// Of what kind.
        expected: &'static str,
    },
    /// A type whose extents are not known.
    #[error("an extent that is only known at run time")]
    DynamicExtent,
    /// An extent below 1.
    #[error("an extent that is not positive")]
    NoExtent,
    /// An element that memory has no whole bytes for.
    #[error("memory holds whole bytes, an element of {element} is {bits} bits")]
    PartOfByte {
        /// The element, as it is written.
        element: String,
        /// Its bits.
        bits: u32,
    },
    /// A tensor without an encoding.
    #[error("a tensor without an encoding")]
    NoEncoding,
    /// A tensor whose encoding is one of memory.
    #[error("{encoding} is no register encoding, and a tensor is in registers")]
    NoRegisters {
        /// The encoding's kind.
        encoding: String,
    },
    /// An allocation of a part of one.
    #[error("the allocation is of the shape {shape:?}, and its alloc shape is {allocated:?}")]
    OtherAllocation {
        /// The type's extents.
        shape: Vec<i64>,
        /// The extents that are said to be allocated.
        allocated: Vec<i64>,
    },
    /// Two sides of a conversion that are not one tensor.
    #[error("the conversion is from {from} to {to}, not between encodings of one tensor")]
    OtherTensor {
        /// The operand's shape and elements.
        from: String,
        /// The result's.
        to: String,
    },
    /// An encoding for another number of lanes, warps or blocks than the place has in which it stands.
    #[error("the encoding of {found} {what}s stands in a {place} of {expected}")]
    Program {
        /// `lane`, `warp` or `block`.
        what: &'static str,
        /// `program`, `function` or `partition`.
        place: &'static str,
        /// The program's number.
        expected: i64,
        /// The encoding's.
        found: i64,
    },
    /// Two sides of a conversion that do not agree, where nothing says which is right.
    #[error(
        "the conversion is from {from} {what}s to {to}, and the module does not say how many \
         there are"
    )]
    Disagree {
        /// `lane` or `warp`.
        what: &'static str,
        /// The operand's number.
        from: i64,
        /// The result's.
        to: i64,
    },
    /// An attribute of a module that is no count of threads or blocks.
    #[error("{attribute} must be a power of two")]
    NoCount {
        /// Its name.
        attribute: String,
    },
    /// A conversion of a dialect that Triton had before.
    #[error("{name} is of an older Triton: only ttg.convert_layout is read")]
    OldDialect {
        /// The operation's name.
        name: String,
    },
    /// A string without an end on its line.
    #[error("the string is not closed")]
    OpenString,
    /// A text that ends inside brackets: what is behind it was cut off.
    #[error("the text ends inside the '{open}' of line {line}")]
    CutOff {
        /// The innermost bracket that is open.
        open: char,
        /// Its line.
        line: usize,
    },
    /// A bracket that closes none of its kind.
    #[error("the '{close}' closes nothing{}", .open.map_or(String::new(), |(open, line)| {
        format!(": the '{open}' of line {line} is open")
    }))]
    ClosesNothing {
        /// The bracket.
        close: char,
        /// The innermost bracket that is open, and its line.
        open: Option<(char, usize)>,
    },
    /// A text with neither a module nor a function nor an operation that is looked for.
    #[error("this is no TTGIR: there is no module and no function")]
    NoProgram,
    /// An encoding that has no meaning, or none for this shape.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// What is wrong with a text, with the line it is in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The byte in it, from 1.
    pub column: usize,
    /// The line itself.
    pub quoted: String,
    /// What is wrong.
    pub reason: TextReason,
}

impl fmt::Display for TextError {
    /// The place and the reason, and below them the line with a mark.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: {}", self.line, self.column, self.reason)?;
        let before = self.quoted.get(..self.column.saturating_sub(1)).unwrap_or(&self.quoted);
        write!(f, "  {}\n  {}^", self.quoted, " ".repeat(before.chars().count()))
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Self {
        let after =
            text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// Line and column of a place, from 1.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied();
        (line.max(1), at.saturating_sub(start.unwrap_or(0)) + 1)
    }

    /// A line, from 1, without its end.
    pub fn line(&self, line: usize) -> &'a str {
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line));
        let end = self.starts.get(line).map_or(self.text.len(), |&end| end.saturating_sub(1));
        start.and_then(|&start| self.text.get(start..end)).unwrap_or("").trim_end_matches('\r')
    }

    /// The fault with its line.
    pub fn error(&self, fault: Fault) -> TextError {
        let (line, column) = self.place(fault.at);
        TextError { line, column, quoted: self.line(line).to_owned(), reason: fault.reason }
    }
}
