//! Generated layouts of every kind, and definitions evaluated point by point.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select as one_of;
use tileir::IntTree;
use tileir::cute::{Layout, group_modes};

/// A layout of these leaves, nested as the numbers in `groups` say.
pub fn build(leaves: Vec<(i64, i64)>, groups: Vec<usize>) -> Layout {
    let leaf = |pick: fn(&(i64, i64)) -> i64| {
        IntTree::Tuple(leaves.iter().map(|l| IntTree::Leaf(pick(l))).collect())
    };
    let mut layout = Layout::new(&leaf(|l| l.0), &leaf(|l| l.1)).unwrap();
    if leaves.len() == 1 && groups.first().is_some_and(|g| g % 2 == 0) {
        return layout.mode(0).unwrap();
    }
    for pair in groups.chunks_exact(2) {
        let rank = layout.rank();
        let start = pair[0] % rank;
        let end = start + 1 + pair[1] % (rank - start);
        if end - start < rank {
            layout = group_modes(&layout, start..end).unwrap();
        }
    }
    layout
}

pub fn layouts_of(
    extents: &'static [i64],
    strides: &'static [i64],
    most: usize,
) -> impl Strategy<Value = Layout> {
    let leaf = (one_of(extents), one_of(strides));
    (prop::collection::vec(leaf, 1..=most), prop::collection::vec(0..8usize, 0..=4))
        .prop_map(|(leaves, groups)| build(leaves, groups))
}

/// Any layout.
pub fn layouts() -> impl Strategy<Value = Layout> {
    layouts_of(
        &[1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 0],
        &[0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12, 16, 24, -1, -2, -4],
        4,
    )
}

/// Layouts with coordinates, going up.
pub fn rising() -> impl Strategy<Value = Layout> {
    layouts_of(&[1, 2, 2, 3, 4, 4, 6, 8], &[0, 1, 1, 2, 3, 4, 4, 6, 8, 12, 16, 24, 32], 4)
}

/// A bijection onto its size: compact strides in some order.
pub fn compact() -> impl Strategy<Value = Layout> {
    let leaves = prop::collection::vec(one_of(&[1i64, 2, 2, 3, 4, 6][..]), 1..=4);
    (leaves, prop::collection::vec(0..8usize, 0..=4), any::<u64>()).prop_map(
        |(extents, groups, order)| {
            let mut places: Vec<usize> = (0..extents.len()).collect();
            places.sort_by_key(|&place| (order >> (8 * place)) & 255);
            let mut leaves: Vec<(i64, i64)> = extents.iter().map(|&e| (e, 0)).collect();
            let mut stride = 1;
            for place in places {
                leaves[place].1 = stride;
                stride *= leaves[place].0;
            }
            build(leaves, groups)
        },
    )
}

pub fn values(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|i| layout.eval(i).unwrap()).collect()
}

pub fn image(layout: &Layout) -> BTreeSet<i64> {
    values(layout).into_iter().collect()
}

/// So many cases, and no file of failures.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
