//! A CuTe operation with its operands, read from a case's name and arguments.
//!
//! Names are CuTe's, with what the peers add:
//!
//! | name | meaning |
//! |---|---|
//! | `zipped_divide_tiler` | a tiler by mode; any operation takes a layout or a tiler, so the ending says nothing |
//! | `swz_coalesce`, `composition_swizzle` | the first operand has a swizzle; likewise |
//! | `composition_inadmissible` | an input that CuTe's static checks reject |
//! | `upcast2`, `downcast4` | elements twice as wide, a quarter as wide |
//!
//! A name that is none of these is no error: it is an operation that nobody here knows.

use crate::nested::{Layout, Swizzle, Tree};
use crate::operand::{Composed, Operand};
use crate::record::RecordError;
use crate::taken::Taken;

/// How the modes of a quotient or product are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// `((tile, rest), …)`: by mode.
    Logical,
    /// `((tile, …), (rest, …))`.
    Zipped,
    /// `((tile, …), rest, …)`.
    Tiled,
    /// `(tile, …, rest, …)`.
    Flat,
}

/// What divides or multiplies a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tiler {
    /// The first coordinates, this many: `n:1`.
    Extent(i64),
    /// One layout.
    Layout(Layout),
    /// One tiler a mode.
    Modes(Vec<Tiler>),
}

/// What is composed with a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outer {
    /// A layout, perhaps under a swizzle.
    Map(Composed),
    /// A swizzle alone.
    Swizzle(Swizzle),
}

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `a(b(i))`, by mode if `b` is.
    Composition(Outer, Tiler),
    /// A swizzle after a layout that may have one already.
    SwizzleOf(Swizzle, Composed),
    /// The complement in a bound, the cosize if it is left out.
    Complement(Layout, Option<i64>),
    /// Fewest modes.
    Coalesce(Composed),
    /// Fewest modes within each mode of a profile, or within each top-level mode.
    CoalesceByMode(Layout, Option<Tree>),
    /// Without the modes of stride 0 and extent 1.
    Filter(Layout),
    /// With extent 1 in place of those that stride 0 repeats.
    FilterZeros(Layout),
    /// Without nesting.
    Flatten(Composed),
    /// `R` with `L(R(i)) = i`.
    RightInverse(Composed),
    /// `G` with `G(L(i)) = i`.
    LeftInverse(Composed),
    /// `a` after `(b, complement of b)`.
    Divide(Grouping, Composed, Tiler),
    /// `(a, complement of a after b)`.
    Product(Grouping, Composed, Tiler),
    /// A product zipped mode by mode, the block's digits first.
    Blocked(Composed, Layout),
    /// The same with the tile's digits first.
    Raked(Composed, Layout),
    /// Elements that are this many times as wide.
    Upcast(i64, Composed),
    /// Elements that are this many times as narrow.
    Downcast(i64, Composed),
    /// The points at which a layout stays 0.
    Nullspace(Layout),
    /// One more than the greatest value.
    Cosize(Layout),
    /// The longest run that two layouts list alike.
    MaxCommonLayout(Layout, Layout),
    /// Its length.
    MaxCommonVector(Layout, Layout),
    /// The width of aligned blocks.
    MaxAlignment(Layout),
    /// A block repeated to fill a shape, in an order of the modes.
    TileToShape(Composed, Tree, Option<Tree>),
    /// Compact strides in a given order.
    OrderedLayout(Tree, Tree),
    /// Whether two shapes nest alike.
    Congruent(Tree, Tree),
    /// Whether the second nests like the first, or deeper.
    WeaklyCongruent(Tree, Tree),
    /// Whether each leaf of the first is the size of what stands there in the second.
    Compatible(Tree, Tree),
}

