//! What a line can come to.
//!
//! | value | written | from |
//! |---|---|---|
//! | integer | `42` | literals, `size`, `rank` |
//! | tuple | `(4,(2,8))` | literals: shapes, strides, coordinates, tilers |
//! | whole | `_` | literals: a mode not restricted |
//! | truth | `true` | `congruent`, `compatible` |
//! | layout | `(4,(2,8)):(1,(32,4))` | literals, CuTe's operations |
//! | swizzle | `Sw<3,4,3>` | literals |
//! | swizzled layout | `Sw<3,4,3> o 0 o (8,8):(8,1)` | a swizzle `o` a layout; slices: `3 o 8:8` begins at 3 |
//! | tiled copy | the layout from thread and value into a tile | `make_tiled_copy` |
//! | composition | `compose<…>`, and why it is no layout | CuTe's operations |
//! | map | `expr<…>` and the other kinds of [`tileir::text`] | literals, most operations |
//! | inverse | a map, and four lines | `try_inverse` |
//! | facts | four lines | `prove` |
//! | verdict | a line | `equal`, `constant_along`, … |
//! | table | rows of values | `table` |
//! | points | `{(0, 1), (0, 3)}` | `image`, `kernel` |
//! | named numbers | `(lane = 12, warp = 0)` | `free_variable_masks` |
//! | fibre | its points, or a set | `preimage` |
//! | image | a set | `image` |
//! | correspondence | `corr<…, …>` | `corr`, `converse`, … |
//! | points with multiplicities | `{(1), (3) twice}` | `image`, `fibre` of a correspondence |
//! | comparison | a line | `same_relation`, `same_pairs` |
//! | family | `family<…>` | literals, `bind` |
//! | parameter | `n : 1..=64 by 8` | `n = 1..=64 by 8` |
//! | symbolic layout | `(n,8):(8,1)`, with a guard perhaps | literals with parameters, `logical_divide`, … |
//! | text | lines | `help` |

use tileir::corr::{Comparison, LayoutCorr, Multiset};
use tileir::cute::{
    Composed, Composition, Coord, CuteError, Layout, NotFlat, Slice, Swizzle, Swizzled, TiledCopy,
    Tiler, swizzle_map,
};
use tileir::family::{Family, Parameter};
use tileir::map::{Fibre, Inverse};
use tileir::proof::{Facts, Verdict};
use tileir::{IndexSet, IntTree, LayoutMap, Point};

use crate::error::Reason;
use crate::nonlinear::NonLinear;
use crate::symbolic::Symbolic;

/// A value; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Integer(i64),
    /// Values in round brackets.
    Tuple(Vec<Value>),
    /// All of a mode.
    Whole,
    /// Yes or no, where that is a matter of form.
    Truth(bool),
    /// CuTe's shape and stride.
    Layout(Layout),
    /// CuTe's XOR swizzle.
    Swizzle(Swizzle),
    /// A layout with an offset, and a swizzle after that.
    Composed(Box<Composed>),
    /// Who copies what.
    TiledCopy(Box<TiledCopy>),
    /// The exact map that an operation of CuTe's gives where no shape and stride is it.
    Composition(LayoutMap, Box<NotFlat>),
    /// A map.
    Map(LayoutMap),
    /// A map back from an image, with what is proved of it.
    Inverse(Box<Inverse>),
    /// What is true of a map.
    Facts(Box<Facts>),
    /// The answer to a question, with the width or number that it is about.
    Verdict(Box<Verdict>, Option<i64>),
    /// A map at every point.
    Table(LayoutMap),
    /// Some points.
    Points(Vec<Point>),
    /// Numbers by name.
    Named(Vec<(String, i64)>),
    /// The points that have a value.
    Fibre(Box<Fibre>),
    /// All values of a map, and that they are all.
    Image(IndexSet, Box<Verdict>),
    /// Which points go with which.
    Corr(Box<LayoutCorr>),
    /// Points, with how often each occurs.
    Multiset(Multiset),
    /// Whether two correspondences are one relation.
    Comparison(Box<Comparison>),
    /// Where a map is not linear over GF(2).
    NonLinear(Box<NonLinear>),
    /// A map with parameters.
    Family(Box<Family>),
    /// A number that is not known yet.
    Parameter(Parameter),
    /// A layout with parameters.
    Symbolic(Box<Symbolic>),
    /// Lines to read.
    Text(Vec<String>),
}

