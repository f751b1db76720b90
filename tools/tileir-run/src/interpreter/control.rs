//! Control: blocks of operations, `scf.for`, `scf.if`.
//!
//! Values are found by the SSA value that they belong to; a loop's body overwrites its own.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, RegionLike, Value as SsaValue, ValueLike};

use super::fault::Fault;
use super::syntax::{Op, malformed, name_of};
use super::tile_ops::certain_integer;
use super::value::Value;
use super::{Interpreter, Located};

/// Regions nested deeper than this are refused.
const DEPTH_LIMIT: usize = 1_000;

/// Joins a fault to the place of the operation that has it.
fn at<'c, T>(op: Op<'c, '_>, result: Result<T, Fault>) -> Result<T, Located<'c>> {
    result.map_err(|fault| Located { location: op.location(), fault })
}

fn key<'c>(value: &impl ValueLike<'c>) -> usize {
    value.to_raw().ptr as usize
}

impl Interpreter {
    /// Gives an SSA value its value.
    pub(super) fn set<'c>(&mut self, name: &impl ValueLike<'c>, value: Value) {
        self.values.insert(key(name), value);
    }

    fn get(&self, op: Op<'_, '_>, value: SsaValue<'_, '_>) -> Result<Value, Fault> {
        let found = self.values.get(&key(&value)).cloned();
        found.ok_or_else(|| malformed(op, "an operand has no value here"))
    }

    /// Runs a block; gives the operands of its terminator.
    pub(super) fn block<'c>(&mut self, block: BlockRef<'c, '_>) -> Result<Vec<Value>, Located<'c>> {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            let operands: Result<Vec<Value>, Fault> =
                op.operands().map(|operand| self.get(op, operand)).collect();
            let operands = at(op, operands)?;
            let name = name_of(op);
            let results = match name.as_str() {
                "scf.yield" | "func.return" => return Ok(operands),
                "scf.for" => self.for_loop(op, &operands)?,
                "scf.if" => self.branch(op, &operands)?,
                _ => {
                    let results = self.leaf(op, &name, &operands);
                    at(op, results)?
                }
            };
            for (result, value) in op.results().zip(results) {
                self.set(&result, value);
            }
        }
        Ok(Vec::new())
    }

    fn for_loop<'c>(
        &mut self,
        op: Op<'c, '_>,
        operands: &[Value],
    ) -> Result<Vec<Value>, Located<'c>> {
        let [lower, upper, step, carried @ ..] = operands else {
            return at(op, Err(malformed(op, "it has no bounds")));
        };
        let Value::Scalar(ty, _) = lower else {
            return at(op, Err(malformed(op, "its bounds are no scalars")));
        };
        if op.has_attribute("unsignedCmp") {
            return at(op, Err(malformed(op, "unsigned bounds are not supported")));
        }
        let bound = |value| at(op, certain_integer(op, value, "a loop's bound"));
        let (mut counter, upper, step) = (bound(lower)?, bound(upper)?, bound(step)?);
        if step < 1 {
            return at(op, Err(Fault::Step { step }));
        }
        let body = at(op, region(op, 0))?;
        let mut carried = carried.to_vec();
        while counter < upper {
            let arguments = std::iter::once(Value::int(*ty, counter)).chain(carried);
            for (number, value) in arguments.enumerate() {
                let argument = body.argument(number);
                let argument = argument.map_err(|_| malformed(op, "a region argument is missing"));
                self.set(&at(op, argument)?, value);
            }
            carried = self.nested(op, body)?;
            // Beyond the greatest integer there is no further step.
            let Some(following) = counter.checked_add(step) else { break };
            counter = following;
        }
        Ok(carried)
    }

    fn branch<'c>(
        &mut self,
        op: Op<'c, '_>,
        operands: &[Value],
    ) -> Result<Vec<Value>, Located<'c>> {
        let condition = operands.first().ok_or_else(|| malformed(op, "it has no condition"));
        let condition = certain_integer(op, at(op, condition)?, "a branch");
        let taken = usize::from(at(op, condition)? == 0);
        match region(op, taken) {
            Ok(body) => self.nested(op, body),
            // No else.
            Err(_) if taken == 1 => Ok(Vec::new()),
            Err(fault) => at(op, Err(fault)),
        }
    }

    fn nested<'c>(
        &mut self,
        op: Op<'c, '_>,
        body: BlockRef<'c, '_>,
    ) -> Result<Vec<Value>, Located<'c>> {
        if self.depth >= DEPTH_LIMIT {
            return at(op, Err(Fault::Depth { limit: DEPTH_LIMIT }));
        }
        self.depth += 1;
        let yielded = self.block(body);
        self.depth -= 1;
        yielded
    }
}

/// The only block of a region.
fn region<'c, 'a>(op: Op<'c, 'a>, number: usize) -> Result<BlockRef<'c, 'a>, Fault> {
    let block = op.region(number).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| malformed(op, format!("region {number} is empty")))
}
