//! Any bytes as the layout of another system: nothing panics, and what is written of it is the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = tileir_soak::fuzz::layout(bytes) {
        panic!("{why}");
    }
});
