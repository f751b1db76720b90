//! How many neighbours are neighbours in memory, and where they start.
//!
//! An axis is cut into runs of `w` points, `w` a power of two that divides it. The runs are
//! *contiguous* if each counts up by one from its start, and *aligned* to a power of two that
//! divides every start. A vector access needs both: `min(width, alignment)` elements at once.
//!
//! ```text
//! i*72 + j,  j < 64, along j        width 64, alignment 8: vectors of 8
//! i*64 + (j xor 8*(i mod 8))        width 8, alignment 8
//! i*9 + j,   j < 8                  width 8, alignment 1: (1, 0) starts at 9
//! ```
//!
//! *In digits*: the digits of the axis that have their own weight as coefficient, from the lowest
//! up to the first that has another or is hidden in a symbol, count up together; `w` divides the
//! weight of that first one. *In bits*: the low bits of the coordinate are the low bits of the
//! address, and nothing else flips those. What is left open, every point decides.

use std::collections::BTreeSet;

use crate::index_set::{Extent, Point};
use crate::map::{LayoutMap, gcd};
use crate::proof::affine::{Form, Normal};
use crate::proof::driver::over;
use crate::proof::forms::Forms;
use crate::proof::normal::NormalForm;
use crate::proof::{Answer, Budget, Strategy, Verdict, Witness};

/// No greater alignment is claimed.
const MOST: i64 = 1 << 62;

/// Runs along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contiguity {
    /// A power of two: so many points from each multiple of it count up by one.
    pub width: i64,
    /// A power of two that divides the value at each of those starts.
    pub alignment: i64,
    /// Why the runs are not twice as wide; `None` where the axis has no such runs.
    pub wider: Option<Verdict>,
    /// Why the starts are not aligned to twice as much; `None` where no more is asked for.
    pub coarser: Option<Verdict>,
}

/// How many neighbours along `axis` are neighbours in memory, and at which alignment. The map has
/// one codomain axis: an address.
///
/// ```
/// use tileir::{LayoutMap, proof::{Budget, contiguity}};
/// let padded: LayoutMap = "mixed_radix<(128,64):(72,1)>".parse()?;
/// let runs = contiguity(&padded, 1, &Budget::of_points(0));
/// let runs = runs.value().ok_or("not known")?;
/// assert_eq!((runs.width, runs.alignment), (64, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contiguity(map: &LayoutMap, axis: usize, budget: &Budget) -> Answer<Contiguity> {
    up_to(map, axis, MOST, budget)
}

/// How many neighbours along `axis` may be accessed at once: the largest power of two `w`, at
/// most `max` and dividing the axis, for which the values at `w*q, …, w*q + w-1` are proved to
/// be a multiple of `w` and the numbers after it. The map has one codomain axis: an address.
///
/// The verdict is about that width. A width of 1 needs no proof, and the verdict then says why
/// not 2 (it is proved where no greater width was possible). See [`contiguity`].
pub fn vector_width(map: &LayoutMap, axis: usize, max: i64, budget: &Budget) -> (i64, Verdict) {
    let most = 1 << max.clamp(1, MOST).ilog2();
    match up_to(map, axis, most, budget) {
        Answer::Unknown { why } => (1, Verdict::Unknown { why }),
        Answer::Known { value: Contiguity { width, alignment, wider, coarser }, by } => {
            let why = if width == 1 { wider } else { coarser };
            let proved = Verdict::proved(by);
            match width.min(alignment) {
                1 => (1, why.unwrap_or(proved)),
                both => (both, proved),
            }
        }
    }
}

/// As [`contiguity`], nothing above `most` asked for.
fn up_to(map: &LayoutMap, axis: usize, most: i64, budget: &Budget) -> Answer<Contiguity> {
    let unknown = |why: String| Answer::Unknown { why };
    if map.codomain().rank() != 1 {
        return unknown(format!("{} is not one axis of addresses", map.codomain()));
    }
    let Some(Extent::Finite(extent)) = map.domain().axes().get(axis).map(|axis| axis.extent())
    else {
        return unknown(format!("{} has no axis {axis}", map.domain()));
    };
    if !map.domain().is_box() {
        return unknown(format!("runs may leave the constraints of {}", map.domain()));
    }
    let mut runs = Runs { map, axis, limit: most, known: NOTHING, starts: Vec::new(), why: None };
    if map.domain().is_empty() {
        let value = Contiguity { width: 1, alignment: 1, wider: None, coarser: None };
        return Answer::Known { value, by: Strategy::Cardinality };
    }
    runs.limit = lowest_bit(extent.into()).min(most);
    if let Some(forms) = Forms::over_box(map) {
        runs.by_digits(&forms);
        runs.by_bits(&forms);
    }
    runs.settled(most, budget)
}

