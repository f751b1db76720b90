//! XeGPU's layouts as maps from `(thread, value)` to the element.
//!
//! A tile is spread three times, in each dimension by itself:
//!
//! ```text
//! extent 32     subgroups: units of sg_layout * sg_data = 2 * 8, one after another
//!                 unit 1, subgroup 1       24 + …
//!               instructions: tiles of inst_data = 8, one after another
//!               lanes: units of lane_layout * lane_data = 4 * 2
//!                 lane 3, place 1 of its 2    24 + 6 + 1 = 31
//! ```
//!
//! Where a unit is larger than what is spread, it wraps around, and several share the data.
//! Subgroups and lanes are numbered along `order`, and `thread = lane + lanes * subgroup`. A
//! thread's values are numbered by unit, then instruction, then the place in the lane's vector,
//! whose shape is its part of the instruction's data, each row-major: as lowering to subgroups,
//! unrolling to instructions and distribution to lanes, one after another, number them.
//!
//! Without `lane_layout` a subgroup counts as one thread. A slice spreads the dimensions that
//! are left; lanes and subgroups that differ in the others only have the same elements.

use super::error::product;
use super::{MlirError, XeGpu};
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;

/// How one dimension is spread.
struct Spread {
    extent: i64,
    /// The subgroups' data, and how far one unit of all of them reaches.
    sg_data: i64,
    sg_unit: i64,
    inst: i64,
    /// The lanes' data, and how far one unit of all of them reaches.
    lane_data: i64,
    lane_unit: i64,
}

impl XeGpu {
    /// The map of a tile of this shape.
    ///
    /// # Errors
    /// A shape of another rank; data that does not split evenly; numbers that leave 64 bits.
    pub fn map(&self, shape: &[i64]) -> Result<LayoutMap, MlirError> {
        let (rank, kept) = (self.layout.rank()?, self.dimensions()?);
        if shape.len() != kept.len() {
            let (what, expected, found) = ("the shape", kept.len(), shape.len());
            return Err(MlirError::Rank { what, expected, found });
        }
        super::error::positive("an extent", shape)?;
        let spread: Vec<Spread> = kept
            .iter()
            .zip(shape)
            .enumerate()
            .map(|(at, (&dim, &extent))| self.spread(at, dim, extent))
            .collect::<Result<_, _>>()?;
        let ones = vec![1; rank];
        let sg_layout = self.layout.sg_layout.as_ref().unwrap_or(&ones);
        let lane_layout = self.layout.lane_layout.as_ref().unwrap_or(&ones);
        let lanes = product("the number of lanes", lane_layout)?;
        let subgroups = product("the number of subgroups", sg_layout)?;
        let threads = product("the number of threads", &[lanes, subgroups])?;
        let order = self.layout.ordered(rank);
        let (thread, value) = (Expr::coord(0), Expr::coord(1));
        let lane = digits(&(&thread % lanes), lane_layout, &order);
        let subgroup = digits(&(thread / lanes), sg_layout, &order);
        let steps: [fn(&Spread) -> i64; 3] = [
            |own| own.extent / own.sg_unit,
            |own| own.sg_data / own.inst,
            |own| own.inst / own.lane_unit * own.lane_data,
        ];
        let counts: Vec<i64> = steps.iter().flat_map(|step| spread.iter().map(step)).collect();
        let values = product("the number of values", &counts)?;
        let last_first: Vec<usize> = (0..counts.len()).rev().collect();
        let places = digits(&value, &counts, &last_first);
        let element = |(at, (own, dim)): (usize, (&Spread, &usize))| {
            let of = |level: usize| places.get(level * spread.len() + at).cloned();
            let number = |list: &[Expr]| list.get(*dim).cloned();
            let (unit, inst, place) = (of(0)?, of(1)?, of(2)?);
            let in_tile = (unit * own.sg_unit + number(&subgroup)? * own.sg_data) % own.extent;
            let block = &place / own.lane_data;
            let in_inst = (block * own.lane_unit + number(&lane)? * own.lane_data) % own.inst;
            Some(in_tile + inst * own.inst + in_inst + place % own.lane_data)
        };
        let elements: Vec<Expr> =
            spread.iter().zip(&kept).enumerate().filter_map(element).collect();
        let domain = vec![Axis::new("thread", threads), Axis::new("value", values)];
        let program = Program::from_exprs(&elements);
        let map = LayoutMap::expr(IndexSet::new(domain)?, IndexSet::from_extents(shape)?, program)?;
        Ok(map)
    }

    fn spread(&self, at: usize, dim: usize, extent: i64) -> Result<Spread, MlirError> {
        let of = |list: &Option<Vec<i64>>| list.as_ref().and_then(|list| list.get(dim)).copied();
        let layout = &self.layout;
        let even = |names: (&'static str, &'static str), part: i64, whole: i64| {
            if part > 0 && whole % part == 0 {
                return Ok(whole / part);
            }
            let (part_name, whole_name) = names;
            Err(MlirError::Uneven { dimension: at, part_name, part, whole_name, whole })
        };
        let unit = |count: i64, data: i64| product("a unit", &[count, data]);
        let subgroups = of(&layout.sg_layout).unwrap_or(1);
        let sg_data = match of(&layout.sg_data) {
            Some(data) => data,
            None => even(("sg_layout", "the extent"), subgroups, extent)?,
        };
        even(("sg_data", "the extent"), sg_data, extent)?;
        let sg_unit = unit(subgroups, sg_data)?.min(extent);
        even(("sg_layout times sg_data", "the extent"), sg_unit, extent)?;
        let inst = of(&layout.inst_data).unwrap_or(sg_data);
        even(("inst_data", "a subgroup's data"), inst, sg_data)?;
        let lanes = of(&layout.lane_layout).unwrap_or(1);
        let lane_data = match of(&layout.lane_data) {
            Some(data) => data,
            None => even(("lane_layout", "an instruction's data"), lanes, inst)?,
        };
        even(("lane_data", "an instruction's data"), lane_data, inst)?;
        let lane_unit = unit(lanes, lane_data)?.min(inst);
        even(("lane_layout times lane_data", "an instruction's data"), lane_unit, inst)?;
        Ok(Spread { extent, sg_data, sg_unit, inst, lane_data, lane_unit })
    }
}

/// The digits of a number over extents, `order` naming them from the fastest.
fn digits(number: &Expr, extents: &[i64], order: &[usize]) -> Vec<Expr> {
    let mut digits = vec![Expr::from(0); extents.len()];
    let mut below = 1i64;
    for &place in order {
        if let (Some(digit), Some(&extent)) = (digits.get_mut(place), extents.get(place)) {
            *digit = number.clone() / below % extent;
            below = below.saturating_mul(extent);
        }
    }
    digits
}
