//! What buffers hold before a run: the same for the same seed, and their bytes on a device.
//!
//! Floats are uniform in `-2 <= x < 2`, rounded to their type; integers have random bits; truth
//! values are 0 or 1. Every buffer is filled, those that a kernel only writes among them, so
//! that an element which must stay as it was is compared too.

use crate::interpreter::element::Element;
use crate::interpreter::format::ElementType;

/// The splitmix64 generator: every seed has its own good sequence.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed and a stream in it.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed);
        let offset = random.next_bits();
        Random(offset ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u128;
        ((u128::from(self.next_bits()) * bound) >> 64) as usize
    }
}

/// The bits of each of `length` elements of buffer number `buffer`.
pub fn fill(ty: ElementType, length: usize, seed: u64, buffer: usize) -> Vec<u64> {
    let mut random = Random::new(seed, buffer as u64 + 1);
    let element = |bits: u64| match ty.format() {
        None => ty.mask(bits),
        Some(format) => {
            let unit = (bits >> 11) as f64 / (1u64 << 53) as f64;
            // Rounding may reach 2 itself: it is as good.
            format.encode(4.0 * unit - 2.0)
        }
    };
    (0..length).map(|_| element(random.next_bits())).collect()
}

/// The elements of these bits, as the reference holds them.
pub fn elements(ty: ElementType, bits: &[u64]) -> Vec<Element> {
    let element = |&bits: &u64| match ty.format() {
        None => Element::int(bits),
        Some(_) => Element::Stored(bits),
    };
    bits.iter().map(element).collect()
}

/// The elements as a device has them, in this machine's byte order.
pub fn to_bytes(ty: ElementType, bits: &[u64]) -> Vec<u8> {
    let element = |bits: &u64| match ty.bytes() {
        1 => vec![*bits as u8],
        2 => (*bits as u16).to_ne_bytes().to_vec(),
        4 => (*bits as u32).to_ne_bytes().to_vec(),
        _ => bits.to_ne_bytes().to_vec(),
    };
    bits.iter().flat_map(element).collect()
}

/// The bits of each element that a device left in these bytes.
pub fn from_bytes(ty: ElementType, bytes: &[u8]) -> Vec<u64> {
    let element = |bytes: &[u8]| match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_ne_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_ne_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    };
    bytes.chunks_exact(ty.bytes()).map(element).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::format::Format;

    const ALL: [ElementType; 8] = [
        ElementType::BOOL,
        ElementType::Int(8),
        ElementType::Int(16),
        ElementType::Int(32),
        ElementType::Int(64),
        ElementType::Float(Format::F16),
        ElementType::Float(Format::Bf16),
        ElementType::Float(Format::F32),
    ];

    #[test]
    fn fill_is_deterministic() {
        for ty in ALL {
            assert_eq!(fill(ty, 100, 7, 0), fill(ty, 100, 7, 0));
            assert_ne!(fill(ty, 100, 7, 0), fill(ty, 100, 8, 0));
            assert_ne!(fill(ty, 100, 7, 0), fill(ty, 100, 7, 1));
        }
    }

    #[test]
    fn floats_are_in_range() {
        let values = fill(ElementType::Float(Format::F16), 10_000, 1, 0);
        let values: Vec<f64> = values.iter().map(|&bits| Format::F16.decode(bits)).collect();
        assert!(values.iter().all(|value| value.abs() <= 2.0));
        assert!(values.iter().any(|&value| value < -1.5) && values.iter().any(|&v| v > 1.5));
    }

    #[test]
    fn bytes_round_trip() {
        for ty in ALL {
            let bits = fill(ty, 33, 3, 2);
            let bytes = to_bytes(ty, &bits);
            assert_eq!(bytes.len(), 33 * ty.bytes());
            assert_eq!(from_bytes(ty, &bytes), bits);
        }
    }

    #[test]
    fn below_is_below() {
        let mut random = Random::new(1, 1);
        let seen: std::collections::HashSet<usize> = (0..100).map(|_| random.below(5)).collect();
        assert_eq!(seen.len(), 5);
        assert_eq!(random.below(1), 0);
    }
}
