//! Where the values of an inner layout lie in the domain of an outer one.
//!
//! CuTe composes whatever the sizes are: the outer layout's last mode is open. That is often
//! meant (a tile that overhangs), and sometimes a mistake. [`reach`] says which coordinates of
//! the outer layout a composition asks for; the others say the same of what is made of
//! compositions. With a tuple of tilers each mode is asked for its own coordinates: the answer is
//! that of the first mode that is left, or of the first mode.
//!
//! ```
//! use tileir::cute::{Layout, Tiler, common_reach, divide_reach, reach};
//! let (a, b): (Layout, Layout) = ("8:1".parse()?, "(3,3):(1,3)".parse()?);
//! let over = reach(&a, &b)?;
//! assert!(!over.is_inside());
//! assert_eq!(over.to_string(), "0 to 8, of 8: past the end");
//!
//! let (a, tiler): (Layout, Tiler) = ("(8,10):(1,8)".parse()?, "(4, 4)".parse()?);
//! assert_eq!(divide_reach(&a, &tiler)?.to_string(), "mode 1: 0 to 11, of 10: past the end");
//!
//! let [short, _] = common_reach(&"3:1".parse()?, &"8:1".parse()?)?;
//! assert_eq!(short.to_string(), "0 to 7, of 3: past the end");
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```
//!
//! **The law.** An operation on coordinates does to a layout that counts one mode, and has stride 0
//! in all others, what it does to the coordinates of that mode: the values of the result are the
//! coordinates asked for.

use std::fmt;

use super::common::max_common_layout;
use super::composition::by_mode;
use super::coord::{Coord, Slice, slice};
use super::divide::logical_divide;
use super::error::CuteError;
use super::form::Form;
use super::int::Int;
use super::layout::Layout;
use super::partition::{local_partition, local_tile, thread_tiler};
use super::product::room;
use super::tiler::{Tiler, TilerRef, counting};
use super::view::View;

/// The coordinates of an outer layout that an inner one reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The least value of the inner layout.
    pub least: i64,
    /// The greatest value of the inner layout.
    pub greatest: i64,
    /// The size of the outer layout: its coordinates are `0 .. size`.
    pub size: i64,
    /// Whether the inner layout has no coordinate, and so no value.
    pub empty: bool,
    /// The mode whose coordinates they are, if each has its own; counted where the tiler has its
    /// terminals.
    pub mode: Option<usize>,
}

impl Reach {
    /// Whether every value is a coordinate.
    pub fn is_inside(&self) -> bool {
        self.empty || (self.least >= 0 && self.greatest < self.size)
    }
}

/// How far the values of `inner` reach in the domain of `outer`.
///
/// # Errors
/// Values that leave 64 bits.
pub fn reach(outer: &Layout, inner: &Layout) -> Result<Reach, CuteError> {
    of_values(inner, 0, outer.size())
}

/// Which coordinates of `a` a division asks for: more than it has where a tile overhangs.
///
/// # Errors
/// As [`logical_divide`](super::logical_divide()).
pub fn divide_reach<'a>(a: &Layout, tiler: impl Into<TilerRef<'a>>) -> Result<Reach, CuteError> {
    let tiler = tiler.into();
    by_terminal(a, &tiler, |counting| {
        let layout = logical_divide(counting, tiler.clone())?.into_flat()?;
        Ok(Slice { layout, offset: 0 })
    })
}

/// Which coordinates of the room that a block leaves a product asks for.
///
/// # Errors
/// As [`logical_product`](super::logical_product()).
pub fn product_reach<'a>(
    block: &Layout,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Reach, CuteError> {
    let mut reaches = Vec::new();
    repeats(block.view(), tiler.into(), &mut reaches)?;
    Ok(worst(reaches))
}

/// Which coordinates of `layout` a tile of it asks for.
///
/// # Errors
/// As [`local_tile`](super::local_tile()).
pub fn local_tile_reach<'a>(
    layout: &Layout,
    tiler: impl Into<TilerRef<'a>>,
    coordinate: &Coord,
) -> Result<Reach, CuteError> {
    let tiler = tiler.into();
    by_terminal(layout, &tiler, |counting| local_tile(counting, tiler.clone(), coordinate))
}

/// Which coordinates of `layout` the part of a thread asks for.
///
/// # Errors
/// As [`local_partition`](super::local_partition()).
pub fn local_partition_reach(
    layout: &Layout,
    threads: &Layout,
    index: i64,
) -> Result<Reach, CuteError> {
    let tiler = thread_tiler(threads);
    by_terminal(layout, &(&tiler).into(), |counting| local_partition(counting, threads, index))
}

/// Which coordinates of each mode of `layout` a coordinate asks for; `_` asks for all that there
/// are. (The terminals of the coordinate are the modes.)
///
/// ```
/// use tileir::cute::{coordinate_reach, Layout};
/// let layout: Layout = "(4,6):(1,4)".parse()?;
/// let at = coordinate_reach(&layout, &"(5,_)".parse()?)?;
/// assert_eq!(at.to_string(), "mode 0: 5 to 5, of 4: past the end");
/// # Ok::<(), tileir::cute::CuteError>(())
/// ```
///
/// # Errors
/// A coordinate that does not fit the shape.
pub fn coordinate_reach(layout: &Layout, coordinate: &Coord) -> Result<Reach, CuteError> {
    slice(coordinate, layout)?;
    let nested = matches!(coordinate, Coord::Modes(_));
    let mut reaches = Vec::new();
    let mut pending = vec![(coordinate, layout.view())];
    while let Some((coordinate, mode)) = pending.pop() {
        let size = mode.size();
        let (least, greatest) = match coordinate {
            Coord::Index(index) => (*index, *index),
            Coord::All => (0, size - 1),
            Coord::Modes(coordinates) => {
                let below: Vec<_> = coordinates.iter().zip(mode.modes()).collect();
                pending.extend(below.into_iter().rev());
                continue;
            }
        };
        let empty = size == 0 && *coordinate == Coord::All;
        let own = nested.then_some(reaches.len());
        reaches.push(Reach { least, greatest, size, empty, mode: own });
    }
    Ok(worst(reaches))
}

