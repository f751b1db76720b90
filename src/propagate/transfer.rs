//! How a distribution passes an operation, forwards and backwards.
//!
//! An operation that works slot by slot fixes what its operand and its result have to do with each
//! other. Given one of the two distributions, the other follows:
//!
//! | operation | given the result's `D`, it wants of its source | given the source's `S`, it gives |
//! |---|---|---|
//! | elementwise | `D` | `S` |
//! | relabel by `m` | `m` after `D` | `m⁻¹` after `S`; a slot axis for each axis that `m` ignores |
//! | reduce axis `k` | `D`, and all of `k` in new slots | `S` without its coordinate `k` |
//!
//! Worked, on four lanes that hold a vector of four, which is spread over the rows of a tile:
//!
//! ```text
//! relabel   m : (i : 8, j : 4) -> (j)                     result (i, j) is source (j)
//! source    (lane : 4) -> (lane)
//! gives     (lane : 4, copy : 8) -> (copy, lane)          every lane has a column
//! ```
//!
//! **The law.** What is wanted or given holds at each slot what the operation needs there:
//! `wanted(x) = m(D(x))`, `m(given(x, c)) = S(x)`, and for a reduction the same with the coordinate
//! dropped. A whole tile gives a whole tile. `None` where no distribution has the law: a relabel
//! that leaves out elements that the source holds, or takes them in a way that is not undone.

use crate::distribution::{Distribution, DistributionError};
use crate::error::MapError;
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, try_inverse};
use crate::proof::{Budget, constant_along};
use thiserror::Error;

/// What a question about one relabel may cost; its map is arithmetic, seldom a table.
const BUDGET: Budget = Budget::of_points(1 << 12);

/// Why a distribution does not pass an operation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TransferError {
    /// Maps of different tiles.
    #[error(transparent)]
    Map(#[from] MapError),
    /// What results is no distribution: too many slots.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
    /// A reduced axis that the source does not have.
    #[error("a source of rank {rank} has no axis {axis} to reduce")]
    Axis {
        /// The axis.
        axis: usize,
        /// The source's rank.
        rank: usize,
    },
}

/// What a relabel by `map` wants of its source where its result is held in `result`: `map` after
/// `result`.
///
/// # Errors
/// A result of another tile than the map's domain.
pub fn relabel_wants(
    map: &LayoutMap,
    result: &Distribution,
) -> Result<Distribution, TransferError> {
    let result = result.map().with_codomain_names(map.domain())?;
    Ok(Distribution::new(LayoutMap::compose(map.clone(), result)?)?)
}

/// How a relabel by `map` holds its result if it moves nothing: the elements of `source`, each
/// under its new coordinates, and under all of them where the map ignores an axis.
///
/// `None` if no distribution has every slot of the source at a place of the result.
pub fn relabel_gives(map: &LayoutMap, source: &Distribution) -> Option<Distribution> {
    let tile = map.domain();
    let extents = tile.extents()?;
    let ignored =
        |axis: &usize| extents[*axis] > 1 && constant_along(map, *axis, &BUDGET).is_proved();
    let (spread, kept): (Vec<usize>, Vec<usize>) = (0..tile.rank()).partition(ignored);

    // On the axes that are not ignored the map must be a bijection onto the source's tile.
    let core = LayoutMap::compose(map.clone(), at_origin(tile, &kept)?).ok()?;
    let back = try_inverse(&core, &BUDGET).ok()?.map().clone();
    if !back.domain().is_box() {
        return None;
    }
    let found = source.map().with_codomain_names(back.domain()).ok()?;
    let held = LayoutMap::compose(back, found).ok()?;
    if spread.is_empty() {
        return Distribution::new(held).ok();
    }

    let mut factors = vec![held];
    for &axis in &spread {
        factors.push(LayoutMap::identity(beside(&factors, "copy", extents[axis])?).ok()?);
    }
    let places: Vec<usize> = kept.into_iter().chain(spread).collect();
    Distribution::new(arranged(factors, &places, tile).ok()?).ok()
}

/// How a reduction along `axis` leaves its rows: in the slots of its source.
///
/// # Errors
/// A source without that axis.
pub fn reduce_gives(source: &Distribution, axis: usize) -> Result<Distribution, TransferError> {
    let map = source.map();
    let rank = map.codomain().rank();
    if axis >= rank {
        return Err(TransferError::Axis { axis, rank });
    }
    let keep = (0..rank).filter(|&other| other != axis).collect();
    let rows = LayoutMap::project(map.codomain().clone(), keep)?;
    Ok(Distribution::new(LayoutMap::compose(rows, map.clone())?)?)
}

