//! The rewriter: from one program to the next, and how a sum becomes instructions.

use std::collections::HashMap;

use super::facts::Facts;
use super::sum::Sum;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};

/// How deep rules may call each other.
const MOST_NESTED: usize = 48;

/// Where a value stands among the terms of a sum: by the first coordinate in it, by size, then
/// by what it is. It depends on the value's structure alone, not on when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    coordinate: u32,
    size: u32,
    kind: u8,
    number: i64,
    hash: u64,
}

/// The new program under construction.
#[derive(Default)]
pub(super) struct Rewriter {
    builder: ProgramBuilder,
    pub(super) facts: Vec<Facts>,
    ranks: Vec<Rank>,
    extents: Vec<i64>,
    /// The places that sums have, and the sums that places are.
    places: HashMap<Sum, u32>,
    sums: HashMap<u32, Sum>,
    nested: usize,
}

impl Rewriter {
    /// One pass over `program`.
    pub fn run(program: &Program, extents: &[i64]) -> Program {
        let mut rewriter = Rewriter { extents: extents.to_vec(), ..Rewriter::default() };
        let mut places: Vec<u32> = Vec::with_capacity(program.insts().len());
        for inst in program.insts() {
            let place = match *inst {
                Inst::Const(value) => rewriter.write(Inst::Const(value)),
                Inst::Coord(position) => rewriter.write(Inst::Coord(position)),
                Inst::Binary(op, lhs, rhs) => {
                    rewriter.operation(op, places[lhs as usize], places[rhs as usize])
                }
            };
            let place = match rewriter.facts[place as usize].constant() {
                Some(value) => rewriter.write(Inst::Const(value)),
                None => place,
            };
            places.push(place);
        }
        let outputs: Vec<u32> =
            program.outputs().iter().map(|&output| places[output as usize]).collect();
        rewriter.builder.finish(&outputs)
    }

    /// The place of `lhs op rhs`, rewritten where a rule applies.
    fn operation(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
        let known = Facts::of(op, self.facts[lhs as usize], self.facts[rhs as usize]);
        let (a, b) = (self.sum(lhs), self.sum(rhs));
        self.nested = 0;
        let rewritten = self.rewrite(op, &a, &b).and_then(|sum| self.place(&sum));
        let place = rewritten.unwrap_or_else(|| self.write(Inst::Binary(op, lhs, rhs)));
        let facts = &mut self.facts[place as usize];
        *facts = facts.meet(known);
        place
    }

