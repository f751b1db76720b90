//! Distributions: which thread holds which elements of a tile, in which slot.
//!
//! A distribution is an ordinary [`LayoutMap`] read in one way. Its first domain axes are
//! *participants*, known by their names: `subgroup` (or `warp`) and `lane`, or `thread`, or
//! `lane` alone; before them `device`, `cluster` and `block`, where a tile is held by several. Every
//! other axis is a *slot* axis: a thread's own registers. The value is the tile's element there.
//!
//! ```text
//! (subgroup : 2, lane : 4, slot : 3) -> element      8 threads of 3 slots
//! thread = subgroup * 4 + lane                       row-major over the participants
//!
//! (block : 2, thread : 4, slot : 3) -> element       8 threads too, of two blocks of a cluster
//! ```
//!
//! ```
//! use tileir::distribution::Distribution;
//! let map = "expr<(lane : 4, slot : 2) -> (lane * 2 + slot) to (i : 8)>".parse()?;
//! let distribution = Distribution::new(map)?;
//! assert_eq!((distribution.threads(), distribution.slots()), (4, 2));
//! assert_eq!(distribution.element(3, 1)?, [7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Several occurrences may hold one element (replicas). That every element is held by one is
//! [`Distribution::covers`], a question to the prover.
//!
//! A constrained domain is the *carrier*: outside it a thread holds nothing in that slot. So 229
//! elements have 128 threads, in `(thread : 128, slot : 2 where slot * 128 + thread lt 229)`.

mod groups;

pub use groups::Groups;

use thiserror::Error;

use crate::error::{EvalError, MapError};
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::LayoutMap;
use crate::proof::{Budget, Facts, Verdict, Witness, prove};

/// A map read as a distribution; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Distribution {
    map: LayoutMap,
    participants: Vec<i64>,
    locals: Vec<i64>,
    groups: Groups,
    shape: Vec<i64>,
    threads: i64,
    slots: i64,
}

/// Why a map is no distribution, or not one of this tensor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistributionError {
    /// A constrained codomain: tiles are boxes.
    #[error("a tile is a box, not {set}")]
    Constrained {
        /// The set, printed.
        set: String,
    },
    /// No participant axis at all.
    #[error("no axis of {domain} is a thread: 'subgroup', 'warp', 'lane' or 'thread'")]
    NoParticipant {
        /// The domain, printed.
        domain: String,
    },
    /// A participant behind a slot axis.
    #[error(
        "the participant {participant} stands behind the slot axis {slot}; participants come first"
    )]
    Order {
        /// The participant, printed.
        participant: String,
        /// The slot axis before it, printed.
        slot: String,
    },
    /// Participants that do not go together, or not in this order.
    #[error(
        "the participants are {found}; they may be ('subgroup' or 'warp', 'lane'), 'lane' or 'thread', behind 'device', 'cluster' and 'block'"
    )]
    Participants {
        /// Their names, in order.
        found: String,
    },
    /// A codomain axis over all integers: no tile has it.
    #[error("the codomain axis '{axis}' has no extent, so it is no axis of a tile")]
    InfiniteShape {
        /// The axis.
        axis: String,
    },
    /// Too many threads or slots.
    #[error("the number of {what} of {domain} leaves 64 bits")]
    Size {
        /// Threads or slots.
        what: &'static str,
        /// The domain, printed.
        domain: String,
    },
    /// A tensor of another rank.
    #[error(
        "the distribution is of a tile of rank {found}, {codomain}; the tensor has rank {expected}"
    )]
    Rank {
        /// The tensor's rank.
        expected: usize,
        /// The codomain's.
        found: usize,
        /// The codomain, printed.
        codomain: String,
    },
    /// A tensor of another shape.
    #[error(
        "dimension {dimension} of the tensor has extent {expected}; the distribution's axis '{axis}' has {found}"
    )]
    Shape {
        /// The dimension.
        dimension: usize,
        /// The tensor's extent.
        expected: i64,
        /// The codomain axis.
        axis: String,
        /// Its extent.
        found: i64,
    },
    /// A thread's slot without an element, or an element that no slot holds.
    #[error("the distribution is not {fact}: {witness}")]
    Fails {
        /// The fact that is disproved: total, in bounds, or surjective.
        fact: &'static str,
        /// Where.
        witness: Box<Witness>,
    },
}

