//! The set of values that a map takes.
//!
//! [`image`] gives it whole, exactly, and in a form that can be counted, asked and read. It is a
//! union of *pieces*:
//!
//! | piece | of | written |
//! |---|---|---|
//! | box, or stride set (`strided`) | sums of digits times strides | `a from 0 to 7`, `3 + 10*{0..4}` |
//! | affine space (`space`) | XORs of bases | `8 xor span{1, 6}` |
//! | constrained set | the domain of the map's [inverse](crate::map::try_inverse) | `(a : 38 where a mod 10 lt 8)` |
//! | points | everything else, within the budget | `{(0), (7)}` |
//!
//! ```
//! use tileir::{LayoutMap, proof::{Budget, image}};
//! let padded: LayoutMap = "expr<(o : 256) -> (o + 4 * (o floordiv 64)) to (a : 268)>".parse()?;
//! let image = image(&padded, &Budget::of_points(0));
//! assert_eq!(image.to_string(), "68*{0..4} + {0..64}, by affine");
//! let image = image.value().ok_or("not known")?;
//! assert_eq!(image.cardinality(), Some(256));
//! assert!(image.contains(&[68]) && !image.contains(&[64]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The law.** A value is in the image exactly if [`LayoutMap::eval`] gives it somewhere. A point
//! without a value adds none.

mod apart;
mod bits;
mod digits;
mod show;
mod space;
mod strided;

pub(super) use apart::{Sum, apart};

use std::collections::BTreeSet;

use space::Space;
use strided::Strided;

use super::access::NO_POINTS;
use super::driver::over;
use super::forms::Forms;
use super::{Answer, Budget, Strategy, Verdict};
use crate::index_set::{IndexSet, Point};
use crate::map::{LayoutMap, try_inverse};

/// An image of more pieces is not written as a union.
const PIECE_LIMIT: usize = 64;

/// A set of values; see the [`image`](fn@image) function.
#[derive(Clone, Debug)]
pub struct Image {
    codomain: IndexSet,
    pieces: Vec<Piece>,
}

/// A part of an image.
#[derive(Clone, Debug)]
enum Piece {
    Strided(Strided),
    Space(Box<Space>),
    Where(IndexSet, Option<u128>),
    Points(BTreeSet<Point>),
}

impl Piece {
    fn contains(&self, value: &[i64]) -> bool {
        match self {
            Piece::Strided(set) => set.contains(value),
            Piece::Space(space) => space.contains(value),
            Piece::Where(set, _) => set.contains(value),
            Piece::Points(points) => points.contains(value),
        }
    }

    fn cardinality(&self) -> Option<u128> {
        match self {
            Piece::Strided(set) => set.cardinality(),
            Piece::Space(space) => space.cardinality(),
            Piece::Where(_, count) => *count,
            Piece::Points(points) => Some(points.len() as u128),
        }
    }

    /// Whether it holds all of another; `false` says nothing.
    fn covers(&self, other: &Piece) -> bool {
        match (self, other) {
            (Piece::Strided(a), Piece::Strided(b)) => a.covers(b),
            (Piece::Space(a), Piece::Space(b)) => a.covers(b),
            (_, Piece::Points(points)) => points.iter().all(|point| self.contains(point)),
            _ => false,
        }
    }

    /// Whether it has no point in common with another; `false` says nothing.
    fn misses(&self, other: &Piece) -> bool {
        match (self, other) {
            (Piece::Strided(a), Piece::Strided(b)) => {
                (0..a.origin.len()).any(|row| apart(&sum(a, row), &sum(b, row)))
            }
            (Piece::Space(a), Piece::Space(b)) => !a.meets(b),
            (Piece::Points(points), set) | (set, Piece::Points(points)) => {
                !points.iter().any(|point| set.contains(point))
            }
            _ => false,
        }
    }
}

fn sum(set: &Strided, row: usize) -> Sum {
    let terms = set.terms.iter().map(|term| (term.step[row], 0, term.extent - 1));
    Sum { constant: set.origin[row], terms: terms.collect() }
}

