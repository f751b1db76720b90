//! Named axes: where a map is defined, and where its values lie.
//!
//! An [`IndexSet`] is a box `{(x0, …, xn-1) : 0 <= xi < extent_i}` whose axes have names, less
//! the points that its [constraints](IndexSet::with_constraints) exclude. An axis may also range
//! over all 64-bit integers ([`Extent::Integers`]), which only a codomain can use: nothing is
//! enumerated over it.
//!
//! ```text
//! (i : 3, j : 2)                        six points
//! (i : 3, j : 3 where i + j lt 3)       six points, a triangle
//! (i : 3, j)                            a codomain: j is any integer
//! ```
//!
//! ```
//! use tileir::{Axis, IndexSet};
//! let tile = IndexSet::new(vec![Axis::new("i", 3), Axis::new("j", 2)])?;
//! assert_eq!(tile.to_string(), "(i : 3, j : 2)");
//! assert_eq!(tile.cardinality(), Some(6));
//! assert_eq!(tile.points().nth(3), Some(vec![1, 1])); // the last axis runs fastest
//! # Ok::<(), tileir::MapError>(())
//! ```

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::error::{EvalError, MapError};
use crate::expr::Program;

mod constraints;
mod points;
mod size;

use constraints::broken;
pub use points::Points;
pub use size::Size;

/// A coordinate, one entry an axis.
pub type Point = Vec<i64>;

/// How far an axis runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// `0 <= x < n`.
    Finite(i64),
    /// Every 64-bit integer.
    Integers,
}

impl Extent {
    /// Whether `x` lies on an axis of this extent.
    pub fn contains(self, x: i64) -> bool {
        match self {
            Extent::Finite(n) => 0 <= x && x < n,
            Extent::Integers => true,
        }
    }

    /// The number of points, unless the axis runs over all integers.
    pub fn finite(self) -> Option<i64> {
        match self {
            Extent::Finite(n) => Some(n),
            Extent::Integers => None,
        }
    }
}

/// One named axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axis {
    name: Arc<str>,
    extent: Extent,
}

impl Axis {
    /// The axis `name : extent`.
    pub fn new(name: &str, extent: i64) -> Self {
        Axis { name: name.into(), extent: Extent::Finite(extent) }
    }

    /// The axis `name`, over all integers.
    pub fn integers(name: &str) -> Self {
        Axis { name: name.into(), extent: Extent::Integers }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How far it runs.
    pub fn extent(&self) -> Extent {
        self.extent
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extent {
            Extent::Finite(n) => write!(f, "{} : {n}", self.name),
            Extent::Integers => f.write_str(&self.name),
        }
    }
}

/// So many names are compared one by one sooner than they are hashed.
const FEW: usize = 16;

/// A box with named axes, perhaps constrained; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexSet(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    axes: Box<[Axis]>,
    /// Its outputs are not 0 at the points of the set; never without outputs.
    constraints: Option<Program>,
    /// How many points it has, once somebody has asked.
    counted: OnceLock<Size>,
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        (&self.axes, &self.constraints) == (&other.axes, &other.constraints)
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.axes, &self.constraints).hash(state);
    }
}

impl IndexSet {
    /// A set with these axes, outermost first.
    ///
    /// # Errors
    /// A name that is not an identifier or stands twice, or a negative extent.
    pub fn new(axes: Vec<Axis>) -> Result<Self, MapError> {
        let mut names = HashSet::new();
        for (place, axis) in axes.iter().enumerate() {
            if !is_identifier(&axis.name) {
                return Err(MapError::AxisName { name: axis.name.to_string() });
            }
            let twice = match axes.get(..place) {
                Some(before) if axes.len() <= FEW => before.iter().any(|a| a.name == axis.name),
                _ => !names.insert(axis.name()),
            };
            if twice {
                return Err(MapError::DuplicateAxis { name: axis.name.to_string() });
            }
            if let Extent::Finite(n) = axis.extent
                && n < 0
            {
                let axis = format!("axis '{}'", axis.name);
                return Err(MapError::NegativeExtent { axis, extent: n });
            }
        }
        Ok(IndexSet::of(axes, None))
    }

