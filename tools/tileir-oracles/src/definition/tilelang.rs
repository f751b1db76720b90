//! What TileLang's words on layouts must give, from the operand's table.
//!
//! Points are numbered row by row, the last coordinate fastest.

use std::collections::HashMap;

use crate::function::Function;
use crate::judge::Definition;
use crate::nested::{Eval, plus, times};

type Point = Vec<i64>;

/// The point of a number.
pub fn split(extents: &[i64], number: i64) -> Eval<Point> {
    let (mut rest, mut point) = (number, Vec::with_capacity(extents.len()));
    for extent in extents.iter().rev() {
        point.push(rest.checked_rem(*extent).ok_or("an extent of 0")?);
        rest /= extent;
    }
    point.reverse();
    Ok(point)
}

/// The number of a point.
pub fn join(extents: &[i64], point: &[i64]) -> Eval<i64> {
    extents.iter().zip(point).try_fold(0, |number, (extent, x)| plus(times(number, *extent)?, *x))
}

/// The coordinates with an index; nothing where the operand is no bijection.
pub fn inverse(
    inputs: &[i64],
    outputs: &[i64],
    table: &Function<Point>,
) -> Eval<Definition<Point>> {
    let mut back: HashMap<i64, i64> = HashMap::new();
    for i in 0..table.size() {
        if let Some(first) = back.insert(join(outputs, &table.at(i)?)?, i) {
            return Ok(Definition::NoAnswer(format!("{first} and {i} have the same index")));
        }
    }
    let size = outputs.iter().try_fold(1, |size, extent| times(size, *extent))?;
    if size != table.size() {
        let why = format!("{} points have {size} places", table.size());
        return Ok(Definition::NoAnswer(why));
    }
    let inputs = inputs.to_vec();
    Ok(Definition::Everywhere(Function::new(size, move |index| {
        let number = back.get(&index).ok_or_else(|| format!("no point has the index {index}"))?;
        split(&inputs, *number)
    })))
}

/// The number of the repetition, then the index within it.
pub fn repeat(
    inputs: &[i64],
    table: Function<Point>,
    dimension: i64,
    factor: i64,
) -> Eval<Definition<Point>> {
    let place = usize::try_from(dimension).map_err(|error| error.to_string())?;
    let own = *inputs.get(place).ok_or("no such coordinate")?;
    let inputs = inputs.to_vec();
    let mut shape = inputs.clone();
    if let Some(extent) = shape.get_mut(place) {
        *extent = times(own, factor)?;
    }
    let size = times(table.size(), factor)?;
    Ok(Definition::Everywhere(Function::new(size, move |i| {
        let mut point = split(&shape, i)?;
        let x = point.get_mut(place).ok_or("no such coordinate")?;
        let repetition = x.checked_div(own).ok_or("an extent of 0")?;
        *x %= own;
        let index = table.at(join(&inputs, &point)?)?;
        Ok([vec![repetition], index].concat())
    })))
}

/// The leading coordinates, then the index at the others.
pub fn expand(table: Function<Point>, leading: &[i64]) -> Eval<Definition<Point>> {
    let leading = leading.to_vec();
    let (own, size) = (table.size(), leading.iter().try_fold(table.size(), |s, e| times(s, *e))?);
    Ok(Definition::Everywhere(Function::new(size, move |i| {
        let block = i.checked_div(own).ok_or("an empty operand")?;
        Ok([split(&leading, block)?, table.at(i % own)?].concat())
    })))
}

/// The index as one number.
pub fn linearized(outputs: &[i64], table: Function<Point>) -> Definition<Point> {
    let outputs = outputs.to_vec();
    let size = table.size();
    Definition::Everywhere(Function::new(size, move |i| Ok(vec![join(&outputs, &table.at(i)?)?])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_needs_a_bijection() -> Eval<()> {
        let turned = Function::table(vec![vec![0, 0], vec![1, 0], vec![0, 1], vec![1, 1]]);
        let Definition::Everywhere(back) = inverse(&[2, 2], &[2, 2], &turned)? else {
            return Err("no inverse".to_owned());
        };
        assert_eq!(back.at(1), Ok(vec![1, 0]));
        let folded = Function::table(vec![vec![0], vec![0]]);
        assert!(matches!(inverse(&[2], &[1], &folded)?, Definition::NoAnswer(_)));
        let padded = Function::table(vec![vec![0], vec![2]]);
        assert!(matches!(inverse(&[2], &[3], &padded)?, Definition::NoAnswer(_)));
        Ok(())
    }
}
