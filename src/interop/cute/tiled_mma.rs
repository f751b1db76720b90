//! [`TiledMma`]: an MMA atom, repeated over more threads and over more values of each.
//!
//! ```text
//! SM80_16x8x16_F32F16F16F32_TN over threads (2,2,1)      a tile of 32 x 16 x 16, 128 threads
//! C: ((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))     (thread, value) to m + 32*n
//! ```
//!
//! A tile is first reordered, if asked for: along each of M, N and K by a layout, or enlarged
//! to an extent. Then it is divided by the atom's shape; within the atom the thread-value layout
//! says who holds what; across atoms the threads come first, what they leave are more values.
//!
//! **The law.** [`tv`](TiledMma::tv) takes `(thread, value)` to the column-major index in the
//! operand's tile, reaches every index, and each as often as the operand has copies: a thread
//! along N holds the same part of A as its neighbours do.

use super::atoms::MmaAtom;
use crate::cute::{
    CuteError, Layout, Tiler, complement_within, composition, logical_divide, right_inverse,
    tiled_product, zipped_divide,
};
use crate::map::IntTree;

/// An operand of a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// M by K.
    A,
    /// N by K.
    B,
    /// M by N.
    C,
}

impl Operand {
    /// Which two of M, N and K its tile has.
    fn modes(self) -> [usize; 2] {
        match self {
            Operand::A => [0, 2],
            Operand::B => [1, 2],
            Operand::C => [0, 1],
        }
    }
}

/// An MMA atom over a tile; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledMma {
    atom: MmaAtom,
    threads: Layout,
    tile: [Tiler; 3],
}

impl TiledMma {
    /// `atom` at each coordinate of `atoms`, a layout over M, N and K. `order` says for each of
    /// these how far the tile goes, or how it is reordered; [`Tiler::All`] is as far as the
    /// threads reach.
    ///
    /// ```
    /// use tileir::cute::Tiler;
    /// use tileir::interop::cute::{Operand, TiledMma, atoms};
    /// let atom = atoms::mma("SM80_16x8x16_F32F16F16F32_TN")?;
    /// let all = || Tiler::All;
    /// let mma = TiledMma::new(atom, &"(2,2,1):(1,2,0)".parse()?, [all(), all(), all()])?;
    /// assert_eq!((mma.thread_count(), mma.tile()?), (128, [32, 16, 16]));
    /// assert_eq!(
    ///     mma.tv(Operand::C)?.to_string(),
    ///     "((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A layout of another rank than 3; threads without a layout.
    pub fn new(atom: &MmaAtom, atoms: &Layout, order: [Tiler; 3]) -> Result<Self, CuteError> {
        if atoms.rank() != 3 {
            return Err(CuteError::Rank {
                operation: "a tiled MMA",
                left: atoms.to_string(),
                left_rank: atoms.rank(),
                right: "(M,N,K)".to_owned(),
                right_rank: 3,
            });
        }
        let threads = tiled_product(&atom.threads, atoms)?.into_flat()?;
        let mut tile = order;
        for (k, part) in tile.iter_mut().enumerate() {
            if *part == Tiler::All {
                let along = threads.mode(k + 1)?;
                let own = atom.shape.get(k).copied().unwrap_or(1);
                *part = Tiler::Extent(product(&threads, k, (own, along.size()))?);
            }
        }
        Ok(TiledMma { atom: atom.clone(), threads, tile })
    }

    /// The atom.
    pub fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// The threads: those of an atom, then along M, N and K, to the thread's number.
    pub fn threads(&self) -> &Layout {
        &self.threads
    }

    /// The number of threads.
    pub fn thread_count(&self) -> i64 {
        self.threads.size()
    }

    /// The extents of the tile: M, N and K.
    ///
    /// # Errors
    /// Extents that leave 64 bits.
    pub fn tile(&self) -> Result<[i64; 3], CuteError> {
        let [m, n, k] = &self.tile;
        Ok([extent(m)?, extent(n)?, extent(k)?])
    }

