//! Integer values of a program as expressions of the algebra.
//!
//! A value is a sum, difference or product of *symbols*: block numbers, loop counters, arguments.
//! Of some it is known how far they reach, and so of what is made of them:
//!
//! ```text
//! %c = arith.muli %block_x, %c64        block_x * 64       block_x in [0, 16)
//! %i = arith.addi %c, %step             ... + step         step in [0, 64)
//! ```

use std::collections::HashMap;

use melior::ir::attribute::{AttributeLike, DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{Attribute, BlockLike, ValueLike};
use tileir::expr::Interval;
use tileir::{BinaryOp, Program, ProgramBuilder};

use crate::access::operand;
use crate::builder::{Op, Outcome, Val, bit_width, key, name_of};

/// A value that others are made of, with what is known of it.
#[derive(Clone)]
pub struct Symbol<'c> {
    /// Its name in maps and messages.
    pub name: String,
    /// The value.
    pub value: Val<'c>,
    /// It is in `0..extent`, where that is known.
    pub extent: Option<i64>,
}

impl Symbol<'_> {
    /// Where its values lie.
    pub fn interval(&self) -> Interval {
        // In a loop that never runs a counter has no value; any interval holds those.
        match (self.extent.filter(|&extent| extent > 0), bit_width(self.value.r#type())) {
            (Some(extent), _) => Interval::below(extent),
            (None, 64..) => Interval::ALL,
            (None, bits) => Interval::signed(bits),
        }
    }
}

/// The operation that a value is the result of.
pub fn defining_op<'c>(value: Val<'c>) -> Option<Op<'c>> {
    // To ask an argument for its operation would print it.
    let result = value.is_operation_result().then(|| OperationResult::try_from(value).ok())??;
    // SAFETY: the owner of a live result is alive.
    Some(unsafe { Op::from_raw(result.owner().to_raw()) })
}

/// Reads integer values of the program as expressions in symbols.
#[derive(Default)]
pub struct SymbolReader<'c> {
    symbols: Vec<Symbol<'c>>,
    dag: ProgramBuilder,
    known: HashMap<usize, u32>,
    depth: usize,
}

/// Values computed by longer chains of operations than this are symbols.
const CHAIN_LIMIT: usize = 256;

impl<'c> SymbolReader<'c> {
    /// The program so far, to be added to.
    pub fn dag(&mut self) -> &mut ProgramBuilder {
        &mut self.dag
    }

    /// The symbols, and the program over them with these outputs.
    pub fn finish(self, outputs: &[u32]) -> (Vec<Symbol<'c>>, Program) {
        (self.symbols, self.dag.finish(outputs))
    }

