//! Images in words.
//!
//! ```text
//! every value of (i : 8, j : 4)
//! a from 3 to 10
//! 3 + 10*{0..4} + {0..8}              digits times strides, each below its bound
//! (0, 1) + (1, 1)*{0..6}              on two axes
//! 8 xor span{1, 6}
//! {(0), (7)}
//! 4*{0..16} and 70                    a union
//! ```

use std::fmt;

use super::strided::Strided;
use super::{Image, Piece};
use crate::index_set::{Extent, IndexSet};

/// So many points are written out.
const SHOWN: usize = 16;

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pieces.is_empty() {
            return f.write_str("no value");
        }
        for (place, piece) in self.pieces.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " and " })?;
            match piece {
                Piece::Strided(set) => strided(f, set, &self.codomain)?,
                Piece::Space(space) => {
                    let signed = |row: &[u64]| -> Vec<i128> {
                        row.iter().map(|&word| i128::from(word as i64)).collect()
                    };
                    let mut bases: Vec<Vec<i128>> = space.bases().map(signed).collect();
                    bases.sort_unstable();
                    let bases: Vec<String> = bases.iter().map(|basis| vector(basis)).collect();
                    let origin = vector(&signed(space.origin()));
                    match bases.as_slice() {
                        [] => f.write_str(&origin)?,
                        bases => write!(f, "{origin} xor span{{{}}}", bases.join(", "))?,
                    }
                }
                Piece::Where(set, _) => write!(f, "{set}")?,
                Piece::Points(points) => {
                    let shown: Vec<String> = points
                        .iter()
                        .take(SHOWN)
                        .map(|point| {
                            let numbers: Vec<String> = point.iter().map(i64::to_string).collect();
                            format!("({})", numbers.join(", "))
                        })
                        .collect();
                    let more = points.len().saturating_sub(SHOWN);
                    let rest = if more > 0 { format!(", … {more} more") } else { String::new() };
                    write!(f, "{{{}{rest}}}", shown.join(", "))?;
                }
            }
        }
        Ok(())
    }
}

/// A number, or `(1, 2)`.
fn vector(numbers: &[i128]) -> String {
    match numbers {
        [number] => number.to_string(),
        numbers => {
            let numbers: Vec<String> = numbers.iter().map(i128::to_string).collect();
            format!("({})", numbers.join(", "))
        }
    }
}

fn strided(f: &mut fmt::Formatter<'_>, set: &Strided, codomain: &IndexSet) -> fmt::Result {
    if let Some(ranges) = set.as_box().filter(|_| !set.terms.is_empty()) {
        let whole = |(range, extent): (&(i128, i128), Extent)| {
            extent.finite().is_some_and(|n| *range == (0, i128::from(n) - 1))
        };
        let extents = codomain.axes().iter().map(|axis| axis.extent());
        if ranges.iter().zip(extents).all(whole) {
            return write!(f, "every value of {codomain}");
        }
        let axes = codomain.axes().iter().zip(&ranges).map(|(axis, (lo, hi))| match lo == hi {
            true => format!("{} = {lo}", axis.name()),
            false => format!("{} from {lo} to {hi}", axis.name()),
        });
        return f.write_str(&axes.collect::<Vec<String>>().join(", "));
    }
    let mut parts: Vec<String> = Vec::new();
    if set.terms.is_empty() || set.origin.iter().any(|&o| o != 0) {
        parts.push(vector(&set.origin));
    }
    parts.extend(set.terms.iter().map(|term| match term.step.as_slice() {
        [1] => format!("{{0..{}}}", term.extent),
        step => format!("{}*{{0..{}}}", vector(step), term.extent),
    }));
    f.write_str(&parts.join(" + "))
}
