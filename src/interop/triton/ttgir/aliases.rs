//! Aliases: `#blocked = #ttg.blocked<{…}>`.
//!
//! One alias may stand in another, usually in a later one, or for another: `#b = #a`. Those whose
//! parents are still unknown are tried again once others are known, as long as that helps.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::scan::Event;
use crate::interop::triton::Encoding;
use crate::interop::triton::text::{Aliases, Cursor, Fault, Lines, TextReason, attribute};

/// How often what is not understood yet is tried again: more than encodings may nest.
const ROUNDS: usize = 64;

/// An alias that is an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// Its name, without `#`.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// What it stands for.
    pub encoding: Arc<Encoding>,
}

/// The aliases of a module.
#[derive(Debug, Default)]
pub struct Table<'a> {
    known: HashMap<&'a str, (usize, Arc<Encoding>)>,
    /// Those that are defined and not understood.
    broken: HashSet<&'a str>,
}

impl<'a> Table<'a> {
    /// The aliases among these events, and what is wrong with others.
    pub fn read(text: &'a str, events: &[Event<'a>], faults: &mut Vec<Fault>) -> Table<'a> {
        let mut table = Table::default();
        let defined: HashMap<&str, usize> = events.iter().filter_map(definition).collect();
        let mut names: HashMap<&str, usize> = HashMap::new();
        let mut open: Vec<(&str, usize, usize)> = Vec::new();
        for event in events {
            let &Event::Alias { name, at, after } = event else { continue };
            if !may_be_encoding(text, after, &defined) {
                continue;
            }
            if names.insert(name, at).is_some() {
                faults.push(Fault::new(at, TextReason::RepeatedAlias { name: name.to_owned() }));
            } else {
                open.push((name, at, after));
            }
        }
        for round in 0..ROUNDS {
            let before = open.len();
            open.retain(|&(name, at, after)| {
                match attribute(&mut Cursor::new(text, after), &table) {
                    Ok(encoding) => {
                        table.known.insert(name, (at, encoding));
                        false
                    }
                    Err(_) => true,
                }
            });
            if open.is_empty() || open.len() == before || round + 1 == ROUNDS {
                break;
            }
        }
        table.broken = open.iter().map(|&(name, ..)| name).collect();
        faults
            .extend(open.into_iter().filter_map(|(_, _, after)| {
                attribute(&mut Cursor::new(text, after), &table).err()
            }));
        table
    }

    /// The aliases as they stand.
    pub fn listed(&self, lines: &Lines<'_>) -> Vec<Alias> {
        let mut aliases: Vec<(usize, Alias)> = Vec::with_capacity(self.known.len());
        for (name, (at, encoding)) in &self.known {
            let (name, line) = (name.to_string(), lines.place(*at).0);
            aliases.push((*at, Alias { name, line, encoding: encoding.clone() }));
        }
        aliases.sort_unstable_by_key(|(at, _)| *at);
        aliases.into_iter().map(|(_, alias)| alias).collect()
    }
}

impl Aliases for Table<'_> {
    fn find(&self, name: &str) -> Option<Arc<Encoding>> {
        self.known.get(name).map(|(_, encoding)| encoding.clone())
    }

    fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }
}

/// An alias's name, and where what it stands for is.
fn definition<'a>(event: &Event<'a>) -> Option<(&'a str, usize)> {
    match *event {
        Event::Alias { name, after, .. } => Some((name, after)),
        _ => None,
    }
}

/// Whether what is defined here may be an encoding: one that is written out, or an alias that
/// stands for one in the end, or for nothing.
fn may_be_encoding(text: &str, mut at: usize, defined: &HashMap<&str, usize>) -> bool {
    for _ in 0..ROUNDS {
        if is_encoding(text, at) {
            return true;
        }
        let Some(name) = stands_for(text, at) else { return false };
        match defined.get(name) {
            Some(&after) => at = after,
            None => return true,
        }
    }
    true
}

/// The other alias that one is defined to be: a name without a dialect.
fn stands_for(text: &str, at: usize) -> Option<&str> {
    let mut cursor = Cursor::new(text, at);
    cursor.eat("#").then(|| cursor.name()).flatten().filter(|name| !name.contains('.'))
}

/// Whether an encoding is written out here: an attribute of Triton's with a body. A
/// memory space, `#ttg.shared_memory`, has none.
fn is_encoding(text: &str, at: usize) -> bool {
    let mut cursor = Cursor::new(text, at);
    cursor.eat("#")
        && cursor.name().is_some_and(|name| name.starts_with("ttg.") || name.starts_with("ttng."))
        && cursor.peek() == Some(b'<')
}
