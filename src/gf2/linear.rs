//! [`Linear`] itself: construction from bases, and the value at a point.

use super::dims::{Dim, Dims, Placed};
use super::error::Gf2Error;
use super::matrix::{Matrix, Move, sum_of};
use crate::index_set::Point;
use smallvec::SmallVec;

/// A linear map over GF(2) between named dimensions; see the [module](super).
///
/// `==` compares dimensions with their order; [`same_map`](Linear::same_map) does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    pub(super) ins: Dims,
    pub(super) outs: Dims,
    pub(super) matrix: Matrix,
}

impl Linear {
    /// The layout with these bases: `bases[dim][bit]` is a point of `outs`, by input dimension
    /// and bit, least significant first.
    ///
    /// ```
    /// use tileir::gf2::{Dims, Linear};
    /// let swizzle = Linear::new(
    ///     Dims::new([("row", 2), ("column", 2)])?,
    ///     Dims::new([("row", 2), ("bank", 2)])?,
    ///     &[vec![vec![1, 1]], vec![vec![0, 1]]],
    /// )?;
    /// assert_eq!(swizzle.apply(&[1, 1])?, [1, 0]);
    /// # Ok::<(), tileir::gf2::Gf2Error>(())
    /// ```
    ///
    /// # Errors
    /// A number of dimensions, bases or coordinates that is not the one needed, or a basis
    /// outside `outs`.
    pub fn new<D, B, C>(ins: Dims, outs: Dims, bases: &[D]) -> Result<Self, Gf2Error>
    where
        D: AsRef<[B]>,
        B: AsRef<[C]>,
        C: Copy + Into<i64>,
    {
        if bases.len() != ins.len() {
            return Err(Gf2Error::DimCount { dims: ins.to_string(), found: bases.len() });
        }
        let mut matrix = Matrix::zeros(outs.bits(), ins.bits());
        for (placed, bases) in ins.placed().zip(bases) {
            let (dim, bases) = (placed.dim.name(), bases.as_ref());
            if bases.len() != placed.dim.bits() as usize {
                let (expected, found) = (placed.dim.bits() as usize, bases.len());
                return Err(Gf2Error::BasisCount { dim: dim.to_string(), expected, found });
            }
            for (bit, basis) in bases.iter().enumerate() {
                let basis = basis.as_ref();
                if basis.len() != outs.len() {
                    let (dim, outs, found) = (dim.to_string(), outs.to_string(), basis.len());
                    return Err(Gf2Error::BasisRank { dim, bit, outs, found });
                }
                for (out, &value) in outs.placed().zip(basis) {
                    let (size, value) = (out.dim.size(), value.into());
                    if !(0..size).contains(&value) {
                        let (dim, out) = (dim.to_string(), out.dim.name().to_string());
                        return Err(Gf2Error::BasisRange { dim, bit, out, value, size });
                    }
                    matrix.add_field(placed.start + bit, out.start, value as u64);
                }
            }
        }
        Ok(Linear { ins, outs, matrix })
    }

    /// The input dimensions, least significant first.
    pub fn ins(&self) -> &Dims {
        &self.ins
    }

    /// The output dimensions, least significant first.
    pub fn outs(&self) -> &Dims {
        &self.outs
    }

    /// Every basis: by input dimension, by bit, by output dimension.
    pub fn bases(&self) -> Vec<Vec<Point>> {
        let basis = |column| {
            let basis = self.outs.placed().map(|out| self.coordinate(column, out));
            basis.collect()
        };
        let of = |placed: Placed<'_>| placed.bits().map(basis).collect();
        self.ins.placed().map(of).collect()
    }

    /// The image of one bit of an input dimension, on one output dimension.
    ///
    /// # Errors
    /// A dimension that there is not, or a bit that the input dimension does not have.
    pub fn basis(&self, input: &str, bit: usize, out: &str) -> Result<i64, Gf2Error> {
        let (input, out) = (self.ins.require(input)?, self.outs.require(out)?);
        if bit >= input.dim.bits() as usize {
            let (dim, expected) = (input.dim.name().to_string(), input.dim.bits() as usize);
            return Err(Gf2Error::BasisCount { dim, expected, found: bit + 1 });
        }
        Ok(self.coordinate(input.start + bit, out))
    }

