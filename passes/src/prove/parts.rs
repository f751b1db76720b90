//! The parts of an access that are proved apart.
//!
//! An access is the view's map after its coordinates; its facts are asked of smaller maps, all
//! over the same symbols, threads and slots:
//!
//! ```text
//! subject      (block, lane, slot) -> (i, j) -> address
//! coordinate   (block, lane, slot) -> i            on its axis?
//! point        (block, lane, slot) -> (i, j)       does it satisfy the constraints?
//! address      (block, lane, slot) -> address      aligned, contiguous, narrow?
//! ```

use tileir::{IndexSet, LayoutMap, MapError, ProgramBuilder};

use crate::access::Access;
use crate::tile::Tile;

/// The parts of an access that are proved apart, over symbols, threads and slots.
pub(super) struct Parts {
    /// The number of symbols, which are the first axes.
    pub(super) symbols: usize,
    /// Each coordinate, into its axis of the view's domain.
    pub(super) coordinates: Vec<LayoutMap>,
    /// Each coordinate, wherever it lies.
    pub(super) unbounded: Vec<LayoutMap>,
    /// The address, wherever the coordinates lie.
    pub(super) address: LayoutMap,
    /// The point in the view's domain, if that is constrained.
    pub(super) point: Option<LayoutMap>,
    /// The values of the constraints, of which none is 0 in the domain; likewise.
    pub(super) constraints: Option<LayoutMap>,
}

impl Parts {
    /// The parts; `None` where the tile's distribution or the view's map has no program.
    ///
    /// # Errors
    /// Symbols and slots that have one name.
    pub(super) fn of(
        access: &Access<'_>,
        tile: &Tile<'_>,
        subject: &LayoutMap,
    ) -> Result<Option<Parts>, MapError> {
        let of_tile = tile.distribution.map();
        let (Some(tile_program), Some(map)) = (of_tile.program(), access.map.program()) else {
            return Ok(None);
        };
        let program = access.coordinates(&tile_program.value_program(), of_tile.domain().rank());
        let domain = subject.domain().clone();
        let (mut coordinates, mut unbounded) = (Vec::new(), Vec::new());
        let mut dag = ProgramBuilder::default();
        let inputs: Vec<u32> = (0..domain.rank()).map(|axis| dag.coord(axis)).collect();
        let places = dag.inline(&program, &inputs);
        for (&place, axis) in places.iter().zip(access.map.domain().axes()) {
            let codomain = IndexSet::new(vec![axis.clone()])?;
            let coordinate = dag.finish(&[place]);
            coordinates.push(LayoutMap::expr(domain.clone(), codomain, coordinate.clone())?);
            unbounded.push(LayoutMap::expr(domain.clone(), IndexSet::integers(1), coordinate)?);
        }
        let address = dag.inline(&map.value_program(), &places);
        let address = dag.finish(&address);
        let address = LayoutMap::expr(domain.clone(), IndexSet::integers(1), address)?;
        let symbols = access.symbols.len();
        let (mut point, mut constraints) = (None, None);
        if let Some(program) = access.map.domain().constraints() {
            point = Some(LayoutMap::expr(
                domain.clone(),
                access.map.domain().clone(),
                dag.finish(&places),
            )?);
            let outputs = dag.inline(program, &places);
            let values = IndexSet::integers(outputs.len());
            constraints = Some(LayoutMap::expr(domain, values, dag.finish(&outputs))?);
        }
        Ok(Some(Parts { symbols, coordinates, unbounded, address, point, constraints }))
    }
}
