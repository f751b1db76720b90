//! An allocator that counts, thread by thread.
//!
//! A test binary installs [`Counting`] and asks [`allocations`] how many requests for memory
//! (new or grown) some work makes. Counts are of the calling thread alone, so tests may run side
//! by side.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may allocate after its counter is gone; nobody asks for those.
    let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
}

// SAFETY: every call is handed to the system's allocator as it is; the counter is a plain cell
// that neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise, handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise, handed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise, handed on.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, handed on.
        unsafe { System.dealloc(at, layout) }
    }
}

/// How often `work` asks for memory, and what it returns.
pub fn allocations<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = REQUESTS.get();
    let result = work();
    (REQUESTS.get() - before, result)
}