impl Value {
    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) => "an integer",
            Value::Tuple(_) => "a tuple",
            Value::Whole => "'_'",
            Value::Truth(_) => "a truth value",
            Value::Layout(_) => "a layout",
            Value::Swizzle(_) => "a swizzle",
            Value::Composed(_) => "a swizzled layout",
            Value::TiledCopy(_) => "a tiled copy",
            Value::Composition(..) => "a composition",
            Value::Map(_) => "a map",
            Value::Inverse(_) => "an inverse",
            Value::Facts(_) => "facts",
            Value::Verdict(..) => "a verdict",
            Value::Table(_) => "a table",
            Value::Points(_) => "points",
            Value::Named(_) => "named numbers",
            Value::Fibre(_) => "a fibre",
            Value::Image(..) => "an image",
            Value::Corr(_) => "a correspondence",
            Value::Multiset(_) => "points with multiplicities",
            Value::Comparison(_) | Value::NonLinear(_) => "a verdict",
            Value::Family(_) => "a family",
            Value::Parameter(_) => "a parameter",
            Value::Symbolic(_) => "a symbolic layout",
            Value::Text(_) => "text",
        }
    }

    /// A map, as a layout where CuTe's notation says all of it.
    pub fn of(map: LayoutMap) -> Value {
        match Layout::try_from(&map) {
            Ok(layout) if layout.to_map().as_ref() == Ok(&map) => Value::Layout(layout),
            _ => Value::Map(map),
        }
    }

    /// The value as a tree of integers: a shape, a stride or a coordinate.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn tree(&self, what: &str) -> Result<IntTree, Reason> {
        match self {
            Value::Integer(value) => Ok(IntTree::Leaf(*value)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.tree(what));
                Ok(IntTree::Tuple(items.collect::<Result<_, _>>()?))
            }
            _ => Err(self.not("integers, nested in parentheses", what)),
        }
    }

    /// The map in a tuple of one map, or else the value: parentheses may group. (A tuple of one
    /// layout stays one. It is a tiler.)
    pub fn ungrouped(self) -> Value {
        match self {
            Value::Tuple(mut items)
                if matches!(
                    items.as_slice(),
                    [Value::Map(_) | Value::Composition(..) | Value::Inverse(_)]
                ) =>
            {
                items.pop().unwrap_or(Value::Tuple(items))
            }
            value => value,
        }
    }

    /// Whether it is a map, by itself.
    fn is_map(&self) -> bool {
        matches!(
            self,
            Value::Map(_)
                | Value::Layout(_)
                | Value::Composed(_)
                | Value::TiledCopy(_)
                | Value::Inverse(_)
                | Value::Composition(..)
        )
    }

    /// Whether it has one-dimensional coordinates, as CuTe's layouts have.
    pub fn has_coordinates(&self) -> bool {
        match self {
            Value::Layout(_)
            | Value::Composed(_)
            | Value::TiledCopy(_)
            | Value::Composition(..) => true,
            Value::Tuple(items) => matches!(items.as_slice(), [item] if item.has_coordinates()),
            _ => false,
        }
    }

    /// The map that it is, if it is one: a swizzle's on a block, a family's bundle of all members.
    pub fn to_map(&self) -> Option<LayoutMap> {
        match self {
            Value::Map(map) | Value::Composition(map, _) => Some(map.clone()),
            Value::Layout(layout) => layout.to_map().ok(),
            Value::Composed(composed) => composed.to_map().ok(),
            Value::Inverse(inverse) => Some(inverse.map().clone()),
            Value::TiledCopy(copy) => copy.tv.to_map().ok(),
            Value::Swizzle(swizzle) => swizzle_map(&[*swizzle]).ok(),
            Value::Family(family) => Some(family.map().clone()),
            Value::Tuple(items) => match items.as_slice() {
                [item] if item.is_map() => item.to_map(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The layout that it is, if it is one shape and stride.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`, or why a map is no layout.
    pub fn to_layout(&self, what: &str) -> Result<Layout, Reason> {
        match self {
            Value::Layout(layout) => Ok(layout.clone()),
            Value::TiledCopy(copy) => Ok(copy.tv.clone()),
            Value::Composition(_, why) => Err(CuteError::NotFlat(why.clone()).into()),
            Value::Map(map) => Ok(Layout::try_from(map)?),
            Value::Inverse(inverse) => Ok(Layout::try_from(inverse.map())?),
            Value::Tuple(items) => match items.as_slice() {
                [item] if item.is_map() => item.to_layout(what),
                _ => Err(self.not("a layout", what)),
            },
            _ => Err(self.not("a layout", what)),
        }
    }

    /// The value as a tiler.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_tiler(&self, what: &str) -> Result<Tiler, Reason> {
        match self {
            Value::Whole => Ok(Tiler::All),
            Value::Integer(extent) => Ok(Tiler::Extent(*extent)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.to_tiler(what));
                Ok(Tiler::Modes(items.collect::<Result<_, _>>()?))
            }
            Value::Layout(_) | Value::Map(_) | Value::Composition(..) => {
                Ok(Tiler::Layout(self.to_layout(what)?))
            }
            _ => Err(self.not("a tiler: a layout, an integer, or a tuple of these", what)),
        }
    }

    /// The layout that it is, with a swizzle and an offset perhaps.
    ///
    /// # Errors
    /// As [`Value::to_layout`].
    pub fn to_composed(&self, what: &str) -> Result<Composed, Reason> {
        match self {
            Value::Composed(composed) => Ok((**composed).clone()),
            Value::Tuple(items) => match items.as_slice() {
                [Value::Composed(composed)] => Ok((**composed).clone()),
                _ => Ok(self.to_layout(what)?.into()),
            },
            _ => Ok(self.to_layout(what)?.into()),
        }
    }

    /// The coordinates of a point, an integer for a point of one.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_point(&self, what: &str) -> Result<Point, Reason> {
        let coordinate = |value: &Value| match value {
            Value::Integer(value) => Some(*value),
            _ => None,
        };
        let point = match self {
            Value::Integer(value) => Some(vec![*value]),
            Value::Tuple(items) => items.iter().map(coordinate).collect(),
            _ => None,
        };
        point.ok_or_else(|| self.not("a point, such as 3 or (2, 3)", what))
    }

    /// The value as a coordinate, `_` where it is open.
    ///
    /// # Errors
    /// [`Reason::Kind`], of `what`.
    pub fn to_coordinate(&self, what: &str) -> Result<Coord, Reason> {
        match self {
            Value::Whole => Ok(Coord::All),
            Value::Integer(index) => Ok(Coord::Index(*index)),
            Value::Tuple(items) => {
                let items = items.iter().map(|item| item.to_coordinate(what));
                Ok(Coord::Modes(items.collect::<Result<_, _>>()?))
            }
            _ => Err(self.not("a coordinate, such as (2,_)", what)),
        }
    }

    /// The map whose facts and table are shown beside the value.
    pub fn shown_as_map(&self) -> Option<LayoutMap> {
        if self.is_map() { self.to_map() } else { None }
    }

    /// `shape:stride`.
    ///
    /// # Errors
    /// Trees that make no layout.
    pub fn layout(shape: &IntTree, stride: &IntTree) -> Result<Value, Reason> {
        Ok(Value::Layout(Layout::new(shape, stride)?))
    }

    /// That `what` should be `expected`.
    pub fn not(&self, expected: &'static str, what: &str) -> Reason {
        Reason::Kind { what: what.to_owned(), expected, found: self.kind().to_owned() }
    }
}

impl From<IntTree> for Value {
    fn from(tree: IntTree) -> Self {
        match tree {
            IntTree::Leaf(value) => Value::Integer(value),
            IntTree::Tuple(items) => Value::Tuple(items.into_iter().map(Value::from).collect()),
        }
    }
}

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Value::Layout(layout)
    }
}

impl From<Composition> for Value {
    fn from(composition: Composition) -> Self {
        match composition {
            Composition::Flat(layout) => Value::Layout(layout),
            Composition::Dag { map, why } => Value::Composition(map, why),
        }
    }
}

impl From<Composed> for Value {
    fn from(composed: Composed) -> Self {
        match composed.plain() {
            Some(layout) => Value::Layout(layout.clone()),
            None => Value::Composed(Box::new(composed)),
        }
    }
}

impl From<Swizzled> for Value {
    fn from(swizzled: Swizzled) -> Self {
        match swizzled {
            Swizzled::Composed(composed) => composed.into(),
            Swizzled::Dag { map, why } => Value::Composition(map, why),
        }
    }
}

impl From<Slice> for Value {
    fn from(slice: Slice) -> Self {
        let Slice { layout, offset } = slice;
        Composed { offset, ..Composed::from(layout) }.into()
    }
}
