//! Any bytes as a text: nothing panics, and what is read is printed and read back as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = tileir_soak::fuzz::text(bytes) {
        panic!("{why}");
    }
});
