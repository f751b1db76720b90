//! What makes an operation, a tile or a view well formed.
//!
//! The invariants, by operation:
//!
//! - `apply`: a coordinate a domain axis, a value a codomain axis, one type.
//! - `view`: the buffer has one axis and the identity layout; elements agree; the
//!   window is the domain, or the box around it; the codomain fits a buffer of
//!   known size.
//! - `slice`: map, element and policy are the source's; a coordinate an axis.
//! - `load`, `store`: either no coordinates, and a tile of the window's shape; or
//!   a coordinate an axis, and an element. `as` only with a tile; a load's is open.
//! - `iota`: the axis is the tile's, the elements are integers.
//! - `repartition`: shape and element stay; one side is written.
//! - `relabel`: the map goes from the result's shape to the source's.
//! - `reduce`: the axis is the source's, and is what the result lacks.
//! - `require`: at least one fact.
//!
//! A tensor or a memref has every element of its shape, and a thread every slot, so
//! the sets that are their shapes are boxes: only a view's domain is constrained.
//!
//! Whether a map has a value at every point is a question to the prover, not an
//! invariant.

use melior::ir::ValueLike;
use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{MemRefType, ShapedTypeLike, Type, TypeLike};
use thiserror::Error;
use tileir::distribution::{Distribution, DistributionError};
use tileir::family::Parameters;
use tileir::proof::Budget;
use tileir::{IndexSet, LayoutMap};

use crate::attributes::{AttributeError, Facts, distribution_map, layout_map};
use crate::diagnostic::{Diagnostic, Severity};
use crate::family::{family, is_family};
use crate::shape::{extent, extents, words};
use crate::tile::AnyTile;
use crate::view::ViewType;

/// Why a map does not go with a shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// Another number of axes.
    #[error("the {what} {set} has {} axes, the shape {} has {}", .set.rank(), words(.shape), .shape.len())]
    Rank {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
        /// The shape.
        shape: Vec<i64>,
    },
    /// Another extent.
    #[error("axis {axis} of the shape {} is {}, the {what} {set} has '{}'", words(.shape), extent(.shape[*.axis]), .set.axes()[*.axis])]
    Extent {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
        /// The shape.
        shape: Vec<i64>,
        /// The first axis that differs.
        axis: usize,
    },
    /// A negative or unknown extent.
    #[error("axis {axis} of the shape is {extent}: it must be known, and not negative")]
    Unknown {
        /// The axis.
        axis: usize,
        /// Its extent.
        extent: i64,
    },
    /// A set without some points of the box that it must be.
    #[error("the {what} {set} is constrained: it must be a box")]
    Constrained {
        /// Which set of the map.
        what: &'static str,
        /// The set.
        set: IndexSet,
    },
    /// An address of more or fewer than one coordinate.
    #[error("an address is one integer, the codomain {set} has {} axes", .set.rank())]
    Address {
        /// The codomain.
        set: IndexSet,
    },
}

