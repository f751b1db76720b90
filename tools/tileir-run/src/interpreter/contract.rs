//! Products of matrices, added to a tile: `d(i, j) = c(i, j) + sum over k of a(i, k) * b(k, j)`.
//!
//! | elements | products | sums |
//! |---|---|---|
//! | integers | sign extended, modulo two to the width of c | likewise |
//! | floats | those of `f32`: exact for `f16` and `bf16`, rounded to the nearest for `f32` | of c's format or a wider one, in any order, each rounded in any direction |
//!
//! An atom of `tf32` may drop the bits of a fraction after the tenth, of a and b.

use melior::ir::operation::OperationLike;
use tileir::atom;
use tileir_dialect::attributes::string_of;

use super::element::{Approx, Element};
use super::error_bound::{ACCUMULATE, summed};
use super::fault::Fault;
use super::float::FloatOp;
use super::format::{ElementType, Format};
use super::int::IntOp;
use super::syntax::{Op, malformed};
use super::value::{Tile, points};

/// How many bits of the fractions of a and b count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fraction {
    /// All.
    Whole,
    /// Those of `tf32`.
    Tf32,
}

/// What the atom of a `tileir.contract`, if it names one, sees of its operands.
///
/// # Errors
/// There is no such atom; the verifier lets none through.
pub(super) fn fraction_of(op: Op<'_, '_>) -> Result<Fraction, Fault> {
    let by = op.attribute("atom").ok().and_then(string_of);
    let Some(by) = by else { return Ok(Fraction::Whole) };
    let atom = atom::atom(&by).map_err(|error| malformed(op, error.to_string()))?;
    let is_tf32 = atom.operand("a").is_some_and(|a| a.element == atom::Element::Tf32);
    Ok(if is_tf32 { Fraction::Tf32 } else { Fraction::Whole })
}

/// The product of a and b, added to c.
///
/// # Errors
/// Tiles that do not go together.
pub(super) fn contract([a, b, c]: [&Tile; 3], fraction: Fraction) -> Result<Tile, Fault> {
    let fault = |why: String| Fault::Malformed { op: "tileir.contract".to_owned(), why };
    let (&[m, depth], &[inner, n]) = (a.shape.as_slice(), b.shape.as_slice()) else {
        return Err(fault("an operand is no matrix".to_owned()));
    };
    if inner != depth || c.shape != [m, n] || a.element != b.element {
        return Err(fault(format!("{:?} by {:?} into {:?}", a.shape, b.shape, c.shape)));
    }
    let at = |tile: &Tile, point: [i64; 2]| {
        let found = tile.position(&point).and_then(|place| tile.elements.get(place));
        found.copied().ok_or_else(|| fault(format!("{point:?} is in no operand")))
    };
    let mut elements = Vec::with_capacity(c.elements.len());
    for point in points(&c.shape) {
        let (i, j) = (point[0], point[1]);
        let pairs = (0..depth).map(|k| Ok((at(a, [i, k])?, at(b, [k, j])?)));
        let pairs = pairs.collect::<Result<Vec<_>, Fault>>()?;
        let start = at(c, [i, j])?;
        elements.push(match (a.element.format(), c.element.format()) {
            (Some(from), Some(to)) => floats(from, to, fraction, start, &pairs),
            (None, None) => integers(a.element, c.element, start, &pairs)?,
            _ => return Err(fault(format!("{} into {}", a.element, c.element))),
        });
    }
    Ok(Tile { element: c.element, shape: c.shape.clone(), elements })
}

fn floats(
    from: Format,
    to: Format,
    fraction: Fraction,
    start: Element,
    pairs: &[(Element, Element)],
) -> Element {
    if pairs.is_empty() {
        return start;
    }
    let read = |element: Element| {
        let value = element.approx(from).flushed(from);
        if fraction == Fraction::Tf32 { narrowed(value) } else { value }
    };
    let product = |&(a, b): &(Element, Element)| FloatOp::Mul.apply(Format::F32, read(a), read(b));
    let mut terms = vec![start.approx(to)];
    terms.extend(pairs.iter().map(product));
    summed(to, &terms, ACCUMULATE).element()
}

/// A number that may be rounded, in any direction, to 10 bits of fraction.
fn narrowed(value: Approx) -> Approx {
    let lost = if value.is_exact() && has_ten_bits(value.value) {
        0.0
    } else {
        // A unit in the last of 10 places, relative to the number.
        value.magnitude() * 2f64.powi(-10)
    };
    Approx { error: value.error + lost, ..value }
}

fn has_ten_bits(value: f64) -> bool {
    const LOST: u64 = (1 << 42) - 1;
    value.to_bits() & LOST == 0
}

