//! Loops and branches: what may have been done behind them.

use std::collections::HashSet;

use melior::ir::RegionLike;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;

use super::pending::Pending;
use super::{Check, all_come, body, place};
use crate::access::operand;
use crate::builder::{Op, Outcome, Val, key};
use crate::walk::operations;

impl<'c> Check<'c> {
    /// A loop: what the end leaves behind is there at the beginning, from the second turn on.
    pub(super) fn turns(
        &mut self,
        op: Op<'c>,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let block = body(op, 0)?;
        let mut bounds = (0..3).filter_map(|number| op.operand(number).ok());
        let varies = bounds.any(|bound| self.lanes.varies(bound));
        if varies {
            all_come(op)?;
            for number in 0..block.argument_count() {
                block.argument(number).into_iter().for_each(|own| self.lanes.vary(own.into()));
            }
        }
        let inside = defined_inside(op);
        let carried: Vec<Val<'c>> = (1..block.argument_count())
            .filter_map(|number| block.argument(number).ok().map(Val::from))
            .collect();
        let initial: Vec<Val<'c>> = op.operands().skip(3).collect();
        self.hand_over(&initial, &carried);
        // What there was at the beginning of a turn when a loop around came by before is there too.
        if let Some(before) = self.beginnings.remove(&place(op)) {
            pending.join(before);
        }
        // What a turn leaves, and what varies from thread to thread, is handed on until nothing is new.
        let mut is_new = true;
        while is_new {
            let varying = self.lanes.varying();
            let mut end = pending.clone();
            self.block(block, threads, &mut end)?;
            end.outlive(|base| inside.contains(&base));
            is_new = pending.join(end);
            let yielded: Vec<Val<'c>> =
                block.terminator().map_or(Vec::new(), |end| end.operands().collect());
            self.hand_over(&yielded, &carried);
            is_new |= varying != self.lanes.varying();
        }
        self.beginnings.insert(place(op), pending.clone());
        let results: Vec<Val<'c>> = op.results().map(Val::from).collect();
        self.hand_over(&carried, &results);
        Ok(())
    }

    /// What varies from thread to thread still does under another name.
    fn hand_over(&mut self, from: &[Val<'c>], to: &[Val<'c>]) {
        for (&from, &to) in from.iter().zip(to) {
            if self.lanes.varies(from) {
                self.lanes.vary(to);
            }
        }
    }

    pub(super) fn branch(
        &mut self,
        op: Op<'c>,
        threads: &[bool],
        pending: &mut Pending<'c>,
    ) -> Outcome<'c> {
        let condition = self.lanes.of(operand(op, 0)?);
        let known = condition.known();
        let varies = self.lanes.varies(operand(op, 0)?);
        if varies && known.is_none() {
            all_come(op)?;
        }
        let before = pending.clone();
        // Of a condition that is each thread's own, one branch is behind the other, for others.
        let apart = known.is_none() && !varies;
        let mut after = apart.then(|| before.clone());
        self.conditions += usize::from(known.is_none());
        for region in 0..op.region_count() {
            let Some(block) = op.region(region).ok().and_then(|region| region.first_block()) else {
                continue;
            };
            let inside: Vec<bool> = match known {
                None if region == 0 => {
                    let may_hold = self.lanes.may_hold(operand(op, 0)?);
                    threads.iter().zip(may_hold).map(|(&there, may)| there && may).collect()
                }
                None => threads.to_vec(),
                Some(values) => {
                    let here =
                        |(&there, &value): (&bool, &i64)| there && (value != 0) == (region == 0);
                    threads.iter().zip(values.iter()).map(here).collect()
                }
            };
            let mut own = if apart { before.clone() } else { pending.clone() };
            self.block(block, &inside, &mut own)?;
            let yielded: Vec<Val<'c>> =
                block.terminator().map_or(Vec::new(), |end| end.operands().collect());
            let results: Vec<Val<'c>> = op.results().map(Val::from).collect();
            self.hand_over(&yielded, &results);
            if varies {
                results.iter().for_each(|&result| self.lanes.vary(result));
            }
            match &mut after {
                None => *pending = own,
                Some(after) => drop(after.join(own)),
            }
        }
        self.conditions -= usize::from(known.is_none());
        if let Some(after) = after {
            *pending = after;
        }
        Ok(())
    }
}

/// The keys of the values that have others in each turn of a loop.
fn defined_inside(op: Op<'_>) -> HashSet<usize> {
    let mut inside = HashSet::new();
    for inner in operations(op, |_| true) {
        if inner != op {
            inside.extend(inner.results().map(|result| key(result.into())));
        }
        for region in 0..inner.region_count() {
            let block = inner.region(region).ok().and_then(|region| region.first_block());
            let arguments = block.into_iter().flat_map(|block| {
                (0..block.argument_count()).filter_map(move |number| block.argument(number).ok())
            });
            inside.extend(arguments.map(|argument| key(argument.into())));
        }
    }
    inside
}
