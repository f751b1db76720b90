//! Coordinates as digits.
//!
//! A coordinate `x < n` cut at `c1 | c2 | …` is `x = d0 + c1*d1 + c2*d2 + …`, each digit below
//! the ratio of its neighbours' weights, the last below `ceil(n / weight)`. Distinct
//! coordinates have distinct digits. Where a weight does not divide `n` the box of digits is
//! larger than the axis: what holds on the box holds on the axis, and [`Digits::extreme`] goes
//! by the axis.
//!
//! ```text
//! x < 10 cut at 4:   x = d0 + 4*d1,   d0 < 4,  d1 < 3,   and (d0, d1) <= (1, 2)
//! ```

use smallvec::{SmallVec, smallvec};

use super::form::Form;
use crate::index_set::Point;
use crate::map::{Digit, digits};

/// Where an axis is cut, in order; the first is 1.
type Cuts = SmallVec<[i64; 4]>;

/// The digits of every axis, those of one axis together, the fastest first.
#[derive(Clone, Debug)]
pub(in crate::proof) struct Digits {
    extents: Vec<i64>,
    cuts: Vec<Cuts>,
    digits: SmallVec<[Digit; 8]>,
}

impl Digits {
    /// One digit an axis; an axis of one point has none.
    pub fn whole(extents: &[i64]) -> Digits {
        Digits::cut_at(extents.to_vec(), vec![smallvec![1]; extents.len()])
    }

    fn cut_at(extents: Vec<i64>, cuts: Vec<Cuts>) -> Digits {
        let axes = extents.iter().zip(&cuts).enumerate();
        let all = axes.flat_map(|(axis, (&n, cuts))| digits(axis, n, cuts.iter().copied()));
        let digits = all.collect();
        Digits { extents, cuts, digits }
    }

    /// The digits with these cut in two, where the cut fits the others: `(digit, at)`.
    /// `None` if nothing was cut.
    pub fn refined(&self, demands: &[(usize, i128)]) -> Option<Digits> {
        let mut cuts = self.cuts.clone();
        let mut changed = false;
        for &(digit, at) in demands {
            let Digit { axis, weight, .. } = self.digits[digit];
            let Ok(place) = i64::try_from(i128::from(weight) * at) else { continue };
            let fits = |&other: &i64| place % other == 0 || other % place == 0;
            if place < self.extents[axis]
                && cuts[axis].iter().all(fits)
                && let Err(position) = cuts[axis].binary_search(&place)
            {
                cuts[axis].insert(position, place);
                changed = true;
            }
        }
        changed.then(|| Digits::cut_at(self.extents.clone(), cuts))
    }

    /// The extents of the axes.
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// Whether an axis has fewer points than its digits have settings.
    pub fn is_ragged(&self, axis: usize) -> bool {
        let last = self.of_axis(axis).next_back().map(|place| self.digits[place]);
        last.is_some_and(|last| self.extents[axis] % last.weight != 0)
    }

    pub fn all(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits of one axis, as positions.
    pub fn of_axis(&self, axis: usize) -> std::ops::Range<usize> {
        let start = self.digits.partition_point(|digit| digit.axis < axis);
        let end = self.digits.partition_point(|digit| digit.axis <= axis);
        start..end
    }

    /// The weights of one axis's digits, the least first.
    pub fn weights(&self, axis: usize) -> impl Iterator<Item = i64> {
        self.digits[self.of_axis(axis)].iter().map(|digit| digit.weight)
    }

    /// The point with these digits, if it is in the box of coordinates.
    pub fn point(&self, values: &[i64]) -> Option<Point> {
        let mut point = vec![0i64; self.extents.len()];
        for (digit, value) in self.digits.iter().zip(values) {
            let part = value.checked_mul(digit.weight)?;
            point[digit.axis] = point[digit.axis].checked_add(part)?;
        }
        point.iter().zip(&self.extents).all(|(x, n)| x < n).then_some(point)
    }

    /// How many values of a digit are free of the axis's end: each of them goes with every
    /// value of the faster digits.
    pub fn full_extent(&self, digit: usize) -> i64 {
        let Digit { axis, weight, extent } = self.digits[digit];
        extent.min(self.extents[axis] / weight)
    }

    /// The greatest value of `sign * form` over the coordinates, `sign` being 1 or -1, as a
    /// value of `form`. Variables after the digits count as 0.
    ///
    /// Axis by axis, exactly. A coordinate at most `n - 1` either has the digits of `n - 1`,
    /// or is below them in some digit and free in the faster ones.
    pub fn most(&self, form: &Form, sign: i128) -> Option<i128> {
        let mut total = form.constant();
        let mut terms = form.terms().iter().copied().peekable();
        while let Some(&(first, _)) = terms.peek().filter(|(first, _)| *first < self.digits.len()) {
            let (mut tight, mut free) = (0i128, 0i128);
            for place in self.of_axis(self.digits[first].axis) {
                let coefficient = terms.next_if(|&(digit, _)| digit == place).map_or(0, |(_, a)| a);
                let with = |value: i128, digit: i64| {
                    value.checked_add(coefficient.checked_mul(digit.into())?)
                };
                let ends = self.ends(place, coefficient * sign > 0);
                let at_end = with(tight, ends.last)?;
                tight = match ends.before {
                    Some(below) => {
                        let before_end = with(free, below)?;
                        if before_end * sign > at_end * sign { before_end } else { at_end }
                    }
                    None => at_end,
                };
                free = with(free, ends.free)?;
            }
            total = total.checked_add(tight)?;
        }
        Some(total)
    }

    /// The digits at which [`most`](Digits::most) is reached.
    pub fn extreme(&self, form: &Form, sign: i128) -> Option<Vec<i64>> {
        let mut digits = vec![0; self.digits.len()];
        for axis in 0..self.extents.len() {
            let range = self.of_axis(axis);
            if range.clone().all(|place| form.coefficient(place) == 0) {
                continue;
            }
            let (mut tight, mut free) = ((0i128, Vec::new()), (0i128, Vec::new()));
            for place in range.clone() {
                let coefficient = form.coefficient(place);
                let with = |(value, lower): &(i128, Vec<i64>), digit: i64| {
                    let value = value.checked_add(coefficient.checked_mul(digit.into())?)?;
                    let mut all = lower.clone();
                    all.push(digit);
                    Some((value, all))
                };
                let ends = self.ends(place, coefficient * sign > 0);
                let at_end = with(&tight, ends.last)?;
                let before_end = match ends.before {
                    Some(below) => Some(with(&free, below)?),
                    None => None,
                };
                tight =
                    before_end.filter(|before| before.0 * sign > at_end.0 * sign).unwrap_or(at_end);
                free = with(&free, ends.free)?;
            }
            digits[range].copy_from_slice(&tight.1);
        }
        Some(digits)
    }

    /// What a digit can be where more of it is better, or less.
    fn ends(&self, place: usize, upwards: bool) -> Ends {
        let Digit { axis, weight, extent } = self.digits[place];
        let last = (self.extents[axis] - 1) / weight % extent;
        let best = |below: i64| if upwards { below - 1 } else { 0 };
        Ends { last, before: (last > 0).then(|| best(last)), free: best(extent) }
    }
}

/// The choices for one digit of the greatest value.
struct Ends {
    /// That of the last coordinate.
    last: i64,
    /// The best below that, if there is one.
    before: Option<i64>,
    /// The best of all.
    free: i64,
}
