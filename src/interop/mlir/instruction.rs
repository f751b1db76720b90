//! Operands of matrix instructions by the names that NVVM prints.
//!
//! ```text
//! mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C      (thread, value) to (row, column) of C
//! ldmatrix.sync.aligned.m8n8.x4.shared.b16                 (thread, value) to (row, column) of 32 x 8
//! ```
//!
//! The types behind `row.col` are those of D, A, B and C. The maps are those of the
//! [atoms](crate::interop::cute::atoms) that stand for the instructions:
//!
//! | instruction | atom |
//! |---|---|
//! | `….row.col.satfinite.s32.s8.u8.s32` | the one that saturates, of 8 and of 4 bits |
//! | `….row.col.s32.b1.b1.s32.xor.popc`, `.and.popc` | the one of single bits; one of both is there |
//! | `m16n8k16` of `e4m3` and `e5m2`, which PTX has from 8.7 on | none; as the one of 8-bit integers |
//! | `m16n8k32` of 4 bits | CUTLASS has another B than PTX, whose it is here |
//!
//! The matrices of an `ldmatrix` lie one below another; with `.trans` each is handed out transposed.
//! Where they are, in `.shared`, `.shared::cta` or behind a generic address, is all one.

use super::MlirError;
use crate::cute::upcast;
use crate::expr::{Expr, Program};
use crate::index_set::{Axis, IndexSet};
use crate::interop::cute::atoms::{self, AtomError};
use crate::map::LayoutMap;

pub(super) fn unknown(kind: &'static str, name: &str) -> MlirError {
    let name = name.chars().take(80).collect();
    AtomError::Unknown { kind, name, nearest: Vec::new() }.into()
}

/// B of 16x8x32 in 4 bits as its atom says: threads 1 and 2 of a quad hold some elements twice.
const REPEATED: &str = "((4,8),(8)):((32,1),(8))";
/// The same as PTX defines it: element 8 * t + i of a column to value i of thread t of its quad.
const CORRECTED: &str = "((4,8),(8)):((64,1),(8))";

/// What a thread's values are of an operand: of A over `(m, k)`, of B over `(n, k)`, of C over
/// `(m, n)`.
///
/// ```
/// let c = tileir::interop::mlir::mma_operand("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C")?;
/// assert_eq!(c.eval(&[5, 3])?, [9, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name or an operand that is none, or of an instruction that no atom is known of.
pub fn mma_operand(name: &str) -> Result<LayoutMap, MlirError> {
    let none = || unknown("operand of mma.sync", name);
    let (instruction, operand) = name.trim().split_once(':').ok_or_else(none)?;
    let rest = instruction.trim().strip_prefix("mma.sync.aligned.m").ok_or_else(none)?;
    let (shape, types) = rest.split_once(".row.col.").ok_or_else(none)?;
    let (m, shape) = shape.split_once('n').ok_or_else(none)?;
    let (n, k) = shape.split_once('k').ok_or_else(none)?;
    let name = format!("{m}x{n}x{k}_{}", atom_of(types, [m, n, k]).ok_or_else(none)?);
    let known = ["SM80", "SM75", "SM89", "SM90"];
    let atom = known.iter().find_map(|arch| atoms::mma(&format!("{arch}_{name}")).ok());
    let mut atom = atom.ok_or_else(none)?.clone();
    if atom.b.to_string() == REPEATED {
        atom.b = CORRECTED.parse().map_err(|_| none())?;
    }
    Ok(match operand.trim() {
        "A" => atom.a_map()?,
        "B" => atom.b_map()?,
        "C" | "D" => atom.c_map()?,
        _ => return Err(none()),
    })
}

/// What follows the shape in the name of the atom that stands for an instruction, of what follows
/// `row.col.` in the instruction's.
fn atom_of(types: &str, shape: [&str; 3]) -> Option<String> {
    let (types, saturates) = match types.strip_prefix("satfinite.") {
        Some(types) => (types, true),
        None => (types, false),
    };
    let words: Vec<&str> = types.split('.').collect();
    let (types, counts) = match &words[..] {
        [types @ .., "xor", "popc"] => (types, Some("XORPOPC")),
        [types @ .., "and", "popc"] => (types, Some("ANDPOPC")),
        types => (types, None),
    };
    let [d, a, b, c] = types else { return None };
    let narrow = |own: &&str| matches!(*own, "e4m3" | "e5m2");
    if shape == ["16", "8", "16"] && [a, b].into_iter().all(narrow) {
        let known = !saturates && counts.is_none() && d == c && matches!(*d, "f16" | "f32");
        return known.then(|| "S32S8S8S32_TN".to_owned());
    }
    let (types, suffix) = match (counts, saturates, [*a, *b]) {
        (Some(counts), false, ["b1", "b1"]) => (format!("{d}u1u1{c}"), format!("_{counts}")),
        (None, true, _) => (types.concat(), "_SATURATE".to_owned()),
        (None, false, _) => (types.concat(), String::new()),
        _ => return None,
    };
    Some(format!("{}_TN{suffix}", types.to_uppercase()))
}

/// Which element of the matrices, one below another, a thread's values are.
///
/// # Errors
/// A name that is none of an `ldmatrix` of 8 x 8 elements of 16 bits.
pub fn ldmatrix(name: &str) -> Result<LayoutMap, MlirError> {
    let none = || unknown("ldmatrix", name);
    let rest = name.trim().strip_prefix("ldmatrix.sync.aligned.m8n8.x").ok_or_else(none)?;
    let (count, rest) = rest.split_at_checked(1).ok_or_else(none)?;
    let count: i64 = count.parse().ok().filter(|n| matches!(n, 1 | 2 | 4)).ok_or_else(none)?;
    let (turned, rest) = match rest.strip_prefix(".trans") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    if !matches!(rest, ".b16" | ".shared.b16" | ".shared::cta.b16") {
        return Err(none());
    }
    let atom = match turned {
        true => atoms::copy(&format!("SM75_U16x{}_LDSM_T", 2 * count))?,
        false => atoms::copy(&format!("SM75_U32x{count}_LDSM_N"))?,
    };
    let values = upcast(&atom.destination, 16)?.to_map()?;
    let matrices = IndexSet::new(vec![Axis::new("row", 8 * count), Axis::new("column", 8)])?;
    let split = Program::from_exprs(&[Expr::coord(0) / 8, Expr::coord(0) % 8]);
    let split = LayoutMap::expr(values.codomain().clone(), matrices, split)?;
    Ok(LayoutMap::compose(split, values)?)
}
