//! Whether two maps are one function.
//!
//! Both programs are written as one, so that what they share is one instruction with one form.
//! Where both always have a value, equal forms are equal values; a difference of forms is tried
//! at its ends.

use super::{NO_POINTS, Question, on_hull, one_box};
use crate::expr::{Program, ProgramBuilder};
use crate::map::{CheckedProgram, LayoutMap};
use crate::proof::affine::{Form, Normal};
use crate::proof::finding::{Finding, Found, fails_at};
use crate::proof::gf2::BitNormal;
use crate::proof::normal::NormalForm;
use crate::proof::{Budget, Strategy, Verdict, Witness, defined, exhaustive, presburger};

/// Whether two maps agree at every point, also in having no value: maps into one codomain, over
/// one domain or parts of one box.
///
/// ```
/// use tileir::{LayoutMap, proof::{Budget, equal}};
/// let sum: LayoutMap = "expr<(i : 4, j : 8) -> (i * 8 + j) to (d0 : 32)>".parse()?;
/// let or: LayoutMap = "expr<(i : 4, j : 8) -> (i shl 3 xor j) to (d0 : 32)>".parse()?;
/// assert!(equal(&sum, &or, &Budget::of_points(0)).is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equal(left: &LayoutMap, right: &LayoutMap, budget: &Budget) -> Verdict {
    for (what, a, b) in [
        ("domains", left.domain().hull(), right.domain().hull()),
        ("codomains", left.codomain().clone(), right.codomain().clone()),
    ] {
        if a != b {
            return Verdict::Unknown {
                why: format!("the maps have different {what}: {a} and {b}"),
            };
        }
    }
    if left.domain() != right.domain() {
        return one_box::agree(left, right, budget);
    }
    let mut question = Question::new(left, budget);
    if left == right {
        return Verdict::proved(Strategy::Structure);
    }
    let hulls = on_hull(left, |left| match right.over_hulls() {
        Some(right) => equal(left, &right, &NO_POINTS),
        None => Verdict::Unknown { why: "a map has no program over its box".to_string() },
    });
    if let Some(verdict) = hulls {
        return verdict;
    }
    if let (Some(a), Some(b), Some(extents)) =
        (left.program(), right.program(), left.domain().extents())
    {
        if a == b {
            return Verdict::proved(Strategy::Structure);
        }
        let both = Both::new(left, &a, &b);
        question.ask(Strategy::Affine, || both.equal_affine(left, right, &extents));
        question.ask(Strategy::Gf2, || both.equal_gf2(left, right, &extents));
    }
    question.search(|budget, steps| {
        let defined = || [left, right].iter().all(|map| defined(map, budget).everywhere());
        presburger::equal(left, right, defined, steps)
    });
    let verdict = question.exhaust(|| exhaustive::equal(left, right));
    #[cfg(feature = "z3")]
    let verdict = super::or_solved(verdict, budget, |steps| {
        let defined = || [left, right].iter().all(|map| defined(map, budget).everywhere());
        crate::proof::smt::equal(left, right, defined, steps)
    });
    verdict
}

/// Two maps' programs as one.
struct Both {
    program: Program,
    rank: usize,
    left_values: Vec<u32>,
    right_values: Vec<u32>,
    checks: Vec<(u32, i64)>,
}

impl Both {
    fn new(map: &LayoutMap, left: &CheckedProgram, right: &CheckedProgram) -> Both {
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..map.domain().rank()).map(|i| builder.coord(i)).collect();
        let mut outputs = builder.inline(left.program(), &inputs);
        let middle = outputs.len();
        outputs.extend(builder.inline(right.program(), &inputs));
        let program = builder.finish(&outputs);
        let (of_left, of_right) = program.outputs().split_at(middle);
        let rank = left.rank();
        let extents = |code: &CheckedProgram| code.checks().map(|(_, extent)| extent).collect();
        let (of_left_checks, of_right_checks): (Vec<i64>, Vec<i64>) =
            (extents(left), extents(right));
        let checked = of_left[rank..].iter().copied().zip(of_left_checks);
        let checks = checked.chain(of_right[rank..].iter().copied().zip(of_right_checks)).collect();
        let (left_values, right_values) = (of_left[..rank].to_vec(), of_right[..rank].to_vec());
        Both { program, rank, left_values, right_values, checks }
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.left_values.iter().copied().zip(self.right_values.iter().copied()).take(self.rank)
    }

    /// Whether both have a value everywhere. One outside the codomain is outside it for both,
    /// where the two are equal.
    fn defined(&self, normal: &impl NormalForm) -> bool {
        normal.defined(self.checks.iter().copied())
    }

    fn equal_affine(&self, left: &LayoutMap, right: &LayoutMap, extents: &[i64]) -> Found {
        let normal = Normal::of(&self.program, extents);
        let difference = |(a, b): (u32, u32)| normal.form(a)?.plus(-1, normal.form(b)?);
        let differences: Option<Vec<Form>> = self.pairs().map(difference).collect();
        let Some(differences) = differences else { return Err("a value is not affine".into()) };
        let zero = |form: &Form| form.as_constant() == Some(0);
        if self.defined(&normal) && differences.iter().all(zero) {
            return Ok(Finding::Holds);
        }
        let points = differences.iter().flat_map(|form| normal.ends(form));
        fails_at(points.filter_map(|point| Witness::difference(left, right, point)), Normal::DOUBT)
    }

    fn equal_gf2(&self, left: &LayoutMap, right: &LayoutMap, extents: &[i64]) -> Found {
        let normal = BitNormal::of(&self.program, extents);
        let same = |(a, b): (u32, u32)| Some(normal.form(a)? == normal.form(b)?);
        let same: Option<Vec<bool>> = self.pairs().map(same).collect();
        let same = same.is_some_and(|same| same.into_iter().all(|same| same));
        if same && self.defined(&normal) {
            return Ok(Finding::Holds);
        }
        let points = normal.basis_points().chain(normal.pair_points());
        fails_at(
            points.filter_map(|point| Witness::difference(left, right, point)),
            "a value is not linear in bits",
        )
    }
}
