//! Which coordinates are equal where the values are.
//!
//! A coordinate is *resolved*
//!
//! - by a row in which it stands alone;
//! - by a row in which each stride exceeds what the smaller ones reach together;
//! - by a quotient and a remainder of one divisor, which resolve what was divided.
//!
//! If in a row a stride is the `q`-fold of a smaller one whose extent exceeds `q`, and nothing else
//! reads those coordinates, two points collide:
//!
//! ```text
//! n * i + j, n lt J:      (0, n) and (1, 0) have one value
//! ```

use super::argue::Question;
use super::form::{Form, Variable};
use crate::family::Sym;

/// What equal values mean for the coordinates.
pub(super) enum Resolution {
    /// They are equal.
    All,
    /// They may differ.
    Collision,
    /// That is not seen.
    Open(&'static str),
}

/// Whether equal values mean equal coordinates; the domain has a point.
pub(super) fn resolution(question: &Question) -> Resolution {
    let count = question.forms.variables.len();
    let mut rows = Rows {
        question,
        rows: question.forms.outputs.iter().map(Row::of).collect(),
        resolved: vec![false; count],
        given: vec![false; count],
    };
    for (axis, extent) in question.domain.iter().enumerate() {
        rows.resolved[axis] = extent.assumed(1);
    }
    rows.reduced()
}

/// Forms whose values are equal at two points, and the variables that then are.
struct Rows<'a> {
    question: &'a Question,
    rows: Vec<Row>,
    resolved: Vec<bool>,
    /// The quotients that have given what they divide.
    given: Vec<bool>,
}

/// A form, and those of its terms that are not resolved.
#[derive(Clone)]
struct Row {
    form: Form,
    terms: Vec<(usize, Sym)>,
}

impl Row {
    fn of(form: &Form) -> Row {
        Row { form: form.clone(), terms: form.terms.clone() }
    }
}

impl Rows<'_> {
    fn reduced(mut self) -> Resolution {
        loop {
            self.simplify();
            if self.resolved.iter().take(self.question.domain.len()).all(|&resolved| resolved) {
                return Resolution::All;
            }
            if self.alone() || self.divided() {
                continue;
            }
            let Some(row) = self.rows.pop() else {
                return self.unread();
            };
            match self.dominance(&row.terms) {
                Dominance::Holds => {
                    row.terms.iter().for_each(|&(variable, _)| self.resolved[variable] = true);
                }
                Dominance::Collision if self.is_all(&row) => return Resolution::Collision,
                _ => {}
            }
        }
    }

    /// Without what is resolved, and what is 0.
    fn simplify(&mut self) {
        for row in &mut self.rows {
            row.terms.retain(|(variable, a)| !self.resolved[*variable] && !a.assumed(0));
        }
        self.rows.retain(|row| !row.terms.is_empty());
    }

    /// Whether coordinates in the terms of a row may change as long as its form keeps its value:
    /// every output is that form, or of what is divided of it, or does not read them.
    fn is_all(&self, row: &Row) -> bool {
        let forms = &self.question.forms;
        let mut axes = Vec::with_capacity(row.terms.len());
        for &(place, _) in &row.terms {
            match forms.variables.get(place) {
                Some(Variable::Axis(axis)) => axes.push(*axis),
                _ => return false,
            }
        }
        let unread = |form: &Form| !axes.iter().any(|&axis| forms.reads(form, axis));
        let divided = |place: usize, whole: bool| match forms.variables.get(place) {
            Some(Variable::Axis(axis)) => !axes.contains(axis),
            Some(Variable::Quotient(of, _) | Variable::Rest(of, _)) => {
                (whole && *of == row.form) || unread(of)
            }
            Some(Variable::Opaque(_, left, right)) => unread(left) && unread(right),
            None => false,
        };
        let others = row.form.terms.iter().filter(|term| !row.terms.contains(term));
        let keeps = |form: &Form| {
            *form == row.form || form.terms.iter().all(|&(place, _)| divided(place, true))
        };
        others.into_iter().all(|&(place, _)| divided(place, false))
            && forms.outputs.iter().all(keeps)
    }

    /// Resolves the variables that stand alone.
    fn alone(&mut self) -> bool {
        let mut changed = false;
        for row in &self.rows {
            if let [(variable, _)] = row.terms[..] {
                changed |= !std::mem::replace(&mut self.resolved[variable], true);
            }
        }
        changed
    }

    /// What was divided, where quotient and remainder are resolved.
    fn divided(&mut self) -> bool {
        let variables = &self.question.forms.variables;
        for (place, variable) in variables.iter().enumerate() {
            let Variable::Quotient(dividend, divisor) = variable else { continue };
            let rest = Variable::Rest(dividend.clone(), divisor.clone());
            let rest = variables.iter().position(|other| *other == rest);
            let both = self.resolved[place] && rest.is_some_and(|rest| self.resolved[rest]);
            if both && !self.given[place] {
                self.given[place] = true;
                self.rows.push(Row::of(dividend));
                return true;
            }
        }
        false
    }

    /// No row is left: a coordinate that nothing depends on may be changed.
    fn unread(&self) -> Resolution {
        let forms = &self.question.forms;
        let axes = (0..self.question.domain.len()).filter(|&axis| !self.resolved[axis]);
        let mut free =
            axes.filter(|&axis| !forms.outputs.iter().any(|form| forms.moves(form, axis)));
        match free.next() {
            Some(_) => Resolution::Collision,
            None => Resolution::Open("strides are not seen to dominate"),
        }
    }

    /// Whether each stride of a row exceeds what the smaller ones reach.
    fn dominance(&self, row: &[(usize, Sym)]) -> Dominance {
        let mut terms: Vec<(usize, Sym)> = Vec::with_capacity(row.len());
        for (variable, coefficient) in row {
            let size = match coefficient.assumed_negative() {
                true => coefficient.times(&Sym::from(-1)),
                false => Some(coefficient.clone()),
            };
            let Some(size) = size else { return Dominance::Open };
            let place = terms.iter().position(|(_, other)| size.assumed_less(other));
            terms.insert(place.unwrap_or(terms.len()), (*variable, size));
        }
        let mut reach = Sym::from(0);
        for (place, (variable, size)) in terms.iter().enumerate() {
            if place > 0 && !reach.assumed_less(size) {
                return self.collision(&terms[..place], size);
            }
            let more = self.question.last(*variable).and_then(|last| last.times(size));
            match more.and_then(|more| reach.plus(&more)) {
                Some(sum) => reach = sum,
                None => return Dominance::Open,
            }
        }
        Dominance::Holds
    }

    /// Whether a step of a stride is as many steps of a smaller one as that can take.
    fn collision(&self, smaller: &[(usize, Sym)], stride: &Sym) -> Dominance {
        let collides = |(variable, size): &(usize, Sym)| {
            let steps = stride.divided_by(size)?;
            Some(!self.question.last(*variable)?.assumed_less(&steps))
        };
        match smaller.iter().any(|term| collides(term) == Some(true)) {
            true => Dominance::Collision,
            false => Dominance::Open,
        }
    }
}

enum Dominance {
    Holds,
    Collision,
    Open,
}
