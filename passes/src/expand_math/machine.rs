//! The machine of `scalar_math.rs` that writes `arith` instead of computing.

use melior::Context;
use melior::ir::attribute::{
    Attribute, DenseI32ArrayAttribute, FloatAttribute, IntegerAttribute, StringAttribute,
};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, TypeLike, Value, ValueLike};

use super::{Expansion, Road};
use crate::rewrite::build_before;
use crate::scalar_math::{Format, Machine, evaluate};

/// `arith.cmpf`'s predicates: ordered and less, ordered and equal.
const LESS: i64 = 4;
const EQUAL: i64 = 1;

/// Writes operations in front of one operation, on floats of one type.
pub struct InIr<'c> {
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    road: Road,
    format: Format,
    float: Type<'c>,
    int: Type<'c>,
    /// What stands in for an operation that could not be built.
    placeholder: Value<'c, 'c>,
    failure: Option<melior::Error>,
}

impl<'c> InIr<'c> {
    /// A machine in front of `anchor` that computes in `float`.
    ///
    /// # Errors
    /// `anchor` has no operand.
    pub fn new(
        context: &'c Context,
        anchor: OperationRef<'c, 'c>,
        road: Road,
        float: Type<'c>,
    ) -> Result<Self, melior::Error> {
        let (format, width) =
            if float.is_f64() { (Format::Double, 64) } else { (Format::Single, 32) };
        Ok(Self {
            context,
            anchor,
            road,
            format,
            float,
            int: IntegerType::new(context, width).into(),
            placeholder: anchor.operand(0)?,
            failure: None,
        })
    }

    /// Writes what `expansion` makes of the anchor's operands, widened to the
    /// machine's type, and gives the value in the anchor's own type.
    ///
    /// # Errors
    /// An operation could not be built.
    pub fn expand(&mut self, expansion: Expansion) -> Result<Value<'c, 'c>, melior::Error> {
        let result = self.anchor.result(0)?.r#type();
        let operands: Vec<_> = self.anchor.operands().collect();
        let operands: Vec<_> = operands
            .into_iter()
            .map(|operand| self.convert("arith.extf", operand, self.float))
            .collect();
        let x = *operands.first().unwrap_or(&self.placeholder);
        let value = match expansion {
            Expansion::Function(function) => evaluate(self, function, x),
            Expansion::Native { math, llvm, .. } => self.native(math, llvm, &operands),
            Expansion::Truncate => self.truncate(x),
            Expansion::ReciprocalRoot => self.reciprocal_root(x),
        };
        let value = self.convert("arith.truncf", value, result);
        self.failure.take().map_or(Ok(value), Err)
    }

    /// `value` in the type `to`, by the conversion `name` unless it has it.
    fn convert(&mut self, name: &str, value: Value<'c, 'c>, to: Type<'c>) -> Value<'c, 'c> {
        if value.r#type() == to { value } else { self.build(name, &[value], to, &[]) }
    }

    fn build(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'c> {
        build_before(self.context, self.anchor, name, operands, &[result], attributes)
            .and_then(|op| op.result(0))
            .map(Into::into)
            .unwrap_or_else(|error| {
                self.failure.get_or_insert(error);
                self.placeholder
            })
    }

    fn floats(&mut self, name: &str, operands: &[Value<'c, 'c>]) -> Value<'c, 'c> {
        self.build(name, operands, self.float, &[])
    }

    fn ints(&mut self, name: &str, operands: &[Value<'c, 'c>]) -> Value<'c, 'c> {
        self.build(name, operands, self.int, &[])
    }

    /// The operation that each device has: `math` on the SPIR-V road, and an
    /// LLVM intrinsic, named with its type, on the PTX road.
    fn native(&mut self, math: &str, llvm: &str, operands: &[Value<'c, 'c>]) -> Value<'c, 'c> {
        if self.road == Road::Spirv {
            return self.floats(math, operands);
        }
        let intrinsic = format!("{llvm}.{}", self.float);
        let count = i32::try_from(operands.len()).unwrap_or(i32::MAX);
        let attributes = [
            ("intrin", StringAttribute::new(self.context, &intrinsic).into()),
            ("op_bundle_sizes", DenseI32ArrayAttribute::new(self.context, &[]).into()),
            ("operandSegmentSizes", DenseI32ArrayAttribute::new(self.context, &[count, 0]).into()),
        ];
        self.build("llvm.call_intrinsic", operands, self.float, &attributes)
    }

