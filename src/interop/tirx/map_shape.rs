//! The extents that TVM gives the results of an index map over a shape: its `map_shape`.
//!
//! TVM has two ways. Where the results are sums of parts of the coordinates that it can tell apart, an
//! extent is that of the largest part, whole: a tile that the shape does not fill is *padded*, and a
//! result that is *scaled* has room behind its last value. Else it bounds the values. Which way it takes
//! depends on all results together:
//!
//! | over 5 by 3 | TVM's extents | known here, as |
//! |---|---|---|
//! | `(i // 8, i % 8, j)` | `[1, 8, 3]` | every result is one coordinate, its quotient or its remainder, all by one number: the first way |
//! | `(j, (i * 3) % 4)` | `[3, 4]` | values reach all that any bound has: either way |
//! | `(4 - i, j)` | none: the first way has no least value 0 | refused, as is whatever counts downwards: `(4 - i, i)` has `[5, 5]`, by the second |
//! | `(i * 2, j)` | its first is `9` or `10` | of an address, that counts by the extents behind the first, the others are enough |
//! | `(j, i * 2)` | its second is | not, and refused |
//!
//! Without extents an index map is a function all the same: `T.index_map(lambda i: (4 - i,))` puts
//! the elements of a tile into memory from behind, and is read so.
//!
//! **The law.** What is given is what TVM gives.

use super::{IndexMap, TirxError};
use crate::expr::{BinaryOp, Inst};
use crate::interop::reach::{Reach, reach};

/// What a result is of one coordinate, and by which number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Quotient(i64),
    Remainder(i64),
}

impl IndexMap {
    /// The extents of the values over a shape, as TVM's `map_shape` has them.
    ///
    /// ```
    /// use tileir::interop::tirx::IndexMap;
    /// let tiles: IndexMap = "T.index_map(lambda i: (i // 8, i % 8))".parse()?;
    /// assert_eq!(tiles.map_shape(&[5])?, [1, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Values that do not begin at 0, are undefined, or too many to look at and not bounded; a
    /// result of which the extent that TVM has is not known, with the reason.
    pub fn map_shape(&self, shape: &[i64]) -> Result<Vec<i64>, TirxError> {
        let own = self.extents(shape)?;
        if let Some(extents) = self.tiled(shape) {
            return Ok(extents);
        }
        match self.unknown(shape)?.first() {
            None => Ok(own),
            Some((output, why)) => Err(self.not_known(shape, *output, why)),
        }
    }

    /// The extents by which several results are one address: TVM's, but for the first, by which
    /// nothing is multiplied, and which here is what its values need.
    ///
    /// # Errors
    /// As [`map_shape`](IndexMap::map_shape), of the other results.
    pub fn buffer(&self, shape: &[i64]) -> Result<Vec<i64>, TirxError> {
        let own = self.extents(shape)?;
        if let Some(extents) = self.tiled(shape) {
            return Ok(extents);
        }
        // What is padded is so for all results of its coordinates.
        let matters = |(output, why): &&(usize, Why)| *output > 0 || matches!(why, Why::Padded);
        match self.unknown(shape)?.iter().find(matters) {
            None => Ok(own),
            Some((output, why)) => Err(self.not_known(shape, *output, why)),
        }
    }

    /// Whole tiles, where every result is a part of one coordinate, and of each coordinate there is
    /// itself, or its quotient and its remainder by one number.
    fn tiled(&self, shape: &[i64]) -> Option<Vec<i64>> {
        let insts = self.program().insts();
        let coordinate = |place: u32| match insts.get(place as usize)? {
            Inst::Coord(position) => Some(*position as usize),
            _ => None,
        };
        let divisor = |place: u32| match insts.get(place as usize)? {
            Inst::Const(value) if *value > 1 => Some(*value),
            _ => None,
        };
        let part = |place: &u32| match *insts.get(*place as usize)? {
            Inst::Coord(position) => Some((position as usize, Part::Whole)),
            Inst::Binary(BinaryOp::FloorDiv, of, by) => {
                Some((coordinate(of)?, Part::Quotient(divisor(by)?)))
            }
            Inst::Binary(BinaryOp::Mod, of, by) => {
                Some((coordinate(of)?, Part::Remainder(divisor(by)?)))
            }
            _ => None,
        };
        let parts: Vec<(usize, Part)> =
            self.program().outputs().iter().map(part).collect::<Option<_>>()?;
        let fits = |(k, (own, part)): (usize, &(usize, Part))| {
            let others = parts.iter().take(k).filter(|(other, _)| other == own);
            let beside = |other: &(usize, Part)| match (part, &other.1) {
                (Part::Quotient(a), Part::Remainder(b)) => a == b,
                (Part::Remainder(a), Part::Quotient(b)) => a == b,
                _ => false,
            };
            others.clone().count() < 2 && others.into_iter().all(beside)
        };
        if !parts.iter().enumerate().all(fits) {
            return None;
        }
        let extent = |(axis, part): &(usize, Part)| {
            let extent = *shape.get(*axis)?;
            match part {
                Part::Whole => Some(extent),
                Part::Remainder(by) => Some(*by),
                Part::Quotient(by) => Some((extent.checked_sub(1)? / by).checked_add(1)?),
            }
        };
        parts.iter().map(extent).collect()
    }

    /// The results of which TVM's extent is not known.
    fn unknown(&self, shape: &[i64]) -> Result<Vec<(usize, Why)>, TirxError> {
        let Some(found) = reach(self.program(), shape) else {
            return Err(self.not_known(shape, 0, &Why::Unbounded));
        };
        let why = |(output, reach): (usize, Reach)| {
            let why = match reach {
                Reach { turned: true, .. } => Why::Turned,
                Reach { padded: true, .. } => Why::Padded,
                Reach { scale: by @ 2.., .. } => Why::Scaled { by },
                Reach { attained, bound, .. } if attained != bound => {
                    Why::Loose { attained, bound }
                }
                _ => return None,
            };
            Some((output, why))
        };
        Ok(found.into_iter().enumerate().filter_map(why).collect())
    }

    fn not_known(&self, shape: &[i64], output: usize, why: &Why) -> TirxError {
        let why = match why {
            Why::Padded => "it may be padded to whole tiles".to_owned(),
            Why::Scaled { by } => format!("it is a multiple of {by}, and may have room behind"),
            Why::Loose { attained, bound } => {
                format!("its values reach {attained}, and a bound of them may be up to {bound}")
            }
            Why::Turned => {
                "a coordinate counts downwards in it, of which TVM may have no least value"
                    .to_owned()
            }
            Why::Unbounded => "how far its values reach is not known".to_owned(),
        };
        let (map, shape) = (self.to_string(), shape.to_vec());
        TirxError::BufferExtent { map, output, shape, why }
    }
}

/// Why an extent is not known.
enum Why {
    Padded,
    Scaled { by: i64 },
    Loose { attained: i64, bound: i64 },
    Turned,
    Unbounded,
}
