//! [`Lanes`]: what a value is in each thread of the block.
//!
//! ```text
//! %t = gpu.thread_id x              0, 1, 2, 3, …
//! %a = arith.muli %t, 4             0, 4, 8, 12, …
//! %b = arith.addi %a, %n            %n + 0, %n + 4, %n + 8, …       %n is not known
//! %c = arith.muli %b, 2             2 %n + 0, 2 %n + 8, …
//! ```
//!
//! Integers wrap at their width. Of less than 32 bits no distance from a value that is not known is
//! kept: of wider ones it is right but for multiples of 2^32, which no memory has.
//!
//! What is not known to be one value for all threads may differ from thread to thread.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};

use crate::access::operand;
use crate::builder::{Op, Val, bit_width, is_one_of, key, name_of};
use crate::symbols::defining_op;

/// A value that is not known, by its key, and how often it is taken.
pub(super) type Base = (usize, i64);

/// A value in each thread: a number, or the distance from a multiple of a value that is not known.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// What it is a distance from.
    pub base: Option<Base>,
    /// By thread.
    pub distances: Rc<Vec<i64>>,
}

impl Value {
    /// A number in each thread.
    pub fn number(distances: Vec<i64>) -> Value {
        Value { base: None, distances: Rc::new(distances) }
    }

    /// The number in each thread, if it is known.
    pub fn known(&self) -> Option<&[i64]> {
        self.base.is_none().then_some(&self.distances)
    }
}

/// The integers of one thread's program, as far as they have been seen.
pub(super) struct Lanes {
    threads: usize,
    /// Those of a block.
    block: usize,
    seen: HashMap<usize, Value>,
    /// The keys of values that may differ from thread to thread.
    varying: HashSet<usize>,
    /// The keys of memories of which all threads load the same from one place.
    common: HashSet<usize>,
}

/// Operations that give one value to all threads of the cluster.
const SAME: &[&str] = &[
    "gpu.block_dim",
    "gpu.grid_dim",
    "gpu.cluster_id",
    "gpu.cluster_dim",
    "gpu.cluster_dim_blocks",
    "gpu.subgroup_size",
    "gpu.num_subgroups",
    "memref.dim",
];

/// Dialects whose operations compute the same from the same, where they have no regions.
const COMPUTES: &[&str] = &["arith", "math", "index", "complex"];

/// Operations of other dialects that do so.
const COMPUTE: &[&str] = &[
    "affine.apply",
    "affine.max",
    "affine.min",
    "builtin.unrealized_conversion_cast",
    "vector.broadcast",
    "vector.extract",
    "vector.from_elements",
    "vector.insert",
    "vector.shape_cast",
    "vector.to_elements",
];

impl Lanes {
    /// So many threads, in blocks of so many.
    pub fn new(threads: usize, block: usize, common: HashSet<usize>) -> Self {
        let block = block.max(1);
        Lanes { threads, block, seen: HashMap::new(), varying: HashSet::new(), common }
    }

    /// The number of each thread's block.
    pub fn blocks(&self) -> impl Iterator<Item = i64> {
        (0..self.threads).map(|thread| (thread / self.block) as i64)
    }

    /// What a value is.
    pub fn of(&self, value: Val<'_>) -> Value {
        self.seen.get(&key(value)).cloned().unwrap_or_else(|| self.unknown(key(value)))
    }

    /// Where an access is: of a distance from a value that differs from thread to thread nothing
    /// is known.
    pub fn address(&self, value: Val<'_>, op: Op<'_>) -> Value {
        let address = self.of(value);
        match address.base.is_some_and(|(base, _)| self.varying.contains(&base)) {
            true => self.anywhere(op),
            false => address,
        }
    }

    fn unknown(&self, base: usize) -> Value {
        Value { base: Some((base, 1)), distances: Rc::new(vec![0; self.threads]) }
    }

    /// An address that nothing is known of.
    pub fn anywhere(&self, op: Op<'_>) -> Value {
        self.unknown(op.to_raw().ptr as usize)
    }

    /// Whether a value may differ from thread to thread.
    pub fn varies(&self, value: Val<'_>) -> bool {
        match self.seen.get(&key(value)).and_then(Value::known) {
            Some(known) => known.windows(2).any(|pair| pair[0] != pair[1]),
            None => self.varying.contains(&key(value)),
        }
    }

    /// How many values do.
    pub fn varying(&self) -> usize {
        self.varying.len()
    }

