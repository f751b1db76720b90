//! Maps that are linear over GF(2): Triton's operators on `LinearLayout`.
//!
//! | at the desk | Triton |
//! |---|---|
//! | `compose(outer, inner)`, `outer o inner` | `inner.compose(outer)` |
//! | `product(a, b)` | `a * b`: axes of one name grow, `b` in their high bits |
//! | `invert_and_compose(a, b)` | `a.invertAndCompose(b)`: the smallest `z` with `b(z) = a(x)` |
//!
//! An operand is a map by its bases, or any other that [`linear`] proves to be one.

use tileir::gf2::{Dims, Gf2Error, Linear};
use tileir::map::{Node, bits_for};
use tileir::proof::{Budget, equal};
use tileir::{Axis, Extent, IndexSet, LayoutMap};

use super::{Call, Failure, Operation, Outcome, compare, row};
use crate::error::{Fault, Reason};
use crate::evaluate::evaluate;
use crate::nonlinear;
use crate::syntax::ExprKind;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("product", "A, B, …", "side by side; GF(2) maps may share axes, as by Triton's *", product),
    row("invert", "M", "the inverse of a GF(2) bijection", |call| map(operand(call, 0)?.invert()?)),
    row("pseudoinvert", "M", "to the smallest preimage; M surjective over GF(2)", |call| {
        map(operand(call, 0)?.pseudoinvert()?)
    }),
    row(
        "invert_and_compose",
        "A, B, keep?",
        "the z with B(z) = A(x): axes kept where possible, then smallest",
        |call| {
            let keep = if call.len() > 2 { call.names(2)? } else { Vec::new() };
            map(operand(call, 0)?.invert_and_compose_keeping(&operand(call, 1)?, &keep)?)
        },
    ),
    row("divide_left", "M, A", "the C with product(A, C) = M", |call| {
        map(operand(call, 0)?.divide_left(&operand(call, 1)?)?)
    }),
    row("divide_right", "M, B", "the C with product(C, B) = M", |call| {
        map(operand(call, 0)?.divide_right(&operand(call, 1)?)?)
    }),
    row("quotient", "M, axes", "M without axes over which it is the identity", |call| {
        map(operand(call, 0)?.quotient(&call.names(1)?)?)
    }),
    row("sublayout", "M, ins, outs", "the part from some axes to some axes", |call| {
        map(operand(call, 0)?.sublayout(&call.names(1)?, &call.names(2)?)?)
    }),
    row("is_sublayout_zero", "M, ins, outs", "whether these axes change none of those", |call| {
        let zero = operand(call, 0)?.is_sublayout_zero(&call.names(1)?, &call.names(2)?)?;
        Ok(Value::Truth(zero))
    }),
    row(
        "is_sublayout_identity",
        "M, ins, outs",
        "whether that part, flattened, is the identity",
        |call| {
            let same = operand(call, 0)?.is_sublayout_identity(&call.names(1)?, &call.names(2)?)?;
            Ok(Value::Truth(same))
        },
    ),
    row("concat_ins", "A, B", "the domains of both, values joined by xor", |call| {
        map(operand(call, 0)?.concat_ins(&operand(call, 1)?)?)
    }),
    row("concat_outs", "A, B", "the codomains of both", |call| {
        map(operand(call, 0)?.concat_outs(&operand(call, 1)?)?)
    }),
    row("reshape_ins", "M, set", "the same input bits as other axes", |call| {
        map(operand(call, 0)?.reshape_ins(dims(call, 1)?)?)
    }),
    row("reshape_outs", "M, set", "the same output bits as other axes", |call| {
        map(operand(call, 0)?.reshape_outs(dims(call, 1)?)?)
    }),
    row("flatten_ins", "M", "all input bits as one axis", |call| {
        map(operand(call, 0)?.flatten_ins()?)
    }),
    row("flatten_outs", "M", "all output bits as one axis", |call| {
        map(operand(call, 0)?.flatten_outs()?)
    }),
    row("transpose_ins", "M, axes", "the input axes in another order", |call| {
        map(operand(call, 0)?.transpose_ins(&call.names(1)?)?)
    }),
    row("transpose_outs", "M, axes", "the output axes in another order", |call| {
        map(operand(call, 0)?.transpose_outs(&call.names(1)?)?)
    }),
    row("squeeze", "M", "without axes of extent 1", |call| {
        map(operand(call, 0)?.squeeze_ins().squeeze_outs())
    }),
    row("resize_in", "M, axis, extent", "an input axis cut, or repeated", |call| {
        map(operand(call, 0)?.resize_in(name(call, 1)?, call.integer(2)?)?)
    }),
    row("resize_out", "M, axis, extent", "an output axis modulo another extent", |call| {
        map(operand(call, 0)?.resize_out(name(call, 1)?, call.integer(2)?)?)
    }),
    row(
        "remove_zero_bases",
        "M, axis",
        "an input axis without the bits that change nothing",
        |call| map(operand(call, 0)?.remove_zero_bases(name(call, 1)?)?),
    ),
    row("free_variable_masks", "M", "for each input axis, the bits that may be anything", |call| {
        let operand = operand(call, 0)?;
        let masks = operand.free_variable_masks();
        Ok(Value::Named(masks.into_iter().map(|(axis, mask)| (axis.to_owned(), mask)).collect()))
    }),
    row(
        "num_consecutive",
        "M",
        "neighbours of the first input axis that stay neighbours",
        |call| Ok(Value::Integer(operand(call, 0)?.num_consecutive_in_out())),
    ),
    row("kernel", "M", "points whose xors are all that map to 0", |call| {
        Ok(Value::Points(operand(call, 0)?.kernel()))
    }),
    row("bases", "M", "the same map by its GF(2) bases, or points that disprove them", |call| {
        match linear(&call.map(0)?, &call.budget(0)?) {
            Ok(linear) => map(linear),
            Err(Reason::NonLinear(found)) => Ok(Value::NonLinear(found)),
            Err(error) => Err(call.fault(0, error).into()),
        }
    }),
];

