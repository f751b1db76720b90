//! The extents of MLIR's shaped types, and shapes in words.

use melior::ir::r#type::{DimSize, ShapedTypeLike};

/// The extents, with -1 for one that is not static.
pub(crate) fn extents<'c>(shaped: &impl ShapedTypeLike<'c>) -> Vec<i64> {
    (0..shaped.rank())
        .map(|axis| match shaped.dim_size(axis) {
            Ok(DimSize::Static(extent)) => i64::try_from(extent).unwrap_or(i64::MAX),
            Ok(DimSize::Dynamic) | Err(_) => -1,
        })
        .collect()
}

/// `4x8`, with `?` for an extent that is not static, or `a single element`.
pub(crate) fn words(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "a single element".to_owned();
    }
    let extents: Vec<String> = shape.iter().copied().map(extent).collect();
    extents.join("x")
}

/// `4`, or `?` for an extent that is not static.
pub(crate) fn extent(extent: i64) -> String {
    if extent < 0 { "?".to_owned() } else { extent.to_string() }
}
