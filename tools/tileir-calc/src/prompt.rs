//! The prompt: lines with history, completion and hints.
//!
//! Tab completes names of operations and of the session's values. History is kept in
//! `$XDG_STATE_HOME/tileir-calc/history`, or under `~/.local/state`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::batch::Batch;
use crate::operations;

/// Lines remembered.
const HISTORY: usize = 2_000;

/// What Tab knows: the words that may stand in a line.
#[derive(Debug, Default)]
pub struct Words {
    names: BTreeSet<String>,
}

impl Words {
    /// The operations.
    pub fn new() -> Self {
        Words { names: operations::all().map(|operation| format!("{}(", operation.name)).collect() }
    }

    /// Where the word before byte `end` of `line` begins, and what it may become.
    pub fn complete(&self, line: &str, end: usize) -> (usize, Vec<&str>) {
        let before = line.get(..end).unwrap_or(line);
        let start = before
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        if word.is_empty() {
            return (start, Vec::new());
        }
        let from = self.names.range(word.to_owned()..);
        (start, from.take_while(|name| name.starts_with(word)).map(String::as_str).collect())
    }

    /// The parameters of the operation whose opening bracket ends `line`.
    fn parameters(line: &str) -> Option<String> {
        let name = line.strip_suffix('(')?;
        let start = name.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let name = &name[start.map_or(0, |last| last + 1)..];
        operations::find(name).map(|operation| format!("{})", operation.parameters))
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, words) = Words::complete(self, line, end);
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;

    fn hint(&self, line: &str, end: usize, _: &Context<'_>) -> Option<String> {
        if end < line.len() { None } else { Words::parameters(line) }
    }
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Where history is kept; `None` where there is no home.
fn history_file() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home)?;
    Some(state.join("tileir-calc/history"))
}

/// Asks for lines until there are no more.
///
/// # Errors
/// What the system says of the terminal.
pub fn run(batch: &mut Batch<'_>) -> rustyline::Result<()> {
    let config = rustyline::Config::builder().max_history_size(HISTORY)?.build();
    let mut editor = Editor::<Words, DefaultHistory>::with_config(config)?;
    editor.set_helper(Some(Words::new()));
    let history = history_file();
    if let Some(file) = &history {
        // A first session has no history, and one without a disk keeps none.
        let _ = editor.load_history(file);
    }
    writeln!(batch.out, "tileir-calc: help() lists the operations, Ctrl-D ends")?;
    for number in 1.. {
        batch.out.flush()?;
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        };
        editor.add_history_entry(line.as_str())?;
        batch.line("<prompt>", number, line.as_bytes(), line.len())?;
        if let Some(words) = editor.helper_mut() {
            words.names.extend(batch.session.names.keys().cloned());
        }
    }
    if let Some(file) = &history {
        let folder = file.parent().map(std::fs::create_dir_all);
        if matches!(folder, Some(Ok(()))) {
            editor.save_history(file)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_completed_where_it_stands() {
        let words = Words::new();
        assert_eq!(words.complete("prove(normal", 12), (6, vec!["normalize("]));
        assert_eq!(words.complete("a = ", 4), (4, Vec::new()));
        assert_eq!(words.complete("é norm", 7).0, 3);
    }

    #[test]
    fn an_open_bracket_shows_the_parameters() {
        assert_eq!(Words::parameters("x = prove("), Some("M)".to_owned()));
        assert_eq!(Words::parameters("x = (("), None);
    }
}
