//! Loads and stores of one element through a view.
//!
//! Under the policies `zero` and `predicate`, each coordinate is tested against its extent, and then the domain's
//! constraints, except where the values are known to pass: constants, block numbers of a known
//! grid, counters of loops with constant bounds, and sums of those. The address is worked out
//! behind the test, so there its coordinates lie in the domain.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::Program;
use tileir::expr::Interval;
use tileir_dialect::load;
use tileir_dialect::view::BoundsPolicy;

use super::at::At;
use super::{Addressable, Undefined, before, read, replace, write};
use crate::access::{Access, buffer_extent, operand, view_type};
use crate::builder::{Builder, Op, Outcome, Val};
use crate::domain::Membership;
use crate::error::PassError;
use crate::index::Indices;
use crate::symbols::Symbol;

/// Lowers a load of an element.
///
/// # Errors
/// A view from elsewhere, or a map that lacks an address for some point.
pub fn load<'c>(op: Op<'c>, addressable: &mut Addressable) -> Outcome<'c> {
    let view = operand(op, 0)?;
    let element = view_type(view)?.element();
    let place = op.operands().skip(1).take(load::coordinate_count(op)).collect();
    let point = Point::of(op, view, place, addressable)?;
    let value = before(op, |builder| {
        let coordinates = point.coordinates(builder)?;
        let load = |inside: Builder<'c>| {
            let address = point.address(inside, &coordinates, op, addressable.undefined)?;
            Ok(vec![read(inside, point.access.buffer, address, element, &[])?])
        };
        match point.condition(builder, &coordinates)? {
            None => load(builder),
            Some(condition) => {
                let instead = |inside: Builder<'c>| match load::other(op) {
                    Some(other) => Ok(vec![other]),
                    None => Ok(vec![zero_of(inside, element)?]),
                };
                builder.if_else(condition, &[element], load, instead)
            }
        }
    })?;
    replace(op, &value);
    Ok(())
}

/// Lowers a store of an element.
///
/// # Errors
/// As [`load`].
pub fn store<'c>(op: Op<'c>, addressable: &mut Addressable) -> Outcome<'c> {
    let value = operand(op, 0)?;
    let place = op.operands().skip(2).collect();
    let point = Point::of(op, operand(op, 1)?, place, addressable)?;
    before(op, |builder| {
        let coordinates = point.coordinates(builder)?;
        let store = |inside: Builder<'c>| {
            let address = point.address(inside, &coordinates, op, addressable.undefined)?;
            write(inside, value, point.access.buffer, address, &[])?;
            Ok(Vec::new())
        };
        match point.condition(builder, &coordinates)? {
            None => store(builder),
            Some(condition) => builder.if_else(condition, &[], store, |_| Ok(Vec::new())),
        }
    })?;
    replace(op, &[]);
    Ok(())
}

fn zero_of<'c>(builder: Builder<'c>, element: Type<'c>) -> Outcome<'c, Val<'c>> {
    if element.is_integer() || element.is_index() || element.is_float() {
        return builder.zero(element);
    }
    let message = format!("the policy zero has no zero of {element}");
    Err(PassError::at(builder.location(), message))
}

/// One point of a view.
struct Point<'c> {
    access: Access<'c>,
    /// The width of its coordinates.
    bits: u32,
    /// The coordinates over the symbols.
    program: Program,
    /// What is known of it, and need not be tested.
    inside: Membership,
}

impl<'c> Point<'c> {
    /// The point of a view at these coordinates.
    fn of(
        op: Op<'c>,
        view: Val<'c>,
        place: Vec<Val<'c>>,
        addressable: &mut Addressable,
    ) -> Outcome<'c, Self> {
        let access = Access::of_point(view, &place, op)?;
        addressable.check(op, &access.view, buffer_extent(access.buffer.r#type()))?;
        let indices = symbols(&access);
        let program = indices.simplified(access.start.clone());
        let axes = access.map.domain().axes();
        let intervals: Vec<Interval> = access.symbols.iter().map(Symbol::interval).collect();
        let inside = Membership::known(&program, access.map.domain(), &intervals);
        let short = |extent: Option<i64>| extent.is_none_or(|n| i32::try_from(n).is_ok());
        let narrow =
            indices.fits_32_bits(&program) && axes.iter().all(|axis| short(axis.extent().finite()));
        Ok(Point { access, bits: if narrow { 32 } else { 64 }, program, inside })
    }

    fn coordinates(&self, builder: Builder<'c>) -> Outcome<'c, Vec<Val<'c>>> {
        symbols(&self.access).emit(builder, &self.program, self.bits)
    }

    /// The test that the point lies in the domain, where there is something to test.
    fn condition(
        &self,
        builder: Builder<'c>,
        coordinates: &[Val<'c>],
    ) -> Outcome<'c, Option<Val<'c>>> {
        match self.access.policy {
            BoundsPolicy::Assume => Ok(None),
            BoundsPolicy::Zero | BoundsPolicy::Predicate => {
                self.inside.test(builder, self.access.map.domain(), coordinates)
            }
        }
    }

    fn address(
        &self,
        builder: Builder<'c>,
        coordinates: &[Val<'c>],
        op: Op<'c>,
        undefined: Undefined,
    ) -> Outcome<'c, Val<'c>> {
        let view = &self.access.view;
        let coordinates = &coordinates[..view.domain().rank()];
        let mut at = At::new(view, coordinates, op, undefined)?;
        let address = at.emit(builder, 32)?;
        let first = address.first().copied();
        first.ok_or_else(|| PassError::at(op.location(), "the map has no address"))
    }
}

/// Index arithmetic over the symbols of an access, in their order.
fn symbols<'c>(access: &Access<'c>) -> Indices<'c> {
    let mut indices = Indices::default();
    for symbol in &access.symbols {
        indices.symbol(symbol.value, symbol.extent.filter(|&extent| extent > 0));
    }
    indices
}
