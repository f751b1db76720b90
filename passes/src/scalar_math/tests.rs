//! The algorithms, computed: the error bounds of the module's table.

use super::{Format, Function, Machine, evaluate};

/// A machine that computes in `$float`.
macro_rules! native {
    ($name:ident, $float:ty, $int:ty, $format:expr) => {
        struct $name;

        impl Machine for $name {
            type Float = $float;
            type Int = $int;
            type Bit = bool;

            fn format(&self) -> Format {
                $format
            }
            fn float(&mut self, value: f64) -> $float {
                value as $float
            }
            fn int(&mut self, value: i64) -> $int {
                value as $int
            }
            fn add(&mut self, a: $float, b: $float) -> $float {
                a + b
            }
            fn sub(&mut self, a: $float, b: $float) -> $float {
                a - b
            }
            fn mul(&mut self, a: $float, b: $float) -> $float {
                a * b
            }
            fn div(&mut self, a: $float, b: $float) -> $float {
                a / b
            }
            fn fma(&mut self, a: $float, b: $float, c: $float) -> $float {
                a.mul_add(b, c)
            }
            fn round_even(&mut self, a: $float) -> $float {
                a.round_ties_even()
            }
            fn abs(&mut self, a: $float) -> $float {
                a.abs()
            }
            fn copy_sign(&mut self, magnitude: $float, sign: $float) -> $float {
                magnitude.copysign(sign)
            }
            fn bits(&mut self, a: $float) -> $int {
                a.to_bits() as $int
            }
            fn of_bits(&mut self, a: $int) -> $float {
                <$float>::from_bits(a as _)
            }
            fn to_int(&mut self, a: $float) -> $int {
                a as $int
            }
            fn to_float(&mut self, a: $int) -> $float {
                a as $float
            }
            fn int_add(&mut self, a: $int, b: $int) -> $int {
                a.wrapping_add(b)
            }
            fn int_sub(&mut self, a: $int, b: $int) -> $int {
                a.wrapping_sub(b)
            }
            fn shift_left(&mut self, a: $int, by: u32) -> $int {
                a << by
            }
            fn shift_right_signed(&mut self, a: $int, by: u32) -> $int {
                a >> by
            }
            fn less(&mut self, a: $float, b: $float) -> bool {
                a < b
            }
            fn equal(&mut self, a: $float, b: $float) -> bool {
                a == b
            }
            fn select(&mut self, bit: bool, yes: $float, no: $float) -> $float {
                if bit { yes } else { no }
            }
        }
    };
}

native!(InSingle, f32, i32, Format::Single);
native!(InDouble, f64, i64, Format::Double);

type Reference = fn(f64) -> f64;

/// Each function, what it should be, and by how many ULP it may miss that.
const BOUNDS: [(Function, Reference, f64); 5] = [
    (Function::Exp, f64::exp, 1.0),
    (Function::Exp2, f64::exp2, 1.0),
    (Function::Log, f64::ln, 1.0),
    (Function::Log2, f64::log2, 2.0),
    (Function::Tanh, f64::tanh, 2.0),
];

/// How far `found` is from `expected`, in ULP of `f32` at `expected`. Equal
/// infinities are 0 apart, and so are two NaNs.
fn error_in_single(found: f32, expected: f64) -> f64 {
    let rounded = expected as f32;
    if rounded.is_nan() || rounded.is_infinite() || found.is_infinite() {
        let same = rounded == found || (rounded.is_nan() && found.is_nan());
        return if same { 0.0 } else { f64::INFINITY };
    }
    let exponent = expected.abs().max(f64::from(f32::MIN_POSITIVE)).log2().floor();
    (f64::from(found) - expected).abs() / (exponent - 23.0).exp2()
}

/// One `f32` in every `step`, by its bits.
fn worst_in_single(function: Function, reference: Reference, step: usize) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    for bits in (0..=u32::MAX).step_by(step) {
        let x = f32::from_bits(bits);
        let error = error_in_single(evaluate(&mut InSingle, function, x), reference(f64::from(x)));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    worst
}

#[test]
fn single_within_bounds() {
    for (function, reference, bound) in BOUNDS {
        let (error, x) = worst_in_single(function, reference, 65_537 / 16);
        assert!(error <= bound, "{function:?}({x:e}) is {error} ULP away");
    }
}

#[test]
#[ignore = "all 2^32 inputs, for when a coefficient changes"]
fn single_within_bounds_everywhere() {
    for (function, reference, bound) in BOUNDS {
        let (error, x) = worst_in_single(function, reference, 1);
        println!("{function:?}: {error} ULP at {x:e}");
        assert!(error <= bound, "{function:?}({x:e}) is {error} ULP away");
    }
}

/// The system's `f64` functions are within one ULP: ours may be one more away.
#[test]
fn double_within_bounds() {
    for (function, reference, bound) in BOUNDS {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let unit = (state >> 11) as f64 / (1u64 << 53) as f64;
            let x = match state % 3 {
                0 => 1.0 + (unit - 0.5) * 0.9,
                1 => (unit - 0.5) * 1400.0,
                _ => ((unit - 0.5) * 60.0).exp2(),
            };
            let (found, expected) = (evaluate(&mut InDouble, function, x), reference(x));
            if expected.is_nan() || expected.is_infinite() {
                assert_eq!(found.is_nan(), expected.is_nan(), "{function:?}({x:e})");
                continue;
            }
            let exponent = expected.abs().max(f64::MIN_POSITIVE).log2().floor();
            let error = (found - expected).abs() / (exponent - 52.0).exp2();
            assert!(error <= bound + 1.0, "{function:?}({x:e}) is {error} ULP away");
        }
    }
}

#[test]
fn edges_are_those_of_the_functions() {
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        f64::MIN,
    ];
    for (function, reference, _) in BOUNDS {
        for x in edges {
            let (found, expected) = (evaluate(&mut InDouble, function, x), reference(x));
            let same = (found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs()
                || found == expected
                || (found.is_nan() && expected.is_nan());
            assert!(same, "{function:?}({x:e}) is {found:e}, not {expected:e}");
            if expected == 0.0 {
                assert_eq!(found.is_sign_negative(), expected.is_sign_negative());
            }
        }
    }
}