    /// In which threads a condition may hold: of a conjunction, where each part that is known does.
    pub fn may_hold(&self, condition: Val<'_>) -> Vec<bool> {
        if let Some(known) = self.of(condition).known() {
            return known.iter().map(|&value| value != 0).collect();
        }
        let parts = defining_op(condition).filter(|op| name_of(*op) == "arith.andi");
        let parts = parts.and_then(|op| Some((operand(op, 0).ok()?, operand(op, 1).ok()?)));
        match parts {
            Some((a, b)) => {
                let (a, b) = (self.may_hold(a), self.may_hold(b));
                a.into_iter().zip(b).map(|(a, b)| a && b).collect()
            }
            None => vec![true; self.threads],
        }
    }

    /// A value may differ from thread to thread.
    pub fn vary(&mut self, value: Val<'_>) {
        self.varying.insert(key(value));
    }

    /// Whether an operation is known to give one value to all threads.
    fn is_same(&self, op: Op<'_>) -> bool {
        let name = name_of(op);
        if SAME.contains(&name.as_str()) || name == "gpu.block_id" && self.threads == self.block {
            return true;
        }
        let dialect = name.split('.').next().unwrap_or_default();
        let computes = COMPUTES.contains(&dialect) || COMPUTE.contains(&name.as_str());
        let from_common = matches!(name.as_str(), "memref.load" | "vector.load")
            && operand(op, 0).is_ok_and(|memory| self.common.contains(&key(memory)));
        (computes || from_common)
            && op.region_count() == 0
            && !op.operands().any(|own| self.varies(own))
    }

    /// Reads an operation whose operands have been seen; not what `scf.if` and `scf.for` give.
    pub fn see(&mut self, op: Op<'_>) {
        if is_one_of(op, &["scf.if", "scf.for"]) {
            return;
        }
        if !self.is_same(op) {
            for result in op.results() {
                self.vary(result.into());
            }
        }
        // Asking for a result that there is not would print the operation.
        if op.result_count() != 1 {
            return;
        }
        let Ok(result) = op.result(0) else { return };
        let result: Val<'_> = result.into();
        if !result.r#type().is_integer() && !result.r#type().is_index() {
            return;
        }
        if let Some(value) = self.value(op, bit_width(result.r#type())) {
            self.seen.insert(key(result), value);
        }
    }

