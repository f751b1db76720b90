//! The claims of a shared exchange.
//!
//! | claim | of |
//! |---|---|
//! | the address is of the whole tile, inside the buffer, and no two elements have one place | the buffer |
//! | each element that is held is written once | the owners |
//! | each slot is in one access, and the threads that write one slot of it write all | the accesses |
//! | `address / vector` is the first slot's, and `address mod vector` the place in the access | each slot |
//!
//! A wanted slot reads where its own element has its place: what stands there is that element, as no
//! other has the place and one owner wrote it.
//!
//! Where blocks or clusters exchange each for itself, one owner in its own part must have written each
//! wanted element, which is gone through. A cluster's buffer is cut into parts of whole accesses.

use std::collections::HashMap;

use super::{Claims, Misrouted, counts};
use crate::distribution::{Distribution, Groups};
use crate::error::MapError;
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::{LayoutMap, TableError};
use crate::proof::{Strategy, Verdict, Witness, equal, prove};
use crate::repartition::affine::Affine;
use crate::repartition::thread_set::ThreadSet;
use crate::repartition::{Carrier, Cluster, Shared, Swizzled, table_of};

impl Claims<'_> {
    pub(super) fn shared(
        &self,
        shared: &Shared,
        source: &Distribution,
        wanted: &Distribution,
        parts: i64,
    ) -> Result<Verdict<Misrouted>, MapError> {
        let Shared { buffer, owner } = shared;
        let Swizzled { address, elements, .. } = buffer;
        let tile = source.map().codomain().extents();
        if address.domain().extents() != tile || address.codomain().rank() != 1 {
            let why = format!("the address is of {}, not of the tile", address.domain());
            return Ok(Verdict::Unknown { why });
        }
        let places = address.codomain().cardinality();
        if places.is_none_or(|places| places > *elements) {
            return Ok(counts("places", *elements, places.unwrap_or(i64::MAX)));
        }
        if owner.slots.len() as i64 != source.slots() {
            return Ok(counts("slots with owners", owner.slots.len() as i64, source.slots()));
        }
        let of_address = prove(address, self.budget);
        let mut claims = vec![
            (of_address.total, Misrouted::Address as fn(Witness) -> Misrouted),
            (of_address.bounds, Misrouted::Address),
            (of_address.injective, Misrouted::Address),
        ];
        let mut by = Strategy::Structure;
        if parts == 1 {
            let set = self.held.domain();
            let writers = set.with_constraints(&writing(&owner.slots))?;
            let written =
                LayoutMap::compose(self.held.clone(), LayoutMap::inclusion(writers, set.clone())?)?;
            let of_writers = prove(&written, self.budget);
            claims.push((of_writers.injective, Misrouted::Owner));
            claims.push((of_writers.surjective, Misrouted::Owner));
        } else {
            match one_owner_each(shared, source, wanted, parts) {
                Ok(None) => by = Strategy::Exhaustive,
                Ok(Some(wrong)) => return Ok(Verdict::disproved(wrong, Strategy::Exhaustive)),
                Err(error) => return Ok(Verdict::Unknown { why: error.to_string() }),
            }
        }
        for (verdict, wrong) in &claims {
            match verdict {
                Verdict::Proved { by: own, .. } => by = by.max(*own),
                Verdict::Disproved { witness, by, .. } => {
                    return Ok(Verdict::disproved(wrong(witness.clone()), *by));
                }
                Verdict::Unknown { why } => return Ok(Verdict::Unknown { why: why.clone() }),
            }
        }
        let Ok(carrier) = Carrier::of(wanted) else {
            let why = "what is wanted has no table".to_owned();
            return Ok(Verdict::Unknown { why });
        };
        let written = Side { map: &self.held, written: true, threads: &owner.slots };
        let read = Side { map: &self.needed, written: false, threads: &carrier.slots };
        for (side, traffic) in [(written, &buffer.writer), (read, &buffer.reader)] {
            match self.accesses(&side, &traffic.accesses, address)? {
                Verdict::Proved { by: own, .. } => by = by.max(own),
                other => return Ok(other),
            }
        }
        Ok(Verdict::proved(by))
    }

    /// The claims of the same inside each cluster, in a buffer that is cut into parts.
    pub(super) fn cluster(
        &self,
        cluster: &Cluster,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Verdict<Misrouted>, MapError> {
        let Groups { clusters, blocks, .. } = source.groups();
        let Cluster { exchange: Shared { buffer, .. }, part } = cluster;
        let places = part.saturating_mul(blocks);
        if places < buffer.elements {
            return Ok(counts("places in the blocks' memories", places, buffer.elements));
        }
        for side in [&buffer.writer, &buffer.reader] {
            let vector = side.accesses.first().map_or(1, Vec::len) as i64;
            if part % vector.max(1) != 0 {
                let whole = part / vector.max(1) * vector;
                return Ok(counts("places in a block's memory", *part, whole));
            }
        }
        self.shared(&cluster.exchange, source, wanted, clusters)
    }

    /// That the slots of each access are neighbours, in every thread that makes it.
    fn accesses(
        &self,
        side: &Side<'_>,
        accesses: &[Vec<usize>],
        address: &LayoutMap,
    ) -> Result<Verdict<Misrouted>, MapError> {
        if let Some(wrong) = side.miscounted(accesses) {
            return Ok(Verdict::disproved(wrong, Strategy::Cardinality));
        }
        let vector = accesses.first().map_or(1, Vec::len);
        if vector < 2 {
            return Ok(Verdict::proved(Strategy::Structure));
        }
        // The address may call the tile's axes otherwise.
        let element = side.map.with_codomain_names(address.domain())?;
        let at = LayoutMap::compose(address.clone(), element)?;
        let joined = Joined { side, at, vector };
        let places: Vec<u64> = accesses.iter().flatten().map(|&slot| slot as u64).collect();
        if let Some(order) = Affine::of_table(&places) {
            let all = self.lies(&joined.all_places(&order)?);
            if all.is_proved() {
                return Ok(all);
            }
        }
        let mut by = Strategy::Structure;
        for access in accesses {
            for place in 0..vector {
                match self.lies(&joined.one_place(access, place)?) {
                    Verdict::Proved { by: own, .. } => by = by.max(own),
                    other => return Ok(other),
                }
            }
        }
        Ok(Verdict::proved(by))
    }

    /// Whether some places lie where their accesses have them.
    fn lies(&self, places: &Places) -> Verdict<Misrouted> {
        let mut by = Strategy::Structure;
        for [found, expected] in [&places.access, &places.behind] {
            match equal(found, expected, self.budget) {
                Verdict::Proved { by: own, .. } => by = by.max(own),
                Verdict::Disproved { witness, by, .. } => {
                    let (written, slot) = (places.written, places.slot);
                    return Verdict::disproved(
                        Misrouted::Neighbours { written, slot, witness },
                        by,
                    );
                }
                Verdict::Unknown { why } => return Verdict::Unknown { why },
            }
        }
        Verdict::proved(by)
    }
}

