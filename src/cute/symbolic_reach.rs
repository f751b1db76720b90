//! Where the values of a symbolic inner layout lie in the domain of an outer one.
//!
//! ```text
//! (q,2):(1,q) o 4:2      asks for the coordinates 0 to 6, of 2 * q
//!
//! q : 1..=9              inside where 6 lt 2 * q
//! q : 1..=2              6 lt 2 * q for no q: past the end
//! q : 4..=9              6 lt 2 * q for all q: inside
//! ```
//!
//! As [`reach`](super::reach()), but the answer may be a condition. **The law.** What is said to be
//! inside, or outside, is so for all values of the parameters for which the guard holds. (Where
//! signs, or a form of the coordinates, are not known under the guard alone, nothing is said.)

use std::fmt;

use super::coord::{Coord, Slice};
use super::divide::logical_divide;
use super::error::CuteError;
use super::layout::{Layout, Leaf};
use super::partition::local_tile;
use super::product::room;
use super::reach::push_terminals;
use super::tiler::Tiler;
use super::view::View;
use crate::family::{Guard, Scope, Sym};

/// What is asked for coordinates of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// A composition, for those that the tiler names.
    Composition,
    /// A division, for those of the tiles and of what repeats them.
    Division,
    /// A product, for those of the room that the block leaves.
    Product,
}

/// The coordinates that are asked for, of one mode or of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicReach {
    /// The least coordinate.
    pub least: Sym,
    /// The greatest coordinate.
    pub greatest: Sym,
    /// How many there are.
    pub size: Sym,
    /// The mode whose coordinates they are, if each has its own; counted where the tiler has its
    /// terminals.
    pub mode: Option<usize>,
    /// Whether all that are asked for are there, if that is known.
    pub inside: Option<bool>,
}

/// Which coordinates of `layout` an operation with `tiler` asks for, a range for each terminal of
/// the tiler; `None` if that is not known where the guard holds. The scope of the numbers knows
/// nothing but the guard afterwards.
pub fn symbolic_reach(
    asking: Asking,
    (scope, guard): (&Scope, &Guard),
    layout: &Layout<Sym>,
    tiler: &Tiler<Sym>,
) -> Option<Vec<SymbolicReach>> {
    scope.assume_only(guard);
    let mut found = Vec::new();
    let question = Question { asking, scope, guard };
    // Of an empty layout no tile asks for anything, whichever mode is empty.
    let some =
        |leaf: &Leaf<Sym>| scope.less_under(guard, &leaf.extent, &Sym::from(1)) == Some(false);
    if asking == Asking::Division && !layout.leaves().iter().all(some) {
        return None;
    }
    question.terminals(layout.view(), tiler, &mut 0, &mut found)?;
    if !matches!(tiler, Tiler::Modes(_)) {
        found.iter_mut().for_each(|reach| reach.mode = None);
    }
    Some(found)
}

/// Which coordinates of `layout` its tile at a coordinate asks for, as [`symbolic_reach`] says it of
/// a division.
pub fn symbolic_tile_reach(
    (scope, guard): (&Scope, &Guard),
    layout: &Layout<Sym>,
    tiler: &Tiler<Sym>,
    coordinate: &Coord<Sym>,
) -> Option<Vec<SymbolicReach>> {
    scope.assume_only(guard);
    let question = Question { asking: Asking::Division, scope, guard };
    let mut sizes = Layout::blank();
    // Of what has a size, each part has.
    layout.view().checked_size()?;
    push_terminals(layout.view(), &tiler.into(), &mut sizes);
    let extents: Vec<Sym> = sizes.leaves().iter().map(|leaf| leaf.extent.clone()).collect();
    let own = |number| matches!(tiler, Tiler::Modes(_)).then_some(number);
    let reaches = extents.into_iter().enumerate().map(|(mode, size)| {
        let mut counting = sizes.clone();
        for (number, leaf) in counting.leaves_mut().iter_mut().enumerate() {
            leaf.stride = Sym::from(i64::from(number == mode));
        }
        // The offset goes along as the stride of a mode.
        let tile = question.under_guard(|| {
            let Slice { layout, offset } = local_tile(&counting, tiler, coordinate)?;
            Layout::concat([layout.view(), Layout::leaf(Sym::from(2), offset).view()])
        })?;
        let offset = tile.leaves().last()?.stride.clone();
        let tile = tile.mode(0).ok()?;
        let reach = question.range(&tile, offset, size)?;
        Some(SymbolicReach { mode: own(mode), ..reach })
    });
    reaches.collect()
}

