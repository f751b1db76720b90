//! From a program to GF(2) forms `c xor (bases of the bits set)`.
//!
//! One loop over the instructions. A form says what the instruction's 64 bits are at every
//! point of the domain; each rule below keeps that, and that the instruction has a value
//! there. *Support* means the bits that may be 1.
//!
//! | instruction | linear if |
//! |---|---|
//! | `a xor b` | always |
//! | `a and m`, `a shl k`, `a shr k` | the mask, the amount are constants: bits only move or go |
//! | `a + b` | the supports are disjoint: nothing carries |
//! | `a - b` | every bit of `b`'s support is always 1 in `a`: nothing borrows |
//! | `a * m` | the shifted copies of `m`, one a bit of `a`'s support, are disjoint and fit |
//! | `a floordiv 2^k`, `a mod 2^k` | `a` is not negative; always |
//! | `a floordiv m`, `a mod m` | `0 <= a < m` |

use smallvec::SmallVec;

use super::columns::Columns;
use crate::expr::range::{coordinate, transfer};
use crate::expr::{BinaryOp, Inst, Interval, Program};
use crate::gf2::{Echelon, Span};
use crate::index_set::Point;
use crate::map::bits_for;
use crate::proof::normal::{NormalForm, Places};

/// The forms together have no more bases than this.
const BASIS_LIMIT: usize = 1 << 21;

/// How many input bits are tried two at a time.
const PAIR_LIMIT: usize = 64;

const SIGN: u64 = 1 << 63;

/// A constant and, for each input bit that matters, what it flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::proof) struct BitForm {
    pub constant: u64,
    /// `(input bit, flipped)`, by bit, nothing flipped left out.
    pub bases: Bases,
}

/// `(input bit, flipped)`; few tiles have more bits than these.
type Bases = SmallVec<[(u32, u64); 14]>;

impl BitForm {
    fn constant_of(value: i64) -> BitForm {
        BitForm { constant: value as u64, bases: Bases::new() }
    }

    fn as_constant(&self) -> Option<i64> {
        self.bases.is_empty().then_some(self.constant as i64)
    }

    fn varying(&self) -> u64 {
        self.bases.iter().fold(0, |all, (_, basis)| all | basis)
    }

    fn support(&self) -> u64 {
        self.constant | self.varying()
    }

    /// What an input bit flips.
    pub fn basis(&self, input: usize) -> u64 {
        let found = self.bases.iter().find(|&&(bit, _)| bit as usize == input);
        found.map_or(0, |&(_, basis)| basis)
    }

    /// The form after a linear function of the bits.
    fn mapped(&self, of: impl Fn(u64) -> u64) -> BitForm {
        let bases = self.bases.iter().map(|&(bit, basis)| (bit, of(basis)));
        BitForm {
            constant: of(self.constant),
            bases: bases.filter(|&(_, basis)| basis != 0).collect(),
        }
    }

    pub fn xor(&self, other: &BitForm) -> BitForm {
        let mut bases = Bases::with_capacity(self.bases.len().max(other.bases.len()));
        let (mut left, mut right) = (self.bases.iter().peekable(), other.bases.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some(&&(a, _)), Some(&&(b, _))) => a.min(b),
                (Some(&&(a, _)), None) => a,
                (None, Some(&&(b, _))) => b,
                (None, None) => break,
            };
            let of = |term: Option<&(u32, u64)>| term.map_or(0, |&(_, basis)| basis);
            let basis = of(left.next_if(|(bit, _)| *bit == next))
                ^ of(right.next_if(|(bit, _)| *bit == next));
            if basis != 0 {
                bases.push((next, basis));
            }
        }
        BitForm { constant: self.constant ^ other.constant, bases }
    }

    /// The least and greatest value over all settings of the input bits.
    fn range(&self) -> Interval {
        let start = self.constant ^ SIGN;
        let (lo, hi) = if self.bases_are_apart() {
            // Each basis is as good as it can be, whatever the others are.
            self.bases.iter().fold((start, start), |(lo, hi), (_, basis)| {
                (lo.min(lo ^ basis), hi.max(hi ^ basis))
            })
        } else {
            let span = Echelon::of(self.bases.iter().map(|&(_, basis)| basis));
            (span.extreme(start, false), span.extreme(start, true))
        };
        let [lo, hi] = [lo, hi].map(|end| i128::from((end ^ SIGN) as i64));
        Interval { lo, hi }
    }

    /// Whether no two bases share a bit.
    fn bases_are_apart(&self) -> bool {
        let ones: u32 = self.bases.iter().map(|(_, basis)| basis.count_ones()).sum();
        ones == self.varying().count_ones()
    }

    /// The settings of `bits` input bits at which it is least and greatest.
    pub fn ends(&self, bits: usize) -> [Vec<u64>; 2] {
        let mut columns = vec![[0]; bits];
        for &(bit, basis) in &self.bases {
            columns[bit as usize] = [basis];
        }
        let span = Span::<Vec<u64>>::of(columns.iter().map(<[u64; 1]>::as_slice), bits, 64);
        [false, true].map(|greatest| span.extreme(&[self.constant ^ SIGN], greatest))
    }
}

