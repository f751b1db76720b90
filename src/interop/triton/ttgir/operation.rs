//! The operations that are read: conversions and allocations.
//!
//! ```text
//! %8 = ttg.convert_layout %7 {attributes} : tensor<…> -> tensor<…> loc(…)
//! %8 = "ttg.convert_layout"(%7) <{…}> {…} : (tensor<…>) -> tensor<…> loc(…)
//! %2 = ttg.local_alloc %1 : (tensor<…>) -> !ttg.memdesc<…>
//! %2, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<…>, !ttg.async.token)
//! ```

use super::module::Program;
use super::place::Own;
use super::types::{MemDesc, TensorType};
use crate::gf2::Linear;
use crate::interop::triton::error::EncodingError;
use crate::interop::triton::route::Route;
use crate::interop::triton::text::{Aliases, Cursor, Fault, Lines, TextReason};

/// The operations' names.
pub const CONVERT: &str = "ttg.convert_layout";
/// A conversion, before the dialects were named as they are.
pub const OLD_CONVERT: &str = "triton_gpu.convert_layout";
pub const LOCAL_ALLOC: &str = "ttg.local_alloc";
pub const TMEM_ALLOC: &str = "ttng.tmem_alloc";

/// A `ttg.convert_layout`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The line, from 1.
    pub line: usize,
    /// The byte in it at which the operation's name begins, from 1.
    pub column: usize,
    /// The result's name, with `%`; empty where there is none.
    pub result: String,
    /// The operand's name, with `%`.
    pub operand: String,
    /// `loc(…)` behind it, as it is written.
    pub location: Option<String>,
    /// The operand's type.
    pub source: TensorType,
    /// The result's type.
    pub target: TensorType,
    /// The operand's layout.
    pub from: Linear,
    /// The result's layout.
    pub to: Linear,
    /// What moves.
    pub route: Route,
}

/// A `ttg.local_alloc` or `ttng.tmem_alloc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The line, from 1.
    pub line: usize,
    /// The byte in it at which the operation's name begins, from 1.
    pub column: usize,
    /// The result's name, with `%`; empty where there is none.
    pub result: String,
    /// The tensor that is stored at once, if there is one.
    pub initial: Option<TensorType>,
    /// The result's type.
    pub memory: MemDesc,
    /// The layout of one buffer, or why it has no linear one.
    pub layout: Result<Linear, EncodingError>,
    /// Elements of one buffer in one block, gaps included; `None` in tensor memory.
    pub elements: Option<i64>,
}

impl Allocation {
    /// Bytes of all buffers in one block, in shared memory, if the element's size is known.
    pub fn bytes(&self) -> Option<i64> {
        self.elements?;
        let bits = i64::from(self.memory.element.bits()?);
        let (shape, buffers) = self.memory.buffers();
        self.memory.encoding.bytes_per_block(shape, buffers, bits).ok()
    }
}

/// An operation's place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    pub text: &'a str,
    pub lines: &'a Lines<'a>,
    /// Where its name is.
    pub at: usize,
    /// What comes after the name.
    pub after: usize,
    /// Whether it is printed in the generic form.
    pub generic: bool,
    /// The program that it is of.
    pub program: &'a Program,
    /// The warps that run it, if they are not the program's.
    pub own: Option<Own>,
}

impl<'a> Operation<'a> {
    /// Line and column of the name.
    fn place(&self) -> (usize, usize) {
        self.lines.place(self.at)
    }

    /// The first result's name, before `=` on the line, behind a brace that is before it.
    fn result(&self) -> String {
        let (line, column) = self.place();
        let before = self.lines.line(line).get(..column.saturating_sub(1)).unwrap_or("").trim();
        let results = before.strip_suffix('=').unwrap_or("").rsplit(['{', '}']).next();
        let results = results.unwrap_or("");
        let first = results.split([',', ':']).next().unwrap_or("").trim();
        if first.starts_with('%') { first.to_owned() } else { String::new() }
    }

    /// The operand's name, if there is one, and past the attributes.
    fn head(&self, cursor: &mut Cursor<'a>) -> Result<String, Fault> {
        if self.generic {
            cursor.expect("(")?;
        }
        let operand = value_name(cursor).unwrap_or_default();
        if self.generic {
            cursor.expect(")")?;
        }
        while matches!(cursor.peek(), Some(b'{' | b'<')) {
            let closed = cursor.skip_group();
            closed.ok_or_else(|| cursor.fault(TextReason::Expected("a closed group")))?;
        }
        cursor.expect(":")?;
        Ok(operand)
    }