fn map(linear: Linear) -> Outcome {
    Ok(Value::Map(linear.to_map()?))
}

/// Argument `index`, by its bases.
pub fn operand(call: &Call<'_>, index: usize) -> Result<Linear, Fault> {
    let map = call.map(index)?;
    linear(&map, &call.budget(index)?).map_err(|error| call.fault(index, error))
}

/// The map by its bases: its values where one bit is set. That it is their xor everywhere is
/// proved.
///
/// # Errors
/// That it has no bases, with points that show it; or that it is not proved to have some.
pub fn linear(map: &LayoutMap, budget: &Budget) -> Result<Linear, Reason> {
    let error = match Linear::try_from(map) {
        Ok(linear) => return Ok(linear),
        Err(Gf2Error::NotLinear { .. }) => undecided(map, budget),
        Err(error) => error.into(),
    };
    let power = |&extent: &i64| extent.count_ones() == 1;
    let Some(extents) = map.domain().extents().filter(|all| all.iter().all(power)) else {
        return Err(error);
    };
    match by_bases(map, &extents) {
        Some(written) if is(map, &written, budget) => Ok(Linear::try_from(&written)?),
        _ => match nonlinear::first(map, budget.points) {
            Ok(Some(found)) => Err(Reason::NonLinear(Box::new(found))),
            _ => Err(error),
        },
    }
}

/// That neither a proof nor a disproof is found.
fn undecided(map: &LayoutMap, budget: &Budget) -> Reason {
    let points = map.domain().hull().cardinality();
    let what = points.map_or("a map".to_owned(), |points| format!("a map of {points} points"));
    Reason::Limit { what, limit: budget.points }
}

/// Whether a map written by bases has the same values.
fn is(map: &LayoutMap, written: &LayoutMap, budget: &Budget) -> bool {
    let aligned = compare::aligned(map.clone(), written.clone(), false);
    aligned.is_ok_and(|(map, written)| equal(&map, &written, budget).is_proved())
}

