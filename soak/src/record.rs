//! The record: how much is unknown, family by family, in `unknown.txt`.
//!
//! ```text
//! full           cases  checks  total  bounds  injective  …  unknown  left  exhausted
//! two modes      36504  985608      0       0         12  …       12     0         12
//! ```
//!
//! Under each question stands how often its answer is unknown without points to look at, summed
//! up under `unknown`; with the default budget, `left` are unknown still, and `exhausted` were
//! answered by looking at every point. A run whose numbers are higher fails; one whose numbers are
//! lower asks for the record to be lowered. A family that has changed itself has other checks, and
//! is recorded anew; so is one whose row was deleted, for the case that a proof was wrong.

use std::cmp::Ordering;

use crate::run::Share;
use crate::tally::{Question, Tally};
use thiserror::Error;

/// The numbers of one family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The family.
    pub family: String,
    /// Cases, checks, unknowns by question and in all, left, exhausted; see [`columns`].
    pub numbers: Vec<u64>,
}

/// The record of both shares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    full: Vec<Row>,
    sample: Vec<Row>,
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A row before the head of a table.
    #[error("line {line} stands in no table")]
    NoTable {
        /// Counted from 1.
        line: usize,
    },
    /// Too few numbers.
    #[error("line {line} has {found} numbers, not {expected}")]
    Numbers {
        /// Counted from 1.
        line: usize,
        /// The columns.
        expected: usize,
        /// The numbers.
        found: usize,
    },
}

/// How a run stands to the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Numbers that are higher, and families that are not those of the record.
    pub worse: Vec<String>,
    /// Numbers that are lower.
    pub better: Vec<String>,
}

/// The numbers before those that may only fall.
const FIXED: usize = 2;

/// The names of the columns.
pub fn columns() -> Vec<&'static str> {
    let questions = Question::asked().map(Question::name);
    ["cases", "checks"]
        .into_iter()
        .chain(questions)
        .chain(["unknown", "left", "exhausted"])
        .collect()
}

impl Row {
    /// The numbers of a family that was asked about.
    pub fn new(family: &str, cases: u64, tally: &Tally) -> Row {
        let sum = tally.sum();
        let unknown = Question::asked().map(|question| tally.of(question).unknown);
        let ends = [sum.unknown, sum.left, sum.exhausted];
        let numbers = [cases, sum.checks].into_iter().chain(unknown).chain(ends).collect();
        Row { family: family.to_string(), numbers }
    }

    fn changes(&self, old: Option<&Row>, changes: &mut Changes) {
        let family = &self.family;
        let Some(old) = old else {
            return changes.worse.push(format!("{family}: not in the record"));
        };
        if self.numbers.get(..FIXED) != old.numbers.get(..FIXED) {
            let (now, then) = (&self.numbers[..FIXED], &old.numbers[..FIXED]);
            let what = format!("{family}: cases and checks are {now:?}, recorded {then:?}");
            return changes.worse.push(what);
        }
        let numbers = self.numbers.iter().zip(&old.numbers).zip(columns()).skip(FIXED);
        for ((now, then), column) in numbers {
            let what = format!("{family}: {column} {now}, recorded {then}");
            match now.cmp(then) {
                Ordering::Greater => changes.worse.push(what),
                Ordering::Less => changes.better.push(what),
                Ordering::Equal => {}
            }
        }
    }
}

