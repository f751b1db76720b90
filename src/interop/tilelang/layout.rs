//! [`Layout`]: the coordinates of a tile to the index of a buffer.
//!
//! ```text
//! Layout((4, 8) -> (32,), transform: (_i, _j) -> (_i * 8 + _j,))
//! map    expr<(_i : 4, _j : 8) -> (_i * 8 + _j) to (o0 : 32)>
//! ```
//!
//! **The law.** The map's domain is the box of the input shape, its codomain that of the output
//! shape, and every value lies in it.

use super::extents::{checked_rank, extents, named};
use super::{TileLangError, coordinate};
use crate::expr::{Program, ProgramBuilder, simplify};
use crate::interop::script::{Cursor, ScriptFault, expression, write};
use crate::map::LayoutMap;
use crate::proof::{Budget, Verdict, equal};

/// A layout; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    inputs: Vec<i64>,
    outputs: Vec<i64>,
    index: Program,
}

impl Layout {
    /// The layout of an input shape whose index is a program over its coordinates.
    ///
    /// # Errors
    /// A shape without a point; an index without a value, or below 0, with the point.
    pub fn new(inputs: &[i64], index: Program) -> Result<Self, TileLangError> {
        let outputs = extents(inputs, &index, &|output| format!("index {output}"))?;
        Ok(Layout { inputs: inputs.to_vec(), outputs, index: simplify(&index, inputs) })
    }

    /// The layout whose index is given by expressions in `_i`, `_j`, ….
    ///
    /// # Errors
    /// An expression that makes no sense, with its place; else as [`new`](Layout::new).
    pub fn read(inputs: &[i64], index: &[&str]) -> Result<Self, TileLangError> {
        checked_rank(inputs)?;
        Layout::new(inputs, program(index, &|name| position(name, inputs.len()))?)
    }

    /// The layout of a map.
    ///
    /// # Errors
    /// A domain that is no box; a map without arithmetic, or with arithmetic that TileLang's
    /// expressions do not have.
    pub fn of_map(map: &LayoutMap) -> Result<Self, TileLangError> {
        let none = || TileLangError::NoExpressions { map: map.to_string() };
        let shape = map.domain().extents().ok_or_else(none)?;
        let program = map.program().ok_or_else(none)?.value_program();
        let layout = Layout::new(&shape, program)?;
        write(&layout.index, &coordinate).ok_or_else(none)?;
        Ok(layout)
    }

    /// The input shape.
    pub fn inputs(&self) -> &[i64] {
        &self.inputs
    }

    /// The output shape.
    pub fn outputs(&self) -> &[i64] {
        &self.outputs
    }

    /// The index as a program over the coordinates.
    pub fn index(&self) -> &Program {
        &self.index
    }

    /// The index as expressions; `None` where they would be too long.
    pub fn expressions(&self) -> Option<Vec<String>> {
        write(&self.index, &coordinate)
    }

    /// The map from `(_i, _j, …)` to `(o0, o1, …)`.
    ///
    /// # Errors
    /// None.
    pub fn map(&self) -> Result<LayoutMap, TileLangError> {
        let domain = named(&self.inputs, coordinate)?;
        let codomain = named(&self.outputs, |k| format!("o{k}"))?;
        Ok(LayoutMap::expr(domain, codomain, self.index.clone())?)
    }

    /// Whether two layouts have the same shapes and agree at every point.
    ///
    /// # Errors
    /// None.
    pub fn equals(&self, other: &Layout) -> Result<Verdict, TileLangError> {
        Ok(equal(&self.map()?, &other.map()?, &Budget::default()))
    }
}

/// Expressions as a program.
pub(super) fn program(
    texts: &[&str],
    names: &dyn Fn(&str) -> Option<usize>,
) -> Result<Program, TileLangError> {
    let mut builder = ProgramBuilder::default();
    let mut read = |text: &&str| {
        let mut cursor = Cursor::new(text);
        let place = expression(&mut cursor, names, &mut builder)?;
        cursor.finish()?;
        Ok::<u32, TileLangError>(place)
    };
    let places: Vec<u32> = texts.iter().map(&mut read).collect::<Result<_, _>>()?;
    Ok(builder.finish(&places))
}

/// The coordinate of a name, of so many.
pub(super) fn position(name: &str, rank: usize) -> Option<usize> {
    (0..rank).find(|&k| coordinate(k) == name)
}

/// How many of something there must be.
pub(super) fn counted(
    cursor: &Cursor<'_>,
    what: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), TileLangError> {
    match expected == found {
        true => Ok(()),
        false => Err(cursor.fault(ScriptFault::Count { what, expected, found }).into()),
    }
}
