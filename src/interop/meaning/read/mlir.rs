//! Texts of upstream MLIR.
//!
//! | text | is |
//! |---|---|
//! | `memref<…>`; `strided<…>`, `affine_map<…>` of the context's shape | elements to addresses |
//! | `#xegpu.layout<…>`, `#xegpu.slice<…>` of the context's shape | threads and values to elements |
//! | `mma.sync.…:C`, `ldmatrix.sync.…` | the same |

use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::interop::mlir::{AffineMap, Memref, Strided, XeGpu, ldmatrix, mma_operand};

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let text = text.trim();
    let meaning = if text.starts_with("memref") {
        Meaning::of_elements(Places::Memory, &text.parse::<Memref>()?.map()?)?
    } else if text.starts_with("strided") {
        let shape = context.shape_for("a strided layout")?;
        Meaning::of_elements(Places::Memory, &text.parse::<Strided>()?.map(shape)?)?
    } else if text.starts_with("affine_map") {
        let shape = context.shape_for("an affine map")?;
        Meaning::of_elements(Places::Memory, &text.parse::<AffineMap>()?.map(shape)?)?
    } else if text.starts_with("#xegpu") {
        let shape = context.shape_for("a layout of XeGPU")?;
        Meaning::of_places(Places::Registers, &text.parse::<XeGpu>()?.map(shape)?)?
    } else if text.starts_with("mma.sync") {
        Meaning::of_places(Places::Registers, &mma_operand(text)?)?
    } else if text.starts_with("ldmatrix") {
        Meaning::of_places(Places::Registers, &ldmatrix(text)?)?
    } else {
        return Err(TranslateError::Kind {
            system: System::Mlir,
            quoted: super::super::error::quoted(text),
            expected: "no memref, strided, affine_map, #xegpu.layout, #xegpu.slice, mma.sync or ldmatrix",
        });
    };
    match &context.shape {
        Some(shape) if *shape != meaning.shape => {
            let (what, own) = ("it".to_owned(), meaning.shape);
            Err(TranslateError::Shape { what, own, shape: shape.clone() })
        }
        _ => Ok(meaning),
    }
}
