//! `tileir-lower-views`: views and maps become address arithmetic.
//!
//! In any function, not only in a tile program:
//!
//! | before | after | file |
//! |---|---|---|
//! | `tileir.apply #map(…)` | the map's expressions in `arith`, behind assertions | `apply.rs` |
//! | `tileir.require #family[…] … if #guard` | an assertion that the guard holds | `require.rs` |
//! | `tileir.load %v[…]`, `tileir.store` of an element | the address, and `memref.load`, `store` | `point.rs` |
//! | `memref<64x64xf32, #map>` | `memref<4096xf32>`, or a strided layout where `#map` is one | `layouts.rs` |
//!
//! A load or store of a tile is `tileir-lower-tiles`' business and stays, with the views that it
//! goes through; views and slices that nothing goes through any more are erased.
//!
//! **The laws.** Arithmetic is on `i32` or `i64`, never on `index`: on `i32` only where every
//! step is proved to fit for every point of the map's domain. Memory is accessed only through a
//! map that is not disproved to have an address for every point: otherwise the access is an
//! error that names the point. Where a map has no value, its application fails, now or, by
//! `cf.assert`, when the program runs.

mod apply;
mod at;
mod layouts;
mod place;
mod point;
mod require;

use std::str::FromStr;

use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike};
use melior::ir::{Attribute, Block, Type, Value, ValueLike};
use tileir::proof::{Budget, prove};
use tileir::{Axis, IndexSet, LayoutMap};
use tileir_dialect::AnyTile;
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use crate::builder::{Builder, Op, Outcome, Val, borrowed, context_of, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::erase;
use crate::walk::{operations, operations_named};

/// Runs the pass.
///
/// # Errors
/// An access through a map that has no address for some point, or an operation on a memref that
/// cannot be lowered; each at its location.
pub fn run<'c>(context: &mut PassContext<'c>, root: Op<'c>) -> Outcome<'c> {
    let undefined = context.parsed_option("undefined", "check or assume")?;
    let mut addressable = Addressable { undefined, known: Vec::new() };
    layouts::lower(root, &mut addressable)?;
    for op in operations_named(root, "tileir.apply") {
        apply::lower(op, undefined)?;
    }
    // Without assertions, a guard stays to be seen.
    if undefined == Undefined::Check {
        for op in operations_named(root, "tileir.require") {
            require::lower(op)?;
        }
    }
    for op in operations_named(root, "tileir.load") {
        if AnyTile::from_type(crate::access::result(op)?.r#type()).is_none() {
            point::load(op, &mut addressable)?;
        }
    }
    for op in operations_named(root, "tileir.store") {
        let value = crate::access::operand(op, 0)?;
        if AnyTile::from_type(value.r#type()).is_none() {
            point::store(op, &mut addressable)?;
        }
    }
    let views =
        operations(root, |op| matches!(name_of(op).as_str(), "tileir.view" | "tileir.slice"));
    // A slice stands behind what it is a slice of.
    for view in views.into_iter().rev() {
        if crate::rewrite::is_unused(crate::access::result(view)?) {
            erase(view);
        }
    }
    Ok(())
}

/// Runs `build` on a builder whose operations come to stand in front of `op`.
fn before<'c, T>(op: Op<'c>, build: impl FnOnce(Builder<'c>) -> Outcome<'c, T>) -> Outcome<'c, T> {
    let scratch = Block::new(&[]);
    let block = borrowed(&scratch);
    let built = build(Builder::new(context_of(op), block, op.location()))?;
    while let Some(mut first) = block.first_operation_mut() {
        first.move_before(op);
    }
    Ok(built)
}

/// Makes every use of the results of `op` one of `values`, and erases it.
fn replace<'c>(op: Op<'c>, values: &[Val<'c>]) {
    for (result, value) in op.results().zip(values) {
        // SAFETY: both values are alive.
        unsafe { mlir_sys::mlirValueReplaceAllUsesOfWith(result.to_raw(), value.to_raw()) }
    }
    erase(op);
}

