//! From a program to forms over digits.
//!
//! One loop over the instructions keeps, for each, its [`Form`] if it has one, its exact
//! range, and whether it is safe. A form is kept only while the instruction and all it is made
//! of are safe: cancellation hides no overflow and no division by zero.
//!
//! A floor division or modulo by a constant splits its operand's form into
//! `divisor * quotient + rest`. If the rest stays within `0 .. divisor`, quotient and rest *are* the
//! results. If not, the digits in the rest that are too large are cut and the loop starts over:
//!
//! ```text
//! x floordiv 4, x mod 4 (x < 32)   x = d          rest d reaches 31: cut at 4
//!                                  x = d0 + 4*d1  rest d0 stays below 4: quotient d1, modulo d0
//! ```
//!
//! Shifts and masks by constants are divisions by powers of two, where no bit is lost; XOR of
//! two forms that have no bit in common is their sum.

use super::digits::Digits;
use super::form::{Form, Split, gcd};
use crate::expr::range::{coordinate, transfer};
use crate::expr::{BinaryOp, Inst, Interval, Program};
use crate::index_set::Point;

/// How often digits are cut before what is left counts as not affine.
const ROUNDS: usize = 24;

/// The forms together have no more terms than this.
const TERM_LIMIT: usize = 1 << 20;

/// A program in digits.
#[derive(Clone, Debug)]
pub(in crate::proof) struct Normal {
    pub digits: Digits,
    forms: Vec<Option<Form>>,
    ranges: Vec<Interval>,
    safe: Vec<bool>,
    /// Points at which an unsafe instruction may well fail.
    pub suspects: Vec<Point>,
    /// The first instruction that has no form.
    pub opaque: Option<u32>,
    /// The terms in all forms.
    terms: usize,
    demands: Vec<(usize, i128)>,
}

impl Normal {
    /// The program over the points with `0 <= x[k] < extents[k]`, of which there is one.
    pub fn of(program: &Program, extents: &[i64]) -> Normal {
        let mut digits = Digits::whole(extents);
        for _ in 0..ROUNDS {
            let normal = Normal::in_digits(program, extents, digits);
            match normal.digits.refined(&normal.demands) {
                Some(refined) => digits = refined,
                None => return normal,
            }
        }
        Normal::in_digits(program, extents, digits)
    }

    pub fn form(&self, place: u32) -> Option<&Form> {
        self.forms[place as usize].as_ref()
    }

    pub fn range(&self, place: u32) -> Interval {
        self.ranges[place as usize]
    }

    pub fn safe(&self, place: u32) -> bool {
        self.safe[place as usize]
    }

    pub fn all_safe(&self) -> bool {
        self.safe.iter().all(|&safe| safe)
    }

    /// The points at which a form is least and greatest.
    pub fn ends(&self, form: &Form) -> impl Iterator<Item = Point> {
        let end = |sign| self.digits.point(&self.digits.extreme(form, sign)?.1);
        [end(-1), end(1)].into_iter().flatten()
    }

    /// The exact range of a form.
    pub fn range_of(&self, form: &Form) -> Option<Interval> {
        let (lo, hi) = (self.digits.extreme(form, -1)?.0, self.digits.extreme(form, 1)?.0);
        Some(Interval { lo, hi })
    }

    fn in_digits(program: &Program, extents: &[i64], digits: Digits) -> Normal {
        let mut normal = Normal {
            digits,
            forms: Vec::new(),
            ranges: Vec::new(),
            safe: Vec::new(),
            suspects: Vec::new(),
            opaque: None,
            terms: 0,
            demands: Vec::new(),
        };
        for (place, &inst) in program.insts().iter().enumerate() {
            let (form, range, safe) = match inst {
                Inst::Const(value) => {
                    (Some(Form::constant_of(value.into())), Interval::point(value), true)
                }
                Inst::Coord(position) => {
                    let (range, safe) = coordinate(extents, position);
                    (Some(normal.coordinate(position as usize)), range, safe)
                }
                Inst::Binary(op, l, r) => normal.binary(op, l, r),
            };
            let form = form.filter(|_| safe);
            if form.is_none() && normal.opaque.is_none() {
                normal.opaque = Some(place as u32);
            }
            normal.terms += form.as_ref().map_or(0, |form| form.terms().len());
            normal.forms.push(form);
            normal.ranges.push(range);
            normal.safe.push(safe);
        }
        normal
    }

    fn coordinate(&self, axis: usize) -> Form {
        let weight = |place: usize| (place, self.digits.all()[place].weight.into());
        Form::new(0, self.digits.of_axis(axis).map(weight).collect())
    }

