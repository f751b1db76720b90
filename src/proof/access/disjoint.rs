//! Whether two maps have no value in common.
//!
//! Two accesses to places that never coincide may be reordered; two buffers in one allocation do
//! not touch. The arguments, cheapest first:
//!
//! | argument | example |
//! |---|---|
//! | ranges and residues, row by row: the [sums](crate::proof::image) are never equal | `64*i + j` and `64*i + 8 + j`, `j < 8` |
//! | rank: what the origins differ by is not in the span of all bases of both | `2*(i xor 3)` and `2*j xor 1` |
//! | the two images, piece by piece | a swizzled tile and one beside it |
//! | integer points: [a system](crate::proof::presburger) of both | cut-off tiles side by side |
//! | every point of the smaller domain | in the other's image, within the budget |
//!
//! A common value is a witness: a point of each map, and both are evaluated there.

use super::NO_POINTS;
use crate::gf2::Span;
use crate::index_set::Point;
use crate::map::{LayoutMap, preimage};
use crate::proof::affine::{Form, Normal};
use crate::proof::driver::over;
use crate::proof::finding::{Finding, Found};
use crate::proof::forms::Forms;
use crate::proof::gf2::Columns;
use crate::proof::image::{Sum, apart, image};
use crate::proof::normal::NormalForm;
use crate::proof::presburger::{self, Steps};
use crate::proof::{Answer, Budget, Strategy, Verdict, Witness};

/// A fibre is looked through for a point as far as this.
const FIBRE_LIMIT: i64 = 1 << 12;

/// How many points of each map are tried on the other.
const TRIED: usize = 16;

/// Whether no value is taken by both maps. Values are numbers: what the axes of the codomains are
/// called does not matter, nor how far they run. (Outside its own codomain a map has no value.)
///
/// ```
/// use tileir::{LayoutMap, proof::{Budget, disjoint}};
/// let even: LayoutMap = "expr<(i : 100) -> (2 * i) to (a : 200)>".parse()?;
/// let odd: LayoutMap = "expr<(i : 100) -> (2 * i + 1) to (a : 200)>".parse()?;
/// let high: LayoutMap = "expr<(i : 100) -> (100 + i) to (a : 200)>".parse()?;
/// assert!(disjoint(&even, &odd, &Budget::of_points(0)).is_proved());
/// assert_eq!(
///     disjoint(&even, &high, &Budget::of_points(0)).to_string(),
///     "disproved by affine: (i = 99) of the first and (i = 98) of the second both map to (a = 198)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn disjoint(left: &LayoutMap, right: &LayoutMap, budget: &Budget) -> Verdict {
    let (a, b) = (left.codomain(), right.codomain());
    if left.domain().has_no_point() || right.domain().has_no_point() {
        return Verdict::proved(Strategy::Cardinality);
    }
    if a.rank() != b.rank() {
        let why = format!("values of {a} and of {b} have different numbers of coordinates");
        return Verdict::Unknown { why };
    }
    let pair = Pair { left, right };
    let mut reasons = Vec::new();
    let strategies: &[&dyn Fn() -> (Strategy, Found)] = &[
        &|| (Strategy::Affine, pair.by_sums()),
        &|| (Strategy::Gf2, pair.by_rank()),
        &|| pair.by_images(),
        &|| (Strategy::Presburger, presburger::disjoint(left, right, &mut Steps(budget.steps))),
        &|| (Strategy::Exhaustive, pair.by_points(budget)),
        #[cfg(feature = "z3")]
        &|| (Strategy::Z3, crate::proof::smt::disjoint(left, right, budget.steps)),
    ];
    for strategy in strategies {
        match strategy() {
            (by, Ok(Finding::Holds)) => return Verdict::proved(by),
            (by, Ok(Finding::Fails(witness))) => return Verdict::disproved(witness, by),
            (by, Err(why)) => reasons.push(format!("{by}: {why}")),
        }
    }
    Verdict::Unknown { why: reasons.join("; ") }
}

struct Pair<'a> {
    left: &'a LayoutMap,
    right: &'a LayoutMap,
}

