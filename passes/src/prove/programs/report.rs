//! What is said about an access: errors, warnings and remarks, with the values that show it.
//!
//! ```text
//! error: 'affine.load' leaves axis 0 of memref<199xf32>
//! note:  at (i = 192, j = 7), index 0 is 199, and the axis has 199 elements
//! note:  i counts this loop          (at the loop)
//! ```

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::proof::{Answer, Verdict, Wavefronts, Witness};
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use super::super::Prover;
use super::Policy;
use super::effort::Effort;
use super::question::Question;
use super::scope::Scope;
use super::stops::stops_before;
use super::touches::{Outside, Touch, Window};
use super::unknowns::{Origin, Symbol};
use super::unread::accesses;
use super::within::may_leave_source;
use crate::builder::{Op, Outcome, name_of};
use crate::context::PassContext;

/// One access and all that was read of it.
pub struct Report<'a, 'c> {
    /// The pass.
    pub prover: &'a Prover,
    /// The access.
    pub op: Op<'c>,
    /// What is done about it.
    pub policy: Policy,
    /// Where it is executed.
    pub scope: &'a Scope<'c>,
    /// What is asked.
    pub question: &'a Question,
    /// What it accesses.
    pub touch: &'a Touch<'c>,
}

impl<'c> Report<'_, 'c> {
    /// Reports whether an access stays in bounds where it must; `false` if it does not.
    pub fn obligation(
        &self,
        context: &mut PassContext<'c>,
        axis: usize,
        verdict: &Verdict,
        effort: &mut Effort,
    ) -> Outcome<'c, bool> {
        let place = format!("axis {axis} of {}", self.touch.memref.r#type());
        match verdict {
            Verdict::Proved { .. } => {
                context.count("proved", 1)?;
                self.remark(context, format!("stays in {place}: {verdict}"));
                Ok(true)
            }
            Verdict::Unknown { why } => {
                context.count("unknown", 1)?;
                let message = format!("it is not known whether this stays in {place}");
                match self.policy {
                    Policy::Require => {
                        let message = format!("'{}': {message}", name_of(self.op));
                        Diagnostic::new(Severity::Error, self.op.location(), message)
                            .note(self.op.location(), why.clone())
                            .emit();
                    }
                    _ => self.remark(context, format!("{message}: {why}")),
                }
                Ok(self.policy != Policy::Require)
            }
            Verdict::Disproved { witness, .. } => {
                self.leaves(context, (axis, &place), witness, effort)
            }
        }
    }

    /// Reports whether an access stays in bounds where it need not.
    pub fn permitted(
        &self,
        context: &mut PassContext<'c>,
        axis: usize,
        verdict: &Verdict,
    ) -> Outcome<'c, bool> {
        let place = format!("axis {axis} of {}", self.touch.memref.r#type());
        let statistic = if verdict.is_proved() { "proved" } else { "unknown" };
        context.count(statistic, 1)?;
        let words = match verdict {
            Verdict::Proved { .. } => format!("stays in {place}: {verdict}"),
            Verdict::Disproved { witness, .. } => {
                format!("may leave {place}, which is allowed: {}", self.shown(axis, witness))
            }
            Verdict::Unknown { why } => {
                format!("may leave {place}, which is allowed: unknown: {why}")
            }
        };
        self.remark(context, words);
        Ok(true)
    }

    /// Reports what else was asked.
    pub fn queries(
        &self,
        context: &PassContext<'c>,
        narrow: &Verdict,
        wavefronts: Option<&Answer<Wavefronts>>,
    ) {
        match narrow {
            Verdict::Proved { .. } => {
                self.remark(context, "32 bits suffice for its indices".to_owned());
            }
            Verdict::Disproved { witness, .. } => {
                let wide = self.question.wide(witness);
                let wide = wide.map_or_else(String::new, |wide| format!("{wide} does not fit"));
                let words = format!("disproved: {}{wide}", self.at(witness));
                self.remark(context, format!("32 bits for its indices: {words}"));
            }
            verdict => self.remark(context, format!("32 bits for its indices: {verdict}")),
        }
        if let Some(answer) = wavefronts {
            self.remark(context, format!("in banks: {answer}"));
        }
    }

    fn remark(&self, context: &PassContext<'c>, words: String) {
        if self.prover.remarks {
            context.remark(self.op.location(), words).emit();
        }
    }

    /// An access that leaves the memref somewhere.
    fn leaves(
        &self,
        context: &mut PassContext<'c>,
        (axis, place): (usize, &str),
        witness: &Witness,
        effort: &mut Effort,
    ) -> Outcome<'c, bool> {
        let given = self.shown_symbols().any(|symbol| symbol.origin != Origin::Counted);
        let target = self.touch.along.get(axis).is_some_and(|a| a.outside == Outside::Target);
        let name = name_of(self.op);
        let at = self.op.location();
        if given && self.policy != Policy::Require {
            context.count("unknown", 1)?;
            let words = format!("may leave {place}: {}", self.shown(axis, witness));
            self.remark(context, words);
            return Ok(true);
        }
        context.count("disproved", 1)?;
        let doubt = self.scope.doubt.or_else(|| {
            let bits = self.scope.index_bits;
            stops_before(self.op, bits, &mut effort.clear)
        });
        let (severity, message) = match (doubt, target) {
            _ if given => (Severity::Error, format!("'{name}' may leave {place}")),
            (None, false) => (Severity::Error, format!("'{name}' leaves {place}")),
            (None, true) => (
                Severity::Warning,
                format!("'{name}' leaves {place}; what happens depends on the target"),
            ),
            (Some(_), _) => {
                (Severity::Warning, format!("'{name}' leaves {place}, where it is executed"))
            }
        };
        let severity = if self.policy == Policy::Require { Severity::Error } else { severity };
        let mut diagnostic =
            Diagnostic::new(severity, at, message).note(at, self.shown(axis, witness));
        for symbol in self.shown_symbols() {
            if let Some(location) = symbol.location {
                let counted = symbol.origin == Origin::Counted;
                let what = if counted { "counts this loop" } else { "is this" };
                diagnostic = diagnostic.note(location, format!("{} {what}", symbol.name));
            }
        }
        if let Some(doubt) = doubt {
            let words = format!("'{}' decides whether it is executed", name_of(doubt));
            diagnostic = diagnostic.note(doubt.location(), words);
        }
        diagnostic.emit();
        Ok(severity != Severity::Error)
    }

    /// The symbols that the access depends on.
    fn shown_symbols(&self) -> impl Iterator<Item = &Symbol<'c>> {
        self.scope.symbols.iter().filter(|symbol| self.question.depends_on(self.scope, symbol))
    }

    /// The value of a place where a witness is.
    fn value(&self, point: &[i64], place: u32) -> Option<i64> {
        let values = self.scope.linear.program(&[place]).eval(point).ok()?;
        values.first().copied()
    }

    /// Where a witness is, by the symbols that the access depends on.
    fn at(&self, witness: &Witness) -> String {
        let Some(point) = self.question.point(witness) else { return String::new() };
        let symbols = self.shown_symbols().filter_map(|symbol| {
            Some(format!("{} = {}", symbol.name, self.value(&point, symbol.place)?))
        });
        let symbols: Vec<String> = symbols.collect();
        match symbols.is_empty() {
            true => String::new(),
            false => format!("at ({}), ", symbols.join(", ")),
        }
    }

    /// The values at which a witness shows it.
    fn shown(&self, axis: usize, witness: &Witness) -> String {
        let Some(point) = self.question.point(witness) else { return witness.to_string() };
        let value = |place: u32| self.value(&point, place);
        let at = self.at(witness);
        let along = self.touch.along.get(axis);
        let index = along.and_then(|along| value(along.first?));
        let Some((along, index)) = along.zip(index) else { return witness.to_string() };
        let reach = match along.window {
            Window::Elements(1) => format!("index {axis} is {index}"),
            Window::Elements(size) => {
                format!("index {axis} is {index} for {size} elements")
            }
            Window::Strided { count, stride } => match (value(count), value(stride)) {
                (Some(count), Some(stride)) => {
                    format!("index {axis} is {index} for {count} elements {stride} apart")
                }
                _ => format!("index {axis} is {index}"),
            },
        };
        format!("{at}{reach}, and the axis has {}", self.elements(axis, value))
    }

    fn elements(&self, axis: usize, value: impl Fn(u32) -> Option<i64>) -> String {
        let known = self.scope.known_extent(self.touch.memref, axis);
        match known.and_then(value) {
            Some(1) => "1 element".to_owned(),
            Some(extent) => format!("{extent} elements"),
            None => "fewer elements".to_owned(),
        }
    }
}

/// Reports an operation whose accesses are not read; `false` if they must be.
pub fn unread<'c>(
    prover: &Prover,
    context: &mut PassContext<'c>,
    op: Op<'c>,
    policy: Policy,
) -> Outcome<'c, bool> {
    if policy == Policy::Require && may_leave_source(op) {
        let words = format!("whether '{}' stays within its source is not known", name_of(op));
        Diagnostic::new(Severity::Warning, op.location(), words).emit();
    }
    if !accesses(op) {
        return Ok(true);
    }
    context.count("unknown", 1)?;
    let words = format!("'{}' accesses memory, and is not read", name_of(op));
    if policy == Policy::Require {
        Diagnostic::new(Severity::Error, op.location(), words).emit();
        return Ok(false);
    }
    if prover.remarks {
        context.remark(op.location(), words).emit();
    }
    Ok(true)
}