/// A program in bits.
#[derive(Clone, Debug)]
pub(in crate::proof) struct BitNormal {
    extents: Vec<i64>,
    /// `(axis, bit)` of each input bit.
    pub inputs: Vec<(usize, usize)>,
    pub(super) places: Places<BitForm>,
    bases: usize,
}

impl BitNormal {
    /// The program over the points with `0 <= x[k] < extents[k]`, of which there is one.
    pub fn of(program: &Program, extents: &[i64]) -> BitNormal {
        let bits = |(axis, &n): (usize, &i64)| (0..bits_for(n)).map(move |bit| (axis, bit));
        let mut normal = BitNormal {
            extents: extents.to_vec(),
            inputs: extents.iter().enumerate().flat_map(bits).collect(),
            places: Places::with_capacity(program.insts().len()),
            bases: 0,
        };
        for &inst in program.insts() {
            let (form, bounded, safe) = match inst {
                Inst::Const(value) => {
                    (Some(BitForm::constant_of(value)), Interval::point(value), true)
                }
                Inst::Coord(position) => {
                    let (range, safe) = coordinate(extents, position);
                    (Some(normal.coordinate(position as usize)), range, safe)
                }
                Inst::Binary(op, l, r) => normal.binary(op, l, r),
            };
            let range = form.as_ref().map_or(bounded, |form| form.range().meet(bounded));
            normal.bases += form.as_ref().map_or(0, |form| form.bases.len());
            normal.places.push(form, range, safe);
        }
        normal
    }

    /// The column of each input bit: what it flips in each row.
    pub fn columns(&self, rows: &[&BitForm]) -> Columns {
        let mut columns = Columns::zero(self.inputs.len(), rows.len());
        for (row, form) in rows.iter().enumerate() {
            for &(bit, basis) in &form.bases {
                columns.set(bit as usize, row, basis);
            }
        }
        columns
    }

    /// The coordinates with these input bits set; they may lie outside the domain.
    pub fn coordinates(&self, set: &[u64]) -> Point {
        let mut point = vec![0; self.extents.len()];
        for (place, &(axis, bit)) in self.inputs.iter().enumerate() {
            if set.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1) {
                point[axis] |= 1 << bit;
            }
        }
        point
    }

    /// The point with these input bits set, and no others.
    pub fn point_with(&self, bits: &[(usize, usize)]) -> Point {
        let mut point = vec![0; self.extents.len()];
        for &(axis, bit) in bits {
            point[axis] |= 1 << bit;
        }
        point
    }

    /// Every point with two bits set, of the first [`PAIR_LIMIT`] bits: where a function that
    /// is linear at the single bits first shows that it is not.
    pub fn pair_points(&self) -> impl Iterator<Item = Point> {
        let count = self.inputs.len().min(PAIR_LIMIT);
        let pairs = (0..count).flat_map(move |high| (0..high).map(move |low| (low, high)));
        pairs.map(|(low, high)| self.point_with(&[self.inputs[low], self.inputs[high]]))
    }

    fn coordinate(&self, axis: usize) -> BitForm {
        let own = self.inputs.iter().enumerate().filter(|(_, input)| input.0 == axis);
        let bases = own.map(|(place, &(_, bit))| (place as u32, 1 << bit)).collect();
        BitForm { constant: 0, bases }
    }

    fn binary(&mut self, op: BinaryOp, l: u32, r: u32) -> (Option<BitForm>, Interval, bool) {
        let (bounded, safe) = transfer(op, self.range(l), self.range(r));
        let (Some(left), Some(right)) = (self.form(l), self.form(r)) else {
            self.places.note_opaque(op, safe);
            return (None, bounded, safe);
        };
        let fits = self.bases <= BASIS_LIMIT;
        let form = if fits { combined(op, left, right, self.range(l)) } else { None };
        if form.is_none() && !safe {
            let ends: Vec<Point> =
                [left, right].into_iter().flat_map(|form| self.ends(form)).collect();
            self.places.suspect(ends);
        }
        if form.is_none() {
            self.places.note_opaque(op, safe);
        }
        let safe = safe || form.is_some();
        (form, bounded, safe)
    }
}

