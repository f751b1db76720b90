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
//!   a coordinate an axis, and an element; or the same, some of them tiles, and a tile of
//!   their shape and distribution. `as` only with a tile; a load's is open.
//!   `else` with the policy `predicate`, and with that always.
//! - a `store` that combines: a tile of `i32`, `i64`, `f32` or `f64`, by `add`, `max` or `min`.
//! - `iota`: the axis is the tile's, the elements are integers.
//! - `repartition`: shape and element stay; one side is written.
//! - `relabel`: the map goes from the result's shape to the source's. Of views, both
//!   are whole, and the result's map is proved to be the composition.
//! - `reduce`: the axis is the source's, and is what the result lacks.
//! - `contract`: tiles of two axes, whose extents m, n and k agree; element types that multiply; the
//!   result is of the type of c; `by` names an atom that multiplies these types.
//! - `require`: at least one fact.
//!
//! Whether a map has a value at every point is a question to the prover, not an
//! invariant; but for that by which a view is relabelled.

use melior::ir::ValueLike;
use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::Type;
use thiserror::Error;
use tileir::LayoutMap;
use tileir::atom::AtomError;
use tileir::family::Parameters;

use crate::attributes::{AttributeError, Facts, layout_map};
use crate::diagnostic::{Diagnostic, Severity};
use crate::family::{family, is_family};
use crate::shape::words;
use crate::tile::AnyTile;
use crate::view::ViewType;

mod access;
mod contract;
mod shapes;
mod tiles;
mod views;

pub use shapes::ShapeError;
pub(crate) use shapes::{coverage, encoding, layout, view};

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
    /// A mode of a product whose extents differ.
    #[error("mode {mode} is {left} in {in_left} and {right} in {in_right}: it must be the same")]
    Mode {
        /// m, n or k.
        mode: &'static str,
        /// One operand that has it.
        in_left: &'static str,
        /// Its extent there.
        left: i64,
        /// The other.
        in_right: &'static str,
        /// Its extent there.
        right: i64,
    },
    /// An atom that does not multiply the operands' types.
    #[error("atom '{atom}' does not multiply {types}; {remedy}")]
    Product {
        /// The atom.
        atom: String,
        /// The types of the elements.
        types: String,
        /// The atoms that do.
        remedy: String,
    },
    /// A relabelled view whose map is not proved to be the composition, in words.
    #[error("{0}")]
    Composition(String),
    /// A name that no atom has.
    #[error(transparent)]
    Atom(#[from] AtomError),
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
        "tileir.view" => access::view_op(op),
        "tileir.slice" => access::slice(op),
        "tileir.load" => access::load(op),
        "tileir.store" => access::store(op),
        "tileir.iota" => tiles::iota(op),
        "tileir.repartition" => tiles::repartition(op),
        "tileir.relabel" => tiles::relabel(op),
        "tileir.reduce" => tiles::reduce(op),
        "tileir.contract" => contract::contract(op),
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
