//! Programs that may have no value, as `arith` operations behind `cf.assert`.
//!
//! Each step that is not proved to have a value is tested in front of its first use:
//!
//! | step | what is asserted | words |
//! |---|---|---|
//! | `a + b`, `a - b` | the sign of the result is a possible one | an addition overflows |
//! | `a * b` | the upper half of the product repeats its sign | a multiplication overflows |
//! | `a floordiv b`, `a mod b` | `b != 0`, and not the least integer by -1 | a division by zero, or one that overflows |
//! | `a shl b`, `a shr b` | `b <u 64` | a shift by an amount outside 0 to 63 |
//! | a value of a map between | it lies in that map's codomain | a value between is outside its axis |
//!
//! **The law.** The assertions hold exactly where the map, evaluated at the same coordinates,
//! gives a value before its own codomain is asked.

use std::collections::HashMap;

use melior::ir::Attribute;
use melior::ir::attribute::StringAttribute;
use tileir::expr::{Interval, Ranges};
use tileir::map::CheckedProgram;
use tileir::{BinaryOp, Inst};

use crate::builder::{Builder, Outcome, Predicate, Val};
use crate::index::{Known, arithmetic};

/// The width in which the algebra computes.
const BITS: u32 = 64;

/// Asserts a condition of the program.
///
/// # Errors
/// None that a program can cause.
pub fn assert_that<'c>(builder: Builder<'c>, holds: Val<'c>, words: &str) -> Outcome<'c> {
    let message: Attribute<'c> = StringAttribute::new(builder.context(), words).into();
    builder.op("cf.assert", &[holds], &[("msg", message)], &[])?;
    Ok(())
}

/// The value of a program at coordinates, 64-bit integers in these intervals, with every step
/// tested that may have none; `who` names the operation to those who see a test fail.
///
/// # Errors
/// None that a program can cause.
pub fn emit<'c>(
    builder: Builder<'c>,
    checked: &CheckedProgram,
    coordinates: &[Val<'c>],
    intervals: &[Interval],
    who: &str,
) -> Outcome<'c, Vec<Val<'c>>> {
    let demands: Vec<(u32, i64)> = checked.checks().collect();
    let program = checked.program();
    let ranges = Ranges::demanding(program, intervals, &demands);
    let mut demanded: HashMap<u32, Vec<i64>> = HashMap::new();
    for (place, extent) in demands {
        demanded.entry(place).or_default().push(extent);
    }
    let mut values: Vec<Val<'c>> = Vec::with_capacity(program.insts().len());
    for (place, &inst) in (0..).zip(program.insts()) {
        let value = match inst {
            Inst::Const(value) => builder.constant(value, BITS)?,
            Inst::Coord(position) => coordinates[position as usize],
            Inst::Binary(op, l, r) => {
                let (a, b) = (values[l as usize], values[r as usize]);
                let (left, right) = (ranges.interval(l), ranges.interval(r));
                let known = Known { nonnegative: left.lo >= 0, divisor: divisor_of(right) };
                if ranges.safe(place) {
                    arithmetic(builder, op, a, b, known)?
                } else {
                    tested(builder, op, (a, left), (b, right), known, who)?
                }
            }
        };
        for &extent in demanded.get(&place).into_iter().flatten() {
            let extent = builder.constant(extent, BITS)?;
            let inside = builder.compare(Predicate::Ult, value, extent)?;
            assert_that(builder, inside, &format!("{who}: a value between is outside its axis"))?;
        }
        values.push(value);
    }
    Ok(checked.values().iter().map(|&place| values[place as usize]).collect())
}

/// The one positive value of an interval.
fn divisor_of(interval: Interval) -> Option<i64> {
    i64::try_from(interval.lo).ok().filter(|&value| interval.lo == interval.hi && value > 0)
}

/// A step that may have no value, and the test that it has one.
fn tested<'c>(
    builder: Builder<'c>,
    op: BinaryOp,
    (a, left): (Val<'c>, Interval),
    (b, right): (Val<'c>, Interval),
    known: Known,
    who: &str,
) -> Outcome<'c, Val<'c>> {
    let zero = builder.constant(0, BITS)?;
    let holds = |holds, words: &str| assert_that(builder, holds, &format!("{who}: {words}"));
    match op {
        BinaryOp::FloorDiv | BinaryOp::Mod => {
            let divides = builder.compare(Predicate::Ne, b, zero)?;
            holds(divides, "a division by zero")?;
            let least = Interval::point(i64::MIN);
            if least.within(left) && Interval::point(-1).within(right) {
                let least = builder.constant(i64::MIN, BITS)?;
                let minus = builder.constant(-1, BITS)?;
                let other = builder.compare(Predicate::Ne, a, least)?;
                let others = builder.compare(Predicate::Ne, b, minus)?;
                let fits = builder.binary("arith.ori", other, others)?;
                holds(fits, "a division overflows")?;
            }
            arithmetic(builder, op, a, b, known)
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let bits = builder.constant(BITS.into(), BITS)?;
            let short = builder.compare(Predicate::Ult, b, bits)?;
            holds(short, "a shift by an amount outside 0 to 63")?;
            arithmetic(builder, op, a, b, known)
        }
        BinaryOp::Mul => {
            let int = builder.int(BITS);
            let product = builder.op("arith.mulsi_extended", &[a, b], &[], &[int, int])?;
            let (low, high) = (builder.result(product, 0)?, builder.result(product, 1)?);
            let last = builder.constant(i64::from(BITS) - 1, BITS)?;
            let sign = builder.binary("arith.shrsi", low, last)?;
            let fits = builder.compare(Predicate::Eq, high, sign)?;
            holds(fits, "a multiplication overflows")?;
            Ok(low)
        }
        _ => {
            // A sum has left 64 bits where its sign is that of neither term; a difference where
            // the terms' signs differ and its own is not that of the first.
            let result = arithmetic(builder, op, a, b, known)?;
            let own = builder.binary("arith.xori", a, result)?;
            let (other, words) = match op {
                BinaryOp::Sub => (builder.binary("arith.xori", a, b)?, "a subtraction overflows"),
                _ => (builder.binary("arith.xori", b, result)?, "an addition overflows"),
            };
            let both = builder.binary("arith.andi", own, other)?;
            let fits = builder.compare(Predicate::Sle, zero, both)?;
            holds(fits, words)?;
            Ok(result)
        }
    }
}
