//! Modes of a layout, chosen, put together and rearranged.

use tileir::cute;

use super::{Call, Operation, row};
use crate::error::Fault;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("select", "L, mode, …", "some modes, in this order", |call| {
        Ok(cute::select(&call.layout(0)?, &counts(call, 1)?)?.into())
    }),
    row("take", "L, begin, end", "the modes from begin to before end", |call| {
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

/// The numbers from argument `from` on, or in it if it is a tuple.
fn counts(call: &Call<'_>, from: usize) -> Result<Vec<usize>, Fault> {
    if let Value::Tuple(_) = call.value(from)? {
        let modes = call.point(from)?;
        let count = |&mode: &i64| usize::try_from(mode).map_err(|_| call.negative(from, mode));
        return modes.iter().map(count).collect();
    }
    (from..call.len()).map(|index| call.count(index)).collect()
}