/// A slot whose element is not written by exactly one of its own part of the threads.
fn one_owner_each(
    shared: &Shared,
    source: &Distribution,
    wanted: &Distribution,
    parts: i64,
) -> Result<Option<Misrouted>, TableError> {
    let part = (source.threads() / parts.max(1)).max(1) as usize;
    let mut owners: HashMap<(usize, Point), usize> = HashMap::new();
    for ((thread, slot), element) in carried(source)? {
        if shared.owner.writes(thread as i64, slot) {
            let owners = owners.entry((thread / part, element)).or_default();
            *owners += 1;
            if *owners > 1 {
                return Ok(Some(Misrouted::Owners { thread, slot, owners: *owners }));
            }
        }
    }
    let wrong = carried(wanted)?.into_iter().find_map(|((thread, slot), element)| {
        let owners = owners.get(&(thread / part, element)).copied().unwrap_or(0);
        (owners != 1).then_some(Misrouted::Owners { thread, slot, owners })
    });
    Ok(wrong)
}

/// A thread's slot, and its element.
type Occurrence = ((usize, usize), Point);

/// The occurrences of the carrier.
fn carried(distribution: &Distribution) -> Result<Vec<Occurrence>, TableError> {
    let table = table_of(distribution)?;
    let (domain, slots) = (distribution.map().domain(), distribution.slots().max(1) as usize);
    let hull = domain.hull();
    let places = hull.points().enumerate().filter(|(_, point)| domain.contains(point));
    let held = places.zip(table.iter());
    Ok(held.map(|((at, _), element)| ((at / slots, at % slots), element.to_vec())).collect())
}

