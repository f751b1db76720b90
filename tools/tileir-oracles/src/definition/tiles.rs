//! Quotients, products and compositions by mode, as functions of one coordinate.
//!
//! Whatever the grouping, the answer adds up *pieces*, and the grouping only says which digits
//! of the coordinate make up each piece's argument:
//!
//! ```text
//! A / <T0; T1>, zipped       i = (t0, t1, r0, r1), the first fastest
//! piece k                    A_k after (T_k, complement of T_k)
//! value                      piece 0 at t0 + |T0| r0, plus piece 1 at t1 + |T1| r1
//! ```
//!
//! So `zipped`, `tiled` and `flat` are one function, and `logical` is another only by mode.
//! A blocked product is a product whose digits alternate: `(a0, b0, a1, b1, …)`.

use crate::definition::complement::offsets;
use crate::function::Function;
use crate::judge::{Check, Definition, Duty};
use crate::nested::{Eval, Layout, plus, times};
use crate::operation::{Grouping, Tiler};

/// A digit of the coordinate, and what it adds to the argument of a piece.
#[derive(Clone, Copy, Debug)]
struct Digit {
    extent: i64,
    piece: usize,
    weight: i64,
}

/// Pieces under construction, with their digits in three orders.
#[derive(Default)]
struct Arrangement {
    pieces: Vec<Function<i64>>,
    by_mode: Vec<Digit>,
    tiles: Vec<Digit>,
    rests: Vec<Digit>,
}

/// The quotient of `a` by `tiler`.
pub fn divide(grouping: Grouping, a: &Layout, tiler: &Tiler) -> Eval<Function<i64>> {
    arranged(grouping, a, tiler, &|a: &Layout, b: &Layout| {
        let (tile, rest) = (Function::layout(b)?, offsets(b, a.size()?)?);
        let sizes = (tile.size(), rest.size());
        let both = Function::side_by_side(vec![tile, rest])?;
        Ok((Function::layout(a)?.after(&both), sizes))
    })
}

/// The product of `a` and `tiler`.
pub fn product(grouping: Grouping, a: &Layout, tiler: &Tiler) -> Eval<Function<i64>> {
    arranged(grouping, a, tiler, &|a: &Layout, b: &Layout| {
        let (block, copies) = copies(a, b)?;
        let sizes = (block.size(), copies.size());
        Ok((Function::side_by_side(vec![block, copies])?, sizes))
    })
}

/// `a` after `tiler`, by mode; modes without a tiler are dropped.
pub fn compose(a: &Layout, tiler: &Tiler) -> Eval<Function<i64>> {
    match tiler {
        Tiler::Extent(extent) => compose(a, &Tiler::Layout(Layout::mode(*extent, 1))),
        Tiler::Layout(b) => Ok(Function::layout(a)?.after(&Function::layout(b)?)),
        Tiler::Modes(tilers) => {
            let modes = tiled_modes(a, tilers)?;
            let parts = modes.iter().zip(tilers).map(|(mode, tiler)| compose(mode, tiler));
            Function::side_by_side(parts.collect::<Eval<_>>()?)
        }
    }
}

/// The modes of `a`, of which there must be one for each tiler.
fn tiled_modes(a: &Layout, tilers: &[Tiler]) -> Eval<Vec<Layout>> {
    let modes = a.top();
    match tilers.len() <= modes.len() {
        true => Ok(modes),
        false => Err(format!("{a} has fewer modes than its tiler, {}", tilers.len())),
    }
}

/// The product of a block and a tile, their digits alternating mode by mode.
pub fn interlaced(a: &Layout, b: &Layout, block_first: bool) -> Eval<Function<i64>> {
    let (block, copies) = copies(a, b)?;
    let (a, b) = (a.top(), b.top());
    let (mut inner, mut outer, mut digits) = (1, block.size(), Vec::new());
    for k in 0..a.len().max(b.len()) {
        let extent = |modes: &[Layout]| modes.get(k).map_or(Ok(1), Layout::size);
        let (m, n) = (extent(&a)?, extent(&b)?);
        let pair = [
            Digit { extent: m, piece: 0, weight: inner },
            Digit { extent: n, piece: 0, weight: outer },
        ];
        digits.extend(if block_first { pair } else { [pair[1], pair[0]] });
        (inner, outer) = (times(inner, m)?, times(outer, n)?);
    }
    sum(vec![Function::side_by_side(vec![block, copies])?], digits)
}

/// The law of an answer that begins with `tile` and goes on in whole tiles, where no more is
/// asked for.
pub fn beginning(tile: Function<i64>, outside: String) -> Definition<i64> {
    let check = move |answer: &Function<i64>| {
        let tiles = answer.size().checked_div(tile.size().max(1)).unwrap_or(0);
        if answer.size() != tiles * tile.size() || (tiles == 0 && tile.size() > 0) {
            let (found, whole) = (answer.size(), tile.size());
            return Check::Broken(format!("size {found}, no whole number of tiles of {whole}"));
        }
        let differs = |i| (answer.at(i) != tile.at(i)).then(|| (i, answer.at(i), tile.at(i)));
        match tile.points().find_map(differs) {
            None => Check::Kept,
            Some((i, _, Err(gap))) => Check::Unknown(format!("at {i} the definition: {gap}")),
            Some((i, found, Ok(defined))) => {
                Check::Broken(format!("at {i}: {found:?}, defined {defined}"))
            }
        }
    };
    Definition::Law { check: Box::new(check), open: false, duty: Duty::NotAsked(outside) }
}

