//! What is proved of one layout.
//!
//! A layout is injective, or it holds *replicas*: bits of its input are free, the others tell
//! every element from every other. With the free bits at 0 it is injective, and that is proved as
//! well.
//!
//! ```text
//! #ttg.slice<{dim = 1, parent = #blocked}>, 64 elements over 4 warps of 32 lanes
//! total, in bounds, surjective      lane bits 0…4 are free: 32 replicas of each element
//! ```

use tileir::gf2::{Dims, Gf2Error, Linear};
use tileir::proof::{Budget, Facts, Verdict, prove};

/// The facts of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFacts {
    /// The four facts of its map.
    pub facts: Facts,
    /// Whether no two positions that differ outside the free bits hold one element.
    pub injective_but_free: Verdict,
    /// The free bits of each input that has some, as a mask.
    pub free: Vec<(String, i64)>,
}

impl LayoutFacts {
    /// Of this layout.
    ///
    /// # Errors
    /// Inputs or outputs that make no axes.
    pub fn of(layout: &Linear) -> Result<LayoutFacts, Gf2Error> {
        let budget = Budget::default();
        let masks = layout.free_variable_masks();
        let named = masks.iter().filter(|(_, mask)| *mask != 0);
        let free = named.map(|&(name, mask)| (name.to_owned(), mask)).collect();
        Ok(LayoutFacts {
            facts: prove(&layout.to_map()?, &budget),
            injective_but_free: prove(&without(layout, &masks)?.to_map()?, &budget).injective,
            free,
        })
    }

    /// How many positions hold each element, if every element is held.
    pub fn replicas(&self) -> u128 {
        let bits: u32 = self.free.iter().map(|(_, mask)| mask.count_ones()).sum();
        1u128.checked_shl(bits).unwrap_or(u128::MAX)
    }
}

/// The layout where the bits of these masks are 0.
fn without(layout: &Linear, masks: &[(&str, i64)]) -> Result<Linear, Gf2Error> {
    let kept: Vec<Vec<_>> = layout
        .bases()
        .into_iter()
        .zip(masks)
        .map(|(bases, (_, mask))| {
            let numbered = (0u32..).zip(bases);
            numbered.filter(|(bit, _)| mask >> bit & 1 == 0).map(|(_, basis)| basis).collect()
        })
        .collect();
    let sizes: Vec<(&str, i64)> =
        masks.iter().zip(&kept).map(|((name, _), bases)| (*name, 1i64 << bases.len())).collect();
    Linear::new(Dims::new(sizes)?, layout.outs().clone(), &kept)
}
