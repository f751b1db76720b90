//! Atoms by name: which thread holds which value of an instruction.
//!
//! An *MMA atom* multiplies a tile, `C (M,N) += A (M,K) * B (N,K)`, with the threads of a quadpair,
//! warp or warpgroup. Its thread-value layouts take `(thread, value)` to the column-major index
//! in the tile:
//!
//! ```text
//! SM80_16x8x8_F32F16F16F32_TN   C = ((4,8),(2,2)):((32,1),(16,8)) of 16 x 8
//! thread 5 = (1,1), value 3 = (1,1)      32 + 1 + 16 + 8 = 57 = 9 + 16*3: the element (9, 3)
//! ```
//!
//! A *copy atom* moves bits: its layouts take `(thread, bit of its own)` to a bit of what is
//! copied, as the source has it, as the destination has it, and as other atoms refer to it.
//! A *shared-memory atom* is the swizzled block that an MMA of a warpgroup reads; see
//! [`SmemAtom`].
//!
//! The first two are data: `mma.txt` and `copy.txt` have a row an atom, or a row for all atoms
//! that differ in a name only. A name may be written as C++ writes it, with its namespaces, its
//! template arguments and spaces.
//!
//! **The law.** `a`, `b` and `c` take every pair of a thread and a value to an index below the
//! tile's size, and reach every index; the two sides of a copy take theirs to bits of the
//! reference. One family breaks it in CuTe and so here: B of `SM80_16x8x32` for elements of 4
//! bits, `((4,8),(8)):((32,1),(8))`, reaches 160 of 256.

mod error;
mod name;
mod smem;
mod table;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use error::AtomError;
pub(crate) use name::nearest;
pub use smem::{SmemAtom, smem};

use crate::cute::{CuteError, Layout};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use table::{Row, expand};

/// An MMA atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MmaAtom {
    name: String,
    /// The tile: M, N and K.
    pub shape: [i64; 3],
    /// The thread's number among those of the instruction to its number in the warp or
    /// warpgroup.
    pub threads: Layout,
    /// `(thread, value)` to `m + M*k`.
    pub a: Layout,
    /// `(thread, value)` to `n + N*k`.
    pub b: Layout,
    /// `(thread, value)` to `m + M*n`.
    pub c: Layout,
}

/// A copy atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyAtom {
    name: String,
    /// The thread's number among those of the instruction to its number in the warp.
    pub threads: Layout,
    /// `(thread, bit)` to the bit that is read.
    pub source: Layout,
    /// `(thread, bit)` to the bit that is written.
    pub destination: Layout,
    /// `(thread, bit)` to the bit, as other atoms refer to it.
    pub reference: Layout,
}

impl MmaAtom {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `(thread, value)` to `(m, k)`.
    ///
    /// # Errors
    /// None for an atom by name.
    pub fn a_map(&self) -> Result<LayoutMap, CuteError> {
        let [m, _, k] = self.shape;
        coordinates(&self.a, ("m", m), ("k", k))
    }

    /// `(thread, value)` to `(n, k)`.
    ///
    /// # Errors
    /// None for an atom by name.
    pub fn b_map(&self) -> Result<LayoutMap, CuteError> {
        let [_, n, k] = self.shape;
        coordinates(&self.b, ("n", n), ("k", k))
    }

    /// `(thread, value)` to `(m, n)`.
    ///
    /// # Errors
    /// None for an atom by name.
    pub fn c_map(&self) -> Result<LayoutMap, CuteError> {
        let [m, n, _] = self.shape;
        coordinates(&self.c, ("m", m), ("n", n))
    }

    fn read(name: String, row: &Row<'_>) -> Result<MmaAtom, AtomError> {
        let [shape, threads, a, b, c] = row.columns()?;
        let extents: Vec<Option<i64>> = shape.split('x').map(|n| n.parse().ok()).collect();
        let [Some(m), Some(n), Some(k)] = extents[..] else {
            return Err(row.wrong(format!("the shape {shape:?} is not M x N x K")));
        };
        let layout = |text: &str| row.layout(text);
        let [threads, a, b, c] = [layout(&threads)?, layout(&a)?, layout(&b)?, layout(&c)?];
        Ok(MmaAtom { name, shape: [m, n, k], threads, a, b, c })
    }
}

