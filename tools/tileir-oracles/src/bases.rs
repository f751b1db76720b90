//! A layout linear over GF(2), as Triton's cases write it and as the runner evaluates it.
//!
//! ```text
//! {"in_dims": [["reg", 2], ["lane", 4]], "out_dims": [["m", 4], ["n", 2]],
//!  "bases": {"reg": [[1, 0]], "lane": [[2, 0], [0, 1]]}}
//!
//! point 5: reg = 5 % 2 = 1, lane = 5 / 2 = 2     the first dimension least significant
//! value    (1,0) xor (0,1) = (1,1)               the bases of the bits that are set
//! ```

use std::fmt;

use serde_json::Value;

use crate::nested::{Eval, plus, times};
use crate::record::{RecordError, integer, list};

/// A dimension and its size.
pub type Dim = (String, i64);

/// Named dimensions and the images of the single bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bases {
    /// Where it is defined, the first least significant.
    pub ins: Vec<Dim>,
    /// Where its values lie.
    pub outs: Vec<Dim>,
    /// By input dimension, by bit: a point of the output dimensions.
    pub bases: Vec<Vec<Vec<i64>>>,
}

impl Bases {
    /// The layout that `value` writes.
    ///
    /// # Errors
    /// It writes none.
    pub fn parse(key: &str, value: &Value) -> Result<Self, RecordError> {
        let part = |name: &str| {
            value.get(name).ok_or_else(|| {
                RecordError::wrong(key, "a layout with in_dims, out_dims and bases", value)
            })
        };
        let ins = parse_dims(part("in_dims")?)?;
        let outs = parse_dims(part("out_dims")?)?;
        let by_name = part("bases")?;
        let of = |(name, _): &Dim| {
            let bases = by_name.get(name);
            parse_points(bases.ok_or_else(|| {
                RecordError::wrong("bases", "a list of bases for each in_dim", by_name)
            })?)
        };
        let bases = ins.iter().map(of).collect::<Result<_, _>>()?;
        Ok(Bases { ins, outs, bases })
    }

    /// The number of points.
    pub fn size(&self) -> Eval<i64> {
        size(&self.ins)
    }

    /// The value at point number `i`, by output dimension.
    pub fn apply(&self, i: i64) -> Eval<Vec<i64>> {
        let coordinates = split(&self.ins, i)?;
        let mut value = vec![0; self.outs.len()];
        for ((x, (name, size)), bases) in coordinates.iter().zip(&self.ins).zip(&self.bases) {
            if size.checked_ilog2().map(|bits| bits as usize) != Some(bases.len())
                || !size.is_positive()
                || !(*size as u64).is_power_of_two()
            {
                return Err(format!("{name} : {size} has {} bases", bases.len()));
            }
            for (bit, basis) in bases.iter().enumerate().filter(|(bit, _)| x >> bit & 1 == 1) {
                if basis.len() != value.len() {
                    return Err(format!("the basis of bit {bit} of {name} is no point"));
                }
                value.iter_mut().zip(basis).for_each(|(value, basis)| *value ^= basis);
            }
        }
        Ok(value)
    }
}

/// A list of `[name, size]` pairs.
///
/// # Errors
/// It is not.
pub fn parse_dims(value: &Value) -> Result<Vec<Dim>, RecordError> {
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([Value::String(name), size]) => Ok((name.clone(), integer("size", size)?)),
        _ => Err(RecordError::wrong("dims", "[name, size] pairs", value)),
    };
    list("dims", value)?.iter().map(pair).collect()
}

/// A list of points.
///
/// # Errors
/// It is not.
pub fn parse_points(value: &Value) -> Result<Vec<Vec<i64>>, RecordError> {
    list("bases", value)?.iter().map(parse_point).collect()
}

/// A list of numbers.
///
/// # Errors
/// It is not.
pub fn parse_point(value: &Value) -> Result<Vec<i64>, RecordError> {
    list("table", value)?.iter().map(|number| integer("table", number)).collect()
}

/// The number of points of these dimensions.
pub fn size(dims: &[Dim]) -> Eval<i64> {
    dims.iter().try_fold(1, |total, (_, size)| times(total, *size))
}

/// The coordinates of point number `i`, the first dimension least significant.
pub fn split(dims: &[Dim], i: i64) -> Eval<Vec<i64>> {
    let mut rest = i;
    let digit = |(name, size): &Dim| {
        let digit = rest.checked_rem_euclid(*size).ok_or_else(|| format!("{name} : {size}"))?;
        rest /= size;
        Ok(digit)
    };
    dims.iter().map(digit).collect()
}

/// The number of the point with these coordinates, the first dimension least significant.
pub fn join(dims: &[Dim], coordinates: &[i64]) -> Eval<i64> {
    let (mut point, mut weight) = (0, 1);
    for ((name, size), x) in dims.iter().zip(coordinates) {
        if !(0..*size).contains(x) {
            return Err(format!("{x} lies outside {name} : {size}"));
        }
        point = plus(point, times(*x, weight)?)?;
        weight = times(weight, *size)?;
    }
    Ok(point)
}

impl fmt::Display for Bases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims = |dims: &[Dim]| {
            let dims: Vec<_> = dims.iter().map(|(name, size)| format!("{name} : {size}")).collect();
            format!("({})", dims.join(", "))
        };
        write!(f, "{} -> {}", dims(&self.ins), dims(&self.outs))?;
        let pairs = self.ins.iter().zip(&self.bases);
        pairs.into_iter().try_for_each(|((name, _), bases)| write!(f, ", {name} = {bases:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Bases, RecordError> {
        let value = serde_json::from_str(text)
            .map_err(|error| RecordError::NotAnObject(error.to_string()))?;
        Bases::parse("args", &value)
    }

    #[test]
    fn a_value_is_the_xor_of_bases() -> Result<(), RecordError> {
        let layout = parse(
            r#"{"in_dims": [["reg", 2], ["lane", 4]], "out_dims": [["m", 4], ["n", 2]],
                "bases": {"reg": [[1, 0]], "lane": [[2, 0], [1, 1]]}}"#,
        )?;
        assert_eq!(layout.size(), Ok(8));
        assert_eq!(layout.apply(5), Ok(vec![0, 1]));
        assert_eq!(
            layout.to_string(),
            "(reg : 2, lane : 4) -> (m : 4, n : 2), reg = [[1, 0]], lane = [[2, 0], [1, 1]]"
        );
        Ok(())
    }

    #[test]
    fn bases_that_do_not_fit_have_no_value() -> Result<(), RecordError> {
        let layout = parse(r#"{"in_dims": [["i", 3]], "out_dims": [], "bases": {"i": [[]]}}"#)?;
        assert!(layout.apply(0).is_err());
        let missing = parse(r#"{"in_dims": [["i", 2]], "out_dims": [], "bases": {}}"#);
        assert!(matches!(missing, Err(RecordError::Wrong { .. })));
        Ok(())
    }
}
