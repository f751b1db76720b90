//! What is done with fragments: repeating, replicating, inverting.
//!
//! | word | the result |
//! |---|---|
//! | `repeat(times, on_thread, first)` | the fragment `times` along each coordinate: on more threads, or in more registers |
//! | `replicate(n)` | every element on `n` times as many threads |
//! | `condense_replicate_var()` | without the replicas that lie on each other |
//! | `inverse()` | `(index, …, thread)` to the coordinates and the replica |

use super::extents::{named, size};
use super::layout_words::{filled, joined, rewritten};
use super::{Fragment, Layout, TileLangError};
use crate::expr::{BinaryOp, Program, ProgramBuilder};
use crate::map::{LayoutMap, try_inverse};
use crate::proof::Budget;

/// The most replicas among which fewer are looked for.
const REPLICAS: i64 = 1 << 16;

impl Fragment {
    /// Every element on every thread, its number as its index.
    ///
    /// # Errors
    /// A shape without a point, no thread.
    pub fn fully_replicated(inputs: &[i64], threads: i64) -> Result<Self, TileLangError> {
        let mut builder = ProgramBuilder::default();
        let coordinates: Vec<u32> = (0..inputs.len()).map(|k| builder.coord(k)).collect();
        let number = joined(&mut builder, &coordinates, inputs);
        let replica = builder.coord(inputs.len());
        let (thread, index) = (builder.finish(&[replica]), builder.finish(&[number]));
        Fragment::new(inputs, thread, index, threads)
    }

    /// The fragment `times` along each coordinate. The repetitions are numbered, the last
    /// coordinate fastest if `last_fastest`, else the first; their number takes them to more
    /// threads, or to more registers.
    ///
    /// # Errors
    /// A list of another length than the shape; a number that is not positive; more registers of
    /// a fragment whose index has several outputs.
    pub fn repeat(
        &self,
        times: &[i64],
        on_thread: bool,
        last_fastest: bool,
    ) -> Result<Self, TileLangError> {
        let (operation, rank) = ("repeat", self.inputs().len());
        let wrong =
            |what, expected, found| Err(TileLangError::Rank { operation, what, expected, found });
        if times.len() != rank {
            return wrong("repetitions", rank, times.len());
        }
        if let Some(&number) = times.iter().find(|times| **times < 1) {
            return Err(TileLangError::NotPositive { operation, number });
        }
        let per_thread = match (on_thread, self.outputs()) {
            (true, _) => self.thread_count(),
            (false, [extent]) => *extent,
            (false, outputs) => return wrong("outputs are allowed", outputs.len(), 1),
        };
        let repeated = |program: &Program, added: bool| {
            rewritten(program, rank + 1, |builder, inputs| {
                let mut digits = Vec::with_capacity(rank);
                for (input, &extent) in inputs.iter_mut().zip(self.inputs()) {
                    let extent = builder.constant(extent);
                    digits.push(builder.binary(BinaryOp::FloorDiv, *input, extent));
                    *input = builder.binary(BinaryOp::Mod, *input, extent);
                }
                let mut times = times.to_vec();
                if !last_fastest {
                    digits.reverse();
                    times.reverse();
                }
                let number = joined(builder, &digits, &times);
                added.then(|| (builder.constant(per_thread), number))
            })
        };
        let shape = self.inputs().iter().zip(times).map(|(a, b)| size(operation, &[*a, *b]));
        let shape: Vec<i64> = shape.collect::<Result<_, _>>()?;
        let (thread, index) =
            (repeated(self.thread(), on_thread), repeated(self.index(), !on_thread));
        Fragment::new(&shape, thread, index, self.replicate_count())
    }

