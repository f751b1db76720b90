//! [`Effort`]: what is spent on the questions of one kernel.
//!
//! The accesses of a loop are asked about at the same points, so a domain that was built before is
//! taken again, with what is known of its points. And what is decided by evaluating every point is
//! paid for by the kernel, not by the access: all together may evaluate [`KERNEL`] budgets.
//!
//! ```text
//! budget 1,048,576          of one question, while the kernel has as much left
//! kernel 2 * 1,048,576      after that, nothing is decided point by point
//! ```

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use tileir::IndexSet;
use tileir::proof::{Answer, Budget, Strategy, Verdict, Wavefronts};

use super::super::Prover;
use super::banks::Banked;
use super::loops::is_function;
use super::question::Question;
use crate::builder::{Op, name_of};

/// How many budgets a kernel has.
const KERNEL: u64 = 2;

/// How many domains are kept.
const DOMAINS: usize = 64;

/// What is spent, and what was built.
#[derive(Default)]
pub struct Effort {
    kernel: usize,
    points: u64,
    domains: Vec<IndexSet>,
    /// The operations that are seen to go on to the next one.
    pub clear: HashSet<usize>,
}

impl Effort {
    /// Goes on to an access; one of another kernel has spent nothing.
    pub fn enter(&mut self, op: Op<'_>) {
        let mut around = op;
        while let Some(parent) = around.parent_operation() {
            around = parent;
            if is_function(&name_of(around)) {
                break;
            }
        }
        let kernel = around.to_raw().ptr as usize;
        if kernel != self.kernel {
            *self = Effort { kernel, ..Effort::default() };
        }
    }

    /// The same set, the one that was built before if there is one.
    pub fn shared(&mut self, domain: IndexSet) -> IndexSet {
        if let Some(before) = self.domains.iter().find(|&before| *before == domain) {
            // What is empty is empty for all that is asked there.
            if before.has_no_point() {
                let _ = before.size();
            }
            return before.clone();
        }
        if self.domains.len() == DOMAINS {
            self.domains.remove(0);
        }
        self.domains.push(domain.clone());
        domain
    }

    /// What one question may still spend.
    fn left(&self, budget: &Budget) -> Budget {
        let all = budget.points.saturating_mul(KERNEL);
        Budget { points: budget.points.min(all.saturating_sub(self.points)), ..*budget }
    }

    fn spend(&mut self, domain: Option<&IndexSet>, by: Option<Strategy>) {
        if by == Some(Strategy::Exhaustive) {
            let points = domain.and_then(|domain| domain.size().counted());
            let points = points.and_then(|points| u64::try_from(points).ok());
            self.points = self.points.saturating_add(points.unwrap_or(u64::MAX));
        }
    }

    fn verdict(&mut self, question: &Question, verdict: Verdict) -> Verdict {
        let by = match &verdict {
            Verdict::Proved { by, .. } | Verdict::Disproved { by, .. } => Some(*by),
            Verdict::Unknown { .. } => None,
        };
        self.spend(question.domain(), by);
        verdict
    }

    /// [`Question::bounds`].
    pub fn bounds(&mut self, question: &Question, axis: usize, budget: &Budget) -> Verdict {
        if let Some(verdict) = nowhere(question) {
            return verdict;
        }
        let verdict = question.bounds(axis, &self.left(budget));
        self.verdict(question, verdict)
    }

    /// [`Question::narrow`].
    pub fn narrow(&mut self, question: &Question, budget: &Budget) -> Verdict {
        if let Some(verdict) = nowhere(question) {
            return verdict;
        }
        let verdict = question.narrow(&self.left(budget));
        self.verdict(question, verdict)
    }

    /// [`Banked::wavefronts`].
    pub fn wavefronts(&mut self, banked: &Banked, prover: &Prover) -> Answer<Wavefronts> {
        let answer = banked.wavefronts(prover, &self.left(&prover.budget));
        self.spend(Some(banked.map.domain()), answer.by());
        answer
    }
}

/// The answer about an access that is nowhere executed.
fn nowhere(question: &Question) -> Option<Verdict> {
    let empty = question.domain().is_some_and(IndexSet::has_no_point);
    empty.then(|| Verdict::proved(Strategy::Cardinality))
}
