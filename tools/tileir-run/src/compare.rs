//! Whether a device's element is the reference's.
//!
//! | reference | device must have |
//! |---|---|
//! | a sure integer, a float that was only moved | the same bits |
//! | a computed float | a number no farther than the bound; a NaN for a NaN; that infinity |
//! | an undecided element | anything: it is counted, and said |
//!
//! Distances are in ULP of the program's type at the reference's value.

use std::fmt;

use crate::interpreter::element::Element;
use crate::interpreter::format::ElementType;

/// How an element compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// Bit for bit.
    Same,
    /// A computed float within its bound; both in ULP.
    Within {
        /// The distance.
        distance: f64,
        /// The bound.
        bound: f64,
    },
    /// Correct devices may have anything here.
    Undecided,
    /// Another value.
    Different,
}

/// Compares what a device wrote with the reference's element.
pub fn compare(ty: ElementType, reference: Element, device: u64) -> Comparison {
    let bitwise = |bits: u64| if bits == device { Comparison::Same } else { Comparison::Different };
    match (reference, ty.format()) {
        (Element::Int { sure: false, .. }, _) => Comparison::Undecided,
        (Element::Int { bits, .. } | Element::Stored(bits), _) => bitwise(bits),
        (Element::Computed { .. }, None) => Comparison::Undecided,
        (Element::Computed { error, .. }, _) if !error.is_finite() => Comparison::Undecided,
        (Element::Computed { value, error }, Some(format)) => {
            let found = format.decode(device);
            if value.is_nan() || value.is_infinite() {
                let same = found == value || found.is_nan() && value.is_nan();
                return if same { Comparison::Same } else { Comparison::Different };
            }
            let distance = (found - value).abs();
            // Also false for a NaN or an infinity that the reference hasn't.
            if distance <= error {
                let ulp = format.ulp(value);
                Comparison::Within { distance: distance / ulp, bound: error / ulp }
            } else {
                Comparison::Different
            }
        }
    }
}

/// What was found of one buffer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BufferReport {
    /// Elements compared.
    pub elements: usize,
    /// Those that had to be, and were, the same bit for bit.
    pub same: usize,
    /// Those of which the reference can say nothing.
    pub undecided: usize,
    /// Those that differ.
    pub different: usize,
    /// The largest distance of a computed element, in ULP, and the bound of that element.
    pub largest: Option<(f64, f64)>,
    /// The largest share of its bound that a distance takes.
    pub share: f64,
    /// The first that differs.
    pub first: Option<Mismatch>,
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// Its place in the buffer.
    pub address: usize,
    /// What the device has.
    pub found: String,
    /// What the reference has.
    pub expected: String,
}

/// Compares a buffer, element by element. `reference` and `device` have one length.
pub fn compare_buffer(ty: ElementType, reference: &[Element], device: &[u64]) -> BufferReport {
    let mut report = BufferReport::default();
    for (address, (&reference, &device)) in reference.iter().zip(device).enumerate() {
        report.elements += 1;
        match compare(ty, reference, device) {
            Comparison::Same => report.same += 1,
            Comparison::Undecided => report.undecided += 1,
            Comparison::Within { distance, bound } => {
                if distance > 0.0 {
                    report.share = report.share.max(distance / bound);
                }
                if report.largest.is_none_or(|(largest, _)| distance > largest) {
                    report.largest = Some((distance, bound));
                }
            }
            Comparison::Different => {
                report.different += 1;
                report.first.get_or_insert_with(|| Mismatch {
                    address,
                    found: shown(ty, Element::Stored(device)),
                    expected: shown(ty, reference),
                });
            }
        }
    }
    report
}

