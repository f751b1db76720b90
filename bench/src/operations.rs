//! The list of what is measured: `operations.json`, read.

use std::collections::BTreeMap;

use serde::Deserialize;
use tileir::LayoutMap;
use tileir::cute::{Layout, Tiler};
use tileir::gf2::{Dims, Linear};

use crate::Error;
use crate::proofs::{Form, Modules, Proof};

/// The whole list.
#[derive(Debug, Deserialize)]
pub struct Operations {
    /// Operations of shape:stride layouts.
    pub layouts: Vec<LayoutOperation>,
    /// Operations of bit matrices.
    pub bits: Vec<BitOperation>,
    /// Maps to be evaluated.
    pub maps: Vec<MapUnderTest>,
    /// Maps to be proved.
    pub proofs: Vec<Proof>,
    /// Modules of obligations to be proved.
    pub modules: Modules,
    /// Modules of other systems to be imported.
    pub imports: Imports,
    /// Tiles that change hands.
    pub plans: Plans,
    /// A tile program to be compiled.
    pub kernels: Kernels,
    /// What is proved, in integer arithmetic, by name.
    pub forms: BTreeMap<String, Form>,
    /// The bit matrices, by name.
    pub bases: BTreeMap<String, Bases>,
}

/// The list in `operations.json`.
///
/// # Errors
/// A list that is not of this form.
pub fn operations() -> Result<Operations, Error> {
    Ok(serde_json::from_str(include_str!("../operations.json"))?)
}

/// Modules of TTGIR to be imported.
#[derive(Debug, Deserialize)]
pub struct Imports {
    /// The files of `tests/interop_triton/ttgir`, without `.ttgir`; the first is the largest.
    pub files: Vec<String>,
    /// Nanoseconds that each must stay below.
    pub bar: u64,
}

/// A tile that is held in one way and wanted in others.
#[derive(Debug, Deserialize)]
pub struct Plans {
    /// The target, by its name.
    pub target: String,
    /// Bytes of an element.
    pub element_bytes: i64,
    /// Who holds what.
    pub source: String,
    /// Who is to, by the name in the table.
    pub wanted: BTreeMap<String, String>,
    /// Nanoseconds that each must stay below.
    pub bar: u64,
}

/// A tile program, in several sizes.
#[derive(Debug, Deserialize)]
pub struct Kernels {
    /// The target, by its name.
    pub target: String,
    /// Nanoseconds that it must stay below, by the elements that a lane has of a tile.
    pub bars: BTreeMap<i64, u64>,
    /// Nanoseconds that the passes of this project must stay below, in each size.
    pub passes_bar: u64,
}

impl Kernels {
    /// The text in one of the sizes.
    pub fn text(&self, of_a_lane: i64) -> String {
        let text = include_str!("../kernels/fifty.mlir");
        let numbers = [("ROWS", of_a_lane), ("OWN", of_a_lane / 4), ("BLOCKS", 512 / of_a_lane)];
        let put =
            |text: String, (name, number): (&str, i64)| text.replace(name, &number.to_string());
        numbers.into_iter().fold(text.to_owned(), put)
    }
}

/// An operation of layouts, with its operands in CuTe's notation.
#[derive(Debug, Deserialize)]
pub struct LayoutOperation {
    /// What the table calls it.
    pub name: String,
    /// Which operation.
    pub operation: LayoutOperator,
    operands: Vec<String>,
}

/// The operations of layouts that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayoutOperator {
    /// `cute::composition`.
    Composition,
    /// `cute::logical_divide`.
    LogicalDivide,
    /// `cute::complement` in an extent.
    Complement,
    /// `cute::coalesce`.
    Coalesce,
    /// `cute::right_inverse`.
    RightInverse,
}

impl LayoutOperation {
    /// The layout that is operated on.
    ///
    /// # Errors
    /// A text that is none.
    pub fn layout(&self) -> Result<Layout, Error> {
        let missing = || format!("{} has no operand", self.name);
        Ok(self.operands.first().ok_or_else(missing)?.parse()?)
    }

    /// What it is operated on with: a layout, an extent, or a tiler for each mode; everything if
    /// there is no second operand.
    ///
    /// # Errors
    /// A text that is none of these.
    pub fn tiler(&self) -> Result<Tiler, Error> {
        Ok(self.operands.get(1).map_or(Ok(Tiler::All), |text| text.parse())?)
    }
}

/// An operation of bit matrices, with the names of its operands.
#[derive(Debug, Deserialize)]
pub struct BitOperation {
    /// What the table calls it.
    pub name: String,
    /// Which operation.
    pub operation: BitOperator,
    operands: Vec<String>,
}

/// The operations of bit matrices that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BitOperator {
    /// `Linear::compose`.
    Compose,
    /// `Linear::invert`.
    Invert,
    /// `Linear::rank`.
    Rank,
}

impl BitOperation {
    /// An operand.
    ///
    /// # Errors
    /// An operation with fewer operands, or bases that `operations` does not have.
    pub fn linear(&self, operand: usize, operations: &Operations) -> Result<Linear, Error> {
        let missing = || format!("{} lacks operand {operand}", self.name);
        operations.linear(self.operands.get(operand).ok_or_else(missing)?)
    }
}

impl Operations {
    /// The bit matrix of this name.
    ///
    /// # Errors
    /// A name that is not in the list, or bases that make no matrix.
    pub fn linear(&self, name: &str) -> Result<Linear, Error> {
        let bases = self.bases.get(name).ok_or_else(|| format!("no bases {name}"))?;
        let ins = bases.ins.iter().map(|(name, bases)| (name, 1 << bases.len()));
        let values: Vec<&[Vec<i64>]> = bases.ins.iter().map(|(_, bases)| &bases[..]).collect();
        let outs = bases.outs.iter().map(|(name, size)| (name, *size));
        Ok(Linear::new(Dims::new(ins)?, Dims::new(outs)?, &values)?)
    }
}

/// A bit matrix in Triton's form: the image of each bit of each input dimension.
#[derive(Debug, Deserialize)]
pub struct Bases {
    ins: Vec<(String, Vec<Vec<i64>>)>,
    outs: Vec<(String, i64)>,
}

/// A map to be evaluated.
#[derive(Debug, Deserialize)]
pub struct MapUnderTest {
    /// What the table calls it.
    pub name: String,
    /// The map's text; without one, it is that of `bits`.
    map: Option<String>,
    bits: Option<String>,
}

impl MapUnderTest {
    /// The map.
    ///
    /// # Errors
    /// A text that is no map, or bases that `operations` does not have.
    pub fn map(&self, operations: &Operations) -> Result<LayoutMap, Error> {
        match (&self.map, &self.bits) {
            (Some(text), _) => Ok(text.parse()?),
            (None, Some(bits)) => Ok(operations.linear(bits)?.to_map()?),
            (None, None) => Err(format!("{} is no map", self.name).into()),
        }
    }
}
