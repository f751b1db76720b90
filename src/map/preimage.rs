//! The fibre of a map over a value: the set of points that have it.
//!
//! A map that is not injective has no inverse, but a value still has a *fibre*, and that is a set:
//! empty, one point, or many. [`preimage`] gives it whole, in the shortest [`Shape`] that the map's
//! structure allows:
//!
//! ```text
//! map                                         fibre over                as
//! injective, say 8*i + j                      19                        the point (2, 3)
//! bit linear, lane = [1,2,0], warp = [2]      2                         points (k : 4) -> x: an
//!                                                                       origin xor what maps to 0
//! i + 8*(j mod 4), i < 8, j < 64              10                        points (k : 16) -> x: the
//!                                                                       digits that do not matter
//! i + j                                       10                        i + j eq 10
//! ```
//!
//! **The law.** A point is in the fibre if it is in the domain and the map's value there is the
//! value asked for; a point at which the map has no value is in no fibre. So
//! [`contains`](Fibre::contains) asks the evaluator alone, whatever the shape, and
//! [`points`](Fibre::points) are those points, each once.
//!
//! ```
//! use tileir::{LayoutMap, map::preimage, proof::Budget};
//! let rows: LayoutMap = "expr<(i : 16, j : 448) -> (i, j floordiv 32) to (r : 16, c : 14)>".parse()?;
//! let fibre = preimage(&rows, &[3, 5], &Budget::default())?;
//! assert_eq!(fibre.cardinality(), Some(32));
//! assert!(fibre.contains(&[3, 170]) && !fibre.contains(&[3, 192]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coset;
mod digits;

use std::fmt;

use thiserror::Error;

use super::inverse::conditions;
use super::{LayoutMap, try_inverse};
use crate::error::MapError;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{IndexSet, Point, Size};
use crate::proof::Budget;

const NO_POINTS: Budget = Budget::of_points(0);

/// Domains of at most this many points are looked through first,
pub(crate) const LISTED: i64 = 1 << 10;
/// for fibres of at most this many.
const SHORT: usize = 8;

/// The points at which a map has one value; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fibre {
    map: LayoutMap,
    value: Point,
    set: Option<IndexSet>,
    shape: Shape,
}

/// How a fibre is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Its points, in order.
    Points(Vec<Point>),
    /// The values of an injective map: its points, by parameters.
    Parameters(LayoutMap),
    /// The domain under constraints.
    Constraints,
}

/// Why a fibre is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoFibre {
    /// A value of another rank than the codomain.
    #[error("the value has {found} coordinates, the codomain {codomain} has {expected}")]
    Rank {
        /// The codomain's rank.
        expected: usize,
        /// The value's.
        found: usize,
        /// The codomain, printed.
        codomain: String,
    },
    /// A map that is no arithmetic, over more points than may be looked at.
    #[error("{points} exceed the budget of {budget}, and the map has no program")]
    Points {
        /// How many points.
        points: Size,
        /// The budget.
        budget: u64,
    },
    /// Constraints that make no set.
    #[error(transparent)]
    Map(#[from] MapError),
}

impl Fibre {
    /// The map's domain, in which the fibre lies.
    pub fn domain(&self) -> &IndexSet {
        self.map.domain()
    }

    /// The value of all its points.
    pub fn value(&self) -> &[i64] {
        &self.value
    }

    /// How it is known.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The fibre as the domain under constraints, where the map has a program.
    pub fn set(&self) -> Option<&IndexSet> {
        self.set.as_ref()
    }

    /// Whether a point is in the fibre, by the evaluator.
    pub fn contains(&self, point: &[i64]) -> bool {
        self.map.eval(point).is_ok_and(|value| value == self.value)
    }

    /// The number of points, if it is known: constraints are counted as
    /// [`IndexSet::size`] does.
    pub fn cardinality(&self) -> Option<u128> {
        match &self.shape {
            Shape::Points(points) => Some(points.len() as u128),
            Shape::Parameters(map) => map.domain().size().counted(),
            Shape::Constraints => self.set.as_ref()?.size().counted(),
        }
    }

    /// How many points [`points`](Fibre::points) looks at; `None` if that leaves 64 bits.
    pub fn effort(&self) -> Option<i64> {
        match &self.shape {
            Shape::Points(points) => i64::try_from(points.len()).ok(),
            Shape::Parameters(map) => map.domain().hull().cardinality(),
            Shape::Constraints => self.domain().hull().cardinality(),
        }
    }

