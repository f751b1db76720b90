//! [`Guard`]: conditions on parameters under which a result is right.
//!
//! ```text
//! 12 divides t and t floordiv 12 divides 4
//! ```
//!
//! Each is a comparison or a divisibility of expressions in the parameters. A guard is checked
//! on values, or written as a program of comparisons for a run-time check.

use std::fmt;

use thiserror::Error;

use super::facts::Facts;
use super::polynomial::{Poly, Quotient};
use crate::error::EvalError;
use crate::expr::{BinaryOp, Program, ProgramBuilder};

/// How the sides of a [`Condition`] relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The left is not 0 and divides the right.
    Divides,
    /// The left is not greater.
    Le,
    /// The left is less.
    Lt,
    /// Both are equal.
    Eq,
    /// They differ.
    Ne,
}

/// One condition; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    relation: Relation,
    left: Poly,
    right: Poly,
}

impl Condition {
    pub(super) fn sides(&self) -> (&Poly, &Poly) {
        (&self.left, &self.right)
    }

    pub(super) fn new(relation: Relation, left: Poly, right: Poly) -> Self {
        Condition { relation, left, right }
    }

    /// What it divides by, where that is no constant; what an inner quotient divides by first.
    pub(super) fn divisors(&self) -> Vec<Poly> {
        let mut found = Vec::new();
        [&self.left, &self.right].into_iter().for_each(|side| divisors(side, &mut found));
        found
    }

    /// How the sides relate.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Whether its sides have factors that a program can hold.
    pub(super) fn fits(&self) -> bool {
        self.left.fits() && self.right.fits()
    }

    /// 1 where it holds, over the parameters.
    fn emit(&self, builder: &mut ProgramBuilder) -> u32 {
        if !self.fits() {
            // A program cannot say whether it holds.
            return builder.constant(0);
        }
        let (left, right) = (self.left.emit(builder), self.right.emit(builder));
        let op = match self.relation {
            Relation::Divides => {
                // By 0 there is no rest, and so no value: that does not hold either.
                let zero = builder.constant(0);
                let rest = builder.binary(BinaryOp::Mod, right, left);
                return builder.binary(BinaryOp::Eq, rest, zero);
            }
            Relation::Le => BinaryOp::Le,
            Relation::Lt => BinaryOp::Lt,
            Relation::Eq => BinaryOp::Eq,
            Relation::Ne => BinaryOp::Ne,
        };
        builder.binary(op, left, right)
    }

    /// A program over the parameters: 1 where it holds.
    fn program(&self) -> Program {
        let mut builder = ProgramBuilder::default();
        let output = self.emit(&mut builder);
        builder.finish(&[output])
    }

    /// Whether it holds for these values of the parameters. Where a side has no value, it does
    /// not.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.met(values) == Some(true)
    }

    /// Whether it holds for these values of the parameters; `None` where a side has no value.
    pub(super) fn met(&self, values: &[i64]) -> Option<bool> {
        if self.relation == Relation::Divides {
            let (left, right) = (self.left.value(values)?, self.right.value(values)?);
            return Some(left != 0 && right.checked_rem(left)? == 0);
        }
        let order = self.left.compared(&self.right, values)?;
        Some(match self.relation {
            Relation::Le => order.is_le(),
            Relation::Lt => order.is_lt(),
            Relation::Eq => order.is_eq(),
            Relation::Ne | Relation::Divides => order.is_ne(),
        })
    }

    /// `Ok` if it holds for these values of the parameters.
    ///
    /// # Errors
    /// That it does not, or why that is not known.
    pub fn check(&self, values: &[i64]) -> Result<(), Unmet> {
        let condition = || self.to_string();
        match self.met(values) {
            Some(true) => Ok(()),
            Some(false) => Err(Unmet::Broken { condition: condition() }),
            None => Err(match self.program().eval(values) {
                Err(error) => Unmet::NoValue { condition: condition(), error },
                Ok(_) => Unmet::Large { condition: condition() },
            }),
        }
    }
}

