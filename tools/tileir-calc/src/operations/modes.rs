//! Modes of a layout, chosen, put together and rearranged.

use tileir::cute::{self, Composed, CuteError, Layout};

use super::{Call, Operation, Outcome, row};
use crate::error::{Fault, Reason};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("select", "L, mode, …", "some modes, in this order", |call| {
        let modes = counts(call, 1)?;
        call.on_coordinates(0, |layout| cute::select(layout, &modes))
    }),
    row("get", "L, mode, …", "a mode, of that a mode, …; of a tuple, an element", get),
    row("replace", "L, mode, M", "L with M as one of its modes", |call| {
        let whole = call.composed(0)?;
        let (rank, mode) = (whole.layout.rank(), call.count(1)?);
        if mode >= rank {
            return Err(call.no_mode(1, call.value(0)?, mode, rank).into());
        }
        let new = call.layout(2)?;
        let modes = whole.layout.view().modes().enumerate();
        let modes = modes.map(|(place, old)| if place == mode { new.view() } else { old });
        Ok(Composed { layout: Layout::concat(modes)?, ..whole.clone() }.into())
    }),
    row("take", "L, begin, end", "the modes from begin to before end", |call| {
        let (begin, end) = (call.count(1)?, call.count(2)?);
        if begin > end {
            return Err(call.fault(1, Reason::Backwards { begin, end }).into());
        }
        call.on_coordinates(0, |layout| cute::take(layout, begin..end))
    }),
    row("group_modes", "L, begin, end", "the modes from begin to before end as one", |call| {
        let (begin, end) = (call.count(1)?, call.count(2)?);
        call.on_coordinates(0, |layout| cute::group_modes(layout, begin..end))
    }),
    row("append", "L, M", "L's modes, then M as one more", |call| beside(call, cute::append)),
    row("prepend", "L, M", "M as a mode, then L's modes", |call| beside(call, cute::prepend)),
    row("zip", "L, M", "mode by mode, (L's, M's)", |call| beside(call, cute::zip)),
];

/// A layout's modes with those of another, under its swizzle and offset.
fn beside(call: &Call<'_>, join: fn(&Layout, &Layout) -> Result<Layout, CuteError>) -> Outcome {
    let whole = call.composed(0)?;
    let layout = join(&whole.layout, &call.layout(1)?)?;
    Ok(Composed { layout, ..whole }.into())
}

fn get(call: &Call<'_>) -> Outcome {
    let mut value = call.value(0)?.clone();
    for index in 1..call.len() {
        let mode = call.count(index)?;
        value = match value {
            Value::Tuple(mut items) if mode < items.len() => items.swap_remove(mode),
            Value::Tuple(ref items) => {
                return Err(call.no_mode(index, &value, mode, items.len()).into());
            }
            other => {
                let whole = other.to_swizzled(&call.what(0));
                let whole = whole.map_err(|reason| call.fault(0, reason))?;
                let rank = whole.first()?.rank();
                if mode >= rank {
                    return Err(call.no_mode(index, &other, mode, rank).into());
                }
                whole.on_coordinates(|layout| Ok(layout.mode(mode)?.into()))?.into()
            }
        };
    }
    Ok(value)
}

/// The numbers from argument `from` on, or in it if it is a tuple.
///
/// # Errors
/// Numbers that do not count.
pub fn counts(call: &Call<'_>, from: usize) -> Result<Vec<usize>, Fault> {
    if let Value::Tuple(_) = call.value(from)? {
        let modes = call.point(from)?;
        let count = |&mode: &i64| usize::try_from(mode).map_err(|_| call.negative(from, mode));
        return modes.iter().map(count).collect();
    }
    (from..call.len()).map(|index| call.count(index)).collect()
}