    /// Its points, each once.
    pub fn points(&self) -> Box<dyn Iterator<Item = Point> + '_> {
        match &self.shape {
            Shape::Points(points) => Box::new(points.iter().cloned()),
            Shape::Parameters(map) => {
                Box::new(map.domain().points().filter_map(|at| map.eval(&at).ok()))
            }
            Shape::Constraints => Box::new(self.set.iter().flat_map(|set| set.points())),
        }
    }
}

impl fmt::Display for Fibre {
    /// `{(0,1), (2,3)}`, or the domain with the constraints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.shape, &self.set) {
            (Shape::Points(points), _) => {
                f.write_str("{")?;
                for (place, point) in points.iter().enumerate() {
                    let numbers: Vec<String> = point.iter().map(i64::to_string).collect();
                    write!(f, "{}({})", if place == 0 { "" } else { ", " }, numbers.join(","))?;
                }
                f.write_str("}")
            }
            (_, Some(set)) => write!(f, "{set}"),
            (Shape::Parameters(map), None) => write!(f, "{map}"),
            (Shape::Constraints, None) => write!(f, "{}", self.domain()),
        }
    }
}

/// The fibre of `map` over `value`; see the source file's header. A value outside the codomain has
/// the empty one.
///
/// # Errors
/// A value of another rank; a map without a program over more points than the budget.
pub fn preimage(map: &LayoutMap, value: &[i64], budget: &Budget) -> Result<Fibre, NoFibre> {
    let (expected, found) = (map.codomain().rank(), value.len());
    if expected != found {
        let codomain = map.codomain().to_string();
        return Err(NoFibre::Rank { expected, found, codomain });
    }
    let set = constrained(map, value)?;
    let fibre = |shape| Fibre { map: map.clone(), value: value.to_vec(), set: set.clone(), shape };
    if map.domain().is_empty() || !map.codomain().contains(value) {
        return Ok(fibre(Shape::Points(Vec::new())));
    }
    if let Some(shape) = coset::shape(map, value) {
        return Ok(fibre(shape));
    }
    let has_value = |point: &Point| map.eval(point).is_ok_and(|found| found == value);
    if map.domain().hull().cardinality().is_some_and(|n| n <= LISTED) {
        let found: Vec<Point> = map.domain().points().filter(has_value).take(SHORT + 1).collect();
        if found.len() <= SHORT {
            return Ok(fibre(Shape::Points(found)));
        } else if set.is_some() {
            return Ok(fibre(Shape::Constraints));
        }
    }
    if let Some(shape) = digits::shape(map, value) {
        return Ok(fibre(shape));
    }
    if let Ok(inverse) = try_inverse(map, &NO_POINTS) {
        return Ok(fibre(Shape::Points(inverse.map().eval(value).into_iter().collect())));
    }
    if set.is_some() {
        return Ok(fibre(Shape::Constraints));
    }
    if map.domain().few(budget.points).is_none() {
        return Err(NoFibre::Points { points: map.domain().size(), budget: budget.points });
    }
    Ok(fibre(Shape::Points(map.domain().points().filter(has_value).collect())))
}

/// The domain, where the map's program gives the value and all its checks hold.
fn constrained(map: &LayoutMap, value: &[i64]) -> Result<Option<IndexSet>, MapError> {
    let Some(code) = map.program() else { return Ok(None) };
    let domain = map.domain();
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..domain.rank()).map(|axis| builder.coord(axis)).collect();
    if !map.codomain().contains(value) {
        let never = builder.constant(0);
        return domain.with_constraints(&builder.finish(&[never])).map(Some);
    }
    let outputs = builder.inline(code.program(), &inputs);
    let (values, checked) = outputs.split_at(code.rank());
    let mut zeros = Vec::with_capacity(value.len());
    for (&place, &value) in values.iter().zip(value) {
        let value = builder.constant(value);
        zeros.push(builder.binary(BinaryOp::Sub, place, value));
    }
    let extents: Vec<i64> = code.checks().map(|(_, extent)| extent).collect();
    let demanded = IndexSet::from_extents(&extents)?;
    conditions(builder, domain, &[(&demanded, checked)], &zeros).map(Some)
}
