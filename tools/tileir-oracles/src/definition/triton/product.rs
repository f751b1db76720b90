//! The product `a * b`: two layouts side by side.
//!
//! ```text
//! a = (i : 2) -> (m : 2), i = [1]        a * b = (i : 4) -> (m : 4), i = [1, 2]
//! b = (i : 2) -> (m : 2), i = [1]
//! ```
//!
//! In a common input `a`'s digit is the lower one; in a common output `b`'s values are scaled by
//! `a`'s size. Dimensions stand in an order that keeps the order of both operands.

use std::collections::HashMap;

use super::Point;
use crate::bases::{Bases, Dim, join, size, split};
use crate::function::Function;
use crate::judge::Definition;
use crate::nested::{Eval, plus, times};

/// `a * b`: the digits of a common input are `a`'s, then `b`'s; likewise of a common output.
pub fn mul(a: &Bases, b: &Bases) -> Eval<Definition<Point>> {
    let (Some(ins), Some(outs)) = (merged(&a.ins, &b.ins)?, merged(&a.outs, &b.outs)?) else {
        return Ok(Definition::NoAnswer("common dimensions stand in two orders".to_owned()));
    };
    let (points, a, b) = (size(&ins)?, a.clone(), b.clone());
    Ok(Definition::Everywhere(Function::new(points, move |i| {
        let (mut low, mut high) = (HashMap::new(), HashMap::new());
        for ((name, _), x) in ins.iter().zip(split(&ins, i)?) {
            let step = size_of(&a.ins, name);
            low.insert(name.as_str(), x % step);
            high.insert(name.as_str(), x / step);
        }
        let of = |layout: &Bases, digits: &HashMap<&str, i64>| {
            let digit = |(name, _): &Dim| digits.get(name.as_str()).copied().unwrap_or(0);
            layout.apply(join(&layout.ins, &layout.ins.iter().map(digit).collect::<Vec<_>>())?)
        };
        let (low, high) = (of(&a, &low)?, of(&b, &high)?);
        let part = |layout: &Bases, value: &Point, name: &str| {
            let place = layout.outs.iter().position(|(other, _)| other == name);
            place.and_then(|place| value.get(place).copied()).unwrap_or(0)
        };
        let value = |(name, _): &Dim| {
            let above = times(part(&b, &high, name), size_of(&a.outs, name))?;
            plus(part(&a, &low, name), above)
        };
        outs.iter().map(value).collect()
    })))
}

/// The size of the dimension with this name; 1 if there is none.
fn size_of(dims: &[Dim], name: &str) -> i64 {
    dims.iter().find(|(other, _)| other == name).map_or(1, |(_, size)| (*size).max(1))
}

/// The dimensions of both, in an order that keeps the order of each, sizes multiplied. `None`
/// if there is no such order.
fn merged(a: &[Dim], b: &[Dim]) -> Eval<Option<Vec<Dim>>> {
    let (mut left, mut right, mut names) = (a, b, Vec::new());
    let has = |dims: &[Dim], name: &str| dims.iter().any(|(other, _)| other == name);
    loop {
        let next = match (left.split_first(), right.split_first()) {
            (None, None) => break,
            (Some((dim, rest)), None) => (dim, rest, right),
            (None, Some((dim, rest))) => (dim, left, rest),
            (Some((x, xs)), Some((y, ys))) if x.0 == y.0 => (x, xs, ys),
            (Some((x, xs)), Some(_)) if !has(right, &x.0) => (x, xs, right),
            (Some(_), Some((y, ys))) if !has(left, &y.0) => (y, left, ys),
            _ => return Ok(None),
        };
        names.push(next.0.0.clone());
        (left, right) = (next.1, next.2);
    }
    let dim = |name: String| {
        let size = times(size_of(a, &name), size_of(b, &name))?;
        Ok((name, size))
    };
    names.into_iter().map(dim).collect::<Eval<Vec<_>>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_both_orders() {
        let dims = |names: &str| -> Vec<Dim> {
            names.split_whitespace().map(|name| (name.to_owned(), 2)).collect()
        };
        let names = |a: &str, b: &str| {
            merged(&dims(a), &dims(b)).map(|dims| {
                dims.map(|dims| {
                    dims.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
                })
            })
        };
        assert_eq!(names("warp", "lane reg warp"), Ok(Some("lane reg warp".to_owned())));
        assert_eq!(names("a c", "b c"), Ok(Some("a b c".to_owned())));
        assert_eq!(names("a b", "b a"), Ok(None));
    }
}
