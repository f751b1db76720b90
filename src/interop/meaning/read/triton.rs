//! Triton's encodings: `#ttg.blocked<{…}>` of the context's shape.
//!
//! `(register, lane, warp, block)` becomes `(thread, value)`: lane and warp are the digits of the
//! thread's number, the lane lowest, which over GF(2) is only another name for the same bits. The
//! lanes are the encoding's own. Several blocks stay apart: `(block, thread, value)`. Memory is by its offsets, or addresses where it is padded.

use super::super::{Context, Meaning, Places, System, TranslateError};
use crate::gf2::Dims;
use crate::index_set::{Axis, IndexSet};
use crate::interop::triton::Encoding;
use crate::map::LayoutMap;

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let encoding: Encoding = text.trim().parse()?;
    let shape = context.shape_for("a Triton encoding")?;
    if encoding.is_distributed() {
        return distributed(&encoding, shape, context);
    }
    if encoding.is_shared() {
        return shared(&encoding, shape);
    }
    tensor_memory(&encoding, shape)
}

/// Rows and columns, of several blocks behind the block's number.
fn tensor_memory(encoding: &Encoding, shape: &[i64]) -> Result<Meaning, TranslateError> {
    let layout = encoding.to_linear(shape)?.squeeze_ins();
    let known = |name: &&str| matches!(*name, "block" | "row" | "col");
    if let Some(axis) = layout.ins().names().find(|name| !known(name)) {
        return Err(TranslateError::Axis { system: System::Ttg, axis: axis.to_owned() });
    }
    let (places, axes): (_, &[&str]) = match layout.ins().get("block") {
        Some(_) => (Places::BlockTensorMemory, &["block", "row", "col"]),
        None => (Places::TensorMemory, &["row", "col"]),
    };
    let size = |name| layout.ins().get(name).map_or(1, |dim| dim.size());
    let ins = Dims::new(axes.iter().map(|name| (*name, size(name))))?;
    let present: Vec<&str> =
        axes.iter().copied().filter(|name| layout.ins().get(name).is_some()).collect();
    let layout = layout.transpose_ins(&present)?.reshape_ins(ins)?;
    Meaning::of_places(places, &layout.to_map()?)
}

fn distributed(
    encoding: &Encoding,
    shape: &[i64],
    context: &Context,
) -> Result<Meaning, TranslateError> {
    let (lanes, warps) = encoding.threads(shape)?;
    let layout = encoding.to_linear(shape)?;
    let layout = layout.transpose_ins(&["register", "lane", "warp", "block"])?;
    let size = |name| layout.ins().get(name).map_or(1, |dim| dim.size());
    let too_large = || TranslateError::Size { shape: vec![lanes, warps] };
    let threads = lanes.checked_mul(warps).ok_or_else(too_large)?;
    let lanes = context.lanes_of(Some(lanes), threads)?;
    let (blocks, values) = (("block", size("block")), ("value", size("register")));
    let (places, layout) = match blocks {
        (_, 1) => {
            let layout = layout.reshape_ins(Dims::new([values, ("thread", threads)])?)?;
            (Places::Registers, layout.transpose_ins(&["thread", "value"])?)
        }
        _ => {
            let layout = layout.reshape_ins(Dims::new([values, ("thread", threads), blocks])?)?;
            (Places::BlockRegisters, layout.transpose_ins(&["block", "thread", "value"])?)
        }
    };
    Ok(Meaning::of_places(places, &layout.to_map()?)?.of_warps(lanes))
}

fn shared(encoding: &Encoding, shape: &[i64]) -> Result<Meaning, TranslateError> {
    let corr = encoding.to_corr(shape)?;
    let none = || TranslateError::from(crate::corr::CorrError::NoLegs);
    let (left, right) = corr.legs().ok_or_else(none)?;
    // `(block, offset)`, of which `block` is left out where there is one.
    let one = |axis: &Axis| axis.name() == "block" && axis.extent().finite() == Some(1);
    let places = left.codomain().axes();
    if !places.first().is_some_and(one) {
        return Meaning::new(Places::Blocks, left, right);
    }
    let keep: Vec<usize> = (1..places.len()).collect();
    if keep.len() != 1 {
        let axis = places.get(1).map_or("", Axis::name).to_owned();
        return Err(TranslateError::Axis { system: System::Ttg, axis });
    }
    if *left == LayoutMap::identity(left.domain().clone())? {
        // Without the block the offset alone is the occurrence.
        let offset: Vec<Axis> = left.domain().axes().iter().skip(1).cloned().collect();
        let alone = LayoutMap::mixed_radix_between(
            crate::shape![(offset.first().and_then(|axis| axis.extent().finite()).unwrap_or(1))],
            vec![crate::stride![0], crate::stride![1]],
            IndexSet::new(offset)?,
            right.domain().clone(),
        )?;
        return Meaning::of_places(Places::Memory, &LayoutMap::compose(right.clone(), alone)?);
    }
    let dropped = LayoutMap::project(left.codomain().clone(), keep)?;
    Meaning::new(Places::Memory, &LayoutMap::compose(dropped, left.clone())?, right)
}
