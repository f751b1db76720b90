//! Maps as encodings: `#ttg.linear`, `#ttg.generic_linear` and `#ttg.shared_linear`.
//!
//! A map whose axes are a program's, powers of two, and that is the XOR of its bits' images, is
//! an encoding, however it was written: strides, expressions, compositions. The candidate is
//! read off at the single bits, and *proved* equal to the map. If it is not, two points whose
//! XOR the map does not respect say so:
//!
//! ```text
//! (lane : 4) -> (3*lane mod 8)     lane 1 is at 3, lane 2 at 6, lane 3 at 1, not at 3 xor 6 = 5
//! ```

use std::fmt;

use super::encoding::Encoding;
use super::error::EncodingError;
use super::linear::{LinearEncoding, SharedLinear};
use super::names::{BLOCK, LANE, OFFSET, REGISTER, WARP};
use crate::error::{EvalError, MapError};
use crate::gf2::{Gf2Error, Linear};
use crate::index_set::Point;
use crate::map::LayoutMap;
use crate::proof::{Budget, Verdict, Witness, equal};
use thiserror::Error;

/// What the offset 0 of an exported encoding is aligned to, in bytes, as Triton aligns by
/// default.
const ALIGNMENT: i64 = 16;

/// Why a map is no encoding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// An axis that is none of a program's.
    #[error(
        "the axis '{axis}' is none of 'register', 'lane', 'warp', 'block', nor of 'offset', 'block'"
    )]
    Axis {
        /// The axis.
        axis: String,
    },
    /// A map whose values are not the XORs of the values at its bits.
    #[error("the map is not linear over GF(2): {0}")]
    NotLinear(Box<Counterexample>),
    /// A map of which it is not known whether it is linear.
    #[error("it is not proved that the map is linear over GF(2): {0}")]
    Unknown(String),
    /// A map without a value where one was needed.
    #[error(transparent)]
    Undefined(#[from] EvalError),
    /// Bases that no encoding may have.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// Axes that are no powers of two, or an element that is not reached.
    #[error(transparent)]
    Layout(#[from] Gf2Error),
    /// What maps say.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// Two points whose XOR a map does not respect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// A point; where the map does not send 0 to 0, both are 0.
    pub first: Point,
    /// Another.
    pub second: Point,
    /// The point with the bits of both.
    pub together: Point,
    /// The value at the first.
    pub at_first: Point,
    /// The value at the second.
    pub at_second: Point,
    /// The value at both.
    pub at_together: Point,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is at {:?}, {:?} at {:?}, and {:?} at {:?}, not at their XOR",
            self.first, self.at_first, self.second, self.at_second, self.together, self.at_together
        )
    }
}

impl Encoding {
    /// The encoding with this layout's bases: `#ttg.linear` from some of `register`, `lane`,
    /// `warp`, `block`, or `#ttg.generic_linear` where they are no permutation;
    /// `#ttg.shared_linear` from `offset` and `block`. It must be surjective: bases alone do not
    /// tell of elements that nobody holds.
    ///
    /// # Errors
    /// [`ExportError::Axis`] if the inputs are others; an element that is not reached; one place
    /// alone; a register, a lane or a block whose basis moves along several dimensions.
    pub fn of_linear(layout: &Linear) -> Result<Encoding, ExportError> {
        let names: Vec<&str> = layout.ins().names().collect();
        let shared = names.contains(&OFFSET);
        let known: &[&str] = if shared { &[OFFSET, BLOCK] } else { &[REGISTER, LANE, WARP, BLOCK] };
        if let Some(axis) = names.iter().find(|name| !known.contains(name)) {
            return Err(ExportError::Axis { axis: axis.to_string() });
        }
        layout.require_surjective()?;
        let bases = layout.bases();
        let of = |name| {
            let place = names.iter().position(|known| *known == name);
            place.and_then(|place| bases.get(place)).cloned().unwrap_or_default()
        };
        let encoding = if shared {
            let (offset, block, alignment) = (of(OFFSET), of(BLOCK), ALIGNMENT);
            Encoding::SharedLinear(SharedLinear { offset, block, alignment })
        } else {
            let (register, lane, warp, block) = (of(REGISTER), of(LANE), of(WARP), of(BLOCK));
            let own = LinearEncoding { generic: false, register, lane, warp, block };
            Encoding::Linear(LinearEncoding { generic: !own.is_permutation(), ..own })
        };
        encoding.check()?;
        Ok(encoding)
    }

