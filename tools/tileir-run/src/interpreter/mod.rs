//! The reference interpreter: what a tile program means.
//!
//! A kernel is a `func.func` with a `tileir.grid`. It is walked once for each block of the grid,
//! in order, over buffers that are its arguments. A tile is a whole logical array: who holds which
//! element, what moves where, how wide an access is, is the business of the lowering, and this
//! interpreter shares nothing with it but [`LayoutMap::eval`](tileir::LayoutMap::eval).
//!
//! | operation | meaning | file |
//! |---|---|---|
//! | `tileir.load`, `store` | element `p` of the window is `buffer[map(origin + p)]` | `memory.rs` |
//! | `tileir.view`, `slice`, `relabel`, `repartition`, `iota`, `apply` | on coordinates | `tile_ops.rs` |
//! | `tileir.reduce` | in no order in particular | `reduce.rs` |
//! | `tileir.contract` | the sum of c and the products, in no order in particular | `contract.rs` |
//! | `arith`, `math` | element by element | `int.rs`, `float.rs`, `math.rs`, `convert.rs` |
//! | a planned `tileir.repartition` | where asked for: the plan, slot by slot | `planned.rs` |
//! | `scf.for`, `scf.if` | blocks of operations | `control.rs` |
//!
//! **The law.** A float that was moved has its bits; a float that was computed has a bound on how
//! far any correct device may be from it ([`error_bound`]), and nothing is claimed where correct
//! devices may differ ([`element`]). What has no meaning is a [`Fault`] at its location.

mod contract;
mod control;
pub mod convert;
pub mod element;
mod elementwise;
pub mod error_bound;
pub mod fault;
pub mod float;
pub mod format;
pub mod int;
pub mod math;
pub mod memory;
mod planned;
mod reduce;
pub mod syntax;
mod tile_ops;
pub mod value;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt;

use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, Location, RegionLike, ValueLike};

use tileir::target::Target;

use element::Element;
use fault::Fault;
use format::ElementType;
use memory::{Buffer, Memory};
use syntax::{Op, buffer_type, malformed};
use value::Value;

/// A fault, and where.
#[derive(Clone, Debug)]
pub struct Located<'c> {
    /// The operation's location.
    pub location: Location<'c>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.fault)
    }
}

/// A kernel's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The type of an element.
    pub element: ElementType,
    /// The number of elements.
    pub length: usize,
}

/// One run of a kernel.
#[derive(Default)]
struct Interpreter {
    memory: Memory,
    values: HashMap<usize, Value>,
    required: HashSet<usize>,
    target: Option<Target>,
    planned: HashSet<usize>,
    block: [i64; 3],
    grid: [i64; 3],
    depth: usize,
}

/// The functions with a `tileir.grid` of a module, in order.
pub fn kernels<'c, 'a>(module: Op<'c, 'a>) -> Vec<Op<'c, 'a>> {
    let body = module.region(0).ok().and_then(|region| region.first_block());
    let mut next = body.and_then(|body| body.first_operation());
    let mut kernels = Vec::new();
    while let Some(op) = next {
        if op.has_attribute("tileir.grid") {
            kernels.push(op);
        }
        next = op.next_in_block();
    }
    kernels
}

/// The extents of a kernel's grid, x first; those that it doesn't name are 1.
///
/// # Errors
/// It has no grid, or one of another number of extents, or an extent below 1.
pub fn grid<'c>(kernel: Op<'c, '_>) -> Result<[i64; 3], Located<'c>> {
    let fault = |fault| Located { location: kernel.location(), fault };
    let attribute = kernel.attribute("tileir.grid").ok();
    let array = attribute.and_then(|attribute| DenseI64ArrayAttribute::try_from(attribute).ok());
    let array = array.ok_or_else(|| fault(malformed(kernel, "tileir.grid is no array<i64>")))?;
    let given: Vec<i64> = (0..array.len()).filter_map(|axis| array.element(axis).ok()).collect();
    let positive = given.iter().all(|&extent| extent >= 1);
    match given.as_slice() {
        [x] if positive => Ok([*x, 1, 1]),
        [x, y] if positive => Ok([*x, *y, 1]),
        [x, y, z] if positive => Ok([*x, *y, *z]),
        _ => Err(fault(Fault::Grid { grid: given })),
    }
}

