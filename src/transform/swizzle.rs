//! The XOR swizzle: CuTe's `Sw<bits, base, shift>`.
//!
//! A field of `bits` bits, `shift` places above (or below) the field at `base`, is XORed into it:
//!
//! ```text
//! Sw<2,0,2>   x = yyzz (bits)      value = yy, zz xor yy
//! ```
//!
//! The source field stays as it is, so the swizzle is its own inverse. It is a bijection of
//! `[0, n)` where `n` is a multiple of the block in which both fields lie.

use super::Transform;
use crate::error::EvalError;
use crate::expr::{BinaryOp, Expr, Program};
use crate::index_set::{Extent, IndexSet, Point};

pub(super) struct Swizzle;

/// The fields of a swizzle: the mask of the source, and how far it moves down.
fn fields(parameters: &[i64]) -> Result<(i64, i64, i64), String> {
    let &[bits, base, shift] = parameters else {
        return Err(format!("a swizzle has 3 parameters, not {}", parameters.len()));
    };
    if bits < 0 || base < 0 {
        return Err(format!("bits {bits} and base {base} may not be negative"));
    }
    if shift.checked_abs().is_none_or(|distance| distance < bits) {
        return Err(format!("the shift {shift} is less than the {bits} bits that it moves over"));
    }
    let top = base.checked_add(bits).and_then(|top| top.checked_add(shift.abs()));
    if top.is_none_or(|top| top > 62) {
        return Err(format!("Sw<{bits},{base},{shift}> does not fit 63 bits"));
    }
    let source = ((1i64 << bits) - 1) << (base + shift.max(0));
    Ok((source, shift, 1i64 << (base + bits + shift.abs())))
}

/// `Sw<bits, base, shift>` of one coordinate as an expression.
///
/// # Errors
/// Why the parameters make no swizzle.
pub fn swizzle_program(parameters: &[i64]) -> Result<Program, String> {
    let (source, shift, _) = fields(parameters)?;
    let x = Expr::coord(0);
    let field = &x & source;
    let moved = if shift >= 0 { field >> shift } else { field << -shift };
    Ok(Program::from_exprs(&[if source == 0 { x } else { x ^ moved }]))
}

impl Transform for Swizzle {
    fn name(&self) -> &'static str {
        "swizzle"
    }

    fn check(&self, parameters: &[i64], set: &IndexSet) -> Result<(), String> {
        let (source, _, block) = fields(parameters)?;
        let [axis] = set.axes() else {
            return Err(format!("a swizzle moves one axis, {set} has {}", set.rank()));
        };
        match axis.extent() {
            Extent::Finite(n) if source != 0 && n % block != 0 => {
                Err(format!("the extent {n} of '{}' is no multiple of {block}", axis.name()))
            }
            _ => Ok(()),
        }
    }

    fn eval(&self, parameters: &[i64], _: &IndexSet, point: &[i64]) -> Result<Point, EvalError> {
        let (source, shift) =
            fields(parameters).map_or((0, 0), |(source, shift, _)| (source, shift));
        let swizzled = |&x: &i64| {
            let by = if shift >= 0 { BinaryOp::Shr } else { BinaryOp::Shl };
            Ok(x ^ by.apply(x & source, shift.abs())?)
        };
        point.iter().map(swizzled).collect()
    }

    fn inverse(
        &self,
        parameters: &[i64],
        set: &IndexSet,
        image: &[i64],
    ) -> Result<Point, EvalError> {
        self.eval(parameters, set, image)
    }

    fn program(&self, parameters: &[i64], _: &IndexSet) -> Option<Program> {
        swizzle_program(parameters).ok()
    }

    fn inverse_program(&self, parameters: &[i64], _: &IndexSet) -> Option<Program> {
        swizzle_program(parameters).ok()
    }

    fn samples(&self) -> Vec<Vec<i64>> {
        let shifts = (0..=3).flat_map(|bits| [bits, -bits, bits + 1, -bits - 1].map(|s| (bits, s)));
        shifts.flat_map(|(bits, shift)| (0..3).map(move |base| vec![bits, base, shift])).collect()
    }
}
