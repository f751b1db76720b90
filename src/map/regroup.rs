//! Nesting and unnesting of axes: coordinates are split into digits, and the digits joined anew.
//!
//! ```text
//! regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>
//!   i = i0 + 2*i1       digits 0 and 1, the fastest first
//!   j = j0              digit 2
//!   a = i1,  b = i0 + 2*j0
//! ```
//!
//! Every digit is used once, so a regrouping is a bijection: a permutation of digits, as
//! `permute` is one of axes. Splitting alone nests an axis; joining alone flattens some.

use super::{LayoutMap, Node};
use crate::error::{EvalError, MapError};
use crate::expr::BinaryOp::{Add, FloorDiv, Mod, Mul};
use crate::index_set::{Axis, IndexSet, Point};

/// How axes are split into digits, and which digits make each new axis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regroup {
    split: Vec<Vec<i64>>,
    join: Vec<Vec<usize>>,
}

/// A digit: `(coordinate of axis / divisor) mod extent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub axis: usize,
    pub divisor: i64,
    pub extent: i64,
}

impl Regroup {
    /// The extents of the digits of each domain axis, the fastest first.
    pub fn split(&self) -> &[Vec<i64>] {
        &self.split
    }

    /// The digits of each codomain axis, the fastest first; digits are numbered through `split`.
    pub fn join(&self) -> &[Vec<usize>] {
        &self.join
    }

    pub(super) fn digits(&self) -> Vec<Digit> {
        let of_axis = |(axis, extents): (usize, &Vec<i64>)| {
            let mut divisor = 1;
            let digit = move |&extent: &i64| {
                let digit = Digit { axis, divisor, extent };
                divisor *= extent.max(1);
                digit
            };
            extents.iter().map(digit).collect::<Vec<_>>()
        };
        self.split.iter().enumerate().flat_map(of_axis).collect()
    }

    pub(super) fn eval(&self, point: &[i64]) -> Result<Point, EvalError> {
        let digits = self.digits();
        let joined = |members: &Vec<usize>| {
            let (mut value, mut weight) = (0, 1);
            for digit in members.iter().map(|&member| digits[member]) {
                let quotient = FloorDiv.apply(point[digit.axis], digit.divisor)?;
                let place = Mod.apply(quotient, digit.extent)?;
                value = Add.apply(value, Mul.apply(place, weight)?)?;
                weight = Mul.apply(weight, digit.extent)?;
            }
            Ok(value)
        };
        self.join.iter().map(joined).collect()
    }
}

impl LayoutMap {
    /// The digits of `domain`'s axes joined to axes with these `names`; see the source file.
    ///
    /// # Errors
    /// A constrained domain; digits whose extents do not multiply to their axis's; a digit that
    /// does not exist, or is joined never or twice; an axis whose extent leaves 64 bits.
    pub fn regroup(
        domain: IndexSet,
        names: &[&str],
        split: Vec<Vec<i64>>,
        join: Vec<Vec<usize>>,
    ) -> Result<Self, MapError> {
        let Some(extents) = domain.extents() else {
            return Err(MapError::NoBox { what: "a regrouping", set: domain.to_string() });
        };
        let count = |what: String, expected, found| MapError::Count { what, expected, found };
        if split.len() != domain.rank() {
            let what = format!("the axes of {domain} that are split");
            return Err(count(what, domain.rank(), split.len()));
        }
        if join.len() != names.len() {
            return Err(count("the names of the joined axes".into(), join.len(), names.len()));
        }
        for (mode, (digits, &expected)) in split.iter().zip(&extents).enumerate() {
            let size = digits.iter().try_fold(1i64, |size, &digit| {
                if digit < 0 { None } else { size.checked_mul(digit) }
            });
            if size != Some(expected) {
                let axis = domain.axes()[mode].name().to_string();
                return Err(MapError::Split { axis, expected, digits: digits.clone() });
            }
        }
        let all: Vec<i64> = split.iter().flatten().copied().collect();
        if let Some(&digit) = join.iter().flatten().find(|&&member| member >= all.len()) {
            return Err(MapError::NoDigit { digit, digits: all.len() });
        }
        for digit in 0..all.len() {
            let times = join.iter().flatten().filter(|&&member| member == digit).count();
            if times != 1 {
                return Err(MapError::Digit { digit, times });
            }
        }
        let mut axes = Vec::with_capacity(join.len());
        for (members, name) in join.iter().zip(names) {
            let size = members.iter().try_fold(1i64, |size, &member| {
                let none = MapError::NoDigit { digit: member, digits: all.len() };
                let digit = all.get(member).ok_or(none)?;
                let overflow = || MapError::SizeOverflow {
                    mode: format!("the axis '{name}'"),
                    what: format!("{size} * {digit}"),
                };
                size.checked_mul(*digit).ok_or_else(overflow)
            })?;
            axes.push(Axis::new(name, size));
        }
        LayoutMap::new(Node::Regroup(Regroup { split, join }), domain, IndexSet::new(axes)?)
    }
}
