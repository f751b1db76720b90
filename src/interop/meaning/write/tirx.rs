//! TIRx's words: a tile layout, a swizzle after one, or an index map.
//!
//! A tile layout is the digits of the [placement](super::super::copies) of elements and copies,
//! those of the copies its replicas. A thread's number is split into a lane and a warp; where
//! there are no digits of these, as of 48 threads in a row, it is `tx`. Addresses that are neither digits nor swizzled digits are an index map: 64-bit
//! arithmetic under its own name.

use std::collections::BTreeMap;

use super::super::arithmetic::without_shifts;
use super::super::copies::{placed, through};
use super::super::digits::into_memory;
use super::super::swizzled::composed;
use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::cute::Composed;
use crate::expr::Expr;
use crate::interop::tirx::{ComposeLayout, IndexMap, Iter, TileLayout};
use crate::map::LayoutMap;
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory => match meaning.by_element(&budget) {
            Ok(map) => addresses(&map),
            Err(why) => copied_addresses(meaning, &budget)?.ok_or(why),
        },
        Places::Registers => registers(meaning, meaning.lanes.unwrap_or(context.warp()), &budget),
        Places::TensorMemory => match copied(meaning, &["TLane", "TCol"], &budget)? {
            Some(layout) => Ok(layout.to_string()),
            None => Err(no_arithmetic()),
        },
        places => Err(TranslateError::NoWords { system: System::Tirx, places }),
    }
}

/// The tile layout of elements and copies, a place's coordinates on these axes.
fn copied(
    meaning: &Meaning,
    axes: &[&str],
    budget: &Budget,
) -> Result<Option<TileLayout>, TranslateError> {
    let map = placed(meaning, System::Tirx, budget)?;
    let places: Vec<Expr> = (0..axes.len()).map(Expr::coord).collect();
    through(&map, axes, &places)?.map(|split| replicated(&split)).transpose()
}

/// The tile layout of elements and copies in memory, or a swizzle after one.
fn copied_addresses(meaning: &Meaning, budget: &Budget) -> Result<Option<String>, TranslateError> {
    let map = placed(meaning, System::Tirx, budget)?;
    let Some(map) = through(&map, &["m"], &[Expr::coord(0)])? else { return Ok(None) };
    Ok(Some(match replicated(&map) {
        Ok(layout) => layout.to_string(),
        Err(why) => swizzled(&map, true).map_err(|_| why)?.to_string(),
    }))
}

fn no_arithmetic() -> TranslateError {
    let why = "it is no arithmetic".to_owned();
    TranslateError::Outside { system: System::Tirx, what: "tile layout", why }
}

/// The tile layout of a map from elements and, by its last coordinate, copies.
fn replicated(split: &LayoutMap) -> Result<TileLayout, TranslateError> {
    let digits = TileLayout::of_map(split)?;
    // The last coordinate's digits are the replicas'.
    let copies = split.domain().extents().and_then(|extents| extents.last().copied()).unwrap_or(1);
    let (mut shard, mut replica, mut left) = (digits.shard().to_vec(), Vec::new(), copies);
    while left > 1 {
        let Some(iter) = shard.pop() else { break };
        left /= iter.extent;
        replica.insert(0, iter);
    }
    Ok(TileLayout::new(shard, replica, digits.offset().clone())?)
}

fn addresses(map: &LayoutMap) -> Result<String, TranslateError> {
    if let Ok(layout) = TileLayout::of_map(&into_memory(map)?) {
        return Ok(layout.to_string());
    }
    match swizzled(map, false) {
        Ok(layout) => Ok(layout.to_string()),
        Err(_) => Ok(IndexMap::of_map(&without_shifts(map)?)?.to_string()),
    }
}

/// The swizzle after a tile layout of a map from elements and, if so, by its last coordinate copies.
fn swizzled(map: &LayoutMap, copies: bool) -> Result<ComposeLayout, TranslateError> {
    let Composed { swizzle, offset, layout } = composed(map)?;
    let rank = map.domain().rank();
    let elements = if copies { rank.saturating_sub(1) } else { rank };
    let (mut shard, mut replica) = (Vec::new(), Vec::new());
    for place in 0..rank {
        let digits = if place < elements { &mut shard } else { &mut replica };
        let mode = layout.mode(place)?;
        digits.extend(
            mode.leaves().iter().rev().map(|leaf| Iter::new(leaf.extent, leaf.stride, "m")),
        );
    }
    let offset = BTreeMap::from([("m".to_owned(), offset)]).into_iter().filter(|(_, by)| *by != 0);
    let tile = TileLayout::new(shard, replica, offset.collect())?;
    let (base, bits) = (swizzle.base().into(), swizzle.bits().into());
    let (far, inner) = (swizzle.shift().unsigned_abs().into(), swizzle.shift() >= 0);
    Ok(ComposeLayout::new(base, bits, far, inner, tile)?)
}

/// Threads are lanes and warps; where that is no tile layout, their numbers.
fn registers(meaning: &Meaning, lanes: i64, budget: &Budget) -> Result<String, TranslateError> {
    let map = placed(meaning, System::Tirx, budget)?;
    if lanes < 1 {
        return Err(TranslateError::NoWarps { threads: 0, lanes });
    }
    let (thread, value) = (Expr::coord(0), Expr::coord(1));
    let places = [&thread % lanes, &thread / lanes, value.clone()];
    let split = through(&map, &["laneid", "warpid", "m"], &places)?.ok_or_else(no_arithmetic)?;
    let layout = replicated(&split).or_else(|why| {
        let whole = through(&map, &["tx", "m"], &[thread, value])?.ok_or_else(no_arithmetic)?;
        replicated(&whole).or(Err(why))
    })?;
    let threads = |axis: &&str| matches!(*axis, "laneid" | "warpid" | "tx");
    if layout.axes().iter().any(threads) {
        return Ok(layout.to_string());
    }
    // An axis of threads says that `m` is a register.
    let mut shard = layout.shard().to_vec();
    shard.insert(0, Iter::new(1, 1, "laneid"));
    let (replica, offset) = (layout.replica().to_vec(), layout.offset().clone());
    Ok(TileLayout::new(shard, replica, offset)?.to_string())
}
