//! What was run and how it ended, by file and operation.
//!
//! ```text
//! file                operation     cases  passed  peer wrong  failed  not supported
//! pycute_algebra      composition      78      71           7       0              0
//! ```

use std::collections::BTreeMap;
use std::fmt;

use crate::judge::Verdict;

/// How many cases ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Ours is right, and the peer's or more.
    pub passed: usize,
    /// Ours is right, the peer's is not.
    pub peer_wrong: usize,
    /// Ours is wrong, or the line is no case.
    pub failed: usize,
    /// There is no such operation here.
    pub not_supported: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::PeerWrong(_) => self.peer_wrong += 1,
            Verdict::Failed(_) => self.failed += 1,
            Verdict::NotSupported(_) => self.not_supported += 1,
        }
    }

    fn cells(&self) -> [usize; 5] {
        let Tally { passed, peer_wrong, failed, not_supported } = *self;
        [passed + peer_wrong + failed + not_supported, passed, peer_wrong, failed, not_supported]
    }
}

/// The tallies by file and operation, in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Report {
    rows: BTreeMap<(String, String), Tally>,
}

impl Report {
    /// Counts one more case.
    pub fn add(&mut self, file: &str, operation: &str, verdict: &Verdict) {
        let row = (file.to_owned(), operation.to_owned());
        self.rows.entry(row).or_default().add(verdict);
    }

    /// All cases together.
    pub fn total(&self) -> Tally {
        self.rows.values().fold(Tally::default(), |mut total, tally| {
            total.passed += tally.passed;
            total.peer_wrong += tally.peer_wrong;
            total.failed += tally.failed;
            total.not_supported += tally.not_supported;
            total
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = ["cases", "passed", "peer wrong", "failed", "not supported"];
        let width = |head: &str, names: &mut dyn Iterator<Item = &String>| {
            names
                .map(|name| name.chars().count())
                .chain([head.len(), "total".len()])
                .max()
                .unwrap_or_default()
        };
        let files = width("file", &mut self.rows.keys().map(|(file, _)| file));
        let operations = width("operation", &mut self.rows.keys().map(|(_, name)| name));
        let row = |f: &mut fmt::Formatter, file: &str, name: &str, cells: [String; 5]| {
            write!(f, "{file:<files$}  {name:<operations$}")?;
            for (cell, head) in cells.iter().zip(heads) {
                write!(f, "  {cell:>width$}", width = head.len())?;
            }
            writeln!(f)
        };
        row(f, "file", "operation", heads.map(str::to_owned))?;
        for ((file, name), tally) in &self.rows {
            row(f, file, name, tally.cells().map(|cell| cell.to_string()))?;
        }
        row(f, "total", "", self.total().cells().map(|cell| cell.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_its_column() {
        let mut report = Report::default();
        report.add("a", "coalesce", &Verdict::Passed);
        report.add("a", "coalesce", &Verdict::PeerWrong(String::new()));
        report.add("a", "filter", &Verdict::Failed(String::new()));
        report.add("b", "filter", &Verdict::NotSupported(String::new()));
        let total = Tally { passed: 1, peer_wrong: 1, failed: 1, not_supported: 1 };
        assert_eq!(report.total(), total);
        let shown = report.to_string();
        let lines: Vec<_> = shown.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{shown}");
        let cells: Vec<_> = lines[4].split_whitespace().collect();
        assert_eq!(cells, ["total", "4", "1", "1", "1", "1"]);
    }
}
