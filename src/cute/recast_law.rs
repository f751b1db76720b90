//! Whether a swizzled layout in wider elements is the same memory.
//!
//! `Sw o L` in elements `n` times as wide is CuTe's `Sw' o L'`, with the fields of `Sw` moved down
//! by `log2(n)` bits and what falls below bit 0 dropped. It is the same memory only if nothing
//! needed falls:
//!
//! | upcast by 2 | element | lies at | law |
//! |---|---|---|---|
//! | `Sw<3,4,3> o 64:1` | | | holds: 2^4 elements, at least 2, stay together |
//! | `Sw<3,0,3> o 64:1` | 8 and 9 | 9 and 8 | torn: they are swapped |
//! | `Sw<1,0,-4> o 8:1` | 0 and 1 | 0 and 17 | torn: they are not neighbours |
//! | `Sw<3,0,3> o 8:1` | | | holds: no value has a bit of the field |
//!
//! **The law.** With `x = n*w + r` the value before the swizzle, `Sw(x) = n*Sw'(w) + r`. The bits
//! that are dropped are the lowest `log2(n) - M` of the source field (of its bits, as many as there
//! are); the two sides differ by their images, so the law fails exactly where `x` has one of them.

use std::fmt;

use super::composed::Composed;
use super::error::CuteError;
use super::inverse_law::LIMIT;
use super::layout::Leaf;

/// Whether wider elements stay together; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecastLaw {
    /// They do for every layout: the swizzle leaves at least the element's bits alone.
    Untouched {
        /// How many low bits the swizzle leaves alone: its `M`.
        base: u32,
        /// How many an element has: the logarithm of the factor.
        bits: u32,
    },
    /// They do for this layout: no value has one of the bits that are dropped.
    Unreached {
        /// The bits that are dropped.
        dropped: i64,
    },
    /// They do not.
    Torn(Torn),
}

/// Two elements that are to be in one wide element, and where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Torn {
    /// How many elements make one.
    pub factor: i64,
    /// A coordinate of the layout at which the law fails.
    pub at: i64,
    /// Two values before the swizzle that differ only in the place inside the wide element.
    pub elements: [i64; 2],
    /// Their values after it.
    pub places: [i64; 2],
}

impl RecastLaw {
    /// Whether the recast is the same memory.
    pub fn holds(&self) -> bool {
        !matches!(self, RecastLaw::Torn(_))
    }
}

impl Composed {
    /// Whether [`upcast`](Composed::upcast) by `factor` is the same memory in wider elements.
    ///
    /// # Errors
    /// A factor that is no power of two; values that leave 64 bits; [`CuteError::Points`] where no
    /// rule tells and there are too many points.
    pub fn recast_law(&self, factor: i64) -> Result<RecastLaw, CuteError> {
        self.swizzle.upcast(factor)?;
        let (base, bits) = (self.swizzle.base(), factor.trailing_zeros());
        if self.swizzle.is_identity() || base >= bits {
            return Ok(RecastLaw::Untouched { base, bits });
        }
        let lost = self.swizzle.bits().min(bits - base);
        let low = self.swizzle.source() & self.swizzle.source().wrapping_neg();
        let dropped = ((1i64 << lost) - 1) * low;
        match self.reached(dropped)? {
            Some(at) => Ok(RecastLaw::Torn(self.torn(factor, at)?)),
            None => Ok(RecastLaw::Unreached { dropped }),
        }
    }

    /// [`recast`](super::recast()) of swizzle, offset and layout, as CuTe has it; see
    /// [`recast_law`](Composed::recast_law).
    ///
    /// # Errors
    /// Widths of which the one is not the other times a power of two; as [`Composed::upcast`] and
    /// [`Composed::downcast`].
    pub fn recast(&self, from: i64, to: i64) -> Result<Self, CuteError> {
        self.swizzle.recast(from, to)?;
        if to % from == 0 { self.upcast(to / from) } else { self.downcast(from / to) }
    }

    /// The value before the swizzle.
    fn unswizzled(&self, coordinate: i64) -> Result<i64, CuteError> {
        // A swizzle is its own inverse.
        Ok(self.swizzle.apply(self.eval(coordinate)?))
    }

    /// A coordinate whose value before the swizzle has one of the bits.
    fn reached(&self, bits: i64) -> Result<Option<i64>, CuteError> {
        let size = self.size();
        if size == 0 {
            return Ok(None);
        }
        let mut tried = vec![0];
        let mut before = 1i64;
        for leaf in self.layout.leaves() {
            let steps = (0..62).map(|step| 1i64 << step).take_while(|step| *step < leaf.extent);
            for digit in steps.chain([leaf.extent - 1]) {
                tried.push(digit.saturating_mul(before));
            }
            before = before.saturating_mul(leaf.extent);
        }
        for at in tried {
            if self.unswizzled(at)? & bits != 0 {
                return Ok(Some(at));
            }
        }
        if self.stays_off(bits) {
            return Ok(None);
        }
        if size > LIMIT {
            let (operand, limit) = (self.to_string(), LIMIT);
            return Err(CuteError::Points { operation: "recast_law", operand, size, limit });
        }
        for at in 0..size {
            if self.unswizzled(at)? & bits != 0 {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the layout's values plainly have none of the bits: all of them lie between 0 and the
    /// lowest one, or all are multiples of a power of two above them.
    fn stays_off(&self, bits: i64) -> bool {
        let moving = || self.layout.leaves().iter().filter(|leaf| leaf.extent > 1);
        let all = moving().fold(self.offset, |all, leaf| all | leaf.stride);
        if all == 0 || all.trailing_zeros() > bits.ilog2() {
            return true;
        }
        let end = moving().try_fold(self.offset, |end, Leaf { extent, stride }| {
            end.checked_add((extent - 1).checked_mul(*stride)?)
        });
        let rising = self.offset >= 0 && moving().all(|leaf| leaf.stride >= 0);
        rising && end.is_some_and(|end| end < 1 << bits.trailing_zeros())
    }

    /// The witness at a coordinate at which the law fails.
    fn torn(&self, factor: i64, at: i64) -> Result<Torn, CuteError> {
        let value = self.unswizzled(at)?;
        let first = value & !(factor - 1);
        let second = if value == first { first | 1 } else { value };
        let elements = [first, second];
        Ok(Torn { factor, at, elements, places: elements.map(|x| self.swizzle.apply(x)) })
    }
}

impl fmt::Display for RecastLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecastLaw::Untouched { base, bits } => {
                write!(f, "the same memory: the swizzle leaves the {bits} low bits of an element")?;
                write!(f, " alone, its base is {base}")
            }
            RecastLaw::Unreached { dropped } => {
                write!(f, "the same memory: no value has a bit of {dropped:#b}, which is dropped")
            }
            RecastLaw::Torn(torn) => write!(f, "not the same memory: {torn}"),
        }
    }
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Torn { factor, elements: [first, second], places: [left, right], .. } = self;
        write!(f, "the elements {first} and {second}, of one {factor} times as wide, lie at ")?;
        write!(f, "{left} and {right}")
    }
}
