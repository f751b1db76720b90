//! [`Verdict`]: the three answers to a question about a map.
//!
//! An answer is never a `bool`: what could not be decided is neither true nor false, and a
//! pass that needs a fact must see [`Verdict::Proved`]. Each answer says which
//! [`Strategy`] found it.

use std::fmt;

use super::Witness;

/// The arguments by which a question is decided, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strategy {
    /// From the kind of node, and from the facts of the maps it is made of.
    Structure,
    /// From `b + A*d`, `d` the digits of the coordinates.
    Affine,
    /// From `c xor M*x` over the bits of the coordinates.
    Gf2,
    /// By counting points.
    Cardinality,
    /// From a registered transform's claim to be a bijection; the claim is the transform's.
    Transform(&'static str),
    /// From linear constraints on the coordinates.
    Linear,
    /// From sums over the coordinates whose numbers depend on parameters.
    Symbolic,
    /// From the integer points of equations and inequalities.
    Presburger,
    /// By evaluating every point.
    Exhaustive,
    /// By z3, where TileIR is built with it.
    Z3,
}

impl Strategy {
    /// Its name, as verdicts print it.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Structure => "structure",
            Strategy::Affine => "affine",
            Strategy::Gf2 => "gf2",
            Strategy::Cardinality => "cardinality",
            Strategy::Transform(_) => "transform",
            Strategy::Linear => "linear",
            Strategy::Symbolic => "symbolic",
            Strategy::Presburger => "presburger",
            Strategy::Exhaustive => "exhaustive",
            Strategy::Z3 => "z3",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Strategy::Transform(name) => write!(f, " {name}"),
            _ => Ok(()),
        }
    }
}

/// Whether something is true of a map, or of what else has witnesses of kind `W`.
///
/// An answer about *all* that was asked about has the guard `()`. One about a family's members
/// has a guard that says of which ([`MemberVerdict`](super::MemberVerdict)); it is another type,
/// so that no pass takes what is proved of some for what is proved of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<W = Witness, G = ()> {
    /// It is.
    Proved {
        /// The argument.
        by: Strategy,
        /// Of which members.
        guard: G,
    },
    /// It is not.
    Disproved {
        /// Where it fails.
        witness: W,
        /// The argument that found it.
        by: Strategy,
        /// Of which members.
        guard: G,
    },
    /// No argument at hand decides it.
    Unknown {
        /// What each one lacked.
        why: String,
    },
}

impl<W> Verdict<W> {
    /// That it is, by this argument.
    pub fn proved(by: Strategy) -> Self {
        Verdict::Proved { by, guard: () }
    }

    /// That it is not: where it fails, and by which argument that was found.
    pub fn disproved(witness: W, by: Strategy) -> Self {
        Verdict::Disproved { witness, by, guard: () }
    }

    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Proved { .. })
    }

    /// Whether it is disproved.
    pub fn is_disproved(&self) -> bool {
        matches!(self, Verdict::Disproved { .. })
    }

    /// Whether it is neither.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Verdict::Unknown { .. })
    }

    /// Where it fails, if it is disproved.
    pub fn witness(&self) -> Option<&W> {
        match self {
            Verdict::Disproved { witness, .. } => Some(witness),
            _ => None,
        }
    }
}

impl<W, G> Verdict<W, G> {
    /// What it says, yes or no, of those that meet its guard; `None` if it is unknown.
    pub fn says(&self) -> Option<bool> {
        match self {
            Verdict::Proved { .. } => Some(true),
            Verdict::Disproved { .. } => Some(false),
            Verdict::Unknown { .. } => None,
        }
    }
}

impl<W: fmt::Display> fmt::Display for Verdict<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved { by, .. } => write!(f, "proved by {by}"),
            Verdict::Disproved { witness, by, .. } => write!(f, "disproved by {by}: {witness}"),
            Verdict::Unknown { why } => write!(f, "unknown: {why}"),
        }
    }
}

/// The four facts about a map `D -> C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// [`eval_unbounded`](crate::LayoutMap::eval_unbounded) succeeds at every point of `D`.
    pub total: Verdict,
    /// Wherever it succeeds, the value lies in `C`.
    pub bounds: Verdict,
    /// No two points at which it succeeds have one value.
    pub injective: Verdict,
    /// Every point of `C` is the value of [`eval`](crate::LayoutMap::eval) somewhere.
    pub surjective: Verdict,
}

/// The first two of the [`Facts`] about a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// As [`Facts::total`].
    pub total: Verdict,
    /// As [`Facts::bounds`].
    pub bounds: Verdict,
}

impl Defined {
    /// Whether every point has a value in the codomain.
    pub fn everywhere(&self) -> bool {
        self.total.is_proved() && self.bounds.is_proved()
    }
}

impl Facts {
    /// The facts with their names, in order.
    pub fn each(&self) -> [(&'static str, &Verdict); 4] {
        [
            ("total", &self.total),
            ("bounds", &self.bounds),
            ("injective", &self.injective),
            ("surjective", &self.surjective),
        ]
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, verdict)) in self.each().into_iter().enumerate() {
            write!(f, "{}{name}: {verdict}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