impl Image {
    /// The union of some pieces, less those that lie in another, or have no value.
    fn of(map: &LayoutMap, pieces: Vec<Piece>) -> Image {
        let mut kept: Vec<Piece> = Vec::new();
        for piece in pieces.into_iter().filter(|piece| piece.cardinality() != Some(0)) {
            if !kept.iter().any(|other| other.covers(&piece)) {
                kept.retain(|other| !piece.covers(other));
                kept.push(piece);
            }
        }
        Image { codomain: map.codomain().clone(), pieces: kept }
    }

    /// The set that the values lie in.
    pub fn codomain(&self) -> &IndexSet {
        &self.codomain
    }

    /// Whether it has no value.
    pub fn is_empty(&self) -> bool {
        self.cardinality() == Some(0)
    }

    /// Whether a point of the codomain is a value.
    pub fn contains(&self, value: &[i64]) -> bool {
        value.len() == self.codomain.rank() && self.pieces.iter().any(|piece| piece.contains(value))
    }

    /// The number of values; `None` where pieces may overlap, or 128 bits do not hold it.
    pub fn cardinality(&self) -> Option<u128> {
        let apart =
            self.pieces.iter().enumerate().all(|(place, piece)| {
                self.pieces[place + 1..].iter().all(|other| piece.misses(other))
            });
        let counts = self.pieces.iter().map(Piece::cardinality);
        counts.into_iter().try_fold(0u128, |sum, count| sum.checked_add(count?)).filter(|_| apart)
    }

    /// The least and greatest coordinate on each axis, if the image is all between them.
    pub fn as_box(&self) -> Option<Vec<(i64, i64)>> {
        let [Piece::Strided(set)] = self.pieces.as_slice() else { return None };
        let narrow = |(lo, hi)| Some((i64::try_from(lo).ok()?, i64::try_from(hi).ok()?));
        set.as_box()?.into_iter().map(narrow).collect()
    }

    /// Whether it has no value in common with another; `false` says nothing.
    pub(super) fn misses(&self, other: &Image) -> bool {
        self.pieces.iter().all(|piece| other.pieces.iter().all(|other| piece.misses(other)))
    }
}

/// The values that a map takes; see the source file's header.
pub fn image(map: &LayoutMap, budget: &Budget) -> Answer<Image> {
    let why = match by_form(map) {
        Ok((value, by)) => return Answer::Known { value, by },
        Err(why) => why,
    };
    listed(map, budget)
        .unwrap_or_else(|| Answer::Unknown { why: format!("{why}; {}", over(map, budget.points)) })
}

/// The image without a look at any point, or why not.
pub(super) fn by_form(map: &LayoutMap) -> Result<(Image, Strategy), String> {
    let known = |pieces, by| Ok((Image::of(map, pieces), by));
    if map.domain().has_no_point() {
        return known(Vec::new(), Strategy::Cardinality);
    }
    let mut reasons = Vec::new();
    let forms = if map.codomain().is_box() { Forms::over_box(map) } else { None };
    if let Some(forms) = forms {
        match digits::pieces(map, &forms) {
            Ok(pieces) => return known(pieces, Strategy::Affine),
            Err(why) => reasons.push(format!("{}: {why}", Strategy::Affine)),
        }
        match bits::pieces(map, &forms) {
            Ok(pieces) => return known(pieces, Strategy::Gf2),
            Err(why) => reasons.push(format!("{}: {why}", Strategy::Gf2)),
        }
    }
    match try_inverse(map, &NO_POINTS) {
        Ok(inverse) => {
            if let Verdict::Proved { by, .. } = inverse.exact() {
                let piece = Piece::Where(inverse.image().clone(), map.domain().size().counted());
                return known(vec![piece], *by);
            }
        }
        Err(why) => reasons.push(why.to_string()),
    }
    Err(reasons.join("; "))
}

/// The image value by value, if the domain is within the budget.
pub(super) fn listed(map: &LayoutMap, budget: &Budget) -> Option<Answer<Image>> {
    map.domain().few(budget.points).map(|_| {
        let values = map.domain().points().filter_map(|point| map.eval(&point).ok());
        let value = Image::of(map, vec![Piece::Points(values.collect())]);
        Answer::Known { value, by: Strategy::Exhaustive }
    })
}