/// What becomes of a point that is not known to have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// It is tested, and fails when the program runs.
    Check,
    /// It does not come up.
    Assume,
}

impl FromStr for Undefined {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "check" => Ok(Undefined::Check),
            "assume" => Ok(Undefined::Assume),
            _ => Err(()),
        }
    }
}

/// Whether memory may be accessed through a map; each question is asked once.
struct Addressable {
    undefined: Undefined,
    known: Vec<(LayoutMap, Option<i64>, Option<Flaw>)>,
}

/// Why it may not be.
#[derive(Clone)]
struct Flaw {
    /// What the map lacks.
    fact: &'static str,
    /// The verdict, with its witness.
    verdict: String,
}

impl Addressable {
    /// That `map` is not disproved to have, for every point, an address; below `elements`, if
    /// the size of the buffer is known.
    fn check<'c>(&mut self, op: Op<'c>, map: &LayoutMap, elements: Option<i64>) -> Outcome<'c> {
        let same = |(known, size, _): &&(LayoutMap, Option<i64>, Option<Flaw>)| {
            known.node_id() == map.node_id() && *size == elements
        };
        let flaw = match self.known.iter().find(same) {
            Some((_, _, flaw)) => flaw.clone(),
            None => {
                let flaw = flaw_of(op, map, elements)?;
                self.known.push((map.clone(), elements, flaw.clone()));
                flaw
            }
        };
        let Some(Flaw { fact, verdict }) = flaw else { return Ok(()) };
        let message = format!("'{}' goes through a map that is not {fact}", name_of(op));
        Diagnostic::new(Severity::Error, op.location(), message)
            .note(op.location(), format!("{fact}: {verdict}"))
            .emit();
        Err(PassError::Emitted)
    }
}

fn flaw_of<'c>(op: Op<'c>, map: &LayoutMap, elements: Option<i64>) -> Outcome<'c, Option<Flaw>> {
    let into_buffer = |extent| {
        let buffer = IndexSet::new(vec![Axis::new("address", extent)])?;
        LayoutMap::translate(vec![0], map.clone(), Some(buffer))
    };
    let map = elements.map_or_else(|| Ok(map.clone()), into_buffer);
    let map = map.map_err(|error| PassError::at(op.location(), error.to_string()))?;
    let facts = prove(&map, &Budget::default());
    let questions = [("total", facts.total), ("inside the buffer", facts.bounds)];
    let failed = questions.into_iter().find(|(_, verdict)| verdict.is_disproved());
    Ok(failed.map(|(fact, verdict)| Flaw { fact, verdict: verdict.to_string() }))
}

/// The attributes of an operation, for another like it.
fn attributes_of<'c>(op: Op<'c>) -> Vec<(String, Attribute<'c>)> {
    let text = |name: melior::ir::Identifier<'c>| {
        name.as_string_ref().as_str().unwrap_or_default().to_owned()
    };
    op.attributes().map(|(name, value)| (text(name), value)).collect()
}

/// An element read from a buffer of one axis at an address of any integer type.
fn read<'c>(
    builder: Builder<'c>,
    buffer: Val<'c>,
    address: Val<'c>,
    element: Type<'c>,
    attributes: &[(&str, Attribute<'c>)],
) -> Outcome<'c, Val<'c>> {
    let address = builder.index_cast(address, builder.index())?;
    builder.value("memref.load", &[buffer, address], attributes, element)
}

/// The same for writing `value`.
fn write<'c>(
    builder: Builder<'c>,
    value: Value<'c, 'c>,
    buffer: Val<'c>,
    address: Val<'c>,
    attributes: &[(&str, Attribute<'c>)],
) -> Outcome<'c> {
    let address = builder.index_cast(address, builder.index())?;
    builder.op("memref.store", &[value, buffer, address], attributes, &[])?;
    Ok(())
}
