//! Operations on coordinates, of whatever has coordinates.
//!
//! A layout, a swizzled layout and a composition without a flat form have one thing in common: a
//! layout is applied first, and the rest comes after it. What only chooses, splits or regroups
//! coordinates (compositions, divisions, tiles, slices, coalescing) is done to that layout alone:
//!
//! ```text
//! Sw<3,4,3> o 8 o (8,64):(64,1)      first (8,64):(64,1), then +8, then Sw<3,4,3>
//! (4,6,8):(2,3,5) o 6:3              first 6:3, then (4,6,8):(2,3,5)
//!   … after 3:2                      6:3 o 3:2 is 3:6; then (4,6,8):(2,3,5): the map 0 7 9
//! ```
//!
//! **The law.** `whole.on_coordinates(f)` at `x` is what comes after the first layout, of `f` of
//! that layout at `x`. Each layout on the way is its extended self: its last mode goes on. A map
//! that is made of other steps is asked on its domain alone, and the rest is refused.

use super::composed::Composed;
use super::composition::{Composition, composition};
use super::coord::Slice;
use super::error::CuteError;
use super::layout::Layout;
use super::not_flat::{NotFlat, Reason};
use super::reach::{Reach, of_values};
use super::swizzle::Swizzle;
use super::swizzled::{Swizzled, layout_after};
use crate::index_set::IndexSet;
use crate::map::{IntTree, LayoutMap, Node};

/// What comes after the layout that is applied first.
enum Step {
    Layout(Layout),
    Offset(i64),
    Swizzle(Swizzle),
    /// A map of other steps, at one-dimensional coordinates.
    Map(LayoutMap),
}

impl From<Layout> for Swizzled {
    fn from(layout: Layout) -> Self {
        Swizzled::Composed(layout.into())
    }
}

impl From<Composed> for Swizzled {
    fn from(composed: Composed) -> Self {
        Swizzled::Composed(composed)
    }
}

impl From<Composition> for Swizzled {
    fn from(composition: Composition) -> Self {
        match composition {
            Composition::Flat(layout) => layout.into(),
            Composition::Dag { map, why } => Swizzled::Dag { map, why },
        }
    }
}

impl From<Slice> for Swizzled {
    fn from(slice: Slice) -> Self {
        Composed { offset: slice.offset, ..slice.layout.into() }.into()
    }
}

impl Swizzled {
    /// The layout that is applied first: its shape is that of the coordinates.
    ///
    /// # Errors
    /// A size that leaves 64 bits.
    pub fn first(&self) -> Result<Layout, CuteError> {
        Ok(self.taken_apart()?.0)
    }

    /// What an operation on coordinates makes of it.
    ///
    /// ```
    /// use tileir::cute::{Composition, Layout, Swizzled, composition};
    /// let (a, b): (Layout, Layout) = ("(4,6,8):(2,3,5)".parse()?, "6:3".parse()?);
    /// let dag = Swizzled::from(composition(&a, &b)?);
    /// let every_second: Layout = "3:2".parse()?;
    /// let result = dag.on_coordinates(|b| Ok(composition(b, &every_second)?.into()))?;
    /// assert_eq!(result.to_map()?.eval(&[2])?, [a.eval(3 * 4)?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As the operation; values that leave 64 bits, or the domain of a map of other steps.
    pub fn on_coordinates(
        &self,
        operation: impl FnOnce(&Layout) -> Result<Swizzled, CuteError>,
    ) -> Result<Swizzled, CuteError> {
        let (first, steps) = self.taken_apart()?;
        let mut result = operation(&first)?;
        for step in steps {
            result = after(step, result)?;
        }
        Ok(result)
    }

