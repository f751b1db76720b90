//! Strided addresses: row-major and column-major, padded behind the fastest axis.
//!
//! ```text
//! (32, 32) row-major      32*row + column     one column's elements lie in one bank
//! padded by 1             33*row + column     in 32 banks
//! ```

use super::patterns::Patterns;
use super::side::Side;
use super::{Memory, Swizzled};
use crate::distribution::Distribution;
use crate::error::MapError;
use crate::map::{IntTree, LayoutMap};
use crate::repartition::PlanError;

/// Elements added to a row, to try.
const PADDINGS: [i64; 6] = [0, 1, 2, 4, 8, 16];

/// The best of the strided candidates and of what there is.
pub(super) fn best(
    tile: &Distribution,
    [writer, reader]: [&Side<'_>; 2],
    memory: &Memory<'_>,
    mut best: Option<Swizzled>,
) -> Result<Option<Swizzled>, PlanError> {
    let candidates = candidates(&tile.shape())?;
    let smallest = candidates.first().map_or(i64::MAX, |&(elements, ..)| elements);
    if !memory.fits(smallest) && best.is_none() {
        let (needed, target) = (memory.bytes_of(memory.part(smallest)), memory.target);
        let (available, target) = (target.static_shared_bytes, target.name.clone());
        return Err(PlanError::SharedMemory { needed, available, target });
    }
    let [to, from] = [writer, reader].map(Patterns::of);
    for (elements, strides, address) in candidates {
        if !memory.fits(elements) {
            break;
        }
        let accesses = |every: bool| {
            let written = writer.widest(&strides, memory.joined(), every)?;
            Some((written, reader.widest(&strides, 1, every)?))
        };
        let Some((written, read)) = accesses(false) else { continue };
        let phases = to.phases(&written) + from.phases(&read);
        let least = (phases, written.len() + read.len(), elements);
        if best.as_ref().is_some_and(|best| best.cost() <= least) {
            continue;
        }
        let Some((written, read)) = accesses(true) else { continue };
        let (writer, reader) = (to.traffic(written, &strides), from.traffic(read, &strides));
        let found = Swizzled { address, elements, writer, reader };
        if best.as_ref().is_none_or(|best| found.cost() < best.cost()) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Row-major and column-major strides, padded behind the fastest axis.
fn candidate_strides(shape: &[i64]) -> Vec<Vec<i64>> {
    let rank = shape.len();
    let orders: [Vec<usize>; 2] = [(0..rank).rev().collect(), (0..rank).collect()];
    let strided = |order: &[usize], padding: i64| -> Option<Vec<i64>> {
        let mut strides = vec![0; rank];
        let mut step = 1i64;
        for (position, &axis) in order.iter().enumerate() {
            strides[axis] = step;
            let padding = if position == 0 { padding } else { 0 };
            step = step.checked_mul(shape[axis])?.checked_add(padding)?;
        }
        Some(strides)
    };
    let padded = |padding| orders.iter().map(move |order| (order, padding));
    PADDINGS.iter().flat_map(|&p| padded(p)).filter_map(|(o, p)| strided(o, p)).collect()
}

/// The maps `shape:strides` that there are, each behind its size and strides, smallest first.
fn candidates(shape: &[i64]) -> Result<Vec<(i64, Vec<i64>, LayoutMap)>, MapError> {
    let tree = |values: &[i64]| IntTree::Tuple(values.iter().map(|&v| v.into()).collect());
    let mut candidates = Vec::new();
    for strides in candidate_strides(shape) {
        let address = LayoutMap::mixed_radix(tree(shape), tree(&strides))?;
        // The size may still leave 64 bits.
        if let Some(elements) = address.codomain().cardinality() {
            candidates.push((elements, strides, address));
        }
    }
    candidates.sort_by_key(|&(elements, ..)| elements);
    Ok(candidates)
}
