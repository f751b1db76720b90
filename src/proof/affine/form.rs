//! [`Form`]: `b + a0*v0 + a1*v1 + …`, exactly. The variables are the digits, and after them the
//! symbols that stand for what is not affine.

use smallvec::{SmallVec, smallvec};

/// `(variable, coefficient)`, by variable; few forms have more than these.
pub(in crate::proof) type Terms = SmallVec<[(usize, i128); 4]>;

/// A constant and the variables' coefficients, none of them 0, by variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::proof) struct Form {
    constant: i128,
    terms: Terms,
}

/// The parts of `form = divisor * quotient + rest`.
pub(in crate::proof) struct Split {
    pub quotient: Form,
    pub rest: Form,
}

impl Form {
    pub fn constant_of(value: i128) -> Form {
        Form { constant: value, terms: Terms::new() }
    }

    pub fn new(constant: i128, terms: Terms) -> Form {
        Form { constant, terms }
    }

    pub fn constant(&self) -> i128 {
        self.constant
    }

    /// A variable alone.
    pub fn variable(place: usize) -> Form {
        Form { constant: 0, terms: smallvec![(place, 1)] }
    }

    /// `(variable, coefficient)`, by variable.
    pub fn terms(&self) -> &[(usize, i128)] {
        &self.terms
    }

    /// Its value, if no variable is in it.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, variable: usize) -> i128 {
        let found = self.terms.binary_search_by_key(&variable, |&(variable, _)| variable);
        found.map_or(0, |place| self.terms[place].1)
    }

    /// `self + factor * other`, unless a number leaves 128 bits.
    pub fn plus(&self, factor: i128, other: &Form) -> Option<Form> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut terms = Terms::with_capacity(self.terms.len().max(other.terms.len()));
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let (digit, coefficient) = match (left, right) {
                ([], []) => break,
                ([(d, a), rest @ ..], others) if others.first().is_none_or(|(e, _)| d < e) => {
                    left = rest;
                    (*d, *a)
                }
                ([(d, a), rest @ ..], [(e, b), others @ ..]) if d == e => {
                    (left, right) = (rest, others);
                    (*d, a.checked_add(factor.checked_mul(*b)?)?)
                }
                (_, [(e, b), others @ ..]) => {
                    right = others;
                    (*e, factor.checked_mul(*b)?)
                }
                (_, []) => break,
            };
            if coefficient != 0 {
                terms.push((digit, coefficient));
            }
        }
        Some(Form { constant, terms })
    }

    /// `factor * self`, unless a number leaves 128 bits.
    pub fn times(&self, factor: i128) -> Option<Form> {
        Form::constant_of(0).plus(factor, self)
    }

    /// Divided by `divisor > 0`, coefficient by coefficient and rounded to zero; the constant
    /// is rounded down.
    pub fn split(&self, divisor: i128) -> Split {
        let part = |of: fn(i128, i128) -> i128| -> Terms {
            let parts = self.terms.iter().map(|&(digit, a)| (digit, of(a, divisor)));
            parts.filter(|&(_, a)| a != 0).collect()
        };
        Split {
            quotient: Form::new(self.constant.div_euclid(divisor), part(|a, d| a / d)),
            rest: Form::new(self.constant.rem_euclid(divisor), part(|a, d| a % d)),
        }
    }

    /// The greatest number that divides every coefficient and the constant; 1 for the form 0.
    pub fn content(&self) -> i128 {
        gcd(self.divisor_of_terms(), self.constant).max(1)
    }

    /// The greatest number that divides every coefficient; 0 if there is none.
    pub fn divisor_of_terms(&self) -> i128 {
        self.terms.iter().fold(0, |g, &(_, a)| gcd(g, a))
    }
}

/// The greatest common divisor, not negative; `gcd(0, a)` is `|a|`.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(i128::MAX)
}
