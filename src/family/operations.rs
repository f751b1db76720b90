//! [`Operations`]: how much arithmetic is left at run time.
//!
//! | code over `n`, `s`, `i` | add | mul | div, mod | compare | bits |
//! |---|---|---|---|---|---|
//! | `i * s + n` | 1 | 1 | | | |
//! | `i floordiv n + i mod n` | 1 | | 2 | | |
//! | `i floordiv 8 + (i xor n)` | 1 | | 1 | | 1 |

use std::fmt;
use std::ops::Sub;

use super::parameter::{Parameter, Parameters};
use super::set::SymbolicSet;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, simplify};

/// Counts of operations by kind; see the source file's header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Operations {
    /// Sums and differences.
    pub add: usize,
    /// Products.
    pub mul: usize,
    /// Quotients and remainders.
    pub div: usize,
    /// Comparisons.
    pub compare: usize,
    /// Bitwise operations and shifts.
    pub bits: usize,
}

impl Operations {
    /// What a program does each time it runs: each instruction stands once in it.
    pub fn of(program: &Program) -> Operations {
        let mut operations = Operations::default();
        for inst in program.insts() {
            if let Inst::Binary(op, ..) = inst {
                operations.count(*op);
            }
        }
        operations
    }

    /// What a family's program does once for its first `parameters` coordinates, and what for
    /// each point.
    pub fn once_and_each(program: &Program, parameters: usize) -> (Operations, Operations) {
        let (mut once, mut each) = (Operations::default(), Operations::default());
        let mut moves: Vec<bool> = Vec::with_capacity(program.insts().len());
        for inst in program.insts() {
            moves.push(match *inst {
                Inst::Const(_) => false,
                Inst::Coord(position) => position as usize >= parameters,
                Inst::Binary(op, lhs, rhs) => {
                    let moving = moves[lhs as usize] || moves[rhs as usize];
                    if moving { &mut each } else { &mut once }.count(op);
                    moving
                }
            });
        }
        (once, each)
    }

    /// Counts one operation.
    pub fn count(&mut self, op: BinaryOp) {
        let kind = match op {
            BinaryOp::Add | BinaryOp::Sub => &mut self.add,
            BinaryOp::Mul => &mut self.mul,
            BinaryOp::FloorDiv | BinaryOp::Mod => &mut self.div,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => &mut self.compare,
            BinaryOp::Xor | BinaryOp::And | BinaryOp::Shl | BinaryOp::Shr => &mut self.bits,
        };
        *kind += 1;
    }

    /// How many there are in all.
    pub fn total(self) -> usize {
        self.add + self.mul + self.div + self.compare + self.bits
    }

    /// A rough time: a division by what is not known takes twenty additions, a product three.
    fn weight(self) -> usize {
        self.add + 3 * self.mul + 20 * self.div + self.compare + self.bits
    }
}

impl Sub for Operations {
    type Output = Operations;

    /// What was counted after `other`.
    fn sub(self, other: Operations) -> Operations {
        Operations {
            add: self.add.saturating_sub(other.add),
            mul: self.mul.saturating_sub(other.mul),
            div: self.div.saturating_sub(other.div),
            compare: self.compare.saturating_sub(other.compare),
            bits: self.bits.saturating_sub(other.bits),
        }
    }
}

impl fmt::Display for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.add, "add"),
            (self.mul, "mul"),
            (self.div, "div"),
            (self.compare, "compare"),
            (self.bits, "bits"),
        ];
        let some: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        f.write_str(if some.is_empty() { "none".into() } else { some.join(", ") }.as_str())
    }
}

