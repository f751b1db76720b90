//! [`XeGpu`]: how XeGPU spreads a tile over subgroups, instructions and lanes.
//!
//! ```text
//! #xegpu.layout<sg_layout = [2, 4], sg_data = [16, 16], inst_data = [8, 16],
//!               lane_layout = [1, 16], lane_data = [1, 1], order = [1, 0]>
//! #xegpu.slice<#xegpu.layout<…>, dims = [0]>        without that dimension; its lanes share
//! ```
//!
//! | field | says |
//! |---|---|
//! | `sg_layout` | how many subgroups there are along each dimension |
//! | `sg_data` | what a subgroup has at once; its even part of the tile, if it is not told |
//! | `inst_data` | what one instruction of it takes; all of it, if it is not told |
//! | `lane_layout` | how many lanes there are along each dimension |
//! | `lane_data` | what a lane has at once; its even part, if it is not told |
//! | `order` | the dimensions in which lanes and subgroups are numbered, the fastest first; the last dimension first, if it is not told |
//!
//! The map of these is in `xegpu_map`.

use std::fmt;
use std::str::FromStr;

use super::{MlirError, Read, integers, joined, whole};
use crate::interop::script::{Cursor, ScriptFault};

/// Slices of slices, at most.
const DEPTH: usize = 64;

/// `#xegpu.layout`; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XeLayout {
    /// Subgroups along each dimension.
    pub sg_layout: Option<Vec<i64>>,
    /// A subgroup's data.
    pub sg_data: Option<Vec<i64>>,
    /// An instruction's data.
    pub inst_data: Option<Vec<i64>>,
    /// Lanes along each dimension.
    pub lane_layout: Option<Vec<i64>>,
    /// A lane's data.
    pub lane_data: Option<Vec<i64>>,
    /// The dimensions, the fastest first.
    pub order: Option<Vec<i64>>,
}

/// A layout, or one without some of its dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XeGpu {
    /// The layout.
    pub layout: XeLayout,
    /// The dimensions that each slice leaves out, the innermost first; each counts those that
    /// are left.
    pub slices: Vec<Vec<i64>>,
}

