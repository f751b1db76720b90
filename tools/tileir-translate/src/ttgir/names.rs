//! Encodings by the names that the file has for them.
//!
//! ```text
//! #ttg.slice<{dim = 0, parent = #ttg.blocked<{…}>}>      #ttg.slice<{dim = 0, parent = #blocked2}>
//! ```

use std::collections::HashMap;

use tileir::interop::triton::{Alias, Encoding};

/// The aliases of a section, by what they stand for.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    known: HashMap<&'a Encoding, &'a str>,
}

impl<'a> Names<'a> {
    /// Of these aliases; of two for one encoding, the first.
    pub fn of(aliases: &'a [Alias]) -> Names<'a> {
        let mut known = HashMap::with_capacity(aliases.len());
        for alias in aliases {
            known.entry(&*alias.encoding).or_insert(alias.name.as_str());
        }
        Names { known }
    }

    /// The encoding as the file would write it. Encodings nest no deeper than they are read.
    pub fn name(&self, encoding: &Encoding) -> String {
        if let Some(alias) = self.known.get(encoding) {
            return format!("#{alias}");
        }
        let parent = match encoding {
            Encoding::Slice(own) => &own.parent,
            Encoding::DotOperand(own) => &own.parent,
            Encoding::PartitionedShared(own) => &own.partition_layout,
            _ => return encoding.to_string(),
        };
        encoding.to_string().replacen(&parent.to_string(), &self.name(parent), 1)
    }

    /// A word that an MLIR alias may begin with: the alias's, or the kind's.
    pub fn word(&self, encoding: &Encoding) -> String {
        let word = self.known.get(encoding).copied().unwrap_or(encoding.name());
        word.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    }
}
