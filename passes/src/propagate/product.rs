//! Products of matrices in the graph of a kernel.
//!
//! | product | a, b | c and the result |
//! |---|---|---|
//! | by an atom | anchors: the atom's distributions | an anchor, unless written otherwise |
//! | plainly | whatever they are | one distribution, free |
//!
//! A plain product takes its operands from any threads, so it says nothing of them. Where nothing else
//! does (a matrix that is loaded and multiplied, and no more), the operand is spread evenly: thread
//! after thread, so that neighbours load neighbours.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::propagate::{Kind, Node};
use tileir::{Axis, Expr, IndexSet, LayoutMap, MapError};
use tileir_dialect::AnyTile;

use super::read::{Program, Site, bits_of, written};
use crate::access::{operand, result};
use crate::builder::Outcome;
use crate::contract::Contract;
use crate::error::PassError;
use crate::lower_tiles::written_threads;
use crate::tile::distribution_of;

impl<'c> Program<'c> {
    /// Adds a `tileir.contract`.
    pub(super) fn product(&mut self, site: Site<'c>, node: impl Fn(Kind) -> Node) -> Outcome<'c> {
        let op = site.op;
        let contract = Contract::of(op)?;
        let own = written(result(op)?, op)?;
        let Some(atom) = contract.by_on(&self.target)? else {
            self.anyhow.extend([(op, 0), (op, 1)]);
            self.add(Node { fixed: own, ..node(Kind::Same) }, site, &[(op, 2)])?;
            return Ok(());
        };
        let threads = match &own {
            Some(own) => own.threads(),
            None => written_threads(self.kernel)?,
        };
        let [a, b, c] = contract.taken_by(atom, threads, &contract.written()?)?;
        for (number, taken) in [a, b].into_iter().enumerate() {
            let sink = Site { op, values: vec![] };
            self.add(node(Kind::Same).fixed(taken), sink, &[(op, number)])?;
        }
        let fixed = own.unwrap_or(c);
        self.add(node(Kind::Same).fixed(fixed), site, &[(op, 2)])?;
        Ok(())
    }

    /// Anchors the operands of plain products that nothing written reaches.
    pub(super) fn spread_evenly(&mut self) -> Outcome<'c> {
        for (op, number) in std::mem::take(&mut self.anyhow) {
            let value = operand(op, number)?;
            let node = self.node_of(value, op)?;
            let Some(tile) = AnyTile::from_type(value.r#type()) else { continue };
            if self.is_reached(node) {
                continue;
            }
            let failed = |error: MapError| PassError::at(op.location(), error.to_string());
            let map = evenly(&tile.shape(), written_threads(self.kernel)?).map_err(failed)?;
            let sink =
                Node::new(Kind::Same, bits_of(tile)).fixed(distribution_of(map, op.location())?);
            self.add(sink, Site { op, values: vec![] }, &[(op, number)])?;
        }
        Ok(())
    }

    /// Whether a written distribution hangs together with a node.
    fn is_reached(&self, node: usize) -> bool {
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            if self.graph.nodes[node].fixed.is_some() {
                return true;
            }
            for edge in &self.graph.uses {
                match (edge.value == node, edge.user == node) {
                    (true, _) => pending.push(edge.user),
                    (_, true) => pending.push(edge.value),
                    _ => {}
                }
            }
        }
        false
    }
}

/// The elements of a matrix, row by row, one to a thread until all have one, and again; what threads
/// are left over in the last round hold elements from the front.
fn evenly(shape: &[i64], threads: i64) -> Result<LayoutMap, MapError> {
    let codomain = IndexSet::from_extents(shape)?;
    let (rows, columns) = match *shape {
        [rows, columns] => (rows, columns),
        _ => return LayoutMap::identity(codomain),
    };
    let overflow = || MapError::SizeOverflow {
        mode: "a matrix".to_owned(),
        what: format!("{rows} * {columns}"),
    };
    let elements = rows.checked_mul(columns).ok_or_else(overflow)?;
    let rounds = elements / threads.max(1) + i64::from(elements % threads.max(1) != 0);
    let domain = IndexSet::new(vec![Axis::new("thread", threads), Axis::new("round", rounds)])?;
    let number = (Expr::coord(1) * threads + Expr::coord(0)) % elements.max(1);
    let columns = columns.max(1);
    let place = [number.clone() / columns, number % columns];
    LayoutMap::expr(domain, codomain, tileir::Program::from_exprs(&place))
}
