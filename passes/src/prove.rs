//! `tileir-prove`: says what is proved, and fails where an obligation is not.
//!
//! | operation | obligation | fact written on it |
//! |---|---|---|
//! | `tileir.require` of a map | each fact listed is proved; it is then removed | |
//! | `tileir.require` of a family | the same of a member; which have the facts is written as a guard | `guard` |
//! | `tileir.view` | the map is total and lands in the buffer, unless unknown | |
//! | `tileir.store` | no two points of the view have one address, unless unknown | |
//! | a scatter | no two elements have one place, and that is proved | |
//! | a store that combines | neither | |
//! | `tileir.relabel` | the map is total and in bounds, unless unknown | |
//! | any with a tile | the distribution is total and in bounds, unless unknown | |
//! | accesses of `affine`, `memref`, `vector`, `xegpu` | [they stay in bounds](programs) | the same, and wavefronts |
//! | `tileir.load`, `store` of a tile | under `assume`, no coordinate leaves the domain | in bounds by axis, constraints, 32-bit indices, vector width |
//!
//! An obligation that is disproved is an error with the witness in a note. One that is unknown
//! is an error for `require`, and for the others a remark: the lowering then takes the safe way, or
//! refuses where there is [none](crate::realised). With the option [`require`](required) it is an
//! error for the others, too, where it is of a kind that the option lists; then a [`tileir.apply`](applied)
//! has obligations as well.

mod applied;
mod members;
mod obligations;
mod parts;
pub(crate) mod programs;
mod required;

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use tileir::proof::{Budget, Verdict, constant_along, fits_bits, prove, vector_width};
use tileir::target::Target;
use tileir_dialect::attributes::map_attribute;
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::view::BoundsPolicy;

use crate::access::{Access, combining, coordinate_tiles, operand, result};
use crate::applied::{Applied, Map};
use crate::builder::{Op, Outcome, Val, name_of};
use crate::context::PassContext;
use crate::error::PassError;
use crate::facts::{self, AccessFacts};
use crate::lower_tiles::target_of;
use crate::realised::Realised;
use crate::rewrite::{erase, set_attribute};
use crate::tile::{Tile, element_bytes};
use crate::walk::operations;
use parts::Parts;
use required::{Fact, Required};

