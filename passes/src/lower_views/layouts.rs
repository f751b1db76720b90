//! Memrefs whose layout is a map.
//!
//! | the map | the memref becomes |
//! |---|---|
//! | is proved to have one stride an axis | the same with upstream's `strided` layout, or none |
//! | is anything else | a buffer of the codomain's extent, of one axis, *flat* |
//!
//! Stock passes lower the first; loads and stores of the second get their address here. Types
//! change everywhere at once: in arguments, results, signatures. What cannot be said of a flat
//! buffer, such as a subview of it, is an error, found before anything has changed.

use std::collections::HashMap;

use melior::ir::attribute::{StridedLayoutAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::r#type::{DimSize, FunctionType, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, RegionLike, Type, TypeLike, Value, ValueLike};
use tileir::{Extent, LayoutMap};
use tileir_dialect::attributes::{is_map, layout_map};

use super::at::At;
use super::{Addressable, Undefined, attributes_of, before, read, replace, write};
use crate::access::operand;
use crate::builder::{Op, Outcome, Val, context_of, name_of};
use crate::error::PassError;
use crate::walk::operations;

/// Operations that hand a memref on, whatever its type; `memref.load` and `store` are lowered.
const CARRIERS: &[&str] = &[
    "arith.select",
    "cf.br",
    "cf.cond_br",
    "func.call",
    "func.func",
    "func.return",
    "gpu.func",
    "gpu.launch_func",
    "memref.alloc",
    "memref.alloca",
    "memref.assume_alignment",
    "memref.dealloc",
    "memref.load",
    "memref.store",
    "scf.condition",
    "scf.execute_region",
    "scf.for",
    "scf.if",
    "scf.index_switch",
    "scf.while",
    "scf.yield",
];

/// Lowers every memref inside `root` whose layout is a map.
///
/// # Errors
/// An operation on a flat memref that is none of the above, a layout without a last address, or
/// an access through a map that lacks an address for some point.
pub fn lower<'c>(root: Op<'c>, addressable: &mut Addressable) -> Outcome<'c> {
    let mut types = Types::default();
    let all = operations(root, |_| true);
    let mut accesses = Vec::new();
    for &op in &all {
        let name = name_of(op);
        for value in values_of(op) {
            if let Some(Change::Flat { .. }) = types.change(value.r#type(), op)?
                && !CARRIERS.contains(&name.as_str())
            {
                let message = format!(
                    "'{name}' cannot take {type}: a memref whose layout is not strided is \
                     allocated, loaded from, stored to and handed on, nothing else",
                    type = value.r#type()
                );
                return Err(PassError::at(op.location(), message));
            }
        }
        let memref = match name.as_str() {
            "memref.load" => 0,
            "memref.store" => 1,
            _ => continue,
        };
        if let Some(Change::Flat { map, .. }) = types.change(operand(op, memref)?.r#type(), op)? {
            addressable.check(op, &map, None)?;
            accesses.push((op, memref, map));
        }
    }
    for &op in &all {
        change_types(op, &mut types)?;
    }
    for (op, memref, map) in accesses {
        lower_access(op, memref, &map, addressable.undefined)?;
    }
    Ok(())
}

