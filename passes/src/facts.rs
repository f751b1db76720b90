//! Facts of a memory access, as the attribute by which one pass tells another.
//!
//! `tileir-prove` writes them on a tile's load or store; the lowering reads them:
//!
//! ```mlir
//! tileir.facts = {of = #coordinates, in_bounds = array<i64: 1, 0>, satisfies,
//!                 index_bits = 32 : i64, vector = array<i64: 1, 4>}
//! ```
//!
//! The law: facts speak of one map, and carry it. A reader compares that map with the one of the
//! access that it is about to lower; if a pass has changed the access since, they differ, and
//! the facts are nothing.

use melior::ir::Attribute;
use melior::ir::attribute::{DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use tileir::LayoutMap;
use tileir_dialect::attributes::map_attribute;

use crate::access::Access;
use crate::builder::{Op, context_of};
use crate::domain::Membership;
use crate::tile::Tile;

/// The name of the attribute.
pub const NAME: &str = "tileir.facts";

/// What is proved of an access; the default is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessFacts {
    /// What need not be tested: `in_bounds`, by axis, and `satisfies`, the constraints.
    pub inside: Membership,
    /// The width in which every index computation is exact: 32 or 64.
    pub index_bits: u32,
    /// A slot axis, counted among the distribution's axes, and how many neighbours on it lie
    /// side by side in memory, from an aligned address on.
    pub vector: Option<(usize, usize)>,
}

impl AccessFacts {
    /// Nothing is known of an access to a domain of this rank.
    pub fn unknown(rank: usize) -> Self {
        AccessFacts { inside: Membership::unknown(rank), index_bits: 64, vector: None }
    }

    /// What is written on `op`, if it speaks of this access.
    pub fn read<'c>(op: Op<'c>, access: &Access<'c>, tile: &Tile<'c>) -> Self {
        let rank = access.map.domain().rank();
        let written = op.attribute(NAME).ok().and_then(|a| DictionaryAttribute::try_from(a).ok());
        let current = subject(access, tile).and_then(|map| map_attribute(op.location(), &map).ok());
        let facts = written.zip(current).and_then(|(facts, current)| {
            let of = facts.element_by_name("of")?;
            if of != current { None } else { AccessFacts::from_dictionary(facts, rank, tile) }
        });
        facts.unwrap_or_else(|| AccessFacts::unknown(rank))
    }

    fn from_dictionary(
        facts: DictionaryAttribute<'_>,
        rank: usize,
        tile: &Tile<'_>,
    ) -> Option<Self> {
        let list = |name: &str| -> Option<Vec<i64>> {
            let list = DenseI64ArrayAttribute::try_from(facts.element_by_name(name)?).ok()?;
            (0..list.len()).map(|i| list.element(i).ok()).collect()
        };
        let in_bounds = list("in_bounds")?;
        let bits = IntegerAttribute::try_from(facts.element_by_name("index_bits")?).ok()?;
        let vector = list("vector").and_then(|vector| {
            let [axis, width] = vector[..] else { return None };
            let (axis, width) = (usize::try_from(axis).ok()?, usize::try_from(width).ok()?);
            let extent = usize::try_from(*tile.distribution.locals().get(axis)?).ok()?;
            (width > 1 && extent.is_multiple_of(width)).then_some((axis, width))
        });
        let inside = Membership {
            in_bounds: in_bounds.iter().map(|&proved| proved == 1).collect(),
            satisfies: facts.element_by_name("satisfies").is_some(),
        };
        (in_bounds.len() == rank).then(|| AccessFacts {
            inside,
            index_bits: if bits.value() == 32 { 32 } else { 64 },
            vector,
        })
    }

    /// The attribute that says this of the access by `coordinates` (its map's attribute).
    pub fn attribute<'c>(&self, op: Op<'c>, coordinates: Attribute<'c>) -> Attribute<'c> {
        let context = context_of(op);
        let list = |values: &[i64]| DenseI64ArrayAttribute::new(context, values).into();
        let bits = melior::ir::r#type::IntegerType::new(context, 64);
        let in_bounds = self.inside.in_bounds.iter();
        let in_bounds: Vec<i64> = in_bounds.map(|&proved| i64::from(proved)).collect();
        let mut entries: Vec<(&str, Attribute<'c>)> = vec![
            ("of", coordinates),
            ("in_bounds", list(&in_bounds)),
            ("index_bits", IntegerAttribute::new(bits.into(), self.index_bits.into()).into()),
        ];
        if self.inside.satisfies {
            entries.push(("satisfies", Attribute::unit(context)));
        }
        if let Some((axis, width)) = self.vector {
            entries.push(("vector", list(&[axis as i64, width as i64])));
        }
        let named: Vec<_> = entries
            .into_iter()
            .map(|(name, value)| (melior::ir::Identifier::new(context, name), value))
            .collect();
        DictionaryAttribute::new(context, &named).into()
    }
}

/// The map that facts of an access speak of: the address after the coordinates. `None` if the
/// access has no such map, so that nothing can be said.
pub fn subject(access: &Access<'_>, tile: &Tile<'_>) -> Option<LayoutMap> {
    let coordinates = access.coordinate_map(tile.distribution.map()).ok()??;
    LayoutMap::compose(access.map.clone(), coordinates).ok()
}
