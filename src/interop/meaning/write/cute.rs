//! CuTe's words: a layout, a swizzle after one, or a thread-value layout.
//!
//! ```text
//! elements to addresses             Sw<3,3,3> o 0 o (8,64):(64,1)
//! registers of threads to elements  ((4,8),(2,2)):((32,1),(16,8)) of 16 x 8, column-major
//! ```

use super::super::digits::{Digits, into_memory};
use super::super::swizzled::composed;
use super::super::{Meaning, Places, System, TranslateError, column_major};
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning, system: System) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory if system == System::Cute => {
            Ok(composed(&meaning.by_element(&budget)?)?.to_string())
        }
        Places::Registers => {
            let elements = column_major(meaning.filled(System::CuteTv, &budget)?, "m")?;
            let digits = Digits::of(&into_memory(&elements)?)?;
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
