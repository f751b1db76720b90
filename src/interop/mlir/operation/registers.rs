//! Which registers hold the operands of an `mma.sync`, as either dialect says it.
//!
//! A thread has `V` values of an operand, and a register 32 bits, so that of 16 bits two are in one.
//! A value of 64 bits is in a register of its own.
//!
//! | A of 16x8x16 in `f16`, `V = 8` | |
//! |---|---|
//! | `nvgpu` | one vector, registers by elements in one: `vector<4x2xf16>` |
//! | `nvvm` | each register: 4 of `vector<2xf16>` |
//!
//! In `nvvm` elements of `f16` are pairs, `f64` and what is accumulated in 32 bits stand alone, and
//! whatever else is multiplied is packed into `i32`. The accumulators of `nvgpu` are always in pairs.
//! The result is of as many registers as C.

use super::words::{Types, pieces};
use crate::interop::mlir::Read;
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::LayoutMap;

const OPERANDS: [&str; 3] = ["A", "B", "C"];

/// How many values a thread has of A, B and C, and their elements by the names of PTX.
pub(super) struct Registers<'a>([(i64, &'a str); 3]);

impl<'a> Registers<'a> {
    /// Of the operands' maps, with the names of their elements.
    pub fn of(operands: &'a [(LayoutMap, String); 3]) -> Self {
        let values = |map: &LayoutMap| {
            map.domain().extents().and_then(|extents| extents.last().copied()).unwrap_or(1)
        };
        Registers(operands.each_ref().map(|(map, element)| (values(map), element.as_str())))
    }

    /// `Ok` if the types are vectors of these registers.
    ///
    /// # Errors
    /// The first that is another, at its place.
    pub fn are_vectors(&self, types: &Types<'_>) -> Read<()> {
        for (at, (operand, (values, element))) in OPERANDS.into_iter().zip(self.0).enumerate() {
            let wide = if operand == "C" { 2 } else { packed(element) };
            let found = types.written(at);
            let name = found.rsplit_once('x').map_or(found, |(_, name)| name);
            let expected = format!("vector<{}x{wide}x{name}", values / wide);
            if found != expected {
                let (expected, found) = (format!("{expected} of {operand}"), found.to_owned());
                return Err(types.fault(at, ScriptFault::Other { expected, found }));
            }
        }
        Ok(())
    }

    /// `Ok` if the text lists these registers, and the types are theirs.
    ///
    /// # Errors
    /// The first operand with others, at its place.
    pub fn are_listed(&self, cursor: Cursor<'_>, types: &Types<'_>) -> Read<()> {
        let mut before = cursor;
        for (at, (operand, (values, element))) in OPERANDS.into_iter().zip(self.0).enumerate() {
            let (register, wide) = match (element, operand) {
                ("f16", _) => ("vector<2xf16>", 2),
                ("f64", _) => ("f64", 1),
                ("s32", "C") => ("i32", 1),
                ("f32", "C") => ("f32", 1),
                _ => ("i32", packed(element)),
            };
            let count = values / wide;
            for sign in [operand, "["] {
                if !before.eat(sign) {
                    return Err(before.fault(ScriptFault::Expected("registers as A[…] B[…] C[…]")));
                }
            }
            let rest = before.rest();
            let listed = rest.split_once(']').map_or(rest, |(listed, _)| listed);
            let found = pieces(listed).len();
            if usize::try_from(count).ok() != Some(found) {
                let (expected, found) =
                    (format!("{count} registers of {operand}"), found.to_string());
                return Err(before.fault(ScriptFault::Other { expected, found }));
            }
            before.eat(listed);
            before.eat("]");
            if types.written(at) != register {
                let (expected, found) =
                    (format!("{register} of {operand}"), types.written(at).to_owned());
                return Err(types.fault(at, ScriptFault::Other { expected, found }));
            }
            if operand == "C" {
                let result: String = types.written(3).split_whitespace().collect();
                let each = vec![register; found].join(",");
                let expected = format!("!llvm.struct<({each})>");
                if result != expected {
                    return Err(types.fault(3, ScriptFault::Other { expected, found: result }));
                }
            }
        }
        Ok(())
    }
}

/// The elements of one register that is multiplied.
fn packed(element: &str) -> i64 {
    match element {
        "b1" => 32,
        "s4" | "u4" => 8,
        "s8" | "u8" | "e4m3" | "e5m2" => 4,
        "f16" | "bf16" => 2,
        _ => 1,
    }
}
