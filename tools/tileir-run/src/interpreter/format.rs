//! The element types, and what their bits mean.
//!
//! The reference computes in `f64` whatever the program's float type is. A [`Format`] says which
//! `f64`s the type holds, how far apart they are, and how they lie in memory.
//!
//! | format | significand bits | exponents of normal numbers |
//! |---|---|---|
//! | `f16` | 11 | -14 to 15 |
//! | `bf16` | 8 | -126 to 127 |
//! | `f32` | 24 | -126 to 127 |
//! | `f64` | 53 | -1022 to 1023 |
//!
//! **The law.** `encode(decode(bits)) == bits` for every number; [`Format::encode`] rounds to the
//! nearest number, and to the even one of two.

use std::fmt;

/// An IEEE 754 binary format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Half precision.
    F16,
    /// The upper half of single precision.
    Bf16,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Format {
    /// The bits of an element.
    pub fn width(self) -> u32 {
        match self {
            Format::F16 | Format::Bf16 => 16,
            Format::F32 => 32,
            Format::F64 => 64,
        }
    }

    /// The bits of the significand, the hidden one among them.
    pub fn precision(self) -> i32 {
        match self {
            Format::F16 => 11,
            Format::Bf16 => 8,
            Format::F32 => 24,
            Format::F64 => 53,
        }
    }

    /// The greatest exponent of a finite number.
    pub fn max_exponent(self) -> i32 {
        match self {
            Format::F16 => 15,
            Format::Bf16 | Format::F32 => 127,
            Format::F64 => 1023,
        }
    }

    /// The least exponent of a normal number.
    pub fn min_exponent(self) -> i32 {
        1 - self.max_exponent()
    }

    /// The least positive normal number.
    pub fn min_normal(self) -> f64 {
        power_of_two(self.min_exponent())
    }

    /// The greatest finite number.
    pub fn max_finite(self) -> f64 {
        (2.0 - power_of_two(1 - self.precision())) * power_of_two(self.max_exponent())
    }

    /// From here on, rounding to the nearest gives infinity. (For `f64` that is infinity itself:
    /// the reference has no numbers in between.)
    pub fn overflow_threshold(self) -> f64 {
        self.max_finite() + self.ulp(self.max_finite()) / 2.0
    }

    /// The distance of the numbers at `value`: one unit in the last place.
    pub fn ulp(self, value: f64) -> f64 {
        let exponent = exponent_of(value).clamp(self.min_exponent(), self.max_exponent());
        power_of_two(exponent - self.precision() + 1)
    }

    /// Whether `value` is a number of this format, or no number at all.
    pub fn holds(self, value: f64) -> bool {
        !value.is_finite() || self.round(value) == value
    }

    /// The nearest number of this format, the even one of two.
    pub fn round(self, value: f64) -> f64 {
        if self == Format::F64 || !value.is_finite() {
            return value;
        }
        let ulp = self.ulp(value);
        let rounded = (value / ulp).round_ties_even() * ulp;
        if rounded.abs() > self.max_finite() { f64::INFINITY.copysign(value) } else { rounded }
    }

    /// The bits of the nearest number; of a quiet NaN for a NaN.
    pub fn encode(self, value: f64) -> u64 {
        match self {
            Format::F64 => return value.to_bits(),
            Format::F32 => return u64::from((value as f32).to_bits()),
            Format::F16 | Format::Bf16 => {}
        }
        let fraction_bits = self.precision() - 1;
        let infinity = ((1u64 << (self.width() as i32 - 1 - fraction_bits)) - 1) << fraction_bits;
        let sign = u64::from(value.is_sign_negative()) << (self.width() - 1);
        if value.is_nan() {
            return sign | infinity | (1 << (fraction_bits - 1));
        }
        let magnitude = self.round(value).abs();
        if magnitude.is_infinite() {
            return sign | infinity;
        }
        // The numbers of one sign are evenly numbered by their bits: steps of the least ulp
        // first, then a binade after another.
        let exponent = exponent_of(magnitude).max(self.min_exponent());
        let steps = (magnitude / power_of_two(exponent - fraction_bits)) as u64;
        let binade = (exponent - self.min_exponent()) as u64;
        sign | ((binade << fraction_bits) + steps)
    }

    /// The number with these bits.
    pub fn decode(self, bits: u64) -> f64 {
        match self {
            Format::F64 => return f64::from_bits(bits),
            Format::F32 => return f64::from(f32::from_bits(bits as u32)),
            // The bits of a bf16 are the upper half of an f32's.
            Format::Bf16 => return f64::from(f32::from_bits((bits as u32) << 16)),
            Format::F16 => {}
        }
        let sign = if bits >> 15 & 1 == 1 { -1.0 } else { 1.0 };
        let (exponent, fraction) = ((bits >> 10 & 0x1f) as i32, (bits & 0x3ff) as f64);
        let magnitude = match exponent {
            0 => fraction * power_of_two(-24),
            0x1f if fraction == 0.0 => f64::INFINITY,
            0x1f => f64::NAN,
            _ => (1024.0 + fraction) * power_of_two(exponent - 25),
        };
        sign * magnitude
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::F16 => "f16",
            Format::Bf16 => "bf16",
            Format::F32 => "f32",
            Format::F64 => "f64",
        })
    }
}

