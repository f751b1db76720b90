//! Reductions along an axis, in no order in particular.

use tileir_dialect::attributes::ReduceKind;

use super::element::{Approx, Element};
use super::error_bound::{product, sum};
use super::fault::Fault;
use super::float::FloatOp;
use super::format::ElementType;
use super::int::IntOp;
use super::value::{Tile, points};

/// Combines a tile along one axis.
///
/// # Errors
/// The axis is none of the tile's, or has no element to combine.
pub fn reduce(kind: ReduceKind, source: &Tile, axis: usize) -> Result<Tile, Fault> {
    let fault = |why: String| Fault::Malformed { op: "tileir.reduce".to_owned(), why };
    let extent = source.shape.get(axis).copied();
    let extent = extent.ok_or_else(|| fault(format!("there is no axis {axis}")))?;
    let mut shape = source.shape.clone();
    shape.remove(axis);
    let mut elements = Vec::new();
    for row in points(&shape) {
        let mut terms = Vec::new();
        for along in 0..extent {
            let mut point = row.clone();
            point.insert(axis, along);
            let place = source.position(&point);
            terms.extend(place.and_then(|place| source.elements.get(place)).copied());
        }
        let combined = combine(kind, source.element, &terms)?;
        elements.push(combined.ok_or_else(|| fault("the axis has no elements".to_owned()))?);
    }
    Ok(Tile { element: source.element, shape, elements })
}

/// Combines elements in any order; `None` of none.
///
/// # Errors
/// None for a kind that elements of the type are combined by.
pub fn combine(
    kind: ReduceKind,
    element: ElementType,
    terms: &[Element],
) -> Result<Option<Element>, Fault> {
    let Some((&first, others)) = terms.split_first() else { return Ok(None) };
    let Some(format) = element.format() else {
        let op = match kind {
            ReduceKind::Add => IntOp::Add,
            ReduceKind::Mul => IntOp::Mul,
            ReduceKind::Max => IntOp::MaxS,
            ReduceKind::Min => IntOp::MinS,
        };
        return others.iter().try_fold(first, |a, &b| op.apply(element, a, b)).map(Some);
    };
    if others.is_empty() {
        return Ok(Some(first));
    }
    let terms: Vec<Approx> = terms.iter().map(|term| term.approx(format)).collect();
    let extreme = |op: FloatOp| {
        let all = terms.iter().copied();
        all.reduce(|a, b| op.apply(format, a, b)).map(Approx::element)
    };
    Ok(match kind {
        ReduceKind::Add => Some(sum(format, &terms).element()),
        ReduceKind::Mul => Some(product(format, &terms).element()),
        ReduceKind::Max => extreme(FloatOp::Maximum),
        ReduceKind::Min => extreme(FloatOp::Minimum),
    })
}

#[cfg(test)]
mod tests {
    use super::super::format::Format;
    use super::*;

    fn tile(element: ElementType, values: &[f64]) -> Tile {
        let encode = |&value: &f64| match element.format() {
            Some(format) => Element::Stored(format.encode(value)),
            None => Element::int(element.mask(value as i64 as u64)),
        };
        Tile { element, shape: vec![2, 3], elements: values.iter().map(encode).collect() }
    }

    #[test]
    fn floats_along_each_axis() {
        let format = Format::F32;
        let source = tile(ElementType::Float(format), &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let rows = |kind, axis| -> Vec<f64> {
            let reduced = reduce(kind, &source, axis).expect("a reduction");
            reduced.elements.iter().map(|e| e.approx(format).value).collect()
        };
        assert_eq!(rows(ReduceKind::Add, 1), [6.0, 15.0]);
        assert_eq!(rows(ReduceKind::Add, 0), [5.0, 7.0, 9.0]);
        assert_eq!(rows(ReduceKind::Mul, 1), [6.0, 120.0]);
        assert_eq!(rows(ReduceKind::Max, 1), [3.0, 6.0]);
        assert_eq!(rows(ReduceKind::Min, 0), [1.0, 2.0, 3.0]);
        assert!(reduce(ReduceKind::Add, &source, 2).is_err());
    }

    #[test]
    fn integers_wrap_and_are_signed() {
        let element = ElementType::Int(8);
        let source = tile(element, &[100.0, 100.0, -1.0, -2.0, 3.0, 4.0]);
        let rows = |kind| -> Vec<i64> {
            let reduced = reduce(kind, &source, 1).expect("a reduction");
            reduced.elements.iter().map(|e| element.signed(e.int_bits(None).0)).collect()
        };
        assert_eq!(rows(ReduceKind::Add), [-57, 5]);
        assert_eq!(rows(ReduceKind::Max), [100, 4]);
        assert_eq!(rows(ReduceKind::Min), [-1, -2]);
    }
}
