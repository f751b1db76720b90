//! Correspondences: which points of one set go with which points of another.
//!
//! A [`LayoutCorr`] from `A` to `B` is two maps out of one set of *occurrences* `F`:
//!
//! ```text
//!            F                  left  : F -> A
//!      left / \ right           right : F -> B
//!          A   B                an occurrence e relates left(e) with right(e)
//! ```
//!
//! The *multiplicity* of a pair is the number of its occurrences, so that a relation is a matrix of
//! counts. A function `f : A -> B` is the correspondence with `F = A`, `left` the identity and
//! `right = f`. A placement with replicas has `F = A x Replica`:
//!
//! ```text
//! A = (row : 2), Replica = (copy : 3)     row 0 goes with the slots 0, 2, 4; row 1 with 1, 3, 5
//! left (row, copy) = row                  right (row, copy) = row + 2*copy
//! ```
//!
//! Turning one around swaps its legs, which is always possible and makes nothing unique.
//!
//! | operation | occurrences |
//! |---|---|
//! | [`converse`](LayoutCorr::converse) | the same |
//! | [`product`](LayoutCorr::product) | `F x G` |
//! | [`compose`](LayoutCorr::compose) | the join: those of `F x G` that agree on the middle set |
//!
//! **Undefined points.** An occurrence at which a leg has no value (an overflow, a value outside
//! its codomain) relates nothing: it counts for no pair, and no operation makes it count.
//!
//! **The laws**, for the multiplicities of all pairs: `converse(converse R) = R`,
//! `converse(S o R) = converse(R) o converse(S)`, composition is associative and multiplies as
//! matrices do. [`equal`](LayoutCorr::equal) asks for the same multiplicities (`R = S`),
//! [`same_pairs`](LayoutCorr::same_pairs) for the same pairs (`R ~ S`).
//!
//! ```
//! use tileir::{IndexSet, LayoutMap, corr::LayoutCorr, proof::Budget};
//! let placed: LayoutMap = "expr<(row : 2, copy : 3) -> (row + 2*copy) to (slot : 6)>".parse()?;
//! let (rows, copies): (IndexSet, IndexSet) = ("(row : 2)".parse()?, "(copy : 3)".parse()?);
//! let corr = LayoutCorr::placement(rows, copies, placed)?;
//! let slots: Vec<_> = corr.image(&[1], &Budget::default())?.into_keys().collect();
//! assert_eq!(slots, [[1], [3], [5]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What never lives here: a choice among occurrences. Who needs an owner proves that there is one.

mod compare;
mod compose;
mod error;
mod pulled;
mod query;
mod simplify;

use std::fmt;
use std::sync::Arc;

pub use compare::{Comparison, Difference};
pub use error::CorrError;
pub use query::{Multiset, Pairs};
pub use simplify::Sense;

use crate::error::MapError;
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::LayoutMap;

/// A correspondence between two index sets; see the [module](self). Cloning shares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutCorr {
    from: IndexSet,
    to: IndexSet,
    shape: Shape,
    /// The nodes of all legs, shared ones as often as they are used.
    tree_size: u64,
}

/// How the occurrences are given.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// A set of them, with two legs.
    Span(Span),
    /// The join of two, whose middle legs are no arithmetic.
    Join(Arc<LayoutCorr>, Arc<LayoutCorr>),
    /// Two side by side, one of them a join.
    Product(Arc<LayoutCorr>, Arc<LayoutCorr>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    left: LayoutMap,
    right: LayoutMap,
    /// The occurrence axes that count replicas, by position.
    replicas: Vec<usize>,
    /// How often each occurrence counts; at least 1.
    weight: u64,
}

impl Span {
    fn occurrences(&self) -> &IndexSet {
        self.left.domain()
    }
}

impl LayoutCorr {
    /// The correspondence with these legs over one set of occurrences.
    ///
    /// # Errors
    /// [`CorrError::Occurrences`] where the legs have different domains.
    pub fn new(left: LayoutMap, right: LayoutMap) -> Result<Self, CorrError> {
        if left.domain() != right.domain() {
            return Err(CorrError::Occurrences {
                left: left.domain().to_string(),
                right: right.domain().to_string(),
            });
        }
        Ok(LayoutCorr::of(Span { left, right, replicas: Vec::new(), weight: 1 }))
    }

    /// A function: each point with its value.
    ///
    /// # Errors
    /// None that the map's own sets would not have given.
    pub fn from_map(map: LayoutMap) -> Result<Self, CorrError> {
        LayoutCorr::new(LayoutMap::identity(map.domain().clone())?, map)
    }

