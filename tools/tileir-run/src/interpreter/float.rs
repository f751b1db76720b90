//! Float arithmetic on elements, with its bounds.
//!
//! Each function takes what the operands may be and gives what the result may be. Finite operands
//! have a formula; infinite ones and NaNs are tried at the ends of the other operand's range, and
//! the result is certain if it is the same at all of them.

use super::element::{Approx, Element};
use super::error_bound::{DIV, NEAREST, rounded, settled};
use super::format::Format;

/// A binary operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    /// `arith.addf`.
    Add,
    /// `arith.subf`.
    Sub,
    /// `arith.mulf`.
    Mul,
    /// `arith.divf`.
    Div,
    /// `arith.maximumf`: a NaN if there is one.
    Maximum,
    /// `arith.minimumf`.
    Minimum,
    /// `arith.maxnumf`: the number if there is one.
    MaxNum,
    /// `arith.minnumf`.
    MinNum,
}

impl FloatOp {
    /// What the operation gives for two numbers.
    fn of(self, a: f64, b: f64) -> f64 {
        match self {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Maximum | FloatOp::Minimum if a.is_nan() || b.is_nan() => f64::NAN,
            FloatOp::Maximum | FloatOp::MaxNum => a.max(b),
            FloatOp::Minimum | FloatOp::MinNum => a.min(b),
        }
    }

    /// What the operation gives on any correct device.
    pub fn apply(self, format: Format, a: Approx, b: Approx) -> Approx {
        let (a, b) = (a.flushed(format), b.flushed(format));
        let value = self.of(a.value, b.value);
        if a.error.is_infinite() || b.error.is_infinite() {
            return Approx { value, error: f64::INFINITY };
        }
        if matches!(self, FloatOp::MaxNum | FloatOp::MinNum) && a.value.is_nan() != b.value.is_nan()
        {
            return if a.value.is_nan() { b } else { a };
        }
        if !a.value.is_finite() || !b.value.is_finite() {
            return same_at_corners(a, b, |a, b| self.of(a, b));
        }
        match self {
            FloatOp::Add | FloatOp::Sub => {
                let b = if self == FloatOp::Sub { Approx { value: -b.value, ..b } } else { b };
                if a.is_exact() && b.is_exact() && sum_is_exact(a.value, b.value, format) {
                    return settled(format, value, 0.0);
                }
                rounded(format, value, a.error + b.error, NEAREST)
            }
            FloatOp::Mul => {
                if a.is_exact() && b.is_exact() && product_is_exact(a.value, b.value, format) {
                    return settled(format, value, 0.0);
                }
                rounded(format, value, product_carries(a, b), NEAREST)
            }
            FloatOp::Div => quotient(format, a, b),
            FloatOp::Maximum | FloatOp::MaxNum => extreme(a, b, value),
            FloatOp::Minimum | FloatOp::MinNum => {
                extreme(Approx { value: -a.value, ..a }, Approx { value: -b.value, ..b }, value)
            }
        }
    }
}

/// `a * b + c`, which a device may round once or twice.
pub fn fma(format: Format, a: Approx, b: Approx, c: Approx) -> Approx {
    let (a, b, c) = (a.flushed(format), b.flushed(format), c.flushed(format));
    let product = FloatOp::Mul.apply(format, a, b);
    let sum = FloatOp::Add.apply(format, product, c);
    if sum.error.is_infinite() || !sum.value.is_finite() {
        return sum;
    }
    Approx { value: a.value.mul_add(b.value, c.value), error: sum.error }
}

/// `-a`.
pub fn negate(format: Format, a: Approx) -> Approx {
    let a = a.flushed(format);
    Approx { value: -a.value, ..a }
}

/// `|a|`.
pub fn absolute(format: Format, a: Approx) -> Approx {
    let a = a.flushed(format);
    Approx { value: a.value.abs(), ..a }
}

/// The magnitude of one number, with the sign of another; zero and a NaN have either sign.
pub fn copy_sign(format: Format, a: Approx, sign: Approx) -> Approx {
    let (a, sign) = (absolute(format, a), sign.flushed(format));
    let sure = sign.value.abs() > sign.error;
    let value = a.value.copysign(sign.value);
    Approx { value, error: if sure { a.error } else { 2.0 * a.value + a.error } }
}

/// How far the operands can move a product.
pub fn product_carries(a: Approx, b: Approx) -> f64 {
    a.value.abs() * b.error + b.value.abs() * a.error + a.error * b.error
}

