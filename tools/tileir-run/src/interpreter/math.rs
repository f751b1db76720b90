//! `math` functions on elements, with their bounds.
//!
//! The operand's error is carried through monotone functions by asking them at both ends of its
//! range, which is exact. What a device adds is in the table of
//! [`error_bound`](super::error_bound).

use std::f64::consts::{LN_2, PI};

use super::element::Approx;
use super::error_bound::{
    EXP_LOG, LOG2_TANH, RSQRT, SQRT, power_ulps, rounded, settled, sine, within,
};
use super::format::Format;

/// A function of one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Function {
    Exp,
    Exp2,
    Log,
    Log2,
    Sqrt,
    Rsqrt,
    Tanh,
    Sin,
    Cos,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
}

impl Function {
    /// The function that the operation `name` is.
    pub fn named(name: &str) -> Option<Function> {
        Some(match name {
            "math.exp" => Function::Exp,
            "math.exp2" => Function::Exp2,
            "math.log" => Function::Log,
            "math.log2" => Function::Log2,
            "math.sqrt" => Function::Sqrt,
            "math.rsqrt" => Function::Rsqrt,
            "math.tanh" => Function::Tanh,
            "math.sin" => Function::Sin,
            "math.cos" => Function::Cos,
            "math.floor" => Function::Floor,
            "math.ceil" => Function::Ceil,
            "math.trunc" => Function::Trunc,
            "math.round" => Function::Round,
            "math.roundeven" => Function::RoundEven,
            _ => return None,
        })
    }

    fn of(self, x: f64) -> f64 {
        match self {
            Function::Exp => x.exp(),
            Function::Exp2 => x.exp2(),
            Function::Log => x.ln(),
            Function::Log2 => x.log2(),
            Function::Sqrt => x.sqrt(),
            Function::Rsqrt => 1.0 / x.sqrt(),
            Function::Tanh => x.tanh(),
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Floor => x.floor(),
            Function::Ceil => x.ceil(),
            Function::Trunc => x.trunc(),
            Function::Round => x.round(),
            Function::RoundEven => x.round_ties_even(),
        }
    }

    /// What the function gives on any correct device.
    pub fn apply(self, format: Format, x: Approx) -> Approx {
        let x = x.flushed(format);
        let value = self.of(x.value);
        let undecided = Approx { value, error: f64::INFINITY };
        if x.error.is_infinite() {
            return undecided;
        }
        if !x.value.is_finite() {
            return Approx::exact(value);
        }
        let (low, high) = (self.of(x.low()), self.of(x.high()));
        if !x.is_exact() && (low.is_nan() || high.is_nan()) {
            return undecided;
        }
        let waves = matches!(self, Function::Sin | Function::Cos);
        let carried = if x.is_exact() {
            0.0
        } else if waves {
            x.error
        } else {
            (low - value).abs().max((high - value).abs())
        };
        if self.is_exact() {
            return settled(format, value, carried);
        }
        // The library's functions are good to an ulp of f64, twice what `rounded` allows for.
        let carried = carried + Format::F64.ulp(value.abs() + carried) / 2.0;
        match self {
            Function::Sqrt => rounded(format, value, carried, SQRT),
            Function::Rsqrt => rounded(format, value, carried, RSQRT),
            Function::Log2 | Function::Tanh => rounded(format, value, carried, LOG2_TANH),
            Function::Sin | Function::Cos if x.magnitude() > PI => undecided,
            Function::Sin | Function::Cos => within(format, value, carried, sine(format)),
            _ => rounded(format, value, carried, EXP_LOG),
        }
    }

    /// Whether the result is always a number of the format.
    fn is_exact(self) -> bool {
        use Function::{Ceil, Floor, Round, RoundEven, Trunc};
        matches!(self, Floor | Ceil | Trunc | Round | RoundEven)
    }
}

