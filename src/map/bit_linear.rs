//! Bit-linear maps: Triton's `LinearLayout`, linear over GF(2).
//!
//! Each bit of each coordinate has a *basis*: the value of the map where only that bit is set.
//! The value at a point is the XOR of the bases of its set bits, coordinate by coordinate:
//!
//! ```text
//! (lane : 4) -> (a : 4), lane = [(1), (3)]     lane  0  1  2  3
//!                                              a     0  1  3  2
//! ```
//!
//! An axis of extent `n` has `ceil(log2 n)` bases; `n` need not be a power of two.
//! Source: Zhou et al., Linear Layouts, arXiv 2505.23819.

use crate::error::MapError;
use crate::index_set::IndexSet;

/// The bases of a bit-linear map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitLinear {
    bases: Vec<Vec<Vec<i64>>>,
}

/// The number of bits in which the coordinates of an axis of extent `n` are written.
pub fn bits_for(extent: i64) -> usize {
    if extent <= 1 { 0 } else { (64 - (extent - 1).leading_zeros()) as usize }
}

impl BitLinear {
    /// `bases[axis][bit]` is a point of the codomain's rank.
    ///
    /// # Errors
    /// A number of axes or bits that is not the domain's, a basis of another rank than the
    /// codomain, a negative coordinate, or a domain axis without an extent.
    pub fn new(
        bases: Vec<Vec<Vec<i64>>>,
        domain: &IndexSet,
        codomain: &IndexSet,
    ) -> Result<Self, MapError> {
        if bases.len() != domain.rank() {
            return Err(MapError::Count {
                what: format!("the axes with bases over {domain}"),
                expected: domain.rank(),
                found: bases.len(),
            });
        }
        for (axis, bits) in domain.axes().iter().zip(&bases) {
            let name = axis.name().to_string();
            let Some(extent) = axis.extent().finite() else {
                return Err(MapError::InfiniteDomain { axis: name });
            };
            if bits.len() != bits_for(extent) {
                return Err(MapError::Count {
                    what: format!("the bases of axis '{name}' of extent {extent}"),
                    expected: bits_for(extent),
                    found: bits.len(),
                });
            }
            for (bit, basis) in bits.iter().enumerate() {
                if basis.len() != codomain.rank() {
                    return Err(MapError::BasisRank {
                        axis: axis.to_string(),
                        bit,
                        expected: codomain.rank(),
                        found: basis.len(),
                        codomain: codomain.to_string(),
                    });
                }
                if let Some(&value) = basis.iter().find(|&&value| value < 0) {
                    return Err(MapError::NegativeBasis { axis: axis.to_string(), bit, value });
                }
            }
        }
        Ok(BitLinear { bases })
    }

    /// The bases: by axis, by bit (least significant first), by codomain axis.
    pub fn bases(&self) -> &[Vec<Vec<i64>>] {
        &self.bases
    }

    /// The value at a point of the domain: the definition of the node.
    pub(super) fn eval(&self, point: &[i64], rank: usize) -> Vec<i64> {
        let mut value = vec![0; rank];
        for (bits, &x) in self.bases.iter().zip(point) {
            for (bit, basis) in bits.iter().enumerate() {
                if x >> bit & 1 == 1 {
                    value.iter_mut().zip(basis).for_each(|(v, b)| *v ^= b);
                }
            }
        }
        value
    }
}
