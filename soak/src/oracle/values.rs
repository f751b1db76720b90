//! The values of a [`Listing`] as a set: the image, how many they are, what two maps share.
//!
//! ```text
//! (i : 4) -> (i * 2 mod 4) to (a : 3)     i      0  1  2  3
//!                                         value  0  2  0  2      {0, 2}: 2 values, 4 points
//! ```
//!
//! A value outside the codomain is none.

use super::{Listing, sets};
use std::collections::BTreeSet;
use tileir::Point;
use tileir::proof::{Count, Image, Witness};

/// A codomain in a box of so many points is asked about point by point.
const LISTED: i64 = 256;
/// How far beside a value an image of a greater codomain is asked.
const BESIDE: [i64; 6] = [-3, -2, -1, 1, 2, 3];

/// The values in the codomain.
pub fn values(listing: &Listing) -> &BTreeSet<Point> {
    let all = || listing.values.iter().flatten().filter(|value| listing.holds(value));
    listing.distinct.get_or_init(|| all().cloned().collect())
}

/// Whether an image has every value and nothing else, of all points of the codomain, or, where
/// these are many, of the values and what lies beside them; and whether what it says of itself is
/// so.
pub fn is_image(listing: &Listing, image: &Image) -> bool {
    let values = values(listing);
    let codomain = listing.map.codomain();
    let extents = codomain.axes().iter().map(|axis| axis.extent().finite());
    let size = extents.into_iter().try_fold(1i64, |size, extent| size.checked_mul(extent?));
    let few = size.is_some_and(|points| points <= LISTED);
    let others: Vec<Point> = match few {
        true => sets::points(codomain).collect(),
        false => values.iter().flat_map(beside).collect(),
    };
    image.codomain() == codomain
        && values.iter().all(|value| image.contains(value))
        && others.iter().all(|other| image.contains(other) == values.contains(other))
        && image.is_empty() == values.is_empty()
        && image.cardinality().is_none_or(|count| count == values.len() as u128)
        && image.as_box().is_none_or(|sides| is_box(values, &sides))
}

fn beside(value: &Point) -> impl Iterator<Item = Point> {
    let steps = (0..value.len()).flat_map(|axis| BESIDE.map(|step| (axis, step)));
    steps.filter_map(|(axis, step)| {
        let mut other = value.clone();
        other[axis] = other[axis].checked_add(step)?;
        Some(other)
    })
}

/// Whether values are all of the points between the ends of each axis.
fn is_box(values: &BTreeSet<Point>, sides: &[(i64, i64)]) -> bool {
    let within = |value: &Point| {
        value.len() == sides.len()
            && value.iter().zip(sides).all(|(v, (lo, hi))| lo <= v && v <= hi)
    };
    let length = |&(lo, hi): &(i64, i64)| i128::from(hi) - i128::from(lo) + 1;
    let size = sides.iter().map(length).try_fold(1i128, i128::checked_mul);
    size == Some(values.len() as i128) && values.iter().all(within)
}

/// Whether so many points are there, where they are counted, and so many values.
pub fn is_count(listing: &Listing, count: &Count) -> bool {
    let points = listing.points.len() as u128;
    let known = count.values.value();
    count.points.counted().is_none_or(|counted| counted == points)
        && known.is_none_or(|&counted| counted == values(listing).len() as u128)
}

/// Whether two maps have no value in common.
pub fn disjoint(left: &Listing, right: &Listing) -> bool {
    values(left).is_disjoint(values(right))
}

/// Whether a witness shows a value that two maps have.
pub fn refutes_disjoint(left: &Listing, right: &Listing, witness: &Witness) -> bool {
    match witness {
        Witness::Shared { left: a, right: b, value } => {
            [(left, a), (right, b)].iter().all(|(listing, point)| {
                let own = listing.inside(point.values()).flatten();
                own.map(Vec::as_slice) == Some(value.values())
            })
        }
        _ => false,
    }
}
