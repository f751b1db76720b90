//! [`Fragment`]: which thread holds an element, and in which of its registers.
//!
//! ```text
//! Fragment((8,) -> (1,), replicate: 4, thread: 32, forward_thread: _rep * 8 + _i, forward_index: (0,))
//! map            expr<(_i : 8, _rep : 4) -> (_rep * 8 + _i, 0) to (thread : 32, o0 : 1)>
//! correspondence (_i : 8) with (thread : 32, o0 : 1): element 3 with the threads 3, 11, 19, 27
//! ```
//!
//! Thread and index are two functions: the *forward thread* of a replica, and the *forward
//! index*. A replica is explicit: a coordinate of the map, a replica of the correspondence.
//!
//! **The law.** Every thread lies below [`thread_count`](Fragment::thread_count), every index in
//! the output shape.

use super::extents::{checked_rank, extents, named};
use super::layout::{position, program};
use super::{REPLICA, TileLangError, coordinate};
use crate::corr::{CorrError, LayoutCorr};
use crate::expr::{Program, ProgramBuilder, simplify};
use crate::index_set::{Axis, IndexSet};
use crate::interop::script::write;
use crate::map::LayoutMap;

/// A fragment; see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    inputs: Vec<i64>,
    outputs: Vec<i64>,
    replicate: i64,
    threads: i64,
    thread: Program,
    index: Program,
}

impl Fragment {
    /// The fragment of an input shape, whose thread and index are programs over the coordinates
    /// and, behind them, the replica.
    ///
    /// # Errors
    /// No replica; a shape without a point; a thread or index without a value, or below 0; a
    /// program of the thread with another number of outputs than one.
    pub fn new(
        inputs: &[i64],
        thread: Program,
        index: Program,
        replicate: i64,
    ) -> Result<Self, TileLangError> {
        if replicate < 1 {
            return Err(TileLangError::NotPositive { operation: "replicate", number: replicate });
        }
        let mut shape = inputs.to_vec();
        shape.push(replicate);
        let threads = extents(&shape, &thread, &|_| "the thread".to_owned())?;
        let [threads] = threads[..] else {
            let (operation, what) = ("forward_thread", "threads");
            let found = threads.len();
            return Err(TileLangError::Rank { operation, what, expected: 1, found });
        };
        let outputs = extents(&shape, &index, &|output| format!("index {output}"))?;
        let (thread, index) = (simplify(&thread, &shape), simplify(&index, &shape));
        Ok(Fragment { inputs: inputs.to_vec(), outputs, replicate, threads, thread, index })
    }

    /// The fragment whose thread and index are given by expressions in `_i`, `_j`, … and `_rep`.
    ///
    /// # Errors
    /// An expression that makes no sense, with its place; else as [`new`](Fragment::new).
    pub fn read(
        inputs: &[i64],
        thread: &str,
        index: &[&str],
        replicate: i64,
    ) -> Result<Self, TileLangError> {
        checked_rank(inputs)?;
        let rank = inputs.len();
        let names = |name: &str| match name {
            REPLICA => Some(rank),
            _ => position(name, rank),
        };
        let (thread, index) = (program(&[thread], &names)?, program(index, &names)?);
        Fragment::new(inputs, thread, index, replicate)
    }

    /// The fragment of a map whose last coordinate is the replica, and whose first output is the
    /// thread.
    ///
    /// # Errors
    /// A domain that is no box; a map without arithmetic, or with arithmetic that TileLang's
    /// expressions do not have.
    pub fn of_map(map: &LayoutMap) -> Result<Self, TileLangError> {
        let none = || TileLangError::NoExpressions { map: map.to_string() };
        let mut shape = map.domain().extents().ok_or_else(none)?;
        let program = map.program().ok_or_else(none)?.value_program();
        let replicate = shape.pop().ok_or_else(none)?;
        let (thread, index) = program.outputs().split_first().ok_or_else(none)?;
        let (thread, index) = (program.with_outputs(&[*thread]), program.with_outputs(index));
        let fragment = Fragment::new(&shape, thread, index, replicate)?;
        fragment.expressions().ok_or_else(none)?;
        Ok(fragment)
    }

    /// The input shape.
    pub fn inputs(&self) -> &[i64] {
        &self.inputs
    }

    /// The shape of each thread's registers.
    pub fn outputs(&self) -> &[i64] {
        &self.outputs
    }

    /// The number of replicas.
    pub fn replicate_count(&self) -> i64 {
        self.replicate
    }

    /// The number of threads: one more than the greatest.
    pub fn thread_count(&self) -> i64 {
        self.threads
    }

    /// The thread as a program over the coordinates and the replica.
    pub fn thread(&self) -> &Program {
        &self.thread
    }

    /// The index as a program over the coordinates and the replica.
    pub fn index(&self) -> &Program {
        &self.index
    }

    /// The thread, then the index, as expressions; `None` where they would be too long.
    pub fn expressions(&self) -> Option<(String, Vec<String>)> {
        let rank = self.inputs.len();
        let name = |k: usize| if k == rank { REPLICA.to_owned() } else { coordinate(k) };
        let thread = write(&self.thread, &name)?.pop()?;
        Some((thread, write(&self.index, &name)?))
    }

    /// The map from `(_i, _j, …, _rep)` to `thread`.
    ///
    /// # Errors
    /// None.
    pub fn thread_map(&self) -> Result<LayoutMap, TileLangError> {
        Ok(LayoutMap::expr(self.occurrences()?, self.threads()?, self.thread.clone())?)
    }

    /// The map from `(_i, _j, …, _rep)` to `(o0, o1, …)`.
    ///
    /// # Errors
    /// None.
    pub fn index_map(&self) -> Result<LayoutMap, TileLangError> {
        let codomain = named(&self.outputs, |k| format!("o{k}"))?;
        Ok(LayoutMap::expr(self.occurrences()?, codomain, self.index.clone())?)
    }

    /// The map from `(_i, _j, …, _rep)` to `(thread, o0, o1, …)`.
    ///
    /// # Errors
    /// None.
    pub fn map(&self) -> Result<LayoutMap, TileLangError> {
        let indices = named(&self.outputs, |k| format!("o{k}"))?;
        let codomain = IndexSet::side_by_side([&self.threads()?, &indices])?;
        let mut builder = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..=self.inputs.len()).map(|k| builder.coord(k)).collect();
        let mut outputs = builder.inline(&self.thread, &inputs);
        outputs.extend(builder.inline(&self.index, &inputs));
        Ok(LayoutMap::expr(self.occurrences()?, codomain, builder.finish(&outputs))?)
    }

    /// The elements and where they are, the replicas counted.
    ///
    /// # Errors
    /// None.
    pub fn correspondence(&self) -> Result<LayoutCorr, TileLangError> {
        let logical = named(&self.inputs, coordinate)?;
        let replicas = IndexSet::new(vec![Axis::new(REPLICA, self.replicate)])?;
        LayoutCorr::placement(logical, replicas, self.map()?).map_err(|error| match error {
            CorrError::Map(error) => TileLangError::Map(error),
            other => TileLangError::NoExpressions { map: other.to_string() },
        })
    }

    fn occurrences(&self) -> Result<IndexSet, TileLangError> {
        let mut shape = self.inputs.clone();
        shape.push(self.replicate);
        let rank = self.inputs.len();
        named(&shape, |k| if k == rank { REPLICA.to_owned() } else { coordinate(k) })
    }

    fn threads(&self) -> Result<IndexSet, TileLangError> {
        Ok(IndexSet::new(vec![Axis::new("thread", self.threads)])?)
    }
}
