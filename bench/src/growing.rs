//! Operands of any size: layouts of some modes over any number of points, matrices of any bits.

use tileir::cute::Layout;
use tileir::gf2::{Dims, Linear};
use tileir::map::IntTree;

use crate::Error;

/// Sizes of layouts, as logarithms.
pub const LOG_POINTS: [u32; 5] = [4, 12, 20, 30, 40];

/// A layout of `modes` modes and 2^`log` points, none of which merge, and one of two modes that
/// splits them: the first half of its points run over the first half of the modes.
///
/// # Errors
/// Fewer points than modes that have two each.
pub fn layouts(modes: u32, log: u32) -> Result<(Layout, Layout), Error> {
    // The strides of the modes run backwards, so that no two of them are one.
    let share = |mode: u32| log * (mode + 1) / modes - log * mode / modes;
    let extents: Vec<i64> = (0..modes).map(|mode| 1 << share(mode)).collect();
    let after = |mode: u32| -> u32 { (mode + 1..modes).map(share).sum() };
    let strides: Vec<i64> = (0..modes).map(|mode| 1 << after(mode)).collect();
    let tuple =
        |numbers: &[i64]| IntTree::Tuple(numbers.iter().map(|n| IntTree::Leaf(*n)).collect());
    let layout = Layout::new(&tuple(&extents), &tuple(&strides))?;
    let half: u32 = (0..modes / 2).map(share).sum();
    let halves = [1 << half, 1 << (log - half)];
    Ok((layout, Layout::new(&tuple(&halves), &tuple(&[1, 1 << half]))?))
}

/// The most bits of a dimension of [`matrix`].
const DIM: usize = 32;

/// An invertible matrix of so many bits: each is added to the next one.
///
/// # Errors
/// No bits.
pub fn matrix(bits: usize) -> Result<Linear, Error> {
    let starts: Vec<usize> = (0..bits).step_by(DIM).collect();
    let widths: Vec<usize> = starts.iter().map(|start| DIM.min(bits - start)).collect();
    let dims = || {
        let named = widths.iter().enumerate().map(|(k, width)| (format!("d{k}"), 1i64 << width));
        Dims::new(named)
    };
    let point = |bit: usize| -> Vec<i64> {
        let one = |bit: usize, start: usize| match bit.checked_sub(start) {
            Some(place) if place < DIM && bit < bits => 1i64 << place,
            _ => 0,
        };
        starts.iter().map(|&start| one(bit, start) ^ one(bit + 1, start)).collect()
    };
    let bases = starts
        .iter()
        .zip(&widths)
        .map(|(start, width)| (*start..start + width).map(point).collect::<Vec<_>>());
    Ok(Linear::new(dims()?, dims()?, &bases.collect::<Vec<_>>())?)
}
