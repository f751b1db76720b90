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
use crate::cute;
use crate::error::EvalError;
use crate::expr::{Expr, Program};
use crate::index_set::{Extent, IndexSet, Point};

pub(super) struct Swizzle;

/// The swizzle with these parameters.
fn swizzle(parameters: &[i64]) -> Result<cute::Swizzle, String> {
    let &[bits, base, shift] = parameters else {
        return Err(format!("a swizzle has 3 parameters, not {}", parameters.len()));
    };
    cute::Swizzle::checked(bits, base, shift)
}

/// `Sw<bits, base, shift>` of one coordinate as an expression.
///
/// # Errors
/// Why the parameters make no swizzle.
pub fn swizzle_program(parameters: &[i64]) -> Result<Program, String> {
    let swizzle = swizzle(parameters)?;
    let (x, shift) = (Expr::coord(0), i64::from(swizzle.shift()));
    let field = &x & swizzle.source();
    let moved = if shift >= 0 { field >> shift } else { field << -shift };
    Ok(Program::from_exprs(&[if swizzle.is_identity() { x } else { x ^ moved }]))
}

impl Transform for Swizzle {
    fn name(&self) -> &'static str {
        "swizzle"
    }

    fn check(&self, parameters: &[i64], set: &IndexSet) -> Result<(), String> {
        let block = swizzle(parameters)?.block();
        let [axis] = set.axes() else {
            return Err(format!("a swizzle moves one axis, {set} has {}", set.rank()));
        };
        match axis.extent() {
            Extent::Finite(n) if n % block != 0 => {
                Err(format!("the extent {n} of '{}' is no multiple of {block}", axis.name()))
            }
            _ => Ok(()),
        }
    }

    fn eval(&self, parameters: &[i64], _: &IndexSet, point: &[i64]) -> Result<Point, EvalError> {
        let moved = swizzle(parameters).unwrap_or_else(|_| cute::Swizzle::identity());
        Ok(point.iter().map(|&x| moved.apply(x)).collect())
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
