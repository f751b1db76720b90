//! Whether two texts say the same, and where they do not.
//!
//! | question | holds if |
//! |---|---|
//! | [`same`] | every place holds the same elements in both, as often |
//! | [`same_pairs`] | every place holds the same elements in both |
//!
//! Places are compared if they are of one kind. Registers of warps of 64 lanes and of 32 are not,
//! where both say so, though the numbers of their threads may be; where one does not say, those
//! numbers are compared.
//!
//! As functions of places, or of elements, they are compared at any size, and a difference of
//! two functions is one of the correspondences. What is no function on either side is compared
//! as a correspondence: by its legs, or pair by pair within the budget.
//!
//! ```text
//! C of SM80 16x8, and of it with rows and columns of a thread's values exchanged:
//! (thread = 0, value = 1) holds (0, 1) in one, (8, 0) in the other
//! ```
//!
//! A text of which a place or an element leaves 64 bits says nothing, and is compared with none.
//!
//! **The law.** A disagreement is asked of both correspondences again, by the evaluator, before
//! it is given.

use std::fmt;

use super::{Meaning, Places, TranslateError};
use crate::corr::Difference;
use crate::error::tuple;
use crate::index_set::Point;
use crate::map::LayoutMap;
use crate::proof::{Budget, Strategy, Verdict, Witness, defined, equal};

/// The answer to whether two meanings are one.
pub type Comparison = Verdict<Disagreement>;

/// A place and an element that one has more often than the other, with all that each says of
/// the place and of the element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The kind of place.
    pub places: Places,
    /// The place.
    pub place: Point,
    /// The element.
    pub element: Point,
    /// How often the place holds the element, in the first and in the second.
    pub times: [u64; 2],
    /// What the place holds, in the first and in the second.
    pub held: [Vec<Point>; 2],
    /// Where the element is, in the first and in the second.
    pub found: [Vec<Point>; 2],
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = &self.held;
        if left == right {
            let (place, element) = (Named(self.places, &self.place), tuple(&self.element));
            let [first, second] = self.times;
            return write!(
                f,
                "{place} holds {element} {first} times in one, {second} times in the other"
            );
        }
        if !matches!(self.places, Places::Registers | Places::BlockRegisters) {
            let [first, second] = &self.found;
            let element = tuple(&self.element);
            return write!(
                f,
                "{element} is at {} in one, at {} in the other",
                List(first),
                List(second)
            );
        }
        let place = Named(self.places, &self.place);
        write!(f, "{place} holds {} in one, {} in the other", List(left), List(right))
    }
}

/// A place with the names of its axes.
struct Named<'a>(Places, &'a [i64]);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.0.axes().iter().zip(self.1).map(|(name, x)| format!("{name} = {x}"));
        write!(f, "({})", named.collect::<Vec<_>>().join(", "))
    }
}

/// Points, or that there is none.
struct List<'a>(&'a [Point]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let points: Vec<String> = self.0.iter().map(|point| tuple(point)).collect();
        f.write_str(&points.join(" and "))
    }
}

/// Whether every place holds the same elements in both, as often.
///
/// # Errors
/// Other kinds of places, warps of other lanes, or tiles of other shapes.
pub fn same(
    left: &Meaning,
    right: &Meaning,
    budget: &Budget,
) -> Result<Comparison, TranslateError> {
    compared(left, right, budget, true)
}

/// Whether every place holds the same elements in both, however often.
///
/// # Errors
/// As [`same`].
pub fn same_pairs(
    left: &Meaning,
    right: &Meaning,
    budget: &Budget,
) -> Result<Comparison, TranslateError> {
    compared(left, right, budget, false)
}

fn compared(
    left: &Meaning,
    right: &Meaning,
    budget: &Budget,
    counted: bool,
) -> Result<Comparison, TranslateError> {
    if left.places != right.places {
        let (left, right) = (left.places, right.places);
        return Err(TranslateError::OtherPlaces { left, right });
    }
    if left.shape != right.shape {
        let (left, right) = (left.shape.clone(), right.shape.clone());
        return Err(TranslateError::OtherShapes { left, right });
    }
    if let (Some(own), Some(other)) = (left.lanes, right.lanes)
        && own != other
    {
        return Err(TranslateError::OtherWarps { left: own, right: other });
    }
    for (meaning, which) in [(left, "the first"), (right, "the second")] {
        if let Some(why) = meaning.is_somewhere(which, budget)? {
            return Ok(Comparison::Unknown { why });
        }
    }
    if left.corr == right.corr {
        return Ok(Comparison::proved(Strategy::Structure));
    }
    let both = Both { left, right, budget, counted };
    if let Some(answer) = both.by_functions()? {
        return Ok(answer);
    }
    Ok(match both.correspond()? {
        Verdict::Proved { by, .. } => Comparison::proved(by),
        Verdict::Unknown { why } => Comparison::Unknown { why },
        Verdict::Disproved { witness, by, .. } => {
            let Difference { from, to, .. } = witness;
            match both.disagreement(&from, &to)? {
                Some(witness) => Comparison::disproved(witness, by),
                None => Comparison::Unknown { why: "the difference was not confirmed".to_owned() },
            }
        }
    })
}

