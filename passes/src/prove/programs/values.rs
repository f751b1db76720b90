//! Integer values of a program as expressions over the axes of a [`Scope`].
//!
//! | operation | is read as |
//! |---|---|
//! | `addi`, `subi`, `muli` | the same, [fitted](Scope::fit) to its type |
//! | `floordivsi`, `ceildivsi`, `divsi`, `remsi` | quotients by what is proved positive |
//! | `divui`, `remui`, `ceildivui`, `shrui` | the same of the bits read as unsigned |
//! | `andi`, `ori`, `xori` | bitwise on the sign-extended value |
//! | `shli` | a product with a power of two |
//! | `shrsi` | floor division by a power of two |
//! | casts, `extsi`, `extui`, `trunci` | the same number, fitted |
//! | each of these that promises not to overflow | the same, where it is proved not to |
//! | `minsi` …, `select`, `cmpi` | comparisons |
//! | `affine.apply`, `affine.min`, `affine.max` | their map |
//! | `affine.delinearize_index`, `linearize_index` | [digits](super::digits) |
//! | identifiers of `gpu`, `memref.dim` | axes |
//! | `tileir.iota` | the place of the [element](super::elements) that is asked about |
//! | `tensor.splat`, `tileir.repartition`, and each of these on tiles | that of the element |
//!
//! Any other value, and each whose reading fails, is [not read](super::leaves).

use std::collections::HashSet;

use melior::ir::attribute::{AttributeLike, IntegerAttribute};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::{Type, TypeLike, ValueLike};
use tileir::BinaryOp;
use tileir_dialect::AnyTile;

use super::affine::Map;
use super::leaves::is_given;
use super::scope::{Known, Scope};
use crate::builder::{Op, Val, bit_width, key, name_of, splat_of};
use crate::symbols::defining_op;

/// Values computed by longer chains of operations than this are not read, nor is any part of them.
const CHAIN_LIMIT: usize = 256;

impl<'c> Scope<'c> {
    /// The place of an integer value of at most 64 bits; of others nothing is known.
    pub fn place_of(&mut self, value: Val<'c>) -> u32 {
        if let Some(&known) = self.known.get(&Known::Value(key(value))) {
            self.used.push(known);
            self.missed = self.missed.take().or_else(|| self.unread.get(&key(value)).cloned());
            return known;
        }
        let before = self.mark();
        let read = self.deeper(value, |scope| scope.read(value));
        let place = read.unwrap_or_else(|| {
            self.forget(before);
            self.leaf(value)
        });
        self.computed.push(place);
        self.values.push(place);
        self.known.insert(Known::Value(key(value)), place);
        place
    }

    /// The value is the number at `place`.
    pub fn define(&mut self, value: Val<'c>, place: u32) {
        self.known.insert(Known::Value(key(value)), place);
        self.leaves.insert(key(value));
    }

