//! [`prove_plan`]: that a plan brings every wanted slot its element.
//!
//! The plan is read as maps, and what it must do is a question about them; the planner's own tables
//! are not looked at.
//!
//! ```text
//! route     (thread) -> (thread', slot')           where the plan reads wanted slot s
//! claim     S(route(thread)) = D(thread, s)        for every thread, slot by slot
//! ```
//!
//! | plan | what is claimed |
//! |---|---|
//! | [`Nothing`](Plan::Nothing) | `S = D`, over all threads and slots |
//! | [`Registers`](Plan::Registers), [`Bytes`](Plan::Bytes) | slot `s` of `D` is slot `slots[s]` of `S` in every thread |
//! | [`Shuffle`](Plan::Shuffle) | the route's claim, that it stays in the subgroup, and that every thread's pick is offered |
//! | [`Shared`](Plan::Shared), [`Cluster`](Plan::Cluster) | in [their own file](shared) |
//!
//! **The law.** *Proved* holds for every thread and slot. *Disproved* names a slot and a witness that
//! the evaluator has confirmed.

mod shared;

use std::fmt;

use super::plan::Plan;
use super::{OCCURRENCE_LIMIT, Shuffle};
use crate::distribution::Distribution;
use crate::error::MapError;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::IndexSet;
use crate::map::LayoutMap;
use crate::proof::{Budget, Strategy, Verdict, Witness, equal};

/// What a plan gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misrouted {
    /// A wanted slot gets another element, or none.
    Slot {
        /// The slot, where the claim is of one; all of them, where it is of all.
        slot: Option<usize>,
        /// At which thread, and which elements: the one that is brought, then the one wanted.
        witness: Witness,
    },
    /// A thread selects a register that is not offered.
    Pick {
        /// The thread.
        thread: usize,
        /// What it selects.
        pick: i64,
    },
    /// A slot is read from a register that no thread has.
    Register {
        /// The slot.
        slot: usize,
        /// The register.
        register: usize,
    },
    /// A thread reads a lane that its subgroup does not have.
    Lane {
        /// The thread.
        thread: usize,
        /// The lane.
        lane: i64,
    },
    /// Two elements have one place in the buffer, or one has none.
    Address(Witness),
    /// An element is written twice, or never.
    Owner(Witness),
    /// An element that none or several of its part of the threads write.
    Owners {
        /// Who holds or wants it.
        thread: usize,
        /// Where.
        slot: usize,
        /// How many write it.
        owners: usize,
    },
    /// A slot is in no access of its side, or in several.
    Accesses {
        /// Whether it is one that is written.
        written: bool,
        /// The slot.
        slot: usize,
        /// In how many it is.
        accesses: usize,
    },
    /// Slots of one access that other threads write.
    Split {
        /// The slots.
        slots: [usize; 2],
    },
    /// A slot of an access does not lie at its place behind the first one, or an access does not
    /// begin at a multiple of its size.
    Neighbours {
        /// Whether it is written.
        written: bool,
        /// The slot, where the claim is of one.
        slot: Option<usize>,
        /// At which thread; how many accesses lie before the place, and how far behind that it is.
        witness: Witness,
    },
    /// The plan, or one side, is of another number of threads, slots or places.
    Counts {
        /// What is counted.
        what: &'static str,
        /// In the plan.
        found: i64,
        /// Between these distributions.
        expected: i64,
    },
}

impl fmt::Display for Misrouted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misrouted::Slot { slot: Some(slot), witness } => {
                write!(f, "wanted slot {slot}: {witness}")
            }
            Misrouted::Slot { slot: None, witness } => write!(f, "{witness}"),
            Misrouted::Pick { thread, pick } => {
                write!(f, "thread {thread} selects register {pick}, which is not offered")
            }
            Misrouted::Register { slot, register } => {
                write!(f, "wanted slot {slot} is read from register {register}, which there is not")
            }
            Misrouted::Lane { thread, lane } => {
                write!(f, "thread {thread} reads lane {lane}, which its subgroup does not have")
            }
            Misrouted::Address(witness) => write!(f, "the buffer's address: {witness}"),
            Misrouted::Owner(witness) => write!(f, "the owners: {witness}"),
            Misrouted::Owners { thread, slot, owners } => write!(
                f,
                "the element of thread {thread} in slot {slot} is written by {owners} of its block or cluster"
            ),
            Misrouted::Accesses { written, slot, accesses } => {
                let side = side(*written);
                write!(f, "{side} slot {slot} is in {accesses} accesses")
            }
            Misrouted::Split { slots: [one, other] } => {
                write!(f, "one access has the slots {one} and {other}, which other threads write")
            }
            Misrouted::Neighbours { written, slot, witness } => {
                let side = side(*written);
                match slot {
                    Some(slot) => write!(f, "{side} slot {slot} is not at its access: {witness}"),
                    None => write!(f, "a {side} slot is not at its access: {witness}"),
                }
            }
            Misrouted::Counts { what, found, expected } => {
                write!(f, "the plan has {found} {what}, not {expected}")
            }
        }
    }
}