impl Record {
    /// The record in a text.
    ///
    /// # Errors
    /// A line that is neither empty, a comment, the head of a table nor a row.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let (mut record, mut share) = (Record::default(), None);
        let expected = columns().len();
        for (line, words) in (1..).zip(text.lines().map(|line| line.split_whitespace())) {
            let words: Vec<&str> = words.collect();
            match words.first() {
                None | Some(&"#") => continue,
                Some(&"full") if words.len() > expected => share = Some(Share::Full),
                Some(&"sample") if words.len() > expected => share = Some(Share::Sample),
                Some(_) => {
                    let share = share.ok_or(RecordError::NoTable { line })?;
                    let numbers: Vec<u64> =
                        words.iter().rev().map_while(|word| word.parse().ok()).collect();
                    let found = numbers.len();
                    if found != expected {
                        return Err(RecordError::Numbers { line, expected, found });
                    }
                    let family = words[..words.len() - found].join(" ");
                    let numbers = numbers.into_iter().rev().collect();
                    record.rows_mut(share).push(Row { family, numbers });
                }
            }
        }
        Ok(record)
    }

    /// The rows of a share.
    pub fn rows(&self, share: Share) -> &[Row] {
        match share {
            Share::Full => &self.full,
            Share::Sample => &self.sample,
        }
    }

    fn rows_mut(&mut self, share: Share) -> &mut Vec<Row> {
        match share {
            Share::Full => &mut self.full,
            Share::Sample => &mut self.sample,
        }
    }

    /// How these rows stand to those recorded.
    pub fn changes(&self, share: Share, rows: &[Row]) -> Changes {
        let mut changes = Changes::default();
        for row in rows {
            let old = self.rows(share).iter().find(|old| old.family == row.family);
            row.changes(old, &mut changes);
        }
        changes
    }

    /// What has fallen in these rows written down, and the rows of new and changed families.
    pub fn lower(&mut self, share: Share, rows: &[Row]) {
        let own = self.rows_mut(share);
        for row in rows {
            match own.iter_mut().find(|old| old.family == row.family) {
                Some(old) if old.numbers.get(..FIXED) == row.numbers.get(..FIXED) => {
                    let numbers = old.numbers.iter_mut().zip(&row.numbers);
                    numbers.for_each(|(old, &now)| *old = now.min(*old));
                }
                Some(old) => *old = row.clone(),
                None => own.push(row.clone()),
            }
        }
    }

    /// The record as a text.
    pub fn write(&self) -> String {
        let mut text = HEAD.to_string();
        for share in [Share::Full, Share::Sample] {
            text.push('\n');
            text.push_str(&table(share, self.rows(share)));
        }
        text
    }
}

const HEAD: &str = "\
# What the prover does not know, family by family: numbers that may only fall.
# Under a question: how often it is unknown without points to look at; `unknown` is their sum.
# With the default budget: `left` are unknown still, `exhausted` took a look at every point.
# `make soak` compares and, with ARGS=--lower, writes; the tests compare the sample.
";

/// A table with its head.
pub fn table(share: Share, rows: &[Row]) -> String {
    let columns = columns();
    let mut text = line(share.name(), columns.iter().map(ToString::to_string));
    for row in rows {
        text.push_str(&line(&row.family, row.numbers.iter().map(u64::to_string)));
    }
    text
}

fn line(first: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: String = cells.map(|cell| format!(" {cell:>10}")).collect();
    format!("{first:20}{cells}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Counts;

    fn rows(unknown: u64, checks: u64) -> [Row; 1] {
        let mut tally = Tally::default();
        *tally.of_mut(Question::Equal) = Counts { checks, unknown, ..Counts::default() };
        [Row::new("two words", 7, &tally)]
    }

    fn recorded() -> Record {
        let mut record = Record::default();
        record.lower(Share::Sample, &rows(5, 20));
        record
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = recorded();
        assert_eq!(Record::read(&record.write()), Ok(record));
        assert_eq!(Record::read("a 1 2"), Err(RecordError::NoTable { line: 1 }));
        let short = recorded().write() + "few 1 2\n";
        let line = short.lines().count();
        assert_eq!(
            Record::read(&short),
            Err(RecordError::Numbers { line, expected: 18, found: 2 })
        );
    }

    #[test]
    fn a_number_may_only_fall() {
        let changes = |unknown, checks| recorded().changes(Share::Sample, &rows(unknown, checks));
        assert_eq!(changes(5, 20), Changes::default());
        assert_eq!(
            changes(6, 20).worse,
            ["two words: equal 6, recorded 5", "two words: unknown 6, recorded 5"]
        );
        assert_eq!(changes(4, 20).better.len(), 2);
        assert_eq!(
            changes(4, 21).worse,
            ["two words: cases and checks are [7, 21], recorded [7, 20]"]
        );
        assert_eq!(
            recorded().changes(Share::Full, &rows(5, 20)).worse,
            ["two words: not in the record"]
        );
    }

    #[test]
    fn lowering_never_raises_but_takes_a_changed_family_as_it_is() {
        for (unknown, checks, then) in [(4, 20, 4), (6, 20, 5), (6, 21, 6)] {
            let mut record = recorded();
            record.lower(Share::Sample, &rows(unknown, checks));
            assert_eq!(record.rows(Share::Sample), rows(then, checks));
        }
    }
}
