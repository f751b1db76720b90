//! MLIR's words: a strided layout or an affine map of memory, XeGPU's layout of registers.
//!
//! With an element type in the context, memory is a whole `memref`; without one, the layout
//! alone. What is a stride a dimension is `strided`; else the arithmetic is an affine map, and
//! where it is linear over GF(2), so are its bits; what else works on bits is spelled out in them.

use super::super::digits::{Digits, into_memory};
use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::expr::simplify;
use crate::interop::mlir::{AffineMap, Memref, MemrefLayout, MlirError, Strided};
use crate::interop::triton::linear_of;
use crate::map::LayoutMap;
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    let budget = Budget::default();
    match meaning.places {
        Places::Memory => {
            let layout = layout(&meaning.by_element(&budget)?, &budget)?;
            Ok(match (&context.element, layout) {
                (Some(element), layout) => {
                    let (shape, element) = (meaning.shape.clone(), element.clone());
                    Memref { shape, element, layout, space: None }.to_string()
                }
                (None, MemrefLayout::Strided(strided)) => strided.to_string(),
                (None, MemrefLayout::Affine(map)) => map.to_string(),
                (None, MemrefLayout::RowMajor) => {
                    return Err(TranslateError::NoShape { what: "a layout without an element" });
                }
            })
        }
        Places::Registers => super::xegpu::write(meaning, context),
        places => Err(TranslateError::NoWords { system: System::Mlir, places }),
    }
}

fn layout(map: &LayoutMap, budget: &Budget) -> Result<MemrefLayout, TranslateError> {
    let memory = into_memory(map)?;
    let rank = map.domain().rank();
    if let Ok(digits) = Digits::of(&memory) {
        let mode = |axis: usize| {
            let mut own = digits.along(axis);
            match (own.next(), own.next()) {
                (None, _) => Some(0),
                (Some(digit), None) => Some(digit.step.map_or(0, |(_, by)| by)),
                _ => None,
            }
        };
        if let Some(strides) = (0..rank).map(mode).collect::<Option<Vec<i64>>>() {
            let offset = digits.offset.first().copied().unwrap_or(0);
            return Ok(MemrefLayout::Strided(Strided { strides, offset }));
        }
    }
    let program = memory.program().map(|program| program.value_program());
    let plain = program.as_ref().map(|program| AffineMap::of_program(rank, program));
    if let Some(Ok(affine)) = plain {
        return Ok(MemrefLayout::Affine(affine));
    }
    if let Some(layout) = bounded(&memory, budget) {
        return Ok(MemrefLayout::Affine(layout?));
    }
    let (Some(program), Some(extents)) = (program, memory.domain().extents()) else {
        let why = "it is no arithmetic on a box".to_owned();
        return Err(TranslateError::Outside { system: System::Mlir, what: "affine map", why });
    };
    let program = simplify(&program, &extents);
    Ok(MemrefLayout::Affine(AffineMap::of_bits(&extents, &program)?))
}

/// The affine map of what is linear over GF(2), in the least power of two that its values need.
fn bounded(map: &LayoutMap, budget: &Budget) -> Option<Result<AffineMap, MlirError>> {
    let extents = map.domain().extents()?;
    let units = extents.iter().enumerate().flat_map(|(axis, &extent)| {
        let powers = std::iter::successors(Some(1i64), |x| x.checked_mul(2));
        powers.take_while(move |x| *x < extent).map(move |x| (axis, x))
    });
    let rank = extents.len();
    let mut all = 0i64;
    for (axis, by) in units {
        let point: Vec<i64> = (0..rank).map(|k| if k == axis { by } else { 0 }).collect();
        all |= map.eval(&point).ok()?.first()?;
    }
    let size = i64::try_from(u64::try_from(all).ok()?.checked_add(1)?.checked_next_power_of_two()?)
        .ok()?;
    let set = crate::IndexSet::from_extents(&[size]).ok()?;
    let map = super::super::into(map, set).ok()?;
    Some(AffineMap::of_linear(&linear_of(&map, budget).ok()?))
}
