//! Building operations at the end of a block.
//!
//! A [`Builder`] knows a block and a location; each method appends one operation there and
//! gives its result. It is cheap to copy, so a nested region is entered by a copy that points
//! into it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use melior::ir::attribute::{
    AttributeLike, DenseElementsAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute,
    FloatAttribute, IntegerAttribute,
};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, Block, BlockRef, Identifier, Location, Region, RegionLike, Type, TypeLike, Value,
    ValueLike,
};
use melior::{Context, ContextRef};

use crate::error::PassError;

/// A value of the program under change.
pub type Val<'c> = Value<'c, 'c>;
/// An operation of the program under change.
pub type Op<'c> = OperationRef<'c, 'c>;
/// What a step of a pass gives.
pub type Outcome<'c, T = ()> = Result<T, PassError<'c>>;

/// Appends operations to a block; see the [module](self).
#[derive(Clone, Copy)]
pub struct Builder<'c> {
    context: &'c Context,
    block: BlockRef<'c, 'c>,
    location: Location<'c>,
}

/// A key for a value, equal for equal values.
pub fn key(value: Val<'_>) -> usize {
    value.to_raw().ptr as usize
}

/// The name of an operation, such as `arith.addi`.
pub fn name_of(op: Op<'_>) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

/// Whether an operation has one of these names.
pub fn is_one_of(op: Op<'_>, names: &[&str]) -> bool {
    op.name().as_string_ref().as_str().is_ok_and(|name| names.contains(&name))
}

/// The context that an operation lives in.
///
/// melior's constructors take a reference to its `Context`, which holds MLIR's pointer; the C
/// API hands out the pointer alone. So each pointer is kept in one place, as long as the process.
pub fn context_of<'c>(op: Op<'c>) -> &'c Context {
    static KEPT: Mutex<BTreeMap<usize, &'static KeptContext>> = Mutex::new(BTreeMap::new());
    // SAFETY: the operation is alive.
    let raw = unsafe { mlir_sys::mlirOperationGetContext(op.to_raw()) };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let context = *kept
        .entry(raw.ptr as usize)
        // SAFETY: the context is alive, and is only used while an operation of it is.
        .or_insert_with(|| Box::leak(Box::new(KeptContext(unsafe { ContextRef::from_raw(raw) }))));
    // SAFETY: the place is never freed; the context outlives the operation, whose lifetime is 'c.
    unsafe { context.0.to_ref() }
}

struct KeptContext(ContextRef<'static>);

// SAFETY: an MLIR context may be used from any thread; what is kept is a pointer to it.
unsafe impl Send for KeptContext {}
// SAFETY: as above.
unsafe impl Sync for KeptContext {}

/// A block whose owner, a region under construction, keeps it alive.
pub fn borrowed<'c>(block: &Block<'c>) -> BlockRef<'c, 'c> {
    // SAFETY: the callers put the block into a region of the program before they return.
    unsafe { BlockRef::from_raw(block.to_raw()) }
}

impl<'c> Builder<'c> {
    /// A builder at the end of `block`.
    pub fn new(context: &'c Context, block: BlockRef<'c, 'c>, location: Location<'c>) -> Self {
        Builder { context, block, location }
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// The block it appends to.
    pub fn block(&self) -> BlockRef<'c, 'c> {
        self.block
    }

    /// The same builder at another place of the source.
    pub fn at(self, location: Location<'c>) -> Self {
        Builder { location, ..self }
    }

    /// The same builder at the end of another block.
    pub fn inside(self, block: BlockRef<'c, 'c>) -> Self {
        Builder { block, ..self }
    }

    /// Where the operations come from.
    pub fn location(&self) -> Location<'c> {
        self.location
    }

