//! [`Strided`]: `strided<[8, 1], offset: 4>`.
//!
//! Element `(i, j)` is at `offset + 8*i + j`. What is known at run time only, `?`, has no number
//! here and is refused at its place.

use std::fmt;
use std::str::FromStr;

use super::{MlirError, Read, joined, whole};
use crate::index_set::IndexSet;
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::{IntTree, LayoutMap};

/// A stride for each dimension, and where element 0 is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided {
    /// The strides.
    pub strides: Vec<i64>,
    /// The address of the element at 0.
    pub offset: i64,
}

impl Strided {
    /// The map over a shape, from `(d0, d1, …)` to all integers.
    ///
    /// # Errors
    /// A shape of another rank.
    pub fn map(&self, shape: &[i64]) -> Result<LayoutMap, MlirError> {
        let (expected, found) = (shape.len(), self.strides.len());
        if expected != found {
            return Err(MlirError::Rank { what: "the strides", expected, found });
        }
        let tree =
            |numbers: &[i64]| IntTree::Tuple(numbers.iter().map(|&n| IntTree::Leaf(n)).collect());
        let map = LayoutMap::mixed_radix_between(
            tree(shape),
            vec![tree(&self.strides)],
            IndexSet::from_extents(shape)?,
            IndexSet::integers(1),
        )?;
        match self.offset {
            0 => Ok(map),
            offset => Ok(LayoutMap::translate(vec![offset], map, Some(IndexSet::integers(1)))?),
        }
    }

    /// From behind the word `strided`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<Strided> {
        cursor.expect("<")?;
        cursor.expect("[")?;
        let strides = cursor.list("]", constant)?;
        let mut offset = 0;
        if cursor.eat(",") {
            cursor.expect("offset")?;
            cursor.expect(":")?;
            offset = constant(cursor)?;
        }
        cursor.expect(">")?;
        Ok(Strided { strides, offset })
    }
}

/// An integer, and no `?`.
pub(super) fn constant(cursor: &mut Cursor<'_>) -> Read<i64> {
    if cursor.rest().starts_with('?') {
        return Err(cursor.fault(ScriptFault::Expected("a constant, not a number of run time")));
    }
    cursor.integer()
}

impl FromStr for Strided {
    type Err = MlirError;

    fn from_str(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| {
            cursor.expect("strided")?;
            Strided::read(cursor)
        })
    }
}

impl fmt::Display for Strided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strided<[{}]", joined(&self.strides, ", "))?;
        match self.offset {
            0 => f.write_str(">"),
            offset => write!(f, ", offset: {offset}>"),
        }
    }
}
