//! Loops and branches: a tile that crosses a region boundary crosses it slot by slot.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Block, Region, RegionLike, Type, ValueLike};

use super::{Kernel, Lowered, argument_of};
use crate::access::operand;
use crate::builder::{Builder, Op, Outcome, Val, borrowed};
use crate::error::PassError;
use crate::tile::Tile;

impl<'c> Kernel<'c> {
    pub(super) fn scf_for(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let bounds: Vec<Val<'c>> =
            (0..3).map(|n| self.scalar(operand(op, n)?)).collect::<Outcome<'c, _>>()?;
        let initial: Vec<Val<'c>> = op.operands().skip(3).collect();
        let flat = self.flatten(&initial)?;

        let source = body_of(op, 0)?;
        let region = Region::new();
        let block = Block::new(&[]);
        let inside = builder.inside(borrowed(&block));
        region.append_block(block);
        let counter = argument_of(source, 0, op.location())?;
        let new = inside.block().add_argument(counter.r#type(), op.location());
        self.set(counter, Lowered::Scalar(new));
        for number in 1..source.argument_count() {
            let argument = argument_of(source, number, op.location())?;
            let add = |r#type| inside.block().add_argument(r#type, op.location());
            let lowered = match Tile::of(argument.r#type(), op.location())? {
                None => Lowered::Scalar(add(argument.r#type())),
                Some(tile) => Lowered::Tile((0..tile.slots()).map(|_| add(tile.element)).collect()),
            };
            self.set(argument, lowered);
        }
        self.loop_depth += 1;
        let yielded = self.region(op, 0, inside)?;
        self.loop_depth -= 1;
        inside.op("scf.yield", &yielded, &[], &[])?;

        let operands: Vec<Val<'c>> = bounds.into_iter().chain(flat.iter().copied()).collect();
        let types: Vec<Type<'c>> = flat.iter().map(|value| value.r#type()).collect();
        let new = builder.op_with_regions("scf.for", &operands, &[], &types, vec![region])?;
        self.unflatten(op, new, builder)
    }

    pub(super) fn scf_if(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let condition = self.scalar(operand(op, 0)?)?;
        let mut regions = Vec::new();
        let mut types = Vec::new();
        for number in 0..op.region_count() {
            let region = Region::new();
            if op.region(number).is_ok_and(|source| source.first_block().is_some()) {
                let block = Block::new(&[]);
                let inside = builder.inside(borrowed(&block));
                region.append_block(block);
                let yielded = self.region(op, number, inside)?;
                types = yielded.iter().map(|value| value.r#type()).collect();
                inside.op("scf.yield", &yielded, &[], &[])?;
            }
            regions.push(region);
        }
        let new = builder.op_with_regions("scf.if", &[condition], &[], &types, regions)?;
        self.unflatten(op, new, builder)
    }

    /// Lowers a region's block; gives what it yields, flat.
    fn region(
        &mut self,
        op: Op<'c>,
        number: usize,
        inside: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let source = body_of(op, number)?;
        let scope = self.indices.enter();
        let happened = self.order.enter_region();
        self.block(source, inside)?;
        let yielded: Vec<Val<'c>> = match source.terminator() {
            Some(terminator) => terminator.operands().collect(),
            None => Vec::new(),
        };
        let flat = self.flatten(&yielded)?;
        self.indices.leave(scope);
        self.buffers.leave_region();
        self.order.leave_region(happened);
        Ok(flat)
    }

    fn flatten(&self, values: &[Val<'c>]) -> Outcome<'c, Vec<Val<'c>>> {
        let mut flat = Vec::new();
        for &value in values {
            match self.get(value)? {
                Lowered::Scalar(scalar) => flat.push(*scalar),
                Lowered::Tile(slots) => flat.extend(slots),
                Lowered::View(_) => {
                    let message = "a view does not cross a loop or a branch";
                    return Err(PassError::at(value.location(), message));
                }
            }
        }
        Ok(flat)
    }

    /// Gives the results of `op` their values: the results of `new`, a slot each.
    fn unflatten(&mut self, op: Op<'c>, new: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let mut next = 0;
        let mut take = || {
            next += 1;
            builder.result(new, next - 1)
        };
        let mut lowered = Vec::new();
        for result in op.results() {
            lowered.push(match Tile::of(result.r#type(), op.location())? {
                None => Lowered::Scalar(take()?),
                Some(tile) => {
                    Lowered::Tile((0..tile.slots()).map(|_| take()).collect::<Outcome<'c, _>>()?)
                }
            });
        }
        for (number, lowered) in lowered.into_iter().enumerate() {
            self.set(builder.result(op, number)?, lowered);
        }
        Ok(())
    }
}

fn body_of<'c>(op: Op<'c>, number: usize) -> Outcome<'c, melior::ir::BlockRef<'c, 'c>> {
    let block = op.region(number).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| PassError::at(op.location(), "there is no body"))
}
