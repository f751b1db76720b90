//! Any bytes as expressions over a small box: no verdict is wrong.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = tileir_soak::fuzz::expression(bytes) {
        panic!("{why}");
    }
});
