//! [`TranslateError`]: why a text says nothing, or a layout cannot be said.

use thiserror::Error;

use super::{Comparison, Places, System};
use crate::corr::CorrError;
use crate::cute::CuteError;
use crate::distribution::DistributionError;
use crate::error::{EvalError, MapError};
use crate::family::{BindError, FamilyError};
use crate::gf2::Gf2Error;
use crate::interop::ScriptError;
use crate::interop::cute::atoms::AtomError;
use crate::interop::cute::dialect::DialectError;
use crate::interop::mlir::MlirError;
use crate::interop::tilelang::TileLangError;
use crate::interop::tirx::TirxError;
use crate::interop::triton::{EncodingError, ExportError, TextError};
use crate::map::NoInverse;
use crate::proof::Witness;
use crate::text::ParseError;

/// Why a text says nothing, or a layout cannot be said, or compared.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TranslateError {
    /// A name that no system has.
    #[error(
        "there is no system '{name}'; there are cute, cute-tv, ttg, tilelang, tirx, mlir, tileir"
    )]
    System {
        /// The name.
        name: String,
    },
    /// A text that is none of the kinds that a system has.
    #[error("{system}: '{quoted}' is {expected}")]
    Kind {
        /// The system.
        system: System,
        /// The text, shortened.
        quoted: String,
        /// What it is not.
        expected: &'static str,
    },
    /// A text with a place or an element that is no number of 64 bits.
    #[error("{which} says nothing: {witness}")]
    Nowhere {
        /// Which text, in words.
        which: &'static str,
        /// Where, and why.
        witness: Box<Witness>,
    },
    /// A text that does not say of what shape it is.
    #[error("{what} does not say the shape of its tile; the context must")]
    NoShape {
        /// The kind of text.
        what: &'static str,
    },
    /// A shape that a text cannot be of.
    #[error("{what} is of the shape {own:?}, not of {shape:?}")]
    Shape {
        /// The kind of text.
        what: String,
        /// Its own shape.
        own: Vec<i64>,
        /// The shape asked for.
        shape: Vec<i64>,
    },
    /// A thread-value layout with values that are no elements of its tile.
    #[error("{layout} of the shape {shape:?}: {why}")]
    OutsideTile {
        /// The layout.
        layout: String,
        /// The tile's shape.
        shape: Vec<i64>,
        /// Which values.
        why: String,
    },
    /// A number of elements that leaves 64 bits.
    #[error("the shape {shape:?} has more elements than 64 bits count")]
    Size {
        /// The shape.
        shape: Vec<i64>,
    },
    /// Another number of lanes or warps than asked for.
    #[error("{found} {what}, not {expected}")]
    Threads {
        /// `lanes` or `warps`.
        what: &'static str,
        /// The number asked for.
        expected: i64,
        /// The number found.
        found: i64,
    },
    /// Elements of a copy that are no whole number of a thread's bits.
    #[error(
        "{name}: a thread does not have whole elements of {bits} bits next to each other; its \
         values are of fewer"
    )]
    Torn {
        /// The copy and its operand.
        name: String,
        /// An element's bits.
        bits: i64,
    },
    /// Threads that make no whole warps.
    #[error("{threads} threads are no whole warps of {lanes} lanes")]
    NoWarps {
        /// The threads.
        threads: i64,
        /// The lanes of a warp.
        lanes: i64,
    },
    /// An axis that stands for no place known here.
    #[error("{system}: the axis '{axis}' stands for no thread, register or address")]
    Axis {
        /// The system.
        system: System,
        /// The axis.
        axis: String,
    },
    /// Two layouts of different kinds of places.
    #[error("one puts elements into {left}, the other into {right}")]
    OtherPlaces {
        /// The first's.
        left: Places,
        /// The second's.
        right: Places,
    },
    /// Two layouts of warps of different sizes, whose places are no threads in common.
    #[error("one is of warps of {left} lanes, the other of {right}")]
    OtherWarps {
        /// The first's lanes.
        left: i64,
        /// The second's.
        right: i64,
    },
    /// Two layouts of tiles of different shapes.
    #[error("one is of a tile of the shape {left:?}, the other of {right:?}")]
    OtherShapes {
        /// The first's.
        left: Vec<i64>,
        /// The second's.
        right: Vec<i64>,
    },
    /// Two layouts of tiles of different ranks.
    #[error("one is of a tile of {left} dimensions, the other of {right}")]
    OtherRanks {
        /// The first's.
        left: usize,
        /// The second's.
        right: usize,
    },
    /// Another number of names than of `?`.
    #[error("the text has {found} '?', and {named} parameters are named for them")]
    Unknowns {
        /// The `?` of the text.
        found: usize,
        /// The names of the context.
        named: usize,
    },
    /// A shape of the context for a text that says its own, with numbers of run time.
    #[error("{what} says its own shape; with numbers of run time the context must not")]
    TwoShapes {
        /// The kind of text.
        what: &'static str,
    },
    /// A system whose numbers must be known.
    #[error("{}{system} has no numbers of run time: {}", at_byte(at), system.why_no_run_time())]
    NoRunTime {
        /// The system.
        system: System,
        /// Where a text has one, with what stands there.
        at: Option<(usize, String)>,
    },
    /// Memory that is no layout of Triton's without gaps, nor one with paddings.
    #[error("{why}; and no padded_shared: {padded}")]
    NoPadding {
        /// Why it is none without gaps.
        why: Box<TranslateError>,
        /// Why it is none with paddings.
        padded: String,
    },
    /// Values of run time for which a text says nothing.
    #[error("at {} the text says nothing: {why}", named(member))]
    Silent {
        /// The parameters with their values.
        member: Vec<(String, i64)>,
        /// What is in the way.
        why: String,
    },
    /// A text that says nothing, whatever its values of run time are.
    #[error("the text says nothing for any values of {parameters}")]
    Never {
        /// The parameters.
        parameters: String,
    },
    /// A text that is read and written with numbers alone.
    #[error("no {what} with numbers of run time: {why}")]
    Symbolic {
        /// The kind of text.
        what: &'static str,
        /// What is in the way.
        why: String,
    },
    /// A kind of places that a system has no words for.
    #[error("{system} has no words for {places}")]
    NoWords {
        /// The system.
        system: System,
        /// The places.
        places: Places,
    },
    /// A parameter whose name means something else in a system's words.
    #[error(
        "the parameter '{parameter}' has the name that {system} has for {what}; it can be written \
         under another name"
    )]
    Taken {
        /// The system.
        system: System,
        /// The parameter.
        parameter: String,
        /// What the name stands for there.
        what: &'static str,
    },
    /// A layout outside what a system can say.
    #[error("{system} has no {what} for it: {why}")]
    Outside {
        /// The system.
        system: System,
        /// What would say it.
        what: &'static str,
        /// Where it fails, with the points.
        why: String,
    },
    /// Addresses that are no sum of digits, and too much to look at to know whether a swizzle is before
    /// one.
    #[error(
        "{why}; and whether it is one under a swizzle is not known: the search ends after {looked} \
         values"
    )]
    Swizzles {
        /// Why they are no sum.
        why: Box<TranslateError>,
        /// The values.
        looked: usize,
    },
    /// A place that holds several elements, where a system's layouts are functions of places.
    #[error("not every place has one element: {0}")]
    Places(Box<NoInverse>),
    /// An element in several places, where a system's layouts are functions of elements.
    #[error("not every element has one place: {0}")]
    Elements(Box<NoInverse>),
    /// What would be written is not what was read for all values, or is not proved to be.
    #[error("'{text}' is not proved to say the same: {verdict}")]
    NotProvedOfAll {
        /// The text.
        text: String,
        /// The verdicts, in words.
        verdict: String,
    },
    /// What would be written is not what was read, or is not proved to be.
    #[error("'{text}' is not proved to say the same: {verdict}")]
    NotProved {
        /// The text.
        text: String,
        /// The verdict.
        verdict: Box<Comparison>,
    },
    /// A point without a value.
    #[error(transparent)]
    Undefined(Box<EvalError>),
    /// What maps say.
    #[error(transparent)]
    Map(Box<MapError>),
    /// What correspondences say.
    #[error(transparent)]
    Corr(Box<CorrError>),
    /// What bit matrices say.
    #[error(transparent)]
    Linear(Box<Gf2Error>),
    /// What distributions say.
    #[error(transparent)]
    Distribution(Box<DistributionError>),
    /// What a map's text says.
    #[error("at byte {}: {error}: {quoted}", error.offset)]
    Text {
        /// The text from the place on, shortened.
        quoted: String,
        /// What is wrong, and where.
        error: Box<ParseError>,
    },
    /// What CuTe's layouts say.
    #[error(transparent)]
    Cute(Box<CuteError>),
    /// What CuTe's atoms say.
    #[error(transparent)]
    Atom(Box<AtomError>),
    /// What CuTe's dialect says.
    #[error(transparent)]
    Dialect(Box<DialectError>),
    /// What a Triton encoding's text says.
    #[error(transparent)]
    Attribute(Box<TextError>),
    /// What a Triton encoding says.
    #[error(transparent)]
    Encoding(Box<EncodingError>),
    /// Why there is no Triton encoding.
    #[error(transparent)]
    Export(Box<ExportError>),
    /// What TileLang says.
    #[error(transparent)]
    TileLang(Box<TileLangError>),
    /// What TIRx says.
    #[error(transparent)]
    Tirx(Box<TirxError>),
    /// What upstream MLIR's texts say.
    #[error(transparent)]
    Mlir(Box<MlirError>),
    /// What index expressions say.
    #[error(transparent)]
    Script(Box<ScriptError>),
    /// What families say.
    #[error(transparent)]
    Family(Box<FamilyError>),
    /// What values of parameters say.
    #[error(transparent)]
    Bind(Box<BindError>),
}

