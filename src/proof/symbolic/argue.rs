//! The arguments, each a straight run in which a [`Scope`](crate::family::Scope) answers what the
//! parameters leave open; the search over the answers is its.
//!
//! | fact | holds if | fails if |
//! |---|---|---|
//! | total | every step's exact range fits 64 bits, no divisor is 0 | a step leaves them at a corner, or divides by 0 |
//! | bounds | every value's exact range lies in the codomain | a value leaves it at a corner |
//! | injective | every coordinate is *resolved*: equal values mean that it is equal | two points have one value |
//! | surjective | no stride leaves a gap and the end is reached; or total, in bounds, injective, as many points as values | a stride leaves a gap, or an end is not reached; fewer points than values; as many, and one is wasted |
//!
//! What resolves a coordinate is in `resolve.rs`.

use super::form::{Demand, Form, Forms, Variable};
use super::resolve::{Resolution, resolution};
use crate::expr::BinaryOp;
use crate::family::Sym;

/// What one way through an argument finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// It holds for all members of the guard.
    Proved,
    /// It holds for none of them.
    Disproved,
    /// It may be either.
    Open(&'static str),
}

/// A family's forms with the sets that they are between.
#[derive(Clone)]
pub(super) struct Question {
    pub forms: Forms,
    /// The extents of the domain.
    pub domain: Vec<Sym>,
    /// Those of the codomain; none for all integers.
    pub codomain: Vec<Option<Sym>>,
}

pub(super) const TOO_LARGE: &str =
    "a number grows too large to be written, or is divided by one below 0";

impl Question {
    /// Total, for a domain with a point.
    pub fn total(&self) -> Finding {
        self.on_points(|question| question.defined())
    }

    /// In bounds.
    pub fn bounds(&self) -> Finding {
        self.on_points(|question| match question.outside() {
            None => Finding::Open(TOO_LARGE),
            Some(None) => Finding::Proved,
            Some(Some(form)) if form.is_exact(&question.forms) => match question.defined() {
                Finding::Proved => Finding::Disproved,
                _ => Finding::Open("the value that leaves the codomain may not be one"),
            },
            Some(Some(_)) => Finding::Open("a quotient or remainder may leave the codomain"),
        })
    }

    /// Injective on the points that have a value.
    pub fn injective(&self) -> Finding {
        self.on_points(|question| match resolution(question) {
            Resolution::All => Finding::Proved,
            Resolution::Collision => match question.defined() {
                Finding::Proved => Finding::Disproved,
                _ => Finding::Open("the points that collide may have no value"),
            },
            Resolution::Open(why) => Finding::Open(why),
        })
    }

    /// Onto the codomain.
    pub fn surjective(&self) -> Finding {
        let codomain: Option<Vec<&Sym>> = self.codomain.iter().map(Option::as_ref).collect();
        let Some(codomain) = codomain else {
            let empty = self.codomain.iter().flatten().any(|extent| extent.assumed(0));
            return if empty { Finding::Proved } else { Finding::Disproved };
        };
        let numbers = product(self.domain.iter()).zip(product(codomain.iter().copied()));
        let Some((points, values)) = numbers else { return Finding::Open(TOO_LARGE) };
        if self.domain.iter().chain(codomain.iter().copied()).any(Sym::assumed_negative) {
            return Finding::Open("an extent may be negative");
        }
        if self.is_apart() {
            match self.covers(&codomain) {
                Some(Covered::All) if self.defined() == Finding::Proved => return Finding::Proved,
                Some(Covered::Misses) => return Finding::Disproved,
                _ => {}
            }
        }
        if points.assumed_less(&values) {
            return Finding::Disproved;
        }
        if values.assumed_less(&points) {
            return Finding::Open("there are more points than values");
        }
        let all = [self.total(), self.bounds(), self.injective()];
        if all.iter().all(|finding| *finding == Finding::Proved) {
            Finding::Proved
        } else if all.contains(&Finding::Disproved) {
            // As many points as values: one that is wasted is missed.
            Finding::Disproved
        } else {
            Finding::Open("some point may be wasted")
        }
    }

    /// Whether each output is a sum over coordinates of its own.
    fn is_apart(&self) -> bool {
        let outputs = || self.forms.outputs.iter().enumerate();
        let reads = |axis, number| {
            outputs().any(|(other, form)| other != number && self.forms.reads(form, axis))
        };
        outputs().all(|(number, form)| {
            form.terms.iter().all(|(place, _)| match self.forms.variables.get(*place) {
                Some(Variable::Axis(axis)) => !reads(*axis, number),
                _ => false,
            })
        })
    }

    /// What outputs [apart](Question::is_apart) take of their axes: each takes its own values, by
    /// strides that no smaller ones leave a gap before. `None` where that is not seen.
    fn covers(&self, codomain: &[&Sym]) -> Option<Covered> {
        if codomain.iter().any(|extent| extent.assumed(0)) {
            return Some(Covered::All);
        }
        if self.domain.iter().any(|extent| extent.assumed(0)) {
            return Some(Covered::Misses);
        }
        let (zero, one) = (Sym::from(0), Sym::from(1));
        for (form, extent) in self.forms.outputs.iter().zip(codomain) {
            let (lo, _) = self.range(form)?;
            let mut steps: Vec<(Sym, Sym)> = Vec::with_capacity(form.terms.len());
            for (place, coefficient) in &form.terms {
                let size = match coefficient.assumed_negative() {
                    true => coefficient.times(&Sym::from(-1))?,
                    false => coefficient.clone(),
                };
                let reach = size.times(&self.last(*place)?)?;
                let at = steps.iter().position(|(other, _)| size.assumed_less(other));
                steps.insert(at.unwrap_or(steps.len()), (size, reach));
            }
            // All from `lo` to `lo + reach` are taken; what comes next is not.
            let mut reach = zero.clone();
            for (size, more) in &steps {
                if reach.plus(&one)?.assumed_less(size) {
                    break;
                }
                reach = reach.plus(more)?;
            }
            if zero.assumed_less(&lo) {
                return Some(Covered::Misses);
            }
            let next = lo.plus(&reach)?.plus(&one)?;
            if next.assumed_less(extent) {
                return if next.assumed_negative() { None } else { Some(Covered::Misses) };
            }
        }
        Some(Covered::All)
    }

