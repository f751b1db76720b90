//! A panic stops at the border.
//!
//! C++ calls Rust to verify, to print, to run a pass. Unwinding out of such a
//! call aborts the process, so each entry runs its body under [`guard`], which
//! turns a panic into its message and the place in the source where it rose; the
//! entry makes a diagnostic of that.
//!
//! The law: no code outside `guard` runs Rust on behalf of C++.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// What panicked, for each guard that is open on this thread.
    static OPEN: RefCell<Vec<Option<String>>> = const { RefCell::new(Vec::new()) };
}

/// Runs `body`; a panic inside it is returned as words that name its place.
///
/// ```
/// let caught = tileir_dialect::guard(|| -> i32 { panic!("no such axis") });
/// assert!(caught.unwrap_err().starts_with("internal error: no such axis (at "));
/// ```
pub fn guard<R>(body: impl FnOnce() -> R) -> Result<R, String> {
    install_hook();
    OPEN.with_borrow_mut(|open| open.push(None));
    let result = catch_unwind(AssertUnwindSafe(body));
    let words = OPEN.with_borrow_mut(Vec::pop).flatten();
    result.map_err(|_| words.unwrap_or_else(|| "internal error".to_owned()))
}

/// Lets a panic under a guard be recorded instead of printed; others are printed
/// as before.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            let recorded = OPEN.with_borrow_mut(|open| match open.last_mut() {
                Some(slot) => {
                    *slot = Some(describe(info));
                    true
                }
                None => false,
            });
            if !recorded {
                previous(info);
            }
        }));
    });
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let message = info.payload_as_str().unwrap_or("panic");
    match info.location() {
        Some(place) => {
            format!("internal error: {message} (at {}:{})", place.file(), place.line())
        }
        None => format!("internal error: {message}"),
    }
}
