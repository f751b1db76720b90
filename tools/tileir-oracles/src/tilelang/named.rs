//! The layouts and fragments that cases name without writing them out.

use tileir::interop::tilelang::{Fragment, Layout, TileLangError};

/// The layouts, in the order in which cases compare them with each other.
pub const LAYOUTS: [(&str, &[i64], &[&str]); 9] = [
    ("rowmajor", &[4, 8], &["_i * 8 + _j"]),
    ("xor", &[8, 8], &["_i", "T.bitwise_xor(_j, _i)"]),
    ("xor_flat", &[8, 64], &["_i * 64 + T.bitwise_xor(_j // 8, _i) * 8 + _j % 8"]),
    ("transpose", &[4, 6], &["_j", "_i"]),
    ("pad", &[8, 8], &["_i * 9 + _j"]),
    ("nonpow2", &[3, 5, 7], &["_k", "_i * 5 + _j"]),
    ("split", &[24], &["_i // 6", "_i % 6"]),
    ("noninj", &[8], &["_i // 2"]),
    ("tile", &[8, 12], &["_i // 4", "_j // 4", "_i % 4", "_j % 4"]),
];

/// A fragment, written out.
struct Written {
    name: &'static str,
    shape: &'static [i64],
    thread: &'static str,
    index: &'static str,
    replicate: i64,
}

/// The fragments.
const FRAGMENTS: [Written; 7] = [
    written("8x8", &[8, 8], "_i * 4 + _j // 2", "_j % 2", 1),
    written("8x8T", &[8, 8], "_j * 4 + _i // 2", "_i % 2", 1),
    written("rowthread", &[32, 8], "_i", "_j", 1),
    written("c16x8", &[16, 8], "_i % 8 * 4 + _j // 2", "_i // 8 * 2 + _j % 2", 1),
    written("rep", &[8], "_rep * 8 + _i", "0", 4),
    written("rep0", &[8, 4], "_i * 4 + _rep", "_j", 4),
    written("nonpow2", &[6, 10], "_i * 5 + _j // 2", "_j % 2", 1),
];

const fn written(
    name: &'static str,
    shape: &'static [i64],
    thread: &'static str,
    index: &'static str,
    replicate: i64,
) -> Written {
    Written { name, shape, thread, index, replicate }
}

/// The layout of this name.
pub fn layout(name: &str) -> Option<Result<Layout, TileLangError>> {
    let (_, shape, index) = LAYOUTS.iter().find(|(own, ..)| *own == name)?;
    Some(Layout::read(shape, index))
}

/// The fragment of this name.
pub fn fragment(name: &str) -> Option<Result<Fragment, TileLangError>> {
    let known = FRAGMENTS.iter().find(|known| known.name == name)?;
    Some(Fragment::read(known.shape, known.thread, &[known.index], known.replicate))
}
