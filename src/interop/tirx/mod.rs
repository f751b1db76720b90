//! TVM TIRx: tile layouts over named axes, composed layouts, index maps.
//!
//! A [`TileLayout`] says where the elements of a tile are: on which lane of which warp, in which
//! place of a memory. Its *shards* split the element's number into digits, the last one fastest,
//! each with a stride on an axis; its *replicas* put copies of every element at further places;
//! its *offset* moves all of them:
//!
//! ```text
//! T.TileLayout(T.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ Axis.laneid, 1)] + T.R[2:4 @ Axis.warpid] + 5)
//! element 11 = (1,1,1): lane 4 + 1, place 1 + 5 of m; copies in the warps 0 and 4
//! ```
//!
//! ```
//! use tileir::interop::tirx::TileLayout;
//! let text = "T.TileLayout(T.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ Axis.laneid, 1)] \
//!             + T.R[2:4 @ Axis.warpid] + 5)";
//! let layout: TileLayout = text.parse()?;
//! let placed = layout.placement()?;
//! assert_eq!(placed.codomain().to_string(), "(laneid : 32, m : 7, warpid : 5)");
//! assert_eq!(placed.eval(&[11, 1])?, [5, 6, 4]);
//! assert_eq!(layout.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | gives |
//! |---|---|
//! | `tile_layout`, `maps`, `text` | [`TileLayout`]: its parts, its map and correspondence, its text |
//! | `group`, `words` | `canonicalize`, `group`, `permute_dims`, `storage`, `pack`, `unpack`, `slice` |
//! | `tiling` | `tile`, `direct_sum`, and a tile's outer layout again |
//! | `export` | [`TileLayout::of_map`]: a tile layout of a map, or why there is none |
//! | `compose` | [`ComposeLayout`]: a swizzle after a tile layout |
//! | `index_map` | [`IndexMap`]: coordinates to coordinates, and back on the image |
//! | `tensor_memory` | the layouts of `tcgen05` loads and of tensor memory, by name |
//!
//! **The laws.** Reading what was printed gives an equal layout. A layout that [`of_map`] gives
//! is proved to have that map; where it gives none, the map stays what it is, 64-bit index
//! arithmetic.
//!
//! [`of_map`]: TileLayout::of_map

mod compose;
mod error;
mod export;
mod group;
mod index_map;
mod map_shape;
mod maps;
mod tensor_memory;
mod text;
mod tile_layout;
mod tiling;
mod words;

pub use compose::ComposeLayout;
pub use error::TirxError;
pub(crate) use export::{digits, divisors};
pub use index_map::{IndexMap, Inverted};
pub use tensor_memory::{datapath, register_atom};
pub use tile_layout::{Iter, TileLayout, is_memory_axis};