    /// What holds where the domain has a point; without one, everything does.
    pub fn on_points(&self, argue: impl FnOnce(&Self) -> Finding) -> Finding {
        for extent in &self.domain {
            if extent.assumed(0) {
                return Finding::Proved;
            }
            if extent.assumed_negative() {
                return Finding::Open("an extent may be negative");
            }
        }
        argue(self)
    }

    /// Total; the domain has a point.
    pub fn defined(&self) -> Finding {
        for demand in &self.forms.demands {
            match demand {
                Demand::NotZero(divisor) if divisor.assumed(0) => return Finding::Disproved,
                Demand::NotZero(_) => {}
                Demand::Fits(form) => {
                    let Some((lo, hi)) = self.range(form) else { return Finding::Open(TOO_LARGE) };
                    let leaves = Sym::from(i64::MAX).assumed_less(&hi)
                        || lo.assumed_less(&Sym::from(i64::MIN));
                    if leaves && form.is_exact(&self.forms) {
                        return Finding::Disproved;
                    }
                    if leaves {
                        return Finding::Open("a quotient or remainder may leave 64 bits");
                    }
                }
            }
        }
        Finding::Proved
    }

    /// The first output that leaves its axis somewhere; outer `None` where that is not known.
    fn outside(&self) -> Option<Option<&Form>> {
        for (form, extent) in self.forms.outputs.iter().zip(&self.codomain) {
            let Some(extent) = extent else { continue };
            let (lo, hi) = self.range(form)?;
            if lo.assumed_negative() || !hi.assumed_less(extent) {
                return Some(Some(form));
            }
        }
        Some(None)
    }

    /// The least and the greatest value: reached, where the form is of coordinates alone.
    pub fn range(&self, form: &Form) -> Option<(Sym, Sym)> {
        let (mut lo, mut hi) = (form.constant.clone(), form.constant.clone());
        for (variable, coefficient) in &form.terms {
            let (least, most) = self.ends(*variable)?;
            let (least, most) = (coefficient.times(&least)?, coefficient.times(&most)?);
            let turned = coefficient.assumed_negative();
            let (least, most) = if turned { (most, least) } else { (least, most) };
            (lo, hi) = (lo.plus(&least)?, hi.plus(&most)?);
        }
        Some((lo, hi))
    }

    /// How far apart values of a variable are: of a coordinate, its greatest value.
    pub fn last(&self, variable: usize) -> Option<Sym> {
        let (least, most) = self.ends(variable)?;
        most.plus(&least.times(&Sym::from(-1))?)
    }

    /// Numbers that no value of a variable is below or above.
    fn ends(&self, variable: usize) -> Option<(Sym, Sym)> {
        let (zero, minus_one) = (Sym::from(0), Sym::from(-1));
        let positive = |divisor: &Sym| zero.assumed_less(divisor);
        match self.forms.variables.get(variable)? {
            Variable::Axis(axis) => {
                let last = self.domain.get(*axis)?.plus(&minus_one)?;
                Some((zero, last))
            }
            Variable::Rest(_, divisor) if positive(divisor) => {
                let last = divisor.plus(&minus_one)?;
                Some((zero, last))
            }
            Variable::Quotient(dividend, divisor) => {
                let (lo, hi) = self.range(dividend)?;
                let usual = positive(divisor);
                usual.then(|| (lo.rounded(divisor, false), hi.rounded(divisor, false)))
            }
            Variable::Opaque(BinaryOp::Xor | BinaryOp::And, left, right) => {
                let mut most = 0;
                for side in [left, right] {
                    let (lo, hi) = self.range(side)?;
                    let (lo, hi) = (lo.as_constant()?, hi.as_constant()?);
                    most |= (lo >= 0).then_some(hi)?;
                }
                // Bits up to the highest of either.
                let most = i64::MAX.checked_shr(most.leading_zeros().checked_sub(1)?)?;
                Some((zero, most.into()))
            }
            Variable::Rest(..) | Variable::Opaque(..) => None,
        }
    }
}

/// What values there are of a box.
enum Covered {
    /// All of them.
    All,
    /// One is missing.
    Misses,
}

impl Form {
    /// Whether it is a sum over coordinates alone, whose extremes are at corners.
    pub fn is_exact(&self, forms: &Forms) -> bool {
        let is_axis = |place: usize| matches!(forms.variables.get(place), Some(Variable::Axis(_)));
        self.terms.iter().all(|&(variable, _)| is_axis(variable))
    }
}

fn product<'a>(mut extents: impl Iterator<Item = &'a Sym>) -> Option<Sym> {
    extents.try_fold(Sym::from(1), |product, extent| product.times(extent))
}
