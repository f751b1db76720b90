//! CuTe's cases, whoever the peer, run through `tileir::cute`.
//!
//! What C++ CuTe computes from static integers (`"mode": "static"`) is a contract in its form:
//! ours must have the same shape and stride. Any other peer, and CuTe with run-time integers, is
//! compared by the values. A number is a function with one point.

mod inverse;
mod plain;
mod swizzled;

use crate::definition::cute::definition;
use crate::function::Function;
use crate::judge::{Answer, Theirs, Verdict, judge};
use crate::nested::{Eval, Layout, Tree};
use crate::operand::{Composed, Operand};
use crate::operation::{Operation, Outer};
use crate::record::{Record, RecordError, Table};

/// Our answer.
type Ours = Answer<i64, Composed>;

/// Why there is none.
type Failure = Box<dyn std::error::Error>;

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, record: &Record) -> Result<Verdict, RecordError> {
    let operands = record.operands()?.iter().map(|operand| Operand::parse("args", operand));
    let Some(operation) = Operation::parse(name, operands.collect::<Result<_, _>>()?)? else {
        return Ok(Verdict::NotSupported(format!("{name}: no such operation")));
    };
    let theirs = match record.rejection()? {
        Some(why) => Theirs::Rejected(why),
        None => theirs(record)?,
    };
    let ours = match swizzle_in(&operation) {
        true => swizzled::answer(&operation),
        false => plain::answer(&operation),
    };
    let ours = ours.map_err(|failure| failure.to_string());
    Ok(judge(&theirs, &ours, &definition(&operation)))
}

/// Whether a swizzle is among the operands.
fn swizzle_in(operation: &Operation) -> bool {
    match operation {
        Operation::Composition(Outer::Swizzle(_), _) | Operation::SwizzleOf(..) => true,
        Operation::Composition(Outer::Map(map), _)
        | Operation::Coalesce(map)
        | Operation::Flatten(map)
        | Operation::RightInverse(map)
        | Operation::LeftInverse(map)
        | Operation::Divide(_, map, _)
        | Operation::Product(_, map, _)
        | Operation::Blocked(map, _)
        | Operation::Raked(map, _)
        | Operation::Upcast(_, map)
        | Operation::Downcast(_, map)
        | Operation::TileToShape(map, ..) => map.swizzle.is_some(),
        _ => false,
    }
}

/// The peer's answer: its form, its values, and the points that it tabulates.
fn theirs(record: &Record) -> Result<Theirs<i64, Composed>, RecordError> {
    let result = record.need("result")?;
    let (form, table) = match (Operand::parse("result", result)?, record.table()?) {
        (Operand::Tree(Tree::Leaf(number)), None) => {
            (None, Table { size: 1, points: vec![(0, number)] })
        }
        (Operand::Map(form), Some(table)) => (Some(form), table),
        (Operand::Printed(_), Some(table)) => (None, table),
        (Operand::Map(_) | Operand::Printed(_), None) => return Err(RecordError::Missing("table")),
        _ => return Err(RecordError::wrong("result", "a layout or a number", result)),
    };
    let beyond = form.as_ref().map(function);
    let listed: std::collections::HashMap<_, _> = table.points.iter().copied().collect();
    let at = move |i: i64| match (listed.get(&i), &beyond) {
        (Some(value), _) => Ok(*value),
        (None, Some(Ok(form))) => form.at(i),
        (None, _) => Err(format!("{i} is not tabulated")),
    };
    let counts = record.text("mode") == Some("static");
    Ok(Theirs::Answered {
        form: form.filter(|_| counts),
        function: Function::new(table.size, at),
        points: table.points,
    })
}

/// What a form means.
pub fn function(form: &Composed) -> Eval<Function<i64>> {
    let inner = Function::layout(&form.layout)?;
    Ok(match form.swizzle {
        Some(swizzle) => inner.swizzled(swizzle, form.offset),
        None => inner,
    })
}

/// A number as an answer.
fn number(value: i64) -> Ours {
    Answer { form: None, function: Function::table(vec![value]) }
}

/// Our tree from the case's.
fn tree(tree: &Tree) -> tileir::IntTree {
    match tree {
        Tree::Leaf(value) => tileir::IntTree::Leaf(*value),
        Tree::Tuple(modes) => tileir::IntTree::Tuple(modes.iter().map(self::tree).collect()),
    }
}

/// The case's tree from ours.
fn tree_of(tree: &tileir::IntTree) -> Tree {
    match tree {
        tileir::IntTree::Leaf(value) => Tree::Leaf(*value),
        tileir::IntTree::Tuple(modes) => Tree::Tuple(modes.iter().map(tree_of).collect()),
    }
}

/// Our layout from the case's.
fn layout(layout: &Layout) -> Result<tileir::cute::Layout, tileir::cute::CuteError> {
    tileir::cute::Layout::new(&tree(&layout.shape), &tree(&layout.stride))
}

/// The case's layout from ours.
pub fn layout_of(layout: &tileir::cute::Layout) -> Layout {
    Layout { shape: tree_of(&layout.shape()), stride: tree_of(&layout.stride()) }
}