/// Who accesses the buffer: `(thread, slot)` to the element, and which threads do.
struct Side<'a> {
    map: &'a LayoutMap,
    written: bool,
    /// By slot.
    threads: &'a [ThreadSet],
}

impl Side<'_> {
    /// The threads that access a slot.
    fn threads(&self, slot: usize) -> &ThreadSet {
        self.threads.get(slot).unwrap_or(&ThreadSet::None)
    }

    /// Whether a thread accesses one of these slots alone.
    fn differ(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|slot| self.threads(slot));
        let threads = self.map.domain().axes()[0].extent().finite().unwrap_or(0);
        one != other && (0..threads).any(|thread| one.contains(thread) != other.contains(thread))
    }

    /// A slot that is not in exactly one access though a thread wants it, or in an access of slots
    /// that other threads want.
    fn miscounted(&self, accesses: &[Vec<usize>]) -> Option<Misrouted> {
        let written = self.written;
        let mut counts = vec![0; self.threads.len()];
        for &slot in accesses.iter().flatten() {
            match counts.get_mut(slot) {
                Some(count) => *count += 1,
                None => return Some(Misrouted::Accesses { written, slot, accesses: 1 }),
            }
        }
        let wrong = |&(slot, &count): &(usize, &usize)| match self.threads(slot) {
            ThreadSet::None => count > 0,
            _ => count != 1,
        };
        if let Some((slot, &accesses)) = counts.iter().enumerate().find(wrong) {
            return Some(Misrouted::Accesses { written, slot, accesses });
        }
        let vector = accesses.first().map_or(1, Vec::len);
        accesses.iter().find_map(|access| {
            let first = *access.first()?;
            if access.len() != vector {
                let (found, expected) = (access.len() as i64, vector as i64);
                return Some(Misrouted::Counts { what: "slots of an access", found, expected });
            }
            let other = access.iter().find(|&&slot| self.differ(slot, first));
            other.map(|&other| Misrouted::Split { slots: [first, other] })
        })
    }
}

/// Slots of one side that are accessed together, and the address of each `(thread, slot)`.
struct Joined<'a> {
    side: &'a Side<'a>,
    at: LayoutMap,
    /// The slots of an access.
    vector: usize,
}

/// Some places of accesses of `vector` slots; of each pair of maps, what is and what should be.
struct Places {
    written: bool,
    /// The slot, if they are one slot's.
    slot: Option<usize>,
    /// The address without its last digit: the own one, and the first slot's.
    access: [LayoutMap; 2],
    /// The last digit of the address, and the number of the place in its access.
    behind: [LayoutMap; 2],
}

