//! Asking about families: what is said of some members must be true of each of them.
//!
//! ```text
//! injective: proved if 3 le n; disproved if n lt 3: at n = 1, …
//!     n = 1, 2        the listing of each must have two rows of one value
//!     n = 3, 4, …     no listing may
//! ```
//!
//! A member that meets no guard is unknown, and the answer must say that there may be such. The
//! witness must refute the member that it is of, and that member must meet the guard.

use crate::oracle::{self, Listing};
use crate::tally::{Question, Tally, Wrong};
use tileir::family::Family;
use tileir::proof::{Budget, MemberVerdict, Split, Verdict, prove_family};

/// A member: its values of the parameters, its listing, and which of the four facts it has.
struct Member {
    values: Vec<i64>,
    listing: Listing,
    truths: [Option<bool>; 4],
}

/// Asks for the four facts with each budget, and checks what is said of each member.
pub fn ask(family: &Family, budgets: &[Budget], tally: &mut Tally) {
    let member = |values: Vec<i64>| {
        let listing = Listing::of(&family.bind(&values).ok()?);
        Some(Member { truths: oracle::facts(&listing), values, listing })
    };
    let members: Vec<Member> = values(family).into_iter().filter_map(member).collect();
    for budget in budgets {
        ask_of(family, &members, budget, tally);
    }
}

fn ask_of(family: &Family, members: &[Member], budget: &Budget, tally: &mut Tally) {
    let facts = prove_family(family, budget);
    for (fact, ((name, split), question)) in
        facts.each().into_iter().zip(Question::FACTS).enumerate()
    {
        let mut complain = |what: String| {
            let text = family.to_string();
            let points = members.iter().map(|member| member.listing.points.len()).sum();
            let what = format!("{text}\n{name}, with {} points, {what}: {split}", budget.points);
            tally.complain(Wrong { points, length: text.len(), what });
        };
        for part in &split.verdicts {
            if !shown(part, name, members) {
                complain("has a witness that refutes nothing".to_string());
            }
        }
        for Member { values, truths, .. } in members {
            let truth = truths[fact];
            if let Some(what) = contradiction(split, values, truth) {
                complain(format!("at {values:?} {what}"));
            }
        }
        let counts = tally.of_mut(question);
        let unknown = Verdict::Unknown { why: String::new() };
        for Member { values, .. } in members {
            counts.answer(split.at(values).unwrap_or(&unknown), budget.points > 0);
        }
    }
}

/// What is wrong with what a split says of a member.
fn contradiction(split: &Split, values: &[i64], truth: Option<bool>) -> Option<&'static str> {
    let of_it = |verdict: &&MemberVerdict| verdict.guard().is_some_and(|g| g.holds(values));
    let mut parts = split.verdicts.iter().filter(of_it).peekable();
    if parts.peek().is_none() && split.unknown().is_none() {
        return Some("says nothing and does not say so");
    }
    let says_otherwise = |verdict: &MemberVerdict| match verdict {
        Verdict::Proved { .. } => truth != Some(true),
        Verdict::Disproved { .. } => truth == Some(true),
        Verdict::Unknown { .. } => true,
    };
    parts.any(says_otherwise).then_some("is wrong")
}

/// Whether the witness of a disproof refutes the member that it names.
fn shown(verdict: &MemberVerdict, fact: &str, members: &[Member]) -> bool {
    let Verdict::Disproved { witness, guard, .. } = verdict else { return true };
    let named: Vec<i64> = witness.member.iter().map(|&(_, value)| value).collect();
    let member = members.iter().find(|member| member.values == named);
    guard.holds(&named)
        && member.is_some_and(|member| oracle::refutes(&member.listing, fact, &witness.witness))
}

/// The values of the parameters, member by member.
fn values(family: &Family) -> Vec<Vec<i64>> {
    family.parameters().iter().fold(vec![Vec::new()], |all, parameter| {
        let own = || (parameter.lo()..=parameter.hi()).filter(|&v| parameter.check(v).is_ok());
        let longer = |values: Vec<i64>| own().map(move |value| [&values[..], &[value]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}
