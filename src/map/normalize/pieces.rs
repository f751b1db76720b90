//! Splitting at comparisons: a map that chooses by comparing, as a piecewise map.
//!
//! ```text
//! expr<(i : 9) -> ((i lt 4) * i + (i ge 4) * (12 - i))>
//!   = piecewise<(i : 9), expr<(i : 9 where i lt 4) -> (i)>, expr<(i : 9 where 4 le i) -> …>>
//! ```
//!
//! Where the map is total, a comparison has the value that a piece's constraint says it has, and
//! can be replaced by it. The pieces are all combinations of values; those without a point are
//! left out, and [`LayoutMap::piecewise`] proves the others disjoint and covering.

use thiserror::Error;

use crate::error::MapError;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, simplify};
use crate::map::{LayoutMap, Node};
use crate::proof::{Budget, Verdict, defined};

/// A map with more comparisons is not split.
const MOST_COMPARISONS: usize = 4;

/// Why a map is not split at its comparisons.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoPieces {
    /// A domain that constraints cut already.
    #[error("the domain {domain} is constrained already")]
    Constrained {
        /// The domain, printed.
        domain: String,
    },
    /// A domain without points.
    #[error("the domain {domain} has no point")]
    Empty {
        /// The domain, printed.
        domain: String,
    },
    /// A map that may lack a value somewhere.
    #[error("the map is not proved total: {total}")]
    NotTotal {
        /// What is known of it.
        total: Box<Verdict>,
    },
    /// A map that is no arithmetic.
    #[error("the map has no short program, so no comparisons are seen")]
    NoProgram,
    /// Nothing to split at.
    #[error("the map compares nothing, once simplified")]
    NoComparison,
    /// More comparisons than are split at.
    #[error("the map has {found} comparisons, and at most {MOST_COMPARISONS} are split at")]
    Comparisons {
        /// How many there are, once the map is simplified.
        found: usize,
    },
    /// Pieces that make no map.
    #[error(transparent)]
    Map(#[from] MapError),
}

impl LayoutMap {
    /// The map split at the comparisons of its expressions; each piece is then free of them.
    ///
    /// # Errors
    /// A map that is not proved total on a box, or that has no comparisons, or too many.
    pub fn pieces(&self, budget: &Budget) -> Result<LayoutMap, NoPieces> {
        let domain = || self.domain().to_string();
        let Some(extents) = self.domain().extents() else {
            return Err(NoPieces::Constrained { domain: domain() });
        };
        if self.domain().is_empty() {
            return Err(NoPieces::Empty { domain: domain() });
        }
        let total = defined(self, budget).total;
        if !total.is_proved() {
            return Err(NoPieces::NotTotal { total: Box::new(total) });
        }
        let code = self.program().ok_or(NoPieces::NoProgram)?;
        let program = simplify(&code.value_program(), &extents);
        let comparisons: Vec<u32> = (0..program.insts().len() as u32)
            .filter(|&place| is_comparison(&program, place))
            .collect();
        match comparisons.len() {
            0 => return Err(NoPieces::NoComparison),
            found if found > MOST_COMPARISONS => return Err(NoPieces::Comparisons { found }),
            _ => {}
        }
        let mut pieces = Vec::new();
        for truths in 0..1u32 << comparisons.len() {
            let truth = |place: u32| {
                let number = comparisons.iter().position(|&comparison| comparison == place)?;
                Some(i64::from(truths >> number & 1))
            };
            let constraints = constraints(&program, &comparisons, truth);
            let domain = self.domain().with_constraints(&constraints)?;
            if domain.has_no_point() {
                continue;
            }
            let body = simplify(&substituted(&program, truth), &extents);
            pieces.push(LayoutMap::expr(domain, self.codomain().clone(), body)?);
        }
        Ok(LayoutMap::piecewise(self.domain().clone(), pieces)?)
    }
}

/// The map as pieces that are sums of digits, where comparisons choose between those.
pub(super) fn of_sums(map: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
    let Node::Expr(program) = map.node() else { return None };
    if !(0..program.insts().len() as u32).any(|place| is_comparison(program, place)) {
        return None;
    }
    let split = map.pieces(budget).ok().filter(|split| split.program().is_some())?;
    let Node::Piecewise(pieces) = split.node() else { return None };
    let mut chosen = false;
    for piece in pieces {
        let Node::Expr(program) = piece.node() else { return None };
        for &output in program.outputs() {
            let (_, digits) =
                super::sum_of_digits(program, output, &piece.domain().hull_extents()?)?;
            chosen |= !digits.is_empty();
        }
    }
    chosen.then_some(split)
}

