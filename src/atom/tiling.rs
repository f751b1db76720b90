//! [`tile_by`]: the tile of a block, made of an atom's tiles.
//!
//! Along m and n the atoms of all warps stand side by side, as often as it takes; along k each
//! warp has them all. C is held once, A by all warps of a row, B by all of a column:
//!
//! ```text
//! m16n8k16 over [64, 32, 16], warps [2, 2]       w0 w1 w0 w1      C: 64 x 32, an atom 16 x 8
//!                                                w2 w3 w2 w3
//!                                                w0 w1 w0 w1
//!                                                w2 w3 w2 w3
//! ```
//!
//! **The law.** Each of the three is total and surjective, C injective; in one atom's tile,
//! a lane's slots are the atom's own slots, in order and next to each other.

use thiserror::Error;

use super::Atom;
use super::operand::{Operand, Space};
use crate::distribution::{Distribution, DistributionError};
use crate::error::MapError;
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use crate::proof::Budget;

/// Why an atom does not tile a shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TilingError {
    /// An atom of another kind.
    #[error(
        "atom '{atom}' multiplies no matrices: it has no operands a (m, k), b (k, n), c (m, n)"
    )]
    NoProduct {
        /// The atom.
        atom: String,
    },
    /// An operand that no lane holds.
    #[error("atom '{atom}' takes its operand {operand} from {space} memory, which no lane holds")]
    Memory {
        /// The atom.
        atom: String,
        /// The operand.
        operand: String,
        /// Where it is.
        space: Space,
    },
    /// An extent that the atoms of all warps do not divide.
    #[error(
        "atom '{atom}' does not tile mode {mode} of {extent}: {warps} warps of {own} take {step} at once; \
         {nearest} would do"
    )]
    Extent {
        /// The atom.
        atom: String,
        /// The mode: m, n or k.
        mode: &'static str,
        /// Its extent.
        extent: i64,
        /// The warps along it.
        warps: i64,
        /// The atom's extent.
        own: i64,
        /// Both multiplied.
        step: i64,
        /// The nearest extents that it tiles.
        nearest: String,
    },
    /// No warps, or more than can be counted.
    #[error("{m} x {n} warps: there have to be some along m and n, and no more than 64 bits count")]
    Warps {
        /// Along m.
        m: i64,
        /// Along n.
        n: i64,
    },
    /// Warps among which the atoms of the tile cannot be shared out.
    #[error(
        "{warps} warps cannot share the {m} x {n} tiles of atom '{atom}' out: warps along m divide {m}, \
         along n {n}"
    )]
    Arrangement {
        /// The atom.
        atom: String,
        /// The warps.
        warps: i64,
        /// The atom's tiles along m.
        m: i64,
        /// Along n.
        n: i64,
    },
    /// A map that leaves 64 bits.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A map that is no distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
}

/// One of m, n and k: how the block's extent is made of the atom's.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    name: &'static str,
    extent: i64,
    /// The atom's extent.
    own: i64,
    warps: i64,
    /// How often the atoms of all warps stand one behind another.
    pub times: i64,
}

/// The distributions of A (m, k), B (k, n) and C (m, n) of a block's tile `[m, n, k]`, over
/// `warps` along m and n, numbered row by row. The slots are `(tile, tile, slot of the atom)`.
///
/// # Errors
/// An atom that is not of registers and matrices; a mode that it does not tile, with the numbers.
pub fn tile_by(
    atom: &Atom,
    shape: [i64; 3],
    warps: [i64; 2],
) -> Result<[Distribution; 3], TilingError> {
    let [a, b, c] = of_registers(atom)?;
    let [warps_m, warps_n] = warps;
    let count = warps_m.checked_mul(warps_n).filter(|_| warps_m > 0 && warps_n > 0);
    let count = count.ok_or(TilingError::Warps { m: warps_m, n: warps_n })?;
    let [extent_m, extent_n, extent_k] = shape;
    let (own_m, own_k) = (own(a, "m"), own(a, "k"));
    let m = mode(atom, "m", extent_m, own_m, warps_m)?;
    let n = mode(atom, "n", extent_n, own(b, "n"), warps_n)?;
    let k = mode(atom, "k", extent_k, own_k, 1)?;
    Ok([
        spread(a, [m, k], count, warps_n)?,
        spread(b, [k, n], count, warps_n)?,
        spread(c, [m, n], count, warps_n)?,
    ])
}

