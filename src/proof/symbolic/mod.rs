//! What is true of the members of a family, and of which: verdicts under guards.
//!
//! ```
//! use tileir::family::Family;
//! use tileir::proof::{Budget, prove_family};
//! let text = "family<(n : 1..=999) (i : 8, j : 64) -> let f = i * n + j in (f mod 128, f floordiv 128)>";
//! let family: Family = text.parse()?;
//! let facts = prove_family(&family, &Budget::of_points(0));
//! assert_eq!(
//!     facts.injective.to_string(),
//!     "proved by symbolic if 64 le n; \
//!      disproved by symbolic if n lt 64: at n = 1, (i = 0, j = 1) and (i = 1, j = 0) both map to (d0 = 1, d1 = 0)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The family's bundle is asked first: what is proved of it holds for all members. Where that
//! says no or nothing, the [arguments](argue) are run on numbers with parameters in them; each
//! open question of these splits the answer in two.
//!
//! **The laws.** Where a *proved* guard holds, the fact is true of the member; where a *disproved*
//! one does, it is false. A disproof names a member, whose witness that member's evaluation
//! confirms. The guards of one answer exclude no member silently: what they leave over is said to
//! be unknown.
//!
//! The guard language is that of [`Guard`]: conjunctions of comparisons and divisibilities of
//! polynomials in the parameters. A condition that follows from the others is left out, and two
//! answers that differ in a condition and its contrary are one without it.

mod access;
mod argue;
mod disjoint;
mod equal;
mod families;
mod form;
mod instance;
mod met;
mod normal;
mod required;
mod resolve;
mod split;

use super::{Budget, Facts, Verdict, prove};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};
use crate::family::{Family, Guard, Scope, SymbolicAxis, SymbolicSet};
pub use access::{
    ClaimOfAll, ContiguityOfMembers, WavefrontsOfMembers, contiguity_of_members,
    fits_bits_of_members, vector_width_of_members, wavefronts_of_members,
};
use argue::{Finding, Question};
pub use disjoint::disjoint_families;
pub(crate) use equal::{Compared, Looked, Side, equal_members, where_met};
pub use families::{FamilyDifference, FamilyEquality, equal_families};
use form::Forms;
pub(crate) use form::{Sums, sums_of};
pub use required::Silent;
pub(crate) use required::{Asks, Requirement};
pub use split::{MemberVerdict, MemberWitness, Split};

/// The members that there are of which every one of these facts is proved, as a family without axes:
/// its value is 1 for them. `None` where one of the facts is proved of no member.
///
/// ```
/// use tileir::family::Family;
/// use tileir::proof::{Budget, prove_family, proved_where};
/// let rows: Family = "family<(n : 1..=9, s : 1..=9) (i : 4, j : n) -> (i * s + j)>".parse()?;
/// let facts = prove_family(&rows, &Budget::of_points(0));
/// let guard = proved_where(&rows, [&facts.injective]).unwrap();
/// assert_eq!(guard.to_string(), "family<(n : 1..=9, s : 1..=9) () -> (n le s) to (holds : 2)>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn proved_where<'a>(
    family: &Family,
    facts: impl IntoIterator<Item = &'a Split>,
) -> Option<Family> {
    let mut builder = ProgramBuilder::default();
    let and = |builder: &mut ProgramBuilder, all: Option<u32>, next| {
        Some(all.map_or(next, |all| builder.binary(BinaryOp::And, all, next)))
    };
    let mut all: Option<u32> = None;
    for there in family.existence(&mut builder) {
        all = and(&mut builder, all, there);
    }
    for fact in facts {
        let ways = fact.verdicts.iter().filter_map(|verdict| match verdict {
            Verdict::Proved { guard, .. } => Some(guard.truth(&mut builder)),
            _ => None,
        });
        let ways: Vec<u32> = ways.collect();
        let zero = builder.constant(0);
        let one_of = |some, next| {
            let number = builder.binary(BinaryOp::Add, some, next);
            builder.binary(BinaryOp::Ne, number, zero)
        };
        let holds = ways.into_iter().reduce(one_of)?;
        all = and(&mut builder, all, holds);
    }
    let all = all.unwrap_or_else(|| builder.constant(1));
    let holds = SymbolicSet::new(vec![SymbolicAxis::new("holds", 2)]).ok()?;
    let nothing = SymbolicSet::new(Vec::new()).ok()?;
    let truth = without_zeros(&builder.finish(&[all]));
    Family::new(family.parameters().clone(), nothing, holds, truth).ok()
}

