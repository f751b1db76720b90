//! [`Lanes`]: what a value is in each thread of the block.
//!
//! ```text
//! %t = gpu.thread_id x              0, 1, 2, 3, …
//! %a = arith.muli %t, 4             0, 4, 8, 12, …
//! %b = arith.addi %a, %n            %n + 0, %n + 4, %n + 8, …       %n is not known
//! ```
//!
//! Integers wrap at their width. A distance from a value that is not known is one of integers that
//! do not: the lowering computes in 32 bits only where that is proved.

use std::collections::HashMap;
use std::rc::Rc;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

use crate::access::operand;
use crate::builder::{Op, Val, bit_width, key, name_of};

/// A value in each thread: a number, or the distance from a value that is not known.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The key of the value that it is a distance from.
    pub base: Option<usize>,
    /// By thread.
    pub distances: Rc<Vec<i64>>,
}

impl Value {
    /// The number in each thread, if it is known.
    pub fn known(&self) -> Option<&[i64]> {
        self.base.is_none().then_some(&self.distances)
    }
}

/// The integers of one thread's program, as far as they have been seen.
pub(super) struct Lanes {
    threads: usize,
    seen: HashMap<usize, Value>,
}

impl Lanes {
    /// A block of so many threads.
    pub fn new(threads: usize) -> Self {
        Lanes { threads, seen: HashMap::new() }
    }

    /// What a value is.
    pub fn of(&self, value: Val<'_>) -> Value {
        self.seen.get(&key(value)).cloned().unwrap_or_else(|| self.unknown(key(value)))
    }

    fn unknown(&self, base: usize) -> Value {
        Value { base: Some(base), distances: Rc::new(vec![0; self.threads]) }
    }

    /// An address that nothing is known of.
    pub fn anywhere(&self, op: Op<'_>) -> Value {
        self.unknown(op.to_raw().ptr as usize)
    }

    /// Reads an operation whose operands have been seen.
    pub fn see(&mut self, op: Op<'_>) {
        let Ok(result) = op.result(0) else { return };
        let result: Val<'_> = result.into();
        let integer = result.r#type().is_integer() || result.r#type().is_index();
        if !integer || op.result_count() != 1 {
            return;
        }
        if let Some(value) = self.value(op, bit_width(result.r#type())) {
            self.seen.insert(key(result), value);
        }
    }

    fn value(&self, op: Op<'_>, bits: u32) -> Option<Value> {
        let name = name_of(op);
        let number = |distances: Vec<i64>| Value { base: None, distances: Rc::new(distances) };
        match name.as_str() {
            "gpu.thread_id" => {
                let x = op.attribute("dimension").ok()?.to_string() == "#gpu<dim x>";
                let last = i64::try_from(self.threads).ok()?;
                Some(number(if x { (0..last).collect() } else { vec![0; self.threads] }))
            }
            "arith.constant" => {
                let value = IntegerAttribute::try_from(op.attribute("value").ok()?).ok()?;
                Some(number(vec![wrapped(value.value(), bits); self.threads]))
            }
            _ if !name.starts_with("arith.") => None,
            name => {
                let count = op.operand_count();
                let operands: Vec<Value> = (0..count)
                    .map(|n| Some(self.of(operand(op, n).ok()?)))
                    .collect::<Option<_>>()?;
                if operands.iter().all(|operand| operand.base.is_none()) {
                    let from = bit_width(operand(op, 0).ok()?.r#type());
                    let of_thread = |thread: usize| {
                        let at: Vec<i64> = operands.iter().map(|o| o.distances[thread]).collect();
                        compute(op, name, &at, from).map(|value| wrapped(value, bits))
                    };
                    let values: Option<Vec<i64>> = (0..self.threads).map(of_thread).collect();
                    return values.map(number);
                }
                moved(name, &operands)
            }
        }
    }
}

/// What stays at a known distance from a value that is not known.
fn moved(name: &str, operands: &[Value]) -> Option<Value> {
    let shifted = |value: &Value, by: &Value, sign: i64| {
        let pairs = value.distances.iter().zip(by.distances.iter());
        let distances = pairs.map(|(own, by)| own.checked_add(by.checked_mul(sign)?));
        let distances = distances.collect::<Option<Vec<i64>>>()?;
        Some(Value { base: value.base, distances: Rc::new(distances) })
    };
    match (name, operands) {
        ("arith.addi", [a, b]) if b.base.is_none() => shifted(a, b, 1),
        ("arith.addi", [a, b]) if a.base.is_none() => shifted(b, a, 1),
        ("arith.subi", [a, b]) if b.base.is_none() => shifted(a, b, -1),
        ("arith.index_cast" | "arith.extsi", [a]) => Some(a.clone()),
        _ => None,
    }
}

/// The low bits of a number, as a signed one; a truth value as 0 or 1.
fn wrapped(value: i64, bits: u32) -> i64 {
    match bits {
        1 => value & 1,
        64.. => value,
        bits => value << (64 - bits) >> (64 - bits),
    }
}

fn unsigned(value: i64, bits: u32) -> u64 {
    if bits >= 64 { value as u64 } else { value as u64 & ((1 << bits) - 1) }
}

/// An operation of numbers with so many bits, before it wraps; `None` if it has no value, or is
/// none that addresses are made of.
fn compute(op: Op<'_>, name: &str, operands: &[i64], bits: u32) -> Option<i64> {
    let low = |value: i64| unsigned(value, bits);
    let amount = |value: i64| u32::try_from(value).ok().filter(|&amount| amount < bits);
    Some(match (name, operands) {
        ("arith.index_cast" | "arith.extsi" | "arith.trunci", &[a]) => a,
        ("arith.index_castui" | "arith.extui", &[a]) => low(a) as i64,
        ("arith.addi", &[a, b]) => a.wrapping_add(b),
        ("arith.subi", &[a, b]) => a.wrapping_sub(b),
        ("arith.muli", &[a, b]) => a.wrapping_mul(b),
        ("arith.andi", &[a, b]) => a & b,
        ("arith.ori", &[a, b]) => a | b,
        ("arith.xori", &[a, b]) => a ^ b,
        ("arith.shli", &[a, b]) => a.wrapping_shl(amount(b)?),
        ("arith.shrui", &[a, b]) => (low(a) >> amount(b)?) as i64,
        ("arith.shrsi", &[a, b]) => a >> amount(b)?,
        ("arith.divsi", &[a, b]) => a.checked_div(b)?,
        ("arith.remsi", &[a, b]) => a.checked_rem(b)?,
        ("arith.divui", &[a, b]) => low(a).checked_div(low(b))? as i64,
        ("arith.remui", &[a, b]) => low(a).checked_rem(low(b))? as i64,
        ("arith.minsi", &[a, b]) => a.min(b),
        ("arith.maxsi", &[a, b]) => a.max(b),
        ("arith.minui", &[a, b]) => low(a).min(low(b)) as i64,
        ("arith.maxui", &[a, b]) => low(a).max(low(b)) as i64,
        ("arith.select", &[condition, a, b]) => {
            if condition != 0 {
                a
            } else {
                b
            }
        }
        ("arith.cmpi", &[a, b]) => {
            let predicate = IntegerAttribute::try_from(op.attribute("predicate").ok()?).ok()?;
            let (x, y) = (low(a), low(b));
            i64::from(match predicate.value() {
                0 => a == b,
                1 => a != b,
                2 => a < b,
                3 => a <= b,
                4 => a > b,
                5 => a >= b,
                6 => x < y,
                7 => x <= y,
                8 => x > y,
                9 => x >= y,
                _ => return None,
            })
        }
        _ => return None,
    })
}
