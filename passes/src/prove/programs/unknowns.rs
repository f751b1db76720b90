//! [`Symbol`]: a number that others are computed from, and which of its values there are.
//!
//! | [`Origin`] | such as | the axis has |
//! |---|---|---|
//! | counted | a loop, a thread of a block of known size | the values that there are |
//! | given | an argument of the function | the values that there may be |
//! | not read | what a load gives | those, and more |
//!
//! What is proved holds for more values than there are. What is disproved needs one that there is.

use melior::ir::Location;
use tileir::BinaryOp;
use tileir::expr::Interval;

use super::scope::{Scope, WRAPPED};

/// A number that others are computed from, as messages call it.
pub struct Symbol<'c> {
    /// Its name.
    pub name: String,
    /// Its value.
    pub place: u32,
    /// The loop that counts it, or what it is the value of.
    pub location: Option<Location<'c>>,
    /// Which of its values there are.
    pub origin: Origin,
}

/// Which of a symbol's values there are when the program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// All: the program runs through them.
    Counted,
    /// Each, if the program is given it.
    Given,
    /// Some, it is not known which; and why. Nothing is disproved by one of them.
    Unread(String),
}

impl<'c> Scope<'c> {
    /// The counter of a loop, and of threads: the program runs through all its values.
    pub fn counter(&mut self, name: String, place: u32, location: Option<Location<'c>>) -> u32 {
        self.symbol(Symbol { name, place, location, origin: Origin::Counted })
    }

    /// A number in `0..extent` of which nothing else is known.
    pub fn unknown_below(
        &mut self,
        name: &str,
        extent: i64,
        location: Option<Location<'c>>,
        origin: Origin,
    ) -> u32 {
        let name = self.unused(name);
        let place = self.axis(&name, extent);
        self.symbol(Symbol { name, place, location, origin })
    }

    /// A number in an interval of less than 2^63 numbers, of which nothing else is known.
    pub fn unknown_in(
        &mut self,
        name: &str,
        range: Interval,
        location: Option<Location<'c>>,
        origin: Origin,
    ) -> Option<u32> {
        let extent = i64::try_from(range.hi.checked_sub(range.lo)?.checked_add(1)?).ok()?;
        let first = i64::try_from(range.lo).ok().filter(|_| extent > 0)?;
        let name = self.unused(name);
        let axis = self.axis(&name, extent);
        let first = self.linear.constant(first);
        let place = self.folded(BinaryOp::Add, first, axis);
        Some(self.symbol(Symbol { name, place, location, origin }))
    }

    /// A signed integer of so many bits of which nothing is known. Above 62 bits it has two axes,
    /// as one has at most 2^63 - 1 points.
    pub fn unknown(
        &mut self,
        name: &str,
        bits: u32,
        location: Option<Location<'c>>,
        origin: Origin,
    ) -> u32 {
        let bits = bits.clamp(1, 64);
        let name = self.unused(name);
        let place = if bits <= WRAPPED {
            let coordinate = self.axis(&name, 1 << bits);
            let half = self.linear.constant(1 << (bits - 1));
            self.linear.binary(BinaryOp::Sub, coordinate, half)
        } else {
            let high = self.axis(&format!("{name}_high"), 1 << (bits - WRAPPED));
            let low = self.axis(&format!("{name}_low"), 1 << WRAPPED);
            let half = self.linear.constant((1 << (bits - WRAPPED)) / 2);
            let unit = self.linear.constant(1 << WRAPPED);
            let signed = self.linear.binary(BinaryOp::Sub, high, half);
            let scaled = self.linear.binary(BinaryOp::Mul, signed, unit);
            self.linear.binary(BinaryOp::Add, scaled, low)
        };
        self.symbol(Symbol { name, place, location, origin })
    }
}