impl Distribution {
    /// Reads a map as a distribution.
    ///
    /// # Errors
    /// Axes that are not participants, then slots; a codomain that is no tile's shape.
    pub fn new(map: LayoutMap) -> Result<Distribution, DistributionError> {
        let domain = map.domain();
        let extents = finite(domain)?;
        let (first_slot, groups) = Groups::of(domain.axes(), &extents)?;
        let (participants, locals) = extents.split_at(first_slot);
        let size = |what| DistributionError::Size { what, domain: domain.to_string() };
        let count = |what, extents: &[i64]| product(extents).ok_or_else(|| size(what));
        let (threads, slots) = (count("threads", participants)?, count("slots", locals)?);
        if !map.codomain().is_box() {
            return Err(DistributionError::Constrained { set: map.codomain().to_string() });
        }
        let shape = finite(map.codomain())?;
        let (participants, locals) = (participants.to_vec(), locals.to_vec());
        Ok(Distribution { map, participants, locals, groups, shape, threads, slots })
    }

    /// The map.
    pub fn map(&self) -> &LayoutMap {
        &self.map
    }

    /// The extents of the participant axes, which are the first of the domain.
    pub fn participants(&self) -> &[i64] {
        &self.participants
    }

    /// The extents of the slot axes, which are the others.
    pub fn locals(&self) -> &[i64] {
        &self.locals
    }

    /// The lanes of a subgroup, where the distribution speaks of lanes.
    pub fn lanes(&self) -> Option<i64> {
        self.groups.lanes
    }

    /// The number of threads, of all blocks together.
    pub fn threads(&self) -> i64 {
        self.threads
    }

    /// How the threads are in blocks, and these in clusters.
    pub fn groups(&self) -> Groups {
        self.groups
    }

    /// The number of slots of each thread.
    pub fn slots(&self) -> i64 {
        self.slots
    }

    /// The tile's shape.
    pub fn shape(&self) -> Vec<i64> {
        self.shape.clone()
    }

    /// The flat number of a domain point's thread.
    ///
    /// # Errors
    /// A point outside the domain.
    pub fn thread_of(&self, point: &[i64]) -> Result<i64, EvalError> {
        self.map.domain().check(point)?;
        Ok(flat(&self.participants, point))
    }

    /// The flat number of a domain point's slot.
    ///
    /// # Errors
    /// A point outside the domain.
    pub fn slot_of(&self, point: &[i64]) -> Result<i64, EvalError> {
        self.map.domain().check(point)?;
        Ok(flat(&self.locals, &point[self.participants.len()..]))
    }

    /// The domain point of a thread's slot.
    ///
    /// # Errors
    /// [`EvalError::OutsideDomain`] for a thread or slot that there is not.
    pub fn point(&self, thread: i64, slot: i64) -> Result<Point, EvalError> {
        let within = |what: &str, value: i64, count: i64| {
            if (0..count).contains(&value) {
                return Ok(());
            }
            Err(EvalError::OutsideDomain { axis: format!("{what} : {count}"), value })
        };
        within("thread", thread, self.threads)?;
        within("slot", slot, self.slots)?;
        let mut point = digits(&self.participants, thread);
        point.extend(digits(&self.locals, slot));
        Ok(point)
    }

