//! [`Scan`] and [`Reader`]: how a short notation is read, word after word.
//!
//! ```text
//! Sw<3, 4,3> o 8:1
//!      ^             at byte 5; rest "4,3> o 8:1", at byte 6
//!        ^           after the integer 4
//! ```
//!
//! Space before a word is free. What a reader says where a text makes no sense is its own: CuTe's
//! notation names what was found, the types of its MLIR dialect and what Python prints name what
//! was expected.

use std::num::ParseIntError;

/// A place in a text.
#[derive(Clone, Debug)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scan<'a> {
    /// At the start of a text.
    pub fn new(text: &'a str) -> Self {
        Scan { text, offset: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte at which it is.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is left, after white space.
    pub fn rest(&mut self) -> &'a str {
        let rest = self.text.get(self.offset..).unwrap_or("");
        let trimmed = rest.trim_start();
        self.offset += rest.len() - trimmed.len();
        trimmed
    }

    /// Past a word that is next.
    pub fn pass(&mut self, word: &str) {
        self.offset += word.len();
    }

    /// Past this word, if it is next.
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.pass(word);
        }
        found
    }

    /// Past digits, perhaps with one of these signs before them, if they are next; or the error
    /// that 64 bits do not hold their number.
    pub fn integer(&mut self, signs: &[char]) -> Option<Result<i64, ParseIntError>> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with(signs));
        let digits = rest.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
        let word = rest.get(..sign + digits).filter(|_| digits > 0)?;
        let value = word.parse();
        if value.is_ok() {
            self.pass(word);
        }
        Some(value)
    }
}

/// A reader with errors of its own.
pub(crate) trait Reader<'a> {
    /// What it says where a text makes no sense.
    type Error;

    /// Where it is.
    fn scan(&mut self) -> &mut Scan<'a>;

    /// The error that something else is next.
    fn unexpected(&mut self, expected: &'static str) -> Self::Error;

    /// Reads an integer.
    fn integer(&mut self) -> Result<i64, Self::Error>;

    /// What is left, after white space.
    fn rest(&mut self) -> &'a str {
        self.scan().rest()
    }

    /// Reads `word` if it is next.
    fn eat(&mut self, word: &str) -> bool {
        self.scan().eat(word)
    }

    /// Reads `word`, or says that it is missing.
    fn expect(&mut self, word: &str, expected: &'static str) -> Result<(), Self::Error> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Refuses what is left over.
    fn finish(&mut self) -> Result<(), Self::Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_passed_with_the_space_before_them() {
        let mut scan = Scan::new("  ab -7+8");
        assert!(!scan.eat("b") && scan.eat("ab"));
        assert_eq!((scan.offset(), scan.text()), (4, "  ab -7+8"));
        assert_eq!(scan.integer(&['-']), Some(Ok(-7)));
        assert_eq!((scan.rest(), scan.integer(&['-'])), ("+8", None));
        assert_eq!(scan.integer(&['-', '+']), Some(Ok(8)));
        assert_eq!((scan.rest(), scan.offset()), ("", 9));
    }

    #[test]
    fn a_number_that_is_too_long_is_not_passed() {
        let mut scan = Scan::new("9223372036854775808");
        assert!(matches!(scan.integer(&[]), Some(Err(_))));
        assert_eq!(scan.offset(), 0);
    }
}
