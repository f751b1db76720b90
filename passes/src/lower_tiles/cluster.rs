//! Kernels whose tiles are held by the blocks of a cluster.
//!
//! Its program is the cluster's: threads are numbered through its blocks, barriers are of all of
//! them, and an exchange that crosses blocks goes through buffers of which each block has a part:
//!
//! ```text
//! thread       gpu.cluster_block_id x * threads of a block + gpu.thread_id x
//! barrier      nvvm.cluster.arrive, nvvm.cluster.wait: what is stored before is seen behind
//! place p      place p mod part of block p floordiv part, whose memory nvvm.mapa gives
//! ```
//!
//! Before the first access to another block's memory a barrier says that the block is there, and
//! behind the last one that nobody leaves while another reads.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, ValueLike};
use tileir::distribution::Groups;
use tileir::target::Target;

use super::Kernel;
use super::memory::{read, write};
use crate::builder::{Builder, Op, Outcome, Val};
use crate::error::PassError;
use crate::tile::element_bytes;

/// Whom a barrier waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Block,
    Cluster,
}

impl Scope {
    /// The threads of a program.
    pub(super) fn of(groups: &Groups) -> Scope {
        if groups.blocks > 1 { Scope::Cluster } else { Scope::Block }
    }

    /// All wait for all, and then see what these have stored.
    pub(super) fn barrier<'c>(self, builder: Builder<'c>) -> Outcome<'c> {
        let names: &[&str] = match self {
            Scope::Block => &["gpu.barrier"],
            Scope::Cluster => &["nvvm.cluster.arrive", "nvvm.cluster.wait"],
        };
        for name in names {
            builder.op(name, &[], &[], &[])?;
        }
        Ok(())
    }
}

/// Memory through which threads exchange.
#[derive(Clone, Copy)]
pub(super) struct Room<'c> {
    /// The block's own buffer.
    pub buffer: Val<'c>,
    /// Where other blocks have parts too, a pointer to the own one, and the places of each.
    pub parts: Option<(Val<'c>, i64)>,
}

/// A place of it.
#[derive(Clone, Copy)]
pub(super) struct Spot<'c> {
    /// The block that has it, where that may be another one.
    pub block: Option<Val<'c>>,
    /// The index in its buffer.
    pub offset: Val<'c>,
}

impl<'c> Room<'c> {
    /// The places of a block's part, where it is one.
    pub(super) fn part(&self) -> Option<i64> {
        self.parts.map(|(_, part)| part)
    }

    /// Neighbours from a place on, which their number divides.
    pub(super) fn read(
        &self,
        builder: Builder<'c>,
        spot: Spot<'c>,
        element: Type<'c>,
        width: usize,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let Some(pointer) = self.pointer(builder, spot, element)? else {
            return read(builder, self.buffer, spot.offset, element, width);
        };
        let alignment = [("alignment", builder.integer(bytes(element, width), 64))];
        if width == 1 {
            return Ok(vec![builder.value("llvm.load", &[pointer], &alignment, element)?]);
        }
        let vector = Type::vector(&[width as u64], element);
        let vector = builder.value("llvm.load", &[pointer], &alignment, vector)?;
        let op = builder.op("vector.to_elements", &[vector], &[], &vec![element; width])?;
        (0..width).map(|number| builder.result(op, number)).collect()
    }

    /// Values to neighbours from a place on, which their number divides.
    pub(super) fn write(
        &self,
        builder: Builder<'c>,
        spot: Spot<'c>,
        values: &[Val<'c>],
    ) -> Outcome<'c> {
        let element = values[0].r#type();
        let Some(pointer) = self.pointer(builder, spot, element)? else {
            return write(builder, self.buffer, spot.offset, values);
        };
        let stored = match values {
            [value] => *value,
            _ => {
                let vector = Type::vector(&[values.len() as u64], element);
                builder.value("vector.from_elements", values, &[], vector)?
            }
        };
        let alignment = [("alignment", builder.integer(bytes(element, values.len()), 64))];
        builder.op("llvm.store", &[stored, pointer], &alignment, &[])?;
        Ok(())
    }