fn side(written: bool) -> &'static str {
    if written { "written" } else { "read" }
}

/// Whether the plan brings every wanted slot of every thread its element.
///
/// ```
/// use tileir::distribution::Distribution;
/// use tileir::proof::Budget;
/// use tileir::repartition::{Plan, plan, prove_plan};
/// use tileir::target::Target;
/// let of = |text: &str| Distribution::new(text.parse().unwrap()).unwrap();
/// let rows = of("expr<(thread : 32, slot : 2) -> (thread * 2 + slot) to (i : 64)>");
/// let turned = of("expr<(thread : 32, slot : 2) -> (thread * 2 + 1 - slot) to (i : 64)>");
/// let (found, _) = plan(&rows, &turned, 4, &Target::by_name("sm_80").unwrap())?;
/// let budget = Budget::of_points(0);
/// assert!(prove_plan(&rows, &turned, &found, &budget).is_proved());
/// let wrong = Plan::Registers { slots: vec![0, 1] };
/// assert_eq!(
///     prove_plan(&rows, &turned, &wrong, &budget).witness().unwrap().to_string(),
///     "wanted slot 0: at (thread = 0), one gives (i = 0), the other (i = 1)"
/// );
/// # Ok::<(), tileir::repartition::PlanError>(())
/// ```
pub fn prove_plan(
    source: &Distribution,
    wanted: &Distribution,
    plan: &Plan,
    budget: &Budget,
) -> Verdict<Misrouted> {
    let asked = || -> Result<Verdict<Misrouted>, MapError> {
        // An element is told by its coordinates, whatever its axes are called.
        let needed = wanted.flat()?;
        let held = source.flat()?.with_codomain_names(needed.codomain())?;
        let claims = Claims { held, needed, budget };
        let slots = wanted.slots();
        if source.threads() != wanted.threads() {
            return Ok(counts("threads", source.threads(), wanted.threads()));
        }
        let (from, to) = (source.groups(), wanted.groups());
        if !from.alike(&to) {
            let found = from.block_threads;
            return Ok(counts("threads of a block", found, to.block_threads));
        }
        match plan {
            Plan::Nothing if source.slots() != slots => Ok(counts("slots", source.slots(), slots)),
            Plan::Nothing => {
                let wanted = claims.needed.domain().clone();
                let own = LayoutMap::inclusion(wanted, claims.held.domain().clone())?;
                let own = LayoutMap::compose(claims.held.clone(), own)?;
                Ok(claims.same(&own, &claims.needed, None))
            }
            Plan::Registers { slots: own } | Plan::Bytes { slots: own }
                if own.len() as i64 != slots =>
            {
                Ok(counts("slots", own.len() as i64, slots))
            }
            Plan::Registers { slots } | Plan::Bytes { slots } => {
                match no_register(slots, &[0], source) {
                    Some(wrong) => Ok(Verdict::disproved(wrong, Strategy::Cardinality)),
                    None => claims.slot_by_slot(slots.len(), |dag, thread, slot| {
                        Some([thread, dag.constant(slots[slot] as i64)])
                    }),
                }
            }
            Plan::Shuffle(shuffle) => claims.shuffle(shuffle, source, wanted),
            Plan::Shared(shared) => claims.shared(shared, source, wanted, from.all_blocks()),
            Plan::Cluster(cluster) => claims.cluster(cluster, source, wanted),
        }
    };
    asked().unwrap_or_else(|error| Verdict::Unknown { why: error.to_string() })
}

/// The first slot that is read from a register which `source` does not have.
fn no_register(slots: &[usize], picks: &[usize], source: &Distribution) -> Option<Misrouted> {
    let count = usize::try_from(source.slots()).unwrap_or(usize::MAX);
    slots.iter().enumerate().find_map(|(slot, own)| {
        let mut registers = picks.iter().map(|pick| own ^ pick);
        let register = registers.find(|&register| register >= count)?;
        Some(Misrouted::Register { slot, register })
    })
}

fn counts(what: &'static str, found: i64, expected: i64) -> Verdict<Misrouted> {
    Verdict::disproved(Misrouted::Counts { what, found, expected }, Strategy::Cardinality)
}

/// Two distributions over one set of threads, and what is claimed of them.
struct Claims<'a> {
    held: LayoutMap,
    needed: LayoutMap,
    budget: &'a Budget,
}

