//! Which members of two families are one map.
//!
//! The difference of two sums over the coordinates is a sum over them. Over a box it is 0
//! everywhere exactly if its constant is 0, and of each coordinate the factor, or the coordinate
//! has one value:
//!
//! ```text
//! (i : 4, j : n)    i + s * j  and  i + t * j      equal if s eq t or n eq 1 (or there is no point)
//! ```
//!
//! Quotients are brought to [normal form](super::normal) first; other operations are variables.
//! Variables are equal where their operands are. A difference in which such are left is looked at
//! at points: where it is not 0 at one, the members differ; where it is 0 at all of them, nothing
//! is known.
//!
//! **The laws.** Members that meet a *proved* guard have one domain and one value at each point;
//! those that meet a *disproved* one do not. A disproof has a member, and a witness that who asks
//! has confirmed. Members that are not as is [required](super::required) are none: no verdict speaks
//! of them.

use super::argue::{Finding, Question, TOO_LARGE};
use super::form::{Form, Forms, MOST_NESTING, Variable};
use super::met::{Asked, all_met};
use super::required::{Requirement, Silent};
use super::{MemberVerdict, Split, instance};
use crate::expr::ProgramBuilder;
use crate::family::{
    Explored, Family, FamilyError, Guard, Parameters, Scope, Stage, Sym, SymbolicSet,
};
use crate::proof::{Strategy, Verdict};

/// A family of one stage, and what its members are asked before they count.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    /// The family.
    pub family: &'a Family,
    /// What is asked, over the family's parameters.
    pub required: &'a [Requirement],
}

/// What is known of members.
pub(crate) struct Compared<W> {
    /// The parameters of both.
    pub parameters: Parameters,
    /// Which members are one map.
    pub split: Split<W>,
    /// Which are none at all.
    pub silent: Vec<Silent>,
}

/// What a look at the members of a guard, where they are few, finds of all of them.
pub(crate) enum Looked<W> {
    /// That they are one map, or that none is.
    Verdict(MemberVerdict<W>),
    /// That the first, or the second, is none.
    Silent([bool; 2]),
}

/// Which members of two families are one map, for values of the parameters that both allow, as far
/// as members count. `refute` has a witness that the members for some values differ, if they do;
/// `look` is asked of members about which the argument says nothing; where `in_any_order`, also of
/// those that differ at a point, as copies of an element may stand in another order.
///
/// # Errors
/// Parameters of one name without a value in common.
pub(crate) fn equal_members<W>(
    left: Side<'_>,
    right: Side<'_>,
    in_any_order: bool,
    mut refute: impl FnMut(&Parameters, &[i64]) -> Option<W>,
    look: impl Fn(&Parameters, &Guard) -> Option<Looked<W>>,
) -> Result<Compared<W>, FamilyError> {
    let parameters = left.family.parameters().merged(right.family.parameters())?;
    let wide = |side: Side<'_>| -> Result<(Family, Vec<Requirement>), FamilyError> {
        let required = side.required.iter().map(|own| own.widened(&parameters));
        Ok((side.family.widened(&parameters)?, required.collect::<Result<_, _>>()?))
    };
    let ((left, own), (right, other)) = (wide(left)?, wide(right)?);
    let of = |split: Split<W>| Compared { parameters: parameters.clone(), split, silent: vec![] };
    let unknown =
        |why: &str| of(Split { verdicts: vec![Verdict::Unknown { why: why.to_owned() }] });
    let alike = same_text(&left, &right);
    let as_written = || {
        let (by, guard) = (Strategy::Structure, Guard::default());
        of(Split { verdicts: vec![Verdict::Proved { by, guard }] })
    };
    if alike && own.is_empty() && other.is_empty() {
        return Ok(as_written());
    }
    let one_text = alike && own == other;
    let scope = Scope::new(parameters.clone());
    let asked = |all: &[Requirement]| all.iter().map(|one| one.asked(&scope)).collect();
    let (own, other): (Option<Vec<Asked>>, Option<Vec<Asked>>) = (asked(&own), asked(&other));
    let (Some(both), Some(own), Some(other)) = (Both::of(&left, &right, &scope), own, other) else {
        return Ok(unknown("an extent is no polynomial, or the arithmetic is nested too deeply"));
    };
    let total = left.is_safe() && right.is_safe();
    let Explored { ways, given_up } = scope.explore(|| {
        let met = match [all_met(&own), all_met(&other)] {
            // What the second look at the same requirements decides is so of both texts.
            [Finding::Open(_), second] if one_text => [second.clone(), second],
            met => met,
        };
        let sides = [0, 1].map(|k: usize| met.get(k) == Some(&Finding::Disproved));
        match met {
            _ if sides.contains(&true) => Outcome::Silent(sides),
            [Finding::Open(why), _] | [_, Finding::Open(why)] => Outcome::Of(Finding::Open(why)),
            _ if alike => Outcome::Of(Finding::Proved),
            _ => Outcome::Of(both.argue(total)),
        }
    });
    if let ([(guard, Outcome::Of(Finding::Proved))], None, true) = (&ways[..], given_up, alike)
        && guard.is_always()
    {
        return Ok(as_written());
    }
    let mut found = Explored { ways: Vec::new(), given_up };
    let (mut seen, mut silent) = (Vec::new(), Vec::new());
    for (guard, outcome) in ways {
        let sides = match outcome {
            Outcome::Silent(sides) => sides,
            Outcome::Of(finding)
                if matches!(finding, Finding::Open(_))
                    || in_any_order && finding == Finding::Disproved =>
            {
                match look(&parameters, &guard) {
                    Some(Looked::Silent(sides)) => sides,
                    Some(Looked::Verdict(verdict)) => {
                        seen.push(verdict);
                        continue;
                    }
                    None => {
                        found.ways.push((guard, finding));
                        continue;
                    }
                }
            }
            Outcome::Of(finding) => {
                found.ways.push((guard, finding));
                continue;
            }
        };
        silent.push(Silent { sides, guard });
    }
    let none = found.ways.is_empty() && found.given_up.is_none();
    if none && !(seen.is_empty() && silent.is_empty()) {
        let split = Split { verdicts: Vec::new() }.with(seen);
        return Ok(Compared { parameters, split, silent });
    }
    let split = Split::gathered(found, &parameters, |guard| {
        let guards = [&Guard::default(), guard];
        instance::meeting(&parameters, &[&left, &right], guards, |values| {
            refute(&parameters, values)
        })
    });
    Ok(Compared { parameters, split: split.with(seen), silent })
}

