//! The code of a device inside a module: written as `gpu.binary`, read back as
//! [`Binary`].
//!
//! ```mlir
//! gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">,
//!   properties = {kernels = [{name = "copy", block = array<i32: 128, 1, 1>,
//!                             grid = array<i32: 4, 2, 1>}]},
//!   assembly = "…">]
//! ```
//!
//! The law: what [`replace`] wrote, [`read`] gives back byte for byte; each
//! kernel is named as the device's loader knows it.

use melior::Context;
use melior::ir::Identifier;
use melior::ir::attribute::{
    ArrayAttribute, Attribute, AttributeLike, DenseI32ArrayAttribute, DictionaryAttribute,
    StringAttribute,
};
use melior::ir::operation::{OperationLike, OperationRef};
use mlir_sys::{MlirAttribute, MlirContext, MlirStringRef};
use thiserror::Error;
use tileir_dialect::attributes::string_of;

use crate::builder::name_of;
use crate::rewrite::{build_before, erase, string_attribute};
use crate::walk::operations;

/// What form the code has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// PTX, which is text.
    Ptx,
    /// A SPIR-V module, in words of four bytes, little end first.
    Spirv,
}

/// The code of one `gpu.module`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    /// The name of the module that it was.
    pub name: String,
    /// Its form.
    pub kind: Kind,
    /// The code.
    pub code: Vec<u8>,
    /// Its entry points, in the module's order.
    pub kernels: Vec<Kernel>,
}

/// An entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name in the code.
    pub name: String,
    /// Threads in a block, as x, y and z.
    pub block: [u32; 3],
    /// Blocks in the grid, as x, y and z, where the program fixes it.
    pub grid: Option<[u32; 3]>,
}

/// Why there is no code to be had.
#[derive(Debug, Error)]
pub enum BinaryError {
    /// MLIR refuses what was to be written.
    #[error("the binary '{name}' cannot be written: {reason}")]
    Write {
        /// The binary.
        name: String,
        /// What MLIR says, or what was refused.
        reason: String,
    },
    /// A `gpu.binary` that was not written here.
    #[error("the binary '{name}' cannot be read: {reason}")]
    Read {
        /// The binary.
        name: String,
        /// What is missing, or not as it should be.
        reason: &'static str,
    },
    /// A kernel whose block size is unknown.
    #[error("the kernel '{kernel}' has no known_block_size of three positive numbers")]
    Block {
        /// The kernel.
        kernel: String,
    },
}

/// The numbers of `gpu`'s compilation targets.
const ASSEMBLY: u32 = 2;
const BINARY: u32 = 3;

unsafe extern "C" {
    fn mlirAttributeIsAGPUObjectAttr(attribute: MlirAttribute) -> bool;
    fn mlirGPUObjectAttrGet(
        context: MlirContext,
        target: MlirAttribute,
        format: u32,
        object: MlirStringRef,
        properties: MlirAttribute,
    ) -> MlirAttribute;
    fn mlirGPUObjectAttrGetFormat(object: MlirAttribute) -> u32;
    fn mlirGPUObjectAttrGetObject(object: MlirAttribute) -> MlirStringRef;
    fn mlirGPUObjectAttrHasProperties(object: MlirAttribute) -> bool;
    fn mlirGPUObjectAttrGetProperties(object: MlirAttribute) -> MlirAttribute;
}

impl Kernel {
    /// The kernel `name`, whose sizes are attributes of `function`.
    ///
    /// # Errors
    /// `function` has no block size.
    pub fn of(
        name: String,
        function: &OperationRef<'_, '_>,
        block: &str,
        grid: &str,
    ) -> Result<Self, BinaryError> {
        let read = |attribute| three(function.attribute(attribute).ok()?);
        match read(block) {
            Some(block) => Ok(Self { name, block, grid: read(grid) }),
            None => Err(BinaryError::Block { kernel: name }),
        }
    }

    fn to_attribute<'c>(&self, context: &'c Context) -> Attribute<'c> {
        let numbers = |of: [u32; 3]| {
            DenseI32ArrayAttribute::new(context, &of.map(|number| number.cast_signed())).into()
        };
        let named = |name: &str, value| (Identifier::new(context, name), value);
        let mut entries = vec![
            named("name", StringAttribute::new(context, &self.name).into()),
            named("block", numbers(self.block)),
        ];
        entries.extend(self.grid.map(|grid| named("grid", numbers(grid))));
        DictionaryAttribute::new(context, &entries).into()
    }

    fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {
        let entries = DictionaryAttribute::try_from(attribute).ok()?;
        Some(Self {
            name: string_of(entries.element_by_name("name")?)?,
            block: three(entries.element_by_name("block")?)?,
            grid: entries.element_by_name("grid").and_then(three),
        })
    }
}

/// Three positive numbers.
fn three(attribute: Attribute<'_>) -> Option<[u32; 3]> {
    let array = DenseI32ArrayAttribute::try_from(attribute).ok()?;
    if array.len() != 3 {
        return None;
    }
    let number = |at| u32::try_from(array.element(at).ok()?).ok().filter(|&number| number > 0);
    Some([number(0)?, number(1)?, number(2)?])
}

