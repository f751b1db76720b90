//! [`Scope`]: where an access is executed, and the integers that it is computed from.
//!
//! What an access depends on becomes axes of one set, its *domain*: how often each loop around it
//! has run, which thread runs it, and every number of which nothing but its type is known.
//!
//! ```text
//! func @f(%n: index) {                       axes: n_high : 4, n_low : 2^62     any 64 bits
//!   affine.for %i = 0 to %n step 4 {               i : 2^61 where 4*i lt n
//!     affine.for %j = 0 to 4 {                     j : 4
//!       affine.load %a[%i + %j] …            4*i + j
//! ```
//!
//! **Wrapping.** Integers of a program wrap, those of the algebra do not. So each operation is
//! [fitted](Scope::fit) to its type: it is exact where it is proved not to leave the type, else
//! it is reduced to it, which up to 62 bits is arithmetic, too. What is left is a number of which
//! nothing is known.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tileir::expr::Interval;
use tileir::proof::Linear;
use tileir::{BinaryOp, Inst};

use super::ids::Threads;
use super::unknowns::Symbol;
use crate::builder::Op;

/// What is read of a program on the way to one access.
pub struct Scope<'c> {
    /// Every integer, over the axes.
    pub linear: Linear,
    /// What must hold where the access is executed.
    pub holds: Vec<u32>,
    /// What the axes stand for.
    pub symbols: Vec<Symbol<'c>>,
    /// What else decides whether the access is executed.
    pub doubt: Option<Op<'c>>,
    /// Whether that may depend on the same numbers as the access.
    pub guarded: bool,
    /// The bits of an `index`.
    pub index_bits: u32,
    /// The lanes of a subgroup.
    pub subgroup: i64,
    /// How threads are numbered.
    pub threads: Threads,
    /// The kernel in which the access stands.
    pub(super) kernel: Option<Op<'c>>,
    /// The axis of the lanes, where [threads](Threads::ByLane) have one and it is used.
    pub lane: Option<usize>,
    /// The places of values, and of what has no value of its own.
    pub(super) known: HashMap<Known, u32>,
    /// The values that others are computed from.
    pub(super) leaves: HashSet<usize>,
    /// What was computed since [`Scope::begin`].
    pub computed: Vec<u32>,
    /// Which of that the program itself computes.
    pub values: Vec<u32>,
    /// What was computed before, and used since.
    pub used: Vec<u32>,
    /// The values computed by operations that are not read, and the operation.
    pub(super) unread: HashMap<usize, String>,
    /// One of these that was used since [`Scope::begin`].
    pub missed: Option<String>,
    /// The places of conditions, `None` for one that cannot be read.
    pub(super) conditions: HashMap<usize, Option<u32>>,
    /// The axes of the element of a tile whose values are read; no other value of a tile is.
    pub(super) element: Vec<u32>,
    pub(super) element_axes: Range<usize>,
    /// What gives a tile that is not read: each of its elements is a number of its own.
    pub(super) each_its_own: Option<String>,
    pub(super) depth: usize,
    /// How many loops were entered.
    pub(super) loops: usize,
    names: Vec<String>,
    /// All names of axes and symbols.
    taken: HashSet<String>,
    /// How many names were made of each.
    copies: HashMap<String, usize>,
}

/// What a place is known of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// A value.
    Value(usize),
    /// The extent of an axis of a memref.
    Extent(usize, usize),
    /// An identifier of a kernel's thread, its name and dimension.
    Id(usize, &'static str, usize),
}

impl<'c> Scope<'c> {
    /// Nothing read yet.
    pub fn new(index_bits: u32, subgroup: i64, threads: Threads) -> Self {
        Scope {
            linear: Linear::default(),
            holds: Vec::new(),
            symbols: Vec::new(),
            doubt: None,
            guarded: false,
            index_bits,
            subgroup: subgroup.max(1),
            threads,
            kernel: None,
            lane: None,
            known: HashMap::new(),
            leaves: HashSet::new(),
            computed: Vec::new(),
            values: Vec::new(),
            used: Vec::new(),
            unread: HashMap::new(),
            missed: None,
            conditions: HashMap::new(),
            element: Vec::new(),
            element_axes: 0..0,
            each_its_own: None,
            depth: 0,
            loops: 0,
            names: Vec::new(),
            taken: HashSet::new(),
            copies: HashMap::new(),
        }
    }

