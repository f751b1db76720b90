//! How far a correct device may be from the reference: the table, and the rule that applies it.
//!
//! The rule is running error analysis. Every float carries a bound on its distance from what any
//! correct device holds in its place. An operation's bound is
//!
//! ```text
//! carried   how far the operation's operands can move its result
//! + device  the operation's own error, from the table
//! + f64     half a unit in the last place of f64: the reference rounds too
//! ```
//!
//! and, where the result may be subnormal, enough to reach zero, since devices may flush.
//!
//! The table, in units in the last place (ULP) of the program's type. Where the device computes an
//! operation, it is the worse of what Vulkan's precision requirements allow and what PTX's
//! instructions state; where the lowering writes it out, it is what the lowering states, and 1 more
//! for a device whose `fma` rounds twice.
//!
//! | operation | ULP | why |
//! |---|---|---|
//! | `add sub mul`, integer to float | 0.5 | rounded to the nearest |
//! | each sum of a `contract` | 1 | PTX leaves the order and the direction of `mma` open |
//! | `fma` | 0.5, and 0.5 of the product | Vulkan may round twice; any `mul`, `add` may be fused |
//! | `div` | 2.5; the whole quotient where the divisor is huge | Vulkan; PTX `div.full` |
//! | `truncf` | 1 | Vulkan leaves the direction open |
//! | `sqrt` | 5 | Vulkan: `1 / rsqrt`, then 2.5 for the division |
//! | `rsqrt` | 5 | PTX: `1 / sqrt`, then the division; Vulkan: 2 |
//! | `exp exp2 log` | 2 | the lowering: 1 |
//! | `log2 tanh` | 3 | the lowering: 2 |
//! | `sin cos` | a constant on one period, nothing outside | Vulkan: 2^-11, in `f16` 2^-7 |
//! | `powf` | as `exp2(y * log2(x))` | Vulkan: 3 + 2 times the exponent's magnitude |
//!
//! An operation on exact operands whose result the type holds has error 0, where the operation is
//! one of those that round to the nearest. So integers in floats stay exact.

use super::element::Approx;
use super::format::Format;

/// Rounding to the nearest.
pub const NEAREST: f64 = 0.5;
/// `div`.
pub const DIV: f64 = 2.5;
/// The sums of a `contract`, one by one: the direction is open.
pub const ACCUMULATE: f64 = 1.0;
/// `truncf`.
pub const TRUNCATE: f64 = 1.0;
/// `sqrt`.
pub const SQRT: f64 = 5.0;
/// `rsqrt`.
pub const RSQRT: f64 = 5.0;
/// `exp`, `exp2`, `log`.
pub const EXP_LOG: f64 = 2.0;
/// `log2`, `tanh`.
pub const LOG2_TANH: f64 = 3.0;

/// The power of two in `powf`, of an exponent of this magnitude.
pub fn power_ulps(magnitude: f64) -> f64 {
    3.0 + 2.0 * magnitude
}

/// The error of `sin` and `cos` from -π to π, absolute.
pub fn sine(format: Format) -> f64 {
    match format {
        Format::F16 | Format::Bf16 => 2f64.powi(-7),
        Format::F32 => 2f64.powi(-11),
        Format::F64 => 2f64.powi(-50),
    }
}

/// A result whose operands move it by `carried` and whose operation has an error of `ulps`.
pub fn rounded(format: Format, value: f64, carried: f64, ulps: f64) -> Approx {
    within(format, value, carried, ulps * format.ulp(value.abs() + carried))
}

/// A result whose operands move it by `carried` and whose operation has the error `device`.
pub fn within(format: Format, value: f64, carried: f64, device: f64) -> Approx {
    if !carried.is_finite() || device.is_nan() {
        return Approx { value, error: f64::INFINITY };
    }
    if !value.is_finite() {
        return Approx::exact(value);
    }
    let reference = Format::F64.ulp(value.abs() + carried) / 2.0;
    settled(format, value, carried + device + reference)
}

