//! Moving modes about: select, take, group, append, prepend, and the zips of divisions.
//!
//! No digit and no stride changes here; only where a mode stands.
//!
//! | operation on `(2,4,8):(1,2,8)` | result |
//! |---|---|
//! | `select(L, [2, 0])` | `(8,2):(8,1)` |
//! | `take(L, 1..3)` | `(4,8):(2,8)` |
//! | `group_modes(L, 0..2)` | `((2,4),8):((1,2),8)` |
//! | `append(L, 3:0)` | `(2,4,8,3):(1,2,8,0)` |
//! | `prepend(L, 3:0)` | `(3,2,4,8):(0,1,2,8)` |

use std::ops::Range;

use super::error::CuteError;
use super::int::Int;
use super::layout::Layout;
use super::tiler::{Tiler, TilerRef};
use super::view::View;

/// Some of the top-level modes, in the order asked for.
///
/// # Errors
/// A mode that the layout does not have; a size that leaves the range of the numbers.
pub fn select<T: Int>(layout: &Layout<T>, modes: &[usize]) -> Result<Layout<T>, CuteError> {
    let own: Vec<View<'_, T>> = layout.view().modes().collect();
    let pick =
        |&mode: &usize| own.get(mode).copied().ok_or_else(|| missing("select", layout, mode));
    let picked = modes.iter().map(pick).collect::<Result<Vec<_>, _>>()?;
    Layout::concat(picked).map_err(|error| error.of("select"))
}

/// That there is no such mode.
#[cold]
fn missing<T: Int>(operation: &'static str, layout: &Layout<T>, mode: usize) -> CuteError {
    CuteError::Mode { operation, operand: layout.to_string(), mode, rank: layout.rank() }
}

/// The top-level modes of a range; one mode alone is itself, without a tuple around it.
///
/// # Errors
/// A mode that the layout does not have.
pub fn take<T: Int>(layout: &Layout<T>, modes: Range<usize>) -> Result<Layout<T>, CuteError> {
    let rank = layout.rank();
    if modes.end > rank || modes.start > modes.end {
        return Err(missing("take", layout, modes.end.max(modes.start)));
    }
    let mut taken = layout.view().modes().skip(modes.start).take(modes.len());
    if modes.len() == 1
        && let Some(mode) = taken.next()
    {
        return Ok(mode.to_layout());
    }
    Layout::concat(taken)
}

/// The top-level modes of a range as one mode.
///
/// # Errors
/// A mode that the layout does not have; a nesting deeper than the limit.
pub fn group_modes<T: Int>(
    layout: &Layout<T>,
    modes: Range<usize>,
) -> Result<Layout<T>, CuteError> {
    let rank = layout.rank();
    if modes.end > rank || modes.start > modes.end {
        return Err(missing("group_modes", layout, modes.end.max(modes.start)));
    }
    let mut result = Layout::blank();
    result.open();
    for (number, mode) in layout.view().modes().enumerate() {
        if number == modes.start {
            result.open();
        }
        if number == modes.end {
            result.close();
        }
        result.push_mode(mode);
    }
    if modes.start == rank {
        result.open();
    }
    if modes.end == rank {
        result.close();
    }
    result.close();
    result.check_depth()?;
    Ok(result)
}

/// The top-level modes of `layout`, then `mode`.
///
/// # Errors
/// A nesting deeper than the limit, or a size that leaves the range of the numbers.
pub fn append<T: Int>(layout: &Layout<T>, mode: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let modes = layout.view().modes().chain([mode.view()]);
    Layout::concat(modes).map_err(|error| error.of("append"))
}

/// `mode`, then the top-level modes of `layout`.
///
/// # Errors
/// As [`append`].
pub fn prepend<T: Int>(layout: &Layout<T>, mode: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let modes = [mode.view()].into_iter().chain(layout.view().modes());
    Layout::concat(modes).map_err(|error| error.of("prepend"))
}

