//! `tileir-check-barriers`: where threads share memory, barriers are enough.
//!
//! One thread's program is read as that of all threads of the block: every address in workgroup
//! memory is computed for each of them. Between two barriers no thread may load what another has
//! stored, nor store what another has loaded or stored. What is changed in one step, by
//! `memref.atomic_rmw`, is stored; but several may change it so, all in the same way.
//!
//! ```text
//! memref.store %x, %b[%thread]
//! gpu.barrier                       without it: an error at the load, with the store
//! memref.load %b[127 - %thread]
//! ```
//!
//! | control flow | what may have happened behind it |
//! |---|---|
//! | `scf.if` whose condition is known of each thread | what each of them did |
//! | `scf.if` otherwise | what either branch does |
//! | `scf.for` | nothing, or what its body does, before whose beginning its end may have been |
//!
//! Where blocks of a cluster access each other's memory, it is the program of all their threads, and
//! the barriers of a block hold back none of another. A block's memory is accessed by another behind
//! a barrier of the cluster, and before one that stands before the kernel's end.
//!
//! Nothing is believed of the passes before. An address that is not known of each thread is that of
//! a value and a distance from it; two values may be anything to each other, and a value has another
//! one in the next turn of a loop. Where threads meet at addresses that are known it is an error;
//! where one is not, or a condition, it is a remark that it is not known. Without either no run has
//! two threads that meet.

mod control;
mod lanes;
mod memory;
mod peers;
mod pending;

use std::collections::{HashMap, HashSet};

use melior::ir::attribute::IntegerAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, RegionLike, ValueLike};
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use crate::access::operand;
use crate::builder::{Op, Outcome, key, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::walk::{operations, operations_named};
use lanes::{Lanes, Value};
use memory::{Buffer, block_size, cluster_size, common_memory, shared_buffers, vector_length};
use peers::Peers;
use pending::{Does, Pending, Touch};

/// Runs the pass.
///
/// # Errors
/// A kernel in which threads may meet, or one whose block has no known size.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let mut checked = 0;
    for kernel in operations_named(module, "gpu.func") {
        let shared = shared_buffers(kernel)?;
        if shared.is_empty() {
            continue;
        }
        let (block, blocks) = (block_size(kernel)?, cluster_size(kernel)?);
        let threads = block.saturating_mul(blocks);
        let entry = body(kernel, 0)?;
        if entry.next_in_region().is_some() {
            let message = "control flow from block to block is not followed: make it that of scf";
            return Err(PassError::at(kernel.location(), message));
        }
        let lanes = Lanes::new(threads, block, common_memory(kernel, &shared));
        let (doubtful, said) = (HashSet::new(), HashSet::new());
        let mut check = Check {
            lanes,
            shared,
            peers: Peers::default(),
            is_cluster: blocks > 1,
            beginnings: HashMap::new(),
            arrived: false,
            barriers: 0,
            conditions: 0,
            doubtful,
            said,
        };
        let mut pending = Pending::new((blocks > 1).then_some(block));
        let all = vec![true; threads];
        check.block(entry, &all, &mut pending)?;
        checked += check.barriers;
    }
    context.count("barriers", checked)
}

fn body<'c>(op: Op<'c>, region: usize) -> Outcome<'c, BlockRef<'c, 'c>> {
    let block = op.region(region).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| PassError::at(op.location(), "there is no body"))
}

struct Check<'c> {
    lanes: Lanes,
    /// The buffers that the block shares.
    shared: Vec<Buffer>,
    /// The pointers to them, in a cluster.
    peers: Peers<'c>,
    is_cluster: bool,
    /// Of loops inside others, what may have been done before a turn, as far as is known.
    beginnings: HashMap<usize, Pending<'c>>,
    /// The operation before was an arrival at a barrier of the cluster.
    arrived: bool,
    barriers: u64,
    /// The conditions around, of those that are not known.
    conditions: usize,
    /// The operations of which it is not known what they access, or whether.
    doubtful: HashSet<usize>,
    /// Those of which that has been said.
    said: HashSet<usize>,
}

