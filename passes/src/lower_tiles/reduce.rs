//! Reductions: fold in registers, then lanes, then across the block.
//!
//! [`Reduction`](tileir::reduction::Reduction) says which slots, lanes and threads; this file emits the folds. Every slot of
//! the source then has the result of its row, so the result's distribution is that of the rows,
//! and a last move inside the thread puts each slot where the result's type wants it.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::{BinaryOp, IndexSet, LayoutMap, ProgramBuilder};
use tileir_dialect::attributes::ReduceKind;

use super::shuffle::shuffle_value;
use super::{Kernel, Lowered};
use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, Val};
use crate::error::PassError;
use crate::index::THREAD;
use crate::known;
use crate::tile::{Tile, distribution_of};

impl<'c> Kernel<'c> {
    pub(super) fn reduce(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let source = operand(op, 0)?;
        let from = Tile::expect(source.r#type(), op.location())?;
        let to = Tile::expect(result(op)?.r#type(), op.location())?;
        let (kind, axis) = kind_and_axis(op)?;
        let reduction = known::reduction(&from.distribution, axis, self.target.subgroup)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        let combine =
            |b: Builder<'c>, x: Val<'c>, y: Val<'c>| b.binary(combiner(kind, from.element), x, y);
        let slots = self.slots(source)?;
        let mut classes = Vec::new();
        for folded in &reduction.folded {
            let mut values = folded.iter().map(|&slot| slots[slot]);
            let first = values.next().ok_or_else(|| {
                PassError::at(op.location(), "a row without elements has no reduction")
            })?;
            let sum = values.try_fold(first, |sum, value| combine(builder, sum, value))?;
            classes.push(sum);
        }
        for &mask in &reduction.lane_masks {
            let partner = self.partner(mask, builder)?;
            for sum in &mut classes {
                let other = shuffle_value(builder, *sum, partner, self.target.subgroup)?;
                *sum = combine(builder, *sum, other)?;
            }
        }
        if !reduction.block_masks.is_empty() {
            let masks = span(&reduction.block_masks);
            for sums in classes.chunks_mut(self.exchangeable(from.element)) {
                let by_class = self.exchanged(sums, &masks, builder)?;
                for (sum, values) in sums.iter_mut().zip(by_class) {
                    let mut values = values.into_iter();
                    if let Some(first) = values.next() {
                        *sum = values.try_fold(first, |sum, value| combine(builder, sum, value))?;
                    }
                }
            }
        }
        let rows = reduction.class_of_slot.iter().map(|&class| classes[class]).collect();
        let by_rows = rows_of(&from, axis, op)?;
        let by_rows = Tile { distribution: by_rows.into(), ..from };
        let moved = self.move_slots(rows, &by_rows, &to.distribution, None, builder)?;
        self.set(result(op)?, Lowered::Tile(moved));
        Ok(())
    }

    /// The lane of `thread XOR mask`.
    fn partner(&mut self, mask: i64, builder: Builder<'c>) -> Outcome<'c, Val<'c>> {
        let mut dag = ProgramBuilder::default();
        let thread = dag.coord(THREAD);
        let mask = dag.constant(mask);
        let partner = dag.binary(BinaryOp::Xor, thread, mask);
        let width = dag.constant(self.target.subgroup);
        let lane = dag.binary(BinaryOp::Mod, partner, width);
        Ok(self.indices.emit(builder, &dag.finish(&[lane]), 32)?[0])
    }
}

/// The kind and axis of a `tileir.reduce`.
///
/// # Errors
/// The verifier lets none through.
pub fn kind_and_axis<'c>(op: Op<'c>) -> Outcome<'c, (ReduceKind, usize)> {
    let missing = |what: &str| PassError::at(op.location(), format!("there is no {what}"));
    let kind = op.attribute("kind").ok().and_then(ReduceKind::from_attribute);
    let axis = op
        .attribute("axis")
        .ok()
        .and_then(|a| melior::ir::attribute::IntegerAttribute::try_from(a).ok())
        .and_then(|a| usize::try_from(a.value()).ok());
    Ok((kind.ok_or_else(|| missing("kind"))?, axis.ok_or_else(|| missing("axis"))?))
}

/// The distribution of a reduction's rows over the source's slots.
///
/// # Errors
/// The map has no meaning; never for a distribution that has been read.
pub fn rows_of<'c>(
    from: &Tile<'c>,
    axis: usize,
    op: Op<'c>,
) -> Outcome<'c, tileir::distribution::Distribution> {
    let map = from.distribution.map();
    let keep: Vec<usize> = (0..map.codomain().rank()).filter(|&i| i != axis).collect();
    let elements: IndexSet = map.codomain().clone();
    let rows = LayoutMap::project(elements, keep)
        .and_then(|project| LayoutMap::compose(project, map.clone()))
        .map_err(|error| PassError::at(op.location(), error.to_string()))?;
    distribution_of(rows, op.location())
}

/// Every XOR of some of the masks, the empty one first.
fn span(masks: &[i64]) -> Vec<i64> {
    masks.iter().fold(vec![0], |all, mask| {
        all.iter().copied().chain(all.iter().map(|other| other ^ mask)).collect()
    })
}

/// The operation that combines two values. A truth value is a one-bit integer, whose 1 is -1:
/// so it wraps as `xor`, and the greater one is the false one.
fn combiner(kind: ReduceKind, element: Type<'_>) -> &'static str {
    let is_truth = element.is_integer() && crate::builder::bit_width(element) == 1;
    match (kind, element.is_integer()) {
        (ReduceKind::Add, _) if is_truth => "arith.xori",
        (ReduceKind::Mul | ReduceKind::Max, _) if is_truth => "arith.andi",
        (ReduceKind::Min, _) if is_truth => "arith.ori",
        (ReduceKind::Add, true) => "arith.addi",
        (ReduceKind::Add, false) => "arith.addf",
        (ReduceKind::Mul, true) => "arith.muli",
        (ReduceKind::Mul, false) => "arith.mulf",
        (ReduceKind::Max, true) => "arith.maxsi",
        (ReduceKind::Max, false) => "arith.maximumf",
        (ReduceKind::Min, true) => "arith.minsi",
        (ReduceKind::Min, false) => "arith.minimumf",
    }
}
