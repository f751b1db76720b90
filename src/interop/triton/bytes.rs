//! Bytes of an allocation in shared memory.
//!
//! Several buffers of one encoding follow each other. Only padding makes that more than a
//! multiple: it counts on through all of them, and so there is some between two.
//!
//! ```text
//! [64:+8], 64 × 64 of f16     1 buffer     4096 +  63 · 8 places      9200 bytes
//!                             3 buffers   12288 + 191 · 8 places     27632 bytes, not 3 · 9200
//! ```

use super::encoding::Encoding;
use super::error::{EncodingError, product};

impl Encoding {
    /// Bytes that one block allocates for so many buffers of a tensor of this shape, with elements
    /// of so many bits: all gaps, replicas and partitions included.
    ///
    /// ```
    /// use tileir::interop::triton::Encoding;
    /// let text = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>";
    /// assert_eq!(text.parse::<Encoding>()?.bytes_per_block(&[64, 64], 3, 16)?, 27632);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`elements_per_block`](Encoding::elements_per_block); a number beyond 64 bits.
    pub fn bytes_per_block(
        &self,
        shape: &[i64],
        buffers: i64,
        element_bits: i64,
    ) -> Result<i64, EncodingError> {
        let elements = match self {
            Encoding::PaddedShared(own) => own.places_of(shape, buffers)?,
            Encoding::PartitionedShared(own) => return own.bytes(shape, buffers, element_bits),
            _ => {
                let each = self.elements_per_block(shape)?;
                product(self.name(), "the number of elements", [each, buffers])?
            }
        };
        whole_bytes(self.name(), elements, element_bits)
    }
}

/// The bytes of so many elements, the last one whole.
pub(super) fn whole_bytes(
    encoding: &'static str,
    elements: i64,
    element_bits: i64,
) -> Result<i64, EncodingError> {
    let bits = elements.checked_mul(element_bits).and_then(|bits| bits.checked_add(7));
    let what = "the number of bytes";
    bits.map(|bits| bits / 8).ok_or(EncodingError::TooLarge { encoding, what })
}
