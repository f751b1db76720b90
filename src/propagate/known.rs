//! Every distribution that comes up, once, with what operations make of it.
//!
//! Candidates are numbers. Two distributions have one number if they are proved to hold the same
//! elements in the same slots of the same threads, however their axes are called and split: a move
//! between them is none.
//!
//! ```text
//! (lane : 4, slot : 4)       -> (lane, slot)             one number
//! (thread : 4, a : 2, b : 2) -> (thread, 2 * a + b)
//! ```
//!
//! What an operation makes of a distribution is worked out once for each kind
//! of operation, not once for each node.
//!
//! Spreading and undoing a reduction multiply slots, round a loop without end. What has more slots
//! than it comes from is no candidate if a thread would hold an element twice, or more than
//! [`REGISTERS`]. Something else stands in for it, which no program is stopped by:
//!
//! | what is missing | instead |
//! |---|---|
//! | rows that a reduction can fold | each row in one thread |
//! | what a relabel gives | the result's elements spread evenly |
//! | a whole tile, where only a part is wanted | the tile's elements spread evenly |

use std::cmp::Ordering;
use std::collections::HashMap;

use super::graph::Kind;
use super::transfer::{
    TransferError, even, reduce_gives, reduce_wants, relabel_gives, relabel_wants,
};
use crate::distribution::{Distribution, Groups};
use crate::index_set::IndexSet;
use crate::map::LayoutMap;
use crate::proof::{Budget, equal};
use crate::reduction::{Reduction, row_local};

/// The number of a distribution.
pub(super) type Id = usize;

/// What proving that a distribution covers its tile may cost.
const BUDGET: Budget = Budget::of_points(1 << 16);

/// The most slots that what grows may have: no thread of a GPU has more registers.
pub(super) const REGISTERS: i64 = 256;

/// How many occurrences of two distributions are compared to say which goes first.
const COMPARED: usize = 1 << 12;

/// How an operation is carried out: what its result is held in, what it wants of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub held: Id,
    pub wants: Id,
}

/// From which side an operation learns of a distribution.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// An operand has it.
    Operand,
    /// The result is wanted in it.
    Result,
}

/// A shape, threads in blocks and clusters, and slots.
type Size = (Vec<i64>, [i64; 3], i64);

/// The distributions, and what has been found out about them.
#[derive(Default)]
pub(super) struct Known<'g> {
    all: Vec<Distribution>,
    ids: HashMap<LayoutMap, Id>,
    /// The flat forms, by size.
    alike: HashMap<Size, Vec<(Id, LayoutMap)>>,
    ways: HashMap<(&'g Kind, Side, Id), Option<Way>>,
    whole: HashMap<Id, Id>,
}

impl<'g> Known<'g> {
    /// The distribution of a number.
    pub fn get(&self, id: Id) -> &Distribution {
        &self.all[id]
    }

    /// The number of a distribution.
    pub fn id(&mut self, distribution: &Distribution) -> Result<Id, TransferError> {
        let normal = distribution.map().normalize(&Budget::of_points(0));
        if let Some(&id) = self.ids.get(&normal) {
            return Ok(id);
        }
        let flat = flat(distribution)?;
        let Groups { clusters, blocks, block_threads, .. } = distribution.groups();
        let size = (distribution.shape(), [clusters, blocks, block_threads], distribution.slots());
        let alike = self.alike.entry(size).or_default();
        let is_same =
            |known: &LayoutMap| *known == flat || equal(known, &flat, &BUDGET).is_proved();
        let id = match alike.iter().find(|(_, known)| is_same(known)) {
            Some(&(id, _)) => id,
            None => {
                let id = self.all.len();
                alike.push((id, flat));
                self.all.push(Distribution::new(normal.clone())?);
                id
            }
        };
        self.ids.insert(normal, id);
        Ok(id)
    }

    /// The number of a distribution that is written: if it is the first of its number, all that
    /// hold the same are written so.
    pub fn written(&mut self, distribution: &Distribution) -> Result<Id, TransferError> {
        let before = self.all.len();
        let id = self.id(distribution)?;
        if let Some(new) = self.all.get_mut(before) {
            *new = distribution.clone();
        }
        Ok(id)
    }

    /// How an operation is carried out that one of its sides has in this distribution, if it can
    /// be at all.
    pub fn way(
        &mut self,
        kind: &'g Kind,
        side: Side,
        id: Id,
    ) -> Result<Option<Way>, TransferError> {
        if let Some(&known) = self.ways.get(&(kind, side, id)) {
            return Ok(known);
        }
        let found = match (kind, side) {
            (Kind::Free, Side::Operand) => None,
            (Kind::Free | Kind::Same, _) => Some(Way { held: id, wants: id }),
            (Kind::Relabel(map), Side::Operand) => self.relabelled(map, id)?,
            (Kind::Relabel(map), Side::Result) => {
                let wanted = relabel_wants(map, self.get(id))?;
                Some(Way { held: id, wants: self.id(&wanted)? })
            }
            (&Kind::Reduce { axis, extent }, side) => self.reduced(axis, extent, side, id)?,
        };
        self.ways.insert((kind, side, id), found);
        Ok(found)
    }

