//! The types that carry encodings.
//!
//! ```text
//! tensor<64x128xf16, #blocked>
//! !ttg.memdesc<3x64x128xf16, #shared, #smem, mutable, 3x128x128>
//! ```

use std::fmt;
use std::sync::Arc;

use crate::interop::triton::Encoding;
use crate::interop::triton::text::{Aliases, Cursor, Fault, TextReason, attribute};

/// The type of an element, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Element(String);

impl Element {
    /// Its bits; `None` for a type that is not known here.
    ///
    /// ```
    /// use tileir::interop::triton::read_ttgir;
    /// let report = read_ttgir("%0 = ttg.local_alloc : () -> !ttg.memdesc<8x!tt.ptr<f16>, \
    ///     #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #smem>");
    /// let element = &report.allocations[0].memory.element;
    /// assert_eq!((element.to_string().as_str(), element.bits()), ("!tt.ptr<f16>", Some(64)));
    /// ```
    pub fn bits(&self) -> Option<u32> {
        let text = self.0.as_str();
        match text {
            "index" => return Some(64),
            "bf16" => return Some(16),
            "tf32" => return Some(32),
            _ if text.starts_with("!tt.ptr") => return Some(64),
            _ => {}
        }
        let kind = text.trim_start_matches(['s', 'u']);
        let digits: String = kind
            .strip_prefix('i')
            .or_else(|| kind.strip_prefix('f'))?
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse().ok().filter(|bits| (1..=128).contains(bits))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `tensor<…>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The extents.
    pub shape: Vec<i64>,
    /// The type of an element.
    pub element: Element,
    /// Who holds which element.
    pub encoding: Arc<Encoding>,
}

impl TensorType {
    /// Shape and element, as a tensor without an encoding.
    pub(super) fn tensor(&self) -> String {
        let extents: String = self.shape.iter().map(|extent| format!("{extent}x")).collect();
        format!("tensor<{extents}{}>", self.element)
    }

    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        aliases: &dyn Aliases,
    ) -> Result<TensorType, Fault> {
        cursor.expect("tensor")?;
        cursor.expect("<")?;
        let (shape, element) = dimensions(cursor)?;
        if !cursor.eat(",") {
            return Err(cursor.fault(TextReason::NoEncoding));
        }
        let encoding = attribute(cursor, aliases)?;
        cursor.expect(">")?;
        Ok(TensorType { shape, element, encoding })
    }
}

/// `!ttg.memdesc<…>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemDesc {
    /// The extents; one more than the encoding has dimensions if there are several buffers.
    pub shape: Vec<i64>,
    /// The type of an element.
    pub element: Element,
    /// Which element is where.
    pub encoding: Arc<Encoding>,
    /// The memory space, as it is written.
    pub space: String,
    /// Whether it is written to after it is allocated.
    pub mutable: bool,
    /// The extents of the allocation, where it is of a part of one.
    pub allocated: Option<Vec<i64>>,
}

impl MemDesc {
    pub(super) fn read(cursor: &mut Cursor<'_>, aliases: &dyn Aliases) -> Result<MemDesc, Fault> {
        cursor.expect("!ttg.memdesc")?;
        cursor.expect("<")?;
        let at = cursor.at();
        let (shape, element) = dimensions(cursor)?;
        if let Some(bits) = element.bits().filter(|bits| bits % 8 != 0) {
            let element = element.to_string();
            return Err(Fault::new(at, TextReason::PartOfByte { element, bits }));
        }
        cursor.expect(",")?;
        let encoding = attribute(cursor, aliases)?;
        cursor.expect(",")?;
        cursor.skip_space();
        let space = cursor.until(b",>").trim().to_owned();
        let mut memory =
            MemDesc { shape, element, encoding, space, mutable: false, allocated: None };
        while cursor.eat(",") {
            if cursor.eat("mutable") {
                memory.mutable = true;
            } else {
                memory.allocated = Some(last_dimensions(cursor)?);
            }
        }
        cursor.expect(">")?;
        Ok(memory)
    }

    /// The extents of one buffer, and how many there are.
    pub fn buffers(&self) -> (&[i64], i64) {
        match self.shape.split_first() {
            Some((&count, buffer)) if self.shape.len() == self.encoding.rank() + 1 => {
                (buffer, count)
            }
            _ => (&self.shape, 1),
        }
    }
}

/// `64x128xf16`: extents, and the element up to a comma or the end.
fn dimensions(cursor: &mut Cursor<'_>) -> Result<(Vec<i64>, Element), Fault> {
    cursor.skip_space();
    let mut shape = Vec::new();
    positive_extents(cursor, &mut shape)?;
    if matches!(cursor.peek(), Some(b'?' | b'*')) {
        return Err(cursor.fault(TextReason::DynamicExtent));
    }
    let element = cursor.until(b",>").trim();
    if element.is_empty() {
        return Err(cursor.fault(TextReason::Expected("the type of an element")));
    }
    Ok((shape, Element(element.to_owned())))
}

/// `64x128`.
fn last_dimensions(cursor: &mut Cursor<'_>) -> Result<Vec<i64>, Fault> {
    cursor.skip_space();
    let mut shape = Vec::new();
    positive_extents(cursor, &mut shape)?;
    let last = cursor.integer()?;
    shape.push(last.ok_or_else(|| cursor.fault(TextReason::Expected("an extent")))?);
    Ok(shape)
}

/// Extents, each with an `x` behind it.
fn positive_extents(cursor: &mut Cursor<'_>, shape: &mut Vec<i64>) -> Result<(), Fault> {
    loop {
        let at = cursor.at();
        match cursor.extent()? {
            Some(extent) if extent > 0 => shape.push(extent),
            None if cursor.peek() != Some(b'-') => return Ok(()),
            _ => return Err(Fault::new(at, TextReason::NoExtent)),
        }
    }
}