    /// This after a map into one axis: its values are one-dimensional coordinates.
    ///
    /// ```
    /// use tileir::cute::{Composed, Layout, Swizzled};
    /// let outer = Swizzled::from("(8,8):(9,1)".parse::<Layout>()?);
    /// let map = outer.after_map("Sw<3,0,3> o 64:1".parse::<Composed>()?.to_map()?)?;
    /// assert_eq!(map.to_map()?.eval(&[10])?, [3 * 9 + 1]); // the swizzle takes 10 to 11
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Swizzled::on_coordinates`]; values below 0.
    pub fn after_map(&self, inner: LayoutMap) -> Result<Swizzled, CuteError> {
        self.on_coordinates(|first| {
            let why = undecided(format!("{first} after {inner}"));
            Ok(Swizzled::Dag { map: layout_after(first, inner)?, why })
        })
    }

    /// A swizzle after this.
    ///
    /// # Errors
    /// As [`Swizzle::after`].
    pub fn swizzled(self, swizzle: Swizzle) -> Result<Swizzled, CuteError> {
        after(Step::Swizzle(swizzle), self)
    }

    /// A number added to this.
    ///
    /// # Errors
    /// A sum that leaves 64 bits.
    pub fn moved(self, number: i64) -> Result<Swizzled, CuteError> {
        after(Step::Offset(number), self)
    }

    /// This after swizzles of its coordinates, the last one first.
    ///
    /// # Errors
    /// As [`Swizzled::after_map`].
    pub fn after_swizzles(&self, swizzles: &[Swizzle]) -> Result<Swizzled, CuteError> {
        if let ([swizzle], Swizzled::Composed(whole)) = (swizzles, self)
            && let Some(layout) = whole.plain()
        {
            return swizzle.before(layout);
        }
        let index = indices(&self.first()?)?.to_map()?;
        let moved = swizzles.iter().rev().try_fold(index, |map, swizzle| swizzle.after(map))?;
        self.after_map(moved)
    }

    /// The layout applied first, and the steps after it, in that order.
    fn taken_apart(&self) -> Result<(Layout, Vec<Step>), CuteError> {
        match self {
            Swizzled::Composed(Composed { swizzle, offset, layout }) => {
                Ok((layout.clone(), vec![Step::Offset(*offset), Step::Swizzle(*swizzle)]))
            }
            Swizzled::Dag { map, .. } => match steps(map) {
                Some(found) => Ok(found),
                None => {
                    let extents = map.domain().extents().unwrap_or_default();
                    let extents = extents.into_iter().map(IntTree::Leaf).collect();
                    let first = Layout::compact(&IntTree::Tuple(extents))?;
                    let line = at_index(map, &first)?;
                    Ok((first, vec![Step::Map(line)]))
                }
            },
        }
    }
}

/// The steps of a map, if it is made of layouts, offsets and swizzles, each value inside what comes
/// after.
fn steps(map: &LayoutMap) -> Option<(Layout, Vec<Step>)> {
    let mut steps = Vec::new();
    // The top of the stack is applied next to last of what is left.
    let mut pending = vec![map];
    while let Some(map) = pending.pop() {
        match map.node() {
            Node::Compose { outer, inner } => pending.extend([inner, outer]),
            Node::Translate { offset, map } => {
                steps.push(Step::Offset(*offset.first()?));
                pending.push(map);
            }
            Node::Transform { applied, map } if applied.transform().name() == "swizzle" => {
                let &[bits, base, shift] = applied.parameters() else { return None };
                steps.push(Step::Swizzle(Swizzle::new(bits, base, shift).ok()?));
                pending.push(map);
            }
            Node::MixedRadix(_) => {
                let layout = Layout::try_from(map).ok()?;
                let end = map.codomain().extents().and_then(|all| all.first().copied());
                let inside = |end| of_values(&layout, 0, end).is_ok_and(|reach| reach.is_inside());
                if !end.is_none_or(inside) {
                    return None;
                }
                steps.push(Step::Layout(layout));
            }
            _ => return None,
        }
    }
    match steps.pop()? {
        Step::Layout(first) => {
            steps.reverse();
            Some((first, steps))
        }
        _ => None,
    }
}

/// A map at one-dimensional coordinates, the first axis fastest.
fn at_index(map: &LayoutMap, shape: &Layout) -> Result<LayoutMap, CuteError> {
    use crate::expr::BinaryOp::{FloorDiv, Mod};
    let line = IndexSet::from_extents(&[shape.size()])?;
    let mut builder = crate::expr::ProgramBuilder::default();
    let mut rest = builder.coord(0);
    let mut digits = Vec::with_capacity(shape.rank());
    for extent in shape.mode_sizes() {
        let extent = builder.constant(extent);
        digits.push(builder.binary(Mod, rest, extent));
        rest = builder.binary(FloorDiv, rest, extent);
    }
    let digits = LayoutMap::expr(line, map.domain().clone(), builder.finish(&digits))?;
    Ok(LayoutMap::compose(map.clone(), digits)?)
}

/// From a layout's coordinates to the one-dimensional one; past the end it is the last mode that
/// goes on, also where it has one coordinate.
pub(super) fn indices(layout: &Layout) -> Result<Layout, CuteError> {
    let mut indices = Layout::compact(&layout.shape())?;
    if let [inner @ .., last] = indices.leaves_mut() {
        let inner = inner.iter().map(|leaf| leaf.extent.max(1));
        last.stride = inner.fold(1, i64::saturating_mul);
    }
    Ok(indices)
}

/// That it is not known whether this has a flat form.
pub(super) fn undecided(composition: String) -> Box<NotFlat> {
    let what = "no rule tells whether there is one shape and stride for it".to_owned();
    Box::new(NotFlat { composition, reason: Reason::Undecided { what }, refuted: None })
}

/// A step after what came before it.
fn after(step: Step, before: Swizzled) -> Result<Swizzled, CuteError> {
    match (step, before) {
        (Step::Offset(0), before) => Ok(before),
        (Step::Swizzle(swizzle), before) if swizzle.is_identity() => Ok(before),
        (Step::Offset(number), Swizzled::Composed(before)) if before.swizzle.is_identity() => {
            Ok(before.moved(number)?.into())
        }
        (Step::Swizzle(swizzle), Swizzled::Composed(before)) if before.swizzle.is_identity() => {
            Ok(Composed { swizzle, ..before }.into())
        }
        (Step::Layout(layout), Swizzled::Composed(before)) if before.plain().is_some() => {
            Ok(composition(&layout, &before.layout)?.into())
        }
        (Step::Offset(number), Swizzled::Dag { map, why }) => {
            Ok(Swizzled::Dag { map: LayoutMap::translate(vec![number], map, None)?, why })
        }
        (Step::Swizzle(swizzle), Swizzled::Dag { map, why }) => {
            Ok(Swizzled::Dag { map: swizzle.after(map)?, why })
        }
        (Step::Offset(number), before @ Swizzled::Composed(_)) => {
            let why = undecided(format!("{number} added to {before}"));
            let map = LayoutMap::translate(vec![number], before.to_map()?, None)?;
            Ok(Swizzled::Dag { map, why })
        }
        (Step::Swizzle(swizzle), before @ Swizzled::Composed(_)) => {
            let why = undecided(format!("{swizzle} after {before}"));
            Ok(Swizzled::Dag { map: swizzle.after(before.to_map()?)?, why })
        }
        (Step::Layout(layout), before) => {
            let why = undecided(format!("{layout} after {before}"));
            Ok(Swizzled::Dag { map: layout_after(&layout, before.to_map()?)?, why })
        }
        (Step::Map(map), before) => {
            let why = undecided(format!("{map} after {before}"));
            let coordinates = map.domain().clone();
            let inner = before.to_map()?;
            check_inside(&map, &before, &inner)?;
            let inner = LayoutMap::translate(vec![0], inner, Some(coordinates))?;
            Ok(Swizzled::Dag { map: LayoutMap::compose(map, inner)?, why })
        }
    }
}

/// Refuses coordinates that a map without a mode that goes on does not have.
fn check_inside(map: &LayoutMap, before: &Swizzled, inner: &LayoutMap) -> Result<(), CuteError> {
    let size = map.domain().cardinality().unwrap_or(i64::MAX);
    let reach = match before {
        Swizzled::Composed(before) if before.swizzle.is_identity() => {
            of_values(&before.layout, before.offset, size)?
        }
        _ => match inner.codomain().extents().and_then(|extents| extents.first().copied()) {
            Some(end) => Reach { least: 0, greatest: end - 1, size, empty: end == 0, mode: None },
            None => Reach { least: i64::MIN, greatest: i64::MAX, size, empty: false, mode: None },
        },
    };
    if reach.is_inside() {
        return Ok(());
    }
    Err(CuteError::Outside { operation: "composition", operand: map.to_string(), reach })
}
