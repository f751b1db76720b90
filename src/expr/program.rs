//! [`Program`]: expressions as straight-line code, each shared subexpression once.
//!
//! The code is *canonical*: two programs that compute the same DAG are equal as data, so a
//! program serves as a key. An instruction refers to earlier ones by place.
//!
//! ```text
//! ((i + 1) * (i + 1), i)      %0 = coord 0
//!                             %1 = const 1
//!                             %2 = add %0, %1      stands once, used twice
//!                             %3 = mul %2, %2
//!                             outputs: %3, %0
//! ```

use std::collections::HashMap;

use super::hash::Quick;
use super::{BinaryOp, Expr};
use crate::error::{EvalError, MapError};

/// One instruction of a [`Program`]; operands are places of earlier instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Inst {
    /// A constant.
    Const(i64),
    /// The coordinate at this position.
    Coord(u32),
    /// An operation on two earlier values.
    Binary(BinaryOp, u32, u32),
}

/// Straight-line code for one or more integer expressions; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    insts: Vec<Inst>,
    outputs: Vec<u32>,
}

impl Program {
    /// The program whose outputs are these expressions.
    pub fn from_exprs(exprs: &[Expr]) -> Program {
        let mut builder = ProgramBuilder::default();
        let mut done = HashMap::default();
        let outputs: Vec<u32> = exprs.iter().map(|e| e.emit(&mut builder, &mut done)).collect();
        builder.finish(&outputs)
    }

    /// The instructions, operands before users.
    pub fn insts(&self) -> &[Inst] {
        &self.insts
    }

    /// The places of the outputs.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }

    /// One more than the largest coordinate position in use.
    pub fn coordinates(&self) -> usize {
        let used = self.insts.iter().map(|inst| match inst {
            Inst::Coord(position) => *position as usize + 1,
            _ => 0,
        });
        used.max().unwrap_or(0)
    }

    /// Whether an instruction works bit by bit: `xor` or `and`.
    pub fn is_bitwise(&self) -> bool {
        let bitwise = |inst: &Inst| matches!(inst, Inst::Binary(BinaryOp::Xor | BinaryOp::And, ..));
        self.insts.iter().any(bitwise)
    }

    /// The outputs at a point.
    ///
    /// # Errors
    /// The first instruction that is undefined there, or a missing coordinate.
    pub fn eval(&self, point: &[i64]) -> Result<Vec<i64>, EvalError> {
        let values = self.eval_all(point)?;
        Ok(self.outputs.iter().map(|&place| values[place as usize]).collect())
    }

    /// The value of every instruction at a point.
    ///
    /// # Errors
    /// As [`Program::eval`].
    pub fn eval_all(&self, point: &[i64]) -> Result<Vec<i64>, EvalError> {
        let mut values = Vec::with_capacity(self.insts.len());
        for inst in &self.insts {
            values.push(match *inst {
                Inst::Const(value) => value,
                Inst::Coord(position) => *point
                    .get(position as usize)
                    .ok_or(EvalError::Rank { expected: self.coordinates(), found: point.len() })?,
                Inst::Binary(op, lhs, rhs) => {
                    op.apply(values[lhs as usize], values[rhs as usize])?
                }
            });
        }
        Ok(values)
    }

    /// The program with each operation, its operands rewritten already, as `operation` writes it.
    pub(crate) fn rewritten(
        &self,
        operation: impl Fn(&mut ProgramBuilder, BinaryOp, u32, u32) -> u32,
    ) -> Program {
        let mut builder = ProgramBuilder::default();
        let mut places: Vec<u32> = Vec::with_capacity(self.insts().len());
        for inst in self.insts() {
            places.push(match *inst {
                Inst::Const(value) => builder.constant(value),
                Inst::Coord(position) => builder.coord(position as usize),
                Inst::Binary(op, lhs, rhs) => {
                    operation(&mut builder, op, places[lhs as usize], places[rhs as usize])
                }
            });
        }
        let outputs: Vec<u32> = self.outputs().iter().map(|&o| places[o as usize]).collect();
        builder.finish(&outputs)
    }

    /// The same computation with other places as its outputs; what they do not need is left out.
    pub fn with_outputs(&self, outputs: &[u32]) -> Program {
        let builder = ProgramBuilder { insts: self.insts.clone(), places: HashMap::default() };
        builder.finish(outputs)
    }

    /// The program as numbers: the count of instructions, three a piece, then the outputs.
    pub fn encode(&self) -> Vec<i64> {
        let mut code = vec![self.insts.len() as i64];
        for inst in &self.insts {
            code.extend(match *inst {
                Inst::Const(value) => [0, value, 0],
                Inst::Coord(position) => [1, i64::from(position), 0],
                Inst::Binary(op, lhs, rhs) => [2 + op as i64, i64::from(lhs), i64::from(rhs)],
            });
        }
        code.extend(self.outputs.iter().map(|&place| i64::from(place)));
        code
    }

    /// The program that [`encode`](Program::encode) wrote.
    ///
    /// # Errors
    /// [`MapError::Malformed`] where the numbers encode none.
    pub fn decode(code: &[i64]) -> Result<Program, MapError> {
        Program::try_decode(code)
            .filter(|program| program.encode() == code)
            .ok_or(MapError::Malformed { what: "expression code" })
    }

