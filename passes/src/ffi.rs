//! What the C++ frame of the passes offers to Rust.

use std::ffi::c_void;

use mlir_sys::{MlirAttribute, MlirOperation, MlirStringCallback, MlirStringRef};

unsafe extern "C" {
    pub fn tileirRegisterPasses();
    pub fn tileirPassCount(pass: *mut c_void, name: MlirStringRef, amount: u64) -> i32;
    pub fn tileirBuiltFor(major: *mut u32, minor: *mut u32);
    pub fn tileirHostVersion(major: *mut u32, minor: *mut u32) -> i32;
    pub fn tileirReplaceAttributes(
        op: MlirOperation,
        replacement: extern "C" fn(MlirAttribute, *mut c_void) -> MlirAttribute,
        user_data: *mut c_void,
    );
    pub fn tileirFindDialect(
        op: MlirOperation,
        name: MlirStringRef,
        found: MlirStringCallback,
        user_data: *mut c_void,
    );
}
