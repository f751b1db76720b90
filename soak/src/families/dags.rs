//! All expression DAGs of a few operations.
//!
//! A DAG is a list of operations on leaves (coordinates and constants) and on earlier ones. Each
//! operation but the first uses the one before it, so that none is without use:
//!
//! ```text
//! leaves x, 2, 3      %3 = mul x, 2        3 leaves, 13 operations: 13 * 3 * 3 first ones
//!                     %4 = mod %3, 3       13 * (4*4 - 3*3) second ones that use %3
//! ```
//!
//! Of three operations, that leaves out the last one on two that do not use each other; those
//! are a family of their own.
//!
//! The constants are those at which arithmetic turns: -1, 0, 1, the ends of 64 bits.

use super::{CaseError, Radix, sets};
use crate::ask::Case;
use crate::choices::{Choices, mix};
use tileir::{BinaryOp, IndexSet, LayoutMap, Program, ProgramBuilder};

const OPERATIONS: u64 = BinaryOp::ALL.len() as u64;
const TURNS: [i64; 8] = [-1, 0, 1, 2, 3, 8, i64::MIN, i64::MAX];
const TAME: [i64; 2] = [2, 3];

/// The number of DAGs of exactly `operations` over `leaves`, counted as [`decode`] reads them.
const fn count(leaves: u64, operations: u32) -> u64 {
    let mut all = OPERATIONS * leaves * leaves;
    let mut done = 1;
    while done < operations {
        let places = leaves + done as u64;
        all *= OPERATIONS * (2 * places - 1);
        done += 1;
    }
    all
}

/// One operation, then two, over a coordinate and eight constants; into all integers and 5 values.
pub const ONE: u64 = 2 * (count(9, 1) + count(9, 2));
/// One operation, then two, over two coordinates and eight constants.
pub const TWO: u64 = count(10, 1) + count(10, 2);
/// Three operations over a coordinate and two constants, each using the one before.
pub const THREE: u64 = count(3, 3);
/// An operation on two others over a coordinate and two constants.
pub const JOINED: u64 = OPERATIONS * count(3, 1) * count(3, 1);

/// Up to two operations over one coordinate.
pub fn one(number: u64) -> Result<Case, CaseError> {
    let (domain, codomain) = match number % 2 {
        0 => (sets::boxed("x", &[8])?, IndexSet::integers(1)),
        _ => (sets::boxed("x", &[5])?, sets::boxed("a", &[5])?),
    };
    up_to_two(domain, codomain, &TURNS, number / 2)
}

/// Up to two operations over two coordinates.
pub fn two(number: u64) -> Result<Case, CaseError> {
    let codomain = match mix(number) % 3 {
        0 => sets::boxed("a", &[12])?,
        _ => IndexSet::integers(1),
    };
    up_to_two(sets::boxed("x", &[3, 4])?, codomain, &TURNS, number)
}

/// Three operations over one coordinate.
pub fn three(number: u64) -> Result<Case, CaseError> {
    over_seven(decode(1, &TAME, 3, number))
}

/// An operation on two others.
pub fn joined(number: u64) -> Result<Case, CaseError> {
    let mut radix = Radix(number);
    let op = radix.of(&BinaryOp::ALL);
    let mut builder = ProgramBuilder::default();
    let inputs = [builder.coord(0)];
    let mut operand = || {
        let program = decode(1, &TAME, 1, radix.digit(count(3, 1)));
        builder.inline(&program, &inputs)
    };
    let both = [operand(), operand()].concat();
    let place = match both[..] {
        [lhs, rhs] => builder.binary(op, lhs, rhs),
        _ => inputs[0],
    };
    over_seven(builder.finish(&[place]))
}

fn over_seven(program: Program) -> Result<Case, CaseError> {
    let map = LayoutMap::expr(sets::boxed("x", &[7])?, IndexSet::integers(1), program)?;
    Ok(Case { facts_alone: true, ..Case::of(map) })
}

/// Several outputs of up to six operations, beside others over the same sets.
pub fn drawn(number: u64) -> Result<Case, CaseError> {
    drawn_from(&mut Choices::seeded("drawn expressions", number))
}

/// As [`drawn`], from any choices: what the fuzzer tries.
pub fn drawn_from(choices: &mut Choices<'_>) -> Result<Case, CaseError> {
    let domain = sets::small(choices)?;
    let codomain = sets::any(choices)?;
    let mut expression = || {
        let program = sets::program(choices, domain.rank(), codomain.rank());
        LayoutMap::expr(domain.clone(), codomain.clone(), program)
    };
    Ok(Case::pair(expression()?, expression()?))
}

fn up_to_two(
    domain: IndexSet,
    codomain: IndexSet,
    constants: &[i64],
    number: u64,
) -> Result<Case, CaseError> {
    let rank = domain.rank();
    let single = count((rank + constants.len()) as u64, 1);
    let program = match number.checked_sub(single) {
        None => decode(rank, constants, 1, number),
        Some(number) => decode(rank, constants, 2, number),
    };
    Ok(Case::of(LayoutMap::expr(domain, codomain, program)?))
}

/// The DAG of this number.
fn decode(rank: usize, constants: &[i64], operations: u32, number: u64) -> Program {
    let mut radix = Radix(number);
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..rank).map(|axis| builder.coord(axis)).collect();
    places.extend(constants.iter().map(|&value| builder.constant(value)));
    for done in 0..operations {
        let op = radix.of(&BinaryOp::ALL);
        let known = places.len() as u64;
        let (lhs, rhs) = if done == 0 {
            (radix.digit(known), radix.digit(known))
        } else {
            // The newest place with each older one on its right, on its left, and with itself.
            let older = known - 1;
            let pair = radix.digit(2 * older + 1);
            if pair <= older { (older, pair) } else { (pair - older - 1, older) }
        };
        let (lhs, rhs) = (places[lhs as usize], places[rhs as usize]);
        places.push(builder.binary(op, lhs, rhs));
    }
    builder.finish(places.last().map_or(&[][..], std::slice::from_ref))
}
