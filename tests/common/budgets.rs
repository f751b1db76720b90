//! One question asked twice: with points to look at, and with none.
//!
//! | asked by | without points the answer is |
//! |---|---|
//! | [`within`] a budget, or [`with_and_without_points`] by the default one | the same, or unknown |
//! | [`by_argument`] | the same, by the same strategy |

use std::fmt::Debug;

use tileir::proof::{Answer, Budget, Count, Facts, Strategy, Verdict};

/// No point is looked at.
pub const NOTHING: Budget = Budget::of_points(0);

/// An answer that can be held against another one to the same question.
pub trait Answered {
    /// What is said of each part of the question, and by whom; `None` where it is unknown.
    fn said(&self) -> Vec<Option<(String, Strategy)>>;
}

impl<W, G> Answered for Verdict<W, G> {
    fn said(&self) -> Vec<Option<(String, Strategy)>> {
        vec![match self {
            Verdict::Proved { by, .. } => Some(("proved".to_owned(), *by)),
            Verdict::Disproved { by, .. } => Some(("disproved".to_owned(), *by)),
            Verdict::Unknown { .. } => None,
        }]
    }
}

impl<T: Debug> Answered for Answer<T> {
    fn said(&self) -> Vec<Option<(String, Strategy)>> {
        vec![self.value().map(|value| format!("{value:?}")).zip(self.by())]
    }
}

impl Answered for Count {
    fn said(&self) -> Vec<Option<(String, Strategy)>> {
        self.values.said()
    }
}

impl Answered for Facts {
    fn said(&self) -> Vec<Option<(String, Strategy)>> {
        self.each().into_iter().flat_map(|(_, verdict)| verdict.said()).collect()
    }
}

/// A question that is refused is not answered.
impl<A: Answered, E> Answered for Result<A, E> {
    fn said(&self) -> Vec<Option<(String, Strategy)>> {
        self.as_ref().map_or(vec![None], Answered::said)
    }
}

/// The answer by the default budget, to which the one without points is no contrary.
pub fn with_and_without_points<A: Answered>(ask: impl Fn(&Budget) -> A) -> A {
    within(&Budget::default(), ask)
}

/// The answer within a budget, to which the one without points is no contrary.
pub fn within<A: Answered>(budget: &Budget, ask: impl Fn(&Budget) -> A) -> A {
    let answer = ask(budget);
    let without = ask(&Budget { points: 0, ..*budget });
    for (with, without) in answer.said().into_iter().zip(without.said()) {
        let says = |said: &Option<(String, Strategy)>| said.as_ref().map(|said| said.0.clone());
        let same = without.is_none() || says(&with) == says(&without);
        assert!(same, "with points {with:?}, without {without:?}");
    }
    answer
}

/// The answer by the default budget, which is the same without points.
pub fn by_argument<A: Answered>(ask: impl Fn(&Budget) -> A) -> A {
    let answer = ask(&Budget::default());
    assert_eq!(answer.said(), ask(&NOTHING).said(), "with points, and without");
    answer
}
