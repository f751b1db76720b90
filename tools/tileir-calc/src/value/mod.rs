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
//! | swizzles | `bit_linear<…>` | `Sw<3,4,3> o Sw<1,2,1>` |
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
//! | answer | lines of its own | `image`, `conflicts`, `prove` of a family, … |
//! | correspondence | `corr<…, …>` | `corr`, `converse`, … |
//! | points with multiplicities | `{(1), (3) twice}` | `image`, `fibre` of a correspondence |
//! | comparison | a line | `same_relation`, `same_pairs` |
//! | family | `family<…>` | literals, `bind` |
//! | parameter | `n : 1..=64 by 8` | `n = 1..=64 by 8` |
//! | symbolic layout, slice or number | `(n,8):(8,1)`, `8 * n`, way by way with a guard each | literals with parameters, `logical_divide`, `size`, … |
//! | meaning | `#tileir.distribution<…>` | `read` |
//! | symbolic meaning | `family<…>` | `read` of a text with parameters |
//! | text | lines | literals, `translate`, `help` |

use tileir::corr::{Comparison, LayoutCorr, Multiset};
use tileir::cute::{Composed, Layout, NotFlat, Swizzle, TiledCopy};
use tileir::family::{Family, Parameter};
use tileir::interop::meaning::{Meaning, SymbolicMeaning};
use tileir::map::{Fibre, Inverse};
use tileir::proof::{Facts, Verdict};
use tileir::{LayoutMap, Point};

use crate::error::Reason;
use crate::nonlinear::NonLinear;
use crate::symbolic::Symbolic;

mod found;
mod from;
mod read;

pub use found::Found;

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
    /// Swizzles, the last one first: a function on all integers, shown on their largest block.
    Swizzles(Vec<Swizzle>),
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
    /// The answer to a question, in a form of its own.
    Found(Box<Found>),
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
    /// What another system's words say.
    Meaning(Box<Meaning>),
    /// What another system's words say for all values of their parameters.
    SymbolicMeaning(Box<SymbolicMeaning>),
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
            Value::Swizzles(_) => "a map",
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
            Value::Found(..) => "an answer",
            Value::Corr(_) => "a correspondence",
            Value::Multiset(_) => "points with multiplicities",
            Value::Comparison(_) | Value::NonLinear(_) => "a verdict",
            Value::Family(_) => "a family",
            Value::Parameter(_) => "a parameter",
            Value::Symbolic(symbolic) => symbolic.kind(),
            Value::Meaning(_) => "a meaning",
            Value::SymbolicMeaning(_) => "a symbolic meaning",
            Value::Text(_) => "text",
        }
    }

    /// The map in a tuple of one map, or else the value: parentheses may group. (A tuple of one
    /// layout stays one. It is a tiler.)
    pub fn ungrouped(self) -> Value {
        match self {
            Value::Tuple(mut items)
                if matches!(
                    items.as_slice(),
                    [Value::Map(_)
                        | Value::Swizzles(_)
                        | Value::Composition(..)
                        | Value::Inverse(_)]
                ) =>
            {
                items.pop().unwrap_or(Value::Tuple(items))
            }
            value => value,
        }
    }

    /// The value in a tuple of one: where no tuple has a meaning, parentheses only group.
    pub fn alone(self) -> Value {
        match self {
            Value::Tuple(mut items) if items.len() == 1 => {
                items.pop().map_or(Value::Tuple(items), Value::alone)
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
                | Value::Swizzles(_)
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

    /// The map whose facts and table are shown beside the value.
    pub fn shown_as_map(&self) -> Option<LayoutMap> {
        if self.is_map() { self.to_map() } else { None }
    }

    /// That `what` should be `expected`.
    pub fn not(&self, expected: &'static str, what: &str) -> Reason {
        Reason::Kind { what: what.to_owned(), expected, found: self.kind().to_owned() }
    }
}
