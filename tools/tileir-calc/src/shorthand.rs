//! Maps as one writes them at a desk, written out in full for [`tileir::text`], which reads them.
//!
//! There is one grammar of maps and it is not here. What is here are the shorthands of a line, each
//! of which stands for words of that grammar:
//!
//! | at the desk | written out |
//! |---|---|
//! | `(i : 8) -> (i / 2 % 3) to (3)` | `expr<(i : 8) -> (i floordiv 2 mod 3) to (d0 : 3)>` |
//! | `/` or `//`, `%`, `^`, `&`, `<<`, `>>` | `floordiv`, `mod`, `xor`, `and`, `shl`, `shr` |
//! | `{lane = [1, 2], warp = [0]} -> (m : 4)` | `bit_linear<(lane : 4, warp : 2) -> (m : 4), lane = [1, 2], warp = [0]>` |
//! | a name of an integer, as in `(i : n)` | the integer |
//! | a name of a map, as in `compose<a, b>` | `#a`, an alias |
//!
//! An axis or `let` of the map itself goes before a name of the session. Each piece written
//! remembers the byte of the line that it stands for, so an error found in the long text is shown
//! where its cause was written.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tileir::LayoutMap;
use tileir::text::parse_map_with;

use crate::error::{Fault, Reason};
use crate::lex::{Kind, Token};
use crate::session::Names;
use crate::value::Value;

/// A stretch of a line's tokens, and what its names mean.
pub struct Desk<'a> {
    /// The line.
    pub line: &'a str,
    /// The tokens of the stretch.
    pub tokens: &'a [Token<'a>],
    /// The values of the session.
    pub names: &'a Names,
}

impl<'a> Desk<'a> {
    /// A node, `kind<…>`.
    ///
    /// # Errors
    /// What [`tileir::text`] finds wrong with it.
    pub fn node(&self) -> Result<LayoutMap, Fault> {
        let mut long = Longhand::default();
        self.write_out(&mut long, 0..self.tokens.len(), "to");
        self.read(&long)
    }

    /// An index expression, `(i : 8) -> (…) [to set]`.
    ///
    /// # Errors
    /// As [`Desk::node`].
    pub fn index_expression(&self) -> Result<LayoutMap, Fault> {
        let mut long = Longhand::default();
        long.push("expr<", self.start());
        self.write_out(&mut long, 0..self.tokens.len(), "to");
        long.push(">", self.end());
        self.read(&long)
    }

    /// GF(2) bases, `{axis = [basis, …], …} -> set`; `closing` is the place of the `}`.
    ///
    /// # Errors
    /// As [`Desk::node`]; an axis of more bits than an extent can have.
    pub fn bases(&self, closing: usize) -> Result<LayoutMap, Fault> {
        let mut long = Longhand::default();
        long.push("bit_linear<(", self.start());
        for (place, token) in self.tokens.iter().enumerate().take(closing) {
            if !token.is("=") || place == 0 {
                continue;
            }
            let axis = &self.tokens[place - 1];
            let bits = self.list_length(place + 1);
            let extent = u32::try_from(bits).ok().and_then(|bits| 1i64.checked_shl(bits));
            let Some(extent) = extent.filter(|&extent| extent > 0) else {
                let what = format!("the number of bases of '{}'", self.text(axis));
                let found = i64::try_from(bits).unwrap_or(i64::MAX);
                let reason = Reason::Range { what, expected: "at most 62", found };
                return Err(Fault::new(axis.span.clone(), reason));
            };
            long.push(self.text(axis), axis.span.start);
            long.push(&format!(" : {extent}, "), axis.span.start);
        }
        let trimmed = long.text.trim_end_matches(", ").len();
        long.text.truncate(trimmed);
        long.push(")", self.start());
        self.write_out(&mut long, closing + 1..self.tokens.len(), "->");
        if closing > 1 {
            long.push(", ", self.start());
        }
        self.write_out(&mut long, 1..closing, "->");
        long.push(">", self.end());
        self.read(&long)
    }

    fn start(&self) -> usize {
        self.tokens.first().map_or(0, |token| token.span.start)
    }

    fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.span.end)
    }

    fn text(&self, token: &Token<'_>) -> &'a str {
        &self.line[token.span.clone()]
    }

    /// The number of items of the list `[item, …]` whose bracket is the token `at`.
    fn list_length(&self, at: usize) -> usize {
        let mut depth = 0usize;
        let mut commas = 0;
        for (place, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Punct("(" | "[") => depth += 1,
                Kind::Punct(")") => depth = depth.saturating_sub(1),
                Kind::Punct("]") if depth <= 1 => {
                    return if place == at + 1 { 0 } else { commas + 1 };
                }
                Kind::Punct(",") if depth == 1 => commas += 1,
                _ => {}
            }
        }
        commas
    }

    /// Copies the tokens of `range` with the blanks between them, and shorthands in full. Behind
    /// the token `before_set`, a set may leave its axes without names.
    fn write_out(&self, long: &mut Longhand, range: Range<usize>, before_set: &str) {
        let own = self.own_names();
        let mut open: Vec<Open> = Vec::new();
        let mut end = None;
        for place in range {
            let token = &self.tokens[place];
            let from = token.span.start;
            long.push(&self.line[end.unwrap_or(from)..from], from);
            end = Some(token.span.end);
            let value = match token.kind {
                // What follows a colon is an extent, whatever its axis is called.
                Kind::Word(name) if self.follows(place, &[":"]) || !own.contains(name) => {
                    self.names.get(name)
                }
                _ => None,
            };
            let number = matches!(token.kind, Kind::Number(_));
            if let Some(Open::Set(axis)) = open.last()
                && self.follows(place, &["(", ","])
                && (number || matches!(value, Some(Value::Integer(_))))
            {
                long.push(&format!("d{axis} : "), from);
            }
            match token.kind {
                Kind::Punct("<") => open.push(Open::Angle),
                Kind::Punct("(") if self.follows(place, &[before_set]) => open.push(Open::Set(0)),
                Kind::Punct("(" | "[" | "{") => open.push(Open::Other),
                Kind::Punct(")" | "]" | "}") => drop(open.pop()),
                Kind::Punct(">") if matches!(open.last(), Some(Open::Angle)) => drop(open.pop()),
                Kind::Punct(",") => {
                    if let Some(Open::Set(axis)) = open.last_mut() {
                        *axis += 1;
                    }
                }
                // What follows are constraints, no axes.
                Kind::Word("where") => {
                    if let Some(set @ Open::Set(_)) = open.last_mut() {
                        *set = Open::Other;
                    }
                }
                _ => {}
            }
            let operand = matches!(open.last(), Some(Open::Angle))
                && self.follows(place, &["<", ",", "=", "in"])
                && self.precedes(place, &[",", ">", "in", "to"]);
            match (token.kind, value) {
                (Kind::Punct(symbol), _) => match word_for(symbol) {
                    Some(word) => long.push(&format!(" {word} "), from),
                    None => long.push(symbol, from),
                },
                (_, Some(Value::Integer(value))) => long.push(&value.to_string(), from),
                (_, Some(value)) if operand => match value.to_map() {
                    Some(map) => long.alias(self.text(token), from, map),
                    None => long.push(self.text(token), from),
                },
                _ => long.push(self.text(token), from),
            }
        }
    }

    /// Whether the token before `place` is one of these.
    fn follows(&self, place: usize, texts: &[&str]) -> bool {
        let previous = place.checked_sub(1).and_then(|at| self.tokens.get(at));
        previous.is_some_and(|token| texts.iter().any(|text| token.is(text)))
    }

    /// Whether the token behind `place` is one of these.
    fn precedes(&self, place: usize, texts: &[&str]) -> bool {
        let next = self.tokens.get(place + 1);
        next.is_some_and(|token| texts.iter().any(|text| token.is(text)))
    }

    /// The names that the stretch gives to axes and maps of its own.
    fn own_names(&self) -> HashSet<&'a str> {
        let pairs = self.tokens.iter().zip(self.tokens.iter().skip(1));
        pairs
            .filter(|(_, next)| next.is(":") || next.is("="))
            .map(|(token, _)| self.text(token))
            .collect()
    }

    fn read(&self, long: &Longhand) -> Result<LayoutMap, Fault> {
        let known = |offset| long.aliases.get(&offset).cloned();
        parse_map_with(&long.text, &known).map_err(|error| {
            let at = long.origin(error.offset);
            let length = self.tokens.iter().find(|token| token.span.start == at);
            let end = length.map_or(at, |token| token.span.end);
            Fault::new(at..end.max(at), error.reason)
        })
    }
}

/// A bracket that is open.
enum Open {
    /// A node's.
    Angle,
    /// A set's that may have axes without names: the number of the next axis.
    Set(usize),
    /// Any other.
    Other,
}

/// The word of the text form for a symbol of the desk.
fn word_for(symbol: &str) -> Option<&'static str> {
    match symbol {
        "/" | "//" => Some("floordiv"),
        "%" => Some("mod"),
        "^" => Some("xor"),
        "&" => Some("and"),
        "<<" => Some("shl"),
        ">>" => Some("shr"),
        _ => None,
    }
}

/// A text, and the bytes of the line that its pieces stand for.
#[derive(Default)]
struct Longhand {
    text: String,
    /// Where each piece begins, here and in the line.
    pieces: Vec<(usize, usize)>,
    /// For the `#` of an alias: the end of its name, and the map.
    aliases: HashMap<usize, (usize, LayoutMap)>,
}

impl Longhand {
    fn push(&mut self, piece: &str, from: usize) {
        self.pieces.push((self.text.len(), from));
        self.text.push_str(piece);
    }

    fn alias(&mut self, name: &str, from: usize, map: LayoutMap) {
        let start = self.text.len();
        self.push(&format!("#{name}"), from);
        self.aliases.insert(start, (self.text.len(), map));
    }

    /// The byte of the line for a byte of the text.
    fn origin(&self, offset: usize) -> usize {
        let behind = self.pieces.partition_point(|&(start, _)| start <= offset);
        behind.checked_sub(1).map_or(0, |piece| self.pieces[piece].1)
    }
}
