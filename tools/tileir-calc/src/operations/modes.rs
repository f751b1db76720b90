//! Modes of a layout, chosen, put together and rearranged.

use tileir::cute::{self, Layout};

use super::{Call, Operation, Outcome, row};
use crate::error::{Fault, Reason};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("select", "L, mode, …", "some modes, in this order", |call| {
        Ok(cute::select(&call.layout(0)?, &counts(call, 1)?)?.into())
    }),
    row("get", "L, mode, …", "a mode, of that a mode, …; of a tuple, an element", get),
    row("replace", "L, mode, M", "L with M as one of its modes", |call| {
        let layout = call.layout(0)?;
        let mode = call.count(1)?;
        if mode >= layout.rank() {
            return Err(call.fault(1, Reason::Mode { mode, rank: layout.rank() }).into());
        }
        let new = call.layout(2)?;
        let modes = layout.view().modes().enumerate();
        let modes = modes.map(|(place, old)| if place == mode { new.view() } else { old });
        Ok(Layout::concat(modes)?.into())
    }),
    row("take", "L, begin, end", "the modes from begin to before end", |call| {
        let (begin, end) = (call.count(1)?, call.count(2)?);
        if begin > end {
            return Err(call.fault(1, Reason::Backwards { begin, end }).into());
        }
        Ok(cute::take(&call.layout(0)?, call.count(1)?..call.count(2)?)?.into())
    }),
    row("group_modes", "L, begin, end", "the modes from begin to before end as one", |call| {
        Ok(cute::group_modes(&call.layout(0)?, call.count(1)?..call.count(2)?)?.into())
    }),
    row("append", "L, M", "L's modes, then M as one more", |call| {
        Ok(cute::append(&call.layout(0)?, &call.layout(1)?)?.into())
    }),
    row("prepend", "L, M", "M as a mode, then L's modes", |call| {
        Ok(cute::prepend(&call.layout(0)?, &call.layout(1)?)?.into())
    }),
    row("zip", "L, M", "mode by mode, (L's, M's)", |call| {
        Ok(cute::zip(&call.layout(0)?, &call.layout(1)?)?.into())
    }),
];

fn get(call: &Call<'_>) -> Outcome {
    let mut value = call.value(0)?.clone();
    for index in 1..call.len() {
        let mode = call.count(index)?;
        let missing = |rank| call.fault(index, Reason::Mode { mode, rank });
        value = match value {
            Value::Tuple(mut items) if mode < items.len() => items.swap_remove(mode),
            Value::Tuple(items) => return Err(missing(items.len()).into()),
            other => {
                let layout = other.to_layout(&call.what(0));
                let layout = layout.map_err(|reason| call.fault(0, reason))?;
                if mode >= layout.rank() {
                    return Err(missing(layout.rank()).into());
                }
                Value::Layout(layout.mode(mode)?)
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
