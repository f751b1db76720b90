//! [`MachineError`]: what stops a machine.

use crate::error::EvalError;
use thiserror::Error;

/// What a plan does that no machine can, or that gives no value.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A register that there is not, or one that is stored and holds nothing.
    #[error("thread {thread} reads register {slot} of thread {of}, which holds nothing")]
    Register {
        /// Who reads.
        thread: usize,
        /// Whose register.
        of: usize,
        /// Which.
        slot: usize,
    },
    /// A lane that the subgroup does not have.
    #[error("thread {thread} reads lane {lane} for slot {slot}, its subgroup has {lanes} lanes")]
    Lane {
        /// Who reads.
        thread: usize,
        /// For which slot.
        slot: usize,
        /// The lane.
        lane: i64,
        /// The lanes that there are.
        lanes: usize,
    },
    /// A plan for subgroups of another width.
    #[error("the plan is for subgroups of {plan} lanes, these have {machine}")]
    Width {
        /// The plan's.
        plan: i64,
        /// The machine's.
        machine: usize,
    },
    /// A thread that selects none of the registers that were read for a slot, or several.
    #[error("thread {thread} selects pick {pick} for slot {slot}, which is offered {times} times")]
    Pick {
        /// Who selects.
        thread: usize,
        /// For which slot.
        slot: usize,
        /// What.
        pick: i64,
        /// How often it is there.
        times: usize,
    },
    /// An address that is not in the buffer.
    #[error(
        "thread {thread} accesses address {address} for slot {slot}, the buffer has {elements} elements"
    )]
    Outside {
        /// Who accesses.
        thread: usize,
        /// For which slot.
        slot: usize,
        /// Where.
        address: i64,
        /// The buffer's elements.
        elements: i64,
    },
    /// Two writers of one cell, with different values.
    #[error(
        "thread {thread} stores slot {slot} to address {address}, where thread {other} has stored another value"
    )]
    Conflict {
        /// The later writer.
        thread: usize,
        /// Its slot.
        slot: usize,
        /// The cell.
        address: i64,
        /// The earlier writer.
        other: usize,
    },
    /// A cell that was read, and that nobody wrote.
    #[error("thread {thread} loads slot {slot} from address {address}, which was never written")]
    Cell {
        /// Who reads.
        thread: usize,
        /// For which slot.
        slot: usize,
        /// The cell.
        address: i64,
    },
    /// A list of the plan that is not as long as there are slots.
    #[error("the plan has {found} {what}, not {expected}")]
    Counts {
        /// What is counted.
        what: &'static str,
        /// In the plan.
        found: usize,
        /// Between these distributions.
        expected: usize,
    },
    /// A route or an address without a value.
    #[error("thread {thread} has no {what}: {error}")]
    NoValue {
        /// Whose.
        thread: usize,
        /// What it is.
        what: &'static str,
        /// Why.
        error: EvalError,
    },
}
