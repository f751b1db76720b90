//! Integer points of linear systems: what a map does not do has no point.
//!
//! Sums, floor divisions and remainders by constants, comparisons: over such values "some point
//! leaves the codomain", "two points have one value", "here two maps differ" are systems of
//! equations and inequalities between integers, and the [Omega test](omega) decides each.
//!
//! ```text
//! (i : 10, j : 10 where i + j lt 12) -> (i * 12 + j) to (128)     is it injective?
//!
//!     12*i + j = 12*i' + j'     i + j < 12     i' + j' < 12     i < i'      no point
//!                                                               j < j'      no point
//! ```
//!
//! | question | a system for each |
//! |---|---|
//! | total | place that may have no value, demand on a value between maps |
//! | in bounds | end of each codomain axis, constraint of the codomain |
//! | injective | axis, along which the second point lies further on |
//! | [`equal`], [`constant_along`] | value, less or more in the second map, or at the second point |
//! | [`disjoint`] | one |
//!
//! What is no such value is a number between its ends, and so proves less, never too much. A point
//! is a proposal that the evaluator confirms. The work is counted, and a question's
//! [`Budget::steps`](super::Budget::steps) limit it: the same question has the same answer on
//! every machine.
//!
//! Pugh, *The Omega test: a fast and practical integer programming algorithm for dependence
//! analysis*, Supercomputing 1991.

mod encode;
mod omega;
mod pairs;
mod row;
mod system;
#[cfg(test)]
mod tests;

pub(super) use pairs::{constant_along, disjoint, equal, injective};
pub(super) use system::Steps;

use super::Witness;
use super::finding::{Finding, Findings, Found, if_wanted};
use crate::expr::{BinaryOp, Inst, Interval, Program, ProgramBuilder, Ranges};
use crate::index_set::{Extent, Point};
use crate::map::{CheckedProgram, LayoutMap};
use encode::Encoding;
use row::Row;
use system::Open;

/// Those of the four facts that are wanted, in the order of [`Facts`](super::Facts). Nothing is
/// said of surjectivity.
pub(super) fn facts(map: &LayoutMap, wanted: [bool; 4], steps: &mut Steps) -> Findings {
    let (Some(code), Some(extents)) = (map.program(), map.domain().hull_extents()) else {
        return Findings::nothing(NO_PROGRAM);
    };
    let ranges = Ranges::over(code.program(), &extents);
    let scene = Scene { map, code: &code, ranges: &ranges };
    Findings {
        total: if_wanted(wanted[0], || scene.total(steps)),
        bounds: if_wanted(wanted[1], || scene.bounds(steps)),
        injective: if_wanted(wanted[2], || injective(map, steps)),
        surjective: Err("says nothing of all values".to_string()),
    }
}

/// A map, written out.
struct Scene<'a> {
    map: &'a LayoutMap,
    code: &'a CheckedProgram,
    ranges: &'a Ranges,
}

const NO_PROGRAM: &str = "no program over a box";
const NOT_LINEAR: &str = "a value is not linear";

/// Rows that are not negative where a claim fails.
type Failure = Vec<Row>;

