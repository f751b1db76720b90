//! What the operations of TileIR owe, one by one, beside the coordinates of an access.
//!
//! ```text
//! tileir.view           its map is total, and its values are addresses of the buffer
//! tileir.store          each address is written from one point
//! a scatter             no two elements have one place
//! a gather or scatter   under `assume`, no element lies outside the view
//! tileir.relabel        its map is total and in bounds
//! any with a tile       the distribution is total and in bounds
//! ```
//!
//! **The law.** What is unknown is met, unless the option `require` lists its kind; of a scatter it
//! never is, as the order of two stores to one place would be chance.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::proof::{Verdict, prove};
use tileir_dialect::AnyTile;
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::view::BoundsPolicy;

use super::Prover;
use super::programs::Elements;
use super::required::Fact;
use crate::access::{Access, combining, coordinates, operand, result, view_type};
use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome, Val, name_of};
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
        let facts = self.realised.facts(&access.view, buffer, Writes::Yes, op)?;
        match facts.last() {
            Some((words, verdict)) => {
                self.report(context, op, words, verdict, self.required.has(Fact::Injective))
            }
            None => Ok(true),
        }
    }

    /// That no two elements of a scatter have one place, and under `assume` each element of a
    /// gather or a scatter has one in the view.
    pub(super) fn elements<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        value: Val<'c>,
        view: Val<'c>,
    ) -> Outcome<'c, bool> {
        let access = Access::of_elements(view, op)?;
        let Some(tile) = AnyTile::from_type(value.r#type()) else { return Ok(true) };
        let elements = Elements::of(op, &access, &coordinates(op), &tile.shape())?;
        let mut met = true;
        if name_of(op) == "tileir.store" && combining(op).is_none() {
            met &= self.scatter(context, op, &elements.distinct(&self.budget))?;
        }
        let fact = "each element stays in the view";
        let inside = &elements.inside;
        let inside = inside.satisfies && inside.in_bounds.iter().all(|&inside| inside);
        if !inside && access.policy == BoundsPolicy::Assume {
            let why = "its coordinates are values of the program".to_owned();
            let must = self.required.has(Fact::InBounds);
            return Ok(met & self.report(context, op, fact, &Verdict::Unknown { why }, must)?);
        }
        if self.remarks {
            let words = match inside {
                true => format!("{fact}: proved by ranges"),
                false => "guarded, an element may leave the view".to_owned(),
            };
            context.remark(op.location(), words).emit();
        }
        Ok(met)
    }

    fn scatter<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        verdict: &Verdict,
    ) -> Outcome<'c, bool> {
        let fact = "no two elements have one place";
        if verdict.is_proved() {
            return self.report(context, op, fact, verdict, true);
        }
        let message = format!(
            "'tileir.store' needs: {fact}; 'tileir.store add', 'max' or 'min' says how those combine \
             that have"
        );
        Diagnostic::new(Severity::Error, op.location(), message)
            .note(op.location(), format!("{fact}: {verdict}"))
            .emit();
        Ok(false)
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
