//! Repartitions and relabels: slots change hands as the plan says.
//!
//! A relabel is a repartition in disguise: element `p` of its result is element `map(p)` of its
//! source, so its result is wanted as `map` after the result's distribution. Where that wants
//! every element, `tileir-insert-repartition` has made the move visible before it, and nothing is
//! left to do between threads.

use std::rc::Rc;

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::LayoutMap;
use tileir::distribution::Distribution;
use tileir::proof::{Budget, Verdict, prove};
use tileir::repartition::{Cluster, Plan};

use super::{Kernel, Lowered};
use crate::access::{operand, result};
use crate::builder::{Builder, Op, Outcome, Val};
use crate::error::PassError;
use crate::known;
use crate::plan::Written;
use crate::tile::{Tile, distribution_of, element_bytes};

impl<'c> Kernel<'c> {
    pub(super) fn repartition(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let source = operand(op, 0)?;
        let (from, to) = self.tiles(op, source)?;
        let written = Written::of(op)?;
        let slots = self.slots(source)?;
        let moved = self.move_slots(slots, &from, &to.distribution, written, builder)?;
        self.set(result(op)?, Lowered::Tile(moved));
        Ok(())
    }

    pub(super) fn relabel(&mut self, op: Op<'c>, builder: Builder<'c>) -> Outcome<'c> {
        let source = operand(op, 0)?;
        let (from, to) = self.tiles(op, source)?;
        let wanted = distribution_of(relabelled(op, to.distribution.map())?, op.location())?;
        let slots = self.slots(source)?;
        let moved = self.move_slots(slots, &from, &wanted, None, builder)?;
        self.set(result(op)?, Lowered::Tile(moved));
        Ok(())
    }

    fn tiles(&self, op: Op<'c>, source: Val<'c>) -> Outcome<'c, (Tile<'c>, Tile<'c>)> {
        let from = Tile::expect(source.r#type(), op.location())?;
        Ok((from, Tile::expect(result(op)?.r#type(), op.location())?))
    }

    /// The slots that a wanted distribution holds, from those of another.
    pub(super) fn move_slots(
        &mut self,
        slots: Vec<Val<'c>>,
        from: &Tile<'c>,
        wanted: &Distribution,
        written: Option<Written>,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let bytes = element_bytes(from.element);
        let source = &from.distribution;
        let chosen = match written {
            Some(written) => written.plan(source, wanted, bytes, &self.target).map(Rc::new),
            None => {
                known::plan(source, wanted, bytes, &self.target).map_err(|error| error.to_string())
            }
        };
        let chosen = chosen.map_err(|words| PassError::at(builder.location(), words))?;
        match &*chosen {
            Plan::Nothing => Ok(slots),
            Plan::Registers { slots: sources } | Plan::Bytes { slots: sources } => {
                Ok(sources.iter().map(|&source| slots[source]).collect())
            }
            Plan::Shuffle(shuffle) => self.shuffle(&slots, shuffle, bytes, builder),
            Plan::Shared(shared) => {
                self.through_shared(&slots, from, wanted, (shared, None), builder)
            }
            Plan::Cluster(Cluster { exchange, part }) => {
                self.through_shared(&slots, from, wanted, (exchange, Some(*part)), builder)
            }
        }
    }
}

/// The distribution that a relabel wants of its source: its map after its result's.
///
/// # Errors
/// The map's domain and the tile differ, or the map has no value, or one outside the source, at
/// some point.
pub fn relabelled<'c>(op: Op<'c>, of_result: &LayoutMap) -> Outcome<'c, LayoutMap> {
    let failed = |message: String| PassError::at(op.location(), message);
    let map = op.attribute("map").map_err(|_| failed("there is no map".into()))?;
    let map = tileir_dialect::attributes::layout_map(map).map_err(|e| failed(e.to_string()))?;
    let facts = prove(&map, &Budget::default());
    for (fact, verdict) in [("total", &facts.total), ("in bounds", &facts.bounds)] {
        if let Verdict::Disproved { witness, .. } = verdict {
            return Err(failed(format!("the map of this relabel is not {fact}: {witness}")));
        }
    }
    let of_result =
        of_result.with_codomain_names(map.domain()).map_err(|e| failed(e.to_string()))?;
    LayoutMap::compose(map, of_result).map_err(|e| failed(e.to_string()))
}