    /// The domain point of a slot, as places in `dag` computed from the thread number there.
    pub fn symbolic_point(&self, dag: &mut ProgramBuilder, thread: u32, slot: i64) -> Vec<u32> {
        let mut point = Vec::with_capacity(self.participants.len() + self.locals.len());
        let mut step = self.threads;
        for (position, &extent) in self.participants.iter().enumerate() {
            step /= extent.max(1);
            let divisor = dag.constant(step);
            let mut digit = dag.binary(BinaryOp::FloorDiv, thread, divisor);
            if position > 0 {
                let extent = dag.constant(extent);
                digit = dag.binary(BinaryOp::Mod, digit, extent);
            }
            point.push(digit);
        }
        point.extend(digits(&self.locals, slot).into_iter().map(|digit| dag.constant(digit)));
        point
    }

    /// The same function of the flat numbers `(thread, slot)`, where they are of the carrier.
    ///
    /// # Errors
    /// As [`LayoutMap::expr`]; never for numbers that fit 64 bits.
    pub fn flat(&self) -> Result<LayoutMap, MapError> {
        let mut dag = ProgramBuilder::default();
        let mut point = Vec::new();
        for (axis, extents) in [self.participants(), self.locals()].iter().enumerate() {
            let number = dag.coord(axis);
            symbolic_digits(&mut dag, number, extents, &mut point);
        }
        let numbers =
            IndexSet::new(vec![Axis::new("thread", self.threads), Axis::new("slot", self.slots)])?;
        let domain = self.map.domain();
        let numbers = match domain.constraints() {
            None => numbers,
            Some(constraints) => {
                let held = dag.inline(constraints, &point);
                numbers.with_constraints(&dag.finish(&held))?
            }
        };
        let point = LayoutMap::expr(numbers, domain.clone(), dag.finish(&point))?;
        LayoutMap::compose(self.map.clone(), point)
    }

    /// How far apart the flat numbers of neighbours on a slot axis are, where there is a slot.
    pub fn slot_step(&self, axis: usize) -> i64 {
        self.locals.iter().skip(axis + 1).fold(1, |step, &extent| step.saturating_mul(extent))
    }

    /// The element that a thread's slot holds.
    ///
    /// # Errors
    /// As [`Distribution::point`] and [`LayoutMap::eval`].
    pub fn element(&self, thread: i64, slot: i64) -> Result<Point, EvalError> {
        self.map.eval(&self.point(thread, slot)?)
    }

    /// Whether this is a distribution of a tensor of this shape: every slot holds an element,
    /// every element is held. What the prover could not decide within the budget is no error;
    /// it is unknown in the facts that are returned.
    ///
    /// # Errors
    /// A shape that is not [`shape`](Distribution::shape), or a disproof with its witness.
    pub fn covers(&self, shape: &[i64], budget: &Budget) -> Result<Facts, DistributionError> {
        let codomain = self.map.codomain();
        if shape.len() != self.shape.len() {
            return Err(DistributionError::Rank {
                expected: shape.len(),
                found: self.shape.len(),
                codomain: codomain.to_string(),
            });
        }
        let differs = shape.iter().zip(&self.shape).position(|(tensor, own)| tensor != own);
        if let Some(dimension) = differs {
            return Err(DistributionError::Shape {
                dimension,
                expected: shape[dimension],
                axis: codomain.axes()[dimension].name().to_string(),
                found: self.shape[dimension],
            });
        }
        let facts = prove(&self.map, budget);
        let needed = [
            ("total", &facts.total),
            ("in bounds", &facts.bounds),
            ("surjective", &facts.surjective),
        ];
        for (fact, verdict) in needed {
            if let Verdict::Disproved { witness, .. } = verdict {
                return Err(DistributionError::Fails { fact, witness: Box::new(witness.clone()) });
            }
        }
        Ok(facts)
    }
}

fn finite(set: &IndexSet) -> Result<Vec<i64>, DistributionError> {
    let extent = |axis: &Axis| {
        axis.extent()
            .finite()
            .ok_or_else(|| DistributionError::InfiniteShape { axis: axis.name().to_string() })
    };
    set.axes().iter().map(extent).collect()
}