/// Which coordinates of each mode of `layout` a coordinate asks for, but for modes of which it asks
/// for all; as [`symbolic_reach`] says it.
pub fn symbolic_coordinate_reach(
    (scope, guard): (&Scope, &Guard),
    layout: &Layout<Sym>,
    coordinate: &Coord<Sym>,
) -> Vec<SymbolicReach> {
    scope.assume_only(guard);
    let question = Question { asking: Asking::Composition, scope, guard };
    let nested = matches!(coordinate, Coord::Modes(_));
    let (mut found, mut number) = (Vec::new(), 0);
    let mut pending = vec![(coordinate, layout.view())];
    while let Some((coordinate, mode)) = pending.pop() {
        match coordinate {
            Coord::Modes(coordinates) => {
                let below: Vec<_> = coordinates.iter().zip(mode.modes()).collect();
                pending.extend(below.into_iter().rev());
                continue;
            }
            Coord::All => {}
            Coord::Index(index) => {
                if let Some(size) = mode.checked_size() {
                    let reach = question.within(index.clone(), index.clone(), size);
                    found.push(SymbolicReach { mode: nested.then_some(number), ..reach });
                }
            }
        }
        number += 1;
    }
    found
}

struct Question<'a> {
    asking: Asking,
    scope: &'a Scope,
    guard: &'a Guard,
}

impl Question<'_> {
    /// What each terminal of the tiler asks; `number` counts them, and the modes that none is for.
    fn terminals(
        &self,
        mode: View<'_, Sym>,
        tiler: &Tiler<Sym>,
        number: &mut usize,
        found: &mut Vec<SymbolicReach>,
    ) -> Option<()> {
        let tile = match tiler {
            Tiler::Modes(tilers) => {
                for (mode, tiler) in mode.modes().zip(tilers) {
                    self.terminals(mode, tiler, number, found)?;
                }
                *number += mode.modes().count().saturating_sub(tilers.len());
                return Some(());
            }
            Tiler::All => None,
            Tiler::Extent(extent) => Some(Layout::leaf(extent.clone(), Sym::from(1))),
            Tiler::Layout(tile) => Some(tile.clone()),
        };
        if let Some(tile) = tile {
            let (coordinates, size) = self.asked(mode, &tile)?;
            let reach = self.range(&coordinates, Sym::default(), size)?;
            found.push(SymbolicReach { mode: Some(*number), ..reach });
        }
        *number += 1;
        Some(())
    }

    /// The coordinates of a mode that one tile asks for, and how many there are.
    fn asked(&self, mode: View<'_, Sym>, tile: &Layout<Sym>) -> Option<(Layout<Sym>, Sym)> {
        let size = mode.checked_size()?;
        match self.asking {
            Asking::Composition => Some((tile.clone(), size)),
            Asking::Division => {
                let counting = Layout::leaf(size.clone(), Sym::from(1));
                let divided = || logical_divide(&counting, tile)?.into_flat();
                Some((self.under_guard(divided)?, size))
            }
            Asking::Product => {
                let room = self.under_guard(|| room(mode, tile, &mut ()))?;
                Some((tile.clone(), room.view().checked_size()?))
            }
        }
    }

    /// A layout that needs no other conditions than the guard's.
    fn under_guard(
        &self,
        build: impl FnMut() -> Result<Layout<Sym>, CuteError>,
    ) -> Option<Layout<Sym>> {
        self.scope.assume_only(self.guard);
        let case = self.scope.first(build).ok();
        self.scope.assume_only(self.guard);
        case.filter(|case| self.scope.implies(self.guard, &case.guard)).map(|case| case.layout)
    }

    /// How far a layout's values, from `offset` on, reach in `0 .. size`, where all signs are known.
    fn range(&self, layout: &Layout<Sym>, offset: Sym, size: Sym) -> Option<SymbolicReach> {
        let zero = Sym::default();
        let less = |a: &Sym, b: &Sym| self.scope.less_under(self.guard, a, b);
        let (mut least, mut greatest) = (offset.clone(), offset);
        for Leaf { extent, stride } in layout.leaves() {
            let last = extent.plus(&Sym::from(-1))?;
            if less(&last, &zero)? {
                return None;
            }
            let span = last.times(stride)?;
            match less(stride, &zero)? {
                true => least = least.plus(&span)?,
                false => greatest = greatest.plus(&span)?,
            }
        }
        Some(self.within(least, greatest, size))
    }

    /// Whether coordinates lie in `0 .. size`.
    fn within(&self, least: Sym, greatest: Sym, size: Sym) -> SymbolicReach {
        let less = |a: &Sym, b: &Sym| self.scope.less_under(self.guard, a, b);
        let inside = match (less(&least, &Sym::default()), less(&greatest, &size)) {
            (Some(true), _) | (_, Some(false)) => Some(false),
            (Some(false), Some(true)) => Some(true),
            _ => None,
        };
        SymbolicReach { least, greatest, size, mode: None, inside }
    }
}

impl SymbolicReach {
    /// What must hold for all of them to be there.
    pub fn condition(&self) -> String {
        let SymbolicReach { least, greatest, size, .. } = self;
        match *least == Sym::default() {
            true => format!("{greatest} lt {size}"),
            false => format!("0 le {least} and {greatest} lt {size}"),
        }
    }
}

impl fmt::Display for SymbolicReach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SymbolicReach { least, greatest, size, mode, .. } = self;
        if let Some(mode) = mode {
            write!(f, "mode {mode}: ")?;
        }
        write!(f, "{least} to {greatest}, of {size}")
    }
}
