//! How far expressions reach over the points of a constrained set.
//!
//! The box around a set says too little of it: in a tile that is cut off at the end of its array,
//! each coordinate alone may reach further than the two together.
//!
//! ```text
//! (i : 4, j : 64 where 64*i + j lt 200)      64*i + j   over the box      0 ..= 255
//!                                                       over the set      0 ..= 199
//! ```
//!
//! A comparison that holds is a sum that is not negative, here `g = 199 - 64*i - j`. Whatever
//! factors `f > 0` and `h >= 0` are, `f*e - h*g` is at most `f*e`; so where the sum on the left,
//! in which a term has cancelled, is at least `b` over the box, `e` is at least `b / f` over the
//! set. That is the whole argument, made [again](Linear::interval) on what it leaves: a
//! certificate, not a search for the best one.
//!
//! **The law.** At each point of the set at which a place has a value, the value lies in the
//! place's interval. A place that is *safe* has a value at each point of the set.

mod sum;

use crate::expr::range::transfer;
use crate::expr::{BinaryOp, Inst, Interval, Program, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use crate::proof::finding::{Finding, Found};
use sum::Sum;

/// Expressions over axes, and what is known to hold of them.
///
/// ```
/// use tileir::{BinaryOp, proof::Linear};
/// let mut scope = Linear::default();
/// let (n, i) = (scope.axis(1 << 40), scope.axis(1 << 40));
/// let below = scope.binary(BinaryOp::Lt, i, n);
/// scope.assume(below);
/// let room = scope.binary(BinaryOp::Sub, n, i);
/// assert_eq!(scope.interval(room).lo, 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Linear {
    dag: ProgramBuilder,
    extents: Vec<i64>,
    nodes: Vec<Node>,
    /// Sums that are not negative where what is assumed holds.
    given: Vec<Sum>,
}

/// What is known of one place.
#[derive(Clone, Debug)]
struct Node {
    /// Its value, where it has one.
    sum: Sum,
    /// Where that lies, by its operands alone.
    base: Interval,
    safe: bool,
}

/// How often terms are cancelled one after the other: less where there are many sums to do it by.
fn depth(sums: usize) -> usize {
    match sums {
        0..=6 => 3,
        7..=64 => 2,
        _ => 1,
    }
}

impl Linear {
    /// One more axis, `0..extent`; the place of its coordinate.
    pub fn axis(&mut self, extent: i64) -> u32 {
        self.extents.push(extent);
        let place = self.dag.coord(self.extents.len() - 1);
        self.settle(place)
    }

    /// The extents of the axes.
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// The place of a constant.
    pub fn constant(&mut self, value: i64) -> u32 {
        let place = self.dag.constant(value);
        self.settle(place)
    }

    /// The place of an operation on two places.
    pub fn binary(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
        let place = self.dag.binary(op, lhs, rhs);
        self.settle(place)
    }

    /// Writes `program` with these places for its coordinates; gives its outputs' places.
    pub fn inline(&mut self, program: &Program, inputs: &[u32]) -> Vec<u32> {
        let places = self.written(program, inputs);
        program.outputs().iter().map(|&output| places[output as usize]).collect()
    }

    /// The same; gives the place of each instruction.
    fn written(&mut self, program: &Program, inputs: &[u32]) -> Vec<u32> {
        let mut places: Vec<u32> = Vec::with_capacity(program.insts().len());
        for inst in program.insts() {
            places.push(match *inst {
                Inst::Const(value) => self.constant(value),
                Inst::Coord(position) => inputs[position as usize],
                Inst::Binary(op, lhs, rhs) => {
                    self.binary(op, places[lhs as usize], places[rhs as usize])
                }
            });
        }
        places
    }

    /// The instruction at a place.
    pub fn inst(&self, place: u32) -> Inst {
        self.dag.inst(place)
    }

    /// The program over the axes with these outputs.
    pub fn program(&self, outputs: &[u32]) -> Program {
        self.dag.finish(outputs)
    }

    /// From now on, speaks of those points alone at which `place` has a value other than 0. What
    /// it is computed from has a value there, too.
    pub fn assume(&mut self, place: u32) {
        self.settle_below(place);
        let mut pending = vec![place];
        while let Some(place) = pending.pop() {
            let Inst::Binary(op, lhs, rhs) = self.inst(place) else { continue };
            let less = |by: i128| {
                let (lhs, rhs) = (&self.nodes[lhs as usize].sum, &self.nodes[rhs as usize].sum);
                rhs.combined(1, lhs, -1).and_then(|sum| sum.plus(-by))
            };
            let zero = |place: u32| matches!(self.inst(place), Inst::Const(0));
            let sums = match op {
                BinaryOp::Lt => vec![less(1)],
                BinaryOp::Le => vec![less(0)],
                BinaryOp::Eq => vec![less(0), less(0).and_then(|sum| sum.scaled(-1))],
                BinaryOp::Ne if zero(rhs) => {
                    pending.push(lhs);
                    continue;
                }
                // A conjunction, of numbers that are 0 or 1.
                BinaryOp::And => {
                    pending.extend([lhs, rhs]);
                    continue;
                }
                _ => continue,
            };
            self.given.extend(sums.into_iter().flatten());
        }
    }

    /// Everything that a place is computed from has a value.
    fn settle_below(&mut self, place: u32) {
        let mut pending = vec![place];
        while let Some(place) = pending.pop() {
            if std::mem::replace(&mut self.nodes[place as usize].safe, true) {
                continue;
            }
            if let Inst::Binary(_, lhs, rhs) = self.inst(place) {
                pending.extend([lhs, rhs]);
            }
        }
    }

