//! The image of a map that is affine in digits.
//!
//! Each row is a sum over the digits of the coordinates. Digits of one axis are joined again where
//! the value does not tell them apart; what is still ragged is cut into boxes of digits:
//!
//! ```text
//! x < 10 cut at 4     d1 < 2, d0 < 4     and     d1 = 2, d0 < 2
//! ```
//!
//! so that the image is a union of stride sets.
//!
//! **Symbols that run freely.** The padded swizzle `72*i + j0 + 8*(j1 xor i0)` is no sum of digits.
//! But for each `i` and `j0`, as `j1` runs through `0..8`, so does `j1 xor i0`. A symbol is a free
//! digit if some digit, its *carrier*, appears nowhere else, and moves it through its whole range:
//! as one side of an XOR of just so many bits, or modulo just so many, with a coefficient that has
//! no divisor in common with them.

use std::collections::{BTreeMap, BTreeSet};

use super::strided::{Strided, Term, moved};
use super::{PIECE_LIMIT, Piece};
use crate::expr::BinaryOp;
use crate::map::{LayoutMap, gcd};
use crate::proof::affine::{Form, Normal};
use crate::proof::forms::Forms;
use crate::proof::normal::NormalForm;

/// The stride sets that make up the image.
pub(super) fn pieces(map: &LayoutMap, forms: &Forms) -> Result<Vec<Piece>, String> {
    let (code, extents, normal) = (forms.code(), forms.extents(), forms.digits());
    let Some(rows) = normal.rows(code).filter(|_| normal.evaluates(map, code)) else {
        return Err(normal.opaque());
    };
    let free = free_symbols(normal, &rows, extents)
        .ok_or_else(|| normal.opaque_or("a symbol does not run freely"))?;
    let step = |variable: usize| rows.iter().map(|form| form.coefficient(variable)).collect();
    let symbols: Vec<Term> =
        free.into_iter().map(|(variable, extent)| Term { step: step(variable), extent }).collect();
    let origin: Vec<i128> = rows.iter().map(|form| form.constant()).collect();
    let mut boxes = vec![(origin, symbols)];
    for (axis, &extent) in extents.iter().enumerate() {
        let own = normal.digits.of_axis(axis);
        let digits = own.map(|place| {
            let digit = normal.digits.all()[place];
            Place { weight: digit.weight.into(), extent: digit.extent.into(), step: step(place) }
        });
        boxes = crossed(boxes, &cut(digits.collect(), extent.into(), rows.len()))?;
    }
    let set = |(origin, terms)| Strided::of(origin, terms).map(Piece::Strided);
    let sets: Option<Vec<Piece>> = boxes.into_iter().map(set).collect();
    sets.ok_or_else(|| "two lists of digits may have one value".to_string())
}

/// A digit of one axis, and what it adds to each row.
struct Place {
    weight: i128,
    extent: i128,
    step: Vec<i128>,
}

/// Where it starts, and its digits.
type Part = (Vec<i128>, Vec<Term>);

/// The coordinates `[0, n)` as boxes of digits.
fn cut(digits: Vec<Place>, n: i128, rows: usize) -> Vec<Part> {
    let zero = vec![0; rows];
    if digits.iter().all(|digit| digit.step == zero) {
        return vec![(zero, Vec::new())];
    }
    let mut joined: Vec<Place> = Vec::new();
    for digit in digits {
        match joined.last_mut() {
            Some(last) if moved(&zero, &last.step, last.extent).as_ref() == Some(&digit.step) => {
                let whole = last.extent * digit.extent;
                last.extent = whole.min((n - 1) / last.weight + 1);
            }
            _ => joined.push(digit),
        }
    }
    let last: Vec<i128> = joined.iter().map(|d| (n - 1) / d.weight % d.extent).collect();
    let top = joined.len() - 1;
    let full = (0..top).find(|&place| last[place] != joined[place].extent - 1).unwrap_or(top);
    let below = |place: usize, extent: i128| {
        let mut origin = zero.clone();
        for (digit, &at) in joined.iter().zip(&last).skip(place + 1) {
            origin.iter_mut().zip(&digit.step).for_each(|(o, s)| *o += s * at);
        }
        let lower = joined[..place].iter().map(|d| (d.step.clone(), d.extent));
        let terms = lower.chain([(joined[place].step.clone(), extent)]);
        (origin, terms.map(|(step, extent)| Term { step, extent }).collect())
    };
    let before = (full + 1..=top).rev().filter(|&place| last[place] > 0);
    before.map(|place| below(place, last[place])).chain([below(full, last[full] + 1)]).collect()
}