macro_rules! boxed {
    ($($kind:ident: $error:ty),* $(,)?) => {$(
        impl From<$error> for TranslateError {
            fn from(error: $error) -> Self {
                TranslateError::$kind(Box::new(error))
            }
        }
    )*};
}

boxed! {
    Undefined: EvalError,
    Map: MapError,
    Corr: CorrError,
    Linear: Gf2Error,
    Distribution: DistributionError,
    Cute: CuteError,
    Atom: AtomError,
    Dialect: DialectError,
    Attribute: TextError,
    Encoding: EncodingError,
    Export: ExportError,
    TileLang: TileLangError,
    Tirx: TirxError,
    Mlir: MlirError,
    Script: ScriptError,
    Family: FamilyError,
    Bind: BindError,
}

fn at_byte(at: &Option<(usize, String)>) -> String {
    at.as_ref().map_or(String::new(), |(byte, found)| format!("at byte {byte}, '{found}': "))
}

/// `n = 1, s = 0`.
fn named(member: &[(String, i64)]) -> String {
    let each: Vec<String> =
        member.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    each.join(", ")
}

/// A text in an error: its beginning, on one line.
pub(super) fn quoted(text: &str) -> String {
    const QUOTED: usize = 80;
    let line = text.trim().lines().next().unwrap_or_default();
    let mut quoted: String = line.chars().take(QUOTED).collect();
    if quoted.len() < text.trim().len() {
        quoted.push('…');
    }
    quoted
}
