//! The layouts of shared memory that TileLang makes by name.
//!
//! Rows of `vector = 128 / bits` elements are moved within a *bank group*, so that a column read
//! across eight rows meets every bank once:
//!
//! ```text
//! outputs    (column // (vector * w), row // 8, offset in a block of 8 rows)
//! offset     row % 8 * (vector * w) + (c ^ r) * vector + column % vector
//!            c = column // vector % w      r = row % 8 // (8 / w)
//! w          8 full, 4 half, 2 quarter banks
//! ```
//!
//! [`volta`] is for the first tensor cores, in three ways, and padded where none of them fits.

use super::{Layout, TileLangError};
use crate::expr::{Expr, Program};

/// How far rows are spread over the banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Banks {
    /// Over all: 128 bytes.
    Full,
    /// Over half: 64 bytes.
    Half,
    /// Over a quarter: 32 bytes.
    Quarter,
}

impl Banks {
    fn width(self) -> i64 {
        match self {
            Banks::Full => 8,
            Banks::Half => 4,
            Banks::Quarter => 2,
        }
    }
}

/// `make_full_bank_swizzled_layout` and its two narrower ones, for elements of so many bits.
///
/// # Errors
/// Rows that are no whole number of bank groups; a number of rows that 8 does not divide;
/// elements that do not make up 128 bits.
pub fn bank_swizzled(
    banks: Banks,
    [rows, columns]: [i64; 2],
    bits: i64,
) -> Result<Layout, TileLangError> {
    let operation = "a swizzled layout";
    let vector = vector(bits)?;
    let group = vector * banks.width();
    divides(operation, "the number of columns", columns, group)?;
    divides(operation, "the number of rows", rows, 8)?;
    let (row, column) = (Expr::coord(0), Expr::coord(1));
    let moved = (&column / vector % banks.width()) ^ (&row % 8 / (8 / banks.width()));
    let offset = (&row % 8) * group + moved * vector + &column % vector;
    layout([rows, columns], &[column / group, row / 8, offset])
}

/// `make_swizzled_layout`, `make_wgmma_swizzled_layout` and `make_tcgen05mma_swizzled_layout`: over
/// as many banks as the rows fill.
///
/// # Errors
/// Rows that fill not even a quarter; else as [`bank_swizzled`].
pub fn swizzled(shape: [i64; 2], bits: i64) -> Result<Layout, TileLangError> {
    let (full, half) = (vector(bits)? * 8, vector(bits)? * 4);
    let [_, columns] = shape;
    let banks = match () {
        () if columns % full == 0 => Banks::Full,
        () if columns % half == 0 => Banks::Half,
        () => Banks::Quarter,
    };
    bank_swizzled(banks, shape, bits)
}

/// `make_linear_layout`: row after row.
///
/// # Errors
/// A shape without a point.
pub fn linear([rows, columns]: [i64; 2]) -> Result<Layout, TileLangError> {
    layout([rows, columns], &[Expr::coord(0) * columns + Expr::coord(1)])
}

/// Row after row, with 128 bits between them.
///
/// # Errors
/// Elements that do not make up 128 bits; a shape without a point.
pub fn padded([rows, columns]: [i64; 2], bits: i64) -> Result<Layout, TileLangError> {
    let pitch = columns.checked_add(vector(bits)?);
    let pitch = pitch.ok_or(TileLangError::Size { operation: "a padded layout" })?;
    layout([rows, columns], &[Expr::coord(0) * pitch + Expr::coord(1)])
}

/// `make_volta_swizzled_layout` of operand A, whose rows run along K or not.
///
/// # Errors
/// A shape without a point, or of more elements than 64 bits count.
pub fn volta([rows, columns]: [i64; 2], k_inner: bool) -> Result<Layout, TileLangError> {
    let operation = "a Volta layout";
    if rows < 1 || columns < 1 {
        return Err(TileLangError::Empty { shape: vec![rows, columns] });
    }
    let size = rows.checked_mul(columns).and_then(|size| size.checked_mul(4));
    size.ok_or(TileLangError::Size { operation })?;
    let (row, column) = (&Expr::coord(0), &Expr::coord(1));
    let bit = |x: &Expr, k: i64| x / k % 2;
    if k_inner && columns % 32 == 0 && rows % 32 == 0 {
        let high = (bit(row, 16) + bit(column, 16) + bit(row, 8)) % 2;
        let low = bit(column, 8) ^ bit(row, 4);
        let block = column / 4 * (rows * 4) + row / 16 * 64 + row % 4 * 16;
        return layout([rows, columns], &[block + high * 8 + low * 4 + column % 4]);
    }
    if columns % 64 != 0 {
        return padded([rows, columns], 16);
    }
    let (high, low) = (bit(column, 32) ^ bit(row, 2), bit(column, 16) ^ bit(row, 1));
    let block = row / 4 * (columns * 4) + column % 64 / 16 * columns + column / 64 * 64;
    let inside = bit(column, 8) * 32 + high * 16 + low * 8 + column % 8;
    layout([rows, columns], &[block + inside])
}

/// The elements of 128 bits.
fn vector(bits: i64) -> Result<i64, TileLangError> {
    let (operation, what) = ("a swizzled layout", "the bits of a vector");
    if bits < 1 {
        return Err(TileLangError::NotPositive { operation, number: bits });
    }
    divides(operation, what, 128, bits)?;
    Ok(128 / bits)
}

fn divides(
    operation: &'static str,
    what: &'static str,
    number: i64,
    divisor: i64,
) -> Result<(), TileLangError> {
    match number % divisor {
        0 => Ok(()),
        _ => Err(TileLangError::Divisibility { operation, what, number, divisor }),
    }
}

fn layout(shape: [i64; 2], index: &[Expr]) -> Result<Layout, TileLangError> {
    Layout::new(&shape, Program::from_exprs(index))
}
