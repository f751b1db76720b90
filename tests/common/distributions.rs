//! Distributions of every kind from a stream of choices.
//!
//! Two families: GF(2) maps, columns of an invertible matrix and replicas in any order over the
//! bits of slots and threads; and numbered ones, where occurrence `x` holds element number
//! `(a x + b) mod N`, with sizes that are no powers of two.

use tileir::distribution::Distribution;
use tileir::{Axis, BinaryOp, Expr, IndexSet, LayoutMap, Program, ProgramBuilder};

use super::Choices;

/// A map read as a distribution.
pub fn distribution(text: &str) -> Distribution {
    let map = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    Distribution::new(map).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A GF(2) distribution: the element's bits, coordinates side by side, are the XOR of the
/// columns of the occurrence's bits (slot bits lowest) and of the origin.
#[derive(Clone, Debug)]
pub struct Bits {
    /// Bits of each coordinate of the tile.
    pub shape: Vec<usize>,
    /// How many of the columns are a slot's bits.
    pub slot_bits: usize,
    /// The columns, slots' then threads'.
    pub columns: Vec<u64>,
    /// The element of occurrence 0.
    pub origin: u64,
}

impl Bits {
    /// The columns of a permutation of the tile's bits, or of any invertible matrix, with
    /// replicas (zero and repeated columns) where there are more bits than the tile has.
    pub fn any(choices: &mut Choices<'_>, shape: &[usize], threads: usize, general: bool) -> Bits {
        let tile: usize = shape.iter().sum();
        let slot_bits = tile.saturating_sub(threads) + choices.below(3);
        let mut columns: Vec<u64> = (0..tile).map(|bit| 1 << bit).collect();
        for _ in 0..if general { tile } else { 0 } {
            let (from, to) = (choices.below(tile), choices.below(tile));
            if from != to {
                columns[to] ^= columns[from];
            }
        }
        while columns.len() < slot_bits + threads {
            let repeated = choices.below(columns.len() + 1);
            columns.push(if choices.below(2) == 0 {
                0
            } else {
                *columns.get(repeated).unwrap_or(&0)
            });
        }
        for last in (1..columns.len()).rev() {
            columns.swap(last, choices.below(last + 1));
        }
        let origin = if choices.below(3) == 0 { choices.below(1 << tile) as u64 } else { 0 };
        Bits { shape: shape.to_vec(), slot_bits, columns, origin }
    }

    /// What each occurrence bit's column becomes when bit `i` reads what the combination
    /// `routes[i]` of occurrence bits read before.
    pub fn routed(&self, routes: &[u64], slot_bits: usize) -> Bits {
        let combine = |route: &u64| {
            let set = (0..self.columns.len()).filter(|bit| route >> bit & 1 == 1);
            set.fold(0, |column, bit| column ^ self.columns[bit])
        };
        Bits { columns: routes.iter().map(combine).collect(), slot_bits, ..self.clone() }
    }

    /// The distribution, over `thread` or over `subgroup` and `lane`, its slots on one or two
    /// axes.
    pub fn distribution(&self, choices: &mut Choices<'_>) -> Distribution {
        let threads = self.columns.len() - self.slot_bits;
        let split = choices.below(threads + 1);
        let slots = choices.below(self.slot_bits + 1);
        let mut axes = match choices.below(2) {
            0 => vec![("thread", threads)],
            _ => vec![("subgroup", threads - split), ("lane", split)],
        };
        axes.extend([("slot", self.slot_bits - slots), ("low", slots)]);
        // Axes from the fastest, which is the last, each with its columns.
        let mut bases = Vec::new();
        let mut rest = self.columns.iter();
        for (_, bits) in axes.iter().rev() {
            bases.push(rest.by_ref().take(*bits).map(|&c| self.coordinates(c)).collect());
        }
        bases.reverse();
        let set = |axes: Vec<(String, usize)>| {
            IndexSet::new(axes.iter().map(|(n, bits)| Axis::new(n, 1 << bits)).collect()).unwrap()
        };
        let domain = set(axes.iter().map(|(name, bits)| (name.to_string(), *bits)).collect());
        let tile = set(self.shape.iter().enumerate().map(|(i, &b)| (format!("d{i}"), b)).collect());
        let map = LayoutMap::bit_linear(domain, tile, bases).unwrap();
        if self.origin == 0 {
            return Distribution::new(map).unwrap();
        }
        let names: Vec<String> = (0..self.shape.len()).map(|i| format!("d{i}")).collect();
        let origin = self.coordinates(self.origin);
        let moved: Vec<String> =
            names.iter().zip(origin).map(|(name, o)| format!("{name} xor {o}")).collect();
        let extents: Vec<String> =
            names.iter().zip(&self.shape).map(|(n, b)| format!("{n} : {}", 1u64 << b)).collect();
        let extents = extents.join(", ");
        let flip = format!("expr<({extents}) -> ({}) to ({extents})>", moved.join(", "));
        let flip: LayoutMap = flip.parse().unwrap();
        Distribution::new(LayoutMap::compose(flip, map).unwrap()).unwrap()
    }

    fn coordinates(&self, packed: u64) -> Vec<i64> {
        let mut rest = packed;
        let mut point: Vec<i64> = Vec::new();
        for &bits in self.shape.iter().rev() {
            point.push((rest & ((1 << bits) - 1)) as i64);
            rest >>= bits;
        }
        point.reverse();
        point
    }
}

/// A distribution of a tile of any shape over any number of threads that covers it: wrapped
/// replicas, a number of slots that is just enough or more, and at times an axis of threads or
/// slots that the element does not depend on.
pub fn numbered(choices: &mut Choices<'_>, shape: &[i64], threads: i64) -> Distribution {
    let size: i64 = shape.iter().product();
    let replicas = choices.pick(&[1, 1, 2, 3]);
    let replicas = if threads % replicas == 0 { replicas } else { 1 };
    let holders = threads / replicas;
    let slots = (size + holders - 1) / holders + choices.pick(&[0, 0, 1]);
    let repeats = choices.pick(&[1, 1, 2]);
    let (participants, thread) = match (replicas, choices.below(2)) {
        (1, _) => (format!("thread : {threads}"), "thread".to_string()),
        (_, 0) => (format!("subgroup : {replicas}, lane : {holders}"), "lane".to_string()),
        _ => (format!("subgroup : {holders}, lane : {replicas}"), "subgroup".to_string()),
    };
    let occurrence = match choices.below(2) {
        0 => format!("{thread} + slot * {holders}"),
        _ => format!("{thread} * {slots} + slot"),
    };
    let factor = (1..=size).cycle().skip(choices.below(size as usize)).find(|&f| gcd(f, size) == 1);
    let (factor, offset) = (factor.unwrap_or(1), choices.below(size as usize));
    let number = format!("((({occurrence}) * {factor} + {offset}) mod {size})");
    let (mut step, mut outputs, mut extents) = (size, Vec::new(), Vec::new());
    for (axis, &extent) in shape.iter().enumerate() {
        step /= extent;
        outputs.push(format!("{number} floordiv {step} mod {extent}"));
        extents.push(format!("d{axis} : {extent}"));
    }
    let (outputs, extents) = (outputs.join(", "), extents.join(", "));
    let domain = format!("{participants}, slot : {slots}, copy : {repeats}");
    distribution(&format!("expr<({domain}) -> ({outputs}) to ({extents})>"))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A tile held by so many clusters of blocks of threads, in any way or each block a part of it.
pub fn in_blocks(
    choices: &mut Choices<'_>,
    shape: &[i64],
    [clusters, blocks, block_threads]: [i64; 3],
) -> Distribution {
    let flat = match choices.below(3) {
        0 => parted(choices, shape, clusters * blocks, block_threads),
        _ => numbered(choices, shape, clusters * blocks * block_threads),
    };
    over(&[("cluster", clusters), ("block", blocks), ("thread", block_threads)], &flat)
}

/// The same held by these participants.
fn over(participants: &[(&str, i64)], flat: &Distribution) -> Distribution {
    let mut dag = ProgramBuilder::default();
    let mut thread = dag.constant(0);
    for (number, (_, extent)) in participants.iter().enumerate() {
        let (extent, own) = (dag.constant(*extent), dag.coord(number));
        let first = dag.binary(BinaryOp::Mul, thread, extent);
        thread = dag.binary(BinaryOp::Add, first, own);
    }
    let slot = dag.coord(participants.len());
    let map = flat.flat().unwrap();
    let slots = [("slot", flat.slots())];
    let axes = participants.iter().chain(&slots).map(|&(name, extent)| Axis::new(name, extent));
    let domain = IndexSet::new(axes.collect()).unwrap();
    let point = dag.finish(&[thread, slot]);
    let point = LayoutMap::expr(domain, map.domain().clone(), point).unwrap();
    Distribution::new(LayoutMap::compose(map, point).unwrap()).unwrap()
}

/// A tile of which each block has a run of elements, over and over, in one of two orders.
fn parted(
    choices: &mut Choices<'_>,
    shape: &[i64],
    blocks: i64,
    block_threads: i64,
) -> Distribution {
    let elements: i64 = shape.iter().product();
    let part = (elements + blocks - 1) / blocks;
    let slots = (part + block_threads - 1) / block_threads;
    let turned = choices.below(2) == 1;
    let (thread, slot) = (Expr::coord(0), Expr::coord(1));
    let (block, own) = (thread.clone() / block_threads, thread % block_threads);
    let within = if turned { own * slots + slot } else { slot * block_threads + own };
    let mut rest = (block * part + within % part) % elements;
    let mut point = Vec::new();
    for &extent in shape.iter().rev() {
        point.push(&rest % extent);
        rest = rest / extent;
    }
    point.reverse();
    let axes = [("thread", blocks * block_threads), ("slot", slots)];
    let domain = IndexSet::new(axes.map(|(name, extent)| Axis::new(name, extent)).to_vec());
    let tile = IndexSet::from_extents(shape).unwrap();
    let map = LayoutMap::expr(domain.unwrap(), tile, Program::from_exprs(&point)).unwrap();
    Distribution::new(map).unwrap()
}
