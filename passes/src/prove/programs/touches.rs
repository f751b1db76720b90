//! Which elements an operation accesses, and what it promises of them.
//!
//! | operation | from the element at its indices on | outside |
//! |---|---|---|
//! | `memref.load`, `store`, `atomic_rmw`, `generic_atomic_rmw` | that one | an error |
//! | `affine.load`, `store` | that one | an error |
//! | `affine.vector_load`, `vector_store`, `vector.load`, `store` | as many as the vector has, on the last axes | the target decides: a warning |
//! | `vector.maskedload`, `maskedstore`, any in `vector.mask` | those, where the mask is set | allowed where it is not |
//! | `vector.transfer_read`, `transfer_write` | as many as the vector has, on the axes of the permutation map | an error where `in_bounds` says so, and allowed elsewhere |
//! | `memref.subview` | the window, element by element apart by the stride | an error |
//! | `xegpu.load_nd`, `store_nd`, `prefetch_nd` | the block | allowed: zeros are read, nothing is written |

use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Type, TypeLike, ValueLike};

use super::affine::Map;
use super::attributes::{list, segments, truths};
use super::memory::{memref, shape_of};
use super::scope::Scope;
use crate::builder::{Op, Val, name_of};

/// What happens to an element outside the memref.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outside {
    /// It is left out.
    Allowed,
    /// The target decides.
    Target,
    /// The program has no meaning.
    Error,
}

/// An axis of the memref.
#[derive(Clone, Copy)]
pub struct Along {
    /// The first index; `None` where nothing is known of it.
    pub first: Option<u32>,
    /// How many elements there are from it on, 1 or more.
    pub window: Window,
    /// What happens outside.
    pub outside: Outside,
}

/// How far an access reaches along an axis.
#[derive(Clone, Copy)]
pub enum Window {
    /// So many elements.
    Elements(i64),
    /// So many, this far apart.
    Strided { count: u32, stride: u32 },
}

/// The elements that an operation accesses.
pub struct Touch<'c> {
    /// Of which memref.
    pub memref: Val<'c>,
    /// Where, axis by axis.
    pub along: Vec<Along>,
    /// How many elements on the last axis one thread wants side by side, for memory in banks;
    /// `None` where they are not side by side, or not all of them wanted.
    pub side_by_side: Option<i64>,
}

/// Whether an operation is read by [`Scope::touch`].
pub fn touches(op: Op<'_>) -> bool {
    kind(&name_of(op)).is_some()
}

/// The operands before the memref, and how the indices are written.
enum Kind {
    Indices(usize),
    Affine(usize),
    Masked(usize),
    Transfer(usize),
    Subview,
    Block(usize),
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "memref.load" | "vector.load" | "memref.generic_atomic_rmw" => Kind::Indices(0),
        "memref.store" | "vector.store" | "memref.atomic_rmw" => Kind::Indices(1),
        "affine.load" | "affine.vector_load" => Kind::Affine(0),
        "affine.store" | "affine.vector_store" => Kind::Affine(1),
        "vector.maskedload" | "vector.maskedstore" => Kind::Masked(0),
        "vector.transfer_read" => Kind::Transfer(0),
        "vector.transfer_write" => Kind::Transfer(1),
        "memref.subview" => Kind::Subview,
        "xegpu.load_nd" | "xegpu.prefetch_nd" => Kind::Block(0),
        "xegpu.store_nd" => Kind::Block(1),
        _ => return None,
    })
}

