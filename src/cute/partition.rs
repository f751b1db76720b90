//! The daily words: compact layouts in an order, tiling to a shape, and a thread's part.
//!
//! ```text
//! ordered_layout((4,(2,3),5), (1,(2,0),3))       = (4,(2,3),5):(3,(12,1),24)
//! tile_to_shape((4,4):(1,4), (8,12))             = ((4,2),(4,3)):((1,16),(4,32))
//! local_tile((8,12):(1,8), (4,4), (1,_))         = (4,4,3):(1,8,32) from 4
//! local_partition((8,12):(1,8), (2,4):(1,2), 3)  = (4,3):(2,32) from 9
//! make_tiled_copy((32,8):(8,1), (1,8))           = thread and value to m + 32*n
//! ```

use super::composition::{Composition, composition};
use super::coord::{Coord, Slice, idx2crd, slice};
use super::divide::zipped;
use super::error::CuteError;
use super::form::Form;
use super::int::Int;
use super::inverse::{left_inverse, rising_right_inverse};
use super::layout::Layout;
use super::modes::padded;
use super::product::{blocked_product, raked_product};
use super::shape::{check_depth, shape_size};
use super::tiler::{Tiler, TilerRef};
use super::view::View;
use crate::map::IntTree;

/// The compact layout of `shape` whose modes have their strides in ascending `order`: the
/// stride of each is the product of the sizes that come before it in the order. An integer in
/// `order` where the shape has a tuple orders that tuple as one, the first mode fastest.
///
/// **The law.** If no number stands twice in the order, the values are `0 .. size`, each once.
///
/// # Errors
/// An order that is nested deeper than the shape, or with other numbers of modes; a size that
/// leaves 64 bits.
pub fn ordered_layout(shape: &IntTree, order: &IntTree) -> Result<Layout, CuteError> {
    check_depth(order)?;
    let mut layout = Layout::compact(shape).map_err(|error| error.of("ordered_layout"))?;
    let mut ranked = Vec::new();
    let mut pending = vec![(layout.view(), order)];
    while let Some((mode, order)) = pending.pop() {
        match order {
            IntTree::Leaf(rank) => ranked.push((*rank, mode.size(), mode.leaves().len())),
            IntTree::Tuple(orders) => {
                let modes: Vec<View<'_>> = mode.modes().collect();
                if mode.is_leaf() || modes.len() != orders.len() {
                    return Err(CuteError::Rank {
                        operation: "ordered_layout",
                        left: mode.to_layout().shape().to_string(),
                        left_rank: modes.len(),
                        right: order.to_string(),
                        right_rank: orders.len(),
                    });
                }
                pending.extend(modes.into_iter().zip(orders).rev());
            }
        }
    }
    let below = |rank: i64| -> i64 {
        ranked
            .iter()
            .filter(|(other, ..)| *other < rank)
            .map(|(_, size, _)| (*size).max(1))
            .product()
    };
    let starts: Vec<(i64, usize)> =
        ranked.iter().map(|&(rank, _, leaves)| (below(rank), leaves)).collect();
    let mut leaves = layout.leaves_mut().iter_mut();
    for (start, count) in starts {
        let mut stride = start;
        for leaf in leaves.by_ref().take(count) {
            if leaf.extent == 1 {
                leaf.stride = 0;
            } else {
                leaf.stride = stride;
                stride *= leaf.extent.max(1);
            }
        }
    }
    Ok(layout)
}

/// `block` repeated until the result has the sizes of `target`, mode by mode; `order` says in
/// which modes it is repeated first (the first one without it).
///
/// **The law.** The result is the [`blocked_product`] of `block` with the compact layout of the
/// quotients; `target` is compatible with its shape.
///
/// # Errors
/// A target of fewer modes than the block's, or whose sizes the block's do not divide.
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTree,
    order: Option<&IntTree>,
) -> Result<Composition, CuteError> {
    repeated(block, target, order).map_err(|error| error.of("tile_to_shape"))
}

fn repeated(
    block: &Layout,
    target: &IntTree,
    order: Option<&IntTree>,
) -> Result<Composition, CuteError> {
    check_depth(target)?;
    let (rank, whole) = (target.modes().len(), target);
    let unlike = |left: String, left_rank| CuteError::Rank {
        operation: "tile_to_shape",
        left,
        left_rank,
        right: target.to_string(),
        right_rank: rank,
    };
    if block.rank() > rank {
        return Err(unlike(block.to_string(), block.rank()));
    }
    if let Some(IntTree::Tuple(orders)) = order
        && orders.len() != rank
    {
        let order = order.map(IntTree::to_string).unwrap_or_default();
        return Err(unlike(format!("the order {order}"), orders.len()));
    }
    let padded = padded(block, rank)?;
    let mut repeats = Vec::with_capacity(rank);
    for (number, (mode, target)) in padded.view().modes().zip(target.modes()).enumerate() {
        let (divisor, size) = (mode.size(), shape_size(target)?);
        if divisor == 0 || size % divisor != 0 {
            return Err(CuteError::Divisibility {
                operation: "tile_to_shape",
                operand: whole.to_string(),
                mode: number.to_string(),
                number: size,
                divisor,
                remainder: size.checked_rem(divisor).unwrap_or(size),
            });
        }
        repeats.push(IntTree::Leaf(size / divisor));
    }
    let repeats = match target {
        IntTree::Leaf(_) => repeats.pop().unwrap_or(IntTree::Leaf(1)),
        IntTree::Tuple(_) => IntTree::Tuple(repeats),
    };
    let tiles = match order {
        Some(order) => ordered_layout(&repeats, order)?,
        None => Layout::compact(&repeats)?,
    };
    blocked_product(&padded, &tiles)
}