    /// Copies of logical points: `placement` says where copy `r` of `x` is, its domain the axes of
    /// `logical`, then those of `replicas`.
    ///
    /// # Errors
    /// [`CorrError::Placement`] where the placement's domain is another; a name in both sets.
    pub fn placement(
        logical: IndexSet,
        replicas: IndexSet,
        placement: LayoutMap,
    ) -> Result<Self, CorrError> {
        let occurrences = IndexSet::side_by_side([&logical, &replicas])?;
        if *placement.domain() != occurrences {
            return Err(CorrError::Placement {
                expected: occurrences.to_string(),
                found: placement.domain().to_string(),
            });
        }
        let first: Vec<usize> = (0..logical.rank()).collect();
        let left = pulled::selection(&occurrences, &logical, &first)?;
        let replicas = (logical.rank()..occurrences.rank()).collect();
        Ok(LayoutCorr::of(Span { left, right: placement, replicas, weight: 1 }))
    }

    /// The same, with these occurrence axes counting replicas, in whatever order; no others do.
    ///
    /// # Errors
    /// An axis that the occurrences lack or that stands twice, and [`CorrError::NoLegs`] where
    /// they are no set.
    pub fn with_replicas(self, names: &[&str]) -> Result<Self, CorrError> {
        let Shape::Span(mut span) = self.shape else { return Err(CorrError::NoLegs) };
        let position = |name: &&str| {
            let set = span.occurrences();
            let (name, missing) = (name.to_string(), set.to_string());
            set.position(&name).ok_or(MapError::UnknownAxis { name, set: missing })
        };
        let mut replicas = names.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        replicas.sort_unstable();
        if let Some(twice) = replicas.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = span.occurrences().axes()[twice[0]].name().to_string();
            return Err(MapError::DuplicateAxis { name }.into());
        }
        span.replicas = replicas;
        Ok(LayoutCorr::of(span))
    }

    /// Any finite relation: each pair as often as it stands in the list, the occurrences numbered.
    ///
    /// # Errors
    /// As [`LayoutMap::table`].
    pub fn from_pairs(
        from: IndexSet,
        to: IndexSet,
        pairs: &[(Point, Point)],
    ) -> Result<Self, CorrError> {
        let count = i64::try_from(pairs.len()).unwrap_or(i64::MAX);
        let occurrences = IndexSet::new(vec![Axis::new("occurrence", count)])?;
        let (left, right): (Vec<Point>, Vec<Point>) = pairs.iter().cloned().unzip();
        let left = LayoutMap::table(occurrences.clone(), from, &left)?;
        LayoutCorr::new(left, LayoutMap::table(occurrences, to, &right)?)
    }

    fn of(span: Span) -> Self {
        let (from, to) = (span.left.codomain().clone(), span.right.codomain().clone());
        LayoutCorr::shaped(from, to, Shape::Span(span))
    }

    fn shaped(from: IndexSet, to: IndexSet, shape: Shape) -> Self {
        let tree_size = match &shape {
            Shape::Span(span) => span.left.tree_size().saturating_add(span.right.tree_size()),
            Shape::Join(first, second) | Shape::Product(first, second) => {
                first.tree_size.saturating_add(second.tree_size)
            }
        };
        LayoutCorr { from, to, shape, tree_size }
    }

    /// The set that it goes from.
    pub fn from(&self) -> &IndexSet {
        &self.from
    }

    /// The set that it goes to.
    pub fn to(&self) -> &IndexSet {
        &self.to
    }

    /// The two legs, unless it is a join of what is no arithmetic.
    pub fn legs(&self) -> Option<(&LayoutMap, &LayoutMap)> {
        self.span().map(|span| (&span.left, &span.right))
    }

    /// The nodes of all its legs, shared ones as often as they are used.
    pub fn tree_size(&self) -> u64 {
        self.tree_size
    }

    /// The set of occurrences, where there are [`legs`](LayoutCorr::legs).
    pub fn occurrences(&self) -> Option<&IndexSet> {
        self.span().map(Span::occurrences)
    }

    /// The names of the occurrence axes that count replicas.
    pub fn replicas(&self) -> Vec<&str> {
        let span = self.span().into_iter();
        let axes =
            span.flat_map(|s| s.replicas.iter().filter_map(|&k| s.occurrences().axes().get(k)));
        axes.map(Axis::name).collect()
    }

    /// How often each occurrence counts: more than once where [`simplify`](LayoutCorr::simplify)
    /// has dropped an axis.
    pub fn weight(&self) -> u64 {
        self.span().map_or(1, |span| span.weight)
    }

    fn span(&self) -> Option<&Span> {
        match &self.shape {
            Shape::Span(span) => Some(span),
            Shape::Join(..) | Shape::Product(..) => None,
        }
    }
}

impl fmt::Display for LayoutCorr {
    /// `corr<left, right, replicas = ["copy"]>`, with the weight where that is not 1; `join<…>` and
    /// `product<…>` of those that have no legs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Span(Span { left, right, weight, replicas }) => {
                write!(f, "corr<{left}, {right}")?;
                if !replicas.is_empty() {
                    write!(f, ", replicas = {:?}", self.replicas())?;
                }
                match weight {
                    1 => f.write_str(">"),
                    weight => write!(f, ", {weight} times>"),
                }
            }
            Shape::Join(first, second) => write!(f, "join<{first}, {second}>"),
            Shape::Product(first, second) => write!(f, "product<{first}, {second}>"),
        }
    }
}
