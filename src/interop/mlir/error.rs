//! [`MlirError`]: why a text of upstream MLIR says no layout.

use thiserror::Error;

use crate::error::MapError;
use crate::expr::Program;
use crate::interop::ScriptError;
use crate::interop::cute::atoms::AtomError;

/// Why a text, or a text of this shape, says no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MlirError {
    /// A text that makes no sense.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Parts that make no map.
    #[error(transparent)]
    Map(#[from] MapError),
    /// An instruction of which no atom is known.
    #[error(transparent)]
    Atom(#[from] AtomError),
    /// An operand of which a shape alone does not say enough.
    #[error("{operand} of {shape} depends on its elements: write the operation with its types")]
    Elements {
        /// The operand.
        operand: &'static str,
        /// The shape.
        shape: String,
    },
    /// What the atom's layout says.
    #[error(transparent)]
    Cute(#[from] crate::cute::CuteError),
    /// A list of another length than there are dimensions.
    #[error("{what} has {found} entries, there are {expected} dimensions")]
    Rank {
        /// The list.
        what: &'static str,
        /// The dimensions.
        expected: usize,
        /// The entries.
        found: usize,
    },
    /// A field without the one that it belongs to.
    #[error("{field} needs {missing}")]
    Alone {
        /// The field.
        field: &'static str,
        /// What is not there.
        missing: &'static str,
    },
    /// A number that must be positive.
    #[error("{what} is {value}, which is not positive")]
    NotPositive {
        /// Which number.
        what: &'static str,
        /// The number.
        value: i64,
    },
    /// An order or a list of dimensions that names one twice, or one that there is not.
    #[error("{what} {given:?} does not name dimensions of {rank}, each once")]
    Dimensions {
        /// Which list.
        what: &'static str,
        /// The list.
        given: Vec<i64>,
        /// How many dimensions there are.
        rank: usize,
    },
    /// Data that does not split evenly.
    #[error("dimension {dimension}: {part_name} {part} does not divide {whole_name} {whole}")]
    Uneven {
        /// The dimension.
        dimension: usize,
        /// What divides.
        part_name: &'static str,
        /// Its extent.
        part: i64,
        /// What is divided.
        whole_name: &'static str,
        /// Its extent.
        whole: i64,
    },
    /// A number beyond 64 bits.
    #[error("{what} does not fit 64 bits")]
    TooLarge {
        /// What has no number.
        what: &'static str,
    },
    /// An affine map whose values have no extents.
    #[error(
        "the values of the layout's result {output} over the shape {shape:?} are not bounded from 0"
    )]
    Unbounded {
        /// The result.
        output: usize,
        /// The shape.
        shape: Vec<i64>,
    },
    /// An affine map of which it is not known what extents MLIR derives.
    #[error(
        "the extent of the layout's result {output} over the shape {shape:?} is not known: \
         MLIR's is from {least} to {most}"
    )]
    Extent {
        /// The result.
        output: usize,
        /// The shape.
        shape: Vec<i64>,
        /// What the values need.
        least: i64,
        /// What bounds them.
        most: i64,
    },
    /// An affine map whose symbols have no numbers.
    #[error("the symbols {} of the affine map are known at run time only", symbols.join(", "))]
    Symbols {
        /// Their names.
        symbols: Vec<String>,
    },
    /// A name that a symbol of an affine map cannot have.
    #[error("no symbol of an affine map can be called '{name}' beside its other names")]
    SymbolName {
        /// The name.
        name: String,
    },
    /// Arithmetic that affine maps do not have.
    #[error("no affine map was found: {why}")]
    NotAffine {
        /// What is not affine.
        why: &'static str,
        /// The arithmetic.
        program: Box<Program>,
    },
}

/// The product of numbers.
pub(super) fn product(what: &'static str, numbers: &[i64]) -> Result<i64, MlirError> {
    let product = numbers.iter().try_fold(1i64, |product, &number| product.checked_mul(number));
    product.ok_or(MlirError::TooLarge { what })
}

/// That every number is positive.
pub(super) fn positive(what: &'static str, numbers: &[i64]) -> Result<(), MlirError> {
    match numbers.iter().find(|number| **number < 1) {
        Some(&value) => Err(MlirError::NotPositive { what, value }),
        None => Ok(()),
    }
}