fn divisors(side: &Poly, found: &mut Vec<Poly>) {
    for Quotient { dividend, divisor, .. } in side.quotients() {
        divisors(dividend, found);
        divisors(divisor, found);
        if divisor.as_constant().is_none() && !found.contains(divisor) {
            found.push(divisor.clone());
        }
    }
}

/// Why a condition does not count as met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unmet {
    /// It does not hold.
    #[error("this holds only where {condition}")]
    Broken {
        /// The condition, printed.
        condition: String,
    },
    /// A side has no value.
    #[error("that {condition} cannot be computed: {error}")]
    NoValue {
        /// The condition, printed.
        condition: String,
        /// What happens.
        error: EvalError,
    },
    /// A side leaves what is computed with.
    #[error("that {condition} cannot be computed: a side leaves 128 bits")]
    Large {
        /// The condition, printed.
        condition: String,
    },
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.relation {
            Relation::Divides => "divides",
            Relation::Le => "le",
            Relation::Lt => "lt",
            Relation::Eq => "eq",
            Relation::Ne => "ne",
        };
        write!(f, "{} {word} {}", self.left, self.right)
    }
}

/// Conditions that hold together; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guard {
    conditions: Vec<Condition>,
}

impl Guard {
    pub(super) fn of(conditions: Vec<Condition>) -> Self {
        Guard { conditions }
    }

    /// The same conditions, with numbers as a person would write them.
    pub(super) fn written(&self, known: &Facts) -> Guard {
        let form = |poly: &Poly| {
            let form = known.readable(poly);
            if form.fits() { form } else { poly.clone() }
        };
        let written = |condition: &Condition| Condition {
            relation: condition.relation,
            left: form(&condition.left),
            right: form(&condition.right),
        };
        Guard { conditions: self.conditions.iter().map(written).collect() }
    }

    /// What both demand, each condition once.
    pub fn and(&self, other: &Guard) -> Guard {
        let new = other.conditions.iter().filter(|own| !self.conditions.contains(own));
        Guard::of(self.conditions.iter().chain(new).cloned().collect())
    }

    /// The conditions, in the order in which they arose: each has a value where those before it
    /// hold.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Whether nothing is demanded.
    pub fn is_always(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Whether it holds for these values of the parameters.
    pub fn holds(&self, values: &[i64]) -> bool {
        self.conditions.iter().all(|condition| condition.holds(values))
    }

    /// `Ok` if it holds for these values of the parameters.
    ///
    /// # Errors
    /// The first condition that does not, or of which that is not known.
    pub fn check(&self, values: &[i64]) -> Result<(), Unmet> {
        self.conditions.iter().try_for_each(|condition| condition.check(values))
    }

    /// 1 where every condition holds, over the parameters.
    pub(crate) fn truth(&self, builder: &mut ProgramBuilder) -> u32 {
        let all: Vec<u32> = self.conditions.iter().map(|c| c.emit(builder)).collect();
        let all = all.into_iter().reduce(|all, next| builder.binary(BinaryOp::And, all, next));
        all.unwrap_or_else(|| builder.constant(1))
    }

    /// A program over the parameters, an output a condition: 1 where it holds. An output after
    /// one that is not 1 may have no value; and where a number between leaves 64 bits the program
    /// has none, though the guard [holds](Guard::holds) or not.
    pub fn program(&self) -> Program {
        let mut builder = ProgramBuilder::default();
        let outputs: Vec<u32> =
            self.conditions.iter().map(|condition| condition.emit(&mut builder)).collect();
        builder.finish(&outputs)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.conditions.is_empty() {
            return f.write_str("always");
        }
        let all: Vec<String> = self.conditions.iter().map(Condition::to_string).collect();
        f.write_str(&all.join(" and "))
    }
}
