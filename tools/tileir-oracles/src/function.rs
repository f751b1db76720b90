//! A finite function given by its size and a way to evaluate it at one point.
//!
//! Ours, a peer's and the definition's answers all become such functions, and are compared
//! point by point, without a table in memory. The combinators are those that CuTe's
//! definitions are written in:
//!
//! ```text
//! after       (f after g)(i) = f(g(i))
//! side_by_side  (f, g)(i) = f(i % size f) + g(i / size f)     the last one unreduced
//! ```

use std::rc::Rc;

use crate::nested::{Eval, Layout, Swizzle, plus, times, value_of};

/// Functions with more points than this are compared at a sample of them.
pub const POINT_LIMIT: i64 = 1 << 20;

/// A function from `0..size` to `P`, perhaps defined further out too.
#[derive(Clone)]
pub struct Function<P> {
    size: i64,
    at: Rc<dyn Fn(i64) -> Eval<P>>,
}

impl<P> Function<P> {
    /// The function with these values.
    pub fn new(size: i64, at: impl Fn(i64) -> Eval<P> + 'static) -> Self {
        Function { size, at: Rc::new(at) }
    }

    /// The number of its points.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// Its value at `i`.
    pub fn at(&self, i: i64) -> Eval<P> {
        (self.at)(i)
    }

    /// The points to compare: all, or some 4,096 spread evenly where there are too many.
    pub fn points(&self) -> impl Iterator<Item = i64> + use<P> {
        let step = if self.size <= POINT_LIMIT { 1 } else { self.size / 4096 };
        let size = self.size;
        std::iter::successors(Some(0i64), move |i| i.checked_add(step))
            .take_while(move |&i| i < size)
    }
}

impl<P: Clone + 'static> Function<P> {
    /// The function that lists these values.
    pub fn table(values: Vec<P>) -> Self {
        let size = i64::try_from(values.len()).unwrap_or(i64::MAX);
        Function::new(size, move |i| {
            let value = usize::try_from(i).ok().and_then(|i| values.get(i));
            value.cloned().ok_or_else(|| format!("{i} lies past the table"))
        })
    }
}

impl Function<i64> {
    /// The function a layout is.
    pub fn layout(layout: &Layout) -> Eval<Self> {
        let modes = layout.flat()?;
        Ok(Function::new(layout.size()?, move |i| value_of(&modes, i)))
    }

    /// `self(inner(i))`.
    pub fn after(&self, inner: &Function<i64>) -> Self {
        let (outer, inner) = (self.clone(), inner.clone());
        Function::new(inner.size, move |i| outer.at(inner.at(i)?))
    }

    /// `swizzle(offset + self(i))`.
    pub fn swizzled(&self, swizzle: Swizzle, offset: i64) -> Self {
        let inner = self.clone();
        Function::new(self.size, move |i| swizzle.apply(plus(offset, inner.at(i)?)?))
    }

    /// Each part on its own digit, the first fastest, and the sum of their values.
    pub fn side_by_side(parts: Vec<Function<i64>>) -> Eval<Self> {
        let size = parts.iter().try_fold(1, |total, part| times(total, part.size))?;
        Ok(Function::new(size, move |i| {
            let (mut rest, mut total) = (i, 0);
            for (k, part) in parts.iter().enumerate() {
                let last = k + 1 == parts.len();
                let extent = if last { 1 } else { part.size };
                let next = rest.checked_div(extent).ok_or("a mode of extent 0 has no digits")?;
                let digit = if last { rest } else { rest % extent };
                total = plus(total, part.at(digit)?)?;
                rest = next;
            }
            Ok(total)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_on_their_own_digits() -> Eval<()> {
        let tile = Function::layout(&Layout::mode(2, 10))?;
        let rest = Function::layout(&Layout::mode(3, 1))?;
        let both = Function::side_by_side(vec![tile, rest])?;
        assert_eq!(both.size(), 6);
        assert_eq!(both.at(5), Ok(12));
        assert_eq!(both.at(6), Ok(3));
        Ok(())
    }

    #[test]
    fn a_huge_function_is_sampled() {
        let huge = Function::new(i64::MAX, Ok);
        assert!(huge.points().count() < 5000);
        assert_eq!(Function::table(vec![7, 8]).points().count(), 2);
    }
}
