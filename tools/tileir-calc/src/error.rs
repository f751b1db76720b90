//! What can be wrong with a line, and where.
//!
//! A [`Fault`] is a [`Reason`] with a place. It is shown as compilers show theirs:
//!
//! ```text
//! <stdin>:3:12: error: expected ',' or ')', found the end
//!   size((4,8):(1,4)
//!                   ^
//! ```

use std::ops::Range;

use thiserror::Error;
use tileir::corr::CorrError;
use tileir::cute::{CuteError, NotFlat};
use tileir::distribution::DistributionError;
use tileir::family::{BindError, FamilyError, Sym, Unmet};
use tileir::gf2::Gf2Error;
use tileir::interop::meaning::TranslateError;
use tileir::map::{NoFibre, NoInverse, NoPieces};
use tileir::repartition::{PlanError, SwizzleError};
use tileir::target::TargetError;
use tileir::text::{NESTING_LIMIT, ParseErrorReason};
use tileir::{EvalError, MapError};

use crate::limits::BYTES;
use crate::nonlinear::NonLinear;

/// A reason and the bytes of the line it is about.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{reason}")]
pub struct Fault {
    /// The bytes.
    pub span: Range<usize>,
    /// What is wrong there.
    pub reason: Reason,
}

impl Fault {
    /// That a line is too long.
    pub fn length(length: usize) -> Self {
        let what = format!("a line of {length} bytes");
        Fault::new(0..0, Reason::Limit { what, limit: BYTES as u64 })
    }

