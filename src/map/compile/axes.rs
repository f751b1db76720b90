//! Maps that take each coordinate on its own: the sum, or the XOR, of one term an axis.
//!
//! ```text
//! mixed_radix<((3,5),8):((20,4),100)>     term of axis 0   0 20 40 4 24 44 8 …   15 numbers
//!                                         term of axis 1   100 times the coordinate
//! ```
//!
//! A term is a multiple of the coordinate or a look-up; the tables' size does not depend on the
//! number of points.
//!
//! **Several outputs** are one number, each in a field of its own. A term may reach beyond its
//! field; fields are joined as terms are, by sums that wrap or by XOR, so what a field borrows on
//! the way it gives back: with every output in its extent at the end, so is each field.
//!
//! **A swizzle** of the value, `x xor ((x and mask) shr s)`, is done to the number at the end.

use super::terms::{Stride, Term, Terms, sums, xor, xors};
use crate::expr::{BinaryOp, Inst, Program};
use crate::map::{LayoutMap, Node, bits_for};

/// The form; see the source file's header.
#[derive(Clone, Debug)]
pub(super) struct Axes {
    terms: Terms,
    start: u64,
    swizzle: Swizzle,
    fields: Box<[Field]>,
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
        let packed = |value: &[i64], join: fn(u64, u64) -> u64| {
            let part = |(&x, field): (&i64, &Field)| (x as u64) << field.shift;
            value.iter().zip(&fields).map(part).fold(0u64, join)
        };
        let added = |value: &[i64]| packed(value, u64::wrapping_add);
        let mut start = 0;
        if let Node::Translate { offset, map } = inner.node() {
            start = added(offset);
            inner = map;
        }
        let extents = map.domain().hull_extents()?;
        let terms = match inner.node() {
            Node::MixedRadix(layout) => sums(layout, &extents, added)?,
            // A swizzled one is bit-linear itself.
            Node::BitLinear(layout) if start == 0 && swizzle.mask == 0 => {
                xors(layout, &extents, |value| packed(value, xor))?
            }
            _ => return None,
        };
        Some(Axes { terms, start, swizzle, fields: fields.into() })
    }

    /// Writes the value at a point, if that lies in the box around the domain and both have the
    /// right ranks.
    #[inline]
    pub fn eval(&self, point: &[i64], value: &mut [i64]) -> bool {
        let joined = match &self.terms {
            Terms::Strides(terms) => self.strides(terms, point),
            Terms::Sum(terms) => self.sum(terms, point),
            Terms::Xor(terms) => self.xor(terms, point),
        };
        self.write(joined, value)
    }

    /// Writes the values at points of the right rank, one behind the other; the number of points
    /// done, up to the first outside the box around the domain.
    pub fn eval_all(&self, points: &[i64], values: &mut [i64]) -> usize {
        match &self.terms {
            Terms::Strides(terms) => self.each(points, values, |x| self.strides(terms, x)),
            Terms::Sum(terms) => self.each(points, values, |x| self.sum(terms, x)),
            Terms::Xor(terms) => self.each(points, values, |x| self.xor(terms, x)),
        }
    }

    #[inline(always)]
    fn each(
        &self,
        points: &[i64],
        values: &mut [i64],
        joined: impl Fn(&[i64]) -> Option<u64>,
    ) -> usize {
        let points = points.chunks_exact(self.terms.rank().max(1));
        let values = values.chunks_exact_mut(self.fields.len().max(1));
        let done = |(point, value): (&[i64], &mut [i64])| self.write(joined(point), value);
        points.zip(values).map(done).take_while(|done| *done).count()
    }

    #[inline(always)]
    fn strides(&self, terms: &[Stride], point: &[i64]) -> Option<u64> {
        let all = self.joined(point, terms, u64::wrapping_add, |term, x| term.at(x))?;
        Some(self.swizzle.apply(all))
    }

    #[inline(always)]
    fn sum(&self, terms: &[Term], point: &[i64]) -> Option<u64> {
        let term = |term: &Term, x| term.at(x, u64::wrapping_add);
        Some(self.swizzle.apply(self.joined(point, terms, u64::wrapping_add, term)?))
    }

    #[inline(always)]
    fn xor(&self, terms: &[Term], point: &[i64]) -> Option<u64> {
        self.joined(point, terms, xor, |term, x| term.at(x, xor))
    }

    /// Writes the outputs that a number is made of.
    #[inline(always)]
    fn write(&self, joined: Option<u64>, value: &mut [i64]) -> bool {
        let Some(all) = joined.filter(|_| value.len() == self.fields.len()) else {
            return false;
        };
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

/// The fields of the outputs: one output has all 64 bits, several have what their extents need.
fn fields(map: &LayoutMap, in_bounds: bool) -> Option<Vec<Field>> {
    if map.codomain().rank() == 1 {
        return Some(vec![Field { shift: 0, mask: u64::MAX }]);
    }
    let extents = map.codomain().hull_extents().filter(|_| in_bounds)?;
    let mut shift = 0;
    let mut fields = Vec::with_capacity(extents.len());
    for extent in extents {
        let width = bits_for(extent) as u32;
        let mask = u64::MAX.checked_shr(64 - width).unwrap_or(0);
        fields.push(Field { shift: shift.min(63), mask });
        shift += width;
    }
    (shift <= 64).then_some(fields)
}

impl Swizzle {
    #[inline(always)]
    fn apply(self, x: u64) -> u64 {
        x ^ (x & self.mask) >> self.shift
    }

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
