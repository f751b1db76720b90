//! The cosize of a swizzled layout: one more than its greatest value.
//!
//! A swizzle moves values up as well as down, so the layout's own cosize may be too small:
//!
//! ```text
//! Sw<1,0,2> o 4:2      values 0 2 4 6 become 0 2 5 7: cosize 8, where 4:2 has 7
//! ```
//!
//! **How.** Where every mode is a power of two at a power of two, and no two, nor the offset, share
//! a bit, the values are the offset XOR every selection of single bits. A swizzle is linear over
//! bits, so the swizzled values are again one number XOR every selection of the swizzled bits. With
//! these in echelon form (each with a highest bit that no other has) the greatest selection is
//! found from the highest bit down. Elsewhere the points are looked at, up to a limit.

use super::composed::Composed;
use super::error::CuteError;
use super::inverse_law::LIMIT;
use super::layout::Leaf;

impl Composed {
    /// One more than the greatest value, or 0 where there is no coordinate; the layout's cosize
    /// where swizzle and offset do nothing.
    ///
    /// # Errors
    /// Values that leave 64 bits; [`CuteError::Points`] where modes are no powers of two and there
    /// are too many points.
    pub fn cosize(&self) -> Result<i64, CuteError> {
        if let Some(layout) = self.plain() {
            return layout.cosize();
        }
        let size = self.size();
        if size == 0 {
            return Ok(0);
        }
        let greatest = match self.single_bits() {
            Some(bits) => {
                let images = bits.into_iter().map(|bit| self.swizzle.apply(bit)).collect();
                greatest_selection(self.swizzle.apply(self.offset), images)
            }
            None if size > LIMIT => {
                let (operand, limit) = (self.to_string(), LIMIT);
                return Err(CuteError::Points { operation: "cosize", operand, size, limit });
            }
            None => {
                let mut greatest = i64::MIN;
                for coordinate in 0..size {
                    greatest = greatest.max(self.eval(coordinate)?);
                }
                greatest
            }
        };
        greatest.checked_add(1).ok_or_else(|| CuteError::Overflow {
            operation: "cosize",
            operand: self.to_string(),
            mode: "all".to_owned(),
            what: format!("{greatest} + 1"),
        })
    }

    /// The bits of which the layout's values are every selection, if they are that and the offset
    /// has none of them.
    fn single_bits(&self) -> Option<Vec<i64>> {
        if self.offset < 0 {
            return None;
        }
        let mut taken = self.offset;
        let mut bits = Vec::new();
        for &Leaf { extent, stride } in self.layout.leaves() {
            if extent == 1 || stride == 0 {
                continue;
            }
            if stride < 0 || stride.count_ones() != 1 || extent.count_ones() != 1 {
                return None;
            }
            let mask = (extent - 1).checked_mul(stride)?;
            if taken & mask != 0 {
                return None;
            }
            taken |= mask;
            bits.extend((0..extent.trailing_zeros()).filter_map(|bit| stride.checked_shl(bit)));
        }
        Some(bits)
    }
}

/// The greatest of `start` XOR each selection of `vectors`, none of them below 0.
fn greatest_selection(start: i64, mut vectors: Vec<i64>) -> i64 {
    let mut greatest = start;
    while let Some(pivot) = vectors.iter().copied().max().filter(|pivot| *pivot > 0) {
        let top = 1i64 << pivot.ilog2();
        vectors.retain(|vector| *vector != 0);
        let mut used = false;
        for vector in &mut vectors {
            if !used && *vector == pivot {
                *vector = 0;
                used = true;
            } else if *vector & top != 0 {
                *vector ^= pivot;
            }
        }
        if greatest & top == 0 {
            greatest ^= pivot;
        }
    }
    greatest
}
