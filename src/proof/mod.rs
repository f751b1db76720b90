//! What is always true of a map.
//!
//! [`prove`] asks four questions of a map `D -> C`: is it *total*, does it stay in *bounds*, is
//! it *injective*, is it *surjective*? Each [`Verdict`] is *proved* with the argument's name,
//! *disproved* with a [`Witness`], or *unknown* with what was missing.
//!
//! ```
//! use tileir::proof::{Budget, prove};
//! let gray: tileir::LayoutMap = "expr<(i : 64) -> (i xor (i shr 1)) to (a : 64)>".parse()?;
//! let facts = prove(&gray, &Budget::default());
//! assert_eq!(facts.injective.to_string(), "proved by gf2");
//!
//! let folded: tileir::LayoutMap = "expr<(i : 128) -> (i mod 64) to (a : 64)>".parse()?;
//! let facts = prove(&folded, &Budget::default());
//! assert_eq!(
//!     facts.injective.to_string(),
//!     "disproved by affine: (i = 0) and (i = 64) both map to (a = 0)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The strategies, cheapest first; each leaves to the next what it cannot decide:
//!
//! | strategy | argument | cost |
//! |---|---|---|
//! | `structure` | the kind of node; facts of the parts of a product, translation, composition; of pieces, pair by pair, what they share | nodes, pairs |
//! | `affine` | `b + A*d` over digits and symbols: range, dominance, rank | instructions, digits |
//! | `gf2` | `c xor M*x` over bits: exact maximum, rank | instructions, bits |
//! | `linear` | over a constrained set: sums in which constraints cancel a term | constraints³ |
//! | `cardinality` | counting | axes |
//! | `presburger` | integer points of equations and inequalities | steps, within the [`Budget`] |
//! | `exhaustive` | every point | points, within the [`Budget`] |
//! | `z3` | z3's bit vectors, with the feature `z3` | z3's own steps, within the [`Budget`] |
//!
//! **The laws.** A proof never rests on samples. A disproof at points is confirmed by
//! [`LayoutMap::eval`] before it is given ([`Witness`]). The same question has the same answer,
//! every time. Only the exhaustive strategy's cost grows with the number of points.
//!
//! Beyond the four facts:
//!
//! | question | answer |
//! |---|---|
//! | [`equal`], [`disjoint`], [`constant_along`], [`fits_bits`] | a [`Verdict`]: may a compiler merge, reorder, drop, narrow? |
//! | [`image`](fn@image), [`cardinality`] | an exact set, an exact number |
//! | [`contiguity`], [`vector_width`] | how wide an access may be, and at which alignment |
//! | [`wavefronts`] | what an access to banked memory costs |
//!
//! Of a [`Family`](crate::family::Family), whose extents and strides are not known yet:
//!
//! | question | answer |
//! |---|---|
//! | [`prove_family`], [`equal_families`] | a [`Split`]: of which members, guard by guard |
//! | [`disjoint_families`], [`fits_bits_of_members`], [`vector_width_of_members`], … | what holds for all members, or one for which it fails |

mod access;
mod affine;
mod answer;
mod answers;
mod banks;
mod count;
mod driver;
mod exhaustive;
mod finding;
mod forms;
mod gf2;
mod image;
mod linear;
mod normal;
mod pieces;
mod presburger;
#[cfg(feature = "z3")]
mod smt;
mod structure;
mod symbolic;
mod verdict;
mod witness;

pub use access::{
    Contiguity, constant_along, contiguity, disjoint, equal, fits_bits, vector_width,
};
pub use answer::Answer;
pub use banks::{Access, Banks, Fullest, Wavefronts, wavefronts};
pub use count::{Count, cardinality};
pub use image::{Image, image};
pub use linear::Linear;
pub(crate) use symbolic::{
    Asks, Compared, Looked, Requirement, Side, Sums, equal_members, sums_of, where_met,
};
pub use symbolic::{
    ClaimOfAll, ContiguityOfMembers, FamilyDifference, FamilyEquality, FamilyFacts, MemberVerdict,
    MemberWitness, Silent, Split, WavefrontsOfMembers, contiguity_of_members, disjoint_families,
    equal_families, fits_bits_of_members, prove_family, prove_family_under, proved_where,
    vector_width_of_members, wavefronts_of_members,
};
pub use verdict::{Defined, Facts, Strategy, Verdict};
pub use witness::{Coordinates, Outcome, Witness};

use crate::map::LayoutMap;
use answers::Asked;
use driver::Prover;

/// How much one question may cost. Both are counted, and neither is time: the same question has
/// the same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most steps of the strategies that search. One step of `presburger` is one factor of one
    /// equation or inequality, one of `z3` is 256 of what z3 counts; 0 disables them.
    pub steps: u64,
    /// The most points that the exhaustive strategy evaluates; 0 disables it.
    pub points: u64,
}

impl Budget {
    /// The default's steps, and so many points.
    pub const fn of_points(points: u64) -> Budget {
        Budget { steps: 1 << 16, points }
    }

    /// What each of so many proofs may take, that all of them together take no more than this.
    pub fn shared_by(&self, proofs: usize) -> Budget {
        let proofs = (proofs as u64).max(1);
        Budget { steps: self.steps / proofs, points: self.points / proofs }
    }
}

impl Default for Budget {
    /// 1,048,576 steps, as many points.
    fn default() -> Self {
        Budget::of_points(1 << 20)
    }
}

/// The four facts about a map; see the [module](self).
pub fn prove(map: &LayoutMap, budget: &Budget) -> Facts {
    Prover::new(budget, Asked::All).facts(map)
}

/// Where a map has a value: whether it is total, and whether it stays in bounds. What
/// [`prove`] says of these, in less time.
pub fn defined(map: &LayoutMap, budget: &Budget) -> Defined {
    let Facts { total, bounds, .. } = Prover::new(budget, Asked::Defined).facts(map);
    Defined { total, bounds }
}