/// Every box with every part of one more axis.
fn crossed(boxes: Vec<Part>, parts: &[Part]) -> Result<Vec<Part>, String> {
    if boxes.len() * parts.len() > PIECE_LIMIT {
        return Err(format!("the ragged axes have more than {PIECE_LIMIT} boxes of digits"));
    }
    let mut all = Vec::with_capacity(boxes.len() * parts.len());
    for (origin, terms) in &boxes {
        for (start, more) in parts {
            let origin = moved(origin, start, 1).ok_or("a number leaves 128 bits")?;
            all.push((origin, [terms.as_slice(), more].concat()));
        }
    }
    Ok(all)
}

/// The symbols of the rows with their extents, if each runs freely.
fn free_symbols(normal: &Normal, rows: &[&Form], extents: &[i64]) -> Option<BTreeMap<usize, i128>> {
    let count = normal.digits.all().len();
    let in_rows: BTreeSet<usize> =
        rows.iter().flat_map(|form| form.terms()).map(|&(variable, _)| variable).collect();
    let mut open: BTreeSet<usize> = in_rows.range(count..).copied().collect();
    let mut free = BTreeMap::new();
    while !open.is_empty() {
        let reached = reached(normal, &open);
        let carried = |&symbol: &usize| {
            let mut taken = in_rows.clone();
            for &other in reached.iter().filter(|&&other| other != symbol) {
                taken.extend(operands(normal, other));
            }
            Some((symbol, carried(normal, symbol, &taken, extents)?))
        };
        let (symbol, extent) = open.iter().find_map(carried)?;
        open.remove(&symbol);
        free.insert(symbol, extent);
    }
    Some(free)
}

/// The symbols that these are made of, and they themselves.
fn reached(normal: &Normal, from: &BTreeSet<usize>) -> BTreeSet<usize> {
    let count = normal.digits.all().len();
    let (mut reached, mut pending) = (BTreeSet::new(), Vec::from_iter(from.iter().copied()));
    while let Some(symbol) = pending.pop() {
        if reached.insert(symbol) {
            pending.extend(operands(normal, symbol).filter(|&variable| variable >= count));
        }
    }
    reached
}

fn operands(normal: &Normal, symbol: usize) -> impl Iterator<Item = usize> + '_ {
    let symbol = &normal.symbols[symbol - normal.digits.all().len()];
    [&symbol.left, &symbol.right].into_iter().flat_map(|form| form.terms()).map(|&(v, _)| v)
}

/// How many values a symbol runs through, carried by a digit that is not `taken`.
fn carried(
    normal: &Normal,
    symbol: usize,
    taken: &BTreeSet<usize>,
    extents: &[i64],
) -> Option<i128> {
    let symbol = &normal.symbols[symbol - normal.digits.all().len()];
    let alone = |form: &Form, other: &Form, variable: usize| {
        let digit = normal.digits.all().get(variable)?;
        let own = normal.digits.of_axis(digit.axis).map(|place| normal.digits.all()[place].extent);
        let whole = own.map(i128::from).product::<i128>() == i128::from(extents[digit.axis]);
        let once = other.coefficient(variable) == 0 && !taken.contains(&variable);
        (whole && once).then_some((i128::from(digit.extent), form.coefficient(variable)))
    };
    let by_xor = |form: &Form, other: &Form| {
        let &[(variable, 1)] = form.terms() else { return None };
        let (extent, _) = alone(form, other, variable)?;
        let full = form.constant() == 0 && symbol.range.lo == 0 && symbol.range.hi == extent - 1;
        (full && extent.count_ones() == 1).then_some(extent)
    };
    match (symbol.op, symbol.right.as_constant()) {
        (BinaryOp::Xor, _) => {
            by_xor(&symbol.left, &symbol.right).or_else(|| by_xor(&symbol.right, &symbol.left))
        }
        (BinaryOp::Mod, Some(modulus)) if modulus > 0 => {
            symbol.left.terms().iter().find_map(|&(variable, _)| {
                let (extent, a) = alone(&symbol.left, &symbol.right, variable)?;
                (extent == modulus && gcd(a, modulus) == 1).then_some(extent)
            })
        }
        _ => None,
    }
}
