//! [`Strided`]: `strided<[8, 1], offset: 4>`.
//!
//! Element `(i, j)` is at `offset + 8*i + j`. What is known at run time only, `?`, has no address
//! and is refused at its place; [`dynamic`](Strided::dynamic) reads it.

use std::fmt;
use std::str::FromStr;

use super::number::constant;
use super::{MlirError, Number, Read, whole};
use crate::index_set::IndexSet;
use crate::interop::script::Cursor;
use crate::map::{IntTree, LayoutMap};

/// A stride for each dimension, and where element 0 is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided<N = i64> {
    /// The strides.
    pub strides: Vec<N>,
    /// The address of the element at 0.
    pub offset: N,
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
}

impl Strided<Number> {
    /// The strides of a text, in which numbers may be `?`.
    ///
    /// # Errors
    /// A text that makes no sense, with its place.
    pub fn dynamic(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| {
            cursor.expect("strided")?;
            Strided::read(cursor, Number::read)
        })
    }
}

impl<N: From<i64>> Strided<N> {
    /// From behind the word `strided`.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        number: fn(&mut Cursor<'_>) -> Read<N>,
    ) -> Read<Strided<N>> {
        cursor.expect("<")?;
        cursor.expect("[")?;
        let strides = cursor.list("]", number)?;
        let mut offset = N::from(0);
        if cursor.eat(",") {
            cursor.expect("offset")?;
            cursor.expect(":")?;
            offset = number(cursor)?;
        }
        cursor.expect(">")?;
        Ok(Strided { strides, offset })
    }
}

impl FromStr for Strided {
    type Err = MlirError;

    fn from_str(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| {
            cursor.expect("strided")?;
            Strided::read(cursor, constant)
        })
    }
}

impl<N: fmt::Display + PartialEq + From<i64>> fmt::Display for Strided<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strides: Vec<String> = self.strides.iter().map(N::to_string).collect();
        write!(f, "strided<[{}]", strides.join(", "))?;
        match self.offset == N::from(0) {
            true => f.write_str(">"),
            false => write!(f, ", offset: {}>", self.offset),
        }
    }
}