/// The program with 1 for every divisor that is 0. A condition has a value where those before it
/// hold, and where one of them does not its value is not asked for; but it must not hide another
/// way.
fn without_zeros(program: &Program) -> Program {
    program.rewritten(|builder, op, lhs, mut rhs| {
        let divides = matches!(op, BinaryOp::FloorDiv | BinaryOp::Mod);
        if divides && !matches!(builder.inst(rhs), Inst::Const(value) if value != 0) {
            let zero = builder.constant(0);
            let is_zero = builder.binary(BinaryOp::Eq, rhs, zero);
            rhs = builder.binary(BinaryOp::Add, rhs, is_zero);
        }
        builder.binary(op, lhs, rhs)
    })
}

/// The four facts about the members of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyFacts {
    /// As [`Facts::total`].
    pub total: Split,
    /// As [`Facts::bounds`].
    pub bounds: Split,
    /// As [`Facts::injective`].
    pub injective: Split,
    /// As [`Facts::surjective`].
    pub surjective: Split,
}

impl FamilyFacts {
    /// The facts with their names, in order.
    pub fn each(&self) -> [(&'static str, &Split); 4] {
        [
            ("total", &self.total),
            ("bounds", &self.bounds),
            ("injective", &self.injective),
            ("surjective", &self.surjective),
        ]
    }
}

/// A fact, by its place.
#[derive(Clone, Copy)]
struct Asked {
    of: fn(&Facts) -> &Verdict,
    argue: fn(&Question) -> Finding,
}

/// What is true of the members of a family, and of which; see the source file's header.
pub fn prove_family(family: &Family, budget: &Budget) -> FamilyFacts {
    prove_family_under(family, &Guard::default(), budget)
}

/// The same of those members alone that meet a guard over the family's parameters. The guards of
/// the answer do not repeat it.
pub fn prove_family_under(family: &Family, given: &Guard, budget: &Budget) -> FamilyFacts {
    let bundle = prove(family.map(), budget);
    let scope = Scope::new(family.parameters().clone());
    scope.restrict(given);
    let question = question(family, &scope);
    // Where an extent would be negative there is no member.
    for set in question.iter().map(|question| (&question.domain, &question.codomain)) {
        let extents = set.0.iter().chain(set.1.iter().flatten());
        extents.for_each(|extent| scope.restrict_to_extent(extent));
    }
    let stages = if bundle.total.is_proved() && bundle.bounds.is_proved() {
        None
    } else {
        of_stages(family, given, budget)
    };
    let split = |of: fn(&Facts) -> &Verdict, argue: fn(&Question) -> Finding| {
        let whole = of(&bundle).clone();
        match &question {
            Some(question) if !whole.is_proved() && !family.parameters().is_empty() => {
                split((family, given), &scope, question, Asked { of, argue }, budget)
            }
            _ => Split::of_bundle(whole, family.parameters()),
        }
    };
    let (total, bounds) = stages.unwrap_or_else(|| {
        let total = split(|facts| &facts.total, Question::total);
        (total, split(|facts| &facts.bounds, Question::bounds))
    });
    FamilyFacts {
        total,
        bounds,
        injective: split(|facts| &facts.injective, Question::injective),
        surjective: split(|facts| &facts.surjective, Question::surjective),
    }
}

/// That a family of several stages is total and in bounds, as every one of its stages is. `None`
/// where that is not proved.
fn of_stages(family: &Family, given: &Guard, budget: &Budget) -> Option<(Split, Split)> {
    let stages = family.each_stage()?;
    let (last, before) = stages.split_last().filter(|(_, before)| !before.is_empty())?;
    for stage in before {
        let facts = prove_family_under(stage, given, budget);
        if !facts.total.is_proved() || !facts.bounds.is_proved() {
            return None;
        }
    }
    // What the last stage does to values that do not reach it says nothing of the whole.
    let facts = prove_family_under(last, given, budget);
    let proved = facts.total.is_proved() && facts.bounds.is_proved();
    proved.then_some((facts.total, facts.bounds))
}

/// The family as sums over its coordinates, if it is one stage of such sums.
fn question(family: &Family, scope: &Scope) -> Option<Question> {
    let [stage] = family.stages() else { return None };
    let extents = |set: &SymbolicSet| {
        let extent = |axis: &SymbolicAxis| match axis.extent() {
            Some(program) => Some(Some(scope.number(program)?)),
            None => Some(None),
        };
        set.axes().iter().map(extent).collect::<Option<Vec<_>>>()
    };
    let domain = extents(family.domain())?.into_iter().collect::<Option<Vec<_>>>()?;
    let forms = Forms::of(&stage.program, scope, domain.len())?;
    Some(Question { forms, domain, codomain: extents(&stage.to)? })
}

fn split(
    (family, given): (&Family, &Guard),
    scope: &Scope,
    question: &Question,
    asked: Asked,
    budget: &Budget,
) -> Split {
    let found = scope.explore(|| (asked.argue)(question));
    Split::gathered(found, family.parameters(), |guard| {
        instance::of(family, [given, guard], asked.of, budget)
    })
}
