//! A `tileir.contract`, taken apart, and the warps over which an atom makes it.
//!
//! ```text
//! 64 x 64 x 32 by mma.m16n8k16, 4 warps      [2, 2]: a warp has 2 x 4 x 2 of them
//! ```
//!
//! Of the arrangements of warps that tile the shape, the one counts under which most operands are held
//! as the atom takes them already; of those, the one with the fewest slots.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::atom::{Atom, arrangements, atom, tile_by};
use tileir::distribution::Distribution;
use tileir::target::{ElementType, Target};
use tileir_dialect::AnyTile;
use tileir_dialect::attributes::string_of;

use crate::access::operand;
use crate::builder::{Op, Outcome};
use crate::error::PassError;
use crate::known;
use crate::tile::Tile;

/// What the operands are called.
pub const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The name of the attribute that names the atom.
pub const BY: &str = "atom";

/// A product of matrices.
pub struct Contract<'c> {
    /// The operation.
    pub op: Op<'c>,
    /// The extents of m, n and k.
    pub shape: [i64; 3],
    /// The elements of a, b and c.
    pub types: [ElementType; 3],
    /// The atom that it names.
    pub by: Option<&'static Atom>,
}

impl<'c> Contract<'c> {
    /// Reads a `tileir.contract`.
    ///
    /// # Errors
    /// None for a verified one.
    pub fn of(op: Op<'c>) -> Outcome<'c, Contract<'c>> {
        let wrong = |message: String| PassError::at(op.location(), message);
        let mut matrices = Vec::new();
        for (number, name) in OPERANDS.iter().enumerate() {
            let r#type = operand(op, number)?.r#type();
            let tile = AnyTile::from_type(r#type).and_then(|tile| {
                let shape = <[i64; 2]>::try_from(tile.shape().as_slice()).ok()?;
                Some((shape, ElementType::named(&tile.element().to_string())?))
            });
            matrices.push(tile.ok_or_else(|| wrong(format!("{name} is no matrix: {type}")))?);
        }
        let &[([m, k], a), ([_, n], b), (_, c)] = matrices.as_slice() else {
            return Err(wrong("there are no three operands".to_owned()));
        };
        let by = op.attribute(BY).ok().and_then(string_of);
        let by = by.map(|by| atom(&by)).transpose().map_err(|e| wrong(e.to_string()))?;
        Ok(Contract { op, shape: [m, n, k], types: [a, b, c], by })
    }

    /// The atom that it names, which the target must have.
    ///
    /// # Errors
    /// The target lacks it.
    pub fn by_on(&self, target: &Target) -> Outcome<'c, Option<&'static Atom>> {
        let Some(atom) = self.by else { return Ok(None) };
        atom.on(target).map_err(|error| PassError::at(self.op.location(), error.to_string()))?;
        Ok(Some(atom))
    }

    /// Its operands, all of them written.
    ///
    /// # Errors
    /// An operand whose type has no distribution.
    pub fn tiles(&self) -> Outcome<'c, [Tile<'c>; 3]> {
        let tile = |number| Tile::expect(operand(self.op, number)?.r#type(), self.op.location());
        Ok([tile(0)?, tile(1)?, tile(2)?])
    }

    /// The distributions in the types of its operands.
    ///
    /// # Errors
    /// An encoding that is no distribution.
    pub fn written(&self) -> Outcome<'c, [Option<Tile<'c>>; 3]> {
        let tile = |number| Tile::of(operand(self.op, number)?.r#type(), self.op.location());
        Ok([tile(0)?, tile(1)?, tile(2)?])
    }

    /// How an atom takes the operands, where so many threads hold them.
    ///
    /// # Errors
    /// A mode that the atom does not tile, with the numbers; threads that are no whole warps.
    pub fn taken_by(
        &self,
        atom: &Atom,
        threads: i64,
        written: &[Option<Tile<'c>>; 3],
    ) -> Outcome<'c, [Distribution; 3]> {
        let failed = |message: String| PassError::at(self.op.location(), message);
        let warps = warps_of(atom, threads).ok_or_else(|| {
            failed(format!(
                "atom '{}' takes {} lanes, and {threads} threads are no multiple of them",
                atom.name, atom.width
            ))
        })?;
        let arrangements =
            arrangements(atom, self.shape, warps).map_err(|error| failed(error.to_string()))?;
        let mut best: Option<(usize, [Distribution; 3])> = None;
        for warps in arrangements {
            let taken =
                tile_by(atom, self.shape, warps).map_err(|error| failed(error.to_string()))?;
            let held = taken.iter().zip(written).filter(|(taken, written)| {
                written.as_ref().is_some_and(|tile| stays_in_thread(tile, taken))
            });
            let held = held.count();
            if best.as_ref().is_none_or(|(most, _)| held > *most) {
                best = Some((held, taken));
            }
            // None is written, or all are as they should be.
            if best.as_ref().is_some_and(|(most, _)| *most == written.iter().flatten().count()) {
                break;
            }
        }
        best.map(|(_, taken)| taken).ok_or_else(|| failed("no warps".to_owned()))
    }
}

/// The warps of an atom that so many threads are.
pub fn warps_of(atom: &Atom, threads: i64) -> Option<i64> {
    let whole = threads.checked_rem(atom.width) == Some(0) && threads > 0;
    threads.checked_div(atom.width).filter(|_| whole)
}

/// Whether every thread holds already what it wants, perhaps in other slots.
pub fn stays_in_thread(from: &Tile<'_>, wanted: &Distribution) -> bool {
    known::stays_in_thread(&from.distribution, wanted)
}
