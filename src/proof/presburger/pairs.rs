//! Questions of two points, or of two maps.

use super::encode::Encoding;
use super::row::Row;
use super::system::{Open, Steps};
use super::{NO_PROGRAM, own, words};
use crate::expr::{Program, ProgramBuilder, Ranges};
use crate::index_set::Extent;
use crate::map::LayoutMap;
use crate::proof::Witness;
use crate::proof::finding::{Finding, Found};

/// The values of a map over a box, and their rows at some point of its domain.
struct Values {
    program: Program,
    ranges: Ranges,
}

impl Values {
    fn of(map: &LayoutMap) -> Option<Values> {
        let program = map.program()?.value_program();
        let ranges = Ranges::over(&program, &map.domain().hull_extents()?);
        Some(Values { program, ranges })
    }

    /// The values at a point of the domain that is new to the system, and its coordinates.
    fn anywhere(
        &self,
        map: &LayoutMap,
        encoding: &mut Encoding,
    ) -> Result<(Vec<Row>, Vec<Row>), Open> {
        let coordinates = encoding.points(map.domain())?.ok_or(Open::Numbers)?;
        Ok((self.at(&coordinates, encoding)?, coordinates))
    }

    fn at(&self, coordinates: &[Row], encoding: &mut Encoding) -> Result<Vec<Row>, Open> {
        let outputs = self.program.outputs();
        let placed = encoding.place(&self.program, &self.ranges, outputs, coordinates)?;
        outputs.iter().map(|&output| placed.row(output).cloned()).collect()
    }
}

const NO_VALUE: &str = "a map may have no value";

/// Two points with one value: the second lies further on along some axis.
pub(in crate::proof) fn injective(map: &LayoutMap, steps: &mut Steps) -> Found {
    let values = Values::of(map).ok_or(NO_PROGRAM)?;
    let mut encoding = Encoding::default();
    let pair = values.anywhere(map, &mut encoding).and_then(|(first, from)| {
        let (second, to) = values.anywhere(map, &mut encoding)?;
        for (first, second) in first.iter().zip(&second) {
            encoding.system.zero(first.minus(second))?;
        }
        Ok((from, to))
    });
    let (from, to) = pair.map_err(words)?;
    let further =
        from.iter().zip(&to).map(|(low, high)| vec![high.minus(low).and_then(|row| row.plus(-1))]);
    encoding.none(further, steps, |point| {
        Ok(Witness::collision(map, own(point, &from)?, own(point, &to)?))
    })
}

/// A point of both domains, parts of one box, at which two maps differ. That there is none says that
/// they agree where both have a value: `defined` says whether both are known to have one
/// everywhere.
pub(in crate::proof) fn equal(
    left: &LayoutMap,
    right: &LayoutMap,
    defined: impl FnOnce() -> bool,
    steps: &mut Steps,
) -> Found {
    let (Some(a), Some(b), Some(extents)) =
        (left.program(), right.program(), left.domain().hull_extents())
    else {
        return Err(NO_PROGRAM.to_string());
    };
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..extents.len()).map(|axis| builder.coord(axis)).collect();
    let mut outputs = builder.inline(&a.value_program(), &inputs);
    let rank = outputs.len();
    outputs.extend(builder.inline(&b.value_program(), &inputs));
    let program = builder.finish(&outputs);
    let values = Values { ranges: Ranges::over(&program, &extents), program };
    let mut encoding = Encoding::default();
    let (rows, coordinates) = values.anywhere(left, &mut encoding).map_err(words)?;
    if left.domain() != right.domain() {
        encoding.inside(right.domain(), &coordinates).map_err(words)?;
    }
    let (of_left, of_right) = rows.split_at(rank.min(rows.len()));
    let found = differing(&mut encoding, of_left, of_right, steps, |point| {
        Ok(Witness::difference(left, right, own(point, &coordinates)?))
    })?;
    match found {
        Finding::Holds if !defined() => Err(NO_VALUE.to_string()),
        found => Ok(found),
    }
}

/// Two points that differ along `axis` alone, and in their values.
pub(in crate::proof) fn constant_along(
    map: &LayoutMap,
    axis: usize,
    defined: impl FnOnce() -> bool,
    steps: &mut Steps,
) -> Found {
    let values = Values::of(map).ok_or(NO_PROGRAM)?;
    let mut encoding = Encoding::default();
    let pair = values.anywhere(map, &mut encoding).and_then(|(first, from)| {
        let (second, to) = values.anywhere(map, &mut encoding)?;
        for (place, (low, high)) in from.iter().zip(&to).enumerate() {
            if place != axis {
                encoding.system.zero(low.minus(high))?;
            }
        }
        Ok(((first, from), (second, to)))
    });
    let ((first, from), (second, to)) = pair.map_err(words)?;
    let found = differing(&mut encoding, &first, &second, steps, |point| {
        Ok(Witness::varies(map, own(point, &from)?, own(point, &to)?, 0))
    })?;
    match found {
        Finding::Holds if !defined() => Err(NO_VALUE.to_string()),
        found => Ok(found),
    }
}

/// A value that two maps have, each in its codomain.
pub(in crate::proof) fn disjoint(left: &LayoutMap, right: &LayoutMap, steps: &mut Steps) -> Found {
    let (of_left, of_right) =
        (Values::of(left).ok_or(NO_PROGRAM)?, Values::of(right).ok_or(NO_PROGRAM)?);
    let mut encoding = Encoding::default();
    let points = of_left.anywhere(left, &mut encoding).and_then(|(first, from)| {
        let (second, to) = of_right.anywhere(right, &mut encoding)?;
        for (map, rows) in [(left, &first), (right, &second)] {
            for (row, axis) in rows.iter().zip(map.codomain().axes()) {
                let Extent::Finite(extent) = axis.extent() else { continue };
                encoding.system.positive(Some(row.clone()))?;
                let room = row.scaled(-1).and_then(|row| row.plus(i128::from(extent) - 1));
                encoding.system.positive(room)?;
            }
        }
        for (first, second) in first.iter().zip(&second) {
            encoding.system.zero(first.minus(second))?;
        }
        Ok((from, to))
    });
    let (from, to) = points.map_err(words)?;
    encoding.none([Vec::new()], steps, |point| {
        Ok(Witness::shared(left, right, (own(point, &from)?, own(point, &to)?)))
    })
}

/// A point at which some row of one list differs from that of the other.
fn differing(
    encoding: &mut Encoding,
    left: &[Row],
    right: &[Row],
    steps: &mut Steps,
    confirm: impl Fn(&[i128]) -> Result<Option<Witness>, Open>,
) -> Found {
    let by_one = |less: &Row, more: &Row| vec![more.minus(less).and_then(|row| row.plus(-1))];
    let pairs = left.iter().zip(right);
    let failures = pairs.flat_map(|(left, right)| [by_one(left, right), by_one(right, left)]);
    encoding.none(failures, steps, confirm)
}
