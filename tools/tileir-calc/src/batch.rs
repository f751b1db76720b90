//! Lines in, answers out.
//!
//! Answers go to one stream and errors to the other, each with its place. A line with an error
//! stops nothing: the lines behind it are answered, and what [`Batch::run`] gives says that there
//! was one.

use std::io::{self, BufRead, Write};

use crate::error::{Fault, Reason};
use crate::json::{self, Input};
use crate::limits::BYTES;
use crate::render;
use crate::session::Session;

/// How answers are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// As JSON.
    pub json: bool,
    /// The values alone.
    pub brief: bool,
}

/// A session with the streams it writes to.
pub struct Batch<'a> {
    /// The names and limits.
    pub session: Session,
    /// How answers are written.
    pub style: Style,
    /// Where answers go.
    pub out: &'a mut dyn Write,
    /// Where errors go.
    pub errors: &'a mut dyn Write,
}

impl Batch<'_> {
    /// Answers every line of `lines`; whether none had an error.
    ///
    /// # Errors
    /// What the system says of the streams.
    pub fn run(&mut self, source: &str, mut lines: impl BufRead) -> io::Result<bool> {
        let mut good = true;
        let mut number = 0;
        while let Some((bytes, length)) = next_line(&mut lines)? {
            number += 1;
            good &= self.line(source, number, &bytes, length)?;
        }
        self.out.flush()?;
        Ok(good)
    }

    /// Answers one line, of which `bytes` is the beginning; whether it had no error.
    ///
    /// # Errors
    /// What the system says of the streams.
    pub fn line(
        &mut self,
        source: &str,
        number: usize,
        bytes: &[u8],
        length: usize,
    ) -> io::Result<bool> {
        // A text may begin with a mark of how it is encoded.
        let marked = bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1);
        let bytes = marked.unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        let input = Input { source, number, text: &text };
        let answer = match std::str::from_utf8(bytes) {
            _ if length > BYTES => Err(Fault::length(length)),
            Ok(line) => self.session.answer(line),
            Err(error) => {
                let start = error.valid_up_to();
                let byte = bytes.get(start).copied().unwrap_or_default();
                Err(Fault::new(start..start + 1, Reason::Encoding { byte }))
            }
        };
        match answer {
            Ok(None) => {}
            Ok(Some(answer)) if self.style.json => {
                writeln!(self.out, "{}", json::answer(&answer, input, &self.session))?;
            }
            Ok(Some(answer)) => {
                let shown = render::answer(&answer, &self.session, self.style.brief);
                writeln!(self.out, "{shown}")?;
            }
            Err(fault) => {
                if self.style.json {
                    writeln!(self.out, "{}", json::fault(&fault, input))?;
                }
                self.out.flush()?;
                let place = format!("{source}:{number}");
                writeln!(self.errors, "{}", render::fault(&fault, &text, &place))?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The next line without its end, and its length. Of one that is too long, only the beginning.
fn next_line(from: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, usize)>> {
    let mut kept = Vec::new();
    let mut length = 0;
    let mut begun = false;
    loop {
        let buffer = from.fill_buf()?;
        if buffer.is_empty() {
            return Ok(begun.then_some((kept, length)));
        }
        begun = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = BYTES.saturating_sub(kept.len()).min(piece.len());
        kept.extend_from_slice(&piece[..room]);
        length += piece.len();
        let used = piece.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            return Ok(Some((kept, length)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(lines: &[u8], style: Style) -> (bool, String, String) {
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let session = Session::default();
        let good = Batch { session, style, out: &mut out, errors: &mut errors }
            .run("<stdin>", lines)
            .expect("streams");
        (good, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
    }

    #[test]
    fn a_wrong_line_is_located_and_the_next_one_answered() {
        let (good, out, errors) = run(b"# a comment\n\nn = 7\n(n,\n(n,1)\r\n", Style::default());
        assert!(!good);
        assert_eq!(out, "n = 7\n(7,1)\n");
        assert_eq!(errors, "<stdin>:4:4: error: expected a value, found the end\n  (n,\n     ^\n");
    }

    #[test]
    fn a_byte_order_mark_is_no_byte_of_the_line() {
        let (good, out, _) = run(b"\xef\xbb\xbf7\n8\n", Style::default());
        assert!(good);
        assert_eq!(out, "7\n8\n");
    }

    #[test]
    fn bytes_that_are_no_text_are_located() {
        let (good, _, errors) = run(b"\xc3\xa9\xff8", Style::default());
        assert!(!good);
        assert!(
            errors.starts_with("<stdin>:1:2: error: the byte 0xff is not UTF-8 text\n"),
            "{errors}"
        );
    }

    #[test]
    fn a_long_line_is_refused_and_not_kept() {
        let mut lines = vec![b'1'; 10 * BYTES];
        lines.extend(b"\n2\n");
        let (good, out, errors) = run(&lines, Style::default());
        assert!(!good);
        assert_eq!(out, "2\n");
        assert!(errors.contains("a line of 655360 bytes is over the limit of 65536"), "{errors}");
    }

    #[test]
    fn json_is_one_object_a_line() {
        let (good, out, _) = run(b"7\n(\n", Style { json: true, brief: false });
        assert!(!good);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(
            lines[0],
            r#"{"source":"<stdin>","line":1,"input":"7","kind":"integer","value":7}"#
        );
        assert!(lines[1].contains(r#""column":2,"error":"expected a value"#), "{out}");
    }
}
