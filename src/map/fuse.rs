//! Composition in its simplest proved form.
//!
//! [`LayoutMap::compose`] writes a node and nothing else. [`LayoutMap::fuse`] writes one only if
//! no [`Rule`] says how to do without:
//!
//! | rule | `outer ∘ inner` becomes | where |
//! |---|---|---|
//! | left identity | the inner map | it is proved in bounds |
//! | right identity | the outer map | always |
//! | selection | one permutation or projection | the codomain is the same |
//! | translation | the translation of a composition | always |
//! | associativity | `h ∘ (g ∘ f)`, fused again | `g ∘ f` fuses |
//! | drop | a projection of a product without the factors that it drops | those are proved total and in bounds |
//! | select | the expressions that a selection keeps | all are proved in bounds, those dropped total too |
//! | basis | the product of the bit matrices | `inner` is proved total and in bounds |
//! | cancel | nothing but the map | a transform follows its own inverse, and what it acts on is proved total and in bounds |
//! | substitution | `outer`'s expressions of `inner`'s | `inner` is proved total and in bounds |
//!
//! **The law.** Domain, codomain, value, and the points without a value are those of the node.
//! What a rule drops takes its errors with it, so a rule drops only what has none: `f(x) = x`
//! from `[0, 8)` into `[0, 4)` under `g(y) = 0*y` is undefined from 4 on, and stays composed.

pub(super) mod asked;

use super::{LayoutMap, Node};
use crate::error::MapError;
use crate::expr::{Program, ProgramBuilder};
use crate::proof::Budget;
use asked::Asked;

/// The rules, in the order in which they are tried; the table is in the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `id ∘ f`.
    LeftIdentity,
    /// `f ∘ id`.
    RightIdentity,
    /// A permutation or projection of another.
    Selection,
    /// A translation after a map.
    Translation,
    /// A composition after a map.
    Associativity,
    /// A projection of a product.
    Drop,
    /// A selection of expressions.
    Select,
    /// Bit-linear maps.
    Basis,
    /// A transform and its inverse.
    Cancel,
    /// Expressions.
    Substitution,
}

impl Rule {
    /// Every rule, in order.
    pub const ALL: [Rule; 10] = [
        Rule::LeftIdentity,
        Rule::RightIdentity,
        Rule::Selection,
        Rule::Translation,
        Rule::Associativity,
        Rule::Drop,
        Rule::Select,
        Rule::Basis,
        Rule::Cancel,
        Rule::Substitution,
    ];

    /// What `outer ∘ inner` becomes by this rule, if it applies.
    pub fn apply(self, outer: &LayoutMap, inner: &LayoutMap, budget: &Budget) -> Option<LayoutMap> {
        self.apply_asking(outer, inner, &mut Asked::new(budget))
    }

    fn apply_asking(
        self,
        outer: &LayoutMap,
        inner: &LayoutMap,
        asked: &mut Asked<'_>,
    ) -> Option<LayoutMap> {
        if inner.codomain() != outer.domain() {
            return None;
        }
        let fused = match (self, outer.node(), inner.node()) {
            (Rule::LeftIdentity, Node::Identity, _) if asked.is_within(inner) => {
                Some(inner.clone())
            }
            (Rule::RightIdentity, _, Node::Identity) => Some(outer.clone()),
            (Rule::Selection, _, _) => {
                let (after, before) = (selected(outer)?, selected(inner)?);
                let axes = after.iter().map(|&axis| before[axis]).collect();
                selection(inner, axes)
            }
            (Rule::Translation, Node::Translate { offset, map }, _) => {
                let moved = fuse_asking(map, inner, asked).ok()?;
                LayoutMap::translate(offset.clone(), moved, Some(outer.codomain().clone())).ok()
            }
            (Rule::Associativity, Node::Compose { outer: last, inner: middle }, _) => {
                let first = first_of(middle, inner, asked)?;
                fuse_asking(last, &first, asked).ok()
            }
            (Rule::Drop, Node::Project { keep }, Node::Product(factors)) => {
                without_dropped(keep, outer, inner, factors, asked)
            }
            (Rule::Select, Node::Permute { order: axes }, Node::Expr(program))
                if asked.is_within(inner) =>
            {
                select(program, axes, outer, inner)
            }
            (Rule::Select, Node::Project { keep }, Node::Expr(program))
                if asked.is_sound(inner) =>
            {
                select(program, keep, outer, inner)
            }
            (Rule::Basis, Node::BitLinear(last), Node::BitLinear(first))
                if asked.is_sound(inner) =>
            {
                let rank = outer.codomain().rank();
                let image = |basis: &Vec<i64>| last.eval(basis, rank);
                let bases = first.bases().iter().map(|bits| bits.iter().map(image).collect());
                let (domain, codomain) = (inner.domain().clone(), outer.codomain().clone());
                LayoutMap::bit_linear(domain, codomain, bases.collect()).ok()
            }
            (
                Rule::Cancel,
                Node::Transform { applied: last, map },
                Node::Transform { applied, map: of },
            ) if matches!(map.node(), Node::Identity)
                && outer.codomain() == inner.codomain()
                && of.codomain() == inner.codomain()
                && asked.is_sound(of) =>
            {
                let set = inner.codomain();
                let undo = applied.transform().inverse_program(applied.parameters(), set)?;
                let redo = last.transform().program(last.parameters(), set)?;
                (undo == redo).then(|| of.clone())
            }
            (Rule::Substitution, _, _) if asked.is_sound(inner) => {
                let (last, first) = (plain(outer)?, inner.program()?.value_program());
                let mut builder = ProgramBuilder::default();
                let axes: Vec<u32> = (0..inner.domain().rank()).map(|i| builder.coord(i)).collect();
                let middle = builder.inline(&first, &axes);
                let outputs = builder.inline(&last, &middle);
                let program = builder.finish(&outputs);
                let (domain, codomain) = (inner.domain().clone(), outer.codomain().clone());
                LayoutMap::expr(domain, codomain, program).ok()
            }
            _ => None,
        };
        fused.filter(|map| map.domain() == inner.domain() && map.codomain() == outer.codomain())
    }
}

