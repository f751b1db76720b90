//! [`Machine`]: threads with registers that carry out a plan, slot by slot.
//!
//! It follows the plan as data and shares no code with the planner or the prover. What a register
//! holds is any `T`; one that nobody wrote, or outside a carrier, holds `None`. That may be moved,
//! though not stored, and is wrong only where an element is wanted.
//!
//! ```text
//! registers       thread 0: [(0,0), (0,1)]    thread 1: [(1,0), (1,1)]      elements, by slot
//! after a plan    thread 0: [(0,0), (1,0)]    thread 1: [(0,1), (1,1)]
//! ```
//!
//! | stage | what each thread does |
//! |---|---|
//! | [`registers`](Machine::registers) | wanted slot `s` is its own slot `slots[s]` |
//! | [`shuffle`](Machine::shuffle) | for each slot and pick, reads a register of a lane of its subgroup; keeps that of its own pick |
//! | [`shared`](Machine::shared) | stores its accesses, waits for all, loads its accesses, in the memory of its block |
//! | [`cluster`](Machine::cluster) | likewise, in the memories of its cluster's blocks |
//!
//! Of such an exchange the stores come access by access, subgroup by subgroup, as their wavefronts do. The
//! distributions say where an access begins, as they do in a lowered program: at the address of what
//! its first slot holds. What stands there they are not asked.

mod error;

pub use error::MachineError;

use super::{Cluster, Plan, Shared, Shuffle, Swizzled};
use crate::distribution::{Distribution, Groups};
use crate::error::EvalError;
use std::collections::HashMap;

/// The registers of threads; see the source file's header.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine<T> {
    width: usize,
    /// The threads of a block.
    block: usize,
    /// The blocks of a cluster.
    blocks: usize,
    threads: Vec<Vec<Option<T>>>,
}

/// A wanted slot that does not hold its element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced<T> {
    /// The thread.
    pub thread: usize,
    /// The slot.
    pub slot: usize,
    /// The element that is wanted there, by its coordinates.
    pub element: Vec<i64>,
    /// What the register holds.
    pub found: Option<T>,
}

impl<T: Clone + PartialEq> Machine<T> {
    /// Threads in subgroups of `width` lanes and in such groups, with these registers.
    pub fn new(width: i64, groups: Groups, threads: Vec<Vec<Option<T>>>) -> Machine<T> {
        let count = |count: i64| usize::try_from(count).unwrap_or(1).max(1);
        let (block, blocks) = (count(groups.block_threads), count(groups.blocks));
        Machine { width: count(width), block, blocks, threads }
    }

    /// The threads of a distribution; each slot, also of replicas, holds its element's value, and
    /// nothing outside the carrier.
    ///
    /// # Errors
    /// A slot without an element.
    pub fn holding(
        distribution: &Distribution,
        width: i64,
        value: impl Fn(&[i64]) -> T,
    ) -> Result<Machine<T>, MachineError> {
        let slots = 0..distribution.slots();
        let thread = |thread: i64| {
            let slot = |slot| {
                let own = element(distribution, thread as usize, slot)?;
                Ok(own.map(|own| value(&own)))
            };
            slots.clone().map(|own| slot(own as usize)).collect()
        };
        let threads = (0..distribution.threads()).map(thread).collect::<Result<_, _>>()?;
        Ok(Machine::new(width, distribution.groups(), threads))
    }

    /// What every thread has in its registers, by slot.
    pub fn threads(&self) -> &[Vec<Option<T>>] {
        &self.threads
    }