/// The exponent of a finite number other than zero; far below all for zero.
fn exponent_of(value: f64) -> i32 {
    let bits = value.abs().to_bits();
    match bits >> 52 {
        0 if bits == 0 => i32::MIN / 2,
        0 => 63 - bits.leading_zeros() as i32 - 1074,
        biased => biased as i32 - 1023,
    }
}

/// Two to the power `exponent`, exact from -1074 to 1023.
fn power_of_two(exponent: i32) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent.min(1023) + 1023) as u64) << 52)
    } else {
        f64::from_bits(1u64 << (exponent + 1074).max(0))
    }
}

/// What an element of a buffer or a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// A signless integer of 1 to 64 bits.
    Int(u32),
    /// An index: 64 bits here.
    Index,
    /// A floating-point number.
    Float(Format),
}

impl ElementType {
    /// A truth value.
    pub const BOOL: ElementType = ElementType::Int(1);

    /// The bits of an element.
    pub fn width(self) -> u32 {
        match self {
            ElementType::Int(width) => width,
            ElementType::Index => 64,
            ElementType::Float(format) => format.width(),
        }
    }

    /// The bytes of an element in a buffer.
    pub fn bytes(self) -> usize {
        self.width().div_ceil(8).next_power_of_two() as usize
    }

    /// The format of a float.
    pub fn format(self) -> Option<Format> {
        match self {
            ElementType::Float(format) => Some(format),
            _ => None,
        }
    }

    /// `bits`, less those that an element hasn't.
    pub fn mask(self, bits: u64) -> u64 {
        match self.width() {
            64 => bits,
            width => bits & ((1 << width) - 1),
        }
    }

    /// `bits` as a signed number.
    pub fn signed(self, bits: u64) -> i64 {
        let unused = 64 - self.width();
        (bits << unused) as i64 >> unused
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElementType::Int(width) => write!(f, "i{width}"),
            ElementType::Index => f.write_str("index"),
            ElementType::Float(format) => format.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip_every_half() {
        for format in [Format::F16, Format::Bf16] {
            for bits in 0..=u64::from(u16::MAX) {
                let value = format.decode(bits);
                if value.is_nan() {
                    assert!(format.decode(format.encode(value)).is_nan());
                } else {
                    assert_eq!(format.encode(value), bits, "{format} {value:e}");
                    assert!(format.holds(value));
                }
            }
        }
    }

    #[test]
    fn round_like_the_machine() {
        let mut state = 1u64;
        for _ in 0..10_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(state);
            let single = f64::from(value as f32);
            let ours = Format::F32.round(value);
            assert!(ours == single || ours.is_nan() && single.is_nan(), "{value:e}");
        }
        assert_eq!(Format::F32.round(f64::from(f32::MAX) * 1.1), f64::INFINITY);
    }

    #[test]
    fn round_ties_to_even() {
        assert_eq!(Format::F16.round(2049.0), 2048.0);
        assert_eq!(Format::F16.round(2051.0), 2052.0);
        assert_eq!(Format::F16.round(65519.0), 65504.0);
        assert_eq!(Format::F16.round(65520.0), f64::INFINITY);
        assert_eq!(Format::F16.encode(-0.0), 0x8000);
        assert_eq!(Format::Bf16.encode(1.0), 0x3f80);
    }

    #[test]
    fn units_in_the_last_place() {
        assert_eq!(Format::F32.ulp(1.0), f64::from(f32::EPSILON));
        assert_eq!(Format::F32.ulp(0.0), f64::from(f32::from_bits(1)));
        assert_eq!(Format::F64.ulp(1.0), f64::EPSILON);
        assert_eq!(Format::F64.ulp(0.0), f64::from_bits(1));
        assert_eq!(Format::F32.overflow_threshold(), 3.4028235677973366e38);
        assert_eq!(Format::F16.max_finite(), 65504.0);
    }

    #[test]
    fn integers() {
        assert_eq!(ElementType::Int(8).signed(0xff), -1);
        assert_eq!(ElementType::Int(64).signed(u64::MAX), -1);
        assert_eq!(ElementType::Int(8).mask(0x1ff), 0xff);
        assert_eq!(ElementType::BOOL.bytes(), 1);
        assert_eq!(ElementType::Int(64).bytes(), 8);
    }
}