/// What one way finds: of members that count, or that one of them does not.
#[derive(PartialEq)]
enum Outcome {
    Of(Finding),
    Silent([bool; 2]),
}

/// Which members count, and which do not: the ways of the argument.
pub(crate) fn where_met(
    parameters: &Parameters,
    required: &[Requirement],
) -> Explored<Option<bool>> {
    let scope = Scope::new(parameters.clone());
    let asked: Option<Vec<Asked>> = required.iter().map(|one| one.asked(&scope)).collect();
    scope.explore(|| match asked.as_deref().map(all_met) {
        Some(Finding::Proved) => Some(true),
        Some(Finding::Disproved) => Some(false),
        Some(Finding::Open(_)) | None => None,
    })
}

/// Whether two families over the same parameters are written alike, but for the axes' names.
fn same_text(left: &Family, right: &Family) -> bool {
    let extents = |set: &SymbolicSet| -> Vec<_> {
        set.axes().iter().map(|axis| axis.extent().cloned()).collect()
    };
    let stages = |family: &Family| -> Vec<_> {
        let stages = family.stages().iter();
        stages.map(|Stage { program, to }| (program.clone(), extents(to))).collect()
    };
    extents(left.domain()) == extents(right.domain()) && stages(left) == stages(right)
}

/// Two families as sums over the same coordinates.
struct Both {
    /// The first's domain; the outputs of the first, then those of the second.
    question: Question,
    /// The extents of the second's domain.
    other: Vec<Sym>,
}

impl Both {
    fn of(left: &Family, right: &Family, scope: &Scope) -> Option<Both> {
        let ([own], [other]) = (left.stages(), right.stages()) else { return None };
        let extents = |set: &SymbolicSet| -> Option<Vec<Sym>> {
            set.axes().iter().map(|axis| scope.number(axis.extent()?)).collect()
        };
        let (domain, second) = (extents(left.domain())?, extents(right.domain())?);
        let mut builder = ProgramBuilder::default();
        let count = scope.parameters().len() + domain.len();
        let inputs: Vec<u32> = (0..count).map(|position| builder.coord(position)).collect();
        let mut outputs = builder.inline(&own.program, &inputs);
        outputs.extend(builder.inline(&other.program, &inputs));
        let forms = Forms::of_any(&builder.finish(&outputs), scope, domain.len())?;
        let codomain = vec![None; outputs.len()];
        Some(Both { question: Question { forms, domain, codomain }, other: second })
    }

    /// `total`: whether every member has a value at each point.
    fn argue(&self, total: bool) -> Finding {
        for (own, other) in self.question.domain.iter().zip(&self.other) {
            if !own.assumed_equal(other) {
                return Finding::Disproved;
            }
        }
        self.question.on_points(|question| match total || question.defined() == Finding::Proved {
            true => question.clone().differences(),
            false => Finding::Open("a member may have no value at some points"),
        })
    }
}

