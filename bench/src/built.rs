//! The maps of the proofs, built through the public interface instead of read.
//!
//! A pass does not write a text down to have it read again: it has axes, strides and expressions,
//! and asks. So that *build, decide* has a meaning of its own, each listed map is built here as a
//! pass builds it, from nothing but numbers and names.
//!
//! ```
//! # use tileir::{Expr, Program};
//! let f = 192 * Expr::coord(0) + Expr::coord(1);
//! let rows = Program::from_exprs(&[&f % 128, f / 128]);
//! assert_eq!(rows.eval(&[2, 10])?, [10, 3]);
//! # Ok::<(), tileir::EvalError>(())
//! ```
//!
//! **The law.** What is built here *is* the map whose text is listed under the same name.

use tileir::{Axis, Expr, IndexSet, IntTree, LayoutMap, MapError, Program};

/// Builds a map from nothing.
pub type Build = fn() -> Result<LayoutMap, MapError>;

/// How the map of a proof is built; nothing for a name that no proof has.
pub fn build(name: &str) -> Option<Build> {
    let build: Build = match name {
        "512i + 16j + k" => strided,
        "rows of 192 by 128" => rows,
        "o + 4 (o div 64)" => padded,
        "swizzle, a node" => swizzle_node,
        "swizzle, written out" => swizzle_written,
        "threads and registers" => || threads(64, 4_096),
        "the same, 2^40 points" => || threads(1 << 27, 1 << 33),
        _ => return None,
    };
    Some(build)
}

fn set(axes: &[(&str, i64)]) -> Result<IndexSet, MapError> {
    IndexSet::new(axes.iter().map(|&(name, extent)| Axis::new(name, extent)).collect())
}

fn tile() -> Result<IndexSet, MapError> {
    set(&[("i", 8), ("j", 32), ("k", 4)])
}

fn strided() -> Result<LayoutMap, MapError> {
    let sum = 512 * Expr::coord(0) + 16 * Expr::coord(1) + Expr::coord(2);
    LayoutMap::expr(tile()?, set(&[("a", 4096)])?, Program::from_exprs(&[sum]))
}

fn rows() -> Result<LayoutMap, MapError> {
    let f = 192 * Expr::coord(0) + Expr::coord(1);
    let rows = Program::from_exprs(&[&f % 128, f / 128]);
    LayoutMap::expr(set(&[("i", 64), ("j", 192)])?, set(&[("a", 128), ("b", 96)])?, rows)
}

fn padded() -> Result<LayoutMap, MapError> {
    let o = Expr::coord(0);
    let padded = &o + 4 * (&o / 64);
    LayoutMap::expr(set(&[("o", 4096)])?, set(&[("a", 4348)])?, Program::from_exprs(&[padded]))
}

fn swizzle_node() -> Result<LayoutMap, MapError> {
    let tree = |leaves: [i64; 3]| IntTree::Tuple(leaves.map(IntTree::Leaf).into());
    let (shape, strides) = (tree([8, 32, 4]), vec![tree([128, 4, 1])]);
    let rows = LayoutMap::mixed_radix_between(shape, strides, tile()?, set(&[("a", 1024)])?)?;
    LayoutMap::transform("swizzle", vec![3, 4, 3], rows, None)
}

fn swizzle_written() -> Result<LayoutMap, MapError> {
    let o = 128 * Expr::coord(0) + 4 * Expr::coord(1) + Expr::coord(2);
    let swizzled = &o ^ ((&o / 8) & 112);
    LayoutMap::expr(tile()?, set(&[("a", 1024)])?, Program::from_exprs(&[swizzled]))
}

/// Report L01: `rows` of 8192, dealt to 128 threads four at a time.
fn threads(rows: i64, registers: i64) -> Result<LayoutMap, MapError> {
    let f = 8192 * Expr::coord(0) + Expr::coord(1);
    let thread = (&f / 4) % 128;
    let register = &f % 4 + 4 * (f / 512);
    let domain = set(&[("i", rows), ("j", 8192)])?;
    let codomain = set(&[("thread", 128), ("reg", registers)])?;
    LayoutMap::expr(domain, codomain, Program::from_exprs(&[thread, register]))
}
