//! [`Validity`]: for which values of its parameters a text says anything.
//!
//! | text | says something if |
//! |---|---|
//! | `memref<?x4xf32>` | `0 le n` |
//! | `T.TileLayout(T.S[(n, 4):(s, 1)] + k)` | `1 le n`, and `0 le k` or, where `s` is below 0, `(n - 1) * s + k` is not |
//! | `Layout((n, 4) -> (k,), transform: (_i, _j) -> (_i * 4 + _j,))` | `1 le n` and `k eq 4 * n` |
//! | `affine_map<(d0)[s] -> (d0 mod s)>` | `1 le s` |
//!
//! A text is asked what it would be asked with numbers in it. **The law.** Where a guard holds of
//! those that say something, the text with these values in it is read; where one of the others does,
//! it is refused; where none does, that is not known, and `unknown` says that there may be such.

use std::fmt;

use super::looked_at::every;
use crate::family::{Explored, Guard, Parameters};
use crate::proof::{Requirement, where_met};

/// For which values a text says anything; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validity {
    /// Where one of these holds, it does.
    pub says: Vec<Guard>,
    /// Where one of these holds, it does not.
    pub silent: Vec<Guard>,
    /// Whether there may be values for which neither is known.
    pub unknown: bool,
}

impl Validity {
    pub(super) fn of(parameters: &Parameters, required: &[Requirement]) -> Validity {
        let Explored { ways, given_up } = where_met(parameters, required);
        let mut validity = Validity { unknown: given_up.is_some(), ..Validity::default() };
        for (guard, met) in ways {
            match met {
                Some(true) => validity.says.push(guard),
                Some(false) => validity.silent.push(guard),
                None => validity.unknown = true,
            }
        }
        // A condition without a value, as where it divides by 0, holds for none.
        let left_out = |values: Vec<i64>| validity.at(&values).is_none();
        if every(parameters).is_some_and(|mut all| all.any(left_out)) {
            validity.unknown = true;
        }
        validity
    }

    /// Of a text that says something for all values.
    pub(super) fn always() -> Validity {
        Validity { says: vec![Guard::default()], ..Validity::default() }
    }

    /// Whether it does for all values.
    pub fn is_always(&self) -> bool {
        self.silent.is_empty() && !self.unknown
    }

    /// Whether it does for none.
    pub fn is_never(&self) -> bool {
        self.says.is_empty() && !self.unknown
    }

    /// Whether it does for these values; `None` where that is not known.
    pub fn at(&self, values: &[i64]) -> Option<bool> {
        let holds = |guards: &[Guard]| guards.iter().any(|guard| guard.holds(values));
        match (holds(&self.says), holds(&self.silent)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

impl fmt::Display for Validity {
    /// `always`, or the guards: `1 le n and 0 le s; or 1 le n and s lt 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_always() {
            return f.write_str("always");
        }
        let says: Vec<String> = self.says.iter().map(Guard::to_string).collect();
        match (says.is_empty(), self.unknown) {
            (false, false) => f.write_str(&says.join("; or ")),
            (false, true) => write!(f, "{}; otherwise not known", says.join("; or ")),
            (true, true) => f.write_str("not known"),
            (true, false) => f.write_str("never"),
        }
    }
}
