//! `contract`: a product of matrices, added to a tile.
//!
//! | a, b | c |
//! |---|---|
//! | `f16` | `f16`, `f32` |
//! | `bf16`, `f32` | `f32` |
//! | `i8`, signed | `i32` |

use crate::attributes::string_of;
use melior::ir::operation::{OperationLike, OperationRef};
use tileir::atom::{atom, products};
use tileir::target::ElementType;

use super::{Outcome, VerifyError, as_tile, operand_type, result_type, same_types};
use crate::tile::AnyTile;

const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The elements of a and b, and of c.
const MULTIPLIED: [(ElementType, ElementType); 5] = [
    (ElementType::F16, ElementType::F16),
    (ElementType::F16, ElementType::F32),
    (ElementType::Bf16, ElementType::F32),
    (ElementType::F32, ElementType::F32),
    (ElementType::I8, ElementType::I32),
];

pub(super) fn contract(op: OperationRef<'_, '_>) -> Outcome {
    let tile = |number: usize| as_tile(OPERANDS[number], operand_type(op, number)?);
    let tiles = [tile(0)?, tile(1)?, tile(2)?];
    same_types("types of c and of the result", operand_type(op, 2)?, result_type(op)?)?;
    let [a, b, c] = [matrix(0, tiles[0])?, matrix(1, tiles[1])?, matrix(2, tiles[2])?];
    for (mode, in_left, left, in_right, right) in
        [("m", "a", a[0], "c", c[0]), ("n", "b", b[1], "c", c[1]), ("k", "a", a[1], "b", b[0])]
    {
        if left != right {
            return Err(VerifyError::Mode { mode, in_left, left, in_right, right });
        }
    }
    let types = elements(tiles)?;
    match op.attribute("atom") {
        Ok(by) => multiplies(&string_of(by).unwrap_or_default(), types),
        Err(_) => Ok(()),
    }
}

/// The two extents of an operand.
fn matrix(operand: usize, tile: AnyTile<'_>) -> Result<[i64; 2], VerifyError> {
    let shape = tile.shape();
    <[i64; 2]>::try_from(shape.as_slice()).map_err(|_| VerifyError::Expected {
        what: OPERANDS[operand],
        expected: "a tile of two axes",
        found: format!("{} axes", shape.len()),
    })
}

fn elements(tiles: [AnyTile<'_>; 3]) -> Result<[ElementType; 3], VerifyError> {
    let printed = tiles.map(|tile| tile.element().to_string());
    let types = printed.each_ref().map(|name| ElementType::named(name));
    if let [Some(a), Some(b), Some(c)] = types
        && a == b
        && MULTIPLIED.contains(&(a, c))
    {
        return Ok([a, b, c]);
    }
    let [a, b, c] = printed;
    Err(VerifyError::Expected {
        what: "element types of a, b and c",
        expected: "f16 x f16 into f16 or f32, bf16 x bf16 or f32 x f32 into f32, i8 x i8 into i32",
        found: format!("{a} x {b} into {c}"),
    })
}

/// Whether the atom of this name multiplies these types.
fn multiplies(name: &str, types: [ElementType; 3]) -> Outcome {
    let atom = atom(name)?;
    if atom.multiplies(types) {
        return Ok(());
    }
    let known: Vec<&str> = products(types)?.iter().map(|atom| atom.name.as_str()).collect();
    let remedy = match known.as_slice() {
        [] => "no atom does, and without 'by' none is needed".to_owned(),
        known => format!("those that do are {}", known.join(", ")),
    };
    let [a, b, c] = types;
    let types = format!("{a} x {b} into {c}");
    Err(VerifyError::Product { atom: name.to_owned(), types, remedy })
}
