//! Any map as one straight-line program.
//!
//! [`LayoutMap::program`] substitutes the nodes into each other. A map of maps also demands
//! that each operand's value lies in that operand's codomain; substitution alone would forget
//! that (`f(x) = x` from `[0, 8)` into `[0, 4)` under `g(y) = 0*y` is undefined at 4, though
//! `0*x` is not). So the result carries those demands as *checks*: the map has a value at a
//! point exactly where the program has one and every check holds. Provers, simplifiers and
//! lowerings read this form.

use std::collections::{HashMap, HashSet};

use super::finite_table::FiniteTable;
use super::piecewise::truth;
use super::{BitLinear, LayoutMap, MixedRadix, Node, Regroup, Units};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges};
use crate::index_set::{Extent, IndexSet};

/// A map whose program would be longer than this has none: it stays a DAG.
pub const PROGRAM_LIMIT: usize = 1 << 14;

/// A table of more numbers is not written as arithmetic.
const TABLE_IN_PROGRAM: usize = 256;

/// A program, and what must hold of its intermediate values; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProgram {
    program: Program,
    rank: usize,
    checks: Vec<i64>,
}

impl CheckedProgram {
    /// The program. Its first [`rank`](CheckedProgram::rank) outputs are the map's value, the
    /// others the checked values.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The number of coordinates of the map's value.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The places of the map's value.
    pub fn values(&self) -> &[u32] {
        &self.program.outputs()[..self.rank]
    }

    /// The program of the value alone, without the checks.
    pub fn value_program(&self) -> Program {
        let mut builder = ProgramBuilder::default();
        let coordinates: Vec<u32> =
            (0..self.program.coordinates()).map(|i| builder.coord(i)).collect();
        let outputs = builder.inline(&self.program, &coordinates);
        builder.finish(&outputs[..self.rank])
    }

    /// Each checked place with the extent that its value must stay below (and not below 0).
    pub fn checks(&self) -> impl Iterator<Item = (u32, i64)> + '_ {
        self.program.outputs()[self.rank..].iter().copied().zip(self.checks.iter().copied())
    }
}

impl LayoutMap {
    /// The map as one program over its domain's coordinates, or `None` where that would be
    /// longer than [`PROGRAM_LIMIT`] instructions.
    pub fn program(&self) -> Option<CheckedProgram> {
        if let Node::Expr(program) = self.node() {
            let (program, rank) = (program.clone(), program.outputs().len());
            let short = program.insts().len() <= PROGRAM_LIMIT;
            return short.then_some(CheckedProgram { program, rank, checks: Vec::new() });
        }
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..self.domain().rank()).map(|i| builder.coord(i)).collect();
        let mut writer = Writer {
            builder,
            checks: Vec::new(),
            known_checks: HashSet::new(),
            done: HashMap::new(),
        };
        let mut outputs = writer.write(self, &inputs)?;
        let rank = outputs.len();
        outputs.extend(writer.checks.iter().map(|&(place, _)| place));
        let program = writer.builder.finish(&outputs);
        let checks = writer.checks.into_iter().map(|(_, extent)| extent).collect();
        Some(CheckedProgram { program, rank, checks })
    }
}

struct Writer {
    builder: ProgramBuilder,
    checks: Vec<(u32, i64)>,
    known_checks: HashSet<(u32, i64)>,
    done: HashMap<(usize, Vec<u32>), Vec<u32>>,
}

impl Writer {
    /// An operand: its value, with the demand that it lies in the operand's codomain.
    fn operand(&mut self, map: &LayoutMap, inputs: &[u32]) -> Option<Vec<u32>> {
        let key = (map.node_id(), inputs.to_vec());
        if let Some(known) = self.done.get(&key) {
            return Some(known.clone());
        }
        let outputs = self.write(map, inputs)?;
        let demanded =
            !matches!(map.node(), Node::Identity | Node::Permute { .. } | Node::Project { .. });
        if demanded {
            for (&place, axis) in outputs.iter().zip(map.codomain().axes()) {
                if let Extent::Finite(extent) = axis.extent() {
                    self.demand(place, extent);
                }
            }
            self.constraints(map.codomain(), &outputs);
        }
        self.done.insert(key, outputs.clone());
        Some(outputs)
    }

    /// The demand that a value lies in `[0, extent)`.
    fn demand(&mut self, place: u32, extent: i64) {
        if self.known_checks.insert((place, extent)) {
            self.checks.push((place, extent));
        }
    }

    /// The demand that a value satisfies a set's constraints: none of them equals 0.
    fn constraints(&mut self, set: &IndexSet, value: &[u32]) {
        let Some(constraints) = set.constraints() else { return };
        for output in self.builder.inline(constraints, value) {
            let broken = self.constant(BinaryOp::Eq, output, 0);
            self.demand(broken, 1);
        }
    }

