//! Words, numbers and punctuation, with their places.

use super::{NESTING_LIMIT, ParseError, ParseErrorReason};

/// One token of the text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Alias(&'a str),
    Number(&'a str),
    Punct(&'a str),
    End,
}

/// A cursor over a text: one token of look-ahead, and the depth of nesting.
pub(super) struct Lexer<'a> {
    text: &'a str,
    token: Token<'a>,
    start: usize,
    end: usize,
    depth: usize,
}

pub(super) type Parsed<T> = Result<T, ParseError>;

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut lexer = Lexer { text, token: Token::End, start: 0, end: 0, depth: 0 };
        lexer.advance();
        lexer
    }

    /// The token here.
    pub(super) fn peek(&self) -> Token<'a> {
        self.token
    }

    /// Where it starts.
    pub(super) fn offset(&self) -> usize {
        self.start
    }

    /// Moves to the next token.
    pub(super) fn advance(&mut self) {
        let trimmed = after_blanks(&self.text[self.end..]);
        self.start = self.text.len() - trimmed.len();
        let take = |allowed: fn(char) -> bool, from: &'a str| {
            let length = from.find(|c| !allowed(c)).unwrap_or(from.len());
            &from[..length]
        };
        let word: fn(char) -> bool = |c| c.is_ascii_alphanumeric() || c == '_';
        let (token, length) = match trimmed.chars().next() {
            None => (Token::End, 0),
            Some(c) if c.is_ascii_digit() => {
                let digits = take(|c| c.is_ascii_digit(), trimmed);
                (Token::Number(digits), digits.len())
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let name = take(word, trimmed);
                (Token::Word(name), name.len())
            }
            Some('#') => {
                let name = take(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c), &trimmed[1..]);
                (Token::Alias(name), 1 + name.len())
            }
            Some('-') if trimmed.starts_with("->") => (Token::Punct("->"), 2),
            Some(c) => (Token::Punct(&trimmed[..c.len_utf8()]), c.len_utf8()),
        };
        self.token = token;
        self.end = self.start + length;
    }

    /// Moves to the first token at or behind the byte `end`.
    pub(super) fn skip_to(&mut self, end: usize) {
        if end > self.start && self.text.is_char_boundary(end) {
            self.end = end;
        }
        self.advance();
    }

    /// Moves past `punctuation` or word if it stands here.
    pub(super) fn accept(&mut self, expected: &str) -> bool {
        let here = match self.token {
            Token::Word(text) | Token::Punct(text) => text == expected,
            _ => false,
        };
        if here {
            self.advance();
        }
        here
    }

    /// Moves past `expected`, which must stand here.
    pub(super) fn expect(&mut self, expected: &str) -> Parsed<()> {
        if self.accept(expected) { Ok(()) } else { Err(self.unexpected(&format!("'{expected}'"))) }
    }

    /// The error that `expected` does not stand here.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let found = match self.token {
            Token::End => "the end".to_string(),
            Token::Alias(name) => format!("'#{name}'"),
            Token::Word(text) | Token::Number(text) | Token::Punct(text) => format!("'{text}'"),
        };
        let expected = expected.to_string();
        ParseError::new(self.start, ParseErrorReason::Unexpected { expected, found })
    }

    /// A name.
    pub(super) fn name(&mut self) -> Parsed<&'a str> {
        match self.token {
            Token::Word(name) => {
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// An integer with an optional minus sign.
    pub(super) fn integer(&mut self) -> Parsed<i64> {
        let offset = self.start;
        let sign = if self.accept("-") { "-" } else { "" };
        let Token::Number(digits) = self.token else {
            return Err(self.unexpected("an integer"));
        };
        self.advance();
        let digits = format!("{sign}{digits}");
        match digits.parse() {
            Ok(value) => Ok(value),
            Err(_) => Err(ParseError::new(offset, ParseErrorReason::Number { digits })),
        }
    }

    /// Whether a minus sign stands here with a number right behind it.
    pub(super) fn minus_before_number(&self) -> bool {
        let next = self.text[self.end..].chars().next();
        self.token == Token::Punct("-") && next.is_some_and(|c| c.is_ascii_digit())
    }

    /// `open item, … close`, possibly empty.
    pub(super) fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.accept(close) {
                return Ok(items);
            }
            if !self.accept(",") {
                return Err(self.unexpected(&format!("',' or '{close}'")));
            }
        }
    }

    /// Runs `inner` one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == NESTING_LIMIT {
            return Err(ParseError::new(self.start, ParseErrorReason::Nesting));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// `text` from its first token on: white space and `//` comments separate tokens.
fn after_blanks(text: &str) -> &str {
    let mut rest = text.trim_ascii_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.find('\n').map_or("", |end| &comment[end..]).trim_ascii_start();
    }
    rest
}
