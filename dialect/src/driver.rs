//! What the programs around MLIR's own `main` functions share.
//!
//! MLIR's parser recurses once for each level that its input nests, so a driver
//! runs on a thread with a big stack. Pages of it that are never touched cost
//! nothing.

use std::ffi::{CString, c_char};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;
use std::thread;

use mlir_sys::MlirDialectHandle;

/// Some 100,000 nested levels.
const STACK: usize = 1 << 30;

/// A C++ `main` that is also given the dialect; 0 is success.
pub type Main = unsafe extern "C" fn(i32, *mut *mut c_char, MlirDialectHandle) -> i32;

/// Runs `main` with this process's arguments, on a thread with a big stack.
pub fn run(name: &str, main: Main) -> ExitCode {
    let driver = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    match driver.spawn(move || call(main)).map(thread::JoinHandle::join) {
        Ok(Ok(0)) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{name}: cannot start a thread with a stack of {STACK} bytes: {error}");
            ExitCode::FAILURE
        }
    }
}

fn call(main: Main) -> i32 {
    let arguments: Vec<CString> =
        std::env::args_os().filter_map(|argument| CString::new(argument.into_vec()).ok()).collect();
    let mut pointers: Vec<*mut c_char> =
        arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    let Ok(count) = i32::try_from(pointers.len()) else {
        return 1;
    };
    pointers.push(std::ptr::null_mut());
    // SAFETY: `argv` is as C has it, `count` strings and a null, alive to the end.
    unsafe { main(count, pointers.as_mut_ptr(), crate::handle().to_raw()) }
}
