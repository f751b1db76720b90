//! Whether two correspondences are one relation.
//!
//! | question | holds if |
//! |---|---|
//! | `R = S`, [`equal`](LayoutCorr::equal) | every pair has the same multiplicity in both |
//! | `R ~ S`, [`same_pairs`](LayoutCorr::same_pairs) | both have the same pairs |
//!
//! Tried in this order:
//!
//! - *legs*: after a permutation of the occurrence axes both legs are equal as maps, at any size;
//! - *functions*: a leg of each has an inverse, on the same set; then each is the graph of a map on
//!   that set, and the maps are compared, at any size;
//! - *exhaustive*: all pairs of both, within the budget.
//!
//! A disproof is a pair with its two multiplicities, counted by the evaluator.

use std::fmt;

use super::pulled::back;
use super::{CorrError, LayoutCorr, Pairs, Span};
use crate::error::tuple;
use crate::expr::ProgramBuilder;
use crate::index_set::Point;
use crate::map::{LayoutMap, try_inverse};
use crate::proof::{Budget, Strategy, Verdict, equal};

/// Occurrence sets of more axes are not permuted.
const PERMUTED_AXES: usize = 4;

const NO_POINTS: Budget = Budget::of_points(0);

/// The answer to whether two correspondences are one relation; a pair that they count differently
/// is its witness.
pub type Comparison = Verdict<Difference>;

/// A pair with its multiplicities in two correspondences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The point that it goes from.
    pub from: Point,
    /// The point that it goes to.
    pub to: Point,
    /// How often it occurs in the first.
    pub left: u64,
    /// How often it occurs in the second.
    pub right: u64,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { from, to, left, right } = self;
        let (from, to) = (tuple(from), tuple(to));
        write!(f, "{from} with {to} occurs {left} times in one, {right} times in the other")
    }
}

impl LayoutCorr {
    /// `R = S`: whether every pair has the same multiplicity in both.
    ///
    /// # Errors
    /// [`CorrError::Sets`] where they relate different sets.
    pub fn equal(&self, other: &LayoutCorr, budget: &Budget) -> Result<Comparison, CorrError> {
        self.compared(other, budget, true)
    }

    /// `R ~ S`: whether both have the same pairs.
    ///
    /// # Errors
    /// As [`equal`](LayoutCorr::equal).
    pub fn same_pairs(&self, other: &LayoutCorr, budget: &Budget) -> Result<Comparison, CorrError> {
        self.compared(other, budget, false)
    }

    fn compared(
        &self,
        other: &LayoutCorr,
        budget: &Budget,
        counted: bool,
    ) -> Result<Comparison, CorrError> {
        if self.from != other.from || self.to != other.to {
            let sets = |corr: &LayoutCorr| format!("{} to {}", corr.from, corr.to);
            return Err(CorrError::Sets { left: sets(self), right: sets(other) });
        }
        if self == other {
            return Ok(Comparison::proved(Strategy::Structure));
        }
        if let (Some(a), Some(b)) = (self.span(), other.span())
            && (!counted || a.weight == b.weight)
            && let Some(by) = by_legs(a, b).or_else(|| by_functions(a, b))
        {
            return Ok(Comparison::proved(by));
        }
        Ok(match (self.pairs(budget), other.pairs(budget)) {
            (Ok(left), Ok(right)) => exhaustive(&left, &right, counted),
            (Err(error), _) | (_, Err(error)) => Comparison::Unknown { why: error.to_string() },
        })
    }
}

/// The argument by which two maps are equal.
fn proved(left: &LayoutMap, right: &LayoutMap) -> Option<Strategy> {
    match equal(left, right, &NO_POINTS) {
        Verdict::Proved { by, .. } => Some(by),
        _ => None,
    }
}

/// Equal legs, after a permutation of axes.
fn by_legs(a: &Span, b: &Span) -> Option<Strategy> {
    let (f, g) = (a.occurrences(), b.occurrences());
    if f.rank() != g.rank() || f.rank() > PERMUTED_AXES {
        return None;
    }
    permutations(f.rank()).into_iter().find_map(|order| {
        // Axis `k` of `g` is axis `order[k]` of `f`.
        let same = order.iter().zip(g.axes()).all(|(&place, axis)| {
            f.axes().get(place).is_some_and(|own| own.extent() == axis.extent())
        });
        if !same {
            return None;
        }
        let mut builder = ProgramBuilder::default();
        let places: Vec<u32> = order.iter().map(|&axis| builder.coord(axis)).collect();
        let moved = match g.constraints() {
            Some(constraints) => {
                let outputs = builder.inline(constraints, &places);
                f.hull().with_constraints(&builder.finish(&outputs)).ok()?
            }
            None => f.hull(),
        };
        if moved != *f {
            return None;
        }
        let point = builder.finish(&places);
        let left = proved(&a.left, &back(&b.left, f, &point).ok()?)?;
        let right = proved(&a.right, &back(&b.right, f, &point).ok()?)?;
        Some(left.max(right))
    })
}

/// Every order of so many axes, the given one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            (0..=order.len()).rev().map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, next);
                longer
            })
        });
        all = longer.collect();
    }
    all
}

/// Equal maps, where the left or the right leg of both has an inverse on one set.
fn by_functions(a: &Span, b: &Span) -> Option<Strategy> {
    let graph = |key: &LayoutMap, value: &LayoutMap| {
        let inverse = try_inverse(key, &NO_POINTS).ok()?;
        LayoutMap::compose(value.clone(), inverse.map().clone()).ok()
    };
    let same = |a: Option<LayoutMap>, b: Option<LayoutMap>| proved(&a?, &b?);
    same(graph(&a.left, &a.right), graph(&b.left, &b.right))
        .or_else(|| same(graph(&a.right, &a.left), graph(&b.right, &b.left)))
}

fn exhaustive(left: &Pairs, right: &Pairs, counted: bool) -> Comparison {
    let by = Strategy::Exhaustive;
    let count = |pairs: &Pairs, pair: &(Point, Point)| pairs.get(pair).copied().unwrap_or(0);
    let differs = |pair: &&(Point, Point)| {
        let (a, b) = (count(left, pair), count(right, pair));
        if counted { a != b } else { (a == 0) != (b == 0) }
    };
    match left.keys().chain(right.keys()).find(differs) {
        None => Comparison::proved(by),
        Some(pair) => {
            let (from, to) = pair.clone();
            let witness =
                Difference { from, to, left: count(left, pair), right: count(right, pair) };
            Comparison::disproved(witness, by)
        }
    }
}
