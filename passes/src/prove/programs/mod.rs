//! Plain programs: the accesses of `affine`, `memref`, `vector` and `xegpu`.
//!
//! Of each access it is asked whether it stays in bounds, whether 32 bits suffice for its
//! indices, and, in workgroup memory, how many wavefronts it takes:
//!
//! ```mlir
//! affine.for %i = 0 to 200 step 64 {                        // i : 4
//!   affine.for %j = 0 to min #tile(%i) {                    // j : 64 where 64*i + j lt 200
//!     %x = affine.load %a[%i + %j] : memref<200xf32>        // 64*i + j in 0 .. 200
//! ```
//!
//! | file | reads |
//! |---|---|
//! | [`loops`], [`counters`] | what stands around the access, as the axes of its domain |
//! | [`values`], [`conditions`], [`affine`], [`digits`], [`ids`] | integers, exactly as they wrap |
//! | [`memory`], [`touches`], [`blocks`] | which elements are accessed, and where they lie |
//! | [`buffers`] | which buffer that is, and where in it a memref begins |
//! | [`elements`] | coordinates that are tiles, of a gather or a scatter |
//! | [`leaves`], [`unknowns`] | what is known of values that are not read |
//! | [`effort`] | what is spent on the accesses of a kernel |
//! | [`question`], [`certain`] | all this as one map of the algebra, and what its answers are worth |
//! | [`unread`] | accesses that are not read |
//! | [`within`] | views that may be larger than their source |
//! | [`facts`] | what is proved, written for later passes |
//!
//! **What is an error.** Only what certainly happens: an access out of bounds at values that the
//! program runs through. Where it is not read when the access is executed, or the target decides
//! what happens, it is a warning; where it takes a number that the program is given, a remark.

mod affine;
mod attributes;
mod banks;
mod blocks;
mod buffers;
mod certain;
mod conditions;
mod counters;
mod digits;
mod effort;
mod elements;
mod facts;
mod ids;
mod leaves;
mod loops;
mod memory;
mod question;
mod report;
mod scope;
mod stops;
mod touches;
mod unknowns;
mod unread;
mod values;
mod within;

use melior::ir::operation::OperationLike;
use tileir::MapError;
use tileir::proof::Answer;

use super::Prover;
use crate::builder::{Op, Outcome};
use crate::context::PassContext;
use crate::error::PassError;
use banks::Banked;
use certain::certain;
use facts::Subject;
use ids::Threads;
use question::{Question, required};
use report::Report;
use scope::Scope;
use touches::{Touch, touches};

pub(super) use effort::Effort;
pub(crate) use elements::Elements;
pub use facts::{ProvedAccess, proved_access};
pub(crate) use memory::shape_of;

/// What is done about plain programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Nothing.
    Ignore,
    /// What is disproved is reported, what is proved is written down.
    Check,
    /// The same, and what is unknown is an error, too.
    Require,
}

impl Policy {
    /// What the option `programs` of the pass says.
    ///
    /// # Errors
    /// Another word.
    pub fn of<'c>(context: &PassContext<'c>) -> Outcome<'c, Policy> {
        match context.option("programs")? {
            "ignore" => Ok(Policy::Ignore),
            "check" => Ok(Policy::Check),
            "require" => Ok(Policy::Require),
            value => Err(PassError::Option {
                option: "programs".to_owned(),
                value: value.to_owned(),
                expected: "check, require or ignore",
            }),
        }
    }
}

/// Where an access is executed, what it accesses, and what is asked of it.
type Reading<'c> = (Scope<'c>, Touch<'c>, Result<Question, MapError>);

/// Reads an access; `None` where it is of no memref.
fn read<'c>(
    op: Op<'c>,
    index_bits: u32,
    subgroup: i64,
    effort: &mut Effort,
) -> Option<Reading<'c>> {
    let mut scope = Scope::new(index_bits, subgroup, Threads::Apart);
    scope.enter(op);
    scope.begin();
    let touch = scope.touch(op)?;
    let question = Question::of(&mut scope, &touch, None, effort);
    Some((scope, touch, question))
}

/// Asks what is to be asked of an operation, and writes what is proved on it; `false` if an
/// obligation is broken.
pub(super) fn check<'c>(
    prover: &Prover,
    context: &mut PassContext<'c>,
    op: Op<'c>,
    policy: Policy,
    effort: &mut Effort,
) -> Outcome<'c, bool> {
    if policy == Policy::Ignore {
        return Ok(true);
    }
    if !touches(op) {
        return report::unread(prover, context, op, policy);
    }
    facts::clear(op);
    effort.enter(op);
    let read = read(op, prover.index_bits, prover.target.subgroup, effort);
    let Some((scope, touch, question)) = read else {
        return report::unread(prover, context, op, policy);
    };
    let question = question.map_err(|error| PassError::at(op.location(), error.to_string()))?;
    let report = Report { prover, op, policy, scope: &scope, question: &question, touch: &touch };
    let mut met = true;
    let mut in_bounds = Vec::with_capacity(touch.along.len());
    for (axis, along) in touch.along.iter().enumerate() {
        let verdict = effort.bounds(&question, axis, &prover.budget);
        let verdict = certain((&scope, &question), op, verdict, false, effort);
        in_bounds.push(verdict.is_proved());
        met &= match required(along) {
            true => report.obligation(context, axis, &verdict, effort)?,
            false => report.permitted(context, axis, &verdict)?,
        };
    }
    let narrow = effort.narrow(&question, &prover.budget);
    let narrow = certain((&scope, &question), op, narrow, true, effort);
    let banked = Banked::of(op, prover.index_bits, prover.target.subgroup, &touch, effort);
    let wavefronts = banked.as_ref().map(|banked| match banked {
        Ok(banked) => effort.wavefronts(banked, prover),
        Err(why) => Answer::Unknown { why: why.clone() },
    });
    report.queries(context, &narrow, wavefronts.as_ref());
    let cost = wavefronts.as_ref().and_then(|answer| answer.value());
    let found = ProvedAccess {
        in_bounds,
        narrow: narrow.is_proved(),
        wavefronts: cost.map(|cost| (cost.most, cost.phases)),
    };
    let banked = banked.and_then(Result::ok);
    facts::write(op, &Subject { question: &question, banked: banked.as_ref() }, &found)?;
    Ok(met)
}