/// Which coordinates of `a`, and of `b`, the elements are that lie alike in both: CuTe counts on
/// past the end of the shorter.
///
/// # Errors
/// As [`max_common_layout`](super::max_common_layout()).
pub fn common_reach(a: &Layout, b: &Layout) -> Result<[Reach; 2], CuteError> {
    let common = max_common_layout(a, b)?;
    Ok([reach(a, &common)?, reach(b, &common)?])
}

/// How far a layout's values, from `offset` on, reach in `0 .. size`.
pub(super) fn of_values(layout: &Layout, offset: i64, size: i64) -> Result<Reach, CuteError> {
    let (mut least, mut greatest) = (offset, offset);
    for leaf in layout.leaves().iter().filter(|leaf| leaf.extent > 1) {
        let bound = if leaf.stride < 0 { &mut least } else { &mut greatest };
        let overflow = |what: String| CuteError::Overflow {
            operation: "reach",
            operand: layout.to_string(),
            mode: layout.view().path_of(leaf),
            what,
        };
        let span = (leaf.extent - 1)
            .checked_mul(leaf.stride)
            .ok_or_else(|| overflow(format!("({} - 1) * {}", leaf.extent, leaf.stride)))?;
        *bound = bound.checked_add(span).ok_or_else(|| overflow(format!("{bound} + {span}")))?;
    }
    Ok(Reach { least, greatest, size, empty: layout.size() == 0, mode: None })
}

/// The first that is not inside, or the first.
fn worst(reaches: Vec<Reach>) -> Reach {
    let outside = reaches.iter().find(|reach| !reach.is_inside()).or(reaches.first());
    let nothing = Reach { least: 0, greatest: 0, size: 1, empty: false, mode: None };
    outside.copied().unwrap_or(nothing)
}

/// Asks a part for the coordinates of each mode that has its own tiler.
fn by_terminal(
    layout: &Layout,
    tiler: &TilerRef<'_>,
    part: impl Fn(&Layout) -> Result<Slice, CuteError>,
) -> Result<Reach, CuteError> {
    let mut sizes = Layout::blank();
    push_terminals(layout.view(), tiler, &mut sizes);
    sizes.check_size("reach")?;
    let mut reaches = Vec::new();
    for mode in 0..sizes.leaves().len() {
        let mut counting = sizes.clone();
        for (number, leaf) in counting.leaves_mut().iter_mut().enumerate() {
            leaf.stride = i64::from(number == mode);
        }
        let size = sizes.leaves().get(mode).map_or(1, |leaf| leaf.extent);
        let Slice { layout, offset } = part(&counting)?;
        let own = matches!(tiler, TilerRef::Modes(_)).then_some(mode);
        reaches.push(Reach { mode: own, ..of_values(&layout, offset, size)? });
    }
    Ok(worst(reaches))
}

/// The layout's sizes, nested as far as the tiler is; strides do not matter.
pub(super) fn push_terminals<T: Int>(
    mode: View<'_, T>,
    tiler: &TilerRef<'_, T>,
    sizes: &mut Layout<T>,
) {
    let TilerRef::Modes(tilers) = tiler else {
        sizes.push_leaf(mode.size(), T::from(0));
        return;
    };
    sizes.open();
    let mut tilers = tilers.iter();
    for mode in mode.modes() {
        match tilers.next() {
            Some(tiler) => push_terminals(mode, &tiler.into(), sizes),
            None => sizes.push_leaf(mode.size(), T::from(0)),
        }
    }
    sizes.close();
}

/// What each terminal of a tiler asks of the room in its mode.
fn repeats(
    block: View<'_>,
    tiler: TilerRef<'_>,
    reaches: &mut Vec<Reach>,
) -> Result<(), CuteError> {
    let tile = match tiler {
        TilerRef::All => return Ok(()),
        TilerRef::Extent(extent) => counting("product", &extent, &mut ())?,
        TilerRef::Layout(tile) => tile.clone(),
        TilerRef::Modes(tilers) => {
            by_mode("product", block, tilers, |mode, tiler: &Tiler| {
                let before = reaches.len();
                repeats(mode, tiler.into(), reaches)?;
                for (number, reach) in reaches.iter_mut().enumerate().skip(before) {
                    reach.mode = Some(number);
                }
                Ok(Form::Flat(Layout::unit()))
            })?;
            return Ok(());
        }
    };
    reaches.push(reach(&room(block, &tile, &mut ())?, &tile)?);
    Ok(())
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reach { least, greatest, size, empty, mode } = *self;
        if let Some(mode) = mode {
            write!(f, "mode {mode}: ")?;
        }
        if empty {
            return write!(f, "nothing, of {size}: inside");
        }
        let place = match (least < 0, greatest >= size) {
            (false, false) => "inside",
            (false, true) => "past the end",
            (true, false) => "before the start",
            (true, true) => "before the start and past the end",
        };
        write!(f, "{least} to {greatest}, of {size}: {place}")
    }
}