/// `x` to the power `y`, as `exp2(y * log2(x))`.
///
/// A negative base has no power here, since Vulkan gives it none.
pub fn power(format: Format, x: Approx, y: Approx) -> Approx {
    let (x, y) = (x.flushed(format), y.flushed(format));
    let value = x.value.powf(y.value);
    let finite =
        x.value.is_finite() && y.value.is_finite() && x.magnitude() + y.magnitude() < f64::INFINITY;
    if !finite || x.low() <= 0.0 {
        return Approx { value, error: f64::INFINITY };
    }
    let corners = [x.low(), x.high()].map(|x| [y.low(), y.high()].map(|y| x.powf(y)));
    let moved = corners.iter().flatten().map(|corner| (corner - value).abs());
    let carried = moved.fold(0.0, f64::max) + Format::F64.ulp(value);
    let logarithm = x.value.log2();
    let exponent = y.value * logarithm;
    // The error of the exponent: the logarithm's times y, and the product's rounding.
    let off = y.magnitude() * LOG2_TANH * format.ulp(logarithm) + format.ulp(exponent);
    let through = (value.abs() + carried) * ((off * LN_2).exp() - 1.0);
    rounded(format, value, carried + through, power_ulps(exponent.abs() + off))
}

#[cfg(test)]
mod tests {
    use super::*;

    const F: Format = Format::F32;

    fn check(name: &str, device: impl Fn(f32) -> f32, from: f32, to: f32, ulps: f64) {
        let function = Function::named(name).expect("a function");
        for step in 0..=1000 {
            let x = from + (to - from) * step as f32 / 1000.0;
            let ours = function.apply(F, Approx::exact(f64::from(x)));
            let distance = (f64::from(device(x)) - ours.value).abs();
            assert!(distance <= ours.error, "{name}({x}): {distance} {}", ours.error);
            assert!(ours.error <= ulps * F.ulp(ours.value), "{name}({x}): {}", ours.error);
        }
    }

    #[test]
    fn the_machine_is_inside_the_bounds() {
        check("math.exp", f32::exp, -4.0, 4.0, 2.1);
        check("math.exp2", f32::exp2, -4.0, 4.0, 2.1);
        check("math.log", f32::ln, 0.1, 100.0, 2.1);
        check("math.log2", f32::log2, 3.0, 100.0, 3.1);
        check("math.sqrt", f32::sqrt, 0.1, 9.0, 5.1);
        check("math.rsqrt", |x| 1.0 / x.sqrt(), 0.1, 9.0, 5.1);
        check("math.tanh", f32::tanh, -3.0, 3.0, 3.1);
        check("math.sin", f32::sin, 0.5, 3.0, 1e6);
        check("math.cos", f32::cos, 0.5, 1.5, 1e6);
    }

    #[test]
    fn operand_errors_are_carried() {
        let exp = Function::Exp.apply(F, Approx { value: 0.0, error: 1.0 });
        assert!(exp.error >= 1.0f64.exp() - 1.0 && exp.error < 1.72);
        let root = Function::Sqrt.apply(F, Approx { value: 0.5, error: 1.0 });
        assert_eq!(root.error, f64::INFINITY);
        assert!(Function::Log.apply(F, Approx::exact(-1.0)).value.is_nan());
        let zero = Function::Exp.apply(F, Approx::exact(f64::NEG_INFINITY));
        assert_eq!(zero, Approx::exact(0.0));
        assert_eq!(Function::Sin.apply(F, Approx::exact(100.0)).error, f64::INFINITY);
        let overflow = Function::Exp.apply(F, Approx::exact(100.0));
        assert_eq!(overflow, Approx::exact(f64::INFINITY));
        let underflow = Function::Exp.apply(F, Approx::exact(-100.0));
        assert!(underflow.error >= underflow.value && underflow.error < F.min_normal());
    }

    #[test]
    fn roundings_are_exact() {
        for (name, expected) in [
            ("math.floor", -3.0),
            ("math.ceil", -2.0),
            ("math.trunc", -2.0),
            ("math.round", -3.0),
            ("math.roundeven", -2.0),
        ] {
            let function = Function::named(name).expect("a function");
            assert_eq!(function.apply(F, Approx::exact(-2.5)), Approx::exact(expected), "{name}");
        }
        let near = Function::Floor.apply(F, Approx { value: 2.9, error: 0.2 });
        assert_eq!(near, Approx { value: 2.0, error: 1.0 });
    }

    #[test]
    fn powers() {
        for step in 1..100 {
            let (x, y) = (step as f32 * 0.07, 3.0 - step as f32 * 0.05);
            let ours = power(F, Approx::exact(x.into()), Approx::exact(y.into()));
            assert!((f64::from(x.powf(y)) - ours.value).abs() <= ours.error);
            assert!(ours.error < 100.0 * F.ulp(ours.value), "{x} {y} {}", ours.error);
        }
        assert_eq!(power(F, Approx::exact(-1.0), Approx::exact(2.0)).error, f64::INFINITY);
    }
}
