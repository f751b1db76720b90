//! [`PaddedShared`]: shared memory with gaps.
//!
//! A linear component says which element an offset is of. Then after every `interval` elements
//! `padding` places are left empty, for each of several pairs, so that the address is
//!
//! ```text
//! address(offset) = offset + (offset / interval) * padding + …
//!
//! [4:+2]      offset    0 1 2 3     4 5 6 7     8 …
//!             address   0 1 2 3 _ _ 6 7 8 9 _ _ 12 …
//! ```
//!
//! It is affine in the digits of the offset, injective, and no XOR of bases: two offsets whose
//! paddings carry into each other show it, and [`Encoding::to_linear`](super::Encoding::to_linear)
//! refuses with them. What there is instead are two legs over the offsets:
//! [`component`](PaddedShared::component_of) to the elements, and
//! [`address`](PaddedShared::address) to the places.

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, permutation};
use super::linear::{of_one_shape, reach};
use super::names::{BLOCK, OFFSET};
use super::text::{Fault, Fields, list, lists};
use super::tile::Tile;
use crate::expr::{Expr, Program};
use crate::gf2::Linear;
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;

/// `#ttg.padded_shared`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PaddedShared {
    /// Intervals, and the places left empty after each.
    pub pads: Vec<(i64, i64)>,
    /// Which element an offset is of.
    pub component: Component,
}

/// Which element an offset is of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// The elements of a tensor of this shape, in this order of dimensions.
    Ordered {
        /// The dimensions, the fastest first.
        order: Vec<i64>,
        /// The tensor's shape.
        shape: Vec<i64>,
    },
    /// By bases.
    Bases {
        /// The basis of each bit of the offset.
        offset: Vec<Vec<i64>>,
        /// The basis of each bit of the block's number.
        block: Vec<Vec<i64>>,
    },
}

