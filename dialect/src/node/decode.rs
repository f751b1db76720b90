//! A node's numbers taken apart again.
//!
//! How many there must be follows from the sets between which the map goes, or from a length
//! written before a list:
//!
//! ```text
//! (i : 8, j : 6) -> (a : 4, b : 12)     2 2 4  1 6   1 1  2 0 2
//!                                       (2,4)  (6)   (1)  (0,2)
//! ```
//!
//! The law: each function takes every number or gives an error, and makes room for no more
//! items than there are numbers or points.

use tileir::map::{TABLE_LIMIT, bits_for};
use tileir::{IndexSet, IntTree, MapError, Point};

fn malformed<T>(what: &'static str) -> Result<T, MapError> {
    Err(MapError::Malformed { what })
}

/// A mixed-radix map's shape, and its stride for each codomain axis.
pub(super) fn trees(
    codomain: &IndexSet,
    numbers: &[i64],
) -> Result<(IntTree, Vec<IntTree>), MapError> {
    let (shape, mut rest) = IntTree::decode(numbers)?;
    let mut strides = Vec::new();
    for _ in codomain.axes() {
        let (stride, after) = IntTree::decode(rest)?;
        strides.push(stride);
        rest = after;
    }
    if rest.is_empty() { Ok((shape, strides)) } else { malformed("shape and stride") }
}

pub(super) fn axes(numbers: &[i64]) -> Result<Vec<usize>, MapError> {
    let axes = numbers.iter().map(|&axis| usize::try_from(axis)).collect::<Result<_, _>>();
    axes.map_err(|_| MapError::Malformed { what: "axis" })
}

/// The coordinates of bases, by axis and bit.
pub(super) fn bases(
    domain: &IndexSet,
    codomain: &IndexSet,
    numbers: &[i64],
) -> Result<Vec<Vec<Vec<i64>>>, MapError> {
    let rank = codomain.rank();
    let mut rest = numbers;
    let mut bases = Vec::new();
    for axis in domain.axes() {
        let bits = axis.extent().finite().map_or(0, bits_for);
        let mut of_axis = Vec::new();
        for _ in 0..bits {
            let (basis, after) =
                rest.split_at_checked(rank).ok_or(MapError::Malformed { what: "basis" })?;
            of_axis.push(basis.to_vec());
            rest = after;
        }
        bases.push(of_axis);
    }
    if rest.is_empty() { Ok(bases) } else { malformed("basis") }
}

/// The items of the list that `numbers` begin with, and what stands behind it.
fn list<'a>(numbers: &'a [i64], what: &'static str) -> Result<(&'a [i64], &'a [i64]), MapError> {
    let split = numbers
        .split_first()
        .and_then(|(&length, rest)| rest.split_at_checked(usize::try_from(length).ok()?));
    split.ok_or(MapError::Malformed { what })
}

/// The digits of each domain axis, and which of them make each codomain axis.
#[allow(clippy::type_complexity)]
pub(super) fn digits(
    domain: &IndexSet,
    codomain: &IndexSet,
    numbers: &[i64],
) -> Result<(Vec<Vec<i64>>, Vec<Vec<usize>>), MapError> {
    let mut rest = numbers;
    let (mut split, mut join) = (Vec::new(), Vec::new());
    for _ in domain.axes() {
        let (extents, after) = list(rest, "digits of an axis")?;
        split.push(extents.to_vec());
        rest = after;
    }
    for _ in codomain.axes() {
        let (members, after) = list(rest, "digits of an axis")?;
        let members = members.iter().map(|&member| usize::try_from(member));
        let members = members.collect::<Result<Vec<usize>, _>>();
        join.push(members.map_err(|_| MapError::Malformed { what: "number of a digit" })?);
        rest = after;
    }
    if rest.is_empty() { Ok((split, join)) } else { malformed("digits of an axis") }
}

/// A transform's name, and its parameters.
pub(super) fn transform(numbers: &[i64]) -> Result<(String, Vec<i64>), MapError> {
    let (bytes, parameters) = list(numbers, "name of a transform")?;
    let bytes = bytes.iter().map(|&byte| u8::try_from(byte)).collect::<Result<Vec<u8>, _>>();
    match bytes.map(String::from_utf8) {
        Ok(Ok(name)) => Ok((name, parameters.to_vec())),
        _ => malformed("name of a transform"),
    }
}

/// The values of a table. Those without coordinates are counted by the domain's points.
pub(super) fn values(
    domain: &IndexSet,
    codomain: &IndexSet,
    numbers: &[i64],
) -> Result<Vec<Point>, MapError> {
    let rank = codomain.rank();
    if rank > 0 {
        let rows = numbers.chunks_exact(rank);
        let whole = rows.remainder().is_empty();
        return if whole { Ok(rows.map(<[i64]>::to_vec).collect()) } else { malformed("value") };
    }
    if !numbers.is_empty() {
        return malformed("value");
    }
    let points = domain.cardinality().filter(|&points| points <= TABLE_LIMIT);
    let points = points.and_then(|points| usize::try_from(points).ok());
    Ok(vec![Point::new(); points.unwrap_or(0)])
}
