//! Operands of matrix instructions by the names that NVVM prints.
//!
//! ```text
//! mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32:C      (thread, value) to (row, column) of C
//! ldmatrix.sync.aligned.m8n8.x4.shared.b16                 (thread, value) to (row, column) of 32 x 8
//! ```
//!
//! The types behind `row.col` are those of D, A, B and C. The maps are those of the
//! [atoms](crate::interop::cute::atoms) that stand for the instructions, but where CUTLASS has another
//! than PTX: B of `m16n8k32` in 4 bits. The matrices of an `ldmatrix` lie
//! one below another; with `.trans` each is handed out transposed.

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
    let types: String = types.split('.').map(str::to_uppercase).collect();
    let atom = ["SM80", "SM75", "SM89", "SM90"]
        .iter()
        .find_map(|arch| atoms::mma(&format!("{arch}_{m}x{n}x{k}_{types}_TN")).ok());
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
    if !matches!(rest, ".shared.b16" | ".shared::cta.b16") {
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
