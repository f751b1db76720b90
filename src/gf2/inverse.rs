//! Inverses: the map back, or one of many.
//!
//! The columns of the layout are brought to echelon form once; it says whether there is an
//! inverse, shows a witness if not, and solves for any value.
//!
//! | operator | needs | value at `y` |
//! |---|---|---|
//! | [`invert`](Linear::invert) | a bijection | the `x` with `f(x) = y` |
//! | [`pseudoinvert`](Linear::pseudoinvert) | surjective | the smallest such `x` |
//! | [`invert_and_compose`](Linear::invert_and_compose) | its image inside the outer one's | at `x`: the smallest `z` with `outer(z) = f(x)` |
//!
//! *Smallest* is as a number, the first dimension least significant: no bit is set that the
//! bits below it could stand for. The smallest solution is linear in the value.
//!
//! **A preferred preimage.** With replicas, the smallest `z` may lie in another block although
//! this one holds the element too. [`invert_and_compose_keeping`](Linear::invert_and_compose_keeping)
//! `["blk"]` chooses the `z` whose `blk` is that of `x`, wherever there is one:
//!
//! ```text
//! self   t = [1, 2], blk = [0]       smallest       t -> t = [2, 1], blk -> 0
//! outer  t = [2, 1], blk = [0]       keeping blk    t -> t = [2, 1], blk -> blk
//! ```
//!
//! It is the smallest solution of another problem. With `k(x)` the kept coordinates of `x` and 0
//! elsewhere, `z xor k(x)` solves `outer(w) = f(x) xor outer(k(x))`, and the `w` that is
//! smallest with the kept bits *most* significant differs from `k(x)` only where it must.

use super::Linear;
use super::bits::{Bits, by_width};
use super::compose::same_names;
use super::dims::{Dims, Placed};
use super::echelon::Span;
use super::error::{Gf2Error, Place};
use super::linear::moves;
use super::matrix::Matrix;

impl Linear {
    /// The inverse of a bijection.
    ///
    /// # Errors
    /// [`Gf2Error::NotInjective`] with two points of one value, or [`Gf2Error::NotSurjective`]
    /// with a value that no point has.
    pub fn invert(&self) -> Result<Linear, Gf2Error> {
        by_width!(self.matrix.total(), V => {
            let span = self.span::<V>();
            self.check_injective(&span)?;
            self.right_inverse(&span)
        })
    }

    /// The map to the smallest preimage.
    ///
    /// # Errors
    /// [`Gf2Error::NotSurjective`] with a value that no point has.
    pub fn pseudoinvert(&self) -> Result<Linear, Gf2Error> {
        by_width!(self.matrix.total(), V => self.right_inverse(&self.span::<V>()))
    }

    /// Where every bit is a lead, each row is a unit vector with its smallest preimage.
    fn right_inverse<V: Bits>(&self, span: &Span<V>) -> Result<Linear, Gf2Error> {
        self.check_surjective(span)?;
        let mut matrix = Matrix::zeros(self.matrix.columns(), self.matrix.rows());
        for (row, lead) in span.rows() {
            matrix.add_lower(lead, row);
        }
        Ok(Linear { ins: self.outs.clone(), outs: self.ins.clone(), matrix })
    }

    /// The map `z` with `outer(z(x)) = self(x)`, each `z(x)` the smallest there is.
    ///
    /// # Errors
    /// Outputs named otherwise than `outer`'s, or [`Gf2Error::Uncovered`] with a value that
    /// `outer` does not take.
    pub fn invert_and_compose(&self, outer: &Linear) -> Result<Linear, Gf2Error> {
        self.invert_and_compose_keeping(outer, &[])
    }

