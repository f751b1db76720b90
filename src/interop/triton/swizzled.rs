//! [`SwizzledShared`] and [`RotatingShared`]: rows of shared memory whose columns are XORed.
//!
//! Along the two fastest dimensions of the order, columns and rows, an element `(row, column)`
//! lies in its row at `column xor vec * phase(row)`. The offset counts columns first, then rows,
//! then the dimensions after them. A map from offsets to elements has the same bases:
//!
//! ```text
//! phase(row) = row / perPhase mod maxPhase               swizzled
//!              … xor row / (perPhase * maxPhase) mod maxPhase   rotating
//!
//! vec = 1, perPhase = 1, maxPhase = 4, four columns: what lies in each row
//!     0 1 2 3
//!     1 0 3 2
//!     2 3 0 1
//!     3 2 1 0
//! ```
//!
//! The phase of a sum of powers of two is the XOR of their phases, so bases for powers of two
//! say it all.

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, permutation, power_of_two};
use super::names::OFFSET;
use super::text::{Fault, Fields, list};
use super::tile::Tile;
use crate::gf2::Linear;

/// The fields that both have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle {
    /// Neighbouring elements that stay together.
    pub vec: i64,
    /// Neighbouring rows of one phase.
    pub per_phase: i64,
    /// The number of phases.
    pub max_phase: i64,
    /// The dimensions, the fastest first.
    pub order: Vec<i64>,
    /// The blocks.
    pub cga: Cga,
}

/// `#ttg.swizzled_shared`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SwizzledShared(pub Swizzle);

/// `#ttg.amd_rotating_shared`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RotatingShared(pub Swizzle);

impl SwizzledShared {
    /// The kind's name.
    pub const NAME: &'static str = "swizzled_shared";
}

impl RotatingShared {
    /// The kind's name.
    pub const NAME: &'static str = "amd_rotating_shared";
}

impl Swizzle {
    /// The extent of a line whose elements stay in order, the same in every block: of any length,
    /// as the barriers of three stages are, `memdesc<3xi64>`.
    pub(super) fn line(&self, encoding: &'static str, shape: &[i64]) -> Option<i64> {
        let &[extent] = shape else { return None };
        let bases = self.cga.bases(encoding, 1).ok()?;
        let whole = bases.iter().flatten().all(|&step| step == 0);
        (self.rank() == 1 && self.max_phase == 1 && whole && extent > 0).then_some(extent)
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.order.len()
    }

    fn checked_order(&self, encoding: &'static str) -> Result<Vec<usize>, EncodingError> {
        power_of_two(encoding, "vec", self.vec)?;
        power_of_two(encoding, "perPhase", self.per_phase)?;
        power_of_two(encoding, "maxPhase", self.max_phase)?;
        permutation(encoding, &self.order, self.rank())
    }

    fn phase(&self, row: i64, rotating: bool) -> i64 {
        let group = row / self.per_phase;
        let turn = if rotating { group / self.max_phase } else { 0 };
        (group % self.max_phase) ^ (turn % self.max_phase)
    }

    pub(super) fn to_linear(
        &self,
        encoding: &'static str,
        rotating: bool,
        shape: &[i64],
    ) -> Result<Linear, EncodingError> {
        let order = self.checked_order(encoding)?;
        let part = self.cga.cut(encoding, self.rank(), shape)?.part;
        let mut tile = Tile::new(encoding, &[OFFSET], self.rank());
        tile.grow_to(&part, &order)?;
        if let [columns, rows, ..] = order[..] {
            let extent = tile.extent(columns);
            let bases = tile.bases_mut(OFFSET).into_iter().flatten();
            for basis in bases.filter(|basis| basis.get(rows).is_some_and(|&row| row > 0)) {
                let phase = self.phase(basis.get(rows).copied().unwrap_or(0), rotating);
                // The phases of a wide swizzle wrap around in a narrow tensor.
                let column = self.vec.checked_mul(phase);
                let what = "vec times the phase";
                let column = column.ok_or(EncodingError::TooLarge { encoding, what })? % extent;
                basis.get_mut(columns).into_iter().for_each(|step| *step = column);
            }
        }
        tile.fit(&self.cga, shape, &order)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(Swizzle {
            vec: fields.integer("vec")?,
            per_phase: fields.integer("perPhase")?,
            max_phase: fields.integer("maxPhase")?,
            order: fields.integers("order")?,
            cga: Cga::read(fields)?,
        })
    }

    pub(super) fn check(&self, encoding: &'static str) -> Result<(), EncodingError> {
        self.checked_order(encoding)?;
        self.cga.bases(encoding, self.rank()).map(drop)
    }

    fn print(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#ttg.{name}<{{vec = {}, perPhase = {}, maxPhase = {}, order = {}",
            self.vec,
            self.per_phase,
            self.max_phase,
            list(&self.order)
        )?;
        self.cga.print_behind(f)?;
        f.write_str("}>")
    }
}

impl fmt::Display for SwizzledShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(Self::NAME, f)
    }
}

impl fmt::Display for RotatingShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(Self::NAME, f)
    }
}