    /// Appends an operation.
    pub fn op(
        &self,
        name: &str,
        operands: &[Val<'c>],
        attributes: &[(&str, Attribute<'c>)],
        results: &[Type<'c>],
    ) -> Outcome<'c, Op<'c>> {
        self.op_with_regions(name, operands, attributes, results, Vec::new())
    }

    /// Appends an operation with regions.
    pub fn op_with_regions(
        &self,
        name: &str,
        operands: &[Val<'c>],
        attributes: &[(&str, Attribute<'c>)],
        results: &[Type<'c>],
        regions: Vec<Region<'c>>,
    ) -> Outcome<'c, Op<'c>> {
        let named = |&(name, value)| (Identifier::new(self.context, name), value);
        let attributes: Vec<_> = attributes.iter().map(named).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_attributes(&attributes)
            .add_results(results)
            .add_regions_vec(regions)
            .build()
            .map_err(|_| PassError::at(self.location, format!("'{name}' cannot be built")))?;
        Ok(self.block.append_operation(op))
    }

    /// Appends an operation with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Val<'c>],
        attributes: &[(&str, Attribute<'c>)],
        result: Type<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let op = self.op(name, operands, attributes, &[result])?;
        self.result(op, 0)
    }

    /// A result of an operation.
    pub fn result(&self, op: Op<'c>, number: usize) -> Outcome<'c, Val<'c>> {
        match op.result(number) {
            Ok(result) => Ok(result.into()),
            Err(_) => Err(PassError::at(op.location(), format!("there is no result {number}"))),
        }
    }

    /// An operation on two values of one type, with a result of that type.
    pub fn binary(&self, name: &str, lhs: Val<'c>, rhs: Val<'c>) -> Outcome<'c, Val<'c>> {
        self.value(name, &[lhs, rhs], &[], lhs.r#type())
    }

    /// An integer comparison by the number of its predicate.
    pub fn compare(
        &self,
        predicate: Predicate,
        lhs: Val<'c>,
        rhs: Val<'c>,
    ) -> Outcome<'c, Val<'c>> {
        let predicate = self.integer(predicate as i64, 64);
        self.value("arith.cmpi", &[lhs, rhs], &[("predicate", predicate)], self.int(1))
    }

    /// `value` where the condition holds, `other` elsewhere.
    pub fn select(
        &self,
        condition: Val<'c>,
        value: Val<'c>,
        other: Val<'c>,
    ) -> Outcome<'c, Val<'c>> {
        self.value("arith.select", &[condition, value, other], &[], value.r#type())
    }

    /// An integer constant of `bits` bits.
    pub fn constant(&self, value: i64, bits: u32) -> Outcome<'c, Val<'c>> {
        let attribute = self.integer(value, bits);
        self.value("arith.constant", &[], &[("value", attribute)], self.int(bits))
    }

    /// A constant of type `index`.
    pub fn index_constant(&self, value: i64) -> Outcome<'c, Val<'c>> {
        let attribute = IntegerAttribute::new(self.index(), value).into();
        self.value("arith.constant", &[], &[("value", attribute)], self.index())
    }

    /// Zero of an integer, index or float type.
    pub fn zero(&self, r#type: Type<'c>) -> Outcome<'c, Val<'c>> {
        let attribute: Attribute<'c> = if r#type.is_integer() || r#type.is_index() {
            IntegerAttribute::new(r#type, 0).into()
        } else {
            FloatAttribute::new(self.context, r#type, 0.0).into()
        };
        self.value("arith.constant", &[], &[("value", attribute)], r#type)
    }

    /// A conversion between `index` and an integer type, or between integer widths.
    pub fn index_cast(&self, value: Val<'c>, to: Type<'c>) -> Outcome<'c, Val<'c>> {
        let from = value.r#type();
        if from == to {
            return Ok(value);
        }
        if from.is_index() || to.is_index() {
            return self.value("arith.index_cast", &[value], &[], to);
        }
        let name = if bit_width(from) < bit_width(to) { "arith.extsi" } else { "arith.trunci" };
        self.value(name, &[value], &[], to)
    }

    /// The signless integer type of `bits` bits.
    pub fn int(&self, bits: u32) -> Type<'c> {
        IntegerType::new(self.context, bits).into()
    }

    /// The type `index`.
    pub fn index(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// An integer attribute of `bits` bits.
    pub fn integer(&self, value: i64, bits: u32) -> Attribute<'c> {
        IntegerAttribute::new(self.int(bits), value).into()
    }

    /// An `array<i64: …>` attribute.
    pub fn i64_array(&self, values: &[i64]) -> Attribute<'c> {
        DenseI64ArrayAttribute::new(self.context, values).into()
    }

    /// An `array<i32: …>` attribute.
    pub fn i32_array(&self, values: &[i32]) -> Attribute<'c> {
        DenseI32ArrayAttribute::new(self.context, values).into()
    }

    /// The attribute written in `text`.
    pub fn parse(&self, text: &str) -> Outcome<'c, Attribute<'c>> {
        Attribute::parse(self.context, text)
            .ok_or_else(|| PassError::at(self.location, format!("no attribute: {text}")))
    }

    /// The type written in `text`.
    pub fn parse_type(&self, text: &str) -> Outcome<'c, Type<'c>> {
        Type::parse(self.context, text)
            .ok_or_else(|| PassError::at(self.location, format!("no type: {text}")))
    }

    /// `scf.if condition`: `then` and `otherwise` build their regions and give what they yield.
    pub fn if_else(
        &self,
        condition: Val<'c>,
        results: &[Type<'c>],
        then: impl FnOnce(Builder<'c>) -> Outcome<'c, Vec<Val<'c>>>,
        otherwise: impl FnOnce(Builder<'c>) -> Outcome<'c, Vec<Val<'c>>>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let then = self.yielding_region(then)?;
        let otherwise =
            if results.is_empty() { Region::new() } else { self.yielding_region(otherwise)? };
        let op =
            self.op_with_regions("scf.if", &[condition], &[], results, vec![then, otherwise])?;
        (0..results.len()).map(|number| self.result(op, number)).collect()
    }

    fn yielding_region(
        &self,
        body: impl FnOnce(Builder<'c>) -> Outcome<'c, Vec<Val<'c>>>,
    ) -> Outcome<'c, Region<'c>> {
        let region = Region::new();
        let block = Block::new(&[]);
        let inside = self.inside(borrowed(&block));
        region.append_block(block);
        let values = body(inside)?;
        inside.op("scf.yield", &values, &[], &[])?;
        Ok(region)
    }
}

/// Predicates of `arith.cmpi`, with upstream's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// Equal.
    Eq = 0,
    /// Not equal.
    Ne = 1,
    /// Signed less than.
    Slt = 2,
    /// Signed less than or equal.
    Sle = 3,
    /// Unsigned less than.
    Ult = 6,
}

/// The attribute of each element, of elements that are all the same.
pub fn splat_of<'c>(elements: Attribute<'c>) -> Option<Attribute<'c>> {
    let elements = DenseElementsAttribute::try_from(elements).ok()?;
    // SAFETY: a splat has a value.
    elements.is_splat().then(|| unsafe {
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrGetSplatValue(elements.to_raw()))
    })
}

/// The bits of an integer or float type; 64 for `index`.
pub fn bit_width(r#type: Type<'_>) -> u32 {
    if r#type.is_index() {
        return 64;
    }
    match IntegerType::try_from(r#type) {
        Ok(integer) => integer.width(),
        Err(_) => r#type.float_width(),
    }
}
