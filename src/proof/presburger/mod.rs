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
mod ends;
mod omega;
mod pairs;
mod row;
mod shadow;
mod system;
#[cfg(test)]
mod tests;

pub(super) use pairs::{constant_along, disjoint, equal, injective};
pub(super) use system::Steps;

use super::Witness;
use super::finding::{Finding, Findings, Found, if_wanted};
use super::forms::Forms;
use crate::expr::{BinaryOp, Inst, Interval, Program, ProgramBuilder, Ranges};
use crate::index_set::{Extent, Point};
use crate::map::{CheckedProgram, LayoutMap};
use encode::Encoding;
use row::Row;
use system::Open;

/// Those of the four facts that are wanted, in the order of [`Facts`](super::Facts). Nothing is
/// said of surjectivity.
pub(super) fn facts(map: &LayoutMap, wanted: [bool; 4], steps: &mut Steps) -> Findings {
    let Some(forms) = Forms::of(map) else {
        return Findings::nothing(NO_PROGRAM);
    };
    let ranges = Ranges::over(forms.code().program(), forms.extents());
    let scene = Scene { map, code: forms.code(), ranges: &ranges };
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
type Failure = Vec<Option<Row>>;

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
            let mut encoding = Encoding::default();
            let coordinates = encoding.points(self.map.domain()).map_err(words)?;
            let coordinates = coordinates.ok_or(NO_PROGRAM)?;
            let placed = encoding.place(program, ranges, &places, &coordinates);
            let placed = placed.map_err(words)?;
            let [a, b] = places.map(|place| placed.row(place).cloned().map_err(words));
            let rows = [&a?, &b?];
            let failures = claim.failures(rows, places.map(|place| ranges.interval(place)));
            let found = encoding.none(failures.ok_or(NOT_LINEAR)?, steps, |point| {
                Ok(witness(self.map, own(point, &coordinates)?))
            });
            match found? {
                Finding::Holds => {}
                fails => return Ok(fails),
            }
        }
        Ok(Finding::Holds)
    }
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
    fn failures(self, [a, b]: [&Row; 2], ranges: [Interval; 2]) -> Option<Vec<Failure>> {
        let outside = |row: &Row, Interval { lo, hi }: Interval| {
            vec![vec![row.scaled(-1).and_then(|row| row.plus(lo - 1))], vec![row.plus(-hi - 1)]]
        };
        let is = |row: &Row, value: i128| {
            vec![row.plus(-value), row.scaled(-1).and_then(|row| row.plus(value))]
        };
        match self {
            Claim::Below(extent) => Some(outside(a, Interval::below(extent))),
            Claim::NotZero => Some(vec![is(a, 0)]),
            Claim::Defined(op) => Some(match op {
                BinaryOp::Add => outside(&a.combined(1, b, 1)?, Interval::ALL),
                BinaryOp::Sub => outside(&a.minus(b)?, Interval::ALL),
                BinaryOp::Mul => {
                    let factor = a.as_constant().or(b.as_constant())?;
                    let row = if a.as_constant().is_some() { b } else { a };
                    outside(&row.scaled(factor)?, Interval::ALL)
                }
                BinaryOp::FloorDiv | BinaryOp::Mod => {
                    let mut failures = vec![is(b, 0)];
                    if ranges[0].lo <= Interval::ALL.lo {
                        failures.push([is(a, Interval::ALL.lo), is(b, -1)].concat());
                    }
                    failures
                }
                BinaryOp::Shl | BinaryOp::Shr => outside(b, Interval::below(64)),
                _ => Vec::new(),
            }),
        }
    }
}

impl Encoding {
    /// That no point of the system has the rows of some failure not negative, or the witness of
    /// one that has.
    fn none(
        &mut self,
        failures: impl IntoIterator<Item = Failure>,
        steps: &mut Steps,
        confirm: impl Fn(&[i128]) -> Result<Option<Witness>, Open>,
    ) -> Found {
        let search = || -> Result<Found, Open> {
            let mut refuted = true;
            // What the failures share is done once.
            if !self.system.settle(steps)? {
                return Ok(Ok(Finding::Holds));
            }
            for failure in failures {
                let mut system = self.system.clone();
                for row in failure {
                    system.positive(row)?;
                }
                for point in omega::points(system, steps)? {
                    refuted = false;
                    if let Some(witness) = confirm(&point)? {
                        return Ok(Ok(Finding::Fails(witness)));
                    }
                }
            }
            Ok(if refuted { Ok(Finding::Holds) } else { Err(NOT_LINEAR.to_string()) })
        };
        search().map_err(words)?
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
        Open::Numbers => "a number grows too large".to_string(),
    }
}