    fn rewrite(&mut self, op: BinaryOp, a: &Sum, b: &Sum) -> Option<Sum> {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return op.apply(x, y).ok().map(Sum::constant);
        }
        match (op, b.as_constant()) {
            (BinaryOp::Add, _) => self.add(a, 1, b),
            (BinaryOp::Sub, _) => self.add(a, -1, b),
            (BinaryOp::Mul, Some(scale)) => a.times(scale),
            (BinaryOp::Mul, None) => match a.as_constant() {
                Some(scale) => b.times(scale),
                None => self.atom(BinaryOp::Mul, a, b),
            },
            (BinaryOp::FloorDiv, Some(divisor)) if divisor > 0 => self.floor_div(a, divisor),
            (BinaryOp::Mod, Some(divisor)) if divisor > 0 => self.modulo(a, divisor),
            (BinaryOp::FloorDiv | BinaryOp::Mod, _) => self.by_unknown(op, a, b),
            (BinaryOp::Xor, _) => self.xor(a, b),
            (BinaryOp::And, _) => self.and(a, b),
            (BinaryOp::Shl, Some(amount)) => self.shift_left(a, amount),
            (BinaryOp::Shr, Some(amount)) => self.shift_right(a, amount),
            (BinaryOp::Shl | BinaryOp::Shr, None) => None,
            (BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, _) => self.atom(op, a, b),
        }
    }

    /// Runs a rule, unless rules are nested too deep.
    pub(super) fn nest<T>(&mut self, rule: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.nested >= MOST_NESTED {
            return None;
        }
        self.nested += 1;
        let result = rule(self);
        self.nested -= 1;
        result
    }

    /// The instruction at a place.
    pub(super) fn inst(&self, place: u32) -> Inst {
        self.builder.inst(place)
    }

    /// The constant at a place.
    pub(super) fn constant_at(&self, place: u32) -> Option<i64> {
        match self.inst(place) {
            Inst::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value at a place as a sum.
    pub(super) fn sum(&self, place: u32) -> Sum {
        match (self.inst(place), self.sums.get(&place)) {
            (Inst::Const(value), _) => Sum::constant(value),
            (_, Some(sum)) => sum.clone(),
            _ => Sum::atom(place),
        }
    }

    /// The interval of a sum.
    pub(super) fn interval(&self, sum: &Sum) -> (i128, i128) {
        let (lo, hi) = sum.interval(&self.facts);
        match self.places.get(sum) {
            Some(&place) => {
                let facts = self.facts[place as usize];
                (lo.max(facts.lo.into()), hi.min(facts.hi.into()))
            }
            None => (lo, hi),
        }
    }

    /// What is known of a sum that has a place.
    pub(super) fn facts_of(&mut self, sum: &Sum) -> Option<Facts> {
        self.place(sum).map(|place| self.facts[place as usize])
    }

    /// An operation that stays, on two sums; a commutative one has its operands in order.
    pub(super) fn atom(&mut self, op: BinaryOp, a: &Sum, b: &Sum) -> Option<Sum> {
        let (lhs, rhs) = (self.place(a)?, self.place(b)?);
        let reorders = op.commutes() && !op.is_comparison();
        if reorders && self.ranks[rhs as usize] < self.ranks[lhs as usize] {
            return self.ordered_atom(op, b, a);
        }
        self.ordered_atom(op, a, b)
    }

    /// An operation that stays, on two sums as they stand.
    pub(super) fn ordered_atom(&mut self, op: BinaryOp, a: &Sum, b: &Sum) -> Option<Sum> {
        let (lhs, rhs) = (self.place(a)?, self.place(b)?);
        let place = self.write(Inst::Binary(op, lhs, rhs));
        Some(match self.facts[place as usize].constant() {
            Some(value) => Sum::constant(value),
            None => Sum::atom(place),
        })
    }

    /// Puts places into the order of their ranks.
    pub(super) fn sort_places(&self, places: &mut [u32]) {
        places.sort_by_key(|&place| self.ranks[place as usize]);
    }

    /// The place of a sum's value, or `None` if a step of it might overflow.
    ///
    /// Terms of one factor go together, `(a + b) * 4`; what is added stands before what is
    /// subtracted, and the constant last.
    pub(super) fn place(&mut self, sum: &Sum) -> Option<u32> {
        if let Some(&place) = self.places.get(sum) {
            return Some(place);
        }
        if let Some(place) = sum.as_atom() {
            return Some(place);
        }
        let place = match self.place_of_multiple(sum) {
            Some(place) => place,
            None => self.write_sum(sum)?,
        };
        self.places.insert(sum.clone(), place);
        if !sum.terms.is_empty() {
            self.sums.insert(place, sum.clone());
        }
        Some(place)
    }

    /// A multiple of a sum that has a place already.
    fn place_of_multiple(&mut self, sum: &Sum) -> Option<u32> {
        let factors = sum.terms.iter().map(|term| term.1);
        let divisor = factors.chain([sum.base]).fold(0, gcd);
        if sum.terms.len() < 2 || divisor < 2 {
            return None;
        }
        let part = Sum {
            base: sum.base / divisor,
            terms: sum.terms.iter().map(|&(place, factor)| (place, factor / divisor)).collect(),
        };
        let part = *self.places.get(&part)?;
        self.scaled(part, divisor)
    }

    fn write_sum(&mut self, sum: &Sum) -> Option<u32> {
        let mut terms = sum.terms.clone();
        terms.sort_by_key(|term| self.ranks[term.0 as usize]);
        let mut groups: Vec<(i64, Vec<(u32, bool)>)> = Vec::new();
        for (place, factor) in terms {
            let (size, negative) = (factor.checked_abs()?, factor < 0);
            match groups.iter_mut().find(|group| group.0 == size) {
                Some(group) => group.1.push((place, negative)),
                None => groups.push((size, vec![(place, negative)])),
            }
        }
        let mut parts = Vec::with_capacity(groups.len());
        for (factor, members) in groups {
            let all_negative = members.iter().all(|member| member.1);
            let members = members.iter().map(|&(place, sign)| (place, sign && !all_negative));
            let inner = self.chain(members.collect(), None)?;
            parts.push((self.scaled(inner, factor)?, all_negative));
        }
        let (base, minus) = (sum.base, sum.base < 0);
        let none_added = parts.iter().all(|part| part.1);
        if base == 0 && !none_added {
            return self.chain(parts, None);
        }
        let base = if none_added { base } else { base.checked_abs()? };
        let base = self.write(Inst::Const(base));
        if none_added {
            self.chain(parts, Some(base))
        } else {
            parts.sort_by_key(|part| part.1);
            parts.push((base, minus));
            self.chain(parts, None)
        }
    }

    /// `start` (or the first that is added), then plus and minus the others in order.
    fn chain(&mut self, mut parts: Vec<(u32, bool)>, start: Option<u32>) -> Option<u32> {
        parts.sort_by_key(|part| part.1);
        let mut parts = parts.into_iter();
        let mut value = match start {
            Some(start) => start,
            None => parts.next()?.0,
        };
        for (place, minus) in parts {
            let op = if minus { BinaryOp::Sub } else { BinaryOp::Add };
            value = self.exact(op, value, place)?;
        }
        Some(value)
    }

    fn scaled(&mut self, place: u32, factor: i64) -> Option<u32> {
        if factor == 1 {
            return Some(place);
        }
        let factor = self.write(Inst::Const(factor));
        self.exact(BinaryOp::Mul, place, factor)
    }

    /// An operation that cannot overflow.
    fn exact(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> Option<u32> {
        let (lo, hi) = Facts::exact(op, self.facts[lhs as usize], self.facts[rhs as usize])?;
        let fits = lo >= i64::MIN.into() && hi <= i64::MAX.into();
        fits.then(|| self.write(Inst::Binary(op, lhs, rhs)))
    }

    /// The place of an instruction.
    fn write(&mut self, inst: Inst) -> u32 {
        let place = match inst {
            Inst::Const(value) => self.builder.constant(value),
            Inst::Coord(position) => self.builder.coord(position as usize),
            Inst::Binary(op, lhs, rhs) => self.builder.binary(op, lhs, rhs),
        };
        if place as usize == self.facts.len() {
            let facts = match inst {
                Inst::Const(value) => Facts::interval(value, value),
                Inst::Coord(position) => match self.extents.get(position as usize) {
                    Some(&extent) => Facts::interval(0, extent.saturating_sub(1).max(0)),
                    None => Facts::ANY,
                },
                Inst::Binary(op, lhs, rhs) => {
                    Facts::of(op, self.facts[lhs as usize], self.facts[rhs as usize])
                }
            };
            self.facts.push(facts);
            self.ranks.push(self.rank(inst));
        }
        place
    }

    fn rank(&self, inst: Inst) -> Rank {
        match inst {
            Inst::Const(number) => {
                Rank { coordinate: u32::MAX, size: 1, kind: 0, number, hash: number as u64 }
            }
            Inst::Coord(coordinate) => {
                Rank { coordinate, size: 1, kind: 1, number: 0, hash: u64::from(coordinate) }
            }
            Inst::Binary(op, lhs, rhs) => {
                let (a, b) = (self.ranks[lhs as usize], self.ranks[rhs as usize]);
                let mixed = [u64::from(a.kind), a.hash, u64::from(b.kind), b.hash];
                Rank {
                    coordinate: a.coordinate.min(b.coordinate),
                    size: a.size.saturating_add(b.size).saturating_add(1),
                    kind: 2 + op as u8,
                    number: self.constant_at(rhs).unwrap_or(0),
                    hash: mixed.iter().fold(op as u64, |hash, word| {
                        (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    }),
                }
            }
        }
    }
}

/// The greatest common divisor; 1 in place of the one that leaves 64 bits, 2^63.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
