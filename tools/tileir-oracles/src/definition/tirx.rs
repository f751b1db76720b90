//! What TIRx's words on tile layouts must give, from the operands' digits.
//!
//! A place is a list of axes and values, sorted by the axis, without those at 0. Elements and
//! coordinates are numbered with the last digit fastest.

use std::collections::BTreeMap;

use crate::function::Function;
use crate::judge::Definition;
use crate::nested::{Eval, plus, times};

/// Where an element is.
pub type Place = Vec<(String, i64)>;

/// A tile layout as a case writes it: digits with extent, stride and axis.
#[derive(Clone, Debug, Default)]
pub struct Tile {
    /// The digits of the element's number, the slowest first.
    pub shard: Vec<(i64, i64, String)>,
    /// The digits of a copy's number.
    pub replica: Vec<(i64, i64, String)>,
    /// What is added.
    pub offset: BTreeMap<String, i64>,
}

type Sums = BTreeMap<String, i64>;

/// Sums by axis as a place.
pub fn place(sums: Sums) -> Place {
    sums.into_iter().filter(|(_, value)| *value != 0).collect()
}

fn add(sums: &mut Sums, axis: &str, value: i64) -> Eval<()> {
    let sum = sums.entry(axis.to_owned()).or_default();
    *sum = plus(*sum, value)?;
    Ok(())
}

fn joined(mut a: Sums, b: &Sums) -> Eval<Sums> {
    b.iter().try_for_each(|(axis, value)| add(&mut a, axis, *value))?;
    Ok(a)
}

/// The coordinates of a number, the last fastest.
pub fn split(extents: &[i64], number: i64) -> Eval<Vec<i64>> {
    super::tilelang::split(extents, number)
}

fn join(extents: &[i64], point: &[i64]) -> Eval<i64> {
    super::tilelang::join(extents, point)
}

fn size_of(extents: &[i64]) -> Eval<i64> {
    extents.iter().try_fold(1, |size, extent| times(size, *extent))
}

impl Tile {
    /// The number of elements.
    pub fn size(&self) -> Eval<i64> {
        size_of(&self.extents())
    }

    fn extents(&self) -> Vec<i64> {
        self.shard.iter().map(|(extent, ..)| *extent).collect()
    }

    /// The sums of an element's first copy; past the last element the slowest digit goes on.
    fn sums(&self, x: i64) -> Eval<Sums> {
        let (mut sums, mut rest) = (self.offset.clone(), x);
        for (k, (extent, stride, axis)) in self.shard.iter().enumerate().rev() {
            let digit = if k == 0 { Some(rest) } else { rest.checked_rem(*extent) };
            rest = rest.checked_div(*extent).ok_or("an extent of 0")?;
            add(&mut sums, axis, times(digit.ok_or("an extent of 0")?, *stride)?)?;
        }
        Ok(sums)
    }

    /// The place of an element's first copy.
    pub fn at(&self, x: i64) -> Eval<Place> {
        self.sums(x).map(place)
    }

    /// How far apart tiles of this layout are on an axis: one more than the greatest value there,
    /// over elements and copies; 1 where no digit of more than one value moves along it.
    fn span(&self, axis: &str) -> Eval<i64> {
        let moving = |(extent, _, own): &&(i64, i64, String)| *extent != 1 && own == axis;
        let only = self.shard.iter().all(|(extent, ..)| *extent == 1);
        let first = self.shard.first().filter(|_| only).is_some_and(|(.., own)| own == axis);
        if !first && self.shard.iter().find(moving).is_none() {
            return Ok(1);
        }
        let start = self.offset.get(axis).copied().unwrap_or(0);
        let digits = self.shard.iter().chain(&self.replica).filter(|(.., own)| own == axis);
        digits
            .map(|(extent, stride, _)| times(extent - 1, *stride))
            .try_fold(plus(start, 1)?, |span, far| plus(span, far?.max(0)))
    }

    fn everywhere(size: i64, at: impl Fn(i64) -> Eval<Place> + 'static) -> Definition<Place> {
        Definition::Everywhere(Function::new(size, at))
    }

    /// The layout itself.
    pub fn itself(self) -> Eval<Definition<Place>> {
        Ok(Tile::everywhere(self.size()?, move |x| self.at(x)))
    }

    /// The inner layout at every element of the outer one; the outer places `spread` apart by
    /// the inner ones, or added as they are.
    pub fn tiled(
        inner: Tile,
        outer: Tile,
        outer_shape: Vec<i64>,
        inner_shape: Vec<i64>,
        spread: bool,
    ) -> Eval<Definition<Place>> {
        let whole: Vec<i64> = outer_shape
            .iter()
            .zip(&inner_shape)
            .map(|(a, b)| times(*a, *b))
            .collect::<Eval<_>>()?;
        let fits =
            size_of(&outer_shape)? == outer.size()? && size_of(&inner_shape)? == inner.size()?;
        if !fits || outer_shape.len() != inner_shape.len() {
            return Ok(Definition::NoAnswer("the shapes have other sizes".to_owned()));
        }
        Ok(Tile::everywhere(size_of(&whole)?, move |x| {
            let point = split(&whole, x)?;
            let pairs = point.iter().zip(&inner_shape);
            let (outside, inside): (Vec<i64>, Vec<i64>) =
                pairs.map(|(x, extent)| (x / extent, x % extent)).unzip();
            let mut sums = inner.sums(join(&inner_shape, &inside)?)?;
            for (axis, value) in outer.sums(join(&outer_shape, &outside)?)? {
                let start = outer.offset.get(&axis).copied().unwrap_or(0);
                let factor = if spread { inner.span(&axis)? } else { 1 };
                add(&mut sums, &axis, plus(start, times(value - start, factor)?)?)?;
            }
            Ok(place(sums))
        }))
    }