/// The tile at a coordinate: [`zipped_divide`](super::zipped_divide()), then a slice of what runs over the tiles.
/// Modes that a tuple of fewer coordinates leaves out stay open.
///
/// # Errors
/// As [`zipped_divide`](super::zipped_divide()) and [`slice`](slice()); [`CuteError::NotFlat`] where there is no flat form.
pub fn local_tile<'a, T: Int + 'a>(
    layout: &Layout<T>,
    tiler: impl Into<TilerRef<'a, T>>,
    coordinate: &Coord<T>,
) -> Result<Slice<T>, CuteError> {
    let tile = tile_form(layout, &tiler.into(), coordinate).and_then(part);
    tile.map_err(|error| error.of("local_tile"))
}

/// What the thread of this index holds, if `threads`, coordinate to index, is laid over the
/// layout again and again.
///
/// # Errors
/// An index that is no value of `threads`; else as [`local_tile`].
pub fn local_partition(layout: &Layout, threads: &Layout, index: i64) -> Result<Slice, CuteError> {
    let part = partition_form(layout, threads, index).and_then(part);
    part.map_err(|error| error.of("local_partition"))
}

/// The part of a form at a coordinate.
fn part<T: Int>((form, coordinate): (Form<T>, Coord<T>)) -> Result<Slice<T>, CuteError> {
    slice(&coordinate, &form.finish()?.into_flat()?)
}

/// The layout by tiles, and where in that a tile is.
pub(super) fn tile_form<T: Int>(
    layout: &Layout<T>,
    tiler: &TilerRef<'_, T>,
    coordinate: &Coord<T>,
) -> Result<(Form<T>, Coord<T>), CuteError> {
    let form = zipped(layout, tiler)?;
    let (tile, rest) = (open(&form.shaped().mode(0)?), form.shaped().mode(1)?);
    Ok((form, Coord::Modes(vec![tile, filled(coordinate, &rest)])))
}

/// The layout by tiles of all threads, and where in that a thread is.
pub(super) fn partition_form(
    layout: &Layout,
    threads: &Layout,
    index: i64,
) -> Result<(Form<i64>, Coord), CuteError> {
    let number = left_inverse(threads)?.eval(index)?;
    if threads.eval(number)? != index || !(0..threads.size()).contains(&number) {
        return Err(CuteError::NoValue {
            operation: "local_partition",
            operand: threads.to_string(),
            value: index,
        });
    }
    let extents = IntTree::Tuple(threads.mode_sizes().into_iter().map(IntTree::Leaf).collect());
    let tiler = thread_tiler(threads);
    let form = zipped(layout, &TilerRef::from(&tiler))?;
    let coordinate = Coord::from(&idx2crd(number, &extents)?);
    let (tile, rest) = (form.shaped().mode(0)?, open(&form.shaped().mode(1)?));
    Ok((form, Coord::Modes(vec![filled(&coordinate, &tile), rest])))
}

/// The tile that holds each thread once.
pub(super) fn thread_tiler(threads: &Layout) -> Tiler {
    Tiler::Modes(threads.mode_sizes().into_iter().map(Tiler::Extent).collect())
}

/// `_` for a mode, or for each mode of a tuple of several.
fn open<T: Int>(layout: &Layout<T>) -> Coord<T> {
    match layout.rank() {
        1 => Coord::All,
        rank => Coord::Modes(vec![Coord::All; rank]),
    }
}

/// A coordinate with `_` behind it until it has the rank of a layout.
fn filled<T: Int>(coordinate: &Coord<T>, layout: &Layout<T>) -> Coord<T> {
    match coordinate {
        Coord::Modes(modes) if modes.len() < layout.rank() => {
            let open = std::iter::repeat_n(Coord::All, layout.rank() - modes.len());
            Coord::Modes(modes.iter().cloned().chain(open).collect())
        }
        other => other.clone(),
    }
}

/// Who copies what: see [`make_tiled_copy`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TiledCopy {
    /// `(thread, value)` to the column-major index in the tile.
    pub tv: Layout,
    /// The sizes of the tile, mode by mode.
    pub tile: Vec<i64>,
}

/// The thread-value layout of a copy: `threads`, coordinate to thread index, interleaved with
/// `values`, coordinate to value index.
///
/// **The law.** `tv(t, v)` is the coordinate that the [`raked_product`] of the two takes to
/// `t + size(threads)*v`.
///
/// # Errors
/// Operands that are not bijections onto their sizes, so that a thread or a value has no
/// coordinate; [`CuteError::NotFlat`] where there is no flat form.
pub fn make_tiled_copy(threads: &Layout, values: &Layout) -> Result<TiledCopy, CuteError> {
    tiled_copy(threads, values).map_err(|error| error.of("make_tiled_copy"))
}

fn tiled_copy(threads: &Layout, values: &Layout) -> Result<TiledCopy, CuteError> {
    let product = raked_product(threads, values)?.into_flat()?;
    let inverse = rising_right_inverse(&product);
    let (size, reached) = (product.size(), inverse.size());
    if size != reached {
        return Err(CuteError::NotOnto {
            operation: "make_tiled_copy",
            operand: product.to_string(),
            size,
            reached,
        });
    }
    let shape = [threads.size(), values.size()].map(IntTree::Leaf).to_vec();
    let pairs = Layout::compact(&IntTree::Tuple(shape))?;
    Ok(TiledCopy { tv: composition(&inverse, &pairs)?.into_flat()?, tile: product.mode_sizes() })
}
