//! From a program to forms over digits and symbols.
//!
//! One loop over the instructions keeps, for each, its [`Form`] if it is safe, and its range. A
//! form is kept only while the instruction and all it is made of are safe: cancellation hides
//! no overflow and no division by zero.
//!
//! [`rules`](super::rules) say what form an operation on two forms has. Where they want finer
//! digits, the digits are cut and the loop starts over. What still is not affine becomes a
//! [`Symbol`]: a new variable with a range, of which only its operation and its operands' forms
//! are known.

use std::collections::{BTreeSet, HashMap};

use super::digits::Digits;
use super::form::Form;
use crate::expr::hash::Quick;
use crate::expr::range::{coordinate, transfer};
use crate::expr::{BinaryOp, Inst, Interval, Program};
use crate::index_set::Point;
use crate::proof::normal::{NormalForm, Places};

/// How often digits are cut before what is left stays as it is.
const ROUNDS: usize = 24;

/// The forms together have no more terms than this.
const TERM_LIMIT: usize = 1 << 20;

/// The value of an operation that is not affine in its operands.
#[derive(Clone, Debug)]
pub(in crate::proof) struct Symbol {
    pub op: BinaryOp,
    pub left: Form,
    pub right: Form,
    /// Where it lies.
    pub range: Interval,
    /// The axes that it may depend on.
    axes: BTreeSet<usize>,
}

/// A program in digits and symbols.
#[derive(Clone, Debug)]
pub(in crate::proof) struct Normal {
    pub digits: Digits,
    /// The variables after the digits.
    pub symbols: Vec<Symbol>,
    pub(super) places: Places<Form>,
    known: HashMap<(BinaryOp, Form, Form), Form, Quick>,
    terms: usize,
    /// Cuts of digits that would help: `(digit, at)`.
    pub(super) demands: Vec<(usize, i128)>,
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

    /// The range of a form: exact where it has no symbol.
    pub fn range_of(&self, form: &Form) -> Option<Interval> {
        let (mut lo, mut hi) = (self.digits.most(form, -1)?, self.digits.most(form, 1)?);
        for (symbol, coefficient) in self.symbols_of(form) {
            let ends = [symbol.range.lo, symbol.range.hi].map(|end| end.checked_mul(coefficient));
            let [a, b] = [ends[0]?, ends[1]?];
            (lo, hi) = (lo.checked_add(a.min(b))?, hi.checked_add(a.max(b))?);
        }
        Some(Interval { lo, hi })
    }

    /// Whether a form is over digits alone.
    pub fn exact(&self, form: &Form) -> bool {
        self.symbols_of(form).next().is_none()
    }

    /// Whether a form may depend on an axis.
    pub fn depends(&self, form: &Form, axis: usize) -> bool {
        self.digits.of_axis(axis).any(|digit| form.coefficient(digit) != 0)
            || self.symbols_of(form).any(|(symbol, _)| symbol.axes.contains(&axis))
    }

    fn symbols_of<'a>(&'a self, form: &'a Form) -> impl Iterator<Item = (&'a Symbol, i128)> {
        let count = self.digits.all().len();
        let place = form.terms().partition_point(|&(variable, _)| variable < count);
        form.terms()[place..].iter().map(move |&(v, a)| (&self.symbols[v - count], a))
    }

    fn in_digits(program: &Program, extents: &[i64], digits: Digits) -> Normal {
        let mut normal = Normal {
            digits,
            symbols: Vec::new(),
            places: Places::with_capacity(program.insts().len()),
            known: HashMap::default(),
            terms: 0,
            demands: Vec::new(),
        };
        for &inst in program.insts() {
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
            normal.terms += form.as_ref().map_or(0, |form| form.terms().len());
            normal.places.push(form.filter(|_| safe), range, safe);
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
        let Some((left, right)) = operands.filter(|_| self.terms <= TERM_LIMIT) else {
            self.places.note_opaque(op, safe);
            return (None, bounded, safe);
        };
        let form = self.combined(op, &left, &right);
        if let Some(form) = form
            && let Some(range) = self.range_of(&form)
        {
            if range.within(Interval::ALL) {
                return (Some(form), range.meet(bounded), true);
            }
            if !safe {
                self.places.suspect(self.ends(&form));
            }
        }
        self.places.note_opaque(op, safe);
        if !safe {
            let ends: Vec<Point> = [&left, &right].into_iter().flat_map(|f| self.ends(f)).collect();
            self.places.suspect(ends);
            return (None, bounded, false);
        }
        let form = match op {
            BinaryOp::Mul => self.product(left, right, bounded),
            _ => self.symbol(op, left, right, bounded),
        };
        (Some(form), bounded, true)
    }

    /// A product of two forms as a multiple of a symbol: what divides a factor divides it.
    ///
    /// ```text
    /// i * (8*s + 8)      8 * p     p = i * (s + 1)
    /// ```
    fn product(&mut self, left: Form, right: Form, range: Interval) -> Form {
        let (a, b) = (left.content(), right.content());
        if let Some(factor) = a.checked_mul(b).filter(|&factor| factor > 1) {
            let (left, right) = (left.split(a).quotient, right.split(b).quotient);
            let Interval { lo, hi } = range;
            // Both ends are rounded inwards: the product is a multiple.
            let lo = -(-lo).div_euclid(factor);
            let inner = Interval { lo, hi: hi.div_euclid(factor) };
            let symbol = self.symbol(BinaryOp::Mul, left.clone(), right.clone(), inner);
            if let Some(form) = symbol.times(factor) {
                return form;
            }
        }
        self.symbol(BinaryOp::Mul, left, right, range)
    }

    /// The variable for an operation on two forms, the same for the same.
    pub(super) fn symbol(
        &mut self,
        op: BinaryOp,
        left: Form,
        right: Form,
        range: Interval,
    ) -> Form {
        if range.lo == range.hi {
            return Form::constant_of(range.lo);
        }
        let mut key = (op, left, right);
        if op == BinaryOp::Mul && !self.known.contains_key(&key) {
            let turned = (op, key.2.clone(), key.1.clone());
            key = if self.known.contains_key(&turned) { turned } else { key };
        }
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let form = Form::variable(self.digits.all().len() + self.symbols.len());
        self.known.insert(key.clone(), form.clone());
        let (op, left, right) = key;
        let mut axes = BTreeSet::new();
        for form in [&left, &right] {
            for &(digit, _) in form.terms() {
                axes.extend(self.digits.all().get(digit).map(|digit| digit.axis));
            }
            axes.extend(self.symbols_of(form).flat_map(|(symbol, _)| &symbol.axes));
        }
        self.symbols.push(Symbol { op, left, right, range, axes });
        form
    }
}
