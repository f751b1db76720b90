//! From and to [`LayoutMap`], and through it the text form.
//!
//! A layout is a `bit_linear` node whose extents are powers of two and whose bases lie in the
//! codomain. Axes and dimensions are the same names in the same order; a map is of *named*
//! coordinates, so that a map's last axis runs fastest when points are listed, and a layout's
//! first dimension is the least significant, changes no value.
//!
//! ```
//! use tileir::gf2::Linear;
//! let text = "bit_linear<(lane : 4, warp : 2) -> (m : 8), lane = [1, 6], warp = [4]>";
//! let layout: Linear = text.parse()?;
//! assert_eq!(layout.apply(&[3, 1])?, [3]);
//! assert_eq!(layout.to_map()?.eval(&[3, 1])?, [3]);
//! assert_eq!(layout.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::Linear;
use super::dims::Dims;
use super::error::Gf2Error;
use super::matrix::Matrix;
use crate::index_set::IndexSet;
use crate::map::{LayoutMap, Node};
use crate::text::ParseError;
use thiserror::Error;

impl Linear {
    /// The same map as a `bit_linear` node.
    ///
    /// # Errors
    /// None that dimensions, checked when they were made, could give.
    pub fn to_map(&self) -> Result<LayoutMap, Gf2Error> {
        let (domain, codomain) = (self.ins.index_set()?, self.outs.index_set()?);
        Ok(LayoutMap::bit_linear(domain, codomain, self.bases())?)
    }
}

impl TryFrom<&LayoutMap> for Linear {
    type Error = Gf2Error;

    /// The layout that a map is: a `bit_linear` node, or an identity, permutation or
    /// projection.
    fn try_from(map: &LayoutMap) -> Result<Self, Gf2Error> {
        let (ins, outs) = (dims(map.domain())?, dims(map.codomain())?);
        let sources: Vec<usize> = match map.node() {
            Node::BitLinear(layout) => return Linear::new(ins, outs, layout.bases()),
            Node::Identity => (0..ins.len()).collect(),
            Node::Permute { order: axes } | Node::Project { keep: axes } => axes.clone(),
            node => return Err(Gf2Error::NotLinear { kind: node.mnemonic() }),
        };
        let mut matrix = Matrix::zeros(outs.bits(), ins.bits());
        for (out, source) in outs.placed().zip(sources) {
            let source = ins.placed().nth(source);
            let columns = source.into_iter().flat_map(|source| source.bits());
            out.bits().zip(columns).for_each(|(row, column)| matrix.flip(column, row));
        }
        Ok(Linear { ins, outs, matrix })
    }
}

/// The dimensions that an index set's axes are.
fn dims(set: &IndexSet) -> Result<Dims, Gf2Error> {
    if !set.is_box() {
        return Err(Gf2Error::Constrained { set: set.to_string() });
    }
    let dim = |axis: &crate::Axis| {
        let size = axis.extent().finite();
        let infinite = || Gf2Error::Infinite { axis: axis.name().to_string() };
        Ok((axis.name().to_string(), size.ok_or_else(infinite)?))
    };
    Dims::new(set.axes().iter().map(dim).collect::<Result<Vec<_>, Gf2Error>>()?)
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_map().map_err(|_| fmt::Error)?)
    }
}

/// Why a text is no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LinearParseError {
    /// It is no map.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// It is a map, but no layout.
    #[error(transparent)]
    Layout(#[from] Gf2Error),
}

impl FromStr for Linear {
    type Err = LinearParseError;

    fn from_str(text: &str) -> Result<Self, LinearParseError> {
        let map: LayoutMap = text.parse()?;
        Ok(Linear::try_from(&map)?)
    }
}
