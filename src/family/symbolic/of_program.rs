//! Expressions as polynomials.
//!
//! Sums and products are polynomials; a floor division is an atom, and `a mod b` is
//! `a - b * (a floordiv b)`. Comparisons and bitwise operations are none.

use super::polynomial::Poly;
use super::scope::Scope;
use super::sym::Sym;
use crate::expr::{BinaryOp, Inst, Program};

impl Scope {
    /// The number that a program over the parameters computes; `None` if it is no polynomial of
    /// 64-bit factors in parameters and quotients by positive numbers.
    pub(crate) fn number(&self, program: &Program) -> Option<Sym> {
        let mut values: Vec<Poly> = Vec::with_capacity(program.insts().len());
        for inst in program.insts() {
            values.push(match *inst {
                Inst::Const(value) => Poly::constant(value.into()),
                Inst::Coord(position) => {
                    let name = self.parameters().iter().nth(position as usize)?.name();
                    self.symbol(name).ok()?.poly().clone()
                }
                Inst::Binary(op, lhs, rhs) => {
                    let (a, b) = (values.get(lhs as usize)?, values.get(rhs as usize)?);
                    match op {
                        BinaryOp::Add => a.plus(b)?,
                        BinaryOp::Sub => a.minus(b)?,
                        BinaryOp::Mul => a.times(b)?,
                        BinaryOp::FloorDiv => self.floor(a, b)?,
                        BinaryOp::Mod => a.minus(&b.times(&self.floor(a, b)?)?)?,
                        _ => return None,
                    }
                }
            });
        }
        let value = values.get(*program.outputs().first()? as usize)?;
        value.fits().then(|| self.sym(value.clone()))
    }

    fn floor(&self, a: &Poly, b: &Poly) -> Option<Poly> {
        let positive =
            b.minus(&Poly::constant(1)).is_some_and(|rest| self.surely_nonnegative(&rest));
        if positive { self.rounded(a, b, false) } else { None }
    }
}
