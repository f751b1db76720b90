//! The operations on layouts with parameters, but for those of a tiler, which are in
//! [`operate`](super::operate()).
//!
//! | ends in | operations |
//! |---|---|
//! | a layout | `coalesce`, `filter`, `complement`, the inverses, modes, products, casts, tiles to a shape |
//! | a number | `size`, `cosize`, `rank`, `depth`, a value at a point |
//! | numbers | `shape`, `stride` |
//! | a slice | `slice`, `dice`, `local_tile`, a layout at a point with `_` |
//! | lines | `prove` |
//!
//! A number travels through the search for ways as the stride of `1:x`, a slice as `(S,1:x)`, and
//! what passes through numbers on its way as `(L,1:x,1:y)`: so two ways that differ in one differ. **The law.** The member for some values is what the
//! operation gives for the members of its operands.

use tileir::cute::{self, CuteError, Layout};
use tileir::family::{Guard, Scope, Sym};

use super::explore::explore;
use super::gather::is_numbers;
use super::lift::Lift;
use super::operate::Product;
use super::{Form, Numbers, Symbolic, SymbolicDomain, any, points, shapes, tuples};
use crate::operations::modes::counts;
use crate::operations::questions::of_ways;
use crate::operations::{Call, Outcome};
use crate::value::Value;

/// What the code of an operation gives.
pub(super) type Built = Result<Layout<Sym>, CuteError>;

/// The operation on its arguments where one of them has parameters; `None` if none has, or the
/// operation takes none that have.
pub fn run(call: &Call<'_>) -> Option<Outcome> {
    let values = (0..call.len()).filter_map(|index| call.value(index).ok());
    if !any(&values.collect::<Vec<_>>()) {
        return None;
    }
    let word = word(call.operation, call.value(0).ok()?)?;
    Some(word(call))
}

/// What an operation does, by its name and its first operand.
fn word(name: &str, operand: &Value) -> Option<fn(&Call<'_>) -> Outcome> {
    Some(match name {
        "coalesce" => |call| by_profile(call, cute::coalesce, cute::coalesce_by),
        "filter" => |call| by_profile(call, cute::filter, cute::filter_by),
        "filter_zeros" => |call| layout(call, cute::filter_zeros),
        "flatten" => |call| layout(call, cute::flatten),
        "right_inverse" => |call| layout(call, cute::right_inverse),
        "nullspace" => |call| layout(call, cute::nullspace),
        "complement" => complement,
        "blocked_product" => |call| product(call, cute::blocked_product),
        "raked_product" => |call| product(call, cute::raked_product),
        "append" => |call| both(call, [0, 1], cute::append),
        "prepend" => |call| both(call, [0, 1], cute::prepend),
        "zip" => |call| both(call, [0, 1], cute::zip),
        "replace" => replace,
        "select" => |call| {
            let modes = counts(call, 1)?;
            layout(call, |operand| cute::select(operand, &modes))
        },
        "take" => |call| {
            let modes = call.count(1)?..call.count(2)?;
            layout(call, |operand| cute::take(operand, modes.clone()))
        },
        "group_modes" => |call| {
            let modes = call.count(1)?..call.count(2)?;
            layout(call, |operand| cute::group_modes(operand, modes.clone()))
        },
        "get" if is_numbers(operand) => tuples::get,
        "get" => |call| {
            let path = (1..call.len()).map(|index| call.count(index));
            let path: Vec<usize> = path.collect::<Result<_, _>>()?;
            layout(call, |operand| {
                path.iter().try_fold(operand.clone(), |layout, &mode| layout.mode(mode))
            })
        },
        "upcast" => |call| {
            let factor = call.integer(1)?;
            layout(call, |operand| cute::upcast(operand, factor))
        },
        "downcast" => |call| {
            let factor = call.integer(1)?;
            layout(call, |operand| cute::downcast(operand, factor))
        },
        "recast" => |call| {
            let (from, to) = (call.integer(1)?, call.integer(2)?);
            layout(call, |operand| cute::recast(operand, from, to))
        },
        "make_layout" => shapes::make_layout,
        "with_shape" => shapes::with_shape,
        "tile_to_shape" => shapes::tile_to_shape,
        "size" if is_numbers(operand) => tuples::size,
        "rank" if is_numbers(operand) => tuples::rank,
        "depth" if is_numbers(operand) => tuples::depth,
        "size" => size,
        "cosize" => |call| number_of(call, Layout::cosize),
        "rank" => |call| number_of(call, |operand| count(operand.rank())),
        "depth" => |call| number_of(call, |operand| count(operand.depth())),
        "shape" => |call| tree(call, |operand| Numbers::of(&operand, |leaf| leaf.extent.clone())),
        "stride" => |call| tree(call, |operand| Numbers::of(&operand, |leaf| leaf.stride.clone())),
        "eval" => |call| points::at(call.value(0)?, call.value(1)?),
        "crd2idx" => |call| match call.len() {
            2 => points::at(call.value(1)?, call.value(0)?),
            _ => Err(call.wrong(1, "a layout").into()),
        },
        "slice" => points::slice,
        "dice" => points::dice,
        "local_tile" => points::local_tile,
        "prove" => |call| match call.value(0)? {
            layout @ Value::Symbolic(_) => Ok(of_ways(layout, &call.session.budget)?),
            _ => Err(call.wrong(0, "a symbolic layout").into()),
        },
        _ => return None,
    })
}

/// A layout as what it is.
pub(super) fn whole<T>(
    _: &T,
    layout: Layout<Sym>,
    _: (&Scope, &Guard),
) -> (Form, Option<SymbolicDomain>) {
    (Form::Layout(layout), None)
}

