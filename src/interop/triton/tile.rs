//! [`Tile`]: a layout that grows bit by bit, and is then fitted to a tensor.
//!
//! A tile starts as one element. A *step* of an input along a dimension appends bits to that
//! input; each doubles the tile there, so its basis is what the tile measured before:
//!
//! ```text
//! register along dim1 by 2   register = [(0,1)]                            1 × 2
//! lane along dim1 by 4       lane     = [(0,2), (0,4)]                     1 × 8
//! lane along dim0 by 8       lane     = [(0,2), (0,4), (1,0), (2,0), (4,0)]  8 × 8
//! ```
//!
//! Fitted to a tensor split over blocks, the tile is of one block's part. Where the part is
//! larger, the first input (registers, or offsets) steps on, in a given order of dimensions.
//! Where it is smaller, a basis that would leave it becomes zero, a replica; a register with
//! such a basis holds nothing of its own, and some encodings [shed](Tile::sheds) it. At last each
//! basis of `block` steps over whole parts.

use super::cga::{Cga, Cut};
use super::error::{EncodingError, power_of_two};
use super::names::{self, BLOCK, LANE, REGISTER, WARP};
use crate::gf2::{Dims, Linear};

/// A growing layout; see the [module](self).
#[derive(Clone, Debug)]
pub struct Tile {
    encoding: &'static str,
    extents: Vec<i64>,
    inputs: Vec<(&'static str, Vec<Vec<i64>>)>,
    sheds: bool,
}

impl Tile {
    /// One element, with these inputs of no bits; the first takes what a tensor has more.
    pub fn new(encoding: &'static str, inputs: &[&'static str], rank: usize) -> Tile {
        let inputs = inputs.iter().map(|&name| (name, Vec::new())).collect();
        Tile { encoding, extents: vec![1; rank], inputs, sheds: false }
    }

    /// One element of a distributed encoding.
    pub fn distributed(encoding: &'static str, rank: usize) -> Tile {
        Tile::new(encoding, &[REGISTER, LANE, WARP], rank)
    }

    /// The tile, without registers that a smaller tensor leaves nothing to hold.
    pub fn sheds(mut self) -> Tile {
        self.sheds = true;
        self
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }

    /// How much the tile measures along a dimension.
    pub fn extent(&self, dim: usize) -> i64 {
        self.extents.get(dim).copied().unwrap_or(1)
    }

    /// The kind of encoding that this is the tile of.
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// The tile repeated `count` times along `dim` by bits of `input`.
    pub fn step(
        &mut self,
        input: &'static str,
        dim: usize,
        count: i64,
    ) -> Result<(), EncodingError> {
        power_of_two(self.encoding, format!("the count of '{input}' along dim{dim}"), count)?;
        let mut steps = 1;
        while steps < count {
            let extent = self.extent(dim);
            let grown = extent.checked_mul(2);
            let what = "the tile";
            let grown = grown.ok_or(EncodingError::TooLarge { encoding: self.encoding, what })?;
            let basis =
                (0..self.extents.len()).map(|d| if d == dim { extent } else { 0 }).collect();
            self.basis(input, basis);
            if let Some(extent) = self.extents.get_mut(dim) {
                *extent = grown;
            }
            steps *= 2;
        }
        Ok(())
    }

    /// A step along each dimension, in this order, by its own count.
    pub fn steps(
        &mut self,
        input: &'static str,
        counts: &[i64],
        order: &[usize],
    ) -> Result<(), EncodingError> {
        let ordered = order.iter().filter_map(|&dim| Some((dim, *counts.get(dim)?)));
        ordered.into_iter().try_for_each(|(dim, count)| self.step(input, dim, count))
    }

    /// `count` replicas by bits of `input`.
    pub fn replicate(&mut self, input: &'static str, count: i64) -> Result<(), EncodingError> {
        power_of_two(self.encoding, format!("the replicas by '{input}'"), count)?;
        let mut steps = 1;
        while steps < count {
            self.basis(input, vec![0; self.extents.len()]);
            steps *= 2;
        }
        Ok(())
    }

    /// A bit of `input` with any basis.
    pub fn basis(&mut self, input: &'static str, basis: Vec<i64>) {
        match self.inputs.iter_mut().find(|(name, _)| *name == input) {
            Some((_, bases)) => bases.push(basis),
            None => self.inputs.push((input, vec![basis])),
        }
    }

