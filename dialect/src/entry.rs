//! Where C++ enters: the functions that `include/tileir/Rust.h` declares.
//!
//! Each checks its pointers into Rust values, runs under [`guard`], and gives
//! back 1, or 0 with words for a diagnostic. The law: no panic leaves.

use std::collections::HashMap;
use std::ffi::c_void;

use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::operation::OperationRef;
use mlir_sys::{
    MlirAttribute, MlirContext, MlirOperation, MlirStringRef, MlirType, mlirLocationUnknownGet,
};
use tileir::family::Family;
use tileir::{LayoutMap, text};

use crate::attributes::{
    AttributeError, index_set, index_set_attribute, is_map, layout_map, map_attribute, set_of,
};
use crate::family::{decoded, family, family_attribute, is_family};
use crate::ffi::{slice_of, str_of, text as words};
use crate::{guard, memo, node, strides, verify};

/// Takes a part of a text.
type Sink = unsafe extern "C" fn(MlirStringRef, *mut c_void);

/// Takes the words of an error and the byte that it is about.
type TextError = unsafe extern "C" fn(isize, MlirStringRef, *mut c_void);

/// An attribute that stands in the text of another.
#[repr(C)]
pub struct Reference {
    offset: isize,
    length: isize,
    attribute: MlirAttribute,
}

/// 1 if `body` finds nothing wrong, else 0 after its words went to `error`.
fn answer<E: ToString>(
    error: Sink,
    user_data: *mut c_void,
    body: impl FnOnce() -> Result<(), E>,
) -> i32 {
    let message = match guard(body) {
        Ok(Ok(())) => return 1,
        Ok(Err(reason)) => reason.to_string(),
        Err(panic) => panic,
    };
    // SAFETY: C++ gave the two together.
    unsafe { error(words(&message), user_data) };
    0
}

/// The attributes at `first`.
///
/// # Safety
/// There must be `count` live ones.
unsafe fn attributes<'a>(first: *const MlirAttribute, count: isize) -> Vec<Attribute<'a>> {
    // SAFETY: the caller vouches for them.
    let raw = unsafe { slice_of(first, count.unsigned_abs()) };
    // SAFETY: as above.
    raw.iter().map(|&raw| unsafe { Attribute::from_raw(raw) }).collect()
}

/// What string attributes say.
///
/// # Safety
/// They must be alive, and string attributes.
unsafe fn strings(attributes: &[MlirAttribute]) -> Vec<String> {
    let string = |&raw: &MlirAttribute| {
        // SAFETY: the caller vouches for them.
        unsafe { str_of(mlir_sys::mlirStringAttrGetValue(raw)) }.into_owned()
    };
    attributes.iter().map(string).collect()
}

/// Parses an index set, a map or a family.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirParseAttribute(
    context: MlirContext,
    source: MlirStringRef,
    references: *const Reference,
    reference_count: isize,
    error: TextError,
    user_data: *mut c_void,
) -> MlirAttribute {
    // SAFETY: C++ hands over a live text and as many references as it says.
    let (source, references) = unsafe {
        let source = slice_of(source.data.cast::<u8>(), source.length);
        (source, slice_of(references, reference_count.unsigned_abs()))
    };
    // SAFETY: the context is alive.
    let location = unsafe { melior::ir::Location::from_raw(mlirLocationUnknownGet(context)) };
    let parsed = guard(|| {
        let source = std::str::from_utf8(source)
            .map_err(|e| (e.valid_up_to(), "expected UTF-8".to_owned()))?;
        let known = known_maps(references)?;
        if source.starts_with("family") {
            let family: Family =
                source.parse().map_err(|e: text::ParseError| (e.offset, e.to_string()))?;
            return family_attribute(location, &family).map_err(|e| (0, e.to_string()));
        }
        match set_body(source) {
            Some((offset, body)) => {
                let set = text::parse_set(body).map_err(|e| (offset + e.offset, e.to_string()))?;
                index_set_attribute(location, &set).map_err(|e| (0, e.to_string()))
            }
            None => {
                let map = text::parse_map_with(source, &|offset| known.get(&offset).cloned())
                    .map_err(|e| (e.offset, e.to_string()))?;
                map_attribute(location, &map).map_err(|e| (0, e.to_string()))
            }
        }
    });
    let (offset, message) = match parsed {
        Ok(Ok(attribute)) => return attribute.to_raw(),
        Ok(Err((offset, message))) => (offset.min(source.len()), message),
        Err(panic) => (0, panic),
    };
    // SAFETY: C++ gave the two together.
    unsafe { error(offset as isize, words(&message), user_data) };
    MlirAttribute { ptr: std::ptr::null() }
}

