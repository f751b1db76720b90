//! Blocks of memory that `xegpu` describes.
//!
//! `xegpu.create_nd_tdesc` describes a block of a memref by its shape; where the block begins is
//! written there, or at the load or store. The hardware leaves out what lies outside, unless the
//! type says `boundary_check = false`.
//!
//! ```text
//! %t = xegpu.create_nd_tdesc %m : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
//! %x = xegpu.load_nd %t[%i, 48] …                  rows %i .. %i + 8, columns 48 .. 64
//! ```
//!
//! A descriptor with a shape of its own, of an address, or that a loop hands on, says nothing of a memref.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Type, ValueLike};

use super::attributes::{list, segments};
use super::memory::{memref, shape_of};
use super::scope::Scope;
use super::touches::{Along, Outside, Touch, Window};
use crate::builder::{Op, Val, name_of};
use crate::symbols::defining_op;

impl<'c> Scope<'c> {
    /// The block that an operation loads or stores, whose descriptor comes after `before` operands.
    pub(super) fn described(&mut self, op: Op<'c>, before: usize) -> Option<Touch<'c>> {
        let descriptor = op.operand(before).ok()?;
        let create = defining_op(descriptor)?;
        if name_of(create) != "xegpu.create_nd_tdesc" {
            return None;
        }
        // A shape that is written there stands for the memref's own, and the block is cut to that.
        let given = segments(create)?.into_iter().skip(2).any(|group| !group.is_empty());
        if given || create.has_attribute("const_shape") || create.has_attribute("const_strides") {
            return None;
        }
        let source = create.operand(0).ok()?;
        let rank = memref(source)?.rank();
        let r#type = descriptor.r#type();
        let shape = shape_of(r#type)?;
        let here: Vec<Val<'c>> = op.operands().skip(before + 1).collect();
        let (at, dynamic) = match op.has_attribute("const_offsets") || !here.is_empty() {
            true => (op, here),
            false => (create, segments(create)?.into_iter().nth(1)?),
        };
        let offsets = match list(at, "const_offsets") {
            Some(fixed) => self.mixed(&fixed, &dynamic)?,
            None => dynamic.iter().map(|&value| self.place_of(value)).collect(),
        };
        let plain = rank.checked_sub(shape.len())?;
        if offsets.len() != rank {
            return None;
        }
        let outside = match text(r#type).contains("boundary_check = false") {
            true => Outside::Error,
            false => Outside::Allowed,
        };
        let blocks = array_length(r#type)?;
        let along = offsets.into_iter().enumerate().map(|(axis, first)| {
            let size = axis.checked_sub(plain).and_then(|axis| shape.get(axis).copied());
            // Blocks of an array lie side by side on the last axis.
            let times = if axis + 1 == rank { blocks } else { 1 };
            let size = size.unwrap_or(1).checked_mul(times)?;
            Some(Along { first: Some(first), window: Window::Elements(size), outside })
        });
        Some(Touch { memref: source, along: along.collect::<Option<_>>()?, side_by_side: None })
    }
}

/// The type as written, which is how its encoding can be read.
fn text(r#type: Type<'_>) -> String {
    r#type.to_string()
}

/// How many blocks there are side by side.
fn array_length(r#type: Type<'_>) -> Option<i64> {
    let text = text(r#type);
    let Some((_, rest)) = text.split_once("array_length = ") else { return Some(1) };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
