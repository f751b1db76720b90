//! The cosize of a swizzled layout: from the least to the greatest of 0 and its values.
//!
//! A swizzle moves values up as well as down, so the layout's own cosize, which is CuTe's answer, may
//! be too small:
//!
//! ```text
//! Sw<1,0,2> o 4:2      values 0 2 4 6 become 0 2 5 7: cosize 8, where 4:2 has 7
//! Sw<1,0,3> o 8:-2     values 0 -1 -3 … -14: cosize 15, as 8:-2 has
//! Sw<2,2,3> o 100 o …  values up to 107: cosize 108, though none is below 100
//! ```
//!
//! Every layout has the value 0, unless it is empty; with an offset 0 is where the memory begins. So
//! this is the cosize of a layout where swizzle and offset do nothing.
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
use super::reach::{Reach, of_values};

impl Composed {
    /// One more than the distance between the least and the greatest of 0 and the values: room for
    /// all, counted from 0. 0 where there is no coordinate; the layout's cosize where swizzle and
    /// offset do nothing.
    ///
    /// # Errors
    /// As [`span`](Composed::span).
    pub fn cosize(&self) -> Result<i64, CuteError> {
        if let Some(layout) = self.plain() {
            return layout.cosize();
        }
        let Some((least, greatest)) = self.span()? else { return Ok(0) };
        let distance = greatest.checked_sub(least);
        distance.and_then(|distance| distance.checked_add(1)).ok_or_else(|| CuteError::Overflow {
            operation: "cosize",
            operand: self.to_string(),
            mode: "all".to_owned(),
            what: format!("{greatest} - {least} + 1"),
        })
    }

    /// The least and the greatest of 0 and the values; `None` where there is no coordinate.
    ///
    /// # Errors
    /// Values that leave 64 bits; [`CuteError::Points`] where modes are no powers of two and there
    /// are too many points.
    pub fn span(&self) -> Result<Option<(i64, i64)>, CuteError> {
        let size = self.size();
        if size == 0 {
            return Ok(None);
        }
        if let Some(layout) = self.plain() {
            let Reach { least, greatest, .. } = of_values(layout, 0, size)?;
            return Ok(Some((least, greatest)));
        }
        if let Some(bits) = self.single_bits() {
            let images = bits.into_iter().map(|bit| self.swizzle.apply(bit)).collect();
            return Ok(Some((0, greatest_selection(self.swizzle.apply(self.offset), images))));
        }
        if size > LIMIT {
            let (operand, limit) = (self.to_string(), LIMIT);
            return Err(CuteError::Points { operation: "cosize", operand, size, limit });
        }
        let (mut least, mut greatest) = (0, 0);
        for coordinate in 0..size {
            let value = self.eval(coordinate)?;
            (least, greatest) = (value.min(least), value.max(greatest));
        }
        Ok(Some((least, greatest)))
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
