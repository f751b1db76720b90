//! `affine.delinearize_index` and `affine.linearize_index`: a number by its digits.
//!
//! ```text
//! delinearize 37 into (3, 4, 5)        1, 3, 2        37 = (1 * 4 + 3) * 5 + 2
//! ```
//!
//! The first digit is what is left over, whatever bound there is for it.

use melior::ir::operation::{OperationLike, OperationResult};
use tileir::BinaryOp;

use super::attributes::{list, segments};
use super::scope::Scope;
use super::values::operands;
use crate::builder::{Op, Val};

impl<'c> Scope<'c> {
    /// One result of a number's digits.
    pub(super) fn digit(&mut self, op: Op<'c>, value: Val<'c>) -> Option<u32> {
        let wanted = OperationResult::try_from(value).ok()?.result_number();
        let operands = operands(op);
        let (&number, dynamic) = operands.split_first()?;
        let mut rest = self.place_of(number);
        let basis = self.mixed(&list(op, "static_basis")?, dynamic)?;
        let count = op.results().count();
        // The bound of the first digit, where it is given, divides nothing.
        let inner = basis.get(basis.len().checked_sub(count.checked_sub(1)?)?..)?;
        for (position, &base) in inner.iter().enumerate().rev() {
            if self.linear.interval(base).lo < 1 {
                return None;
            }
            if position + 1 == wanted {
                return Some(self.binary(BinaryOp::Mod, rest, base));
            }
            rest = self.binary(BinaryOp::FloorDiv, rest, base);
        }
        (wanted == 0).then_some(rest)
    }

    /// The number that has digits.
    pub(super) fn number_of_digits(&mut self, op: Op<'c>) -> Option<u32> {
        let groups = segments(op)?;
        let [digits, dynamic] = groups.as_slice() else { return None };
        let basis = self.mixed(&list(op, "static_basis")?, dynamic)?;
        let inner = basis.get(basis.len().checked_sub(digits.len().checked_sub(1)?)?..)?;
        let (&first, rest) = digits.split_first()?;
        let mut number = self.place_of(first);
        for (&digit, &base) in rest.iter().zip(inner) {
            let digit = self.place_of(digit);
            let raised = self.binary(BinaryOp::Mul, number, base);
            number = self.binary(BinaryOp::Add, raised, digit);
        }
        self.exact(number, self.index_bits)
    }
}
