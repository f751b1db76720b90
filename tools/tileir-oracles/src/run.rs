//! From a folder to a report: which files, which lines, and who runs a line.
//!
//! | a record with | is run by |
//! |---|---|
//! | a peer of CuTe's algebra, and an operation | [`cute`](crate::cute) |
//! | one of these, and the name of an atom | [`atoms`](crate::atoms) |
//! | the peer `triton`, and an encoding or none | [`triton`](crate::triton) |
//! | the peer `tilelang` | [`tilelang`](crate::tilelang) |
//! | the peer `tvm` | [`tirx`](crate::tirx) |
//!
//! A line that is no case fails, with its file and number; the others still run.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::judge::Verdict;
use crate::record::{Record, RecordError, lines};
use crate::report::Report;
use crate::{atoms, cute, tilelang, tirx, triton};

/// Why nothing was run.
#[derive(Debug, Error)]
pub enum RunError {
    /// The folder, or a file in it, cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no case to run.
    #[error("{0}: no *.jsonl with a case in it")]
    Empty(PathBuf),
}

/// Runs every case of every `*.jsonl` in `dir`. Each case that did not simply pass is told to
/// `tell`. Gives the report, and whether nothing failed.
///
/// # Errors
/// A folder or file that cannot be read, or no case at all.
pub fn folder(dir: &Path, tell: &mut dyn FnMut(String)) -> Result<(Report, bool), RunError> {
    let unreadable = |path: &Path, error| RunError::Unreadable { path: path.to_owned(), error };
    let entries = fs::read_dir(dir).map_err(|error| unreadable(dir, error))?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unreadable(dir, error))?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let (mut report, mut good, mut any) = (Report::default(), true, false);
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let input = File::open(&path).map_err(|error| unreadable(&path, error))?;
        for (number, line) in lines(BufReader::new(input)) {
            any = true;
            let case = line.and_then(|line| Record::parse(&line));
            let (operation, verdict) = match case {
                Ok(record) => one(&record),
                Err(error) => malformed(&error),
            };
            good &= matches!(verdict, Verdict::Passed | Verdict::PeerWrong(_));
            report.add(&name, &operation, &verdict);
            let place = format!("{name}.jsonl:{number}: {operation}");
            match verdict {
                Verdict::Failed(why) => tell(format!("{place}: failed: {why}")),
                Verdict::PeerWrong(why) => tell(format!("{place}: peer wrong: {why}")),
                Verdict::NotSupported(why) => tell(format!("{place}: not supported: {why}")),
                Verdict::Passed => {}
            }
        }
    }
    if any { Ok((report, good)) } else { Err(RunError::Empty(dir.to_owned())) }
}

fn malformed(error: &RecordError) -> (String, Verdict) {
    ("(malformed)".to_owned(), Verdict::Failed(error.to_string()))
}

