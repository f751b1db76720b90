//! CuTe's words: a layout, a swizzle after one, or a thread-value layout.
//!
//! ```text
//! elements to addresses             Sw<3,3,3> o 0 o (8,64):(64,1)
//! registers of threads to elements  ((4,8),(2,2)):((32,1),(16,8)) of 16 x 8, column-major
//! ```
//!
//! Where the reader knows the shape, a layout may have another one: it is then a layout of the
//! column-major number of an element, as `(3,4):(0,3)` is of 4 x 3.

use super::super::digits::{Digits, into_memory};
use super::super::swizzled::composed;
use super::super::{Meaning, Places, System, TranslateError, column_major, strides, tile};
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::interop::tirx::TirxError;
use crate::map::LayoutMap;
use crate::proof::Budget;

/// `shaped`: whether who reads the text knows the shape.
pub(super) fn write(
    meaning: &Meaning,
    system: System,
    shaped: bool,
) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory if system == System::Cute => {
            let map = meaning.by_element(&budget)?;
            let layout = composed(&map).or_else(|why| match shaped {
                true => composed(&LayoutMap::compose(map, unfolded(&meaning.shape)?)?).or(Err(why)),
                false => Err(why),
            });
            Ok(layout
                .map_err(|error| in_own_words(error, "layout or swizzled layout"))?
                .to_string())
        }
        Places::Registers => {
            let elements = column_major(meaning.filled(System::CuteTv, &budget)?, "m")?;
            let digits = Digits::of(&into_memory(&elements)?);
            let digits =
                digits.map_err(|error| in_own_words(error.into(), "thread-value layout"))?;
            match digits.offset[..] {
                [0] => Ok(digits.layout(2)?.to_string()),
                _ => Err(TranslateError::Outside {
                    system: System::CuteTv,
                    what: "thread-value layout",
                    why: format!(
                        "(thread = 0, value = 0) holds element {:?}, and a layout is 0 there",
                        digits.offset
                    ),
                }),
            }
        }
        places => Err(TranslateError::NoWords { system, places }),
    }
}

/// The coordinates in a shape of a column-major number.
fn unfolded(shape: &[i64]) -> Result<LayoutMap, TranslateError> {
    let (strides, size) = strides(shape, false)?;
    let digit = |(&stride, &extent): (&i64, &i64)| Expr::coord(0) / stride % extent;
    let coordinates: Vec<Expr> = strides.iter().zip(shape).map(digit).collect();
    let numbers = IndexSet::new(vec![Axis::new("number", size)])?;
    Ok(LayoutMap::expr(numbers, tile(shape)?, Program::from_exprs(&coordinates))?)
}

/// Why a map is no sum of digits, of a layout of CuTe.
fn in_own_words(error: TranslateError, what: &'static str) -> TranslateError {
    let why = match &error {
        TranslateError::Tirx(error) => match &**error {
            TirxError::NotDigits { axis, at, why } => format!("along '{axis}' from {at} on, {why}"),
            TirxError::NotSum { witness, .. } => {
                format!("what it is along each coordinate does not add up to it: {witness}")
            }
            _ => return TranslateError::Tirx(error.clone()),
        },
        TranslateError::Swizzles { why, looked } => {
            let why = Box::new(in_own_words(TranslateError::clone(why), "layout"));
            return TranslateError::Swizzles { why, looked: *looked };
        }
        _ => return error,
    };
    TranslateError::Outside { system: System::Cute, what, why }
}
