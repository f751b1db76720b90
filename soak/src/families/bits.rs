//! All 3 by 3 matrices over GF(2).
//!
//! ```text
//! matrix 0b100_010_011, offset 5      x = (x0, x1, x2) bits
//!   column 0 = 011                    value = 5 xor x0*3 xor x1*2 xor x2*4
//!   column 1 = 010
//!   column 2 = 100
//! ```
//!
//! The three bits lie on one axis, on two or on three, of whole boxes and of boxes cut short; the
//! value in one codomain axis or several. As bases there is no offset; as expressions there is.

use super::{CaseError, Radix, sets};
use crate::ask::Case;
use tileir::expr::Expr;
use tileir::map::bits_for;
use tileir::{BinaryOp, IndexSet, LayoutMap, MapError, Program};

/// The boxes of three bits: three whole ones, a flat one cut three times, two cut on an axis.
const BOXES: [&[i64]; 9] = [&[8], &[2, 4], &[4, 2], &[2, 2, 2], &[7], &[6], &[5], &[2, 3], &[3, 2]];

/// Where the bases lead: whole, split, or cut short.
const CODOMAINS: [&[i64]; 5] = [&[8], &[2, 4], &[2, 2, 2], &[7], &[5]];

const MATRICES: u64 = 512;

/// The number of maps by bases.
pub const BASES: u64 = MATRICES * (BOXES.len() * CODOMAINS.len()) as u64;

/// The number of maps by expressions: each offset, into 8 values or into 6.
pub const XORS: u64 = MATRICES * 8 * 2 * BOXES.len() as u64;

/// A matrix as bases, beside the same or one with another bit.
pub fn bases(number: u64) -> Result<Case, CaseError> {
    let mut radix = Radix(number);
    let codomain = radix.of(&CODOMAINS);
    let domain = radix.of(&BOXES);
    let matrix = radix.digit(MATRICES);
    let (domain, codomain) = (sets::boxed("x", domain)?, sets::boxed("a", codomain)?);
    let map = by_bases(&domain, &codomain, matrix)?;
    if codomain.rank() > 1 {
        return Ok(Case::pair(map, by_bases(&domain, &codomain, neighbour(matrix))?));
    }
    let other = if number.is_multiple_of(2) { matrix } else { neighbour(matrix) };
    let digits = by_digits(&domain, &codomain, other, 0)?;
    Ok(Case::pair(map, digits))
}

/// A matrix and an offset as an XOR of masked bits, beside the same from quotients and remainders.
pub fn xors(number: u64) -> Result<Case, CaseError> {
    let mut radix = Radix(number);
    let codomain = sets::boxed("a", radix.of(&[&[8], &[6]]))?;
    let domain = sets::boxed("x", radix.of(&BOXES))?;
    let (offset, matrix) = (radix.digit(8), radix.digit(MATRICES));
    let terms = bits_of(&domain).map(|(axis, bit)| (Expr::coord(axis) >> bit) & 1i64);
    let map = combined(&domain, &codomain, terms, matrix, offset)?;
    let other = if number.is_multiple_of(4) { matrix } else { neighbour(matrix) };
    Ok(Case::pair(map, by_digits(&domain, &codomain, other, offset)?))
}

/// The matrix that differs in one bit, another for each.
fn neighbour(matrix: u64) -> u64 {
    matrix ^ 1 << (matrix % 9)
}

fn column(matrix: u64, bit: usize) -> i64 {
    (matrix >> (3 * bit) & 7) as i64
}

/// The axis and place of each bit of the coordinates.
fn bits_of(domain: &IndexSet) -> impl Iterator<Item = (usize, i64)> {
    let extents = domain.extents().unwrap_or_default();
    extents
        .into_iter()
        .enumerate()
        .flat_map(|(axis, extent)| (0..bits_for(extent) as i64).map(move |bit| (axis, bit)))
}

fn by_bases(domain: &IndexSet, codomain: &IndexSet, matrix: u64) -> Result<LayoutMap, MapError> {
    let extents = codomain.extents().unwrap_or_default();
    let point = |mut value: i64| {
        let mut point: Vec<i64> = extents
            .iter()
            .rev()
            .map(|&extent| {
                let bits = bits_for(extent);
                let own = value & ((1 << bits) - 1);
                value >>= bits;
                own
            })
            .collect();
        point.reverse();
        point
    };
    let mut bases = vec![Vec::new(); domain.rank()];
    for (number, (axis, _)) in bits_of(domain).enumerate() {
        bases[axis].push(point(column(matrix, number)));
    }
    LayoutMap::bit_linear(domain.clone(), codomain.clone(), bases)
}

fn by_digits(
    domain: &IndexSet,
    codomain: &IndexSet,
    matrix: u64,
    offset: u64,
) -> Result<LayoutMap, MapError> {
    let digit = |(axis, bit): (usize, i64)| Expr::coord(axis) / (1i64 << bit) % 2i64;
    combined(domain, codomain, bits_of(domain).map(digit), matrix, offset)
}

/// The XOR of the columns whose bit is set, and of the offset.
fn combined(
    domain: &IndexSet,
    codomain: &IndexSet,
    bits: impl Iterator<Item = Expr>,
    matrix: u64,
    offset: u64,
) -> Result<LayoutMap, MapError> {
    let terms = bits.enumerate().map(|(number, bit)| bit * column(matrix, number));
    let sum = terms.reduce(|sum, term| Expr::binary(BinaryOp::Xor, sum, term));
    let value = sum.map_or(Expr::from(0), |sum| sum ^ offset as i64);
    LayoutMap::expr(domain.clone(), codomain.clone(), Program::from_exprs(&[value]))
}
