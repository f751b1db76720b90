//! The inverse of a map that is linear in bits, by elimination over GF(2).
//!
//! Let `f(x) = c xor M*x`, the columns of `M` independent. The reduced vectors that span the image
//! of `M` have a leading bit each, which no other has; so a value's leading bits say which of them
//! it is the sum of, and the same sum of their preimages is the point. The other bits of a value
//! follow from the leading ones, and demanding that is what the image is:
//!
//! ```text
//! (x : 4) -> (y : 8), x = [3, 6]      image spanned by 011, 110; reduced 101 (from x = 3), 011
//!     leading bits 2 and 1            x = (bit 2 of y)*3 xor (bit 1 of y)*1
//!     parity                          bit 0 xor bit 1 xor bit 2 of y is 0
//! ```
//!
//! A ragged axis only adds that the point found lies in the domain. For a map that is not written
//! in bases, these are read off the single bits, and that it is the map with these bases is proved.

use super::law::{self, Left};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::gf2::{Dims, Linear};
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::{LayoutMap, Node, bits_for};
use crate::proof::{Budget, equal};

/// A value has at most this many bits.
const VALUE_BITS: usize = 62;

/// `c xor M*x`: `c`, and the columns by axis and bit.
pub(in crate::map) struct Bases {
    pub constant: Point,
    pub columns: Vec<Vec<Point>>,
}

impl Bases {
    /// The bases of a map that has values by `program` everywhere, if it is proved to be linear.
    pub fn of(map: &LayoutMap, program: &Program, budget: &Budget) -> Option<Bases> {
        let rank = map.codomain().rank();
        if let Node::BitLinear(layout) = map.node() {
            return Some(Bases { constant: vec![0; rank], columns: layout.bases().to_vec() });
        }
        let bases = Bases::read_off(program, &map.domain().hull_extents()?)?;
        let anywhere = IndexSet::integers(rank);
        let domain = map.domain().clone();
        let written =
            LayoutMap::expr(domain.clone(), anywhere.clone(), bases.program(map)?).ok()?;
        let map = LayoutMap::expr(domain, anywhere, program.clone()).ok()?;
        equal(&map, &written, budget).is_proved().then_some(bases)
    }

    /// What a program has at the origin, and what each single bit flips there: its bases, if it is
    /// linear. They have no sign.
    pub fn read_off(program: &Program, extents: &[i64]) -> Option<Bases> {
        let origin = vec![0; extents.len()];
        let constant = program.eval(&origin).ok()?;
        let mut columns = Vec::with_capacity(extents.len());
        for (axis, &extent) in extents.iter().enumerate() {
            let mut column = Vec::new();
            for bit in 0..bits_for(extent) {
                let mut point = origin.clone();
                point[axis] = 1 << bit;
                let value = program.eval(&point).ok()?;
                let flipped: Point = value.iter().zip(&constant).map(|(v, c)| v ^ c).collect();
                if flipped.iter().any(|&flipped| flipped < 0) {
                    return None;
                }
                column.push(flipped);
            }
            columns.push(column);
        }
        Some(Bases { constant, columns })
    }

    /// `c xor M*x` as a program.
    fn program(&self, map: &LayoutMap) -> Option<Program> {
        let rank = map.codomain().rank();
        let linear = linear_program(map.domain(), rank, self.columns.clone())?;
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..map.domain().rank()).map(|axis| builder.coord(axis)).collect();
        let values = builder.inline(&linear, &inputs);
        let outputs = moved(&mut builder, &values, &self.constant);
        Some(builder.finish(&outputs))
    }

    /// The matrix, over whole powers of two; the values have the bits of `bits`.
    pub fn linear(&self, domain: &IndexSet, codomain: &IndexSet, bits: &[usize]) -> Option<Linear> {
        let named = |set: &IndexSet, bits: &[usize]| {
            let dims = set.axes().iter().zip(bits);
            Dims::new(dims.map(|(axis, &bits)| (axis.name().to_string(), 1i64 << bits))).ok()
        };
        let ins: Vec<usize> = domain.hull_extents()?.iter().map(|&n| bits_for(n)).collect();
        if ins.iter().chain(bits).any(|&bits| bits > VALUE_BITS) {
            return None;
        }
        Linear::new(named(domain, &ins)?, named(codomain, bits)?, &self.columns).ok()
    }

    /// The bits that the coordinates of values have.
    fn widths(&self) -> Vec<usize> {
        let width = |axis: usize| {
            let all = self.columns.iter().flatten().chain([&self.constant]);
            all.map(|value| 64 - value[axis].leading_zeros() as usize).max().unwrap_or(0)
        };
        (0..self.constant.len()).map(width).collect()
    }
}

