//! [`Sym`]: an integer that is not known yet.
//!
//! A constant, or a polynomial in the parameters of a [`Scope`] and in quotients of such
//! polynomials: whatever the algebra computes can be written so. Equality is that of the written
//! form; whether two are equal *as numbers* is a question to the scope.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::polynomial::{MOST_NESTING, Poly};
use super::scope::Scope;
use crate::error::EvalError;
use crate::expr::{Program, ProgramBuilder};

/// A symbolic integer; see the source file's header.
#[derive(Clone, Default)]
pub struct Sym {
    poly: Poly,
    scope: Option<Scope>,
}

impl Sym {
    /// How deep quotients may stand in one another.
    pub const NESTING: usize = MOST_NESTING;

    pub(super) fn within(poly: Poly, scope: Scope) -> Self {
        Sym { poly, scope: Some(scope) }
    }

    pub(super) fn poly(&self) -> &Poly {
        &self.poly
    }

    /// The scope of its parameters; a constant may have none.
    pub fn scope(&self) -> Option<&Scope> {
        self.scope.as_ref()
    }

    /// The number, if no parameter is in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.poly.as_constant().and_then(|value| i64::try_from(value).ok())
    }

    /// The number with what is assumed in its scope applied to it.
    pub fn normalized(&self) -> Sym {
        self.scope.as_ref().map_or_else(|| self.clone(), |scope| scope.normalized(self))
    }

    /// Code over the parameters, with one output.
    pub fn program(&self) -> Program {
        let mut builder = ProgramBuilder::default();
        let output = self.poly.emit(&mut builder);
        builder.finish(&[output])
    }

    /// The number for these values of the parameters, whatever lies between.
    ///
    /// # Errors
    /// A number that leaves 64 bits, a division by zero, or a value that is missing.
    pub fn eval(&self, values: &[i64]) -> Result<i64, EvalError> {
        if let Some(value) = self.poly.value(values).and_then(|value| i64::try_from(value).ok()) {
            return Ok(value);
        }
        // It has none: the code, in 64 bits, says where.
        Ok(self.program().eval(values)?.first().copied().unwrap_or(0))
    }

    /// The quotient, under the condition that `divisor` divides the number; `None` if it never
    /// does.
    pub fn divided_by(&self, divisor: &Sym) -> Option<Sym> {
        self.with(divisor, Scope::quotient, |a, b| match b.as_constant() {
            Some(0) | None => None,
            Some(_) => a.exactly_by(b),
        })
    }

    /// The sum; `None` if it leaves 64 bits, or the scopes differ. Where it has no form, nothing is
    /// claimed on this way of a search.
    pub fn plus(&self, other: &Sym) -> Option<Sym> {
        self.combined(other, Poly::plus)
    }

    /// The product; otherwise as the [sum](Sym::plus).
    pub fn times(&self, other: &Sym) -> Option<Sym> {
        self.combined(other, Poly::times)
    }

    fn combined(&self, other: &Sym, combine: fn(&Poly, &Poly) -> Option<Poly>) -> Option<Sym> {
        let known = Cell::new(true);
        let symbolic = |scope: &Scope, a: &Poly, b: &Poly| {
            let plain = combine(a, b).map(|poly| scope.normal(&poly));
            if let Some(plain) = plain.filter(Poly::fits) {
                return Some(plain);
            }
            let (a, b) = (scope.normal(a), scope.normal(b));
            known.set(a.as_constant().is_some() && b.as_constant().is_some());
            Some(scope.normal(&combine(&a, &b)?))
        };
        let found = self.with(other, symbolic, combine);
        if found.is_none() && !known.get() {
            // Too many factors, or too large ones: the number itself may be small.
            let searching = |own: &&Scope| own.steps().are_of_a_search();
            self.scope.iter().chain(&other.scope).filter(searching).for_each(Scope::give_up);
        }
        found
    }

    /// The quotient rounded down, under the condition that `divisor` is positive; `None` if it
    /// would be nested deeper than [`Sym::NESTING`], would grow too large, or the scopes differ.
    pub fn floor(&self, divisor: &Sym) -> Option<Sym> {
        self.quotient_rounded(divisor, false)
    }

    /// The quotient, rounded up or down, of positive numbers.
    pub(crate) fn rounded(&self, other: &Sym, up: bool) -> Sym {
        self.quotient_rounded(other, up).unwrap_or_else(|| {
            self.give_up(other);
            Sym::default()
        })
    }

    fn quotient_rounded(&self, other: &Sym, up: bool) -> Option<Sym> {
        self.with(
            other,
            |scope, a, b| scope.rounded(a, b, up),
            |a, b| {
                let (a, b) = (a.as_constant()?, b.as_constant()?);
                let a = if up { a.checked_add(b.checked_sub(1)?)? } else { a };
                Some(Poly::constant(a.checked_div_euclid(b)?))
            },
        )
    }

    /// What the scope says of the two; of constants, what `plain` says.
    fn with(
        &self,
        other: &Sym,
        symbolic: impl FnOnce(&Scope, &Poly, &Poly) -> Option<Poly>,
        plain: impl FnOnce(&Poly, &Poly) -> Option<Poly>,
    ) -> Option<Sym> {
        let scope = self.shared_scope(other)?;
        let poly = match scope {
            Some(scope) => symbolic(scope, &self.poly, &other.poly)?,
            None => plain(&self.poly, &other.poly)?,
        };
        poly.fits().then(|| Sym { poly, scope: scope.cloned() })
    }

    /// The scope of both; `None` if they differ.
    fn shared_scope<'a>(&'a self, other: &'a Sym) -> Option<Option<&'a Scope>> {
        match (&self.scope, &other.scope) {
            (Some(a), Some(b)) if !a.is(b) => None,
            (a, b) => Some(a.as_ref().or(b.as_ref())),
        }
    }

    /// No claim is made of what is computed from now on: the numbers do not fit each other.
    pub(crate) fn give_up(&self, other: &Sym) {
        self.scope.iter().chain(&other.scope).for_each(Scope::give_up);
    }

    /// Whether it is this number; see [`Scope::guard`].
    pub(crate) fn assumed(&self, number: i64) -> bool {
        match &self.scope {
            Some(scope) => scope.equals(&self.poly, number.into()),
            None => self.poly.as_constant() == Some(number.into()),
        }
    }

    /// Whether it is below 0.
    pub(crate) fn assumed_negative(&self) -> bool {
        match &self.scope {
            Some(scope) => scope.negative(&self.poly),
            None => self.poly.as_constant().is_some_and(|value| value < 0),
        }
    }

    /// Whether it is below another.
    pub(crate) fn assumed_less(&self, other: &Sym) -> bool {
        match self.shared_scope(other) {
            Some(Some(scope)) => scope.less(&self.poly, &other.poly),
            Some(None) => self.poly.as_constant() < other.poly.as_constant(),
            None => {
                self.give_up(other);
                false
            }
        }
    }

    /// Whether it is beyond 64 bits.
    pub(crate) fn assumed_out_of_range(&self) -> bool {
        Sym::from(i64::MAX).assumed_less(self) || self.assumed_less(&Sym::from(i64::MIN))
    }

    /// Whether it is another.
    pub(crate) fn assumed_equal(&self, other: &Sym) -> bool {
        match self.shared_scope(other) {
            Some(Some(scope)) => scope.same(&self.poly, &other.poly),
            Some(None) => self.poly == other.poly,
            None => {
                self.give_up(other);
                false
            }
        }
    }

    /// Whether it is another, as far as is seen.
    pub(crate) fn surely(&self, other: &Sym) -> bool {
        match self.shared_scope(other) {
            Some(Some(scope)) => scope.surely_equal(&self.poly, &other.poly),
            Some(None) => self.poly == other.poly,
            None => false,
        }
    }

    /// Whether it is never below 0, as far as is seen.
    pub(crate) fn surely_not_negative(&self) -> bool {
        match &self.scope {
            Some(scope) => scope.surely_nonnegative(&self.poly),
            None => self.poly.as_constant().is_some_and(|value| value >= 0),
        }
    }

    /// Writes the number into a program over the parameters.
    pub(crate) fn emit(&self, builder: &mut ProgramBuilder) -> u32 {
        self.poly.emit(builder)
    }
}

impl From<i64> for Sym {
    fn from(value: i64) -> Self {
        Sym { poly: Poly::constant(value.into()), scope: None }
    }
}

impl PartialEq for Sym {
    /// Equal as written.
    fn eq(&self, other: &Self) -> bool {
        self.poly == other.poly
    }
}

impl Eq for Sym {}

impl Hash for Sym {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.poly.hash(state);
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.poly)
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.poly)
    }
}
