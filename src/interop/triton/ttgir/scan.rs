//! The words of a module that matter, in order.

use super::operation::{CONVERT, LOCAL_ALLOC, OLD_CONVERT, TMEM_ALLOC};
use crate::interop::triton::text::{Cursor, is_name};

/// Something that is read on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// `#name =` at the start of a line, and what comes after.
    Alias { name: &'a str, at: usize, after: usize },
    /// `key =`, one of the module's, quoted or not, and what comes after.
    Attribute { key: &'a str, at: usize, after: usize },
    /// The name of an operation, in quotes if it is printed in the generic form.
    Operation { name: &'a str, at: usize, after: usize, generic: bool },
    /// `num_warps(`, and what comes after.
    Warps { after: usize },
    /// `partitionNumWarps = array<i32: `, and what comes after.
    PartitionWarps { after: usize },
    /// An operation whose regions are the partitions of a specialised program.
    Partitions,
    /// A string that does not end on its line.
    OpenString { at: usize },
    /// A module that opens; the attributes that follow are its own.
    Module,
    /// A function.
    Function,
    /// A bracket, one of `([{}])`.
    Bracket { at: usize, bracket: char },
}

/// The attributes of a module that are looked at.
pub const NUM_WARPS: &str = "ttg.num-warps";
pub const THREADS_PER_WARP: &str = "ttg.threads-per-warp";
pub const NUM_CTAS: &str = "ttg.num-ctas";
pub const TARGET: &str = "ttg.target";

/// The events of a text.
pub fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    let mut scanner = Scanner { text, at: 0, at_line_start: true, open_location: false };
    std::iter::from_fn(move || scanner.next_event())
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    at_line_start: bool,
    /// A location on this line does not end on it.
    open_location: bool,
}

impl<'a> Scanner<'a> {
    fn next_event(&mut self) -> Option<Event<'a>> {
        loop {
            let rest = self.text.get(self.at..)?;
            let first = rest.chars().next()?;
            let at = self.at;
            let started = self.at_line_start;
            self.open_location &= first != '\n';
            self.at_line_start = first == '\n' || (started && first.is_whitespace());
            match first {
                '/' if rest.starts_with("//") => self.at += rest.find('\n').unwrap_or(rest.len()),
                '"' => {
                    let mut cursor = Cursor::new(self.text, at);
                    match cursor.string() {
                        Some(word) => {
                            self.at = cursor.at();
                            if let Some(event) = self.word(word, at, true) {
                                return Some(event);
                            }
                        }
                        None => {
                            self.at += 1;
                            return Some(Event::OpenString { at });
                        }
                    }
                }
                '#' if started => {
                    let mut cursor = Cursor::new(self.text, at + 1);
                    self.at += 1;
                    if let Some(name) = cursor.name()
                        && cursor.eat("=")
                    {
                        self.at = cursor.at();
                        return Some(Event::Alias { name, at, after: cursor.at() });
                    }
                }
                // A value's name is no word.
                '%' | '#' | '!' | '^' | '@' => {
                    self.at += 1 + rest.get(1..).map_or(0, name_length);
                }
                '(' | '[' | '{' | '}' | ']' | ')' => {
                    self.at += 1;
                    return Some(Event::Bracket { at, bracket: first });
                }
                _ if is_name(first) => {
                    let length = name_length(rest).max(1);
                    self.at += length;
                    if rest.get(..length) == Some("loc") && self.skip_location() {
                        continue;
                    }
                    if let Some(event) = self.word(rest.get(..length)?, at, false) {
                        return Some(event);
                    }
                }
                _ => self.at += first.len_utf8(),
            }
        }
    }

    /// Past what `loc` encloses: names of places, which are no operations.
    fn skip_location(&mut self) -> bool {
        let mut cursor = Cursor::new(self.text, self.at);
        if self.open_location || cursor.peek() != Some(b'(') {
            return false;
        }
        self.open_location = cursor.skip_group().is_none();
        if !self.open_location {
            self.at = cursor.at();
        }
        !self.open_location
    }

    /// The event that a word is, with what stands behind it.
    fn word(&self, word: &'a str, at: usize, quoted: bool) -> Option<Event<'a>> {
        let mut behind = Cursor::new(self.text, self.at);
        match word {
            CONVERT | OLD_CONVERT | LOCAL_ALLOC | TMEM_ALLOC => {
                let generic = quoted && behind.peek() == Some(b'(');
                let after = self.at;
                let operation = Event::Operation { name: word, at, after, generic };
                (generic || !quoted).then_some(operation)
            }
            NUM_WARPS | THREADS_PER_WARP | NUM_CTAS | TARGET => {
                behind.eat("=").then(|| Event::Attribute { key: word, at, after: behind.at() })
            }
            "module" if !quoted => opens(behind).then_some(Event::Module),
            "builtin.module" => Some(Event::Module),
            "tt.func" => Some(Event::Function),
            "ttg.warp_specialize.partitions" => Some(Event::Partitions),
            "partitionNumWarps" => (behind.eat("=") && behind.eat("array<i32") && behind.eat(":"))
                .then(|| Event::PartitionWarps { after: behind.at() }),
            "num_warps" if !quoted => behind.eat("(").then(|| Event::Warps { after: behind.at() }),
            _ => None,
        }
    }
}

/// Whether a module's body opens behind its name and attributes.
fn opens(mut behind: Cursor<'_>) -> bool {
    if behind.eat("@") && behind.name().is_none() {
        behind.string();
    }
    if behind.eat("attributes") {
        behind.skip_space();
        behind.skip_group();
    }
    behind.peek() == Some(b'{')
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !is_name(c)).unwrap_or(text.len())
}