    /// Reads a conversion.
    pub fn conversion(&self, aliases: &dyn Aliases) -> Result<Conversion, Fault> {
        let mut cursor = Cursor::new(self.text, self.after);
        let operand = self.head(&mut cursor)?;
        let source = bracketed(&mut cursor, aliases, self.generic, TensorType::read)?;
        cursor.expect("->")?;
        let target = bracketed(&mut cursor, aliases, self.generic, TensorType::read)?;
        let here = |reason| Fault::new(self.at, reason);
        if source.shape != target.shape || source.element != target.element {
            let (from, to) = (source.tensor(), target.tensor());
            return Err(here(TextReason::OtherTensor { from, to }));
        }
        let layout = |tensor| self.layout(tensor).map_err(here);
        let (from, to) = (layout(&source)?, layout(&target)?);
        self.program.agree(&from, &to, self.own).map_err(here)?;
        let route =
            Route::between(&from, &to).map_err(|error| here(EncodingError::from(error).into()))?;
        let location = location(&mut cursor);
        let ((line, column), result) = (self.place(), self.result());
        Ok(Conversion { line, column, result, operand, location, source, target, from, to, route })
    }

    /// The layout of a tensor that the threads here hold.
    fn layout(&self, tensor: &TensorType) -> Result<Linear, TextReason> {
        if !tensor.encoding.is_distributed() {
            let encoding = tensor.encoding.full_name();
            return Err(TextReason::NoRegisters { encoding });
        }
        let layout = tensor.encoding.to_linear(&tensor.shape)?;
        self.program.check(&layout, self.own)?;
        Ok(layout)
    }

    /// Reads an allocation.
    pub fn allocation(&self, aliases: &dyn Aliases) -> Result<Allocation, Fault> {
        let mut cursor = Cursor::new(self.text, self.after);
        self.head(&mut cursor)?;
        cursor.expect("(")?;
        let initial = match cursor.peek() {
            Some(b't') => Some(TensorType::read(&mut cursor, aliases)?),
            _ => None,
        };
        if let Some(initial) = &initial {
            self.layout(initial).map_err(|reason| Fault::new(self.at, reason))?;
        }
        cursor.expect(")")?;
        cursor.expect("->")?;
        cursor.eat("(");
        let memory = MemDesc::read(&mut cursor, aliases)?;
        let here = |reason| Fault::new(self.at, reason);
        if let Some(allocated) = memory.allocated.clone().filter(|own| *own != memory.shape) {
            let shape = memory.shape.clone();
            return Err(here(TextReason::OtherAllocation { shape, allocated }));
        }
        let (buffer, _) = memory.buffers();
        let layout = memory.encoding.to_linear(buffer);
        let elements = match memory.encoding.elements_per_block(buffer) {
            Ok(elements) => Some(elements),
            Err(_) if !memory.encoding.is_shared() && layout.is_ok() => None,
            Err(error) => return Err(here(error.into())),
        };
        let blocks = memory.encoding.blocks(buffer).map_err(|error| here(error.into()))?;
        self.program.check_blocks(blocks).map_err(here)?;
        let ((line, column), result) = (self.place(), self.result());
        Ok(Allocation { line, column, result, initial, memory, layout, elements })
    }
}

/// A type, in parentheses or not.
fn bracketed<T>(
    cursor: &mut Cursor<'_>,
    aliases: &dyn Aliases,
    may_be: bool,
    read: impl FnOnce(&mut Cursor<'_>, &dyn Aliases) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let open = may_be && cursor.eat("(");
    let value = read(cursor, aliases)?;
    if open {
        cursor.expect(")")?;
    }
    Ok(value)
}

/// `%name` or `%name#1`.
fn value_name(cursor: &mut Cursor<'_>) -> Option<String> {
    if cursor.peek() != Some(b'%') {
        return None;
    }
    let name = cursor.until(b" \t\r:,(){}<>=");
    Some(name.to_owned())
}

/// `loc(…)`, if it stands here.
fn location(cursor: &mut Cursor<'_>) -> Option<String> {
    if !cursor.eat("loc") || cursor.peek() != Some(b'(') {
        return None;
    }
    cursor.skip_group().map(|group| format!("loc{group}"))
}
