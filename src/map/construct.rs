//! Building maps: each constructor checks that its parts have a meaning together.

use super::{BitLinear, DEPTH_LIMIT, IntTree, LayoutMap, MixedRadix, Node, Shared, hash_of};
use crate::error::MapError;
use crate::expr::{Program, ProgramBuilder};
use crate::index_set::{Axis, Extent, IndexSet};
use std::sync::Arc;

impl LayoutMap {
    /// `x` to `x`.
    ///
    /// # Errors
    /// An axis without an extent.
    pub fn identity(set: IndexSet) -> Result<Self, MapError> {
        LayoutMap::new(Node::Identity, set.clone(), set)
    }

    /// `x` to `x`, from one set to another of its rank.
    ///
    /// # Errors
    /// Sets of different rank; an axis of the domain without an extent.
    pub fn inclusion(from: IndexSet, to: IndexSet) -> Result<Self, MapError> {
        let mut builder = ProgramBuilder::default();
        let outputs: Vec<u32> = (0..from.rank()).map(|axis| builder.coord(axis)).collect();
        LayoutMap::expr(from, to, builder.finish(&outputs))
    }

    /// `shape:stride` on axes `d0`, `d1`, …, an axis a top-level mode, into `(d0 : cosize)`
    /// (all integers where a stride is negative or the cosize leaves 64 bits).
    ///
    /// # Errors
    /// As [`MixedRadix::new`].
    pub fn mixed_radix(shape: IntTree, stride: IntTree) -> Result<Self, MapError> {
        let layout = MixedRadix::new(shape, stride)?;
        let domain = IndexSet::from_extents(&layout.extents())?;
        let codomain = match layout.cosize(0) {
            Some(cosize) => IndexSet::from_extents(&[cosize])?,
            None => IndexSet::integers(1),
        };
        LayoutMap::new(Node::MixedRadix(layout), domain, codomain)
    }

    /// `shape:stride` between given sets, with a stride for each codomain axis.
    ///
    /// # Errors
    /// As [`MixedRadix::with_strides`]; a number of axes or an extent that is not the shape's; a
    /// codomain of another rank than the number of strides.
    pub fn mixed_radix_between(
        shape: IntTree,
        strides: Vec<IntTree>,
        domain: IndexSet,
        codomain: IndexSet,
    ) -> Result<Self, MapError> {
        let layout = MixedRadix::with_strides(shape, strides)?;
        let axes = || format!("the axes of {domain} under the shape {}", layout.shape());
        expect_count(axes, layout.shape().modes().len(), domain.rank())?;
        for (mode, (axis, found)) in domain.axes().iter().zip(layout.extents()).enumerate() {
            let name = axis.name().to_string();
            match axis.extent() {
                Extent::Integers => return Err(MapError::InfiniteDomain { axis: name }),
                Extent::Finite(expected) if expected != found => {
                    return Err(MapError::Extent { mode, axis: name, expected, found });
                }
                Extent::Finite(_) => {}
            }
        }
        let what = || format!("the strides of {}, one an axis of {codomain}", layout.shape());
        expect_count(what, codomain.rank().max(1), layout.strides().len())?;
        LayoutMap::new(Node::MixedRadix(layout), domain, codomain)
    }

    /// The XOR of the bases of the bits set: `bases[axis][bit]` is a point of `codomain`.
    ///
    /// # Errors
    /// As [`BitLinear::new`].
    pub fn bit_linear(
        domain: IndexSet,
        codomain: IndexSet,
        bases: Vec<Vec<Vec<i64>>>,
    ) -> Result<Self, MapError> {
        let layout = BitLinear::new(bases, &domain, &codomain)?;
        LayoutMap::new(Node::BitLinear(layout), domain, codomain)
    }

    /// The outputs of `program`, an output a codomain axis.
    ///
    /// # Errors
    /// A coordinate that the domain lacks, or a number of outputs that is not the codomain's
    /// rank.
    pub fn expr(domain: IndexSet, codomain: IndexSet, program: Program) -> Result<Self, MapError> {
        let (rank, used) = (domain.rank(), program.coordinates());
        if used > rank {
            let domain = domain.to_string();
            return Err(MapError::Coordinate { coordinate: used - 1, rank, domain });
        }
        let outputs = program.outputs().len();
        expect_count(|| format!("the expressions into {codomain}"), codomain.rank(), outputs)?;
        LayoutMap::new(Node::Expr(program), domain, codomain)
    }

    /// `offset + map(x)`. Without a codomain, the map's shifted: from 0 to the largest value
    /// possible, or all integers where an offset is negative.
    ///
    /// # Errors
    /// A number of offsets, or a codomain's rank, that is not the rank of the map's codomain.
    pub fn translate(
        offset: Vec<i64>,
        map: LayoutMap,
        codomain: Option<IndexSet>,
    ) -> Result<Self, MapError> {
        let rank = map.codomain().rank();
        expect_count(|| format!("the offsets into {}", map.codomain()), rank, offset.len())?;
        let codomain = match codomain {
            Some(codomain) => codomain,
            None => shifted(map.codomain(), &offset)?,
        };
        expect_count(|| format!("the axes of the codomain {codomain}"), rank, codomain.rank())?;
        let domain = map.domain().clone();
        LayoutMap::new(Node::Translate { offset, map }, domain, codomain)
    }

