//! [`TiledCopy`]: a copy atom under a thread-value layout.
//!
//! A tiled copy says which threads copy which elements of a tile, in the order in which other
//! atoms refer to them. Source and destination may give the same elements to other threads: a
//! lane of `ldmatrix` points at a row, and receives parts of eight.
//!
//! ```text
//! tv                (thread, value)            to the index in the tile, the reference's order
//! reference^-1 o source                        to the reference's (thread, value), of one atom
//! both, atom by atom                           who reads what
//! ```
//!
//! **The law.** Both sides reach the indices that `tv` reaches.

use super::atoms::CopyAtom;
use super::tiled_mma::{Operand, TiledMma, by_mode};
use crate::cute::{
    self, CuteError, Layout, Tiler, coalesce_by, composition, make_tiled_copy, right_inverse,
    upcast, zip, zipped_divide,
};
use crate::map::IntTree;

/// A copy of a tile; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledCopy {
    source: Layout,
    destination: Layout,
    reference: Layout,
    tiling: cute::TiledCopy,
}

impl TiledCopy {
    /// `atom`, for elements of so many bits, under a thread-value layout and the sizes of its
    /// tile.
    ///
    /// # Errors
    /// Elements that do not make up what the atom copies; fewer threads or values than the atom
    /// has.
    pub fn new(atom: &CopyAtom, bits: i64, tiling: cute::TiledCopy) -> Result<Self, CuteError> {
        let source = upcast(&atom.source, bits)?;
        let destination = upcast(&atom.destination, bits)?;
        let reference = upcast(&atom.reference, bits)?;
        for mode in [0, 1] {
            let (number, divisor) = (tiling.tv.mode(mode)?.size(), reference.mode(mode)?.size());
            if number.checked_rem(divisor) != Some(0) {
                return Err(CuteError::Divisibility {
                    operation: "a tiled copy",
                    operand: tiling.tv.to_string(),
                    mode: mode.to_string(),
                    number,
                    divisor,
                    remainder: number.checked_rem(divisor).unwrap_or(number),
                });
            }
        }
        Ok(TiledCopy { source, destination, reference, tiling })
    }

    /// `atom` with threads and values laid over the tile: CuTe's `make_tiled_copy`.
    ///
    /// # Errors
    /// As [`new`](TiledCopy::new) and [`make_tiled_copy`].
    pub fn raked(
        atom: &CopyAtom,
        bits: i64,
        threads: &Layout,
        values: &Layout,
    ) -> Result<Self, CuteError> {
        TiledCopy::new(atom, bits, make_tiled_copy(threads, values)?)
    }

    /// `atom` for an operand of an MMA: CuTe's `make_tiled_copy_A`, `_B` and `_C`.
    ///
    /// # Errors
    /// As [`new`](TiledCopy::new) and [`TiledMma::tv`].
    pub fn of_operand(
        atom: &CopyAtom,
        bits: i64,
        mma: &TiledMma,
        operand: Operand,
    ) -> Result<Self, CuteError> {
        let [m, n, k] = mma.tile()?;
        let tile = match operand {
            Operand::A => vec![m, k],
            Operand::B => vec![n, k],
            Operand::C => vec![m, n],
        };
        TiledCopy::new(atom, bits, cute::TiledCopy { tv: mma.tv(operand)?, tile })
    }

    /// The thread-value layout and the tile.
    pub fn tiling(&self) -> &cute::TiledCopy {
        &self.tiling
    }

    /// `(thread, value)` to the index that is read.
    ///
    /// # Errors
    /// A layout that has no flat form.
    pub fn source_tv(&self) -> Result<Layout, CuteError> {
        self.side(&self.source)
    }

    /// `(thread, value)` to the index that is written.
    ///
    /// # Errors
    /// A layout that has no flat form.
    pub fn destination_tv(&self) -> Result<Layout, CuteError> {
        self.side(&self.destination)
    }

    fn side(&self, side: &Layout) -> Result<Layout, CuteError> {
        let to_reference = composition(&right_inverse(&self.reference)?, side)?.into_flat()?;
        let atom = [0, 1].map(|mode| self.reference.mode(mode).map(|mode| mode.size()));
        let [threads, values] = atom;
        let atom = Tiler::Modes(vec![Tiler::Extent(threads?), Tiler::Extent(values?)]);
        let by_atom = zipped_divide(&self.tiling.tv, &atom)?.into_flat()?;
        let by_atom = by_mode(&by_atom, Tiler::Layout(to_reference))?;
        let one = || IntTree::Leaf(1);
        let profile = IntTree::Tuple(vec![one(), IntTree::Tuple(vec![one(), one()])]);
        let pairs = coalesce_by(&zip(&by_atom.mode(0)?, &by_atom.mode(1)?)?, &profile)?;
        let tile: Vec<IntTree> = self.tiling.tile.iter().map(|&n| IntTree::Leaf(n)).collect();
        composition(&Layout::compact(&IntTree::Tuple(tile))?, &pairs)?.into_flat()
    }
}
