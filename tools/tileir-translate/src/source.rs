//! [`Source`]: the bytes of a file as text, in sections.
//!
//! Lines end with a line feed, a carriage return, or both; a byte-order mark is no part of the first.
//! A file that is not UTF-8 is read all the same: each wrong byte becomes `�`, and the first of
//! them is a [`Problem`]. A line that begins with `// -----`, as in MLIR's own tests, ends a
//! section; the aliases and the module of a section are its own.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::problem::Problem;

/// What separates the sections of a file.
const SEPARATOR: &str = "// -----";

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A file as text; see the source file's header.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, for messages and locations.
    pub name: String,
    text: String,
    broken: Option<Problem>,
}

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// Its text.
    pub text: &'a str,
    /// How many lines stand before it.
    pub before: usize,
}

impl Source {
    /// Reads a file, or standard input where the path is `-`.
    ///
    /// # Errors
    /// What the system says.
    pub fn read(path: &Path) -> io::Result<Source> {
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            return Ok(Source::new("<stdin>", &bytes));
        }
        Ok(Source::new(&path.display().to_string(), &fs::read(path)?))
    }

    /// The text of these bytes.
    pub fn new(name: &str, bytes: &[u8]) -> Source {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let bytes = &lines_fed(bytes)[..];
        let text = String::from_utf8_lossy(bytes).into_owned();
        let broken = std::str::from_utf8(bytes).err().map(|error| {
            let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let start = good.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let byte = bytes.get(good.len()).copied().unwrap_or_default();
            Problem {
                file: name.to_owned(),
                line,
                column: good.len() - start + 1,
                message: format!("the byte {byte:#04x} is no UTF-8"),
                quoted: text.split('\n').nth(line - 1).unwrap_or_default().to_owned(),
            }
        });
        Source { name: name.to_owned(), text, broken }
    }

    /// What is wrong with the bytes.
    pub fn broken(&self) -> Option<&Problem> {
        self.broken.as_ref()
    }

    /// The sections, in order; those of nothing but comments are left out, unless all are.
    pub fn sections(&self) -> Vec<Section<'_>> {
        let mut sections = Vec::new();
        let (mut start, mut before, mut at) = (0, 0, 0);
        for (number, line) in self.text.split_inclusive('\n').enumerate() {
            at += line.len();
            if line.starts_with(SEPARATOR) {
                sections.push(Section { text: &self.text[start..at], before });
                (start, before) = (at, number + 1);
            }
        }
        sections.push(Section { text: &self.text[start..], before });
        let says = |section: &Section<'_>| section.text.lines().any(is_code);
        if sections.iter().any(says) {
            sections.retain(says);
        } else {
            sections.truncate(1);
        }
        sections
    }
}

/// The bytes with a line feed for each carriage return that has none behind it.
fn lines_fed(bytes: &[u8]) -> Vec<u8> {
    let behind = bytes.iter().skip(1).map(Some).chain([None]);
    let alone = |byte: u8, next: Option<&u8>| byte == b'\r' && next != Some(&b'\n');
    bytes
        .iter()
        .zip(behind)
        .map(|(&byte, next)| if alone(byte, next) { b'\n' } else { byte })
        .collect()
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn sections_know_their_lines() {
        let source = Source::new("f", b"// RUN\n// -----\na\n// -----\n\n// ----- x\nb\n");
        let found: Vec<_> = source.sections().iter().map(|s| (s.text, s.before)).collect();
        assert_eq!(found, [("a\n// -----\n", 2), ("b\n", 6)]);
        assert!(source.broken().is_none());
        assert_eq!(Source::new("f", b"").sections().len(), 1);
        assert_eq!(Source::new("f", b"// a\n// -----\n").sections().len(), 1);
    }

    #[test]
    fn lines_end_in_any_way_and_begin_behind_the_mark() {
        let text = |bytes| Source::new("f", bytes).sections()[0].text.to_owned();
        assert_eq!(text(b"\xef\xbb\xbfa\r\nb\r\rc\r"), "a\r\nb\n\nc\n");
        let problem = Source::new("f", b"\xef\xbb\xbfab\r\xff").broken().unwrap().to_string();
        assert!(problem.starts_with("f:2:1: error: the byte 0xff"), "{problem}");
    }

    #[test]
    fn the_first_wrong_byte_has_its_place() {
        let source = Source::new("f", b"one\ntw\xffo\n\xfe");
        let problem = source.broken().unwrap();
        assert_eq!(
            problem.to_string(),
            "f:2:3: error: the byte 0xff is no UTF-8\n  tw\u{fffd}o\n    ^"
        );
    }
}