    /// The bits of an integer type that can be read; of a tile's elements.
    pub(super) fn bits(&self, r#type: Type<'c>) -> Option<u32> {
        let r#type = AnyTile::from_type(r#type).map_or(r#type, AnyTile::element);
        if r#type.is_index() {
            return Some(self.index_bits);
        }
        Some(bit_width(r#type)).filter(|&bits| r#type.is_integer() && (1..=64).contains(&bits))
    }

    fn read(&mut self, value: Val<'c>) -> Option<u32> {
        let op = defining_op(value)?;
        let bits = self.bits(value.r#type())?;
        let name = name_of(op);
        match name.as_str() {
            "arith.constant" | "index.constant" => {
                let number = constant(op)?;
                let place = self.linear.constant(number);
                return self.fit(place, bits);
            }
            "affine.apply" => {
                let map = Map::of(op.attribute("map").ok()?)?;
                return self.affine_value(map, &operands(op));
            }
            "affine.min" | "affine.max" => {
                let map = Map::of(op.attribute("map").ok()?)?;
                let results = self.affine_map(map, &operands(op));
                let results = results.into_iter().collect::<Option<Vec<u32>>>()?;
                return self.extreme_of(&results, name == "affine.min");
            }
            "affine.delinearize_index" => return self.digit(op, value),
            "affine.linearize_index" => return self.number_of_digits(op),
            "memref.dim" => {
                let axis = defining_op(op.operand(1).ok()?).and_then(constant)?;
                return self.extent(op.operand(0).ok()?, usize::try_from(axis).ok()?);
            }
            "arith.cmpi" => {
                let holds = self.condition(value)?;
                let zero = self.linear.constant(0);
                return Some(self.binary(BinaryOp::Sub, zero, holds));
            }
            "arith.select" => {
                let holds = self.condition(op.operand(0).ok()?)?;
                let [then, other] = [1, 2].map(|k| op.operand(k).ok());
                let (then, other) = (self.place_of(then?), self.place_of(other?));
                return self.select(holds, then, other);
            }
            "tensor.splat" | "tileir.repartition" => {
                let of = op.operand(0).ok()?;
                return Some(self.place_of(of));
            }
            "tileir.iota" => {
                let axis = IntegerAttribute::try_from(op.attribute("axis").ok()?).ok()?;
                let axis = usize::try_from(axis.value()).ok()?;
                let place = self.element.get(axis).copied()?;
                return self.fit(place, bits);
            }
            _ if name.starts_with("gpu.") => return self.id(op, bits),
            _ => {}
        }
        let name = name.strip_prefix("arith.").or(name.strip_prefix("index."))?;
        // A quotient that promises to be exact has no value where it is not.
        if op.has_attribute("isExact") {
            return None;
        }
        let lhs = op.operand(0).ok()?;
        let from = self.bits(lhs.r#type())?;
        let x = self.place_of(lhs);
        match name {
            "index_cast" | "extsi" | "trunci" | "casts" => return self.kept(op, x, &[x], bits),
            "index_castui" | "extui" | "castu" => {
                let x = self.unsigned(x, from)?;
                return self.fit(x, bits);
            }
            _ => {}
        }
        let y = self.place_of(op.operand(1).ok()?);
        let value = self.arithmetic(name, x, y, bits)?;
        self.kept(op, value, &[x, y], bits)
    }

    /// The value of an operation on these numbers, fitted to its bits. One that promises not to
    /// overflow has no value where it would, so it is read only where it is proved that it does not:
    /// as unsigned numbers, where none of them is negative.
    fn kept(&mut self, op: Op<'c>, value: u32, of: &[u32], bits: u32) -> Option<u32> {
        let flags = op.attribute("overflowFlags").map(|flags| flags.to_string());
        let flags = flags.unwrap_or_default();
        if flags.contains("nuw") {
            let negative = |&place: &u32| self.linear.interval(place).lo < 0;
            if of.iter().chain([&value]).any(negative) {
                return None;
            }
        }
        match flags.contains("nsw") || flags.contains("nuw") {
            true => self.exact(value, bits),
            false => self.fit(value, bits),
        }
    }

    /// An operation on two numbers of so many bits, before it is fitted to them.
    fn arithmetic(&mut self, name: &str, x: u32, y: u32, bits: u32) -> Option<u32> {
        let positive = |scope: &Self, place: u32| scope.linear.interval(place).lo > 0;
        Some(match name {
            "addi" | "add" => self.binary(BinaryOp::Add, x, y),
            "subi" | "sub" => self.binary(BinaryOp::Sub, x, y),
            "muli" | "mul" => self.binary(BinaryOp::Mul, x, y),
            "andi" | "and" => self.binary(BinaryOp::And, x, y),
            "xori" | "xor" => self.binary(BinaryOp::Xor, x, y),
            "ori" | "or" => {
                // Each bit of the sum is in exactly one of the two.
                let (both, either) =
                    (self.binary(BinaryOp::And, x, y), self.binary(BinaryOp::Xor, x, y));
                self.binary(BinaryOp::Add, either, both)
            }
            "floordivsi" | "floordivs" if positive(self, y) => {
                self.binary(BinaryOp::FloorDiv, x, y)
            }
            "ceildivsi" | "ceildivs" if positive(self, y) => self.ceil_div(x, y)?,
            "divsi" | "divs" if positive(self, y) => self.quotient(x, y)?,
            "remsi" | "rems" if positive(self, y) => {
                let quotient = self.quotient(x, y)?;
                let whole = self.binary(BinaryOp::Mul, quotient, y);
                self.binary(BinaryOp::Sub, x, whole)
            }
            "divui" | "divu" | "remui" | "remu" | "ceildivui" | "ceildivu" => {
                let (x, y) = (self.unsigned(x, bits)?, self.unsigned(y, bits)?);
                positive(self, y).then_some(())?;
                match name {
                    "divui" | "divu" => self.binary(BinaryOp::FloorDiv, x, y),
                    "remui" | "remu" => self.binary(BinaryOp::Mod, x, y),
                    _ => self.ceil_div(x, y)?,
                }
            }
            "shli" | "shl" => {
                let power = self.power(y, bits)?;
                self.binary(BinaryOp::Mul, x, power)
            }
            "shrsi" | "shrs" => {
                let power = self.power(y, bits)?;
                self.binary(BinaryOp::FloorDiv, x, power)
            }
            "shrui" | "shru" => {
                let (x, power) = (self.unsigned(x, bits)?, self.power(y, bits)?);
                self.binary(BinaryOp::FloorDiv, x, power)
            }
            "minsi" | "mins" => self.extreme(x, y, true)?,
            "maxsi" | "maxs" => self.extreme(x, y, false)?,
            "minui" | "minu" | "maxui" | "maxu" => {
                let (x, y) = (self.unsigned(x, bits)?, self.unsigned(y, bits)?);
                self.extreme(x, y, name.starts_with("min"))?
            }
            _ => return None,
        })
    }

    /// The quotient by a positive number, rounded to 0.
    fn quotient(&mut self, x: u32, y: u32) -> Option<u32> {
        if self.linear.interval(x).lo >= 0 {
            return Some(self.binary(BinaryOp::FloorDiv, x, y));
        }
        let (zero, one) = (self.linear.constant(0), self.linear.constant(1));
        let negative = self.binary(BinaryOp::Lt, x, zero);
        let most = self.binary(BinaryOp::Sub, y, one);
        let raise = self.binary(BinaryOp::Mul, negative, most);
        let raised = self.binary(BinaryOp::Add, x, raise);
        let quotient = self.binary(BinaryOp::FloorDiv, raised, y);
        self.linear.safe(quotient).then_some(quotient)
    }

    /// 2 to the power of `y`, which is proved to be a shift in so many bits.
    fn power(&mut self, y: u32, bits: u32) -> Option<u32> {
        let amount = self.linear.interval(y);
        let shifts = 0 <= amount.lo && amount.hi < i128::from(bits.min(63));
        let one = self.linear.constant(1);
        shifts.then(|| self.binary(BinaryOp::Shl, one, y))
    }

    /// The least of some numbers, or the greatest.
    pub fn extreme_of(&mut self, places: &[u32], least: bool) -> Option<u32> {
        let (&first, rest) = places.split_first()?;
        rest.iter().try_fold(first, |best, &place| self.extreme(best, place, least))
    }

    /// One level deeper into the chain of operations that computes a value, if it is not too long.
    pub(super) fn deeper(
        &mut self,
        value: Val<'c>,
        read: impl FnOnce(&mut Self) -> Option<u32>,
    ) -> Option<u32> {
        let long = if self.depth == 0 { too_long(value) } else { self.depth >= CHAIN_LIMIT };
        if long {
            return None;
        }
        self.depth += 1;
        let place = read(self);
        self.depth -= 1;
        place
    }
}

/// The number that a constant operation stands for, of at most 64 bits; that of each element, if it
/// is a tile.
pub fn constant(op: Op<'_>) -> Option<i64> {
    let name = name_of(op);
    let value = op.attribute("value").ok();
    let value = value.filter(|_| name == "arith.constant" || name == "index.constant")?;
    let value = splat_of(value).unwrap_or(value);
    let value = IntegerAttribute::try_from(value).ok()?;
    (bit_width(value.r#type()) <= 64).then(|| value.value())
}

/// The operands of an operation.
pub fn operands<'c>(op: Op<'c>) -> Vec<Val<'c>> {
    op.operands().collect()
}

/// Whether a value is computed by a longer chain of operations than is read.
///
/// What the first operation takes is one generation, what those operations take the next; a chain
/// is as long as there are generations. In each a value stands once, so this takes as many steps
/// as there are operations, times the limit.
fn too_long(value: Val<'_>) -> bool {
    let mut generation = vec![value];
    for _ in 0..CHAIN_LIMIT {
        let mut seen = HashSet::new();
        let read = |op: &Op<'_>| {
            let name = name_of(*op);
            ["arith.", "index.", "affine."].iter().any(|dialect| name.starts_with(dialect))
        };
        let ops = generation.into_iter().filter_map(defining_op).filter(read);
        generation = ops.flat_map(operands).filter(|&value| seen.insert(key(value))).collect();
        if generation.is_empty() {
            return false;
        }
    }
    true
}

/// Where a value comes from.
pub fn location_of<'c>(value: Val<'c>) -> melior::ir::Location<'c> {
    match defining_op(value) {
        Some(op) => op.location(),
        None => value.location(),
    }
}

/// The argument of a block that a value is. To ask any other value for it would print its
/// operation, which verifies all of the program.
pub fn argument_of(value: Val<'_>) -> Option<BlockArgument<'_, '_>> {
    value.is_block_argument().then(|| BlockArgument::try_from(value).ok())?
}

/// What messages call a value of which nothing is known.
pub fn name_of_value(value: Val<'_>) -> String {
    match (argument_of(value), defining_op(value)) {
        (Some(argument), _) if is_given(value) => format!("arg{}", argument.argument_number()),
        (Some(argument), _) => format!("carried{}", argument.argument_number()),
        (_, Some(op)) => {
            let name = name_of(op);
            let last = name.rsplit('.').next().unwrap_or_default();
            let word: String = last.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            format!("{word}_value")
        }
        _ => "value".to_owned(),
    }
}
