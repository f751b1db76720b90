//! Texts with numbers that are known at run time only: what they say, for every value of these.
//!
//! A [`SymbolicMeaning`] is a [`Family`] from the elements of a tile to places: a
//! [`Meaning`] for all values of its parameters, by [`at`](SymbolicMeaning::at).
//!
//! ```
//! use tileir::interop::meaning::{Context, System, read_symbolic, same_members};
//! use tileir::proof::Budget;
//! let context = Context::of_parameters("(n : 1..=64, s : 0..=4096)".parse()?);
//! let cute = read_symbolic(System::Cute, "(4,n):(n,1)", &context)?;
//! let memref = read_symbolic(
//!     System::Mlir,
//!     "memref<4x?xf32, strided<[?, 1]>>",
//!     &Context { unknowns: vec!["n".into(), "s".into()], ..context },
//! )?;
//! assert_eq!(
//!     same_members(&cute, &memref, &Budget::default())?.to_string(),
//!     "proved by symbolic if n eq s; disproved by symbolic if n ne s: \
//!      at n = 1, s = 0, (3, 0) is at (3) in one, at (0) in the other"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | number of run time | in | stands for |
//! |---|---|---|
//! | `?`, `?{i64 div=8}` | memrefs, strided layouts, CuTe's types | the next of [`Context::unknowns`] |
//! | `s0` of `(d0)[s0]` | affine maps | the parameter of that name |
//! | `n`, `2 * n` | CuTe's layouts, TileLang's shapes and expressions, TIRx's | the same |
//!
//! Parameters, with their ranges and divisors, are [`Context::parameters`]; those that a text does
//! not mention are none of its family. What a text says of a `?` (`div=8`, `i32`) narrows them.
//! Copies of an element, replicas of TileLang and of TIRx, are numbered by an axis `copy` behind the
//! tile's.
//!
//! | file | gives |
//! |---|---|
//! | `read`, `mlir`, `cute`, `tilelang`, `tirx` | [`read_symbolic`]: texts of four systems |
//! | `numbers`, `script`, `sketch` | what `?`, names and expressions stand for; families of what was read |
//! | `names` | names of parameters that mean something else in a system's words; those of axes |
//! | `validity` | [`Validity`]: for which values a text says anything |
//! | `compare` | [`same_members`]: verdicts under guards; [`same_either`], also of a text of numbers |
//! | `looked_at` | few members, each compared as texts of numbers are |
//! | `write` | [`write_symbolic`]: CuTe's layouts, memrefs and affine maps |
//!
//! **The laws.** There is a member for some values exactly if the text with these values in it says
//! something, and it says that. Where [`same_members`] proves a guard, the members that meet it are
//! [`same`](super::same); where it disproves one, none of these are; where one of the texts says
//! nothing, it says so. What [`write_symbolic`] gives is proved to say the same for all values for
//! which there is something to say.

mod compare;
mod cute;
mod looked_at;
mod mlir;
mod names;
mod numbers;
mod read;
mod script;
mod sketch;
mod tilelang;
mod tirx;
mod validity;
mod write;

pub use compare::{EitherMeaning, MemberDifference, SymbolicComparison, same_either, same_members};
pub use read::{is_symbolic, read_symbolic};
pub use validity::Validity;
pub use write::{SymbolicText, write_symbolic};

use std::fmt;

use super::copies::placed;
use super::{Meaning, Places, System, TranslateError};
use crate::family::{Family, Parameters};
use crate::map::LayoutMap;
use crate::proof::{Budget, Defined, Requirement, defined};

/// What a text says for all values of its parameters; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicMeaning {
    places: Places,
    lanes: Option<i64>,
    /// Whether the last axis of the family's domain numbers the copies of an element.
    copied: bool,
    /// Elements to places: one stage, into all integers along each axis of the places.
    family: Family,
    /// What is asked of members, over the family's parameters.
    required: Vec<Requirement>,
}

impl SymbolicMeaning {
    /// The same for all values: a meaning that puts each element into as many places.
    ///
    /// # Errors
    /// Copies that have no number, as where elements have different numbers of them; a map that is no
    /// arithmetic on a box.
    pub fn of_meaning(meaning: &Meaning, budget: &Budget) -> Result<Self, TranslateError> {
        let none = |why: String| TranslateError::Symbolic { what: "meaning", why };
        let (map, copied) = match meaning.by_element(budget) {
            Ok(map) if map.domain().is_box() => (map, false),
            _ => {
                let map = placed(meaning, System::Tileir, budget);
                (map.map_err(|error| none(error.to_string()))?, true)
            }
        };
        let map = super::into(&map, meaning.places.set()?)?;
        let total = || {
            let Defined { total, bounds } = defined(&map, budget);
            total.is_proved() && bounds.is_proved()
        };
        let family = match Family::of_map(&map) {
            None if total() => Family::of_total_map(&map),
            family => family,
        };
        let family = family.ok_or_else(|| none("it is no arithmetic on a box".to_owned()))?;
        let (places, lanes) = (meaning.places, meaning.lanes);
        let required = sketch::fits(&family).into_iter().collect();
        Ok(SymbolicMeaning { places, lanes, copied, family, required })
    }

    /// Where the elements are.
    pub fn places(&self) -> Places {
        self.places
    }

    /// Elements to places, over the parameters; with [`copies`](SymbolicMeaning::copies), elements
    /// and the number of a copy.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The number of copies of each element, an expression in the parameters, if there may be
    /// several.
    pub fn copies(&self) -> Option<String> {
        let mut extents = self.family.domain().extents_text(self.parameters());
        extents.pop().filter(|_| self.copied)
    }

    /// The dimensions of the tile.
    fn rank(&self) -> usize {
        self.family.domain().rank() - usize::from(self.copied)
    }

    /// The extents of the tile, each an expression in the parameters, as
    /// [`Context::extents`](super::Context::extents) has them.
    pub fn extents(&self) -> Vec<String> {
        let mut extents = self.family.domain().extents_text(self.parameters());
        extents.truncate(self.rank());
        extents
    }

    /// The extents of the tile, where none depends on a parameter.
    pub fn shape(&self) -> Option<Vec<i64>> {
        let axes = self.family.domain().axes().iter().take(self.rank());
        axes.map(|axis| numbers::constant_of(axis.extent()?)).collect()
    }

    /// The parameters that the text mentions.
    pub fn parameters(&self) -> &Parameters {
        self.family.parameters()
    }

    /// For which values of the parameters the text says anything.
    pub fn validity(&self) -> Validity {
        Validity::of(self.parameters(), &self.required)
    }

    /// The meaning for these values of the parameters.
    ///
    /// # Errors
    /// Values that the parameters cannot have, or for which the text says nothing:
    /// [`TranslateError::Silent`].
    pub fn at(&self, values: &[i64]) -> Result<Meaning, TranslateError> {
        self.parameters().check(values)?;
        if let Some(why) = self.required.iter().find_map(|asked| asked.check(values).err()) {
            let member = self.parameters().iter().zip(values);
            let member = member.map(|(own, value)| (own.name().to_owned(), *value)).collect();
            return Err(TranslateError::Silent { member, why });
        }
        let map = self.family.bind(values)?;
        let meaning = match self.copied {
            false => Meaning::of_elements(self.places, &map)?,
            true => {
                let element = LayoutMap::project(map.domain().clone(), (0..self.rank()).collect())?;
                Meaning::new(self.places, &map, &element)?
            }
        };
        Ok(meaning.of_warps(self.lanes))
    }
}

impl fmt::Display for SymbolicMeaning {
    /// The family from elements to places.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family)
    }
}
