//! Which members of a family meet what is [required](super::required) of them.
//!
//! | values | reach |
//! |---|---|
//! | `i * s + j` | to the corners, by the signs of the factors |
//! | `i floordiv 2`, `j mod 4` | to ends that some point is seen to have: the first, the last, the next |
//! | `j xor (j floordiv 4)` of 8 | what a look at all 8 points says |
//! | terms that read no coordinate together | each for itself |
//!
//! **The law.** Where a requirement is argued to be met, [`check`](Requirement::check) finds it so for
//! each member of the guard; where it is argued not to be, it finds what is in the way. Where no point
//! is seen to have the end of a bound, nothing is known.

use super::argue::{Finding, Question, TOO_LARGE};
use super::form::{Form, Forms};
use super::required::{Asks, Requirement};
use crate::family::{Scope, Sym};

/// Points that are looked at one by one.
const SEEN: i64 = 1 << 12;

const OPEN: &str = "how far the values of a text reach is not known";

impl Requirement {
    /// For all members, in a scope of the family's parameters; `None` if its arithmetic is none that
    /// can be argued about.
    pub(super) fn asked(&self, scope: &Scope) -> Option<Asked> {
        let [stage] = self.of.stages() else { return None };
        let extents = self.of.domain().axes().iter();
        let domain: Vec<Sym> =
            extents.map(|axis| scope.number(axis.extent()?)).collect::<Option<_>>()?;
        let forms = Forms::of_any(&stage.program, scope, domain.len())?;
        let codomain = vec![None; forms.outputs.len()];
        Some(Asked { question: Question { forms, domain, codomain }, asks: self.asks })
    }
}

/// A requirement in a scope.
pub(super) struct Asked {
    question: Question,
    asks: Asks,
}

/// Whether all requirements are met, argued in their order.
pub(super) fn all_met(asked: &[Asked]) -> Finding {
    let mut open = None;
    for Asked { question, asks } in asked {
        match question.on_points(|question| question.clone().meets(*asks)) {
            Finding::Proved => {}
            Finding::Disproved => return Finding::Disproved,
            Finding::Open(why) => open = open.or(Some(why)),
        }
    }
    open.map_or(Finding::Proved, Finding::Open)
}

impl Question {
    /// Whether the outputs are as is asked; the domain has a point.
    fn meets(mut self, asks: Asks) -> Finding {
        match self.defined() {
            Finding::Proved => {}
            other => return other,
        }
        let outputs = std::mem::take(&mut self.forms.outputs);
        let pairs =
            || outputs.chunks_exact(2).filter_map(|pair| Some((pair.first()?, pair.get(1)?)));
        match asks {
            Asks::AtLeast(end) => joined(outputs.iter().map(|form| self.is_at_least(form, end))),
            Asks::FromZero => joined(outputs.iter().map(|form| self.is_from_zero(form))),
            Asks::Ends => joined(pairs().map(|(form, end)| self.ends_at(form, end))),
            Asks::Equal => joined(pairs().map(|(own, other)| {
                let difference = own.plus(-1, other).and_then(|form| self.number(&form))?;
                Some(if difference.assumed(0) { Finding::Proved } else { Finding::Disproved })
            })),
            Asks::Fits => joined(outputs.iter().map(|form| self.fits_64_bits(form))),
            Asks::Size => {
                let numbers = outputs.iter().map(|form| self.number(form));
                let Some(numbers) = numbers.collect::<Option<Vec<Sym>>>() else {
                    return Finding::Open(TOO_LARGE);
                };
                fits(&numbers)
            }
        }
    }

    /// A form without coordinates.
    fn number(&mut self, form: &Form) -> Option<Sym> {
        let form = self.normal(form)?;
        let (lo, hi) = self.range(&form)?;
        lo.surely(&hi).then_some(lo)
    }

    fn is_at_least(&mut self, form: &Form, end: i64) -> Option<Finding> {
        let Reach { least, .. } = self.reach(form)?;
        Some(match least.at.assumed_less(&Sym::from(end)) {
            false => Finding::Proved,
            true => least.otherwise(Finding::Disproved),
        })
    }

    fn fits_64_bits(&mut self, form: &Form) -> Option<Finding> {
        let Reach { least, greatest } = self.reach(form)?;
        Some(if least.at.assumed_less(&Sym::from(i64::MIN)) {
            least.otherwise(Finding::Disproved)
        } else if Sym::from(i64::MAX).assumed_less(&greatest.at) {
            greatest.otherwise(Finding::Disproved)
        } else {
            Finding::Proved
        })
    }

    fn is_from_zero(&mut self, form: &Form) -> Option<Finding> {
        let Reach { least, .. } = self.reach(form)?;
        Some(match least.at.assumed(0) {
            true => least.otherwise(Finding::Proved),
            false if Sym::from(0).assumed_less(&least.at) => Finding::Disproved,
            false => least.otherwise(Finding::Disproved),
        })
    }

    fn ends_at(&mut self, form: &Form, end: &Form) -> Option<Finding> {
        let Reach { least, greatest } = self.reach(form)?;
        if least.at.assumed_negative() {
            return Some(least.otherwise(Finding::Disproved));
        }
        let (end, reached) = (self.number(end)?, greatest.at.plus(&Sym::from(1))?);
        Some(match reached.assumed_equal(&end) {
            true => greatest.otherwise(Finding::Proved),
            false if !greatest.has_point && reached.assumed_less(&end) => Finding::Disproved,
            false => greatest.otherwise(Finding::Disproved),
        })
    }

