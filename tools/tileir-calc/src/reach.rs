//! Whether a composition, division, product, tile, slice or value stays in the domain of what it is
//! taken from.
//!
//! CuTe composes whatever the sizes are: the last mode is open. A tile that hangs over is often
//! meant, and sometimes a mistake; so it is said where that happens:
//!
//! ```text
//! 8:1 o (3,3):(1,3)                        domain: leaves the operand's domain at (8): 0 to 8, of 8: past the end
//! tiled_divide((9,10):(1,9), (3, 4))       domain: leaves the operand's domain at (11): mode 1: 0 to 11, of 10: past the end
//! max_common_layout(3:1, 8:1)              domain: leaves the first operand's domain at (7): 0 to 7, of 3: past the end
//! slice((5,_), (4,6):(1,4))                domain: leaves the operand's domain at (5): mode 0: 5 to 5, of 4: past the end
//! ```
//!
//! Of a value at a coordinate that is said only where it is outside.
//!
//! The coordinate is one-dimensional; where a tiler has several modes, it is one of the mode named.
//! A product is taken from the room that the block leaves. What two layouts have in common lies in
//! both of their domains, or past the end of the shorter.

use std::fmt;

use tileir::cute::{self, Composed, CuteError, Layout, Reach, Tiler};

use crate::evaluate::evaluate;
use crate::render::point;
use crate::session::Session;
use crate::syntax::{Expr, ExprKind};
use crate::value::Value;

/// Where a result lies in the domain of the operand it was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The coordinates of the operand that the result asks for.
    pub reach: Reach,
    /// Which operand, where there are several: the first that is left, or the first.
    pub of: Option<Place>,
}

/// An operand among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Place {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Place::First => "first",
            Place::Second => "second",
        }
    }
}

impl Domain {
    /// What the result of this operation on these operands reaches, if it is one of a layout.
    pub fn of(operation: &str, operands: &[Value]) -> Option<Domain> {
        let (first, rest) = operands.split_first()?;
        let layout = match first.clone().alone() {
            value @ (Value::Layout(_) | Value::Composed(_) | Value::Composition(..)) => {
                value.to_swizzled(operation).ok()?.first().ok()?
            }
            Value::Tuple(_) | Value::Integer(_) if operation == AT => {
                Layout::compact(&first.tree(operation).ok()?).ok()?
            }
            _ => return None,
        };
        if let ("max_common_layout" | "max_common_vector", [other]) = (operation, rest) {
            return common(first, other, operation);
        }
        let domain = Domain { reach: reached(operation, &layout, rest)?, of: None };
        (operation != AT || domain.outside().is_some()).then_some(domain)
    }

    /// A coordinate outside, if there is one.
    pub fn outside(&self) -> Option<i64> {
        let Reach { least, greatest, .. } = self.reach;
        let past = if least < 0 { least } else { greatest };
        (!self.reach.is_inside()).then_some(past)
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outside() {
            None => f.write_str("inside"),
            Some(at) => {
                let which = self.of.map_or(String::new(), |place| format!("{} ", place.name()));
                let (at, reach) = (point(&[at]), self.reach);
                write!(f, "leaves the {which}operand's domain at {at}: {reach}")
            }
        }
    }
}

/// What the result of a line reaches, if the line is one of these operations on a layout, or the
/// member of one.
pub fn of(expr: &Expr, session: &Session) -> Option<Domain> {
    let value = |expr: &Expr| evaluate(expr, session).ok();
    let (name, operands) = match &expr.kind {
        ExprKind::Chain(front, last) => match front.as_slice() {
            [operand] => ("composition", vec![operand, &**last]),
            _ => return None,
        },
        ExprKind::Call(name, arguments) if name == "bind" => {
            let Value::Symbolic(symbolic) = value(arguments.first()?)? else { return None };
            let bound = arguments.iter().skip(1).map(|argument| match &argument.kind {
                ExprKind::Named(name, number) => match value(number)? {
                    Value::Integer(number) => Some((name.as_str(), number)),
                    _ => None,
                },
                _ => None,
            });
            return symbolic.domain_at(&bound.collect::<Option<Vec<_>>>()?);
        }
        ExprKind::Call(name, arguments) if session.names.contains_key(name) => {
            let at = evaluate(&coordinate(arguments)?, session).ok()?;
            return Domain::of(AT, &[session.names.get(name)?.clone(), at]);
        }
        ExprKind::Apply(whole, arguments) => {
            return Domain::of(AT, &[value(whole)?, value(&coordinate(arguments)?)?]);
        }
        ExprKind::Call(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("slice", [at, whole]) => ("slice", vec![whole, at]),
            ("crd2idx", [at, whole]) => (AT, vec![whole, at]),
            ("eval", [whole, at]) => (AT, vec![whole, at]),
            (name, _) if is_asked(name) => (name, arguments.iter().collect()),
            _ => return None,
        },
        _ => return None,
    };
    Domain::of(name, &operands.into_iter().map(value).collect::<Option<Vec<Value>>>()?)
}

