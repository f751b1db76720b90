//! Where a tile lies in shared memory between two distributions, and what both pay for it.
//!
//! ```text
//! a = (lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)      lanes write rows
//! b = (lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)      lanes read columns
//! swizzle_for(a, b, 32, vulkan32)
//!     i = [33, 66, 132, 264, 528], j = [1, 2, 4, 8, 16]: that is 32*i + (i xor j)
//!     32 wavefronts of at least 32 on both sides, one an access
//! ```
//!
//! The operands are distributions, as those of [`plan`](mod@super::plan). Without a size elements
//! have 32 bits, without a machine it is `sm_80`.

use serde_json::{Value as Json, json};
use tileir::repartition::{Traffic, swizzle_for};

use super::plan::{distribution, target};
use super::{Call, Operation, Outcome, row};
use crate::value::{Found, Value};

/// The rows.
pub const TABLE: &[Operation] = &[row(
    "swizzle_for",
    "A, B, bits?, target?",
    "where a tile that A writes and B reads lies in shared memory: vectors, wavefronts",
    swizzle,
)];

fn swizzle(call: &Call<'_>) -> Outcome {
    let (writer, reader) = (distribution(call, 0)?, distribution(call, 1)?);
    let (bits, target) = (call.positive_or(2, 32)?, target(call, 3)?);
    let found =
        swizzle_for(&writer, &reader, bits, &target).map_err(|error| call.fault(1, error))?;
    let best = if found.optimal() { "the least" } else { "not the least" };
    let text = [
        found.address.to_string(),
        format!("written {}", line(&found.writer)),
        format!("read {}", line(&found.reader)),
        format!("{} elements; {best}", found.elements),
    ];
    let fields = vec![
        ("target", json!(target.name)),
        ("bits", json!(bits)),
        ("address", json!(found.address.to_string())),
        ("elements", json!(found.elements)),
        ("optimal", json!(found.optimal())),
        ("writer", object(&found.writer)),
        ("reader", object(&found.reader)),
    ];
    Ok(Value::Found(Box::new(Found { text: text.join("\n"), fields })))
}

fn line(side: &Traffic) -> String {
    let Traffic { vector, wavefronts, least, .. } = side;
    let plural = if *wavefronts == 1 { "" } else { "s" };
    format!("{vector} at a time: {wavefronts} wavefront{plural}, at least {least}")
}

fn object(side: &Traffic) -> Json {
    json!({
        "vector": side.vector,
        "wavefronts": side.wavefronts,
        "least": side.least,
        "accesses": side.accesses,
    })
}