    /// How far a form reaches: of terms that read no coordinate together, each for itself.
    fn reach(&mut self, form: &Form) -> Option<Reach> {
        let mut parts: Vec<(Vec<bool>, Form)> = Vec::new();
        for (place, factor) in &form.terms {
            let own = Form::variable(*place);
            let mut axes: Vec<bool> =
                (0..self.domain.len()).map(|axis| self.forms.reads(&own, axis)).collect();
            let mut part =
                Form { terms: vec![(*place, factor.clone())], ..Form::constant(0.into()) };
            let meets = |others: &[bool], axes: &[bool]| {
                others.iter().zip(axes).any(|(other, own)| *other && *own)
            };
            while let Some(k) = parts.iter().position(|(others, _)| meets(others, &axes)) {
                let (others, other) = parts.swap_remove(k);
                axes.iter_mut().zip(others).for_each(|(own, other)| *own |= other);
                part = part.plus(1, &other)?;
            }
            parts.push((axes, part));
        }
        let mut all = Reach { least: End::of(&form.constant), greatest: End::of(&form.constant) };
        for (_, part) in &parts {
            let own = self.part_reach(part)?;
            all.least = all.least.plus(&own.least)?;
            all.greatest = all.greatest.plus(&own.greatest)?;
        }
        Some(all)
    }

    fn part_reach(&mut self, form: &Form) -> Option<Reach> {
        let seen = |(least, greatest): (Sym, Sym)| Reach {
            least: End::of(&least),
            greatest: End::of(&greatest),
        };
        if form.is_exact(&self.forms) {
            return self.range(form).map(seen);
        }
        let normal = self.normal(form)?;
        if normal.is_exact(&self.forms) {
            return self.range(&normal).map(seen);
        }
        if let Some(values) = self.looked_at(&normal) {
            return Some(seen(values));
        }
        let (least, greatest) = self.range(form)?;
        let points = self.points(&normal)?;
        let values: Vec<Sym> =
            points.iter().filter_map(|point| self.value(&normal, point)).collect();
        let end = |at: Sym| End { has_point: values.iter().any(|value| value.surely(&at)), at };
        Some(Reach { least: end(least), greatest: end(greatest) })
    }

    /// The least and the greatest value of a normal form without parameters, over axes whose
    /// extents are known.
    fn looked_at(&self, form: &Form) -> Option<(Sym, Sym)> {
        let mut points = vec![Vec::new()];
        for (axis, extent) in self.domain.iter().enumerate() {
            let along = match self.forms.reads(form, axis) {
                true => extent.as_constant()?,
                false => 1,
            };
            let count = i64::try_from(points.len()).ok()?.checked_mul(along)?;
            if !(1..=SEEN).contains(&count) {
                return None;
            }
            let longer = |point: &Vec<Sym>| {
                let behind = |x| point.iter().cloned().chain([Sym::from(x)]).collect();
                (0..along).map(behind).collect::<Vec<Vec<Sym>>>()
            };
            points = points.iter().flat_map(longer).collect();
        }
        let values = points.iter().map(|point| self.value(form, point)?.as_constant());
        let values: Vec<i64> = values.collect::<Option<_>>()?;
        let (least, greatest) = (values.iter().min()?, values.iter().max()?);
        Some((Sym::from(*least), Sym::from(*greatest)))
    }
}

/// How far values reach.
struct Reach {
    least: End,
    greatest: End,
}

/// A number that no value is beyond.
struct End {
    at: Sym,
    /// Whether some point is seen to have it.
    has_point: bool,
}

impl End {
    /// A value that some point has.
    fn of(value: &Sym) -> End {
        End { at: value.clone(), has_point: true }
    }

    /// The end of a sum of terms that read no coordinate together.
    fn plus(&self, other: &End) -> Option<End> {
        let at = self.at.plus(&other.at)?;
        Some(End { at, has_point: self.has_point && other.has_point })
    }

    /// What is found where the end is a value; else nothing is.
    fn otherwise(&self, finding: Finding) -> Finding {
        if self.has_point { finding } else { Finding::Open(OPEN) }
    }
}

/// Whether one of the numbers, none below 0, is 0, or their product fits 64 bits.
fn fits(numbers: &[Sym]) -> Finding {
    let product = numbers.iter().try_fold(Sym::from(1), |size, number| size.times(number));
    let Some(size) = product else { return Finding::Open(TOO_LARGE) };
    let too_large = Sym::from(i64::MAX).assumed_less(&size);
    match too_large && numbers.iter().all(|number| !number.assumed(0)) {
        true => Finding::Disproved,
        false => Finding::Proved,
    }
}

/// Whether all is as is asked.
fn joined(findings: impl Iterator<Item = Option<Finding>>) -> Finding {
    let mut open = None;
    for finding in findings {
        match finding {
            Some(Finding::Proved) => {}
            Some(Finding::Disproved) => return Finding::Disproved,
            Some(Finding::Open(why)) => open = Some(why),
            None => open = Some(TOO_LARGE),
        }
    }
    open.map_or(Finding::Proved, Finding::Open)
}