/// The modes with `1:0` behind them until there are `rank`; a leaf is one mode.
pub(super) fn padded<T: Int>(layout: &Layout<T>, rank: usize) -> Result<Layout<T>, CuteError> {
    let unit = Layout::unit();
    let padding = std::iter::repeat_n(unit.view(), rank.saturating_sub(layout.rank()));
    Layout::concat(layout.view().modes().chain(padding))
}

/// Mode `k` of the result is mode `k` of both operands, side by side.
///
/// # Errors
/// Operands of different rank.
pub fn zip<T: Int>(left: &Layout<T>, right: &Layout<T>) -> Result<Layout<T>, CuteError> {
    if left.rank() != right.rank() {
        return Err(CuteError::Rank {
            operation: "zip",
            left: left.to_string(),
            left_rank: left.rank(),
            right: right.to_string(),
            right_rank: right.rank(),
        });
    }
    let mut result = Layout::blank();
    result.open();
    for (left, right) in left.view().modes().zip(right.view().modes()) {
        result.open();
        result.push_mode(left);
        result.push_mode(right);
        result.close();
    }
    result.close();
    result.check_size("zip")?;
    Ok(result)
}

/// Gathers the pairs `(tile, rest)` that stand where the tiler has its terminals into
/// `((tile, …), (rest, …))`; modes without a tiler join the rest.
pub(super) fn unzip<T: Int>(
    operation: &'static str,
    layout: &Layout<T>,
    tiler: &TilerRef<'_, T>,
) -> Result<Layout<T>, CuteError> {
    let TilerRef::Modes(tilers) = tiler else {
        pair(operation, layout.view())?;
        return Ok(layout.clone());
    };
    let (tiles, rests) = unzip_modes(operation, layout.view(), tilers)?;
    Layout::concat([tiles.view(), rests.view()])
}

fn unzip_modes<T: Int>(
    operation: &'static str,
    layout: View<'_, T>,
    tilers: &[Tiler<T>],
) -> Result<(Layout<T>, Layout<T>), CuteError> {
    let (mut tiles, mut rests) = (Vec::new(), Vec::new());
    let mut tilers = tilers.iter();
    for mode in layout.modes() {
        let (tile, rest) = match tilers.next() {
            None => {
                rests.push(mode.to_layout());
                continue;
            }
            Some(Tiler::Modes(inner)) => unzip_modes(operation, mode, inner)?,
            Some(_) => pair(operation, mode)?,
        };
        tiles.push(tile);
        rests.push(rest);
    }
    let together = |modes: Vec<Layout<T>>| Layout::concat(modes.iter().map(Layout::view));
    Ok((together(tiles)?, together(rests)?))
}

/// The two modes of a divided or multiplied mode.
fn pair<T: Int>(
    operation: &'static str,
    mode: View<'_, T>,
) -> Result<(Layout<T>, Layout<T>), CuteError> {
    let modes: Vec<View<'_, T>> = mode.modes().collect();
    match modes.as_slice() {
        [tile, rest] => Ok((tile.to_layout(), rest.to_layout())),
        _ => Err(CuteError::Rank {
            operation,
            left: mode.to_layout().to_string(),
            left_rank: modes.len(),
            right: "a tile and its rest".to_owned(),
            right_rank: 2,
        }),
    }
}

/// `(tile, (rest, …))` to `(tile, rest, …)`.
pub(super) fn unpack_second<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    let mut modes = layout.view().modes();
    let first = modes.next();
    Layout::concat(first.into_iter().chain(modes.flat_map(unpacked)))
}

/// `((tile, …), (rest, …))` to `(tile, …, rest, …)`.
pub(super) fn unpack_both<T: Int>(layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    Layout::concat(layout.view().modes().flat_map(unpacked))
}

/// The modes of a tuple of several; a leaf or a tuple of one stays one mode.
fn unpacked<T: Int>(mode: View<'_, T>) -> Vec<View<'_, T>> {
    if mode.rank() == 1 { vec![mode] } else { mode.modes().collect() }
}
