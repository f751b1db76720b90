//! [`Pending`]: what threads have done to shared memory since the last barrier.
//!
//! Threads of one block wait for each other at its barriers, blocks of a cluster at those of the
//! cluster. So what has been done is kept twice: by thread, since the last barrier of either kind,
//! and by block, since the last one of the cluster.

use std::collections::HashMap;

use super::lanes::{Base, Value};
use crate::builder::Op;

/// One access by all threads.
pub(super) struct Touch<'c> {
    pub op: Op<'c>,
    /// The key of the buffer.
    pub buffer: usize,
    pub address: Value,
    /// The elements of each thread, from its address on.
    pub vector: i64,
    pub does: Does,
}

/// What an access does.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Does {
    Load,
    Store,
    /// Changes what is there in one step, in the way of this number.
    Combine(i64),
}

/// Who has accessed a place, and by which operation.
#[derive(Clone, Copy, PartialEq)]
enum Who<'c> {
    Nobody,
    One(usize, Op<'c>),
    Several(Op<'c>),
}

impl<'c> Who<'c> {
    /// The operation by which a thread other than this one has been there.
    fn other_than(self, thread: usize) -> Option<Op<'c>> {
        match self {
            Who::Nobody => None,
            Who::One(own, op) => (own != thread).then_some(op),
            Who::Several(op) => Some(op),
        }
    }

    fn and(self, thread: usize, op: Op<'c>) -> Who<'c> {
        match self {
            Who::Nobody => Who::One(thread, op),
            Who::One(own, _) if own == thread => self,
            Who::One(..) | Who::Several(_) => Who::Several(op),
        }
    }

    fn joined(self, other: Who<'c>) -> Who<'c> {
        match (self, other) {
            (own, Who::Nobody) => own,
            (_, Who::One(thread, op)) => self.and(thread, op),
            (_, Who::Several(op)) => Who::Several(op),
        }
    }
}

#[derive(Clone, Copy)]
struct Place<'c> {
    loaded: Who<'c>,
    stored: Who<'c>,
    combined: Who<'c>,
    /// In which way; where there are two, it counts as stored.
    kind: i64,
}

impl<'c> Place<'c> {
    const UNTOUCHED: Self =
        Place { loaded: Who::Nobody, stored: Who::Nobody, combined: Who::Nobody, kind: 0 };

    /// An access of a thread other than this one that may not be at the same time as such an access.
    fn meets(self, does: Does, thread: usize) -> [Option<Op<'c>>; 3] {
        let by = |who: Who<'c>, meets: bool| who.other_than(thread).filter(|_| meets);
        let alike = matches!(does, Does::Combine(kind) if kind == self.kind);
        [by(self.stored, true), by(self.combined, !alike), by(self.loaded, does != Does::Load)]
    }

    /// Whether more threads have done something than before.
    fn is_more_than(self, before: Place<'c>) -> bool {
        let count = |who: Who<'c>| match who {
            Who::Nobody => 0,
            Who::One(..) => 1,
            Who::Several(_) => 2,
        };
        let counts = |place: Place<'c>| [place.loaded, place.stored, place.combined].map(count);
        counts(self) != counts(before)
    }

    fn add(&mut self, does: Does, thread: usize, op: Op<'c>) {
        match does {
            Does::Load => self.loaded = self.loaded.and(thread, op),
            Does::Store => self.stored = self.stored.and(thread, op),
            Does::Combine(kind) => self.combine(kind, Who::One(thread, op)),
        }
    }

    fn combine(&mut self, kind: i64, who: Who<'c>) {
        if self.combined == Who::Nobody {
            self.kind = kind;
        } else if self.kind != kind && who != Who::Nobody {
            self.stored = self.stored.joined(who);
        }
        self.combined = self.combined.joined(who);
    }
}

/// Places further apart than any workgroup memory has.
const FURTHEST: usize = 1 << 22;

/// Places side by side, from one of them on.
#[derive(Clone, Default)]
struct Places<'c> {
    first: i64,
    places: Vec<Place<'c>>,
}

impl<'c> Places<'c> {
    /// One place; `None` if it is too far from the others.
    fn at(&mut self, at: i64) -> Option<&mut Place<'c>> {
        if self.places.is_empty() {
            self.first = at;
        }
        if at < self.first {
            let more = usize::try_from(self.first.checked_sub(at)?).ok()?;
            let all = more.checked_add(self.places.len()).filter(|&all| all <= FURTHEST)?;
            // Doubled, so that going down step by step does not move all at each.
            let more = more.max(all.min(self.places.len()));
            let first = self.first.checked_sub(i64::try_from(more).ok()?)?;
            self.places.splice(0..0, std::iter::repeat_n(Place::UNTOUCHED, more));
            self.first = first;
        }
        let index = usize::try_from(at.checked_sub(self.first)?).ok()?;
        if index >= FURTHEST {
            return None;
        }
        if index >= self.places.len() {
            self.places.resize(index + 1, Place::UNTOUCHED);
        }
        self.places.get_mut(index)
    }
}

/// A buffer, and the value from which its places are counted.
type Origin = (usize, Option<Base>);

/// What threads have done since the last barriers; see the source file's header.
#[derive(Clone)]
pub(super) struct Pending<'c> {
    by_thread: Layer<'c>,
    /// The threads of a block, and what was done in each, where there are several.
    by_block: Option<(usize, Layer<'c>)>,
    /// Whether every block of the cluster is there.
    pub all_there: bool,
    /// An access to another block's memory, since the last barrier of the cluster.
    pub remote: Option<Op<'c>>,
}