/// Why an operation is not well formed.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A map that does not go with a shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An attribute that is not what it should be.
    #[error(transparent)]
    Attribute(#[from] AttributeError),
    /// A number of operands or results that is not the one needed.
    #[error("{what}: expected {expected} for {reason}, found {found}")]
    Count {
        /// What was counted.
        what: &'static str,
        /// How many there must be.
        expected: usize,
        /// What says so.
        reason: String,
        /// How many there are.
        found: usize,
    },
    /// Two things that must agree and do not.
    #[error("{what}: {left} and {right} must be the same")]
    Differ {
        /// What they are.
        what: &'static str,
        /// One.
        left: String,
        /// The other.
        right: String,
    },
    /// A thing that does not meet a condition.
    #[error("{what}: expected {expected}, found {found}")]
    Expected {
        /// What it is.
        what: &'static str,
        /// The condition.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A buffer that does not hold what a map addresses.
    #[error("the map addresses {codomain}, the buffer has {size} elements")]
    Buffer {
        /// The codomain, printed.
        codomain: String,
        /// The buffer's size.
        size: i64,
    },
    /// An axis that the source lacks.
    #[error("axis {axis} is not an axis of the shape {}", words(.shape))]
    Axis {
        /// The axis.
        axis: i64,
        /// The source's shape.
        shape: Vec<i64>,
    },
    /// A part of the operation that MLIR could not give.
    #[error(transparent)]
    Part(#[from] melior::Error),
}

type Outcome = Result<(), VerifyError>;

fn is_box(what: &'static str, set: &IndexSet) -> Result<(), ShapeError> {
    if set.is_box() {
        return Ok(());
    }
    Err(ShapeError::Constrained { what, set: set.clone() })
}

/// Whether the set is the box of this shape.
fn same_extents(what: &'static str, set: &IndexSet, shape: &[i64]) -> Result<(), ShapeError> {
    is_box(what, set)?;
    same_hull(what, set, shape)
}

/// Whether the box around the set is that of this shape.
fn same_hull(what: &'static str, set: &IndexSet, shape: &[i64]) -> Result<(), ShapeError> {
    let (set, shape) = (set.clone(), shape.to_vec());
    if set.rank() != shape.len() {
        return Err(ShapeError::Rank { what, set, shape });
    }
    let differs = |(axis, &extent): (&tileir::Axis, &i64)| axis.extent().finite() != Some(extent);
    match set.axes().iter().zip(&shape).position(differs) {
        None => Ok(()),
        Some(axis) => Err(ShapeError::Extent { what, set, shape, axis }),
    }
}

fn address(map: &LayoutMap) -> Result<(), ShapeError> {
    if map.codomain().rank() == 1 {
        return Ok(());
    }
    Err(ShapeError::Address { set: map.codomain().clone() })
}

/// Whether a tensor of `shape` may be held by the distribution `map`.
pub(crate) fn encoding(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    is_box("distribution's domain", map.domain())?;
    same_extents("distribution's codomain", map.codomain(), shape)
}

/// Whether every element of the tile is held, and every slot holds one. Up to
/// this many occurrences are looked at where no rule decides.
const COVERAGE_BUDGET: Budget = Budget::of_points(1 << 16);

/// Whether the distribution `map` is one, and is not disproved to cover its tile.
pub(crate) fn coverage(map: &LayoutMap) -> Result<(), DistributionError> {
    let distribution = Distribution::new(map.clone())?;
    distribution.covers(&distribution.shape(), &COVERAGE_BUDGET).map(drop)
}

/// Whether `map` addresses a memref of `shape`.
pub(crate) fn layout(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    same_extents("layout's domain", map.domain(), shape)?;
    address(map)
}

/// Whether a window of `shape` may lie in the domain of `map`.
pub(crate) fn view(map: &LayoutMap, shape: &[i64]) -> Result<(), ShapeError> {
    let set = map.domain();
    if set.rank() != shape.len() {
        return Err(ShapeError::Rank {
            what: "map's domain",
            set: set.clone(),
            shape: shape.into(),
        });
    }
    if let Some((axis, &extent)) = shape.iter().enumerate().find(|(_, extent)| **extent < 0) {
        return Err(ShapeError::Unknown { axis, extent });
    }
    address(map)
}

/// Emits `message` as an error of `operation`.
pub(crate) fn emit(operation: OperationRef<'_, '_>, message: &str) {
    let name = operation.name();
    let name = name.as_string_ref().as_str().unwrap_or_default();
    let message = format!("'{name}' op {message}");
    Diagnostic::new(Severity::Error, operation.location(), message).emit();
}

/// Verifies an operation of the dialect.
///
/// # Errors
/// What is wrong with it.
pub fn operation(op: OperationRef<'_, '_>) -> Outcome {
    let name = op.name();
    match name.as_string_ref().as_str().unwrap_or_default() {
        "tileir.apply" => apply(op),
        "tileir.view" => view_op(op),
        "tileir.slice" => slice(op),
        "tileir.load" => load(op),
        "tileir.store" => store(op),
        "tileir.iota" => iota(op),
        "tileir.repartition" => repartition(op),
        "tileir.relabel" => relabel(op),
        "tileir.reduce" => reduce(op),
        "tileir.require" => require(op),
        _ => Ok(()),
    }
}

fn operand_type<'c>(op: OperationRef<'c, '_>, position: usize) -> Result<Type<'c>, VerifyError> {
    Ok(op.operand(position)?.r#type())
}

fn result_type<'c>(op: OperationRef<'c, '_>) -> Result<Type<'c>, VerifyError> {
    Ok(op.result(0)?.r#type())
}

fn map_of(op: OperationRef<'_, '_>) -> Result<LayoutMap, VerifyError> {
    Ok(layout_map(op.attribute("map")?)?)
}

fn as_view<'c>(what: &'static str, r#type: Type<'c>) -> Result<ViewType<'c>, VerifyError> {
    ViewType::from_type(r#type).ok_or_else(|| VerifyError::Expected {
        what,
        expected: "a view",
        found: r#type.to_string(),
    })
}

fn as_tile<'c>(what: &'static str, r#type: Type<'c>) -> Result<AnyTile<'c>, VerifyError> {
    let expected = "a tensor of known extents with a distribution, or with no encoding";
    AnyTile::from_type(r#type).ok_or_else(|| VerifyError::Expected {
        what,
        expected,
        found: r#type.to_string(),
    })
}

