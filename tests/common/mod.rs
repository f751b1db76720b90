//! Maps of every kind from a stream of choices.
//!
//! A test asks proptest for a vector of numbers and builds a map from it: each decision takes
//! the next number, and 0 when they have run out. Shrinking the numbers shrinks the map.

#![allow(dead_code, reason = "each test file uses a part of what they share")]

pub mod budgets;
pub mod distributions;
pub mod facts;
pub mod members;

use proptest::prelude::*;
use tileir::{Axis, BinaryOp, Extent, IndexSet, IntTree, LayoutMap, Program, ProgramBuilder};

/// What the stream of choices is made of.
pub fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..160)
}

/// The stream of choices.
pub struct Choices<'a> {
    numbers: &'a [u32],
    axes: usize,
}

impl<'a> Choices<'a> {
    pub fn new(numbers: &'a [u32]) -> Self {
        Choices { numbers, axes: 0 }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some((&number, rest)) = self.numbers.split_first() else { return 0 };
        self.numbers = rest;
        number as usize % bound
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        let place = self.below(from.len());
        from[place].clone()
    }

    fn axis(&mut self, extent: Extent) -> Axis {
        self.axes += 1;
        let name = format!("x{}", self.axes);
        match extent {
            Extent::Finite(n) => Axis::new(&name, n),
            Extent::Integers => Axis::integers(&name),
        }
    }

    /// A set of one to three axes whose names no other set has.
    pub fn set(&mut self, extents: &[Extent]) -> IndexSet {
        let rank = 1 + self.below(3);
        self.set_of_rank(rank, extents)
    }

    fn set_of_rank(&mut self, rank: usize, extents: &[Extent]) -> IndexSet {
        let axes = (0..rank).map(|_| {
            let extent = self.pick(extents);
            self.axis(extent)
        });
        let set = IndexSet::new(axes.collect()).unwrap();
        if rank == 0 || self.below(4) != 3 {
            return set;
        }
        let constraint = constraint(self, rank);
        set.with_constraints(&constraint).unwrap()
    }
}

/// A condition on the coordinates of a set.
fn constraint(choices: &mut Choices<'_>, rank: usize) -> Program {
    let mut builder = ProgramBuilder::default();
    let lhs = builder.coord(choices.below(rank));
    let other = builder.coord(choices.below(rank));
    let value = choices.pick(&[1, 2, 3, 0, 5]);
    let value = builder.constant(value);
    let op = choices.pick(&[BinaryOp::Lt, BinaryOp::Ne, BinaryOp::Le, BinaryOp::Eq]);
    let outputs = match choices.below(4) {
        0 => vec![builder.binary(op, lhs, value)],
        1 => vec![builder.binary(op, value, lhs), builder.binary(BinaryOp::Le, other, value)],
        2 => {
            let sum = builder.binary(BinaryOp::Add, lhs, other);
            vec![builder.binary(op, sum, value)]
        }
        _ => {
            let rest = builder.binary(BinaryOp::Mod, lhs, value);
            vec![builder.binary(op, rest, other)]
        }
    };
    builder.finish(&outputs)
}

/// Extents of small domains, now and then empty.
pub const SMALL: [Extent; 10] = [
    Extent::Finite(4),
    Extent::Finite(1),
    Extent::Finite(2),
    Extent::Finite(3),
    Extent::Finite(5),
    Extent::Finite(6),
    Extent::Finite(8),
    Extent::Finite(7),
    Extent::Finite(2),
    Extent::Finite(0),
];

/// Extents of codomains: some too small, some ample, some without end.
pub const ANY: [Extent; 9] = [
    Extent::Finite(8),
    Extent::Finite(1),
    Extent::Finite(3),
    Extent::Finite(4),
    Extent::Finite(16),
    Extent::Finite(30),
    Extent::Finite(64),
    Extent::Integers,
    Extent::Finite(300),
];

const CONSTANTS: [i64; 24] = [
    1,
    0,
    2,
    3,
    4,
    5,
    7,
    8,
    15,
    16,
    6,
    63,
    64,
    -1,
    -2,
    -3,
    -8,
    1 << 31,
    1 << 61,
    1 << 62,
    i64::MAX,
    i64::MAX - 3,
    i64::MIN,
    i64::MIN + 1,
];

