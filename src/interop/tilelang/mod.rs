//! TileLang: layouts and fragments, from the index expressions that it prints.
//!
//! A [`Layout`] takes the coordinates of a tile to the index of a buffer; a [`Fragment`] takes
//! them to a thread and an index among that thread's registers, once for each replica:
//!
//! ```text
//! Layout((8, 8) -> (8, 8), transform: (_i, _j) -> (_i, T.bitwise_xor(_j, _i)))
//! Fragment((8, 8) -> (2,), replicate: 1, thread: 32,
//!          forward_thread: _i * 4 + _j // 2, forward_index: (_j % 2,))
//! ```
//!
//! ```
//! use tileir::interop::tilelang::Fragment;
//! let fragment = Fragment::read(&[8, 8], "_rep * 32 + _i * 4 + _j // 2", &["_j % 2"], 2)?;
//! assert_eq!((fragment.thread_count(), fragment.outputs()), (64, &[2][..]));
//! // Element (3, 5) is register 1 of the threads 14 and 46.
//! assert_eq!(fragment.map()?.eval(&[3, 5, 0])?, [14, 1]);
//! assert_eq!(fragment.map()?.eval(&[3, 5, 1])?, [46, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | gives |
//! |---|---|
//! | `layout`, `layout_words` | [`Layout`]; its `repeat`, `reshape`, `expand`, `inverse`, `linearized_index` |
//! | `fragment`, `fragment_words` | [`Fragment`]; its `repeat`, `replicate`, `condense_replicate_var`, `inverse` |
//! | `swizzle` | the swizzled layouts of shared memory by their names |
//! | `helpers` | which lane of `ldmatrix` and `mma` has which element: data |
//! | `text` | what TileLang prints of these, read and written |
//!
//! Coordinates are `_i`, `_j`, `_k`, … and the replica `_rep`; the last coordinate is fastest.
//! An output's extent is one more than the greatest value that it takes.
//!
//! **The laws.** Reading what was printed gives an equal layout. [`Layout::of_map`] of a layout's
//! map is a layout with that map.

mod error;
mod extents;
mod fragment;
mod fragment_words;
mod helpers;
mod layout;
mod layout_words;
mod swizzle;
mod text;

pub use error::TileLangError;
pub use fragment::Fragment;
pub use helpers::{Helper, helper, helpers};
pub use layout::Layout;
pub use swizzle::{Banks, bank_swizzled, linear, padded, swizzled, volta};

/// The name of a coordinate: `_i`, `_j`, …, and past `_z` a number.
pub(super) fn coordinate(position: usize) -> String {
    let letter = u8::try_from(position).ok().and_then(|position| b'i'.checked_add(position));
    match letter.filter(u8::is_ascii_lowercase) {
        Some(letter) => format!("_{}", char::from(letter)),
        None => format!("_x{position}"),
    }
}

/// The replica's name.
pub(super) const REPLICA: &str = "_rep";