impl Claims<'_> {
    fn same(
        &self,
        brought: &LayoutMap,
        wanted: &LayoutMap,
        slot: Option<usize>,
    ) -> Verdict<Misrouted> {
        match equal(brought, wanted, self.budget) {
            Verdict::Proved { by, .. } => Verdict::proved(by),
            Verdict::Disproved { witness, by, .. } => {
                Verdict::disproved(Misrouted::Slot { slot, witness }, by)
            }
            Verdict::Unknown { why } => Verdict::Unknown { why },
        }
    }

    /// `S(route(thread)) = D(thread, s)` for each `s`, the route given as places of a program over
    /// the thread; by the dearest argument that one of them took.
    fn slot_by_slot(
        &self,
        slots: usize,
        route: impl Fn(&mut ProgramBuilder, u32, usize) -> Option<[u32; 2]>,
    ) -> Result<Verdict<Misrouted>, MapError> {
        let threads = IndexSet::new(self.held.domain().axes()[..1].to_vec())?;
        let read = |threads: &IndexSet, map: &LayoutMap, dag: ProgramBuilder, place: [u32; 2]| {
            let at = LayoutMap::expr(threads.clone(), map.domain().clone(), dag.finish(&place))?;
            LayoutMap::compose(map.clone(), at)
        };
        let mut by = Strategy::Structure;
        for slot in 0..slots {
            let mut dag = ProgramBuilder::default();
            let thread = dag.coord(0);
            let Some(place) = route(&mut dag, thread, slot) else {
                return Ok(Verdict::Unknown { why: "the route has no program".to_owned() });
            };
            let mut own = ProgramBuilder::default();
            let own_place = [own.coord(0), own.constant(slot as i64)];
            let threads = match self.needed.domain().constraints() {
                None => threads.clone(),
                Some(constraints) => {
                    let wants = own.inline(constraints, &own_place);
                    threads.with_constraints(&own.finish(&wants))?
                }
            };
            let brought = read(&threads, &self.held, dag, place)?;
            let wanted = read(&threads, &self.needed, own, own_place)?;
            match self.same(&brought, &wanted, Some(slot)) {
                Verdict::Proved { by: own, .. } => by = by.max(own),
                other => return Ok(other),
            }
        }
        Ok(Verdict::proved(by))
    }

    fn shuffle(
        &self,
        shuffle: &Shuffle,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Verdict<Misrouted>, MapError> {
        let Shuffle { width, by_thread, lane_flip, slots, picks, stays_in_lane } = shuffle;
        for own in [lane_flip.len(), slots.len()] {
            if own as i64 != wanted.slots() {
                return Ok(counts("slots", own as i64, wanted.slots()));
            }
        }
        if let Some(wrong) = no_register(slots, picks, source) {
            return Ok(Verdict::disproved(wrong, Strategy::Cardinality));
        }
        let groups = source.groups();
        if groups.all_blocks() > 1 && groups.block_threads.checked_rem(*width) != Some(0) {
            let why = format!("a subgroup of {width} lanes may be of two blocks");
            return Ok(Verdict::Unknown { why });
        }
        let (Some(code), Ok(table)) = (by_thread.program(), by_thread.tabulate(OCCURRENCE_LIMIT))
        else {
            return Ok(Verdict::Unknown { why: "the route has no table".to_owned() });
        };
        let mut flips = lane_flip.clone();
        flips.sort_unstable();
        flips.dedup();
        let stray = table.iter().enumerate().find_map(|(thread, place)| {
            let &[lane, pick] = place else { return Some(Misrouted::Lane { thread, lane: -1 }) };
            if !picks.iter().any(|&own| own as i64 == pick) {
                return Some(Misrouted::Pick { thread, pick });
            }
            let mut lanes = flips.iter().map(|flip| lane ^ flip);
            let outside = lanes.find(|lane| !(0..*width).contains(lane));
            outside.map(|lane| Misrouted::Lane { thread, lane })
        });
        if let Some(stray) = stray {
            return Ok(Verdict::disproved(stray, Strategy::Exhaustive));
        }
        let code = code.value_program();
        self.slot_by_slot(slots.len(), |dag, thread, slot| {
            let place = dag.inline(&code, &[thread]);
            let (&lane, &pick) = (place.first()?, place.get(1)?);
            let own = dag.constant(slots[slot] as i64);
            let register = dag.binary(BinaryOp::Xor, pick, own);
            if *stays_in_lane {
                return Some([thread, register]);
            }
            let (flip, lanes) = (dag.constant(lane_flip[slot]), dag.constant(*width));
            let lane = dag.binary(BinaryOp::Xor, lane, flip);
            let subgroup = dag.binary(BinaryOp::FloorDiv, thread, lanes);
            let first = dag.binary(BinaryOp::Mul, subgroup, lanes);
            Some([dag.binary(BinaryOp::Add, first, lane), register])
        })
    }
}
