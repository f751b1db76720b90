//! Where the values of an inner layout lie in the domain of an outer one.
//!
//! CuTe composes whatever the sizes are: the outer layout's last mode is open. That is often
//! meant (a tile that overhangs), and sometimes a mistake. [`reach`] says which coordinates of
//! the outer layout a composition asks for.
//!
//! ```
//! use tileir::cute::{Layout, reach};
//! let (a, b): (Layout, Layout) = ("8:1".parse()?, "(3,3):(1,3)".parse()?);
//! let reach = reach(&a, &b)?;
//! assert!(!reach.is_inside());
//! assert_eq!(reach.to_string(), "0 to 8, of 8: past the end");
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```

use std::fmt;

use super::error::{CuteError, overflow};
use super::layout::Layout;

/// The coordinates of an outer layout that an inner one reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The least value of the inner layout.
    pub least: i64,
    /// The greatest value of the inner layout.
    pub greatest: i64,
    /// The size of the outer layout: its coordinates are `0 .. size`.
    pub size: i64,
    /// Whether the inner layout has no coordinate, and so no value.
    pub empty: bool,
}

impl Reach {
    /// Whether every value is a coordinate.
    pub fn is_inside(&self) -> bool {
        self.empty || (self.least >= 0 && self.greatest < self.size)
    }
}

/// How far the values of `inner` reach in the domain of `outer`.
///
/// # Errors
/// Values that leave 64 bits.
pub fn reach(outer: &Layout, inner: &Layout) -> Result<Reach, CuteError> {
    let (mut least, mut greatest) = (0i64, 0i64);
    for leaf in inner.leaves().iter().filter(|leaf| leaf.extent > 1) {
        let bound = if leaf.stride < 0 { &mut least } else { &mut greatest };
        let span = (leaf.extent - 1).checked_mul(leaf.stride);
        let moved = span.and_then(|span| bound.checked_add(span));
        *bound = moved.ok_or_else(|| overflow("reach", inner.view(), leaf))?;
    }
    Ok(Reach { least, greatest, size: outer.size(), empty: inner.size() == 0 })
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reach { least, greatest, size, empty } = *self;
        if empty {
            return write!(f, "nothing, of {size}: inside");
        }
        let place = match (least < 0, greatest >= size) {
            (false, false) => "inside",
            (false, true) => "past the end",
            (true, false) => "before the start",
            (true, true) => "before the start and past the end",
        };
        write!(f, "{least} to {greatest}, of {size}: {place}")
    }
}
