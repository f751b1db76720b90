//! What a disproof may rest on.
//!
//! A witness is a point of the domain of a [`Question`]. It is one of the program only where each of
//! its coordinates is a number that the program runs through or may be given, and where the access
//! is executed there:
//!
//! | the access depends on | and the disproof |
//! |---|---|
//! | loops, threads and arguments that are read | stands |
//! | a value that is not read | is none: that value may never be |
//! | any of them, where a condition around it is not read | is none: the condition may leave it out |
//! | an argument, after what may end the program | is none: it may end it for that argument |
//!
//! Reasons are in words of the program, so not in those for the two axes of a number of 64 bits.

use tileir::proof::Verdict;

use super::effort::Effort;
use super::question::Question;
use super::scope::{Scope, WRAPPED};
use super::stops::stops_before;
use super::unknowns::Origin;
use crate::builder::{Op, name_of};

/// The verdict, as far as it is one of the program.
///
/// What happens wherever the access is executed is only said where that is certain. Of `always`,
/// which a verdict about values is, not even loops may run into what ends the program before.
pub fn certain<'c>(
    (scope, question): (&Scope<'c>, &Question),
    op: Op<'c>,
    verdict: Verdict,
    always: bool,
    effort: &mut Effort,
) -> Verdict {
    let why = match &verdict {
        Verdict::Proved { .. } => return verdict,
        Verdict::Unknown { why } => return Verdict::Unknown { why: in_words(scope, why) },
        Verdict::Disproved { .. } => doubtful((scope, question), op, always, effort),
    };
    why.map_or(verdict, |why| Verdict::Unknown { why })
}

/// Why a witness may not be one of the program.
fn doubtful<'c>(
    (scope, question): (&Scope<'c>, &Question),
    op: Op<'c>,
    always: bool,
    effort: &mut Effort,
) -> Option<String> {
    let symbols = || scope.symbols.iter().filter(|symbol| question.depends_on(scope, symbol));
    for symbol in symbols() {
        if let Origin::Unread(why) = &symbol.origin {
            return Some(why.clone());
        }
    }
    if scope.guarded && symbols().next().is_some() {
        let decides = "decides whether this is executed, and is not read";
        return scope.doubt.map(|op| format!("'{}' {decides}", name_of(op)));
    }
    let given = symbols().any(|symbol| symbol.origin == Origin::Given);
    let stop =
        (given || always).then(|| stops_before(op, scope.index_bits, &mut effort.clear)).flatten();
    stop.map(|stop| format!("'{}' may end the program before this", name_of(stop)))
}

/// A reason without what names the halves of a number, or what the upper one counts.
fn in_words(scope: &Scope<'_>, why: &str) -> String {
    let halves = scope.names().iter().filter(|name| {
        name.ends_with("_high") && scope.names().contains(&name.replace("_high", "_low"))
    });
    let mut hidden: Vec<String> =
        halves.flat_map(|high| [high.clone(), high.replace("_high", "_low")]).collect();
    if !hidden.is_empty() {
        hidden.push((1i64 << WRAPPED).to_string());
    }
    let named = |words: &&str| !hidden.iter().any(|name| words.contains(name.as_str()));
    let kept: Vec<&str> = why.split("; ").filter(named).collect();
    match kept.is_empty() {
        true => "it is neither proved nor refuted".to_owned(),
        false => kept.join("; "),
    }
}