/// Runs the pass.
///
/// # Errors
/// An obligation that is not met; every one of them is reported.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let budget = context.budget()?;
    let prover = Prover {
        target: target_of(context)?,
        budget,
        realised: Realised::within(budget),
        remarks: context.flag("remarks")?,
        required: Required::of(context)?,
        index_bits: context.parsed_option("index-bitwidth", "32 or 64")?,
    };
    if !matches!(prover.index_bits, 32 | 64) {
        let value = context.option("index-bitwidth")?.to_owned();
        let option = "index-bitwidth".to_owned();
        return Err(PassError::Option { option, value, expected: "32 or 64" });
    }
    let policy = programs::Policy::of(context)?;
    let mut failed = false;
    let mut effort = programs::Effort::default();
    let mut tiles = HashSet::new();
    for op in operations(module, |_| true) {
        if name_of(op) == "tileir.require" {
            failed |= !prover.require(context, op)?;
            continue;
        }
        let outcome = match name_of(op).as_str() {
            "tileir.view" => prover.view(context, op),
            "tileir.load" if !coordinate_tiles(op).is_empty() => {
                prover.elements(context, op, result(op)?, operand(op, 0)?)
            }
            "tileir.load" => prover.access(context, op, result(op)?, operand(op, 0)?),
            "tileir.store" => {
                let (value, view) = (operand(op, 0)?, operand(op, 1)?);
                let places = combining(op).is_some() || prover.store(context, op)?;
                let access = match coordinate_tiles(op).is_empty() {
                    true => prover.access(context, op, value, view)?,
                    false => prover.elements(context, op, value, view)?,
                };
                Ok(places & access)
            }
            "tileir.relabel" => prover.relabel(context, op),
            "tileir.apply" => applied::check(&prover, context, op),
            _ => programs::check(&prover, context, op, policy, &mut effort),
        }?;
        failed |= !outcome;
        for value in op.results() {
            let r#type = value.r#type();
            if tiles.insert(r#type.to_raw().ptr as usize)
                && let Some(tile) = Tile::of(r#type, op.location())?
            {
                failed |= !prover.distribution(context, op, &tile)?;
            }
        }
    }
    if failed { Err(PassError::Emitted) } else { Ok(()) }
}

struct Prover {
    target: Target,
    budget: Budget,
    /// What is known of views.
    realised: Realised,
    remarks: bool,
    /// Which facts are errors where they are unknown.
    required: Required,
    /// The bits of an `index` in plain programs.
    index_bits: u32,
}

impl Prover {
    /// Reports one verdict; `false` if it breaks an obligation.
    fn report<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        fact: &str,
        verdict: &Verdict,
        unknown_fails: bool,
    ) -> Outcome<'c, bool> {
        let statistic = match verdict {
            Verdict::Proved { .. } => "proved",
            Verdict::Disproved { .. } => "disproved",
            Verdict::Unknown { .. } => "unknown",
        };
        context.count(statistic, 1)?;
        let met = match verdict {
            Verdict::Proved { .. } => true,
            Verdict::Disproved { .. } => false,
            Verdict::Unknown { .. } => !unknown_fails,
        };
        if met {
            if self.remarks {
                context.remark(op.location(), format!("{fact}: {verdict}")).emit();
            }
        } else {
            let message = format!("'{}' needs: {fact}", name_of(op));
            let note = format!("{fact}: {verdict}");
            Diagnostic::new(Severity::Error, op.location(), message)
                .note(op.location(), note)
                .emit();
        }
        Ok(met)
    }

    fn require<'c>(&self, context: &mut PassContext<'c>, op: Op<'c>) -> Outcome<'c, bool> {
        let wanted = required_facts(op)?;
        let map = match Applied::of(op)?.map {
            Map::One(map) => map,
            Map::Family(family) => return members::require(self, context, op, &family, wanted),
        };
        let facts = prove(&map, &self.budget);
        let mut met = true;
        for (name, wanted, verdict) in [
            ("total", wanted.total, &facts.total),
            ("in bounds", wanted.bounds, &facts.bounds),
            ("injective", wanted.injective, &facts.injective),
            ("surjective", wanted.surjective, &facts.surjective),
        ] {
            if wanted {
                met &= self.report(context, op, name, verdict, true)?;
            }
        }
        if met {
            erase(op);
        }
        Ok(met)
    }

    /// The facts of a tile's load or store.
    fn access<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        value: Val<'c>,
        view: Val<'c>,
    ) -> Outcome<'c, bool> {
        let Some(tile) = Tile::of(value.r#type(), op.location())? else { return Ok(true) };
        let access = Access::of(view, op)?;
        let Some(subject) = facts::subject(&access, &tile) else {
            return self.unread(context, op, &access);
        };
        let parts = Parts::of(&access, &tile, &subject)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        let Some(parts) = parts else { return self.unread(context, op, &access) };

        let mut met = true;
        let mut found = AccessFacts::unknown(access.map.domain().rank());
        for (axis, coordinate) in parts.coordinates.iter().enumerate() {
            let facts = prove(coordinate, &self.budget);
            found.inside.in_bounds[axis] = facts.total.is_proved() && facts.bounds.is_proved();
            let who = format!("coordinate {}", access.map.domain().axes()[axis].name());
            met &= self.stays(context, op, &access, &who, &facts.bounds)?;
        }
        if let Some(point) = parts.point.as_ref().filter(|_| met) {
            let facts = prove(point, &self.budget);
            found.inside.satisfies = facts.total.is_proved() && facts.bounds.is_proved();
            met &= self.stays(context, op, &access, "the point", &facts.bounds)?;
        }
        if fits_bits(&parts.address, 32, &self.budget).is_proved() {
            found.index_bits = 32;
        }
        found.vector = self.vector(&access, &tile, &parts, &found);
        let of = map_attribute(op.location(), &subject)
            .map_err(|error| PassError::at(op.location(), error.to_string()))?;
        set_attribute(op, facts::NAME, found.attribute(op, of));
        if self.remarks {
            let width = found.vector.map_or(1, |(_, width)| width);
            let words =
                format!("{} bits suffice for its indices, vectors of {width}", found.index_bits);
            context.remark(op.location(), words).emit();
        }
        Ok(met)
    }

    /// Whether coordinates stay in a view, which is tested where the policy does not promise it.
    fn stays<'c>(
        &self,
        context: &mut PassContext<'c>,
        op: Op<'c>,
        access: &Access<'c>,
        who: &str,
        verdict: &Verdict,
    ) -> Outcome<'c, bool> {
        let fact = format!("{who} stays in the view");
        if access.policy == BoundsPolicy::Assume {
            let must = self.required.has(Fact::InBounds);
            return self.report(context, op, &fact, verdict, must);
        }
        if self.remarks {
            let words = match verdict {
                Verdict::Disproved { witness, .. } => {
                    format!("guarded, {who} may leave the view: {witness}")
                }
                verdict => format!("{fact}: {verdict}"),
            };
            context.remark(op.location(), words).emit();
        }
        Ok(true)
    }

    /// The slot axis with the widest vectors: contiguous, aligned, and inside or outside the
    /// domain as a whole.
    fn vector(
        &self,
        access: &Access<'_>,
        tile: &Tile<'_>,
        parts: &Parts,
        found: &AccessFacts,
    ) -> Option<(usize, usize)> {
        let most = self.target.vector_elements(element_bytes(tile.element));
        let first_slot = tile.distribution.participants().len();
        let mut best: Option<(usize, usize)> = None;
        for slot_axis in 0..tile.distribution.locals().len() {
            let axis = parts.symbols + first_slot + slot_axis;
            let mut width = vector_width(&parts.address, axis, most, &self.budget).0;
            for (k, coordinate) in parts.unbounded.iter().enumerate() {
                if found.inside.in_bounds[k]
                    || constant_along(coordinate, axis, &self.budget).is_proved()
                {
                    continue;
                }
                let extent = access.map.domain().axes()[k].extent().finite().unwrap_or(1);
                width = width.min(vector_width(coordinate, axis, width, &self.budget).0);
                while width > 1 && extent % width != 0 {
                    width /= 2;
                }
            }
            if let Some(constraints) = parts.constraints.as_ref().filter(|_| width > 1)
                && !found.inside.satisfies
                && !constant_along(constraints, axis, &self.budget).is_proved()
            {
                width = 1;
            }
            if width > best.map_or(1, |(_, width)| width as i64) {
                best = Some((slot_axis, usize::try_from(width).ok()?));
            }
        }
        best
    }
}

fn required_facts<'c>(op: Op<'c>) -> Outcome<'c, tileir_dialect::attributes::Facts> {
    let facts = op.attribute("facts").ok();
    facts
        .map(tileir_dialect::attributes::Facts::from_attribute)
        .ok_or_else(|| PassError::at(op.location(), "there are no facts to require"))
}
