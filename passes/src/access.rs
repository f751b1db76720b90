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

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Type, ValueLike};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, MapError, Program, ProgramBuilder};
use tileir_dialect::AnyTile;
use tileir_dialect::attributes::ReduceKind;
use tileir_dialect::view::{BoundsPolicy, ViewType};

use crate::builder::{Op, Outcome, Val, name_of};
use crate::error::PassError;
use crate::symbols::{Symbol, SymbolReader, defining_op};

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
        let mut reader = SymbolReader::default();
        let mut start: Vec<Option<u32>> = vec![None; map.domain().rank()];
        for slice in slices.iter().rev() {
            let window = view_type(result(*slice)?)?.shape();
            for (axis, begin) in start.iter_mut().enumerate() {
                let tile = reader.place_of(operand(*slice, axis + 1)?)?;
                let extent = reader.dag().constant(window[axis]);
                let step = reader.dag().binary(BinaryOp::Mul, tile, extent);
                *begin = Some(match *begin {
                    None => step,
                    Some(begin) => reader.dag().binary(BinaryOp::Add, begin, step),
                });
            }
        }
        for (begin, &coordinate) in start.iter_mut().zip(point) {
            let offset = reader.place_of(coordinate)?;
            *begin = Some(match *begin {
                None => offset,
                Some(begin) => reader.dag().binary(BinaryOp::Add, begin, offset),
            });
        }
        let zero = reader.dag().constant(0);
        let start: Vec<u32> = start.into_iter().map(|begin| begin.unwrap_or(zero)).collect();
        let (symbols, start) = reader.finish(&start);
        let buffer = operand(base, 0)?;
        let (policy, window) = (whole.policy(), view_type(view)?.shape());
        Ok(Access { buffer, map, policy, window, symbols, start })
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
        let (Some(symbols), Some(program)) = (self.symbol_axes(), tile.program()) else {
            return Ok(None);
        };
        let first = symbols.len();
        let of_tile = program.value_program();
        let program = self.coordinates(&of_tile, tile.domain().rank());
        let axes = symbols.into_iter().chain(tile.domain().axes().iter().cloned()).collect();
        let mut domain = IndexSet::new(axes)?;
        if let Some(carrier) = tile.domain().constraints() {
            let mut dag = ProgramBuilder::default();
            let held: Vec<u32> = (first..domain.rank()).map(|axis| dag.coord(axis)).collect();
            let held = dag.inline(carrier, &held);
            domain = domain.with_constraints(&dag.finish(&held))?;
        }
        LayoutMap::expr(domain, self.map.domain().clone(), program).map(Some)
    }
}

/// The coordinates of a load or a store: none of a whole window's.
pub fn coordinates<'c>(op: Op<'c>) -> Vec<Val<'c>> {
    let first = if name_of(op) == "tileir.store" { 2 } else { 1 };
    op.operands().skip(first).collect()
}

/// The coordinates of a load or a store that are tiles, each with its number among the operands: it
/// has some where it gathers or scatters.
pub fn coordinate_tiles<'c>(op: Op<'c>) -> Vec<(usize, Val<'c>)> {
    let coordinates = coordinates(op);
    let first = op.operand_count() - coordinates.len();
    let numbered = coordinates.into_iter().enumerate().map(|(k, value)| (first + k, value));
    numbered.filter(|(_, value)| AnyTile::from_type(value.r#type()).is_some()).collect()
}

/// How a store combines its elements with what is there; `None` where it takes its place.
pub fn combining(op: Op<'_>) -> Option<ReduceKind> {
    let kind = op.attribute("kind").ok().filter(|_| name_of(op) == "tileir.store")?;
    ReduceKind::from_attribute(kind)
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