    fn value(&self, op: Op<'_>, bits: u32) -> Option<Value> {
        let name = name_of(op);
        let number = Value::number;
        match name.as_str() {
            "gpu.thread_id" | "gpu.cluster_block_id" => {
                let x = op.attribute("dimension").ok()?.to_string() == "#gpu<dim x>";
                let (threads, block) = (0..self.threads, self.block);
                let of = |thread: usize| match name.as_str() {
                    _ if !x => 0,
                    "gpu.thread_id" => (thread % block) as i64,
                    _ => (thread / block) as i64,
                };
                Some(number(threads.map(of).collect()))
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
                if operands.iter().any(|operand| operand.base.is_some()) {
                    return moved(name, &operands).filter(|_| bits >= KEEPS_DISTANCES);
                }
                let from = bit_width(operand(op, 0).ok()?.r#type());
                // A truth value is 1 here, and as a signed integer -1.
                let signs: Vec<i64> = op.operands().map(|own| sign(own.r#type())).collect();
                let at = |place: usize, thread: usize| {
                    operands.get(place).map_or(0, |own| own.distances[thread] * signs[place])
                };
                let compute = operation(op, name, count)?;
                let of_thread = |thread: usize| {
                    let [a, b, c] = [0, 1, 2].map(|place| at(place, thread));
                    compute(a, b, c, from).map(|value| wrapped(value, bits))
                };
                (0..self.threads).map(of_thread).collect::<Option<_>>().map(number)
            }
        }
    }
}

/// Integers of so many bits wrap by more than any memory has.
const KEEPS_DISTANCES: u32 = 32;

fn sign(r#type: Type<'_>) -> i64 {
    if r#type.is_integer() && bit_width(r#type) == 1 { -1 } else { 1 }
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
        ("arith.muli", [a, b]) => scaled(a, b).or_else(|| scaled(b, a)),
        ("arith.index_cast" | "arith.extsi", [a]) => Some(a.clone()),
        _ => None,
    }
}

/// The product with a number that is one for all threads.
fn scaled(value: &Value, by: &Value) -> Option<Value> {
    let (base, times) = value.base?;
    let by = by.known().and_then(|known| {
        let first = *known.first()?;
        known.iter().all(|&own| own == first).then_some(first)
    })?;
    let base = (base, times.checked_mul(by)?);
    let distances = value.distances.iter().map(|own| own.checked_mul(by));
    Some(Value { base: Some(base), distances: Rc::new(distances.collect::<Option<_>>()?) })
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

/// Of up to three operands and the bits that they have, the result before it wraps; `None` if there
/// is no value.
type Compute = fn(i64, i64, i64, u32) -> Option<i64>;

fn amount(value: i64, bits: u32) -> Option<u32> {
    u32::try_from(value).ok().filter(|&amount| amount < bits)
}

/// What an operation computes; `None` if it is none that addresses are made of.
fn operation(op: Op<'_>, name: &str, operands: usize) -> Option<Compute> {
    let compute: Compute = match (name, operands) {
        ("arith.index_cast" | "arith.extsi" | "arith.trunci", 1) => |a, _, _, _| Some(a),
        ("arith.index_castui" | "arith.extui", 1) => |a, _, _, n| Some(unsigned(a, n) as i64),
        ("arith.addi", 2) => |a, b, _, _| Some(a.wrapping_add(b)),
        ("arith.subi", 2) => |a, b, _, _| Some(a.wrapping_sub(b)),
        ("arith.muli", 2) => |a, b, _, _| Some(a.wrapping_mul(b)),
        ("arith.andi", 2) => |a, b, _, _| Some(a & b),
        ("arith.ori", 2) => |a, b, _, _| Some(a | b),
        ("arith.xori", 2) => |a, b, _, _| Some(a ^ b),
        ("arith.shli", 2) => |a, b, _, n| Some(a.wrapping_shl(amount(b, n)?)),
        ("arith.shrui", 2) => |a, b, _, n| Some((unsigned(a, n) >> amount(b, n)?) as i64),
        ("arith.shrsi", 2) => |a, b, _, n| Some(a >> amount(b, n)?),
        ("arith.divsi", 2) => |a, b, _, _| a.checked_div(b),
        ("arith.remsi", 2) => |a, b, _, _| a.checked_rem(b),
        ("arith.divui", 2) => |a, b, _, n| Some(unsigned(a, n).checked_div(unsigned(b, n))? as i64),
        ("arith.remui", 2) => |a, b, _, n| Some(unsigned(a, n).checked_rem(unsigned(b, n))? as i64),
        ("arith.floordivsi", 2) => |a, b, _, _| {
            Some(a.checked_div(b)? - i64::from(a.checked_rem(b)? != 0 && (a < 0) != (b < 0)))
        },
        ("arith.ceildivsi", 2) => |a, b, _, _| {
            Some(a.checked_div(b)? + i64::from(a.checked_rem(b)? != 0 && (a < 0) == (b < 0)))
        },
        ("arith.ceildivui", 2) => |a, b, _, n| {
            Some(
                unsigned(a, n)
                    .checked_next_multiple_of(unsigned(b, n))?
                    .checked_div(unsigned(b, n))? as i64,
            )
        },
        ("arith.minsi", 2) => |a, b, _, _| Some(a.min(b)),
        ("arith.maxsi", 2) => |a, b, _, _| Some(a.max(b)),
        ("arith.select", 3) => |condition, a, b, _| Some(if condition != 0 { a } else { b }),
        ("arith.cmpi", 2) => {
            let predicate = IntegerAttribute::try_from(op.attribute("predicate").ok()?).ok()?;
            match predicate.value() {
                0 => |a, b, _, _| Some(i64::from(a == b)),
                1 => |a, b, _, _| Some(i64::from(a != b)),
                2 => |a, b, _, _| Some(i64::from(a < b)),
                3 => |a, b, _, _| Some(i64::from(a <= b)),
                4 => |a, b, _, _| Some(i64::from(a > b)),
                5 => |a, b, _, _| Some(i64::from(a >= b)),
                6 => |a, b, _, n| Some(i64::from(unsigned(a, n) < unsigned(b, n))),
                7 => |a, b, _, n| Some(i64::from(unsigned(a, n) <= unsigned(b, n))),
                8 => |a, b, _, n| Some(i64::from(unsigned(a, n) > unsigned(b, n))),
                9 => |a, b, _, n| Some(i64::from(unsigned(a, n) >= unsigned(b, n))),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(compute)
}