    fn try_decode(code: &[i64]) -> Option<Program> {
        let (&count, rest) = code.split_first()?;
        let count = usize::try_from(count).ok()?;
        let (words, outputs) = rest.split_at_checked(count.checked_mul(3)?)?;
        let mut builder = ProgramBuilder::default();
        let mut places = Vec::new();
        let earlier = |place: i64, places: &[u32]| {
            usize::try_from(place).ok().and_then(|place| places.get(place).copied())
        };
        for word in words.chunks_exact(3) {
            let place = match word[0] {
                0 => builder.constant(word[1]),
                1 => builder.coord(usize::try_from(u32::try_from(word[1]).ok()?).ok()?),
                code => {
                    let op = *BinaryOp::ALL.get(usize::try_from(code.checked_sub(2)?).ok()?)?;
                    let (lhs, rhs) = (earlier(word[1], &places)?, earlier(word[2], &places)?);
                    builder.binary(op, lhs, rhs)
                }
            };
            places.push(place);
        }
        let outputs: Option<Vec<u32>> = outputs.iter().map(|&o| earlier(o, &places)).collect();
        Some(builder.finish(&outputs?))
    }
}

/// So many instructions are looked through one by one sooner than they are hashed.
const FEW: usize = 24;

/// Builds a [`Program`], sharing equal instructions.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    insts: Vec<Inst>,
    /// Where each instruction stands, once there are more than a [`FEW`].
    places: HashMap<Inst, u32, Quick>,
}

impl ProgramBuilder {
    /// The place of a constant.
    pub fn constant(&mut self, value: i64) -> u32 {
        self.intern(Inst::Const(value))
    }

    /// The place of a coordinate.
    pub fn coord(&mut self, position: usize) -> u32 {
        self.intern(Inst::Coord(u32::try_from(position).unwrap_or(u32::MAX)))
    }

    /// The place of an operation on two earlier values, exactly as written: nothing is folded.
    pub fn binary(&mut self, op: BinaryOp, lhs: u32, rhs: u32) -> u32 {
        self.intern(Inst::Binary(op, lhs, rhs))
    }

    /// The instruction at a place.
    pub fn inst(&self, place: u32) -> Inst {
        self.insts[place as usize]
    }

    /// The number of instructions so far.
    pub fn len(&self) -> usize {
        self.insts.len()
    }

    /// Whether there is no instruction yet.
    pub fn is_empty(&self) -> bool {
        self.insts.is_empty()
    }

    /// Writes `program` with `inputs` in place of its coordinates; gives its outputs' places.
    pub fn inline(&mut self, program: &Program, inputs: &[u32]) -> Vec<u32> {
        let mut places = Vec::with_capacity(program.insts.len());
        for inst in &program.insts {
            places.push(match *inst {
                Inst::Const(value) => self.constant(value),
                Inst::Coord(position) => inputs[position as usize],
                Inst::Binary(op, lhs, rhs) => {
                    self.binary(op, places[lhs as usize], places[rhs as usize])
                }
            });
        }
        program.outputs.iter().map(|&place| places[place as usize]).collect()
    }

    /// The canonical program with these outputs; what they do not need is left out.
    ///
    /// Its instructions stand in the order in which a depth-first walk from the outputs
    /// finishes them.
    pub fn finish(&self, outputs: &[u32]) -> Program {
        let mut place_of: Vec<Option<u32>> = vec![None; self.insts.len()];
        let mut insts = Vec::with_capacity(self.insts.len());
        let mut pending: Vec<u32> = outputs.iter().rev().copied().collect();
        while let Some(&old) = pending.last() {
            if place_of[old as usize].is_some() {
                pending.pop();
                continue;
            }
            let inst = match self.insts[old as usize] {
                Inst::Binary(op, lhs, rhs) => {
                    match (place_of[lhs as usize], place_of[rhs as usize]) {
                        (Some(lhs), Some(rhs)) => Inst::Binary(op, lhs, rhs),
                        (lhs_place, rhs_place) => {
                            if rhs_place.is_none() {
                                pending.push(rhs);
                            }
                            if lhs_place.is_none() {
                                pending.push(lhs);
                            }
                            continue;
                        }
                    }
                }
                leaf => leaf,
            };
            place_of[old as usize] = Some(insts.len() as u32);
            insts.push(inst);
            pending.pop();
        }
        let outputs = outputs.iter().filter_map(|&old| place_of[old as usize]).collect();
        Program { insts, outputs }
    }

    fn intern(&mut self, inst: Inst) -> u32 {
        let next = self.insts.len();
        if next < FEW {
            let known = self.insts.iter().position(|&other| other == inst);
            return known.unwrap_or_else(|| {
                if next == 0 {
                    self.insts.reserve(FEW);
                }
                self.insts.push(inst);
                next
            }) as u32;
        }
        if self.places.is_empty() {
            self.places.extend(self.insts.iter().copied().zip(0..));
        }
        *self.places.entry(inst).or_insert_with(|| {
            self.insts.push(inst);
            next as u32
        })
    }
}
