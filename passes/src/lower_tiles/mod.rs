//! `tileir-lower-tiles`: a tile program becomes the program of one thread.
//!
//! Each function with a `tileir.grid` becomes a `gpu.func` in a `gpu.module` of the same name. A
//! tile value becomes one scalar a slot; what a thread holds is said by the tile's distribution, and
//! nothing else of it is left. The body is written anew, operation by operation:
//!
//! | tile program | one thread's program | file |
//! |---|---|---|
//! | `arith`, `math` on tiles | the same operation, slot by slot | `elementwise.rs` |
//! | `tileir.load`, `store` | addresses from the map, guarded as the policy says | `memory.rs` |
//! | the same at coordinates that are tiles; a store that combines | likewise; atomics | `indirect.rs` |
//! | `tileir.repartition`, `relabel` | registers, shuffles, or shared memory | `exchange.rs`, `shuffle.rs`, `shared.rs` |
//! | `tileir.reduce` | a fold in registers, lanes, block | `reduce.rs` |
//! | `tileir.contract` | an atom's instructions, or a loop over k | `contract.rs`, `mma.rs` |
//! | what is stored and loaded again | a barrier between them | `order.rs` |
//! | `scf` | the same, with a value a slot | `control.rs` |
//!
//! **The law.** For every thread and slot, the scalar of that slot is the element of the tile
//! that the distribution names there. Addresses are functions of the thread number, the slot and
//! the block, straight from the map's expressions: no tables, no branches by thread.

mod cluster;
mod contract;
mod control;
mod elementwise;
mod exchange;
mod indirect;
mod memory;
mod mma;
mod order;
mod reduce;
mod shared;
mod shuffle;

use std::collections::HashMap;

use melior::ir::attribute::TypeAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, Block, Location, Region, RegionLike, Type, TypeLike, ValueLike};
use tileir::distribution::{Distribution, Groups};
use tileir::proof::Budget;
use tileir::target::Target;
use tileir_dialect::AnyTile;
use tileir_dialect::attributes::distribution_map;

use crate::access::{Access, coordinate_tiles};
use crate::builder::{Builder, Op, Outcome, Val, borrowed, context_of, key, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::index::Indices;
use crate::realised::Realised;
use crate::rewrite::{erase, set_attribute};
use crate::symbols::grid_extents;
use crate::tile::{Tile, distribution_of};
use crate::walk::{operations, operations_named};
use cluster::Scope;
pub use exchange::relabelled;
use order::Order;
pub use reduce::{kind_and_axis, rows_of};
use shared::Buffers;

/// Runs the pass.
///
/// # Errors
/// An unknown target, or an operation that cannot be lowered, at its location.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let target = target_of(context)?;
    let kernels = kernels_of(module)?;
    if kernels.is_empty() {
        return Ok(());
    }
    let location = module.location();
    let builder = Builder::new(context_of(module), first_block(module)?, location);
    for kernel in kernels {
        let region = Region::new();
        let body = Block::new(&[]);
        let builder = builder.at(kernel.location());
        let inside = builder.inside(borrowed(&body));
        region.append_block(body);
        let name = lower_kernel(kernel, inside, &target)?;
        builder.op_with_regions("gpu.module", &[], &[("sym_name", name)], &[], vec![region])?;
        erase(kernel);
        context.count("kernels", 1)?;
    }
    set_attribute(module, "gpu.container_module", Attribute::unit(builder.context()));
    Ok(())
}

/// The target that the option `target` names.
///
/// # Errors
/// No target of that name.
pub fn target_of<'c>(context: &PassContext<'c>) -> Outcome<'c, Target> {
    let name = context.option("target")?;
    Target::by_name(name).map_err(|error| PassError::at(context.location(), error.to_string()))
}

/// The functions with a `tileir.grid`, in order.
///
/// # Errors
/// None for a verified module.
pub fn kernels_of<'c>(module: Op<'c>) -> Outcome<'c, Vec<Op<'c>>> {
    let mut kernels = Vec::new();
    let mut next = first_block(module)?.first_operation();
    while let Some(op) = next {
        if op.has_attribute("tileir.grid") {
            kernels.push(op);
        }
        next = op.next_in_block();
    }
    Ok(kernels)
}

fn first_block<'c>(op: Op<'c>) -> Outcome<'c, melior::ir::BlockRef<'c, 'c>> {
    let block = op.region(0).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| PassError::at(op.location(), "there is no body"))
}

