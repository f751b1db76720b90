//! How far each instruction of a program can reach over a box.
//!
//! An [`Interval`] is exact integers, wider than the 64 bits of the machine, so that an
//! overflow shows as an interval that leaves them. The interval of an instruction holds its
//! value wherever there is one; [`Ranges::safe`] says that it has one wherever its operands do.
//!
//! ```text
//! over i in [0, 8), j in [0, 4):   i*4 + j - 40     [-40, -9]    safe
//!                                  i floordiv j     [0, 7]       not safe: j may be 0
//! ```

use std::collections::HashMap;

use super::{BinaryOp, Inst, Program};

/// The integers from `lo` to `hi`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub lo: i128,
    /// The greatest.
    pub hi: i128,
}

const MIN: i128 = i64::MIN as i128;
const MAX: i128 = i64::MAX as i128;

impl Interval {
    /// All 64-bit integers.
    pub const ALL: Interval = Interval { lo: MIN, hi: MAX };

    /// One value.
    pub fn point(value: i64) -> Interval {
        Interval { lo: value.into(), hi: value.into() }
    }

    /// The coordinates of an axis with this extent.
    pub fn below(extent: i64) -> Interval {
        Interval { lo: 0, hi: i128::from(extent) - 1 }
    }

    /// What a signed integer of this many bits, 1 to 64, can hold.
    pub fn signed(bits: u32) -> Interval {
        let top = 1i128 << (bits.clamp(1, 64) - 1);
        Interval { lo: -top, hi: top - 1 }
    }

    /// Whether both ends lie in `other`.
    pub fn within(self, other: Interval) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    /// What both hold; `other` itself where that is nothing.
    pub fn meet(self, other: Interval) -> Interval {
        let met = Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        if met.lo <= met.hi { met } else { other }
    }

    fn hull(values: &[i128]) -> Interval {
        let lo = values.iter().copied().min().unwrap_or(MIN);
        let hi = values.iter().copied().max().unwrap_or(MAX);
        Interval { lo, hi }
    }

    fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// The least `k` such that both ends lie in `[-2^k, 2^k)`.
    fn bits(self) -> u32 {
        let magnitude = |v: i128| if v < 0 { !v } else { v };
        128 - magnitude(self.lo).max(magnitude(self.hi)).leading_zeros()
    }
}

/// The value of an operation on values from two intervals, and whether it always has one.
pub(crate) fn transfer(op: BinaryOp, l: Interval, r: Interval) -> (Interval, bool) {
    let corners = |f: fn(i128, i128) -> i128| {
        Interval::hull(&[f(l.lo, r.lo), f(l.lo, r.hi), f(l.hi, r.lo), f(l.hi, r.hi)])
    };
    match op {
        BinaryOp::Add => checked(corners(|a, b| a + b)),
        BinaryOp::Sub => checked(corners(|a, b| a - b)),
        BinaryOp::Mul => checked(corners(|a, b| a * b)),
        BinaryOp::FloorDiv => (quotient(l, r).meet(Interval::ALL), divides(l, r)),
        BinaryOp::Mod => (remainder(l, r), divides(l, r)),
        BinaryOp::Xor if l.lo == l.hi && r.lo == r.hi => {
            (Interval { lo: l.lo ^ r.lo, hi: l.lo ^ r.lo }, true)
        }
        BinaryOp::Xor => {
            let top = 1i128 << l.bits().max(r.bits());
            let same_sign = (l.lo >= 0 && r.lo >= 0) || (l.hi < 0 && r.hi < 0);
            (Interval { lo: if same_sign { 0 } else { -top }, hi: top - 1 }, true)
        }
        BinaryOp::And => (and(l, r), true),
        BinaryOp::Shl | BinaryOp::Shr => shift(op, l, r),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => (comparison(op, l, r), true),
    }
}

/// The values of a comparison: one where the operands' intervals decide it.
pub(crate) fn comparison(op: BinaryOp, l: Interval, r: Interval) -> Interval {
    let apart = l.hi < r.lo || r.hi < l.lo;
    let same = l.lo == l.hi && r.lo == r.hi && l.lo == r.lo;
    let (never, always) = match op {
        BinaryOp::Eq => (apart, same),
        BinaryOp::Ne => (same, apart),
        BinaryOp::Lt => (r.hi <= l.lo, l.hi < r.lo),
        _ => (r.hi < l.lo, l.hi <= r.lo),
    };
    Interval { lo: always.into(), hi: (!never).into() }
}

