//! Layouts made of a shape with parameters.
//!
//! ```text
//! make_layout((n,8))                       (n,8):(1,n)
//! with_shape((n,8):(1,n), (2,4*n))         (2,4 * n):(1,2)
//! tile_to_shape((4,4):(1,4), (n,8))        ((4,n floordiv 4),(4,2)):((1,16),(4,4 * n)), if 4 divides n
//! ```

use tileir::cute::{self, Asking, CuteError, Int, Layout, Tiler};
use tileir::family::{Guard, Scope, Sym};

use super::explore::explore;
use super::lift::Lift;
use super::words::{Built, large, value, whole};
use super::{Form, Made, Numbers, SymbolicDomain};
use crate::operations::{Call, Outcome};

/// The layout of these extents whose strides count, of unit modes 0.
fn compact(extents: &Layout<Sym>) -> Built {
    let mut stride = Sym::from(1);
    let strides = extents.leaves().iter().map(|leaf| {
        if leaf.extent.is_one(&mut ()) {
            return Ok(Sym::from(0));
        }
        let own = stride.clone();
        if !leaf.extent.is_zero(&mut ()) {
            stride = stride.checked_mul(&leaf.extent).ok_or_else(|| {
                large("make_layout", extents.to_string(), format!("{stride} * {}", leaf.extent))
            })?;
        }
        Ok(own)
    });
    let strides: Vec<Sym> = strides.collect::<Result<_, CuteError>>()?;
    let mut strides = strides.iter();
    joined(&Numbers::of(extents, |leaf| leaf.extent.clone()), &mut |_| strides.next().cloned())
}

/// The layout of a shape with a stride for each of its numbers, from left to right.
fn joined(shape: &Numbers, stride: &mut dyn FnMut(&Sym) -> Option<Sym>) -> Built {
    match shape {
        Numbers::One(extent) => {
            if extent.is_negative(&mut ()) {
                let (what, number) = ("extent", extent.to_string());
                return Err(CuteError::Negative { operation: "make_layout", what, number });
            }
            Ok(Layout::leaf(extent.clone(), stride(extent).unwrap_or_default()))
        }
        Numbers::Tuple(items) => {
            let modes = items.iter().map(|item| joined(item, stride));
            let modes: Vec<Layout<Sym>> = modes.collect::<Result<_, _>>()?;
            Layout::concat(modes.iter().map(Layout::view))
        }
    }
}

pub fn make_layout(call: &Call<'_>) -> Outcome {
    let shape = call.value(0)?;
    if call.len() == 1 {
        let prepare = |lift: &Lift<'_>| lift.numbers(shape);
        let build = |shape: &Numbers| compact(&joined(shape, &mut |_| None)?);
        return value(explore(&[shape], prepare, build, whole)?);
    }
    let stride = call.value(1)?;
    let prepare = |lift: &Lift<'_>| Ok((lift.numbers(shape)?, lift.numbers(stride)?));
    let build = |(shape, stride): &(Numbers, Numbers)| {
        if !alike(shape, stride) {
            let (shape, stride) = (shape.to_string(), stride.to_string());
            return Err(CuteError::Structure { mode: "the root".to_owned(), shape, stride });
        }
        let mut strides = stride.each().into_iter();
        joined(shape, &mut |_| strides.next().cloned())
    };
    value(explore(&[shape, stride], prepare, build, whole)?)
}

/// Whether two tuples are nested alike.
fn alike(a: &Numbers, b: &Numbers) -> bool {
    match (a, b) {
        (Numbers::One(_), Numbers::One(_)) => true,
        (Numbers::Tuple(a), Numbers::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        _ => false,
    }
}

pub fn with_shape(call: &Call<'_>) -> Outcome {
    let (operand, shape) = (call.value(0)?, call.value(1)?);
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(operand)?, lift.numbers(shape)?));
    let build = |(operand, shape): &(Layout<Sym>, Numbers)| {
        cute::composition(operand, &compact(&joined(shape, &mut |_| None)?)?)?.into_flat()
    };
    let finish = |(operand, shape): &(Layout<Sym>, Numbers), result, known: (&Scope, &Guard)| {
        known.0.assume_only(known.1);
        // The coordinates are counted.
        let all = shape.product().map(Tiler::Extent);
        let reach = |all| cute::symbolic_reach(Asking::Composition, known, operand, &all);
        (Form::Layout(result), Some(SymbolicDomain::of(all.and_then(reach))))
    };
    let found = explore(&[operand, shape], prepare, build, finish)?;
    value(Made::by("with_shape", &[operand, shape], found))
}

/// The block repeated in the first mode first, or in the order of the modes that is asked for.
pub fn tile_to_shape(call: &Call<'_>) -> Outcome {
    let (block, shape) = (call.value(0)?, call.value(1)?);
    let order = if call.len() > 2 { Some(call.point(2)?) } else { None };
    let prepare = |lift: &Lift<'_>| Ok((lift.layout(block)?, lift.numbers(shape)?));
    let build = |(block, shape): &(Layout<Sym>, Numbers)| {
        let targets = shape.items();
        let mut block = block.clone();
        if block.rank() > targets.len() || order.as_ref().is_some_and(|o| o.len() != targets.len())
        {
            let (left, left_rank) = (block.to_string(), block.rank());
            let (right, right_rank) = (shape.to_string(), targets.len());
            let operation = "tile_to_shape";
            return Err(CuteError::Rank { operation, left, left_rank, right, right_rank });
        }
        while block.rank() < targets.len() {
            block = cute::append(&block, &Layout::unit())?;
        }
        let mut repeats = Vec::with_capacity(targets.len());
        for (mode, target) in targets.iter().enumerate() {
            let (own, target) = (block.mode(mode)?.size(), target.product());
            let target = target
                .ok_or_else(|| large("tile_to_shape", block.to_string(), shape.to_string()))?;
            let repeat = target.quotient(&own, &mut ());
            repeats.push(repeat.ok_or_else(|| {
                target.rest(&own, "tile_to_shape", shape.to_string(), mode.to_string())
            })?);
        }
        cute::blocked_product(&block, &repeated(&repeats, order.as_deref())?)?.into_flat()
    };
    value(explore(&[block, shape], prepare, build, whole)?)
}

/// The compact layout of these extents, the mode of the least order fastest.
fn repeated(extents: &[Sym], order: Option<&[i64]>) -> Built {
    let mut places: Vec<usize> = (0..extents.len()).collect();
    if let Some(order) = order {
        places.sort_by_key(|&place| order.get(place));
    }
    let sorted = places.iter().filter_map(|&place| extents.get(place));
    let sorted: Vec<Layout<Sym>> =
        sorted.map(|extent| Layout::leaf(extent.clone(), Sym::from(0))).collect();
    let sorted = compact(&Layout::concat(sorted.iter().map(Layout::view))?)?;
    let modes = (0..extents.len()).filter_map(|mode| places.iter().position(|&own| own == mode));
    match extents.len() {
        1 => sorted.mode(0),
        _ => cute::select(&sorted, &modes.collect::<Vec<_>>()),
    }
}
