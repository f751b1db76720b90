//! [`IndexMap`]: coordinates to coordinates, as a lambda.
//!
//! ```text
//! T.index_map(lambda i, j: (i // T.int64(4), j, i % T.int64(4)))
//! ```
//!
//! An index map has no shape of its own; over a shape it is a map. [`inverse`](IndexMap::inverse)
//! leads back from exactly the values that the map takes over a shape: where these are not all
//! points of a box, [`Inverted::image`] is the set with its constraints, TVM's padding predicate
//! turned around. An index map that is not injective has no inverse; TVM's
//! `non_surjective_inverse` gives one for `i // 2` all the same, which forgets every other point.

use std::fmt;
use std::str::FromStr;

use super::TirxError;
use crate::expr::{BinaryOp, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::{Axis, IndexSet};
use crate::interop::script::{Cursor, ScriptFault, expression, write};
use crate::map::{LayoutMap, try_inverse};
use crate::proof::Budget;

/// Points whose values are looked at one by one, at most.
const POINTS: i64 = 1 << 20;

/// The most coordinates.
const RANK: usize = 64;

/// An index map; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexMap {
    inputs: Vec<String>,
    program: Program,
}

/// A map back, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inverted {
    /// From values to coordinates.
    pub map: IndexMap,
    /// The values that lead back: the others are padding.
    pub image: IndexSet,
}

impl IndexMap {
    /// The index map of a program over named coordinates.
    ///
    /// # Errors
    /// A name that is no identifier or stands twice; a coordinate without a name; far more
    /// coordinates than any map has.
    pub fn new(inputs: Vec<String>, program: Program) -> Result<Self, TirxError> {
        let found = inputs.len();
        if found > RANK {
            return Err(TirxError::TooMany { what: "coordinates", limit: RANK, found });
        }
        let domain = IndexSet::new(inputs.iter().map(|name| Axis::new(name, 1)).collect())?;
        LayoutMap::expr(domain, IndexSet::integers(program.outputs().len()), program.clone())?;
        Ok(IndexMap { inputs, program })
    }

    /// The index map of a map's arithmetic.
    ///
    /// # Errors
    /// A map that is no arithmetic, or arithmetic that TVM's script has no words for.
    pub fn of_map(map: &LayoutMap) -> Result<Self, TirxError> {
        let none = |why: &str| TirxError::Values { map: map.to_string(), why: why.to_owned() };
        let program = map.program().ok_or_else(|| none("it is no arithmetic"))?.value_program();
        let program = match map.domain().hull_extents() {
            Some(extents) => simplify(&program, &extents),
            None => program,
        };
        let names = map.domain().axes().iter().map(|axis| axis.name().to_owned()).collect();
        let index_map = IndexMap::new(names, program)?;
        index_map.expressions().ok_or_else(|| none("the script has no words for it"))?;
        Ok(index_map)
    }

    /// The names of the coordinates.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The program over the coordinates.
    pub fn program(&self) -> &Program {
        &self.program
    }

    fn expressions(&self) -> Option<Vec<String>> {
        write(&self.program, &|k| self.inputs.get(k).cloned().unwrap_or_default())
    }

    /// The map over a shape, into all integers.
    ///
    /// # Errors
    /// A shape of another rank, or with an extent below 0.
    pub fn map(&self, shape: &[i64]) -> Result<LayoutMap, TirxError> {
        if shape.len() != self.inputs.len() {
            return Err(TirxError::Count {
                operation: "an index map",
                left: "the shape",
                left_count: shape.len(),
                right: "the map",
                right_count: self.inputs.len(),
            });
        }
        let axes = self.inputs.iter().zip(shape).map(|(name, &extent)| Axis::new(name, extent));
        let domain = IndexSet::new(axes.collect())?;
        let names = (0..self.program.outputs().len()).map(|k| Axis::integers(&format!("axis{k}")));
        let codomain = IndexSet::new(names.collect())?;
        Ok(LayoutMap::expr(domain, codomain, self.program.clone())?)
    }

    /// What the values over a shape need.
    ///
    /// # Errors
    /// Values that do not begin at 0, are undefined, or too many to look at and not bounded.
    pub fn extents(&self, shape: &[i64]) -> Result<Vec<i64>, TirxError> {
        let hull = self.hull(shape)?;
        let extent = |(output, (least, greatest)): (usize, (i64, i64))| match least {
            0 => greatest.checked_add(1).ok_or(TirxError::Overflow { what: "an extent" }),
            least => Err(TirxError::Least { output, least }),
        };
        hull.into_iter().enumerate().map(extent).collect()
    }

    /// The least and the greatest value of each output over a shape.
    fn hull(&self, shape: &[i64]) -> Result<Vec<(i64, i64)>, TirxError> {
        let why = |why: String| TirxError::Values { map: self.to_string(), why };
        let map = self.map(shape)?;
        if map.domain().is_empty() {
            return Err(why("the shape has no point".to_owned()));
        }
        if map.domain().cardinality().is_none_or(|count| count > POINTS) {
            let ranges = Ranges::over(&self.program, shape);
            if !ranges.all_safe() {
                return Err(why("too many to look at, and not bounded".to_owned()));
            }
            let bounds = self.program.outputs().iter().map(|&place| {
                let interval = ranges.interval(place);
                Some((i64::try_from(interval.lo).ok()?, i64::try_from(interval.hi).ok()?))
            });
            let bounds: Option<Vec<_>> = bounds.collect();
            return bounds.ok_or_else(|| why("they leave 64 bits".to_owned()));
        }
        let table = map.tabulate(POINTS).map_err(|error| why(error.to_string()))?;
        let mut hull: Option<Vec<(i64, i64)>> = None;
        for value in table.iter() {
            let pairs = value.iter().map(|&x| (x, x));
            hull = Some(match hull {
                None => pairs.collect(),
                Some(hull) => hull
                    .into_iter()
                    .zip(value)
                    .map(|((least, greatest), &x)| (least.min(x), greatest.max(x)))
                    .collect(),
            });
        }
        Ok(hull.unwrap_or_default())
    }