/// Puts `binary`, for `target`, in the place of `module`, which is erased.
///
/// # Errors
/// MLIR refuses the binary.
pub fn replace<'c>(
    context: &'c Context,
    module: OperationRef<'c, 'c>,
    target: Attribute<'c>,
    binary: &Binary,
) -> Result<(), BinaryError> {
    let refused = |reason: String| BinaryError::Write { name: binary.name.clone(), reason };
    let kernels: Vec<_> =
        binary.kernels.iter().map(|kernel| kernel.to_attribute(context)).collect();
    let kernels = ArrayAttribute::new(context, &kernels).into();
    let properties =
        DictionaryAttribute::new(context, &[(Identifier::new(context, "kernels"), kernels)]);
    let format = match binary.kind {
        Kind::Ptx => ASSEMBLY,
        Kind::Spirv => BINARY,
    };
    // SAFETY: everything is alive and of one context; the string is copied.
    let object = unsafe {
        Attribute::from_option_raw(mlirGPUObjectAttrGet(
            context.to_raw(),
            target.to_raw(),
            format,
            MlirStringRef { data: binary.code.as_ptr().cast(), length: binary.code.len() },
            properties.to_raw(),
        ))
    };
    let object = object.ok_or_else(|| refused(format!("no object for the target {target}")))?;
    // MLIR's printer crashes without it.
    let handler = Attribute::parse(context, "#gpu.select_object")
        .ok_or_else(|| refused("MLIR refuses #gpu.select_object".to_owned()))?;
    let attributes = [
        ("offloadingHandler", handler),
        ("sym_name", StringAttribute::new(context, &binary.name).into()),
        ("objects", ArrayAttribute::new(context, &[object]).into()),
    ];
    build_before(context, module, "gpu.binary", &[], &[], &attributes)
        .map_err(|error| refused(error.to_string()))?;
    erase(module);
    Ok(())
}

/// Every binary in `root` that was written by [`replace`].
///
/// # Errors
/// A `gpu.binary` has another form.
pub fn read<'c>(root: OperationRef<'c, 'c>) -> Result<Vec<Binary>, BinaryError> {
    operations(root, |op| name_of(op) == "gpu.binary").into_iter().map(read_one).collect()
}

fn read_one(op: OperationRef<'_, '_>) -> Result<Binary, BinaryError> {
    let name = string_attribute(op, "sym_name").unwrap_or_default();
    let wrong = |reason| BinaryError::Read { name: name.clone(), reason };
    let objects = op.attribute("objects").and_then(ArrayAttribute::try_from);
    let object =
        objects.and_then(|objects| objects.element(0)).map_err(|_| wrong("it holds no object"))?;
    // SAFETY: the attribute is alive, and asked only what its kind allows.
    let (format, code, properties) = unsafe {
        let object = object.to_raw();
        if !mlirAttributeIsAGPUObjectAttr(object) || !mlirGPUObjectAttrHasProperties(object) {
            return Err(wrong("its object has no properties"));
        }
        let code = mlirGPUObjectAttrGetObject(object);
        (
            mlirGPUObjectAttrGetFormat(object),
            std::slice::from_raw_parts(code.data.cast::<u8>(), code.length).to_vec(),
            Attribute::from_raw(mlirGPUObjectAttrGetProperties(object)),
        )
    };
    let kind = match format {
        ASSEMBLY => Kind::Ptx,
        BINARY => Kind::Spirv,
        _ => return Err(wrong("its object is neither assembly nor a binary")),
    };
    let listed = DictionaryAttribute::try_from(properties)
        .ok()
        .and_then(|entries| ArrayAttribute::try_from(entries.element_by_name("kernels")?).ok())
        .ok_or_else(|| wrong("its object lists no kernels"))?;
    let kernels = (0..listed.len())
        .map(|at| Kernel::from_attribute(listed.element(at).ok()?))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| wrong("a kernel in its list has no name or no block size"))?;
    Ok(Binary { name, kind, code, kernels })
}

#[cfg(test)]
mod tests {
    use melior::dialect::DialectRegistry;
    use melior::ir::Module;
    use melior::utility::register_all_dialects;

    use super::*;

    fn context() -> Context {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new();
        context.append_dialect_registry(&registry);
        context.load_all_available_dialects();
        context
    }

    #[test]
    fn read_gives_what_replace_wrote() -> Result<(), Box<dyn std::error::Error>> {
        let context = context();
        let module = Module::parse(&context, "module { gpu.module @kernels {} }")
            .ok_or("the module does not parse")?;
        let target = Attribute::parse(&context, "#nvvm.target").ok_or("no target")?;
        let binary = Binary {
            name: "kernels".to_owned(),
            kind: Kind::Spirv,
            code: vec![3, 2, 35, 7, 0, 255, b'"', b'\\'],
            kernels: vec![
                Kernel { name: "copy".to_owned(), block: [96, 1, 1], grid: Some([4, 2, 1]) },
                Kernel { name: "any".to_owned(), block: [1, 2, 3], grid: None },
            ],
        };
        // SAFETY: the module outlives the reference.
        let root = unsafe { OperationRef::from_raw(module.as_operation().to_raw()) };
        for source in operations(root, |op| name_of(op) == "gpu.module") {
            replace(&context, source, target, &binary)?;
        }
        assert_eq!(read(root)?, std::slice::from_ref(&binary));

        let printed = module.as_operation().to_string();
        let again = Module::parse(&context, &printed).ok_or("the text does not parse")?;
        // SAFETY: the module outlives the reference.
        let root = unsafe { OperationRef::from_raw(again.as_operation().to_raw()) };
        assert_eq!(read(root)?, [binary]);
        Ok(())
    }

    #[test]
    fn read_refuses_another_writer() -> Result<(), Box<dyn std::error::Error>> {
        let context = context();
        let text = r#"gpu.binary @other [#gpu.object<#nvvm.target, "code">]"#;
        let module = Module::parse(&context, text).ok_or("the module does not parse")?;
        // SAFETY: the module outlives the reference.
        let root = unsafe { OperationRef::from_raw(module.as_operation().to_raw()) };
        let outcome = read(root);
        assert!(matches!(outcome, Err(BinaryError::Read { .. })), "{outcome:?}");
        Ok(())
    }
}
