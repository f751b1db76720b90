//! The layout algebra of NVIDIA's CuTe, exact.
//!
//! A [`Layout`] is a hierarchical shape and stride, `(4,(2,8)):(1,(32,4))`; the functions of this
//! module have CuTe's names and give CuTe's shapes and strides on what C++ CuTe accepts at compile
//! time and gets right. Where CuTe has no answer, or a wrong one, the answer here is the exact
//! function as a map with a reason why it is no layout, or an error that names operand, mode and
//! numbers. What each result must satisfy, its *law*, stands in the file that computes it.
//!
//! ```
//! use tileir::cute::{Composition, Layout, composition};
//! let (a, b): (Layout, Layout) = ("(10,2):(16,4)".parse()?, "(3,4):(1,5)".parse()?);
//! let r = composition(&a, &b)?.into_flat()?;
//! assert_eq!(r.to_string(), "(3,(2,2)):(16,(80,4))");
//!
//! let (a, b): (Layout, Layout) = ("(4,6,8):(2,3,5)".parse()?, "6:3".parse()?);
//! let Composition::Dag { map, why } = composition(&a, &b)? else { unreachable!() };
//! assert_eq!(map.eval(&[2])?, [7]);
//! assert!(why.to_string().ends_with("by CuTe's rule, (2,3):(6,3) is 3 at 2, not 7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | functions | result |
//! |---|---|---|
//! | `layout` | [`Layout::new`], `compact`, `concat`, `mode`, `eval`, `size`, `cosize`, … | |
//! | `coalesce` | [`coalesce`], [`coalesce_by`], [`coalesce_by_mode`], [`filter`], [`filter_by`], [`filter_zeros`], [`flatten`] | layout |
//! | `composition` | [`composition`](composition()) with a layout, an extent or a [`Tiler`] | [`Composition`] |
//! | `reach` | [`reach`](reach()), [`divide_reach`], [`product_reach`], [`local_tile_reach`], [`local_partition_reach`], [`coordinate_reach`], [`common_reach`]: where a result lies in its operand's domain | [`Reach`] |
//! | `complement` | [`complement`](complement()), [`complement_within`] | layout |
//! | `inverse` | [`right_inverse`], [`left_inverse`], [`nullspace`] | layout |
//! | `inverse_law` | [`right_inverse_law`], [`left_inverse_law`]: whether CuTe's form leads back, with a witness where not | [`InverseLaw`] |
//! | `divide` | [`logical_divide`], [`zipped_divide`], [`tiled_divide`], [`flat_divide`] | [`Composition`] |
//! | `product` | [`logical_product`], [`zipped_product`], [`tiled_product`], [`flat_product`], [`blocked_product`], [`raked_product`] | [`Composition`] |
//! | `recast` | [`upcast`], [`downcast`], [`recast`](recast()) | layout |
//! | `common` | [`max_common_layout`], [`max_common_vector`], [`max_alignment`] | layout, number |
//! | `shape` | [`congruent`], [`weakly_congruent`], [`compatible`], [`weakly_compatible`], [`shape_size`] | truth, number |
//! | `modes` | [`select`], [`take`], [`group_modes`], [`append`], [`prepend`], [`zip`] | layout |
//! | `coord` | [`crd2idx`], [`idx2crd`], [`slice`](slice()), [`dice`] | number, [`Slice`] |
//! | `partition` | [`ordered_layout`], [`tile_to_shape`], [`local_tile`], [`local_partition`], [`make_tiled_copy`] | layout, [`Slice`], [`TiledCopy`] |
//! | `swizzle`, `composed`, `through`, `greatest` | [`Swizzle`]; [`Composed`], with methods of the names above | [`Composed`] |
//! | `steps` | [`Swizzled::on_coordinates`]: any of these done to whatever has coordinates | [`Swizzled`] |
//! | `under` | [`Composed::max_alignment`], [`Composed::max_common_layout`], [`Composed::nullspace`], …: what is asked of values, under a swizzle | layout, number |
//! | `swizzled`, `swizzles` | [`Composed::after`], [`Composed::then`], [`Composed::local_tile`], [`Composed::local_partition`]; [`swizzle_map`], [`Swizzle::after`], [`Swizzle::before`]: exact where there is no form | [`Swizzled`], map |
//! | `recast_law` | [`Composed::recast_law`]: whether a recast keeps elements together | [`RecastLaw`] |
//! | `notation` | `FromStr` and `Display` of all of these; [`parse_shape`] | |
//! | `convert` | [`Layout::to_map`], `TryFrom<&LayoutMap>` | map |
//!
//! The constructors are written over the numbers' trait, [`Int`]; `_under` variants collect the
//! conditions under which decisions about numbers with parameters hold.
//!
//! **Coordinates.** The first mode is fastest; an integer is split over the modes, and the last
//! one is not reduced: `L(i)` goes on past the size. Below 0, `L(-i)` is `-L(i)`.
//!
//! What never lives here: bit matrices (they are `gf2`), proofs about maps, pictures.

