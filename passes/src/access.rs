//! What a load or store accesses: which coordinates, and at which addresses.
//!
//! A view seen through slices is a buffer, a map, and a window whose start is an expression in
//! a few *symbols*: block numbers, loop counters, other integers of the program. Together with
//! a tile's distribution it is a map of the algebra,
//!
//! ```text
//! coordinates : symbols x threads x slots -> the view's domain
//! address     = view's map after coordinates
//! ```
//!
//! so what the prover says of it is what a lowering may rely on.

use std::collections::HashMap;

use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, BlockLike, Type, Value, ValueLike};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, MapError, Program, ProgramBuilder};
use tileir_dialect::view::{BoundsPolicy, ViewType};

use crate::builder::{Op, Outcome, Val, bit_width, key, name_of};
use crate::error::PassError;

/// A value that a window's start depends on, with what is known of it.
#[derive(Clone)]
pub struct Symbol<'c> {
    /// Its name in maps and messages.
    pub name: String,
    /// The value.
    pub value: Val<'c>,
    /// It is in `0..extent`, where that is known.
    pub extent: Option<i64>,
}

/// A buffer seen through a window of a view.
#[derive(Clone)]
pub struct Access<'c> {
    /// The buffer: a memref of one axis.
    pub buffer: Val<'c>,
    /// The view's map, from its domain to addresses in the buffer.
    pub map: LayoutMap,
    /// What happens outside the map's domain.
    pub policy: BoundsPolicy,
    /// The shape of the window.
    pub window: Vec<i64>,
    /// What the start depends on.
    pub symbols: Vec<Symbol<'c>>,
    /// The start of the window: a program over the symbols, an output an axis.
    pub start: Program,
}

/// The operation that a value is the result of.
pub fn defining_op<'c>(value: Val<'c>) -> Option<Op<'c>> {
    let result = OperationResult::try_from(value).ok()?;
    // SAFETY: the owner of a live result is alive.
    Some(unsafe { Op::from_raw(result.owner().to_raw()) })
}

impl<'c> Access<'c> {
    /// The access through `view`, whose slices and view stand in the same function.
    ///
    /// # Errors
    /// A view that comes from elsewhere: a block argument, or another operation.
    pub fn of(view: Val<'c>, at: Op<'c>) -> Outcome<'c, Access<'c>> {
        Access::of_point(view, &[], at)
    }

    /// The access through `view` whose window begins at the element `point` of it: one coordinate
    /// an axis, or none for the window itself.
    ///
    /// # Errors
    /// As [`Access::of`].
    pub fn of_point(view: Val<'c>, point: &[Val<'c>], at: Op<'c>) -> Outcome<'c, Access<'c>> {
        let mut slices = Vec::new();
        let mut seen = view;
        let base = loop {
            let op = defining_op(seen).ok_or_else(|| {
                PassError::at(at.location(), "the view is no result of tileir.view or tileir.slice")
            })?;
            match name_of(op).as_str() {
                "tileir.view" => break op,
                "tileir.slice" => {
                    slices.push(op);
                    seen = operand(op, 0)?;
                }
                _ => {
                    let message = "views come from tileir.view and tileir.slice only";
                    return Err(PassError::at(op.location(), message));
                }
            }
        };
        let whole = view_type(seen)?;
        let map = whole.map().map_err(|e| PassError::at(at.location(), e.to_string()))?;
        let mut reader = SymbolReader {
            symbols: Vec::new(),
            dag: ProgramBuilder::default(),
            known: HashMap::new(),
            depth: 0,
        };
        let mut start: Vec<Option<u32>> = vec![None; map.domain().rank()];
        for slice in slices.iter().rev() {
            let window = view_type(result(*slice)?)?.shape();
            for (axis, begin) in start.iter_mut().enumerate() {
                let tile = reader.place_of(operand(*slice, axis + 1)?)?;
                let extent = reader.dag.constant(window[axis]);
                let step = reader.dag.binary(BinaryOp::Mul, tile, extent);
                *begin = Some(match *begin {
                    None => step,
                    Some(begin) => reader.dag.binary(BinaryOp::Add, begin, step),
                });
            }
        }
        for (begin, &coordinate) in start.iter_mut().zip(point) {
            let offset = reader.place_of(coordinate)?;
            *begin = Some(match *begin {
                None => offset,
                Some(begin) => reader.dag.binary(BinaryOp::Add, begin, offset),
            });
        }
        let zero = reader.dag.constant(0);
        let start: Vec<u32> = start.into_iter().map(|begin| begin.unwrap_or(zero)).collect();
        let start = reader.dag.finish(&start);
        let buffer = operand(base, 0)?;
        let (policy, window) = (whole.policy(), view_type(view)?.shape());
        Ok(Access { buffer, map, policy, window, symbols: reader.symbols, start })
    }

    /// The symbols as axes of a domain, or `None` if one of them is not known to be bounded.
    pub fn symbol_axes(&self) -> Option<Vec<Axis>> {
        let axis = |symbol: &Symbol<'c>| Some(Axis::new(&symbol.name, symbol.extent?));
        self.symbols.iter().map(axis).collect()
    }

    /// The coordinates of a tile's elements in the view's domain, as a program over the symbols
    /// and then the coordinates of `of_tile`, whose outputs are coordinates in the window.
    pub fn coordinates(&self, of_tile: &Program, tile_rank: usize) -> Program {
        let mut dag = ProgramBuilder::default();
        let symbols: Vec<u32> = (0..self.symbols.len()).map(|i| dag.coord(i)).collect();
        let own: Vec<u32> = (0..tile_rank).map(|i| dag.coord(self.symbols.len() + i)).collect();
        let start = dag.inline(&self.start, &symbols);
        let offsets = dag.inline(of_tile, &own);
        let sum = |(begin, offset): (&u32, &u32)| dag.binary(BinaryOp::Add, *begin, *offset);
        let outputs: Vec<u32> = start.iter().zip(&offsets).map(sum).collect();
        dag.finish(&outputs)
    }

    /// The coordinates of a tile distributed by `tile`, as a map; `None` if a symbol is not
    /// known to be bounded, or the distribution has no program.
    ///
    /// # Errors
    /// A symbol whose name is an axis of the distribution.
    pub fn coordinate_map(&self, tile: &LayoutMap) -> Result<Option<LayoutMap>, MapError> {
        let (Some(axes), Some(program)) = (self.symbol_axes(), tile.program()) else {
            return Ok(None);
        };
        let of_tile = program.value_program();
        let program = self.coordinates(&of_tile, tile.domain().rank());
        let axes = axes.into_iter().chain(tile.domain().axes().iter().cloned()).collect();
        LayoutMap::expr(IndexSet::new(axes)?, self.map.domain().clone(), program).map(Some)
    }
}

