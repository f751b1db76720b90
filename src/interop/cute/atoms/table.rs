//! The tables of atoms: rows of columns, and how a row stands for many.
//!
//! ```text
//! SM80_8x8x16_S32{S8S8,S8U8}S32_TN{,_SATURATE} | 8x8x16 | …     four rows: a choice in each brace
//! SM90_64xNx8_F32TF32TF32_SS_TN | 64xNx8 | … | N = 8..256 by 8  a row for each N; also N/8, 32*N
//! ```
//!
//! Lines that are empty or begin with `#` are no rows.

use super::AtomError;
use crate::cute::Layout;

/// A row with one name and one `N`.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    line: usize,
    pub(super) name: String,
    columns: Vec<&'a str>,
    /// What `N` is, where the row has it.
    number: Option<i64>,
}

/// Every row of a table, for every choice and every `N`.
pub(super) fn expand(table: &str) -> impl Iterator<Item = Result<Row<'_>, AtomError>> {
    (1..).zip(table.lines()).flat_map(|(line, text)| {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            return Vec::new();
        }
        match rows(line, text) {
            Ok(rows) => rows.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    })
}

fn rows(line: usize, text: &str) -> Result<Vec<Row<'_>>, AtomError> {
    let wrong = |what: String| AtomError::Table { line, what };
    let mut columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let range = columns.last().and_then(|last| last.strip_prefix("N = "));
    let numbers = match range {
        None => vec![None],
        Some(range) => {
            let numbers = numbers(range).ok_or_else(|| wrong(format!("no range: {range}")))?;
            columns.pop();
            numbers.into_iter().map(Some).collect()
        }
    };
    let name = if columns.is_empty() { "" } else { columns.remove(0) };
    let mut rows = Vec::new();
    for name in choices(name).ok_or_else(|| wrong(format!("no end of a choice: {name}")))? {
        for &number in &numbers {
            let name = substituted(&name, number).unwrap_or_else(|| name.clone());
            rows.push(Row { line, name, columns: columns.clone(), number });
        }
    }
    Ok(rows)
}

/// The names that a name with choices in braces stands for.
fn choices(name: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = name.split_once('{') else {
        return Some(vec![name.to_owned()]);
    };
    let (inside, after) = rest.split_once('}')?;
    let after = choices(after)?;
    let each = inside
        .split(',')
        .flat_map(|choice| after.iter().map(move |after| format!("{before}{choice}{after}")));
    Some(each.collect())
}

/// `8, 16, 32..256 by 16`.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    for part in text.split(',').map(str::trim) {
        match part.split_once("..") {
            None => numbers.push(part.parse().ok()?),
            Some((first, rest)) => {
                let (last, step) = rest.split_once(" by ")?;
                let (first, last): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
                let step = step.parse().ok().filter(|step| *step > 0)?;
                numbers.extend((first..=last).step_by(step));
            }
        }
    }
    Some(numbers)
}

/// The text with each `N`, `n*N` and `N/n` in place of its value; `None` where `N` has none.
/// An `N` inside a word is a letter.
fn substituted(text: &str, number: Option<i64>) -> Option<String> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('N') {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_uppercase() || c == '_');
        result.push_str(before);
        if letter(before.chars().last()) || letter(after.chars().next()) {
            result.push('N');
            rest = after;
            continue;
        }
        let mut value = number?;
        if let Some(kept) = result.strip_suffix('*') {
            let digits = kept.len() - kept.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let factor: i64 = kept.get(kept.len() - digits..)?.parse().ok()?;
            let length = kept.len() - digits;
            value = value.checked_mul(factor)?;
            result.truncate(length);
        }
        rest = after;
        if let Some(divided) = after.strip_prefix('/') {
            let digits = divided.bytes().take_while(u8::is_ascii_digit).count();
            let divisor: i64 = divided.get(..digits)?.parse().ok()?;
            value =
                value.checked_rem(divisor).filter(|rest| *rest == 0).map(|_| value / divisor)?;
            rest = divided.get(digits..)?;
        }
        result.push_str(&value.to_string());
    }
    result.push_str(rest);
    Some(result)
}

impl Row<'_> {
    /// The columns after the name, with `N` in place of its value.
    pub(super) fn columns<const COUNT: usize>(&self) -> Result<[String; COUNT], AtomError> {
        let written = |column: &&str| {
            let missing = || self.wrong(format!("no value of N in {column}"));
            substituted(column, self.number).ok_or_else(missing)
        };
        let columns: Vec<String> = self.columns.iter().map(written).collect::<Result<_, _>>()?;
        let found = columns.len();
        columns.try_into().map_err(|_| self.wrong(format!("{found} columns, not {COUNT}")))
    }

    /// A column that is a layout.
    pub(super) fn layout(&self, text: &str) -> Result<Layout, AtomError> {
        text.parse().map_err(|error| self.wrong(format!("{text}: {error}")))
    }

    pub(super) fn wrong(&self, what: String) -> AtomError {
        AtomError::Table { line: self.line, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(table: &str) -> Result<Vec<String>, AtomError> {
        expand(table).map(|row| row.map(|row| row.name)).collect()
    }

    #[test]
    fn a_row_stands_for_every_choice_and_number() -> Result<(), AtomError> {
        let found = names("# none\n\nA{x,y}B{,z} | 1\nSM_64xNx8_TN | 1 | N = 8, 16..48 by 16")?;
        let expected = ["AxB", "AxBz", "AyB", "AyBz", "SM_64x8x8_TN", "SM_64x16x8_TN"];
        assert_eq!(found.get(..6), Some(expected.map(str::to_owned).as_slice()));
        assert_eq!(found.len(), 8);
        Ok(())
    }

    #[test]
    fn numbers_are_multiplied_and_divided() {
        assert_eq!(substituted("(32*N,N/8):N", Some(16)).as_deref(), Some("(512,2):16"));
        assert_eq!(substituted("N/8", Some(12)), None);
        assert_eq!(substituted("N", None), None);
        assert_eq!(substituted("_TN_X", None).as_deref(), Some("_TN_X"));
    }

    #[test]
    fn rows_without_a_meaning_say_so() {
        for table in ["A{x | 1", "A | 1 | N = 8..", "A | 1 | N = 8..16 by 0"] {
            assert!(matches!(names(table), Err(AtomError::Table { line: 1, .. })), "{table}");
        }
        let short: Result<[String; 2], _> = match expand("A | 1").next() {
            Some(Ok(row)) => row.columns(),
            _ => Ok(Default::default()),
        };
        assert!(matches!(short, Err(AtomError::Table { .. })));
    }
}