    /// The fault with this reason at these bytes.
    pub fn new(span: Range<usize>, reason: impl Into<Reason>) -> Self {
        Fault { span, reason: reason.into() }
    }
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Reason {
    /// Something else was needed.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A bracket without its partner.
    #[error("'{bracket}' is never closed")]
    Unclosed {
        /// The bracket.
        bracket: String,
    },
    /// Brackets nested too deep.
    #[error("nested deeper than {NESTING_LIMIT} levels")]
    Nesting,
    /// Bytes that are no text.
    #[error("the byte 0x{byte:02x} is not UTF-8 text")]
    Encoding {
        /// The first of them.
        byte: u8,
    },
    /// A number that does not fit.
    #[error("the number {digits} does not fit 64 bits")]
    Number {
        /// As written.
        digits: String,
    },
    /// A name that nothing has.
    #[error("nothing is called '{name}'{hint}")]
    UnknownName {
        /// The name.
        name: String,
        /// Another one that may be meant.
        hint: String,
    },
    /// A name that cannot be given to a value.
    #[error("'{name}' is a word of the language and names no value")]
    Reserved {
        /// The name.
        name: String,
    },
    /// An operation with too few or too many arguments.
    #[error("{operation}({parameters}) does not take {found} arguments")]
    Arity {
        /// The operation.
        operation: String,
        /// What it takes.
        parameters: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A value of another kind.
    #[error("{what} must be {expected}, not {found}")]
    Kind {
        /// Which value: `argument 2 of composition`.
        what: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A number that must lie in a range.
    #[error("{what} must be {expected}, not {found}")]
    Range {
        /// Which number.
        what: String,
        /// What it may be.
        expected: &'static str,
        /// What it is.
        found: i64,
    },
    /// More than one line may ask for.
    #[error("{what} is over the limit of {limit}")]
    Limit {
        /// What, with its size.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// A number of points that 64 bits do not hold, or that is not known.
    #[error("the number of points of {set} is not known to fit 64 bits")]
    Uncounted {
        /// The set.
        set: String,
    },
    /// Arithmetic without a result.
    #[error("{a} {sign} {b} has no value of 64 bits")]
    Arithmetic {
        /// The left operand.
        a: String,
        /// The operator.
        sign: &'static str,
        /// The right operand.
        b: String,
    },
    /// Arithmetic on numbers with parameters that goes beyond what is computed.
    #[error("{a} {sign} {b} has too many factors or terms, or factors that leave 64 bits")]
    Polynomial {
        /// The left operand.
        a: String,
        /// The operator.
        sign: &'static str,
        /// The right operand.
        b: String,
    },
    /// A quotient of numbers with parameters that goes beyond what is computed.
    #[error(
        "{a} {sign} {b} is nested too deeply: quotients stand in one another {} deep at most, and \
         have a limited number of terms",
        Sym::NESTING
    )]
    Quotient {
        /// The dividend.
        a: String,
        /// The operator.
        sign: &'static str,
        /// The divisor.
        b: String,
    },
    /// A mode of a shape that is not divided.
    #[error("{operation}: in mode {mode} of {shape}, {why}")]
    Undivided {
        /// The operation.
        operation: &'static str,
        /// The shape that is divided.
        shape: String,
        /// The path of its mode.
        mode: String,
        /// What is wrong.
        why: String,
    },
    /// What is wrong with a step of an operation.
    #[error("{operation}: {reason}")]
    Step {
        /// The operation that was asked for.
        operation: &'static str,
        /// What is wrong.
        reason: Box<Reason>,
    },
    /// A stretch of modes that ends before it begins.
    #[error("the modes from {begin} to before {end}: the begin is behind the end")]
    Backwards {
        /// The first mode.
        begin: usize,
        /// The mode behind the last.
        end: usize,
    },
    /// A mode that a layout does not have.
    #[error("{operation}: there is no mode {mode} among the {rank} of {operand}")]
    Mode {
        /// The operation.
        operation: String,
        /// The layout, shape or tuple.
        operand: String,
        /// The mode.
        mode: usize,
        /// How many there are.
        rank: usize,
    },
    /// A range that has no name.
    #[error("a range is a parameter and has a name: n = {lo}..={hi}")]
    Nameless {
        /// Its least number.
        lo: i64,
        /// Its greatest.
        hi: i64,
    },
    /// `name = value` where no name is expected.
    #[error("'{name} =' names nothing here")]
    Named {
        /// The name.
        name: String,
    },
    /// A parameter with two values.
    #[error("the parameter '{name}' is given twice")]
    Twice {
        /// The parameter.
        name: String,
    },
    /// A parameter without a value.
    #[error("the parameter '{name}' has no value")]
    Missing {
        /// The parameter.
        name: String,
    },
    /// A condition that does not hold for these values of the parameters, or for some.
    #[error(transparent)]
    Guard(Box<Unmet>),
    /// Maps that no question is about together.
    #[error("the {what} {left} and {right} have nothing in common to be compared by")]
    Incomparable {
        /// Which sets.
        what: &'static str,
        /// One.
        left: String,
        /// The other.
        right: String,
    },
    /// A composition without a flat form where there must be a layout.
    #[error("{what} must be one shape and stride, and {why}")]
    NotFlat {
        /// Which value: `argument 1 of complement`.
        what: String,
        /// Why it is none.
        why: Box<NotFlat>,
    },
    /// A map that does not come apart.
    #[error("the map is not split: {0}")]
    Whole(Box<NoPieces>),
    /// A map without GF(2) bases.
    #[error("the map is not linear over GF(2): {0}")]
    NonLinear(Box<NonLinear>),
    /// The text of a map without meaning.
    #[error(transparent)]
    Text(Box<ParseErrorReason>),
    /// Parts that make no map.
    #[error(transparent)]
    Map(Box<MapError>),
    /// Layouts that do not go together.
    #[error(transparent)]
    Cute(Box<CuteError>),
    /// GF(2) maps that do not go together.
    #[error(transparent)]
    Gf2(Box<Gf2Error>),
    /// A map without an inverse.
    #[error(transparent)]
    Inverse(Box<NoInverse>),
    /// A correspondence without meaning, or without an answer.
    #[error(transparent)]
    Corr(Box<CorrError>),
    /// A fibre that is not known.
    #[error(transparent)]
    Fibre(Box<NoFibre>),
    /// A family without meaning.
    #[error(transparent)]
    Family(Box<FamilyError>),
    /// Values that parameters cannot have.
    #[error(transparent)]
    Bind(Box<BindError>),
    /// No value at a point.
    #[error(transparent)]
    Eval(Box<EvalError>),
    /// Another system's words without meaning, or a meaning without words.
    #[error(transparent)]
    Translate(Box<TranslateError>),
    /// An operation on values with parameters of which no way was found.
    #[error("no way was found; {}{rest}", .why.as_ref().map(|why| format!("{why}; ")).unwrap_or_default())]
    NoWay {
        /// What is in the way of those that were looked at.
        why: Option<String>,
        /// What there is beside.
        rest: String,
    },
    /// A map that is no distribution.
    #[error(transparent)]
    Distribution(Box<DistributionError>),
    /// A tile that no plan moves.
    #[error(transparent)]
    Plan(Box<PlanError>),
    /// A tile that has no place in shared memory.
    #[error(transparent)]
    Swizzle(Box<SwizzleError>),
    /// A machine that is not known.
    #[error(transparent)]
    Target(Box<TargetError>),
}

impl Reason {
    /// The reason as one of the operation that was asked for, where it is an error of a step of it.
    #[must_use]
    pub fn of(self, operation: &'static str) -> Reason {
        match self {
            Reason::Cute(error) => Reason::Cute(Box::new(error.of(operation))),
            Reason::Inverse(_) => Reason::Step { operation, reason: Box::new(self) },
            reason => reason,
        }
    }
}

macro_rules! reasons {
    ($($kind:ident: $error:ty),* $(,)?) => {$(
        impl From<$error> for Reason {
            fn from(error: $error) -> Self {
                Reason::$kind(Box::new(error))
            }
        }
    )*};
}

reasons! {
    Text: ParseErrorReason,
    Map: MapError,
    Cute: CuteError,
    Gf2: Gf2Error,
    Inverse: NoInverse,
    Whole: NoPieces,
    Corr: CorrError,
    Fibre: NoFibre,
    Family: FamilyError,
    Guard: Unmet,
    Bind: BindError,
    Eval: EvalError,
    Translate: TranslateError,
    Distribution: DistributionError,
    Plan: PlanError,
    Swizzle: SwizzleError,
    Target: TargetError,
}