/// The maps that stand in a text, each by the byte at which it begins, with the byte behind it.
/// An attribute that is no map is an error there.
fn known_maps(
    references: &[Reference],
) -> Result<HashMap<usize, (usize, LayoutMap)>, (usize, String)> {
    let known = |reference: &Reference| {
        let start = reference.offset.unsigned_abs();
        // SAFETY: the attribute is alive while the text that it stands in is parsed.
        let map = layout_map(unsafe { Attribute::from_raw(reference.attribute) });
        let map = map.map_err(|error| (start, error.to_string()))?;
        Ok((start, (start.saturating_add(reference.length.unsigned_abs()), map)))
    };
    references.iter().map(known).collect()
}

/// What stands between the brackets of `index_set<…>`, and where.
fn set_body(source: &str) -> Option<(usize, &str)> {
    let rest = source.strip_prefix("index_set")?;
    let body = rest.trim_start().strip_prefix('<')?.strip_suffix('>')?;
    Some((source.len() - 1 - body.len(), body))
}

/// Prints an index set, a map or a family.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirPrintAttribute(
    attribute: MlirAttribute,
    sink: Sink,
    user_data: *mut c_void,
) {
    // SAFETY: the attribute is alive.
    let attribute = unsafe { Attribute::from_raw(attribute) };
    // An error about an attribute prints it, so it is asked first what it is.
    let printed = guard(|| {
        if is_map(attribute) {
            Ok::<_, AttributeError>(layout_map(attribute)?.to_string())
        } else if is_family(attribute) {
            Ok(family(attribute)?.to_string())
        } else {
            Ok(format!("index_set<{}>", index_set(attribute)?))
        }
    });
    let printed = match printed {
        Ok(Ok(printed)) => printed,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic,
    };
    // SAFETY: C++ gave the two together.
    unsafe { sink(words(&printed), user_data) };
}

/// Whether these axes make a set, under these constraints.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyIndexSet(
    rank: isize,
    names: *const MlirAttribute,
    extents: *const i64,
    number_count: isize,
    numbers: *const i64,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: there are `rank` names and extents, and as many numbers as C++ says.
    let (names, extents, numbers) = unsafe {
        (
            slice_of(names, rank.unsigned_abs()),
            slice_of(extents, rank.unsigned_abs()),
            slice_of(numbers, number_count.unsigned_abs()),
        )
    };
    answer(error, user_data, || {
        // SAFETY: C++ passes string attributes, which live.
        let names = unsafe { strings(names) };
        let axes: Vec<_> = names.into_iter().zip(extents.iter().copied()).collect();
        set_of(&axes, numbers).map(drop)
    })
}

/// Whether these names and numbers are those of a family.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyFamily(
    name_count: isize,
    names: *const MlirAttribute,
    number_count: isize,
    numbers: *const i64,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: there are as many names and numbers as C++ says.
    let (names, numbers) = unsafe {
        (slice_of(names, name_count.unsigned_abs()), slice_of(numbers, number_count.unsigned_abs()))
    };
    // SAFETY: C++ passes string attributes, which live.
    answer(error, user_data, || decoded(&unsafe { strings(names) }, numbers).map(drop))
}

/// Whether these parts make a map.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyMap(
    kind: i32,
    domain: MlirAttribute,
    codomain: MlirAttribute,
    operand_count: isize,
    operands: *const MlirAttribute,
    number_count: isize,
    numbers: *const i64,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: C++ passes live attributes and arrays of the given lengths.
    let (domain, codomain, operands, numbers) = unsafe {
        (
            Attribute::from_raw(domain),
            Attribute::from_raw(codomain),
            attributes(operands, operand_count),
            slice_of(numbers, number_count.unsigned_abs()),
        )
    };
    answer(error, user_data, || {
        let maps = operands.into_iter().map(layout_map).collect::<Result<Vec<_>, _>>()?;
        let (domain, codomain) = (index_set(domain)?, index_set(codomain)?);
        node::assemble(kind, domain, codomain, maps, numbers)?;
        Ok::<_, AttributeError>(())
    })
}