impl<'c> Scope<'c> {
    /// What an operation accesses; `None` where that is no memref, or is not read.
    pub fn touch(&mut self, op: Op<'c>) -> Option<Touch<'c>> {
        let touch = self.unmasked(op)?;
        let masked = op.parent_operation().is_some_and(|parent| name_of(parent) == "vector.mask");
        if !masked {
            return Some(touch);
        }
        let allowed = |along| Along { outside: Outside::Allowed, ..along };
        let along = touch.along.into_iter().map(allowed).collect();
        Some(Touch { memref: touch.memref, along, side_by_side: None })
    }

    /// What an operation accesses, whatever `vector.mask` says around it.
    fn unmasked(&mut self, op: Op<'c>) -> Option<Touch<'c>> {
        match kind(&name_of(op))? {
            Kind::Indices(before) => {
                let (buffer, indices) = self.indices(op, before)?;
                let outside = match name_of(op).starts_with("vector.") {
                    true => Outside::Target,
                    false => Outside::Error,
                };
                self.vector(op, before, buffer, indices, outside)
            }
            Kind::Masked(before) => {
                let (buffer, indices) = self.indices(op, before)?;
                let touch = self.vector(op, 2, buffer, indices, Outside::Allowed)?;
                Some(Touch { side_by_side: None, ..touch })
            }
            Kind::Affine(before) => {
                let buffer = op.operand(before).ok()?;
                let operands: Vec<Val<'c>> = op.operands().skip(before + 1).collect();
                let map = Map::of(op.attribute("map").ok()?)?;
                let indices = self.affine_map(map, &operands);
                let outside = match name_of(op).starts_with("affine.vector_") {
                    true => Outside::Target,
                    false => Outside::Error,
                };
                self.vector(op, before, buffer, indices, outside)
            }
            Kind::Transfer(before) => self.transfer(op, before),
            Kind::Subview => self.window(op),
            Kind::Block(before) => self.described(op, before),
        }
    }

    /// The memref after `before` operands, and as many indices as it has axes.
    fn indices(&mut self, op: Op<'c>, before: usize) -> Option<(Val<'c>, Vec<Option<u32>>)> {
        let buffer = op.operand(before).ok()?;
        let rank = memref(buffer)?.rank();
        let operands: Vec<Val<'c>> = op.operands().skip(before + 1).take(rank).collect();
        Some((buffer, operands.into_iter().map(|value| Some(self.place_of(value))).collect()))
    }

    /// An access of what `op` gives or takes: the result, or the operand of number `value`
    /// counted from the end of the value's group.
    fn vector(
        &mut self,
        op: Op<'c>,
        before: usize,
        buffer: Val<'c>,
        indices: Vec<Option<u32>>,
        outside: Outside,
    ) -> Option<Touch<'c>> {
        let r#type = memref(buffer)?;
        let result = op.results().next().map(|result| result.r#type());
        let value = match (before, result) {
            (1, _) => op.operand(0).ok()?.r#type(),
            (_, Some(result)) => result,
            _ => op.operands().last()?.r#type(),
        };
        // A memref of vectors gives one element.
        let shape = if value == r#type.element() { Vec::new() } else { vector_shape(value)? };
        let plain = indices.len().checked_sub(shape.len())?;
        let along = indices.iter().enumerate().map(|(axis, &first)| Along {
            first,
            window: Window::Elements(match axis.checked_sub(plain) {
                Some(axis) => shape.get(axis).copied().unwrap_or(1),
                None => 1,
            }),
            outside,
        });
        let side_by_side = match shape.split_last() {
            None => Some(1),
            Some((last, rest)) => rest.iter().all(|&size| size == 1).then_some(*last),
        };
        Some(Touch { memref: buffer, along: along.collect(), side_by_side })
    }

    fn transfer(&mut self, op: Op<'c>, before: usize) -> Option<Touch<'c>> {
        let buffer = op.operand(before).ok()?;
        let r#type = memref(buffer)?;
        let value = match before {
            0 => op.result(0).ok()?.r#type(),
            _ => op.operand(0).ok()?.r#type(),
        };
        let shape = vector_shape(value)?;
        let map = Map::of(op.attribute("permutation_map").ok()?)?.dimensions();
        let in_bounds = truths(op.attribute("in_bounds").ok()?)?;
        let masked = segments(op)?.last().is_some_and(|mask| !mask.is_empty());
        // A memref of vectors is read by whole elements, which are the last axes of the value.
        if vector_shape(r#type.element()).is_some_and(|inner| !inner.is_empty()) {
            return None;
        }
        let (buffer, indices) = self.indices(op, before)?;
        let mut along: Vec<Along> = indices
            .into_iter()
            .map(|first| Along { first, window: Window::Elements(1), outside: Outside::Error })
            .collect();
        for ((axis, &size), &inside) in map.iter().zip(&shape).zip(&in_bounds) {
            let Some(along) = axis.and_then(|axis| along.get_mut(axis)) else { continue };
            along.window = Window::Elements(size);
            along.outside = if inside { Outside::Error } else { Outside::Allowed };
        }
        if masked {
            along.iter_mut().for_each(|along| along.outside = Outside::Allowed);
        }
        let whole = along.iter().all(|along| along.outside == Outside::Error);
        let last = r#type.rank().checked_sub(1);
        let side_by_side = match (map.as_slice(), shape.as_slice()) {
            ([axis], &[size]) if whole && *axis == last => Some(size),
            _ => None,
        };
        Some(Touch { memref: buffer, along, side_by_side })
    }

    /// The window of a subview in its source.
    fn window(&mut self, op: Op<'c>) -> Option<Touch<'c>> {
        let groups = segments(op)?;
        let offsets = self.mixed(&list(op, "static_offsets")?, groups.get(1)?)?;
        let sizes = self.mixed(&list(op, "static_sizes")?, groups.get(2)?)?;
        let strides = self.mixed(&list(op, "static_strides")?, groups.get(3)?)?;
        let each = offsets.into_iter().zip(sizes).zip(strides);
        let along = each.map(|((first, count), stride)| Along {
            first: Some(first),
            window: Window::Strided { count, stride },
            outside: Outside::Error,
        });
        let memref = op.operand(0).ok()?;
        Some(Touch { memref, along: along.collect(), side_by_side: None })
    }
}

/// The shape of a vector of a fixed size; a scalar has none.
fn vector_shape(r#type: Type<'_>) -> Option<Vec<i64>> {
    if !r#type.is_vector() {
        return Some(Vec::new());
    }
    // SAFETY: the type is a vector's, and alive.
    let scalable = unsafe { mlir_sys::mlirVectorTypeIsScalable(r#type.to_raw()) };
    if scalable { None } else { shape_of(r#type) }
}
