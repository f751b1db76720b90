//! `tileir-expand-division`: division that rounds down or up, in terms of the
//! one that rounds to zero.
//!
//! With q and r the quotient and remainder that round to zero, and r non-zero:
//!
//! | operation | result | corrected where |
//! | --- | --- | --- |
//! | `floordivsi` | q - 1 | r and the divisor differ in sign |
//! | `ceildivsi` | q + 1 | r and the divisor agree in sign |
//! | `ceildivui` | q + 1 | always |
//!
//! Upstream's `arith-expand` does it too, and with it replaces `maximumf` and
//! `minimumf`, which a GPU has, by comparisons that do not order the zeros.
//!
//! The law: the same result for every operand for which the original has one.

use melior::Context;
use melior::ir::attribute::{Attribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, TypeLike, Value, ValueLike};

use crate::builder::{is_one_of, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::rewrite::{build_before, erase, replace_uses};
use crate::walk::operations;

/// `arith.cmpi`'s predicates.
const NOT_EQUAL: i64 = 1;
const SIGNED_LESS: i64 = 2;
const SIGNED_NOT_LESS: i64 = 5;

/// Runs the pass.
///
/// # Errors
/// MLIR refuses to build an operation.
pub fn run<'c>(
    context: &mut PassContext<'c>,
    op: OperationRef<'c, 'c>,
) -> Result<(), PassError<'c>> {
    let names = ["arith.floordivsi", "arith.ceildivsi", "arith.ceildivui"];
    let divisions = operations(op, |op| is_one_of(op, &names));
    for division in divisions {
        let mlir = division.context();
        // SAFETY: `mlir` outlives every use of the reference, in this block.
        let mlir = unsafe { mlir.to_ref() };
        expand(mlir, division)
            .map_err(|error| PassError::at(division.location(), error.to_string()))?;
        context.count("expanded", 1)?;
    }
    Ok(())
}

fn expand<'c>(context: &'c Context, op: OperationRef<'c, 'c>) -> Result<(), melior::Error> {
    let (a, b) = (op.operand(0)?, op.operand(1)?);
    let number = a.r#type();
    let bit: Type<'c> = IntegerType::new(context, 1).into();
    let build = |name: &str, operands: &[Value<'c, 'c>], result, attributes: &[_]| {
        build_before(context, op, name, operands, &[result], attributes)?.result(0).map(Value::from)
    };
    let compare = |predicate: i64, x, y| {
        let word = IntegerType::new(context, 64).into();
        let predicate: Attribute<'c> = IntegerAttribute::new(word, predicate).into();
        build("arith.cmpi", &[x, y], bit, &[("predicate", predicate)])
    };
    let name = name_of(op);
    let (divide, remain) = match name.as_str() {
        "arith.ceildivui" => ("arith.divui", "arith.remui"),
        _ => ("arith.divsi", "arith.remsi"),
    };
    let zero = IntegerAttribute::new(number, 0).into();
    let zero = build("arith.constant", &[], number, &[("value", zero)])?;
    let quotient = build(divide, &[a, b], number, &[])?;
    let remainder = build(remain, &[a, b], number, &[])?;
    let inexact = compare(NOT_EQUAL, remainder, zero)?;
    let signs = build("arith.xori", &[remainder, b], number, &[])?;
    let (corrected, extend) = match name.as_str() {
        "arith.ceildivui" => (inexact, "arith.extui"),
        "arith.ceildivsi" => {
            let agree = compare(SIGNED_NOT_LESS, signs, zero)?;
            (build("arith.andi", &[inexact, agree], bit, &[])?, "arith.extui")
        }
        _ => {
            let differ = compare(SIGNED_LESS, signs, zero)?;
            (build("arith.andi", &[inexact, differ], bit, &[])?, "arith.extsi")
        }
    };
    // A bit that is set extends to -1 with its sign, and to 1 without.
    let correction = if number.is_index() {
        let cast = if extend == "arith.extsi" { "arith.index_cast" } else { "arith.index_castui" };
        build(cast, &[corrected], number, &[])?
    } else {
        build(extend, &[corrected], number, &[])?
    };
    let sum = build("arith.addi", &[quotient, correction], number, &[])?;
    replace_uses(op.result(0)?.into(), sum);
    erase(op);
    Ok(())
}
