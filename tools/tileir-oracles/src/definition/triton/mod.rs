//! What each operation on layouts linear over GF(2) must yield.
//!
//! | operation | definition |
//! |---|---|
//! | `a * b` | `b`'s bits stand above `a`'s in a common input, `b`'s values are scaled by `a`'s size in a common output |
//! | compose | `b(a(x))`, dimensions matched by name |
//! | invert | the one `x` with `a(x) = y` |
//! | pseudoinvert | the smallest such `x` |
//! | `a.invert_and_compose(b)` | the smallest `z` with `b(z) = a(x)`; any such `z` where an input has the same bases in both, for there Triton keeps it as it is |
//! | predicates | whether values repeat, whether all are taken, and the bits of the bases |
//!
//! Inverses are looked up in the table of all values: nothing here eliminates.

mod kept;
mod preimage;
mod product;

pub use self::kept::kept;
use self::preimage::{preimages, some_preimage, table};
use self::product::mul;
use crate::bases::{Bases, Dim, join, size, split};
use crate::function::Function;
use crate::judge::Definition;
use crate::nested::{Eval, times};

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `x` to `x`.
    Identity(i64),
    /// `x` to `stride * x`.
    Strided(i64, i64),
    /// Everything to 0, in an output of this size.
    Zeros(i64, i64),
    /// Bases, with output sizes, or the smallest that hold them. Whether every value of these
    /// must be taken.
    FromBases(Bases, bool, bool),
    /// Side by side.
    Mul(Bases, Bases),
    /// The second after the first.
    Compose(Bases, Bases),
    /// The map back.
    Invert(Bases),
    /// The map to the smallest preimage.
    Pseudoinvert(Bases),
    /// The inverse of the second after the first.
    InvertAndCompose(Bases, Bases),
    /// Facts and the matrix.
    Predicates(Bases),
}

type Point = Vec<i64>;

/// The definition of this operation's answer.
pub fn definition(operation: &Operation) -> Definition<Point> {
    evaluated(operation).unwrap_or_else(Definition::Unknown)
}

fn evaluated(operation: &Operation) -> Eval<Definition<Point>> {
    match operation {
        Operation::Identity(size) => Ok(line(*size, 1)),
        Operation::Strided(size, stride) => Ok(line(*size, *stride)),
        Operation::Zeros(size, out) => Ok(match power(*size) && power(*out) {
            true => line(*size, 0),
            false => Definition::NoAnswer(format!("{size} or {out} is no power of two")),
        }),
        Operation::FromBases(bases, _, surjective) => from_bases(bases, *surjective),
        Operation::Mul(a, b) => mul(a, b),
        Operation::Compose(a, b) => compose(a, b),
        Operation::Invert(a) => {
            let outs = a.outs.clone();
            preimages(a, &a.outs, true, move |i| split(&outs, i))
        }
        Operation::Pseudoinvert(a) => {
            let outs = a.outs.clone();
            preimages(a, &a.outs, false, move |i| split(&outs, i))
        }
        Operation::InvertAndCompose(a, b) => {
            let Some(places) = places(&b.outs, &a.outs) else {
                return Ok(differ(a, &b.outs));
            };
            let inner = a.clone();
            let value = move |i: i64| {
                let value = inner.apply(i)?;
                Ok(places.iter().filter_map(|&place| value.get(place).copied()).collect())
            };
            match kept(a, b).is_empty() {
                true => preimages(b, &a.ins, false, value),
                false => Ok(some_preimage(b, a.size()?, value)),
            }
        }
        Operation::Predicates(a) => predicates(a).map(Definition::Everywhere),
    }
}

fn power(n: i64) -> bool {
    n > 0 && (n as u64).is_power_of_two()
}

/// `x` to `stride * x`.
fn line(size: i64, stride: i64) -> Definition<Point> {
    match power(size) && (stride == 0 || power(stride)) {
        true => Definition::Everywhere(Function::new(size, move |i| Ok(vec![times(i, stride)?]))),
        false => Definition::NoAnswer(format!("{size} or {stride} is no power of two")),
    }
}

fn whole(a: &Bases) -> Eval<Function<Point>> {
    let layout = a.clone();
    Ok(Function::new(a.size()?, move |i| layout.apply(i)))
}

fn from_bases(bases: &Bases, surjective: bool) -> Eval<Definition<Point>> {
    for (name, basis) in bases
        .ins
        .iter()
        .zip(&bases.bases)
        .flat_map(|((name, _), bases)| bases.iter().map(move |basis| (name, basis)))
    {
        let outside = bases.outs.iter().zip(basis).find(|((_, size), x)| !(0..*size).contains(x));
        if let Some(((out, size), x)) = outside {
            let witness = format!("a basis of {name} is {x}, outside {out} : {size}");
            return Ok(Definition::NoAnswer(witness));
        }
    }
    let (taken, values) = (table(bases)?, size(&bases.outs)?);
    if surjective && taken.len() as i64 != values {
        let witness = format!("{} of {values} values are taken", taken.len());
        return Ok(Definition::NoAnswer(witness));
    }
    Ok(Definition::Everywhere(whole(bases)?))
}

/// Where each dimension of `wanted` stands in `found`, if the names are the same.
fn places(wanted: &[Dim], found: &[Dim]) -> Option<Vec<usize>> {
    let place = |(name, _): &Dim| found.iter().position(|(other, _)| other == name);
    let places: Option<Vec<_>> = wanted.iter().map(place).collect();
    places.filter(|_| wanted.len() == found.len())
}

