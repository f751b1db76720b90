//! [`Size`]: how many points a set has.
//!
//! A box is counted by its extents. Of a constrained set each [group](super::constraints) of tied
//! axes is counted by looking at the points of its box, at most [`IndexSet::COUNTED`] of them, and
//! four times as many for all groups together; the numbers are multiplied:
//!
//! ```text
//! (i : 4294967296, j : 4294967296)         2^64
//! (i : 9, j : 9, k : 5 where i lt j)       36 * 5
//! (i : 4, a)                               without end: a is any integer
//! (i : 0, a), (a, b : 3 where b gt 5)      0: one group has no point
//! (x : 4294967296 where x lt 3)            some number that is not counted
//! ```

use std::fmt;

use super::IndexSet;

/// How many points a set has, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// So many.
    Counted(u128),
    /// More than 128 bits count.
    Large,
    /// No number: an axis that nothing constrains runs over all integers.
    Endless,
    /// Constraints tie axes of more points than are [counted](IndexSet::COUNTED), or of points
    /// without end.
    Uncounted,
}

impl Size {
    /// The number, if it is known.
    pub fn counted(self) -> Option<u128> {
        match self {
            Size::Counted(points) => Some(points),
            Size::Large | Size::Endless | Size::Uncounted => None,
        }
    }

    /// The size of the product of two sets.
    fn times(self, other: Size) -> Size {
        match (self, other) {
            (Size::Counted(0), _) | (_, Size::Counted(0)) => Size::Counted(0),
            (Size::Uncounted, _) | (_, Size::Uncounted) => Size::Uncounted,
            (Size::Endless, _) | (_, Size::Endless) => Size::Endless,
            (Size::Counted(a), Size::Counted(b)) => {
                a.checked_mul(b).map_or(Size::Large, Size::Counted)
            }
            (Size::Large, _) | (_, Size::Large) => Size::Large,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Counted(1) => f.write_str("1 point"),
            Size::Counted(points) => write!(f, "{points} points"),
            Size::Large => f.write_str("more than 2^128 points"),
            Size::Endless => f.write_str("points without end"),
            Size::Uncounted => f.write_str("points that are not counted"),
        }
    }
}

impl IndexSet {
    /// A group of axes that constraints tie is counted in a box of at most this many points, and
    /// all groups of a set in boxes of at most four times as many together.
    pub const COUNTED: i64 = 1 << 20;

    /// How many points there are. A constrained set is counted once.
    pub fn size(&self) -> Size {
        match self.is_box() {
            true => self.count(),
            false => *self.0.counted.get_or_init(|| self.count()),
        }
    }

    /// The number of points, if it is known and fits 64 bits; see [`Size`].
    pub fn cardinality(&self) -> Option<i64> {
        self.size().counted().and_then(|points| i64::try_from(points).ok())
    }

    /// The number of points, if there are at most so many.
    pub(crate) fn few(&self, most: u64) -> Option<u64> {
        let points = self.size().counted().and_then(|points| u64::try_from(points).ok());
        points.filter(|&points| points <= most)
    }

    fn count(&self) -> Size {
        let mut looked = Looked::default();
        if self.is_box() {
            return self.count_group(&mut looked);
        }
        let size = |group: &IndexSet| group.count_group(&mut looked);
        self.independent().iter().map(size).fold(Size::Counted(1), Size::times)
    }

    /// The size of a set that is a single group of axes.
    fn count_group(&self, looked: &mut Looked) -> Size {
        if self.is_empty() {
            return Size::Counted(0);
        }
        if !self.is_box() {
            return match looked.affords(self) {
                true => Size::Counted(self.points().count() as u128),
                false => Size::Uncounted,
            };
        }
        let Some(extents) = self.hull_extents() else { return Size::Endless };
        let points = extents.iter().try_fold(1u128, |points, &extent| {
            points.checked_mul(u128::from(extent.unsigned_abs()))
        });
        points.map_or(Size::Large, Size::Counted)
    }

    /// Whether the set is seen to have no point: an axis has none, or constraints allow none of
    /// the axes that they tie, among at most [`COUNTED`](IndexSet::COUNTED) points.
    pub fn has_no_point(&self) -> bool {
        if let Some(size) = self.0.counted.get() {
            return *size == Size::Counted(0);
        }
        let mut looked = Looked::default();
        let none = |group: &IndexSet| {
            !group.is_box() && looked.affords(group) && group.points().next().is_none()
        };
        self.is_empty() || (!self.is_box() && self.independent().iter().any(none))
    }
}

/// How many points of a set's groups have been looked at.
#[derive(Default)]
pub(super) struct Looked(i64);

impl Looked {
    /// Whether the points of the box around a group are few enough to be looked at, too; if so
    /// they count as looked at.
    pub(super) fn affords(&mut self, group: &IndexSet) -> bool {
        let points = group.hull_extents().and_then(|extents| {
            extents.iter().try_fold(1i64, |points, &extent| points.checked_mul(extent))
        });
        let points = points.filter(|&points| points <= IndexSet::COUNTED);
        let all = points.and_then(|points| self.0.checked_add(points));
        let afforded = all.filter(|&all| all <= 4 * IndexSet::COUNTED);
        self.0 = afforded.unwrap_or(self.0);
        afforded.is_some()
    }
}