    /// The names of the axes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// From now on, `place` is not 0.
    pub fn assume(&mut self, place: u32) {
        if !matches!(self.linear.inst(place), Inst::Const(value) if value != 0) {
            self.linear.assume(place);
            self.holds.push(place);
        }
    }

    /// From now on, one place is below another; nothing new where that is so anyhow.
    pub fn assume_below(&mut self, lhs: u32, rhs: u32) {
        let rest = self.linear.binary(BinaryOp::Sub, rhs, lhs);
        if !self.linear.safe(rest) || self.linear.interval(rest).lo < 1 {
            let below = self.linear.binary(BinaryOp::Lt, lhs, rhs);
            self.assume(below);
        }
    }

    /// One more axis; the place of its coordinate.
    pub fn axis(&mut self, name: &str, extent: i64) -> u32 {
        let name = self.unused(name);
        self.taken.insert(name.clone());
        self.names.push(name);
        self.linear.axis(extent)
    }

    /// From now on, a tile of this shape is read as one of its elements, whichever it is: `p0`, `p1`,
    /// … are its place.
    pub fn enter_element(&mut self, shape: &[i64]) {
        let first = self.names.len();
        let axes = shape.iter().enumerate();
        self.element = axes.map(|(k, &extent)| self.axis(&format!("p{k}"), extent)).collect();
        self.element_axes = first..self.names.len();
    }

    /// The name, or one made of it where there is one such already.
    pub(super) fn unused(&mut self, name: &str) -> String {
        let mut unused = name.to_owned();
        while self.taken.contains(&unused) {
            let number = self.copies.entry(name.to_owned()).or_insert(1);
            *number += 1;
            unused = format!("{name}_{number}");
        }
        unused
    }

    /// One more symbol; its place.
    pub(super) fn symbol(&mut self, symbol: Symbol<'c>) -> u32 {
        let place = symbol.place;
        self.taken.insert(symbol.name.clone());
        self.symbols.push(symbol);
        place
    }

    /// How much is computed so far.
    pub(super) fn mark(&self) -> [usize; 3] {
        [self.computed.len(), self.values.len(), self.used.len()]
    }

    /// Forgets what is computed since a mark, which no value is made of.
    pub(super) fn forget(&mut self, since: [usize; 3]) {
        let [computed, values, used] = since;
        self.computed.truncate(computed);
        self.values.truncate(values);
        self.used.truncate(used);
    }

    /// From now on, keeps what is computed, also where a value has been read before.
    pub fn begin(&mut self) {
        let leaves = &self.leaves;
        self.known.retain(|known, _| match known {
            Known::Value(value) => leaves.contains(value),
            _ => true,
        });
        self.computed.clear();
        self.values.clear();
        self.used.clear();
        self.missed = None;
        self.conditions.clear();
    }

    /// The place of an operation, constants folded.
    pub fn binary(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
        let place = self.folded(op, lhs, rhs);
        self.computed.push(place);
        place
    }

