//! Inverses through a swizzle.
//!
//! An inverse of `Sw o L` undoes the swizzle first and has it on the wrong side: `L' o Sw`, with
//! `L'` the inverse of `L`. It is a swizzled layout again if the swizzle can be moved across:
//!
//! ```text
//! (Sw<3,3,3> o (8,64):(64,1))'  =  (64,8):(8,1) o Sw<3,3,3>  =  Sw<3,0,-6> o (64,8):(8,1)
//!                                  field 3..6 goes to 0..3, field 6..9 stays
//! ```
//!
//! The masks of the two fields are taken through `L'`, on its extended domain: a field may lie
//! above the values that there are (`Sw<2,4,2> o 64:1` has none above bit 5), and must still have a
//! place.
//!
//! **The law** is checked before the form is given: `W(R(v)) = v` below the size of `R`, and
//! `W(G(W(i))) = W(i)` for every coordinate of the whole `W`. Where all of it is linear over bits it
//! is enough to look at each bit alone; elsewhere the points are looked at, if there are few. A
//! refusal shows the fields, or a point at which the law fails:
//!
//! ```text
//! right_inverse: Sw<3,4,3> does not pass (64,8):(8,1): its field 0b1110000000 would be 0b110010
//! and its field 0b1110000 0b1110000000, which are no fields of a swizzle
//! ```

use super::composed::Composed;
use super::error::CuteError;
use super::inverse::{left_inverse, right_inverse};
use super::layout::Layout;
use super::swizzle::Swizzle;

/// How many points are looked at where bits do not tell.
const POINTS: i64 = 1 << 16;

impl Composed {
    /// `R` with `self(R(v)) = v` below its size.
    ///
    /// # Errors
    /// An offset; an inverse past which the swizzle cannot be moved.
    pub fn right_inverse(&self) -> Result<Self, CuteError> {
        let inverse = right_inverse(&self.layout)?;
        self.inverse("right_inverse", inverse, ["W(R(", "))"], |whole, back| {
            same(&[back, whole], &[], back.size())
        })
    }

    /// `G` with `self(G(self(i))) = self(i)` for every coordinate `i`, and `G(self(i)) = i` if the
    /// layout has no mode of stride 0.
    ///
    /// # Errors
    /// As [`left_inverse`](super::left_inverse()); an offset; an inverse past which the swizzle
    /// cannot be moved.
    pub fn left_inverse(&self) -> Result<Self, CuteError> {
        let inverse = left_inverse(&self.layout)?;
        self.inverse("left_inverse", inverse, ["W(G(W(", ")))"], |whole, back| {
            same(&[whole, back, whole], &[whole], whole.size())
        })
    }

    /// `inverse o swizzle` as `swizzle' o inverse`, if the law holds for that; `around` is what the
    /// law says of a point.
    fn inverse(
        &self,
        operation: &'static str,
        inverse: Layout,
        around: [&str; 2],
        law: impl Fn(&Composed, &Composed) -> Result<(), Unlike>,
    ) -> Result<Self, CuteError> {
        if self.plain().is_some() {
            return Ok(Composed::from(inverse));
        }
        let refuse = |what: String| CuteError::Swizzle { operation, what };
        if self.offset != 0 {
            return Err(refuse(format!("the offset {} would come first", self.offset)));
        }
        let swizzle = self.swizzle;
        let torn = |why: String| refuse(format!("{swizzle} does not pass {inverse}: {why}"));
        let back = Composed::new(moved(swizzle, &inverse).map_err(torn)?, inverse.clone());
        match law(self, &back) {
            Ok(()) => Ok(back),
            Err(Unlike::Unknown { size }) => Err(torn(format!(
                "bits do not tell, and {size} points are more than the {POINTS} that are looked at"
            ))),
            Err(Unlike::At { at, value, expected }) => {
                let [before, behind] = around;
                let value = match value {
                    Some(value) => format!("is {value}, not {expected}"),
                    None => "leaves 64 bits".to_owned(),
                };
                Err(torn(format!("as {back} it does not lead back, {before}{at}{behind} {value}")))
            }
        }
    }
}

/// The swizzle of the values of `layout` that has the fields of `swizzle`, one of its coordinates;
/// or why there is none.
pub(super) fn moved(swizzle: Swizzle, layout: &Layout) -> Result<Swizzle, String> {
    let field = |mask: i64| layout.eval(mask).map_err(|error| error.to_string());
    let (source, target) = (field(swizzle.source())?, field(swizzle.target())?);
    Swizzle::from_masks(source, target).map_err(|_| {
        format!(
            "its field {:#b} would be {source:#b} and its field {:#b} {target:#b}, which are no \
             fields of a swizzle",
            swizzle.source(),
            swizzle.target()
        )
    })
}

/// Why two functions are not known to be the same.
pub(super) enum Unlike {
    /// A point at which the one is `value`, or leaves 64 bits, and the other is `expected`.
    At { at: i64, value: Option<i64>, expected: i64 },
    /// Nothing is known of so many points.
    Unknown { size: i64 },
}

/// Whether one function after the other along `path` is the same as along `direct`, below `size`.
/// (An empty path is the identity.)
pub(super) fn same(path: &[&Composed], direct: &[&Composed], size: i64) -> Result<(), Unlike> {
    let agree = |at: i64| match (walk(path, at), walk(direct, at)) {
        (Some(value), Some(expected)) if value == expected => Ok(()),
        (value, Some(expected)) => Err(Unlike::At { at, value, expected }),
        (_, None) => Err(Unlike::Unknown { size }),
    };
    if size <= POINTS {
        return (0..size).try_for_each(agree);
    }
    let bits = i64::BITS - (size - 1).leading_zeros();
    if is_linear(path, bits) && is_linear(direct, bits) {
        return (0..bits).try_for_each(|bit| agree(1 << bit));
    }
    Err(Unlike::Unknown { size })
}

fn walk(path: &[&Composed], x: i64) -> Option<i64> {
    path.iter().try_fold(x, |x, step| step.eval(x).ok())
}

/// Whether the functions, one after the other, take XOR to XOR on numbers of so many bits.
fn is_linear(path: &[&Composed], mut bits: u32) -> bool {
    for step in path {
        if step.offset != 0 || !takes_xor_to_xor(&step.layout, bits) {
            return false;
        }
        let images = (0..bits.min(62)).map(|bit| step.eval(1 << bit));
        let Ok(reach) = images.collect::<Result<Vec<i64>, _>>() else { return false };
        let reach = reach.into_iter().fold(0, |all, image| all | image);
        bits = i64::BITS - reach.leading_zeros();
    }
    bits <= 62
}

/// Whether a layout is linear over bits on numbers of so many bits, some of them past its size:
/// each mode a power of two at a power of two, no two at one bit, the last one as long as needed.
fn takes_xor_to_xor(layout: &Layout, bits: u32) -> bool {
    let (mut below, mut taken) = (0u32, 0i64);
    let last = layout.leaves().len().saturating_sub(1);
    for (number, leaf) in layout.leaves().iter().enumerate() {
        if leaf.extent.count_ones() != 1 || (leaf.stride != 0 && leaf.stride.count_ones() != 1) {
            return false;
        }
        let own = leaf.extent.trailing_zeros();
        let width = if number == last { own.max(bits.saturating_sub(below)) } else { own };
        let mask = if width > 62 { None } else { ((1i64 << width) - 1).checked_mul(leaf.stride) };
        match mask {
            Some(mask) if mask >= 0 && taken & mask == 0 => taken |= mask,
            _ => return false,
        }
        below += own;
    }
    bits <= 62
}