/// The map with these values where one bit is set, whether or not it is that elsewhere. An endless
/// codomain ends where the bases do.
fn by_bases(map: &LayoutMap, extents: &[i64]) -> Option<LayoutMap> {
    let mut bases = Vec::with_capacity(extents.len());
    for (axis, &extent) in extents.iter().enumerate() {
        let basis = |bit: usize| {
            let mut point = vec![0; extents.len()];
            point[axis] = 1 << bit;
            map.eval(&point).ok().filter(|value| value.iter().all(|&coordinate| coordinate >= 0))
        };
        bases.push((0..bits_for(extent)).map(basis).collect::<Option<Vec<_>>>()?);
    }
    let ending = |(place, axis): (usize, &Axis)| match axis.extent() {
        Extent::Finite(_) => Some(axis.clone()),
        Extent::Integers => {
            let values = bases.iter().flatten().filter_map(|value| value.get(place));
            let used = values.fold(0, |used, value| used | value);
            let extent = 1i64.checked_shl(64 - used.leading_zeros())?;
            (extent > 0).then(|| Axis::new(axis.name(), extent))
        }
    };
    let axes = map.codomain().axes().iter().enumerate().map(ending);
    let codomain = IndexSet::new(axes.collect::<Option<Vec<_>>>()?).ok()?;
    LayoutMap::bit_linear(map.domain().clone(), codomain, bases).ok()
}

/// Whether a map is written by its bases.
pub fn has_bases(map: &LayoutMap) -> bool {
    matches!(map.node(), Node::BitLinear(_))
}

fn product(call: &Call<'_>) -> Outcome {
    let values: Vec<&Value> =
        (0..call.len()).map(|index| call.value(index)).collect::<Result<_, _>>()?;
    if let [first, rest @ ..] = values.as_slice()
        && values.iter().any(|value| matches!(value, Value::Corr(_)))
    {
        let whole = rest
            .iter()
            .try_fold((*first).clone(), |whole, factor| super::corr::product(&whole, factor));
        return Ok(whole?);
    }
    let factors = (0..call.len()).map(|index| call.map(index));
    let factors: Vec<LayoutMap> = factors.collect::<Result<_, _>>()?;
    if !factors.iter().all(has_bases) {
        return Ok(Value::Map(LayoutMap::product(factors)?));
    }
    let mut whole = Linear::empty();
    for factor in &factors {
        whole = whole.product(&Linear::try_from(factor)?)?;
    }
    map(whole)
}

/// The name that argument `index` is.
fn name<'a>(call: &Call<'a>, index: usize) -> Result<&'a str, Fault> {
    match call.names(index)?.as_slice() {
        [name] => Ok(name),
        _ => Err(call.wrong(index, "the name of an axis")),
    }
}

/// The set that argument `index` is: `(lane : 4, warp : 2)`.
fn dims(call: &Call<'_>, index: usize) -> Result<Dims, Failure> {
    let expected = "axes with extents, such as (lane : 32, warp : 4)";
    let wrong = || {
        call.fault(
            index,
            Reason::Kind { what: call.what(index), expected, found: "something else".to_owned() },
        )
    };
    let Some(ExprKind::Tuple(items)) =
        call.arguments.get(index).map(|argument| &argument.expr.kind)
    else {
        return Err(wrong().into());
    };
    let mut dims = Vec::with_capacity(items.len());
    for item in items {
        let ExprKind::Layout(axis, extent) = &item.kind else { return Err(wrong().into()) };
        let ExprKind::Name(axis) = &axis.kind else { return Err(wrong().into()) };
        match evaluate(extent, call.session)? {
            Value::Integer(extent) => dims.push((axis.as_str(), extent)),
            _ => return Err(wrong().into()),
        }
    }
    Ok(Dims::new(dims).map_err(|error| call.fault(index, error))?)
}
