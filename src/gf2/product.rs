//! Products: two layouts side by side, the second in the higher bits.
//!
//! In `a * b`, a dimension of both is as large as the two together. `b` repeats `a`: its bases
//! are scaled by `a`'s size on every output, and its bits of an input stand above `a`'s:
//!
//! ```text
//! a      (lane : 2) -> (x : 2)             lane = [1]
//! b      (lane : 2, warp : 2) -> (x : 4)   lane = [2], warp = [1]
//! a * b  (lane : 4, warp : 2) -> (x : 8)   lane = [1, 4], warp = [2]
//! ```
//!
//! The dimensions of the product keep the order of both factors where both can be kept. What
//! takes a product apart is in `divide`.

use super::Linear;
use super::dims::{Dim, Dims, Placed};
use super::error::Gf2Error;
use super::linear::moves;
use super::matrix::{Matrix, Move};

impl Linear {
    /// This layout, repeated by `other`: Triton's `*`.
    ///
    /// # Errors
    /// [`Gf2Error::TooWide`] if a dimension of both becomes too wide.
    pub fn product(&self, other: &Linear) -> Result<Linear, Gf2Error> {
        let (ins, outs) = (merged(&self.ins, &other.ins)?, merged(&self.outs, &other.outs)?);
        let own = moves(&self.outs, &outs);
        let above = |placed: Placed<'_>| {
            let below = self.outs.get(placed.dim.name()).map_or(0, |dim| dim.bits() as usize);
            Some(placed.moved(outs.place(placed.dim.name())?.start + below))
        };
        let others: Vec<Move> = other.outs.placed().filter_map(above).collect();
        let mut matrix = Matrix::zeros(outs.bits(), ins.bits());
        let mut column = 0;
        for dim in ins.iter() {
            for (layout, moves) in [(self, &own[..]), (other, &others)] {
                let Some(placed) = layout.ins.place(dim.name()) else { continue };
                for source in placed.bits() {
                    matrix.add_moved(column, &layout.matrix, source, moves);
                    column += 1;
                }
            }
        }
        Ok(Linear { ins, outs, matrix })
    }
}

/// The dimensions of both, with the bits of both, in the order of each. Where the two orders
/// contradict each other, the one that the other side has earlier comes first, `left`'s if both
/// have it at the same place.
fn merged(left: &Dims, right: &Dims) -> Result<Dims, Gf2Error> {
    let mut merged: Vec<Dim> = Vec::with_capacity(left.len() + right.len());
    loop {
        let first = |dims: &'_ Dims, other: &Dims| {
            let mut rest = dims.iter().filter(|dim| !merged.iter().any(|m| m.name() == dim.name()));
            let dim = rest.next()?.clone();
            let there = other.names().position(|name| name == dim.name());
            Some((there, dim))
        };
        // A dimension that the other side does not have is not waited for.
        let next = match (first(left, right), first(right, left)) {
            (Some(ours), Some(theirs)) if theirs.0 < ours.0 => theirs.1,
            (Some((_, dim)), _) | (None, Some((_, dim))) => dim,
            (None, None) => return Ok(Dims::of(merged)),
        };
        let bits = [left, right].map(|dims| dims.get(next.name()).map_or(0, Dim::bits));
        merged.push(next.with_bits(bits[0] + bits[1])?);
    }
}