    /// The address of a place in a block's part; `None` if there are no parts.
    fn pointer(
        &self,
        builder: Builder<'c>,
        spot: Spot<'c>,
        element: Type<'c>,
    ) -> Outcome<'c, Option<Val<'c>>> {
        let (Some((own, _)), Some(block)) = (self.parts, spot.block) else { return Ok(None) };
        let pointer = builder.parse_type("!llvm.ptr<7>")?;
        let block = builder.index_cast(block, builder.int(32))?;
        let there = builder.value("nvvm.mapa", &[own, block], &[], pointer)?;
        let offset = builder.index_cast(spot.offset, builder.int(64))?;
        let attributes = [
            ("elem_type", melior::ir::attribute::TypeAttribute::new(element).into()),
            ("rawConstantIndices", builder.i32_array(&[i32::MIN])),
        ];
        builder.value("llvm.getelementptr", &[there, offset], &attributes, pointer).map(Some)
    }
}

fn bytes(element: Type<'_>, width: usize) -> i64 {
    width as i64 * element_bytes(element)
}

impl<'c> Kernel<'c> {
    /// Waits for all threads of the program.
    pub(super) fn barrier(&self, builder: Builder<'c>) -> Outcome<'c> {
        Scope::of(&self.groups).barrier(builder)
    }

    /// The memory of an exchange between blocks, of `part` places in each, that nobody reads any
    /// more, and in a block that is there.
    pub(super) fn cluster_room(
        &mut self,
        element: Type<'c>,
        part: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Room<'c>> {
        self.crosses_blocks = true;
        let buffer = self.buffers.of_cluster(self.entry, element, part, builder)?;
        self.barrier(builder)?;
        let name = "memref.extract_aligned_pointer_as_index";
        let address = builder.value(name, &[buffer], &[], builder.index())?;
        let address = builder.index_cast(address, builder.int(64))?;
        let pointer = builder.parse_type("!llvm.ptr<3>")?;
        let pointer = builder.value("llvm.inttoptr", &[address], &[], pointer)?;
        Ok(Room { buffer, parts: Some((pointer, part)) })
    }

    /// The end of the kernel: no block leaves while another may read its memory.
    pub(super) fn finish_program(&mut self, builder: Builder<'c>) -> Outcome<'c> {
        if self.crosses_blocks {
            self.barrier(builder)?;
        }
        builder.op("gpu.return", &[], &[], &[])?;
        Ok(())
    }
}

/// Whether the target runs a program of these threads.
///
/// # Errors
/// More blocks or threads than it has, or blocks that are no whole subgroups.
pub(super) fn threads_fit<'c>(function: Op<'c>, groups: &Groups, target: &Target) -> Outcome<'c> {
    let Groups { clusters, blocks, block_threads, .. } = *groups;
    let name = &target.name;
    let message = if clusters != 1 {
        format!("the tiles are distributed over {groups}; a program is one cluster's")
    } else if block_threads > target.max_threads {
        format!(
            "the tiles are distributed over {groups}, the target '{name}' has blocks of up to {}",
            target.max_threads
        )
    } else if blocks > target.cluster_blocks {
        format!(
            "the tiles are distributed over {groups}, the target '{name}' has clusters of up to {}",
            match target.cluster_blocks {
                1 => "1 block".to_owned(),
                most => format!("{most} blocks"),
            }
        )
    } else if blocks > 1 && block_threads.checked_rem(target.subgroup) != Some(0) {
        format!(
            "the tiles are distributed over {groups}; blocks of a cluster have a multiple of {} threads, the subgroup of the target '{name}'",
            target.subgroup
        )
    } else {
        return Ok(());
    };
    Err(PassError::at(function.location(), message))
}
