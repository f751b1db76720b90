//! How many values a map takes, and at how many points.
//!
//! ```text
//! (x floordiv 4) mod 8, x < 100        100 points, 8 values
//! ```
//!
//! The number of values is that of the [`image`], or, where that is not known but the map is total
//! and injective, the number of points.

use std::fmt;

use super::access::NO_POINTS;
use super::driver::over;
use super::image::{by_form, listed};
use super::{Answer, Budget, Verdict, prove};
use crate::index_set::Size;
use crate::map::LayoutMap;

/// A number of points and a number of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many points the domain has.
    pub points: Size,
    /// The values in the codomain.
    pub values: Answer<u128>,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; values: {}", self.points, self.values)
    }
}

/// The number of points and of values of a map.
///
/// ```
/// use tileir::{LayoutMap, proof::{Budget, cardinality}};
/// let folded: LayoutMap = "expr<(x : 100) -> (x floordiv 4 mod 8)>".parse()?;
/// let count = cardinality(&folded, &Budget::of_points(0));
/// assert_eq!(count.to_string(), "100 points; values: 8, by affine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cardinality(map: &LayoutMap, budget: &Budget) -> Count {
    let points = map.domain().size();
    Count { points, values: values(map, points.counted(), budget) }
}

fn values(map: &LayoutMap, points: Option<u128>, budget: &Budget) -> Answer<u128> {
    let why = match by_form(map) {
        Ok((image, by)) => match image.cardinality() {
            Some(value) => return Answer::Known { value, by },
            None => "parts of the image may overlap".to_string(),
        },
        Err(why) => why,
    };
    let facts = prove(map, &NO_POINTS);
    if let (Some(value), Verdict::Proved { by, .. }) = (points, facts.injective)
        && facts.total.is_proved()
        && facts.bounds.is_proved()
    {
        return Answer::Known { value, by };
    }
    let counted = listed(map, budget).and_then(|image| match image {
        Answer::Known { value, by } => Some(Answer::Known { value: value.cardinality()?, by }),
        Answer::Unknown { .. } => None,
    });
    counted
        .unwrap_or_else(|| Answer::Unknown { why: format!("{why}; {}", over(map, budget.points)) })
}
