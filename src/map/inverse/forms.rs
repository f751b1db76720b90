//! A program as sums over digits and symbols: what [`solve`](super::solve) takes apart.
//!
//! A coordinate is cut into digits where the program divides it; a value is then a constant plus
//! multiples of digits. An operation that is none of that is a *symbol*, a variable of its own that
//! remembers its operands.
//!
//! ```text
//! i < 128, j < 8     (i floordiv 4) * 72 + (j xor (i mod 4))
//!     digits   i0 < 4, i1 < 32, j          i = i0 + 4*i1
//!     symbols  s = j xor i0, 0 to 7
//!     form     72*i1 + s
//! ```
//!
//! The map is total, so that no instruction overflows at a point of the domain and the forms may be
//! added and scaled as integers. They are kept in 128 bits; where those overflow there is no form.

use std::collections::{BTreeSet, HashMap};

use crate::expr::{BinaryOp, Inst, Program, Ranges};
use crate::map::{Digit, digits};

/// How often digits are cut before what is left becomes symbols.
const ROUNDS: usize = 24;

/// The forms together have no more terms than this.
const TERM_LIMIT: usize = 1 << 16;

/// A constant and multiples of variables, by variable, none of them 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::map) struct Form {
    pub constant: i128,
    pub terms: Vec<(usize, i128)>,
}

/// What is neither a digit nor a sum: an operation on two forms.
#[derive(Clone, Debug)]
pub(in crate::map) struct Symbol {
    pub op: BinaryOp,
    pub left: Form,
    pub right: Form,
}

/// The outputs of a program over its variables: the digits, then the symbols.
#[derive(Clone, Debug, Default)]
pub(in crate::map) struct Forms {
    pub digits: Vec<Digit>,
    pub symbols: Vec<Symbol>,
    /// The least and greatest value of each variable.
    pub ranges: Vec<(i128, i128)>,
    pub outputs: Vec<Form>,
    known: HashMap<(BinaryOp, Form, Form), usize>,
    wanted: Vec<(usize, i64)>,
}

