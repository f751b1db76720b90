//! Memrefs: how long their axes are, and where their elements lie.
//!
//! | a memref from | its dynamic extents are |
//! |---|---|
//! | `memref.alloc`, `alloca`, `view` | the operands, which are not negative |
//! | `memref.subview`, `reinterpret_cast` | the sizes, likewise |
//! | `memref.cast` | those of what is cast |
//! | elsewhere | numbers of which nothing is known; `memref.dim` gives the same ones |
//!
//! The place of an element, counted in elements from the start of the buffer, is `offset + sum of
//! stride * index`, where the type says these, or the memref is row-major. A view of another
//! memref whose strides the type does not say is looked through.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Type, TypeLike, ValueLike};
use mlir_sys::mlirMemRefTypeGetStridesAndOffset;
use tileir::BinaryOp;

use super::attributes::{list, segments};
use super::leaves::origin_of;
use super::scope::{Known, Scope};
use super::values::name_of_value;
use crate::builder::{Op, Val, key, name_of};
use crate::symbols::defining_op;

/// Views of views that are looked through.
const VIEWS: usize = 64;

/// No axis of a memref is longer.
const LONGEST: i64 = i64::MAX;

/// A memref as its type says.
pub fn memref(value: Val<'_>) -> Option<MemRefType<'_>> {
    MemRefType::try_from(value.r#type()).ok()
}

/// The extent of an axis, if the type says it.
pub fn static_extent(memref: MemRefType<'_>, axis: usize) -> Option<i64> {
    match memref.dim_size(axis) {
        Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
        _ => None,
    }
}

/// The extents of a type with a shape, all of which it says.
pub fn shape_of(r#type: Type<'_>) -> Option<Vec<i64>> {
    let raw = r#type.to_raw();
    // SAFETY: the type is alive, and is asked for its shape only if it has one.
    unsafe {
        if !mlir_sys::mlirTypeIsAShaped(raw) || !mlir_sys::mlirShapedTypeHasStaticShape(raw) {
            return None;
        }
        let rank = mlir_sys::mlirShapedTypeGetRank(raw);
        let extents = (0..rank).map(|axis| mlir_sys::mlirShapedTypeGetDimSize(raw, axis as isize));
        Some(extents.collect())
    }
}

/// Whether a memref lies in the memory that a workgroup shares.
pub fn in_workgroup_memory(memref: MemRefType<'_>) -> bool {
    let Some(space) = memref.memory_space() else { return false };
    match IntegerAttribute::try_from(space) {
        Ok(number) => number.value() == 3,
        Err(_) => space.to_string() == "#gpu.address_space<workgroup>",
    }
}

/// The offset and strides that a type says, `None` for a dynamic one.
fn strided(memref: MemRefType<'_>) -> Option<(Option<i64>, Vec<Option<i64>>)> {
    let mut strides = vec![0; memref.rank()];
    let mut offset = 0;
    // SAFETY: the type is alive, and there is a stride an axis.
    let is_strided = unsafe {
        mlirMemRefTypeGetStridesAndOffset(memref.to_raw(), strides.as_mut_ptr(), &mut offset)
    };
    let known = |number: i64| MemRefType::is_static_stride_or_offset(number).then_some(number);
    (is_strided.value != 0).then(|| (known(offset), strides.into_iter().map(known).collect()))
}

impl<'c> Scope<'c> {
    /// How long an axis of a memref is.
    pub fn extent(&mut self, memref: Val<'c>, axis: usize) -> Option<u32> {
        let place = self.read_extent(memref, axis)?;
        self.known.insert(Known::Extent(key(memref), axis), place);
        Some(place)
    }

    fn read_extent(&mut self, memref: Val<'c>, axis: usize) -> Option<u32> {
        let mut seen = memref;
        for _ in 0..VIEWS {
            let r#type = self::memref(seen)?;
            if axis >= r#type.rank() {
                return None;
            }
            if let Some(extent) = static_extent(r#type, axis) {
                return Some(self.linear.constant(extent));
            }
            let dynamic = (0..axis).filter(|&axis| static_extent(r#type, axis).is_none()).count();
            let Some(op) = defining_op(seen) else { break };
            match name_of(op).as_str() {
                "memref.alloc" | "memref.alloca" => {
                    let sizes = segments(op)?;
                    let size = self.place_of(*sizes.first()?.get(dynamic)?);
                    return self.length(size);
                }
                "memref.view" => {
                    let size = self.place_of(op.operands().nth(2 + dynamic)?);
                    return self.length(size);
                }
                // Of a view that drops axes the sizes are not those of its axes one by one.
                "memref.subview" | "memref.reinterpret_cast" => {
                    let sizes = list(op, "static_sizes")?;
                    let operands = segments(op)?;
                    if sizes.len() != r#type.rank() {
                        break;
                    }
                    let sizes = self.mixed(&sizes, operands.get(2)?)?;
                    return self.length(*sizes.get(axis)?);
                }
                "memref.cast" => seen = op.operand(0).ok()?,
                _ => break,
            }
        }
        let id = Known::Extent(key(seen), axis);
        if let Some(&known) = self.known.get(&id) {
            return Some(known);
        }
        let name = format!("{}_dim{axis}", name_of_value(seen));
        let location = defining_op(seen).map_or(seen.location(), |op| op.location());
        let place = self.unknown_below(&name, LONGEST, Some(location), origin_of(seen));
        self.known.insert(id, place);
        Some(place)
    }

    /// The size of what is allocated or seen, which has no meaning where it is negative.
    fn length(&mut self, place: u32) -> Option<u32> {
        let range = self.linear.interval(place);
        if range.lo < 0 {
            let zero = (range.hi >= 0).then(|| self.linear.constant(0))?;
            let holds = self.linear.binary(BinaryOp::Le, zero, place);
            self.assume(holds);
        }
        Some(place)
    }

    /// The place of [`Scope::extent`], of an extent that was asked for.
    pub fn known_extent(&self, memref: Val<'c>, axis: usize) -> Option<u32> {
        self.known.get(&Known::Extent(key(memref), axis)).copied()
    }

    /// Where the element at these indices lies, in elements from the start of the buffer.
    pub fn address(&mut self, memref: Val<'c>, indices: &[u32]) -> Option<u32> {
        let (mut seen, mut indices) = (memref, indices.to_vec());
        for _ in 0..VIEWS {
            let r#type = self::memref(seen)?;
            let (offset, strides) = strided(r#type)?;
            if let (Some(offset), Some(strides)) =
                (offset, strides.iter().copied().collect::<Option<Vec<i64>>>())
            {
                let strides: Vec<u32> =
                    strides.iter().map(|&stride| self.linear.constant(stride)).collect();
                let offset = self.linear.constant(offset);
                return self.sum(offset, &strides, &indices);
            }
            if is_row_major(r#type) {
                return self.row_major(seen, &indices);
            }
            let op = defining_op(seen)?;
            match name_of(op).as_str() {
                "memref.cast" => {}
                "memref.subview" => indices = self.in_source(op, &indices)?,
                "memref.reinterpret_cast" => {
                    let operands = segments(op)?;
                    let offsets = self.mixed(&list(op, "static_offsets")?, operands.get(1)?)?;
                    let strides = self.mixed(&list(op, "static_strides")?, operands.get(3)?)?;
                    return self.sum(*offsets.first()?, &strides, &indices);
                }
                _ => return None,
            }
            seen = op.operand(0).ok()?;
        }
        None
    }

    /// The indices in the source of a subview that keeps every axis.
    pub fn in_source(&mut self, op: Op<'c>, indices: &[u32]) -> Option<Vec<u32>> {
        let operands = segments(op)?;
        let offsets = self.mixed(&list(op, "static_offsets")?, operands.get(1)?)?;
        let strides = self.mixed(&list(op, "static_strides")?, operands.get(3)?)?;
        if offsets.len() != indices.len() {
            return None;
        }
        let each = indices.iter().zip(&strides).zip(&offsets);
        each.map(|((&index, &stride), &offset)| self.sum(offset, &[stride], &[index])).collect()
    }

    fn row_major(&mut self, memref: Val<'c>, indices: &[u32]) -> Option<u32> {
        let mut address = self.linear.constant(0);
        for (axis, &index) in indices.iter().enumerate() {
            let extent = self.extent(memref, axis)?;
            let rows = self.binary(BinaryOp::Mul, address, extent);
            address = self.binary(BinaryOp::Add, rows, index);
        }
        self.exact(address, self.index_bits)
    }

    fn sum(&mut self, offset: u32, strides: &[u32], indices: &[u32]) -> Option<u32> {
        let mut address = offset;
        for (&stride, &index) in strides.iter().zip(indices) {
            let by = self.binary(BinaryOp::Mul, index, stride);
            address = self.binary(BinaryOp::Add, address, by);
        }
        self.exact(address, self.index_bits)
    }
}

/// Whether a memref is row-major, whatever its extents.
pub(super) fn is_row_major(memref: MemRefType<'_>) -> bool {
    // SAFETY: the type is alive; its layout is asked for its map only if it is one.
    unsafe {
        let layout = mlir_sys::mlirMemRefTypeGetLayout(memref.to_raw());
        mlir_sys::mlirAttributeIsAAffineMap(layout)
            && mlir_sys::mlirAffineMapIsIdentity(mlir_sys::mlirAffineMapAttrGetValue(layout))
    }
}
