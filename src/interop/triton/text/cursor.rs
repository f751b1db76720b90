//! [`Cursor`]: a place in a text, and the tokens that may stand there.
//!
//! White space and `//` comments separate tokens. A name is of letters, digits, `_`, `.`, `$`
//! and `-`, and begins with a letter or `_`: `ttg.num-warps`, `blocked1`.

use super::fault::{Fault, TextReason};

/// The most bytes of a group.
const GROUP: usize = 1 << 14;

/// A place in a text; see the [module](self).
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At a byte of the text.
    pub fn new(text: &'a str, at: usize) -> Self {
        Cursor { text, at }
    }

    /// The place, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// What is wrong at this place.
    pub fn fault(&self, reason: TextReason) -> Fault {
        Fault::new(self.at, reason)
    }

    /// Past white space and comments.
    pub fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// The next byte, past space.
    pub fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.rest().bytes().next()
    }

    /// Past this token, if it is the next.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let next = self.rest().starts_with(token);
        if next {
            self.at += token.len();
        }
        next
    }

    /// Past this token.
    pub fn expect(&mut self, token: &'static str) -> Result<(), Fault> {
        if self.eat(token) { Ok(()) } else { Err(self.fault(TextReason::Expected(token))) }
    }

    /// Past a name, if one is next.
    pub fn name(&mut self) -> Option<&'a str> {
        self.skip_space();
        let rest = self.rest();
        let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        begins.then(|| {
            let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
            self.at += end;
            rest.get(..end).unwrap_or("")
        })
    }

    /// Past a string in quotes, if one is next; its text as written. It ends on its line.
    pub fn string(&mut self) -> Option<&'a str> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let rest = self.rest();
        let mut escaped = true;
        for (at, byte) in rest.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    self.at += at + 1;
                    return rest.get(1..at);
                }
                b'\n' => break,
                _ => {}
            }
        }
        None
    }

    /// Past an integer, if one is next.
    pub fn integer(&mut self) -> Result<Option<i64>, Fault> {
        self.skip_space();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let written = rest.get(..sign + digits).unwrap_or("");
        let value = written.parse().map_err(|_| self.fault(TextReason::Number))?;
        self.at += written.len();
        Ok(Some(value))
    }

    /// Past a run of digits directly here, and then directly past `x`: an extent of a shape.
    pub fn extent(&mut self) -> Result<Option<i64>, Fault> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || rest.as_bytes().get(digits) != Some(&b'x') {
            return Ok(None);
        }
        let value = self.integer()?;
        self.at += 1;
        Ok(value)
    }

    /// Past a balanced group of brackets of any kind, strings inside it whole; or nowhere, if it
    /// does not end on its line, and soon.
    pub fn skip_group(&mut self) -> Option<&'a str> {
        let start = self.at;
        let mut open = 0usize;
        let mut probe = self.clone();
        while let Some(byte) = probe.rest().bytes().next() {
            match byte {
                b'\n' => return None,
                _ if probe.at - start > GROUP => return None,
                b'"' => {
                    if probe.string().is_none() {
                        probe.at += 1;
                    }
                    continue;
                }
                b'<' | b'(' | b'[' | b'{' => open += 1,
                b'-' if probe.rest().starts_with("->") => probe.at += 1,
                b'>' | b')' | b']' | b'}' => open = open.saturating_sub(1),
                _ => {}
            }
            probe.at += probe.rest().chars().next().map_or(1, char::len_utf8);
            if open == 0 {
                self.at = probe.at;
                return self.text.get(start..probe.at);
            }
        }
        None
    }

    /// Up to one of these bytes outside brackets; what was passed.
    pub fn until(&mut self, stops: &[u8]) -> &'a str {
        let start = self.at;
        while let Some(byte) = self.rest().bytes().next() {
            if byte == b'\n' || stops.contains(&byte) {
                break;
            }
            let opens = matches!(byte, b'<' | b'(' | b'[' | b'{');
            if !opens || self.skip_group().is_none() {
                self.at += self.rest().chars().next().map_or(1, char::len_utf8);
            }
        }
        self.text.get(start..self.at).unwrap_or("")
    }
}

/// Whether a character may stand in a name.
pub fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')
}
