//! Named dimensions, each a power of two: where bits have their names.
//!
//! The bits of a point stand one dimension behind the other, the *first* dimension least
//! significant, as in Triton:
//!
//! ```text
//! (lane : 4, warp : 8)      bit   4 3 2 | 1 0
//!                                 warp  | lane      (lane = 1, warp = 3)  is  011 01 = 13
//! ```

use std::fmt;
use std::sync::Arc;

use super::bits::Bits;
use super::error::{Gf2Error, Place};
use super::matrix::Move;
use crate::index_set::{Axis, IndexSet};

/// The most bits of one dimension: its size is a 64-bit signed integer. A layout may have any
/// number of dimensions.
pub const DIM_BITS: u32 = 62;

/// A dimension `name : 2^bits`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    name: Arc<str>,
    bits: u32,
}

impl Dim {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The number of its coordinates.
    pub fn size(&self) -> i64 {
        1 << self.bits
    }

    /// The same name with another number of bits.
    pub(super) fn with_bits(&self, bits: u32) -> Result<Dim, Gf2Error> {
        if bits > DIM_BITS {
            return Err(Gf2Error::TooWide { dim: self.name.to_string(), bits: bits as usize });
        }
        Ok(Dim { name: self.name.clone(), bits })
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.name, self.size())
    }
}

/// Dimensions in order, the first least significant; cloning shares them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dims(Arc<[Dim]>);

/// One of some [`Dims`], with the place of its lowest bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub dim: &'a Dim,
    pub start: usize,
}

impl Placed<'_> {
    pub fn bits(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.dim.bits as usize
    }

    /// The rows of this dimension, moved to `to`.
    pub fn moved(&self, to: usize) -> Move {
        Move { from: self.start, to, width: self.dim.bits as usize }
    }
}

impl Dims {
    /// The dimensions `name : size`.
    ///
    /// # Errors
    /// A size that is no power of two or above 2^62, a name that is no identifier, or one that
    /// stands twice.
    pub fn new<N: AsRef<str>>(dims: impl IntoIterator<Item = (N, i64)>) -> Result<Self, Gf2Error> {
        let dim = |(name, size): (N, i64)| {
            let name = name.as_ref();
            Ok(Dim { name: name.into(), bits: exponent(name, size)? })
        };
        Dims::checked(dims.into_iter().map(dim).collect::<Result<_, Gf2Error>>()?)
    }

    /// No dimensions: one point, of no bits.
    pub fn empty() -> Self {
        Dims(Arc::new([]))
    }

    /// These dimensions, if their names may stand together.
    pub(super) fn checked(dims: Vec<Dim>) -> Result<Self, Gf2Error> {
        IndexSet::new(dims.iter().map(|dim| Axis::new(dim.name(), dim.size())).collect())?;
        Ok(Dims(dims.into()))
    }

    /// Dimensions whose names are known to differ.
    pub(super) fn of(dims: impl IntoIterator<Item = Dim>) -> Self {
        Dims(dims.into_iter().collect())
    }

    /// The dimensions, least significant first.
    pub fn iter(&self) -> std::slice::Iter<'_, Dim> {
        self.0.iter()
    }

    /// The number of dimensions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of bits of all dimensions.
    pub fn bits(&self) -> usize {
        self.0.iter().map(|dim| dim.bits as usize).sum()
    }

    /// The dimension with this name.
    pub fn get(&self, name: &str) -> Option<&Dim> {
        self.0.iter().find(|dim| dim.name() == name)
    }

    /// The names, in order.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.0.iter().map(Dim::name)
    }

    /// The set of its points, an axis a dimension.
    ///
    /// # Errors
    /// None that names checked when the dimensions were made could give.
    pub fn index_set(&self) -> Result<IndexSet, Gf2Error> {
        let axes = self.0.iter().map(|dim| Axis::new(dim.name(), dim.size()));
        Ok(IndexSet::new(axes.collect())?)
    }

    /// Each dimension with its place.
    pub(super) fn placed(&self) -> impl Iterator<Item = Placed<'_>> + Clone {
        self.0.iter().scan(0, |start, dim| {
            let here = *start;
            *start += dim.bits as usize;
            Some(Placed { dim, start: here })
        })
    }

    /// The dimension with this name, with its place.
    pub(super) fn place(&self, name: &str) -> Option<Placed<'_>> {
        self.placed().find(|placed| placed.dim.name() == name)
    }

    /// The dimension that an operand must have.
    pub(super) fn require(&self, name: &str) -> Result<Placed<'_>, Gf2Error> {
        self.place(name)
            .ok_or_else(|| Gf2Error::UnknownDim { dim: name.to_string(), dims: self.to_string() })
    }

    /// The dimensions named, in their order here: each known, none named twice.
    pub(super) fn choose(&self, names: &[&str]) -> Result<Vec<Placed<'_>>, Gf2Error> {
        for (place, name) in names.iter().enumerate() {
            self.require(name)?;
            if names.iter().take(place).any(|other| other == name) {
                return Err(Gf2Error::Repeated { dim: name.to_string() });
            }
        }
        Ok(self.placed().filter(|placed| names.contains(&placed.dim.name())).collect())
    }

    /// The point as bits.
    ///
    /// # Errors
    /// A number of coordinates that is not the number of dimensions, or a coordinate outside
    /// its dimension.
    pub(super) fn pack<V: Bits>(&self, point: &[i64]) -> Result<V, Gf2Error> {
        if point.len() != self.len() {
            return Err(Gf2Error::Coordinates {
                dims: self.to_string(),
                expected: self.len(),
                found: point.len(),
            });
        }
        let mut bits = V::zero(self.bits());
        for (placed, &x) in self.placed().zip(point) {
            if x < 0 || x >> placed.dim.bits != 0 {
                return Err(Gf2Error::Outside { dim: placed.dim.to_string(), value: x });
            }
            bits.add_field(placed.start, x as u64);
        }
        Ok(bits)
    }

    /// The coordinates of the point whose bits these are.
    pub(super) fn unpack(&self, bits: &impl Bits) -> impl Iterator<Item = i64> {
        self.placed().map(|placed| bits.field(placed.start, placed.dim.bits as usize) as i64)
    }

    /// The point whose bits these are, to be shown.
    pub(super) fn shown(&self, bits: &impl Bits) -> Place {
        Place::new(self.names().zip(self.unpack(bits)))
    }
}

impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (place, dim) in self.0.iter().enumerate() {
            write!(f, "{}{dim}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}

/// `k` where `size` is `2^k`.
pub(super) fn exponent(name: &str, size: i64) -> Result<u32, Gf2Error> {
    if size > 0 && size.count_ones() == 1 && size.trailing_zeros() <= DIM_BITS {
        Ok(size.trailing_zeros())
    } else {
        Err(Gf2Error::Size { dim: name.to_string(), size })
    }
}
