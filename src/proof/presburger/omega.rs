//! The Omega test (Pugh, 1991): whether a system has an integer point, and which.
//!
//! A system is [settled](System::settle), then columns go by their [shadows](super::shadow), those
//! first whose shadow is exact and has few bounds. Where none is left, and not even the rational
//! shadows of all columns contradict each other or lead to a point, there are several *ways*, and
//! each is looked into:
//!
//! | a column | its ways |
//! |---|---|
//! | has few values | each value |
//! | else | its dark shadow, its splinters |
//!
//! The ways that are open wait in a list, not in calls: however many there are, the stack is flat.
//!
//! **The law.** A point that is given satisfies every row. Where none is given there is none.

use std::iter;

use super::shadow::{Column, Shadow};
use super::system::{Open, Point, Steps, System};

/// An exact shadow with so many more bounds is taken before ways are.
const GROWN: i64 = 4;

/// So few values are ways before a shadow grows.
const FEW: u128 = 4;

/// What comes of taking columns out.
enum Left {
    /// Points; none where the system has none.
    Points(Vec<Point>),
    /// Several ways to take this column out.
    Ways(Column),
}

type Ways = Box<dyn Iterator<Item = Result<System, Open>>>;

/// Some points of the system; none where it has none.
pub(super) fn points(system: System, steps: &mut Steps) -> Result<Vec<Point>, Open> {
    let mut open: Vec<Ways> = vec![Box::new(iter::once(Ok(system)))];
    while let Some(ways) = open.last_mut() {
        let Some(mut system) = ways.next().transpose()? else {
            open.pop();
            continue;
        };
        let points = match reduced(&mut system, steps)? {
            Left::Points(points) => points,
            Left::Ways(column) => match over_rationals(system.clone(), steps)? {
                Some(points) => points,
                None => {
                    open.push(self::ways(system, column, steps)?);
                    continue;
                }
            },
        };
        if !points.is_empty() {
            return Ok(points);
        }
    }
    Ok(Vec::new())
}

/// Takes out what can be taken without a choice.
fn reduced(system: &mut System, steps: &mut Steps) -> Result<Left, Open> {
    loop {
        if !system.settle(steps)? {
            return Ok(Left::Points(Vec::new()));
        }
        let columns = system.reached(steps)?;
        let Some(best) = columns.iter().min_by_key(|c| (!c.exact, c.grown, c.largest)) else {
            let points = system.points()?;
            return if points.is_empty() { Err(Open::Numbers) } else { Ok(Left::Points(points)) };
        };
        let few = columns.iter().filter(|c| c.values.is_some_and(|values| values <= FEW));
        match few.min_by_key(|c| c.values) {
            Some(few) if !best.exact || best.grown > GROWN => return Ok(Left::Ways(*few)),
            _ if best.exact => system.project(best.place, Shadow::Rational, steps)?,
            _ => {
                let simplest = columns.iter().min_by_key(|c| (c.largest, c.grown));
                return Ok(Left::Ways(*simplest.unwrap_or(best)));
            }
        }
    }
}

/// The same with rational shadows of all columns: nothing there is nothing at all. `None` where
/// they grow, or no integer lies above their points.
fn over_rationals(mut system: System, steps: &mut Steps) -> Result<Option<Vec<Point>>, Open> {
    let most = 2 * system.size() + 16;
    loop {
        if !system.settle(steps)? {
            return Ok(Some(Vec::new()));
        }
        let columns = system.reached(steps)?;
        match columns.iter().min_by_key(|c| (c.grown, c.largest)) {
            None => return Ok(Some(system.points()?).filter(|points| !points.is_empty())),
            Some(_) if system.size() > most => return Ok(None),
            Some(column) => system.project(column.place, Shadow::Rational, steps)?,
        }
    }
}

/// Systems that have together all points of this one.
fn ways(system: System, column: Column, steps: &mut Steps) -> Result<Ways, Open> {
    let splinters = system.splinters(column.place)?;
    if column.values.is_some_and(|values| values <= FEW) {
        return Ok(Box::new(system.values(column.place)));
    }
    let mut dark = system;
    dark.project(column.place, Shadow::Dark, steps)?;
    Ok(Box::new(iter::once(Ok(dark)).chain(splinters)))
}