impl XeLayout {
    /// The fields by their names, in the order in which they are printed.
    pub(super) fn fields(&self) -> [(&'static str, &Option<Vec<i64>>); 6] {
        [
            ("sg_layout", &self.sg_layout),
            ("sg_data", &self.sg_data),
            ("inst_data", &self.inst_data),
            ("lane_layout", &self.lane_layout),
            ("lane_data", &self.lane_data),
            ("order", &self.order),
        ]
    }

    fn field(&mut self, name: &str) -> Option<&mut Option<Vec<i64>>> {
        Some(match name {
            "sg_layout" => &mut self.sg_layout,
            "sg_data" => &mut self.sg_data,
            "inst_data" => &mut self.inst_data,
            "lane_layout" => &mut self.lane_layout,
            "lane_data" => &mut self.lane_data,
            "order" => &mut self.order,
            _ => return None,
        })
    }

    /// Its number of dimensions.
    ///
    /// # Errors
    /// Fields of different lengths; data without its layout; an order of nothing, or that does
    /// not name each dimension once; no field at all.
    pub fn rank(&self) -> Result<usize, MlirError> {
        let lists = self.fields();
        let rank = lists.iter().find_map(|(_, list)| list.as_ref().map(Vec::len)).unwrap_or(0);
        for (what, list) in lists {
            if let Some(list) = list.as_ref().filter(|list| list.len() != rank) {
                return Err(MlirError::Rank { what, expected: rank, found: list.len() });
            }
            if let Some(list) = list.as_ref().filter(|_| what != "order") {
                super::error::positive(what, list)?;
            }
        }
        for (field, missing, there) in [
            ("sg_data", "sg_layout", self.sg_data.is_none() || self.sg_layout.is_some()),
            ("lane_data", "lane_layout", self.lane_data.is_none() || self.lane_layout.is_some()),
            (
                "order",
                "sg_layout or lane_layout",
                self.order.is_none() || self.sg_layout.is_some() || self.lane_layout.is_some(),
            ),
            ("a layout", "sg_layout, inst_data or lane_layout", rank > 0),
        ] {
            if !there {
                return Err(MlirError::Alone { field, missing });
            }
        }
        if let Some(order) = &self.order {
            distinct("order", order, rank)?;
        }
        Ok(rank)
    }

    /// The dimensions, the fastest first.
    pub(super) fn ordered(&self, rank: usize) -> Vec<usize> {
        match &self.order {
            Some(order) => order.iter().filter_map(|&dim| usize::try_from(dim).ok()).collect(),
            None => (0..rank).rev().collect(),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Read<XeLayout> {
        cursor.expect("<")?;
        let mut layout = XeLayout::default();
        cursor.list(">", |cursor| {
            cursor.rest();
            let start = cursor.offset();
            let name = cursor.name().unwrap_or_default();
            let expected = "a field of #xegpu.layout: sg_layout, sg_data, inst_data, lane_layout, \
                            lane_data or order";
            let field = layout.field(name);
            let field =
                field.ok_or_else(|| cursor.fault_at(start, ScriptFault::Expected(expected)))?;
            if field.is_some() {
                let name = name.to_owned();
                return Err(cursor.fault_at(start, ScriptFault::Repeated { name }));
            }
            cursor.expect("=")?;
            *field = Some(integers(cursor)?);
            Ok(())
        })?;
        Ok(layout)
    }
}

impl XeGpu {
    /// The dimensions of the layout that no slice leaves out.
    ///
    /// # Errors
    /// As [`XeLayout::rank`]; a slice that names a dimension twice, or one that there is not.
    pub fn dimensions(&self) -> Result<Vec<usize>, MlirError> {
        let mut kept: Vec<usize> = (0..self.layout.rank()?).collect();
        for slice in &self.slices {
            distinct("dims", slice, kept.len())?;
            let left = |(place, dim): (usize, usize)| {
                let place = i64::try_from(place).ok()?;
                (!slice.contains(&place)).then_some(dim)
            };
            kept = kept.into_iter().enumerate().filter_map(left).collect();
        }
        Ok(kept)
    }

    fn read(cursor: &mut Cursor<'_>) -> Read<XeGpu> {
        let mut slices = 0;
        while cursor.eat("#xegpu.slice") {
            slices += 1;
            if slices > DEPTH {
                return Err(cursor.fault(ScriptFault::Depth { limit: DEPTH }));
            }
            cursor.expect("<")?;
        }
        cursor.expect("#xegpu.layout")?;
        let layout = XeLayout::read(cursor)?;
        let mut left_out = Vec::with_capacity(slices);
        for _ in 0..slices {
            cursor.expect(",")?;
            cursor.expect("dims")?;
            cursor.expect("=")?;
            left_out.push(integers(cursor)?);
            cursor.expect(">")?;
        }
        Ok(XeGpu { layout, slices: left_out })
    }
}

/// That a list names dimensions of `rank`, each at most once; an order has as many.
fn distinct(what: &'static str, given: &[i64], rank: usize) -> Result<(), MlirError> {
    let known = |dim: &i64| usize::try_from(*dim).is_ok_and(|dim| dim < rank);
    let once = |dim: &i64| given.iter().filter(|other| *other == dim).count() == 1;
    match given.iter().all(|dim| known(dim) && once(dim)) {
        true => Ok(()),
        false => Err(MlirError::Dimensions { what, given: given.to_vec(), rank }),
    }
}

impl FromStr for XeGpu {
    type Err = MlirError;

    fn from_str(text: &str) -> Result<Self, MlirError> {
        let read = whole(text, XeGpu::read)?;
        read.dimensions()?;
        Ok(read)
    }
}

impl fmt::Display for XeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.fields().into_iter().filter_map(|(name, list)| {
            list.as_ref().map(|list| format!("{name} = [{}]", joined(list, ", ")))
        });
        write!(f, "#xegpu.layout<{}>", told.collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for XeGpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slices.iter().try_for_each(|_| f.write_str("#xegpu.slice<"))?;
        write!(f, "{}", self.layout)?;
        self.slices.iter().try_for_each(|dims| write!(f, ", dims = [{}]>", joined(dims, ", ")))
    }
}
