//! The fibre of a map that is linear in bits: an origin, XORed with what maps to 0.
//!
//! ```text
//! lane = [1, 2, 0], warp = [2], over 2:    lane 2 or 6 of warp 0, lane 0 or 4 of warp 1
//! origin (2, 0), kernel (4, 0), (2, 1)     the points of k = 0, 1, 2, 3
//! ```
//!
//! A *leading* bit of a point is the highest one of its first coordinate that is not 0. Where no
//! vector of the kernel, nor the origin, has the leading bit of another one, the points are in
//! order: the last axis fastest.

use super::{NO_POINTS, Shape};
use crate::expr::ProgramBuilder;
use crate::index_set::{Axis, IndexSet, Point};
use crate::map::inverse::{Bases, conditions, linear_program, moved};
use crate::map::{LayoutMap, Node};

/// More bits than this are no parameter.
const PARAMETER_BITS: usize = 62;

/// The fibre over `value`, if the map is linear in bits.
pub(super) fn shape(map: &LayoutMap, value: &[i64]) -> Option<Shape> {
    let (domain, codomain) = (map.domain(), map.codomain());
    let code = map.program().filter(|code| code.checks().next().is_none())?;
    let bitwise = matches!(map.node(), Node::BitLinear(_) | Node::Expr(_));
    let bases = Bases::of(map, &code.value_program(), &NO_POINTS);
    let bases = bases.filter(|_| bitwise)?;
    let target: Point = value.iter().zip(&bases.constant).map(|(v, c)| v ^ c).collect();
    let columns = bases.columns.iter().flatten();
    let widths = |axis: usize| {
        let all = columns.clone().chain([&target]).map(|column| column[axis]);
        all.map(|coordinate| 64 - coordinate.leading_zeros() as usize).max().unwrap_or(0)
    };
    let bits: Vec<usize> = (0..codomain.rank()).map(widths).collect();
    let linear = bases.linear(domain, codomain, &bits)?;
    let Some(origin) = linear.preimage(&target).ok()? else {
        return Some(Shape::Points(Vec::new()));
    };
    let kernel = linear.kernel();
    if kernel.is_empty() {
        let inside = domain.contains(&origin);
        return Some(Shape::Points(inside.then_some(origin).into_iter().collect()));
    }
    if kernel.len() > PARAMETER_BITS {
        return None;
    }
    let (kernel, origin) = in_order(kernel, origin);
    let parameters = IndexSet::new(vec![Axis::new("k", 1i64 << kernel.len())]).ok()?;
    let directions = linear_program(&parameters, domain.rank(), vec![kernel])?;
    let mut builder = ProgramBuilder::default();
    let k = builder.coord(0);
    let places = builder.inline(&directions, &[k]);
    let places = moved(&mut builder, &places, &origin);
    let point = builder.finish(&places);
    let parameters = conditions(builder, &parameters, &[(domain, &places)], &[]).ok()?;
    LayoutMap::expr(parameters, domain.clone(), point).ok().map(Shape::Parameters)
}

/// The same coset by vectors of which none has another's leading bit, in order, and the least
/// origin.
fn in_order(kernel: Vec<Point>, mut origin: Point) -> (Vec<Point>, Point) {
    let mut reduced: Vec<Point> = Vec::with_capacity(kernel.len());
    for mut vector in kernel {
        reduced.iter().for_each(|other| clear(&mut vector, other));
        reduced.iter_mut().for_each(|other| clear(other, &vector));
        reduced.push(vector);
    }
    reduced.sort_unstable();
    reduced.iter().for_each(|vector| clear(&mut origin, vector));
    (reduced, origin)
}

/// XORs `by` onto a point that has its leading bit.
fn clear(point: &mut Point, by: &Point) {
    let leading = by.iter().position(|&coordinate| coordinate != 0);
    let bit = |axis: usize| 63 - by[axis].leading_zeros();
    if leading.is_some_and(|axis| point[axis] >> bit(axis) & 1 == 1) {
        point.iter_mut().zip(by).for_each(|(own, by)| *own ^= by);
    }
}
