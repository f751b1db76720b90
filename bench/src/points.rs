//! Points at which maps are evaluated: scattered, so that nothing can be guessed from one to the
//! next, and the same in every run.

use tileir::IndexSet;

/// Some points of a box, one behind the other.
#[derive(Clone, Debug)]
pub struct Points {
    rank: usize,
    coordinates: Vec<i64>,
}

impl Points {
    /// How many there are.
    pub const COUNT: usize = 1024;

    /// Points of a set; none where it has none, or is no finite box.
    pub fn of(set: &IndexSet) -> Points {
        let extents = set.extents().filter(|extents| extents.iter().all(|n| *n > 0));
        let extents = extents.unwrap_or_default();
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = |extent: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 1) as i64 % extent
        };
        let coordinates = (0..Points::COUNT).flat_map(|_| &extents).map(|&n| next(n)).collect();
        Points { rank: extents.len(), coordinates }
    }

    /// The coordinates of all points.
    pub fn all(&self) -> &[i64] {
        &self.coordinates
    }

    /// The points, in turn.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        self.coordinates.chunks_exact(self.rank.max(1))
    }
}
