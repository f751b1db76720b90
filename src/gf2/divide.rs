//! Division: what a factor is multiplied with.
//!
//! `a.divide_left(b)` is the `c` with `b * c = a`, `a.divide_right(b)` the `c` with `c * b = a`:
//!
//! ```text
//! a             (lane : 4, warp : 2) -> (x : 8)   lane = [1, 4], warp = [2]
//! b             (lane : 2) -> (x : 2)             lane = [1]
//! a without b   (lane : 2, warp : 2) -> (x : 4)   lane = [2], warp = [1]
//! ```
//!
//! **The law** is the check: the bits that are not the factor's are taken out, multiplied with
//! the factor again, and compared. The product is `a` up to the order of its dimensions.
//!
//! A quotient is unique up to dimensions of size 1. The one given has all of `a`'s dimensions;
//! one of size 1 that only the factor has changes nothing, and then the product is `a` with it.

use super::Linear;
use super::dims::{Dim, Dims, Placed};
use super::error::Gf2Error;
use super::matrix::Move;

impl Linear {
    /// The `c` with `left * c = self`.
    ///
    /// # Errors
    /// [`Gf2Error::FactorSize`], or [`Gf2Error::NotAFactor`] with the first basis that is not
    /// that of such a product.
    pub fn divide_left(&self, left: &Linear) -> Result<Linear, Gf2Error> {
        let quotient = self.without(left, true)?;
        self.expect_product(&left.product(&quotient)?)?;
        Ok(quotient)
    }

    /// The `c` with `c * right = self`.
    ///
    /// # Errors
    /// As [`divide_left`](Linear::divide_left).
    pub fn divide_right(&self, right: &Linear) -> Result<Linear, Gf2Error> {
        let quotient = self.without(right, false)?;
        self.expect_product(&quotient.product(right)?)?;
        Ok(quotient)
    }

    /// The bits that are not the factor's, if it has the lowest ones, or else the highest.
    fn without(&self, factor: &Linear, lowest: bool) -> Result<Linear, Gf2Error> {
        let (ins, outs) = (rest(&self.ins, &factor.ins)?, rest(&self.outs, &factor.outs)?);
        let start = |whole: Placed<'_>, kept: &Dim| {
            whole.start + if lowest { (whole.dim.bits() - kept.bits()) as usize } else { 0 }
        };
        let columns: Vec<usize> = self
            .ins
            .placed()
            .zip(ins.iter())
            .flat_map(|(whole, kept)| (start(whole, kept)..).take(kept.bits() as usize))
            .collect();
        let rows = |(whole, kept): (Placed<'_>, Placed<'_>)| Move {
            from: start(whole, kept.dim),
            to: kept.start,
            width: kept.dim.bits() as usize,
        };
        let moves: Vec<Move> = self.outs.placed().zip(outs.placed()).map(rows).collect();
        let matrix = self.matrix.rearranged(columns.into_iter(), outs.bits(), &moves);
        Ok(Linear { ins, outs, matrix })
    }

    /// `Ok` if every basis is the product's.
    fn expect_product(&self, product: &Linear) -> Result<(), Gf2Error> {
        let product = product.ordered(&self.ins, &self.outs);
        for input in self.ins.placed() {
            for (bit, column) in input.bits().enumerate() {
                for out in self.outs.placed() {
                    let found = self.coordinate(column, out);
                    let expected = product.coordinate(column, out);
                    if found != expected {
                        let dim = input.dim.name().to_string();
                        let out = out.dim.name().to_string();
                        return Err(Gf2Error::NotAFactor { dim, bit, out, found, expected });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether these dimensions, inputs and outputs of the same size, pass through unchanged,
    /// and nothing else touches them.
    pub fn is_trivial_over(&self, names: &[&str]) -> bool {
        self.quotient(names).is_ok()
    }

    /// The layout without dimensions over which it is trivial.
    ///
    /// # Errors
    /// [`Gf2Error::NotTrivial`] with the basis that shows it, [`Gf2Error::SizesDiffer`] if the
    /// sizes of input and output differ, or a dimension that is not both.
    pub fn quotient(&self, names: &[&str]) -> Result<Linear, Gf2Error> {
        self.ins.choose(names)?;
        for out in self.outs.choose(names)? {
            let dim = out.dim.name();
            let (left, right) = (self.ins.require(dim)?.dim.size(), out.dim.size());
            if left != right {
                let (operation, dim) = ("quotient", dim.to_string());
                return Err(Gf2Error::SizesDiffer { operation, dim, left, right });
            }
        }
        let named = |placed: Placed<'_>| names.contains(&placed.dim.name());
        for input in self.ins.placed() {
            for (bit, column) in input.bits().enumerate() {
                for out in self.outs.placed().filter(|&out| named(input) || named(out)) {
                    let own = input.dim.name() == out.dim.name();
                    let expected = if own { 1 << bit } else { 0 };
                    let found = self.coordinate(column, out);
                    if found != expected {
                        let dim = input.dim.name().to_string();
                        let out = out.dim.name().to_string();
                        return Err(Gf2Error::NotTrivial { dim, bit, out, found, expected });
                    }
                }
            }
        }
        let others = |dims: &Dims| {
            let kept = dims.iter().filter(|dim| !names.contains(&dim.name()));
            Dims::of(kept.cloned())
        };
        Ok(self.ordered(&others(&self.ins), &others(&self.outs)))
    }
}

/// The dimensions of `whole` without the factor's bits.
fn rest(whole: &Dims, factor: &Dims) -> Result<Dims, Gf2Error> {
    for dim in factor.iter().filter(|dim| dim.bits() > 0) {
        let size = whole.require(dim.name())?.dim.size();
        if dim.size() > size {
            let (dim, factor) = (dim.name().to_string(), dim.size());
            return Err(Gf2Error::FactorSize { dim, whole: size, factor });
        }
    }
    let without = |dim: &Dim| {
        let taken = factor.get(dim.name()).map_or(0, Dim::bits);
        dim.with_bits(dim.bits() - taken)
    };
    Ok(Dims::of(whole.iter().map(without).collect::<Result<Vec<_>, Gf2Error>>()?))
}