/// The operation of a case, and the verdict.
fn one(record: &Record) -> (String, Verdict) {
    let peer = record.text("peer").unwrap_or_default();
    let atom = match peer {
        "cute-dsl" => record.text("name").map(|_| "dsl"),
        _ => record.text("kind"),
    };
    let Some(operation) = record.text("op").or(atom) else {
        return malformed(&RecordError::Missing("op"));
    };
    let run = match peer {
        "cute-cpp" | "cute-dsl" if record.get("op").is_none() => atoms::run,
        "cute-cpp" | "cute-dsl" | "pycute" | "tilelang.layout.cute" => cute::run,
        "triton" if record.get("encoding").is_none() => triton::run,
        "triton" => triton::encoding::run,
        "tilelang" => tilelang::run,
        "tvm" | "tvm-tirx-standalone" => tirx::run,
        _ => {
            let why = format!("the peer {peer:?} is not known");
            return (operation.to_owned(), Verdict::NotSupported(why));
        }
    };
    let verdict = match catch_unwind(AssertUnwindSafe(|| run(operation, record))) {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(error)) => Verdict::Failed(format!("no case: {error}")),
        Err(_) => Verdict::Failed("a panic".to_owned()),
    };
    (operation.to_owned(), verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(line: &str) -> (String, Verdict) {
        match Record::parse(line) {
            Ok(record) => one(&record),
            Err(error) => malformed(&error),
        }
    }

    #[test]
    fn what_is_no_case_fails() {
        for line in [
            "{",
            r#"{"peer": "pycute"}"#,
            r#"{"peer": "pycute", "op": "coalesce"}"#,
            r#"{"peer": "pycute", "op": "coalesce", "args": 7, "error": "x"}"#,
            r#"{"peer": "triton", "op": "mul", "args": [1, 2], "error": "x"}"#,
            r#"{"peer": "triton", "op": "invert", "args": [], "error": "x"}"#,
        ] {
            assert!(matches!(verdict(line), (_, Verdict::Failed(_))), "{line}");
        }
    }

    #[test]
    fn a_wrong_peer_is_found_and_a_right_one_passes() {
        let case = |table: &str| {
            format!(
                r#"{{"peer": "pycute", "op": "composition", "table": {table},
                    "args": [{{"shape": [4, 6, 8], "stride": [2, 3, 5]}}, {{"shape": 6, "stride": 3}}],
                    "result": {{"shape": [2, 3], "stride": [6, 3]}}}}"#
            )
        };
        let right = verdict(&case("[0, 6, 7, 8, 9, 15]"));
        assert_eq!(right.1, Verdict::Passed);
        let wrong = verdict(&case("[0, 6, 3, 9, 6, 12]"));
        assert_eq!(wrong.1, Verdict::PeerWrong("at 2: 3, defined 7".to_owned()));
        let short = verdict(&case("[0, 6]"));
        assert_eq!(short.1, Verdict::PeerWrong("size 2, defined 6".to_owned()));
    }

    #[test]
    fn a_static_form_is_part_of_the_answer() {
        let case = |shape: &str| {
            format!(
                r#"{{"peer": "cute-cpp", "mode": "static", "op": "coalesce", "table": [0, 1, 2, 3],
                    "args": [{{"shape": [2, 2], "stride": [1, 2]}}], "result": {shape}}}"#
            )
        };
        let right = verdict(&case(r#"{"shape": 4, "stride": 1}"#));
        assert_eq!(right.1, Verdict::Passed);
        let other = verdict(&case(r#"{"shape": [2, 2], "stride": [1, 2]}"#));
        assert!(matches!(other.1, Verdict::Failed(_)), "{:?}", other.1);
    }

    #[test]
    fn a_thinned_table_is_compared_where_it_has_points() {
        let case = |value: i64| {
            format!(
                r#"{{"peer": "triton", "op": "compose", "args": [{0}, {0}], "result":
                    {{"in_dims": [["i", 4]], "out_dims": [["i", 4]],
                      "bases": {{"i": [[1], [2]]}}, "table_size": 4, "table_sample": [[3, [{value}]]]}}}}"#,
                r#"{"in_dims": [["i", 4]], "out_dims": [["i", 4]], "bases": {"i": [[1], [2]]}}"#
            )
        };
        assert_eq!(verdict(&case(3)).1, Verdict::Passed);
        let wrong = verdict(&case(2)).1;
        assert_eq!(wrong, Verdict::PeerWrong("at 3: [2], defined [3]".to_owned()));
    }

    #[test]
    fn what_nobody_knows_is_not_supported() {
        for line in [
            r#"{"peer": "pycute", "op": "frobnicate", "args": [], "error": "x"}"#,
            r#"{"peer": "triton", "op": "frobnicate", "args": [], "error": "x"}"#,
            r#"{"peer": "tilelang", "op": "frobnicate", "args": {}, "error": "x"}"#,
            r#"{"peer": "tvm", "op": "frobnicate", "args": {}, "error": "x"}"#,
            r#"{"peer": "someone", "op": "coalesce", "args": [], "error": "x"}"#,
            r#"{"peer": "cute-cpp", "kind": "beam", "name": "SM80"}"#,
        ] {
            let found = verdict(line);
            assert!(matches!(found, (_, Verdict::NotSupported(_))), "{line}: {found:?}");
        }
    }
}
