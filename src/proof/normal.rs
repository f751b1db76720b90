//! Normal forms: what the affine and the GF(2) strategy have in common.
//!
//! Both bring the map's program to *forms*, one for each *place* (an instruction's value), and
//! know a range of every place, with a form or without:
//!
//! ```text
//! x < 6      affine form         GF(2) form: what each bit flips      range
//! x          d0,  d0 < 6         001, 010, 100                        0 to 5
//! x * 2      2*d0                0010, 0100, 1000                     0 to 10
//! x * x      s, a symbol         none                                 0 to 25
//! ```
//!
//! **The law.** A form says what the place is at every point, and a place is *safe* only if it is
//! known to have a value wherever its operands have. So two of the facts are one argument for both
//! strategies:
//!
//! - *total* holds if every place is safe and every checked one in range;
//! - *bounds* holds if every row is in the range of its axis.
//!
//! Where a range leaves what is allowed, the points at which the form is least and greatest are
//! tried as witnesses, and so are the ends of an unsafe place's operands. The other two facts are
//! questions of each strategy's own algebra.

use super::Witness;
use super::finding::{Finding, Findings, Found, Relations, fails_at, if_wanted};
use crate::expr::{BinaryOp, Interval};
use crate::index_set::{Extent, Point};
use crate::map::{CheckedProgram, LayoutMap};

/// What is known of the places of a program, in their order.
#[derive(Clone, Debug)]
pub(super) struct Places<F> {
    forms: Vec<Option<F>>,
    ranges: Vec<Interval>,
    safe: Vec<bool>,
    suspects: Vec<Point>,
    opaque: Option<(BinaryOp, bool)>,
}

impl<F> Places<F> {
    /// Of no instruction yet, with room for so many.
    pub fn with_capacity(count: usize) -> Self {
        Places {
            forms: Vec::with_capacity(count),
            ranges: Vec::with_capacity(count),
            safe: Vec::with_capacity(count),
            suspects: Vec::new(),
            opaque: None,
        }
    }

    /// One place more.
    pub fn push(&mut self, form: Option<F>, range: Interval, safe: bool) {
        self.forms.push(form);
        self.ranges.push(range);
        self.safe.push(safe);
    }

    /// Points at which an unsafe instruction may well fail.
    pub fn suspect(&mut self, points: impl IntoIterator<Item = Point>) {
        self.suspects.extend(points);
    }

    /// An operation that the forms do not express, or that is not safe; the first is remembered,
    /// and whether it is safe.
    pub fn note_opaque(&mut self, op: BinaryOp, safe: bool) {
        self.opaque.get_or_insert((op, safe));
    }
}

/// A program in forms of one kind, over the points of a box; see the source file's header.
pub(super) trait NormalForm {
    /// What is exactly known of a place.
    type Form;

    /// What it is that forms express: `affine in digits`.
    const KIND: &'static str;

    /// What may be wrong although the forms express every operation.
    const DOUBT: &'static str;

    /// What is known of its places.
    fn places(&self) -> &Places<Self::Form>;

    /// Points at which a form is least and greatest; they may lie outside the domain.
    fn ends(&self, form: &Self::Form) -> Vec<Point>;

    /// Points to try besides, where a place may leave its range.
    fn basis_points(&self) -> impl Iterator<Item = Point> {
        std::iter::empty()
    }

    /// Whether the map with these rows is injective; `total`, if it has a value everywhere.
    /// What tells two points apart need not be every row: some may have no form.
    fn injective(&self, map: &LayoutMap, rows: &[Option<&Self::Form>], total: bool) -> Found;

    /// Whether the map with these rows, which has a value everywhere, is surjective;
    /// `in_bounds`, if all its values are in the codomain.
    fn surjective(&self, map: &LayoutMap, rows: &[&Self::Form], in_bounds: bool) -> Found;

    /// The form of a place.
    fn form(&self, place: u32) -> Option<&Self::Form> {
        self.places().forms[place as usize].as_ref()
    }

    /// The forms of the map's value, row by row, if all have one.
    fn rows(&self, code: &CheckedProgram) -> Option<Vec<&Self::Form>> {
        code.values().iter().map(|&place| self.form(place)).collect()
    }

    /// The range of a place.
    fn range(&self, place: u32) -> Interval {
        self.places().ranges[place as usize]
    }

    /// Whether a place has a value wherever its operands have.
    fn safe(&self, place: u32) -> bool {
        self.places().safe[place as usize]
    }

    /// Whether every place has, so that the program has one at every point.
    fn all_safe(&self) -> bool {
        self.places().safe.iter().all(|&safe| safe)
    }