    /// The encoding that a map is, its codomain's axes being the tensor's dimensions.
    ///
    /// ```
    /// use tileir::{LayoutMap, interop::triton::Encoding, proof::Budget};
    /// let map: LayoutMap = "expr<(lane : 32, register : 2) -> (lane * 2 + register) to (i : 64)>".parse()?;
    /// let encoding = Encoding::of_map(&map, &Budget::default())?;
    /// assert_eq!(
    ///     encoding.to_string(),
    ///     "#ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExportError::NotLinear`] with two points that show it, [`ExportError::Unknown`] where
    /// neither is proved; other axes than a program's, extents that are no powers of two, an
    /// element that is not reached.
    pub fn of_map(map: &LayoutMap, budget: &Budget) -> Result<Encoding, ExportError> {
        Encoding::of_linear(&linear_of(map, budget)?)
    }
}

/// The layout that a map is, proved.
pub(in crate::interop) fn linear_of(
    map: &LayoutMap,
    budget: &Budget,
) -> Result<Linear, ExportError> {
    if let Ok(layout) = Linear::try_from(map) {
        return Ok(layout);
    }
    // The sets as a layout has them: an identity's are checked where it is read.
    let sizes = Linear::try_from(&LayoutMap::identity(map.domain().clone())?)?;
    Linear::try_from(&LayoutMap::identity(map.codomain().clone())?)?;
    let origin = vec![0; map.domain().rank()];
    let zero = map.eval(&origin)?;
    if zero.iter().any(|&value| value != 0) {
        return Err(not_linear(map, &origin, &origin)?);
    }
    let mut bases = Vec::with_capacity(origin.len());
    for (axis, dim) in sizes.ins().iter().enumerate() {
        let at = |bit: u32| map.eval(&unit(&origin, axis, bit));
        bases.push((0..dim.bits()).map(at).collect::<Result<Vec<_>, _>>()?);
    }
    let (domain, codomain) = (map.domain().clone(), map.codomain().clone());
    let candidate = LayoutMap::bit_linear(domain, codomain, bases)?;
    match equal(map, &candidate, budget) {
        Verdict::Proved { .. } => Ok(Linear::try_from(&candidate)?),
        verdict => match verdict.witness() {
            Some(Witness::Difference { point, .. }) => Err(split(map, &sizes, point.values())?),
            _ => Err(ExportError::Unknown(verdict.to_string())),
        },
    }
}

/// A single bit of an axis.
fn unit(origin: &[i64], axis: usize, bit: u32) -> Point {
    let mut point = origin.to_vec();
    point.get_mut(axis).into_iter().for_each(|x| *x = 1 << bit);
    point
}

/// A point whose value is not the XOR of its bits' values, split where the XOR first fails.
fn split(map: &LayoutMap, sizes: &Linear, point: &[i64]) -> Result<ExportError, ExportError> {
    let origin = vec![0; point.len()];
    let mut below = origin.clone();
    for (axis, (dim, &x)) in sizes.ins().iter().zip(point).enumerate() {
        for bit in (0..dim.bits()).filter(|&bit| x >> bit & 1 == 1) {
            let next = unit(&origin, axis, bit);
            let both = xor(&below, &next);
            if map.eval(&both)? != xor(&map.eval(&below)?, &map.eval(&next)?) {
                return not_linear(map, &below, &next);
            }
            below = both;
        }
    }
    Ok(ExportError::Unknown(format!("at {point:?}")))
}

fn not_linear(map: &LayoutMap, first: &[i64], second: &[i64]) -> Result<ExportError, ExportError> {
    let together = xor(first, second);
    Ok(ExportError::NotLinear(Box::new(Counterexample {
        at_first: map.eval(first)?,
        at_second: map.eval(second)?,
        at_together: map.eval(&together)?,
        first: first.to_vec(),
        second: second.to_vec(),
        together,
    })))
}

fn xor(left: &[i64], right: &[i64]) -> Point {
    left.iter().zip(right).map(|(a, b)| a ^ b).collect()
}