    /// The same, of no interest by itself.
    pub(super) fn folded(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
        match (self.linear.inst(lhs), self.linear.inst(rhs)) {
            (Inst::Const(l), Inst::Const(r)) => {
                if let Ok(value) = op.apply(l, r) {
                    return self.linear.constant(value);
                }
            }
            (Inst::Const(0), _) if op == BinaryOp::Add => return rhs,
            (_, Inst::Const(0)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => return lhs,
            (Inst::Const(1), _) if op == BinaryOp::Mul => return rhs,
            (_, Inst::Const(1)) if matches!(op, BinaryOp::Mul | BinaryOp::FloorDiv) => return lhs,
            _ => {}
        }
        self.linear.binary(op, lhs, rhs)
    }

    /// Whether both of two conditions hold.
    pub fn both(&mut self, lhs: u32, rhs: u32) -> u32 {
        match (self.linear.inst(lhs), self.linear.inst(rhs)) {
            _ if lhs == rhs => lhs,
            (Inst::Const(value), _) if value != 0 => rhs,
            (_, Inst::Const(value)) if value != 0 => lhs,
            _ => self.binary(BinaryOp::And, lhs, rhs),
        }
    }

    /// Whether a condition does not hold.
    pub fn not(&mut self, condition: u32) -> u32 {
        let zero = self.linear.constant(0);
        match self.linear.inst(condition) {
            Inst::Binary(BinaryOp::Lt, lhs, rhs) => self.binary(BinaryOp::Le, rhs, lhs),
            Inst::Binary(BinaryOp::Le, lhs, rhs) => self.binary(BinaryOp::Lt, rhs, lhs),
            Inst::Binary(BinaryOp::Eq, lhs, rhs) => self.binary(BinaryOp::Ne, lhs, rhs),
            Inst::Binary(BinaryOp::Ne, lhs, rhs) => self.binary(BinaryOp::Eq, lhs, rhs),
            _ => self.binary(BinaryOp::Eq, condition, zero),
        }
    }

    /// `value` where a condition holds, `other` elsewhere. `None` where their difference may
    /// leave 64 bits.
    pub fn select(&mut self, condition: u32, value: u32, other: u32) -> Option<u32> {
        if let Inst::Const(condition) = self.linear.inst(condition) {
            return Some(if condition != 0 { value } else { other });
        }
        let by = self.binary(BinaryOp::Sub, value, other);
        let chosen = self.binary(BinaryOp::Mul, condition, by);
        let result = self.binary(BinaryOp::Add, other, chosen);
        self.linear.safe(result).then_some(result)
    }

    /// The lesser of two numbers, or the greater.
    pub fn extreme(&mut self, lhs: u32, rhs: u32, least: bool) -> Option<u32> {
        let (left, right) = (self.linear.interval(lhs), self.linear.interval(rhs));
        if left.hi <= right.lo || right.hi <= left.lo {
            return Some(if (left.hi <= right.lo) == least { lhs } else { rhs });
        }
        let less = self.binary(BinaryOp::Lt, lhs, rhs);
        let (then, other) = if least { (lhs, rhs) } else { (rhs, lhs) };
        self.select(less, then, other)
    }

    /// The place, where it always has a value of so many bits.
    pub fn exact(&mut self, place: u32, bits: u32) -> Option<u32> {
        let fits = self.linear.interval(place).within(Interval::signed(bits));
        (self.linear.safe(place) && fits).then_some(place)
    }

    /// The value of an operation in signed integers of so many bits; see the source file's header.
    /// `None` where nothing is known of it.
    pub fn fit(&mut self, place: u32, bits: u32) -> Option<u32> {
        if !self.linear.safe(place) {
            return None;
        }
        if self.linear.interval(place).within(Interval::signed(bits)) {
            return Some(place);
        }
        if bits > WRAPPED {
            return None;
        }
        let (whole, half) =
            (self.linear.constant(1 << bits), self.linear.constant(1 << (bits - 1)));
        let raised = self.binary(BinaryOp::Add, place, half);
        if self.linear.safe(raised) {
            let rest = self.binary(BinaryOp::Mod, raised, whole);
            return Some(self.binary(BinaryOp::Sub, rest, half));
        }
        let rest = self.binary(BinaryOp::Mod, place, whole);
        let upper = self.binary(BinaryOp::Le, half, rest);
        let by = self.binary(BinaryOp::Mul, upper, whole);
        Some(self.binary(BinaryOp::Sub, rest, by))
    }

    /// The same bits read as an unsigned integer, if 64 bits hold it.
    pub fn unsigned(&mut self, place: u32, bits: u32) -> Option<u32> {
        if self.linear.interval(place).lo >= 0 {
            return Some(place);
        }
        let whole = (bits <= WRAPPED).then(|| self.linear.constant(1 << bits))?;
        Some(self.binary(BinaryOp::Mod, place, whole))
    }
}

/// Integers of more bits are not reduced by arithmetic.
pub(super) const WRAPPED: u32 = 62;