    /// The fragment on `times` as many threads, each element on each of them.
    ///
    /// # Errors
    /// A number that is not positive.
    pub fn replicate(&self, times: i64) -> Result<Self, TileLangError> {
        let operation = "replicate";
        if times < 1 {
            return Err(TileLangError::NotPositive { operation, number: times });
        }
        let (rank, own) = (self.inputs().len(), self.replicate_count());
        let replicated = |program: &Program, added: bool| {
            rewritten(program, rank + 1, |builder, inputs| {
                let replica = inputs.last_mut()?;
                let period = builder.constant(own);
                let number = builder.binary(BinaryOp::FloorDiv, *replica, period);
                *replica = builder.binary(BinaryOp::Mod, *replica, period);
                added.then(|| (builder.constant(self.thread_count()), number))
            })
        };
        let (thread, index) = (replicated(self.thread(), true), replicated(self.index(), false));
        Fragment::new(self.inputs(), thread, index, size(operation, &[own, times])?)
    }

    /// The fragment without the replicas that lie on each other: with the fewest replicas
    /// `_rep // a` or `_rep % b` on which thread and index depend.
    ///
    /// # Errors
    /// More replicas than can be looked at.
    pub fn condense_replicate_var(&self) -> Result<Self, TileLangError> {
        let map = self.map()?;
        let count = self.replicate_count();
        if count > REPLICAS {
            return Err(TileLangError::TooMany { shape: vec![count] });
        }
        let divisors = || (1..=count).filter(|d| count % d == 0);
        for kept in divisors().take_while(|kept| *kept < count) {
            for step in [1, count / kept] {
                let narrowed = self.with_replica(kept, step)?;
                let spread = spread(&narrowed.map()?, &map, kept, count / kept, step)?;
                if crate::proof::equal(&spread, &map, &Budget::default()).is_proved() {
                    return Ok(narrowed);
                }
            }
        }
        Ok(self.clone())
    }

    /// Of the replicas every `step`th, so many.
    fn with_replica(&self, count: i64, step: i64) -> Result<Self, TileLangError> {
        let taken = |program: &Program| {
            rewritten(program, self.inputs().len() + 1, |builder, inputs| {
                let replica = inputs.last_mut()?;
                let step = builder.constant(step);
                *replica = builder.binary(BinaryOp::Mul, *replica, step);
                None
            })
        };
        Fragment::new(self.inputs(), taken(self.thread()), taken(self.index()), count)
    }

    /// The layout from `(index, …, thread)` to the coordinates and the replica.
    ///
    /// # Errors
    /// Two elements in one register, or a register of some thread that has none.
    pub fn inverse(&self) -> Result<Layout, TileLangError> {
        let map = self.map()?;
        let mut outputs = self.outputs().to_vec();
        outputs.push(self.thread_count());
        let rank = self.outputs().len();
        let order: Vec<usize> = (1..=rank).chain([0]).collect();
        let last = LayoutMap::permute(map.codomain().clone(), order)?;
        let turned = LayoutMap::compose(last, map)?;
        let inverse = try_inverse(&turned, &Budget::default())?;
        filled(&inverse, &outputs)?;
        Layout::of_map(inverse.map())
    }
}

/// A narrowed map over all replicas again, in the codomain of the whole.
fn spread(
    narrowed: &LayoutMap,
    whole: &LayoutMap,
    kept: i64,
    copies: i64,
    step: i64,
) -> Result<LayoutMap, TileLangError> {
    let rank = whole.domain().rank();
    let mut builder = ProgramBuilder::default();
    let mut places: Vec<u32> = (0..rank).map(|k| builder.coord(k)).collect();
    if let Some(replica) = places.last_mut() {
        *replica = if step == 1 {
            let period = builder.constant(kept);
            builder.binary(BinaryOp::Mod, *replica, period)
        } else {
            let copies = builder.constant(copies);
            builder.binary(BinaryOp::FloorDiv, *replica, copies)
        };
    }
    let digits = builder.finish(&places);
    let inner = LayoutMap::expr(whole.domain().clone(), narrowed.domain().clone(), digits)?;
    let all = LayoutMap::compose(narrowed.clone(), inner)?;
    let extents = whole.codomain().extents().unwrap_or_default();
    let names = |k: usize| whole.codomain().axes().get(k).map_or("o", |a| a.name()).to_owned();
    let codomain = named(&extents, names)?;
    Ok(LayoutMap::translate(vec![0; codomain.rank()], all, Some(codomain))?)
}
