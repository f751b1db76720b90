//! What a compiler asks of a [`Listing`]: equality, replicas, widths, runs; and which witnesses
//! refute the claims.

use super::{Listing, arithmetic, sets};
use tileir::proof::{Coordinates, Witness};
use tileir::{BinaryOp, Inst, Point};

/// Whether two maps between the same sets agree at every point, also in having no value.
pub fn equal(left: &Listing, right: &Listing) -> bool {
    left.points.iter().all(|point| left.inside(point) == right.inside(point))
}

/// Whether a witness shows two maps to differ.
pub fn refutes_equal(left: &Listing, right: &Listing, witness: &Witness) -> bool {
    match witness {
        Witness::Difference { point, left: a, right: b } => {
            left.gives(point, a)
                && right.gives(point, b)
                && left.inside(point.values()) != right.inside(point.values())
        }
        _ => false,
    }
}

/// Whether the value, or that there is none, never depends on an axis.
pub fn constant(listing: &Listing, axis: usize) -> bool {
    let others = |point: &Point| [&point[..axis], &point[axis + 1..]].concat();
    let mut rows: Vec<(Vec<i64>, Option<&Point>)> = listing
        .rows()
        .map(|(point, value)| (others(point), value.filter(|value| listing.holds(value))))
        .collect();
    rows.sort();
    rows.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1)
}

/// Whether a witness shows a value to depend on an axis.
pub fn refutes_constant(listing: &Listing, axis: usize, witness: &Witness) -> bool {
    match witness {
        Witness::Varies { first, left, second, right } => {
            listing.gives(first, left)
                && listing.gives(second, right)
                && apart(first, second, axis).is_some()
                && listing.inside(first.values()) != listing.inside(second.values())
        }
        _ => false,
    }
}

/// How far the second point lies behind the first, if they differ on no other axis.
fn apart(first: &Coordinates, second: &Coordinates, axis: usize) -> Option<i64> {
    let (a, b) = (first.values(), second.values());
    let elsewhere = |k: usize| k != axis && a[k] != b[k];
    (a.len() == b.len() && !(0..a.len()).any(elsewhere)).then(|| b[axis] - a[axis])
}

/// Whether each run of `width` neighbours along an axis starts at a multiple of `width` and counts
/// up; of a map over a box into one axis.
pub fn run(listing: &Listing, axis: usize, width: i64) -> bool {
    listing.points.iter().all(|point| {
        let place = point[axis] % width;
        let mut start = point.clone();
        start[axis] -= place;
        match (listing.inside(&start).flatten(), listing.inside(point).flatten()) {
            (Some(start), Some(value)) => {
                start[0] % width == 0 && step(start, value) == place.into()
            }
            _ => false,
        }
    })
}

/// How far one value of one coordinate lies behind another.
pub(super) fn step(from: &[i64], to: &[i64]) -> i128 {
    i128::from(to[0]) - i128::from(from[0])
}

/// Whether a witness shows that no runs of `width` are there.
pub fn refutes_run(listing: &Listing, axis: usize, width: i64, witness: &Witness) -> bool {
    let starts = |point: &Coordinates| point.values()[axis] % width == 0;
    match witness {
        Witness::Undefined { point, .. } => listing.at(point.values()) == Some(None),
        Witness::Outside { point, value, .. } => {
            listing.at(point.values()).flatten().map(Vec::as_slice) == Some(value.values())
                && !listing.holds(value.values())
        }
        Witness::Misaligned { point, value, multiple } => {
            let own = listing.inside(point.values()).flatten().map(Vec::as_slice);
            own == Some(value.values())
                && starts(point)
                && *multiple == width
                && value.values().iter().any(|v| v % width != 0)
        }
        Witness::Varies { first, left, second, right } => {
            let step = apart(first, second, axis).filter(|step| (1..width).contains(step));
            let values = (left.as_ref().ok(), right.as_ref().ok());
            let counts_up = |step: i64| match values {
                (Some(a), Some(b)) => self::step(a.values(), b.values()) == step.into(),
                _ => false,
            };
            listing.gives(first, left)
                && listing.gives(second, right)
                && starts(first)
                && step.is_some_and(|step| !counts_up(step))
        }
        _ => false,
    }
}

/// What narrow arithmetic would meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// Every value on the way fits.
    pub fits: bool,
    /// No shift reaches the width, and the least integer is not divided by -1.
    pub defined: bool,
}

/// Whether every value that a map's program passes through fits signed integers of `bits` bits,
/// and no machine operation of that width is undefined; `None` for a map without a program.
pub fn narrow(listing: &Listing, bits: u32) -> Option<Narrow> {
    let code = listing.map.program()?;
    let program = code.program();
    let mut found = Narrow { fits: true, defined: true };
    for point in &listing.points {
        let Some(values) = arithmetic::values(program, point) else {
            found.fits = false;
            continue;
        };
        found.fits &= values.iter().all(|&value| within(value, bits));
        let traps = |inst: &Inst| match *inst {
            Inst::Binary(BinaryOp::Shl | BinaryOp::Shr, _, by) => {
                values[by as usize] >= bits.into()
            }
            Inst::Binary(BinaryOp::Mod | BinaryOp::FloorDiv, a, b) => {
                values[b as usize] == -1 && !within(-i128::from(values[a as usize]), bits)
            }
            _ => false,
        };
        found.defined &= !program.insts().iter().any(traps);
    }
    Some(found)
}

fn within(value: impl Into<i128>, bits: u32) -> bool {
    let top = 1i128 << (bits - 1);
    (-top..top).contains(&value.into())
}

/// Whether a witness shows that a map's arithmetic does not fit.
pub fn refutes_narrow(listing: &Listing, bits: u32, witness: &Witness) -> bool {
    match witness {
        Witness::Undefined { point, .. } => listing.at(point.values()) == Some(None),
        Witness::Wide { point, value, bits: claimed, .. } => {
            let passes = |values: Vec<i64>| values.contains(value);
            let code = listing.map.program();
            sets::contains(listing.map.domain(), point.values())
                && *claimed == bits
                && !within(*value, bits)
                && code
                    .and_then(|code| arithmetic::values(code.program(), point.values()))
                    .is_some_and(passes)
        }
        _ => false,
    }
}
