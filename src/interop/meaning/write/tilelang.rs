//! TileLang's words: a layout of memory, a fragment of registers.
//!
//! A fragment is the [placement](super::super::copies) of elements and one replica.

use super::super::arithmetic::without_shifts;
use super::super::copies::placed;
use super::super::{Meaning, Places, System, TranslateError};
use crate::interop::tilelang::{Fragment, Layout};
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory => {
            let map = without_shifts(&meaning.by_element(&budget)?)?;
            Ok(Layout::of_map(&map)?.to_string())
        }
        Places::Registers => {
            let map = without_shifts(&placed(meaning, System::TileLang, &budget)?)?;
            Ok(Fragment::of_map(&map)?.to_string())
        }
        places => Err(TranslateError::NoWords { system: System::TileLang, places }),
    }
}