/// The number in `1:x` as what it is.
pub(super) fn counted<T>(
    _: &T,
    layout: Layout<Sym>,
    _: (&Scope, &Guard),
) -> (Form, Option<SymbolicDomain>) {
    (Form::Numbers(Numbers::One(number(&layout))), None)
}

/// The number in `1:x`.
pub(super) fn number(layout: &Layout<Sym>) -> Sym {
    layout.leaves().first().map(|leaf| leaf.stride.clone()).unwrap_or_default()
}

/// The number `x` as `1:x`.
pub(super) fn counting(number: Sym) -> Layout<Sym> {
    Layout::leaf(Sym::from(1), number)
}

/// A layout with the numbers passed on the way to it, as `(L,1:x,1:y)`.
pub(super) fn passing(layout: Layout<Sym>, numbers: &[Sym]) -> Built {
    let numbers: Vec<Layout<Sym>> = numbers.iter().cloned().map(counting).collect();
    Layout::concat([layout.view()].into_iter().chain(numbers.iter().map(Layout::view)))
}

/// The layout in `(L,1:x,1:y)`, and the numbers passed on the way to it.
pub(super) fn between(layout: &Layout<Sym>) -> (Layout<Sym>, Vec<Sym>) {
    let mut modes = layout.view().modes().map(|mode| mode.to_layout());
    let first = modes.next().unwrap_or_else(Layout::unit);
    (first, modes.map(|passed| number(&passed)).collect())
}

/// What cannot be computed for want of 64 bits.
pub(super) fn large(operation: &'static str, operand: String, what: String) -> CuteError {
    CuteError::Overflow { operation, operand, mode: "all".to_owned(), what }
}

pub(super) fn value(symbolic: Symbolic) -> Outcome {
    Ok(symbolic.settled())
}

/// An operation on the layout in argument 0.
fn layout(call: &Call<'_>, build: impl Fn(&Layout<Sym>) -> Built) -> Outcome {
    let operand = call.value(0)?;
    let prepare = |lift: &Lift<'_>| lift.layout(operand);
    value(explore(&[operand], prepare, build, whole)?)
}

/// An operation on the layouts in two arguments.
fn both(
    call: &Call<'_>,
    [a, b]: [usize; 2],
    build: impl Fn(&Layout<Sym>, &Layout<Sym>) -> Built,
) -> Outcome {
    let (a, b) = (call.value(a)?, call.value(b)?);
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(a)?, lift.layout(b)?));
    let build = |(a, b): &(Layout<Sym>, Layout<Sym>)| build(a, b);
    value(explore(&[a, b], prepare, build, whole)?)
}

/// A number of the layout in argument 0.
fn number_of(call: &Call<'_>, of: impl Fn(&Layout<Sym>) -> Result<Sym, CuteError>) -> Outcome {
    let operand = call.value(0)?;
    let prepare = |lift: &Lift<'_>| lift.layout(operand);
    let build = |operand: &Layout<Sym>| Ok(counting(of(operand)?));
    value(explore(&[operand], prepare, build, counted)?)
}

/// Numbers of the layout in argument 0.
fn tree(call: &Call<'_>, of: impl Fn(Layout<Sym>) -> Numbers) -> Outcome {
    let operand = call.value(0)?;
    let prepare = |lift: &Lift<'_>| lift.layout(operand);
    let build = |operand: &Layout<Sym>| Ok(operand.clone());
    let finish = |_: &Layout<Sym>, layout, _: (&Scope, &Guard)| (Form::Numbers(of(layout)), None);
    value(explore(&[operand], prepare, build, finish)?)
}

fn by_profile(
    call: &Call<'_>,
    plain: fn(&Layout<Sym>) -> Built,
    by: fn(&Layout<Sym>, &tileir::IntTree) -> Built,
) -> Outcome {
    if call.len() == 1 {
        return layout(call, plain);
    }
    let profile = call.tree(1)?;
    layout(call, |operand| by(operand, &profile))
}

fn count(number: usize) -> Result<Sym, CuteError> {
    let number = i64::try_from(number);
    number
        .map(Sym::from)
        .map_err(|_| large("rank", "a layout".to_owned(), "a number of modes".to_owned()))
}

fn size(call: &Call<'_>) -> Outcome {
    if call.len() == 1 {
        return number_of(call, |operand| Ok(operand.size()));
    }
    let modes = counts(call, 1)?;
    number_of(call, |operand| Ok(cute::select(operand, &modes)?.size()))
}

fn complement(call: &Call<'_>) -> Outcome {
    if call.len() == 1 {
        return layout(call, cute::complement_within);
    }
    let (operand, end) = (call.value(0)?, call.value(1)?);
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(operand)?, lift.numbers(end)?));
    let build = |(operand, end): &(Layout<Sym>, Numbers)| {
        let end = end
            .product()
            .ok_or_else(|| large("complement", operand.to_string(), end.to_string()))?;
        cute::complement(operand, end)
    };
    value(explore(&[operand, end], prepare, build, whole)?)
}

fn replace(call: &Call<'_>) -> Outcome {
    let mode = call.count(1)?;
    both(call, [0, 2], |operand, new| {
        let rank = operand.rank();
        if mode >= rank {
            return Err(CuteError::Mode {
                operation: "replace",
                operand: operand.to_string(),
                mode,
                rank,
            });
        }
        let modes = operand.view().modes().enumerate();
        Layout::concat(modes.map(|(place, old)| if place == mode { new.view() } else { old }))
    })
}

fn product(call: &Call<'_>, operator: Product) -> Outcome {
    Ok(Value::Symbolic(Box::new(super::operate::product(
        call.operation,
        [call.value(0)?, call.value(1)?],
        operator,
    )?)))
}