/// The operands of a product that lanes hold.
pub(super) fn of_registers(atom: &Atom) -> Result<[&Operand; 3], TilingError> {
    let name = || atom.name.clone();
    let operands = atom.product().ok_or_else(|| TilingError::NoProduct { atom: name() })?;
    match operands.into_iter().find(|one| one.space != Space::Register) {
        None => Ok(operands),
        Some(operand) => {
            let (operand, space) = (operand.name.clone(), operand.space);
            Err(TilingError::Memory { atom: name(), operand, space })
        }
    }
}

/// The extent of an axis of an operand's tile.
pub(super) fn own(operand: &Operand, axis: &str) -> i64 {
    let tile = operand.map.codomain();
    let extent = tile.position(axis).and_then(|place| tile.axes().get(place)?.extent().finite());
    extent.unwrap_or(0)
}

pub(super) fn mode(
    atom: &Atom,
    name: &'static str,
    extent: i64,
    own: i64,
    warps: i64,
) -> Result<Mode, TilingError> {
    let step = own.checked_mul(warps).unwrap_or(i64::MAX);
    match (extent.checked_rem(step), extent.checked_div(step)) {
        (Some(0), Some(times)) if times > 0 => Ok(Mode { name, extent, own, warps, times }),
        (rest, _) => {
            let below = extent.saturating_sub(rest.unwrap_or(0));
            let above = below.saturating_add(step);
            let nearest = match below {
                ..1 => step.to_string(),
                _ => format!("{below} or {above}"),
            };
            let atom = atom.name.clone();
            Err(TilingError::Extent { atom, mode: name, extent, warps, own, step, nearest })
        }
    }
}

/// The atom's map over warps and over repetitions.
fn spread(
    operand: &Operand,
    [first, second]: [Mode; 2],
    warps: i64,
    warps_n: i64,
) -> Result<Distribution, TilingError> {
    let axis = |mode: Mode| Axis::new(&format!("tile_{}", mode.name), mode.times);
    let others = vec![Axis::new("subgroup", warps), axis(first), axis(second)];
    let others = LayoutMap::identity(IndexSet::new(others)?)?;
    let parts = LayoutMap::product(vec![operand.map.clone(), others])?;
    // Of `(lane, slot, subgroup, tile, tile)` to `(subgroup, lane, tile, tile, slot)`, and back.
    let domain = parts.domain().select(&[2, 0, 3, 4, 1])?;
    let parts = LayoutMap::compose(parts, LayoutMap::permute(domain, vec![1, 4, 0, 2, 3])?)?;
    let along = |mode: Mode, element: usize, tile: usize| {
        let subgroup = Expr::coord(2);
        let warp = match mode.name {
            "m" => subgroup / warps_n,
            "n" => subgroup % warps_n,
            _ => Expr::from(0),
        };
        Expr::coord(element) + (warp + Expr::coord(tile) * mode.warps) * mode.own
    };
    let program = Program::from_exprs(&[along(first, 0, 3), along(second, 1, 4)]);
    let axis = |mode: Mode| Axis::new(mode.name, mode.extent);
    let tile = IndexSet::new(vec![axis(first), axis(second)])?;
    let place = LayoutMap::expr(parts.codomain().clone(), tile, program)?;
    let map = LayoutMap::compose(place, parts)?.normalize(&Budget::default());
    Ok(Distribution::new(map)?)
}
