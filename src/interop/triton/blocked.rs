//! [`Blocked`]: each thread a small block, a warp a block of threads, a program a block of warps.
//!
//! ```text
//! sizePerThread = [1, 2], threadsPerWarp = [2, 2], warpsPerCTA = [2, 1], order = [1, 0]
//!
//!   t0 t0 t1 t1      warp 0       order: the dimension that runs fastest comes first,
//!   t2 t2 t3 t3                   for registers, lanes, warps, and what the tensor has more
//!   t0 t0 t1 t1      warp 1
//!   t2 t2 t3 t3
//! ```

use std::fmt;

use super::cga::Cga;
use super::error::{EncodingError, permutation, powers_of_two};
use super::names::{LANE, REGISTER, WARP};
use super::text::{Fault, Fields, list};
use super::tile::Tile;
use crate::gf2::Linear;

/// `#ttg.blocked`; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blocked {
    /// Elements of a thread along each dimension.
    pub size_per_thread: Vec<i64>,
    /// Lanes along each dimension.
    pub threads_per_warp: Vec<i64>,
    /// Warps along each dimension.
    pub warps_per_cta: Vec<i64>,
    /// The dimensions, the fastest first.
    pub order: Vec<i64>,
    /// The blocks.
    pub cga: Cga,
}

impl Blocked {
    /// The kind's name.
    pub const NAME: &'static str = "blocked";

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.order.len()
    }

    /// The dimensions, the fastest first; every list is of as many powers of two.
    pub(super) fn checked_order(&self) -> Result<Vec<usize>, EncodingError> {
        let lists = [
            ("sizePerThread", &self.size_per_thread),
            ("threadsPerWarp", &self.threads_per_warp),
            ("warpsPerCTA", &self.warps_per_cta),
        ];
        for (what, list) in lists {
            if list.len() != self.rank() {
                let (expected, found) = (self.rank(), list.len());
                return Err(EncodingError::Rank { encoding: Self::NAME, what, expected, found });
            }
            powers_of_two(Self::NAME, what, list)?;
        }
        permutation(Self::NAME, &self.order, self.rank())
    }

    pub(super) fn to_linear(&self, shape: &[i64]) -> Result<Linear, EncodingError> {
        let order = self.checked_order()?;
        let mut tile = Tile::distributed(Self::NAME, self.rank()).sheds();
        tile.steps(REGISTER, &self.size_per_thread, &order)?;
        tile.steps(LANE, &self.threads_per_warp, &order)?;
        tile.steps(WARP, &self.warps_per_cta, &order)?;
        tile.fit(&self.cga, shape, &order)
    }

    pub(super) fn check(&self) -> Result<(), EncodingError> {
        self.checked_order()?;
        self.cga.bases(Self::NAME, self.rank()).map(drop)
    }

    pub(super) fn read(fields: &mut Fields) -> Result<Self, Fault> {
        Ok(Blocked {
            size_per_thread: fields.integers("sizePerThread")?,
            threads_per_warp: fields.integers("threadsPerWarp")?,
            warps_per_cta: fields.integers("warpsPerCTA")?,
            order: fields.integers("order")?,
            cga: Cga::read(fields)?,
        })
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}",
            list(&self.size_per_thread),
            list(&self.threads_per_warp),
            list(&self.warps_per_cta),
            list(&self.order),
        )?;
        self.cga.print_behind(f)?;
        f.write_str("}>")
    }
}