/// A left inverse of a map that is linear in bits, with the parities of its image.
pub(super) fn left(map: &LayoutMap, program: &Program, budget: &Budget) -> Option<Left> {
    let bases = Bases::of(map, program, budget)?;
    let (domain, codomain) = (map.domain(), map.codomain());
    let around = law::hull(map, program).ok()?.hull_extents()?;
    let widths = bases.widths().into_iter().zip(around);
    let bits: Vec<usize> = widths.map(|(width, n)| width.max(bits_for(n))).collect();
    let linear = bases.linear(domain, codomain, &bits)?;
    if !linear.is_injective() {
        return None;
    }
    let axes = codomain.axes().iter().zip(&bits);
    let axes = axes.map(|(axis, &bits)| Axis::new(axis.name(), 1i64 << bits)).collect();
    let values = IndexSet::new(axes).ok()?;
    // Each bit of a value contributes to the point, and to what must be 0: itself, unless it leads.
    let mut points: Vec<Vec<Point>> =
        bits.iter().map(|&bits| vec![vec![0; domain.rank()]; bits]).collect();
    let mut rests: Vec<Vec<Point>> = Vec::with_capacity(bits.len());
    for (axis, &bits) in bits.iter().enumerate() {
        let unit = |bit: usize| {
            let mut unit = vec![0; codomain.rank()];
            unit[axis] = 1i64 << bit;
            unit
        };
        rests.push((0..bits).map(unit).collect());
    }
    for vector in linear.image() {
        let axis = vector.iter().rposition(|&coordinate| coordinate != 0)?;
        let bit = vector[axis].ilog2() as usize;
        points[axis][bit] = linear.preimage(&vector).ok()??;
        rests[axis][bit].iter_mut().zip(&vector).for_each(|(rest, v)| *rest ^= v);
    }
    let rank = codomain.rank();
    let open = (0..rank).filter(|&axis| rests.iter().flatten().any(|rest| rest[axis] != 0));
    let open: Vec<usize> = open.collect();
    let point = linear_program(&values, domain.rank(), points)?;
    let rest = linear_program(&values, rank, rests)?;
    let rest =
        rest.with_outputs(&open.iter().map(|&axis| rest.outputs()[axis]).collect::<Vec<_>>());
    let after_constant = |program: &Program| {
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..rank).map(|axis| builder.coord(axis)).collect();
        let inputs = moved(&mut builder, &inputs, &bases.constant);
        let outputs = builder.inline(program, &inputs);
        builder.finish(&outputs)
    };
    Some(Left { point: after_constant(&point), residue: Some(after_constant(&rest)) })
}

/// The XOR of the bases of the bits set, as a program.
pub(in crate::map) fn linear_program(
    domain: &IndexSet,
    rank: usize,
    bases: Vec<Vec<Point>>,
) -> Option<Program> {
    let map = LayoutMap::bit_linear(domain.hull(), IndexSet::integers(rank), bases).ok()?;
    Some(map.program()?.value_program())
}

/// Places with a constant XORed to each.
pub(in crate::map) fn moved(
    builder: &mut ProgramBuilder,
    places: &[u32],
    constant: &[i64],
) -> Vec<u32> {
    let moved = |(&place, &constant): (&u32, &i64)| {
        if constant == 0 {
            return place;
        }
        let constant = builder.constant(constant);
        builder.binary(BinaryOp::Xor, place, constant)
    };
    places.iter().zip(constant).map(moved).collect()
}
