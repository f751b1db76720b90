//! [`Problem`]: what is wrong in a file, where, and the line that says it.
//!
//! ```text
//! kernel.ttgir:9:8: error: the encoding of 8 warps stands in a program of 4
//!   %2 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<64xf16, #eight>
//!        ^
//! ```
//!
//! A line may be anything, so what a terminal would take for a command is shown as `\u{…}`, and
//! of a long line the part around the place.

use std::fmt;

/// Characters of a line that are quoted on either side of the place.
const AROUND: usize = 80;

/// Something wrong at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The byte in it, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The line itself.
    pub quoted: String,
}

impl fmt::Display for Problem {
    /// The place and the message, and below them the line with a mark.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { file, line, column, message, quoted } = self;
        writeln!(f, "{file}:{line}:{column}: error: {message}")?;
        let mut at = column.saturating_sub(1).min(quoted.len());
        while !quoted.is_char_boundary(at) {
            at -= 1;
        }
        let (before, behind) = quoted.split_at(at);
        let skipped = before.chars().count().saturating_sub(AROUND);
        let shown: String = before.chars().skip(skipped).flat_map(visible).collect();
        let rest: String = behind.chars().take(AROUND).flat_map(visible).collect();
        let dots = |some: bool| if some { "…" } else { "" };
        let cut = behind.chars().nth(AROUND).is_some();
        let width = shown.chars().count() + usize::from(skipped > 0);
        writeln!(f, "  {}{shown}{rest}{}", dots(skipped > 0), dots(cut))?;
        write!(f, "  {}^", " ".repeat(width))
    }
}

/// A character as it is shown: itself, a space for a tab, an escape for other controls.
fn visible(c: char) -> impl Iterator<Item = char> {
    let shown = if c == '\t' { ' ' } else { c };
    let escape = shown.is_control().then(|| shown.escape_unicode());
    let plain = escape.is_none().then_some(shown);
    escape.into_iter().flatten().chain(plain)
}

#[cfg(test)]
mod tests {
    use super::Problem;

    fn shown(quoted: &str, column: usize) -> String {
        let (file, message) = ("f".to_owned(), "wrong".to_owned());
        Problem { file, line: 3, column, message, quoted: quoted.to_owned() }.to_string()
    }

    #[test]
    fn the_mark_stands_below_the_place() {
        assert_eq!(shown("ab cd", 4), "f:3:4: error: wrong\n  ab cd\n     ^");
        assert_eq!(shown("é\tx", 4), "f:3:4: error: wrong\n  é x\n    ^");
        assert_eq!(shown("é", 2), "f:3:2: error: wrong\n  é\n  ^");
        assert_eq!(shown("", 9), "f:3:9: error: wrong\n  \n  ^");
        assert_eq!(shown("\u{1b}x", 2), "f:3:2: error: wrong\n  \\u{1b}x\n        ^");
    }

    #[test]
    fn of_a_long_line_a_part_is_quoted() {
        let text = shown(&format!("{}X{}", "a".repeat(500), "b".repeat(500)), 501);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], format!("  …{}X{}…", "a".repeat(80), "b".repeat(79)));
        assert_eq!(lines[2].chars().count(), 2 + 81 + 1);
    }
}