    /// The map back from the values over a shape.
    ///
    /// ```
    /// use tileir::interop::tirx::IndexMap;
    /// let split: IndexMap = "T.index_map(lambda i: (i // T.int64(4), i % T.int64(4)))".parse()?;
    /// let back = split.inverse(&[14])?;
    /// assert_eq!(back.map.to_string(), "T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,))");
    /// assert!(!back.image.contains(&[3, 2]));
    /// let halves: IndexMap = "T.index_map(lambda i: (i // 2,))".parse()?;
    /// assert!(halves.inverse(&[8]).unwrap_err().to_string().contains("not injective"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Two points with one value, as a witness; a map of which no inverse is found.
    pub fn inverse(&self, shape: &[i64]) -> Result<Inverted, TirxError> {
        let map = self.map(shape)?;
        // Values from 0 on are what an inverse is looked for.
        let hull = self.hull(shape)?;
        let down: Option<Vec<i64>> = hull.iter().map(|(least, _)| least.checked_neg()).collect();
        let down = down.ok_or(TirxError::Overflow { what: "a value" })?;
        let axes = hull.iter().enumerate().map(|(k, (least, greatest))| {
            let extent = greatest.checked_sub(*least).and_then(|reach| reach.checked_add(1));
            let extent = extent.ok_or(TirxError::Overflow { what: "an extent" })?;
            Ok(Axis::new(&format!("axis{k}"), extent))
        });
        let whole = IndexSet::new(axes.collect::<Result<_, TirxError>>()?)?;
        let raised = LayoutMap::translate(down.clone(), map, Some(whole))?;
        let inverse = try_inverse(&raised, &Budget::default())?;
        let found = IndexMap::of_map(inverse.map())?;
        let image = inverse.image().clone();
        Ok(Inverted { map: found.after(&down)?, image: lowered(&image, &down)? })
    }

    /// This map after a constant is added to each coordinate.
    fn after(&self, added: &[i64]) -> Result<Self, TirxError> {
        let mut builder = ProgramBuilder::default();
        let mut inputs = Vec::with_capacity(added.len());
        for (k, &by) in added.iter().enumerate() {
            let coordinate = builder.coord(k);
            inputs.push(match by {
                0 => coordinate,
                by => {
                    let (op, by) = match by.checked_neg() {
                        Some(less) if by < 0 => (BinaryOp::Sub, less),
                        _ => (BinaryOp::Add, by),
                    };
                    let by = builder.constant(by);
                    builder.binary(op, coordinate, by)
                }
            });
        }
        let outputs = builder.inline(&self.program, &inputs);
        IndexMap::new(self.inputs.clone(), builder.finish(&outputs))
    }
}

/// A set of points raised by constants, back where it was: only possible from 0 on.
fn lowered(image: &IndexSet, raised: &[i64]) -> Result<IndexSet, TirxError> {
    if raised.iter().all(|by| *by == 0) {
        return Ok(image.clone());
    }
    let mut builder = ProgramBuilder::default();
    let mut coordinates = Vec::with_capacity(raised.len());
    let mut outputs = Vec::new();
    let mut axes = Vec::with_capacity(raised.len());
    for ((k, axis), &by) in image.axes().iter().enumerate().zip(raised) {
        axes.push(Axis::integers(axis.name()));
        let coordinate = builder.coord(k);
        let constant = builder.constant(by);
        let moved = builder.binary(BinaryOp::Add, coordinate, constant);
        coordinates.push(moved);
        let zero = builder.constant(0);
        outputs.push(builder.binary(BinaryOp::Le, zero, moved));
        if let Some(extent) = axis.extent().finite() {
            let extent = builder.constant(extent);
            outputs.push(builder.binary(BinaryOp::Lt, moved, extent));
        }
    }
    if let Some(constraints) = image.constraints() {
        outputs.extend(builder.inline(constraints, &coordinates));
    }
    Ok(IndexSet::new(axes)?.with_constraints(&builder.finish(&outputs))?)
}

impl FromStr for IndexMap {
    type Err = TirxError;

    fn from_str(text: &str) -> Result<Self, TirxError> {
        let mut cursor = Cursor::new(text);
        cursor.eat("T.");
        cursor.expect("index_map")?;
        cursor.expect("(")?;
        cursor.expect("lambda")?;
        let mut names: Vec<&str> = Vec::new();
        while !cursor.eat(":") {
            if !names.is_empty() {
                cursor.expect(",")?;
            }
            let name = cursor.name();
            names.push(name.ok_or_else(|| cursor.fault(ScriptFault::Expected("a name")))?);
            if names.len() > RANK {
                let (what, found) = ("coordinates", names.len());
                return Err(TirxError::TooMany { what, limit: RANK, found });
            }
        }
        let mut builder = ProgramBuilder::default();
        let place = |name: &str| names.iter().position(|own| *own == name);
        let outputs = cursor.group(|cursor| expression(cursor, &place, &mut builder))?;
        cursor.expect(")")?;
        cursor.finish()?;
        let names = names.into_iter().map(str::to_owned).collect();
        IndexMap::new(names, builder.finish(&outputs))
    }
}

impl fmt::Display for IndexMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expressions = self.expressions().ok_or(fmt::Error)?;
        let comma = if expressions.len() == 1 { "," } else { "" };
        let inputs = self.inputs.join(", ");
        write!(f, "T.index_map(lambda {inputs}: ({}{comma}))", expressions.join(", "))
    }
}
