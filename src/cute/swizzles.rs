//! Swizzles one after the other, as one function on integers.
//!
//! Two swizzles are in general no third one, but each is linear over bits, and so is what they make
//! together: a map that says where each single bit goes.
//!
//! ```text
//! Sw<3,0,3> o Sw<1,2,1> on 6 bits      1 2 4 8 16 32  go to  1 2 4 13 18 36
//!                                      8: Sw<1,2,1> gives 12, Sw<3,0,3> gives 13
//! ```
//!
//! **The law.** `swizzle_map(&[s, t])` at `x` is `s(t(x))`, for every `x` of the largest of their
//! blocks; past it, the function is the same in every block.

use super::error::CuteError;
use super::swizzle::Swizzle;
use crate::index_set::IndexSet;
use crate::map::LayoutMap;

/// The first of the swizzles after the second, after the third, … as a map of the largest of their
/// blocks to itself; without any, of one point.
///
/// ```
/// use tileir::cute::swizzle_map;
/// let map = swizzle_map(&["Sw<3,0,3>".parse()?, "Sw<1,2,1>".parse()?])?;
/// let single = (0..6).map(|bit| map.eval(&[1 << bit]).map(|image| image[0]));
/// assert_eq!(single.collect::<Result<Vec<_>, _>>()?, [1, 2, 4, 13, 18, 36]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`LayoutMap::bit_linear`].
pub fn swizzle_map(swizzles: &[Swizzle]) -> Result<LayoutMap, CuteError> {
    let block = swizzles.iter().map(Swizzle::block).max().unwrap_or(1);
    let image = |bit: u32| {
        let value = swizzles.iter().rev().fold(1i64 << bit, |x, swizzle| swizzle.apply(x));
        vec![value]
    };
    let bases = (0..block.trailing_zeros()).map(image).collect();
    let set = IndexSet::from_extents(&[block])?;
    Ok(LayoutMap::bit_linear(set.clone(), set, vec![bases])?)
}
