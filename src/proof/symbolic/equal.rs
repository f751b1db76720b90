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
//! has confirmed.

use super::argue::{Finding, Question, TOO_LARGE};
use super::form::{Form, Forms, MOST_NESTING, Variable};
use super::{Split, instance};
use crate::expr::ProgramBuilder;
use crate::family::{Family, FamilyError, Guard, Parameters, Scope, Stage, Sym, SymbolicSet};
use crate::proof::{Strategy, Verdict};

/// Which members of two families of one stage each are one map, for values of the parameters that
/// both allow. `refute` has a witness that the members for some values differ, if they do.
///
/// # Errors
/// Parameters of one name without a value in common.
pub(crate) fn equal_members<W>(
    left: &Family,
    right: &Family,
    mut refute: impl FnMut(&Parameters, &[i64]) -> Option<W>,
) -> Result<(Parameters, Split<W>), FamilyError> {
    let parameters = left.parameters().merged(right.parameters())?;
    let (left, right) = (left.widened(&parameters)?, right.widened(&parameters)?);
    let unknown = |why: &str| Split { verdicts: vec![Verdict::Unknown { why: why.to_owned() }] };
    if same_text(&left, &right) {
        let (by, guard) = (Strategy::Structure, Guard::default());
        return Ok((parameters, Split { verdicts: vec![Verdict::Proved { by, guard }] }));
    }
    let scope = Scope::new(parameters.clone());
    let Some(both) = Both::of(&left, &right, &scope) else {
        let why = "an extent is no polynomial, or the arithmetic is nested too deeply";
        return Ok((parameters, unknown(why)));
    };
    // Where an extent would be negative there is no member.
    both.question.domain.iter().chain(&both.other).for_each(|e| scope.restrict_to_extent(e));
    let total = left.is_safe() && right.is_safe();
    let found = scope.explore(|| both.argue(total));
    let split = Split::gathered(found, &parameters, |guard| {
        let guards = [&Guard::default(), guard];
        instance::meeting(&parameters, guards, |values| refute(&parameters, values))
    });
    Ok((parameters, split))
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
    fn points(&self, difference: &Form) -> Option<Vec<Vec<Sym>>> {
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