    fn truncate(&mut self, x: Value<'c, 'c>) -> Value<'c, 'c> {
        if self.road == Road::Ptx {
            return self.native("math.trunc", "llvm.trunc", &[x]);
        }
        let magnitude = self.abs(x);
        let floor = self.native("math.floor", "llvm.floor", &[magnitude]);
        self.copy_sign(floor, x)
    }

    fn reciprocal_root(&mut self, x: Value<'c, 'c>) -> Value<'c, 'c> {
        if self.road == Road::Spirv {
            return self.native("math.rsqrt", "llvm.sqrt", &[x]);
        }
        let (one, root) = (self.float(1.0), self.native("math.sqrt", "llvm.sqrt", &[x]));
        self.div(one, root)
    }

    fn constant(&mut self, r#type: Type<'c>, value: Attribute<'c>) -> Value<'c, 'c> {
        self.build("arith.constant", &[], r#type, &[("value", value)])
    }

    fn compare(&mut self, predicate: i64, a: Value<'c, 'c>, b: Value<'c, 'c>) -> Value<'c, 'c> {
        let bit = IntegerType::new(self.context, 1).into();
        let word = IntegerType::new(self.context, 64).into();
        let predicate = IntegerAttribute::new(word, predicate).into();
        self.build("arith.cmpf", &[a, b], bit, &[("predicate", predicate)])
    }

    fn shift(&mut self, name: &str, a: Value<'c, 'c>, by: u32) -> Value<'c, 'c> {
        let by = self.int(i64::from(by));
        self.ints(name, &[a, by])
    }
}

impl<'c> Machine for InIr<'c> {
    type Float = Value<'c, 'c>;
    type Int = Value<'c, 'c>;
    type Bit = Value<'c, 'c>;

    fn format(&self) -> Format {
        self.format
    }
    fn float(&mut self, value: f64) -> Self::Float {
        self.constant(self.float, FloatAttribute::new(self.context, self.float, value).into())
    }
    fn int(&mut self, value: i64) -> Self::Int {
        self.constant(self.int, IntegerAttribute::new(self.int, value).into())
    }
    fn add(&mut self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.floats("arith.addf", &[a, b])
    }
    fn sub(&mut self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.floats("arith.subf", &[a, b])
    }
    fn mul(&mut self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.floats("arith.mulf", &[a, b])
    }
    fn div(&mut self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.floats("arith.divf", &[a, b])
    }
    fn fma(&mut self, a: Self::Float, b: Self::Float, c: Self::Float) -> Self::Float {
        self.native("math.fma", "llvm.fma", &[a, b, c])
    }
    fn round_even(&mut self, a: Self::Float) -> Self::Float {
        self.native("math.roundeven", "llvm.roundeven", &[a])
    }
    fn abs(&mut self, a: Self::Float) -> Self::Float {
        self.native("math.absf", "llvm.fabs", &[a])
    }
    fn copy_sign(&mut self, magnitude: Self::Float, sign: Self::Float) -> Self::Float {
        self.native("math.copysign", "llvm.copysign", &[magnitude, sign])
    }
    fn bits(&mut self, a: Self::Float) -> Self::Int {
        self.ints("arith.bitcast", &[a])
    }
    fn of_bits(&mut self, a: Self::Int) -> Self::Float {
        self.floats("arith.bitcast", &[a])
    }
    fn to_int(&mut self, a: Self::Float) -> Self::Int {
        self.ints("arith.fptosi", &[a])
    }
    fn to_float(&mut self, a: Self::Int) -> Self::Float {
        self.floats("arith.sitofp", &[a])
    }
    fn int_add(&mut self, a: Self::Int, b: Self::Int) -> Self::Int {
        self.ints("arith.addi", &[a, b])
    }
    fn int_sub(&mut self, a: Self::Int, b: Self::Int) -> Self::Int {
        self.ints("arith.subi", &[a, b])
    }
    fn shift_left(&mut self, a: Self::Int, by: u32) -> Self::Int {
        self.shift("arith.shli", a, by)
    }
    fn shift_right_signed(&mut self, a: Self::Int, by: u32) -> Self::Int {
        self.shift("arith.shrsi", a, by)
    }
    fn less(&mut self, a: Self::Float, b: Self::Float) -> Self::Bit {
        self.compare(LESS, a, b)
    }
    fn equal(&mut self, a: Self::Float, b: Self::Float) -> Self::Bit {
        self.compare(EQUAL, a, b)
    }
    fn select(&mut self, bit: Self::Bit, yes: Self::Float, no: Self::Float) -> Self::Float {
        self.floats("arith.select", &[bit, yes, no])
    }
}