/// A value of the tile program, as one thread has it.
#[derive(Clone)]
enum Lowered<'c> {
    Scalar(Val<'c>),
    /// One scalar a slot.
    Tile(Vec<Val<'c>>),
    View(Box<Access<'c>>),
}

/// A kernel under construction.
struct Kernel<'c> {
    target: Target,
    threads: i64,
    groups: Groups,
    /// Whether threads access memory of other blocks.
    crosses_blocks: bool,
    entry: melior::ir::BlockRef<'c, 'c>,
    indices: Indices<'c>,
    buffers: Buffers<'c>,
    order: Order,
    shared_limit: i64,
    lowered: HashMap<usize, Lowered<'c>>,
    loop_depth: usize,
    /// What is known of the views that are accessed.
    realised: Realised,
}

/// Writes the kernel's `gpu.func`; gives its name.
fn lower_kernel<'c>(
    function: Op<'c>,
    builder: Builder<'c>,
    target: &Target,
) -> Outcome<'c, Attribute<'c>> {
    let location = function.location();
    let source = first_block(function)?;
    types_are_known(function, target)?;
    buffers_have_one_name(function)?;
    let groups = groups_of(function)?;
    cluster::threads_fit(function, &groups, target)?;
    let threads = groups.blocks * groups.block_threads;
    let region = Region::new();
    let block = Block::new(&[]);
    let entry = borrowed(&block);
    region.append_block(block);

    let mut lowered = HashMap::new();
    let mut inputs = Vec::new();
    for number in 0..source.argument_count() {
        let argument: Val<'c> = argument_of(source, number, location)?;
        let new = entry.add_argument(argument.r#type(), location);
        inputs.push(argument.r#type());
        lowered.insert(key(argument), Lowered::Scalar(new));
    }
    let inside = builder.inside(entry);
    let dimension = inside.parse("#gpu<dim x>")?;
    let number = |name| inside.value(name, &[], &[("dimension", dimension)], inside.index());
    let mut thread = number("gpu.thread_id")?;
    if groups.blocks > 1 {
        let block = number("gpu.cluster_block_id")?;
        let size = inside.index_constant(groups.block_threads)?;
        let first = inside.binary("arith.muli", block, size)?;
        thread = inside.binary("arith.addi", first, thread)?;
    }
    // Exchanges have what the program's own buffers leave.
    let shared_limit = target.static_shared_bytes;
    let left = shared_limit.saturating_sub(own_bytes(function)?);
    let mut kernel = Kernel {
        target: Target { static_shared_bytes: left, ..target.clone() },
        threads,
        groups,
        crosses_blocks: false,
        entry,
        indices: Indices::new(thread, threads),
        order: Order::of(function, Scope::of(&groups))?,
        buffers: Buffers::within(shared_limit),
        shared_limit,
        lowered,
        loop_depth: 0,
        realised: Realised::within(Budget::default()),
    };
    kernel.block(source, inside)?;
    kernel.finish(function, builder, region, &inputs)
}

/// The shared memory that the program places itself.
fn own_bytes<'c>(function: Op<'c>) -> Outcome<'c, i64> {
    let mut total = 0i64;
    for op in operations_named(function, "memref.alloc") {
        total = total.saturating_add(shared::aligned(memory::alloc_bytes(op)?));
    }
    Ok(total)
}

/// Whether every memory is an argument or allocated: the order of accesses is kept by buffer.
fn buffers_have_one_name<'c>(function: Op<'c>) -> Outcome<'c> {
    for op in operations(function, |op| name_of(op) != "memref.alloc") {
        if op.results().any(|result| result.r#type().is_mem_ref()) {
            let message = "this gives a buffer another name, which is not followed: a kernel accesses its arguments and what it allocates";
            return Err(PassError::at(op.location(), message));
        }
    }
    Ok(())
}

/// Whether the target computes with the elements of every tile.
fn types_are_known<'c>(function: Op<'c>, target: &Target) -> Outcome<'c> {
    for op in operations(function, |_| true) {
        for result in op.results() {
            if AnyTile::from_type(result.r#type()).is_none() {
                continue;
            }
            let tile = Tile::expect(result.r#type(), op.location())?;
            let element = tile.element.to_string();
            let known: Vec<String> = target.types.iter().map(ToString::to_string).collect();
            if !known.contains(&element) {
                let (name, known) = (&target.name, known.join(", "));
                let message = format!("the target '{name}' has no {element}; it has {known}");
                return Err(PassError::at(op.location(), message));
            }
        }
    }
    Ok(())
}