fn product(extents: &[i64]) -> Option<i64> {
    if extents.contains(&0) {
        return Some(0);
    }
    extents.iter().try_fold(1i64, |total, &extent| total.checked_mul(extent))
}

/// Row-major: the last axis fastest. The point is in the box, whose size fits 64 bits.
fn flat(extents: &[i64], point: &[i64]) -> i64 {
    extents.iter().zip(point).fold(0, |number, (&extent, &x)| number * extent + x)
}

/// The digits of a number over these extents, the last one fastest.
fn symbolic_digits(dag: &mut ProgramBuilder, number: u32, extents: &[i64], point: &mut Vec<u32>) {
    for (position, &extent) in extents.iter().enumerate() {
        // Beyond 64 bits there is no number: another axis is empty.
        let behind = extents[position + 1..].iter();
        let step = behind.fold(1i64, |step, &extent| step.saturating_mul(extent)).max(1);
        let step = dag.constant(step);
        let mut digit = dag.binary(BinaryOp::FloorDiv, number, step);
        if position > 0 {
            let extent = dag.constant(extent.max(1));
            digit = dag.binary(BinaryOp::Mod, digit, extent);
        }
        point.push(digit);
    }
}

/// The point of a flat number within the box.
fn digits(extents: &[i64], number: i64) -> Point {
    let mut rest = number;
    let mut point: Point = extents
        .iter()
        .rev()
        .map(|&extent| {
            let digit = rest % extent;
            rest /= extent;
            digit
        })
        .collect();
    point.reverse();
    point
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution(text: &str) -> Result<Distribution, DistributionError> {
        Distribution::new(text.parse().unwrap())
    }

    fn error(text: &str) -> String {
        distribution(text).unwrap_err().to_string()
    }

    #[test]
    fn threads_and_slots_are_row_major() {
        let text = "expr<(warp : 2, lane : 3, a : 2, b : 2) -> (warp * 12 + lane * 4 + a * 2 + b) \
                    to (i : 24)>";
        let it = distribution(text).unwrap();
        assert_eq!((it.threads(), it.slots(), it.lanes()), (6, 4, Some(3)));
        assert_eq!(it.shape(), [24]);
        for thread in 0..6 {
            for slot in 0..4 {
                let point = it.point(thread, slot).unwrap();
                assert_eq!(it.thread_of(&point), Ok(thread));
                assert_eq!(it.slot_of(&point), Ok(slot));
                assert_eq!(it.element(thread, slot), Ok(vec![thread * 4 + slot]));
            }
        }
        // The order is that of the domain's points.
        let points: Vec<Point> = it.map().domain().points().collect();
        assert_eq!(points[4 * 5 + 3], it.point(5, 3).unwrap());
    }

    #[test]
    fn threads_are_in_blocks_and_clusters() {
        let groups = |participants: &str| {
            let it = distribution(&format!("identity<({participants}, slot : 2)>")).unwrap();
            let Groups { clusters, blocks, block_threads, .. } = it.groups();
            assert_eq!(it.threads(), clusters * blocks * block_threads);
            ((clusters, blocks, block_threads), it.lanes(), it.groups().to_string())
        };
        let cases = [
            ("lane : 8", (1, 1, 8), Some(8), "8 threads"),
            ("warp : 3, lane : 8", (1, 1, 24), Some(8), "24 threads"),
            ("block : 2, thread : 8", (1, 2, 8), None, "2 blocks of 8 threads"),
            ("block : 4, subgroup : 2, lane : 8", (1, 4, 16), Some(8), "4 blocks of 16 threads"),
            (
                "cluster : 3, block : 2, thread : 1",
                (3, 2, 1),
                None,
                "3 clusters of 2 blocks of 1 thread",
            ),
            ("device : 2, cluster : 3, lane : 4", (6, 1, 4), Some(4), "6 clusters of 4 threads"),
        ];
        for (participants, counts, lanes, words) in cases {
            assert_eq!(groups(participants), (counts, lanes, words.to_string()), "{participants}");
        }
    }

    #[test]
    fn threads_or_slots_outside_are_errors() {
        let it = distribution("identity<(thread : 8)>").unwrap();
        assert_eq!((it.slots(), it.lanes()), (1, None));
        assert_eq!(
            it.point(8, 0).unwrap_err().to_string(),
            "8 is outside the domain axis thread : 8"
        );
        assert_eq!(
            it.point(0, 1).unwrap_err().to_string(),
            "1 is outside the domain axis slot : 1"
        );
        assert!(it.thread_of(&[9]).is_err());
    }

    #[test]
    fn axes_without_that_meaning_are_named() {
        assert_eq!(
            error("identity<(slot : 4, lane : 8)>"),
            "the participant lane : 8 stands behind the slot axis slot : 4; participants come first"
        );
        for participants in [
            "lane : 4, subgroup : 2",
            "subgroup : 2",
            "thread : 4, lane : 2",
            "block : 2, cluster : 2, lane : 4",
            "thread : 4, block : 2",
            "block : 2, subgroup : 2",
        ] {
            let message = error(&format!("identity<({participants})>"));
            assert!(message.starts_with("the participants are "), "{message}");
        }
        assert_eq!(
            error("identity<(i : 4)>"),
            "no axis of (i : 4) is a thread: 'subgroup', 'warp', 'lane' or 'thread'"
        );
        assert_eq!(
            error("identity<(block : 4, i : 8)>"),
            "no axis of (block : 4, i : 8) is a thread: 'subgroup', 'warp', 'lane' or 'thread'"
        );
        assert_eq!(
            error("expr<(lane : 4) -> (lane)>"),
            "the codomain axis 'd0' has no extent, so it is no axis of a tile"
        );
        let wide = "expr<(thread : 2, a : 4294967296, b : 4294967296) -> (a) to (i : 8)>";
        assert!(error(wide).starts_with("the number of slots of "));
    }

    #[test]
    fn an_empty_axis_leaves_no_thread_or_slot() {
        let it = distribution("expr<(lane : 4, slot : 0) -> (slot) to (i : 0)>").unwrap();
        assert_eq!((it.threads(), it.slots()), (4, 0));
        assert!(it.point(0, 0).is_err());
        assert!(it.covers(&[0], &Budget::default()).is_ok());
    }

    #[test]
    fn covering_is_proved_or_fails_at_a_point() {
        let covers = |text: &str, shape: &[i64]| {
            distribution(text).unwrap().covers(shape, &Budget::default())
        };
        let good = "expr<(lane : 32, slot : 4) -> (lane floordiv 4, lane mod 4 * 4 + slot) \
                    to (i : 8, j : 16)>";
        let facts = covers(good, &[8, 16]).unwrap();
        assert!(facts.total.is_proved() && facts.bounds.is_proved());
        assert!(facts.surjective.is_proved());
        let cases = [
            (good, vec![8], "the distribution is of a tile of rank 2, (i : 8, j : 16)"),
            (
                good,
                vec![8, 12],
                "dimension 1 of the tensor has extent 12; the distribution's axis 'j' has 16",
            ),
            ("expr<(lane : 4) -> (lane * 2) to (i : 8)>", vec![8], "not surjective"),
            ("expr<(lane : 4) -> (lane) to (i : 3)>", vec![3], "not in bounds: (lane = 3)"),
            (
                "expr<(lane : 4) -> (4 floordiv lane) to (i : 8)>",
                vec![8],
                "not total: at (lane = 0)",
            ),
        ];
        for (text, shape, expected) in cases {
            let message = covers(text, &shape).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn what_is_not_decided_is_no_error() {
        let it = distribution(
            "expr<(lane : 32, slot : 32) -> ((lane * slot) * (lane * slot) mod 961) to (i : 961)>",
        );
        let facts = it.unwrap().covers(&[961], &Budget::of_points(0));
        assert!(facts.is_ok_and(|facts| facts.total.is_proved()));
    }
}
