//! The C API of the dialect, `include/tileir-c/TileIR.h`, as Rust sees it.
//!
//! The law: each declaration is exact, since nothing checks it. Truth values are
//! `i32`, 0 or 1, on both sides.

use std::borrow::Cow;

use mlir_sys::{
    MlirAttribute, MlirContext, MlirDialectHandle, MlirLocation, MlirStringRef, MlirType,
};

/// A borrowed MLIR string of `text`.
pub fn text(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The bytes of an MLIR string, as text; bytes that are no UTF-8 are replaced.
///
/// # Safety
/// `text` must be alive for `'a`.
pub unsafe fn str_of<'a>(text: MlirStringRef) -> Cow<'a, str> {
    // SAFETY: the caller vouches for the bytes.
    String::from_utf8_lossy(unsafe { slice_of(text.data.cast::<u8>(), text.length) })
}

/// `length` items at `first`, which may be null where there are none.
///
/// # Safety
/// The items must be alive for `'a`.
pub unsafe fn slice_of<'a, T>(first: *const T, length: usize) -> &'a [T] {
    if length == 0 {
        return &[];
    }
    // SAFETY: the caller vouches for the items.
    unsafe { std::slice::from_raw_parts(first, length) }
}

unsafe extern "C" {
    pub(crate) fn mlirGetDialectHandle__tileir__() -> MlirDialectHandle;
    pub(crate) fn tileirEmit(
        location: MlirLocation,
        severity: i32,
        message: MlirStringRef,
        notes: isize,
        note_locations: *const MlirLocation,
        note_messages: *const MlirStringRef,
    );

    pub(crate) fn tileirAttributeIsIndexSet(attribute: MlirAttribute) -> i32;
    pub(crate) fn tileirIndexSetGetChecked(
        location: MlirLocation,
        rank: isize,
        names: *const MlirStringRef,
        extents: *const i64,
        constraints: isize,
        constraint: *const i64,
    ) -> MlirAttribute;
    pub(crate) fn tileirIndexSetGetRank(set: MlirAttribute) -> isize;
    pub(crate) fn tileirIndexSetGetName(set: MlirAttribute, axis: isize) -> MlirStringRef;
    pub(crate) fn tileirIndexSetGetExtent(set: MlirAttribute, axis: isize) -> i64;
    pub(crate) fn tileirIndexSetGetConstraints(
        set: MlirAttribute,
        constraints: *mut *const i64,
    ) -> isize;

    pub(crate) fn tileirAttributeIsMap(attribute: MlirAttribute) -> i32;
    pub(crate) fn tileirMapGetChecked(
        location: MlirLocation,
        kind: i32,
        domain: MlirAttribute,
        codomain: MlirAttribute,
        operands: isize,
        operand: *const MlirAttribute,
        numbers: isize,
        number: *const i64,
    ) -> MlirAttribute;
    pub(crate) fn tileirMapGetKind(map: MlirAttribute) -> i32;
    pub(crate) fn tileirMapGetDomain(map: MlirAttribute) -> MlirAttribute;
    pub(crate) fn tileirMapGetCodomain(map: MlirAttribute) -> MlirAttribute;
    pub(crate) fn tileirMapGetNumOperands(map: MlirAttribute) -> isize;
    pub(crate) fn tileirMapGetOperand(map: MlirAttribute, position: isize) -> MlirAttribute;
    pub(crate) fn tileirMapGetPayload(map: MlirAttribute, payload: *mut *const i64) -> isize;

    pub(crate) fn tileirAttributeIsFamily(attribute: MlirAttribute) -> i32;
    pub(crate) fn tileirFamilyGetChecked(
        location: MlirLocation,
        names: isize,
        name: *const MlirStringRef,
        numbers: isize,
        number: *const i64,
    ) -> MlirAttribute;
    pub(crate) fn tileirFamilyGetNumNames(family: MlirAttribute) -> isize;
    pub(crate) fn tileirFamilyGetName(family: MlirAttribute, position: isize) -> MlirStringRef;
    pub(crate) fn tileirFamilyGetNumbers(family: MlirAttribute, numbers: *mut *const i64) -> isize;

    pub(crate) fn tileirAttributeIsDistribution(attribute: MlirAttribute) -> i32;
    pub(crate) fn tileirDistributionGet(map: MlirAttribute) -> MlirAttribute;
    pub(crate) fn tileirDistributionGetMap(distribution: MlirAttribute) -> MlirAttribute;

    pub(crate) fn tileirAttributeIsCorr(attribute: MlirAttribute) -> i32;
    pub(crate) fn tileirCorrGetChecked(
        location: MlirLocation,
        left: MlirAttribute,
        right: MlirAttribute,
        replicas: isize,
        replica: *const MlirStringRef,
    ) -> MlirAttribute;
    pub(crate) fn tileirCorrGetLeft(corr: MlirAttribute) -> MlirAttribute;
    pub(crate) fn tileirCorrGetRight(corr: MlirAttribute) -> MlirAttribute;
    pub(crate) fn tileirCorrGetNumReplicas(corr: MlirAttribute) -> isize;
    pub(crate) fn tileirCorrGetReplica(corr: MlirAttribute, position: isize) -> MlirStringRef;

    pub(crate) fn tileirTypeIsView(view: MlirType) -> i32;
    pub(crate) fn tileirViewGetChecked(
        location: MlirLocation,
        rank: isize,
        shape: *const i64,
        element: MlirType,
        map: MlirAttribute,
        policy: i32,
    ) -> MlirType;
    pub(crate) fn tileirViewGetRank(view: MlirType) -> isize;
    pub(crate) fn tileirViewGetExtent(view: MlirType, axis: isize) -> i64;
    pub(crate) fn tileirViewGetElementType(view: MlirType) -> MlirType;
    pub(crate) fn tileirViewGetMap(view: MlirType) -> MlirAttribute;
    pub(crate) fn tileirViewGetPolicy(view: MlirType) -> i32;

    pub(crate) fn tileirReduceKindGetValue(kind: MlirAttribute) -> i32;
    pub(crate) fn tileirReduceKindGet(context: MlirContext, kind: i32) -> MlirAttribute;
    pub(crate) fn tileirFactsGetValue(facts: MlirAttribute) -> i32;
}
