//! Texts of upstream MLIR.
//!
//! | text | is |
//! |---|---|
//! | `memref<…>`; `strided<…>`, `affine_map<…>` of the context's shape | elements to addresses |
//! | `vector<…>`, `vector.contract …:A` | elements to their numbers in the vector |
//! | `#xegpu.layout<…>`, `#xegpu.slice<…>` of the context's shape | threads and values to elements |
//! | `mma.sync.…:C`, `ldmatrix.sync.…` | the same, of one warp of 32 lanes |
//! | `nvgpu.mma.sync … {mmaShape = [16, 8, 16]} : …:C`, `nvgpu.ldmatrix …`, both of `nvvm`, `#nvvm.shape<…>:C` | other spellings |
//!
//! A subgroup of XeGPU has the lanes of `lane_layout`; without it, a subgroup is one thread, as a
//! warp of one lane.

use super::super::system::WARP;
use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::interop::mlir::{
    AffineMap, Memref, Strided, XeGpu, is_operation, ldmatrix, mma_operand, operation,
    vector_operand,
};
use crate::map::LayoutMap;

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
        xegpu(&text.parse()?, shape, context)?
    } else if text.starts_with("mma.sync") {
        of_a_warp(&mma_operand(text)?, context)?
    } else if text.starts_with("ldmatrix") {
        of_a_warp(&ldmatrix(text)?, context)?
    } else if text.starts_with("vector") {
        Meaning::of_elements(Places::Memory, &vector_operand(text)?)?
    } else if is_operation(text) {
        of_a_warp(&operation(text)?, context)?
    } else {
        return Err(TranslateError::Kind {
            system: System::Mlir,
            quoted: super::super::error::quoted(text),
            expected: "no memref, strided, affine_map, #xegpu.layout, #xegpu.slice, mma.sync, ldmatrix or shape of either, vector or vector.contract",
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

fn xegpu(layout: &XeGpu, shape: &[i64], context: &Context) -> Result<Meaning, TranslateError> {
    let map = layout.map(shape)?;
    let threads = threads_of(&map);
    let lanes = match &layout.layout.lane_layout {
        Some(lanes) => lanes.iter().product(),
        None => 1,
    };
    let lanes = context.lanes_of(Some(lanes), threads)?;
    Ok(Meaning::of_places(Places::Registers, &map)?.of_warps(lanes))
}

/// What an instruction gives the lanes of a warp.
fn of_a_warp(map: &LayoutMap, context: &Context) -> Result<Meaning, TranslateError> {
    let lanes = context.lanes_of(Some(WARP), threads_of(map))?;
    Ok(Meaning::of_places(Places::Registers, map)?.of_warps(lanes))
}

/// The extent of the first axis.
fn threads_of(map: &LayoutMap) -> i64 {
    map.domain().extents().and_then(|pairs| pairs.first().copied()).unwrap_or(1)
}
