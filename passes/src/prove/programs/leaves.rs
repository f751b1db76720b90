//! Values that are not read: what the program is given, and what nothing is made of here.
//!
//! An argument of the function has any value of its type. Any other value that is not read may have
//! fewer, so nothing is disproved by it; but of some operations it is known in which interval their
//! result lies, whatever they are of:
//!
//! | operation | its result is in |
//! |---|---|
//! | `x remui c`, `x remsi c` | `0 ..= c - 1`, `-(c - 1) ..= c - 1` |
//! | `x shrui k`, `x divui c` | what so many bits leave |
//! | `minui`, `minsi`, `maxsi`, `affine.min`, `max` | what both sides allow, and they bound it |
//! | `select` | what one of the two is in |
//! | `ctpop`, `ctlz`, `cttz` | `0 ..= bits` |

use melior::ir::block::BlockLike as _;
use melior::ir::operation::OperationLike;
use melior::ir::{RegionLike, ValueLike};
use tileir::BinaryOp;
use tileir::expr::Interval;
use tileir_dialect::AnyTile;

use super::affine::Map;
use super::loops::is_function;
use super::scope::{Known, Scope};
use super::unknowns::Origin;
use super::values::{argument_of, location_of, name_of_value, operands};
use crate::builder::{Op, Val, key, name_of};
use crate::symbols::defining_op;

/// Whether the program is given a value: it is an argument of the function.
pub fn is_given(value: Val<'_>) -> bool {
    let Some(argument) = argument_of(value) else { return false };
    let block = argument.owner();
    let first = block.parent_region().and_then(|region| region.first_block());
    let around = block.parent_operation().is_some_and(|around| is_function(&name_of(around)));
    around && first == Some(block)
}

/// Which values there are of one that is not read.
pub fn origin_of(value: Val<'_>) -> Origin {
    if is_given(value) {
        return Origin::Given;
    }
    let maker = match (argument_of(value), defining_op(value)) {
        (Some(argument), _) => argument.owner().parent_operation().map(|op| name_of(op)),
        (_, op) => op.map(name_of),
    };
    let maker = maker.unwrap_or_else(|| "a block".to_owned());
    Origin::Unread(format!("what '{maker}' gives is not read"))
}

/// Operations that compute integers from integers.
fn computes(name: &str) -> bool {
    ["arith.", "index.", "math."].iter().any(|dialect| name.starts_with(dialect))
        || matches!(
            name,
            "affine.apply"
                | "affine.min"
                | "affine.max"
                | "affine.delinearize_index"
                | "affine.linearize_index"
        )
}