/// The view type of a value.
///
/// # Errors
/// Another type.
pub fn view_type<'c>(value: Val<'c>) -> Outcome<'c, ViewType<'c>> {
    ViewType::from_type(value.r#type())
        .ok_or_else(|| PassError::at(value.location(), format!("{} is no view", value.r#type())))
}

/// An operand that the verifier has seen to be there.
///
/// # Errors
/// There is none.
pub fn operand<'c>(op: Op<'c>, number: usize) -> Outcome<'c, Val<'c>> {
    op.operand(number)
        .map_err(|_| PassError::at(op.location(), format!("there is no operand {number}")))
}

/// The first result of an operation.
///
/// # Errors
/// There is none.
pub fn result<'c>(op: Op<'c>) -> Outcome<'c, Val<'c>> {
    match op.result(0) {
        Ok(result) => Ok(result.into()),
        Err(_) => Err(PassError::at(op.location(), "there is no result")),
    }
}

/// Reads integer values of the program as expressions in symbols.
struct SymbolReader<'c> {
    symbols: Vec<Symbol<'c>>,
    dag: ProgramBuilder,
    known: HashMap<usize, u32>,
    depth: usize,
}

/// Values computed by longer chains of operations than this are symbols.
const CHAIN_LIMIT: usize = 256;

impl<'c> SymbolReader<'c> {
    /// Only `index` and `i64` are read as exact integers: what wraps in a narrower type does not
    /// wrap in the algebra. Where these two overflow, the map has no value, and nothing is proved.
    ///
    /// Each value is read once, however often it is used.
    fn place_of(&mut self, value: Val<'c>) -> Outcome<'c, u32> {
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
        if bit_width(value.r#type()) < 64 || self.depth > CHAIN_LIMIT {
            return Ok(self.symbol(value, "s", None));
        }
        match name_of(op).as_str() {
            "arith.constant" => {
                let value_of =
                    op.attribute("value").ok().and_then(|a| IntegerAttribute::try_from(a).ok());
                match value_of {
                    Some(constant) => Ok(self.dag.constant(constant.value())),
                    None => Ok(self.symbol(value, "s", None)),
                }
            }
            "arith.index_cast" | "arith.extsi" => self.place_of(operand(op, 0)?),
            "gpu.block_id" => {
                let dimension = block_dimension(op);
                let extent = grid_of(op).and_then(|grid| grid.get(dimension).copied());
                Ok(self.symbol(value, ["block_x", "block_y", "block_z"][dimension], extent))
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

/// The number of the dimension that a `gpu.block_id` asks for.
fn block_dimension(op: Op<'_>) -> usize {
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

/// `n` for the counter of an `scf.for` from a constant that is not negative to a constant `n`.
fn loop_extent(value: Val<'_>) -> Option<i64> {
    let argument = melior::ir::block::BlockArgument::try_from(value).ok()?;
    let owner = argument.owner();
    let parent = owner.parent_operation()?;
    if argument.argument_number() != 0 || parent.name().as_string_ref().as_str() != Ok("scf.for") {
        return None;
    }
    let constant = |number: usize| {
        let value: Value = parent.operand(number).ok()?;
        let result = OperationResult::try_from(value).ok()?;
        let attribute = result.owner().attribute("value").ok()?;
        IntegerAttribute::try_from(attribute).ok().map(|a| a.value())
    };
    let (lower, upper) = (constant(0)?, constant(1)?);
    (lower >= 0 && upper >= 0).then_some(upper)
}

/// The extent of a memref's single axis.
pub fn buffer_extent(r#type: Type<'_>) -> Option<i64> {
    let memref = MemRefType::try_from(r#type).ok()?;
    match memref.dim_size(0) {
        Ok(DimSize::Static(extent)) if memref.rank() == 1 => i64::try_from(extent).ok(),
        _ => None,
    }
}

/// The type of a memref's elements.
pub fn memref_element(r#type: Type<'_>) -> Option<Type<'_>> {
    MemRefType::try_from(r#type).ok().map(|memref| memref.element())
}