/// An element in words: the number and, where it must match exactly, its bits.
fn shown(ty: ElementType, element: Element) -> String {
    let digits = ty.width().div_ceil(4) as usize;
    let hex = |bits: u64| format!("0x{bits:0digits$x}");
    match (element, ty.format()) {
        (Element::Computed { value, error }, Some(format)) => {
            format!("{value:?} within {:.2} ULP", error / format.ulp(value))
        }
        (Element::Stored(bits) | Element::Int { bits, .. }, Some(format)) => {
            format!("{:?} ({})", format.decode(bits), hex(bits))
        }
        (element, _) => {
            let (bits, _) = element.int_bits(None);
            format!("{} ({})", ty.signed(bits), hex(bits))
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "address {}: found {}, expected {}", self.address, self.found, self.expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::format::Format;

    const F: Format = Format::F32;
    const F32: ElementType = ElementType::Float(F);

    fn computed(value: f64, error: f64) -> Element {
        Element::Computed { value, error }
    }

    #[test]
    fn moves_compare_bit_for_bit() {
        let quiet = 0x7fc0_0001;
        assert_eq!(compare(F32, Element::Stored(quiet), quiet), Comparison::Same);
        assert_eq!(compare(F32, Element::Stored(quiet), 0x7fc0_0002), Comparison::Different);
        assert_eq!(compare(F32, Element::Stored(0), 0x8000_0000), Comparison::Different);
        assert_eq!(compare(ElementType::Int(8), Element::int(7), 7), Comparison::Same);
        assert_eq!(compare(ElementType::Int(8), Element::int(7), 8), Comparison::Different);
    }

    #[test]
    fn arithmetic_compares_by_its_bound() {
        let ulp = F.ulp(1.0);
        let one_off = F.encode(1.0 + ulp);
        assert_eq!(compare(F32, computed(1.0, 0.5 * ulp), one_off), Comparison::Different);
        assert_eq!(
            compare(F32, computed(1.0, 2.0 * ulp), one_off),
            Comparison::Within { distance: 1.0, bound: 2.0 }
        );
        let zero = Comparison::Within { distance: 0.0, bound: 0.0 };
        assert_eq!(compare(F32, computed(0.0, 0.0), F.encode(-0.0)), zero);
        assert_eq!(compare(F32, computed(1.0, 0.0), one_off), Comparison::Different);
    }

    #[test]
    fn special_values() {
        let nan = F.encode(f64::NAN);
        let infinity = F.encode(f64::INFINITY);
        assert_eq!(compare(F32, computed(f64::NAN, 0.0), nan | 5), Comparison::Same);
        assert_eq!(compare(F32, computed(f64::NAN, 0.0), infinity), Comparison::Different);
        assert_eq!(compare(F32, computed(f64::INFINITY, 0.0), infinity), Comparison::Same);
        assert_eq!(compare(F32, computed(1.0, 1.0), nan), Comparison::Different);
        assert_eq!(compare(F32, computed(1.0, 1e30), infinity), Comparison::Different);
        let minus = F.encode(f64::NEG_INFINITY);
        assert_eq!(compare(F32, computed(f64::INFINITY, 0.0), minus), Comparison::Different);
        assert_eq!(compare(F32, Element::undecided(1.0), nan), Comparison::Undecided);
        let unsure = Element::Int { bits: 1, sure: false };
        assert_eq!(compare(ElementType::BOOL, unsure, 0), Comparison::Undecided);
    }

    #[test]
    fn a_buffer_is_summed_up() {
        let ulp = F.ulp(1.0);
        let reference = [
            Element::Stored(F.encode(1.0)),
            computed(1.0, 4.0 * ulp),
            computed(1.0, 4.0 * ulp),
            Element::undecided(1.0),
            Element::Stored(F.encode(2.0)),
            Element::Stored(F.encode(3.0)),
        ];
        let device = [1.0, 1.0 + ulp, 1.0 + 3.0 * ulp, 9.0, 2.5, 4.0].map(|v| F.encode(v));
        let report = compare_buffer(F32, &reference, &device);
        assert_eq!((report.elements, report.same, report.undecided), (6, 1, 1));
        assert_eq!((report.different, report.largest), (2, Some((3.0, 4.0))));
        assert_eq!(report.share, 0.75);
        let first = report.first.expect("a mismatch");
        assert_eq!(
            first.to_string(),
            "address 4: found 2.5 (0x40200000), expected 2.0 (0x40000000)"
        );
    }
}
