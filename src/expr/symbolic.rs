//! [`Expr`]: an expression as a person builds it, with operators.
//!
//! ```
//! use tileir::Expr;
//! let (lane, slot) = (Expr::coord(0), Expr::coord(1));
//! let column = (&lane % 4) * 4 + slot;
//! assert_eq!(column.eval(&[5, 2])?, 6);
//! # Ok::<(), tileir::EvalError>(())
//! ```

use std::collections::HashMap;
use std::mem;
use std::ops;
use std::sync::{Arc, LazyLock};

use super::hash::Quick;
use super::{BinaryOp, Program, ProgramBuilder};
use crate::error::EvalError;

/// A symbolic integer: a constant, a coordinate, or an operation on two of them.
///
/// `/` is floor division and `%` its remainder. Cloning shares the node.
#[derive(Clone, Debug)]
pub struct Expr(Arc<Symbol>);

#[derive(Debug)]
enum Symbol {
    Const(i64),
    Coord(usize),
    Binary(BinaryOp, Expr, Expr),
}

impl Expr {
    /// The coordinate at this position of the domain.
    pub fn coord(position: usize) -> Self {
        Expr(Arc::new(Symbol::Coord(position)))
    }

    /// The operation on two expressions.
    pub fn binary(op: BinaryOp, lhs: Expr, rhs: Expr) -> Self {
        Expr(Arc::new(Symbol::Binary(op, lhs, rhs)))
    }

    /// Its value at a point.
    ///
    /// # Errors
    /// Where an operation is undefined, or a coordinate is missing.
    pub fn eval(&self, point: &[i64]) -> Result<i64, EvalError> {
        let values = Program::from_exprs(std::slice::from_ref(self)).eval(point)?;
        Ok(values[0])
    }

    /// Writes the expression into `builder` and returns its value's place there. Each shared
    /// node is written once; the walk keeps its own stack, so depth does not matter.
    pub(super) fn emit(
        &self,
        builder: &mut ProgramBuilder,
        done: &mut HashMap<usize, u32, Quick>,
    ) -> u32 {
        let mut pending = vec![self];
        while let Some(&expr) = pending.last() {
            let key = Arc::as_ptr(&expr.0) as usize;
            let place = match &*expr.0 {
                _ if done.contains_key(&key) => done[&key],
                Symbol::Const(value) => builder.constant(*value),
                Symbol::Coord(position) => builder.coord(*position),
                Symbol::Binary(op, lhs, rhs) => {
                    let place = |e: &Expr| done.get(&(Arc::as_ptr(&e.0) as usize)).copied();
                    match (place(lhs), place(rhs)) {
                        (Some(lhs), Some(rhs)) => builder.binary(*op, lhs, rhs),
                        (lhs_place, rhs_place) => {
                            if rhs_place.is_none() {
                                pending.push(rhs);
                            }
                            if lhs_place.is_none() {
                                pending.push(lhs);
                            }
                            continue;
                        }
                    }
                }
            };
            done.insert(key, place);
            pending.pop();
        }
        done[&(Arc::as_ptr(&self.0) as usize)]
    }
}

impl Drop for Symbol {
    /// Frees a deep expression without recursion: children that have children and die with it
    /// move onto a list first.
    fn drop(&mut self) {
        let mut pending = Vec::new();
        self.release(&mut pending);
        while let Some(mut expr) = pending.pop() {
            if let Some(symbol) = Arc::get_mut(&mut expr.0) {
                symbol.release(&mut pending);
            }
        }
    }
}

impl Symbol {
    fn release(&mut self, pending: &mut Vec<Expr>) {
        static LEAF: LazyLock<Expr> = LazyLock::new(|| Expr(Arc::new(Symbol::Const(0))));
        let Symbol::Binary(_, lhs, rhs) = self else { return };
        for child in [lhs, rhs] {
            if matches!(*child.0, Symbol::Binary(..)) && Arc::strong_count(&child.0) == 1 {
                pending.push(mem::replace(child, LEAF.clone()));
            }
        }
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Expr(Arc::new(Symbol::Const(value)))
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Self {
        expr.clone()
    }
}

macro_rules! operator {
    ($($op:ident $method:ident $node:ident),*) => {$(
        impl<T: Into<Expr>> ops::$op<T> for Expr {
            type Output = Expr;
            fn $method(self, rhs: T) -> Expr {
                Expr::binary(BinaryOp::$node, self, rhs.into())
            }
        }
        impl<T: Into<Expr>> ops::$op<T> for &Expr {
            type Output = Expr;
            fn $method(self, rhs: T) -> Expr {
                Expr::binary(BinaryOp::$node, self.clone(), rhs.into())
            }
        }
        impl ops::$op<Expr> for i64 {
            type Output = Expr;
            fn $method(self, rhs: Expr) -> Expr {
                Expr::binary(BinaryOp::$node, self.into(), rhs)
            }
        }
        impl ops::$op<&Expr> for i64 {
            type Output = Expr;
            fn $method(self, rhs: &Expr) -> Expr {
                Expr::binary(BinaryOp::$node, self.into(), rhs.clone())
            }
        }
    )*};
}

operator!(Add add Add, Sub sub Sub, Mul mul Mul, Div div FloorDiv, Rem rem Mod,
          BitXor bitxor Xor, BitAnd bitand And, Shl shl Shl, Shr shr Shr);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_build_the_checked_arithmetic() {
        let (x, y) = (Expr::coord(0), Expr::coord(1));
        let cases = [
            (&x + &y, 4),
            (&x - 10, -13),
            (2 * &x, -6),
            (&x / 2, -2),
            (&x % 2, 1),
            (&x ^ &y, -3 ^ 7),
            (&x & 6i64, -3 & 6),
            (&y << 2, 28),
            (&x >> 60, 15),
        ];
        for (expr, value) in cases {
            assert_eq!(expr.eval(&[-3, 7]), Ok(value), "{expr:?}");
        }
    }

    #[test]
    fn a_million_deep_expression_is_evaluated_and_freed() {
        let deep = (0..1_000_000).fold(Expr::coord(0), |sum, _| sum + 1);
        assert_eq!(deep.eval(&[5]), Ok(1_000_005));
    }
}