fn argument_of<'c>(
    block: melior::ir::BlockRef<'c, 'c>,
    number: usize,
    location: Location<'c>,
) -> Outcome<'c, Val<'c>> {
    match block.argument(number) {
        Ok(argument) => Ok(argument.into()),
        Err(_) => Err(PassError::at(location, format!("there is no argument {number}"))),
    }
}

/// The number of threads of a kernel of which some tiles may be open: that of the first distribution in a
/// type, or that a load or a store names.
///
/// # Errors
/// No distribution is written.
pub fn written_threads<'c>(function: Op<'c>) -> Outcome<'c, i64> {
    for op in operations(function, |_| true) {
        let values = op.results().map(Val::from).chain(op.operands());
        for value in values {
            if let Some(tile) = Tile::of(value.r#type(), op.location())? {
                return Ok(tile.distribution.threads());
            }
        }
        if let Some(distribution) = named(op)? {
            return Ok(distribution.threads());
        }
    }
    Err(no_threads(function))
}

/// The distribution that a load or a store names by `as`.
///
/// # Errors
/// It is none.
pub fn named<'c>(op: Op<'c>) -> Outcome<'c, Option<Distribution>> {
    if !matches!(name_of(op).as_str(), "tileir.load" | "tileir.store") {
        return Ok(None);
    }
    let Ok(named) = op.attribute("distribution") else { return Ok(None) };
    let map = distribution_map(named).map_err(|e| PassError::at(op.location(), e.to_string()))?;
    distribution_of(map, op.location()).map(Some)
}

fn no_threads<'c>(function: Op<'c>) -> PassError<'c> {
    let message = "no tile of this kernel says over how many threads it is distributed";
    PassError::at(function.location(), message)
}