fn quotient(format: Format, a: Approx, b: Approx) -> Approx {
    let value = a.value / b.value;
    let least = b.value.abs() - b.error;
    if least <= 0.0 {
        let certain = a.is_exact() && b.is_exact();
        return Approx { value, error: if certain { 0.0 } else { f64::INFINITY } };
    }
    let carried = (a.error + value.abs() * b.error) / least;
    let result = rounded(format, value, carried, DIV);
    // A divisor whose reciprocal is subnormal may give zero.
    let huge = 2f64.powi(format.max_exponent() - 1);
    let error = if b.magnitude() > huge { result.error.max(value.abs()) } else { result.error };
    Approx { error, ..result }
}

/// The greater one: the error is its own if the other can't reach it.
fn extreme(a: Approx, b: Approx, value: f64) -> Approx {
    let error = if a.low() > b.high() {
        a.error
    } else if b.low() > a.high() {
        b.error
    } else {
        a.error.max(b.error)
    };
    Approx { value, error }
}

fn same_at_corners(a: Approx, b: Approx, of: impl Fn(f64, f64) -> f64) -> Approx {
    let ends = |x: Approx| [x.low(), x.value, x.high()];
    let value = of(a.value, b.value);
    let same = |other: f64| other == value || other.is_nan() && value.is_nan();
    let certain = ends(a).iter().all(|&a| ends(b).iter().all(|&b| same(of(a, b))));
    Approx { value, error: if certain { 0.0 } else { f64::INFINITY } }
}

fn sum_is_exact(a: f64, b: f64, format: Format) -> bool {
    let sum = a + b;
    let b_part = sum - a;
    let lost = (a - (sum - b_part)) + (b - b_part);
    lost == 0.0 && format.holds(sum)
}

fn product_is_exact(a: f64, b: f64, format: Format) -> bool {
    let product = a * b;
    let tiny = product.abs() < 1e-280;
    let lost = a.mul_add(b, -product);
    a == 0.0 || b == 0.0 || (!tiny && lost == 0.0 && format.holds(product))
}

/// How two floats may compare, as the bits of upstream's predicates: 1 equal, 2 greater,
/// 4 less, 8 unordered.
fn possible(a: Approx, b: Approx) -> u8 {
    if a.error.is_infinite() || b.error.is_infinite() {
        return 15;
    }
    if a.value.is_nan() || b.value.is_nan() {
        return 8;
    }
    if a.is_exact() && b.is_exact() {
        return order(a.value, b.value);
    }
    let may_be_less = u8::from(a.low() < b.high()) * 4;
    let may_be_greater = u8::from(a.high() > b.low()) * 2;
    let may_be_equal = u8::from(a.low() <= b.high() && b.low() <= a.high());
    may_be_less | may_be_greater | may_be_equal
}

fn order(a: f64, b: f64) -> u8 {
    match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
        None => 8,
    }
}

/// `arith.cmpf` by the number of its predicate; `None` for no predicate.
pub fn compare(format: Format, predicate: i64, a: Approx, b: Approx) -> Option<Element> {
    // false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true
    const ACCEPTED: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15];
    let accepted = *ACCEPTED.get(usize::try_from(predicate).ok()?)?;
    let possible = possible(a.flushed(format), b.flushed(format));
    let sure = possible & accepted == 0 || possible & !accepted == 0;
    let bits = u64::from(order(a.value, b.value) & accepted != 0);
    Some(Element::Int { bits, sure })
}

/// One of two elements by a condition; where that isn't sure, a bound that holds for both.
pub fn select(format: Option<Format>, condition: Element, yes: Element, no: Element) -> Element {
    let (bits, sure) = condition.int_bits(None);
    let (chosen, other) = if bits & 1 == 1 { (yes, no) } else { (no, yes) };
    if sure {
        return chosen;
    }
    let Some(format) = format else {
        let ((a, a_sure), (b, b_sure)) = (chosen.int_bits(None), other.int_bits(None));
        return Element::Int { bits: a, sure: a_sure && b_sure && a == b };
    };
    if let (Element::Stored(a), Element::Stored(b)) = (chosen, other)
        && a == b
    {
        return chosen;
    }
    let (a, b) = (chosen.approx(format), other.approx(format));
    if a.value.is_finite() && b.value.is_finite() {
        let error = a.error.max((a.value - b.value).abs() + b.error);
        return Approx { value: a.value, error }.element();
    }
    let same = a.value == b.value || a.value.is_nan() && b.value.is_nan();
    let error = if same { a.error.max(b.error) } else { f64::INFINITY };
    Approx { value: a.value, error }.element()
}

#[cfg(test)]
mod tests;
