//! Piecewise maps: different maps on different parts of a domain.
//!
//! A piece is a map whose domain is the whole box under constraints. The parts must be disjoint
//! and cover the domain, and that is *proved* when the map is built:
//!
//! ```text
//! piecewise<(i : 100), expr<(i : 100 where i lt 64) -> (i)>,
//!                      expr<(i : 100 where i ge 64) -> (i - 64)>>
//! ```
//!
//! **The argument.** Where an axis occurs in the constraints only in comparisons with
//! constants, their truth changes only at those constants: it is enough to look at each
//! constant, its two neighbours and the ends. Other axes are looked at point by point. A grid of
//! more than [`GRID_LIMIT`] points decides nothing, and the pieces are refused.

use std::collections::BTreeSet;

use super::{LayoutMap, Node};
use crate::error::{EvalError, MapError};
use crate::expr::{BinaryOp, Inst, Program};
use crate::index_set::{IndexSet, Point};

/// Pieces are proved disjoint and covering by looking at up to this many points.
pub const GRID_LIMIT: usize = 1 << 20;

impl LayoutMap {
    /// The map that is each piece on the piece's domain.
    ///
    /// # Errors
    /// A piece whose domain is not `domain` under constraints, pieces with different codomains,
    /// or pieces that are not proved disjoint and covering, with a point where they are not.
    pub fn piecewise(domain: IndexSet, pieces: Vec<LayoutMap>) -> Result<Self, MapError> {
        let Some(codomain) = pieces.first().map(|piece| piece.codomain().clone()) else {
            let what = "the pieces of a piecewise map".to_string();
            return Err(MapError::Count { what, expected: 1, found: 0 });
        };
        for piece in &pieces {
            for (what, expected, found) in [
                ("box of every piece", &domain.hull(), &piece.domain().hull()),
                ("codomain of every piece", &codomain, piece.codomain()),
            ] {
                if expected != found {
                    let (expected, found) = (expected.to_string(), found.to_string());
                    return Err(MapError::Mismatch { what, expected, found });
                }
            }
        }
        let wrong = |point: &[i64]| {
            let owners = pieces.iter().filter(|piece| piece.domain().contains(point)).count();
            owners != usize::from(domain.contains(point))
        };
        let sets = || pieces.iter().map(LayoutMap::domain).chain([&domain]);
        let mut grid = grid(&domain, sets().filter_map(IndexSet::constraints).collect())?;
        if let Some(point) = grid.find(|point| wrong(point)) {
            let pieces = pieces.iter().filter(|piece| piece.domain().contains(&point)).count();
            return Err(MapError::Pieces { domain: domain.to_string(), point, pieces });
        }
        LayoutMap::new(Node::Piecewise(pieces), domain, codomain)
    }

    /// The piece whose domain a point lies in.
    ///
    /// # Errors
    /// [`EvalError::Excluded`] where no piece has it, which no domain's point is.
    pub(super) fn piece_at<'a>(
        pieces: &'a [LayoutMap],
        point: &[i64],
    ) -> Result<&'a LayoutMap, EvalError> {
        let piece = pieces.iter().find(|piece| piece.domain().contains(point));
        let constraint = "a piece".to_string();
        piece.ok_or(EvalError::Excluded { constraint, point: point.to_vec() })
    }
}

/// Points at which the constraints take every combination of truths that they take anywhere.
fn grid(
    domain: &IndexSet,
    constraints: Vec<&Program>,
) -> Result<Box<dyn Iterator<Item = Point>>, MapError> {
    let Some(extents) = domain.hull_extents() else {
        return Err(MapError::NoBox { what: "a piecewise map", set: domain.to_string() });
    };
    let mut columns: Vec<Vec<i64>> = Vec::with_capacity(extents.len());
    let mut points = 1usize;
    for (axis, &extent) in extents.iter().enumerate() {
        let places = match turns(&constraints, axis) {
            Some(turns) => {
                let near = turns
                    .into_iter()
                    .flat_map(|at| [at.saturating_sub(1), at, at.saturating_add(1)]);
                let all: BTreeSet<i64> = near.chain([0, extent - 1]).collect();
                Some(all.into_iter().filter(|x| (0..extent).contains(x)).collect::<Vec<_>>())
            }
            None if extent <= GRID_LIMIT as i64 => Some((0..extent).collect()),
            None => None,
        };
        let size = places.as_ref().and_then(|places| points.checked_mul(places.len()));
        let (Some(places), Some(size)) = (places, size.filter(|&size| size <= GRID_LIMIT)) else {
            return Err(MapError::PiecesUnproved { domain: domain.to_string(), limit: GRID_LIMIT });
        };
        points = size;
        columns.push(places);
    }
    let point = move |mut number: usize| {
        let coordinate = |column: &Vec<i64>| {
            let place = column[number % column.len()];
            number /= column.len();
            place
        };
        columns.iter().map(coordinate).collect::<Point>()
    };
    Ok(Box::new((0..points).map(point)))
}

/// The constants that an axis is compared with, if constraints use it in no other way.
fn turns(constraints: &[&Program], axis: usize) -> Option<Vec<i64>> {
    let mut turns = Vec::new();
    for program in constraints {
        let insts = program.insts();
        let is_axis = |place: u32| insts[place as usize] == Inst::Coord(axis as u32);
        if program.outputs().iter().any(|&output| is_axis(output)) {
            turns.push(0);
        }
        for inst in insts {
            let Inst::Binary(op, lhs, rhs) = *inst else { continue };
            if !is_axis(lhs) && !is_axis(rhs) {
                continue;
            }
            let other = if is_axis(lhs) { rhs } else { lhs };
            match insts[other as usize] {
                Inst::Const(value) if op.is_comparison() => turns.push(value),
                _ => return None,
            }
        }
    }
    Some(turns)
}

/// A constraint as 0 or 1.
pub(super) fn truth(
    builder: &mut crate::expr::ProgramBuilder,
    constraints: &Program,
    inputs: &[u32],
) -> u32 {
    let zero = builder.constant(0);
    let outputs = builder.inline(constraints, inputs);
    let mut all = None;
    for output in outputs {
        let holds = builder.binary(BinaryOp::Ne, output, zero);
        all = Some(all.map_or(holds, |all| builder.binary(BinaryOp::And, all, holds)));
    }
    all.unwrap_or_else(|| builder.constant(1))
}
