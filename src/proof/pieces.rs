//! Whether pieces that are injective each are injective together: no two have a value in common.
//!
//! ```text
//! i        where i < 4      values 0 to 3
//! 20 - i   where 4 <= i     values 12 to 16      apart
//! 7 - i    where 4 <= i     values -1 to 3       (i = 3) and (i = 4) both map to 3
//! ```
//!
//! Each pair of pieces is a question of its own, [`disjoint`]; a value that two share is a collision
//! of the whole, which is evaluated there.

use super::finding::{Finding, Found};
use super::presburger::Steps;
use super::{Budget, Facts, Verdict, Witness, disjoint};
use crate::map::LayoutMap;

/// More pairs are not asked.
const MOST_PAIRS: usize = 1024;

/// Whether the whole is injective; all pairs together take at most half of the steps. Outside the
/// codomain two values may be one though no pair shares it, so every piece must stay inside.
pub(super) fn injective(
    map: &LayoutMap,
    (pieces, facts): (&[LayoutMap], &[&Facts]),
    steps: &mut Steps,
) -> Found {
    let pairs = pieces.len() * pieces.len().saturating_sub(1) / 2;
    if pairs > MOST_PAIRS {
        return Err(format!("{pairs} pairs of pieces are more than {MOST_PAIRS}"));
    }
    let whole = |facts: &&Facts| facts.injective.is_proved() && facts.bounds.is_proved();
    if !facts.iter().all(whole) {
        return Err("a part is not proved injective and in bounds".to_string());
    }
    let all = Budget { steps: steps.0 / 2, points: 0 };
    let each = all.shared_by(pairs);
    steps.0 -= all.steps;
    let mut open = None;
    for (place, first) in pieces.iter().enumerate() {
        for (other, second) in pieces.iter().enumerate().skip(place + 1) {
            match disjoint(first, second, &each) {
                Verdict::Proved { .. } => {}
                Verdict::Disproved { witness: Witness::Shared { left, right, .. }, .. } => {
                    let points = (left.values().to_vec(), right.values().to_vec());
                    if let Some(witness) = Witness::collision(map, points.0, points.1) {
                        return Ok(Finding::Fails(witness));
                    }
                }
                _ => open = open.or(Some((place, other))),
            }
        }
    }
    match open {
        None => Ok(Finding::Holds),
        Some((first, second)) => {
            Err(format!("pieces {first} and {second} may have a value in common"))
        }
    }
}
