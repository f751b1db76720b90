//! What is counted: for each question, how it was answered, and every wrong answer.

use std::iter;
use tileir::proof::{Answer, Strategy, Verdict};

/// The questions, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the evaluator and the oracle see the same values. It has no verdict.
    Value,
    /// The first fact.
    Total,
    /// The second.
    Bounds,
    /// The third.
    Injective,
    /// The fourth.
    Surjective,
    /// [`equal`](tileir::proof::equal), with another map between the same sets.
    Equal,
    /// [`constant_along`](tileir::proof::constant_along), each axis.
    Constant,
    /// [`fits_bits`](tileir::proof::fits_bits), two widths.
    Bits,
    /// [`vector_width`](tileir::proof::vector_width), each axis.
    Vector,
    /// [`contiguity`](tileir::proof::contiguity), each axis.
    Runs,
    /// [`wavefronts`](tileir::proof::wavefronts), three accesses.
    Wavefronts,
    /// [`image`](fn@tileir::proof::image).
    Image,
    /// [`cardinality`](tileir::proof::cardinality).
    Count,
    /// [`disjoint`](tileir::proof::disjoint), with the map moved by one and with another map.
    Disjoint,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 14] = [
        Question::Value,
        Question::Total,
        Question::Bounds,
        Question::Injective,
        Question::Surjective,
        Question::Equal,
        Question::Constant,
        Question::Bits,
        Question::Vector,
        Question::Runs,
        Question::Wavefronts,
        Question::Image,
        Question::Count,
        Question::Disjoint,
    ];

    /// The questions after the four facts, in their order.
    pub const FACTS: [Question; 4] =
        [Question::Total, Question::Bounds, Question::Injective, Question::Surjective];

    /// Those that have verdicts: all but the first.
    pub fn asked() -> impl Iterator<Item = Question> {
        Question::ALL.into_iter().skip(1)
    }

    /// Its name, as tables print it.
    pub fn name(self) -> &'static str {
        match self {
            Question::Value => "value",
            Question::Total => "total",
            Question::Bounds => "bounds",
            Question::Injective => "injective",
            Question::Surjective => "surjective",
            Question::Equal => "equal",
            Question::Constant => "constant",
            Question::Bits => "bits",
            Question::Vector => "vector",
            Question::Runs => "runs",
            Question::Wavefronts => "wavefronts",
            Question::Image => "image",
            Question::Count => "count",
            Question::Disjoint => "disjoint",
        }
    }
}

/// How a question was answered, whatever it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It holds, or its value is known.
    Proved(Strategy),
    /// It does not hold.
    Disproved(Strategy),
    /// No argument decides it.
    Unknown,
}

impl<W, G> From<&Verdict<W, G>> for Told {
    fn from(verdict: &Verdict<W, G>) -> Self {
        match verdict {
            Verdict::Proved { by, .. } => Told::Proved(*by),
            Verdict::Disproved { by, .. } => Told::Disproved(*by),
            Verdict::Unknown { .. } => Told::Unknown,
        }
    }
}

impl<T> From<&Answer<T>> for Told {
    fn from(answer: &Answer<T>) -> Self {
        answer.by().map_or(Told::Unknown, Told::Proved)
    }
}

/// How often a question was answered in which way. Each is asked twice, without points to look at
/// and with the default budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers compared with the oracle's.
    pub checks: u64,
    /// Proved, of both times.
    pub proved: u64,
    /// Disproved, of both times.
    pub disproved: u64,
    /// Unknown without points to look at.
    pub unknown: u64,
    /// Answered by exhaustion, with the default budget.
    pub exhausted: u64,
    /// Unknown even so.
    pub left: u64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.checks += other.checks;
        self.proved += other.proved;
        self.disproved += other.disproved;
        self.unknown += other.unknown;
        self.exhausted += other.exhausted;
        self.left += other.left;
    }

    /// One answer to a question.
    pub fn answer(&mut self, told: impl Into<Told>, exhaustive: bool) {
        self.checks += 1;
        let by = match told.into() {
            Told::Proved(by) => {
                self.proved += 1;
                by
            }
            Told::Disproved(by) => {
                self.disproved += 1;
                by
            }
            Told::Unknown if exhaustive => return self.left += 1,
            Told::Unknown => return self.unknown += 1,
        };
        self.exhausted += u64::from(exhaustive && by == Strategy::Exhaustive);
    }
}

/// A wrong answer, or a panic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wrong {
    /// The points of the domain: smaller cases come first.
    pub points: usize,
    /// The length of the map's text.
    pub length: usize,
    /// The map, the question and the answer.
    pub what: String,
}

/// How many wrong answers of a family are kept.
const KEPT: usize = 8;

/// The counts of a family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: [Counts; Question::ALL.len()],
    /// The number of wrong answers.
    pub wrong: u64,
    /// The smallest of them.
    pub smallest: Vec<Wrong>,
}

impl Tally {
    /// The counts of a question.
    pub fn of(&self, question: Question) -> &Counts {
        &self.counts[question as usize]
    }

    /// The counts of a question, to add to.
    pub fn of_mut(&mut self, question: Question) -> &mut Counts {
        &mut self.counts[question as usize]
    }

    /// The counts of all questions.
    pub fn sum(&self) -> Counts {
        let mut sum = Counts::default();
        self.counts.iter().for_each(|counts| sum.add(counts));
        sum
    }

    /// A wrong answer more.
    pub fn complain(&mut self, wrong: Wrong) {
        self.wrong += 1;
        self.keep(iter::once(wrong));
    }

    /// The counts of both.
    pub fn merge(&mut self, other: Tally) {
        for (own, counts) in self.counts.iter_mut().zip(&other.counts) {
            own.add(counts);
        }
        self.wrong += other.wrong;
        self.keep(other.smallest.into_iter());
    }

    fn keep(&mut self, more: impl Iterator<Item = Wrong>) {
        self.smallest.extend(more);
        self.smallest.sort();
        self.smallest.truncate(KEPT);
    }
}
