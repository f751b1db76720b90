//! [`Peers`]: pointers to the memory of a cluster's blocks.
//!
//! ```text
//! %i = memref.extract_aligned_pointer_as_index %b      the own block's buffer
//! %p = llvm.inttoptr (%i as i64)
//! %q = nvvm.mapa %p, %block                            that of a block
//! llvm.load (llvm.getelementptr %q[%x])                 its element x
//! ```
//!
//! A pointer that is made or used in another way is not followed.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;

use super::lanes::Lanes;
use super::memory::Buffer;
use crate::access::operand;
use crate::builder::{Op, Val, key, name_of};

/// What a value points to.
#[derive(Clone, Copy)]
pub(super) struct Pointer<'c> {
    /// The key of the buffer.
    pub buffer: usize,
    /// The block that has it; `None` for the own one.
    pub block: Option<Val<'c>>,
    /// The element in it; `None` for the first.
    pub index: Option<Val<'c>>,
}

/// The pointers of a kernel; see the source file's header.
#[derive(Default)]
pub(super) struct Peers<'c> {
    pointers: HashMap<usize, Pointer<'c>>,
}

impl<'c> Peers<'c> {
    /// Reads an operation; whether it gives a pointer that is followed, or its number.
    pub fn see(&mut self, op: Op<'c>, shared: &[Buffer]) -> bool {
        self.seen(op, shared).is_some()
    }

    fn seen(&mut self, op: Op<'c>, shared: &[Buffer]) -> Option<()> {
        let name = name_of(op);
        let first = || operand(op, 0).ok();
        let pointer = match name.as_str() {
            "memref.extract_aligned_pointer_as_index" => {
                let buffer = key(first()?);
                shared.iter().find(|own| own.key == buffer)?;
                Pointer { buffer, block: None, index: None }
            }
            "arith.index_cast" | "llvm.inttoptr" => self.of(first()?)?,
            "nvvm.mapa" => {
                let own = self.of(first()?).filter(|own| own.block.is_none())?;
                Pointer { block: Some(operand(op, 1).ok()?), ..own }
            }
            "llvm.getelementptr" if op.operand_count() == 2 => {
                let start = self.of(first()?).filter(|start| start.index.is_none())?;
                let buffer = shared.iter().find(|own| own.key == start.buffer)?;
                let (_, element) = buffer.size.as_ref()?;
                counts_in(op).filter(|counted| counted == element)?;
                Pointer { index: Some(operand(op, 1).ok()?), ..start }
            }
            _ => return None,
        };
        let result: Val<'c> = op.result(0).ok()?.into();
        self.pointers.insert(key(result), pointer);
        Some(())
    }

    /// What a value points to, if it is a pointer that is followed.
    pub fn of(&self, value: Val<'c>) -> Option<Pointer<'c>> {
        self.pointers.get(&key(value)).copied()
    }
}

impl<'c> Pointer<'c> {
    /// The place in the memories of all blocks, `size` elements each, in each thread; `None` where it
    /// is not known.
    pub fn places(&self, lanes: &Lanes, size: i64) -> Option<Vec<i64>> {
        let (block, index) = (lanes.of(self.block?), lanes.of(self.index?));
        let pairs = block.known()?.iter().zip(index.known()?);
        pairs.map(|(block, index)| block.checked_mul(size)?.checked_add(*index)).collect()
    }
}

/// The element type that a `llvm.getelementptr` counts in, if the pointer is one.
fn counts_in(op: Op<'_>) -> Option<String> {
    let r#type = op.attribute("elem_type").ok()?;
    let r#type = melior::ir::attribute::TypeAttribute::try_from(r#type).ok()?;
    Some(r#type.value().to_string())
}
