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
//! so what the prover says of it is what a lowering may rely on. Where slices lie in slices, what is
//! valid is what lies in every window: see [`windows`](crate::windows).

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Type, ValueLike};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, MapError, Program, ProgramBuilder};
use tileir_dialect::AnyTile;
use tileir_dialect::attributes::ReduceKind;
use tileir_dialect::load;
use tileir_dialect::view::{BoundsPolicy, ViewType};

use crate::builder::{Op, Outcome, Val, name_of};
use crate::error::PassError;
use crate::symbols::{Symbol, SymbolReader, defining_op};
use crate::windows::Windows;

/// A buffer seen through a window of a view.
#[derive(Clone)]
pub struct Access<'c> {
    /// The buffer: a memref of one axis.
    pub buffer: Val<'c>,
    /// The view's map, from its domain to addresses in the buffer.
    pub view: LayoutMap,
    /// The same from what has to be tested: the domain's axes, and more of them where a window may
    /// reach past one that it lies in (see [`windows`](crate::windows)).
    pub map: LayoutMap,
    /// The axis of the view on which each axis of `map`'s domain lies.
    pub axes: Vec<usize>,
    /// What happens outside.
    pub policy: BoundsPolicy,
    /// The shape of the window.
    pub window: Vec<i64>,
    /// What the start depends on.
    pub symbols: Vec<Symbol<'c>>,
    /// The start of the window: a program over the symbols, an output an axis of `map`'s domain.
    pub start: Program,
}

impl<'c> Access<'c> {
    /// The access through `view`, whose slices and view stand in the same function.
    ///
    /// # Errors
    /// A view that comes from elsewhere: a block argument, or another operation.
    pub fn of(view: Val<'c>, at: Op<'c>) -> Outcome<'c, Access<'c>> {
        Self::within(view, None, at)
    }

    /// The access through `view` whose window begins at the element `point` of it: one coordinate
    /// an axis, or none for the window itself.
    ///
    /// # Errors
    /// As [`Access::of`].
    pub fn of_point(view: Val<'c>, point: &[Val<'c>], at: Op<'c>) -> Outcome<'c, Access<'c>> {
        let element = (!point.is_empty()).then_some(point);
        Self::within(view, element, at)
    }

    /// The access to elements anywhere in the window of `view`, which begins where the window does.
    ///
    /// # Errors
    /// As [`Access::of`].
    pub fn of_elements(view: Val<'c>, at: Op<'c>) -> Outcome<'c, Access<'c>> {
        Self::within(view, Some(&[]), at)
    }

    /// The access to a window, to the element at a point of it, or to any of its elements where the
    /// point has no coordinate.
    fn within(view: Val<'c>, point: Option<&[Val<'c>]>, at: Op<'c>) -> Outcome<'c, Access<'c>> {
        let failed = |error: String| PassError::at(at.location(), error);
        let (base, slices) = slices_of(view, at)?;
        let whole = view_type(result(base)?)?;
        let map = whole.map().map_err(|error| failed(error.to_string()))?;
        let mut reader = SymbolReader::default();
        let mut windows = Windows::of(map.domain());
        for slice in slices {
            let shape = view_type(result(slice)?)?.shape();
            let mut steps = Vec::with_capacity(shape.len());
            for (axis, &extent) in shape.iter().enumerate() {
                let tile = reader.place_of(operand(slice, axis + 1)?)?;
                let extent = reader.dag().constant(extent);
                steps.push(reader.dag().binary(BinaryOp::Mul, tile, extent));
            }
            windows.enter(reader.dag(), &steps, shape);
        }
        let mut window = view_type(view)?.shape();
        if let Some(point) = point {
            let places = point.iter().map(|&coordinate| reader.place_of(coordinate));
            let places = places.collect::<Outcome<'c, Vec<u32>>>()?;
            // No window contains what may be anywhere.
            let extent = if point.is_empty() { i64::MAX } else { 1 };
            windows.enter(reader.dag(), &places, vec![extent; window.len()]);
            window = vec![1; window.len()];
        }
        let starts = windows.starts(reader.dag());
        let (symbols, program) = reader.finish(&starts);
        let values: Vec<_> = symbols.iter().map(Symbol::interval).collect();
        let (bounded, start, axes) =
            windows.bounded(&map, &program, &values).map_err(|error| failed(error.to_string()))?;
        let (buffer, policy) = (operand(base, 0)?, whole.policy());
        Ok(Access { buffer, view: map, map: bounded, axes, policy, window, symbols, start })
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
        let places = self.places(&mut dag, &start, &offsets);
        dag.finish(&places)
    }

    /// The coordinates of an element: the start's, and what it is away from it on each of the
    /// view's axes.
    pub fn places(&self, dag: &mut ProgramBuilder, start: &[u32], offsets: &[u32]) -> Vec<u32> {
        let place =
            |(&begin, &axis): (&u32, &usize)| dag.binary(BinaryOp::Add, begin, offsets[axis]);
        start.iter().zip(&self.axes).map(place).collect()
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
    match name_of(op) == "tileir.store" {
        true => op.operands().skip(2).collect(),
        false => op.operands().skip(1).take(load::coordinate_count(op)).collect(),
    }
}

/// The coordinates of a load or a store that are tiles, each with its number among the operands: it
/// has some where it gathers or scatters.
pub fn coordinate_tiles<'c>(op: Op<'c>) -> Vec<(usize, Val<'c>)> {
    let coordinates = coordinates(op);
    let first = if name_of(op) == "tileir.store" { 2 } else { 1 };
    let numbered = coordinates.into_iter().enumerate().map(|(k, value)| (first + k, value));
    numbered.filter(|(_, value)| AnyTile::from_type(value.r#type()).is_some()).collect()
}

/// How a store combines its elements with what is there; `None` where it takes its place.
pub fn combining(op: Op<'_>) -> Option<ReduceKind> {
    let kind = op.attribute("kind").ok().filter(|_| name_of(op) == "tileir.store")?;
    ReduceKind::from_attribute(kind)
}

/// The `tileir.view` behind a view, and the slices between, the outermost first.
fn slices_of<'c>(view: Val<'c>, at: Op<'c>) -> Outcome<'c, (Op<'c>, Vec<Op<'c>>)> {
    let mut slices = Vec::new();
    let mut seen = view;
    loop {
        let op = defining_op(seen).ok_or_else(|| {
            PassError::at(at.location(), "the view is no result of tileir.view or tileir.slice")
        })?;
        match name_of(op).as_str() {
            "tileir.view" => {
                slices.reverse();
                return Ok((op, slices));
            }
            "tileir.slice" if slices.contains(&op) => {
                return Err(PassError::at(op.location(), "this is a slice of itself"));
            }
            "tileir.slice" => {
                slices.push(op);
                seen = operand(op, 0)?;
            }
            "tileir.relabel" => {
                let message = "the view is relabelled; tileir-compose-views makes one view of it";
                return Err(PassError::at(op.location(), message));
            }
            _ => {
                let message = "views come from tileir.view and tileir.slice only";
                return Err(PassError::at(op.location(), message));
            }
        }
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
