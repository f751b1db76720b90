//! `tileir-test-mutate`: breaks a kernel in one place, so that a test can see that it is noticed.
//!
//! | kind | what it does to one thread's program |
//! |---|---|
//! | `lane` | one shuffle reads its neighbour: the lane XOR 1 |
//! | `barrier` | one barrier is gone |
//! | `slot` | two stores exchange their values |
//!
//! | kind | what it does to one plan, before it is lowered |
//! |---|---|
//! | `plan-lane`, `plan-slot`, `plan-offset` | as [`Mutation`](tileir::repartition::Mutation) says: `tileir.plan` gets a `mutation` |
//!
//! The seed says which place. A kernel without such a place is an error: a mutation that does
//! nothing must not pass for one that was survived. Some that do something are still no fault: in
//! a butterfly, a lane and its last partner hold the same sum.

use melior::ir::ValueLike;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike};

use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, Val, context_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::plan::break_plan;
use crate::rewrite::{changed, erase};
use crate::walk::operations_named;

/// Runs the pass.
///
/// # Errors
/// An unknown kind, or a kernel without a place for it.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let seed: usize = context.parsed_option("seed", "a number")?;
    let kind = context.option("kind")?;
    if let Some(mutation) = kind.strip_prefix("plan-").and_then(|name| name.parse().ok()) {
        return break_plan(module, mutation, seed as u64);
    }
    match kind {
        "lane" => wrong_lane(pick(module, "gpu.shuffle", seed)?),
        "barrier" => {
            erase(pick(module, "gpu.barrier", seed)?);
            Ok(())
        }
        "slot" => swapped_slots(module, seed),
        other => {
            let known = "lane, barrier, slot, plan-lane, plan-slot or plan-offset";
            let message = format!("unknown mutation '{other}': {known}");
            Err(PassError::at(module.location(), message))
        }
    }
}

fn pick<'c>(module: Op<'c>, name: &str, seed: usize) -> Outcome<'c, Op<'c>> {
    let places = operations_named(module, name);
    match places.len() {
        0 => Err(PassError::at(module.location(), format!("there is no '{name}' to break"))),
        count => Ok(places[seed % count]),
    }
}

fn wrong_lane<'c>(shuffle: Op<'c>) -> Outcome<'c> {
    let lane = operand(shuffle, 1)?;
    let block =
        shuffle.block().ok_or_else(|| PassError::at(shuffle.location(), "there is no block"))?;
    let before = Builder::new(context_of(shuffle), block, shuffle.location());
    let build = |name: &str, operands: &[Val<'c>], attribute: Option<_>| {
        let attributes: Vec<_> = attribute
            .map(|value| (melior::ir::Identifier::new(before.context(), "value"), value))
            .into_iter()
            .collect();
        OperationBuilder::new(name, shuffle.location())
            .add_operands(operands)
            .add_attributes(&attributes)
            .add_results(&[lane.r#type()])
            .build()
            .map_err(|_| PassError::at(shuffle.location(), format!("'{name}' cannot be built")))
    };
    let one = build("arith.constant", &[], Some(before.integer(1, 32)))?;
    let one = result(block.insert_operation_before(shuffle, one))?;
    let neighbour = build("arith.xori", &[lane, one], None)?;
    let neighbour = result(block.insert_operation_before(shuffle, neighbour))?;
    changed(shuffle).set_operand(1, neighbour);
    Ok(())
}

/// Two neighbouring stores of one block with different values exchange them.
fn swapped_slots(module: Op<'_>, seed: usize) -> Outcome<'_> {
    let stores = operations_named(module, "memref.store");
    let mut pairs = Vec::new();
    for pair in stores.windows(2) {
        let (first, second) = (operand(pair[0], 0)?, operand(pair[1], 0)?);
        let exchangeable = pair[0].block() == pair[1].block()
            && first != second
            && first.r#type() == second.r#type()
            && !crate::symbols::defining_op(second)
                .is_some_and(|d| d.block() == pair[0].block() && !d.is_before_in_block(pair[0]));
        if exchangeable {
            pairs.push((pair[0], pair[1], first, second));
        }
    }
    if pairs.is_empty() {
        return Err(PassError::at(module.location(), "there are no two stores to exchange"));
    }
    let (first_store, second_store, first, second) = pairs[seed % pairs.len()];
    changed(first_store).set_operand(0, second);
    changed(second_store).set_operand(0, first);
    Ok(())
}
