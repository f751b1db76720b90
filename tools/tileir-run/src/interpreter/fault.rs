//! Why the reference has no value: an operation it does not know, or one without meaning here.

use thiserror::Error;
use tileir::EvalError;
use tileir::repartition::{MachineError, PlanKind};

/// What is wrong with an operation.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Fault {
    /// An operation that is not part of tile programs.
    #[error("the reference interpreter has no meaning for '{op}'")]
    UnknownOp {
        /// Its name.
        op: String,
    },
    /// A type that is not part of tile programs.
    #[error("{what} has the type '{found}': expected {expected}")]
    Type {
        /// What has it.
        what: String,
        /// The type.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// An operation that is not formed as its dialect says.
    #[error("'{op}': {why}")]
    Malformed {
        /// The operation.
        op: String,
        /// What is wrong.
        why: String,
    },
    /// A grid that is none.
    #[error("the grid {grid:?} must have 1 to 3 extents, each at least 1")]
    Grid {
        /// Its extents.
        grid: Vec<i64>,
    },
    /// A kernel's argument for which there is no buffer, or one of another size.
    #[error("argument {argument} wants {expected} elements of {element}, the buffer has {found}")]
    Buffer {
        /// The argument's position.
        argument: usize,
        /// The element type wanted.
        element: String,
        /// How many.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An access outside a view's domain, which the policy `assume` rules out.
    #[error(
        "'{op}' reaches the point {point:?}, outside the view's domain {domain}, and the view promises that there is none"
    )]
    OutsideDomain {
        /// The operation.
        op: &'static str,
        /// The point.
        point: Vec<i64>,
        /// The domain, printed.
        domain: String,
    },
    /// A point at which a map has no value.
    #[error("'{op}': the map has no value at the point {point:?}: {error}")]
    NoValue {
        /// The operation.
        op: &'static str,
        /// The point.
        point: Vec<i64>,
        /// Why.
        error: EvalError,
    },
    /// An address that is not in the buffer.
    #[error(
        "'{op}': the point {point:?} has the address {address}, the buffer has {length} elements"
    )]
    OutsideBuffer {
        /// The operation.
        op: &'static str,
        /// The point.
        point: Vec<i64>,
        /// Its address.
        address: i64,
        /// The buffer's elements.
        length: usize,
    },
    /// An element of workgroup memory that was read and never written.
    #[error("'{op}': the point {point:?} has the address {address}, which was never written")]
    Unwritten {
        /// The operation.
        op: &'static str,
        /// The point.
        point: Vec<i64>,
        /// Its address.
        address: i64,
    },
    /// Two elements of a scatter with one place.
    #[error(
        "'tileir.store' has two elements at the point {point:?} of the window, whose address is {address}; by 'add', 'max' or 'min' they are combined"
    )]
    SamePlace {
        /// The point of the second one.
        point: Vec<i64>,
        /// The address.
        address: usize,
    },
    /// A point that leaves 64 bits.
    #[error("'{op}': {what} leaves 64 bits")]
    Overflow {
        /// The operation.
        op: &'static str,
        /// What does.
        what: &'static str,
    },
    /// An integer division without meaning.
    #[error("'{op}' of {lhs} by {rhs} is undefined")]
    Division {
        /// The operation.
        op: String,
        /// The dividend.
        lhs: i64,
        /// The divisor.
        rhs: i64,
    },
    /// A decision, address or bound that correct devices may take differently.
    #[error(
        "{what} depends on floats that are closer than their error bounds: correct devices may differ, and the reference cannot follow them all"
    )]
    Undecided {
        /// What does.
        what: &'static str,
    },
    /// A fact that was required and isn't proved.
    #[error("the map is required to be {fact}, which is {verdict}")]
    Requirement {
        /// The fact.
        fact: &'static str,
        /// What the prover says.
        verdict: String,
    },
    /// A plan that no machine carries out.
    #[error("the plan of kind '{kind}' cannot be carried out: {error}")]
    Plan {
        /// Its kind.
        kind: PlanKind,
        /// What stops it.
        error: MachineError,
    },
    /// A plan that brings a slot another element than the one wanted, or none.
    #[error(
        "the plan of kind '{kind}' brings slot {slot} of thread {thread} {found}, where the element {element:?} is wanted"
    )]
    Misplaced {
        /// Its kind.
        kind: PlanKind,
        /// The thread.
        thread: usize,
        /// The slot.
        slot: usize,
        /// The element wanted.
        element: Vec<i64>,
        /// What is there.
        found: String,
    },
    /// A step of a loop that never ends.
    #[error("the loop's step is {step}: it must be at least 1")]
    Step {
        /// The step.
        step: i64,
    },
    /// Regions nested deeper than the interpreter follows.
    #[error("regions are nested deeper than {limit} levels")]
    Depth {
        /// The limit.
        limit: usize,
    },
}
