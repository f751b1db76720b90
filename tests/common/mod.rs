//! Maps of every kind from a stream of choices.
//!
//! A test asks proptest for a vector of numbers and builds a map from it: each decision takes
//! the next number, and 0 when they have run out. Shrinking the numbers shrinks the map.

#![allow(dead_code, reason = "each test file uses a part of what they share")]

pub mod distributions;

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
        IndexSet::new(axes.collect()).unwrap()
    }
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
    let leaves = 7;
    let kinds = if depth == 0 { leaves } else { leaves + 5 };
    match choices.below(kinds) {
        0 => LayoutMap::identity(domain.clone()).unwrap(),
        1 => mixed_radix(choices, domain),
        2 => bit_linear(choices, domain),
        3 => {
            let mut order: Vec<usize> = (0..rank).collect();
            order.rotate_left(choices.below(rank.max(1)));
            LayoutMap::permute(domain.clone(), order).unwrap()
        }
        4 => {
            let keep = (0..rank).filter(|_| choices.below(2) == 0).collect();
            LayoutMap::project(domain.clone(), keep).unwrap()
        }
        wild @ (5 | 6) => {
            let codomain = choices.set(&ANY);
            let program = program(choices, rank, codomain.rank(), wild == 6);
            LayoutMap::expr(domain.clone(), codomain, program).unwrap()
        }
        7 => {
            let map = map_over(choices, domain, depth - 1);
            let of = map.codomain().rank();
            let offset = (0..of).map(|_| choices.pick(&[0, 1, 3, -2, i64::MAX])).collect();
            let codomain = (choices.below(2) == 0).then(|| choices.set_of_rank(of, &ANY));
            LayoutMap::translate(offset, map, codomain).unwrap()
        }
        8 if rank > 0 => {
            let cut = choices.below(rank + 1);
            let part = |axes: &[Axis]| IndexSet::new(axes.to_vec()).unwrap();
            let (left, right) = domain.axes().split_at(cut);
            let left = map_over(choices, &part(left), depth - 1);
            let right = map_over(choices, &part(right), depth - 1);
            LayoutMap::product(vec![left, right]).unwrap()
        }
        _ => {
            let inner = map_over(choices, domain, depth - 1);
            if inner.codomain().extents().is_none() {
                return inner;
            }
            let outer = map_over(choices, &inner.codomain().clone(), depth - 1);
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

fn mixed_radix(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let strides = [1, 2, 3, 4, 8, 0, 5, -1, 12, 1 << 61, -7];
    let mut shape = Vec::new();
    let mut stride = Vec::new();
    for n in domain.extents().unwrap() {
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
    LayoutMap::mixed_radix_between(shape, stride, domain.clone(), codomain).unwrap()
}

fn bit_linear(choices: &mut Choices<'_>, domain: &IndexSet) -> LayoutMap {
    let codomain = choices.set(&ANY);
    let mut bases = Vec::new();
    for n in domain.extents().unwrap() {
        let bits = (0..63).filter(|bit| n > 1i64 << bit);
        let basis = |choices: &mut Choices<'_>| {
            (0..codomain.rank()).map(|_| choices.pick(&[1, 2, 4, 0, 8, 3, 6, 5, 33])).collect()
        };
        bases.push(bits.map(|_| basis(choices)).collect());
    }
    LayoutMap::bit_linear(domain.clone(), codomain, bases).unwrap()
}
