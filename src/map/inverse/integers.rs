//! Integers as they stand in equations, and places scaled and shifted by them.
//!
//! Coefficients have 128 bits; what a program computes with must fit 64, else there is none.

use crate::expr::BinaryOp::{Add, FloorDiv, Mod, Mul};
use crate::expr::{BinaryOp, Inst, ProgramBuilder};

/// `place op by`, where that is not `place` itself.
pub(super) fn operation(
    builder: &mut ProgramBuilder,
    op: BinaryOp,
    place: u32,
    by: i128,
) -> Option<u32> {
    let by = match i64::try_from(by) {
        Ok(1) if op == FloorDiv => return Some(place),
        Ok(by) if by > 0 => by,
        // No 64-bit value reaches so far: it is its own remainder.
        Err(_) if op == Mod => return Some(place),
        _ => return None,
    };
    if op == Mod && by == 1 {
        return Some(builder.constant(0));
    }
    let by = builder.constant(by);
    Some(builder.binary(op, place, by))
}

/// `place * factor`.
pub(super) fn scaled(builder: &mut ProgramBuilder, place: u32, factor: i128) -> Option<u32> {
    if factor == 1 {
        return Some(place);
    }
    let factor = builder.constant(i64::try_from(factor).ok()?);
    Some(builder.binary(Mul, place, factor))
}

/// `place + by`.
pub(super) fn shifted(builder: &mut ProgramBuilder, place: u32, by: i128) -> Option<u32> {
    if by == 0 {
        return Some(place);
    }
    let by = i64::try_from(by).ok()?;
    if let Inst::Const(value) = builder.inst(place)
        && let Some(sum) = value.checked_add(by)
    {
        return Some(builder.constant(sum));
    }
    let by = builder.constant(by);
    Some(builder.binary(Add, place, by))
}

/// The greatest common divisor, not negative; `gcd(0, a)` is `|a|`.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(i128::MAX)
}

/// The `b` below the modulus with `a*b = 1` modulo it, for an `a` without a common divisor.
pub(crate) fn inverse_modulo(a: i128, modulus: i128) -> Option<i128> {
    let (mut r0, mut r1, mut t0, mut t1) = (modulus, a.rem_euclid(modulus), 0i128, 1i128);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (t0, t1) = (t1, t0.checked_sub(q.checked_mul(t1)?)?);
    }
    (r0 == 1).then(|| t0.rem_euclid(modulus))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_modulo_a_number_undoes_the_product() {
        for modulus in 1..40 {
            for a in (1..modulus).filter(|&a| gcd(a, modulus) == 1) {
                let b = inverse_modulo(a, modulus).expect("coprime");
                assert_eq!((a * b).rem_euclid(modulus), 1, "{a} modulo {modulus}");
            }
        }
        assert_eq!(inverse_modulo(4, 6), None);
    }
}
