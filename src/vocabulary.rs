//! Words that stand for one of a few things: in a target's file, in a table of atoms.
//!
//! ```text
//! vocabulary! { Role ("role"): Read = "read", Write = "write", Update = "update" }
//! "write"  ->  Role::Write          Role::Write  ->  "write"
//! "wrote"  ->  'wrote' is no role; known are read, write, update
//! ```
//!
//! **The law.** Reading a printed word gives back what was printed, and no two words of a
//! vocabulary mean the same.

use thiserror::Error;

/// A word that a vocabulary doesn't have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{word}' is no {what}; known are {known}")]
pub struct UnknownWord {
    /// What the vocabulary is of.
    pub what: &'static str,
    /// The word.
    pub word: String,
    /// The words there are.
    pub known: String,
}

/// An enumeration, the word of each of its variants, and the way there and back.
macro_rules! vocabulary {
    (
        $(#[$about:meta])*
        $name:ident ($what:literal): $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word that stands for it.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::vocabulary::UnknownWord;

            fn from_str(word: &str) -> Result<$name, Self::Err> {
                let found = $name::ALL.iter().find(|one| one.word() == word).copied();
                found.ok_or_else(|| $crate::vocabulary::UnknownWord {
                    what: $what,
                    word: word.to_string(),
                    known: [$($word),+].join(", "),
                })
            }
        }
    };
}

pub(crate) use vocabulary;