fn integers(
    from: ElementType,
    to: ElementType,
    start: Element,
    pairs: &[(Element, Element)],
) -> Result<Element, Fault> {
    let wide = |element: Element| {
        let (bits, sure) = element.int_bits(None);
        Element::Int { bits: to.mask(from.signed(bits) as u64), sure }
    };
    pairs.iter().try_fold(start, |sum, &(a, b)| {
        IntOp::Add.apply(to, sum, IntOp::Mul.apply(to, wide(a), wide(b))?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(element: ElementType, shape: [i64; 2], values: &[f64]) -> Tile {
        let encode = |&value: &f64| match element.format() {
            Some(format) => Element::Stored(format.encode(value)),
            None => Element::int(element.mask(value as i64 as u64)),
        };
        Tile { element, shape: shape.to_vec(), elements: values.iter().map(encode).collect() }
    }

    fn float(format: Format) -> ElementType {
        ElementType::Float(format)
    }

    #[test]
    fn small_integers_are_exact_in_every_float() {
        for (from, to) in [
            (Format::F16, Format::F16),
            (Format::F16, Format::F32),
            (Format::Bf16, Format::F32),
            (Format::F32, Format::F32),
        ] {
            let a = tile(float(from), [2, 3], &[1.0, 2.0, 3.0, -4.0, 5.0, 6.0]);
            let b = tile(float(from), [3, 2], &[1.0, 0.0, -2.0, 1.0, 3.0, 7.0]);
            let c = tile(float(to), [2, 2], &[10.0, 20.0, 30.0, 40.0]);
            let d = contract([&a, &b, &c], Fraction::Whole).expect("a product");
            let found = d.elements.iter().map(|element| element.approx(to));
            let expected = [16.0, 43.0, 34.0, 87.0].map(Approx::exact);
            assert!(found.eq(expected), "{from} into {to}: {:?}", d.elements);
        }
    }

    #[test]
    fn the_bound_holds_for_sums_in_any_order_and_direction() {
        let numbers: Vec<f64> =
            (1..=64).map(|i| Format::F16.round(1.0 + f64::from(i) / 7.0)).collect();
        let a = tile(float(Format::F16), [1, 64], &numbers);
        let b = tile(float(Format::F16), [64, 1], &numbers);
        let c = tile(float(Format::F16), [1, 1], &[0.5]);
        let d = contract([&a, &b, &c], Fraction::Whole).expect("a product");
        let bound = d.elements[0].approx(Format::F16);
        for order in [numbers.clone(), numbers.iter().rev().copied().collect()] {
            let down = |sum: f64| {
                let near = Format::F16.round(sum);
                if near > sum { near - Format::F16.ulp(sum) } else { near }
            };
            let device = order.iter().fold(0.5, |sum, x| down(sum + x * x));
            assert!((device - bound.value).abs() <= bound.error, "{device} {bound:?}");
        }
        assert!(bound.error < 128.0 * Format::F16.ulp(bound.value), "{bound:?}");
    }

    #[test]
    fn tf32_drops_what_ten_bits_do_not_hold() {
        let one = tile(float(Format::F32), [1, 1], &[1.0]);
        let zero = tile(float(Format::F32), [1, 1], &[0.0]);
        let error = |value: f64, fraction| {
            let a = tile(float(Format::F32), [1, 1], &[value]);
            let d = contract([&a, &one, &zero], fraction).expect("a product");
            d.elements[0].approx(Format::F32).error
        };
        let fine = 1.0 + 2f64.powi(-11);
        assert_eq!(error(1.0 + 2f64.powi(-10), Fraction::Tf32), 0.0);
        assert!(error(fine, Fraction::Tf32) >= 2f64.powi(-11));
        assert_eq!(error(fine, Fraction::Whole), 0.0);
    }

    #[test]
    fn integers_wrap() {
        let byte = ElementType::Int(8);
        let a = tile(byte, [1, 2], &[-128.0, 127.0]);
        let b = tile(byte, [2, 1], &[-128.0, -1.0]);
        let c = tile(ElementType::Int(32), [1, 1], &[f64::from(i32::MAX)]);
        let d = contract([&a, &b, &c], Fraction::Whole).expect("a product");
        let expected = i32::MAX.wrapping_add(16384 - 127);
        assert_eq!(ElementType::Int(32).signed(d.elements[0].int_bits(None).0), expected.into());
    }

    #[test]
    fn tiles_that_do_not_go_together() {
        let f32 = float(Format::F32);
        let (a, b) = (tile(f32, [1, 2], &[1.0, 2.0]), tile(f32, [1, 1], &[1.0]));
        assert!(contract([&a, &b, &b], Fraction::Whole).is_err());
    }
}
