//! Which facts must be proved: the option `require`.
//!
//! ```text
//! --tileir-prove=require=total,in-bounds      a view that is not proved total, an access under
//!                                             `assume` that is not proved to stay: errors
//! ```
//!
//! Without it an obligation of an operation that is unknown is a remark. **The law.** What is proved
//! or disproved is told alike with it and without it.

use crate::builder::Outcome;
use crate::context::PassContext;
use crate::error::PassError;

/// A fact, by its name in the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    Total,
    InBounds,
    Injective,
    Surjective,
}

impl Fact {
    const ALL: [Fact; 4] = [Fact::Total, Fact::InBounds, Fact::Injective, Fact::Surjective];

    fn name(self) -> &'static str {
        match self {
            Fact::Total => "total",
            Fact::InBounds => "in-bounds",
            Fact::Injective => "injective",
            Fact::Surjective => "surjective",
        }
    }
}

/// The facts that must be proved of every operation that has an obligation of that kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required(Vec<Fact>);

impl Required {
    /// What the option `require` of the pass lists.
    ///
    /// # Errors
    /// A word that is no fact's name.
    pub fn of<'c>(context: &PassContext<'c>) -> Outcome<'c, Required> {
        let value = context.option("require")?;
        let facts = Required::parse(value);
        facts.ok_or_else(|| PassError::Option {
            option: "require".to_owned(),
            value: value.to_owned(),
            expected: "a list of facts: total, in-bounds, injective, surjective",
        })
    }

    fn parse(text: &str) -> Option<Required> {
        if text.is_empty() {
            return Some(Required::default());
        }
        let fact = |word: &str| Fact::ALL.into_iter().find(|fact| fact.name() == word.trim());
        text.split(',').map(fact).collect::<Option<_>>().map(Required)
    }

    /// Whether a fact must be proved.
    pub fn has(&self, fact: Fact) -> bool {
        self.0.contains(&fact)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, Required};

    #[test]
    fn a_list_is_of_names_that_are_known() {
        assert_eq!(Required::parse(""), Some(Required::default()));
        let both = Required::parse("injective, in-bounds").unwrap();
        assert_eq!(both, Required(vec![Fact::Injective, Fact::InBounds]));
        assert!(both.has(Fact::InBounds) && !both.has(Fact::Total));
        for wrong in ["onto", "total,", ",", "total;injective", "Total"] {
            assert_eq!(Required::parse(wrong), None, "{wrong}");
        }
    }
}
