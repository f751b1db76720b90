//! A line as tokens, each with its place, and with its brackets paired.
//!
//! | token | examples |
//! |---|---|
//! | number | `42`, or `_42` as CuTe prints it |
//! | word | `lane`, `floordiv`, `_`, `#tileir.identity` |
//! | text | `"#ttg.blocked<{…}>"`, `'!cute.layout<"8:1">'`: up to the next quotation mark of its kind |
//! | punctuation | `( ) [ ] { } < > , ; : = - ->`, and in index expressions `+ * / // % ^ & << >>` |
//!
//! `#` begins a comment, unless it begins `#tileir.`, the long name of a kind of map.
//!
//! Two things are settled here once, so that what follows need not think of them:
//!
//! - **Depth.** Brackets nest at most [`NESTING_LIMIT`] deep. Only brackets nest in this language,
//!   so whatever walks over a line later may recurse.
//! - **Angles.** `<` and `>` are brackets in `compose<a, identity<(i : 4)>>` and halves of a shift in
//!   `(i >> 2)`. Two angles in a row are a shift where they stand directly inside round brackets
//!   (`<<` also needs an operand before it), and brackets anywhere else.

use std::ops::Range;

use tileir::text::NESTING_LIMIT;

use crate::error::{Fault, Reason};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Decimal digits.
    Number(&'a str),
    /// A name or a word of the language.
    Word(&'a str),
    /// What stands between quotation marks.
    Text(&'a str),
    /// Anything else, by its text.
    Punct(&'a str),
    /// The end of the line.
    End,
}

/// A token with its place in the line.
#[derive(Clone, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind<'a>,
    /// Its bytes.
    pub span: Range<usize>,
    /// For a bracket: the token that closes or opens it.
    pub partner: Option<usize>,
}

impl Token<'_> {
    /// Whether this is the punctuation or word `text`.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Punct(own) | Kind::Word(own) if own == text)
    }

    /// Whether an operand may end here.
    fn ends_operand(&self) -> bool {
        matches!(self.kind, Kind::Number(_) | Kind::Word(_) | Kind::Punct(")"))
    }
}

/// The tokens of `line`, the last of them [`Kind::End`].
///
/// # Errors
/// Brackets nested too deep.
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut start = 0;
    loop {
        let rest = &line[start..];
        let trimmed = rest.trim_ascii_start();
        start += rest.len() - trimmed.len();
        let inside = open.last().map(|&place| tokens[place].kind);
        let after_operand = tokens.last().is_some_and(Token::ends_operand);
        let (kind, length) = token(trimmed, inside == Some(Kind::Punct("(")), after_operand);
        let span = start..start + length;
        start = span.end;
        let place = tokens.len();
        tokens.push(Token { kind, span: span.clone(), partner: None });
        match kind {
            Kind::Punct("(" | "[" | "{" | "<") => {
                if open.len() == NESTING_LIMIT {
                    return Err(Fault::new(span, Reason::Nesting));
                }
                open.push(place);
            }
            Kind::Punct(")") => close(&mut tokens, &mut open, "(", place),
            Kind::Punct("]") => close(&mut tokens, &mut open, "[", place),
            Kind::Punct("}") => close(&mut tokens, &mut open, "{", place),
            Kind::Punct(">") if inside == Some(Kind::Punct("<")) => {
                close(&mut tokens, &mut open, "<", place);
            }
            Kind::End => return Ok(tokens),
            _ => {}
        }
    }
}

/// The first token of a text without leading blanks, and its length.
fn token(text: &str, in_parentheses: bool, after_operand: bool) -> (Kind<'_>, usize) {
    let run = |allowed: fn(char) -> bool, from: usize| {
        from + text[from..].find(|c| !allowed(c)).unwrap_or(text.len() - from)
    };
    let word: fn(char) -> bool = |c| c.is_ascii_alphanumeric() || c == '_';
    let Some(first) = text.chars().next() else { return (Kind::End, 0) };
    match first {
        '0'..='9' => {
            let length = run(|c| c.is_ascii_digit(), 0);
            (Kind::Number(&text[..length]), length)
        }
        // CuTe's `_8`, an integer known to the compiler.
        '_' if text[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            let length = run(|c| c.is_ascii_digit(), 1);
            (Kind::Number(&text[1..length]), length)
        }
        'a'..='z' | 'A'..='Z' | '_' => {
            let length = run(word, 0);
            (Kind::Word(&text[..length]), length)
        }
        '#' if text.starts_with(LONG) => {
            let length = run(word, LONG.len());
            (Kind::Word(&text[..length]), length)
        }
        '#' => (Kind::End, 0),
        '"' | '\'' if text[1..].contains(first) => {
            let length = text[1..].find(first).unwrap_or_default();
            (Kind::Text(&text[1..1 + length]), length + 2)
        }
        _ => {
            let shift = |angles| {
                in_parentheses && text.starts_with(angles) && (angles == ">>" || after_operand)
            };
            let double = text.starts_with("->") || text.starts_with("//");
            let length = if double || shift("<<") || shift(">>") { 2 } else { first.len_utf8() };
            (Kind::Punct(&text[..length]), length)
        }
    }
}

/// How the long name of a kind of map begins.
const LONG: &str = "#tileir.";

/// Pairs the closing bracket at `place` with the nearest `opening` one. Angles left open between
/// them are no brackets, but somebody's wish to compare.
fn close(tokens: &mut [Token<'_>], open: &mut Vec<usize>, opening: &str, place: usize) {
    let angles = open.iter().rev().take_while(|&&at| opening != "<" && tokens[at].is("<")).count();
    let Some(depth) = open.len().checked_sub(angles + 1) else { return };
    let partner = open[depth];
    if tokens[partner].is(opening) {
        open.truncate(depth);
        tokens[partner].partner = Some(place);
        tokens[place].partner = Some(partner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        let tokens = tokens(line).expect("tokens");
        tokens.iter().map(|token| &line[token.span.clone()]).collect()
    }

    #[test]
    fn shifts_and_brackets_are_told_apart() {
        assert_eq!(texts("compose<a, identity<(i : 4)>>")[10..], [")", ">", ">", ""]);
        assert_eq!(texts("(i >> 2, i<<1)"), ["(", "i", ">>", "2", ",", "i", "<<", "1", ")", ""]);
        assert_eq!(texts("f(<<2:1>>)"), ["f", "(", "<", "<", "2", ":", "1", ">", ">", ")", ""]);
    }

    #[test]
    fn a_comment_ends_the_line_and_a_long_name_does_not() {
        assert_eq!(texts("8:1 # eight"), ["8", ":", "1", ""]);
        assert_eq!(texts("#tileir.identity<()>")[0], "#tileir.identity");
    }

    #[test]
    fn brackets_know_their_partners() {
        let partners = |line| -> Vec<Option<usize>> {
            tokens(line).expect("tokens").iter().map(|token| token.partner).collect()
        };
        assert_eq!(partners("([)"), [None, None, None, None]);
        assert_eq!(partners("(a < b)")[0], Some(4));
        assert_eq!(partners("a<(b)>")[1], Some(5));
    }

    #[test]
    fn nesting_is_refused_at_the_bracket_too_many() {
        assert!(tokens(&"(".repeat(NESTING_LIMIT)).is_ok());
        let fault = tokens(&"(".repeat(100_000)).expect_err("too deep");
        assert_eq!((fault.span.start, fault.reason), (NESTING_LIMIT, Reason::Nesting));
    }
}
