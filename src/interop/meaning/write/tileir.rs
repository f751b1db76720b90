//! The notation of this project: a map where the meaning is a function of elements, a
//! distribution where it is one of places, and else a correspondence.

use super::super::{Meaning, Places, TranslateError};
use crate::distribution::Distribution;
use crate::map::LayoutMap;
use crate::proof::Budget;

/// A meaning as a function.
type View = fn(&Meaning, &Budget) -> Result<LayoutMap, TranslateError>;

pub(in crate::interop::meaning) fn write(meaning: &Meaning) -> String {
    let budget = Budget { points: 0 };
    let views: [View; 2] = match meaning.places {
        Places::Registers => [Meaning::by_place, Meaning::by_element],
        _ => [Meaning::by_element, Meaning::by_place],
    };
    for view in views {
        if let Ok(map) = view(meaning, &budget)
            && map.domain().is_box()
        {
            let map = map.normalize(&budget);
            return match meaning.places {
                Places::Registers if Distribution::new(map.clone()).is_ok() => {
                    format!("#tileir.distribution<{map}>")
                }
                _ => format!("#tileir.{map}"),
            };
        }
    }
    format!("#tileir.{}", meaning.corr)
}