impl Question {
    /// Whether the outputs of the first half are those of the second; the domain has a point.
    fn differences(mut self) -> Finding {
        let outputs = std::mem::take(&mut self.forms.outputs);
        let (left, right) = outputs.split_at(outputs.len() / 2);
        let mut open = None;
        for (own, other) in left.iter().zip(right) {
            match self.difference(own, other) {
                None => open = Some(TOO_LARGE),
                Some(Finding::Proved) => {}
                Some(Finding::Disproved) => return Finding::Disproved,
                Some(Finding::Open(why)) => open = Some(why),
            }
        }
        open.map_or(Finding::Proved, Finding::Open)
    }

    fn difference(&mut self, own: &Form, other: &Form) -> Option<Finding> {
        let plain = own.plus(-1, other)?;
        let difference = self.normal(&plain)?;
        let (mut moves, mut divides) = (false, false);
        for (place, factor) in &difference.terms {
            match self.forms.variables.get(*place)? {
                _ if factor.assumed(0) => {}
                Variable::Axis(axis) => moves |= !self.domain.get(*axis)?.assumed(1),
                _ => divides = true,
            }
        }
        if !divides {
            let differs = moves || !difference.constant.assumed(0);
            return Some(if differs { Finding::Disproved } else { Finding::Proved });
        }
        if self.vanishes(&difference, MOST_NESTING) {
            return Some(Finding::Proved);
        }
        for point in self.points(&difference)? {
            if self.value(&difference, &point).is_some_and(|value| !value.assumed(0)) {
                return Some(Finding::Disproved);
            }
        }
        Some(Finding::Open("quotients or other operations are left in the difference"))
    }

    /// Whether a normal form is seen to be 0 everywhere: coordinates by their factors, and pairs of
    /// other variables by their operands.
    fn vanishes(&mut self, form: &Form, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let mut terms = form.terms.clone();
        while let Some((place, factor)) = terms.pop() {
            if factor.assumed(0) {
                continue;
            }
            match self.forms.variables.get(place).cloned() {
                Some(Variable::Axis(axis)) => {
                    if !self.domain.get(axis).is_some_and(|extent| extent.assumed(1)) {
                        return false;
                    }
                }
                Some(variable) => {
                    let other = terms.iter().position(|(other, turned)| {
                        let cancels = factor.plus(turned).is_some_and(|sum| sum.assumed(0));
                        cancels && self.is_same(&variable, *other, depth)
                    });
                    match other {
                        Some(other) => drop(terms.remove(other)),
                        None => return false,
                    }
                }
                None => return false,
            }
        }
        form.constant.assumed(0)
    }

    /// Whether two variables are seen to be equal everywhere.
    fn is_same(&mut self, variable: &Variable, other: usize, depth: usize) -> bool {
        let Some(other) = self.forms.variables.get(other).cloned() else { return false };
        match (variable, &other) {
            (Variable::Quotient(a, by), Variable::Quotient(b, and)) => {
                by.assumed_equal(and) && self.is_zero(a, b, depth)
            }
            (Variable::Opaque(op, a, c), Variable::Opaque(own, b, d)) => {
                op == own && self.is_zero(a, b, depth) && self.is_zero(c, d, depth)
            }
            _ => false,
        }
    }

    fn is_zero(&mut self, a: &Form, b: &Form, depth: usize) -> bool {
        let difference = a.plus(-1, b).and_then(|difference| self.normal(&difference));
        difference.is_some_and(|difference| self.vanishes(&difference, depth))
    }

    /// The origin; along each axis the first step, the last point, and where a quotient of the
    /// coordinate alone begins to count; the last point of all.
    pub fn points(&self, difference: &Form) -> Option<Vec<Vec<Sym>>> {
        let origin = vec![Sym::from(0); self.domain.len()];
        let minus_one = Sym::from(-1);
        let last: Vec<Sym> =
            self.domain.iter().map(|extent| extent.plus(&minus_one)).collect::<Option<_>>()?;
        let mut points = vec![origin.clone()];
        for (axis, end) in last.iter().enumerate() {
            if self.domain.get(axis)?.assumed(1) {
                continue;
            }
            for step in [Sym::from(1), end.clone()] {
                let mut point = origin.clone();
                *point.get_mut(axis)? = step;
                points.push(point);
            }
        }
        for (place, _) in &difference.terms {
            let Variable::Quotient(dividend, divisor) = self.forms.variables.get(*place)? else {
                continue;
            };
            let [(inner, factor)] = &dividend.terms[..] else { continue };
            let alone = factor.as_constant() == Some(1);
            if let Variable::Axis(axis) = self.forms.variables.get(*inner)?
                && alone
                && divisor.assumed_less(self.domain.get(*axis)?)
            {
                let mut point = origin.clone();
                *point.get_mut(*axis)? = divisor.clone();
                points.push(point);
            }
        }
        points.push(last);
        Some(points)
    }
}
