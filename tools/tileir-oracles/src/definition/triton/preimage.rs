//! Maps back: each value's smallest preimage, looked up in the table of all values.
//!
//! ```text
//! a = (i : 8) -> (o : 4), i = [2, 1, 1]      value   0  1  2  3
//!                                            points 0,6 2,4 1,7 3,5      the smallest: 0 2 1 3
//! ```
//!
//! There is no map back where a value has no preimage, and no inverse where one has two.

use std::collections::HashMap;

use super::Point;
use crate::bases::{Bases, Dim, join, size, split};
use crate::function::{Function, POINT_LIMIT};
use crate::judge::{Check, Definition, Duty};
use crate::nested::Eval;

/// Every value with the smallest point that has it.
pub fn table(a: &Bases) -> Eval<HashMap<Point, i64>> {
    let points = a.size()?;
    if points > POINT_LIMIT {
        return Err(format!("{points} points are too many for a table"));
    }
    let mut table = HashMap::new();
    for i in 0..points {
        table.entry(a.apply(i)?).or_insert(i);
    }
    Ok(table)
}

/// The map from points of `domain`, whose values `value` gives, to the smallest preimage in `a`.
pub fn preimages(
    a: &Bases,
    domain: &[Dim],
    unique: bool,
    value: impl Fn(i64) -> Eval<Point> + 'static,
) -> Eval<Definition<Point>> {
    let (table, points) = (table(a)?, size(domain)?);
    if unique && (table.len() as i64) < a.size()? {
        let witness = format!("{} points have {} values", a.size()?, table.len());
        return Ok(Definition::NoAnswer(witness));
    }
    if points > POINT_LIMIT {
        return Err(format!("{points} points are too many for a table"));
    }
    for i in 0..points {
        let value = value(i)?;
        if !table.contains_key(&value) {
            return Ok(Definition::NoAnswer(format!("no point has the value {value:?}")));
        }
    }
    let dims = a.ins.clone();
    Ok(Definition::Everywhere(Function::new(points, move |i| {
        let value = value(i)?;
        let preimage = table.get(&value).ok_or("no preimage")?;
        split(&dims, *preimage)
    })))
}

/// The law that the values of `a` at the answer's points are `value`.
pub fn some_preimage(
    a: &Bases,
    points: i64,
    value: impl Fn(i64) -> Eval<Point> + 'static,
) -> Definition<Point> {
    let a = a.clone();
    let check = move |answer: &Function<Point>| {
        if answer.size() != points {
            return Check::Broken(format!("size {}, defined {points}", answer.size()));
        }
        let wanted = |i| -> Eval<(Point, Point)> {
            let number = join(&a.ins, &answer.at(i)?)?;
            Ok((a.apply(number)?, value(i)?))
        };
        for i in answer.points() {
            match wanted(i) {
                Ok((found, value)) if found == value => {}
                Ok((found, value)) => {
                    return Check::Broken(format!("at {i} it leads to {found:?}, not {value:?}"));
                }
                Err(gap) => return Check::Unknown(format!("at {i} the definition: {gap}")),
            }
        }
        Check::Kept
    };
    Definition::Law { check: Box::new(check), open: true, duty: Duty::Asked }
}
