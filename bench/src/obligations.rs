//! Modules of any number of obligations, no two of them about one map.
//!
//! | turn | map of the *n*-th | facts |
//! |---|---|---|
//! | 0 | rows with a padding of `n` | total, in bounds, injective |
//! | 1 | rows of `192 + n`, taken apart by 128 | total, in bounds, injective |
//! | 2 | a swizzle over a tile with strides times `n + 1` | total, in bounds, injective |
//! | 3 | `n + 4` added every 64 points | total, in bounds, injective |

/// The map of one obligation, without the dialect's prefix.
pub fn map(number: usize) -> String {
    let n = number / 4;
    match number % 4 {
        0 => {
            let row = 128 + n;
            let end = 7 * row + 128;
            format!("mixed_radix<(8,32,4):({row},4,1), (i : 8, j : 32, k : 4) -> (a : {end})>")
        }
        1 => {
            let row = 192 + n;
            let end = (64 * row).div_ceil(128);
            format!(
                "expr<(i : 64, j : {row}) -> let f = {row} * i + j in \
                 (f mod 128, f floordiv 128) to (a : 128, b : {end})>"
            )
        }
        2 => {
            let row = 128 * (n + 1);
            let end = 8 * row;
            format!(
                "transform<swizzle(3, 4, 3), \
                 mixed_radix<(8,32,4):({row},4,1), (i : 8, j : 32, k : 4) -> (a : {end})>>"
            )
        }
        _ => {
            let pad = n + 4;
            let end = 4096 + 63 * pad;
            format!("expr<(o : 4096) -> (o + {pad} * (o floordiv 64)) to (a : {end})>")
        }
    }
}

/// The text of a module that requires `count` maps to be total, in bounds and injective.
pub fn module(count: usize) -> String {
    let line =
        |number| format!("tileir.require #tileir.{} [total, bounds, injective]\n", map(number));
    (0..count).map(line).collect()
}