impl Pair<'_> {
    fn shared(&self, from: Point, other: Point) -> Option<Witness> {
        Witness::shared(self.left, self.right, (from, other))
    }

    /// A row of sums that are never equal. What a sum says holds wherever there is a value, and on
    /// the box around a constrained domain.
    fn by_sums(&self) -> Found {
        let rows = |map: &LayoutMap| {
            let forms = Forms::of(map)?;
            let (code, normal) = (forms.code(), forms.digits());
            let row = |&place: &u32| match normal.form(place) {
                Some(form) => Some(sum(normal, form)),
                None => {
                    let range = normal.range(place);
                    Some(Sum { constant: 0, terms: vec![(1, range.lo, range.hi)] })
                }
            };
            let rows: Option<Vec<Sum>> = code.values().iter().map(row).collect();
            let ends = code.values().iter().filter_map(|&place| normal.form(place));
            let ends: Vec<Point> = ends.flat_map(|form| normal.ends(form)).take(TRIED).collect();
            Some((rows?, ends))
        };
        let (Some((left, ends)), Some((right, other_ends))) = (rows(self.left), rows(self.right))
        else {
            return Err("a map has no program over a box".to_string());
        };
        if left.iter().zip(&right).any(|(left, right)| apart(left, right)) {
            return Ok(Finding::Holds);
        }
        let origin = |map: &LayoutMap| vec![0; map.domain().rank()];
        let mut from_left = std::iter::once(origin(self.left)).chain(ends);
        let mut from_right = std::iter::once(origin(self.right)).chain(other_ends);
        let on_right = |from: Point| {
            let other = point_with(self.right, &self.left.eval(&from).ok()?)?;
            self.shared(from, other)
        };
        let on_left = |other: Point| {
            let from = point_with(self.left, &self.right.eval(&other).ok()?)?;
            self.shared(from, other)
        };
        let found = from_left.find_map(on_right).or_else(|| from_right.find_map(on_left));
        found.map(Finding::Fails).ok_or_else(|| "some sums of digits may be equal".to_string())
    }

    /// `c xor M*x = d xor N*y` asks whether `c xor d` is in the span of both matrices' columns.
    fn by_rank(&self) -> Found {
        let (Some(of_left), Some(of_right)) = (Forms::of(self.left), Forms::of(self.right)) else {
            return Err("a map has no program over a box".to_string());
        };
        let (left, right) = (of_left.bits(), of_right.bits());
        let rows = (left.rows(of_left.code()), right.rows(of_right.code()));
        let (Some(from_left), Some(from_right)) = rows else {
            return Err("a value is not linear in bits".to_string());
        };
        let columns = [left.columns(&from_left), right.columns(&from_right)];
        let origins = from_left.iter().zip(&from_right);
        let target: Vec<u64> = origins.map(|(l, r)| l.constant ^ r.constant).collect();
        let inputs = left.inputs.len();
        let count = inputs + right.inputs.len();
        let span =
            Span::<Vec<u64>>::of(columns.iter().flat_map(Columns::iter), count, 64 * target.len());
        let Some(solution) = span.solve(&target) else { return Ok(Finding::Holds) };
        let chosen = |place: usize| solution[place / 64] >> (place % 64) & 1 == 1;
        let set = |first: usize, count: usize| {
            let mut words = vec![0u64; count.div_ceil(64)];
            for place in (0..count).filter(|place| chosen(first + place)) {
                words[place / 64] |= 1 << (place % 64);
            }
            words
        };
        let from = left.coordinates(&set(0, inputs));
        let other = right.coordinates(&set(inputs, right.inputs.len()));
        let witness = self.shared(from, other);
        witness.map(Finding::Fails).ok_or_else(|| "the spans meet outside the domains".to_string())
    }

    /// Piece by piece; owed to whoever found the images.
    fn by_images(&self) -> (Strategy, Found) {
        match (image(self.left, &NO_POINTS), image(self.right, &NO_POINTS)) {
            (Answer::Known { value: a, by }, Answer::Known { value: b, by: other }) => {
                let holds = a.misses(&b).then_some(Finding::Holds);
                (by.max(other), holds.ok_or_else(|| "the images may meet".to_string()))
            }
            _ => (Strategy::Structure, Err("an image is not known".to_string())),
        }
    }

    /// The values of the smaller domain, one by one: in the other map's image, or, where that is
    /// not known, among its values.
    fn by_points(&self, budget: &Budget) -> Found {
        let points = |map: &LayoutMap| map.domain().few(u64::MAX);
        let (of_left, of_right) = (points(self.left), points(self.right));
        let fewer = of_left.is_some() && of_right.is_none_or(|n| of_left.is_some_and(|m| m <= n));
        let (few, many) = if fewer { (self.left, self.right) } else { (self.right, self.left) };
        let Some(rest) = points(few).and_then(|n| budget.points.checked_sub(n)) else {
            return Err(over(few, budget.points));
        };
        let left_to_spend = Budget::of_points(rest);
        let Some(image) = image(many, &left_to_spend).value().cloned() else {
            return Err(over(many, rest));
        };
        let mut shared = few.domain().points().filter_map(|point| {
            let value = few.eval(&point).ok()?;
            image.contains(&value).then_some((point, value))
        });
        let Some((point, value)) = shared.next() else { return Ok(Finding::Holds) };
        let listed = || {
            let mut all = many.domain().points();
            let within = points(many).is_some_and(|n| n <= rest);
            all.find(|other| within && many.eval(other).is_ok_and(|found| found == value))
        };
        let other = point_with(many, &value).or_else(listed);
        let witness = other.and_then(|other| {
            if fewer { self.shared(point, other) } else { self.shared(other, point) }
        });
        witness.map(Finding::Fails).ok_or_else(|| "a shared value has no point at hand".to_string())
    }
}

/// A form as a sum over the ranges of its variables.
fn sum(normal: &Normal, form: &Form) -> Sum {
    let digits = normal.digits.all();
    let term = |&(variable, a): &(usize, i128)| match digits.get(variable) {
        Some(digit) => (a, 0, i128::from(digit.extent) - 1),
        None => {
            let range = normal.symbols[variable - digits.len()].range;
            (a, range.lo, range.hi)
        }
    };
    Sum { constant: form.constant(), terms: form.terms().iter().map(term).collect() }
}

/// A point of the map with this value, if one is found without looking far.
fn point_with(map: &LayoutMap, value: &[i64]) -> Option<Point> {
    let fibre = preimage(map, value, &NO_POINTS).ok()?;
    if fibre.effort().is_none_or(|effort| effort > FIBRE_LIMIT) {
        return None;
    }
    fibre.points().next()
}