fn same<T: PartialEq>(
    what: &'static str,
    left: T,
    right: T,
    words: impl Fn(T) -> String,
) -> Outcome {
    if left == right {
        return Ok(());
    }
    Err(VerifyError::Differ { what, left: words(left), right: words(right) })
}

fn same_types(what: &'static str, left: Type<'_>, right: Type<'_>) -> Outcome {
    same(what, left.to_string(), right.to_string(), |printed| printed)
}

fn same_shapes(what: &'static str, left: &[i64], right: &[i64]) -> Outcome {
    same(what, left, right, words)
}

fn same_maps(what: &'static str, left: Attribute<'_>, right: Attribute<'_>) -> Outcome {
    same(what, left.to_raw().ptr, right.to_raw().ptr, |pointer| {
        let printed = if pointer == left.to_raw().ptr { left } else { right };
        printed.to_string()
    })
}

fn count(what: &'static str, expected: usize, reason: impl ToString, found: usize) -> Outcome {
    if expected == found {
        return Ok(());
    }
    Err(VerifyError::Count { what, expected, reason: reason.to_string(), found })
}

fn apply(op: OperationRef<'_, '_>) -> Outcome {
    let attribute = op.attribute("map")?;
    if is_family(attribute) {
        let family = family(attribute)?;
        let (parameters, rank) = (family.parameters().len(), family.domain().rank());
        let expected = parameters + rank;
        count("parameters and coordinates", expected, &family, op.operand_count())?;
        count("results", family.codomain().rank(), &family, op.result_count())?;
    } else {
        let map = layout_map(attribute)?;
        count("coordinates", map.domain().rank(), map.domain(), op.operand_count())?;
        count("results", map.codomain().rank(), map.codomain(), op.result_count())?;
    }
    let mut types = op.operands().map(|value| value.r#type()).collect::<Vec<_>>();
    types.extend(op.results().map(|value| value.r#type()));
    if let Some(empty) = types.iter().find(|r#type| width(**r#type) == Some(0)) {
        let (what, expected) = ("coordinates and results", "integers of a bit or more, or index");
        return Err(VerifyError::Expected { what, expected, found: empty.to_string() });
    }
    types.windows(2).try_for_each(|pair| match pair {
        [left, right] => same_types("coordinates and results", *left, *right),
        _ => Ok(()),
    })
}

/// The bits of an integer type.
fn width(r#type: Type<'_>) -> Option<u32> {
    melior::ir::r#type::IntegerType::try_from(r#type).ok().map(|integer| integer.width())
}

/// Coordinates of a view, from operand `first` on: of 1 to 64 bits, or `index`.
fn coordinates(op: OperationRef<'_, '_>, first: usize) -> Outcome {
    let mut types = op.operands().skip(first).map(|value| value.r#type());
    match types.find(|r#type| width(*r#type).is_some_and(|bits| !(1..=64).contains(&bits))) {
        None => Ok(()),
        Some(wrong) => Err(VerifyError::Expected {
            what: "a coordinate",
            expected: "an integer of 1 to 64 bits, or index",
            found: wrong.to_string(),
        }),
    }
}

fn view_op(op: OperationRef<'_, '_>) -> Outcome {
    let what = "the buffer";
    let expected = "a memref of one axis with the identity layout";
    let r#type = operand_type(op, 0)?;
    let refused = || VerifyError::Expected { what, expected, found: r#type.to_string() };
    let buffer = MemRefType::try_from(r#type).map_err(|_| refused())?;
    // SAFETY: the affine map is the memref's, and alive.
    let identity = unsafe { mlir_sys::mlirAffineMapIsIdentity(buffer.affine_map().to_raw()) };
    let size = match extents(&buffer).as_slice() {
        [size] if identity => *size,
        _ => return Err(refused()),
    };
    let view = as_view("the result", result_type(op)?)?;
    same_types("element types", buffer.element(), view.element())?;
    let map = view.map()?;
    same_hull("map's domain", map.domain(), &view.shape())?;
    // The codomain has one axis, as the view's type says.
    let needed = map.codomain().axes().first().and_then(|axis| axis.extent().finite());
    if size >= 0 && needed.is_some_and(|needed| needed > size) {
        return Err(VerifyError::Buffer { codomain: map.codomain().to_string(), size });
    }
    Ok(())
}

fn slice(op: OperationRef<'_, '_>) -> Outcome {
    let source = as_view("the source", operand_type(op, 0)?)?;
    let result = as_view("the result", result_type(op)?)?;
    same_maps("maps", source.map_attribute(), result.map_attribute())?;
    same_types("element types", source.element(), result.element())?;
    same("bounds policies", source.policy(), result.policy(), |policy| format!("{policy:?}"))?;
    coordinates(op, 1)?;
    let found = op.operand_count().saturating_sub(1);
    count("coordinates", result.shape().len(), words(&result.shape()), found)
}

/// A tile of the window's shape, or one element of it.
fn access(view: ViewType<'_>, value: Type<'_>, coordinates: usize) -> Outcome {
    let shape = view.shape();
    match AnyTile::from_type(value) {
        Some(tile) if coordinates == 0 => {
            same_shapes("shapes of tile and view", &tile.shape(), &shape)?;
            same_types("element types", tile.element(), view.element())
        }
        _ if coordinates == 0 && !shape.is_empty() => as_tile("the value", value).map(drop),
        _ => {
            count("coordinates", shape.len(), words(&shape), coordinates)?;
            same_types("the value and an element", value, view.element())
        }
    }
}

fn load(op: OperationRef<'_, '_>) -> Outcome {
    let view = as_view("the source", operand_type(op, 0)?)?;
    coordinates(op, 1)?;
    let r#type = result_type(op)?;
    access(view, r#type, op.operand_count().saturating_sub(1))?;
    if op.has_attribute("distribution") {
        let tile = as_tile("the value loaded as a distribution", r#type)?;
        if !tile.is_open() {
            let what = "the type of what is loaded as a distribution";
            let (expected, found) = ("one without its own", r#type.to_string());
            return Err(VerifyError::Expected { what, expected, found });
        }
        named_distribution(op, tile)?;
    }
    Ok(())
}

/// That what `as` names goes with the tile.
fn named_distribution(op: OperationRef<'_, '_>, tile: AnyTile<'_>) -> Outcome {
    let named = distribution_map(op.attribute("distribution")?)?;
    Ok(encoding(&named, &tile.shape())?)
}

fn store(op: OperationRef<'_, '_>) -> Outcome {
    let value = operand_type(op, 0)?;
    let view = as_view("the destination", operand_type(op, 1)?)?;
    coordinates(op, 2)?;
    access(view, value, op.operand_count().saturating_sub(2))?;
    if op.has_attribute("distribution") {
        named_distribution(op, as_tile("the value stored as a distribution", value)?)?;
    }
    Ok(())
}

fn tiles<'c>(op: OperationRef<'c, '_>) -> Result<(AnyTile<'c>, AnyTile<'c>), VerifyError> {
    let source = as_tile("the source", operand_type(op, 0)?)?;
    let result = as_tile("the result", result_type(op)?)?;
    same_types("element types", source.element(), result.element())?;
    Ok((source, result))
}

fn repartition(op: OperationRef<'_, '_>) -> Outcome {
    let (source, result) = tiles(op)?;
    if source.is_open() && result.is_open() {
        let (what, expected) = ("source and result", "a distribution of at least one of them");
        let found = "none".to_owned();
        return Err(VerifyError::Expected { what, expected, found });
    }
    same_shapes("shapes of source and result", &source.shape(), &result.shape())
}

fn relabel(op: OperationRef<'_, '_>) -> Outcome {
    let (source, result) = tiles(op)?;
    let map = map_of(op)?;
    same_extents("map's domain", map.domain(), &result.shape())?;
    Ok(same_extents("map's codomain", map.codomain(), &source.shape())?)
}

fn reduce(op: OperationRef<'_, '_>) -> Outcome {
    let (source, result) = tiles(op)?;
    let attribute = op.attribute("axis")?;
    let axis = melior::ir::attribute::IntegerAttribute::try_from(attribute)?.value();
    let mut shape = source.shape();
    match usize::try_from(axis) {
        Ok(position) if position < shape.len() => drop(shape.remove(position)),
        _ => return Err(VerifyError::Axis { axis, shape }),
    }
    same_shapes("the source's shape without the axis, and the result's", &shape, &result.shape())
}

fn iota(op: OperationRef<'_, '_>) -> Outcome {
    let tile = as_tile("the result", result_type(op)?)?;
    let axis = melior::ir::attribute::IntegerAttribute::try_from(op.attribute("axis")?)?.value();
    let shape = tile.shape();
    if !usize::try_from(axis).is_ok_and(|position| position < shape.len()) {
        return Err(VerifyError::Axis { axis, shape });
    }
    if tile.element().is_integer() {
        return Ok(());
    }
    let found = tile.element().to_string();
    Err(VerifyError::Expected { what: "the elements", expected: "signless integers", found })
}

fn require(op: OperationRef<'_, '_>) -> Outcome {
    let attribute = op.attribute("map")?;
    let parameters = match is_family(attribute) {
        true => family(attribute)?.parameters().clone(),
        false => layout_map(attribute).map(|_| Parameters::default())?,
    };
    count("parameters", parameters.len(), &parameters, op.operand_count())?;
    if let Ok(guard) = op.attribute("guard") {
        let guard = family(guard)?;
        let (own, found) = (parameters.to_string(), guard.parameters().to_string());
        same("the parameters, and the guard's", own, found, |words| words)?;
    }
    let types: Vec<Type<'_>> = op.operands().map(|value| value.r#type()).collect();
    if let Some(odd) = types.iter().find(|r#type| !matches!(width(**r#type), None | Some(1..=64))) {
        let (what, expected) = ("a parameter", "an integer of 1 to 64 bits, or index");
        return Err(VerifyError::Expected { what, expected, found: odd.to_string() });
    }
    let facts = Facts::from_attribute(op.attribute("facts")?);
    if facts.total || facts.bounds || facts.injective || facts.surjective {
        return Ok(());
    }
    let found = "none".to_owned();
    Err(VerifyError::Expected { what: "facts", expected: "at least one", found })
}
