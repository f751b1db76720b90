//! The same bits under other names, in another order, or fewer of them.
//!
//! | operator | |
//! |---|---|
//! | `reshape_ins`, `reshape_outs` | the same bits in order, cut into other dimensions |
//! | `flatten_ins`, `flatten_outs` | one dimension, named as the first |
//! | `transpose_ins`, `transpose_outs` | the dimensions in another order |
//! | `rename_in`, `rename_out` | one dimension under another name |
//! | `squeeze_ins`, `squeeze_outs` | no dimensions of size 1 |
//! | `resize_in`, `resize_out` | fewer points, or more: replicas; values that are not taken |
//! | `remove_zero_bases` | an input dimension without the bits that change nothing |
//!
//! Reshaping moves no bit: in `(i : 4, j : 2)` as `(k : 8)`, the point `(i, j)` is `i + 4 * j`.

use super::Linear;
use super::dims::{Dim, Dims, Placed, exponent};
use super::error::Gf2Error;

impl Linear {
    /// The input bits, in order, as these dimensions.
    ///
    /// # Errors
    /// [`Gf2Error::Reshape`] if they have another number of bits.
    pub fn reshape_ins(&self, ins: Dims) -> Result<Linear, Gf2Error> {
        same_bits(&self.ins, &ins)?;
        Ok(Linear { ins, ..self.clone() })
    }

    /// The output bits, in order, as these dimensions.
    ///
    /// # Errors
    /// [`Gf2Error::Reshape`] if they have another number of bits.
    pub fn reshape_outs(&self, outs: Dims) -> Result<Linear, Gf2Error> {
        same_bits(&self.outs, &outs)?;
        Ok(Linear { outs, ..self.clone() })
    }

    /// One input dimension, named as the first.
    ///
    /// # Errors
    /// [`Gf2Error::TooWide`] beyond the bits of one dimension.
    pub fn flatten_ins(&self) -> Result<Linear, Gf2Error> {
        Ok(Linear { ins: flat(&self.ins)?, ..self.clone() })
    }

    /// One output dimension, named as the first.
    ///
    /// # Errors
    /// [`Gf2Error::TooWide`] beyond the bits of one dimension.
    pub fn flatten_outs(&self) -> Result<Linear, Gf2Error> {
        Ok(Linear { outs: flat(&self.outs)?, ..self.clone() })
    }

    /// The input dimensions in this order.
    ///
    /// # Errors
    /// Names that are not the input dimensions', each once.
    pub fn transpose_ins(&self, order: &[&str]) -> Result<Linear, Gf2Error> {
        Ok(self.ordered(&reordered("transpose_ins", &self.ins, order)?, &self.outs))
    }

    /// The output dimensions in this order.
    ///
    /// # Errors
    /// Names that are not the output dimensions', each once.
    pub fn transpose_outs(&self, order: &[&str]) -> Result<Linear, Gf2Error> {
        Ok(self.ordered(&self.ins, &reordered("transpose_outs", &self.outs, order)?))
    }

    /// An input dimension under another name.
    ///
    /// # Errors
    /// A dimension that there is not, or a new name that is none or an input's.
    pub fn rename_in(&self, old: &str, new: &str) -> Result<Linear, Gf2Error> {
        Ok(Linear { ins: renamed(&self.ins, old, new)?, ..self.clone() })
    }

    /// An output dimension under another name.
    ///
    /// # Errors
    /// A dimension that there is not, or a new name that is none or an output's.
    pub fn rename_out(&self, old: &str, new: &str) -> Result<Linear, Gf2Error> {
        Ok(Linear { outs: renamed(&self.outs, old, new)?, ..self.clone() })
    }

    /// Without input dimensions of size 1.
    pub fn squeeze_ins(&self) -> Linear {
        Linear { ins: squeezed(&self.ins), ..self.clone() }
    }

    /// Without output dimensions of size 1.
    pub fn squeeze_outs(&self) -> Linear {
        Linear { outs: squeezed(&self.outs), ..self.clone() }
    }

    /// An input dimension with `size` points: the first ones, or all and then replicas of them.
    ///
    /// # Errors
    /// A dimension that there is not, or a size that is no power of two.
    pub fn resize_in(&self, dim: &str, size: i64) -> Result<Linear, Gf2Error> {
        let (old, bits) = (self.ins.require(dim)?, exponent(dim, size)?);
        let kept = old.bits().take(bits as usize).collect();
        self.with_columns(old, kept, bits)
    }

