//! How `prepare_spirv.rs` changes types.

use melior::Context;
use melior::ir::attribute::{Attribute, AttributeLike, FloatAttribute, IntegerAttribute};
use melior::ir::r#type::{DimSize, IntegerType, MemRefType, ShapedTypeLike};
use melior::ir::{Type, TypeLike, Value, ValueLike};

/// The attributes and types that the conversion looks for and puts in.
pub struct Types<'c> {
    /// Memory spaces: before, after.
    spaces: Vec<(Attribute<'c>, Attribute<'c>)>,
    buffer: Attribute<'c>,
    bits: Type<'c>,
}

impl<'c> Types<'c> {
    /// The conversion, in `context`.
    ///
    /// # Errors
    /// A dialect is not loaded: its text is in the error.
    pub fn new(context: &'c Context) -> Result<Self, String> {
        let parse = |text: &str| {
            Attribute::parse(context, text).ok_or_else(|| format!("MLIR refuses {text}"))
        };
        let mut spaces = Vec::new();
        for (space, class) in
            [("workgroup", "Workgroup"), ("private", "Function"), ("global", "StorageBuffer")]
        {
            spaces.push((
                parse(&format!("#gpu.address_space<{space}>"))?,
                parse(&format!("#spirv.storage_class<{class}>"))?,
            ));
        }
        Ok(Self {
            spaces,
            buffer: parse("#spirv.storage_class<StorageBuffer>")?,
            bits: IntegerType::new(context, 16).into(),
        })
    }

    /// `before`, as it is in SPIR-V.
    pub fn converted(&self, before: Type<'c>) -> Type<'c> {
        if before.is_bf16() {
            return self.bits;
        }
        let Ok(memref) = MemRefType::try_from(before) else {
            return before;
        };
        let mut extents = Vec::new();
        for at in 0..memref.rank() {
            let Ok(DimSize::Static(extent)) = memref.dim_size(at) else {
                return before;
            };
            extents.push(extent.cast_signed());
        }
        let element = self.converted(memref.element());
        let space = match memref.memory_space() {
            None => self.buffer,
            Some(space) => self
                .spaces
                .iter()
                .find_map(|&(before, after)| (before == space).then_some(after))
                .unwrap_or(space),
        };
        MemRefType::new(element, &extents, Some(memref.layout()), Some(space)).into()
    }

    /// Converts the type of `value`.
    pub fn convert_value(&self, value: Value<'c, 'c>) {
        value.set_type(self.converted(value.r#type()));
    }

    /// The constant of the same bits, if `value` is a `bf16`.
    pub fn bits_of_bf16(&self, value: Attribute<'c>) -> Option<Attribute<'c>> {
        let value = FloatAttribute::try_from(value).ok()?;
        if !value.r#type().is_bf16() {
            return None;
        }
        // A bf16 is the upper half of an f32, and each is one exactly.
        let bits = (value.value() as f32).to_bits() >> 16;
        Some(IntegerAttribute::new(self.bits, i64::from(bits)).into())
    }
}