impl<'c> Pending<'c> {
    /// Nothing yet, of blocks of so many threads.
    pub fn new(cluster: Option<usize>) -> Pending<'c> {
        let by_block = cluster.map(|block| (block, Layer::default()));
        Pending { by_thread: Layer::default(), by_block, all_there: false, remote: None }
    }

    /// All of each block have come to a barrier.
    pub fn clear(&mut self) {
        self.by_thread = Layer::default();
    }

    /// All of the cluster have.
    pub fn clear_cluster(&mut self) {
        *self = Pending::new(self.by_block.as_ref().map(|(block, _)| *block));
        self.all_there = true;
    }

    /// Either this has happened, or that; whether that is more.
    pub fn join(&mut self, other: Pending<'c>) -> bool {
        let mut more = self.by_thread.join(other.by_thread);
        if let (Some((_, own)), Some((_, other))) = (&mut self.by_block, other.by_block) {
            more |= own.join(other);
        }
        more |=
            self.all_there && !other.all_there || self.remote.is_none() && other.remote.is_some();
        self.all_there &= other.all_there;
        self.remote = self.remote.or(other.remote);
        more
    }

    /// The values of which this is so have other values from now on.
    pub fn outlive(&mut self, is_gone: impl Fn(usize) -> bool) {
        self.by_thread.outlive(&is_gone);
        if let Some((_, layer)) = &mut self.by_block {
            layer.outlive(&is_gone);
        }
    }

    /// Adds an access of these threads; gives an access of another thread that it meets, or may:
    /// one that is not doubtful, if there is one.
    pub fn touch(
        &mut self,
        touch: &Touch<'c>,
        threads: &[bool],
        is_doubtful: impl Fn(Op<'c>) -> bool,
    ) -> Option<Op<'c>> {
        let own = self.by_thread.touch(touch, threads, |thread| thread, &is_doubtful);
        let block = self.by_block.as_mut().and_then(|(block, layer)| {
            let block = (*block).max(1);
            layer.touch(touch, threads, |thread| thread / block, &is_doubtful)
        });
        match (own, block) {
            (Some(own), Some(block)) if is_doubtful(own) => Some(block),
            (own, block) => own.or(block),
        }
    }
}

/// What has been done, by whom.
#[derive(Clone, Default)]
struct Layer<'c> {
    places: HashMap<Origin, Places<'c>>,
    /// An access too far from the others to be kept: it may be anywhere.
    lost: Option<Op<'c>>,
}

impl<'c> Layer<'c> {
    fn join(&mut self, other: Layer<'c>) -> bool {
        let mut more = self.lost.is_none() && other.lost.is_some();
        self.lost = self.lost.or(other.lost);
        for (origin, places) in other.places {
            let own = self.places.entry(origin).or_default();
            for (at, place) in (places.first..).zip(places.places) {
                let touched = [place.loaded, place.stored, place.combined];
                let touched = touched.map(|who| who.other_than(usize::MAX));
                let Some(by) = touched.into_iter().flatten().next() else { continue };
                let Some(own) = own.at(at) else {
                    more |= self.lost.is_none();
                    self.lost = Some(by);
                    continue;
                };
                let before = *own;
                own.loaded = own.loaded.joined(place.loaded);
                own.stored = own.stored.joined(place.stored);
                own.combine(place.kind, place.combined);
                more |= own.is_more_than(before);
            }
        }
        more
    }

    fn outlive(&mut self, is_gone: impl Fn(usize) -> bool) {
        for ((buffer, base), places) in std::mem::take(&mut self.places) {
            // No value has an odd key: they are places of objects.
            let base =
                base.map(|(base, times)| (if is_gone(base) { base | 1 } else { base }, times));
            let places = Layer { places: HashMap::from([((buffer, base), places)]), lost: None };
            self.join(places);
        }
    }

    /// As [`Pending::touch`], by those to whom the threads belong.
    fn touch(
        &mut self,
        touch: &Touch<'c>,
        threads: &[bool],
        who: impl Fn(usize) -> usize,
        is_doubtful: impl Fn(Op<'c>) -> bool,
    ) -> Option<Op<'c>> {
        let &Touch { op, buffer, ref address, vector, does } = touch;
        let mut met = self.lost;
        let mut meets = |other: Option<Op<'c>>| {
            if let Some(other) = other
                && met.is_none_or(|known| is_doubtful(known) && !is_doubtful(other))
            {
                met = Some(other);
            }
        };
        let origin = (buffer, address.base);
        let elsewhere =
            self.places.iter().filter(|(other, _)| other.0 == buffer && **other != origin);
        for place in elsewhere.flat_map(|(_, places)| &places.places) {
            place.meets(does, usize::MAX).into_iter().for_each(&mut meets);
        }
        let places = self.places.entry(origin).or_default();
        let there = address.distances.iter().zip(threads).enumerate().filter(|(_, own)| *own.1);
        for (thread, (&first, _)) in there {
            let thread = who(thread);
            for at in first..first.saturating_add(vector) {
                let Some(place) = places.at(at) else {
                    self.lost = Some(op);
                    continue;
                };
                place.meets(does, thread).into_iter().for_each(&mut meets);
                place.add(does, thread, op);
            }
        }
        met
    }
}