    /// An output dimension with `size` points: the coordinate modulo `size`.
    ///
    /// # Errors
    /// A dimension that there is not, or a size that is no power of two.
    pub fn resize_out(&self, dim: &str, size: i64) -> Result<Linear, Gf2Error> {
        let (old, bits) = (self.outs.require(dim)?, exponent(dim, size)?);
        let outs = with_dim_bits(&self.outs, old.dim, bits)?;
        let moves: Vec<_> = self
            .outs
            .placed()
            .zip(outs.placed())
            .map(|(from, to)| {
                let mut rows = from.moved(to.start);
                rows.width = rows.width.min(to.dim.bits() as usize);
                rows
            })
            .collect();
        let columns = 0..self.matrix.columns();
        let matrix = self.matrix.rearranged(columns, outs.bits(), &moves);
        Ok(Linear { ins: self.ins.clone(), outs, matrix })
    }

    /// An input dimension without the bits that change nothing.
    ///
    /// # Errors
    /// A dimension that there is not.
    pub fn remove_zero_bases(&self, dim: &str) -> Result<Linear, Gf2Error> {
        let old = self.ins.require(dim)?;
        let changes = |&column: &usize| self.matrix.column(column).iter().any(|&word| word != 0);
        let kept: Vec<usize> = old.bits().filter(changes).collect();
        let bits = kept.len() as u32;
        self.with_columns(old, kept, bits)
    }

    /// The layout in which the input dimension `old` has these columns, and zeros up to `bits`.
    fn with_columns(
        &self,
        old: Placed<'_>,
        kept: Vec<usize>,
        bits: u32,
    ) -> Result<Linear, Gf2Error> {
        let ins = with_dim_bits(&self.ins, old.dim, bits)?;
        let none = self.matrix.columns();
        let zeros = (bits as usize).saturating_sub(kept.len());
        let own: Vec<usize> = kept.into_iter().chain(std::iter::repeat_n(none, zeros)).collect();
        let columns: Vec<usize> =
            (0..old.start).chain(own).chain(old.bits().end..self.matrix.columns()).collect();
        let moves: Vec<_> = self.outs.placed().map(|out| out.moved(out.start)).collect();
        let matrix = self.matrix.rearranged(columns.into_iter(), self.matrix.rows(), &moves);
        Ok(Linear { ins, outs: self.outs.clone(), matrix })
    }
}

fn same_bits(old: &Dims, new: &Dims) -> Result<(), Gf2Error> {
    if old.bits() == new.bits() {
        return Ok(());
    }
    Err(Gf2Error::Reshape {
        old: old.to_string(),
        old_bits: old.bits(),
        new: new.to_string(),
        new_bits: new.bits(),
    })
}

fn flat(dims: &Dims) -> Result<Dims, Gf2Error> {
    let bits = u32::try_from(dims.bits()).unwrap_or(u32::MAX);
    let first = dims.iter().next().map(|dim| dim.with_bits(bits)).transpose()?;
    Ok(Dims::of(first))
}

fn reordered(operation: &'static str, dims: &Dims, order: &[&str]) -> Result<Dims, Gf2Error> {
    dims.choose(order)?;
    if order.len() != dims.len() {
        let right = format!("({})", order.join(", "));
        return Err(Gf2Error::DimsDiffer { operation, left: dims.to_string(), right });
    }
    Ok(Dims::of(order.iter().filter_map(|name| dims.get(name).cloned())))
}

fn renamed(dims: &Dims, old: &str, new: &str) -> Result<Dims, Gf2Error> {
    dims.require(old)?;
    let name = |dim: &Dim| if dim.name() == old { new } else { dim.name() }.to_string();
    Dims::new(dims.iter().map(|dim| (name(dim), dim.size())))
}

fn squeezed(dims: &Dims) -> Dims {
    Dims::of(dims.iter().filter(|dim| dim.bits() > 0).cloned())
}

fn with_dim_bits(dims: &Dims, old: &Dim, bits: u32) -> Result<Dims, Gf2Error> {
    let dim = |dim: &Dim| if dim == old { dim.with_bits(bits) } else { Ok(dim.clone()) };
    Ok(Dims::of(dims.iter().map(dim).collect::<Result<Vec<_>, Gf2Error>>()?))
}
