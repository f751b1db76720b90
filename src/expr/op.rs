//! The binary operations and their checked arithmetic.

use crate::error::EvalError;

/// A binary operation on 64-bit integers; the table is in [`crate::expr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded to minus infinity.
    FloorDiv,
    /// What floor division leaves; it has the divisor's sign.
    Mod,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise and.
    And,
    /// Shift to higher bits; what leaves the top is lost.
    Shl,
    /// Logical shift to lower bits: zeros enter at the top.
    Shr,
    /// 1 where both are equal, else 0.
    Eq,
    /// 1 where they differ, else 0.
    Ne,
    /// 1 where the left is less, else 0.
    Lt,
    /// 1 where the left is not greater, else 0.
    Le,
}

impl BinaryOp {
    /// Every operation, in the order of their codes.
    pub const ALL: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::FloorDiv,
        BinaryOp::Mod,
        BinaryOp::Xor,
        BinaryOp::And,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
    ];

    /// Whether its operands may change places.
    pub fn commutes(self) -> bool {
        matches!(
            self,
            BinaryOp::Add
                | BinaryOp::Mul
                | BinaryOp::Xor
                | BinaryOp::And
                | BinaryOp::Eq
                | BinaryOp::Ne
        )
    }

    /// Its symbol in the text form.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::FloorDiv => "floordiv",
            BinaryOp::Mod => "mod",
            BinaryOp::Xor => "xor",
            BinaryOp::And => "and",
            BinaryOp::Shl => "shl",
            BinaryOp::Shr => "shr",
            BinaryOp::Eq => "eq",
            BinaryOp::Ne => "ne",
            BinaryOp::Lt => "lt",
            BinaryOp::Le => "le",
        }
    }

    /// How tightly it binds: higher is tighter. All associate to the left.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::Xor => 1,
            BinaryOp::And => 2,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => 3,
            BinaryOp::Shl | BinaryOp::Shr => 4,
            BinaryOp::Add | BinaryOp::Sub => 5,
            BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::Mod => 6,
        }
    }

    /// Whether it compares: its value is 0 or 1.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le)
    }

    /// The value at two operands.
    ///
    /// # Errors
    /// Where the operation is undefined; see [`crate::expr`].
    pub fn apply(self, lhs: i64, rhs: i64) -> Result<i64, EvalError> {
        let operation = self.symbol();
        let overflow = EvalError::Overflow { operation, lhs, rhs };
        match self {
            BinaryOp::Add => lhs.checked_add(rhs).ok_or(overflow),
            BinaryOp::Sub => lhs.checked_sub(rhs).ok_or(overflow),
            BinaryOp::Mul => lhs.checked_mul(rhs).ok_or(overflow),
            BinaryOp::FloorDiv | BinaryOp::Mod if rhs == 0 => {
                Err(EvalError::DivisionByZero { operation, lhs })
            }
            BinaryOp::FloorDiv => {
                let quotient = lhs.checked_div(rhs).ok_or(overflow)?;
                Ok(if lhs % rhs != 0 && (lhs < 0) != (rhs < 0) { quotient - 1 } else { quotient })
            }
            BinaryOp::Mod => {
                let remainder = lhs.checked_rem(rhs).ok_or(overflow)?;
                let other_sign = remainder != 0 && (remainder < 0) != (rhs < 0);
                Ok(if other_sign { remainder + rhs } else { remainder })
            }
            BinaryOp::Xor => Ok(lhs ^ rhs),
            BinaryOp::And => Ok(lhs & rhs),
            BinaryOp::Shl => shift_amount(rhs).map(|amount| ((lhs as u64) << amount) as i64),
            BinaryOp::Shr => shift_amount(rhs).map(|amount| ((lhs as u64) >> amount) as i64),
            BinaryOp::Eq => Ok((lhs == rhs).into()),
            BinaryOp::Ne => Ok((lhs != rhs).into()),
            BinaryOp::Lt => Ok((lhs < rhs).into()),
            BinaryOp::Le => Ok((lhs <= rhs).into()),
        }
    }
}

fn shift_amount(amount: i64) -> Result<u32, EvalError> {
    match u32::try_from(amount) {
        Ok(amount) if amount < 64 => Ok(amount),
        _ => Err(EvalError::Shift { amount }),
    }
}
