//! Triton's words: `#ttg.linear` of registers, `#ttg.shared_linear` of memory.
//!
//! Threads become lanes of warps, as many as the meaning says, else the context; several blocks
//! become the encoding's own. The encoding is that of
//! [`Encoding::of_map`], which proves that the map is linear over GF(2), or has two points whose
//! XOR it does not respect. Memory with gaps is `#ttg.padded_shared`, if the gaps are paddings.

use super::super::{
    Comparison, Context, Meaning, Places, System, TranslateError, box_of, read, same,
};
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::interop::triton::{Encoding, PaddedShared};
use crate::map::LayoutMap;
use crate::proof::Budget;

pub(super) fn write(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    linear(meaning, context).or_else(|why| padded(meaning, why))
}

/// Memory with gaps; `why` it is none without.
fn padded(meaning: &Meaning, why: TranslateError) -> Result<String, TranslateError> {
    if !matches!(meaning.places, Places::Memory | Places::Blocks) {
        return Err(why);
    }
    let budget = Budget::default();
    let candidate = match meaning.by_element(&budget) {
        Ok(map) => PaddedShared::candidate(&map),
        Err(_) if meaning.places == Places::Memory => return Err(why),
        Err(_) => match meaning.by_place(&budget) {
            Ok(map) => PaddedShared::candidate_of_places(&map, &meaning.shape),
            Err(_) => return Err(why),
        },
    };
    let none = |padded| TranslateError::NoPadding { why: Box::new(why), padded };
    let padded = match candidate {
        Ok(padded) => Encoding::PaddedShared(padded).to_string(),
        Err(padded) => return Err(none(padded)),
    };
    // Elements of several bits may be elsewhere than their bits add up to.
    let again = read(System::Ttg, &padded, &Context::of_shape(&meaning.shape))?;
    match same(&again, meaning, &budget)? {
        Comparison::Disproved { witness, .. } => Err(none(format!("of {padded}, {witness}"))),
        _ => Ok(padded),
    }
}

fn linear(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    let budget = Budget::default();
    let map = match meaning.places {
        Places::Registers => {
            let (map, pairs) = filled(meaning, &budget)?;
            let [threads, values] = pairs[..] else { return Err(no_words(meaning)) };
            let (lanes, warps) = warps(meaning, context, threads)?;
            let axes = [("warp", warps), ("lane", lanes), ("register", values)];
            let number = Expr::coord(0) * lanes + Expr::coord(1);
            through(map, &axes, &[number, Expr::coord(2)])?
        }
        Places::BlockRegisters => {
            let (map, extents) = filled(meaning, &budget)?;
            let [blocks, threads, values] = extents[..] else { return Err(no_words(meaning)) };
            let (lanes, warps) = warps(meaning, context, threads)?;
            let axes = [("block", blocks), ("warp", warps), ("lane", lanes), ("register", values)];
            let number = Expr::coord(1) * lanes + Expr::coord(2);
            through(map, &axes, &[Expr::coord(0), number, Expr::coord(3)])?
        }
        Places::Memory => {
            let (map, extents) = filled(meaning, &budget)?;
            let extent = extents.first().copied().unwrap_or(1);
            through(map, &[("offset", extent)], &[Expr::coord(0)])?
        }
        Places::Blocks => {
            let (map, extents) = filled(meaning, &budget)?;
            let [blocks, extent] = extents[..] else { return Err(no_words(meaning)) };
            let axes = [("block", blocks), ("offset", extent)];
            through(map, &axes, &[Expr::coord(0), Expr::coord(1)])?
        }
        Places::TensorMemory | Places::BlockTensorMemory => return Err(no_words(meaning)),
    };
    Ok(Encoding::of_map(&map, &budget)?.to_string())
}

/// The lanes and warps that threads of a block are.
fn warps(meaning: &Meaning, context: &Context, threads: i64) -> Result<(i64, i64), TranslateError> {
    let lanes = meaning.lanes.unwrap_or(context.warp());
    if lanes < 1 || threads % lanes != 0 {
        return Err(TranslateError::NoWarps { threads, lanes });
    }
    Ok((lanes, threads / lanes))
}

fn no_words(meaning: &Meaning) -> TranslateError {
    TranslateError::NoWords { system: System::Ttg, places: meaning.places }
}

/// The element of each place, and how many places there are along each axis.
fn filled(meaning: &Meaning, budget: &Budget) -> Result<(LayoutMap, Vec<i64>), TranslateError> {
    let map = meaning.filled(System::Ttg, budget)?;
    let extents = box_of("the places", map.domain())?;
    Ok((map, extents))
}

/// The map over these axes, whose places are these numbers.
fn through(
    map: LayoutMap,
    axes: &[(&str, i64)],
    numbers: &[Expr],
) -> Result<LayoutMap, TranslateError> {
    let axes = axes.iter().map(|(name, extent)| Axis::new(name, *extent)).collect();
    let (places, program) = (map.domain().clone(), Program::from_exprs(numbers));
    let numbers = LayoutMap::expr(IndexSet::new(axes)?, places, program)?;
    Ok(LayoutMap::compose(map, numbers)?)
}
