//! Products of matrices: which atoms multiply which types, and how the warps of a block may share a
//! tile.
//!
//! ```
//! use tileir::atom::{arrangements, atom, products};
//! use tileir::target::ElementType::{F16, F32};
//! let names: Vec<&str> = products([F16, F16, F32])?.iter().map(|atom| atom.name.as_str()).collect();
//! assert_eq!(names, ["mma.m16n8k8.f32.f16", "mma.m16n8k16.f32.f16"]);
//!
//! let mma = atom("mma.m16n8k16.f32.f16")?;
//! assert_eq!(arrangements(mma, [64, 64, 32], 4)?, [[2, 2], [4, 1], [1, 4]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::operand::{Element, Space};
use super::tiling::{Mode, TilingError, mode, of_registers, own};
use super::{Atom, AtomError, Emit, atoms};
use crate::target::ElementType;

impl Atom {
    /// Whether it multiplies registers of a warp, elements of the first two types into the third, and is
    /// emitted. Integers of a program are signed.
    pub fn multiplies(&self, types: [ElementType; 3]) -> bool {
        let fits = |operands: [&super::Operand; 3]| {
            operands.iter().zip(types).all(|(operand, value)| {
                operand.space == Space::Register
                    && operand.element != Element::U8
                    && operand.element.takes(value)
            })
        };
        self.emit == Some(Emit::MmaSync) && self.subgroups == 1 && self.product().is_some_and(fits)
    }
}

/// The atoms that multiply these types, in the table's order.
///
/// # Errors
/// None: the table is part of the crate.
pub fn products(types: [ElementType; 3]) -> Result<Vec<&'static Atom>, AtomError> {
    Ok(atoms()?.iter().filter(|atom| atom.multiplies(types)).collect())
}

/// The arrangements of `warps` along m and n over which an atom tiles `[m, n, k]`, that with the fewest
/// slots of A and B first: all warps of a row hold the same of A, all of a column the same of B.
///
/// # Errors
/// The mode that the atom does not tile, or that there is no arrangement; an atom of no registers.
pub fn arrangements(
    atom: &Atom,
    shape: [i64; 3],
    warps: i64,
) -> Result<Vec<[i64; 2]>, TilingError> {
    let [a, b, _] = of_registers(atom)?;
    let [m, n, k] = shape;
    let along_m = |warps: i64| mode(atom, "m", m, own(a, "m"), warps);
    let along_n = |warps: i64| mode(atom, "n", n, own(b, "n"), warps);
    let [Mode { times: tiles_m, .. }, Mode { times: tiles_n, .. }] = [along_m(1)?, along_n(1)?];
    mode(atom, "k", k, own(a, "k"), 1)?;
    let mut found: Vec<[i64; 2]> = (1..=warps.min(tiles_m))
        .filter(|rows| warps % rows == 0)
        .map(|rows| [rows, warps / rows])
        .filter(|&[rows, columns]| along_m(rows).is_ok() && along_n(columns).is_ok())
        .collect();
    if found.is_empty() {
        let atom = atom.name.clone();
        return Err(TilingError::Arrangement { atom, warps, m: tiles_m, n: tiles_n });
    }
    found.sort_by_key(|&[rows, columns]| (m / rows + n / columns, columns));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::{atom, tile_by};

    #[test]
    fn arrangements_are_those_that_tile() {
        let mma = atom("mma.m16n8k8.f32.f16").expect("an atom");
        for shape in [[16, 8, 8], [32, 24, 16], [64, 64, 32], [48, 40, 8]] {
            for warps in 1..=12 {
                let tiles = |arrangement: [i64; 2]| tile_by(mma, shape, arrangement).is_ok();
                let mut expected: Vec<[i64; 2]> = (1..=warps)
                    .filter(|rows| warps % rows == 0)
                    .map(|rows| [rows, warps / rows])
                    .filter(|&arrangement| tiles(arrangement))
                    .collect();
                let mut found = arrangements(mma, shape, warps).unwrap_or_default();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{shape:?} over {warps}");
            }
        }
    }

    #[test]
    fn errors_name_the_mode_and_the_numbers() {
        let mma = atom("mma.m16n8k16.f32.f16").expect("an atom");
        let words = |shape, warps| arrangements(mma, shape, warps).unwrap_err().to_string();
        assert!(words([24, 8, 16], 1).contains("mode m of 24"));
        assert!(words([16, 12, 16], 1).contains("mode n of 12"));
        assert!(words([16, 8, 24], 1).contains("mode k of 24"));
        assert_eq!(
            words([16, 16, 16], 4),
            "4 warps cannot share the 1 x 2 tiles of atom 'mma.m16n8k16.f32.f16' out: warps along m \
             divide 1, along n 2"
        );
    }

    #[test]
    fn integers_are_signed_and_tf32_is_taken_from_f32() {
        use ElementType::{Bf16, F16, F32, I8, I32};
        let names = |types| -> Vec<&str> {
            products(types).expect("atoms").iter().map(|atom| atom.name.as_str()).collect()
        };
        assert_eq!(names([I8, I8, I32]), ["mma.m16n8k16.s32.s8.s8", "mma.m16n8k32.s32.s8.s8"]);
        assert_eq!(names([F32, F32, F32]), ["mma.m16n8k4.f32.tf32", "mma.m16n8k8.f32.tf32"]);
        assert!(names([Bf16, Bf16, F16]).is_empty());
    }
}