/// A value at a coordinate.
pub const AT: &str = "at";

/// The coordinate that arguments are.
fn coordinate(arguments: &[Expr]) -> Option<Expr> {
    match arguments {
        [] => None,
        [one] => Some(one.clone()),
        [first, ..] => {
            Some(Expr { kind: ExprKind::Tuple(arguments.to_vec()), span: first.span.clone() })
        }
    }
}

/// The operations that ask for coordinates of their first operand.
fn is_asked(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    matches!(last, "composition" | "divide" | "product" | "tile" | "partition")
        || matches!(name, "max_common_layout" | "max_common_vector" | "with_shape")
}

/// Where what two layouts have in common lies in both.
fn common(a: &Value, b: &Value, operation: &str) -> Option<Domain> {
    let [a, b] = [a, b].map(|value| value.to_composed(operation));
    let (a, b) = (a.ok()?, b.ok()?);
    let common = a.max_common_layout(&b).ok()?;
    let of_a = cute::reach(&a.layout, &common).ok()?;
    let of_b = cute::reach(&b.layout, &common).ok()?;
    let (reach, place) = match of_a.is_inside() && !of_b.is_inside() {
        true => (of_b, Place::Second),
        false => (of_a, Place::First),
    };
    Some(Domain { reach, of: Some(place) })
}

fn reached(name: &str, layout: &Layout, rest: &[Value]) -> Option<Reach> {
    let tiler = || rest.first()?.clone().ungrouped().to_tiler(name).ok();
    let found: Result<Reach, CuteError> = match (name, rest) {
        ("composition", [Value::Layout(inner)]) => cute::reach(layout, inner),
        ("composition", [Value::Composed(inner)]) => swizzled(layout, inner),
        ("composition", [Value::Swizzle(swizzle)]) => {
            swizzled(layout, &Composed::new(*swizzle, Layout::leaf(layout.size(), 1)))
        }
        ("with_shape", [shape]) => {
            Layout::compact(&shape.tree(name).ok()?).and_then(|inner| cute::reach(layout, &inner))
        }
        ("slice" | AT, [at]) => {
            cute::coordinate_reach(layout, &at.clone().ungrouped().to_coordinate(name).ok()?)
        }
        ("logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide", [_]) => {
            cute::divide_reach(layout, &tiler()?)
        }
        ("logical_product" | "zipped_product" | "tiled_product" | "flat_product", [_]) => {
            cute::product_reach(layout, &tiler()?)
        }
        ("blocked_product" | "raked_product", [repeated]) => {
            cute::product_reach(layout, &repeated.to_layout(name).ok()?)
        }
        ("local_tile", [_, coordinate]) => {
            cute::local_tile_reach(layout, &tiler()?, &coordinate.to_coordinate(name).ok()?)
        }
        ("local_partition", [threads, Value::Integer(index)]) => {
            cute::local_partition_reach(layout, &threads.to_layout(name).ok()?, *index)
        }
        ("composition", [_]) => by_mode(layout, &tiler()?),
        _ => return None,
    };
    found.ok()
}

/// A composition with a swizzled layout: its values are coordinates.
fn swizzled(layout: &Layout, inner: &Composed) -> Result<Reach, CuteError> {
    let (span, size) = (inner.span()?, layout.size());
    let (least, greatest) = span.unwrap_or((0, -1));
    Ok(Reach { least, greatest, size, empty: span.is_none(), mode: None })
}

/// A composition with a tiler: the first mode that is left, or the first.
fn by_mode(layout: &Layout, tiler: &Tiler) -> Result<Reach, CuteError> {
    match tiler {
        Tiler::All => cute::reach(layout, &Layout::leaf(layout.size(), 1)),
        Tiler::Extent(extent) => cute::reach(layout, &Layout::leaf(*extent, 1)),
        Tiler::Layout(inner) => cute::reach(layout, inner),
        Tiler::Modes(tilers) => {
            let mut first = None;
            for (place, tiler) in tilers.iter().enumerate() {
                let found = Reach { mode: Some(place), ..by_mode(&layout.mode(place)?, tiler)? };
                if !found.is_inside() {
                    return Ok(found);
                }
                first.get_or_insert(found);
            }
            first.map_or_else(|| cute::reach(layout, &Layout::unit()), Ok)
        }
    }
}
