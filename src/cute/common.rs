//! What two layouts have in common, and how wide a layout can be read.
//!
//! ```text
//! (2,6):(1,2), 12:1            common vector 12: both count alike
//! (2,3,3):(1,2,6), (2,3):(3,1) common vector 1
//! (4,8):(1,16)                 alignment 4: 4 elements lie together, and 4 divides 16
//! ```
//!
//! **The laws.** With `R = max_common_layout(A, B)`: `A(R(i)) = i` and `B(R(i)) = i` for every
//! `i`. The image of `L` is made of whole runs of `max_alignment(L)` values, each beginning at a
//! multiple of it.

use super::coalesce::{coalesce, open_ended};
use super::composition::{Composition, composition};
use super::error::CuteError;
use super::inverse::rising_right_inverse;
use super::layout::{Layout, Leaf, Leaves};
use super::recast::gcd;
use super::run::{Run, even_run};

/// The coordinates of the most elements that lie one after the other, from 0, in both layouts.
///
/// As in CuTe, each layout goes on past its size; [`common_reach`](super::common_reach) says whether
/// that was needed.
///
/// # Errors
/// Values that leave 64 bits.
pub fn max_common_layout(a: &Layout, b: &Layout) -> Result<Layout, CuteError> {
    common_start(a, b).map_err(|error| error.of("max_common_layout"))
}

fn common_start(a: &Layout, b: &Layout) -> Result<Layout, CuteError> {
    let inverse = rising_right_inverse(b);
    if let Composition::Flat(common) = composition(a, &inverse)? {
        return match coalesce(&common)?.leaves().first() {
            Some(first) if first.stride == 1 => {
                composition(&inverse, &Layout::leaf(first.extent, first.stride))?.into_flat()
            }
            _ => Ok(Layout::unit()),
        };
    }
    counted_start(a, &inverse)
}

/// The longest start of `inverse` along which `a` counts, where not all of `a` after `inverse` has
/// a flat form: whole modes, then a part of one.
fn counted_start(a: &Layout, inverse: &Layout) -> Result<Layout, CuteError> {
    let outer = Layout::from_flat(open_ended(a.view(), &mut ()));
    let mut start = Leaves::new();
    let mut best = Layout::unit();
    for leaf in inverse.leaves() {
        let run = match even_run(&outer, leaf.stride, leaf.extent)? {
            Run::Whole => leaf.extent,
            Run::Until { run, .. } => run,
            Run::Unknown => 1,
        };
        start.push(Leaf { extent: run, stride: leaf.stride });
        let longer = Layout::from_flat(start.clone());
        let counts = match composition(a, &longer)? {
            Composition::Flat(values) => coalesce(&values)? == Layout::leaf(longer.size(), 1),
            Composition::Dag { .. } => false,
        };
        if run == 1 || !counts {
            break;
        }
        best = longer;
        if run < leaf.extent {
            break;
        }
    }
    Ok(best)
}

/// How many elements lie one after the other, from 0, in both layouts.
///
/// # Errors
/// As [`max_common_layout`].
pub fn max_common_vector(a: &Layout, b: &Layout) -> Result<i64, CuteError> {
    let common = common_start(a, b).map_err(|error| error.of("max_common_vector"))?;
    Ok(common.size())
}

/// The widest vectors that a layout is made of: the elements that its modes of strides from 1 up
/// fill without a gap, as far as every other stride is a multiple.
///
/// # Errors
/// None.
pub fn max_alignment(layout: &Layout) -> Result<i64, CuteError> {
    let flat = coalesce(layout)?;
    // The modes that go on from stride 1 lie together; the others must step over whole vectors.
    let mut width = 1;
    let mut others: Vec<&Leaf> = flat.leaves().iter().collect();
    while let Some(at) = others.iter().position(|leaf| leaf.stride == width) {
        // In range: part of the layout's size.
        width *= others.swap_remove(at).extent;
        if width == 0 {
            return Ok(1);
        }
    }
    Ok(others.into_iter().fold(width, |width, leaf| gcd(width, leaf.stride)))
}
