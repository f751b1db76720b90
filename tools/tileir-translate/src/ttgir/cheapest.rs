//! [`Cheapest`]: the plan that `tileir-plan` would choose, with what each thread does for it.
//!
//! ```text
//! shared: 512 wavefronts, 1 barrier; weight 1048
//! 32768 bytes; 16 writes of 16 bytes, 32 reads of 8 bytes a lane
//! ```

use tileir::repartition::{Cluster, Cost, Plan, PlanError, PlanKind, Shared, Traffic, plan};
use tileir::target::Target;

use super::tile::Tile;

/// The cheapest plan of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cheapest {
    /// How it moves.
    pub kind: PlanKind,
    /// What that costs.
    pub cost: Cost,
    /// The cost as one number, in units of a selection.
    pub weight: u64,
    /// What goes through shared memory, if anything does.
    pub exchange: Option<Exchange>,
}

/// An exchange through shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The size of its buffer.
    pub bytes: i64,
    /// How the source is written to it.
    pub writes: Accesses,
    /// How the result is read from it.
    pub reads: Accesses,
}

/// The accesses of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accesses {
    /// How many a thread makes.
    pub count: usize,
    /// The bytes of each.
    pub bytes: i64,
    /// The wavefronts of all of them, in all subgroups.
    pub wavefronts: u64,
    /// How many these would be without any conflict.
    pub least: u64,
}

impl Cheapest {
    /// For a conversion on a target.
    ///
    /// # Errors
    /// A tile that the target cannot move; see [`plan`].
    pub fn of(tile: &Tile, target: &Target) -> Result<Cheapest, PlanError> {
        let element_bytes = tile.carrier.bytes();
        let (plan, cost) = plan(&tile.from, &tile.to, element_bytes, target)?;
        let subgroups =
            tile.from.threads().unsigned_abs().div_ceil(target.subgroup.max(1).unsigned_abs());
        let exchange = match &plan {
            Plan::Shared(shared) => {
                Some(Exchange::of(shared, shared.buffer.elements, element_bytes))
            }
            Plan::Cluster(Cluster { exchange, part }) => {
                Some(Exchange::of(exchange, *part, element_bytes))
            }
            _ => None,
        };
        Ok(Cheapest { kind: plan.kind(), cost, weight: cost.weight(subgroups), exchange })
    }
}

impl Exchange {
    /// Through so many elements of each block's memory.
    fn of(shared: &Shared, elements: i64, element_bytes: i64) -> Exchange {
        let bytes = |elements: i64| elements.saturating_mul(element_bytes);
        let side = |side: &Traffic| Accesses {
            count: side.accesses.len(),
            bytes: bytes(side.vector as i64),
            wavefronts: side.wavefronts,
            least: side.least,
        };
        let buffer = &shared.buffer;
        Exchange {
            bytes: bytes(elements),
            writes: side(&buffer.writer),
            reads: side(&buffer.reader),
        }
    }
}
