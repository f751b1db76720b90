//! Any bytes as a file of TTGIR: nothing panics, and what is missing is reported.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = tileir_soak::fuzz::ttgir(bytes) {
        panic!("{why}");
    }
});
