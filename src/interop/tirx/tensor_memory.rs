//! The layouts of `tcgen05` by name: the registers of its loads, the lanes of tensor memory.
//!
//! A load gives a warpgroup the cells, of 32 bits, of 64 or 128 rows. With `n` the repetitions
//! that the columns make, the register numbers in cells:
//!
//! ```text
//! 32x32b    row = tid_in_wg                          column = register
//! 16x64b    row = laneid[2:5] + 8*laneid[0]          column = laneid[1] + 2*register
//! 16x128b   row = laneid[2:5] + 8*register[0]        column = laneid[0:2] + 4*register[1:]
//! 16x256b   row = laneid[2:5] + 8*register[1]        column = register[0] + 2*laneid[0:2] + 8*register[2:]
//! ```
//!
//! and `+ 16*wid_in_wg`; of 128 rows each warp has 32, the second 16 in the upper half of its
//! registers. Elements of 16 bits lie two in a cell.
//!
//! The *datapaths* A to G of the multiplication are where its rows are in tensor memory:
//!
//! | datapath | rows | lane, column |
//! |---|---|---|
//! | A, D | 128 | the row, the column |
//! | B, E | 64 | the row, plus 64 in the second half of the columns |
//! | C, F | 64 | `row // 16 * 32 + row % 16`: half of each warp's lanes |
//! | G | 32 | the row, plus 32 in each further quarter of the columns |

use std::collections::BTreeMap;

use super::{Iter, TileLayout, TirxError};

const LANE: &str = "laneid";
const WARP: &str = "wid_in_wg";

/// The registers of a `tcgen05` load or store of this shape, for a tile of elements of so many
/// bits: TVM's `tcgen05_atom_layout`.
///
/// # Errors
/// A shape that is none; elements that are not of 16 or 32 bits; rows other than 64 or 128;
/// columns that are no power-of-two number of repetitions.
pub fn register_atom(
    shape: &str,
    [rows, columns]: [i64; 2],
    bits: i64,
) -> Result<TileLayout, TirxError> {
    let what = || format!("the registers of {shape} for {rows} x {columns} of {bits} bits");
    let no = |why: String| TirxError::Named { what: what(), why };
    let (factor, most) = match shape {
        "32x32b" => (1, 128),
        "16x64b" => (2, 128),
        "16x128b" => (4, 64),
        "16x256b" => (8, 32),
        _ => return Err(no("32x32b, 16x64b, 16x128b and 16x256b are known".to_owned())),
    };
    if ![16, 32].contains(&bits) {
        return Err(no("a cell holds elements of 16 or 32 bits".to_owned()));
    }
    if ![64, 128].contains(&rows) {
        return Err(no("64 or 128 rows are known".to_owned()));
    }
    if shape == "32x32b" && rows == 64 {
        return folded(columns, bits).unwrap_or_else(|| {
            Err(no("64 rows are two halves of 1, 2, 4, … 128 columns of 32 bits".to_owned()))
        });
    }
    let packed = 32 / bits;
    let times = columns / (factor * packed);
    let whole = columns % (factor * packed) == 0 && times > 0 && times <= most;
    if !whole || !times.unsigned_abs().is_power_of_two() {
        return Err(no(format!("the columns are no 1, 2, 4, … {most} times {}", factor * packed)));
    }
    if shape == "32x32b" {
        let shard = vec![Iter::new(rows, 1, "tid_in_wg"), Iter::new(columns, 1, "m")];
        return TileLayout::new(shard, Vec::new(), BTreeMap::new());
    }
    let on = Iter::new;
    let (row, mut column, registers) = match shape {
        "16x64b" => (on(2, 1, LANE), vec![on(times, 1, "m"), on(2, 2, LANE)], times),
        "16x128b" => (on(2, 1, "m"), vec![on(times, 2, "m"), on(4, 1, LANE)], 2 * times),
        _ => {
            let column = vec![on(times, 4, "m"), on(4, 1, LANE), on(2, 1, "m")];
            (on(2, 2, "m"), column, 4 * times)
        }
    };
    let mut shard = vec![on(4, 1, WARP)];
    if rows == 128 {
        shard.push(on(2, registers, "m"));
    }
    shard.extend([row, on(8, 4, LANE)]);
    shard.append(&mut column);
    let cells = TileLayout::new(shard, Vec::new(), BTreeMap::new())?;
    if packed == 1 { Ok(cells) } else { cells.unpack(packed) }
}

/// The 64 rows of datapath B, whose second half of columns is on the upper threads.
fn folded(columns: i64, bits: i64) -> Option<Result<TileLayout, TirxError>> {
    let half = columns / 2;
    let fits = (1..=128).contains(&half) && half.unsigned_abs().is_power_of_two();
    if bits != 32 || columns % 2 != 0 || !fits {
        return None;
    }
    let shard =
        vec![Iter::new(64, 1, "tid_in_wg"), Iter::new(2, 64, "tid_in_wg"), Iter::new(half, 1, "m")];
    Some(TileLayout::new(shard, Vec::new(), BTreeMap::new()))
}

/// The lanes and columns of tensor memory of a datapath: TVM's `tmem_datapath_layout`. The upper
/// half of each warp's lanes is there for C and F alone.
///
/// # Errors
/// A letter that is none; other rows than the datapath has; columns that do not fold.
pub fn datapath(
    letter: &str,
    [rows, columns]: [i64; 2],
    upper: bool,
) -> Result<TileLayout, TirxError> {
    let what = || format!("datapath {letter} for {rows} x {columns}");
    let no = |why: &str| Err(TirxError::Named { what: what(), why: why.to_owned() });
    let (expected, fold) = match letter {
        "A" | "D" => (128, 1),
        "B" | "E" => (64, 2),
        "C" | "F" => (64, 1),
        "G" => (32, 4),
        _ => return no("the letters are A to G"),
    };
    if rows != expected {
        return no(&format!("it has {expected} rows"));
    }
    if columns < 1 || columns % fold != 0 {
        return no(&format!("the columns fold into {fold}"));
    }
    let halves = matches!(letter, "C" | "F");
    if upper && !halves {
        return no("it has both halves of each warp's lanes");
    }
    let mut shard = match halves {
        true => vec![Iter::new(4, 32, "TLane"), Iter::new(16, 1, "TLane")],
        false => vec![Iter::new(rows, 1, "TLane")],
    };
    if fold > 1 {
        shard.push(Iter::new(fold, rows, "TLane"));
    }
    shard.push(Iter::new(columns / fold, 1, "TCol"));
    let mut offset = BTreeMap::new();
    if upper {
        offset.insert("TLane".to_owned(), 16);
    }
    TileLayout::new(shard, Vec::new(), offset)
}
