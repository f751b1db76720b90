//! Any map as one straight-line program.
//!
//! [`LayoutMap::program`] substitutes the nodes into each other. A map of maps also demands
//! that each operand's value lies in that operand's codomain; substitution alone would forget
//! that (`f(x) = x` from `[0, 8)` into `[0, 4)` under `g(y) = 0*y` is undefined at 4, though
//! `0*x` is not). So the result carries those demands as *checks*: the map has a value at a
//! point exactly where the program has one and every check holds. Provers, simplifiers and
//! lowerings read this form.

use std::collections::{HashMap, HashSet};

use super::{BitLinear, LayoutMap, MixedRadix, Node};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};
use crate::index_set::Extent;

/// A map whose program would be longer than this has none: it stays a DAG.
pub const PROGRAM_LIMIT: usize = 1 << 14;

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
                if let Extent::Finite(extent) = axis.extent()
                    && self.known_checks.insert((place, extent))
                {
                    self.checks.push((place, extent));
                }
            }
        }
        self.done.insert(key, outputs.clone());
        Some(outputs)
    }

    fn write(&mut self, map: &LayoutMap, inputs: &[u32]) -> Option<Vec<u32>> {
        let outputs = match map.node() {
            Node::Identity => inputs.to_vec(),
            Node::MixedRadix(layout) => vec![self.mixed_radix(layout, inputs)],
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
                    values.extend(self.operand(factor, own)?);
                    rest = others;
                }
                values
            }
            Node::Compose { outer, inner } => {
                let middle = self.operand(inner, inputs)?;
                self.operand(outer, &middle)?
            }
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
    fn mixed_radix(&mut self, layout: &MixedRadix, inputs: &[u32]) -> u32 {
        let extents = layout.extents();
        let mut sum = self.builder.constant(0);
        for mode in layout.modes() {
            if mode.extent <= 1 || mode.stride == 0 {
                continue;
            }
            let mut digit = inputs[mode.axis];
            if mode.divisor != 1 {
                digit = self.constant(BinaryOp::FloorDiv, digit, mode.divisor);
            }
            if mode.divisor.checked_mul(mode.extent) != Some(extents[mode.axis]) {
                digit = self.constant(BinaryOp::Mod, digit, mode.extent);
            }
            if mode.stride != 1 {
                digit = self.constant(BinaryOp::Mul, digit, mode.stride);
            }
            let first = self.is_zero(sum);
            sum = if first { digit } else { self.builder.binary(BinaryOp::Add, sum, digit) };
        }
        sum
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
