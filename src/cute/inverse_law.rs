//! Whether an inverse leads back, and a witness where it does not.
//!
//! CuTe's inverses are shapes and strides, and there is not always one that is an inverse:
//!
//! | `L` | form | law |
//! |---|---|---|
//! | `(4,2):(1,4)` | `8:1` | holds |
//! | `(2,4):(0,1)` | left inverse `4:2` | fails: coordinates 0 and 1 both have the value 0 |
//! | `(4,4):(1,2)` | refused by [`left_inverse`] | coordinates 2 and 4 both have the value 2 |
//! | `(4,4):(4,-1)` | right inverse `(4,4):(-4,1)` | fails at 5: its digits are -1 of the second mode and 1 of the first, but -4 + 1 = -3 is another coordinate |
//!
//! **The laws.** `G(L(i)) = i` for every coordinate of `L`, and `L(R(v)) = v` for `0 <= v <
//! size(R)`. Each witness is evaluated before it is given.
//!
//! **Why the left law is decided.** [`left_inverse`] accepts only modes whose strides divide each
//! other in ascending order. If each ends where the next begins or before, no two coordinates meet;
//! if one reaches the next stride, its digit there and the next mode's digit 1 do.

use std::fmt;

use super::error::CuteError;
use super::inverse::{by_stride, left_inverse, right_inverse};
use super::layout::{Layout, Leaf};

/// Two coordinates of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Collision {
    /// The one coordinate.
    pub first: i64,
    /// The other.
    pub second: i64,
    /// The value of both.
    pub value: i64,
}

/// Whether an inverse leads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InverseLaw {
    /// From everywhere.
    Holds,
    /// No left inverse leads back to both of two coordinates.
    Collides(Collision),
    /// A right inverse leads from a value to a coordinate that has another.
    Astray {
        /// The value asked for.
        value: i64,
        /// The coordinate that the inverse gives.
        coordinate: i64,
        /// The value there.
        found: i64,
    },
}

impl InverseLaw {
    /// Whether it leads back from everywhere.
    pub fn holds(&self) -> bool {
        *self == InverseLaw::Holds
    }
}

impl Collision {
    /// The coordinates, if they are two and have one value.
    fn checked(layout: &Layout, first: i64, second: i64) -> Option<Self> {
        let value = layout.eval(first).ok()?;
        let same = first != second && layout.eval(second) == Ok(value);
        same.then_some(Collision { first, second, value })
    }

    /// Where one of the modes, in ascending order of stride and each with the product of the
    /// extents before it, reaches the next. Modes of stride 0 do not move.
    pub(super) fn of_moving(layout: &Layout, modes: &[(Leaf, i64)]) -> Option<Self> {
        if layout.size() == 0 {
            return None;
        }
        let moving = || modes.iter().filter(|(mode, _)| mode.stride > 0);
        moving().zip(moving().skip(1)).find_map(|((mode, before), (next, next_before))| {
            let digit = next.stride / mode.stride;
            if digit >= mode.extent {
                return None;
            }
            Collision::checked(layout, digit.checked_mul(*before)?, *next_before)
        })
    }
}

/// Whether [`left_inverse`] leads back to every coordinate.
///
/// # Errors
/// As [`left_inverse`], apart from collisions, which are the answer.
pub fn left_inverse_law(layout: &Layout) -> Result<InverseLaw, CuteError> {
    match left_inverse(layout) {
        Err(CuteError::Collision { collision, .. }) => return Ok(InverseLaw::Collides(collision)),
        refused => refused?,
    };
    let still = by_stride(layout, &mut ())
        .iter()
        .filter(|(mode, _)| mode.stride == 0 && mode.extent > 1 && layout.size() > 0)
        .find_map(|(_, before)| Collision::checked(layout, 0, *before));
    Ok(still.map_or(InverseLaw::Holds, InverseLaw::Collides))
}

/// Whether [`right_inverse`] leads from every value below its size to a coordinate of that value.
///
/// Modes that are walked in one direction never borrow from each other. Of two that are walked in
/// opposite ones, a step in each does, and is tried; then every point, if there are few.
///
/// # Errors
/// [`CuteError::Points`] where no such pair is a witness, and there are too many points.
pub fn right_inverse_law(layout: &Layout) -> Result<InverseLaw, CuteError> {
    let inverse = right_inverse(layout)?;
    let astray = |value: i64| {
        let coordinate = inverse.eval(value).ok()?;
        let found = layout.eval(coordinate).ok()?;
        (found != value).then_some(InverseLaw::Astray { value, coordinate, found })
    };
    let mut starts = Vec::new();
    let mut before = 1i64;
    for leaf in inverse.leaves() {
        starts.push((before, leaf.stride.signum()));
        before = before.saturating_mul(leaf.extent);
    }
    let mixed = starts.iter().any(|(_, sign)| *sign < 0) && starts.iter().any(|(_, s)| *s > 0);
    if !mixed || inverse.size() == 0 || layout.size() == 0 {
        return Ok(InverseLaw::Holds);
    }
    let pairs = starts.iter().flat_map(|down| starts.iter().map(move |up| (down, up)));
    let steps = pairs.filter(|(down, up)| down.1 < 0 && up.1 > 0).map(|(down, up)| down.0 + up.0);
    if let Some(found) = steps.filter(|step| *step < inverse.size()).find_map(astray) {
        return Ok(found);
    }
    let (size, limit) = (inverse.size(), LIMIT);
    if size > limit {
        let operand = layout.to_string();
        return Err(CuteError::Points { operation: "right_inverse", operand, size, limit });
    }
    Ok((0..size).find_map(astray).unwrap_or(InverseLaw::Holds))
}

/// How many points are looked at one by one where no rule tells.
pub(super) const LIMIT: i64 = 1 << 20;

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collision { first, second, value } = self;
        write!(f, "the coordinates {first} and {second} both have the value {value}")
    }
}

impl fmt::Display for InverseLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InverseLaw::Holds => f.write_str("leads back from everywhere"),
            InverseLaw::Collides(collision) => write!(f, "does not lead back: {collision}"),
            InverseLaw::Astray { value, coordinate, found } => write!(
                f,
                "does not lead back: from {value} to the coordinate {coordinate}, which has {found}"
            ),
        }
    }
}