fn checked(exact: Interval) -> (Interval, bool) {
    (exact.meet(Interval::ALL), exact.within(Interval::ALL))
}

fn divides(l: Interval, r: Interval) -> bool {
    !(r.contains(0) || l.contains(MIN) && r.contains(-1))
}

fn quotient(l: Interval, r: Interval) -> Interval {
    let mut values = Vec::new();
    for (lo, hi) in [(r.lo, r.hi.min(-1)), (r.lo.max(1), r.hi)] {
        if lo <= hi {
            for a in [l.lo, l.hi] {
                values.extend([floor_div(a, lo), floor_div(a, hi)]);
            }
        }
    }
    Interval::hull(&values)
}

fn remainder(l: Interval, r: Interval) -> Interval {
    if r.lo == r.hi && r.lo > 0 && floor_div(l.lo, r.lo) == floor_div(l.hi, r.lo) {
        let start = floor_div(l.lo, r.lo) * r.lo;
        return Interval { lo: l.lo - start, hi: l.hi - start };
    }
    if l.lo >= 0 && l.hi < r.lo {
        return l;
    }
    let below = if l.lo >= 0 && r.lo > 0 { l.hi } else { MAX };
    Interval { lo: (r.lo + 1).min(0), hi: (r.hi - 1).max(0).min(below) }
}

fn and(l: Interval, r: Interval) -> Interval {
    let lo = if l.lo >= 0 || r.lo >= 0 { 0 } else { -(1i128 << l.bits().max(r.bits())) };
    let hi = match (l.lo >= 0, r.lo >= 0) {
        (true, true) => l.hi.min(r.hi),
        (true, false) => l.hi,
        (false, true) => r.hi,
        (false, false) => l.hi.max(r.hi),
    };
    Interval { lo, hi }
}

