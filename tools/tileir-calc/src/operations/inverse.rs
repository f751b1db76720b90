//! Back from values to points.

use tileir::map::try_inverse;

use super::{Call, Operation, Outcome, row};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("try_inverse", "M", "M's inverse on its image, with what is proved of it", inverse),
    row("inverse", "M", "the same", inverse),
];

fn inverse(call: &Call<'_>) -> Outcome {
    let inverse = try_inverse(&call.map(0)?, &call.budget(0)?);
    Ok(Value::Inverse(Box::new(inverse.map_err(|error| call.fault(0, error))?)))
}
