//! TIRx's words: a tile layout, a swizzle after one, or an index map.
//!
//! Of registers, a tile layout is the digits of the [placement](super::super::copies) of elements
//! and copies, the thread's number split into a lane and a warp; those of the copies are its
//! replicas. Addresses that are neither digits nor swizzled digits are an index map: 64-bit
//! arithmetic under its own name.

use std::collections::BTreeMap;

use super::super::arithmetic::without_shifts;
use super::super::copies::{placed, through};
use super::super::digits::into_memory;
use super::super::swizzled::composed;
use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::cute::Composed;
use crate::expr::Expr;
use crate::index_set::{Axis, IndexSet};
use crate::interop::tirx::{ComposeLayout, IndexMap, Iter, TileLayout};
use crate::map::LayoutMap;
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory => addresses(&meaning.by_element(&budget)?),
        Places::Registers => registers(meaning, meaning.lanes.unwrap_or(context.warp()), &budget),
        Places::TensorMemory => {
            let names = IndexSet::new(vec![Axis::integers("TLane"), Axis::integers("TCol")])?;
            let map = super::super::into(&meaning.by_element(&budget)?, names)?;
            Ok(TileLayout::of_map(&map)?.to_string())
        }
        places => Err(TranslateError::NoWords { system: System::Tirx, places }),
    }
}

fn addresses(map: &LayoutMap) -> Result<String, TranslateError> {
    if let Ok(layout) = TileLayout::of_map(&into_memory(map)?) {
        return Ok(layout.to_string());
    }
    let Ok(Composed { swizzle, offset, layout }) = composed(map) else {
        return Ok(IndexMap::of_map(&without_shifts(map)?)?.to_string());
    };
    let mut shard = Vec::new();
    for mode in 0..map.domain().rank() {
        let mode = layout.mode(mode)?;
        shard.extend(
            mode.leaves().iter().rev().map(|leaf| Iter::new(leaf.extent, leaf.stride, "m")),
        );
    }
    let offset = BTreeMap::from([("m".to_owned(), offset)]).into_iter().filter(|(_, by)| *by != 0);
    let tile = TileLayout::new(shard, Vec::new(), offset.collect())?;
    let (base, bits) = (swizzle.base().into(), swizzle.bits().into());
    let (far, inner) = (swizzle.shift().unsigned_abs().into(), swizzle.shift() >= 0);
    Ok(ComposeLayout::new(base, bits, far, inner, tile)?.to_string())
}

fn registers(meaning: &Meaning, lanes: i64, budget: &Budget) -> Result<String, TranslateError> {
    let map = placed(meaning, System::Tirx, budget)?;
    if lanes < 1 {
        return Err(TranslateError::NoWarps { threads: 0, lanes });
    }
    let (thread, value) = (Expr::coord(0), Expr::coord(1));
    let places = [&thread % lanes, thread / lanes, value];
    let split = through(&map, &["laneid", "warpid", "m"], &places)?;
    let split = split.ok_or(TranslateError::Outside {
        system: System::Tirx,
        what: "tile layout",
        why: "it is no arithmetic".to_owned(),
    })?;
    let digits = TileLayout::of_map(&split)?;
    // The last coordinate's digits are the replicas'.
    let copies = split.domain().extents().and_then(|extents| extents.last().copied()).unwrap_or(1);
    let (mut shard, mut replica, mut left) = (digits.shard().to_vec(), Vec::new(), copies);
    while left > 1 {
        let Some(iter) = shard.pop() else { break };
        left /= iter.extent;
        replica.insert(0, iter);
    }
    let threads = |axis: &&str| matches!(*axis, "laneid" | "warpid");
    if !digits.axes().iter().any(threads) {
        // An axis of threads says that `m` is a register.
        shard.insert(0, Iter::new(1, 1, "laneid"));
    }
    Ok(TileLayout::new(shard, replica, digits.offset().clone())?.to_string())
}