    /// The elements of a region.
    pub fn region(self, shape: Vec<i64>, region: Vec<(i64, i64)>) -> Eval<Definition<Place>> {
        let extents: Vec<i64> = region.iter().map(|(begin, end)| end - begin).collect();
        let size = size_of(&extents)?;
        let sums = move |y| {
            let point = split(&extents, y)?;
            let point: Vec<i64> =
                point.iter().zip(&region).map(|(y, (begin, _))| y + begin).collect();
            self.sums(join(&shape, &point)?)
        };
        if size > 1 {
            // From element 0 to element 1 a tile layout moves one digit, along one axis.
            let (first, second) = (sums(0)?, sums(1)?);
            let moved: Vec<&String> =
                second.keys().filter(|axis| first.get(*axis) != second.get(*axis)).collect();
            if moved.len() > 1 {
                let why = format!("from element 0 to 1 it moves along {moved:?}");
                return Ok(Definition::NoAnswer(why));
            }
        }
        Ok(Tile::everywhere(size, move |y| sums(y).map(place)))
    }

    /// The digits in another order.
    pub fn permuted(mut self, order: &[i64]) -> Eval<Definition<Place>> {
        let digit = |k: &i64| usize::try_from(*k).ok().and_then(|k| self.shard.get(k).cloned());
        let shard: Option<Vec<_>> = order.iter().map(digit).collect();
        match shard.filter(|shard| shard.len() == self.shard.len()) {
            Some(shard) => {
                self.shard = shard;
                self.itself()
            }
            None => Ok(Definition::NoAnswer(format!("{order:?} is no order of the digits"))),
        }
    }

    /// What lies on memory axes.
    pub fn in_memory(mut self) -> Eval<Definition<Place>> {
        let memory = |axis: &str| ["m", "P", "F", "Bank", "TCol", "TLane"].contains(&axis);
        self.shard.retain(|(.., axis)| memory(axis));
        self.offset.retain(|axis, _| memory(axis));
        self.itself()
    }

    /// Elements of which `count` make one; they must lie side by side on `m`.
    pub fn packed(self, count: i64) -> Eval<Definition<Place>> {
        let size = self.size()?;
        if size.checked_rem(count) != Some(0) {
            return Ok(Definition::NoAnswer(format!("{count} does not divide {size} elements")));
        }
        for y in 0..size / count {
            let first = self.sums(y * count)?;
            if first.get("m").copied().unwrap_or(0) % count != 0 {
                return Ok(Definition::NoAnswer(format!("element {y} would begin within a place")));
            }
            for part in 1..count {
                let beside = joined(first.clone(), &Sums::from([("m".to_owned(), part)]))?;
                if place(self.sums(y * count + part)?) != place(beside) {
                    let why = format!("part {part} of element {y} is elsewhere");
                    return Ok(Definition::NoAnswer(why));
                }
            }
        }
        Ok(Tile::everywhere(size / count, move |y| {
            let mut sums = self.sums(times(y, count)?)?;
            if let Some(value) = sums.get_mut("m") {
                *value /= count;
            }
            Ok(place(sums))
        }))
    }

    /// The `count` parts of every element, side by side on `m`.
    pub fn unpacked(self, count: i64) -> Eval<Definition<Place>> {
        Ok(Tile::everywhere(times(self.size()?, count)?, move |y| {
            let mut sums = self.sums(y.checked_div(count).ok_or("no part")?)?;
            let wider = times(sums.get("m").copied().unwrap_or(0), count)?;
            sums.insert("m".to_owned(), plus(wider, y % count)?);
            Ok(place(sums))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mma() -> Tile {
        let digit = |extent, stride, axis: &str| (extent, stride, axis.to_owned());
        Tile { shard: vec![digit(4, 1, "laneid"), digit(2, 1, "m")], ..Tile::default() }
    }

    #[test]
    fn lanes_are_not_scaled_by_parts() -> Eval<()> {
        let Definition::Everywhere(parts) = mma().unpacked(2)? else {
            return Err("no parts".to_owned());
        };
        assert_eq!(parts.at(7)?, [("laneid".to_owned(), 1), ("m".to_owned(), 3)]);
        let Definition::Everywhere(wide) = mma().packed(2)? else {
            return Err("no wide elements".to_owned());
        };
        assert_eq!((wide.size(), wide.at(3)?), (4, vec![("laneid".to_owned(), 3)]));
        assert!(matches!(mma().packed(4)?, Definition::NoAnswer(_)));
        Ok(())
    }
}
