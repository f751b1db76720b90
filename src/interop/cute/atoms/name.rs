//! Names as people write them, and the names nearest to a misspelt one.
//!
//! | written | also looked up |
//! |---|---|
//! | `cute::UniversalFMA< float >` | `UniversalFMA<float>` |
//! | `UniversalFMA<float, float, float, float>` | `UniversalFMA<float>` |
//! | `SM90_64x64x16_F32F16F16_SS<Major::K, Major::K>` | `SM90_64x64x16_F32F16F16_SS` |
//! | `SM90::GMMA::MMA_64x64x16_F32F16F16_SS` | `SM90_64x64x16_F32F16F16_SS` |

/// Longer names have no near ones.
const LENGTH: usize = 96;
/// How many near names are told.
const TOLD: usize = 3;

/// The name without spaces, then with equal arguments as one, then without arguments.
pub(super) fn spellings(name: &str) -> impl Iterator<Item = String> {
    let mut name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    if let Some(rest) = name.strip_prefix("SM90::GMMA::MMA_") {
        name = format!("SM90_{rest}");
    }
    let (head, arguments) = name.split_once('<').unwrap_or((&name, ""));
    let head = head.rsplit("::").next().unwrap_or(head).to_owned();
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments).to_owned();
    let first = arguments.split(',').next().unwrap_or_default();
    let one = arguments.split(',').all(|argument| argument == first);
    let first = first.rsplit("::").next().filter(|first| one && !first.is_empty());
    [first.map(|first| format!("{head}<{first}>")), Some(head.clone())].into_iter().flatten()
}

/// The names that differ from `name` in the fewest letters, at most a third of them.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    if name.len() > LENGTH {
        return Vec::new();
    }
    let length = name.chars().count();
    let limit = length / 3;
    let mut near: Vec<(usize, &str)> = names
        .filter(|other| other.chars().count().abs_diff(length) <= limit)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.into_iter().take(TOLD).map(|(_, name)| name.to_owned()).collect()
}

/// How many letters must be put in, taken out or changed to make one of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (row, letter) in a.chars().enumerate() {
        let (mut corner, mut left) = (row, row + 1);
        for (place, other) in above.iter_mut().skip(1).zip(&b) {
            let changed = corner + usize::from(letter != *other);
            corner = *place;
            left = changed.min(corner + 1).min(left + 1);
            *place = left;
        }
        if let Some(first) = above.first_mut() {
            *first = row + 1;
        }
    }
    above.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_counts_letters() {
        for (a, b, expected) in
            [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn names_are_taken_as_people_write_them() {
        for (written, expected) in [
            ("cute::UniversalFMA< float, float >", "UniversalFMA<float>"),
            (
                "SM90::GMMA::MMA_64x8x16_F32F16F16_SS<Major::K, Major::MN>",
                "SM90_64x8x16_F32F16F16_SS",
            ),
            ("UniversalCopy<cute::uint128_t>", "UniversalCopy<uint128_t>"),
        ] {
            assert!(spellings(written).any(|name| name == expected), "{written}");
        }
    }

    #[test]
    fn far_names_are_not_told() {
        assert_eq!(nearest("abcdef", ["abcdeg", "zzzzzz"].into_iter()), ["abcdeg"]);
        assert!(nearest(&"a".repeat(1000), ["a"].into_iter()).is_empty());
    }
}