    /// Carries out a plan between two distributions.
    ///
    /// ```
    /// use tileir::distribution::Distribution;
    /// use tileir::repartition::{Machine, Plan};
    /// let of = |text: &str| Distribution::new(text.parse().unwrap()).unwrap();
    /// let rows = of("expr<(thread : 32, slot : 2) -> (thread * 2 + slot) to (i : 64)>");
    /// let turned = of("expr<(thread : 32, slot : 2) -> (thread * 2 + 1 - slot) to (i : 64)>");
    /// let before = Machine::holding(&rows, 32, |element| element[0])?;
    /// let right = before.execute(&Plan::Registers { slots: vec![1, 0] }, &rows, &turned)?;
    /// assert_eq!(right.threads()[3], [Some(7), Some(6)]);
    /// assert_eq!(right.misplaced(&turned, |element| element[0])?, None);
    /// let wrong = before.execute(&Plan::Nothing, &rows, &turned)?;
    /// let first = wrong.misplaced(&turned, |element| element[0])?.unwrap();
    /// assert_eq!((first.thread, first.slot, first.found), (0, 0, Some(0)));
    /// # Ok::<(), tileir::repartition::MachineError>(())
    /// ```
    ///
    /// # Errors
    /// What the plan does that no machine can, or that gives no value.
    pub fn execute(
        &self,
        plan: &Plan,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Machine<T>, MachineError> {
        match plan {
            Plan::Nothing => Ok(self.clone()),
            Plan::Registers { slots } | Plan::Bytes { slots } => self.registers(slots),
            Plan::Shuffle(shuffle) => self.shuffle(shuffle),
            Plan::Shared(shared) => self.shared(shared, source, wanted),
            Plan::Cluster(cluster) => self.cluster(cluster, source, wanted),
        }
    }

    /// Wanted slot `s` is the thread's own slot `slots[s]`.
    ///
    /// # Errors
    /// [`MachineError::Register`].
    pub fn registers(&self, slots: &[usize]) -> Result<Machine<T>, MachineError> {
        self.each(|thread| slots.iter().map(|&slot| self.read(thread, thread, slot)).collect())
    }

    /// For each slot and pick all lanes of a subgroup offer one register, each reads that of one
    /// other lane, and keeps what its own pick offers.
    ///
    /// # Errors
    /// What a shuffle cannot do.
    pub fn shuffle(&self, shuffle: &Shuffle) -> Result<Machine<T>, MachineError> {
        let Shuffle { width, by_thread, lane_flip, slots, picks, stays_in_lane } = shuffle;
        if i64::try_from(self.width) != Ok(*width) {
            return Err(MachineError::Width { plan: *width, machine: self.width });
        }
        if lane_flip.len() != slots.len() {
            let (found, expected) = (lane_flip.len(), slots.len());
            return Err(MachineError::Counts { what: "lanes", found, expected });
        }
        self.each(|thread| {
            let place = by_thread.eval(&[thread as i64]);
            let place = place.map_err(|error| no_value(thread, "route", error))?;
            let &[from, pick] = &place[..] else {
                let (what, found) = ("places of a route", place.len());
                return Err(MachineError::Counts { what, found, expected: 2 });
            };
            let first = thread - thread % self.block % self.width;
            let end = self.threads.len().min(thread - thread % self.block + self.block);
            let lanes = self.width.min(end - first);
            let of_slot = |(slot, (&own, &flip)): (usize, (&usize, &i64))| {
                let lane = from ^ flip;
                let other = usize::try_from(lane).ok().filter(|&lane| lane < lanes);
                // A shuffle that stays in its lane reads no other one.
                let of = match other {
                    _ if *stays_in_lane => thread,
                    Some(other) => first + other,
                    None => return Err(MachineError::Lane { thread, slot, lane, lanes }),
                };
                let selected = picks.iter().filter(|&&choice| choice as i64 == pick);
                match selected.collect::<Vec<_>>()[..] {
                    [&choice] => self.read(thread, of, own ^ choice),
                    ref all => {
                        let times = all.len();
                        Err(MachineError::Pick { thread, slot, pick, times })
                    }
                }
            };
            slots.iter().zip(lane_flip).enumerate().map(of_slot).collect()
        })
    }

    /// The owners of an access's first slot store the access, all wait, and every thread loads.
    ///
    /// # Errors
    /// What a shared buffer cannot do.
    pub fn shared(
        &self,
        shared: &Shared,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Machine<T>, MachineError> {
        let elements = shared.buffer.elements;
        let own = |thread: usize, address: i64| {
            (0..elements).contains(&address).then_some((thread / self.block, address))
        };
        self.exchange(shared, elements, own, source, wanted)
    }

    /// The same in parts of a buffer, one in the memory of each block of the cluster.
    ///
    /// # Errors
    /// What such a buffer cannot do.
    pub fn cluster(
        &self,
        cluster: &Cluster,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Machine<T>, MachineError> {
        let home = |thread: usize, address: i64| {
            let (block, place) = cluster.home(address);
            let block = usize::try_from(block).ok().filter(|&block| block < self.blocks)?;
            Some((thread / self.block / self.blocks * self.blocks + block, place))
        };
        self.exchange(&cluster.exchange, cluster.part, home, source, wanted)
    }

    /// An exchange through memories of `elements` places each; `home` is the memory that an address
    /// of a thread is in, and its place there, if there is one.
    fn exchange(
        &self,
        shared: &Shared,
        elements: i64,
        home: impl Fn(usize, i64) -> Option<(usize, i64)>,
        source: &Distribution,
        wanted: &Distribution,
    ) -> Result<Machine<T>, MachineError> {
        let Shared { buffer: Swizzled { address, writer, reader, .. }, owner } = shared;
        let first = |distribution: &Distribution, thread: usize, slot: usize| {
            let Some(own) = element(distribution, thread, slot)? else { return Ok(None) };
            let place = address.eval(&own);
            let place = place.map_err(|error| no_value(thread, "address", error))?;
            place.first().copied().map(Some).ok_or(MachineError::Counts {
                what: "axes of an address",
                found: 0,
                expected: 1,
            })
        };
        // An access is of one memory: that of its first place.
        let inside = |thread: usize, slot: usize, start: i64, behind: i64| {
            let address = start.saturating_add(behind);
            let place = home(thread, start).map(|(memory, place)| (memory, place + behind));
            let outside = MachineError::Outside { thread, slot, address, elements };
            place.filter(|(_, place)| (0..elements).contains(place)).ok_or(outside)
        };
        let mut buffer: HashMap<(usize, i64), (T, usize)> = HashMap::new();
        for access in &writer.accesses {
            let Some(&leader) = access.first() else { continue };
            for thread in (0..self.threads.len()).filter(|&t| owner.writes(t as i64, leader)) {
                let unwritten = |slot| MachineError::Register { thread, of: thread, slot };
                let start = first(source, thread, leader)?.ok_or(unwritten(leader))?;
                for (behind, &slot) in (0..).zip(access) {
                    let place = inside(thread, slot, start, behind)?;
                    let value = self.read(thread, thread, slot)?.ok_or(unwritten(slot))?;
                    match buffer.get(&place) {
                        Some(&(ref before, other)) if *before != value => {
                            let address = place.1;
                            return Err(MachineError::Conflict { thread, slot, address, other });
                        }
                        Some(_) => {}
                        None => drop(buffer.insert(place, (value, thread))),
                    }
                }
            }
        }
        let slots = usize::try_from(wanted.slots()).unwrap_or_default();
        self.each(|thread| {
            let mut loaded = vec![None; slots];
            for access in &reader.accesses {
                let Some(&leader) = access.first() else { continue };
                // Outside the carrier nothing is read.
                let Some(start) = first(wanted, thread, leader)? else { continue };
                for (behind, &slot) in (0..).zip(access) {
                    let place = inside(thread, slot, start, behind)?;
                    let (value, _) = buffer.get(&place).ok_or(MachineError::Cell {
                        thread,
                        slot,
                        address: place.1,
                    })?;
                    let register = loaded.get_mut(slot).ok_or(MachineError::Counts {
                        what: "slots read",
                        found: slot.saturating_add(1),
                        expected: slots,
                    })?;
                    *register = Some(value.clone());
                }
            }
            Ok(loaded)
        })
    }

    /// The first slot of a distribution, by thread and slot, that does not hold its element's value.
    /// Every replica is looked at.
    ///
    /// # Errors
    /// A slot without an element.
    pub fn misplaced(
        &self,
        wanted: &Distribution,
        value: impl Fn(&[i64]) -> T,
    ) -> Result<Option<Misplaced<T>>, MachineError> {
        for thread in 0..usize::try_from(wanted.threads()).unwrap_or_default() {
            for slot in 0..usize::try_from(wanted.slots()).unwrap_or_default() {
                let Some(element) = element(wanted, thread, slot)? else { continue };
                let found = self.threads.get(thread).and_then(|own| own.get(slot)?.clone());
                if found.as_ref() != Some(&value(&element)) {
                    return Ok(Some(Misplaced { thread, slot, element, found }));
                }
            }
        }
        Ok(None)
    }

    fn each(
        &self,
        own: impl Fn(usize) -> Result<Vec<Option<T>>, MachineError>,
    ) -> Result<Machine<T>, MachineError> {
        let threads = (0..self.threads.len()).map(own).collect::<Result<_, _>>()?;
        let Machine { width, block, blocks, .. } = *self;
        Ok(Machine { width, block, blocks, threads })
    }

    fn read(&self, thread: usize, of: usize, slot: usize) -> Result<Option<T>, MachineError> {
        let register = self.threads.get(of).and_then(|own| own.get(slot).cloned());
        register.ok_or(MachineError::Register { thread, of, slot })
    }
}

/// The element that a thread's slot holds; `None` outside the carrier.
fn element(
    distribution: &Distribution,
    thread: usize,
    slot: usize,
) -> Result<Option<Vec<i64>>, MachineError> {
    let failed = |error| no_value(thread, "element", error);
    let point = distribution.point(thread as i64, slot as i64).map_err(failed)?;
    match distribution.map().domain().contains(&point) {
        true => distribution.map().eval(&point).map(Some).map_err(failed),
        false => Ok(None),
    }
}

fn no_value(thread: usize, what: &'static str, error: EvalError) -> MachineError {
    MachineError::NoValue { thread, what, error }
}
