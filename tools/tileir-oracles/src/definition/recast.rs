//! Recasts: the same memory in wider or narrower elements.
//!
//! ```text
//! downcast by 2   (4,3):(1,8)  ->  (8,3):(1,16)    the unit mode twice as far, other strides doubled
//! upcast by 2     (4,3):(1,8)  ->  (2,3):(1,4)     each value of a mode halved, once
//! under a swizzle, upcast      i -> S(2 * L(i)) / 2
//!                  downcast    i -> 2 * S(L(i) / 2) + L(i) mod 2
//! ```

use crate::definition::cute::of_modes;
use crate::function::Function;
use crate::nested::{Eval, Layout, Swizzle, plus, times};
use crate::operand::Composed;

/// `map` in elements `n` times as wide.
pub fn upcast(map: &Composed, n: i64) -> Eval<Function<i64>> {
    recast(map, wider(&map.layout, n)?, n, true)
}

/// `map` in elements `n` times as narrow.
pub fn downcast(map: &Composed, n: i64) -> Eval<Function<i64>> {
    recast(map, narrower(&map.layout, n)?, n, false)
}

/// The modes of `layout` in elements `n` times as wide.
fn wider(layout: &Layout, n: i64) -> Eval<Function<i64>> {
    let mut modes = Vec::new();
    for (extent, stride) in layout.flat()? {
        let wide = stride.checked_rem(n).ok_or("a width of 0")?;
        let packed = n.checked_rem(stride).filter(|_| n > 0);
        modes.push(match (wide, packed) {
            (0, _) => (extent, stride / n),
            (_, Some(0)) => {
                let together = n / stride.saturating_abs();
                let rest = i64::from(extent % together != 0);
                (extent / together + rest, stride.signum())
            }
            _ => return Err(format!("{layout}: {n} and the stride {stride} divide nothing")),
        });
    }
    of_modes(modes)
}

/// The modes of `layout` in elements `n` times as narrow.
fn narrower(layout: &Layout, n: i64) -> Eval<Function<i64>> {
    let narrow = |(extent, stride): (i64, i64)| match stride {
        1 | -1 => Ok((times(extent, n)?, stride)),
        _ => Ok((extent, times(stride, n)?)),
    };
    of_modes(layout.flat()?.into_iter().map(narrow).collect::<Eval<_>>()?)
}

/// A recast layout under the swizzle that moved the wide or narrow elements before.
fn recast(map: &Composed, inner: Function<i64>, n: i64, up: bool) -> Eval<Function<i64>> {
    let Composed { swizzle: Some(swizzle), offset, .. } = *map else {
        return Ok(inner);
    };
    let size = inner.size();
    if n < 1 {
        return Err(format!("a width of {n}"));
    }
    let at = move |i| recast_value(swizzle, offset, inner.at(i)?, n, up);
    Ok(Function::new(size, at))
}

fn recast_value(swizzle: Swizzle, offset: i64, value: i64, n: i64, up: bool) -> Eval<i64> {
    if up {
        let fine = plus(offset, times(value, n)?)?;
        return Ok(swizzle.apply(fine)?.div_euclid(n));
    }
    let coarse = plus(offset, value.div_euclid(n))?;
    plus(times(swizzle.apply(coarse)?, n)?, value.rem_euclid(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recasts_go_through_a_swizzle() {
        let swizzle = Some(Swizzle { bits: 2, base: 0, shift: 2 });
        let map = Composed { swizzle, offset: 0, layout: Layout::mode(16, 1) };
        let wide = values(upcast(&map, 2));
        assert_eq!(wide, Ok(vec![0, 1, 2, 3, 5, 4, 7, 6]));
        let narrow = values(downcast(&map, 2));
        let expected = (0..32i64).map(|i| i ^ ((i >> 2) & 6));
        assert_eq!(narrow, Ok(expected.collect()));
    }

    fn values(function: Eval<Function<i64>>) -> Eval<Vec<i64>> {
        let function = function?;
        function.points().map(|i| function.at(i)).collect()
    }
}