/// A finite result, once its range is known: what may be subnormal may be flushed, what may
/// overflow may be infinite.
pub fn settled(format: Format, value: f64, error: f64) -> Approx {
    let threshold = format.overflow_threshold();
    if value.abs() - error >= threshold {
        return Approx::exact(f64::INFINITY.copysign(value));
    }
    if value.abs() + error >= threshold {
        return Approx { value, error: f64::INFINITY };
    }
    let may_flush = value.abs() - error < format.min_normal();
    Approx { value, error: if may_flush { error.max(value.abs()) } else { error } }
}

/// The sum of any number of terms, added in any order, each time to the nearest.
pub fn sum(format: Format, terms: &[Approx]) -> Approx {
    summed(format, terms, NEAREST)
}

/// The sum of any number of terms, added in any order: each of `n - 1` additions rounds a
/// partial sum by this many units, and none of them is larger than the sum of magnitudes.
pub fn summed(format: Format, terms: &[Approx], ulps: f64) -> Approx {
    let terms: Vec<Approx> = terms.iter().map(|term| term.flushed(format)).collect();
    let value: f64 = terms.iter().map(|term| term.value).sum();
    let carried: f64 = terms.iter().map(|term| term.error).sum();
    let magnitudes: f64 = terms.iter().map(|term| term.magnitude()).sum();
    if let Some(special) = special(&terms, value) {
        return special;
    }
    if sums_are_exact(format, &terms, magnitudes) {
        return Approx::exact(value);
    }
    if magnitudes >= format.overflow_threshold() {
        return Approx { value, error: f64::INFINITY };
    }
    let additions = terms.len().saturating_sub(1) as f64;
    let device = additions * ulps * format.ulp(magnitudes);
    // The reference's own additions round in f64.
    let reference = additions * Format::F64.ulp(magnitudes);
    within(format, value, carried + reference, device)
}

/// The product of any number of factors, multiplied in any order.
pub fn product(format: Format, factors: &[Approx]) -> Approx {
    let factors: Vec<Approx> = factors.iter().map(|factor| factor.flushed(format)).collect();
    let value: f64 = factors.iter().map(|factor| factor.value).product();
    if let Some(special) = special(&factors, value) {
        return special;
    }
    let greatest: f64 = factors.iter().map(|factor| factor.magnitude()).product();
    let largest: f64 = factors.iter().map(|factor| factor.magnitude().max(1.0)).product();
    let nonzero = factors.iter().filter(|factor| factor.value != 0.0);
    let smallest: f64 = nonzero.map(|factor| factor.value.abs().min(1.0)).product();
    // An order of multiplication may overflow, or flush, where another doesn't.
    if largest >= format.overflow_threshold() || smallest < format.min_normal() {
        return Approx { value, error: f64::INFINITY };
    }
    let carried = greatest - value.abs();
    let rounds = factors.len().saturating_sub(1) as f64;
    // A rounding's relative error is at most an ulp over a power of two, grown by the others.
    let relative = format.ulp(1.0) * NEAREST;
    let device = greatest * (rounds * relative.ln_1p()).exp_m1() * 1.001;
    let reference = greatest * rounds * Format::F64.ulp(1.0);
    if device == 0.0 && carried == 0.0 {
        return settled(format, value, 0.0);
    }
    within(format, value, carried + reference, device)
}

/// The result where an operand is infinite, a NaN or undecided.
fn special(operands: &[Approx], value: f64) -> Option<Approx> {
    if operands.iter().any(|operand| operand.error.is_infinite()) {
        return Some(Approx { value, error: f64::INFINITY });
    }
    let all_finite = operands.iter().all(|operand| operand.value.is_finite());
    if all_finite {
        return None;
    }
    // An infinity times what may be zero is anything.
    let may_be_zero =
        |operand: &Approx| operand.error >= operand.value.abs() && operand.error > 0.0;
    let sure = !operands.iter().any(may_be_zero);
    Some(Approx { value, error: if sure { 0.0 } else { f64::INFINITY } })
}

