//! Where a memref begins in its buffer, for what depends on more than the indices.
//!
//! ```text
//! %v = memref.view %s[%o][] : memref<4096xi8, 3> to memref<64xf32, 3>      %o / 4 elements on
//! %w = memref.subview %v[32] [32] [1] …                                  no further: 32 is in its address
//! %x = arith.select %p, %v, %u                                           unknown: which one is not read
//! ```
//!
//! The views of a memref have its base pointer, and say in their types or operands how far from
//! that their elements lie, which the [address](Scope::address) adds up. `memref.view` alone moves
//! the pointer, by bytes. The law: all lanes have the same buffer only where the chain of views ends
//! at one that the kernel is given or allocates; a choice among memrefs may differ lane by lane.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike};
use tileir::{BinaryOp, Inst};

use super::leaves::is_given;
use super::memory::{is_row_major, memref};
use super::scope::Scope;
use super::values::argument_of;
use crate::builder::{Op, Val, name_of};
use crate::symbols::defining_op;

/// Views of views that are looked through.
const VIEWS: usize = 64;

/// How deep an offset is searched for its factors.
const FACTORS: usize = 32;

/// Views of the same elements, whose base pointer is that of their first operand.
const SAME_BASE: [&str; 9] = [
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.memory_space_cast",
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.transpose",
    "memref.view",
];

/// Where buffers come from.
const BUFFERS: [&str; 3] = ["memref.alloc", "memref.alloca", "memref.get_global"];

impl<'c> Scope<'c> {
    /// Whether an argument of a block is one buffer for all lanes: the kernel is given it, or has
    /// it as an attribution. A function that a kernel calls may be given another by each lane.
    fn is_buffer(&self, value: Val<'c>) -> bool {
        let entry = argument_of(value).is_some_and(|argument| {
            let block = argument.owner();
            block.parent_region().and_then(|region| region.first_block()) == Some(block)
        });
        let launched = self.kernel.is_some_and(|kernel| {
            name_of(kernel) == "gpu.launch" || kernel.has_attribute("gpu.kernel")
        });
        is_given(value) && launched || entry && maker(value).as_deref() == Some("gpu.launch")
    }

    /// How many elements of `element_bytes` lie between the start of the buffer and the base of a
    /// memref, or why that is not known or not the same for all lanes.
    pub fn base(&mut self, memref: Val<'c>, element_bytes: i64) -> Result<u32, String> {
        let mut base = self.linear.constant(0);
        let mut seen = memref;
        for _ in 0..VIEWS {
            let Some(op) = defining_op(seen) else {
                return self.is_buffer(seen).then_some(base).ok_or_else(|| which(seen));
            };
            let name = name_of(op);
            if BUFFERS.contains(&name.as_str()) {
                return Ok(base);
            }
            if !SAME_BASE.contains(&name.as_str()) {
                return Err(which(seen));
            }
            if name == "memref.view" {
                let moved = self.moved(op, element_bytes)?;
                let sum = self.binary(BinaryOp::Add, base, moved);
                let sum = self.exact(sum, self.index_bits);
                base = sum.ok_or("how far 'memref.view' moves the base is not read")?;
            }
            seen = op.operand(0).map_err(|_| which(seen))?;
        }
        Err("it is a view of too many views".to_owned())
    }

    /// How many elements a `memref.view` moves the base.
    fn moved(&mut self, view: Op<'c>, element_bytes: i64) -> Result<u32, String> {
        let [source, shift] = [0, 1].map(|k| view.operand(k).ok());
        let (Some(source), Some(shift)) = (source, shift) else {
            return Err("'memref.view' is not read".to_owned());
        };
        if !memref(source).is_some_and(is_row_major) {
            return Err("where the source of 'memref.view' begins is not read".to_owned());
        }
        let bytes = self.place_of(shift);
        if !self.is_multiple(bytes, element_bytes, 0) {
            let why =
                format!("'memref.view' may begin at a byte that is no multiple of {element_bytes}");
            return Err(why);
        }
        let size = self.linear.constant(element_bytes);
        Ok(self.binary(BinaryOp::FloorDiv, bytes, size))
    }

    /// Whether a number is seen to be a multiple of another.
    fn is_multiple(&self, place: u32, of: i64, depth: usize) -> bool {
        let factor = |place: u32| self.is_multiple(place, of, depth + 1);
        of == 1
            || depth < FACTORS
                && match self.linear.inst(place) {
                    Inst::Const(number) => number % of == 0,
                    Inst::Binary(BinaryOp::Mul, lhs, rhs) => factor(lhs) || factor(rhs),
                    Inst::Binary(BinaryOp::Add | BinaryOp::Sub, lhs, rhs) => {
                        factor(lhs) && factor(rhs)
                    }
                    _ => false,
                }
    }
}

/// What a value is from: an operation, or the one that has it as an argument of its body.
fn maker(value: Val<'_>) -> Option<String> {
    match (argument_of(value), defining_op(value)) {
        (Some(argument), _) => argument.owner().parent_operation().map(|op| name_of(op)),
        (_, op) => op.map(name_of),
    }
}

/// That it is not known which memref this is.
fn which(value: Val<'_>) -> String {
    let maker = maker(value).unwrap_or_else(|| "a block".to_owned());
    format!("which memref '{maker}' gives each lane is not read")
}
