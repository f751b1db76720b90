//! The test that coordinates lie in a view's domain.
//!
//! A domain is a box, perhaps under constraints:
//!
//! ```text
//! (i : 100, j : 64 where i le j)      i <u 100  and  j <u 64  and  i' <= j'
//! ```
//!
//! Outside the box a constraint may have no value, or one that does not fit the machine's
//! integers. So it is computed at coordinates drawn into the box: where one leaves it, 0 stands
//! in its place, and the test of the box fails whatever the constraint says.
//!
//! **The law.** The test is true exactly at the points of the domain. A constraint that may have
//! no value inside the box cannot be tested without a trap; it is refused.

use melior::ir::ValueLike;
use tileir::expr::{Interval, Ranges};
use tileir::{Axis, IndexSet, Program, ProgramBuilder};

use crate::builder::{Builder, Outcome, Predicate, Val, bit_width};
use crate::error::PassError;
use crate::index::Indices;

/// What is proved of coordinates, so that it is not tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// For each axis, whether every coordinate is on it.
    pub in_bounds: Vec<bool>,
    /// Whether every constraint holds at every point.
    pub satisfies: bool,
}

impl Membership {
    /// Nothing is known of coordinates in a domain of this rank.
    pub fn unknown(rank: usize) -> Self {
        Membership { in_bounds: vec![false; rank], satisfies: false }
    }

    /// What is known of coordinates in a domain: they are a program over values that lie in
    /// these intervals.
    pub fn known(coordinates: &Program, domain: &IndexSet, values: &[Interval]) -> Self {
        let mut dag = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..values.len()).map(|position| dag.coord(position)).collect();
        let places = dag.inline(coordinates, &inputs);
        let on_axis = |(&place, axis): (&u32, &Axis)| {
            let extent = axis.extent().finite();
            extent.is_none_or(|extent| {
                let inside = |reached: Interval| reached.within(Interval::below(extent));
                always(&dag.finish(&[place]), values, inside)
            })
        };
        let in_bounds: Vec<bool> = places.iter().zip(domain.axes()).map(on_axis).collect();
        let satisfies = domain.constraints().is_none_or(|constraints| {
            let outputs = dag.inline(constraints, &places);
            let holds = |reached: Interval| reached.lo > 0 || reached.hi < 0;
            always(&dag.finish(&outputs), values, holds)
        });
        Membership { in_bounds, satisfies }
    }

    /// The test that coordinates, integers of one width, lie in `domain`; `None` where there is
    /// nothing to test.
    ///
    /// # Errors
    /// A constraint that may have no value in the box.
    pub fn test<'c>(
        &self,
        builder: Builder<'c>,
        domain: &IndexSet,
        coordinates: &[Val<'c>],
    ) -> Outcome<'c, Option<Val<'c>>> {
        let constraints = domain.constraints().filter(|_| !self.satisfies);
        let mut tests = Vec::new();
        let mut drawn = Vec::with_capacity(coordinates.len());
        for ((axis, &coordinate), &in_bounds) in
            domain.axes().iter().zip(coordinates).zip(&self.in_bounds)
        {
            let (false, Some(extent)) = (in_bounds, axis.extent().finite()) else {
                drawn.push(coordinate);
                continue;
            };
            let extent = builder.constant(extent, bit_width(coordinate.r#type()))?;
            let inside = builder.compare(Predicate::Ult, coordinate, extent)?;
            tests.push(inside);
            if constraints.is_some() {
                let zero = builder.zero(coordinate.r#type())?;
                drawn.push(builder.select(inside, coordinate, zero)?);
            }
        }
        // Of a box without points no coordinate passes the test.
        if let Some(constraints) = constraints.filter(|_| !domain.is_empty()) {
            tests.extend(constraint_tests(builder, domain, constraints, &drawn)?);
        }
        let mut tests = tests.into_iter();
        let Some(first) = tests.next() else { return Ok(None) };
        tests.try_fold(first, |all, test| builder.binary("arith.andi", all, test)).map(Some)
    }
}

/// Whether every output of a program has a value, and a range of which `holds` is true.
pub fn always(alone: &Program, values: &[Interval], holds: impl Fn(Interval) -> bool) -> bool {
    let ranges = Ranges::demanding(alone, values, &[]);
    ranges.all_safe() && alone.outputs().iter().all(|&place| holds(ranges.interval(place)))
}

/// Whether each constraint holds, at coordinates in the box.
fn constraint_tests<'c>(
    builder: Builder<'c>,
    domain: &IndexSet,
    constraints: &Program,
    coordinates: &[Val<'c>],
) -> Outcome<'c, Vec<Val<'c>>> {
    let extents: Vec<Option<i64>> =
        domain.axes().iter().map(|axis| axis.extent().finite()).collect();
    let inside = |extent: &Option<i64>| extent.map_or(Interval::ALL, Interval::below);
    let inside: Vec<Interval> = extents.iter().map(inside).collect();
    for &output in constraints.outputs() {
        let alone = constraints.with_outputs(&[output]);
        if !Ranges::demanding(&alone, &inside, &[]).all_safe() {
            let hull = domain.hull();
            let named = hull.with_constraints(&alone).map_or(hull.clone(), |named| named);
            let message =
                format!("{named} cannot be tested: its constraint may have no value in {hull}");
            return Err(PassError::at(builder.location(), message));
        }
    }
    let mut indices = Indices::default();
    let mut dag = ProgramBuilder::default();
    let symbols = coordinates.iter().zip(&extents);
    let inputs: Vec<u32> =
        symbols.map(|(&value, &extent)| dag.coord(indices.symbol(value, extent))).collect();
    let outputs = dag.inline(constraints, &inputs);
    let program = indices.simplified(dag.finish(&outputs));
    let bits = if indices.fits_32_bits(&program) { 32 } else { 64 };
    let values = indices.emit(builder, &program, bits)?;
    let zero = builder.constant(0, bits)?;
    values.into_iter().map(|value| builder.compare(Predicate::Ne, value, zero)).collect()
}