fn shift(op: BinaryOp, l: Interval, r: Interval) -> (Interval, bool) {
    let safe = r.lo >= 0 && r.hi <= 63;
    let (least, most) = (r.lo.clamp(0, 63), r.hi.clamp(0, 63));
    let value = if op == BinaryOp::Shl {
        let ends = [l.lo << least, l.lo << most, l.hi << least, l.hi << most];
        let exact = Interval::hull(&ends);
        if exact.within(Interval::ALL) { exact } else { Interval::ALL }
    } else if l.lo >= 0 {
        Interval { lo: l.lo >> most, hi: l.hi >> least }
    } else if least > 0 {
        Interval { lo: 0, hi: (1i128 << (64 - least)) - 1 }
    } else {
        Interval { lo: l.lo, hi: MAX }
    };
    (value, safe)
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// The interval of each instruction of a program; see the source file's header.
#[derive(Clone, Debug)]
pub struct Ranges {
    intervals: Vec<Interval>,
    safe: Vec<bool>,
}

impl Ranges {
    /// Over the points with `0 <= x[k] < extents[k]`, of which there is at least one.
    pub fn over(program: &Program, extents: &[i64]) -> Ranges {
        Ranges::of(program, |position| coordinate(extents, position), &[])
    }

    /// Over the points whose coordinates lie in `inputs` and at which every place `demanded` has
    /// a value in `[0, extent)`. An instruction behind a demanded one is safe where it has a
    /// value once the demand is met.
    pub fn demanding(program: &Program, inputs: &[Interval], demanded: &[(u32, i64)]) -> Ranges {
        let input = |position: u32| {
            let known = inputs.get(position as usize).copied();
            (known.unwrap_or(Interval::ALL), known.is_some())
        };
        Ranges::of(program, input, demanded)
    }

    fn of(
        program: &Program,
        input: impl Fn(u32) -> (Interval, bool),
        demanded: &[(u32, i64)],
    ) -> Ranges {
        let mut ranges = Ranges { intervals: Vec::new(), safe: Vec::new() };
        let mut below: HashMap<u32, i64> = HashMap::new();
        for &(place, extent) in demanded {
            below.entry(place).and_modify(|least| *least = extent.min(*least)).or_insert(extent);
        }
        for (place, &inst) in (0..).zip(program.insts()) {
            let (mut interval, safe) = match inst {
                Inst::Const(value) => (Interval::point(value), true),
                Inst::Coord(position) => input(position),
                Inst::Binary(op, l, r) => transfer(op, ranges.interval(l), ranges.interval(r)),
            };
            if let Some(&extent) = below.get(&place).filter(|&&extent| extent > 0) {
                interval = interval.meet(Interval::below(extent));
            }
            ranges.intervals.push(interval);
            ranges.safe.push(safe);
        }
        ranges
    }

    /// The interval of the instruction at a place.
    pub fn interval(&self, place: u32) -> Interval {
        self.intervals[place as usize]
    }

    /// Whether that instruction has a value wherever its operands do.
    pub fn safe(&self, place: u32) -> bool {
        self.safe[place as usize]
    }

    /// Whether every instruction has one: nothing overflows, divides by zero or shifts too far.
    pub fn all_safe(&self) -> bool {
        self.safe.iter().all(|&safe| safe)
    }
}

/// The interval of a coordinate, and whether the box has it.
pub(crate) fn coordinate(extents: &[i64], position: u32) -> (Interval, bool) {
    match extents.get(position as usize) {
        Some(&n) => (Interval::below(n), true),
        None => (Interval::ALL, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_small_operands_lies_in_the_interval() {
        let ends = [-9i64, -4, -1, 0, 1, 2, 5, 62, 64];
        for op in BinaryOp::ALL {
            for (a, b, c, d) in quadruples(&ends) {
                let l = Interval { lo: a.into(), hi: b.into() };
                let r = Interval { lo: c.into(), hi: d.into() };
                let (interval, safe) = transfer(op, l, r);
                for (x, y) in (a..=b).flat_map(|x| (c..=d).map(move |y| (x, y))) {
                    match op.apply(x, y) {
                        Ok(value) => assert!(interval.contains(value.into()), "{x} {op:?} {y}"),
                        Err(error) => assert!(!safe, "{x} {op:?} {y}: {error}"),
                    }
                }
            }
        }
    }

    #[test]
    fn every_value_of_extreme_operands_lies_in_the_interval() {
        let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, 63, i64::MAX - 1, i64::MAX];
        for op in BinaryOp::ALL {
            for (a, b, c, d) in quadruples(&ends) {
                let l = Interval { lo: a.into(), hi: b.into() };
                let r = Interval { lo: c.into(), hi: d.into() };
                let (interval, safe) = transfer(op, l, r);
                let inside = |lo, hi| ends.into_iter().filter(move |x| lo <= *x && *x <= hi);
                for (x, y) in inside(a, b).flat_map(|x| inside(c, d).map(move |y| (x, y))) {
                    match op.apply(x, y) {
                        Ok(value) => assert!(interval.contains(value.into()), "{x} {op:?} {y}"),
                        Err(error) => assert!(!safe, "{x} {op:?} {y}: {error}"),
                    }
                }
            }
        }
    }

    fn quadruples(ends: &[i64]) -> impl Iterator<Item = (i64, i64, i64, i64)> + '_ {
        let pairs = move || {
            ends.iter()
                .flat_map(move |&a| ends.iter().filter(move |&&b| a <= b).map(move |&b| (a, b)))
        };
        pairs().flat_map(move |(a, b)| pairs().map(move |(c, d)| (a, b, c, d)))
    }

    #[test]
    fn an_overflow_and_a_division_by_zero_are_not_safe() {
        let (i, j) = (super::super::Expr::coord(0), super::super::Expr::coord(1));
        let program = Program::from_exprs(&[&i * (1i64 << 60), &i / &j, &i + 1]);
        let ranges = Ranges::over(&program, &[9, 4]);
        let safe: Vec<bool> = program.outputs().iter().map(|&o| ranges.safe(o)).collect();
        assert_eq!(safe, [false, false, true]);
        assert!(!ranges.all_safe());
    }
}