    fn write(&mut self, map: &LayoutMap, inputs: &[u32]) -> Option<Vec<u32>> {
        let outputs = match map.node() {
            Node::Identity => inputs.to_vec(),
            Node::MixedRadix(layout) => (0..map.codomain().rank())
                .map(|output| self.mixed_radix(layout, output, inputs))
                .collect(),
            Node::BitLinear(layout) => self.bit_linear(layout, inputs, map.codomain().rank()),
            Node::Expr(program) => self.builder.inline(program, inputs),
            Node::Translate { offset, map } => {
                let values = self.operand(map, inputs)?;
                let sum = |(&value, &offset): (&u32, &i64)| {
                    let offset = self.builder.constant(offset);
                    self.builder.binary(BinaryOp::Add, offset, value)
                };
                values.iter().zip(offset).map(sum).collect()
            }
            Node::Permute { order: axes } | Node::Project { keep: axes } => {
                axes.iter().map(|&axis| inputs[axis]).collect()
            }
            Node::Product(factors) => {
                let mut values = Vec::new();
                let mut rest = inputs;
                for factor in factors {
                    let (own, others) = rest.split_at(factor.domain().rank());
                    values.extend(self.write(factor, own)?);
                    rest = others;
                }
                values
            }
            Node::Compose { outer, inner } => {
                let middle = self.operand(inner, inputs)?;
                self.write(outer, &middle)?
            }
            Node::Regroup(regroup) => self.regroup(regroup, inputs),
            Node::Recast { units, map } => {
                let value = self.operand(map, inputs)?;
                value.into_iter().map(|address| self.recast(units, address)).collect()
            }
            Node::Transform { applied, map: inner } => {
                let set = map.codomain();
                let program = applied.transform().program(applied.parameters(), set)?;
                let value = self.operand(inner, inputs)?;
                self.builder.inline(&program, &value)
            }
            Node::Piecewise(pieces) => self.piecewise(map.domain(), pieces, inputs)?,
            Node::Table(table) => self.table(map, table, inputs)?,
        };
        (self.builder.len() <= PROGRAM_LIMIT).then_some(outputs)
    }

    fn constant(&mut self, op: BinaryOp, lhs: u32, rhs: i64) -> u32 {
        let rhs = self.builder.constant(rhs);
        self.builder.binary(op, lhs, rhs)
    }

    fn is_zero(&self, place: u32) -> bool {
        self.builder.inst(place) == Inst::Const(0)
    }

    /// The sum of digit times stride, in the order of the modes. The fastest digit of an axis
    /// needs no division and the slowest no modulo; digits that are always 0 are left out.
    fn mixed_radix(&mut self, layout: &MixedRadix, output: usize, inputs: &[u32]) -> u32 {
        let extents = layout.extents();
        let mut sum = self.builder.constant(0);
        for mode in layout.modes() {
            let stride = mode.strides[output];
            if mode.extent <= 1 || stride == 0 {
                continue;
            }
            let mut digit = inputs[mode.axis];
            if mode.divisor != 1 {
                digit = self.constant(BinaryOp::FloorDiv, digit, mode.divisor);
            }
            if mode.divisor.checked_mul(mode.extent) != Some(extents[mode.axis]) {
                digit = self.constant(BinaryOp::Mod, digit, mode.extent);
            }
            if stride != 1 {
                digit = self.constant(BinaryOp::Mul, digit, stride);
            }
            let first = self.is_zero(sum);
            sum = if first { digit } else { self.builder.binary(BinaryOp::Add, sum, digit) };
        }
        sum
    }

    /// Each joined axis as a sum of weighted digits; digits that are always 0 are left out.
    fn regroup(&mut self, regroup: &Regroup, inputs: &[u32]) -> Vec<u32> {
        let digits = regroup.digits();
        let mut outputs = Vec::with_capacity(regroup.join().len());
        for members in regroup.join() {
            let (mut sum, mut weight) = (None, 1i64);
            for digit in members.iter().map(|&member| digits[member]) {
                if digit.extent <= 1 {
                    continue;
                }
                let mut place = inputs[digit.axis];
                if digit.divisor != 1 {
                    place = self.constant(BinaryOp::FloorDiv, place, digit.divisor);
                }
                let size: i64 = regroup.split()[digit.axis].iter().product();
                if digit.divisor * digit.extent != size {
                    place = self.constant(BinaryOp::Mod, place, digit.extent);
                }
                if weight != 1 {
                    place = self.constant(BinaryOp::Mul, place, weight);
                }
                weight = weight.saturating_mul(digit.extent);
                sum = Some(sum.map_or(place, |sum| self.builder.binary(BinaryOp::Add, sum, place)));
            }
            outputs.push(sum.unwrap_or_else(|| self.builder.constant(0)));
        }
        outputs
    }

    fn recast(&mut self, units: &Units, address: u32) -> u32 {
        let mut value = address;
        if units.down() != 1 {
            let rest = self.constant(BinaryOp::Mod, address, units.down());
            self.demand(rest, 1);
            value = self.constant(BinaryOp::FloorDiv, address, units.down());
        }
        if units.up() == 1 { value } else { self.constant(BinaryOp::Mul, value, units.up()) }
    }

