//! Definitions and forms by looking at every point.

use tileir::cute::{Composition, Layout};

use crate::cute_common::values;

/// The values of a result, in order.
pub fn table(result: &Composition) -> Vec<i64> {
    (0..result.size()).map(|i| result.eval(i).unwrap()).collect()
}

/// `A(B(x))` by definition.
pub fn composed_table(a: &Layout, b: &Layout) -> Option<Vec<i64>> {
    values(b).into_iter().map(|i| a.eval(i).ok()).collect()
}

/// The modes of the unique coalesced form of a table, by looking at every point.
pub fn coalesced_by_search(table: &[i64]) -> Option<Vec<(i64, i64)>> {
    let mut modes = Vec::new();
    let (mut step, mut left) = (1usize, table.len());
    while left > 1 {
        let slope = table[step] - table[0];
        let run = (1..left).find(|&x| table[step * x] != table[0] + slope * x as i64);
        let run = run.unwrap_or(left);
        if left % run != 0 {
            return None;
        }
        modes.push((run as i64, slope));
        step *= run;
        left /= run;
    }
    let exact = (0..table.len()).all(|x| {
        let mut rest = x as i64;
        let mut sum = table[0];
        for (extent, stride) in &modes {
            sum += rest % extent * stride;
            rest /= extent;
        }
        sum == table[x]
    });
    exact.then_some(modes)
}

/// Whether `table` has a flat form in which each leaf of `b` is split, by looking at every point.
pub fn flat_by_search(table: &[i64], b: &Layout) -> bool {
    let mut leaves = Vec::new();
    let mut before = 1;
    for leaf in b.leaves() {
        let own: Vec<i64> = (0..leaf.extent).map(|x| table[(x * before) as usize]).collect();
        match coalesced_by_search(&own) {
            Some(modes) => leaves.push((leaf.extent, modes)),
            None => return false,
        }
        before *= leaf.extent;
    }
    (0..table.len()).all(|x| {
        let mut rest = x as i64;
        let mut sum = 0;
        for (extent, modes) in &leaves {
            let mut digit = rest % extent;
            rest /= extent;
            for (extent, stride) in modes {
                sum += digit % extent * stride;
                digit /= extent;
            }
        }
        sum == table[x]
    })
}
