//! Conversions between element types.
//!
//! Widening is exact. What rounds has its line in the table of
//! [`error_bound`](super::error_bound). A float that leaves the integer's range, where upstream
//! says *poison*, gives an integer that isn't sure.

use super::element::{Approx, Element};
use super::error_bound::{NEAREST, TRUNCATE, rounded, settled};
use super::format::{ElementType, Format};

/// A conversion of `arith`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Conversion {
    ExtF,
    TruncF,
    ExtS,
    ExtU,
    TruncI,
    SignedToFloat,
    UnsignedToFloat,
    FloatToSigned,
    FloatToUnsigned,
    Bitcast,
}

impl Conversion {
    /// The conversion that the operation `name` is.
    pub fn named(name: &str) -> Option<Conversion> {
        Some(match name {
            "arith.extf" => Conversion::ExtF,
            "arith.truncf" => Conversion::TruncF,
            "arith.extsi" | "arith.index_cast" => Conversion::ExtS,
            "arith.extui" | "arith.index_castui" => Conversion::ExtU,
            "arith.trunci" => Conversion::TruncI,
            "arith.sitofp" => Conversion::SignedToFloat,
            "arith.uitofp" => Conversion::UnsignedToFloat,
            "arith.fptosi" => Conversion::FloatToSigned,
            "arith.fptoui" => Conversion::FloatToUnsigned,
            "arith.bitcast" => Conversion::Bitcast,
            _ => return None,
        })
    }

    /// Converts an element; `None` where it isn't of a type that the conversion takes.
    pub fn apply(self, from: ElementType, to: ElementType, element: Element) -> Option<Element> {
        let (bits, sure) = element.int_bits(from.format());
        match self {
            Conversion::ExtF => {
                let (from, to) = (from.format()?, to.format()?);
                let a = element.approx(from).flushed(from);
                Some(finite_or(a, |a| settled(to, a.value, a.error)).element())
            }
            Conversion::TruncF => {
                let (from, to) = (from.format()?, to.format()?);
                Some(narrowed(to, element.approx(from).flushed(from), TRUNCATE).element())
            }
            Conversion::ExtS => {
                Some(Element::Int { bits: to.mask(from.signed(bits) as u64), sure })
            }
            Conversion::ExtU | Conversion::TruncI => {
                Some(Element::Int { bits: to.mask(bits), sure })
            }
            Conversion::SignedToFloat => float_of(to.format()?, from.signed(bits).into(), sure),
            Conversion::UnsignedToFloat => float_of(to.format()?, bits.into(), sure),
            Conversion::FloatToSigned => {
                let least = to.signed(1 << (to.width() - 1));
                let range = (i128::from(least), -i128::from(least) - 1);
                Some(int_of(element.approx(from.format()?), range, to))
            }
            Conversion::FloatToUnsigned => {
                let range = (0, i128::from(to.mask(u64::MAX)));
                Some(int_of(element.approx(from.format()?), range, to))
            }
            Conversion::Bitcast => Some(match to {
                ElementType::Float(_) if !sure => Element::undecided(f64::NAN),
                ElementType::Float(_) => Element::Stored(bits),
                _ => Element::Int { bits: to.mask(bits), sure },
            }),
        }
    }
}

/// The number rounded to a narrower format.
fn narrowed(to: Format, a: Approx, ulps: f64) -> Approx {
    finite_or(a, |a| {
        if a.is_exact() && to.holds(a.value) && a.value.abs() <= to.max_finite() {
            settled(to, a.value, 0.0)
        } else {
            rounded(to, a.value, a.error, ulps)
        }
    })
}

/// `finite` of a finite number; others are as they were.
fn finite_or(a: Approx, finite: impl FnOnce(Approx) -> Approx) -> Approx {
    if a.value.is_finite() && a.error.is_finite() { finite(a) } else { a }
}

fn float_of(to: Format, value: i128, sure: bool) -> Option<Element> {
    let nearest = value as f64;
    if !sure {
        return Some(Element::undecided(nearest));
    }
    // The reference's own rounding, where the integer has more bits than an f64.
    let lost = (value - nearest as i128).unsigned_abs() as f64;
    Some(narrowed(to, Approx { value: nearest, error: lost }, NEAREST).element())
}