/// The operands and results of an operation, and the arguments of its blocks.
fn values_of(op: Op<'_>) -> Vec<Val<'_>> {
    let mut values: Vec<Val<'_>> = op.operands().collect();
    values.extend(own_values(op));
    values
}

fn own_values(op: Op<'_>) -> Vec<Val<'_>> {
    let mut values: Vec<Val<'_>> = op.results().map(Value::from).collect();
    for region in op.regions() {
        let mut next = region.first_block();
        while let Some(block) = next {
            let arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
            values.extend(arguments.map(Value::from));
            next = block.next_in_region();
        }
    }
    values
}

/// What becomes of a memref.
#[derive(Clone)]
enum Change<'c> {
    Strided(Type<'c>),
    Flat { r#type: Type<'c>, map: LayoutMap },
}

/// What becomes of each type, worked out once.
#[derive(Default)]
struct Types<'c> {
    known: HashMap<usize, Option<Change<'c>>>,
}

impl<'c> Types<'c> {
    /// What becomes of a type that is a memref with a map; `None` for any other.
    fn change(&mut self, r#type: Type<'c>, op: Op<'c>) -> Outcome<'c, Option<Change<'c>>> {
        let key = r#type.to_raw().ptr as usize;
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let change = match MemRefType::try_from(r#type) {
            Ok(memref) if is_map(memref.layout()) => Some(change_of(memref, op)?),
            _ => None,
        };
        self.known.insert(key, change.clone());
        Ok(change)
    }

    /// The type that stands for a type, or for the types of a function; `None` if it stays.
    fn new_type(&mut self, r#type: Type<'c>, op: Op<'c>) -> Outcome<'c, Option<Type<'c>>> {
        let Ok(function) = FunctionType::try_from(r#type) else {
            let new = self.new_part(r#type, op)?;
            return Ok((new != r#type).then_some(new));
        };
        let mut same = true;
        let mut changed = |part: Type<'c>| {
            let new = self.new_part(part, op)?;
            same &= new == part;
            Ok(new)
        };
        let inputs = (0..function.input_count()).filter_map(|i| function.input(i).ok());
        let inputs = inputs.map(&mut changed).collect::<Outcome<'c, Vec<_>>>()?;
        let results = (0..function.result_count()).filter_map(|i| function.result(i).ok());
        let results = results.map(&mut changed).collect::<Outcome<'c, Vec<_>>>()?;
        let function = FunctionType::new(context_of(op), &inputs, &results);
        Ok((!same).then(|| function.into()))
    }

    fn new_part(&mut self, part: Type<'c>, op: Op<'c>) -> Outcome<'c, Type<'c>> {
        Ok(match self.change(part, op)? {
            Some(Change::Strided(r#type) | Change::Flat { r#type, .. }) => r#type,
            None => part,
        })
    }
}

fn change_of<'c>(memref: MemRefType<'c>, op: Op<'c>) -> Outcome<'c, Change<'c>> {
    let failed = |message: String| PassError::at(op.location(), message);
    let (element, space) = (memref.element(), memref.memory_space());
    let shape: Vec<i64> = (0..memref.rank()).filter_map(|axis| static_size(memref, axis)).collect();
    if let Some((strides, offset)) = strides_of(memref) {
        let strided = StridedLayoutAttribute::new(context_of(op), offset, &strides);
        let layout = (offset != 0 || strides != row_major(&shape)).then_some(strided.into());
        return Ok(Change::Strided(MemRefType::new(element, &shape, layout, space).into()));
    }
    let map = layout_map(memref.layout()).map_err(|error| failed(error.to_string()))?;
    match map.codomain().axes().first().map(|axis| axis.extent()) {
        Some(Extent::Finite(extent)) => {
            let r#type = MemRefType::new(element, &[extent], None, space).into();
            Ok(Change::Flat { r#type, map })
        }
        _ => Err(failed(format!(
            "the layout of {memref} addresses {}, which says no size for its buffer",
            map.codomain()
        ))),
    }
}

fn static_size(memref: MemRefType<'_>, axis: usize) -> Option<i64> {
    match memref.dim_size(axis) {
        Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
        _ => None,
    }
}

/// The strides and the offset, where the layout is proved to have them.
fn strides_of(memref: MemRefType<'_>) -> Option<(Vec<i64>, i64)> {
    let (mut strides, mut offset) = (vec![0; memref.rank()], 0);
    // SAFETY: there is a place for the stride of each axis.
    let found = unsafe {
        mlir_sys::mlirMemRefTypeGetStridesAndOffset(
            memref.to_raw(),
            strides.as_mut_ptr(),
            &raw mut offset,
        )
    };
    (found.value != 0).then_some((strides, offset))
}

fn row_major(shape: &[i64]) -> Vec<i64> {
    let after = |axis: usize| shape.iter().skip(axis + 1);
    let stride = |axis| after(axis).fold(1i64, |stride, &extent| stride.saturating_mul(extent));
    (0..shape.len()).map(stride).collect()
}

fn change_types<'c>(op: Op<'c>, types: &mut Types<'c>) -> Outcome<'c> {
    for value in own_values(op) {
        if let Some(new) = types.new_type(value.r#type(), op)? {
            value.set_type(new);
        }
    }
    for (name, attribute) in attributes_of(op) {
        if let Ok(written) = TypeAttribute::try_from(attribute)
            && let Some(new) = types.new_type(written.value(), op)?
        {
            // SAFETY: the operation is alive and nobody else is changing it.
            let mut op = unsafe { OperationRefMut::from_raw(op.to_raw()) };
            op.set_attribute(&name, TypeAttribute::new(new).into());
        }
    }
    Ok(())
}

fn lower_access<'c>(
    op: Op<'c>,
    memref: usize,
    map: &LayoutMap,
    undefined: Undefined,
) -> Outcome<'c> {
    let attributes = attributes_of(op);
    let attributes: Vec<(&str, Attribute<'c>)> =
        attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let buffer = operand(op, memref)?;
    let coordinates: Vec<Val<'c>> = op.operands().skip(memref + 1).collect();
    let mut at = At::new(map, &coordinates, op, undefined)?;
    let value = before(op, |builder| {
        let address = at.emit(builder, 32)?;
        let Some(&address) = address.first() else { return Ok(Vec::new()) };
        match op.result(0) {
            Ok(result) => Ok(vec![read(builder, buffer, address, result.r#type(), &attributes)?]),
            Err(_) => {
                write(builder, operand(op, 0)?, buffer, address, &attributes)?;
                Ok(Vec::new())
            }
        }
    })?;
    replace(op, &value);
    Ok(())
}