    /// The sum of the pieces, each times 1 on its part and 0 elsewhere: written only where every
    /// piece's arithmetic, and every constraint's, is safe on the whole box. What a piece
    /// demands is demanded on its part.
    fn piecewise(
        &mut self,
        domain: &IndexSet,
        pieces: &[LayoutMap],
        inputs: &[u32],
    ) -> Option<Vec<u32>> {
        let extents = domain.hull_extents()?;
        let safe =
            |program: &Program| extents.contains(&0) || Ranges::over(program, &extents).all_safe();
        let mut sums: Option<Vec<u32>> = None;
        for piece in pieces {
            let constraints = piece.domain().constraints();
            let own = LayoutMap::program(piece)?;
            if !safe(own.program()) || !constraints.is_none_or(safe) {
                return None;
            }
            let values = self.builder.inline(own.program(), inputs);
            let here = match constraints {
                Some(constraints) => truth(&mut self.builder, constraints, inputs),
                None => self.builder.constant(1),
            };
            let (values, checked) = values.split_at(own.rank());
            let demands = checked.iter().copied().zip(own.checks().map(|(_, extent)| extent));
            for (value, extent) in demands {
                if extent == 0 {
                    return None;
                }
                let value = self.builder.binary(BinaryOp::Mul, here, value);
                self.demand(value, extent);
            }
            let own: Vec<u32> = values
                .iter()
                .map(|&value| self.builder.binary(BinaryOp::Mul, here, value))
                .collect();
            sums = Some(match sums {
                None => own,
                Some(sums) => {
                    let pairs = sums.into_iter().zip(own);
                    pairs.map(|(a, b)| self.builder.binary(BinaryOp::Add, a, b)).collect()
                }
            });
        }
        sums
    }

    /// The sum of the values, each times 1 at its point and 0 elsewhere: for small boxes.
    fn table(&mut self, map: &LayoutMap, table: &FiniteTable, inputs: &[u32]) -> Option<Vec<u32>> {
        let extents = map.domain().extents()?;
        if table.values().len() > TABLE_IN_PROGRAM {
            return None;
        }
        let mut index = self.builder.constant(0);
        for (&input, &extent) in inputs.iter().zip(&extents) {
            let row = self.constant(BinaryOp::Mul, index, extent);
            index = self.builder.binary(BinaryOp::Add, row, input);
        }
        let mut sums = vec![self.builder.constant(0); map.codomain().rank()];
        for (number, row) in table.rows().enumerate() {
            let here = self.constant(BinaryOp::Eq, index, number as i64);
            for (sum, &value) in sums.iter_mut().zip(row).filter(|(_, value)| **value != 0) {
                let term = self.constant(BinaryOp::Mul, here, value);
                *sum = self.builder.binary(BinaryOp::Add, *sum, term);
            }
        }
        Some(sums)
    }

    /// The XOR of the bases of the set bits. Neighbouring bits whose bases are neighbouring
    /// powers of two go together: `((x shr b) and mask) shl t`.
    fn bit_linear(&mut self, layout: &BitLinear, inputs: &[u32], rank: usize) -> Vec<u32> {
        let mut outputs = Vec::with_capacity(rank);
        for output in 0..rank {
            let mut value = self.builder.constant(0);
            for (bits, &input) in layout.bases().iter().zip(inputs) {
                let column: Vec<i64> = bits.iter().map(|basis| basis[output]).collect();
                for (bit, length) in runs(&column) {
                    let term = self.bit_run(input, &column, bit, length);
                    let first = self.is_zero(value);
                    value =
                        if first { term } else { self.builder.binary(BinaryOp::Xor, value, term) };
                }
            }
            outputs.push(value);
        }
        outputs
    }

    fn bit_run(&mut self, input: u32, column: &[i64], bit: usize, length: usize) -> u32 {
        let mut field = input;
        if bit > 0 {
            field = self.constant(BinaryOp::Shr, field, bit as i64);
        }
        if bit + length < column.len() {
            field = self.constant(BinaryOp::And, field, (1 << length) - 1);
        }
        let basis = column[bit];
        match basis {
            1 => field,
            _ if length == 1 && basis.count_ones() > 1 => {
                self.constant(BinaryOp::Mul, field, basis)
            }
            _ => self.constant(BinaryOp::Shl, field, i64::from(basis.trailing_zeros())),
        }
    }
}

/// The bits with a basis other than 0, as runs `(first, length)` of neighbouring powers of two.
fn runs(column: &[i64]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (bit, &basis) in column.iter().enumerate() {
        if basis == 0 {
            continue;
        }
        if let Some((first, length)) = runs.last_mut()
            && *first + *length == bit
            && column[*first].count_ones() == 1
            && column[bit - 1].checked_mul(2) == Some(basis)
        {
            *length += 1;
        } else {
            runs.push((bit, 1));
        }
    }
    runs
}