impl<'c> Scope<'c> {
    /// The place of a value that is not read.
    pub(super) fn leaf(&mut self, value: Val<'c>) -> u32 {
        let (name, origin) = (name_of_value(value), origin_of(value));
        let (location, op) = (Some(location_of(value)), defining_op(value));
        let bits = self.bits(value.r#type()).unwrap_or(64);
        self.leaves.insert(key(value));
        if AnyTile::from_type(value.r#type()).is_some() {
            let given = || "the program".to_owned();
            self.each_its_own.get_or_insert_with(|| op.map_or_else(given, name_of));
        }
        let computed = op.filter(|&op| {
            computes(&name_of(op)) && op.operands().any(|of| self.bits(of.r#type()).is_some())
        });
        let Some(op) = computed else { return self.unknown(&name, bits, location, origin) };
        self.missed.get_or_insert_with(|| name_of(op));
        self.unread.insert(key(value), name_of(op));
        let range = self.range(op, bits).filter(|range| range.within(Interval::signed(bits)));
        let place = range
            .and_then(|range| self.unknown_in(&name, range, location, origin.clone()))
            .unwrap_or_else(|| self.unknown(&name, bits, location, origin));
        self.bound(op, place);
        place
    }

    /// The place of an operand, if that has been read.
    fn read_before(&self, value: Val<'c>) -> Option<u32> {
        self.known.get(&Known::Value(key(value))).copied()
    }

    /// The numbers that an operation is the least or the greatest of, and whether the least.
    fn extremes(&mut self, op: Op<'c>) -> Option<(Vec<u32>, bool)> {
        let name = name_of(op);
        let operands = operands(op);
        let places: Option<Vec<u32>> = operands.iter().map(|&of| self.read_before(of)).collect();
        match name.as_str() {
            "arith.minsi" | "index.mins" => Some((places?, true)),
            "arith.maxsi" | "index.maxs" => Some((places?, false)),
            "affine.min" | "affine.max" => {
                places?;
                let before = self.mark();
                let map = Map::of(op.attribute("map").ok()?)?;
                let results: Option<Vec<u32>> =
                    self.affine_map(map, &operands).into_iter().collect();
                self.forget(before);
                Some((results?, name == "affine.min"))
            }
            _ => None,
        }
    }

    /// What bounds the least or the greatest of some numbers: these.
    fn bound(&mut self, op: Op<'c>, place: u32) {
        let Some((of, least)) = self.extremes(op) else { return };
        for number in of {
            let (lhs, rhs) = if least { (place, number) } else { (number, place) };
            if self.linear.interval(lhs).hi > self.linear.interval(rhs).lo {
                let holds = self.linear.binary(BinaryOp::Le, lhs, rhs);
                self.assume(holds);
            }
        }
    }

    /// Where the result of an operation lies; see the source file's header.
    fn range(&mut self, op: Op<'c>, bits: u32) -> Option<Interval> {
        if let Some((of, least)) = self.extremes(op) {
            let each: Vec<Interval> =
                of.into_iter().map(|place| self.linear.interval(place)).collect();
            let (lo, hi) = (each.iter().map(|x| x.lo), each.iter().map(|x| x.hi));
            return Some(match least {
                true => Interval { lo: lo.min()?, hi: hi.min()? },
                false => Interval { lo: lo.max()?, hi: hi.max()? },
            });
        }
        // One that has no value where it breaks a promise is bounded by nothing there.
        let flags = op.attribute("overflowFlags").map(|flags| flags.to_string());
        if op.has_attribute("isExact") || flags.is_ok_and(|flags| !flags.contains("none")) {
            return None;
        }
        let name = name_of(op);
        let of: Vec<Option<Interval>> = operands(op)
            .into_iter()
            .map(|of| Some(self.linear.interval(self.read_before(of)?)))
            .collect();
        let all = 1i128 << bits;
        let name = name.split_once('.').map_or(name.as_str(), |(_, name)| name);
        if matches!(name, "ctpop" | "ctlz" | "cttz") {
            return Some(Interval { lo: 0, hi: bits.into() });
        }
        let &[x, y, ..] = of.as_slice() else { return None };
        if name == "select" {
            let (y, &z) = (y?, of.get(2)?);
            let z = z?;
            return Some(Interval { lo: y.lo.min(z.lo), hi: y.hi.max(z.hi) });
        }
        let (x, y) = (x.unwrap_or(Interval::signed(bits)), y?);
        let below = |hi| Some(Interval { lo: 0, hi });
        match name {
            "remui" | "remu" if y.lo > 0 => below(y.hi - 1),
            "remsi" | "rems" if y.lo > 0 => Some(Interval {
                lo: if x.lo < 0 { 1 - y.hi } else { 0 },
                hi: if x.hi > 0 { y.hi - 1 } else { 0 },
            }),
            "divui" | "divu" if y.lo > 0 => below((all - 1) / y.lo),
            "ceildivui" | "ceildivu" if y.lo > 0 => below((all - 1) / y.lo + 1),
            "shrui" | "shru" if y.lo >= 0 && y.hi < bits.into() => below((all >> y.lo) - 1),
            "minui" | "minu" if x.lo >= 0 => below(x.hi),
            "minui" | "minu" if y.lo >= 0 => below(y.hi),
            _ => None,
        }
    }
}