    /// The coordinates in another order: codomain axis `k` is domain axis `order[k]`.
    ///
    /// # Errors
    /// An order in which an axis is missing or stands twice.
    pub fn permute(domain: IndexSet, order: Vec<usize>) -> Result<Self, MapError> {
        let codomain = domain.select(&order)?;
        for axis in 0..domain.rank() {
            let times = order.iter().filter(|&&k| k == axis).count();
            if times != 1 {
                return Err(MapError::Permutation { axis, times, domain: domain.to_string() });
            }
        }
        LayoutMap::new(Node::Permute { order }, domain, codomain)
    }

    /// Some of the coordinates: codomain axis `k` is domain axis `keep[k]`.
    ///
    /// # Errors
    /// An axis kept twice, or one that the domain lacks.
    pub fn project(domain: IndexSet, keep: Vec<usize>) -> Result<Self, MapError> {
        let codomain = domain.select(&keep)?;
        LayoutMap::new(Node::Project { keep }, domain, codomain)
    }

    /// Each factor on its own coordinates: domains side by side, codomains side by side.
    ///
    /// # Errors
    /// An axis name in two factors.
    pub fn product(factors: Vec<LayoutMap>) -> Result<Self, MapError> {
        let domain = IndexSet::side_by_side(factors.iter().map(LayoutMap::domain))?;
        let codomain = IndexSet::side_by_side(factors.iter().map(LayoutMap::codomain))?;
        LayoutMap::new(Node::Product(factors), domain, codomain)
    }

    /// `outer` after `inner`; the node is kept as it is.
    ///
    /// # Errors
    /// [`MapError::Composition`] if the inner codomain is not the outer domain, axis by axis,
    /// name and extent.
    pub fn compose(outer: LayoutMap, inner: LayoutMap) -> Result<Self, MapError> {
        if inner.codomain() != outer.domain() {
            return Err(MapError::Composition {
                inner: inner.codomain().to_string(),
                outer: outer.domain().to_string(),
            });
        }
        let (domain, codomain) = (inner.domain().clone(), outer.codomain().clone());
        LayoutMap::new(Node::Compose { outer, inner }, domain, codomain)
    }

    /// The same map with the codomain's axes named as those of `set`.
    ///
    /// # Errors
    /// A set of other extents.
    pub fn with_codomain_names(&self, set: &IndexSet) -> Result<Self, MapError> {
        let codomain = self.codomain();
        let same = codomain.axes().iter().map(Axis::extent).eq(set.axes().iter().map(Axis::extent));
        if !same {
            return Err(MapError::Mismatch {
                what: "codomain",
                expected: codomain.to_string(),
                found: set.to_string(),
            });
        }
        if codomain == set {
            return Ok(self.clone());
        }
        let (node, domain) = (self.node().clone(), self.domain().clone());
        match node {
            Node::MixedRadix(_)
            | Node::BitLinear(_)
            | Node::Expr(_)
            | Node::Table(_)
            | Node::Translate { .. } => LayoutMap::new(node, domain, set.clone()),
            Node::Recast { units, map } => {
                let names = map.codomain().axes().iter().zip(set.axes());
                let renamed = names.map(|(axis, new)| match axis.extent() {
                    Extent::Finite(n) => Axis::new(new.name(), n),
                    Extent::Integers => Axis::integers(new.name()),
                });
                let renamed = map.with_codomain_names(&IndexSet::new(renamed.collect())?)?;
                LayoutMap::recast(units.from(), units.to(), renamed)
            }
            Node::Compose { outer, inner } => {
                LayoutMap::compose(outer.with_codomain_names(set)?, inner)
            }
            Node::Identity
            | Node::Permute { .. }
            | Node::Project { .. }
            | Node::Regroup(_)
            | Node::Transform { .. }
            | Node::Piecewise(_)
            | Node::Product(_) => {
                LayoutMap::translate(vec![0; set.rank()], self.clone(), Some(set.clone()))
            }
        }
    }

    pub(super) fn new(node: Node, domain: IndexSet, codomain: IndexSet) -> Result<Self, MapError> {
        if let Some(axis) = domain.axes().iter().find(|axis| axis.extent() == Extent::Integers) {
            return Err(MapError::InfiniteDomain { axis: axis.name().to_string() });
        }
        let operands = node.operands();
        let depth = 1 + operands.iter().map(|map| map.0.depth).max().unwrap_or(0);
        if depth > DEPTH_LIMIT {
            return Err(MapError::Depth { limit: DEPTH_LIMIT });
        }
        let tree_size =
            operands.iter().fold(1u64, |total, map| total.saturating_add(map.tree_size()));
        let hash = hash_of(&node, &domain, &codomain);
        Ok(LayoutMap(Arc::new(Shared { node, domain, codomain, depth, tree_size, hash })))
    }
}

fn expect_count(
    what: impl FnOnce() -> String,
    expected: usize,
    found: usize,
) -> Result<(), MapError> {
    if expected == found { Ok(()) } else { Err(MapError::Count { what: what(), expected, found }) }
}

fn shifted(codomain: &IndexSet, offset: &[i64]) -> Result<IndexSet, MapError> {
    let shift = |(axis, &by): (&Axis, &i64)| match axis.extent() {
        Extent::Finite(n) if by >= 0 => match n.checked_add(by) {
            Some(n) => Axis::new(axis.name(), n),
            None => Axis::integers(axis.name()),
        },
        _ => Axis::integers(axis.name()),
    };
    IndexSet::new(codomain.axes().iter().zip(offset).map(shift).collect())
}
