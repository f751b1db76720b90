//! What TileLang prints of layouts and fragments, read and written.
//!
//! ```text
//! layout   := 'Layout(' shape '->' shape ', transform:' names '->' exprs ')'
//! fragment := 'Fragment(' shape '->' shape ', replicate:' n ', thread:' n
//!             ', forward_thread:' expr ', forward_index:' exprs [', thread_range:' …] ')'
//! shape, exprs := '(' …, … ')' | '[' …, … ']'
//! ```
//!
//! Shapes and numbers of threads that the text says must be those that its expressions have.

use std::fmt;
use std::str::FromStr;

use super::extents::checked_rank;
use super::layout::{counted, position};
use super::{Fragment, Layout, REPLICA, TileLangError, coordinate};
use crate::expr::ProgramBuilder;
use crate::interop::script::{Cursor, ScriptFault, expression};

impl FromStr for Layout {
    type Err = TileLangError;

    fn from_str(text: &str) -> Result<Self, TileLangError> {
        let mut cursor = Cursor::new(text);
        let (inputs, said) = shapes(&mut cursor, "Layout")?;
        cursor.eat(",");
        cursor.expect("transform:")?;
        let names = cursor.group(|cursor| {
            let name = cursor.name();
            name.ok_or_else(|| cursor.fault(ScriptFault::Expected("a name")))
        })?;
        counted(&cursor, "the names of coordinates", inputs.len(), names.len())?;
        cursor.expect("->")?;
        let mut builder = ProgramBuilder::default();
        let place = |name: &str| names.iter().position(|own| *own == name);
        let outputs = cursor.group(|cursor| expression(cursor, &place, &mut builder))?;
        cursor.expect(")")?;
        cursor.finish()?;
        let layout = Layout::new(&inputs, builder.finish(&outputs))?;
        same("the output shape", &said, layout.outputs())?;
        Ok(layout)
    }
}

impl FromStr for Fragment {
    type Err = TileLangError;

    fn from_str(text: &str) -> Result<Self, TileLangError> {
        let mut cursor = Cursor::new(text);
        let (inputs, said) = shapes(&mut cursor, "Fragment")?;
        cursor.expect(",")?;
        cursor.expect("replicate:")?;
        let replicate = cursor.integer()?;
        cursor.expect(",")?;
        cursor.expect("thread:")?;
        let threads = cursor.integer()?;
        cursor.expect(",")?;
        cursor.expect("forward_thread:")?;
        let place = |name: &str| match name {
            REPLICA => Some(inputs.len()),
            _ => position(name, inputs.len()),
        };
        let mut builder = ProgramBuilder::default();
        let thread = expression(&mut cursor, &place, &mut builder)?;
        let thread = builder.finish(&[thread]);
        cursor.expect(",")?;
        cursor.expect("forward_index:")?;
        let index = cursor.group(|cursor| expression(cursor, &place, &mut builder))?;
        let fragment = Fragment::new(&inputs, thread, builder.finish(&index), replicate)?;
        if !cursor.eat(",") {
            cursor.expect(")")?;
            cursor.finish()?;
        } else {
            cursor.expect("thread_range:")?;
        }
        same("the output shape", &said, fragment.outputs())?;
        same("the threads", &[threads], &[fragment.thread_count()])?;
        Ok(fragment)
    }
}

/// `name(shape -> shape`: the extents of the inputs, and those that the outputs are said to have.
fn shapes(
    cursor: &mut Cursor<'_>,
    name: &'static str,
) -> Result<(Vec<i64>, Vec<i64>), TileLangError> {
    cursor.expect(name)?;
    cursor.expect("(")?;
    let inputs = cursor.group(Cursor::integer)?;
    checked_rank(&inputs)?;
    cursor.expect("->")?;
    Ok((inputs, cursor.group(Cursor::integer)?))
}

fn same(what: &'static str, said: &[i64], found: &[i64]) -> Result<(), TileLangError> {
    if said == found {
        return Ok(());
    }
    let shown = |numbers: &[i64]| shape(numbers.iter());
    Err(TileLangError::Said { what, said: shown(said), found: shown(found) })
}

/// A tuple as Python prints it: `(8,)`, `(8, 8)`.
fn shape<T: fmt::Display>(items: impl ExactSizeIterator<Item = T>) -> String {
    let comma = if items.len() == 1 { "," } else { "" };
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("({}{comma})", items.join(", "))
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expressions = self.expressions().ok_or(fmt::Error)?;
        write!(
            f,
            "Layout({} -> {}, transform: {} -> {})",
            shape(self.inputs().iter()),
            shape(self.outputs().iter()),
            shape((0..self.inputs().len()).map(coordinate)),
            shape(expressions.iter())
        )
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (thread, index) = self.expressions().ok_or(fmt::Error)?;
        write!(
            f,
            "Fragment({} -> {}, replicate: {}, thread: {}, forward_thread: {thread}, \
             forward_index: {})",
            shape(self.inputs().iter()),
            shape(self.outputs().iter()),
            self.replicate_count(),
            self.thread_count(),
            shape(index.iter())
        )
    }
}
