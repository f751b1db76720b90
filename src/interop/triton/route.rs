//! [`Route`]: what a conversion between two distributed layouts moves, and how far.
//!
//! Each position of the target, `(register, lane, warp, block)`, needs the element that its
//! layout says; some position of the source holds it. Where replicas leave a choice, the same
//! block is chosen before the same warp, this before the same lane, this before the same
//! register. How far the farthest element comes is the conversion's [`Distance`]:
//!
//! | distance | every element comes from | what it takes |
//! |---|---|---|
//! | `Nothing` | the same register | no instruction |
//! | `Registers` | the same lane | other names for registers |
//! | `Lanes` | the same warp | shuffles |
//! | `Warps` | the same block | shared memory |
//! | `Blocks` | another block | memory of the cluster |

use super::names::{BLOCK, LANE, REGISTER, WARP};
use crate::gf2::{Gf2Error, Linear};

/// How far elements move; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Distance {
    /// Every position of the target holds its element already.
    Nothing,
    /// Between registers of a lane.
    Registers,
    /// Between lanes of a warp.
    Lanes,
    /// Between warps of a block.
    Warps,
    /// Between blocks.
    Blocks,
}

/// Where each element of a conversion comes from; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The position of the source that a position of the target reads, chosen near.
    pub origin: Linear,
    /// How far the farthest element comes.
    pub distance: Distance,
}

impl Route {
    /// The route from one layout of a tensor to another.
    ///
    /// ```
    /// use tileir::interop::triton::{Distance, Encoding, Route};
    /// let encoding = |order: &str| format!("#ttg.blocked<{{sizePerThread = [1, 1], \
    ///     threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [{order}]}}>").parse::<Encoding>();
    /// let (rows, columns) = (encoding("1, 0")?, encoding("0, 1")?);
    /// let route = Route::between(&rows.to_linear(&[8, 8])?, &columns.to_linear(&[8, 8])?)?;
    /// assert_eq!(route.distance, Distance::Lanes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Layouts of different tensors, without one of the four inputs, or a source that does not
    /// hold every element of the target.
    pub fn between(source: &Linear, target: &Linear) -> Result<Route, Gf2Error> {
        let nearest = [BLOCK, WARP, LANE, REGISTER];
        let origin = target.invert_and_compose_keeping(source, &nearest)?;
        let levels = [Distance::Blocks, Distance::Warps, Distance::Lanes, Distance::Registers];
        let leaves = |name: &&str| !keeps(&origin, name);
        let first = nearest.iter().position(leaves);
        let distance = first.and_then(|place| levels.get(place)).copied();
        Ok(Route { distance: distance.unwrap_or(Distance::Nothing), origin })
    }
}

/// Whether the output of this name is the input of this name.
fn keeps(map: &Linear, name: &str) -> bool {
    let bases = map.bases();
    let Some(out) = map.outs().names().position(|own| own == name) else { return false };
    map.ins().iter().zip(&bases).all(|(dim, bases)| {
        (0u32..).zip(bases).all(|(bit, basis)| {
            let expected = if dim.name() == name { 1i64.checked_shl(bit) } else { Some(0) };
            basis.get(out).copied() == expected
        })
    })
}
