//! Elements and copies with their places: what TileLang's fragments and TIRx's tile layouts are.
//!
//! ```text
//! (dim0, …, rep) -> place        one occurrence for every place of every element
//! ```
//!
//! | found from | where |
//! |---|---|
//! | the map of elements | no element is in two places |
//! | the source's own replicas | its occurrences are the elements and further axes |
//! | the digits of the map of places | those along a dimension give its coordinate, those that step nowhere the replica |
//! | its bits | the least place of the element, moved by the kernel's bits |
//!
//! **The law.** The correspondence of what is given is the meaning's; the writers prove it of
//! the text.

use super::digits::{Digit, Digits};
use super::{Meaning, System, TranslateError, tile};
use crate::expr::{Expr, Program, ProgramBuilder};
use crate::gf2::{Dims, Linear};
use crate::index_set::{Axis, IndexSet};
use crate::interop::triton::linear_of;
use crate::map::{LayoutMap, Node};
use crate::proof::Budget;

/// The places of `(dim0, …, rep)`; `system` is in the errors.
pub(super) fn placed(
    meaning: &Meaning,
    system: System,
    budget: &Budget,
) -> Result<LayoutMap, TranslateError> {
    if let Ok(map) = meaning.by_element(budget)
        && map.domain().is_box()
    {
        let domain = occurrences(&meaning.shape, 1)?;
        let keep = (0..meaning.shape.len()).collect();
        return Ok(LayoutMap::compose(map, LayoutMap::project(domain, keep)?)?);
    }
    if let Some(map) = own(meaning)? {
        return Ok(map);
    }
    let map = meaning.filled(system, budget)?;
    match Digits::of(&map) {
        Ok(digits) => by_digits(meaning, system, &digits),
        Err(why) => match linear_of(&map, budget) {
            Ok(layout) => by_bits(meaning, system, &layout),
            Err(_) => Err(why.into()),
        },
    }
}

fn occurrences(shape: &[i64], replicas: i64) -> Result<IndexSet, TranslateError> {
    let replicas = IndexSet::new(vec![Axis::new("rep", replicas)])?;
    Ok(IndexSet::side_by_side([&tile(shape)?, &replicas])?)
}

/// The source's own copies, where its occurrences are the elements with further axes.
fn own(meaning: &Meaning) -> Result<Option<LayoutMap>, TranslateError> {
    let Some((left, right)) = meaning.corr.legs() else { return Ok(None) };
    let right = match right.node() {
        Node::Translate { offset, map } if offset.iter().all(|&by| by == 0) => map,
        _ => right,
    };
    let rank = meaning.shape.len();
    let Some(extents) = right.domain().extents() else { return Ok(None) };
    let elements =
        matches!(right.node(), Node::Project { keep } if keep.iter().copied().eq(0..rank));
    let Some((own, further)) = extents.split_at_checked(rank) else { return Ok(None) };
    if !elements || own != meaning.shape || meaning.corr.weight() != 1 {
        return Ok(None);
    }
    let (strides, replicas) = super::strides(further, true)?;
    let mut coordinates: Vec<Expr> = (0..rank).map(Expr::coord).collect();
    let digit = |(&stride, &extent): (&i64, &i64)| Expr::coord(rank) / stride % extent;
    coordinates.extend(strides.iter().zip(further).map(digit));
    let domain = occurrences(&meaning.shape, replicas)?;
    let program = Program::from_exprs(&coordinates);
    let split = LayoutMap::expr(domain, left.domain().clone(), program)?;
    Ok(Some(LayoutMap::compose(left.clone(), split)?))
}

fn outside(system: System, why: String) -> TranslateError {
    TranslateError::Outside { system, what: "placement of elements and copies", why }
}

fn by_digits(
    meaning: &Meaning,
    system: System,
    digits: &Digits,
) -> Result<LayoutMap, TranslateError> {
    digits.number(&meaning.shape).map_err(|why| outside(system, why))?;
    let replica = meaning.shape.len();
    let mut places = vec![Expr::from(0); meaning.places.axes().len()];
    let mut replicas = 1i64;
    for Digit { axis, weight, extent, step } in digits.digits.iter().rev() {
        let (coordinate, below) = step.unwrap_or((replica, replicas));
        if step.is_none() {
            let too_many = || TranslateError::Size { shape: vec![replicas, *extent] };
            replicas = replicas.checked_mul(*extent).ok_or_else(too_many)?;
        }
        let digit = Expr::coord(coordinate) / below % *extent;
        if let Some(place) = places.get_mut(*axis) {
            *place = place.clone() + digit * *weight;
        }
    }
    let domain = occurrences(&meaning.shape, replicas)?;
    Ok(LayoutMap::expr(domain, meaning.places.set()?, Program::from_exprs(&places))?)
}

fn by_bits(
    meaning: &Meaning,
    system: System,
    layout: &Linear,
) -> Result<LayoutMap, TranslateError> {
    // Only where every element has a place is the least one a function of it.
    layout.require_surjective()?;
    let (least, kernel) = (layout.pseudoinvert()?, layout.kernel());
    let bits = u32::try_from(kernel.len()).ok().filter(|bits| *bits < 62);
    let too_many = || outside(system, format!("an element has 2^{} copies", kernel.len()));
    let replicas = 1i64 << bits.ok_or_else(too_many)?;
    let dims = meaning.shape.iter().enumerate().map(|(k, &extent)| (format!("dim{k}"), extent));
    let ins = Dims::new(dims.chain([("rep".to_owned(), replicas)]))?;
    let mut bases = least.bases();
    bases.push(kernel);
    Ok(Linear::new(ins, least.outs().clone(), &bases)?.to_map()?)
}

/// A map's outputs, put through expressions over them, on named axes without end.
pub(super) fn through(
    map: &LayoutMap,
    axes: &[&str],
    outputs: &[Expr],
) -> Result<Option<LayoutMap>, TranslateError> {
    let Some(program) = map.program() else { return Ok(None) };
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..map.domain().rank()).map(|k| builder.coord(k)).collect();
    let places = builder.inline(&program.value_program(), &inputs);
    let places = builder.inline(&Program::from_exprs(outputs), &places);
    let named = IndexSet::new(axes.iter().map(|name| Axis::integers(name)).collect())?;
    Ok(Some(LayoutMap::expr(map.domain().clone(), named, builder.finish(&places))?))
}
