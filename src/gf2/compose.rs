//! Composition: `outer(inner(x))`, the product of the matrices.
//!
//! The inner outputs and the outer inputs are the same names in any order; the middle
//! dimensions may be larger on the outer side, where the inner layout then does not reach.
//!
//! ```text
//! inner  (lane : 4) -> (x : 4)   lane = [2, 1]
//! outer  (x : 4) -> (m : 8)      x = [1, 6]
//! both   (lane : 4) -> (m : 8)   lane = [6, 1]      outer(2) = 6, outer(1) = 1
//! ```

use super::Linear;
use super::dims::Dims;
use super::error::Gf2Error;
use super::linear::moves;

impl Linear {
    /// First this layout, then `outer`.
    ///
    /// # Errors
    /// [`Gf2Error::DimsDiffer`] if this layout's outputs are not named as `outer`'s inputs,
    /// [`Gf2Error::SizesDiffer`] if one is larger than `outer`'s.
    pub fn compose(&self, outer: &Linear) -> Result<Linear, Gf2Error> {
        let matrix = if self.outs == outer.ins {
            outer.matrix.times(&self.matrix)
        } else {
            same_names("compose", &self.outs, &outer.ins)?;
            for dim in self.outs.iter() {
                let (left, right) = (dim.size(), outer.ins.require(dim.name())?.dim.size());
                if left > right {
                    let (operation, dim) = ("compose", dim.name().to_string());
                    return Err(Gf2Error::SizesDiffer { operation, dim, left, right });
                }
            }
            let (rows, moves) = (outer.ins.bits(), moves(&self.outs, &outer.ins));
            let columns = 0..self.matrix.columns();
            outer.matrix.times(&self.matrix.rearranged(columns, rows, &moves))
        };
        Ok(Linear { ins: self.ins.clone(), outs: outer.outs.clone(), matrix })
    }
}

/// The same names, in any order.
pub(super) fn same_names(
    operation: &'static str,
    left: &Dims,
    right: &Dims,
) -> Result<(), Gf2Error> {
    if left.len() == right.len() && left.names().all(|name| right.get(name).is_some()) {
        return Ok(());
    }
    Err(Gf2Error::DimsDiffer { operation, left: left.to_string(), right: right.to_string() })
}