impl<'c> Check<'c> {
    /// Goes through a block with the threads that are in it.
    fn block(
        &mut self,
        block: BlockRef<'c, 'c>,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            self.operation(op, threads, pending)?;
        }
        Ok(())
    }

    fn operation(
        &mut self,
        op: Op<'c>,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        self.lanes.see(op);
        let arrived = std::mem::replace(&mut self.arrived, false);
        if self.is_cluster && self.peers.see(op, &self.shared) {
            return Ok(());
        }
        match name_of(op).as_str() {
            name @ ("gpu.barrier" | "nvvm.cluster.arrive" | "nvvm.cluster.wait") => {
                if threads.contains(&false) {
                    let message = "some threads of the block do not come to this barrier";
                    return Err(PassError::at(op.location(), message));
                }
                match name {
                    "gpu.barrier" => pending.clear(),
                    "nvvm.cluster.arrive" => self.arrived = true,
                    _ if arrived => pending.clear_cluster(),
                    _ => {
                        let message = "nothing arrives at this barrier of the cluster just before";
                        return Err(PassError::at(op.location(), message));
                    }
                }
                self.barriers += u64::from(!self.arrived);
                Ok(())
            }
            "llvm.load" if self.is_cluster => self.remote(op, 0, Does::Load, threads, pending),
            "llvm.store" if self.is_cluster => self.remote(op, 1, Does::Store, threads, pending),
            "gpu.return" => match pending.remote {
                None => Ok(()),
                Some(access) => Err(leaves(op, access)),
            },
            "scf.if" => self.branch(op, threads, pending),
            "scf.for" => self.turns(op, threads, pending),
            "memref.load" | "vector.load" => self.access(op, 0, Does::Load, threads, pending),
            "memref.store" | "vector.store" => self.access(op, 1, Does::Store, threads, pending),
            "memref.atomic_rmw" => {
                let kind = op.attribute("kind").ok();
                let kind = kind.and_then(|kind| IntegerAttribute::try_from(kind).ok());
                let does = kind.map_or(Does::Store, |kind| Does::Combine(kind.value()));
                self.access(op, 1, does, threads, pending)
            }
            "memref.alloc" | "memref.dealloc" => Ok(()),
            _ => self.anything(op, threads, pending),
        }
    }

    fn access(
        &mut self,
        op: Op<'c>,
        at: usize,
        does: Does,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let buffer = key(operand(op, at)?);
        if !self.is_shared(buffer) {
            return Ok(());
        }
        let vector = elements_moved(op, does)?;
        let r#type = operand(op, at)?.r#type().to_string();
        let plain = !["strided<", "affine_map<", "#tileir"].iter().any(|own| r#type.contains(own));
        let address = match op.operand_count() - at {
            2 if plain => self.lanes.address(operand(op, at + 1)?, op),
            _ => self.lanes.anywhere(op),
        };
        let address = self.in_cluster(address, buffer, op);
        self.touch(Touch { op, buffer, address, vector, does }, threads, pending)
    }

    fn is_shared(&self, buffer: usize) -> bool {
        self.shared.iter().any(|own| own.key == buffer)
    }

    /// The elements of a buffer, where they are known.
    fn size(&self, buffer: usize) -> Option<i64> {
        let own = self.shared.iter().find(|own| own.key == buffer)?;
        own.size.as_ref().map(|(size, _)| *size)
    }

    /// An address in the own block's memory, as a place in those of all blocks.
    fn in_cluster(&self, address: Value, buffer: usize, op: Op<'c>) -> Value {
        if !self.is_cluster {
            return address;
        }
        let places = self.size(buffer).and_then(|size| {
            let blocks = self.lanes.blocks().zip(address.known()?);
            blocks.map(|(block, own)| block.checked_mul(size)?.checked_add(*own)).collect()
        });
        places.map_or_else(|| self.lanes.anywhere(op), Value::number)
    }

    /// An access through a pointer to the memory of any block of the cluster.
    fn remote(
        &mut self,
        op: Op<'c>,
        at: usize,
        does: Does,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let Some(pointer) = self.peers.of(operand(op, at)?) else { return Ok(()) };
        reaches_out(op, pending)?;
        let size = self.size(pointer.buffer);
        let places = size.and_then(|size| pointer.places(&self.lanes, size));
        let address = places.map_or_else(|| self.lanes.anywhere(op), Value::number);
        let (buffer, vector) = (pointer.buffer, elements_moved(op, does)?);
        self.touch(Touch { op, buffer, address, vector, does }, threads, pending)
    }

    fn touch(
        &mut self,
        touch: Touch<'c>,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let (op, stores) = (touch.op, touch.does != Does::Load);
        let own = touch.address.base.is_some() || self.conditions > 0;
        if own {
            self.doubtful.insert(place(op));
        }
        let doubtful = &self.doubtful;
        let Some(other) = pending.touch(&touch, threads, |op| doubtful.contains(&place(op))) else {
            return Ok(());
        };
        if !own && !doubtful.contains(&place(other)) {
            return Err(meet(Severity::Error, op, stores, other));
        }
        if self.said.insert(place(op)) {
            meet(Severity::Remark, op, stores, other);
        }
        Ok(())
    }

    /// Any other operation: if it has to do with a shared buffer, it may do everything to it.
    fn anything(&mut self, op: Op<'c>, threads: &[bool], pending: &mut Pending<'c>) -> Outcome<'c> {
        if op.region_count() > 0 {
            all_come(op)?;
        }
        for inner in operations(op, |_| true) {
            for operand in inner.operands() {
                let pointer = self.peers.of(operand);
                let buffer = pointer.map_or(key(operand), |pointer| pointer.buffer);
                if !self.is_shared(buffer) {
                    continue;
                }
                if pointer.is_some() {
                    reaches_out(inner, pending)?;
                }
                let address = self.lanes.anywhere(inner);
                let touch = Touch { op: inner, buffer, address, vector: 1, does: Does::Store };
                self.touch(touch, threads, pending)?;
            }
        }
        Ok(())
    }
}

