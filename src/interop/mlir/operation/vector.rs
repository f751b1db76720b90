//! Vectors, and what `vector.contract` says of its operands.
//!
//! ```text
//! vector<16x8xf16>                                     element (i, j) is number i * 8 + j
//! vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
//!                                   affine_map<(m, n, k) -> (n, k)>,
//!                                   affine_map<(m, n, k) -> (m, n)>], …} %a, %b, %c
//!     : vector<8x16xf16>, vector<8x8xf16> into vector<16x8xf32>:A
//!                                                      element (m, k) is number k * 16 + m
//! ```
//!
//! A vector counts its elements with the last dimension fastest. Of a contraction an operand's
//! coordinates are those of the iteration space that it has, in their order there: of a product of
//! matrices `(m, k)`, `(n, k)` and `(m, n)`, as for an `mma.sync`, however its vectors lie.
//!
//! **The law.** A contraction that is read is one that MLIR verifies as far as its maps and extents
//! go: each map names dimensions, none twice, and a dimension has one extent.

use super::words::{Fields, pieces};
use crate::expr::Inst;
use crate::interop::mlir::{AffineMap, MlirError, Read, Strided};
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::LayoutMap;

/// The elements of a vector, or of an operand of a contraction, to their numbers.
///
/// ```
/// let vector = tileir::interop::mlir::vector_operand("vector<16x8xf16>")?;
/// assert_eq!(vector.eval(&[2, 3])?, [2 * 8 + 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text that makes no sense, with its place; a contraction that MLIR does not verify.
pub fn vector_operand(text: &str) -> Result<LayoutMap, MlirError> {
    let cursor = Cursor::new(text);
    if text.trim_start().starts_with("vector<") {
        let shape = extents(&cursor, 0, text.trim())?;
        let order: Vec<usize> = (0..shape.len()).collect();
        return numbered(&shape, &order);
    }
    let (body, operand) = super::operand(&cursor, text)?;
    contract(body, operand)
}

fn contract(body: &str, operand: &'static str) -> Result<LayoutMap, MlirError> {
    let mut cursor = Cursor::new(body);
    cursor.expect("vector.contract")?;
    let fields = Fields::of(&mut cursor)?;
    let maps = maps(&fields)?;
    let rest = cursor.rest();
    let start = cursor.offset();
    let missing = || cursor.fault(ScriptFault::Expected("': A, B into C', the types"));
    let (_, types) = rest.split_once(':').ok_or_else(missing)?;
    let (factors, sum) = types.split_once(" into ").ok_or_else(missing)?;
    let place = |behind: &str| start + rest.len() - behind.len();
    let [(first, a), (second, b)] = pieces(factors)[..] else { return Err(missing().into()) };
    let placed = [(place(types) + first, a), (place(types) + second, b), (place(sum), sum)];
    let rank = maps.iter().map(|(rank, _)| *rank).max().unwrap_or(0);
    let mut iteration: Vec<Option<i64>> = vec![None; rank];
    let mut own = (Vec::new(), Vec::new());
    for (((at, written), (_, dims)), name) in placed.into_iter().zip(&maps).zip(["A", "B", "C"]) {
        // What is accumulated in may be one number.
        let shape = match written.trim().starts_with("vector<") {
            true => extents(&cursor, at, written.trim())?,
            false => Vec::new(),
        };
        if shape.len() != dims.len() {
            let (what, expected, found) = ("a vector's extents", dims.len(), shape.len());
            return Err(cursor.fault_at(at, ScriptFault::Count { what, expected, found }).into());
        }
        for (&dim, &extent) in dims.iter().zip(&shape) {
            let known = iteration.get_mut(dim).and_then(|known| known.replace(extent));
            if let Some(known) = known.filter(|known| *known != extent) {
                let (expected, found) = (format!("{known} along d{dim}"), extent.to_string());
                return Err(cursor.fault_at(at, ScriptFault::Other { expected, found }).into());
            }
        }
        if name == operand || (operand == "D" && name == "C") {
            own = (shape, dims.clone());
        }
    }
    let (shape, dims) = own;
    // The place in the vector of each coordinate, in the order of the iteration space.
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&place| dims.get(place).copied());
    numbered(&shape, &order)
}