mod blame;
mod coalesce;
mod common;
mod complement;
mod composed;
mod composition;
mod convert;
mod coord;
mod divide;
mod error;
mod form;
mod greatest;
mod inline;
mod int;
mod inverse;
mod inverse_law;
mod layout;
mod modes;
mod not_flat;
mod notation;
mod partition;
mod peel;
mod product;
mod profile;
mod reach;
mod recast;
mod recast_law;
mod recover;
mod rounded;
mod run;
mod shape;
mod steps;
mod swizzle;
mod swizzled;
mod swizzles;
mod symbolic;
mod symbolic_map;
mod symbolic_reach;
mod through;
mod tiler;
mod under;
mod view;

pub use coalesce::{
    coalesce, coalesce_by, coalesce_by_mode, filter, filter_by, filter_zeros, flatten,
};
pub use common::{max_alignment, max_common_layout, max_common_vector};
pub use complement::{complement, complement_within};
pub use composed::Composed;
pub use composition::{Composition, composition, composition_under};
pub use coord::{Coord, Slice, crd2idx, dice, idx2crd, slice};
pub use divide::{flat_divide, logical_divide, logical_divide_under, tiled_divide, zipped_divide};
pub use error::CuteError;
pub use form::Deferred;
pub use inline::Inline;
pub use int::{Int, Recovered};
pub use inverse::{left_inverse, nullspace, right_inverse};
pub use inverse_law::{Collision, InverseLaw, left_inverse_law, right_inverse_law};
pub use layout::{Layout, Leaf, Leaves};
pub use modes::{append, group_modes, prepend, select, take, zip};
pub use not_flat::{NotFlat, Reason, Refuted};
pub use notation::parse_shape;
pub use partition::{
    TiledCopy, local_partition, local_tile, make_tiled_copy, ordered_layout, tile_to_shape,
};
pub use product::{
    blocked_product, flat_product, logical_product, logical_product_under, raked_product,
    tiled_product, zipped_product,
};
pub use profile::{DEPTH_LIMIT, Profile, Token, Tokens};
pub use reach::{
    Reach, common_reach, coordinate_reach, divide_reach, local_partition_reach, local_tile_reach,
    product_reach, reach,
};
pub use recast::{downcast, recast, upcast};
pub use recast_law::{RecastLaw, Torn};
pub use shape::{compatible, congruent, shape_size, weakly_compatible, weakly_congruent};
pub use swizzle::Swizzle;
pub use swizzled::Swizzled;
pub use swizzles::swizzle_map;
pub use symbolic_reach::{
    Asking, SymbolicReach, symbolic_coordinate_reach, symbolic_reach, symbolic_tile_reach,
};
pub use tiler::{Tiler, TilerRef};
pub use view::{Modes, View};