    /// The bases of an input.
    pub fn bases(&self, input: &str) -> &[Vec<i64>] {
        self.inputs.iter().find(|(name, _)| *name == input).map_or(&[], |(_, bases)| bases)
    }

    /// The bases of an input, to be changed.
    pub fn bases_mut(&mut self, input: &str) -> Option<&mut Vec<Vec<i64>>> {
        self.inputs.iter_mut().find(|(name, _)| *name == input).map(|(_, bases)| bases)
    }

    /// Says how much the tile measures, where its bases were given one by one.
    pub fn measure(&mut self, extents: Vec<i64>) {
        self.extents = extents;
    }

    /// The first input steps on along each dimension, in this order, as far as `shape`.
    pub fn grow_to(&mut self, shape: &[i64], order: &[usize]) -> Result<(), EncodingError> {
        let Some(&(first, _)) = self.inputs.first() else { return Ok(()) };
        for (dim, extent) in order.iter().filter_map(|&dim| Some((dim, *shape.get(dim)?))) {
            self.step(first, dim, (extent / self.extent(dim)).max(1))?;
        }
        Ok(())
    }

    /// The layout of a tensor of this shape, its blocks as `cga` has them; see the module.
    pub fn fit(
        mut self,
        cga: &Cga,
        shape: &[i64],
        order: &[usize],
    ) -> Result<Linear, EncodingError> {
        let Cut { bases: blocks, part } = cga.cut(self.encoding, self.extents.len(), shape)?;
        self.fill(&part, order)?;
        let over_parts = |basis: &Vec<i64>| {
            let steps = basis.iter().zip(&part).map(|(step, extent)| step.checked_mul(*extent));
            steps.collect::<Option<Vec<i64>>>()
        };
        let blocks: Option<Vec<_>> = blocks.iter().map(over_parts).collect();
        let what = "the blocks";
        let blocks = blocks.ok_or(EncodingError::TooLarge { encoding: self.encoding, what })?;
        self.inputs.push((BLOCK, blocks));
        self.into_linear(shape)
    }

    /// Grown or cut to this shape, and no other.
    pub fn fill(&mut self, part: &[i64], order: &[usize]) -> Result<(), EncodingError> {
        self.grow_to(part, order)?;
        self.cut_to(part)
    }

    /// Without what lies outside a part of this shape.
    fn cut_to(&mut self, part: &[i64]) -> Result<(), EncodingError> {
        let encoding = self.encoding;
        for (dim, (&extent, own)) in part.iter().zip(&mut self.extents).enumerate() {
            if *own <= extent {
                continue;
            }
            *own = extent;
            for (name, bases) in &mut self.inputs {
                for basis in bases.iter_mut() {
                    let Some(value) = basis.get_mut(dim).filter(|value| **value >= extent) else {
                        continue;
                    };
                    if *value & (*value - 1) != 0 {
                        let value = *value;
                        return Err(EncodingError::Uncuttable { encoding, dim, value, extent });
                    }
                    *value = 0;
                    if self.sheds && *name == REGISTER && basis.iter().all(|&value| value == 0) {
                        basis.clear();
                    }
                }
                bases.retain(|basis| !basis.is_empty());
            }
        }
        Ok(())
    }

    /// The layout with these inputs and bases, of this shape.
    pub fn into_linear(self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let size = |(name, bases): &(&'static str, Vec<Vec<i64>>)| {
            let size = u32::try_from(bases.len()).ok().and_then(|bits| 1i64.checked_shl(bits));
            let what = "the number of positions";
            let too_large = EncodingError::TooLarge { encoding: self.encoding, what };
            Ok((*name, size.filter(|&size| size > 0).ok_or(too_large)?))
        };
        let ins: Vec<_> = self.inputs.iter().map(size).collect::<Result<_, EncodingError>>()?;
        let outs = shape.iter().enumerate().map(|(dim, &extent)| (names::dim(dim), extent));
        let bases: Vec<_> = self.inputs.iter().map(|(_, bases)| bases).collect();
        Ok(Linear::new(Dims::new(ins)?, Dims::new(outs)?, &bases)?)
    }
}

/// The order of a matrix' dimensions, the fastest first: columns before rows if `row_major`,
/// dimensions before these last.
pub fn matrix_order(rank: usize, row_major: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).rev().collect();
    if !row_major && rank > 1 {
        order.swap(0, 1);
    }
    order
}
