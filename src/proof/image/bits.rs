//! The image of a map that is linear in bits.
//!
//! Over all settings of its bits, `c xor M*x` takes the affine space `c xor span(M)`. An axis
//! `[0, n)` whose `n` is no power of two is cut into blocks that are, one for each 1 of `n`:
//!
//! ```text
//! x < 13 = 1101      0000 .. 0111      three bits free
//!                    1000 .. 1011      two
//!                    1100              none
//! ```
//!
//! so that the image is a union of affine spaces.

use super::space::Space;
use super::{PIECE_LIMIT, Piece};
use crate::map::LayoutMap;
use crate::proof::forms::Forms;
use crate::proof::normal::NormalForm;

/// What is fixed of an axis's bits, and how many of the lower ones are free.
#[derive(Clone, Copy)]
struct Block {
    fixed: i64,
    free: usize,
}

/// The spaces that make up the image.
pub(super) fn pieces(map: &LayoutMap, forms: &Forms) -> Result<Vec<Piece>, String> {
    let (code, extents, normal) = (forms.code(), forms.extents(), forms.bits());
    let Some(forms) = normal.rows(code).filter(|_| normal.evaluates(map, code)) else {
        return Err(normal.opaque());
    };
    let columns = normal.columns(&forms);
    let origin: Vec<u64> = forms.iter().map(|form| form.constant).collect();
    let moves = |axis: usize| {
        let own = normal.inputs.iter().zip(columns.iter()).filter(|(input, _)| input.0 == axis);
        own.filter(|(_, column)| column.iter().any(|&word| word != 0)).count() > 0
    };
    let mut choices: Vec<Vec<Block>> = vec![Vec::new()];
    for (axis, &extent) in extents.iter().enumerate() {
        let blocks = if moves(axis) { blocks(extent) } else { vec![Block { fixed: 0, free: 0 }] };
        let with = |choice: &Vec<Block>| {
            let more = blocks.iter().map(|&block| [choice.as_slice(), &[block]].concat());
            more.collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(with).collect();
        if choices.len() > PIECE_LIMIT {
            return Err(format!("the ragged axes have more than {PIECE_LIMIT} blocks"));
        }
    }
    let space = |choice: Vec<Block>| {
        let (mut origin, mut bases) = (origin.clone(), Vec::new());
        for (&(axis, bit), column) in normal.inputs.iter().zip(columns.iter()) {
            if bit < choice[axis].free {
                bases.push(column.to_vec());
            } else if choice[axis].fixed >> bit & 1 == 1 {
                origin.iter_mut().zip(column).for_each(|(o, c)| *o ^= c);
            }
        }
        Piece::Space(Box::new(Space::of(origin, bases)))
    };
    Ok(choices.into_iter().map(space).collect())
}

/// `[0, extent)` in blocks of powers of two, the largest first.
fn blocks(extent: i64) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut fixed = 0;
    for free in (0..63).rev().filter(|bit| extent >> bit & 1 == 1) {
        blocks.push(Block { fixed, free });
        fixed |= 1 << free;
    }
    blocks
}
