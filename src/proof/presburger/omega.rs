//! The Omega test (Pugh, 1991): whether a system has an integer point, and which.
//!
//! Equations are used up first; each takes a column out. Then a column goes by its bounds: each
//! lower one is to lie below each upper one, over the rationals (Fourier, Motzkin). Where one of
//! the two has the factor 1 that is exact over the integers, too. Else what is left, the *shadow*,
//! may have points above which no integer lies:
//!
//! ```text
//! 3*x >= y, 2*x <= y + 1     the shadow          2*y <= 3*y + 3
//!                            the dark shadow     2*y + 2 <= 3*y + 3: an integer lies between
//! ```
//!
//! No point of the shadow: none at all. A point of the dark shadow: a point. Otherwise, if there
//! is one, it lies just above a lower bound, and each such *splinter* is a system with one more
//! equation.
//!
//! **The law.** A point that is given satisfies every row. Where none is given there is none.

use super::system::{Open, Steps, System};

/// A point of the system; `None` where it has none.
pub(super) fn point(mut system: System, steps: &mut Steps) -> Result<Option<Vec<i128>>, Open> {
    let mut changes = Vec::new();
    let mut point = loop {
        if !system.tidy(steps)? {
            return Ok(None);
        }
        if let Some(change) = system.by_equation(steps)? {
            changes.push(change);
            continue;
        }
        match system.pick() {
            None => break vec![0; system.width()],
            Some(pick) if pick.exact => {
                changes.push(system.between(pick.column));
                system = system.shadow(pick.column, false, steps)?;
            }
            Some(pick) => match between_rationals(&system, pick.column, steps)? {
                Some(point) => break point,
                None => return Ok(None),
            },
        }
    };
    while let Some(change) = changes.pop() {
        if !change.undo(&mut point)? {
            return Err(Open::Numbers);
        }
    }
    Ok(Some(point))
}

/// The same, by a column whose bounds have larger factors.
fn between_rationals(
    system: &System,
    column: usize,
    steps: &mut Steps,
) -> Result<Option<Vec<i128>>, Open> {
    let above =
        |mut shadow: Vec<i128>| Ok(system.between(column).undo(&mut shadow)?.then_some(shadow));
    let Some(shadow) = point(system.shadow(column, false, steps)?, steps)? else { return Ok(None) };
    if let Some(found) = above(shadow)? {
        return Ok(Some(found));
    }
    if let Some(shadow) = point(system.shadow(column, true, steps)?, steps)? {
        return above(shadow);
    }
    for splinter in system.splinters(column) {
        if let Some(found) = point(splinter?, steps)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
