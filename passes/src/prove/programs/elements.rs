//! [`Elements`]: where the elements of a gather or a scatter lie in their view.
//!
//! Coordinates that are tiles are read element by element: `p0`, `p1`, … is the element's place in
//! its tile, and what is computed from it is an expression, as of any integer of a program.
//!
//! ```text
//! %i = tileir.iota 0 : tensor<64xi32>           p0 : 64
//! %k = arith.muli %i, %three                    p0 * 3          no two have one place
//! %x = tileir.load %v                           x_value : 2^32  whatever it is: of each element another
//! %b = arith.andi %x, %255                      in 0 .. 256     stays in a view of 256
//! ```
//!
//! So what is asked of one element, whether it stays in the view, may have an answer for any
//! coordinate; what is asked of two, whether they meet, only where each coordinate is computed from
//! the element's place and from what is the same for all elements.

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::expr::Interval;
use tileir::proof::{Budget, Verdict, prove};
use tileir::{Axis, BinaryOp, IndexSet, LayoutMap, MapError, ProgramBuilder};
use tileir_dialect::AnyTile;
use tileir_dialect::view::BoundsPolicy;

use super::ids::Threads;
use super::question::{domain, over};
use super::scope::Scope;
use crate::access::Access;
use crate::builder::{Op, Outcome, Val};
use crate::domain::Membership;
use crate::error::PassError;

/// The bits of an `index` in a tile program.
const INDEX_BITS: u32 = 64;

/// What is known of the places of a gather's or a scatter's elements; see the source file's header.
pub struct Elements {
    /// Whether each element lies in the view's domain, whatever the coordinates' values.
    pub inside: Membership,
    /// From the elements' places in their tile, beside all that is the same for each, to that and
    /// their coordinates; or why there is no such map.
    places: Result<LayoutMap, String>,
}

impl Elements {
    /// The elements of a tile of this shape, at coordinates in the window of `access`.
    ///
    /// # Errors
    /// A name that stands twice, which there is not.
    pub fn of<'c>(
        op: Op<'c>,
        access: &Access<'c>,
        coordinates: &[Val<'c>],
        shape: &[i64],
    ) -> Outcome<'c, Elements> {
        let mut scope = Scope::new(INDEX_BITS, 1, Threads::Apart);
        scope.enter(op);
        scope.begin();
        scope.enter_element(shape);
        let symbols: Vec<u32> =
            access.symbols.iter().map(|symbol| scope.place_of(symbol.value)).collect();
        let start = scope.linear.inline(&access.start, &symbols);
        let own: Vec<u32> = coordinates.iter().map(|&value| scope.place_of(value)).collect();
        let sums = start.iter().zip(access.axes.iter().map(|&axis| &own[axis]));
        let point: Vec<u32> =
            sums.map(|(&begin, &own)| scope.binary(BinaryOp::Add, begin, own)).collect();
        let inside = inside(&mut scope, access, &point);
        let places = match scope.each_its_own.take() {
            Some(what) => Err(format!("what '{what}' gives may be the same for two elements")),
            None => {
                let tiles = coordinates.iter().zip(own);
                let tiles = tiles.filter(|(value, _)| AnyTile::from_type(value.r#type()).is_some());
                let own: Vec<u32> = tiles.map(|(_, place)| place).collect();
                let failed = |error: MapError| PassError::at(op.location(), error.to_string());
                Ok(places(&mut scope, access, &point, &own).map_err(failed)?)
            }
        };
        Ok(Elements { inside, places })
    }

    /// Whether no two elements have one place.
    pub fn distinct(&self, budget: &Budget) -> Verdict {
        match &self.places {
            Err(why) => Verdict::Unknown { why: why.clone() },
            Ok(map) => {
                let facts = prove(map, budget);
                if facts.total.is_proved() { facts.injective } else { facts.total }
            }
        }
    }
}

/// What is known of each element's point, by the intervals in which its coordinates lie.
fn inside<'c>(scope: &mut Scope<'c>, access: &Access<'c>, point: &[u32]) -> Membership {
    let domain = access.map.domain();
    let below = |scope: &Scope<'c>, place: u32, extent: i64| {
        scope.linear.safe(place) && scope.linear.interval(place).within(Interval::below(extent))
    };
    let axes = point.iter().zip(domain.axes());
    let in_bounds = axes
        .map(|(&place, axis)| axis.extent().finite().is_none_or(|n| below(scope, place, n)))
        .collect();
    let satisfies = domain.constraints().is_none_or(|constraints| {
        let values = scope.linear.inline(constraints, point);
        values.into_iter().all(|place| {
            let reached = scope.linear.interval(place);
            scope.linear.safe(place) && (reached.lo > 0 || reached.hi < 0)
        })
    });
    Membership { in_bounds, satisfies }
}

/// The elements that are accessed, and where; those outside the view are not.
fn places<'c>(
    scope: &mut Scope<'c>,
    access: &Access<'c>,
    point: &[u32],
    own: &[u32],
) -> Result<LayoutMap, MapError> {
    if access.policy != BoundsPolicy::Assume {
        let zero = scope.linear.constant(0);
        for (&place, axis) in point.iter().zip(access.map.domain().axes()) {
            let Some(extent) = axis.extent().finite().filter(|_| scope.linear.safe(place)) else {
                continue;
            };
            let extent = scope.linear.constant(extent);
            let tests = [(BinaryOp::Le, zero, place), (BinaryOp::Lt, place, extent)];
            for (test, lhs, rhs) in tests {
                let holds = scope.binary(test, lhs, rhs);
                scope.holds.push(holds);
            }
        }
    }
    let used = [own, &scope.element, &scope.holds].concat();
    let (domain, kept) = domain(scope, &used)?;
    let mut dag = ProgramBuilder::default();
    let axes: Vec<u32> = (0..kept.len()).map(|at| dag.coord(at)).collect();
    let own = dag.inline(&over(&scope.linear.program(own), &kept), &axes);
    // What is the same for all elements tells none from another.
    let common = kept.iter().zip(axes).filter(|(axis, _)| !scope.element_axes.contains(axis));
    let (common, mut outputs): (Vec<usize>, Vec<u32>) = common.unzip();
    let names = common.iter().map(|&axis| scope.names()[axis].clone());
    let names = names.chain((0..own.len()).map(|k| format!("c{k}")));
    let codomain = IndexSet::new(names.map(|name| Axis::integers(&name)).collect())?;
    outputs.extend(own);
    LayoutMap::expr(domain, codomain, dag.finish(&outputs))
}