/// Runs `check` on a map and a shape.
///
/// # Safety
/// `map` must be a live map attribute, `shape` hold `rank` extents.
unsafe fn check_shape(
    map: MlirAttribute,
    rank: isize,
    shape: *const i64,
    error: Sink,
    user_data: *mut c_void,
    check: fn(&LayoutMap, &[i64]) -> Result<(), verify::ShapeError>,
) -> i32 {
    // SAFETY: the caller vouches for both.
    let (map, shape) = unsafe { (Attribute::from_raw(map), slice_of(shape, rank.unsigned_abs())) };
    answer(error, user_data, || match layout_map(map) {
        Ok(map) => check(&map, shape).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    })
}

/// Whether a tensor of this shape may be held by this distribution.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyEncoding(
    map: MlirAttribute,
    rank: isize,
    shape: *const i64,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: as C++ promises.
    let fits = unsafe { check_shape(map, rank, shape, error, user_data, verify::encoding) };
    if fits == 0 {
        return 0;
    }
    // SAFETY: as C++ promises.
    let attribute = unsafe { Attribute::from_raw(map) };
    answer(error, user_data, || {
        let map = layout_map(attribute).map_err(|error| error.to_string())?;
        memo::coverage(attribute, || verify::coverage(&map)).map_err(|error| error.to_string())
    })
}

/// Whether the map addresses a memref of this shape.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyLayout(
    map: MlirAttribute,
    rank: isize,
    shape: *const i64,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: as C++ promises.
    unsafe { check_shape(map, rank, shape, error, user_data, verify::layout) }
}

/// Whether a view of this shape may go through this map.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyView(
    rank: isize,
    shape: *const i64,
    element: MlirType,
    map: MlirAttribute,
    error: Sink,
    user_data: *mut c_void,
) -> i32 {
    // SAFETY: the type is alive.
    let scalar = unsafe {
        mlir_sys::mlirTypeIsAInteger(element)
            || mlir_sys::mlirTypeIsAFloat(element)
            || mlir_sys::mlirTypeIsAIndex(element)
    };
    if !scalar {
        let message = "the elements of a view are integers or floats";
        return answer(error, user_data, || Err(message));
    }
    // SAFETY: as C++ promises.
    unsafe { check_shape(map, rank, shape, error, user_data, verify::view) }
}

/// The strides of a map, if it is proved strided.
///
/// # Safety
/// As `Rust.h` says: there is room for `rank` strides, the rank of the domain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirStrides(
    map: MlirAttribute,
    rank: isize,
    to: *mut i64,
    offset: *mut i64,
) -> i32 {
    // SAFETY: the attribute is alive.
    let attribute = unsafe { Attribute::from_raw(map) };
    let found = guard(|| {
        let map = layout_map(attribute).ok()?;
        memo::strides(attribute, || strides::strides(&map))
    });
    match found {
        Ok(Some(form)) if form.strides.len() == rank.unsigned_abs() => {
            // SAFETY: there is room for as many strides, and for the offset.
            unsafe {
                std::ptr::copy_nonoverlapping(form.strides.as_ptr(), to, form.strides.len());
                *offset = form.offset;
            }
            1
        }
        _ => 0,
    }
}

/// Verifies an operation of the dialect, and emits what is wrong.
///
/// # Safety
/// The operation must be alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirVerifyOperation(operation: MlirOperation) -> i32 {
    // SAFETY: the caller vouches for it.
    let operation = unsafe { OperationRef::from_raw(operation) };
    let outcome = guard(|| verify::operation(operation));
    let message = match outcome {
        Ok(Ok(())) => return 1,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic,
    };
    verify::emit(operation, &message);
    0
}

/// Forgets what was remembered for a context.
///
/// # Safety
/// As `Rust.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tileirForgetContext(context: MlirContext) {
    // A panic here has no one to be told; nothing was left half done.
    let _outcome = guard(|| memo::forget(context));
}
