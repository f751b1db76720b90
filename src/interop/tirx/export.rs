//! [`TileLayout::of_map`]: the tile layout of a map, where there is one.
//!
//! A tile layout is a sum over digits, each on one axis. Along one coordinate of a map, the
//! digits show themselves: the first steps by `g(1)`, as long as `g(j) = j * g(1)`; where that
//! ends, the next begins. A digit's extent divides what is left of the coordinate's, so that it
//! is the first divisor at which the steps fail; a step along two axes at once is no digit's.
//!
//! ```text
//! g = 0 1 2 3  8 9 10 11     fails at the divisor 4: 4 of step 1, then 2 of step 8
//!                            S[(2, 4):(8, 1)]
//! g = 0 1 2 4                never fails at 1 or 2: the candidate S[4:1], which is 3 at 3, not 4
//! ```
//!
//! **The law.** What is given is proved equal to the map; [`TirxError::NotSum`] carries a point
//! at which the only candidate differs.

use std::collections::BTreeMap;

use super::{Iter, TileLayout, TirxError};
use crate::map::LayoutMap;
use crate::proof::{Budget, Verdict, equal};

/// The largest prime that is tried.
const TRIED: i64 = 1 << 16;

impl TileLayout {
    /// The tile layout over the coordinates of a map, the last one fastest.
    ///
    /// ```
    /// use tileir::interop::tirx::TileLayout;
    /// let map = "expr<(i : 16, j : 8) -> (i mod 8 * 4 + j floordiv 2, i floordiv 8 * 2 + j mod 2) \
    ///            to (laneid : 32, m : 4)>".parse()?;
    /// let layout = TileLayout::of_map(&map)?;
    /// assert_eq!(
    ///     layout.to_string(),
    ///     "T.TileLayout(T.S[(2, 8, 4, 2):(2, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)])"
    /// );
    /// let swizzled = "expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (m : 16)>".parse()?;
    /// let why = TileLayout::of_map(&swizzled).unwrap_err().to_string();
    /// assert!(why.starts_with("no tile layout: the best one"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A domain that is no box or empty; a map that is no sum of digits on single axes, with the
    /// place at which it is not.
    pub fn of_map(map: &LayoutMap) -> Result<Self, TirxError> {
        let none = |why: String| TirxError::Unproved { why };
        let shape = map.domain().extents().ok_or_else(|| none("the domain is no box".into()))?;
        if shape.contains(&0) {
            return Err(TirxError::Extent { what: "shape", extent: 0 });
        }
        let names: Vec<String> =
            map.codomain().axes().iter().map(|axis| axis.name().to_owned()).collect();
        let origin = at(map, &vec![0; shape.len()])?;
        let mut shard = Vec::new();
        for (place, &extent) in shape.iter().enumerate() {
            let along = |x: i64| {
                let mut point = vec![0; shape.len()];
                if let Some(coordinate) = point.get_mut(place) {
                    *coordinate = x;
                }
                let value = at(map, &point)?;
                let from_origin = |(value, origin): (&i64, &i64)| value.checked_sub(*origin);
                let moved: Option<Vec<i64>> = value.iter().zip(&origin).map(from_origin).collect();
                moved.ok_or(TirxError::Overflow { what: "a step" })
            };
            let axis = map.domain().axes().get(place).map_or("", |axis| axis.name());
            shard.extend(digits(axis, extent, &divisors(extent), &names, &along)?);
        }
        let moved = names.iter().zip(&origin).filter(|(_, by)| **by != 0);
        let offset: BTreeMap<String, i64> = moved.map(|(name, by)| (name.clone(), *by)).collect();
        let layout = TileLayout::new(shard, Vec::new(), offset)?;
        layout.proved(map, &shape)
    }

    /// This layout, if it has the map.
    fn proved(self, map: &LayoutMap, shape: &[i64]) -> Result<Self, TirxError> {
        let (domain, codomain) = (map.domain().clone(), map.codomain().clone());
        match equal(&self.map_between(shape, domain, codomain)?, map, &Budget::default()) {
            Verdict::Proved { .. } => Ok(self),
            Verdict::Disproved { witness, .. } => {
                Err(TirxError::NotSum { layout: self.to_string(), witness: Box::new(witness) })
            }
            Verdict::Unknown { why } => Err(TirxError::Unproved { why }),
        }
    }
}

fn at(map: &LayoutMap, point: &[i64]) -> Result<Vec<i64>, TirxError> {
    map.eval(point).map_err(|error| TirxError::Unproved { why: format!("at {point:?}: {error}") })
}

/// The digits along one coordinate, the slowest first, of an extent with these [`divisors`];
/// `along` is asked at products of them, and says how far a place is from that at 0.
pub(crate) fn digits(
    axis: &str,
    extent: i64,
    divisors: &[i64],
    names: &[String],
    along: &dyn Fn(i64) -> Result<Vec<i64>, TirxError>,
) -> Result<Vec<Iter>, TirxError> {
    let mut found = Vec::new();
    let mut unit = 1;
    while unit < extent {
        let step = along(unit)?;
        let not = |why: String| TirxError::NotDigits { axis: axis.to_owned(), at: unit, why };
        let left = extent / unit;
        let mut run = left;
        let of_left = |divisor: &&i64| **divisor < left && left % **divisor == 0;
        for &divisor in divisors.iter().filter(of_left) {
            if multiple(&step, divisor).as_ref() != Some(&along(divisor * unit)?) {
                run = divisor;
                break;
            }
        }
        let moving: Vec<usize> = (0..step.len()).filter(|&k| step.get(k) != Some(&0)).collect();
        let place = match moving[..] {
            [] => 0,
            [place] => place,
            _ => return Err(not(format!("a step moves along several axes, by {step:?}"))),
        };
        let name = names.get(place).map_or("m", String::as_str);
        found.push(Iter::new(run, step.get(place).copied().unwrap_or(0), name));
        unit *= run;
    }
    found.reverse();
    Ok(found)
}

/// The divisors of a number between it and 1, in ascending order. A factor beyond the reach of
/// trial division counts as a prime.
pub(crate) fn divisors(number: i64) -> Vec<i64> {
    let mut divisors = vec![1];
    let mut rest = number;
    let mut prime = 2;
    while rest > 1 {
        if prime > TRIED || prime * prime > rest {
            divisors.extend(divisors.clone().iter().map(|divisor| divisor * rest));
            break;
        }
        let known = divisors.len();
        let mut power = 1;
        while rest % prime == 0 {
            rest /= prime;
            power *= prime;
            divisors.extend_from_within(..known);
            let added = divisors.iter_mut().rev().take(known);
            added.for_each(|divisor| *divisor *= power);
        }
        prime += 1;
    }
    divisors.sort_unstable();
    divisors.retain(|divisor| *divisor > 1 && *divisor < number);
    divisors
}

fn multiple(step: &[i64], times: i64) -> Option<Vec<i64>> {
    step.iter().map(|by| by.checked_mul(times)).collect()
}