/// A program over `rank` coordinates. The first constants and operations are the tame ones, so
/// `wild` says how many may be chosen from.
pub fn program(choices: &mut Choices<'_>, rank: usize, outputs: usize, wild: bool) -> Program {
    let constants = if wild { &CONSTANTS[..] } else { &CONSTANTS[..12] };
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..rank).map(|axis| builder.coord(axis)).collect();
    places.push(builder.constant(0));
    for _ in 0..choices.below(12) {
        let op = choices.pick(&BinaryOp::ALL);
        let back = places.len().min(6);
        let lhs = if choices.below(5) == 0 {
            builder.constant(choices.pick(constants))
        } else {
            places[places.len() - 1 - choices.below(back)]
        };
        let rhs = if choices.below(2) == 0 {
            builder.constant(choices.pick(constants))
        } else {
            places[choices.below(places.len())]
        };
        places.push(builder.binary(op, lhs, rhs));
    }
    let outputs: Vec<u32> = (0..outputs)
        .map(|_| places[places.len() - 1 - choices.below(places.len().min(4))])
        .collect();
    builder.finish(&outputs)
}

/// A map of any kind over this domain.
pub fn map_over(choices: &mut Choices<'_>, domain: &IndexSet, depth: usize) -> LayoutMap {
    let rank = domain.rank();
    let small = domain.hull().cardinality().is_some_and(|points| points <= 512);
    let leaves = 9;
    let kinds = if depth == 0 { leaves } else { leaves + 8 };
    match choices.below(kinds) {
        0 => LayoutMap::identity(domain.clone()).unwrap(),
        1 => mixed_radix(choices, domain),
        2 => bit_linear(choices, domain),
        3 | 4 => selection(choices, domain),
        5 | 6 => expr(choices, domain),
        7 if domain.is_box() && small => regroup(choices, domain),
        7 | 8 if small => {
            let codomain = choices.set(&ANY);
            let points = domain.points().count();
            let mut values = Vec::with_capacity(points);
            for _ in 0..points {
                let value = |_| choices.pick(&[0, 1, 2, 3, 5, 7, -1, 60]);
                values.push((0..codomain.rank()).map(value).collect());
            }
            LayoutMap::table(domain.clone(), codomain, &values).unwrap()
        }
        9 => {
            let map = map_over(choices, domain, depth - 1);
            let of = map.codomain().rank();
            let offset = (0..of).map(|_| choices.pick(&[0, 1, 3, -2, i64::MAX])).collect();
            let codomain = (choices.below(2) == 0).then(|| choices.set_of_rank(of, &ANY));
            LayoutMap::translate(offset, map, codomain).unwrap()
        }
        10 if rank > 0 && domain.is_box() => {
            let cut = choices.below(rank + 1);
            let part = |axes: &[Axis]| IndexSet::new(axes.to_vec()).unwrap();
            let (left, right) = domain.axes().split_at(cut);
            let left = map_over(choices, &part(left), depth - 1);
            let right = map_over(choices, &part(right), depth - 1);
            LayoutMap::product(vec![left, right]).unwrap()
        }
        11 => {
            let map = map_over(choices, domain, depth - 1);
            let [from, to] = [0, 1].map(|_| choices.pick(&[8, 16, 32, 4, 24]));
            match map.codomain().rank() {
                1 => LayoutMap::recast(from, to, map).unwrap(),
                _ => map,
            }
        }
        12 => {
            let map = map_over(choices, domain, depth - 1);
            let step = choices.pick(&[1, 3, -2, 0]);
            let (name, parameters) = match map.codomain().rank() {
                1 => ("swizzle", vec![choices.pick(&[1, 2]), choices.pick(&[0, 1]), 2]),
                _ => ("rotate", vec![step]),
            };
            LayoutMap::transform(name, parameters, map.clone(), None).unwrap_or(map)
        }
        13 if rank > 0 && small => {
            let condition = constraint(choices, rank);
            let first = domain.with_constraints(&condition).unwrap();
            let map = map_over(choices, &first, depth - 1);
            let second = domain.with_constraints(&negated(&condition)).unwrap();
            let codomain = map.codomain().clone();
            let program = program(choices, rank, codomain.rank(), false);
            let other = LayoutMap::expr(second, codomain, program).unwrap();
            let identity = || LayoutMap::identity(domain.clone()).unwrap();
            // A condition that has no value somewhere leaves that point without a piece.
            LayoutMap::piecewise(domain.clone(), vec![map, other]).unwrap_or_else(|_| identity())
        }
        _ => {
            let inner = map_over(choices, domain, depth.saturating_sub(1));
            if inner.codomain().hull_extents().is_none() {
                return inner;
            }
            let outer = map_over(choices, &inner.codomain().clone(), depth.saturating_sub(1));
            LayoutMap::compose(outer, inner).unwrap()
        }
    }
}