impl Form {
    pub fn constant_of(constant: i128) -> Form {
        Form { constant, terms: Vec::new() }
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`.
    pub fn plus(&self, factor: i128, other: &Form) -> Option<Form> {
        let mut sum: HashMap<usize, i128> = self.terms.iter().copied().collect();
        for &(variable, a) in &other.terms {
            let term = sum.entry(variable).or_default();
            *term = term.checked_add(a.checked_mul(factor)?)?;
        }
        let mut terms: Vec<(usize, i128)> = sum.into_iter().filter(|&(_, a)| a != 0).collect();
        terms.sort_unstable();
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Form { constant, terms })
    }
}

impl Forms {
    /// The outputs of a program that has a value wherever `0 <= x[k] < extents[k]`.
    pub fn of(program: &Program, extents: &[i64]) -> Option<Forms> {
        let mut cuts = vec![BTreeSet::from([1]); extents.len()];
        for _ in 0..ROUNDS {
            let mut forms = Forms::over(extents, &cuts);
            let outputs = forms.read(program, extents);
            let mut changed = false;
            for (axis, at) in std::mem::take(&mut forms.wanted) {
                let fits = |&other: &i64| at % other == 0 || other % at == 0;
                if cuts[axis].iter().all(fits) {
                    changed |= cuts[axis].insert(at);
                }
            }
            if !changed {
                forms.outputs = outputs?;
                return Some(forms);
            }
        }
        None
    }

    fn over(extents: &[i64], cuts: &[BTreeSet<i64>]) -> Forms {
        let axes = extents.iter().zip(cuts).enumerate();
        let all = axes.flat_map(|(axis, (&n, cuts))| digits(axis, n, cuts.iter().copied()));
        let digits: Vec<Digit> = all.collect();
        let ranges = digits.iter().map(|digit| (0, i128::from(digit.extent) - 1)).collect();
        Forms { digits, ranges, ..Forms::default() }
    }

    /// The coordinate of an axis.
    pub fn coordinate(&self, axis: usize) -> Form {
        let own = self.digits.iter().enumerate().filter(|(_, digit)| digit.axis == axis);
        let terms = own.map(|(place, digit)| (place, digit.weight.into())).collect();
        Form { constant: 0, terms }
    }

    /// The least and greatest value of a form, as far as its variables' ranges tell.
    pub fn range(&self, form: &Form) -> Option<(i128, i128)> {
        let (mut lo, mut hi) = (form.constant, form.constant);
        for &(variable, a) in &form.terms {
            let (least, most) = self.ranges[variable];
            let (x, y) = (a.checked_mul(least)?, a.checked_mul(most)?);
            (lo, hi) = (lo.checked_add(x.min(y))?, hi.checked_add(x.max(y))?);
        }
        Some((lo, hi))
    }

    fn read(&mut self, program: &Program, extents: &[i64]) -> Option<Vec<Form>> {
        let bounds = Ranges::over(program, extents);
        let mut forms: Vec<Form> = Vec::with_capacity(program.insts().len());
        let mut terms = 0;
        for (place, &inst) in program.insts().iter().enumerate() {
            let form = match inst {
                Inst::Const(value) => Form::constant_of(value.into()),
                Inst::Coord(axis) => self.coordinate(axis as usize),
                Inst::Binary(op, l, r) => {
                    let bounds = bounds.interval(place as u32);
                    let (left, right) = (&forms[l as usize], &forms[r as usize]);
                    self.combined(op, left, right, (bounds.lo, bounds.hi))?
                }
            };
            terms += form.terms.len();
            if terms > TERM_LIMIT {
                return None;
            }
            forms.push(form);
        }
        Some(program.outputs().iter().map(|&output| forms[output as usize].clone()).collect())
    }

    /// The form of an operation, whose value lies in `bounds`.
    fn combined(
        &mut self,
        op: BinaryOp,
        left: &Form,
        right: &Form,
        bounds: (i128, i128),
    ) -> Option<Form> {
        let not_negative = self.range(left).is_some_and(|(lo, _)| lo >= 0);
        let power = |k: i128| u32::try_from(k).ok().filter(|&k| k < 63).map(|k| 1i128 << k);
        match (op, left.as_constant(), right.as_constant()) {
            (BinaryOp::Add, ..) => left.plus(1, right),
            (BinaryOp::Sub, ..) => left.plus(-1, right),
            (BinaryOp::Mul, Some(factor), _) => Form::default().plus(factor, right),
            (BinaryOp::Mul, _, Some(factor)) => Form::default().plus(factor, left),
            (BinaryOp::FloorDiv, _, Some(d)) if d > 0 => Some(self.split(left, d)?.0),
            (BinaryOp::Mod, _, Some(d)) if d > 0 => Some(self.split(left, d)?.1),
            (BinaryOp::Shr, _, Some(k)) if not_negative && power(k).is_some() => {
                Some(self.split(left, power(k)?)?.0)
            }
            (BinaryOp::And, _, Some(mask))
                if not_negative && mask > 0 && mask & (mask + 1) == 0 =>
            {
                Some(self.split(left, mask + 1)?.1)
            }
            (BinaryOp::Shl, _, Some(k)) if not_negative && power(k).is_some() => {
                let exact = Form::default().plus(power(k)?, left)?;
                let fits = self.range(&exact).is_some_and(|(_, hi)| hi <= i64::MAX.into());
                if fits { Some(exact) } else { Some(self.symbol(op, left, right, bounds)) }
            }
            _ => Some(self.symbol(op, left, right, bounds)),
        }
    }

    /// Quotient and remainder by `d`.
    fn split(&mut self, form: &Form, d: i128) -> Option<(Form, Form)> {
        let part = |of: fn(i128, i128) -> i128| {
            let terms = form.terms.iter().map(|&(variable, a)| (variable, of(a, d)));
            let terms = terms.filter(|&(_, a)| a != 0).collect();
            Form { constant: of(form.constant, d), terms }
        };
        let (quotient, rest) = (part(i128::div_euclid), part(i128::rem_euclid));
        let (lo, hi) = self.range(&rest)?;
        let block = lo.div_euclid(d);
        if block == hi.div_euclid(d) {
            let quotient = quotient.plus(block, &Form::constant_of(1))?;
            return Some((quotient, rest.plus(-block.checked_mul(d)?, &Form::constant_of(1))?));
        }
        for &(variable, a) in &rest.terms {
            if let Some(&Digit { axis, weight, extent }) = self.digits.get(variable)
                && d % a == 0
                && d / a < extent.into()
                && let Ok(at) = i64::try_from(d / a)
            {
                self.wanted.extend(weight.checked_mul(at).map(|at| (axis, at)));
            }
        }
        let divisor = Form::constant_of(d);
        let over = self.symbol(BinaryOp::FloorDiv, &rest, &divisor, (block, hi.div_euclid(d)));
        let left = self.symbol(BinaryOp::Mod, &rest, &divisor, (0, d - 1));
        Some((quotient.plus(1, &over)?, left))
    }

    fn symbol(&mut self, op: BinaryOp, left: &Form, right: &Form, range: (i128, i128)) -> Form {
        let next = self.ranges.len();
        let key = (op, left.clone(), right.clone());
        let variable = *self.known.entry(key).or_insert(next);
        if variable == next {
            self.symbols.push(Symbol { op, left: left.clone(), right: right.clone() });
            self.ranges.push(range);
        }
        Form { constant: 0, terms: vec![(variable, 1)] }
    }
}
