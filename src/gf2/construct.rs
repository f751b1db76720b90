//! Constructors: the one-dimensional layouts that products are made of, and layouts from
//! bases alone.
//!
//! | constructor | bases |
//! |---|---|
//! | [`identity_1d`](Linear::identity_1d)`(8)` | `[1, 2, 4]`, outputs 8 |
//! | [`strided_1d`](Linear::strided_1d)`(8, 4)` | `[4, 8, 16]`, outputs 32 |
//! | [`zeros_1d`](Linear::zeros_1d)`(8)` | `[0, 0, 0]`, outputs 1: eight replicas |
//! | [`empty`](Linear::empty) | none: the unit of the product |
//! | [`from_bases`](Linear::from_bases) | as given, outputs as large as they need |

use super::Linear;
use super::dims::{DIM_BITS, Dim, Dims, exponent};
use super::error::Gf2Error;
use super::matrix::Matrix;
use crate::map::bits_for;

impl Linear {
    /// No dimensions: the unit of the product.
    pub fn empty() -> Linear {
        Linear { ins: Dims::empty(), outs: Dims::empty(), matrix: Matrix::zeros(0, 0) }
    }

    /// `x` on `input` to `x` on `out`; without a point, [`empty`](Linear::empty).
    ///
    /// # Errors
    /// A size that is neither 0 nor a power of two, or a name that is none.
    pub fn identity_1d(size: i64, input: &str, out: &str) -> Result<Linear, Gf2Error> {
        Linear::strided_1d(size, 1, input, out)
    }

    /// `x` on `input` to `stride * x` on `out`, which has `size * stride` points; without a
    /// point, [`empty`](Linear::empty).
    ///
    /// # Errors
    /// As [`identity_1d`](Linear::identity_1d), of the stride too; an output that is too wide.
    pub fn strided_1d(size: i64, stride: i64, input: &str, out: &str) -> Result<Linear, Gf2Error> {
        if size == 0 {
            return Ok(Linear::empty());
        }
        let (bits, shift) = (exponent(input, size)?, exponent(out, stride)?);
        let ins = Dims::new([(input, size)])?;
        let outs = Dims::new([(out, 1)])?;
        let outs = Dims::of(
            outs.iter().map(|dim| dim.with_bits(bits + shift)).collect::<Result<Vec<_>, _>>()?,
        );
        let mut matrix = Matrix::zeros(outs.bits(), ins.bits());
        for column in 0..bits as usize {
            matrix.flip(column, column + shift as usize);
        }
        Ok(Linear { ins, outs, matrix })
    }

    /// Every point of `input` to 0 on `out`, which has `out_size` points; without a point,
    /// [`empty`](Linear::empty).
    ///
    /// # Errors
    /// A size that is neither 0 nor a power of two, or a name that is none.
    pub fn zeros_1d(size: i64, input: &str, out: &str, out_size: i64) -> Result<Linear, Gf2Error> {
        if size == 0 {
            return Ok(Linear::empty());
        }
        let (ins, outs) = (Dims::new([(input, size)])?, Dims::new([(out, out_size)])?);
        let matrix = Matrix::zeros(outs.bits(), ins.bits());
        Ok(Linear { ins, outs, matrix })
    }

    /// The surjective layout with these bases by input dimension; sizes are as small as they
    /// can be.
    ///
    /// ```
    /// use tileir::gf2::Linear;
    /// let layout = Linear::from_bases(&[("lane", &[[1], [2]][..]), ("warp", &[[0]])], &["m"])?;
    /// assert_eq!(layout.to_string(), "bit_linear<(lane : 4, warp : 2) -> (m : 4), lane = [1, 2], warp = [0]>");
    /// # Ok::<(), tileir::gf2::Gf2Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Linear::new); [`Gf2Error::NotSurjective`] with a value inside these sizes
    /// that no point has.
    pub fn from_bases<B: AsRef<[i64]>>(
        bases: &[(&str, &[B])],
        outs: &[&str],
    ) -> Result<Linear, Gf2Error> {
        let size = |(place, name): (usize, &&str)| {
            let coordinates = bases.iter().flat_map(|(_, bases)| bases.iter());
            let largest = coordinates.filter_map(|basis| basis.as_ref().get(place)).max();
            Ok((
                name.to_string(),
                power(name, bits_for(largest.copied().unwrap_or(0).saturating_add(1)))?,
            ))
        };
        let outs = outs.iter().enumerate().map(size).collect::<Result<Vec<_>, Gf2Error>>()?;
        let input =
            |&(name, bases): &(&'_ str, &[B])| Ok((name.to_string(), power(name, bases.len())?));
        let ins = bases.iter().map(input).collect::<Result<Vec<_>, Gf2Error>>()?;
        let lists: Vec<&[B]> = bases.iter().map(|(_, bases)| *bases).collect();
        let layout = Linear::new(Dims::new(ins)?, Dims::new(outs)?, &lists)?;
        layout.require_surjective()?;
        Ok(layout)
    }

    /// This layout with one more input dimension of size 1, the most significant.
    ///
    /// # Errors
    /// A name that is none, or that an input has.
    pub fn with_unit_in(&self, name: &str) -> Result<Linear, Gf2Error> {
        Ok(Linear { ins: extended(&self.ins, name)?, ..self.clone() })
    }

    /// This layout with one more output dimension of size 1, the most significant.
    ///
    /// # Errors
    /// A name that is none, or that an output has.
    pub fn with_unit_out(&self, name: &str) -> Result<Linear, Gf2Error> {
        Ok(Linear { outs: extended(&self.outs, name)?, ..self.clone() })
    }
}

/// `2^bits`.
fn power(dim: &str, bits: usize) -> Result<i64, Gf2Error> {
    if bits > DIM_BITS as usize {
        return Err(Gf2Error::TooWide { dim: dim.to_string(), bits });
    }
    Ok(1 << bits)
}

fn extended(dims: &Dims, name: &str) -> Result<Dims, Gf2Error> {
    let unit = Dims::new([(name, 1)])?;
    let all: Vec<Dim> = dims.iter().chain(unit.iter()).cloned().collect();
    Dims::checked(all)
}
