//! The notation of this project: a map where the meaning is a function of elements, a
//! distribution where it is one of places, and else a correspondence. What is written is an
//! attribute of the dialect as it stands.
//!
//! Threads are one axis where their warps have 32 lanes, or nothing is known of them. Other
//! lanes are an axis of their own, so that they are read again:
//!
//! ```text
//! (thread : 128, value : 4) -> …                  4 warps of 32 lanes, unless the reader is told others
//! (warp : 2, lane : 64, value : 4) -> …           2 warps of 64 lanes
//! (block : 2, warp : 2, lane : 64, value : 4) -> …
//! ```
//!
//! A correspondence numbers threads only.

use super::super::system::WARP;
use super::super::{Meaning, Places, TranslateError};
use crate::distribution::Distribution;
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use crate::proof::Budget;

/// A meaning as a function.
type View = fn(&Meaning, &Budget) -> Result<LayoutMap, TranslateError>;

pub(in crate::interop::meaning) fn write(meaning: &Meaning) -> String {
    let budget = Budget::of_points(0);
    let views: [View; 2] = match meaning.places {
        Places::Registers | Places::BlockRegisters => [Meaning::by_place, Meaning::by_element],
        _ => [Meaning::by_element, Meaning::by_place],
    };
    for view in views {
        if let Ok(map) = view(meaning, &budget)
            && map.domain().is_box()
        {
            let map = in_warps(meaning, &map).unwrap_or(map).normalize(&budget);
            return match meaning.places {
                Places::Registers if Distribution::new(map.clone()).is_ok() => {
                    format!("#tileir.distribution<#tileir.{map}>")
                }
                _ => format!("#tileir.{map}"),
            };
        }
    }
    match meaning.corr.legs() {
        Some((left, right)) => format!("#tileir.corr<#tileir.{left}, #tileir.{right}>"),
        None => format!("#tileir.{}", meaning.corr),
    }
}

/// A map of places whose threads are warps and lanes, where the lanes are others than 32.
fn in_warps(meaning: &Meaning, map: &LayoutMap) -> Option<LayoutMap> {
    let lanes = meaning.lanes.filter(|lanes| *lanes != WARP && *lanes > 0)?;
    let extents = map.domain().extents()?;
    let at = map.domain().axes().iter().position(|axis| axis.name() == "thread")?;
    let threads = extents.get(at).copied().filter(|threads| threads % lanes == 0)?;
    let (mut axes, mut numbers) = (Vec::new(), Vec::new());
    for (k, axis) in map.domain().axes().iter().enumerate() {
        let coordinate = Expr::coord(axes.len());
        if k == at {
            numbers.push(coordinate * lanes + Expr::coord(axes.len() + 1));
            axes.extend([Axis::new("warp", threads / lanes), Axis::new("lane", lanes)]);
        } else {
            numbers.push(coordinate);
            axes.push(axis.clone());
        }
    }
    let domain = IndexSet::new(axes).ok()?;
    let program = Program::from_exprs(&numbers);
    let threads = LayoutMap::expr(domain, map.domain().clone(), program).ok()?;
    LayoutMap::compose(map.clone(), threads).ok()
}
