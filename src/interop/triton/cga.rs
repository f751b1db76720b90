//! [`Cga`]: how the blocks of a cluster share a tensor.
//!
//! Triton calls a block a CTA, and the blocks that launch together a CGA. Two spellings say the
//! same: bases, one for each bit of the block's number, counted in whole parts; or how many
//! blocks there are along each dimension, in how many parts the tensor is split there, and
//! which dimension the numbers run along first.
//!
//! ```text
//! CGALayout = [[0, 1], [0, 0]]                                   bit 0: the next part along dim1
//! CTAsPerCGA = [1, 4], CTASplitNum = [1, 2], CTAOrder = [1, 0]   bit 1: the same part again
//! ```

use std::fmt;

use super::error::{EncodingError, permutation, power_of_two};
use super::text::{Fault, Fields, list, lists};

/// How blocks share a tensor; see the source file's header. The default is one block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cga {
    /// For each bit of the block's number, the part it steps to.
    Bases(Vec<Vec<i64>>),
    /// By numbers for each dimension.
    Split {
        /// Blocks along each dimension.
        ctas_per_cga: Vec<i64>,
        /// Parts along each dimension.
        split_num: Vec<i64>,
        /// The dimensions, that of the fastest block numbers first.
        order: Vec<i64>,
    },
}

impl Default for Cga {
    fn default() -> Self {
        Cga::Bases(Vec::new())
    }
}

/// A tensor divided among blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// For each bit of the block's number, the part it steps to; zero where there is none.
    pub bases: Vec<Vec<i64>>,
    /// The shape of one part.
    pub part: Vec<i64>,
}

impl Cga {
    /// For each bit of the block's number, the part it steps to.
    ///
    /// # Errors
    /// Lists of other lengths than `rank`, numbers that are no powers of two, and bases that do
    /// not tile.
    pub fn bases(
        &self,
        encoding: &'static str,
        rank: usize,
    ) -> Result<Vec<Vec<i64>>, EncodingError> {
        let length = |what, found: usize| {
            let wrong = EncodingError::Rank { encoding, what, expected: rank, found };
            if found == rank { Ok(()) } else { Err(wrong) }
        };
        match self {
            Cga::Bases(bases) => {
                bases.iter().try_for_each(|basis| length("a basis of CGALayout", basis.len()))?;
                let tiles = |dim: usize| {
                    let mut steps: Vec<i64> = bases
                        .iter()
                        .filter_map(|b| b.get(dim).copied())
                        .filter(|&v| v != 0)
                        .collect();
                    steps.sort_unstable();
                    steps
                        .iter()
                        .enumerate()
                        .all(|(bit, &step)| 1i64.checked_shl(bit as u32) == Some(step))
                };
                let single = |basis: &Vec<i64>| basis.iter().filter(|&&v| v != 0).count() <= 1;
                if (0..rank).all(tiles) && bases.iter().all(single) {
                    Ok(bases.clone())
                } else {
                    Err(EncodingError::Blocks { bases: bases.clone() })
                }
            }
            Cga::Split { ctas_per_cga, split_num, order } => {
                length("CTAsPerCGA", ctas_per_cga.len())?;
                length("CTASplitNum", split_num.len())?;
                let mut bases = Vec::new();
                for dim in permutation(encoding, order, rank)? {
                    let (Some(&blocks), Some(&parts)) = (ctas_per_cga.get(dim), split_num.get(dim))
                    else {
                        continue;
                    };
                    power_of_two(encoding, "a number of CTAsPerCGA", blocks)?;
                    power_of_two(encoding, "a number of CTASplitNum", parts)?;
                    if parts > blocks {
                        return Err(EncodingError::Split { encoding, dim, parts, blocks });
                    }
                    let mut block = 1;
                    while block < blocks {
                        let step = if block < parts { block } else { 0 };
                        bases.push((0..rank).map(|d| if d == dim { step } else { 0 }).collect());
                        block *= 2;
                    }
                }
                Ok(bases)
            }
        }
    }

    /// The number of blocks.
    ///
    /// # Errors
    /// As [`bases`](Cga::bases).
    pub fn blocks(&self, encoding: &'static str, rank: usize) -> Result<i64, EncodingError> {
        let bits = self.bases(encoding, rank)?.len();
        let count = u32::try_from(bits).ok().and_then(|bits| 1i64.checked_shl(bits));
        let what = "the number of blocks";
        count.filter(|&count| count > 0).ok_or(EncodingError::TooLarge { encoding, what })
    }

    /// The tensor divided: a step past its end stays where it is.
    pub(super) fn cut(
        &self,
        encoding: &'static str,
        rank: usize,
        shape: &[i64],
    ) -> Result<Cut, EncodingError> {
        if shape.len() != rank {
            return Err(EncodingError::Shape { encoding, rank, shape: shape.to_vec() });
        }
        for (dim, &extent) in shape.iter().enumerate() {
            power_of_two(encoding, format!("dim{dim} of the shape"), extent)?;
        }
        let mut bases = self.bases(encoding, rank)?;
        let mut part = shape.to_vec();
        for basis in &mut bases {
            for ((step, &extent), part) in basis.iter_mut().zip(shape).zip(&mut part) {
                if *step >= extent {
                    *step = 0;
                } else if *step > 0 {
                    *part /= 2;
                }
            }
        }
        Ok(Cut { bases, part })
    }

    /// The same blocks for an operand that each needs whole along `dim`.
    pub(super) fn whole_along(
        &self,
        encoding: &'static str,
        rank: usize,
        dim: usize,
    ) -> Result<Cga, EncodingError> {
        let mut bases = self.bases(encoding, rank)?;
        bases.iter_mut().filter_map(|basis| basis.get_mut(dim)).for_each(|step| *step = 0);
        Ok(Cga::Bases(bases))
    }

    /// From the fields of either spelling; none is one block.
    pub(super) fn read(fields: &mut Fields) -> Result<Cga, Fault> {
        if let Some(bases) = fields.optional_bases("CGALayout")? {
            return Ok(Cga::Bases(bases));
        }
        match fields.optional_integers("CTAsPerCGA")? {
            None => Ok(Cga::default()),
            Some(ctas_per_cga) => Ok(Cga::Split {
                ctas_per_cga,
                split_num: fields.integers("CTASplitNum")?,
                order: fields.integers("CTAOrder")?,
            }),
        }
    }

    /// Whether nothing is written for it.
    pub(super) fn is_silent(&self) -> bool {
        matches!(self, Cga::Bases(bases) if bases.is_empty())
    }

    /// Its fields, if it has any, behind those of an encoding.
    pub(super) fn print_behind(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_silent() { Ok(()) } else { write!(f, ", {self}") }
    }
}

impl fmt::Display for Cga {
    /// The fields, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cga::Bases(bases) => write!(f, "CGALayout = {}", lists(bases)),
            Cga::Split { ctas_per_cga, split_num, order } => write!(
                f,
                "CTAsPerCGA = {}, CTASplitNum = {}, CTAOrder = {}",
                list(ctas_per_cga),
                list(split_num),
                list(order)
            ),
        }
    }
}