impl PaddedShared {
    /// The kind's name.
    pub const NAME: &'static str = "padded_shared";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        match &self.component {
            Component::Ordered { order, .. } => order.len(),
            Component::Bases { offset, block } => {
                offset.iter().chain(block).next().map_or(0, Vec::len)
            }
        }
    }

    /// `(offset, block)` to the element, without the gaps.
    ///
    /// # Errors
    /// Another shape than the encoding's.
    pub fn component_of(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        match &self.component {
            Component::Ordered { order, shape: own } => {
                if own != shape {
                    let (encoding, own) = (Self::NAME, own.clone());
                    return Err(EncodingError::OtherShape { encoding, own, shape: shape.to_vec() });
                }
                let order = permutation(Self::NAME, order, own.len())?;
                let tile = Tile::new(Self::NAME, &[OFFSET], own.len());
                tile.fit(&Cga::default(), shape, &order)
            }
            Component::Bases { offset, block } => {
                let own = reach(Self::NAME, self.rank(), offset.iter().chain(block))?;
                of_one_shape(Self::NAME, own, offset, block, shape)
            }
        }
    }

    /// The number of offsets of one block.
    fn offsets(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        Ok(self.component_of(shape)?.ins().get(OFFSET).map_or(1, |dim| dim.size()))
    }

    /// The address of an offset.
    fn address_of(&self, offset: i64) -> Result<i64, EncodingError> {
        let (encoding, what) = (Self::NAME, "an address");
        let padded = self.pads.iter().try_fold(offset, |address, &(interval, padding)| {
            address.checked_add(offset.checked_div(interval)?.checked_mul(padding)?)
        });
        padded.ok_or(EncodingError::TooLarge { encoding, what })
    }

    /// Places that one block needs: one more than the greatest address.
    ///
    /// # Errors
    /// Another shape than the encoding's, or addresses beyond 64 bits.
    pub fn places(&self, shape: &[i64]) -> Result<i64, EncodingError> {
        self.places_of(shape, 1)
    }

    /// Places that several buffers of one block need together. They follow each other as their
    /// offsets do, so that there is padding between them too.
    pub(super) fn places_of(&self, shape: &[i64], buffers: i64) -> Result<i64, EncodingError> {
        let offsets = self.offsets(shape)?.checked_mul(buffers);
        let (encoding, what) = (Self::NAME, "the number of offsets");
        self.padded(offsets.ok_or(EncodingError::TooLarge { encoding, what })?)
    }

    /// Offsets of one block in a tensor of the encoding's own shape.
    pub(super) fn own_offsets(&self) -> Result<i64, EncodingError> {
        match &self.component {
            Component::Ordered { shape, .. } => self.offsets(shape),
            Component::Bases { offset, block } => {
                self.offsets(&reach(Self::NAME, self.rank(), offset.iter().chain(block))?)
            }
        }
    }

    /// Places that so many offsets need.
    pub(super) fn padded(&self, offsets: i64) -> Result<i64, EncodingError> {
        let (encoding, what) = (Self::NAME, "the number of places");
        if offsets == 0 {
            return Ok(0);
        }
        let last = self.address_of(offsets.saturating_sub(1))?;
        last.checked_add(1).ok_or(EncodingError::TooLarge { encoding, what })
    }

    /// `(block, offset)` to `(block, address)`.
    ///
    /// ```
    /// use tileir::interop::triton::Encoding;
    /// let text = "#ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 8]}>";
    /// let Encoding::PaddedShared(padded) = text.parse()? else { return Ok(()) };
    /// assert_eq!(padded.address(&[4, 8])?.eval(&[0, 9])?, [0, 9 + 2 * 2]);
    /// assert_eq!(padded.places(&[4, 8])?, 46);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`places`](PaddedShared::places).
    pub fn address(&self, shape: &[i64]) -> Result<LayoutMap, EncodingError> {
        let component = self.component_of(shape)?;
        let blocks = component.ins().get(BLOCK).map_or(1, |dim| dim.size());
        let set = |name, size| IndexSet::new(vec![Axis::new(BLOCK, blocks), Axis::new(name, size)]);
        let (domain, codomain) =
            (set(OFFSET, self.offsets(shape)?)?, set("address", self.places(shape)?)?);
        let offset = Expr::coord(1);
        let address = self.pads.iter().fold(offset.clone(), |address, &(interval, padding)| {
            address + (&offset / interval) * padding
        });
        let program = Program::from_exprs(&[Expr::coord(0), address]);
        Ok(LayoutMap::expr(domain, codomain, program)?)
    }

    /// The component, if no gap lies between two elements. Otherwise why there is no linear map:
    /// two offsets that show it, or else the first gap.
    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let component = self.component_of(shape)?;
        let offsets = self.offsets(shape)?;
        let mut first = 0;
        let mut second = 1;
        // The address of a number is the sum of its bits' addresses, which is their XOR unless
        // they have a bit in common; the first bit that meets the sum of those below shows it.
        while second < offsets {
            let (at_first, at_second) = (self.address_of(first)?, self.address_of(second)?);
            if at_first & at_second != 0 {
                let (encoding, together) = (Self::NAME, self.address_of(first ^ second)?);
                return Err(EncodingError::NotLinear {
                    encoding,
                    first,
                    second,
                    at_first,
                    at_second,
                    together,
                });
            }
            first ^= second;
            second *= 2;
        }
        match self.pads.iter().map(|&(interval, _)| interval).min() {
            Some(address) if address < offsets => Err(EncodingError::Gap { address }),
            _ => Ok(component),
        }
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        let pads = fields.pads();
        let bases = (fields.optional_bases(OFFSET)?, fields.optional_bases(BLOCK)?);
        let component = match bases {
            (Some(offset), Some(block)) => Component::Bases { offset, block },
            (Some(_), None) => return Err(fields.missing(BLOCK)),
            (None, Some(_)) => return Err(fields.missing(OFFSET)),
            (None, None) => Component::Ordered {
                order: fields.integers("order")?,
                shape: fields.integers("shape")?,
            },
        };
        Ok(PaddedShared { pads, component })
    }
}

impl fmt::Display for PaddedShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pads: Vec<String> =
            self.pads.iter().map(|(interval, padding)| format!("{interval}:+{padding}")).collect();
        write!(f, "#ttg.padded_shared<[{}] {{", pads.join(", "))?;
        match &self.component {
            Component::Ordered { order, shape } => {
                write!(f, "order = {}, shape = {}", list(order), list(shape))?;
            }
            Component::Bases { offset, block } => {
                write!(f, "offset = {}, block = {}", lists(offset), lists(block))?;
            }
        }
        f.write_str("}>")
    }
}