/// Runs that are proved.
#[derive(Clone, Copy)]
struct Known {
    width: i64,
    alignment: i64,
    by: Strategy,
}

/// Every point is a run of one, and every number a multiple of one.
const NOTHING: Known = Known { width: 1, alignment: 1, by: Strategy::Structure };

struct Runs<'a> {
    map: &'a LayoutMap,
    axis: usize,
    /// The widest run that the axis has.
    limit: i64,
    known: Known,
    /// Points near which a run may break.
    starts: Vec<Point>,
    why: Option<String>,
}

impl Runs<'_> {
    fn by_digits(&mut self, forms: &Forms) {
        let (code, extents, normal) = (forms.code(), forms.extents(), forms.digits());
        let all = normal.digits.all();
        self.starts.push(vec![0; extents.len()]);
        self.starts.extend(all.iter().map(|digit| {
            let mut point = vec![0; extents.len()];
            point[digit.axis] = digit.weight;
            point
        }));
        self.why = Some(normal.opaque());
        let form = code.values().first().and_then(|&place| normal.form(place));
        let Some(form) = form.filter(|_| normal.evaluates(self.map, code)) else { return };
        let hidden = hidden(normal, form);
        let own = normal.digits.of_axis(self.axis);
        let counts = |&place: &usize| {
            form.coefficient(place) == all[place].weight.into() && !hidden.contains(&place)
        };
        let first = own.clone().find(|place| !counts(place));
        let span = first.map_or(extents[self.axis], |place| all[place].weight);
        let width = lowest_bit(span.into()).min(self.limit);
        let below = own.start..first.unwrap_or(own.end);
        let steps = form.terms().iter().filter(|(variable, _)| !below.contains(variable));
        let within = if span > width { width.into() } else { 0 };
        let divisor = steps.fold(gcd(form.constant(), within), |g, &(_, a)| gcd(g, a));
        self.known = Known { width, alignment: lowest_bit(divisor), by: Strategy::Affine };
    }

    fn by_bits(&mut self, forms: &Forms) {
        let (code, normal) = (forms.code(), forms.bits());
        let form = code.values().first().and_then(|&place| normal.form(place));
        let Some(form) = form.filter(|_| normal.evaluates(self.map, code)) else { return };
        // What is flipped by all but the axis's bits below `count`.
        let others = |count: usize| {
            let inputs = normal.inputs.iter().enumerate();
            let rest = inputs.filter(|(_, input)| input.0 != self.axis || input.1 >= count);
            rest.fold(form.constant, |all, (input, _)| all | form.basis(input))
        };
        let own = normal.inputs.iter().enumerate().filter(|(_, input)| input.0 == self.axis);
        let kept = own.take_while(|&(input, &(_, bit))| form.basis(input) == 1 << bit).count();
        let most = kept.min(self.limit.ilog2() as usize);
        let counts_up = |&count: &usize| others(count) & ((1 << count) - 1) == 0;
        let count = (0..=most).rev().find(counts_up).unwrap_or(0);
        let (width, alignment) = (1 << count, lowest_bit(i128::from(others(count))));
        if (width, alignment) > (self.known.width, self.known.alignment) {
            self.known = Known { width, alignment, by: Strategy::Gf2 };
        }
    }

    /// The answer, by every point where a claim is open.
    fn settled(mut self, most: i64, budget: &Budget) -> Answer<Contiguity> {
        let Known { width, alignment, by } = self.known;
        let starts = |run: i64| {
            self.starts.iter().map(move |point| {
                let mut start = point.clone();
                start[self.axis] -= start[self.axis] % run;
                start
            })
        };
        let broken = |start: Point| {
            let mut next = start.clone();
            next[self.axis] += width;
            Witness::varies(self.map, start, next, width)
        };
        let failed = |witness: Option<Witness>| {
            witness.map(|witness| Verdict::disproved(witness, Strategy::Affine))
        };
        let open = Verdict::Unknown { why: String::new() };
        let wider = (width < self.limit)
            .then(|| failed(starts(2 * width).find_map(broken)).unwrap_or(open.clone()));
        let misaligned = |start| Witness::misaligned(self.map, start, 2 * alignment);
        let mut second = vec![0; self.map.domain().rank()];
        second[self.axis] = width;
        let coarser = (alignment < most.min(MOST))
            .then(|| failed(starts(width).chain([second]).find_map(misaligned)).unwrap_or(open));
        let mut value = Contiguity { width, alignment, wider, coarser };
        let undecided = |claim: &Option<Verdict>| claim.as_ref().is_some_and(Verdict::is_unknown);
        if !undecided(&value.wider) && !undecided(&value.coarser) {
            return Answer::Known { value, by };
        }
        if self.map.domain().few(budget.points).is_some() {
            let exact = self.at_every_point(most);
            let by = match (exact.width, exact.alignment) == (width, alignment) {
                true => by,
                false => Strategy::Exhaustive,
            };
            return Answer::Known { value: exact, by };
        }
        let mut why = self.why.take().unwrap_or_else(|| "the program is too long".to_string());
        why = format!("{}: {why}; {}", Strategy::Affine, over(self.map, budget.points));
        for claim in [&mut value.wider, &mut value.coarser].into_iter().flatten() {
            if claim.is_unknown() {
                *claim = Verdict::Unknown { why: why.clone() };
            }
        }
        Answer::Known { value, by }
    }

    /// Every neighbour of every point. A run of `w` breaks at a coordinate `c` that is no multiple
    /// of `w`: so the widest is the least power of two that divides a `c` where one breaks.
    fn at_every_point(&self, most: i64) -> Contiguity {
        let by = Strategy::Exhaustive;
        let mut width = self.limit;
        let mut wider = None;
        let mut starts: Vec<(i64, i64, Point)> = Vec::new();
        for point in self.map.domain().points() {
            let Ok(value) = self.map.eval(&point) else {
                let missing = Witness::undefined(self.map, point.clone())
                    .or_else(|| Witness::outside(self.map, point));
                let why = missing.map(|witness| Verdict::disproved(witness, by));
                let wider = why.clone().filter(|_| self.limit > 1);
                return Contiguity { width: 1, alignment: 1, wider, coarser: why };
            };
            let at = point[self.axis];
            let (place, aligned) = (lowest_bit(at.into()), lowest_bit(value[0].into()));
            match starts.iter_mut().find(|(other, ..)| *other == place) {
                Some(known) if known.1 > aligned => *known = (place, aligned, point.clone()),
                Some(_) => {}
                None => starts.push((place, aligned, point.clone())),
            }
            if place < width {
                let mut before = point.clone();
                before[self.axis] -= place;
                if let Some(witness) = Witness::varies(self.map, before, point, place) {
                    width = place;
                    wider = Some(Verdict::disproved(witness, by));
                }
            }
        }
        let starts = starts.into_iter().filter(|&(place, ..)| place >= width);
        let (_, alignment, point) =
            starts.min_by_key(|&(_, aligned, _)| aligned).unwrap_or((1, MOST, Vec::new()));
        let coarser = (alignment < most.min(MOST)).then(|| {
            Witness::misaligned(self.map, point, 2 * alignment)
                .map_or_else(contradiction, |witness| Verdict::disproved(witness, by))
        });
        Contiguity { width, alignment, wider, coarser }
    }
}

fn contradiction() -> Verdict {
    Verdict::Unknown { why: "the evaluator contradicts itself".to_string() }
}

/// The variables inside the symbols of a form.
pub(in crate::proof) fn hidden(normal: &Normal, form: &Form) -> BTreeSet<usize> {
    let count = normal.digits.all().len();
    let symbols = |form: &Form| -> Vec<usize> {
        form.terms().iter().map(|&(variable, _)| variable).filter(|&v| v >= count).collect()
    };
    let (mut hidden, mut pending, mut done) = (BTreeSet::new(), symbols(form), BTreeSet::new());
    while let Some(symbol) = pending.pop() {
        if done.insert(symbol) {
            let symbol = &normal.symbols[symbol - count];
            for operand in [&symbol.left, &symbol.right] {
                hidden.extend(operand.terms().iter().map(|&(variable, _)| variable));
                pending.extend(symbols(operand));
            }
        }
    }
    hidden
}

/// The greatest power of two that divides a number, no greater than [`MOST`]; that for 0.
fn lowest_bit(number: i128) -> i64 {
    1 << number.trailing_zeros().min(62)
}
