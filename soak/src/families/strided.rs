//! Strided layouts as kernels write them: swizzled, padded, split over threads and registers.
//!
//! ```text
//! swizzled   o xor ((o and mask) shr shift)     o = i * s + j * t, of any extents
//! padded     o + p * (o floordiv q)             then swizzled, or not
//! split      (f mod m, f floordiv m)            f = i * s + j + c, into a codomain that fits or not
//! ```

use super::{CaseError, sets};
use crate::ask::Case;
use crate::choices::Choices;
use tileir::expr::Expr;
use tileir::transform::swizzle_program;
use tileir::{IndexSet, LayoutMap, MapError, Program};

/// A tile of two axes.
struct Tile {
    domain: IndexSet,
    extents: [i64; 2],
}

fn tile(choices: &mut Choices<'_>) -> Result<Tile, MapError> {
    let extents = [choices.pick(&[4, 2, 3, 5, 6, 8, 1]), choices.pick(&[8, 4, 6, 5, 12, 16, 3])];
    Ok(Tile { domain: sets::boxed("x", &extents)?, extents })
}

/// `i * s + j * t` with strides that pack the tile, or nearly.
fn offset(choices: &mut Choices<'_>, tile: &Tile) -> (Expr, i64) {
    let [rows, columns] = tile.extents;
    let (s, t) = match choices.below(4) {
        0 => (columns, 1),
        1 => (columns + choices.below(4) as i64, 1),
        2 => (1, rows),
        _ => (choices.below(20) as i64, 1 + choices.below(3) as i64),
    };
    (Expr::coord(0) * s + Expr::coord(1) * t, (rows - 1) * s + (columns - 1) * t + 1)
}

/// The value between the tile and one axis: of `size` points, of fewer, of more, or endless.
fn into(
    choices: &mut Choices<'_>,
    tile: &Tile,
    size: i64,
    value: Expr,
) -> Result<LayoutMap, MapError> {
    let codomain = match choices.below(4) {
        0 => IndexSet::integers(1),
        1 => sets::boxed("a", &[size])?,
        2 => sets::boxed("a", &[(size + 63) / 64 * 64])?,
        _ => sets::boxed("a", &[size - 1])?,
    };
    LayoutMap::expr(tile.domain.clone(), codomain, Program::from_exprs(&[value]))
}

/// A swizzle of a strided tile as an XOR, beside the registered transform where one fits.
pub fn swizzled(number: u64) -> Result<Case, CaseError> {
    let choices = &mut Choices::seeded("swizzled", number);
    let tile = tile(choices)?;
    let (offset, size) = offset(choices, &tile);
    let bits = 1 + choices.below(2) as i64;
    let (base, shift) = (choices.below(3) as i64, bits + choices.below(2) as i64);
    let mask = ((1i64 << bits) - 1) << (base + shift);
    let map = into(choices, &tile, size, &offset ^ ((&offset & mask) >> shift))?;
    let plain = Program::from_exprs(&[offset]);
    let plain = LayoutMap::expr(tile.domain.clone(), map.codomain().clone(), plain)?;
    let parameters = vec![bits, base, shift];
    let transformed = LayoutMap::transform("swizzle", parameters.clone(), plain, None);
    let by_program = swizzle_program(&parameters).is_ok();
    Ok(match transformed {
        Ok(other) if by_program => Case::pair(map, other),
        _ => Case::of(map),
    })
}

/// A padded tile, half of them with the columns XORed by the row.
pub fn padded(number: u64) -> Result<Case, CaseError> {
    let choices = &mut Choices::seeded("padded", number);
    let tile = tile(choices)?;
    let (mut offset, size) = offset(choices, &tile);
    if choices.once_in(2) {
        let turn = Expr::coord(0) % choices.pick(&[8i64, 4, 2, 3]) * choices.pick(&[1i64, 2, 4]);
        offset = Expr::coord(0) * tile.extents[1] + (Expr::coord(1) ^ turn);
    }
    let (pad, every) = (1 + choices.below(4) as i64, choices.pick(&[8i64, 4, 16, 6, 32]));
    let whole = &offset + (&offset / every) * pad;
    let map = into(choices, &tile, size + size / every * pad, whole)?;
    let program = Program::from_exprs(&[offset.clone() % every + (offset / every) * (every + pad)]);
    let other = LayoutMap::expr(tile.domain.clone(), map.codomain().clone(), program)?;
    Ok(Case::pair(map, other))
}

/// A flat index split over threads and registers, in one step or in two.
pub fn split(number: u64) -> Result<Case, CaseError> {
    let choices = &mut Choices::seeded("split", number);
    let tile = tile(choices)?;
    let (offset, size) = offset(choices, &tile);
    let flat = offset + choices.pick(&[0i64, 0, 0, 1, 5, 8]);
    let (threads, vector) = (choices.pick(&[4i64, 8, 3, 6]), choices.pick(&[1i64, 2, 4]));
    let all = threads * vector;
    let held = (size + all - 1) / all * vector;
    let codomain = sets::boxed("a", &[threads, held - i64::from(choices.once_in(4))])?;
    let thread = &flat / vector % threads;
    let register = &flat % vector + &flat / all * vector;
    let between = |outputs: [Expr; 2]| {
        LayoutMap::expr(tile.domain.clone(), codomain.clone(), Program::from_exprs(&outputs))
    };
    let map = between([thread, register])?;
    let rest = flat.clone() - &flat / all * all;
    let other = between([&rest / vector, rest % vector + &flat / all * vector])?;
    Ok(Case::pair(map, other))
}