    /// Whether a place has a value at each point.
    pub fn safe(&self, place: u32) -> bool {
        self.nodes[place as usize].safe
    }

    /// An interval in which the values of a place lie.
    pub fn interval(&self, place: u32) -> Interval {
        let node = &self.nodes[place as usize];
        self.reach(&node.sum).meet(node.base)
    }

    /// The interval of a sum, which may leave 64 bits.
    fn reach(&self, sum: &Sum) -> Interval {
        let depth = depth(self.given.len());
        let lo = self.least(sum, depth);
        let hi = sum.scaled(-1).and_then(|sum| self.least(&sum, depth));
        Interval { lo: lo.unwrap_or(i128::MIN), hi: hi.map_or(i128::MAX, |hi| hi.saturating_neg()) }
    }

    /// A number that the sum is never below.
    fn least(&self, sum: &Sum, depth: usize) -> Option<i128> {
        let mut best = sum.least(|atom| self.nodes[atom as usize].base);
        if depth == 0 {
            return best;
        }
        for given in &self.given {
            for (factor, rest) in sum.without(given) {
                let bound = self.least(&rest, depth - 1).map(|least| ceil_div(least, factor));
                best = best.max(bound);
            }
        }
        best
    }

    /// What is known of the place of the newest instruction, or of an older one.
    fn settle(&mut self, place: u32) -> u32 {
        if (place as usize) < self.nodes.len() {
            return place;
        }
        let node = match self.inst(place) {
            Inst::Const(value) => {
                let sum = Sum::constant(value.into());
                Node { sum, base: Interval::point(value), safe: true }
            }
            Inst::Coord(position) => {
                let extent = self.extents.get(position as usize).copied().unwrap_or(0);
                Node { sum: Sum::atom(place), base: Interval::below(extent.max(1)), safe: true }
            }
            Inst::Binary(op, lhs, rhs) => self.operation(place, op, lhs, rhs),
        };
        self.nodes.push(node);
        place
    }

    fn operation(&self, place: u32, op: BinaryOp, lhs: u32, rhs: u32) -> Node {
        let (l, r) = (&self.nodes[lhs as usize], &self.nodes[rhs as usize]);
        let sum = match op {
            BinaryOp::Add => l.sum.combined(1, &r.sum, 1),
            BinaryOp::Sub => l.sum.combined(1, &r.sum, -1),
            BinaryOp::Mul => match (l.sum.as_constant(), r.sum.as_constant()) {
                (_, Some(factor)) => l.sum.scaled(factor),
                (Some(factor), _) => r.sum.scaled(factor),
                _ => None,
            },
            _ => None,
        };
        let (mut base, mut safe) = transfer(op, l.base, r.base);
        if !safe {
            safe = match &sum {
                Some(sum) => self.reach(sum).within(Interval::ALL),
                None => transfer(op, self.interval(lhs), self.interval(rhs)).1,
            };
        } else if sum.is_none() {
            base = transfer(op, self.interval(lhs), self.interval(rhs)).0.meet(base);
        }
        Node { sum: sum.unwrap_or_else(|| Sum::atom(place)), base, safe: safe && l.safe && r.safe }
    }
}

fn ceil_div(a: i128, b: i128) -> i128 {
    let quotient = a.div_euclid(b);
    if a.rem_euclid(b) == 0 { quotient } else { quotient + 1 }
}

/// How far the instructions of a program reach over the points of a set.
pub(super) struct Reach {
    linear: Linear,
    places: Vec<u32>,
}

impl Reach {
    /// `None` where an axis has no end.
    pub fn of(program: &Program, set: &IndexSet) -> Option<Reach> {
        let (mut linear, coordinates) = over(set)?;
        let places = linear.written(program, &coordinates);
        Some(Reach { linear, places })
    }

    pub fn interval(&self, place: u32) -> Interval {
        self.linear.interval(self.places[place as usize])
    }

    pub fn safe(&self, place: u32) -> bool {
        self.linear.safe(self.places[place as usize])
    }
}

/// Expressions over the points of a set; `None` where an axis has no end.
fn over(set: &IndexSet) -> Option<(Linear, Vec<u32>)> {
    let mut linear = Linear::default();
    let coordinates: Vec<u32> =
        set.hull_extents()?.into_iter().map(|extent| linear.axis(extent)).collect();
    if let Some(constraints) = set.constraints() {
        for holds in linear.inline(constraints, &coordinates) {
            linear.assume(holds);
        }
    }
    Some((linear, coordinates))
}

/// Whether a map is total, and whether it is in bounds, over its constrained domain.
pub(super) fn defined(map: &LayoutMap) -> Option<(Found, Found)> {
    let code = map.program()?;
    let reach = Reach::of(code.program(), map.domain())?;
    let below = |place: u32, extent: i64| reach.interval(place).within(Interval::below(extent));
    let places = 0..code.program().insts().len() as u32;
    let total = places.into_iter().all(|place| reach.safe(place))
        && code.checks().all(|(place, extent)| below(place, extent));
    let inside = |(&place, axis): (&u32, &Axis)| {
        axis.extent().finite().is_none_or(|extent| below(place, extent))
    };
    let bounds =
        map.codomain().is_box() && code.values().iter().zip(map.codomain().axes()).all(inside);
    let found = |holds: bool, why: &str| match holds {
        true => Ok(Finding::Holds),
        false => Err(why.to_string()),
    };
    let (total, bounds) =
        (found(total, "some value may leave 64 bits"), found(bounds, "no constraint bounds it"));
    Some((total, bounds))
}