/// A block, and where `tile` puts its copies.
fn copies(block: &Layout, tile: &Layout) -> Eval<(Function<i64>, Function<i64>)> {
    let bound = times(block.size()?, tile.cosize()?)?;
    let copies = offsets(block, bound)?.after(&Function::layout(tile)?);
    Ok((Function::layout(block)?, copies))
}

/// One piece, and how many points its tile and its rest have.
type Piece<'a> = dyn Fn(&Layout, &Layout) -> Eval<(Function<i64>, (i64, i64))> + 'a;

fn arranged(grouping: Grouping, a: &Layout, tiler: &Tiler, piece: &Piece) -> Eval<Function<i64>> {
    let mut arrangement = Arrangement::default();
    arrangement.add(a, tiler, piece)?;
    let Arrangement { pieces, by_mode, mut tiles, rests } = arrangement;
    sum(
        pieces,
        match grouping {
            Grouping::Logical => by_mode,
            Grouping::Zipped | Grouping::Tiled | Grouping::Flat => {
                tiles.extend(rests);
                tiles
            }
        },
    )
}

impl Arrangement {
    /// Adds the pieces of `a` under `tiler`; modes that it leaves alone are rests.
    fn add(&mut self, a: &Layout, tiler: &Tiler, piece: &Piece) -> Eval<()> {
        match tiler {
            Tiler::Extent(extent) => {
                self.add(a, &Tiler::Layout(Layout::mode(*extent, 1)), piece)?;
            }
            Tiler::Layout(b) => {
                let (function, (tile, rest)) = piece(a, b)?;
                let index = self.pieces.len();
                let tiles = Digit { extent: tile, piece: index, weight: 1 };
                let rests = Digit { extent: rest, piece: index, weight: tile };
                self.pieces.push(function);
                self.by_mode.extend([tiles, rests]);
                self.tiles.push(tiles);
                self.rests.push(rests);
            }
            Tiler::Modes(tilers) => {
                let modes = tiled_modes(a, tilers)?;
                for (mode, tiler) in modes.iter().zip(tilers) {
                    self.add(mode, tiler, piece)?;
                }
                for mode in modes.iter().skip(tilers.len()) {
                    let whole = Function::layout(mode)?;
                    let digit = Digit { extent: whole.size(), piece: self.pieces.len(), weight: 1 };
                    self.pieces.push(whole);
                    self.by_mode.push(digit);
                    self.rests.push(digit);
                }
            }
        }
        Ok(())
    }
}

/// The function that splits its coordinate into `digits` and adds up the pieces.
fn sum(pieces: Vec<Function<i64>>, digits: Vec<Digit>) -> Eval<Function<i64>> {
    let size = digits.iter().try_fold(1, |total, digit| times(total, digit.extent))?;
    Ok(Function::new(size, move |i| {
        let (mut rest, mut arguments) = (i, vec![0i64; pieces.len()]);
        for digit in &digits {
            let value = rest.checked_rem(digit.extent).ok_or("a mode of extent 0 has no digits")?;
            rest /= digit.extent;
            if let Some(argument) = arguments.get_mut(digit.piece) {
                *argument = plus(*argument, times(value, digit.weight)?)?;
            }
        }
        let values = pieces.iter().zip(arguments).map(|(piece, argument)| piece.at(argument));
        values.into_iter().try_fold(0, |total, value| plus(total, value?))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nested::Tree;

    fn layout(shape: &[i64], stride: &[i64]) -> Layout {
        let tree = |values: &[i64]| Tree::Tuple(values.iter().map(|&n| Tree::Leaf(n)).collect());
        Layout { shape: tree(shape), stride: tree(stride) }
    }

    fn values(function: Function<i64>) -> Eval<Vec<i64>> {
        function.points().map(|i| function.at(i)).collect()
    }

    #[test]
    fn a_quotient_lists_its_tiles() -> Eval<()> {
        let a = layout(&[2, 5], &[10, 1]);
        let by = Tiler::Layout(Layout::mode(2, 2));
        let quotient = divide(Grouping::Logical, &a, &by)?;
        assert_eq!(values(quotient)?, [0, 1, 10, 11, 2, 3, 12, 13, 4, 5, 14, 15]);
        Ok(())
    }

    #[test]
    fn zipping_puts_all_tiles_first() -> Eval<()> {
        let a = layout(&[2, 4], &[1, 2]);
        let by = Tiler::Modes(vec![
            Tiler::Layout(Layout::mode(1, 1)),
            Tiler::Layout(Layout::mode(2, 2)),
        ]);
        assert_eq!(values(divide(Grouping::Zipped, &a, &by)?)?, [0, 4, 1, 5, 2, 6, 3, 7]);
        assert_eq!(values(divide(Grouping::Logical, &a, &by)?)?, [0, 1, 4, 5, 2, 3, 6, 7]);
        assert!(divide(Grouping::Zipped, &Layout::mode(8, 1), &by).is_err());
        Ok(())
    }

    #[test]
    fn a_blocked_product_alternates() -> Eval<()> {
        let (a, b) = (layout(&[2, 2], &[1, 2]), layout(&[2, 1], &[1, 1]));
        assert_eq!(values(interlaced(&a, &b, true)?)?, [0, 1, 4, 5, 2, 3, 6, 7]);
        assert_eq!(values(interlaced(&a, &b, false)?)?, [0, 4, 1, 5, 2, 6, 3, 7]);
        Ok(())
    }

    #[test]
    fn a_composition_drops_modes_without_a_tiler() -> Eval<()> {
        let by = Tiler::Modes(vec![Tiler::Extent(2)]);
        assert_eq!(values(compose(&layout(&[4, 3], &[5, 1]), &by)?)?, [0, 5]);
        Ok(())
    }
}