/// The integer towards zero, if all that the number may be have the same one, in range.
fn int_of(a: Approx, (least, most): (i128, i128), to: ElementType) -> Element {
    // A conversion to i128 saturates, and takes a NaN to zero.
    let integer = |value: f64| value.trunc() as i128;
    let found = integer(a.value);
    let certain = a.value.is_finite() && integer(a.low()) == found && integer(a.high()) == found;
    let sure = certain && (least..=most).contains(&found);
    Element::Int { bits: to.mask(found as u64), sure }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: ElementType = ElementType::Int(8);
    const I32: ElementType = ElementType::Int(32);
    const F16: ElementType = ElementType::Float(Format::F16);
    const F32: ElementType = ElementType::Float(Format::F32);

    fn convert(name: &str, from: ElementType, to: ElementType, element: Element) -> Element {
        Conversion::named(name).and_then(|c| c.apply(from, to, element)).expect("a conversion")
    }

    fn int(name: &str, from: ElementType, to: ElementType, element: Element) -> Option<i64> {
        let (bits, sure) = convert(name, from, to, element).int_bits(None);
        sure.then_some(to.signed(bits))
    }

    fn computed(value: f64, error: f64) -> Element {
        Element::Computed { value, error }
    }

    #[test]
    fn integers() {
        assert_eq!(int("arith.extsi", I8, I32, Element::int(0xff)), Some(-1));
        assert_eq!(int("arith.extui", I8, I32, Element::int(0xff)), Some(255));
        assert_eq!(int("arith.trunci", I32, I8, Element::int(0x1ff)), Some(-1));
        assert_eq!(int("arith.index_cast", ElementType::Index, I8, Element::int(0x102)), Some(2));
        assert_eq!(int("arith.index_cast", I8, ElementType::Index, Element::int(0xfe)), Some(-2));
    }

    #[test]
    fn floats_to_integers() {
        assert_eq!(int("arith.fptosi", F32, I8, computed(-2.7, 0.1)), Some(-2));
        assert_eq!(int("arith.fptosi", F32, I8, computed(-2.7, 0.8)), None);
        assert_eq!(int("arith.fptosi", F32, I8, computed(-128.5, 0.0)), Some(-128));
        assert_eq!(int("arith.fptosi", F32, I8, computed(128.0, 0.0)), None);
        assert_eq!(int("arith.fptoui", F32, I8, computed(255.0, 0.0)), Some(-1));
        assert_eq!(int("arith.fptoui", F32, I8, computed(-1.0, 0.0)), None);
        assert_eq!(int("arith.fptosi", F32, I8, computed(f64::NAN, 0.0)), None);
    }

    #[test]
    fn integers_to_floats() {
        let exact = convert("arith.sitofp", I8, F16, Element::int(0xff)).approx(Format::F16);
        assert_eq!(exact, Approx::exact(-1.0));
        let rounded = convert("arith.uitofp", I32, F32, Element::int(0xffff_ffff));
        let rounded = rounded.approx(Format::F32);
        assert!((f64::from(u32::MAX as f32) - rounded.value).abs() <= rounded.error);
        let overflow = convert("arith.uitofp", I32, F16, Element::int(0xffff_ffff));
        assert_eq!(overflow.approx(Format::F16), Approx::exact(f64::INFINITY));
    }

    #[test]
    fn floats() {
        let third = Element::Stored(Format::F32.encode(1.0 / 3.0));
        let half = convert("arith.truncf", F32, F16, third).approx(Format::F16);
        let ulp = Format::F16.ulp(1.0 / 3.0);
        assert!(half.error >= ulp && half.error < 1.001 * ulp);
        let two = convert("arith.truncf", F32, F16, Element::Stored(Format::F32.encode(2.0)));
        assert_eq!(two.approx(Format::F16), Approx::exact(2.0));
        let wide = convert("arith.extf", F16, F32, computed(2.0, 0.5)).approx(Format::F32);
        assert_eq!(wide, Approx { value: 2.0, error: 0.5 });
        let infinite = convert("arith.extf", F16, F32, Element::Stored(0x7c00));
        assert_eq!(infinite.approx(Format::F32), Approx::exact(f64::INFINITY));
    }

    #[test]
    fn bitcasts() {
        let nan = 0x7fc1_2345;
        assert_eq!(int("arith.bitcast", F32, I32, Element::Stored(nan)), Some(nan as i64));
        let back = convert("arith.bitcast", I32, F32, Element::int(nan));
        assert!(matches!(back, Element::Stored(bits) if bits == nan));
        assert_eq!(int("arith.bitcast", F32, I32, computed(1.0, 0.1)), None);
    }
}