/// A source of which a reduction along `axis`, of this extent, gives `result` without any thread
/// asking another: each slot becomes the slots of its whole row.
///
/// # Errors
/// An axis beyond the result's rank, a negative extent, or more slots than 64 bits number.
pub fn reduce_wants(
    result: &Distribution,
    axis: usize,
    extent: i64,
) -> Result<Distribution, TransferError> {
    let map = result.map();
    let rank = map.codomain().rank() + 1;
    if axis >= rank {
        return Err(TransferError::Axis { axis, rank });
    }
    let row = IndexSet::new(vec![fresh(&[map.domain(), map.codomain()], "position", extent)])?;
    let mut tile = map.codomain().axes().to_vec();
    tile.insert(axis, row.axes()[0].clone());
    let places: Vec<usize> = (0..rank).filter(|&other| other != axis).chain([axis]).collect();
    let factors = vec![map.clone(), LayoutMap::identity(row)?];
    Ok(Distribution::new(arranged(factors, &places, &IndexSet::new(tile)?)?)?)
}

/// A distribution of any tile over any number of threads, neighbours in one thread, the first
/// elements again where they do not come out even: what a value is held in that no other
/// distribution leads to.
///
/// # Errors
/// No threads, a tile of more elements than 64 bits number, or as [`LayoutMap::expr`].
pub fn even(shape: &[i64], threads: i64) -> Result<Distribution, TransferError> {
    let tile = IndexSet::from_extents(shape)?;
    let overflow = || MapError::SizeOverflow {
        mode: "the tile".into(),
        what: shape.iter().map(i64::to_string).collect::<Vec<_>>().join(" * "),
    };
    let empty = shape.contains(&0);
    let product = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
    let size = if empty { 0 } else { product.ok_or_else(overflow)? };
    if threads < 1 {
        let what = format!("the threads for {size} elements");
        return Err(MapError::Count { what, expected: 1, found: 0 }.into());
    }
    let slots = size / threads + i64::from(size % threads != 0);
    let domain = IndexSet::new(vec![Axis::new("thread", threads), Axis::new("slot", slots)])?;
    let mut rest = (Expr::coord(0) * slots + Expr::coord(1)) % size.max(1);
    let mut element = Vec::with_capacity(shape.len());
    for &extent in shape.iter().rev() {
        element.push(&rest % extent.max(1));
        rest = rest / extent.max(1);
    }
    element.reverse();
    Ok(Distribution::new(LayoutMap::expr(domain, tile, Program::from_exprs(&element))?)?)
}

/// The points of `tile` whose coordinates are 0 but on the axes `kept`.
fn at_origin(tile: &IndexSet, kept: &[usize]) -> Option<LayoutMap> {
    let place = |axis| kept.iter().position(|&other| other == axis);
    let coordinate = |axis| place(axis).map_or_else(|| Expr::from(0), Expr::coord);
    let outputs: Vec<Expr> = (0..tile.rank()).map(coordinate).collect();
    let domain = tile.select(kept).ok()?;
    LayoutMap::expr(domain, tile.clone(), Program::from_exprs(&outputs)).ok()
}

/// The product of the factors, its coordinate `k` put at the place `places[k]` of `tile`.
fn arranged(
    factors: Vec<LayoutMap>,
    places: &[usize],
    tile: &IndexSet,
) -> Result<LayoutMap, MapError> {
    let side_by_side = LayoutMap::product(factors)?;
    let mut order = vec![0; places.len()];
    for (coordinate, &place) in places.iter().enumerate() {
        order[place] = coordinate;
    }
    let permute = LayoutMap::permute(side_by_side.codomain().clone(), order)?;
    LayoutMap::compose(permute, side_by_side)?.with_codomain_names(tile)
}

/// A set of one axis whose name no factor has.
fn beside(factors: &[LayoutMap], name: &str, extent: i64) -> Option<IndexSet> {
    let sets: Vec<&IndexSet> =
        factors.iter().flat_map(|factor| [factor.domain(), factor.codomain()]).collect();
    IndexSet::new(vec![fresh(&sets, name, extent)]).ok()
}

/// An axis called `name`, or `name1`, `name2`, … where that is taken.
fn fresh(sets: &[&IndexSet], name: &str, extent: i64) -> Axis {
    let free = |name: &String| sets.iter().all(|set| set.position(name).is_none());
    let numbered = (1u64..).map(|number| format!("{name}{number}"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    Axis::new(&names.find(free).unwrap_or_default(), extent)
}