impl LayoutMap {
    /// `outer` after `inner` in the simplest form that a [`Rule`] proves; see the source file.
    ///
    /// # Errors
    /// As [`compose`](LayoutMap::compose).
    pub fn fuse(
        outer: &LayoutMap,
        inner: &LayoutMap,
        budget: &Budget,
    ) -> Result<LayoutMap, MapError> {
        fuse_asking(outer, inner, &mut Asked::new(budget))
    }
}

/// [`LayoutMap::fuse`], where some maps have been asked about.
pub(super) fn fuse_asking(
    outer: &LayoutMap,
    inner: &LayoutMap,
    asked: &mut Asked<'_>,
) -> Result<LayoutMap, MapError> {
    match first_of(outer, inner, asked) {
        Some(fused) => Ok(fused),
        None => LayoutMap::compose(outer.clone(), inner.clone()),
    }
}

fn first_of(outer: &LayoutMap, inner: &LayoutMap, asked: &mut Asked<'_>) -> Option<LayoutMap> {
    Rule::ALL.into_iter().find_map(|rule| rule.apply_asking(outer, inner, asked))
}

/// The axes that a permutation, projection or identity keeps.
fn selected(map: &LayoutMap) -> Option<Vec<usize>> {
    match map.node() {
        Node::Permute { order: axes } | Node::Project { keep: axes } => Some(axes.clone()),
        Node::Identity => Some((0..map.domain().rank()).collect()),
        _ => None,
    }
}

/// These axes of the map's domain.
fn selection(map: &LayoutMap, axes: Vec<usize>) -> Option<LayoutMap> {
    let domain = map.domain().clone();
    if axes.iter().copied().eq(0..domain.rank()) {
        LayoutMap::identity(domain).ok()
    } else if axes.len() == domain.rank() {
        LayoutMap::permute(domain, axes).ok()
    } else {
        LayoutMap::project(domain, axes).ok()
    }
}

/// The expressions at these positions.
fn select(
    program: &Program,
    axes: &[usize],
    outer: &LayoutMap,
    inner: &LayoutMap,
) -> Option<LayoutMap> {
    let outputs: Vec<u32> = axes.iter().map(|&axis| program.outputs()[axis]).collect();
    let (domain, codomain) = (inner.domain().clone(), outer.codomain().clone());
    LayoutMap::expr(domain, codomain, program.with_outputs(&outputs)).ok()
}

/// The projection of the product of the factors of which something is kept, after the projection
/// to their axes.
fn without_dropped(
    keep: &[usize],
    outer: &LayoutMap,
    inner: &LayoutMap,
    factors: &[LayoutMap],
    asked: &mut Asked<'_>,
) -> Option<LayoutMap> {
    let (mut kept, mut axes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (mut from, mut into) = (0, 0);
    for factor in factors {
        let (domain, codomain) = (factor.domain().rank(), factor.codomain().rank());
        if keep.iter().any(|axis| (into..into + codomain).contains(axis)) {
            kept.push(factor.clone());
            axes.extend(from..from + domain);
            values.extend(into..into + codomain);
        } else if !asked.is_sound(factor) {
            return None;
        }
        (from, into) = (from + domain, into + codomain);
    }
    if kept.len() == factors.len() {
        return None;
    }
    let places: Option<Vec<usize>> =
        keep.iter().map(|axis| values.iter().position(|value| value == axis)).collect();
    let product = LayoutMap::product(kept).ok()?;
    let first = LayoutMap::project(inner.domain().clone(), axes).ok()?;
    let last = selection_of(&product, places?, outer)?;
    let middle = fuse_asking(&product, &first, asked).ok()?;
    fuse_asking(&last, &middle, asked).ok()
}

fn selection_of(map: &LayoutMap, axes: Vec<usize>, outer: &LayoutMap) -> Option<LayoutMap> {
    let codomain = map.codomain().clone();
    let selection = if axes.len() == codomain.rank() {
        LayoutMap::permute(codomain, axes)
    } else {
        LayoutMap::project(codomain, axes)
    };
    selection.ok().filter(|map| map.codomain() == outer.codomain())
}

/// The program of a map that is arithmetic and checks nothing on the way.
fn plain(map: &LayoutMap) -> Option<Program> {
    match map.node() {
        Node::Expr(program) => Some(program.clone()),
        Node::MixedRadix(_) | Node::BitLinear(_) => Some(map.program()?.value_program()),
        _ => None,
    }
}
