//! What the operations of TileIR owe, one by one, beside the coordinates of an access.
//!
//! ```text
//! tileir.view           its map is total, and its values are addresses of the buffer
//! tileir.store          each address is written from one point
//! tileir.relabel        its map is total and in bounds
//! any with a tile       the distribution is total and in bounds
//! ```
//!
//! **The law.** What is unknown is met, unless the option `require` lists its kind.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::proof::{Verdict, prove};
use tileir_dialect::view::BoundsPolicy;

use super::Prover;
use super::required::Fact;
use crate::access::{Access, operand, result, view_type};
use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome};
use crate::context::PassContext;
use crate::error::PassError;
use crate::lower_tiles::relabelled;
use crate::realised::Writes;
use crate::tile::Tile;

impl Prover {
    /// That the map of a view has a value everywhere, and each is an address of the buffer.
    pub(super) fn view<'c>(&self, context: &mut PassContext<'c>, op: Op<'c>) -> Outcome<'c, bool> {
        let failed = |message: String| PassError::at(op.location(), message);
        let map = view_type(result(op)?)?.map().map_err(|e| failed(e.to_string()))?;
        let buffer = operand(op, 0)?.r#type();
        let facts = self.realised.facts(&map, buffer, Writes::No, op)?;
        let mut met = true;
        for ((words, verdict), fact) in facts.iter().zip([Fact::Total, Fact::InBounds]) {
            met &= self.report(context, op, words, verdict, self.required.has(fact))?;
        }
        Ok(met)
    }

    /// That each address is written from one point.
    pub(super) fn store<'c>(&self, context: &mut PassContext<'c>, op: Op<'c>) -> Outcome<'c, bool> {
        let access = Access::of(operand(op, 1)?, op)?;
        let buffer = access.buffer.r#type();
        let facts = self.realised.facts(&access.map, buffer, Writes::Yes, op)?;
        match facts.last() {
            Some((words, verdict)) => {
                self.report(context, op, words, verdict, self.required.has(Fact::Injective))
            }
            None => Ok(true),
        }
    }

    /// That the map of a relabel has a value everywhere, and none outside its codomain.
    pub(super) fn relabel<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
    ) -> Outcome<'c, bool> {
        if let Some(to) = Tile::of(result(op)?.r#type(), op.location())? {
            relabelled(op, to.distribution.map())?;
        }
        let asked = [("total", Fact::Total), ("in bounds", Fact::InBounds)];
        if !asked.iter().any(|(_, fact)| self.required.has(*fact)) {
            return Ok(true);
        }
        let Map::One(map) = Applied::of(op)?.map else { return Ok(true) };
        let facts = prove(&map, &self.budget);
        let mut met = true;
        for ((words, fact), verdict) in asked.into_iter().zip([&facts.total, &facts.bounds]) {
            met &= self.report(context, op, words, verdict, self.required.has(fact))?;
        }
        Ok(met)
    }

    /// That every participant and slot has an element.
    pub(super) fn distribution<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        tile: &Tile<'c>,
    ) -> Outcome<'c, bool> {
        let facts = prove(tile.distribution.map(), &self.budget);
        let asked = [
            ("the distribution is total", &facts.total, Fact::Total),
            ("the distribution is in bounds", &facts.bounds, Fact::InBounds),
        ];
        let mut met = true;
        for (words, verdict, fact) in asked {
            met &= self.report(context, op, words, verdict, self.required.has(fact))?;
        }
        Ok(met)
    }

    /// An access of which nothing is known, where that must be proved.
    pub(super) fn unread<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        access: &Access<'c>,
    ) -> Outcome<'c, bool> {
        if access.policy != BoundsPolicy::Assume || !self.required.has(Fact::InBounds) {
            return Ok(true);
        }
        let why = "its coordinates are not written in blocks, threads and loops".to_owned();
        self.report(context, op, "the access stays in the view", &Verdict::Unknown { why }, true)
    }
}