    /// The map `z` with `outer(z(x)) = self(x)` that keeps the dimensions named as they are in
    /// `x` wherever that is possible, the first of them foremost, and else is the smallest.
    ///
    /// # Errors
    /// As [`invert_and_compose`](Linear::invert_and_compose); a dimension to be kept that is
    /// not an input of both.
    pub fn invert_and_compose_keeping(
        &self,
        outer: &Linear,
        keep: &[&str],
    ) -> Result<Linear, Gf2Error> {
        same_names("invert_and_compose", &self.outs, &outer.outs)?;
        self.ins.choose(keep)?;
        outer.ins.choose(keep)?;
        let middle = larger(&self.outs, &outer.outs)?;
        let [values, images] = [self, outer].map(|layout| layout.onto(&middle));
        let matrix = by_width!(images.total(), V => {
            self.solved::<V>(values, outer, &images, keep)
        })?;
        Ok(Linear { ins: self.ins.clone(), outs: outer.ins.clone(), matrix })
    }

    /// The matrix with its rows where `outs`, of these names and no smaller, has them.
    fn onto(&self, outs: &Dims) -> Matrix {
        if self.outs == *outs {
            return self.matrix.clone();
        }
        let columns = 0..self.matrix.columns();
        self.matrix.rearranged(columns, outs.bits(), &moves(&self.outs, outs))
    }

    fn solved<V: Bits>(
        &self,
        mut values: Matrix,
        outer: &Linear,
        images: &Matrix,
        keep: &[&str],
    ) -> Result<Matrix, Gf2Error> {
        let kept = |placed: &Placed<'_>| keep.contains(&placed.dim.name());
        let least = outer.ins.placed().filter(|placed| !kept(placed));
        let most = keep.iter().rev().filter_map(|name| outer.ins.place(name));
        let order: Vec<usize> = least.chain(most).flat_map(|placed| placed.bits()).collect();
        let columns = order.iter().map(|&column| images.column(column));
        let span = Span::<V>::of(columns, order.len(), images.rows());
        let mut solved = Matrix::zeros(images.columns(), values.columns());
        for own in self.ins.placed() {
            let same = outer.ins.place(own.dim.name()).filter(kept);
            for (bit, column) in own.bits().enumerate() {
                let held = same.and_then(|same| same.bits().nth(bit));
                if let Some(held) = held {
                    values.add_column(column, images.column(held));
                    solved.flip(column, held);
                }
                let Some(from) = span.solve(values.column(column)) else {
                    return Err(self.not_covered(column));
                };
                for &bit in from.ones().filter_map(|place| order.get(place)) {
                    solved.flip(column, bit);
                }
            }
        }
        Ok(solved)
    }

    fn not_covered(&self, column: usize) -> Gf2Error {
        Gf2Error::Uncovered { point: self.ins.shown(&unit(column)), value: self.value_of(column) }
    }

    /// The value of one input bit, to be shown.
    fn value_of(&self, column: usize) -> Place {
        self.outs.shown(&self.matrix.column(column).to_vec())
    }

    pub(super) fn check_surjective<V: Bits>(&self, span: &Span<V>) -> Result<(), Gf2Error> {
        match span.gap() {
            None => Ok(()),
            Some(gap) => Err(Gf2Error::NotSurjective { uncovered: self.outs.shown(&unit(gap)) }),
        }
    }

    pub(super) fn check_injective<V: Bits>(&self, span: &Span<V>) -> Result<(), Gf2Error> {
        let Some((relation, free)) = span.relations().next() else { return Ok(()) };
        let mut others = relation.clone();
        others.flip(free);
        Err(Gf2Error::NotInjective {
            first: self.ins.shown(&others),
            second: self.ins.shown(&unit(free)),
            value: self.value_of(free),
        })
    }
}

/// The words with only this bit.
fn unit(bit: usize) -> Vec<u64> {
    Vec::placed(&[1], bit, bit + 1)
}

/// The dimensions of `left`, each as large as in either.
fn larger(left: &Dims, right: &Dims) -> Result<Dims, Gf2Error> {
    if left == right {
        return Ok(left.clone());
    }
    let wider = |dim: &super::Dim| {
        let other = right.require(dim.name())?.dim;
        dim.with_bits(dim.bits().max(other.bits()))
    };
    Ok(Dims::of(left.iter().map(wider).collect::<Result<Vec<_>, Gf2Error>>()?))
}