    /// What moves nothing; otherwise evenly, and the source as that wants it.
    fn relabelled(&mut self, map: &LayoutMap, id: Id) -> Result<Option<Way>, TransferError> {
        let source = self.get(id);
        if let Some(given) = relabel_gives(map, source).filter(|given| !is_bloated(given, source)) {
            return Ok(Some(Way { held: self.id(&given)?, wants: id }));
        }
        let Some(shape) = map.domain().extents() else { return Ok(None) };
        let result = evenly(&shape, source)?;
        let wanted = relabel_wants(map, &result)?;
        Ok(Some(Way { held: self.id(&result)?, wants: self.id(&wanted)? }))
    }

    /// As it is if its rows are regular; otherwise each row in one thread.
    fn reduced(
        &mut self,
        axis: usize,
        extent: i64,
        side: Side,
        id: Id,
    ) -> Result<Option<Way>, TransferError> {
        let known = self.get(id);
        let source = match side {
            Side::Operand => Ok(known.clone()),
            Side::Result => reduce_wants(known, axis, extent),
        };
        let mut shape = known.shape();
        if side == Side::Result && axis <= shape.len() {
            shape.insert(axis, extent);
        }
        let source = match source {
            Ok(source) if !is_bloated(&source, known) && is_regular(&source, axis) => source,
            Ok(_) | Err(TransferError::Distribution(_)) => {
                let gathered = row_local(&shape, axis, known.threads())?;
                let gathered = Distribution::new(known.groups().split(gathered)?)?;
                if !is_regular(&gathered, axis) {
                    return Ok(None);
                }
                gathered
            }
            Err(error) => return Err(error),
        };
        let rows = reduce_gives(&source, axis)?;
        let held = self.id(&rows)?;
        Ok(Some(Way { held, wants: self.id(&source)? }))
    }

    /// What a value is held in for a use that wants this: the same if it is proved to hold every
    /// element of the tile, for a value holds its whole tile; otherwise all of it, evenly.
    pub fn whole(&mut self, id: Id) -> Result<Id, TransferError> {
        if let Some(&known) = self.whole.get(&id) {
            return Ok(known);
        }
        let wanted = self.get(id);
        let shape = wanted.shape();
        let is_whole = wanted.covers(&shape, &BUDGET).is_ok_and(|facts| {
            [&facts.total, &facts.bounds, &facts.surjective].iter().all(|fact| fact.is_proved())
        });
        let even = (!is_whole).then(|| evenly(&shape, wanted)).transpose()?;
        let whole = even.map_or(Ok(id), |even| self.id(&even))?;
        self.whole.insert(id, whole);
        Ok(whole)
    }

    /// The one that stands most often among `ids`; of several, the one with fewer threads, fewer
    /// slots, or the smaller element in the first occurrence where they differ.
    pub fn favourite(&self, ids: impl Iterator<Item = Id>) -> Option<Id> {
        let mut sorted: Vec<Id> = ids.collect();
        sorted.sort_unstable();
        let runs = || sorted.chunk_by(|a, b| a == b);
        let most = runs().map(<[Id]>::len).max()?;
        let best = runs().filter(|run| run.len() == most).filter_map(|run| run.first().copied());
        best.min_by(|&a, &b| self.by_elements(a, b))
    }

    fn by_elements(&self, a: Id, b: Id) -> Ordering {
        let (a, b) = (self.get(a), self.get(b));
        let size = |of: &Distribution| (of.threads(), of.slots());
        let (threads, slots) = size(a);
        let occurrences =
            (0..threads).flat_map(|thread| (0..slots).map(move |slot| (thread, slot)));
        let mut compared = occurrences
            .take(COMPARED)
            .map(|(thread, slot)| a.element(thread, slot).ok().cmp(&b.element(thread, slot).ok()));
        let differ = |order: &Ordering| order.is_ne();
        size(a).cmp(&size(b)).then_with(|| compared.find(differ).unwrap_or(Ordering::Equal))
    }
}

/// A tile evenly over the threads of another.
fn evenly(shape: &[i64], of: &Distribution) -> Result<Distribution, TransferError> {
    let even = even(shape, of.threads())?;
    Ok(Distribution::new(of.groups().split(even.map().clone())?)?)
}

/// The same function of the flat numbers of thread and slot, to axes without names.
fn flat(distribution: &Distribution) -> Result<LayoutMap, TransferError> {
    let unnamed = IndexSet::from_extents(&distribution.shape())?;
    let flat = distribution.flat()?.with_codomain_names(&unnamed)?;
    Ok(flat.normalize(&Budget::of_points(0)))
}

fn is_regular(source: &Distribution, axis: usize) -> bool {
    Reduction::of(source, axis, 1).is_ok()
}

/// Whether a distribution has grown beyond what a thread would hold.
fn is_bloated(grown: &Distribution, from: &Distribution) -> bool {
    let elements = grown.shape().iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
    let most = elements.unwrap_or(REGISTERS).min(REGISTERS);
    grown.slots() > from.slots() && grown.slots() > most
}
