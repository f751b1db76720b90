//! Index arithmetic: programs of the algebra as `arith` operations.
//!
//! The programs that one [`Indices`] emits are over the same coordinates, its symbols: in a
//! kernel the thread number first, then block numbers, loop counters, whatever else a slice is
//! placed by. All are interned in one DAG, so what two slots have in common is computed once.
//!
//! Divisions and remainders of values that cannot be negative, by constants, become shifts,
//! masks or unsigned operations; a comparison is an `arith.cmpi`, its truth value widened to 0
//! or 1. The width is the caller's: 32 bits only where every intermediate value is proved to fit.

use std::collections::{BTreeSet, HashMap};

use tileir::expr::{Interval, Ranges, simplify};
use tileir::{BinaryOp, Inst, Program, ProgramBuilder};

use melior::ir::ValueLike;

use crate::builder::{Builder, Outcome, Predicate, Val, bit_width, key};

/// The position of the thread number among the coordinates of a kernel.
pub const THREAD: usize = 0;

/// A value that an index depends on.
#[derive(Clone, Debug)]
pub struct Symbol<'c> {
    /// The value, an integer or index.
    pub value: Val<'c>,
    /// Its values are in `0..extent`, where that is known.
    pub extent: Option<i64>,
}

/// The index arithmetic over some symbols; see the [module](self).
#[derive(Default)]
pub struct Indices<'c> {
    symbols: Vec<Symbol<'c>>,
    positions: HashMap<usize, usize>,
    dag: ProgramBuilder,
    nonnegative: Vec<bool>,
    emitted: HashMap<(u32, u32), Val<'c>>,
}

/// Values emitted outside a region, to be put back when it is left.
pub struct Scope<'c>(HashMap<(u32, u32), Val<'c>>);

impl<'c> Indices<'c> {
    /// Index arithmetic over the thread number, `threads` of them.
    pub fn new(thread: Val<'c>, threads: i64) -> Self {
        let mut indices = Indices::default();
        indices.symbol(thread, Some(threads));
        indices
    }

    /// The coordinate that stands for `value`.
    pub fn symbol(&mut self, value: Val<'c>, extent: Option<i64>) -> usize {
        let next = self.symbols.len();
        let position = *self.positions.entry(key(value)).or_insert(next);
        if position == next {
            self.symbols.push(Symbol { value, extent });
        }
        position
    }

    /// The extent of every coordinate, unless one is not known.
    pub fn extents(&self) -> Option<Vec<i64>> {
        self.symbols.iter().map(|symbol| symbol.extent).collect()
    }

    /// The number of coordinates.
    pub fn rank(&self) -> usize {
        self.symbols.len()
    }

    /// A program with the same values that is cheaper to compute.
    pub fn simplified(&self, program: Program) -> Program {
        match self.extents() {
            Some(extents) => simplify(&program, &extents),
            None => program,
        }
    }

    /// Whether every step of a program is proved to fit 32 bits.
    pub fn fits_32_bits(&self, program: &Program) -> bool {
        let Some(extents) = self.extents() else { return false };
        let ranges = Ranges::over(program, &extents);
        let word = Interval { lo: i32::MIN.into(), hi: i32::MAX.into() };
        let shifts = |inst: &Inst| match *inst {
            Inst::Binary(BinaryOp::Shl | BinaryOp::Shr, _, amount) => {
                ranges.interval(amount).hi < 32
            }
            _ => true,
        };
        ranges.all_safe()
            && program.insts().iter().all(shifts)
            && (0..program.insts().len()).all(|place| ranges.interval(place as u32).within(word))
    }

    /// A constant, emitted once a region.
    pub fn constant(
        &mut self,
        builder: Builder<'c>,
        value: i64,
        bits: u32,
    ) -> Outcome<'c, Val<'c>> {
        let mut dag = ProgramBuilder::default();
        let place = dag.constant(value);
        Ok(self.emit(builder, &dag.finish(&[place]), bits)?[0])
    }