/// Three maps of one iteration space: its rank, and the dimensions of the results.
fn maps(fields: &Fields<'_>) -> Result<[(usize, Vec<usize>); 3], MlirError> {
    let fault = |expected| fields.cursor.fault(ScriptFault::Expected(expected));
    let written = fields.find("indexing_maps").and_then(|all| {
        let inside = all.strip_prefix('[')?.strip_suffix(']')?;
        Some(pieces(inside).into_iter().map(|(_, map)| map.trim()).collect::<Vec<_>>())
    });
    let expected = "'indexing_maps' of three affine maps, written out";
    let all = written.ok_or_else(|| fault(expected))?;
    let map = |text: &&str| -> Result<(usize, Vec<usize>), MlirError> {
        if !text.starts_with("affine_map") {
            return Err(fault(expected).into());
        }
        let map: AffineMap = text.parse()?;
        let program = map.program();
        let dim = |place: &u32| match program.insts().get(*place as usize) {
            Some(Inst::Coord(dim)) if (*dim as usize) < map.rank() => Some(*dim as usize),
            _ => None,
        };
        let dims: Option<Vec<usize>> = program.outputs().iter().map(dim).collect();
        let once = |dims: &Vec<usize>| {
            dims.iter().enumerate().all(|(k, dim)| !dims.iter().take(k).any(|other| other == dim))
        };
        let dims = dims.filter(once);
        Ok((map.rank(), dims.ok_or_else(|| fault("maps to dimensions, each once"))?))
    };
    let maps = all.iter().map(map).collect::<Result<Vec<_>, MlirError>>()?;
    let maps = <[(usize, Vec<usize>); 3]>::try_from(maps).map_err(|_| fault(expected))?;
    match maps.iter().all(|(rank, _)| Some(*rank) == maps.first().map(|(own, _)| *own)) {
        true => Ok(maps),
        false => Err(fault("maps of one iteration space").into()),
    }
}

/// The extents of `vector<16x8xf16>`, which stands at a byte.
fn extents(cursor: &Cursor<'_>, at: usize, text: &str) -> Read<Vec<i64>> {
    let fault = || cursor.fault_at(at, ScriptFault::Expected("vector<16x8xf16>, all of it known"));
    let inside = text.strip_prefix("vector<").and_then(|own| own.strip_suffix('>'));
    let mut rest = inside.ok_or_else(fault)?;
    let mut extents = Vec::new();
    while let Some((extent, behind)) = rest.split_once('x')
        && extent.starts_with(|c: char| c.is_ascii_digit())
    {
        extents.push(extent.parse().ok().filter(|own| *own > 0).ok_or_else(fault)?);
        rest = behind;
    }
    let element = rest.starts_with(|c: char| c.is_ascii_lowercase());
    if element { Ok(extents) } else { Err(fault()) }
}

/// Row-major numbers of a vector's elements, whose coordinates come in another order.
fn numbered(shape: &[i64], order: &[usize]) -> Result<LayoutMap, MlirError> {
    let mut strides = vec![1i64; shape.len()];
    let mut size = 1i64;
    for (stride, extent) in strides.iter_mut().zip(shape).rev() {
        *stride = size;
        let too_large = MlirError::TooLarge { what: "the number of a vector's elements" };
        size = size.checked_mul(*extent).ok_or(too_large)?;
    }
    let turned = |all: &[i64]| -> Vec<i64> {
        order.iter().filter_map(|&place| all.get(place).copied()).collect()
    };
    Strided { strides: turned(&strides), offset: 0 }.map(&turned(shape))
}
