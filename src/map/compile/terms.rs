//! The terms of [`Axes`](super::axes::Axes): what each coordinate contributes.
//!
//! | coordinate | term |
//! |---|---|
//! | one digit, not divided | the coordinate times its stride |
//! | below 1024 | a table with an entry for each |
//! | longer, of bits or of fields of bits | a table for each byte |
//!
//! Other digits of a long coordinate have no term, and the map is computed by code.

use crate::map::{BitLinear, MixedRadix, Mode, bits_for};

/// The most entries of a table over whole coordinates.
const TABLE: i64 = 1024;
/// The most tables by bytes; more coordinate than that is computed.
const BYTES: usize = 16;

/// The terms by axis, and how they make a value.
#[derive(Clone, Debug)]
pub(super) enum Terms {
    /// The sum of coordinates times strides.
    Strides(Box<[Stride]>),
    Sum(Box<[Term]>),
    Xor(Box<[Term]>),
}

/// A coordinate below `extent`, times `stride`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    extent: u64,
    stride: u64,
}

/// What a coordinate below `extent` contributes: its entry in the table if it has one.
#[derive(Clone, Debug)]
pub(super) struct Term {
    table: Box<[u64]>,
    extent: u64,
    beyond: Beyond,
}

/// What the coordinates beyond a table contribute.
#[derive(Clone, Debug)]
enum Beyond {
    Times(u64),
    /// An entry for each byte.
    Bytes(Box<[[u64; 256]]>),
}

impl Stride {
    /// The product, if the coordinate is below the extent.
    #[inline(always)]
    pub fn at(self, x: u64) -> Option<u64> {
        (x < self.extent).then(|| self.stride.wrapping_mul(x))
    }
}

impl Terms {
    /// The number of axes.
    pub fn rank(&self) -> usize {
        match self {
            Terms::Strides(terms) => terms.len(),
            Terms::Sum(terms) | Terms::Xor(terms) => terms.len(),
        }
    }
}

impl Term {
    /// The contribution, if the coordinate is below the extent.
    #[inline(always)]
    pub fn at(&self, x: u64, join: impl Fn(u64, u64) -> u64) -> Option<u64> {
        if x < self.table.len() as u64 {
            return Some(self.table[x as usize]);
        }
        (x < self.extent).then(|| match &self.beyond {
            Beyond::Times(stride) => stride.wrapping_mul(x),
            Beyond::Bytes(tables) => by_bytes(tables, x, join),
        })
    }
}

/// The entries of each byte together. (Apart from the short tables, which are the common case.)
#[inline(never)]
fn by_bytes(tables: &[[u64; 256]], x: u64, join: impl Fn(u64, u64) -> u64) -> u64 {
    let entry = |(byte, table): (usize, &[u64; 256])| table[(x >> (8 * byte) & 255) as usize];
    tables.iter().enumerate().map(entry).fold(0, join)
}

pub(super) fn xor(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The terms of a sum of digits times strides.
pub(super) fn sums(
    layout: &MixedRadix,
    extents: &[i64],
    packed: impl Fn(&[i64]) -> u64,
) -> Option<Terms> {
    let term = |(axis, &extent): (usize, &i64)| {
        let modes = layout.modes().iter().filter(|mode| mode.axis == axis && mode.extent > 1);
        let modes: Vec<(&Mode, u64)> = modes.map(|mode| (mode, packed(&mode.strides))).collect();
        let slowest = |mode: &Mode| mode.divisor.checked_mul(mode.extent) == Some(extent);
        if let [(mode, stride)] = modes[..]
            && slowest(mode)
            && mode.divisor == 1
        {
            let (table, extent) = (Box::default(), extent.unsigned_abs());
            return Some(Term { table, extent, beyond: Beyond::Times(stride) });
        }
        let sum = |x: i64| {
            let digit = |mode: &Mode| (x / mode.divisor % mode.extent) as u64;
            let parts = modes.iter().map(|(mode, stride)| digit(mode).wrapping_mul(*stride));
            parts.fold(0, u64::wrapping_add)
        };
        let is_field = |mode: &Mode| {
            let power = |n: i64| n.count_ones() == 1;
            power(mode.divisor) && (slowest(mode) || power(mode.extent))
        };
        term(extent, modes.iter().all(|(mode, _)| is_field(mode)), sum)
    };
    let terms = within_limit(extents.iter().enumerate().map(term).collect::<Option<Vec<_>>>()?)?;
    let stride = |term: &Term| match term.beyond {
        Beyond::Times(stride) if term.table.is_empty() => {
            Some(Stride { extent: term.extent, stride })
        }
        _ => None,
    };
    let strides: Option<Box<[Stride]>> = terms.iter().map(stride).collect();
    Some(strides.map_or(Terms::Sum(terms.into()), Terms::Strides))
}

/// The terms of an XOR of bases.
pub(super) fn xors(
    layout: &BitLinear,
    extents: &[i64],
    packed: impl Fn(&[i64]) -> u64,
) -> Option<Terms> {
    let axis = |(&extent, bases): (&i64, &Vec<Vec<i64>>)| {
        let bases: Vec<u64> = bases.iter().map(|basis| packed(basis)).collect();
        let set = |x: i64, bit: usize| (x >> bit & 1) as u64;
        let sum = |x: i64| {
            let parts = bases.iter().enumerate().map(|(bit, basis)| basis * set(x, bit));
            parts.fold(0, xor)
        };
        term(extent, true, sum)
    };
    let terms = extents.iter().zip(layout.bases()).map(axis).collect::<Option<Vec<_>>>()?;
    Some(Terms::Xor(within_limit(terms)?.into()))
}

/// The table of a term; by bytes where it is long and `by_bytes` says that this is the same.
fn term(extent: i64, by_bytes: bool, value: impl Fn(i64) -> u64) -> Option<Term> {
    if extent <= TABLE {
        let table: Box<[u64]> = (0..extent).map(value).collect();
        return Some(Term { extent: table.len() as u64, table, beyond: Beyond::Times(0) });
    }
    by_bytes.then(|| {
        let count = bits_for(extent).div_ceil(8);
        let table = |byte: usize| std::array::from_fn(|x| value((x as i64) << (8 * byte)));
        let beyond = Beyond::Bytes((0..count).map(table).collect());
        Term { table: Box::default(), extent: extent.unsigned_abs(), beyond }
    })
}

/// The terms, if their tables are not too many.
fn within_limit(terms: Vec<Term>) -> Option<Vec<Term>> {
    let tables = terms.iter().map(|term| match &term.beyond {
        Beyond::Bytes(tables) => tables.len(),
        Beyond::Times(_) => 0,
    });
    (tables.sum::<usize>() <= BYTES).then_some(terms)
}
