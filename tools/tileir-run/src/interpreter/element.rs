//! One element of a tile, and how far a correct device may be from it.
//!
//! | element | what is known | compared |
//! |---|---|---|
//! | [`Int`](Element::Int) | every bit, if `sure` | bit for bit |
//! | [`Stored`](Element::Stored) | a float moved and never computed with | bit for bit, NaN and all |
//! | [`Computed`](Element::Computed) | a float within `error` of `value` | by the bound |
//!
//! A `Computed` value is *not* rounded to its type: the reference keeps what `f64` gives, and
//! the rounding of the device is part of the bound. An infinite error, or an integer that
//! isn't sure, is *undecided*: it depends on a comparison or a rounding in which correct devices
//! differ, so that nothing can be said of it.

use super::format::Format;

/// An element; its type is known from where it is.
#[derive(Clone, Copy, Debug)]
pub enum Element {
    /// An integer, truth value or index.
    Int {
        /// Its bits; those above its width are zero.
        bits: u64,
        /// Whether every correct device has these bits.
        sure: bool,
    },
    /// A float as it lay in memory or stood in the program.
    Stored(u64),
    /// A float that was computed.
    Computed {
        /// The reference's value.
        value: f64,
        /// No correct device is farther from it than this.
        error: f64,
    },
}

/// A float as arithmetic sees it: any number from `value - error` to `value + error`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approx {
    /// The reference's value.
    pub value: f64,
    /// The bound.
    pub error: f64,
}

impl Element {
    /// An integer that every device has.
    pub fn int(bits: u64) -> Element {
        Element::Int { bits, sure: true }
    }

    /// A truth value that every device has.
    pub fn truth(value: bool) -> Element {
        Element::int(u64::from(value))
    }

    /// A float of which nothing is known.
    pub fn undecided(value: f64) -> Element {
        Element::Computed { value, error: f64::INFINITY }
    }

    /// Whether the same is known of both, bit for bit.
    pub fn is_identical(self, other: Element) -> bool {
        match (self, other) {
            (Element::Int { bits, sure }, Element::Int { bits: others, sure: other }) => {
                (bits, sure) == (others, other)
            }
            (Element::Stored(bits), Element::Stored(others)) => bits == others,
            (
                Element::Computed { value, error },
                Element::Computed { value: other, error: bound },
            ) => [value, error].map(f64::to_bits) == [other, bound].map(f64::to_bits),
            _ => false,
        }
    }

    /// The element as a float of a format; an integer is no float, and undecided.
    pub fn approx(self, format: Format) -> Approx {
        match self {
            Element::Stored(bits) => Approx { value: format.decode(bits), error: 0.0 },
            Element::Computed { value, error } => Approx { value, error },
            Element::Int { bits, .. } => Approx { value: bits as f64, error: f64::INFINITY },
        }
    }

    /// The element as an integer: its bits, and whether they are sure.
    ///
    /// A float that was moved has the bits of its number. One that was computed has them only if
    /// the number is certain, and neither zero, whose sign is not, nor a NaN.
    pub fn int_bits(self, format: Option<Format>) -> (u64, bool) {
        match (self, format) {
            (Element::Int { bits, sure }, _) => (bits, sure),
            (Element::Stored(bits), _) => (bits, true),
            (Element::Computed { value, error }, Some(format)) => {
                (format.encode(value), error == 0.0 && value != 0.0 && !value.is_nan())
            }
            (Element::Computed { value, .. }, None) => (value as i64 as u64, false),
        }
    }
}

impl Approx {
    /// A number that every device has.
    pub fn exact(value: f64) -> Approx {
        Approx { value, error: 0.0 }
    }

    /// The least number it may be.
    pub fn low(self) -> f64 {
        self.value - self.error
    }

    /// The greatest number it may be.
    pub fn high(self) -> f64 {
        self.value + self.error
    }

    /// The greatest magnitude it may have.
    pub fn magnitude(self) -> f64 {
        self.value.abs() + self.error
    }

    /// Whether every device has exactly this number.
    pub fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// The number as an operand of arithmetic: devices may take a subnormal one for zero.
    pub fn flushed(self, format: Format) -> Approx {
        let Approx { value, error } = self;
        let least = value.abs() - error;
        if value != 0.0 && least < format.min_normal() && error < value.abs() {
            Approx { value, error: value.abs() }
        } else {
            self
        }
    }

    /// As an element.
    pub fn element(self) -> Element {
        Element::Computed { value: self.value, error: self.error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flushed_subnormal() {
        let tiny = Format::F32.min_normal() / 2.0;
        assert_eq!(Approx::exact(tiny).flushed(Format::F32), Approx { value: tiny, error: tiny });
        assert_eq!(Approx::exact(0.0).flushed(Format::F32), Approx::exact(0.0));
        assert_eq!(Approx::exact(-1.5).flushed(Format::F32), Approx::exact(-1.5));
    }

    #[test]
    fn int_bits_of_floats() {
        let computed = |value, error| Element::Computed { value, error };
        assert_eq!(Element::Stored(0x8000).int_bits(Some(Format::F16)), (0x8000, true));
        assert_eq!(computed(1.0, 0.0).int_bits(Some(Format::F16)), (0x3c00, true));
        assert!(!computed(1.0, 0.5).int_bits(Some(Format::F16)).1);
        assert!(!computed(0.0, 0.0).int_bits(Some(Format::F16)).1);
        assert!(!computed(f64::NAN, 0.0).int_bits(Some(Format::F16)).1);
    }
}