impl Operation {
    /// The operation that `name` and `operands` mean; `None` if nobody knows the name.
    ///
    /// # Errors
    /// Operands that it does not take.
    pub fn parse(name: &str, operands: Vec<Operand>) -> Result<Option<Self>, RecordError> {
        let short = name.strip_prefix("swz_").unwrap_or(name);
        let endings = ["_tiler", "_swizzle", "_inadmissible"];
        let short = endings.iter().find_map(|end| short.strip_suffix(end)).unwrap_or(short);
        if let Some((cast, factor)) = recast(short) {
            let map = Taken::new(name, "one layout", operands).one(Taken::map)?;
            return Ok(Some(cast(factor, map)));
        }
        let taken = |expected| Taken::new(name, expected, operands.clone());
        Ok(Some(match short {
            "composition" => composition(taken("a layout or swizzle, and a layout or tiler"))?,
            "complement" => {
                let (layout, bound) = taken("a layout and a bound").two(Taken::layout, Some)?;
                let wrong = || RecordError::Operands {
                    op: name.to_owned(),
                    expected: "a bound of 64 bits",
                };
                let bound = optional_tree(name, bound)?.map(|shape| shape.product());
                let bound = bound.transpose().map_err(|_| wrong())?;
                Operation::Complement(layout, bound)
            }
            "coalesce" => Operation::Coalesce(taken("one layout").one(Taken::map)?),
            "coalesce_bymode" => {
                let (layout, profile) = taken("a layout and a profile").two(Taken::layout, Some)?;
                Operation::CoalesceByMode(layout, optional_tree(name, profile)?)
            }
            "filter" => Operation::Filter(taken("one layout").one(Taken::layout)?),
            "filter_zeros" => Operation::FilterZeros(taken("one layout").one(Taken::layout)?),
            "flatten" => Operation::Flatten(taken("one layout").one(Taken::map)?),
            "right_inverse" => Operation::RightInverse(taken("one layout").one(Taken::map)?),
            "left_inverse" => Operation::LeftInverse(taken("one layout").one(Taken::map)?),
            "nullspace" => Operation::Nullspace(taken("one layout").one(Taken::layout)?),
            "cosize" => Operation::Cosize(taken("one layout").one(Taken::layout)?),
            "max_alignment" => Operation::MaxAlignment(taken("one layout").one(Taken::layout)?),
            "max_common_layout" => {
                let (a, b) = taken("two layouts").two(Taken::layout, Taken::layout)?;
                Operation::MaxCommonLayout(a, b)
            }
            "max_common_vector" => {
                let (a, b) = taken("two layouts").two(Taken::layout, Taken::layout)?;
                Operation::MaxCommonVector(a, b)
            }
            "blocked_product" | "raked_product" => {
                let (a, b) = taken("two layouts").two(Taken::map, Taken::layout)?;
                match short {
                    "blocked_product" => Operation::Blocked(a, b),
                    _ => Operation::Raked(a, b),
                }
            }
            "tile_to_shape" => {
                let (block, shape, order) = taken("a layout, a shape and an order").three()?;
                Operation::TileToShape(block, shape, optional_tree(name, order)?)
            }
            "ordered_layout" => {
                let (shape, order) = taken("a shape and an order").two(Taken::tree, Taken::tree)?;
                Operation::OrderedLayout(shape, order)
            }
            "congruent" | "weakly_congruent" | "compatible" => {
                let (a, b) = taken("two shapes").two(Taken::tree, Taken::tree)?;
                match short {
                    "congruent" => Operation::Congruent(a, b),
                    "weakly_congruent" => Operation::WeaklyCongruent(a, b),
                    _ => Operation::Compatible(a, b),
                }
            }
            _ => match grouped(short) {
                Some((grouping, true)) => {
                    let (a, b) = taken("a layout and a tiler").two(Taken::map, Taken::tiler)?;
                    Operation::Divide(grouping, a, b)
                }
                Some((grouping, false)) => {
                    let (a, b) = taken("a layout and a tiler").two(Taken::map, Taken::tiler)?;
                    Operation::Product(grouping, a, b)
                }
                None => return Ok(None),
            },
        }))
    }
}

/// What makes an operation of a factor and a layout.
type Cast = fn(i64, Composed) -> Operation;

/// `upcast2` and its like: the operation and the factor.
fn recast(name: &str) -> Option<(Cast, i64)> {
    let (cast, digits): (Cast, _) = match name.strip_prefix("upcast") {
        Some(digits) => (Operation::Upcast, digits),
        None => (Operation::Downcast, name.strip_prefix("downcast")?),
    };
    digits.parse().ok().map(|factor| (cast, factor))
}

/// `zipped_divide` and its like: the grouping, and whether it divides.
fn grouped(name: &str) -> Option<(Grouping, bool)> {
    let (grouping, kind) = name.split_once('_')?;
    let grouping = match grouping {
        "logical" => Grouping::Logical,
        "zipped" => Grouping::Zipped,
        "tiled" => Grouping::Tiled,
        "flat" => Grouping::Flat,
        _ => return None,
    };
    match kind {
        "divide" => Some((grouping, true)),
        "product" => Some((grouping, false)),
        _ => None,
    }
}

fn composition(taken: Taken) -> Result<Operation, RecordError> {
    if let [Operand::Swizzle(swizzle), Operand::Map(inner)] = taken.operands() {
        return Ok(Operation::SwizzleOf(*swizzle, inner.clone()));
    }
    let outer = |operand| match operand {
        Operand::Swizzle(swizzle) => Some(Outer::Swizzle(swizzle)),
        other => Taken::map(other).map(Outer::Map),
    };
    let (outer, inner) = taken.two(outer, Taken::tiler)?;
    Ok(Operation::Composition(outer, inner))
}

fn optional_tree(name: &str, operand: Operand) -> Result<Option<Tree>, RecordError> {
    match operand {
        Operand::Absent => Ok(None),
        Operand::Tree(tree) => Ok(Some(tree)),
        _ => Err(RecordError::Operands {
            op: name.to_owned(),
            expected: "numbers as its last operand",
        }),
    }
}

impl From<Tree> for Tiler {
    fn from(tree: Tree) -> Self {
        match tree {
            Tree::Leaf(extent) => Tiler::Extent(extent),
            Tree::Tuple(modes) => Tiler::Modes(modes.into_iter().map(Tiler::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Operand {
        Operand::Map(Layout::mode(8, 1).into())
    }

    #[test]
    fn names_are_cutes_with_endings() -> Result<(), RecordError> {
        let two = vec![layout(), Operand::Tree(Tree::Leaf(4))];
        let tiler = Tiler::Extent(4);
        let map = Composed::from(Layout::mode(8, 1));
        assert_eq!(
            Operation::parse("swz_zipped_divide_tiler", two.clone())?,
            Some(Operation::Divide(Grouping::Zipped, map.clone(), tiler.clone()))
        );
        assert_eq!(
            Operation::parse("composition_inadmissible", two)?,
            Some(Operation::Composition(Outer::Map(map.clone()), tiler))
        );
        assert_eq!(
            Operation::parse("swz_upcast16", vec![layout()])?,
            Some(Operation::Upcast(16, map))
        );
        Ok(())
    }

    #[test]
    fn an_unknown_name_is_no_error_and_a_wrong_operand_is() -> Result<(), RecordError> {
        for name in ["transmogrify", "upcast", "upcastx", "round_divide", "logical_root"] {
            assert_eq!(Operation::parse(name, vec![layout()])?, None, "{name}");
        }
        for operands in [vec![], vec![Operand::Absent], vec![layout(), layout()]] {
            let found = Operation::parse("flatten", operands);
            assert!(matches!(found, Err(RecordError::Operands { .. })), "{found:?}");
        }
        Ok(())
    }
}