    /// `(thread, value)` to the column-major index in the operand's tile.
    ///
    /// # Errors
    /// A tile that the atom, or the atoms of all threads, do not divide.
    pub fn tv(&self, operand: Operand) -> Result<Layout, CuteError> {
        let by_coordinate = self.fragments(operand)?;
        let spread = match operand {
            Operand::C => None,
            // M and N of the threads become the one that the operand has.
            Operand::A => Some([1, 0]),
            Operand::B => Some([0, 1]),
        };
        let by_coordinate = match spread {
            None => by_coordinate,
            Some(strides) => {
                let sizes = [self.threads.mode(1)?.size(), self.threads.mode(2)?.size()];
                let pair = Layout::new(&tuple(sizes), &tuple(strides))?;
                let along = Tiler::Modes(vec![Tiler::Layout(pair), Tiler::All]);
                let along = Tiler::Modes(vec![Tiler::All, along]);
                by_mode(&by_coordinate, along)?
            }
        };
        by_mode(&by_coordinate, Tiler::Layout(self.coordinate_of_thread()?))
    }

    /// `((thread of the atom, threads along two modes), (value of the atom, more values))` to the
    /// index in the operand's tile.
    fn fragments(&self, operand: Operand) -> Result<Layout, CuteError> {
        let [first, second] = operand.modes();
        let values = match operand {
            Operand::A => &self.atom.a,
            Operand::B => &self.atom.b,
            Operand::C => &self.atom.c,
        };
        let both = |part: &dyn Fn(usize) -> Result<Tiler, CuteError>| {
            Ok::<_, CuteError>(Tiler::Modes(vec![part(first)?, part(second)?]))
        };
        let order = both(&|k| Ok(self.tile.get(k).cloned().unwrap_or(Tiler::All)))?;
        let sizes = self.tile()?;
        let whole = [first, second].map(|k| sizes.get(k).copied().unwrap_or(1));
        let tile = logical_divide(&Layout::compact(&tuple(whole))?, &order)?.into_flat()?;
        let atom = both(&|k| Ok(counting(self.atom.shape.get(k).copied().unwrap_or(1))))?;
        let by_atom = zipped_divide(&tile, &atom)?.into_flat()?;
        let by_value = by_mode(&by_atom, Tiler::Layout(values.clone()))?;
        let threads = both(&|k| Ok(counting(self.threads.mode(k + 1)?.size())))?;
        let threads = Tiler::Modes(vec![Tiler::All, threads]);
        zipped_divide(&by_value, &threads)?.into_flat()
    }

    /// A thread's number to its coordinate among the threads; where no thread has the number, to
    /// that of another.
    fn coordinate_of_thread(&self) -> Result<Layout, CuteError> {
        let every =
            Layout::concat([self.threads.view(), complement_within(&self.threads)?.view()])?;
        let size = Layout::new(&tuple([self.thread_count(), 1]), &tuple([1, 0]))?;
        composition(&size, &right_inverse(&every)?)?.into_flat()
    }
}

/// The first mode after a tiler, the others as they are.
pub(super) fn by_mode(layout: &Layout, first: Tiler) -> Result<Layout, CuteError> {
    composition(layout, &Tiler::Modes(vec![first, Tiler::All]))?.into_flat()
}

fn counting(extent: i64) -> Tiler {
    Tiler::Layout(Layout::leaf(extent, i64::from(extent != 1)))
}

fn tuple(numbers: [i64; 2]) -> IntTree {
    IntTree::Tuple(numbers.map(IntTree::Leaf).to_vec())
}

/// The product of two extents in a mode of `operand`.
fn product(operand: &impl ToString, mode: usize, (a, b): (i64, i64)) -> Result<i64, CuteError> {
    a.checked_mul(b).ok_or_else(|| CuteError::Size {
        operation: "a tiled MMA",
        operand: operand.to_string(),
        mode: mode.to_string(),
        what: format!("{a} * {b}"),
    })
}

/// How many coordinates a tiler takes.
fn extent(tiler: &Tiler) -> Result<i64, CuteError> {
    match tiler {
        Tiler::All => Ok(1),
        Tiler::Extent(extent) => Ok(*extent),
        Tiler::Layout(layout) => Ok(layout.size()),
        Tiler::Modes(modes) => {
            let mut numbered = modes.iter().enumerate();
            numbered.try_fold(1, |size, (k, mode)| product(tiler, k, (size, extent(mode)?)))
        }
    }
}
