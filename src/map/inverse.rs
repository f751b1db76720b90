//! The inverse of a map, on exactly the values that the map takes.
//!
//! A map `f : D -> C` that is injective has an inverse, but seldom from all of `C`: padding,
//! ragged ends and odd strides leave values out. [`try_inverse`] gives a map `g` back to `D` whose
//! domain is the *image* of `f`, as a set with constraints, and says why that is so:
//!
//! ```text
//! f   mixed_radix<(8,4):(1,10)>                   y = i + 10*j, from 0 to 37
//! g   expr<(d0 : 38 where d0 mod 10 lt 8)         the image: no 8, 9, 18, 19, ...
//!       -> (d0 mod 10, d0 floordiv 10) to (d0 : 8, d1 : 4)>
//! ```
//!
//! **The law.** `g(f(x)) = x` for every `x` of `D`, and `f(g(y)) = y` for every `y` of the image;
//! no other `y` is a value of `f`. One observation carries most of it: a *left inverse*, a `g` with
//! `g(f(x)) = x`, knows the image by itself. It is the set of those `y` with `g(y)` in `D` and
//! `f(g(y)) = y` ([`law`]). So it is enough to find a left inverse and to prove it one.
//!
//! | found from | how | cost |
//! |---|---|---|
//! | the map's arithmetic ([`forms`], [`solve`]) | digits by dominance, divisibility and rank; `xor`, `mod` and `floordiv` undone once their operands are known | instructions, digits |
//! | its bits ([`bits`]) | elimination over GF(2); the image by parities | bits |
//! | its node ([`nodes`]) | the inverses of its parts; a transform's own | nodes |
//! | its values ([`finite`]) | all of them, within the budget | points |
//!
//! ```
//! use tileir::{LayoutMap, map::try_inverse, proof::Budget};
//! let padded: LayoutMap = "mixed_radix<(8,4):(1,10)>".parse()?;
//! let inverse = try_inverse(&padded, &Budget::of_points(0))?;
//! assert_eq!(inverse.map().eval(&[25])?, [5, 2]);
//! assert!(inverse.map().eval(&[28]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod finite;
mod forms;
mod integers;
mod law;
mod nodes;
mod pieces;
mod solve;
mod steps;

use std::fmt;

use thiserror::Error;

use super::{LayoutMap, Node};
use crate::index_set::IndexSet;
use crate::proof::{Budget, Strategy, Verdict, Witness, prove};

pub(super) use bits::{Bases, linear_program, moved};
pub(super) use forms::Forms;
pub(crate) use integers::{gcd, inverse_modulo};
pub(crate) use law::conditions;

/// An inverse, with what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inverse {
    map: LayoutMap,
    injective: Verdict,
    image: Verdict,
    undoes: Verdict,
    undone: Verdict,
}

impl Inverse {
    /// The map from the image back to the domain.
    pub fn map(&self) -> &LayoutMap {
        &self.map
    }

    /// The image of the map that is inverted: the inverse's domain.
    pub fn image(&self) -> &IndexSet {
        self.map.domain()
    }

    /// That the map is injective.
    pub fn injective(&self) -> &Verdict {
        &self.injective
    }

    /// That its values are exactly the points of [`image`](Inverse::image).
    pub fn exact(&self) -> &Verdict {
        &self.image
    }

    /// That the inverse after the map is the identity of the domain.
    pub fn undoes(&self) -> &Verdict {
        &self.undoes
    }

    /// That the map after the inverse is the identity of the image.
    pub fn undone(&self) -> &Verdict {
        &self.undone
    }

    /// The verdicts with their names, in order.
    pub fn each(&self) -> [(&'static str, &Verdict); 4] {
        [
            ("injective", &self.injective),
            ("image", &self.image),
            ("inverse after map", &self.undoes),
            ("map after inverse", &self.undone),
        ]
    }
}

impl fmt::Display for Inverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.map)
    }
}

/// Why a map has no inverse, or none that is found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoInverse {
    /// Points that share a value.
    #[error("the map is not injective: {0}")]
    NotInjective(Box<Witness>),
    /// A point without a value in the codomain, so that nothing could lead back to it.
    #[error("the map has no value at some point: {0}")]
    NotTotal(Box<Witness>),
    /// A value that no axis of a domain can have.
    #[error("the value {value} on the axis '{axis}' is negative, and no domain has it")]
    Negative {
        /// The codomain axis.
        axis: String,
        /// The value.
        value: i64,
    },
    /// Nothing at hand finds one.
    #[error("no inverse is found: {why}")]
    Unknown {
        /// What each attempt lacked.
        why: String,
    },
}

impl NoInverse {
    fn unknown(why: impl Into<String>) -> NoInverse {
        NoInverse::Unknown { why: why.into() }
    }
}

/// A map back, on exactly the image: what every way of finding one gives.
#[derive(Clone, Debug)]
struct Back {
    map: LayoutMap,
    /// Why it undoes the map.
    undoes: Strategy,
    /// Why its domain is the image.
    image: Strategy,
}

/// The inverse of `map` on its image, if it is found and proved; see the source file's header.
///
/// # Errors
/// [`NoInverse::NotInjective`] or [`NoInverse::NotTotal`] with a witness, [`NoInverse::Negative`],
/// or [`NoInverse::Unknown`].
pub fn try_inverse(map: &LayoutMap, budget: &Budget) -> Result<Inverse, NoInverse> {
    let facts = prove(map, budget);
    if let Some(witness) = facts.total.witness().or(facts.bounds.witness()) {
        return Err(NoInverse::NotTotal(Box::new(witness.clone())));
    }
    if let Some(witness) = facts.injective.witness() {
        return Err(NoInverse::NotInjective(Box::new(witness.clone())));
    }
    for (what, verdict) in [("total", &facts.total), ("in bounds", &facts.bounds)] {
        if let Verdict::Unknown { why } = verdict {
            return Err(NoInverse::unknown(format!("the map is not proved {what}: {why}")));
        }
    }
    let back = nodes::Inverter::new(budget).back(map)?;
    let proved = |by| Verdict::proved(by);
    let injective = match facts.injective {
        Verdict::Proved { by, .. } => proved(by),
        _ => proved(back.undoes),
    };
    let boxes = back.map.domain().is_box() && back.map.codomain().is_box();
    let written = matches!(back.map.node(), Node::Expr(_)) && boxes;
    Ok(Inverse {
        map: if written { back.map.normalize(&Budget::of_points(0)) } else { back.map },
        injective,
        image: proved(back.image),
        undoes: proved(back.undoes),
        undone: proved(back.image),
    })
}
