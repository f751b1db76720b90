//! A kernel as a graph of values and uses.
//!
//! | in the kernel | in the graph |
//! |---|---|
//! | `arith`, `math` on tiles | one distribution for operands and result |
//! | `tileir.load` | the same, without operands but what `else` names: it can load into any, and loads once |
//! | `tileir.store`, `tileir.repartition` | the same, for its one operand |
//! | coordinates of these that are tiles | more operands |
//! | `arith.constant`, `tensor.splat`, `tileir.iota` | free: made again where it is wanted otherwise |
//! | `tileir.relabel`, `tileir.reduce` | what they do to distributions |
//! | `tileir.contract` | the same, for c and the result; a and b as its atom takes them |
//! | `tileir.contract` without an atom | a and b as they are; spread evenly where nothing is written |
//! | a reduction whose result is written | the reduction, and behind it one that is fixed |
//! | what `scf.for` carries | one value with two operands, the start and what the body yields; |
//! | | behind it, outside the loop, its result |
//! | a result of `scf.if` | one value with what both branches yield as operands |
//!
//! A written distribution fixes its value. A value in loops is moved as often as they run; a loop
//! whose bounds are not known is taken to run [`TRIPS`] times.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, RegionLike, ValueLike};
use tileir::distribution::Distribution;
use tileir::propagate::{Graph, Kind, Node, Use};
use tileir::target::Target;
use tileir_dialect::AnyTile;
use tileir_dialect::attributes::layout_map;
use tileir_dialect::load;

use crate::access::{coordinate_tiles, operand, result};
use crate::builder::{Op, Outcome, Val, bit_width, key, name_of};
use crate::error::PassError;
use crate::lower_tiles::{kind_and_axis, named};
use crate::symbols::loop_trips;
use crate::tile::Tile;

/// How often a loop runs whose bounds are not known.
const TRIPS: u64 = 8;

/// A move is counted at most so often, so that costs fit 64 bits.
const MOST_TRIPS: u64 = 1 << 24;

/// A kernel's graph, and what is what in the kernel.
pub(super) struct Program<'c> {
    pub graph: Graph,
    /// What each node is.
    pub sites: Vec<Site<'c>>,
    /// Where each use of the graph stands.
    pub places: Vec<Place<'c>>,
    node_of: HashMap<usize, usize>,
    pub(super) kernel: Op<'c>,
    pub(super) target: Target,
    /// The operands of products without an atom, which are taken from any that hold them.
    pub(super) anyhow: Vec<(Op<'c>, usize)>,
}

/// What a node is in the kernel.
pub(super) struct Site<'c> {
    /// The operation that makes it, or takes it.
    pub op: Op<'c>,
    /// The values that have its distribution.
    pub values: Vec<Val<'c>>,
}

