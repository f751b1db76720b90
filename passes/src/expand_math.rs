//! `tileir-expand-math`: scalar `math` operations become what each road has.
//!
//! The two roads share the algorithms of [`scalar_math`](crate::scalar_math),
//! written out here as `arith` on the operation's own scalars. What is left are
//! operations that every device has, and their spelling depends on the road:
//!
//! | operation | `ptx` | `spirv` |
//! | --- | --- | --- |
//! | `exp`, `exp2`, `log`, `log2`, `tanh` | arithmetic | arithmetic |
//! | `arith.maxnumf`, `arith.minnumf` | an LLVM intrinsic | left |
//! | `fma`, `sqrt`, `absf`, `copysign`, `floor`, `ceil`, `round`, `roundeven` | an LLVM intrinsic | left for `convert-math-to-spirv` |
//! | `trunc` | an LLVM intrinsic | `copysign(floor(absf x), x)` |
//! | `rsqrt` | 1 / `sqrt` | left |
//!
//! PTX takes intrinsics, because upstream's `convert-gpu-to-nvvm` turns each of
//! these into a call of libdevice, which `ptxas` cannot resolve.
//!
//! `f16` and `bf16` go through `f32` and are rounded once at the end, which
//! costs a hundredth of an ULP at most. Only `fma`, `absf`, `copysign`, `maxnumf`
//! and `minnumf` keep the narrow type, where the road has it: SPIR-V 1.3 has no
//! `bf16`.
//!
//! The law: no `math` operation is left on the `ptx` road, and on the `spirv`
//! road only those that upstream converts; any other is an error that names it.

use std::str::FromStr;

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Type, TypeLike, ValueLike};

use crate::builder::name_of;
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{erase, replace_uses};
use crate::scalar_math::Function;
use crate::walk::operations;

mod machine;

use machine::InIr;

/// Where the program is going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// To PTX, through LLVM.
    Ptx,
    /// To SPIR-V, for Vulkan.
    Spirv,
}

impl FromStr for Road {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ptx" => Ok(Self::Ptx),
            "spirv" => Ok(Self::Spirv),
            _ => Err(format!("'{text}' is no road: expected ptx or spirv")),
        }
    }
}

/// How an operation is expanded.
#[derive(Clone, Copy)]
enum Expansion {
    Function(Function),
    /// The device has it, by this name in `math` and in LLVM, in narrow types
    /// too if `narrow`.
    Native {
        math: &'static str,
        llvm: &'static str,
        narrow: bool,
    },
    Truncate,
    ReciprocalRoot,
}

impl Expansion {
    fn of(name: &str) -> Option<Self> {
        let native = |math, llvm, narrow| Self::Native { math, llvm, narrow };
        Some(match name {
            "math.exp" => Self::Function(Function::Exp),
            "math.exp2" => Self::Function(Function::Exp2),
            "math.log" => Self::Function(Function::Log),
            "math.log2" => Self::Function(Function::Log2),
            "math.tanh" => Self::Function(Function::Tanh),
            "math.fma" => native("math.fma", "llvm.fma", true),
            "math.absf" => native("math.absf", "llvm.fabs", true),
            "math.copysign" => native("math.copysign", "llvm.copysign", true),
            "arith.maxnumf" => native("arith.maxnumf", "llvm.maxnum", true),
            "arith.minnumf" => native("arith.minnumf", "llvm.minnum", true),
            "math.sqrt" => native("math.sqrt", "llvm.sqrt", false),
            "math.floor" => native("math.floor", "llvm.floor", false),
            "math.ceil" => native("math.ceil", "llvm.ceil", false),
            "math.round" => native("math.round", "llvm.round", false),
            "math.roundeven" => native("math.roundeven", "llvm.roundeven", false),
            "math.trunc" => Self::Truncate,
            "math.rsqrt" => Self::ReciprocalRoot,
            _ => return None,
        })
    }

    /// Whether it is computed in `f32` for operands of the narrow type `element`.
    fn widens(self, road: Road, element: Type<'_>) -> bool {
        let narrow_form = matches!(self, Self::Native { narrow: true, .. });
        !(narrow_form && (road == Road::Ptx || element.is_f16()))
    }

    /// Whether upstream converts it as it is.
    fn is_left(self, road: Road) -> bool {
        road == Road::Spirv && matches!(self, Self::Native { .. } | Self::ReciprocalRoot)
    }
}

/// Runs the pass.
///
/// # Errors
/// A `math` operation is not in the table above, or is not on float scalars.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let road = context.parsed_option("road", "ptx or spirv")?;
    let mut expanded = 0;
    for op in operations(op, is_expanded) {
        expand(op, road)?;
        expanded += 1;
    }
    context.count("expanded", expanded)
}

/// Whether the pass has to look at `op`: `math`, and what upstream makes calls of.
fn is_expanded(op: OperationRef<'_, '_>) -> bool {
    let name = name_of(op);
    name.starts_with("math.") || matches!(name.as_str(), "arith.maxnumf" | "arith.minnumf")
}

/// Replaces one operation.
fn expand<'c>(op: OperationRef<'c, 'c>, road: Road) -> Result<(), PassError<'c>> {
    let name = name_of(op);
    let located = |message: String| PassError::at(op.location(), message);
    let built = |error: melior::Error| located(format!("'{name}': {error}"));
    let expansion = Expansion::of(&name).ok_or_else(|| {
        located(format!("'{name}' has no lowering that needs no library on the device"))
    })?;
    let result = op.result(0).map_err(built)?;
    let element = result.r#type();
    let narrow = element.is_f16() || element.is_bf16();
    if !(narrow || element.is_f32() || element.is_f64()) {
        let expected = "expected a scalar of f16, bf16, f32 or f64";
        return Err(located(format!("'{name}' on {element}: {expected}")));
    }

    let context = op.context();
    // SAFETY: `context` outlives every use of the reference, in this function.
    let context = unsafe { context.to_ref() };
    let float =
        if narrow && expansion.widens(road, element) { Type::float32(context) } else { element };
    if float == element && expansion.is_left(road) {
        return Ok(());
    }
    let mut machine = InIr::new(context, op, road, float).map_err(built)?;
    let value = machine.expand(expansion).map_err(built)?;
    replace_uses(result.into(), value);
    erase(op);
    Ok(())
}
