//! Back from values to points, and the set of all values.
//!
//! ```text
//! inverse((8,4):(1,10))           a map from the image back
//! preimage(M, (3, 5))             the points with that value: a list, or a set
//! image((8,4):(1,10))             10*{0..4} + {0..8}
//! ```

use tileir::corr::LayoutCorr;
use tileir::map::{preimage, try_inverse};

use super::corr::{fibre_of, image_of};
use super::{Call, Operation, Outcome, row};
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("try_inverse", "M", "M's inverse on its image, with what is proved of it", inverse),
    row("inverse", "M", "the same", inverse),
    row("preimage", "M, value", "the points of M with a value", fibre),
    row("fibre", "M, value", "the same; of a correspondence, the points that go with one", fibre),
    row(
        "image",
        "M, point?",
        "M's values, as a set; at a point, what goes with it, a map being a correspondence",
        |call| match (call.value(0)?, call.len()) {
            (Value::Corr(corr), _) => image_of(call, corr),
            (_, 1) => super::questions::image_of(call),
            _ => image_of(call, &LayoutCorr::from_map(call.map(0)?)?),
        },
    ),
];

fn inverse(call: &Call<'_>) -> Outcome {
    let inverse = try_inverse(&call.map(0)?, &call.budget(0)?);
    Ok(Value::Inverse(Box::new(inverse.map_err(|error| call.fault(0, error))?)))
}

fn fibre(call: &Call<'_>) -> Outcome {
    if let Value::Corr(corr) = call.value(0)? {
        return fibre_of(call, corr);
    }
    let fibre = preimage(&call.map(0)?, &call.point(1)?, &call.budget(0)?);
    Ok(Value::Fibre(Box::new(fibre.map_err(|error| call.fault(1, error))?)))
}
