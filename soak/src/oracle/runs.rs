//! Runs along an axis of a [`Listing`] of addresses, and where they start.
//!
//! ```text
//! i*6 + j, j < 4      0 1 2 3      runs of 4 along j
//!                     6 7 8 9      from 0 and 6: multiples of 2, not of 4
//! ```
//!
//! A claim of a width is that of runs alone, a claim of an alignment that of the starts of the
//! runs of that width; each says why it is not twice as much.

use super::{Listing, refutes_run, step};
use tileir::Point;
use tileir::proof::{Contiguity, Verdict, Witness};

/// No greater alignment is claimed.
const COARSEST: i64 = 1 << 62;

/// Whether every point lies as far behind the start of its run of `width` as its value does.
pub fn counts_up(listing: &Listing, axis: usize, width: i64) -> bool {
    listing.points.iter().all(|point| {
        let (start, place) = start(point, axis, width);
        match (listing.inside(&start).flatten(), listing.inside(point).flatten()) {
            (Some(start), Some(value)) => step(start, value) == place.into(),
            _ => false,
        }
    })
}

fn start(point: &Point, axis: usize, width: i64) -> (Point, i64) {
    let mut start = point.clone();
    let place = start[axis] % width;
    start[axis] -= place;
    (start, place)
}

/// Whether every run of `width` starts at a multiple of `multiple`.
pub fn aligned(listing: &Listing, axis: usize, width: i64, multiple: i64) -> bool {
    let mut starts = listing.points.iter().filter(|point| point[axis] % width == 0);
    let value = |start: &Point| listing.inside(start).flatten().map(|value| value[0]);
    starts.all(|start| value(start).is_some_and(|value| value % multiple == 0))
}

/// Whether runs and alignment are there, and each reason for no more is one.
pub fn is_contiguity(listing: &Listing, axis: usize, found: &Contiguity) -> bool {
    let Contiguity { width, alignment, wider, coarser } = found;
    let (width, alignment) = (*width, *alignment);
    let extent = listing.map.domain().axes()[axis].extent().finite().unwrap_or(0);
    if listing.points.is_empty() {
        return (width, alignment) == (1, 1);
    }
    let power = |n: i64| n > 0 && n.count_ones() == 1;
    if !power(width) || extent % width != 0 || !(power(alignment) && alignment <= COARSEST) {
        return false;
    }
    let there = (width == 1 || counts_up(listing, axis, width))
        && (alignment == 1 || aligned(listing, axis, width, alignment));
    let next = 2 * width;
    let wider = match wider {
        None => extent % next != 0,
        Some(why) => {
            let shown = |witness: &Witness| refutes_wider(listing, axis, next, witness);
            extent % next == 0 && denies(why, || counts_up(listing, axis, next), shown)
        }
    };
    let coarser = match coarser {
        None => alignment == COARSEST,
        Some(why) => alignment.checked_mul(2).is_some_and(|next| {
            let shown = |witness: &Witness| refutes_start(listing, axis, width, next, witness);
            denies(why, || aligned(listing, axis, width, next), shown)
        }),
    };
    there && wider && coarser
}

/// Whether a reason for no more is one: a witness of what is indeed not so, or that it is unknown.
fn denies(why: &Verdict, truth: impl Fn() -> bool, shown: impl Fn(&Witness) -> bool) -> bool {
    match why {
        Verdict::Proved { .. } => false,
        Verdict::Disproved { witness, .. } => !truth() && shown(witness),
        Verdict::Unknown { .. } => true,
    }
}

/// Whether a witness shows that no runs of `width` count up, wherever they start.
fn refutes_wider(listing: &Listing, axis: usize, width: i64, witness: &Witness) -> bool {
    match witness {
        Witness::Misaligned { .. } => false,
        witness => refutes_run(listing, axis, width, witness),
    }
}

/// Whether a witness shows a run of `width` that starts at no multiple of `multiple`.
fn refutes_start(
    listing: &Listing,
    axis: usize,
    width: i64,
    multiple: i64,
    witness: &Witness,
) -> bool {
    let (Witness::Undefined { point, .. }
    | Witness::Outside { point, .. }
    | Witness::Misaligned { point, .. }) = witness
    else {
        return false;
    };
    let own = listing.inside(point.values());
    let starts = own.is_some() && point.values()[axis] % width == 0;
    starts
        && match witness {
            Witness::Misaligned { value, multiple: claimed, .. } => {
                let shown = own.flatten().map(Vec::as_slice) == Some(value.values());
                shown && *claimed == multiple && value.values()[0] % multiple != 0
            }
            _ => own == Some(None),
        }
}
