//! The inputs that Triton keeps as they are when it inverts one layout after another.
//!
//! ```text
//! a   t = [1, 2], blk = [0]      the element of (t, 0) and (t, 1) is one and the same
//! b   t = [2, 1], blk = [0]
//! z   t -> t = [2, 1]            smallest: blk -> 0;   Triton: blk -> blk, nothing moves
//! ```
//!
//! An input is kept if it has the same bases in both layouts, outputs matched by name, and if no
//! other input of either reaches the output bits that it reaches.

use super::{Point, places};
use crate::bases::Bases;

/// The names of the inputs that are kept when `b` is inverted after `a`.
pub fn kept<'a>(a: &'a Bases, b: &Bases) -> Vec<&'a str> {
    let Some(b) = matched(a, b) else {
        return Vec::new();
    };
    let names = a.ins.iter().map(|(name, _)| name.as_str());
    names
        .filter(|name| {
            bases_of(a, name) == bases_of(&b, name) && separate(a, name) && separate(&b, name)
        })
        .collect()
}

/// `b` with its outputs in the order of `a`'s.
fn matched(a: &Bases, b: &Bases) -> Option<Bases> {
    let places = places(&a.outs, &b.outs)?;
    let basis = |basis: &Point| -> Option<Point> {
        places.iter().map(|&place| basis.get(place).copied()).collect()
    };
    let bases = b.bases.iter().map(|bases| bases.iter().map(basis).collect());
    Some(Bases { ins: b.ins.clone(), outs: a.outs.clone(), bases: bases.collect::<Option<_>>()? })
}

fn bases_of<'a>(layout: &'a Bases, name: &str) -> Option<&'a Vec<Point>> {
    let place = layout.ins.iter().position(|(other, _)| other == name)?;
    layout.bases.get(place)
}

/// Whether no other input reaches an output bit that this one reaches.
fn separate(layout: &Bases, name: &str) -> bool {
    let (mut own, mut others) = (vec![0; layout.outs.len()], vec![0; layout.outs.len()]);
    for ((dim, _), bases) in layout.ins.iter().zip(&layout.bases) {
        let reached = if dim == name { &mut own } else { &mut others };
        for basis in bases {
            reached.iter_mut().zip(basis).for_each(|(bits, value)| *bits |= value);
        }
    }
    own.iter().zip(&others).all(|(own, others)| own & others == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(t: &[i64], blk: i64) -> Bases {
        let dims = |names: &[(&str, i64)]| names.iter().map(|&(n, s)| (n.to_owned(), s)).collect();
        let bases = vec![t.iter().map(|&x| vec![x]).collect(), vec![vec![blk]]];
        Bases { ins: dims(&[("t", 4), ("blk", 2)]), outs: dims(&[("x", 8)]), bases }
    }

    #[test]
    fn an_input_is_kept_where_nothing_else_reaches() {
        assert_eq!(kept(&layout(&[1, 2], 0), &layout(&[2, 1], 0)), ["blk"]);
        assert_eq!(kept(&layout(&[1, 2], 4), &layout(&[1, 2], 4)), ["t", "blk"]);
        assert!(kept(&layout(&[1, 4], 4), &layout(&[4, 1], 4)).is_empty());
    }
}
