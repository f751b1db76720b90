//! The inverse of a map from its node: what no arithmetic of the whole finds, its parts may.
//!
//! A translation, recast, transform or composition is a [step](super::steps) after another map.
//! A product has the product of the inverses; an identity, permutation or regrouping, and a
//! piecewise map ([`pieces`](super::pieces)), their own. Each node of a DAG is asked once.

use std::collections::HashMap;

use super::forms::Forms;
use super::law::{self, Left};
use super::steps::{Step, recast, through, translation};
use super::{Back, NoInverse, bits, finite, pieces, solve};
use crate::error::MapError;
use crate::expr::{Program, ProgramBuilder, simplify};
use crate::index_set::{Axis, Extent, IndexSet};
use crate::map::{LayoutMap, Node, Regroup};
use crate::proof::{Budget, Strategy, defined};

/// One question's state: the answers so far.
pub(super) struct Inverter<'a> {
    budget: &'a Budget,
    known: HashMap<usize, Result<Back, NoInverse>>,
}

impl<'a> Inverter<'a> {
    pub fn new(budget: &'a Budget) -> Self {
        Inverter { budget, known: HashMap::new() }
    }

    /// The inverse of a map that is proved total and in bounds.
    pub fn back(&mut self, map: &LayoutMap) -> Result<Back, NoInverse> {
        if map.domain().has_no_point() {
            return nothing(map);
        }
        if let Some(own) = by_order(map)? {
            return Ok(own);
        }
        let mut reasons = Vec::new();
        let mut note = |error: NoInverse| match error {
            NoInverse::Unknown { why } => {
                reasons.push(why);
                Ok(())
            }
            definite => Err(definite),
        };
        match self.by_arithmetic(map) {
            Ok(back) => return Ok(back),
            Err(error) => note(error)?,
        }
        match self.by_parts(map) {
            Ok(back) => return Ok(back),
            Err(error) => note(error)?,
        }
        match finite::back(map, self.budget) {
            Ok(back) => Ok(back),
            Err(error) => {
                note(error)?;
                reasons.retain(|why| !why.is_empty());
                Err(NoInverse::unknown(reasons.join("; ")))
            }
        }
    }

    /// The inverse of a part, which need not be total even if the whole is; a value that the part
    /// has and no domain could is perhaps none of the whole.
    pub fn part(&mut self, map: &LayoutMap) -> Result<Back, NoInverse> {
        if let Some(known) = self.known.get(&map.node_id()) {
            return known.clone();
        }
        let found = if defined(map, self.budget).everywhere() {
            self.back(map).map_err(|error| match error {
                NoInverse::Negative { .. } => NoInverse::unknown(format!("of a part, {error}")),
                other => other,
            })
        } else {
            Err(NoInverse::unknown("a part is not proved total and in bounds"))
        };
        self.known.insert(map.node_id(), found.clone());
        found
    }

    /// From the map as one program.
    fn by_arithmetic(&self, map: &LayoutMap) -> Result<Back, NoInverse> {
        let (Some(code), Some(extents)) = (map.program(), map.domain().hull_extents()) else {
            return Err(NoInverse::unknown("the map has no short program"));
        };
        let values = simplify(&code.value_program(), &extents);
        let by_bits = || self.by_bits(map, &values);
        let by_digits = || self.by_digits(map, &values, &extents);
        if values.is_bitwise() {
            first_of(by_bits, by_digits)
        } else {
            first_of(by_digits, by_bits)
        }
    }

    fn by_digits(
        &self,
        map: &LayoutMap,
        values: &Program,
        extents: &[i64],
    ) -> Result<Back, NoInverse> {
        let forms = Forms::of(values, extents);
        let point = forms.and_then(|forms| solve::coordinates(&forms, extents.len()));
        let point = point.ok_or_else(|| NoInverse::unknown("a digit stays open"))?;
        law::inverse(map, values, &Left { point, residue: None }, self.budget)
    }

    fn by_bits(&self, map: &LayoutMap, values: &Program) -> Result<Back, NoInverse> {
        let left = bits::left(map, values, self.budget);
        let left = left.ok_or_else(|| NoInverse::unknown("no full rank over bits is proved"))?;
        law::inverse(map, values, &left, self.budget)
    }

    fn by_parts(&mut self, map: &LayoutMap) -> Result<Back, NoInverse> {
        let no_part = || NoInverse::unknown("");
        match map.node() {
            Node::Product(factors) => {
                let backs = factors.iter().map(|factor| self.part(factor));
                product(map, backs.collect::<Result<Vec<Back>, NoInverse>>()?)
            }
            Node::Piecewise(parts) => pieces::back(self, map, parts),
            Node::Translate { offset, map: inner } => {
                let inner = self.part(inner)?;
                through(map, translation(map, offset, &inner)?, inner)
            }
            Node::Recast { units, map: inner } => {
                let step = recast(map, units.up(), units.down()).ok_or_else(no_part)?;
                through(map, step, self.part(inner)?)
            }
            Node::Transform { applied, map: inner } => {
                let (transform, set) = (applied.transform(), map.codomain());
                let program = transform.inverse_program(applied.parameters(), set);
                let why = || format!("the transform {} has no inverse program", transform.name());
                let point = program.ok_or_else(|| NoInverse::unknown(why()))?;
                let (around, zeros) = (set.clone(), Program::default());
                let by = Strategy::Transform(transform.name());
                if around.hull_extents().is_none() {
                    return Err(NoInverse::unknown("the set that is transformed has no end"));
                }
                through(map, Step { around, point, zeros, by }, self.part(inner)?)
            }
            Node::Compose { outer, inner } => {
                let (outer, inner) = (self.part(outer)?, self.part(inner)?);
                composed(map, outer, inner)
            }
            _ => Err(no_part()),
        }
    }