    /// The place of a value.
    ///
    /// Only `index` and `i64` are read as exact integers: what wraps in a narrower type does not
    /// wrap in the algebra. Where these two overflow, the map has no value, and nothing is proved.
    ///
    /// Each value is read once, however often it is used.
    ///
    /// # Errors
    /// An operation without the operands that it must have.
    pub fn place_of(&mut self, value: Val<'c>) -> Outcome<'c, u32> {
        if let Some(&known) = self.known.get(&key(value)) {
            return Ok(known);
        }
        self.depth += 1;
        let place = self.read(value)?;
        self.depth -= 1;
        self.known.insert(key(value), place);
        Ok(place)
    }

    fn read(&mut self, value: Val<'c>) -> Outcome<'c, u32> {
        let Some(op) = defining_op(value) else { return Ok(self.argument(value)) };
        if let Some(constant) = constant_of(op) {
            return Ok(self.dag.constant(constant));
        }
        if bit_width(value.r#type()) < 64 || self.depth > CHAIN_LIMIT {
            return Ok(self.symbol(value, "s", None));
        }
        match name_of(op).as_str() {
            "arith.index_cast" | "arith.extsi" => self.place_of(operand(op, 0)?),
            // The number of the program, a block's or a cluster's.
            name @ ("gpu.block_id" | "gpu.cluster_id") => {
                let dimension = dimension(op);
                let extent = grid_of(op).and_then(|grid| grid.get(dimension).copied());
                let names = match name {
                    "gpu.block_id" => ["block_x", "block_y", "block_z"],
                    _ => ["cluster_x", "cluster_y", "cluster_z"],
                };
                Ok(self.symbol(value, names[dimension], extent))
            }
            "arith.addi" => self.operation(op, BinaryOp::Add),
            "arith.subi" => self.operation(op, BinaryOp::Sub),
            "arith.muli" => self.operation(op, BinaryOp::Mul),
            _ => Ok(self.symbol(value, "s", None)),
        }
    }

    fn operation(&mut self, op: Op<'c>, kind: BinaryOp) -> Outcome<'c, u32> {
        let lhs = self.place_of(operand(op, 0)?)?;
        let rhs = self.place_of(operand(op, 1)?)?;
        Ok(self.dag.binary(kind, lhs, rhs))
    }

    /// A block argument: a loop counter with constant bounds is bounded.
    fn argument(&mut self, value: Val<'c>) -> u32 {
        let extent = loop_extent(value);
        self.symbol(value, if extent.is_some() { "step" } else { "s" }, extent)
    }

    fn symbol(&mut self, value: Val<'c>, name: &str, extent: Option<i64>) -> u32 {
        let known = self.symbols.iter().position(|symbol| key(symbol.value) == key(value));
        let position = known.unwrap_or_else(|| {
            let taken = self.symbols.iter().any(|symbol| symbol.name == name);
            let name = if taken || name == "s" {
                format!("{name}{}", self.symbols.len())
            } else {
                name.into()
            };
            self.symbols.push(Symbol { name, value, extent });
            self.symbols.len() - 1
        });
        self.dag.coord(position)
    }
}

/// The number of the dimension that such an operation asks for.
fn dimension(op: Op<'_>) -> usize {
    let text = op.attribute("dimension").map(|a| a.to_string()).unwrap_or_default();
    ["x", "y", "z"].iter().position(|d| text.contains(&format!("dim {d}"))).unwrap_or(0)
}

/// The grid of the kernel that an operation stands in; absent trailing extents are 1.
pub fn grid_of(op: Op<'_>) -> Option<Vec<i64>> {
    let mut parent = op.parent_operation();
    while let Some(function) = parent {
        if let Ok(grid) = function.attribute("tileir.grid") {
            return grid_extents(grid);
        }
        parent = function.parent_operation();
    }
    None
}

/// The three extents of a `tileir.grid` attribute.
pub fn grid_extents(grid: Attribute<'_>) -> Option<Vec<i64>> {
    let grid = DenseI64ArrayAttribute::try_from(grid).ok()?;
    let extents = (0..3).map(|i| if i < grid.len() { grid.element(i).ok() } else { Some(1) });
    extents.collect()
}

/// The number that an `arith.constant` stands for.
fn constant_of(op: Op<'_>) -> Option<i64> {
    let value = op.attribute("value").ok().filter(|_| name_of(op) == "arith.constant")?;
    let value = IntegerAttribute::try_from(value).ok()?;
    // A wider one would be cut off.
    (bit_width(value.r#type()) <= 64).then(|| value.value())
}

/// `n` for the counter of an `scf.for` from a constant that is not negative to a constant `n`.
fn loop_extent(value: Val<'_>) -> Option<i64> {
    let argument = melior::ir::block::BlockArgument::try_from(value).ok()?;
    let owner = argument.owner();
    let parent = owner.parent_operation()?;
    if argument.argument_number() != 0 || parent.name().as_string_ref().as_str() != Ok("scf.for") {
        return None;
    }
    let constant = |number: usize| defining_op(parent.operand(number).ok()?).and_then(constant_of);
    let (lower, upper) = (constant(0)?, constant(1)?);
    (lower >= 0 && upper >= 0).then_some(upper)
}

/// How often an `scf.for` with constant bounds runs.
pub fn loop_trips(op: Op<'_>) -> Option<u64> {
    let constant = |number: usize| defining_op(op.operand(number).ok()?).and_then(constant_of);
    let (lower, upper, step) = (constant(0)?, constant(1)?, constant(2)?);
    let step = u64::try_from(step).ok().filter(|&step| step > 0)?;
    let trips = |length: u64| length.div_ceil(step);
    Some(if upper > lower { trips(upper.abs_diff(lower)) } else { 0 })
}
