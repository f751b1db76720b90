//! Recast: the same addresses, counted in units of another size.
//!
//! `recast<16 -> 32, f>` reads `f`'s addresses, which count elements of 16 bits, as addresses of
//! 32-bit elements: half as large, and with no value where an address is odd. `recast<32 -> 16>`
//! doubles them. CuTe's `upcast` and `downcast` are a recast after a restriction, or under a
//! refinement, of the domain.

use super::{LayoutMap, Node};
use crate::error::{EvalError, MapError};
use crate::expr::BinaryOp::{FloorDiv, Mod, Mul};
use crate::index_set::{Axis, Extent, IndexSet};

/// Unit sizes, and the fraction `up / down` in lowest terms by which addresses are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Units {
    from: i64,
    to: i64,
    up: i64,
    down: i64,
}

impl Units {
    /// Units of `from` bits read as units of `to` bits.
    ///
    /// # Errors
    /// A size below 1.
    pub fn new(from: i64, to: i64) -> Result<Units, MapError> {
        if let Some(&size) = [from, to].iter().find(|&&size| size < 1) {
            return Err(MapError::Unit { size });
        }
        let (mut a, mut b) = (from, to);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Ok(Units { from, to, up: from / a, down: to / a })
    }

    /// The size of the operand's units.
    pub fn from(&self) -> i64 {
        self.from
    }

    /// The size of the new units.
    pub fn to(&self) -> i64 {
        self.to
    }

    /// What an address is multiplied by, after the division.
    pub fn up(&self) -> i64 {
        self.up
    }

    /// What an address is divided by, exactly.
    pub fn down(&self) -> i64 {
        self.down
    }

    /// An address in the new units.
    ///
    /// # Errors
    /// [`EvalError::Fraction`] where it is no whole number of them, or an overflow.
    pub fn convert(&self, address: i64) -> Result<i64, EvalError> {
        if Mod.apply(address, self.down)? != 0 {
            return Err(EvalError::Fraction { value: address, multiple: self.down });
        }
        Mul.apply(FloorDiv.apply(address, self.down)?, self.up)
    }
}

impl LayoutMap {
    /// The map's addresses in units of `to` bits, the map's own being of `from` bits.
    ///
    /// # Errors
    /// A unit below 1, or a codomain of more or fewer axes than one.
    pub fn recast(from: i64, to: i64, map: LayoutMap) -> Result<Self, MapError> {
        let units = Units::new(from, to)?;
        let [axis] = map.codomain().axes() else {
            return Err(MapError::Count {
                what: format!("the axes of {}, whose unit is recast", map.codomain()),
                expected: 1,
                found: map.codomain().rank(),
            });
        };
        let largest = |n: i64| ((n - 1) / units.down).checked_mul(units.up)?.checked_add(1);
        let axis = match axis.extent() {
            Extent::Finite(n) => match if n == 0 { Some(0) } else { largest(n) } {
                Some(extent) => Axis::new(axis.name(), extent),
                None => Axis::integers(axis.name()),
            },
            Extent::Integers => axis.clone(),
        };
        let (domain, codomain) = (map.domain().clone(), IndexSet::new(vec![axis])?);
        LayoutMap::new(Node::Recast { units, map }, domain, codomain)
    }
}
