//! Maps that take each coordinate on its own: the sum, or the XOR, of one term an axis.
//!
//! ```text
//! mixed_radix<((3,5),8):((20,4),100)>     term of axis 0   0 20 40 4 24 44 8 …   15 numbers
//!                                         term of axis 1   100 times the coordinate
//! ```
//!
//! A term is a multiple of the coordinate, a look-up in a short table, or a look-up for each byte
//! of the coordinate where that is the same (bits that are XORed, digits that are fields of
//! bits). The tables' size does not depend on the number of points.
//!
//! **Several outputs** are one number, each in a field of its own. Sums wrap, so what a field
//! borrows on the way it gives back: with every output in its extent at the end, so is each field.
//!
//! **A swizzle** of the value, `x xor ((x and mask) shr s)`, is done to the number at the end.

use crate::expr::{BinaryOp, Inst, Program};
use crate::map::{BitLinear, LayoutMap, MixedRadix, Mode, Node};

/// The most entries of a table over whole coordinates.
const TABLE: i64 = 1024;
/// The most tables by bytes; more coordinate than that is computed.
const BYTES: usize = 16;

/// The form; see the source file's header.
#[derive(Clone, Debug)]
pub(super) struct Axes {
    terms: Terms,
    start: u64,
    swizzle: Swizzle,
    fields: Box<[Field]>,
}

/// The terms by axis, and how they make a value.
#[derive(Clone, Debug)]
enum Terms {
    /// The sum of coordinates times strides.
    Strides(Box<[Stride]>),
    Sum(Box<[Term]>),
    Xor(Box<[Term]>),
}

/// A coordinate below `extent`, times `stride`.
#[derive(Clone, Copy, Debug)]
struct Stride {
    extent: u64,
    stride: u64,
}

/// What a coordinate below `extent` contributes: its entry in the table if it has one.
#[derive(Clone, Debug)]
struct Term {
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

/// Where an output stands in the number.
#[derive(Clone, Copy, Debug)]
struct Field {
    shift: u32,
    mask: u64,
}

/// `x xor ((x and mask) shr shift)`; nothing if the mask is 0.
#[derive(Clone, Copy, Debug, Default)]
struct Swizzle {
    mask: u64,
    shift: u32,
}

impl Axes {
    /// The form of a map that is proved total, if it has one.
    pub fn of(map: &LayoutMap, in_bounds: bool) -> Option<Axes> {
        let mut inner = map;
        let mut swizzle = Swizzle::default();
        if let Node::Transform { applied, map: swizzled } = map.node() {
            let program = applied.transform().program(applied.parameters(), map.codomain())?;
            swizzle = Swizzle::of(&program)?;
            inner = swizzled;
        }
        let fields = fields(map, in_bounds)?;
        let packed = |value: &[i64]| {
            let part = |(&x, field): (&i64, &Field)| (x as u64) << field.shift;
            value.iter().zip(&fields).map(part).fold(0u64, u64::wrapping_add)
        };
        let mut start = 0;
        if let Node::Translate { offset, map } = inner.node() {
            start = packed(offset);
            inner = map;
        }
        let extents = map.domain().hull_extents()?;
        let terms = match inner.node() {
            Node::MixedRadix(layout) => sums(layout, &extents, packed)?,
            Node::BitLinear(layout) if start == 0 => xors(layout, &extents, packed)?,
            _ => return None,
        };
        Some(Axes { terms, start, swizzle, fields: fields.into() })
    }

    /// Writes the value at a point, if that lies in the box around the domain and both have the
    /// right ranks.
    #[inline]
    pub fn eval(&self, point: &[i64], value: &mut [i64]) -> bool {
        let joined = match &self.terms {
            Terms::Strides(terms) => {
                let times =
                    |term: &Stride, x| (x < term.extent).then(|| term.stride.wrapping_mul(x));
                self.joined(point, terms, u64::wrapping_add, times)
            }
            Terms::Sum(terms) => self
                .joined(point, terms, u64::wrapping_add, |term, x| term.at(x, u64::wrapping_add)),
            Terms::Xor(terms) => self.joined(point, terms, xor, |term, x| term.at(x, xor)),
        };
        let Some(mut all) = joined.filter(|_| value.len() == self.fields.len()) else {
            return false;
        };
        all ^= (all & self.swizzle.mask) >> self.swizzle.shift;
        if let [only] = value {
            *only = all as i64;
            return true;
        }
        for (out, field) in value.iter_mut().zip(&self.fields) {
            *out = (all >> field.shift & field.mask) as i64;
        }
        true
    }

    /// The terms of a point together, if it has as many coordinates, each below its extent.
    #[inline(always)]
    fn joined<T>(
        &self,
        point: &[i64],
        terms: &[T],
        join: impl Fn(u64, u64) -> u64,
        term_at: impl Fn(&T, u64) -> Option<u64>,
    ) -> Option<u64> {
        if point.len() != terms.len() {
            return None;
        }
        let mut all = self.start;
        for (&x, term) in point.iter().zip(terms) {
            all = join(all, term_at(term, x as u64)?);
        }
        Some(all)
    }
}

impl Term {
    #[inline(always)]
    fn at(&self, x: u64, join: impl Fn(u64, u64) -> u64) -> Option<u64> {
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

fn xor(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The fields of the outputs: one output has all 64 bits, several have what their extents need.
fn fields(map: &LayoutMap, in_bounds: bool) -> Option<Vec<Field>> {
    if map.codomain().rank() == 1 {
        return Some(vec![Field { shift: 0, mask: u64::MAX }]);
    }
    let extents = map.codomain().hull_extents().filter(|_| in_bounds)?;
    let mut shift = 0;
    let mut fields = Vec::with_capacity(extents.len());
    for extent in extents {
        let width = crate::map::bits_for(extent) as u32;
        let mask = u64::MAX.checked_shr(64 - width).unwrap_or(0);
        fields.push(Field { shift: shift.min(63), mask });
        shift += width;
    }
    (shift <= 64).then_some(fields)
}

/// The terms of a sum of digits times strides.
fn sums(layout: &MixedRadix, extents: &[i64], packed: impl Fn(&[i64]) -> u64) -> Option<Terms> {
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
fn xors(layout: &BitLinear, extents: &[i64], packed: impl Fn(&[i64]) -> u64) -> Option<Terms> {
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
        let count = crate::map::bits_for(extent).div_ceil(8);
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

impl Swizzle {
    /// The swizzle that a program of one coordinate is.
    fn of(program: &Program) -> Option<Swizzle> {
        let inst = |place: u32| program.insts().get(place as usize).copied();
        let constant = |place: u32| match inst(place)? {
            Inst::Const(value) => Some(value),
            _ => None,
        };
        let is_whole = |place: u32| inst(place) == Some(Inst::Coord(0));
        let [output] = program.outputs() else { return None };
        let Inst::Binary(BinaryOp::Xor, whole, moved) = inst(*output)? else { return None };
        let Inst::Binary(BinaryOp::Shr, source, by) = inst(moved)? else { return None };
        let Inst::Binary(BinaryOp::And, again, mask) = inst(source)? else { return None };
        let shift = u32::try_from(constant(by)?).ok().filter(|shift| *shift < 64)?;
        let swizzle = Swizzle { mask: constant(mask)? as u64, shift };
        (is_whole(whole) && is_whole(again)).then_some(swizzle)
    }
}
