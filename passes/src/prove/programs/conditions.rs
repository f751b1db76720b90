//! Boolean values of a program as expressions that are 1 or 0.
//!
//! ```text
//! %a = arith.cmpi sle, %c0, %i         0 le i
//! %b = arith.cmpi slt, %i, %n          i lt n
//! %c = arith.andi %a, %b               0 le i and i lt n
//! %d = arith.andi %c, %c               the same
//! %p                                   not 0: what the function is given is an axis
//! ```
//!
//! Each is read once, however many others are made of it: forty doublings are not 2^40 readings.

use melior::ir::ValueLike;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use tileir::{BinaryOp, Inst};

use super::leaves::is_given;
use super::scope::Scope;
use super::values::constant;
use crate::builder::{Val, key, name_of};
use crate::symbols::defining_op;

impl<'c> Scope<'c> {
    /// Whether a boolean value holds: 1 or 0. `None` where it is made of what cannot be read.
    pub fn condition(&mut self, value: Val<'c>) -> Option<u32> {
        if let Some(&known) = self.conditions.get(&key(value)) {
            return known;
        }
        let holds = self.deeper(value, |scope| scope.read_condition(value));
        self.conditions.insert(key(value), holds);
        holds
    }

    fn read_condition(&mut self, value: Val<'c>) -> Option<u32> {
        if self.bits(value.r#type()) != Some(1) {
            return None;
        }
        if is_given(value) {
            let (place, zero) = (self.place_of(value), self.linear.constant(0));
            return Some(self.binary(BinaryOp::Ne, place, zero));
        }
        let op = defining_op(value)?;
        let sides = || Some([op.operand(0).ok()?, op.operand(1).ok()?]);
        match name_of(op).as_str() {
            "arith.constant" => {
                let number = constant(op)?;
                Some(self.linear.constant(i64::from(number != 0)))
            }
            "arith.andi" => {
                let [lhs, rhs] = sides()?;
                let (lhs, rhs) = (self.condition(lhs)?, self.condition(rhs)?);
                Some(self.both(lhs, rhs))
            }
            "arith.xori" | "arith.ori" => {
                let [lhs, rhs] = sides()?;
                let exclusive = name_of(op) == "arith.xori";
                let (lhs, rhs) = (self.condition(lhs)?, self.condition(rhs)?);
                let zero = self.linear.constant(0);
                if lhs == rhs {
                    return Some(if exclusive { zero } else { lhs });
                }
                if exclusive {
                    return Some(match (self.linear.inst(lhs), self.linear.inst(rhs)) {
                        (_, Inst::Const(1)) => self.not(lhs),
                        (Inst::Const(1), _) => self.not(rhs),
                        _ => self.binary(BinaryOp::Ne, lhs, rhs),
                    });
                }
                let sum = self.binary(BinaryOp::Add, lhs, rhs);
                Some(self.binary(BinaryOp::Ne, sum, zero))
            }
            "arith.select" => {
                let [holds, then, other] = [0, 1, 2].map(|k| op.operand(k).ok());
                let holds = self.condition(holds?)?;
                let (then, other) = (self.condition(then?)?, self.condition(other?)?);
                self.select(holds, then, other)
            }
            "arith.cmpi" => {
                let [lhs, rhs] = sides()?;
                let bits = self.bits(lhs.r#type())?;
                let predicate = IntegerAttribute::try_from(op.attribute("predicate").ok()?).ok()?;
                let (x, y) = (self.place_of(lhs), self.place_of(rhs));
                match predicate.value() {
                    0 => Some(self.binary(BinaryOp::Eq, x, y)),
                    1 => Some(self.binary(BinaryOp::Ne, x, y)),
                    2 => Some(self.binary(BinaryOp::Lt, x, y)),
                    3 => Some(self.binary(BinaryOp::Le, x, y)),
                    4 => Some(self.binary(BinaryOp::Lt, y, x)),
                    5 => Some(self.binary(BinaryOp::Le, y, x)),
                    6 => self.below_unsigned(BinaryOp::Lt, x, y, bits),
                    7 => self.below_unsigned(BinaryOp::Le, x, y, bits),
                    8 => self.below_unsigned(BinaryOp::Lt, y, x, bits),
                    9 => self.below_unsigned(BinaryOp::Le, y, x, bits),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether `x` is below `y`, read as unsigned integers: where `y` is not negative, whether `x`
    /// is in `0..y`.
    fn below_unsigned(&mut self, op: BinaryOp, x: u32, y: u32, bits: u32) -> Option<u32> {
        if self.linear.interval(y).lo >= 0 && self.linear.interval(x).lo < 0 {
            let zero = self.linear.constant(0);
            let (from, to) = (self.binary(BinaryOp::Le, zero, x), self.binary(op, x, y));
            return Some(self.both(from, to));
        }
        let (x, y) = (self.unsigned(x, bits)?, self.unsigned(y, bits)?);
        Some(self.binary(op, x, y))
    }
}
