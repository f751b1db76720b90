//! A pass's options, from the text that MLIR prints of them.
//!
//! MLIR prints `name=value` pairs with spaces between; a value with spaces in it
//! stands in braces or quotes. `a=1 b={x y} c="p q"` is read as
//!
//! | name | value |
//! | --- | --- |
//! | `a` | `1` |
//! | `b` | `x y` |
//! | `c` | `p q` |

/// The pairs of name and value in `text`.
pub fn parse(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = end_of_word(rest);
        let (word, tail) = rest.split_at(end);
        let (name, value) = word.split_once('=').unwrap_or((word, "true"));
        pairs.push((name.to_owned(), unwrapped(value).to_owned()));
        rest = tail.trim_start();
    }
    pairs
}

/// The first space of `text` outside braces and quotes.
fn end_of_word(text: &str) -> usize {
    let mut depth = 0usize;
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            (None, ' ') if depth == 0 => return at,
            (None, _) => {}
        }
    }
    text.len()
}

fn unwrapped(value: &str) -> &str {
    [('{', '}'), ('"', '"'), ('\'', '\'')]
        .iter()
        .find_map(|&(open, close)| value.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn parse_nested_and_quoted() {
        let pairs = parse("a=1 b={x {y z}} c=\"p q\" list={1,2}");
        let expected = [("a", "1"), ("b", "x {y z}"), ("c", "p q"), ("list", "1,2")];
        assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn parse_nothing() {
        assert!(parse("  ").is_empty());
    }
}