/// The form of an operation that always has a value; `range` is the left operand's.
fn combined(op: BinaryOp, left: &BitForm, right: &BitForm, range: Interval) -> Option<BitForm> {
    if let (Some(l), Some(r)) = (left.as_constant(), right.as_constant()) {
        return op.apply(l, r).ok().map(BitForm::constant_of);
    }
    let disjoint = left.support() & right.support() == 0;
    match (op, right.as_constant()) {
        (BinaryOp::Xor, _) => Some(left.xor(right)),
        (BinaryOp::And, Some(mask)) => Some(left.mapped(|bits| bits & mask as u64)),
        (BinaryOp::And, None) => match left.as_constant() {
            Some(mask) => Some(right.mapped(|bits| bits & mask as u64)),
            None if disjoint => Some(BitForm::constant_of(0)),
            None => (left == right).then(|| left.clone()),
        },
        (BinaryOp::Shl, Some(k @ 0..=63)) => Some(left.mapped(|bits| bits << k)),
        (BinaryOp::Shr, Some(k @ 0..=63)) => Some(left.mapped(|bits| bits >> k)),
        (BinaryOp::Add, _) if disjoint => Some(left.xor(right)),
        (BinaryOp::Sub, _) if left == right => Some(BitForm::constant_of(0)),
        (BinaryOp::Sub, _) => {
            let always = left.constant & !left.varying();
            (right.support() & !always == 0).then(|| left.xor(right))
        }
        (BinaryOp::Mul, Some(factor)) => scaled(left, factor),
        (BinaryOp::Mul, None) => scaled(right, left.as_constant()?),
        (BinaryOp::FloorDiv, Some(1)) => Some(left.clone()),
        (BinaryOp::FloorDiv | BinaryOp::Mod, Some(d)) if d > 0 => {
            let below = range.lo >= 0 && range.hi < d.into();
            let power = d & (d - 1) == 0;
            match op {
                BinaryOp::Mod if below => Some(left.clone()),
                BinaryOp::Mod if power => Some(left.mapped(|bits| bits & (d - 1) as u64)),
                BinaryOp::FloorDiv if below => Some(BitForm::constant_of(0)),
                BinaryOp::FloorDiv if power && left.support() & SIGN == 0 => {
                    Some(left.mapped(|bits| bits >> d.trailing_zeros()))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// `form * factor`, where the copies of the factor that the bits add do not meet.
fn scaled(form: &BitForm, factor: i64) -> Option<BitForm> {
    let support = form.support();
    let mut copies = [0u64; 64];
    let mut taken = 0;
    for bit in (0..64).filter(|bit| support >> bit & 1 == 1) {
        let copy = factor.checked_mul(1i64.checked_shl(bit).filter(|&power| power > 0)?)?;
        if taken & copy as u64 != 0 {
            return None;
        }
        copies[bit as usize] = copy as u64;
        taken |= copy as u64;
    }
    let alone = support.count_ones() <= 1;
    (alone || factor >= 0).then(|| {
        form.mapped(|bits| {
            (0..64).filter(|bit| bits >> bit & 1 == 1).fold(0, |sum, bit| sum ^ copies[bit])
        })
    })
}
