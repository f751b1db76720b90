use super::*;

const F: Format = Format::F32;

fn exact(value: f32) -> Approx {
    Approx::exact(f64::from(value))
}

fn near(value: f64, error: f64) -> Approx {
    Approx { value, error }
}

fn truth(element: Option<Element>) -> Option<bool> {
    match element {
        Some(Element::Int { bits, sure: true }) => Some(bits == 1),
        _ => None,
    }
}

#[test]
fn exact_results_stay_exact() {
    assert_eq!(FloatOp::Add.apply(F, exact(1.5), exact(2.25)), exact(3.75));
    assert_eq!(FloatOp::Sub.apply(F, exact(1.5), exact(1.5)), exact(0.0));
    assert_eq!(FloatOp::Mul.apply(F, exact(1.5), exact(0.0)), exact(0.0));
    assert_eq!(fma(F, exact(2.0), exact(3.0), exact(1.0)), exact(7.0));
    assert_eq!(negate(F, exact(2.0)), exact(-2.0));
    assert_eq!(absolute(F, exact(-2.0)), exact(2.0));
}

/// The device's rounding is inside the bound, and the bound is close to half an ULP.
#[test]
fn rounding_is_inside_the_bound() {
    let mut x = 0.1f32;
    let mut y = 1.7f32;
    for _ in 0..1000 {
        (x, y) = (y * 0.83 + 0.1, x * 1.13 - 0.3);
        for (op, device) in [
            (FloatOp::Add, x + y),
            (FloatOp::Sub, x - y),
            (FloatOp::Mul, x * y),
            (FloatOp::Div, x / y),
        ] {
            let ours = op.apply(F, exact(x), exact(y));
            let distance = (f64::from(device) - ours.value).abs();
            assert!(distance <= ours.error, "{op:?} {x} {y}");
            assert!(ours.error <= 2.6 * F.ulp(ours.value), "{op:?} {x} {y}");
        }
        for (a, b) in [(x, y), (y, x)] {
            let ours = fma(F, exact(x), exact(a), exact(b));
            for device in [x.mul_add(a, b), x * a + b] {
                assert!((f64::from(device) - ours.value).abs() <= ours.error);
            }
        }
    }
}

#[test]
fn errors_propagate() {
    let sum = FloatOp::Add.apply(F, near(1.0, 0.25), near(2.0, 0.5));
    assert!(sum.error >= 0.75 && sum.error < 0.7501);
    let product = FloatOp::Mul.apply(F, near(4.0, 0.25), near(2.0, 0.5));
    assert!(product.error >= 2.625 && product.error < 2.6251);
    let quotient = FloatOp::Div.apply(F, near(1.0, 0.0), near(1.0, 0.5));
    assert!(quotient.error >= 1.0 && quotient.error < 1.0001);
}

#[test]
fn special_operands() {
    let infinity = exact(f32::INFINITY);
    assert_eq!(FloatOp::Add.apply(F, infinity, near(1.0, 0.5)), infinity);
    assert!(FloatOp::Sub.apply(F, infinity, infinity).value.is_nan());
    assert_eq!(FloatOp::Mul.apply(F, infinity, near(0.0, 0.5)).error, f64::INFINITY);
    assert_eq!(FloatOp::Mul.apply(F, infinity, near(-1.0, 0.5)), exact(f32::NEG_INFINITY));
    assert_eq!(FloatOp::Div.apply(F, exact(1.0), exact(0.0)), infinity);
    assert_eq!(FloatOp::Div.apply(F, exact(1.0), near(0.0, 0.1)).error, f64::INFINITY);
    let nan = FloatOp::Maximum.apply(F, exact(f32::NAN), exact(1.0));
    assert!(nan.value.is_nan() && nan.is_exact());
    assert_eq!(FloatOp::MaxNum.apply(F, exact(f32::NAN), near(1.0, 0.5)), near(1.0, 0.5));
}

#[test]
fn overflow() {
    let big = exact(f32::MAX);
    assert_eq!(FloatOp::Add.apply(F, big, big), exact(f32::INFINITY));
    let edge = FloatOp::Add.apply(F, near(f64::from(f32::MAX), 1e32), exact(0.0));
    assert_eq!(edge.error, f64::INFINITY);
}

#[test]
fn extremes_take_the_error_of_the_winner() {
    assert_eq!(FloatOp::Maximum.apply(F, near(5.0, 0.1), near(1.0, 2.0)), near(5.0, 0.1));
    assert_eq!(FloatOp::Maximum.apply(F, near(5.0, 0.1), near(4.0, 2.0)), near(5.0, 2.0));
    assert_eq!(FloatOp::Minimum.apply(F, near(5.0, 0.1), near(1.0, 0.5)), near(1.0, 0.5));
}

#[test]
fn comparisons() {
    let (less, equal, one) = (4, 1, exact(1.0));
    assert_eq!(truth(compare(F, less, one, near(2.0, 0.5))), Some(true));
    assert_eq!(truth(compare(F, less, near(3.0, 0.5), near(2.0, 0.25))), Some(false));
    assert_eq!(truth(compare(F, less, one, near(1.25, 0.5))), None);
    assert_eq!(truth(compare(F, equal, one, one)), Some(true));
    assert_eq!(truth(compare(F, equal, one, near(1.0, 0.1))), None);
    let nan = exact(f32::NAN);
    for (predicate, expected) in [(1, false), (7, false), (8, true), (13, true), (14, true)] {
        assert_eq!(truth(compare(F, predicate, nan, one)), Some(expected), "{predicate}");
    }
    assert!(compare(F, 16, one, one).is_none());
}

#[test]
fn select_by_a_condition_that_is_not_sure() {
    let unsure = Element::Int { bits: 1, sure: false };
    let (one, two) = (exact(1.0).element(), near(2.0, 0.5).element());
    match select(Some(F), unsure, one, two) {
        Element::Computed { value, error } => assert_eq!((value, error), (1.0, 1.5)),
        other => panic!("{other:?}"),
    }
    let stored = Element::Stored(7);
    assert!(matches!(select(Some(F), unsure, stored, stored), Element::Stored(7)));
    assert!(matches!(
        select(None, unsure, Element::int(3), Element::int(4)),
        Element::Int { bits: 3, sure: false }
    ));
    assert!(matches!(select(Some(F), Element::truth(false), one, stored), Element::Stored(7)));
}

#[test]
fn copied_signs() {
    assert_eq!(copy_sign(F, exact(2.0), exact(-3.0)), exact(-2.0));
    assert_eq!(copy_sign(F, exact(-2.0), near(0.5, 0.1)), exact(2.0));
    assert_eq!(copy_sign(F, exact(2.0), near(0.5, 1.0)), near(2.0, 4.0));
}