/// The cheapest form of a program over parameters and coordinates: as it is, simplified, or
/// simplified in the parameters' steps, where their divisors and lower bounds show.
pub(super) fn cheapest(
    program: &Program,
    parameters: &Parameters,
    domain: &SymbolicSet,
) -> Program {
    let Some(axes) = domain.largest(parameters) else { return program.clone() };
    let mut forms = vec![program.clone()];
    let with = |first: Vec<i64>| first.into_iter().chain(axes.iter().copied()).collect::<Vec<_>>();
    let stepped = inlined(program, parameters, |builder| parameters.in_steps(builder));
    let stepped = simplify(&stepped, &with(parameters.step_extents()));
    let direct = back_from_steps(&stepped, parameters);
    if parameters.iter().all(|parameter| parameter.lo() >= 0) {
        let ends: Vec<i64> = parameters.iter().map(|parameter| parameter.hi() + 1).collect();
        let extents = with(ends);
        forms.push(simplify(program, &extents));
        forms.push(simplify(&direct, &extents));
    }
    forms.push(direct);
    let least = forms.into_iter().min_by_key(|form| Operations::of(form).weight());
    least.unwrap_or_else(|| program.clone())
}

/// The program with other code in place of its parameters.
fn inlined(
    program: &Program,
    parameters: &Parameters,
    write: impl FnOnce(&mut ProgramBuilder) -> Vec<u32>,
) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut inputs = write(&mut builder);
    for position in parameters.len()..program.coordinates() {
        inputs.push(builder.coord(position));
    }
    let outputs = builder.inline(program, &inputs);
    builder.finish(&outputs)
}

/// A program over steps as one over values: `step = (value - first) / multiple_of`, where a
/// multiple of a step is a multiple of the value if their divisors allow.
fn back_from_steps(program: &Program, parameters: &Parameters) -> Program {
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = Vec::with_capacity(program.insts().len());
    let all: Vec<&Parameter> = parameters.iter().collect();
    let insts = program.insts();
    for inst in insts {
        let place = match *inst {
            Inst::Const(value) => builder.constant(value),
            Inst::Coord(position) => match all.get(position as usize) {
                Some(parameter) => {
                    let offset = offset(&mut builder, position, parameter);
                    divided(&mut builder, offset, parameter.multiple_of())
                }
                None => builder.coord(position as usize),
            },
            Inst::Binary(op, lhs, rhs) => {
                let step = multiple_of_step(insts, op, lhs, rhs).and_then(|(position, factor)| {
                    let parameter = *all.get(position as usize)?;
                    let whole = factor % parameter.multiple_of() == 0;
                    whole.then_some((position, parameter, factor / parameter.multiple_of()))
                });
                match step {
                    Some((position, parameter, factor)) => {
                        let offset = offset(&mut builder, position, parameter);
                        multiplied(&mut builder, offset, factor)
                    }
                    None => builder.binary(op, places[lhs as usize], places[rhs as usize]),
                }
            }
        };
        places.push(place);
    }
    let outputs: Vec<u32> =
        program.outputs().iter().map(|&output| places[output as usize]).collect();
    builder.finish(&outputs)
}

/// `coordinate * factor`, if the operation is that.
fn multiple_of_step(insts: &[Inst], op: BinaryOp, lhs: u32, rhs: u32) -> Option<(u32, i64)> {
    match (op, insts[lhs as usize], insts[rhs as usize]) {
        (BinaryOp::Mul, Inst::Coord(position), Inst::Const(factor))
        | (BinaryOp::Mul, Inst::Const(factor), Inst::Coord(position)) => Some((position, factor)),
        _ => None,
    }
}

/// `value - first` of a parameter.
fn offset(builder: &mut ProgramBuilder, position: u32, parameter: &Parameter) -> u32 {
    let value = builder.coord(position as usize);
    if parameter.first() == 0 {
        return value;
    }
    let first = builder.constant(parameter.first());
    builder.binary(BinaryOp::Sub, value, first)
}

fn divided(builder: &mut ProgramBuilder, value: u32, by: i64) -> u32 {
    if by == 1 {
        return value;
    }
    let by = builder.constant(by);
    builder.binary(BinaryOp::FloorDiv, value, by)
}

fn multiplied(builder: &mut ProgramBuilder, value: u32, by: i64) -> u32 {
    if by == 1 {
        return value;
    }
    let by = builder.constant(by);
    builder.binary(BinaryOp::Mul, value, by)
}