fn is_comparison(program: &Program, place: u32) -> bool {
    matches!(program.insts()[place as usize], Inst::Binary(op, ..) if op.is_comparison())
}

/// That each comparison has its value: itself where that is 1, its opposite where it is 0.
fn constraints(
    program: &Program,
    comparisons: &[u32],
    truth: impl Fn(u32) -> Option<i64>,
) -> Program {
    let mut builder = ProgramBuilder::default();
    let axes: Vec<u32> = (0..program.coordinates()).map(|axis| builder.coord(axis)).collect();
    let places = builder.inline(&program.with_outputs(comparisons), &axes);
    let outputs: Vec<u32> = places
        .into_iter()
        .zip(comparisons)
        .map(|(place, &comparison)| match (truth(comparison), builder.inst(place)) {
            (Some(0), Inst::Binary(op, lhs, rhs)) => opposite(&mut builder, op, lhs, rhs),
            _ => place,
        })
        .collect();
    builder.finish(&outputs)
}

fn opposite(builder: &mut ProgramBuilder, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
    match op {
        BinaryOp::Eq => builder.binary(BinaryOp::Ne, lhs, rhs),
        BinaryOp::Ne => builder.binary(BinaryOp::Eq, lhs, rhs),
        BinaryOp::Lt => builder.binary(BinaryOp::Le, rhs, lhs),
        _ => builder.binary(BinaryOp::Lt, rhs, lhs),
    }
}

/// The program with the comparisons replaced by their values.
fn substituted(program: &Program, truth: impl Fn(u32) -> Option<i64>) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = Vec::with_capacity(program.insts().len());
    for (place, inst) in program.insts().iter().enumerate() {
        let new = match (truth(place as u32), *inst) {
            (Some(value), _) => builder.constant(value),
            (None, Inst::Const(value)) => builder.constant(value),
            (None, Inst::Coord(axis)) => builder.coord(axis as usize),
            (None, Inst::Binary(op, lhs, rhs)) => {
                builder.binary(op, places[lhs as usize], places[rhs as usize])
            }
        };
        places.push(new);
    }
    let outputs: Vec<u32> = program.outputs().iter().map(|&out| places[out as usize]).collect();
    builder.finish(&outputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Result<LayoutMap, NoPieces> {
        let map: LayoutMap = text.parse().unwrap();
        let pieces = map.pieces(&Budget::of_points(0))?;
        for point in map.domain().points() {
            assert_eq!(pieces.eval(&point), map.eval(&point), "{text} at {point:?}");
        }
        Ok(pieces)
    }

    #[test]
    fn a_choice_is_two_pieces() {
        let folded = "expr<(i : 9) -> ((i lt 4) * i + (i ge 4) * (12 - i)) to (a : 9)>";
        assert_eq!(
            pieces(folded).unwrap().to_string(),
            "piecewise<(i : 9), expr<(i : 9 where i lt 4) -> (i) to (a : 9)>, \
             expr<(i : 9 where 4 le i) -> (12 - i) to (a : 9)>>"
        );
    }

    #[test]
    fn what_is_not_split_says_why() {
        let why = |text: &str| pieces(text).unwrap_err().to_string();
        assert_eq!(why("expr<(i : 9) -> (i * 2)>"), "the map compares nothing, once simplified");
        assert!(
            why("expr<(i : 9) -> (9 floordiv i lt 2)>")
                .starts_with("the map is not proved total: ")
        );
        assert_eq!(
            why("expr<(i : 9) -> (i lt 1, i lt 2, i lt 3, i lt 4, i lt 5)>"),
            "the map has 5 comparisons, and at most 4 are split at"
        );
        assert_eq!(
            why("expr<(i : 9 where i ne 3) -> (i lt 4)>"),
            "the domain (i : 9 where i ne 3) is constrained already"
        );
        assert_eq!(why("expr<(i : 0) -> (i lt 4)>"), "the domain (i : 0) has no point");
    }
}