    /// Enters a region: what is emitted inside is not visible after [`leave`](Indices::leave).
    pub fn enter(&self) -> Scope<'c> {
        Scope(self.emitted.clone())
    }

    /// Leaves a region.
    pub fn leave(&mut self, scope: Scope<'c>) {
        self.emitted = scope.0;
    }

    /// The outputs of `program`, as integers of `bits` bits.
    pub fn emit(
        &mut self,
        builder: Builder<'c>,
        program: &Program,
        bits: u32,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let inputs: Vec<u32> = (0..self.symbols.len()).map(|i| self.dag.coord(i)).collect();
        let outputs = self.dag.inline(program, &inputs);
        self.note_signs();
        // Operands stand before what is computed from them.
        let mut missing = BTreeSet::new();
        let mut pending = outputs.clone();
        while let Some(place) = pending.pop() {
            if !self.emitted.contains_key(&(place, bits))
                && missing.insert(place)
                && let Inst::Binary(_, lhs, rhs) = self.dag.inst(place)
            {
                pending.extend([lhs, rhs]);
            }
        }
        for place in missing {
            let value = self.emit_one(builder, place, bits)?;
            self.emitted.insert((place, bits), value);
        }
        Ok(outputs.iter().map(|&place| self.emitted[&(place, bits)]).collect())
    }

    fn emit_one(&self, builder: Builder<'c>, place: u32, bits: u32) -> Outcome<'c, Val<'c>> {
        let (op, lhs, rhs) = match self.dag.inst(place) {
            Inst::Const(value) => return builder.constant(value, bits),
            Inst::Coord(position) => {
                let symbol = &self.symbols[position as usize];
                return builder.index_cast(symbol.value, builder.int(bits));
            }
            Inst::Binary(op, lhs, rhs) => (op, lhs, rhs),
        };
        let divisor = match self.dag.inst(rhs) {
            Inst::Const(value) if value > 0 => Some(value),
            _ => None,
        };
        let known = Known { nonnegative: self.nonnegative[lhs as usize], divisor };
        arithmetic(builder, op, self.emitted[&(lhs, bits)], self.emitted[&(rhs, bits)], known)
    }

    /// Which values cannot be negative, given that nothing overflows.
    fn note_signs(&mut self) {
        for place in self.nonnegative.len()..self.dag.len() {
            let of = |place: u32| self.nonnegative[place as usize];
            let positive = |place: u32| matches!(self.dag.inst(place), Inst::Const(v) if v > 0);
            let sign = match self.dag.inst(place as u32) {
                Inst::Const(value) => value >= 0,
                Inst::Coord(position) => self.symbols[position as usize].extent.is_some(),
                Inst::Binary(op, lhs, rhs) => match op {
                    BinaryOp::Add | BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::Xor => {
                        of(lhs) && of(rhs)
                    }
                    BinaryOp::Mod | BinaryOp::Shr => positive(rhs),
                    BinaryOp::And => of(lhs) || of(rhs),
                    BinaryOp::Sub | BinaryOp::Shl => false,
                    BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => true,
                },
            };
            self.nonnegative.push(sign);
        }
    }
}

/// What is known of an operation's operands.
#[derive(Clone, Copy)]
pub struct Known {
    /// The left one is not negative.
    pub nonnegative: bool,
    /// The right one is this constant, which is positive.
    pub divisor: Option<i64>,
}

/// One operation of the algebra on integers of one width.
pub fn arithmetic<'c>(
    builder: Builder<'c>,
    op: BinaryOp,
    a: Val<'c>,
    b: Val<'c>,
    known: Known,
) -> Outcome<'c, Val<'c>> {
    let bits = bit_width(a.r#type());
    let power = known.divisor.filter(|value| value.count_ones() == 1);
    let unsigned = known.nonnegative && known.divisor.is_some();
    match (op, power) {
        (BinaryOp::FloorDiv, Some(power)) if unsigned => {
            let shift = builder.constant(i64::from(power.trailing_zeros()), bits)?;
            builder.binary("arith.shrui", a, shift)
        }
        (BinaryOp::Mod, Some(power)) => {
            let mask = builder.constant(power - 1, bits)?;
            builder.binary("arith.andi", a, mask)
        }
        (BinaryOp::FloorDiv, _) if unsigned => builder.binary("arith.divui", a, b),
        (BinaryOp::Mod, _) if unsigned => builder.binary("arith.remui", a, b),
        (BinaryOp::Mod, _) => {
            let quotient = builder.binary("arith.floordivsi", a, b)?;
            let whole = builder.binary("arith.muli", quotient, b)?;
            builder.binary("arith.subi", a, whole)
        }
        (op, _) => match operation(op) {
            Operation::Arithmetic(name) => builder.binary(name, a, b),
            Operation::Comparison(predicate) => {
                let truth = builder.compare(predicate, a, b)?;
                builder.value("arith.extui", &[truth], &[], builder.int(bits))
            }
        },
    }
}

/// What computes an operation of the algebra.
enum Operation {
    /// An operation of `arith`.
    Arithmetic(&'static str),
    /// A comparison.
    Comparison(Predicate),
}

fn operation(op: BinaryOp) -> Operation {
    let name = match op {
        BinaryOp::Add => "arith.addi",
        BinaryOp::Sub => "arith.subi",
        BinaryOp::Mul => "arith.muli",
        BinaryOp::FloorDiv => "arith.floordivsi",
        BinaryOp::Mod => "arith.remsi",
        BinaryOp::Xor => "arith.xori",
        BinaryOp::And => "arith.andi",
        BinaryOp::Shl => "arith.shli",
        BinaryOp::Shr => "arith.shrui",
        BinaryOp::Eq => return Operation::Comparison(Predicate::Eq),
        BinaryOp::Ne => return Operation::Comparison(Predicate::Ne),
        BinaryOp::Lt => return Operation::Comparison(Predicate::Slt),
        BinaryOp::Le => return Operation::Comparison(Predicate::Sle),
    };
    Operation::Arithmetic(name)
}