    /// Which operation the forms do not express; [`DOUBT`](NormalForm::DOUBT), if there is none.
    fn opaque(&self) -> String {
        self.opaque_or(Self::DOUBT)
    }

    /// Which operation the forms do not express; `otherwise`, if there is none.
    fn opaque_or(&self, otherwise: &str) -> String {
        match self.places().opaque {
            Some((op, true)) => format!("a '{}' is not {}", op.symbol(), Self::KIND),
            Some((op, false)) => format!("a '{}' may be undefined", op.symbol()),
            None => otherwise.to_string(),
        }
    }

    /// The places whose range leaves what their extent allows.
    fn leaving(&self, places: impl IntoIterator<Item = (u32, Extent)>) -> Vec<u32> {
        let leaves = |&(place, extent): &(u32, Extent)| !self.range(place).within(allowed(extent));
        places.into_iter().filter(leaves).map(|(place, _)| place).collect()
    }

    /// Whether every point has a value, which may lie outside the codomain.
    fn defined(&self, checks: impl IntoIterator<Item = (u32, i64)>) -> bool {
        self.all_safe() && self.leaving(of_checks(checks)).is_empty()
    }

    /// Whether every point has a value in the codomain, the rows being at the places `values`.
    fn within(
        &self,
        map: &LayoutMap,
        values: &[u32],
        checks: impl IntoIterator<Item = (u32, i64)>,
    ) -> bool {
        self.defined(checks)
            && map.codomain().is_box()
            && self.leaving(of_axes(map, values)).is_empty()
    }

    /// Whether every point has a value in the codomain.
    fn evaluates(&self, map: &LayoutMap, code: &CheckedProgram) -> bool {
        self.within(map, code.values(), code.checks())
    }
}

/// The facts of a map with this program in normal form, over a domain with a point.
pub(super) fn facts<N: NormalForm>(
    map: &LayoutMap,
    code: &CheckedProgram,
    normal: &N,
    wanted: Relations,
) -> Findings {
    let (total, bounds) = (total(map, code, normal), bounds(map, code, normal));
    let holds = |found: &Found| matches!(found, Ok(Finding::Holds));
    let injective = if_wanted(wanted.injective, || {
        let rows: Vec<_> = code.values().iter().map(|&place| normal.form(place)).collect();
        normal.injective(map, &rows, holds(&total))
    });
    let surjective = if_wanted(wanted.surjective, || match normal.rows(code) {
        Some(rows) if holds(&total) => normal.surjective(map, &rows, holds(&bounds)),
        _ => Err(normal.opaque()),
    });
    Findings { total, bounds, injective, surjective }
}

fn total(map: &LayoutMap, code: &CheckedProgram, normal: &impl NormalForm) -> Found {
    let leaving = normal.leaving(of_checks(code.checks()));
    if normal.all_safe() && leaving.is_empty() {
        return Ok(Finding::Holds);
    }
    let points = normal.places().suspects.iter().cloned().chain(to_try(normal, &leaving));
    let failures = points.filter_map(|point| Witness::undefined(map, point));
    fails_at(failures, "a value may leave its range")
}

fn bounds(map: &LayoutMap, code: &CheckedProgram, normal: &impl NormalForm) -> Found {
    let leaving = normal.leaving(of_axes(map, code.values()));
    if leaving.is_empty() {
        return Ok(Finding::Holds);
    }
    let failures = to_try(normal, &leaving).filter_map(|point| Witness::outside(map, point));
    fails_at(failures, "a value may leave the codomain")
}

/// Points at which a place that may leave its range is likely to.
fn to_try<N: NormalForm>(normal: &N, leaving: &[u32]) -> impl Iterator<Item = Point> {
    let forms = leaving.iter().filter_map(|&place| normal.form(place));
    forms.flat_map(|form| normal.ends(form)).chain(normal.basis_points())
}

/// The rows with the extents of their axes.
fn of_axes(map: &LayoutMap, values: &[u32]) -> impl Iterator<Item = (u32, Extent)> {
    values.iter().copied().zip(map.codomain().axes().iter().map(|axis| axis.extent()))
}

fn of_checks(checks: impl IntoIterator<Item = (u32, i64)>) -> impl Iterator<Item = (u32, Extent)> {
    checks.into_iter().map(|(place, extent)| (place, Extent::Finite(extent)))
}

/// What an extent allows.
pub(super) fn allowed(extent: Extent) -> Interval {
    match extent {
        Extent::Finite(n) => Interval { lo: 0, hi: i128::from(n) - 1 },
        Extent::Integers => Interval::ALL,
    }
}