    /// The coordinate of a column on an output dimension.
    pub(super) fn coordinate(&self, column: usize, out: Placed<'_>) -> i64 {
        self.matrix.field(column, out.start, out.dim.bits() as usize) as i64
    }

    /// The value at a point.
    ///
    /// # Errors
    /// A point that is not one of the input dimensions'.
    pub fn apply(&self, point: &[i64]) -> Result<Point, Gf2Error> {
        let mut value = vec![0; self.outs.len()];
        self.apply_into(point, &mut value)?;
        Ok(value)
    }

    /// The value at a point, written to `value`; nothing is allocated.
    ///
    /// # Errors
    /// As [`apply`](Linear::apply); a place for another number of coordinates than there are
    /// outputs.
    pub fn apply_into(&self, point: &[i64], value: &mut [i64]) -> Result<(), Gf2Error> {
        if value.len() != self.outs.len() {
            let (dims, found) = (self.outs.to_string(), value.len());
            return Err(Gf2Error::Coordinates { dims, expected: self.outs.len(), found });
        }
        if self.matrix.is_narrow() {
            let image = self.matrix.apply_word(self.ins.pack(point)?);
            value.iter_mut().zip(self.outs.unpack(&image)).for_each(|(place, x)| *place = x);
        } else {
            let image = self.matrix.apply(&self.ins.pack::<Vec<u64>>(point)?);
            value.iter_mut().zip(self.outs.unpack(&image)).for_each(|(place, x)| *place = x);
        }
        Ok(())
    }

    /// The columns as machine words, if inputs and outputs have 64 bits at most: evaluation
    /// for loops, in which a point and a value are one number each, the first dimension least
    /// significant.
    pub fn packed(&self) -> Option<Packed<'_>> {
        self.matrix.is_narrow().then(|| Packed { columns: self.matrix.words() })
    }

    /// The matrix by rows: `matrix()[row][column]`, output bits by input bits.
    pub fn matrix(&self) -> Vec<Vec<bool>> {
        let row = |row| {
            let entry = |column| self.matrix.field(column, row, 1) == 1;
            (0..self.matrix.columns()).map(entry).collect()
        };
        (0..self.matrix.rows()).map(row).collect()
    }

    /// Whether both are the same map between the same dimensions, whatever the order in which
    /// these stand.
    pub fn same_map(&self, other: &Linear) -> bool {
        let sorted = |dims: &Dims| {
            let mut dims: Vec<Dim> = dims.iter().cloned().collect();
            dims.sort_unstable_by(|a, b| a.name().cmp(b.name()));
            Dims::of(dims)
        };
        let (ins, outs) = (sorted(&self.ins), sorted(&self.outs));
        ins == sorted(&other.ins)
            && outs == sorted(&other.outs)
            && self.ordered(&ins, &outs) == other.ordered(&ins, &outs)
    }

    /// The same map with its dimensions in the order of these, which have the same names.
    pub(super) fn ordered(&self, ins: &Dims, outs: &Dims) -> Linear {
        let columns: Vec<usize> = ins
            .iter()
            .filter_map(|dim| self.ins.place(dim.name()))
            .flat_map(|placed| placed.bits())
            .collect();
        let matrix =
            self.matrix.rearranged(columns.into_iter(), outs.bits(), &moves(&self.outs, outs));
        Linear { ins: ins.clone(), outs: outs.clone(), matrix }
    }
}

/// The rows of each dimension of `from`, moved to where `to` has it; what `to` lacks is left
/// out.
pub(super) fn moves(from: &Dims, to: &Dims) -> SmallVec<[Move; 4]> {
    let one = |placed: Placed<'_>| Some(placed.moved(to.place(placed.dim.name())?.start));
    from.placed().filter_map(one).collect()
}

/// A layout of 64 bits at most, by machine words.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    columns: &'a [u64],
}

impl Packed<'_> {
    /// The value at a point, both packed. Bits above the input's are not looked at.
    #[inline]
    pub fn apply(&self, point: u64) -> u64 {
        sum_of(self.columns, point)
    }

    /// The columns: the images of the input bits.
    pub fn columns(&self) -> &[u64] {
        self.columns
    }
}