    fn binary(&mut self, op: BinaryOp, l: u32, r: u32) -> (Option<Form>, Interval, bool) {
        let (bounded, safe) = transfer(op, self.range(l), self.range(r));
        let operands = self.form(l).cloned().zip(self.form(r).cloned());
        let result = operands
            .as_ref()
            .filter(|_| self.terms <= TERM_LIMIT)
            .and_then(|(left, right)| self.combined(op, left, right))
            .and_then(|form| Some((self.range_of(&form)?, form)));
        let Some((exact, form)) = result else {
            if !safe {
                let forms = operands.into_iter().flat_map(|(left, right)| [left, right]);
                let ends: Vec<Point> = forms.flat_map(|form| self.ends(&form)).collect();
                self.suspects.extend(ends);
            }
            return (None, bounded, safe);
        };
        if !exact.within(Interval::ALL) {
            let ends: Vec<Point> = self.ends(&form).collect();
            self.suspects.extend(ends);
            return (None, bounded, false);
        }
        (Some(form), exact, true)
    }

    /// The form of an operation on two forms: exact wherever the operation has a value.
    fn combined(&mut self, op: BinaryOp, left: &Form, right: &Form) -> Option<Form> {
        let (l, r) = (left.as_constant(), right.as_constant());
        if let (Some(l), Some(r)) = (l, r)
            && let (Ok(l), Ok(r)) = (i64::try_from(l), i64::try_from(r))
            && !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
        {
            return op.apply(l, r).ok().map(|value| Form::constant_of(value.into()));
        }
        match (op, l, r) {
            (BinaryOp::Add, ..) => left.plus(1, right),
            (BinaryOp::Sub, ..) => left.plus(-1, right),
            (BinaryOp::Mul, Some(l), _) => right.times(l),
            (BinaryOp::Mul, _, Some(r)) => left.times(r),
            (BinaryOp::FloorDiv, _, Some(d)) if d > 0 => Some(self.divided(left, d)?.quotient),
            (BinaryOp::Mod, _, Some(d)) if d > 0 => Some(self.divided(left, d)?.rest),
            (BinaryOp::Shr, _, Some(k @ 0..=63)) if self.range_of(left)?.lo >= 0 => {
                Some(self.divided(left, 1 << k)?.quotient)
            }
            (BinaryOp::Shl, _, Some(k @ 0..=63)) => {
                let form = left.times(1 << k)?;
                self.range_of(&form)?.within(Interval::ALL).then_some(form)
            }
            (BinaryOp::And, Some(mask), _) if mask >= 0 => self.masked(right, mask),
            (BinaryOp::And, _, Some(mask)) if mask >= 0 => self.masked(left, mask),
            (BinaryOp::Xor, ..) => {
                let apart = self.apart(left, right)? || self.apart(right, left)?;
                apart.then(|| left.plus(1, right))?
            }
            _ => None,
        }
    }

    /// Floor quotient and remainder, or a demand for digits in which there may be some.
    fn divided(&mut self, form: &Form, divisor: i128) -> Option<Split> {
        let Split { quotient, rest } = form.split(divisor);
        let Interval { lo, hi } = self.range_of(&rest)?;
        let block = lo.div_euclid(divisor);
        if hi.div_euclid(divisor) == block {
            let shift = Form::constant_of(block);
            return Some(Split {
                quotient: quotient.plus(1, &shift)?,
                rest: rest.plus(-divisor, &shift)?,
            });
        }
        for &(digit, coefficient) in rest.terms() {
            let at = divisor / gcd(divisor, coefficient);
            if at < i128::from(self.digits.all()[digit].extent) {
                self.demands.push((digit, at));
            }
        }
        None
    }

    /// `form and mask`: each run of ones in the mask is a digit in base two.
    fn masked(&mut self, form: &Form, mask: i128) -> Option<Form> {
        let mut sum = Form::constant_of(0);
        let mut low = 0;
        while mask >> low != 0 {
            low += (mask >> low).trailing_zeros();
            let length = (mask >> low).trailing_ones();
            let shifted = self.divided(form, 1 << low)?.quotient;
            sum = sum.plus(1 << low, &self.divided(&shifted, 1 << length)?.rest)?;
            low += length;
        }
        Some(sum)
    }

    /// Whether `high` is a multiple of a power of two that `low` stays below, neither negative.
    fn apart(&self, high: &Form, low: &Form) -> Option<bool> {
        let reach = self.range_of(low)?;
        let multiple = gcd(high.divisor_of_terms(), high.constant());
        let free = if multiple == 0 { 64 } else { multiple.trailing_zeros().min(64) };
        Some(self.range_of(high)?.lo >= 0 && reach.lo >= 0 && reach.hi < 1i128 << free)
    }
}