/// A map of any kind over a small domain.
pub fn map(choices: &mut Choices<'_>) -> LayoutMap {
    let domain = choices.set(&SMALL);
    let depth = choices.below(4);
    map_over(choices, &domain, depth)
}

/// A permutation or projection.
pub fn selection(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let rank = domain.rank();
    if choices.below(2) == 0 {
        let mut order: Vec<usize> = (0..rank).collect();
        order.rotate_left(choices.below(rank.max(1)));
        return LayoutMap::permute(domain.clone(), order).unwrap();
    }
    let keep = (0..rank).filter(|_| choices.below(2) == 0).collect();
    LayoutMap::project(domain.clone(), keep).unwrap()
}

/// Expressions, now and then with extreme constants.
pub fn expr(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let (codomain, wild) = (choices.set(&ANY), choices.below(2) == 0);
    let program = program(choices, domain.rank(), codomain.rank(), wild);
    LayoutMap::expr(domain.clone(), codomain, program).unwrap()
}

/// Whether not every condition holds.
fn negated(condition: &Program) -> Program {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..condition.coordinates()).map(|axis| builder.coord(axis)).collect();
    let zero = builder.constant(0);
    let all = builder.inline(condition, &inputs).into_iter().fold(None, |all, output| {
        let holds = builder.binary(BinaryOp::Ne, output, zero);
        Some(all.map_or(holds, |all| builder.binary(BinaryOp::And, all, holds)))
    });
    let negated = all.map(|all| builder.binary(BinaryOp::Eq, all, zero));
    builder.finish(&[negated.unwrap()])
}

fn regroup(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let digits = |n: &i64| match [2, 3].into_iter().find(|f| n > f && n % f == 0) {
        Some(factor) => vec![factor, n / factor],
        None => vec![*n],
    };
    let split: Vec<Vec<i64>> = domain.extents().unwrap().iter().map(digits).collect();
    let mut join: Vec<Vec<usize>> = vec![Vec::new(); 1 + choices.below(3)];
    let mut members: Vec<usize> = (0..split.iter().flatten().count()).collect();
    while !members.is_empty() {
        let axis = choices.below(join.len());
        let member = members.remove(choices.below(members.len()));
        join[axis].push(member);
    }
    let names: Vec<String> =
        join.iter().map(|_| choices.axis(Extent::Integers)).map(|a| a.name().to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    LayoutMap::regroup(domain.clone(), &names, split, join).unwrap()
}

fn mixed_radix(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let strides = [1, 2, 3, 4, 8, 0, 5, -1, 12, 1 << 61, -7];
    let mut shape = Vec::new();
    let mut stride = Vec::new();
    for n in domain.hull_extents().unwrap() {
        let factor = [2, 3].into_iter().find(|f| n > *f && n % f == 0);
        if let Some(factor) = factor
            && choices.below(2) == 0
        {
            let pair = |a, b| IntTree::Tuple(vec![IntTree::Leaf(a), IntTree::Leaf(b)]);
            shape.push(pair(factor, n / factor));
            stride.push(pair(choices.pick(&strides), choices.pick(&strides)));
        } else {
            shape.push(IntTree::Leaf(n));
            stride.push(IntTree::Leaf(choices.pick(&strides)));
        }
    }
    let codomain = choices.set_of_rank(1, &ANY);
    let (shape, stride) = (IntTree::Tuple(shape), IntTree::Tuple(stride));
    LayoutMap::mixed_radix_between(shape, vec![stride], domain.clone(), codomain).unwrap()
}

pub fn bit_linear(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let codomain = choices.set(&ANY);
    let mut bases = Vec::new();
    for n in domain.hull_extents().unwrap() {
        let bits = (0..63).filter(|bit| n > 1i64 << bit);
        let basis = |choices: &mut Choices<'_>| {
            (0..codomain.rank()).map(|_| choices.pick(&[1, 2, 4, 0, 8, 3, 6, 5, 33])).collect()
        };
        bases.push(bits.map(|_| basis(choices)).collect());
    }
    LayoutMap::bit_linear(domain.clone(), codomain, bases).unwrap()
}