    /// What may be looked at, point by point.
    pub fn budget(&self) -> &Budget {
        self.budget
    }
}

/// The first answer, or the second where that has none; reasons are gathered.
fn first_of(
    first: impl FnOnce() -> Result<Back, NoInverse>,
    second: impl FnOnce() -> Result<Back, NoInverse>,
) -> Result<Back, NoInverse> {
    let why = match first() {
        Err(NoInverse::Unknown { why }) => why,
        settled => return settled,
    };
    second().map_err(|error| match error {
        NoInverse::Unknown { why: other } => NoInverse::unknown(format!("{why}; {other}")),
        settled => settled,
    })
}

pub(super) fn refused(error: MapError) -> NoInverse {
    NoInverse::unknown(error.to_string())
}

/// The inverse of a map without points.
fn nothing(map: &LayoutMap) -> Result<Back, NoInverse> {
    let codomain = map.codomain();
    let none = codomain.axes().iter().map(|axis| match axis.extent() {
        Extent::Finite(n) => Axis::new(axis.name(), n),
        Extent::Integers => Axis::new(axis.name(), 0),
    });
    let mut builder = ProgramBuilder::default();
    let zero = builder.constant(0);
    let never = builder.finish(&[zero]);
    let image = IndexSet::new(none.collect()).and_then(|set| set.with_constraints(&never));
    let image = image.map_err(refused)?;
    let outputs = vec![zero; map.domain().rank()];
    let point = builder.finish(&outputs);
    let map = LayoutMap::expr(image, map.domain().clone(), point).map_err(refused)?;
    Ok(Back { map, undoes: Strategy::Cardinality, image: Strategy::Cardinality })
}

/// The inverse of a map that only orders coordinates or digits.
fn by_order(map: &LayoutMap) -> Result<Option<Back>, NoInverse> {
    let (domain, codomain) = (map.domain(), map.codomain().clone());
    let back = match map.node() {
        Node::Identity => LayoutMap::identity(codomain),
        Node::Permute { order } => {
            let places = (0..order.len()).map(|axis| order.iter().position(|&k| k == axis));
            let Some(places) = places.collect::<Option<Vec<usize>>>() else { return Ok(None) };
            LayoutMap::permute(codomain, places)
        }
        Node::Regroup(regroup) => regrouped(regroup, domain, codomain),
        _ => return Ok(None),
    };
    let map = back.map_err(refused)?;
    let by = Strategy::Structure;
    Ok((map.codomain() == domain).then_some(Back { map, undoes: by, image: by }))
}

/// The digits of the joined axes, joined to the axes that they came from.
fn regrouped(
    regroup: &Regroup,
    domain: &IndexSet,
    codomain: IndexSet,
) -> Result<LayoutMap, MapError> {
    let extents: Vec<i64> = regroup.split().iter().flatten().copied().collect();
    let split: Vec<Vec<i64>> = regroup
        .join()
        .iter()
        .map(|members| members.iter().filter_map(|&member| extents.get(member)).copied().collect())
        .collect();
    let order: Vec<usize> = regroup.join().iter().flatten().copied().collect();
    let mut digits = 0..extents.len();
    let join = regroup.split().iter().map(|own| {
        let own = digits.by_ref().take(own.len());
        own.filter_map(|digit| order.iter().position(|&member| member == digit)).collect()
    });
    let join: Vec<Vec<usize>> = join.collect();
    let names: Vec<&str> = domain.axes().iter().map(Axis::name).collect();
    LayoutMap::regroup(codomain, &names, split, join)
}

fn product(map: &LayoutMap, backs: Vec<Back>) -> Result<Back, NoInverse> {
    let undoes = backs.iter().map(|back| back.undoes).max().unwrap_or(Strategy::Structure);
    let image = backs.iter().map(|back| back.image).max().unwrap_or(Strategy::Structure);
    let back = LayoutMap::product(backs.into_iter().map(|back| back.map).collect());
    let back = back.map_err(refused)?;
    if back.codomain() == map.domain() {
        Ok(Back { map: back, undoes, image })
    } else {
        Err(NoInverse::unknown("the factors' domains are written in another way"))
    }
}

fn composed(map: &LayoutMap, outer: Back, inner: Back) -> Result<Back, NoInverse> {
    if outer.map.codomain() == inner.map.domain() {
        let undoes = outer.undoes.max(inner.undoes);
        let back = LayoutMap::compose(inner.map, outer.map).map_err(refused)?;
        return Ok(Back { map: back, undoes, image: outer.image.max(inner.image) });
    }
    let Some(code) = outer.map.program() else {
        return Err(NoInverse::unknown("the inverse of the outer map has no program"));
    };
    let (around, point) = (outer.map.domain().clone(), code.value_program());
    let step = Step { around, point, zeros: Program::default(), by: outer.undoes };
    through(map, step, inner)
}