/// Whether every partial sum is a number of the format: all terms are multiples of one power of
/// two, and the sum of magnitudes has few enough bits above it.
fn sums_are_exact(format: Format, terms: &[Approx], magnitudes: f64) -> bool {
    let all_exact = terms.iter().all(|term| term.is_exact());
    let units = terms.iter().filter(|term| term.value != 0.0).map(|term| lowest_bit(term.value));
    let unit = units.fold(f64::INFINITY, f64::min);
    let most = unit * 2f64.powi(format.precision().min(52));
    all_exact && (unit.is_infinite() || (unit >= format.min_normal() && magnitudes <= most))
}

/// The greatest power of two that divides a finite number other than zero.
fn lowest_bit(value: f64) -> f64 {
    let bits = value.abs().to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let clear = if fraction == 0 { 0 } else { fraction & (fraction - 1) };
    // Without the lowest set bit of its fraction, the number is smaller by just that bit.
    let lowest = value.abs() - f64::from_bits(bits - fraction + clear);
    if fraction == 0 { value.abs() } else { lowest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(values: &[f64]) -> Vec<Approx> {
        values.iter().map(|&value| Approx::exact(value)).collect()
    }

    #[test]
    fn sum_of_integers_is_exact() {
        let terms: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(sum(Format::F32, &exact(&terms)), Approx::exact(499500.0));
        assert!(!sum(Format::F16, &exact(&terms)).is_exact());
    }

    #[test]
    fn sum_bound_holds_for_the_worst_order() {
        let terms: Vec<f64> = (1..=4096).map(|i| f64::from(1.0f32 / i as f32)).collect();
        let ours = sum(Format::F32, &exact(&terms));
        for order in [terms.clone(), terms.iter().rev().copied().collect()] {
            let device = order.iter().fold(0f32, |sum, &term| sum + term as f32);
            assert!((f64::from(device) - ours.value).abs() <= ours.error);
        }
        assert!(ours.error < 0.01, "{}", ours.error);
    }

    #[test]
    fn product_bound_holds() {
        let factors: Vec<f64> =
            (0..64).map(|i| f64::from(1.0f32 + 0.37 / (i + 1) as f32)).collect();
        let ours = product(Format::F32, &exact(&factors));
        let device = factors.iter().fold(1f32, |product, &factor| product * factor as f32);
        assert!((f64::from(device) - ours.value).abs() <= ours.error);
        assert!(ours.error < 64.0 * Format::F32.ulp(ours.value));
        assert_eq!(product(Format::F32, &exact(&[1e30, 1e30, 1e-30])).error, f64::INFINITY);
        // In f64 a rounding is lost beside 1; its bound must not be.
        let doubles = product(Format::F64, &exact(&factors));
        let backwards = factors.iter().rev().product::<f64>();
        assert!(doubles.error > 0.0 && (backwards - doubles.value).abs() <= doubles.error);
    }

    #[test]
    fn special_values() {
        let infinite = sum(Format::F32, &exact(&[1.0, f64::INFINITY]));
        assert_eq!(infinite, Approx::exact(f64::INFINITY));
        assert!(sum(Format::F32, &exact(&[f64::NEG_INFINITY, f64::INFINITY])).value.is_nan());
        let unsure = [Approx::exact(f64::INFINITY), Approx { value: 0.0, error: 1.0 }];
        assert_eq!(product(Format::F32, &unsure).error, f64::INFINITY);
    }

    #[test]
    fn settled_at_the_edges() {
        let max = Format::F16.max_finite();
        assert_eq!(settled(Format::F16, 70000.0, 1.0), Approx::exact(f64::INFINITY));
        assert_eq!(settled(Format::F16, -70000.0, 1.0), Approx::exact(f64::NEG_INFINITY));
        assert_eq!(settled(Format::F16, max, 100.0).error, f64::INFINITY);
        assert_eq!(settled(Format::F16, max, 1.0).error, 1.0);
        let tiny = Format::F16.min_normal() / 2.0;
        assert_eq!(settled(Format::F16, tiny, 0.0).error, tiny);
    }

    #[test]
    fn lowest_bits() {
        for (value, bit) in [(1.0, 1.0), (-6.0, 2.0), (0.75, 0.25), (1024.0, 1024.0)] {
            assert_eq!(lowest_bit(value), bit);
        }
    }
}
