//! Windows in windows: what a slice of a slice leaves of a view.
//!
//! What is valid of a slice is what lies in its source too, so of a slice of slices what lies in
//! the view's domain and in every window on the way:
//!
//! ```text
//! view      i in [0, 100)
//! strip     i in [32, 64)          tile 1 of 32 of the view
//! tile      i in [56, 80)          tile 1 of 24 of the strip
//! valid     i in [56, 64)          8 of the tile's 24 elements
//! ```
//!
//! That is the domain of a map with more axes, one for each window and axis on which it is not known
//! that the next one stays inside, each coordinate counted from where its window begins. So what
//! is asked of a domain, by the prover and by the tests that a lowering writes, is asked of windows:
//!
//! ```text
//! (i : 100, i_window : 32) -> (i) -> address
//! ```
//!
//! **The law.** A window that is left out here contains the access for every value of the symbols.

use tileir::expr::Interval;
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, MapError, Program, ProgramBuilder};

use crate::domain::always;

/// A window and all that it lies in.
pub(crate) struct Windows {
    /// Their shapes, the outermost first, which is the view's.
    shapes: Vec<Vec<i64>>,
    /// Where the last one begins in each, an axis each; nothing for 0.
    starts: Vec<Vec<Option<u32>>>,
}

impl Windows {
    /// The whole view of a domain.
    pub(crate) fn of(domain: &IndexSet) -> Self {
        // A view's axes have extents; what lies outside its domain is tested by that.
        let shape = domain.axes().iter().map(|axis| axis.extent().finite().unwrap_or(i64::MAX));
        Windows { shapes: vec![shape.collect()], starts: vec![vec![None; domain.rank()]] }
    }

    /// Enters a window of this shape in the last one, which begins so far into it.
    pub(crate) fn enter(&mut self, dag: &mut ProgramBuilder, steps: &[u32], shape: Vec<i64>) {
        for starts in &mut self.starts {
            for (start, &step) in starts.iter_mut().zip(steps) {
                *start = Some(match *start {
                    None => step,
                    Some(start) => dag.binary(BinaryOp::Add, start, step),
                });
            }
        }
        self.starts.push(vec![None; shape.len()]);
        self.shapes.push(shape);
    }

    /// Where the last window begins, in each window and on each axis of it, the view's own first.
    pub(crate) fn starts(&self, dag: &mut ProgramBuilder) -> Vec<u32> {
        let zero = dag.constant(0);
        self.starts.iter().flatten().map(|start| start.unwrap_or(zero)).collect()
    }

    /// The view's map from its own axes and those of the windows that the last one may leave, the
    /// last one's start on these axes, and the axis of the view on which each lies. `starts` are
    /// [`starts`](Windows::starts), over values that lie in these intervals.
    ///
    /// # Errors
    /// None for maps and names that MLIR verified.
    pub(crate) fn bounded(
        &self,
        map: &LayoutMap,
        starts: &Program,
        values: &[Interval],
    ) -> Result<(LayoutMap, Program, Vec<usize>), MapError> {
        let domain = map.domain();
        let rank = domain.rank();
        let mut axes: Vec<Axis> = domain.axes().to_vec();
        let mut places: Vec<u32> = starts.outputs().iter().take(rank).copied().collect();
        let mut lies_on: Vec<usize> = (0..rank).collect();
        let last = self.shapes.last().map(Vec::as_slice).unwrap_or_default();
        let inner = self.shapes.len().saturating_sub(1);
        let outputs = starts.outputs().chunks(rank.max(1));
        for (shape, begins) in self.shapes.iter().zip(outputs).take(inner).skip(1) {
            for (axis, (&extent, &begin)) in shape.iter().zip(begins).enumerate() {
                let room = i128::from(extent) - i128::from(last[axis]);
                let stays = |reached: Interval| reached.lo >= 0 && reached.hi <= room;
                if !always(&starts.with_outputs(&[begin]), values, stays) {
                    axes.push(Axis::new(&unused_name(&axes, axis), extent));
                    places.push(begin);
                    lies_on.push(axis);
                }
            }
        }
        let start = starts.with_outputs(&places);
        if axes.len() == rank {
            return Ok((map.clone(), start, lies_on));
        }
        let mut bounded = IndexSet::new(axes)?;
        if let Some(constraints) = domain.constraints() {
            bounded = bounded.with_constraints(constraints)?;
        }
        let mut dag = ProgramBuilder::default();
        let own: Vec<u32> = (0..rank).map(|axis| dag.coord(axis)).collect();
        let of_view = LayoutMap::expr(bounded, domain.clone(), dag.finish(&own))?;
        Ok((LayoutMap::compose(map.clone(), of_view)?, start, lies_on))
    }
}

/// A name for a window's coordinate on an axis.
fn unused_name(axes: &[Axis], axis: usize) -> String {
    let mut name = format!("{}_window", axes[axis].name());
    while axes.iter().any(|axis| axis.name() == name) {
        name.push('_');
    }
    name
}