impl Meaning {
    /// Whether every place and element of a text, called so, has a number of 64 bits: `None`, or why
    /// that is not known.
    ///
    /// # Errors
    /// [`TranslateError::Nowhere`], with a point at which one has not.
    pub(super) fn is_somewhere(
        &self,
        which: &'static str,
        budget: &Budget,
    ) -> Result<Option<String>, TranslateError> {
        let Some((left, right)) = self.corr.legs() else { return Ok(None) };
        for leg in [left, right] {
            match defined(leg, budget).total {
                Verdict::Proved { .. } => {}
                Verdict::Disproved { witness, .. } => {
                    let witness = Box::new(witness);
                    return Err(TranslateError::Nowhere { which, witness });
                }
                Verdict::Unknown { why } => {
                    return Ok(Some(format!("whether {which} has a value everywhere: {why}")));
                }
            }
        }
        Ok(None)
    }
}

struct Both<'a> {
    left: &'a Meaning,
    right: &'a Meaning,
    budget: &'a Budget,
    counted: bool,
}

impl Both<'_> {
    fn correspond(&self) -> Result<Verdict<Difference>, TranslateError> {
        let (left, right) = (&self.left.corr, &self.right.corr);
        Ok(match self.counted {
            true => left.equal(right, self.budget)?,
            false => left.same_pairs(right, self.budget)?,
        })
    }

    /// The answer where both are functions of places, or of elements.
    fn by_functions(&self) -> Result<Option<Comparison>, TranslateError> {
        type View = fn(&Meaning, &Budget) -> Result<LayoutMap, TranslateError>;
        let views: [(View, bool); 2] = [(Meaning::by_place, true), (Meaning::by_element, false)];
        for (view, places) in views {
            let none = Budget::of_points(0);
            let (Ok(f), Ok(g)) = (view(self.left, &none), view(self.right, &none)) else {
                continue;
            };
            if f.domain().hull() != g.domain().hull() {
                for point in corners(&f).into_iter().chain(corners(&g)) {
                    if let Some(found) = self.at(places, &point, &f, &g)? {
                        let by = Strategy::Exhaustive;
                        return Ok(Some(Comparison::disproved(found, by)));
                    }
                }
                continue;
            }
            match equal(&f, &g, self.budget) {
                Verdict::Proved { by, .. } => return Ok(Some(Comparison::proved(by))),
                Verdict::Disproved { witness: Witness::Difference { point, .. }, by, .. } => {
                    if let Some(witness) = self.at(places, point.values(), &f, &g)? {
                        return Ok(Some(Comparison::disproved(witness, by)));
                    }
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The disagreement at a point of both functions' domains.
    fn at(
        &self,
        places: bool,
        point: &[i64],
        f: &LayoutMap,
        g: &LayoutMap,
    ) -> Result<Option<Disagreement>, TranslateError> {
        for value in [f.eval(point), g.eval(point)].into_iter().flatten() {
            let (place, element) = if places { (point, &value[..]) } else { (&value[..], point) };
            if let Some(found) = self.disagreement(place, element)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What both say of a place and an element, if they count them differently.
    fn disagreement(
        &self,
        place: &[i64],
        element: &[i64],
    ) -> Result<Option<Disagreement>, TranslateError> {
        let corrs = [&self.left.corr, &self.right.corr];
        let mut times = [0; 2];
        let (mut held, mut found) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for (k, corr) in corrs.into_iter().enumerate() {
            // A handful of points, whatever the proof may look at.
            let few = Budget::default();
            let (Ok(at), Ok(of)) = (corr.image(place, &few), corr.fibre(element, &few)) else {
                return Ok(None);
            };
            if let (Some(times), Some(held), Some(found)) =
                (times.get_mut(k), held.get_mut(k), found.get_mut(k))
            {
                *times = at.get(element).copied().unwrap_or(0);
                *held = at.into_keys().collect();
                *found = of.into_keys().collect();
            }
        }
        let [first, second] = times;
        let differs = if self.counted { first != second } else { (first == 0) != (second == 0) };
        let (place, element) = (place.to_vec(), element.to_vec());
        let places = self.left.places;
        Ok(differs.then_some(Disagreement { places, place, element, times, held, found }))
    }
}

/// The point with the greatest coordinates, and those with one of them and 0 elsewhere.
fn corners(map: &LayoutMap) -> Vec<Point> {
    let extents = map.domain().hull_extents().unwrap_or_default();
    let last: Point = extents.iter().map(|extent| extent.saturating_sub(1)).collect();
    let along = |axis: usize| {
        last.iter().enumerate().map(|(k, &x)| if k == axis { x } else { 0 }).collect()
    };
    let mut corners: Vec<Point> = (0..last.len()).map(along).collect();
    corners.push(last);
    corners
}