/// The elements that an access moves.
fn elements_moved<'c>(op: Op<'c>, does: Does) -> Outcome<'c, i64> {
    let moved = match does {
        Does::Load => crate::access::result(op)?,
        Does::Store | Does::Combine(_) => operand(op, 0)?,
    };
    Ok(vector_length(moved.r#type()))
}

/// Every thread comes to the barriers inside an operation.
fn all_come<'c>(op: Op<'c>) -> Outcome<'c> {
    let barriers = ["gpu.barrier", "nvvm.cluster.wait"];
    match barriers.iter().flat_map(|name| operations_named(op, name)).next() {
        None => Ok(()),
        Some(barrier) => {
            let message = "some threads of the block may not come to this barrier";
            Err(PassError::at(barrier.location(), message))
        }
    }
}

/// An access to the memory of another block, which must be there.
fn reaches_out<'c>(op: Op<'c>, pending: &mut Pending<'c>) -> Outcome<'c> {
    if !pending.all_there {
        let message = "the block whose memory this accesses may not be there yet: no barrier of the cluster stands before";
        return Err(PassError::at(op.location(), message));
    }
    pending.remote = Some(op);
    Ok(())
}

/// Says that a block may leave while another accesses its memory.
fn leaves<'c>(op: Op<'c>, access: Op<'c>) -> PassError<'c> {
    let message = "a block may leave here while another accesses its memory: no barrier of the cluster stands between";
    Diagnostic::new(Severity::Error, op.location(), message)
        .note(access.location(), format!("the access is this '{}'", name_of(access)))
        .emit();
    PassError::Emitted
}

/// A key for an operation.
fn place(op: Op<'_>) -> usize {
    op.to_raw().ptr as usize
}

/// Says that two accesses meet, or that it is not known that they do not.
fn meet<'c>(severity: Severity, op: Op<'c>, stores: bool, other: Op<'c>) -> PassError<'c> {
    let what = if stores { "this stores what" } else { "this loads what" };
    let does = if matches!(severity, Severity::Error) { "accesses" } else { "may access" };
    let message = format!("{what} another thread {does}, and no barrier stands between");
    Diagnostic::new(severity, op.location(), message)
        .note(other.location(), format!("the other access is this '{}'", name_of(other)))
        .emit();
    PassError::Emitted
}
