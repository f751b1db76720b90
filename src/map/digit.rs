//! [`Digit`]: a part of a coordinate, as inverses and proofs cut it.
//!
//! ```text
//! x < 10 cut at 1, 4        x mod 4 < 4, weight 1       x floordiv 4 < 3, weight 4
//! ```
//!
//! Distinct coordinates have distinct digits; where the last weight does not divide the extent, the
//! digits have more settings than there are coordinates: 2 and 3 with a last digit of 2.

/// A digit `(x floordiv weight) mod extent` of the coordinate `x` of an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digit {
    /// The axis it is a digit of.
    pub axis: usize,
    /// What it counts.
    pub weight: i64,
    /// It lies below this.
    pub extent: i64,
}

/// The digits of an axis that is cut at these weights, the least first, each a multiple of the one
/// before it. A digit that is always 0 is none.
pub(crate) fn digits(
    axis: usize,
    extent: i64,
    weights: impl IntoIterator<Item = i64>,
) -> impl Iterator<Item = Digit> {
    let mut weights = weights.into_iter().peekable();
    let all = std::iter::from_fn(move || {
        let weight = weights.next()?;
        let extent = match weights.peek() {
            Some(next) => next / weight,
            None => extent / weight + i64::from(extent % weight != 0),
        };
        Some(Digit { axis, weight, extent })
    });
    all.filter(|digit| digit.extent > 1)
}