impl Joined<'_> {
    /// All places of all accesses, in a linear order of their slots.
    fn all_places(&self, order: &Affine) -> Result<Places, MapError> {
        let places = Axis::new("place", 1i64 << order.columns.len());
        let domain = IndexSet::new(vec![self.side.map.domain().axes()[0].clone(), places])?;
        let mut dag = ProgramBuilder::default();
        let [thread, place] = [0, 1].map(|axis| dag.coord(axis));
        let vector = dag.constant(self.vector as i64);
        let behind = dag.binary(BinaryOp::Mod, place, vector);
        let access = dag.binary(BinaryOp::FloorDiv, place, vector);
        let first = dag.binary(BinaryOp::Mul, access, vector);
        let [own, first] = [place, first].map(|place| slot_of(&mut dag, order, place));
        self.places(None, domain, dag, [thread, own, first, behind])
    }

    /// One place of an access, in the threads that make it.
    fn one_place(&self, access: &[usize], place: usize) -> Result<Places, MapError> {
        let threads = IndexSet::new(self.side.map.domain().axes()[..1].to_vec())?;
        let domain = match self.side.threads(access[0]) {
            ThreadSet::Where(condition) => threads.with_constraints(condition)?,
            ThreadSet::All | ThreadSet::None => threads,
        };
        let mut dag = ProgramBuilder::default();
        let thread = dag.coord(0);
        let numbers = [access[place], access[0], place];
        let [own, first, behind] = numbers.map(|number| dag.constant(number as i64));
        self.places(Some(access[place]), domain, dag, [thread, own, first, behind])
    }

    fn places(
        &self,
        slot: Option<usize>,
        domain: IndexSet,
        dag: ProgramBuilder,
        [thread, own, first, behind]: [u32; 4],
    ) -> Result<Places, MapError> {
        let vector = self.vector as i64;
        let occurrences = self.at.domain();
        let digit = |op: BinaryOp, axis: Axis| {
            let mut digit = ProgramBuilder::default();
            let (offset, vector) = (digit.coord(0), digit.constant(vector));
            let number = digit.binary(op, offset, vector);
            let to = IndexSet::new(vec![axis])?;
            LayoutMap::expr(self.at.codomain().clone(), to, digit.finish(&[number]))
        };
        let offsets = self.at.codomain().cardinality().unwrap_or(i64::MAX);
        let access = digit(BinaryOp::FloorDiv, Axis::new("access", offsets / vector + 1))?;
        let within = digit(BinaryOp::Mod, Axis::new("place", vector))?;
        let at = |slot: u32, digit: &LayoutMap| {
            let occurrence = dag.finish(&[thread, slot]);
            let occurrence = LayoutMap::expr(domain.clone(), occurrences.clone(), occurrence)?;
            let address = LayoutMap::compose(self.at.clone(), occurrence)?;
            LayoutMap::compose(digit.clone(), address)
        };
        let behind =
            LayoutMap::expr(domain.clone(), within.codomain().clone(), dag.finish(&[behind]))?;
        Ok(Places {
            written: self.side.written,
            slot,
            access: [at(own, &access)?, at(first, &access)?],
            behind: [at(own, &within)?, behind],
        })
    }
}

/// The slot at a place, bit by bit.
fn slot_of(dag: &mut ProgramBuilder, order: &Affine, place: u32) -> u32 {
    let (two, start) = (dag.constant(2), dag.constant(order.origin as i64));
    order.columns.iter().enumerate().fold(start, |slot, (bit, &column)| {
        let (step, column) = (dag.constant(1 << bit), dag.constant(column as i64));
        let above = dag.binary(BinaryOp::FloorDiv, place, step);
        let digit = dag.binary(BinaryOp::Mod, above, two);
        let image = dag.binary(BinaryOp::Mul, digit, column);
        dag.binary(BinaryOp::Xor, slot, image)
    })
}

/// The condition over `(thread, slot)` under which an occurrence writes: for each run of slots of
/// which the same threads write, that it is one of these slots and one of these threads.
fn writing(slots: &[ThreadSet]) -> Program {
    let mut dag = ProgramBuilder::default();
    let (thread, slot) = (dag.coord(0), dag.coord(1));
    let (mut runs, mut first) = (Vec::new(), 0);
    for run in slots.chunk_by(|a, b| a == b) {
        let end = first + run.len();
        let own = match &run[0] {
            ThreadSet::All => Some(Vec::new()),
            ThreadSet::None => None,
            ThreadSet::Where(condition) => Some(dag.inline(condition, &[thread])),
        };
        if let Some(mut tests) = own {
            if first > 0 {
                let first = dag.constant(first as i64);
                tests.push(dag.binary(BinaryOp::Le, first, slot));
            }
            if end < slots.len() {
                let end = dag.constant(end as i64);
                tests.push(dag.binary(BinaryOp::Lt, slot, end));
            }
            let all = tests.into_iter().reduce(|all, test| dag.binary(BinaryOp::And, all, test));
            runs.push(all.unwrap_or_else(|| dag.constant(1)));
        }
        first = end;
    }
    let any = runs.into_iter().reduce(|any, run| dag.binary(BinaryOp::Add, any, run));
    let any = any.unwrap_or_else(|| dag.constant(0));
    dag.finish(&[any])
}
