//! [`Split`]: one answer about all members of a family, guard by guard.
//!
//! ```text
//! proved by symbolic if 64 le n; disproved by symbolic if n lt 64: at n = 1, ...
//! proved by symbolic if n eq 1; otherwise unknown: a product is not known
//! ```

use std::fmt;

use super::argue::Finding;
use crate::family::{Explored, Guard, Parameters};
use crate::proof::{Strategy, Verdict, Witness};

/// A verdict about the members that meet a guard; its witness names one of them.
pub type MemberVerdict<W = Witness> = Verdict<MemberWitness<W>, Guard>;

/// Where a fact fails for a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberWitness<W = Witness> {
    /// The member, by the values of its parameters.
    pub member: Vec<(String, i64)>,
    /// Where it fails for that one.
    pub witness: W,
}

/// Reasons that are named, at most.
const REASONS: usize = 4;

/// The reasons why there are members of which nothing is known, each with its guard.
fn in_one(mut reasons: Vec<String>) -> Option<String> {
    let mut seen = std::collections::HashSet::new();
    reasons.retain(|reason| seen.insert(reason.clone()));
    if reasons.len() > REASONS {
        reasons.truncate(REASONS);
        reasons.push("and for others".to_string());
    }
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// What is known of one fact, guard by guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Split<W = Witness> {
    /// What is proved and disproved of some members; then, if there may be others, that these are
    /// unknown.
    pub verdicts: Vec<MemberVerdict<W>>,
}

impl Split {
    /// What a verdict about the bundle says of the members: that it fails for the bundle does not
    /// say for which.
    pub(super) fn of_bundle(verdict: Verdict, parameters: &Parameters) -> Split {
        let guard = Guard::default();
        let whole = match verdict {
            Verdict::Proved { by, .. } => Verdict::Proved { by, guard },
            Verdict::Disproved { witness, .. } if !parameters.is_empty() => {
                Verdict::Unknown { why: format!("not of every member: {witness}") }
            }
            Verdict::Disproved { witness, by, .. } => {
                let witness = MemberWitness { member: Vec::new(), witness };
                Verdict::Disproved { witness, by, guard }
            }
            Verdict::Unknown { why } => Verdict::Unknown { why },
        };
        Split { verdicts: vec![whole] }
    }
}

impl<W> Split<W> {
    /// What the ways of an argument found. Where one says that the claim fails, `shows` is asked
    /// for a witness and the values of the parameters that it is of.
    pub(super) fn gathered(
        found: Explored<Finding>,
        parameters: &Parameters,
        mut shows: impl FnMut(&Guard) -> Option<(W, Vec<i64>)>,
    ) -> Split<W> {
        let mut rest: Vec<String> =
            found.given_up.map(|limit| limit.to_string()).into_iter().collect();
        let (mut verdicts, mut unseen) = (Vec::new(), Vec::new());
        let by = Strategy::Symbolic;
        for (guard, finding) in found.ways {
            match finding {
                Finding::Proved => verdicts.push(Verdict::Proved { by, guard }),
                Finding::Disproved => match shows(&guard) {
                    Some((witness, values)) => {
                        let names = parameters.iter().map(|p| p.name().to_string());
                        let member = names.zip(values).collect();
                        let witness = MemberWitness { member, witness };
                        verdicts.push(Verdict::Disproved { witness, by, guard });
                    }
                    None => {
                        let why = "no member was found that shows it".to_string();
                        unseen.push(match guard.is_always() {
                            true => why,
                            false => format!("{why} if {guard}"),
                        });
                    }
                },
                Finding::Open(why) if guard.is_always() => rest.push(why.to_string()),
                Finding::Open(why) => rest.push(format!("if {guard}, {why}")),
            }
        }
        rest.extend(unseen);
        if verdicts.is_empty() && rest.is_empty() {
            // There is no member at all.
            verdicts.push(Verdict::Proved { by, guard: Guard::default() });
        }
        verdicts.extend(in_one(rest).map(|why| Verdict::Unknown { why }));
        Split { verdicts }.with(Vec::new())
    }

    /// With further verdicts: what is proved, then what is disproved, then what is unknown, once.
    pub(crate) fn with(mut self, more: Vec<MemberVerdict<W>>) -> Split<W> {
        let place = |verdict: &MemberVerdict<W>| match verdict {
            Verdict::Proved { .. } => 0,
            Verdict::Disproved { .. } => 1,
            Verdict::Unknown { .. } => 2,
        };
        self.verdicts.extend(more);
        self.verdicts.sort_by_key(place);
        let known = self.verdicts.iter().take_while(|verdict| place(verdict) < 2).count();
        let unknown = self.verdicts.split_off(known);
        let reasons = unknown.into_iter().filter_map(|verdict| match verdict {
            Verdict::Unknown { why } => Some(why),
            _ => None,
        });
        let why = in_one(reasons.collect());
        self.verdicts.extend(why.map(|why| Verdict::Unknown { why }));
        self
    }

    /// Whether it holds for every member.
    pub fn is_proved(&self) -> bool {
        self.verdicts.iter().all(|verdict| matches!(verdict, Verdict::Proved { .. }))
    }

    /// Why there may be members of which nothing is known; `None` if there are not.
    pub fn unknown(&self) -> Option<&str> {
        self.verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Unknown { why } => Some(why.as_str()),
            _ => None,
        })
    }

    /// The verdict about the member with these values of the parameters, if there is one.
    pub fn at(&self, values: &[i64]) -> Option<&MemberVerdict<W>> {
        self.verdicts.iter().find(|verdict| verdict.guard().is_some_and(|g| g.holds(values)))
    }
}

impl<W> MemberVerdict<W> {
    /// Of which members it speaks; `None` if it is unknown.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            Verdict::Proved { guard, .. } | Verdict::Disproved { guard, .. } => Some(guard),
            Verdict::Unknown { .. } => None,
        }
    }
}

impl<W: fmt::Display> fmt::Display for MemberWitness<W> {
    /// `at n = 1, (i = 0) and (i = 4) …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.member.iter().enumerate() {
            write!(f, "{}{name} = {value}, ", if index == 0 { "at " } else { "" })?;
        }
        write!(f, "{}", self.witness)
    }
}

impl<W: fmt::Display> fmt::Display for MemberVerdict<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = match self.guard().filter(|guard| !guard.is_always()) {
            Some(guard) => format!(" if {guard}"),
            None => String::new(),
        };
        match self {
            Verdict::Proved { by, .. } => write!(f, "proved by {by}{condition}"),
            Verdict::Disproved { witness, by, .. } => {
                write!(f, "disproved by {by}{condition}: {witness}")
            }
            Verdict::Unknown { why } => write!(f, "unknown: {why}"),
        }
    }
}

impl<W: fmt::Display> fmt::Display for Split<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, verdict) in self.verdicts.iter().enumerate() {
            let rest = matches!(verdict, Verdict::Unknown { .. }) && index > 0;
            let before = if index > 0 { "; " } else { "" };
            write!(f, "{before}{}{verdict}", if rest { "otherwise " } else { "" })?;
        }
        Ok(())
    }
}