/// What a kernel's arguments are.
///
/// # Errors
/// One that is no memref of one static axis, with elements that buffers have.
pub fn arguments<'c>(kernel: Op<'c, '_>) -> Result<Vec<Argument>, Located<'c>> {
    let body = body(kernel)?;
    let argument = |number: usize| {
        let fault = |fault| Located { location: kernel.location(), fault };
        let value = body.argument(number);
        let value = value.map_err(|_| fault(malformed(kernel, "an argument is missing")))?;
        let what = format!("argument {number}");
        let (element, length) = buffer_type(&what, value.r#type()).map_err(fault)?;
        Ok(Argument { element, length })
    };
    (0..body.argument_count()).map(argument).collect()
}

fn body<'c, 'a>(kernel: Op<'c, 'a>) -> Result<BlockRef<'c, 'a>, Located<'c>> {
    let block = kernel.region(0).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| Located {
        location: kernel.location(),
        fault: malformed(kernel, "it has no body"),
    })
}

/// Runs a kernel over buffers, one an argument; gives the buffers as it leaves them.
///
/// # Errors
/// Buffers that are not the kernel's, or a program without meaning.
pub fn run<'c>(kernel: Op<'c, '_>, inputs: Vec<Vec<Element>>) -> Result<Vec<Buffer>, Located<'c>> {
    walk(kernel, inputs, Interpreter::default()).map(|run| run.memory.buffers().to_vec())
}

/// Runs a kernel whose repartitions are planned for a target, and each plan that is reached, slot by
/// slot; gives the buffers and the number of these plans.
///
/// # Errors
/// As [`run`]; a repartition without a plan, or whose plan brings a slot another element.
pub fn run_planned<'c>(
    kernel: Op<'c, '_>,
    inputs: Vec<Vec<Element>>,
    target: &Target,
) -> Result<(Vec<Buffer>, usize), Located<'c>> {
    let interpreter = Interpreter { target: Some(target.clone()), ..Interpreter::default() };
    let run = walk(kernel, inputs, interpreter)?;
    Ok((run.memory.buffers().to_vec(), run.planned.len()))
}

fn walk<'c>(
    kernel: Op<'c, '_>,
    inputs: Vec<Vec<Element>>,
    mut interpreter: Interpreter,
) -> Result<Interpreter, Located<'c>> {
    let body = body(kernel)?;
    let arguments = arguments(kernel)?;
    interpreter.grid = grid(kernel)?;
    let fault = |fault| Located { location: kernel.location(), fault };
    let mut inputs = inputs.into_iter();
    for (number, &Argument { element, length }) in arguments.iter().enumerate() {
        let input = inputs.next().unwrap_or_default();
        if input.len() != length {
            return Err(fault(Fault::Buffer {
                argument: number,
                element: element.to_string(),
                expected: length,
                found: input.len(),
            }));
        }
        interpreter.memory.add(element, input.into_iter().map(Some).collect());
    }
    let [x, y, z] = interpreter.grid;
    for block_z in 0..z {
        for block_y in 0..y {
            for block_x in 0..x {
                interpreter.block = [block_x, block_y, block_z];
                interpreter.values.clear();
                for number in 0..arguments.len() {
                    let argument = body.argument(number);
                    let argument =
                        argument.map_err(|_| fault(malformed(kernel, "an argument is missing")))?;
                    interpreter.set(&argument, Value::Buffer(number));
                }
                interpreter.block(body)?;
                interpreter.memory.release(arguments.len());
            }
        }
    }
    Ok(interpreter)
}
