//! TIRx's tile layouts, composed layouts and index maps.
//!
//! | axes of a tile layout | are |
//! |---|---|
//! | `laneid`, `warpid`; `tid_in_wg`, `wid_in_wg`, `wgid`; `tx` | digits of the thread's number: 1, a warp; 1, a warp, four warps; 1 |
//! | `m` | the value, beside an axis of threads; else the address |
//! | `TLane`, `TCol` | a row and a column of tensor memory |
//!
//! `laneid` of a power of two lanes from 0 to beyond 31 is of a warp of as many; else warps have 32
//! lanes, unless the context says another number. A lane or a warp beyond those is an error.
//!
//! An element's number is row-major in the context's shape. An index map's value is an address,
//! and several are one row-major in the extents that TVM's `map_shape` has of them over the shape;
//! tiles that the shape does not fill are whole. The first result's extent multiplies nothing, and need
//! not be known.

use std::collections::BTreeMap;

use super::super::system::WARP;
use super::super::{Context, Meaning, Places, System, TranslateError, row_major, strides, tile};
use crate::index_set::{Axis, IndexSet};
use crate::interop::tirx::{ComposeLayout, IndexMap, TileLayout};
use crate::map::{IntTree, LayoutMap};

/// The axes whose steps are whole warps.
const WARPS: [&str; 3] = ["warpid", "wid_in_wg", "wgid"];

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let text = text.trim();
    let word = text.strip_prefix("T.").unwrap_or(text);
    if word.starts_with("ComposeLayout") {
        let layout: ComposeLayout = text.parse()?;
        let size = layout.tile().size();
        if !layout.tile().replica().is_empty() {
            let (places, elements) = occurrences(layout.placement()?, size, context)?;
            return Meaning::new(Places::Memory, &places, &elements);
        }
        let numbered = number(&shape_of(context, size)?, size)?;
        let map = super::super::from(&layout.map()?, numbered.codomain().clone())?;
        return Meaning::of_elements(Places::Memory, &LayoutMap::compose(map, numbered)?);
    }
    if word.starts_with("TileLayout") {
        return placed(&text.parse()?, context);
    }
    if !word.starts_with("index_map") {
        return Err(TranslateError::Kind {
            system: System::Tirx,
            quoted: super::super::error::quoted(text),
            expected: "no TileLayout, ComposeLayout or index_map",
        });
    }
    let map: IndexMap = text.parse()?;
    let shape = context.shape_for("an index map")?;
    // One value is the address, however far the buffer goes on.
    let buffer = match map.program().outputs().len() {
        1 => map.extents(shape)?,
        _ => map.buffer(shape)?,
    };
    let map = super::super::into(&map.map(shape)?, IndexSet::from_extents(&buffer)?)?;
    Meaning::of_elements(Places::Memory, &row_major(map, "address")?)
}

fn shape_of(context: &Context, size: i64) -> Result<Vec<i64>, TranslateError> {
    Ok(context.shape.clone().unwrap_or_else(|| vec![size]))
}

/// Elements of a shape to their numbers, the last coordinate fastest.
fn number(shape: &[i64], size: i64) -> Result<LayoutMap, TranslateError> {
    if strides(shape, true)?.1 != size {
        let (what, own) = ("a tile layout".to_owned(), vec![size]);
        return Err(TranslateError::Shape { what, own, shape: shape.to_vec() });
    }
    row_major(LayoutMap::identity(tile(shape)?)?, "x")
}

/// What each axis adds to each coordinate of the place.
fn places<'a>(
    axes: &[&'a str],
    warp: i64,
) -> Result<(Places, BTreeMap<&'a str, Vec<i64>>), TranslateError> {
    let group = warp.checked_mul(4).ok_or(TranslateError::Size { shape: vec![warp, 4] })?;
    let memory = axes.iter().all(|axis| *axis == "m");
    let tensor = axes.iter().all(|axis| matches!(*axis, "TLane" | "TCol"));
    let kind = match (memory, tensor) {
        (true, _) => Places::Memory,
        (_, true) => Places::TensorMemory,
        _ => Places::Registers,
    };
    let weights = axes.iter().map(|&axis| {
        let weights = match (kind, axis) {
            (Places::Memory, _) => vec![1],
            (Places::TensorMemory, "TLane") => vec![1, 0],
            (Places::TensorMemory, _) => vec![0, 1],
            (_, "m") => vec![0, 1],
            (_, "laneid" | "tid_in_wg" | "tx") => vec![1, 0],
            (_, "warpid" | "wid_in_wg") => vec![warp, 0],
            (_, "wgid") => vec![group, 0],
            _ => return Err(TranslateError::Axis { system: System::Tirx, axis: axis.to_owned() }),
        };
        Ok((axis, weights))
    });
    Ok((kind, weights.collect::<Result<_, _>>()?))
}