fn differ(a: &Bases, wanted: &[Dim]) -> Definition<Point> {
    let names = |dims: &[Dim]| dims.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let (a, b) = (names(&a.outs), names(wanted));
    Definition::NoAnswer(format!("the outputs are {}, not {}", a.join(", "), b.join(", ")))
}

fn compose(a: &Bases, b: &Bases) -> Eval<Definition<Point>> {
    let Some(places) = places(&b.ins, &a.outs) else {
        return Ok(differ(a, &b.ins));
    };
    let (points, a, b) = (a.size()?, a.clone(), b.clone());
    Ok(Definition::Everywhere(Function::new(points, move |i| {
        let value = a.apply(i)?;
        let matched = places.iter().map(|&place| value.get(place).copied().unwrap_or(0));
        b.apply(join(&b.ins, &matched.collect::<Vec<_>>())?)
    })))
}

/// Three facts, the matrix by rows, and the values, one point after another.
fn predicates(a: &Bases) -> Eval<Function<Point>> {
    let (points, values) = (a.size()?, size(&a.outs)?);
    let taken = table(a)?.len() as i64;
    let (injective, surjective) = (taken == points, taken == values);
    let mut rows = vec![
        vec![injective.into()],
        vec![surjective.into()],
        vec![(injective && surjective).into()],
    ];
    for (out, (_, size)) in a.outs.iter().enumerate() {
        for bit in 0..size.checked_ilog2().unwrap_or(0) {
            let columns = a.bases.iter().flatten();
            let entry = |basis: &Point| basis.get(out).map_or(0, |value| value >> bit & 1);
            rows.push(columns.map(entry).collect());
        }
    }
    rows.extend((0..points).map(|i| a.apply(i)).collect::<Eval<Vec<_>>>()?);
    Ok(Function::table(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Check;

    fn layout(ins: &[(&str, i64)], outs: &[(&str, i64)], bases: &[&[&[i64]]]) -> Bases {
        let dims = |dims: &[(&str, i64)]| dims.iter().map(|&(n, s)| (n.to_owned(), s)).collect();
        let bases = bases.iter().map(|dim| dim.iter().map(|basis| basis.to_vec()).collect());
        Bases { ins: dims(ins), outs: dims(outs), bases: bases.collect() }
    }

    fn values(operation: &Operation) -> Eval<Vec<Point>> {
        match definition(operation) {
            Definition::Everywhere(f) => f.points().map(|i| f.at(i)).collect(),
            Definition::NoAnswer(witness) | Definition::Unknown(witness) => Err(witness),
            Definition::Law { .. } => Err("a law".to_owned()),
        }
    }

    #[test]
    fn a_product_scales_what_is_common() {
        let a = layout(&[("i", 2)], &[("m", 2)], &[&[&[1]]]);
        let b = layout(&[("i", 2), ("w", 2)], &[("m", 2), ("n", 2)], &[&[&[0, 1]], &[&[1, 0]]]);
        let points = values(&Operation::Mul(a, b));
        let expected = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [3, 0], [2, 1], [3, 1]];
        assert_eq!(points, Ok(expected.map(|point| point.to_vec()).to_vec()));
    }

    #[test]
    fn the_smallest_preimage_is_taken() {
        let a = layout(&[("i", 8)], &[("o", 4)], &[&[&[2], &[1], &[1]]]);
        let expected = [0, 2, 1, 3].map(|x| vec![x]).to_vec();
        assert_eq!(values(&Operation::Pseudoinvert(a.clone())), Ok(expected));
        assert!(matches!(definition(&Operation::Invert(a.clone())), Definition::NoAnswer(_)));
        let b = layout(&[("z", 4)], &[("o", 4)], &[&[&[3], &[1]]]);
        let expected = [0, 3, 2, 1, 2, 1, 0, 3].map(|x| vec![x]).to_vec();
        assert_eq!(values(&Operation::InvertAndCompose(a.clone(), b)), Ok(expected));
        let same = definition(&Operation::InvertAndCompose(a.clone(), a));
        let Definition::Law { check, .. } = same else { return };
        let identity = Function::new(8, |i| Ok(vec![i]));
        assert_eq!(check(&identity), Check::Kept);
        assert!(matches!(check(&Function::new(8, |_| Ok(vec![1]))), Check::Broken(_)));
    }

    #[test]
    fn what_is_not_reached_is_a_witness() {
        let a = layout(&[("i", 4)], &[("o", 16)], &[&[&[9], &[6]]]);
        assert!(matches!(definition(&Operation::Pseudoinvert(a.clone())), Definition::NoAnswer(_)));
        let required = Operation::FromBases(a.clone(), true, true);
        assert!(matches!(definition(&required), Definition::NoAnswer(_)));
        assert!(matches!(definition(&Operation::Identity(3)), Definition::NoAnswer(_)));
        let other = layout(&[("x", 2)], &[("y", 2)], &[&[&[1]]]);
        assert!(matches!(definition(&Operation::Compose(a, other)), Definition::NoAnswer(_)));
    }

    #[test]
    fn facts_come_before_the_matrix_and_the_values() {
        let a = layout(&[("i", 4)], &[("o", 2)], &[&[&[1], &[1]]]);
        let rows = values(&Operation::Predicates(a));
        let expected: [&[i64]; 8] = [&[0], &[1], &[0], &[1, 1], &[0], &[1], &[1], &[0]];
        assert_eq!(rows, Ok(expected.map(<[i64]>::to_vec).to_vec()));
    }
}