/// The threads over which every tile of the kernel is distributed, in blocks and clusters.
fn groups_of<'c>(function: Op<'c>) -> Outcome<'c, Groups> {
    let mut found: Option<(Groups, Type<'c>)> = None;
    for op in operations(function, |_| true) {
        for result in op.results() {
            let Some(tile) = Tile::of(result.r#type(), op.location())? else { continue };
            let groups = tile.distribution.groups();
            let (known, first) = *found.get_or_insert((groups, result.r#type()));
            if !known.alike(&groups) {
                let message = format!(
                    "{} is distributed over {groups}, {first} over {known}",
                    result.r#type()
                );
                return Err(PassError::at(op.location(), message));
            }
        }
    }
    found.map(|(groups, _)| groups).ok_or_else(|| no_threads(function))
}

impl<'c> Kernel<'c> {
    /// Lowers the operations of a block; its terminator is the caller's.
    fn block(&mut self, source: melior::ir::BlockRef<'c, 'c>, builder: Builder<'c>) -> Outcome<'c> {
        let mut next = source.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            self.operation(op, builder.at(op.location()))?;
        }
        Ok(())
    }

    fn operation(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        if let Some(why) = self.not_of_this_program(&name_of(op)) {
            return Err(PassError::at(op.location(), why));
        }
        self.order.before(op, builder)?;
        match name_of(op).as_str() {
            "func.return" => self.finish_program(builder)?,
            "scf.yield" => {}
            "gpu.barrier" => {
                self.order.barrier();
                self.barrier(builder)?;
            }
            "scf.for" => self.scf_for(op, builder)?,
            "scf.if" => self.scf_if(op, builder)?,
            "tileir.view" | "tileir.slice" => self.view(op)?,
            "tileir.load" if !coordinate_tiles(op).is_empty() => self.gather(op, builder)?,
            "tileir.load" => self.load(op, builder)?,
            "tileir.store" if !coordinate_tiles(op).is_empty() => self.scatter(op, builder)?,
            "tileir.store" => self.store(op, builder)?,
            "tileir.iota" => self.iota(op, builder)?,
            "tileir.repartition" => self.repartition(op, builder)?,
            "tileir.relabel" => self.relabel(op, builder)?,
            "tileir.reduce" => self.reduce(op, builder)?,
            "tileir.contract" => self.contract(op, builder)?,
            "tileir.require" => {
                let message = "this has not been proved: tileir-prove goes first";
                return Err(PassError::at(op.location(), message));
            }
            name @ ("gpu.thread_id"
            | "gpu.lane_id"
            | "gpu.subgroup_id"
            | "gpu.shuffle"
            | "gpu.cluster_block_id") => {
                let message =
                    format!("'{name}' is one thread's business; this is the block's program");
                return Err(PassError::at(op.location(), message));
            }
            "memref.alloc" => self.shared_buffer(op, builder)?,
            "memref.dealloc" => {}
            _ => self.elementwise(op, builder)?,
        }
        Ok(())
    }

    /// Why an operation has no meaning in this kernel, whose program is a block's or a cluster's.
    fn not_of_this_program(&self, name: &str) -> Option<String> {
        match (name, self.groups.blocks) {
            ("gpu.block_id" | "gpu.grid_dim", 2..) => Some(format!(
                "'{name}' is one block's business; this is the program of a cluster of blocks, which has 'gpu.cluster_id'"
            )),
            ("tileir.contract" | "memref.alloc", 2..) => Some(format!(
                "'{name}' is one block's, and not lowered in the program of a cluster of blocks"
            )),
            ("gpu.cluster_id" | "gpu.cluster_dim", _) if self.groups.blocks < 2 => Some(format!(
                "'{name}' is of clusters; this is the program of a block, which has 'gpu.block_id'"
            )),
            _ => None,
        }
    }

    fn set(&mut self, value: Val<'c>, lowered: Lowered<'c>) {
        self.lowered.insert(key(value), lowered);
    }

    fn get(&self, value: Val<'c>) -> Outcome<'c, &Lowered<'c>> {
        self.lowered
            .get(&key(value))
            .ok_or_else(|| PassError::at(value.location(), format!("{value} has not been lowered")))
    }

    fn scalar(&self, value: Val<'c>) -> Outcome<'c, Val<'c>> {
        match self.get(value)? {
            Lowered::Scalar(scalar) => Ok(*scalar),
            _ => Err(PassError::at(value.location(), format!("{value} is no scalar"))),
        }
    }

    fn slots(&self, value: Val<'c>) -> Outcome<'c, Vec<Val<'c>>> {
        match self.get(value)? {
            Lowered::Tile(slots) => Ok(slots.clone()),
            _ => Err(PassError::at(value.location(), format!("{value} is no tile"))),
        }
    }

    /// Puts the finished body into a `gpu.func`.
    fn finish(
        self,
        function: Op<'c>,
        builder: Builder<'c>,
        region: Region<'c>,
        inputs: &[Type<'c>],
    ) -> Outcome<'c, Attribute<'c>> {
        let context = builder.context();
        let missing = |what: &str| PassError::at(function.location(), format!("no {what}"));
        let name = function.attribute("sym_name").map_err(|_| missing("name"))?;
        let grid = function.attribute("tileir.grid").ok().and_then(grid_extents);
        let grid = grid.ok_or_else(|| missing("grid of one to three extents"))?;
        let small = |n: &i64| i32::try_from(*n);
        let mut grid: Vec<i32> = grid
            .iter()
            .map(small)
            .collect::<Result<_, _>>()
            .map_err(|_| missing("grid that fits 32 bits"))?;
        let Groups { blocks, block_threads, .. } = self.groups;
        let threads = small(&block_threads).map_err(|_| missing("block that fits 32 bits"))?;
        let blocks = small(&blocks).map_err(|_| missing("cluster that fits 32 bits"))?;

        grid[0] = grid[0].checked_mul(blocks).ok_or_else(|| missing("grid that fits 32 bits"))?;
        let buffers = self.buffers.arguments();
        let bytes = self.buffers.bytes();
        if bytes > self.shared_limit {
            let message = format!(
                "the kernel needs {bytes} bytes of shared memory, the target '{}' has {}",
                self.target.name, self.shared_limit
            );
            return Err(PassError::at(function.location(), message));
        }
        let alignments = vec!["{llvm.align = 16 : i64}"; buffers].join(", ");
        let r#type = FunctionType::new(context, inputs, &[]);
        let mut attributes = vec![
            ("sym_name", name),
            ("function_type", TypeAttribute::new(r#type.into()).into()),
            ("gpu.kernel", Attribute::unit(context)),
            ("workgroup_attributions", builder.integer(buffers as i64, 64)),
            ("workgroup_attrib_attrs", builder.parse(&format!("[{alignments}]"))?),
            ("known_block_size", builder.i32_array(&[threads, 1, 1])),
            ("known_grid_size", builder.i32_array(&grid)),
        ];
        if blocks > 1 {
            attributes.push(("known_cluster_size", builder.i32_array(&[blocks, 1, 1])));
        }
        builder.op_with_regions("gpu.func", &[], &attributes, &[], vec![region])?;
        Ok(name)
    }
}
