//! Moving a tile from one distribution to another.
//!
//! Source `S` and wanted `D` distribute one tile over the same threads. Every wanted slot needs
//! *one* of the source slots that hold its element. What is moved decides how:
//!
//! | plan | when each wanted slot's element is held … |
//! |---|---|
//! | [`Nothing`](Plan::Nothing) | in the same slot of the same thread |
//! | [`Registers`](Plan::Registers) | in the same thread, in a slot that does not depend on the thread |
//! | [`Bytes`](Plan::Bytes) | likewise, at another place in a word of 32 bits |
//! | [`Shuffle`](Plan::Shuffle) | in the same hardware subgroup, at a place that GF(2) algebra gives |
//! | [`Shared`](Plan::Shared) | anywhere in the block |
//! | [`Cluster`](Plan::Cluster) | anywhere in the cluster of blocks |
//!
//! **The law.** For every thread and slot, the place that a plan reads holds the element that is
//! wanted: `S(plan(thread, slot)) = D(thread, slot)`. The first three plans are read off the whole
//! tables of both maps. A shuffle's route is affine over GF(2) as both tables are, so the law on
//! the origin and the unit bits is the law everywhere. A shared plan writes every element and
//! reads it at its own address.
//!
//! [`prove_plan`] shows the law of a plan, by the prover, without the planner's tables. [`Machine`]
//! carries a plan out, slot by slot; a [`Mutation`] breaks one, for tests of both.
//!
//! Outside its [`Carrier`] a slot of a thread holds nothing: nothing is read there, and what is
//! brought there is anything.
//!
//! Where several slots hold one element, the nearest is read (own register, own lane, own
//! subgroup, own block), and one owner writes.
//!
//! [`Transactions`] are what a load or a store takes, which may be had in another distribution.
//!
//! [`swizzle_for`] gives a shared exchange its addresses: those with the fewest wavefronts.

mod affine;
mod carrier;
mod cluster;
mod distance;
mod holders;
mod machine;
mod mutation;
mod owner;
mod plan;
mod proof;
mod shared;
mod shuffle;
mod swizzle;
mod thread_set;
mod transactions;
mod words;

pub use carrier::Carrier;
pub use cluster::Cluster;
pub use distance::Distances;
pub(crate) use holders::table_of;
pub use machine::{Machine, MachineError, Misplaced};
pub use mutation::Mutation;
pub use owner::Owner;
pub use plan::{Cost, Plan, PlanError, PlanKind, legal_plans, plan, plan_of_kind, stays_in_thread};
pub use proof::{Misrouted, prove_plan};
pub use shared::Shared;
pub use shuffle::Shuffle;
pub use swizzle::{SwizzleError, Swizzled, Traffic, swizzle_for};
pub use thread_set::ThreadSet;
pub use transactions::Transactions;

/// Tiles with more occurrences (threads times slots) than this are not planned.
pub const OCCURRENCE_LIMIT: i64 = 1 << 20;