impl Scene<'_> {
    fn total(&self, steps: &mut Steps) -> Found {
        let mut open = Vec::new();
        let program = self.code.program();
        for (place, inst) in (0..).zip(program.insts()) {
            if let (false, &Inst::Binary(op, lhs, rhs)) = (self.ranges.safe(place), inst) {
                open.push((program, [lhs, rhs], Claim::Defined(op)));
            }
        }
        for (place, extent) in self.code.checks() {
            if !self.ranges.interval(place).within(Interval::below(extent)) {
                open.push((program, [place; 2], Claim::Below(extent)));
            }
        }
        self.none(open, self.ranges, Witness::undefined, steps)
    }

    fn bounds(&self, steps: &mut Steps) -> Found {
        let codomain = self.map.codomain();
        let mut open = Vec::new();
        for (&place, axis) in self.code.values().iter().zip(codomain.axes()) {
            if let Extent::Finite(extent) = axis.extent() {
                open.push((self.code.program(), [place; 2], Claim::Below(extent)));
            }
        }
        let (joint, ranges) = self.with_constraints();
        if !joint.outputs().is_empty() && !ranges.all_safe() {
            return Err("a constraint may have no value".to_string());
        }
        let of_axes = self.none(open, self.ranges, Witness::outside, steps)?;
        if joint.outputs().is_empty() || matches!(of_axes, Finding::Fails(_)) {
            return Ok(of_axes);
        }
        let outputs = joint.outputs().iter();
        let open = outputs.map(|&place| (&joint, [place; 2], Claim::NotZero)).collect();
        self.none(open, &ranges, Witness::outside, steps)
    }

    /// The codomain's constraints on the map's values, as a program over its domain.
    fn with_constraints(&self) -> (Program, Ranges) {
        let mut builder = ProgramBuilder::default();
        let extents = self.map.domain().hull_extents().unwrap_or_default();
        let inputs: Vec<u32> = (0..extents.len()).map(|axis| builder.coord(axis)).collect();
        let outputs = match self.map.codomain().constraints() {
            Some(constraints) => {
                let values = builder.inline(&self.code.value_program(), &inputs);
                builder.inline(constraints, &values)
            }
            None => Vec::new(),
        };
        let program = builder.finish(&outputs);
        let ranges = Ranges::over(&program, &extents);
        (program, ranges)
    }

    /// That each claim holds, or a point where one does not.
    fn none(
        &self,
        open: Vec<(&Program, [u32; 2], Claim)>,
        ranges: &Ranges,
        witness: fn(&LayoutMap, Point) -> Option<Witness>,
        steps: &mut Steps,
    ) -> Found {
        for (program, places, claim) in open {
            let found = self.failing(program, ranges, places, claim, steps);
            match found.map_err(words)? {
                Proposal::Nowhere => {}
                Proposal::At(point) => {
                    return witness(self.map, point).map(Finding::Fails).ok_or(NOT_LINEAR.into());
                }
                Proposal::Untold => return Err(NOT_LINEAR.to_string()),
            }
        }
        Ok(Finding::Holds)
    }

    /// A point where a claim about the values of two places fails.
    fn failing(
        &self,
        program: &Program,
        ranges: &Ranges,
        places: [u32; 2],
        claim: Claim,
        steps: &mut Steps,
    ) -> Result<Proposal, Open> {
        let mut encoding = Encoding::default();
        let Some(coordinates) = encoding.points(self.map.domain())? else {
            return Ok(Proposal::Untold);
        };
        let placed = encoding.place(program, ranges, &places, &coordinates)?;
        let rows = [placed.row(places[0])?, placed.row(places[1])?];
        let Some(failures) = claim.failures(rows, places.map(|place| ranges.interval(place)))
        else {
            return Ok(Proposal::Untold);
        };
        for failure in failures {
            let mut system = encoding.system.clone();
            failure.into_iter().for_each(|row| system.positive(row));
            if let Some(point) = omega::point(system, steps)? {
                return Ok(Proposal::At(own(&point, &coordinates)?));
            }
        }
        Ok(Proposal::Nowhere)
    }
}

/// What a system says of a claim.
enum Proposal {
    Nowhere,
    At(Point),
    /// The claim is not linear.
    Untold,
}

/// What is claimed of one place's value, or two.
enum Claim {
    /// The operation has a value.
    Defined(BinaryOp),
    /// The value lies in `0..extent`.
    Below(i64),
    NotZero,
}

impl Claim {
    /// The ways in which it fails; `None` where these are not linear.
    fn failures(&self, [a, b]: [&Row; 2], ranges: [Interval; 2]) -> Option<Vec<Failure>> {
        let outside = |row: &Row, Interval { lo, hi }: Interval| {
            Some(vec![vec![row.scaled(-1)?.plus(lo - 1)?], vec![row.plus(-hi - 1)?]])
        };
        let is = |row: &Row, value: i128| Some([row.plus(-value)?, row.scaled(-1)?.plus(value)?]);
        match self {
            Claim::Below(extent) => outside(a, Interval::below(*extent)),
            Claim::NotZero => Some(vec![is(a, 0)?.to_vec()]),
            Claim::Defined(op) => match op {
                BinaryOp::Add => outside(&a.combined(1, b, 1)?, Interval::ALL),
                BinaryOp::Sub => outside(&a.minus(b)?, Interval::ALL),
                BinaryOp::Mul => {
                    let factor = a.as_constant().or(b.as_constant())?;
                    let row = if a.as_constant().is_some() { b } else { a };
                    outside(&row.scaled(factor)?, Interval::ALL)
                }
                BinaryOp::FloorDiv | BinaryOp::Mod => {
                    let mut failures = vec![is(b, 0)?.to_vec()];
                    if ranges[0].lo <= Interval::ALL.lo {
                        failures.push([is(a, Interval::ALL.lo)?, is(b, -1)?].concat());
                    }
                    Some(failures)
                }
                BinaryOp::Shl | BinaryOp::Shr => outside(b, Interval::below(64)),
                _ => Some(Vec::new()),
            },
        }
    }
}

/// The coordinates at a point of a system.
fn own(point: &[i128], coordinates: &[Row]) -> Result<Point, Open> {
    let number = |row: &Row| {
        row.value(point).and_then(|value| i64::try_from(value).ok()).ok_or(Open::Numbers)
    };
    coordinates.iter().map(number).collect()
}

fn words(open: Open) -> String {
    match open {
        Open::Steps => "the steps are spent".to_string(),
        Open::Numbers => "a number leaves 128 bits".to_string(),
    }
}