    /// The set with axes that are known to have a meaning together.
    fn of(axes: Vec<Axis>, constraints: Option<Program>) -> Self {
        IndexSet(Arc::new(Shared { axes: axes.into(), constraints, counted: OnceLock::new() }))
    }

    /// The set with axes `d0`, `d1`, … of these extents.
    ///
    /// # Errors
    /// A negative extent.
    pub fn from_extents(extents: &[i64]) -> Result<Self, MapError> {
        let axes = extents.iter().enumerate();
        IndexSet::new(axes.map(|(i, &n)| Axis::new(&format!("d{i}"), n)).collect())
    }

    /// `rank` axes `d0`, `d1`, … over all integers.
    pub fn integers(rank: usize) -> Self {
        let axes = (0..rank).map(|i| Axis::integers(&format!("d{i}"))).collect();
        IndexSet::of(axes, None)
    }

    /// The axes, outermost first.
    pub fn axes(&self) -> &[Axis] {
        &self.0.axes
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.axes().len()
    }

    /// The position of the axis with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.axes().iter().position(|axis| axis.name() == name)
    }

    /// Every extent of a box; `None` for a constrained set, or if an axis runs over all integers.
    pub fn extents(&self) -> Option<Vec<i64>> {
        if self.is_box() { self.hull_extents() } else { None }
    }

    /// Every extent of the box around the set, unless one axis runs over all integers.
    pub fn hull_extents(&self) -> Option<Vec<i64>> {
        self.axes().iter().map(|axis| axis.extent.finite()).collect()
    }

    /// Whether an axis has no point, so that the set has none. A constrained set of which this
    /// is false may still be empty.
    pub fn is_empty(&self) -> bool {
        self.axes().iter().any(|axis| axis.extent == Extent::Finite(0))
    }

    /// `Ok` if `point` lies in the set.
    ///
    /// # Errors
    /// [`EvalError::Rank`], [`EvalError::OutsideDomain`] naming the axis, or
    /// [`EvalError::Excluded`] naming the constraint.
    pub fn check(&self, point: &[i64]) -> Result<(), EvalError> {
        if point.len() != self.rank() {
            return Err(EvalError::Rank { expected: self.rank(), found: point.len() });
        }
        match self.first_outside(point) {
            None => self.check_constraints(point),
            Some(axis) => Err(EvalError::OutsideDomain {
                axis: self.axes()[axis].to_string(),
                value: point[axis],
            }),
        }
    }

    /// Whether `point` lies in the set.
    pub fn contains(&self, point: &[i64]) -> bool {
        point.len() == self.rank()
            && self.first_outside(point).is_none()
            && self.constraints().is_none_or(|all| broken(all, point, &mut Vec::new()).is_none())
    }

    /// The first axis on which `point`, of the right rank, leaves the box around the set.
    pub fn first_outside(&self, point: &[i64]) -> Option<usize> {
        self.axes().iter().zip(point).position(|(axis, &x)| !axis.extent.contains(x))
    }
}

impl fmt::Display for IndexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, axis) in self.axes().iter().enumerate() {
            write!(f, "{}{axis}", if i == 0 { "" } else { ", " })?;
        }
        if let Some(constraints) = self.constraints() {
            write!(f, " where {}", crate::text::expressions(constraints, self))?;
        }
        f.write_str(")")
    }
}

/// Words of the text forms, which no axis may be called.
pub(crate) const KEYWORDS: [&str; 16] = [
    "let", "in", "to", "where", "floordiv", "mod", "xor", "and", "shl", "shr", "eq", "ne", "lt",
    "le", "gt", "ge",
];

pub(crate) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    starts && letters.all(|c| c.is_ascii_alphanumeric() || c == '_') && !KEYWORDS.contains(&name)
}

/// What a name is that nothing may be called.
pub(crate) fn misnomer(name: &str) -> &'static str {
    match KEYWORDS.contains(&name) {
        true => "a word of the grammar",
        false => "not an identifier",
    }
}
