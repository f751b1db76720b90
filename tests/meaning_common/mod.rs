//! What tests of meanings share: reading that must succeed, and equality that must be proved.

#![allow(dead_code, reason = "each test file uses a part of what they share")]

use tileir::interop::meaning::{Context, Meaning, System, read, same};
use tileir::proof::Budget;

/// Triton's encoding of an accumulator of 16 by 8.
pub const MMA: &str = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
                   instrShape = [16, 8]}>";

/// What a text says of a tile of this shape.
pub fn of(system: System, text: &str, shape: &[i64]) -> Meaning {
    read(system, text, &Context::of_shape(shape)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a text says that says its own shape.
pub fn alone(system: System, text: &str) -> Meaning {
    read(system, text, &Context::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Holds that two meanings are proved to be one.
pub fn proved(left: &Meaning, right: &Meaning) {
    let verdict = same(left, right, &Budget::of_points(0)).unwrap();
    assert!(verdict.is_proved(), "{verdict}");
}