impl CopyAtom {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn read(name: String, row: &Row<'_>) -> Result<CopyAtom, AtomError> {
        let [threads, source, destination, reference] = row.columns()?;
        let layout = |text: &str| row.layout(text);
        let (threads, source) = (layout(&threads)?, layout(&source)?);
        let (destination, reference) = (layout(&destination)?, layout(&reference)?);
        Ok(CopyAtom { name, threads, source, destination, reference })
    }
}

/// A thread-value layout as a map to the two coordinates of a column-major tile.
fn coordinates(
    layout: &Layout,
    (first, rows): (&str, i64),
    (second, columns): (&str, i64),
) -> Result<LayoutMap, CuteError> {
    let pairs = layout.to_map()?;
    let domain: Vec<Axis> = ["thread", "value"]
        .iter()
        .zip(pairs.domain().hull_extents().unwrap_or_default())
        .map(|(name, extent)| Axis::new(name, extent))
        .collect();
    let tile = IndexSet::new(vec![Axis::new(first, rows), Axis::new(second, columns)])?;
    let size = rows.checked_mul(columns).ok_or_else(|| CuteError::Size {
        operation: "an atom's map",
        operand: format!("({rows},{columns})"),
        mode: "1".to_owned(),
        what: format!("{rows} * {columns}"),
    })?;
    let index = IndexSet::from_extents(&[size])?;
    let flat = LayoutMap::mixed_radix_between(
        layout.shape(),
        vec![layout.stride()],
        IndexSet::new(domain)?,
        index.clone(),
    )?;
    let program = crate::expr::Program::from_exprs(&[
        crate::expr::Expr::coord(0) % rows,
        crate::expr::Expr::coord(0) / rows,
    ]);
    Ok(LayoutMap::compose(LayoutMap::expr(index, tile, program)?, flat)?)
}

/// Atoms in the order of their table, and where each name is.
struct Atoms<A> {
    atoms: Vec<A>,
    places: HashMap<String, usize>,
}

impl<A> Atoms<A> {
    fn read(
        table: &'static str,
        read: impl Fn(String, &Row<'_>) -> Result<A, AtomError>,
    ) -> Result<Self, AtomError> {
        let mut atoms = Atoms { atoms: Vec::new(), places: HashMap::new() };
        for row in expand(table) {
            let row = row?;
            atoms.places.insert(row.name.clone(), atoms.atoms.len());
            atoms.atoms.push(read(row.name.clone(), &row)?);
        }
        Ok(atoms)
    }

    fn find(&self, kind: &'static str, name: &str) -> Result<&A, AtomError> {
        let place = name::spellings(name).find_map(|name| self.places.get(&name));
        place.and_then(|&place| self.atoms.get(place)).ok_or_else(|| AtomError::Unknown {
            kind,
            name: name.to_owned(),
            nearest: nearest(name, self.places.keys().map(String::as_str)),
        })
    }
}

static MMA: LazyLock<Result<Atoms<MmaAtom>, AtomError>> =
    LazyLock::new(|| Atoms::read(include_str!("mma.txt"), MmaAtom::read));

static COPY: LazyLock<Result<Atoms<CopyAtom>, AtomError>> =
    LazyLock::new(|| Atoms::read(include_str!("copy.txt"), CopyAtom::read));

/// The MMA atom of this name.
///
/// # Errors
/// [`AtomError::Unknown`], with the names that come nearest.
pub fn mma(name: &str) -> Result<&'static MmaAtom, AtomError> {
    MMA.as_ref().map_err(AtomError::clone)?.find("MMA atom", name)
}

/// The copy atom of this name.
///
/// # Errors
/// [`AtomError::Unknown`], with the names that come nearest.
pub fn copy(name: &str) -> Result<&'static CopyAtom, AtomError> {
    COPY.as_ref().map_err(AtomError::clone)?.find("copy atom", name)
}

/// Every MMA atom, in the order of the table.
///
/// # Errors
/// None: the table is part of the crate.
pub fn mma_atoms() -> Result<&'static [MmaAtom], AtomError> {
    MMA.as_ref().map(|atoms| atoms.atoms.as_slice()).map_err(AtomError::clone)
}

/// Every copy atom, in the order of the table.
///
/// # Errors
/// None: the table is part of the crate.
pub fn copy_atoms() -> Result<&'static [CopyAtom], AtomError> {
    COPY.as_ref().map(|atoms| atoms.atoms.as_slice()).map_err(AtomError::clone)
}
