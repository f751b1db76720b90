//! [`Swizzle`]: CuTe's XOR of one field of bits into another.
//!
//! ```text
//! Sw<B,M,S>(x) = x xor ((x and Y) shr S)      Y: B bits from bit M + max(S, 0)
//!                                             Z: B bits from bit M - min(S, 0), where they go
//! Sw<2,1,3>     x = …yy.zz.    value = …yy.(zz xor yy).
//! ```
//!
//! The field `Y` stays as it is, so a swizzle is its own inverse; it moves no point out of a
//! block of `2^(M + B + |S|)`.
//!
//! **In wider elements.** Through a recast by `2^k` the fields move with the bits: `M` goes down
//! by `k`, and bits that fall below the element are gone. In bytes `Sw<3,4,3>` is `Sw<3,3,3>`
//! for 16-bit elements and `Sw<3,2,3>` for 32.

use std::fmt;
use std::str::FromStr;

use super::error::CuteError;
use super::notation::Cursor;
use crate::scan::Reader;

/// A swizzle; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// `Sw<bits, base, shift>`.
    ///
    /// # Errors
    /// A negative number of bits or base, a shift of less than the bits that it moves over, or
    /// fields that do not fit below bit 62.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self, CuteError> {
        let checked = Swizzle::checked(bits, base, shift);
        checked.map_err(|what| CuteError::Swizzle { operation: "swizzle", what })
    }

    /// As [`new`](Swizzle::new), or why there is no such swizzle.
    pub(crate) fn checked(bits: i64, base: i64, shift: i64) -> Result<Self, String> {
        let name = format!("Sw<{bits},{base},{shift}>");
        if bits < 0 || base < 0 {
            return Err(format!("{name} has a negative number of bits or base"));
        }
        let distance = shift.unsigned_abs();
        if distance < bits.unsigned_abs() {
            return Err(format!("the shift of {name} is less than its bits"));
        }
        let top = bits.checked_add(base).and_then(|top| top.checked_add_unsigned(distance));
        match (u32::try_from(bits), u32::try_from(base), i32::try_from(shift)) {
            (Ok(bits), Ok(base), Ok(shift)) if top.is_some_and(|top| top <= 62) => {
                Ok(Swizzle { bits, base, shift })
            }
            _ => Err(format!("{name} does not fit 62 bits")),
        }
    }

    /// The swizzle that moves nothing, as CuTe names it: `Sw<0,4,3>`.
    pub fn identity() -> Self {
        Swizzle { bits: 0, base: 4, shift: 3 }
    }

    /// The swizzle that XORs the field `source` into the field `target`, both given as masks.
    ///
    /// # Errors
    /// Masks that are not two fields of one length that do not touch each other.
    pub fn from_masks(source: i64, target: i64) -> Result<Self, CuteError> {
        let refuse = || CuteError::Swizzle {
            operation: "swizzle",
            what: format!("the masks {source:#b} and {target:#b} are no fields of a swizzle"),
        };
        let (low_source, low_target) = (source.trailing_zeros(), target.trailing_zeros());
        let bits = source.count_ones();
        let base = if bits == 0 { 0 } else { low_source.min(low_target) };
        let shift = if bits == 0 { 0 } else { i64::from(low_source) - i64::from(low_target) };
        let swizzle = Swizzle::new(bits.into(), base.into(), shift).map_err(|_| refuse())?;
        if (swizzle.source(), swizzle.target()) == (source, target) {
            Ok(swizzle)
        } else {
            Err(refuse())
        }
    }

    /// How many bits it moves.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How many low bits it leaves alone.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// How far the field moves down; up where negative.
    pub fn shift(&self) -> i32 {
        self.shift
    }

    /// Whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The mask of the field that is read.
    pub fn source(&self) -> i64 {
        ((1 << self.bits) - 1) << (self.base + self.shift.max(0).unsigned_abs())
    }

    /// The mask of the field that is changed.
    pub fn target(&self) -> i64 {
        ((1 << self.bits) - 1) << (self.base + self.shift.min(0).unsigned_abs())
    }

    /// The blocks in which it moves points: multiples of this are left alone.
    pub fn block(&self) -> i64 {
        if self.is_identity() {
            1
        } else {
            1 << (self.base + self.bits + self.shift.unsigned_abs())
        }
    }

    /// The value at a point.
    pub fn apply(&self, x: i64) -> i64 {
        let field = x & self.source();
        x ^ if self.shift >= 0 { field >> self.shift } else { field << self.shift.unsigned_abs() }
    }

    /// The swizzle of elements `2^k` times as wide, `factor = 2^k`.
    ///
    /// # Errors
    /// A factor that is no power of two.
    pub fn upcast(&self, factor: i64) -> Result<Self, CuteError> {
        let gone = power_of_two("upcast", factor)?;
        let lost = gone.saturating_sub(self.base);
        Ok(Swizzle {
            bits: self.bits.saturating_sub(lost),
            base: self.base.saturating_sub(gone),
            shift: self.shift,
        })
    }

    /// The swizzle of elements `2^k` times as narrow, `factor = 2^k`.
    ///
    /// # Errors
    /// A factor that is no power of two, or fields that no longer fit.
    pub fn downcast(&self, factor: i64) -> Result<Self, CuteError> {
        let more = power_of_two("downcast", factor)?;
        Swizzle::new(self.bits.into(), i64::from(self.base) + i64::from(more), self.shift.into())
    }

    /// The swizzle of elements of `from` bits as one of elements of `to` bits.
    ///
    /// ```
    /// use tileir::cute::Swizzle;
    /// let bytes: Swizzle = "Sw<3,4,3>".parse()?;
    /// assert_eq!(bytes.recast(8, 16)?.to_string(), "Sw<3,3,3>");
    /// assert_eq!(bytes.recast(8, 32)?.to_string(), "Sw<3,2,3>");
    /// # Ok::<(), tileir::cute::CuteError>(())
    /// ```
    ///
    /// # Errors
    /// Widths of which the one is not the other times a power of two; fields that no longer fit.
    pub fn recast(&self, from: i64, to: i64) -> Result<Self, CuteError> {
        for number in [from, to] {
            if number <= 0 {
                return Err(CuteError::NotPositive { operation: "recast", number });
            }
        }
        if to % from == 0 {
            self.upcast(to / from)
        } else if from % to == 0 {
            self.downcast(from / to)
        } else {
            let what = format!("the widths {from} and {to} do not divide each other");
            Err(CuteError::Swizzle { operation: "recast", what })
        }
    }
}

fn power_of_two(operation: &'static str, factor: i64) -> Result<u32, CuteError> {
    if factor <= 0 || factor.count_ones() != 1 {
        let what = format!("the factor {factor} is no power of two");
        return Err(CuteError::Swizzle { operation, what });
    }
    Ok(factor.trailing_zeros())
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

impl FromStr for Swizzle {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        Cursor::whole(text, Swizzle::read)
    }
}

impl Swizzle {
    /// Reads a swizzle.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, CuteError> {
        if !cursor.eat("Sw<") {
            cursor.expect("S<", "a swizzle such as Sw<3,4,3>")?;
        }
        Swizzle::read_numbers(cursor)
    }

    /// Reads what follows the first bracket of a swizzle.
    pub(crate) fn read_numbers<'a, R>(reader: &mut R) -> Result<Self, R::Error>
    where
        R: Reader<'a, Error: From<CuteError>>,
    {
        let bits = reader.integer()?;
        reader.expect(",", "','")?;
        let base = reader.integer()?;
        reader.expect(",", "','")?;
        let shift = reader.integer()?;
        reader.expect(">", "'>'")?;
        Ok(Swizzle::new(bits, base, shift)?)
    }
}