/// A map of elements' numbers and copies as one of the context's elements and copies, and the element
/// of each.
fn occurrences(
    placement: LayoutMap,
    size: i64,
    context: &Context,
) -> Result<(LayoutMap, LayoutMap), TranslateError> {
    let shape = shape_of(context, size)?;
    let numbered = number(&shape, size)?;
    let copies: Vec<Axis> = placement.domain().axes().iter().skip(1).cloned().collect();
    let copies = IndexSet::new(copies)?;
    let domain = IndexSet::side_by_side([numbered.domain(), &copies])?;
    let elements = LayoutMap::project(domain, (0..shape.len()).collect())?;
    let places = LayoutMap::compose(
        placement,
        LayoutMap::product(vec![numbered, LayoutMap::identity(copies)?])?,
    )?;
    Ok((places, elements))
}

/// Elements and copies with their places.
fn placed(layout: &TileLayout, context: &Context) -> Result<Meaning, TranslateError> {
    let placement = layout.placement()?;
    let reach = |name: &str| {
        let axis = placement.codomain().axes().iter().find(|axis| axis.name() == name);
        axis.and_then(|axis| axis.extent().finite())
    };
    let lane = reach("laneid").unwrap_or(1);
    // A larger warp only where lanes fill one from 0 on.
    let from = layout.offset().get("laneid").copied().unwrap_or(0);
    let fills = from == 0 && lane.count_ones() == 1;
    let warp = context.lanes.unwrap_or(if fills { WARP.max(lane) } else { WARP });
    if lane > warp {
        return Err(TranslateError::Threads { what: "lanes", expected: warp, found: lane });
    }
    let (kind, weights) = places(&layout.axes(), warp)?;
    let (placed, element) = occurrences(placement.clone(), layout.size(), context)?;
    let linear = combine(placed.codomain(), &weights, kind)?;
    let meaning = Meaning::new(kind, &LayoutMap::compose(linear, placed)?, &element)?;
    if kind != Places::Registers {
        return Ok(meaning);
    }
    let reached = ["warpid", "wid_in_wg"].into_iter().filter_map(reach).max();
    if let Some((expected, found)) = context.warps.zip(reached).filter(|(all, own)| own > all) {
        return Err(TranslateError::Threads { what: "warps", expected, found });
    }
    let said = lane > WARP || layout.axes().iter().any(|axis| WARPS.contains(axis));
    Ok(meaning.of_warps(context.lanes.or(said.then_some(warp))))
}

/// The axes' coordinates as a place.
fn combine(
    axes: &IndexSet,
    weights: &BTreeMap<&str, Vec<i64>>,
    kind: Places,
) -> Result<LayoutMap, TranslateError> {
    let extents: Vec<i64> =
        axes.axes().iter().map(|axis| axis.extent().finite()).collect::<Option<_>>().ok_or_else(
            || TranslateError::Outside {
                system: System::Tirx,
                what: "place",
                why: format!("{axes} has places below 0"),
            },
        )?;
    let along = |k: usize| {
        let weight = |axis: &Axis| weights.get(axis.name()).and_then(|w| w.get(k)).copied();
        let leaves = axes.axes().iter().map(|axis| IntTree::Leaf(weight(axis).unwrap_or(0)));
        IntTree::Tuple(leaves.collect())
    };
    let shape = IntTree::Tuple(extents.into_iter().map(IntTree::Leaf).collect());
    let strides = (0..kind.axes().len()).map(along).collect();
    Ok(LayoutMap::mixed_radix_between(shape, strides, axes.clone(), kind.set()?)?)
}