/// Where a use stands.
#[derive(Clone, Copy)]
pub(super) enum Place<'c> {
    /// An operand, which a move replaces.
    Operand(Op<'c>, usize),
    /// The operand of a repartition, which is the move.
    Moved,
    /// Behind a value: a move takes its place for all that use it.
    Behind(Val<'c>),
}

impl<'c> Program<'c> {
    /// Reads a kernel.
    ///
    /// # Errors
    /// An open tile where none can be, or a distribution that is none.
    pub fn of(kernel: Op<'c>, target: &Target) -> Outcome<'c, Program<'c>> {
        let (graph, sites, places) = (Graph::default(), Vec::new(), Vec::new());
        let (node_of, anyhow, target) = (HashMap::new(), Vec::new(), target.clone());
        let mut program = Program { graph, sites, places, node_of, anyhow, kernel, target };
        let body = body_of(kernel, 0)?;
        for number in 0..body.argument_count() {
            let argument = argument_of(kernel, body, number)?;
            if let Some(tile) = AnyTile::from_type(argument.r#type()) {
                program.boundary(kernel, argument, tile)?;
            }
        }
        program.block(body, 1)?;
        program.spread_evenly()?;
        Ok(program)
    }

    fn block(&mut self, block: BlockRef<'c, 'c>, weight: u64) -> Outcome<'c> {
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            self.operation(op, weight)?;
        }
        Ok(())
    }

    fn operation(&mut self, op: Op<'c>, weight: u64) -> Outcome<'c> {
        let name = name_of(op);
        match name.as_str() {
            "scf.for" => return self.for_loop(op, weight),
            "scf.if" => return self.branch(op, weight),
            // Whoever owns the region asks what it yields.
            "scf.yield" => return Ok(()),
            _ => {}
        }
        let tiles = |values: Vec<Val<'c>>| {
            let tile = |value: &Val<'c>| AnyTile::from_type(value.r#type());
            values.into_iter().filter_map(|v| Some((v, tile(&v)?))).collect::<Vec<_>>()
        };
        let results = tiles(op.results().map(Val::from).collect());
        let operands = tiles(op.operands().collect());
        let Some(&(_, tile)) = results.first().or(operands.first()) else {
            return self.regions(op, weight);
        };
        let values: Vec<Val<'c>> = results.iter().map(|&(value, _)| value).collect();
        let node = |kind| Node::new(kind, bits_of(tile)).times(weight);
        let site = Site { op, values };
        let at = || coordinate_tiles(op).into_iter().map(|(number, _)| (op, number));
        match name.as_str() {
            "tileir.load" => {
                let fixed = written(result(op)?, op)?.or(named(op)?);
                let last = op.operand_count().saturating_sub(1);
                let other = load::other(op).map(|_| (op, last));
                let operands: Vec<_> = at().chain(other).collect();
                self.add(Node { fixed, ..node(Kind::Same) }, site, &operands)?;
            }
            "tileir.store" => {
                let fixed = named(op)?;
                let uses: Vec<_> = std::iter::once((op, 0)).chain(at()).collect();
                self.add(Node { fixed, ..node(Kind::Same) }, site, &uses)?;
            }
            "arith.constant" | "tensor.splat" | "tileir.iota" => {
                let fixed = written(result(op)?, op)?;
                self.add(Node { fixed, ..node(Kind::Free) }, site, &[])?;
            }
            "tileir.repartition" => {
                let (value, fixed) =
                    (self.node_of(operand(op, 0)?, op)?, written(result(op)?, op)?);
                self.add_use(value, self.sites.len(), 0, Place::Moved);
                self.add(Node { fixed, ..node(Kind::Same) }, site, &[])?;
            }
            "tileir.relabel" => {
                let failed = |message: String| PassError::at(op.location(), message);
                let map = op.attribute("map").map_err(|e| failed(e.to_string()))?;
                let map = layout_map(map).map_err(|e| failed(e.to_string()))?;
                let fixed = written(result(op)?, op)?;
                self.add(Node { fixed, ..node(Kind::Relabel(map)) }, site, &[(op, 0)])?;
            }
            "tileir.reduce" => self.reduction(op, site, node)?,
            "tileir.contract" => self.product(site, node)?,
            _ if name.starts_with("arith.") || name.starts_with("math.") => {
                let first = results.first().map(|&(value, _)| written(value, op)).transpose()?;
                let of_tile = |n: &usize| {
                    op.operand(*n).is_ok_and(|v| AnyTile::from_type(v.r#type()).is_some())
                };
                let uses: Vec<(Op<'c>, usize)> =
                    (0..op.operand_count()).filter(of_tile).map(|n| (op, n)).collect();
                let fixed = first.flatten();
                self.add(Node { fixed, ..node(Kind::Same) }, site, &uses)?;
            }
            // What is called, or returned, is written: types of functions are not found.
            _ => {
                for (value, tile) in operands.into_iter().chain(results) {
                    self.boundary(op, value, tile)?;
                }
                self.regions(op, weight)?;
            }
        }
        Ok(())
    }

    fn regions(&mut self, op: Op<'c>, weight: u64) -> Outcome<'c> {
        for region in op.regions() {
            let mut next = region.first_block();
            while let Some(block) = next {
                self.block(block, weight)?;
                next = block.next_in_region();
            }
        }
        Ok(())
    }

    /// A value that comes from, or goes, where no distribution is found.
    fn boundary(&mut self, op: Op<'c>, value: Val<'c>, tile: AnyTile<'c>) -> Outcome<'c> {
        let Some(fixed) = written(value, op)? else {
            let message = format!(
                "'{}' takes no open tile, and {} is one: its distribution has to be written",
                name_of(op),
                value.r#type()
            );
            return Err(PassError::at(op.location(), message));
        };
        if !self.node_of.contains_key(&key(value)) {
            let node = Node::new(Kind::Free, bits_of(tile)).fixed(fixed);
            self.add(node, Site { op, values: vec![value] }, &[])?;
        }
        Ok(())
    }

    fn reduction(
        &mut self,
        op: Op<'c>,
        site: Site<'c>,
        node: impl Fn(Kind) -> Node,
    ) -> Outcome<'c> {
        let (_, axis) = kind_and_axis(op)?;
        let source = AnyTile::from_type(operand(op, 0)?.r#type()).map(AnyTile::shape);
        let extent = source.and_then(|shape| shape.get(axis).copied()).ok_or_else(|| {
            PassError::at(op.location(), format!("the source has no axis {axis}"))
        })?;
        let reduced = node(Kind::Reduce { axis, extent });
        let Some(fixed) = written(result(op)?, op)? else {
            self.add(reduced, site, &[(op, 0)])?;
            return Ok(());
        };
        let rows = self.add(reduced, Site { op, values: vec![] }, &[(op, 0)])?;
        self.behind(rows, node(Kind::Same).fixed(fixed), site)
    }

    fn for_loop(&mut self, op: Op<'c>, weight: u64) -> Outcome<'c> {
        let body = body_of(op, 0)?;
        let inside = weight.saturating_mul(loop_trips(op).unwrap_or(TRIPS).max(1)).min(MOST_TRIPS);
        let mut carried = Vec::new();
        for number in 0..op.result_count() {
            let value = numbered(op, number)?;
            let Some(tile) = AnyTile::from_type(value.r#type()) else { continue };
            let argument = argument_of(op, body, number + 1)?;
            let fixed = written(value, op)?;
            let node = |weight| Node {
                fixed: fixed.clone(),
                ..Node::new(Kind::Same, bits_of(tile)).times(weight)
            };
            let site = Site { op, values: vec![argument] };
            let at = self.add(node(inside), site, &[(op, number + 3)])?;
            carried.push((number, at, node(weight), value));
        }
        self.block(body, inside)?;
        for (number, at, outside, value) in carried {
            self.yielded(body, number, at, 1)?;
            self.behind(at, outside, Site { op, values: vec![value] })?;
        }
        Ok(())
    }

    fn branch(&mut self, op: Op<'c>, weight: u64) -> Outcome<'c> {
        self.regions(op, weight)?;
        for number in 0..op.result_count() {
            let value = numbered(op, number)?;
            let Some(tile) = AnyTile::from_type(value.r#type()) else { continue };
            let fixed = written(value, op)?;
            let node = Node { fixed, ..Node::new(Kind::Same, bits_of(tile)).times(weight) };
            let at = self.add(node, Site { op, values: vec![value] }, &[])?;
            for region in 0..op.region_count() {
                self.yielded(body_of(op, region)?, number, at, region)?;
            }
        }
        Ok(())
    }

    /// That a node's operand is what a block yields at a position.
    fn yielded(
        &mut self,
        block: BlockRef<'c, 'c>,
        number: usize,
        user: usize,
        operand_of_user: usize,
    ) -> Outcome<'c> {
        let Some(end) = block.terminator() else { return Ok(()) };
        // SAFETY: the terminator lives as long as the kernel.
        let end = unsafe { Op::from_raw(end.to_raw()) };
        let value = self.node_of(operand(end, number)?, end)?;
        self.add_use(value, user, operand_of_user, Place::Operand(end, number));
        Ok(())
    }

    /// Adds a node behind another, which is to be had in its place.
    fn behind(&mut self, value: usize, node: Node, site: Site<'c>) -> Outcome<'c> {
        let Some(&own) = site.values.first() else { return Ok(()) };
        let user = self.add(node, site, &[])?;
        self.add_use(value, user, 0, Place::Behind(own));
        Ok(())
    }

    pub(super) fn add(
        &mut self,
        node: Node,
        site: Site<'c>,
        uses: &[(Op<'c>, usize)],
    ) -> Outcome<'c, usize> {
        let user = self.graph.add(node, &[]);
        for &value in &site.values {
            self.node_of.insert(key(value), user);
        }
        self.sites.push(site);
        for (position, &(op, number)) in uses.iter().enumerate() {
            let value = self.node_of(operand(op, number)?, op)?;
            self.add_use(value, user, position, Place::Operand(op, number));
        }
        Ok(user)
    }

    fn add_use(&mut self, value: usize, user: usize, operand: usize, place: Place<'c>) {
        self.graph.uses.push(Use { value, user, operand });
        self.places.push(place);
    }

    pub(super) fn node_of(&self, value: Val<'c>, user: Op<'c>) -> Outcome<'c, usize> {
        self.node_of.get(&key(value)).copied().ok_or_else(|| {
            let message = format!("'{}' takes a tile that nothing is known of", name_of(user));
            PassError::at(user.location(), message)
        })
    }
}

/// The distribution in a value's type.
pub(super) fn written<'c>(value: Val<'c>, op: Op<'c>) -> Outcome<'c, Option<Distribution>> {
    let tile = Tile::of(value.r#type(), op.location())?;
    Ok(tile.map(|tile| (*tile.distribution).clone()))
}

pub(super) fn bits_of(tile: AnyTile<'_>) -> i64 {
    i64::from(bit_width(tile.element()))
}

fn body_of<'c>(op: Op<'c>, number: usize) -> Outcome<'c, BlockRef<'c, 'c>> {
    let block = op.region(number).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| PassError::at(op.location(), format!("region {number} is empty")))
}

fn argument_of<'c>(op: Op<'c>, block: BlockRef<'c, 'c>, number: usize) -> Outcome<'c, Val<'c>> {
    let missing = || PassError::at(op.location(), format!("there is no argument {number}"));
    block.argument(number).map(Val::from).map_err(|_| missing())
}

fn numbered<'c>(op: Op<'c>, number: usize) -> Outcome<'c, Val<'c>> {
    let missing = || PassError::at(op.location(), format!("there is no result {number}"));
    op.result(number).map(Val::from).map_err(|_| missing())
}
