//! `tileir-pin-floats`: float arithmetic in a `spirv.module` means what `arith`
//! says, also to the device's compiler.
//!
//! Vulkan lets a driver treat floats as numbers of a field: fuse a product and a
//! sum, cancel `(a + b) - b`, take a NaN for whatever suits it. Mesa does all of
//! it. Two things in the module forbid it:
//!
//! - `NoContraction` on each sum, product and quotient keeps it as it is written;
//! - the execution mode `SignedZeroInfNanPreserve`, for each width that occurs,
//!   keeps -0, infinities and NaN, on which `maximumf`, comparisons and the
//!   functions of `scalar_math.rs` rest.
//!
//! The law: no operation is added, removed or moved; what was fused before (`Fma`)
//! stays fused. Subnormals may still be flushed: few devices can promise more.

use melior::Context;
use melior::ir::attribute::{ArrayAttribute, Attribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, TypeLike, ValueLike};

use crate::builder::name_of;
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{build_before, set_attribute};
use crate::walk::operations;

const ARITHMETIC: &[&str] = &[
    "spirv.FAdd",
    "spirv.FDiv",
    "spirv.FMul",
    "spirv.FNegate",
    "spirv.FRem",
    "spirv.FSub",
    "spirv.GL.Fma",
];
const PRESERVE: &str = "#spirv.execution_mode<SignedZeroInfNanPreserve>";

/// Runs the pass.
///
/// # Errors
/// MLIR refuses to build an execution mode.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let mlir = op.context();
    // SAFETY: `mlir` outlives every use of the reference, in this function.
    let mlir = unsafe { mlir.to_ref() };
    let arithmetic = operations(op, |op| ARITHMETIC.contains(&name_of(op).as_str()));
    for op in &arithmetic {
        set_attribute(*op, "no_contraction", Attribute::unit(mlir));
    }
    let widths = widths_in(op);
    for entry in operations(op, |op| name_of(op) == "spirv.EntryPoint") {
        preserve(mlir, entry, &widths)?;
    }
    context.count("pinned", u64::try_from(arithmetic.len()).unwrap_or(u64::MAX))
}

/// The widths of the floats that operations give.
fn widths_in(op: OperationRef<'_, '_>) -> Vec<i64> {
    let gives = |is: fn(&Type<'_>) -> bool| {
        !operations(op, |op| op.results().any(|result| is(&result.r#type()))).is_empty()
    };
    let mut widths = Vec::new();
    if gives(|it| it.is_f16()) {
        widths.push(16);
    }
    if gives(|it| it.is_f32()) {
        widths.push(32);
    }
    if gives(|it| it.is_f64()) {
        widths.push(64);
    }
    widths
}

/// Gives the function of `entry` the execution mode, for each of `widths`.
fn preserve<'c>(
    context: &'c Context,
    entry: OperationRef<'c, 'c>,
    widths: &[i64],
) -> Result<(), PassError<'c>> {
    let located = |error: melior::Error| PassError::at(entry.location(), error.to_string());
    let function = entry.attribute("fn").map_err(located)?;
    let mode = Attribute::parse(context, PRESERVE)
        .ok_or_else(|| PassError::at(entry.location(), format!("MLIR refuses {PRESERVE}")))?;
    let word = IntegerType::new(context, 32).into();
    for &width in widths {
        let values = ArrayAttribute::new(context, &[IntegerAttribute::new(word, width).into()]);
        let attributes = [("fn", function), ("execution_mode", mode), ("values", values.into())];
        build_before(context, entry, "spirv.ExecutionMode", &[], &[], &attributes)
            .map_err(located)?;
    }
    Ok(())
}
