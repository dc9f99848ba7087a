//! What both boundaries to C++ are made of: this crate's, and that of a dialect in Rust.
//!
//! Functions that C++ calls catch panics and hand out a message; no unwinding
//! crosses the boundary.

use std::ffi::c_void;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlir_sys::{MlirStringCallback, MlirStringRef};

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error in the layout algebra (please report it): {0}")]
pub struct Panicked(String);

/// Borrows a text.
pub fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The text of a reference; `None` if it is null or no UTF-8.
///
/// # Safety
/// `text` must point to `length` readable bytes, or be null.
pub unsafe fn text<'a>(text: MlirStringRef) -> Option<&'a str> {
    if text.data.is_null() {
        return None;
    }
    // SAFETY: by contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).ok()
}

/// An array that C++ hands over.
///
/// # Safety
/// As [`std::slice::from_raw_parts`], or null with any count.
pub unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts(data, count) }
}

/// Where a Rust result goes.
pub struct Sink {
    callback: MlirStringCallback,
    user_data: *mut c_void,
}

impl Sink {
    /// Texts go to `callback`.
    ///
    /// # Safety
    /// `callback` must take `user_data` as long as the sink lives.
    pub unsafe fn new(callback: MlirStringCallback, user_data: *mut c_void) -> Self {
        Self { callback, user_data }
    }

    /// Hands out a text.
    pub fn put(&self, text: &str) {
        if let Some(callback) = self.callback {
            // SAFETY: by the contract of `new`.
            unsafe { callback(string_ref(text), self.user_data) }
        }
    }

    /// Hands out the text or the error; returns whether it was the text.
    pub fn deliver<E: Display>(&self, body: impl FnOnce() -> Result<String, E>) -> bool {
        match guarded(body) {
            Ok(Ok(text)) => {
                self.put(&text);
                return true;
            }
            Ok(Err(error)) => self.put(&error.to_string()),
            Err(panicked) => self.put(&panicked.to_string()),
        }
        false
    }
}

/// Calls C++ that hands out a text where it fails.
///
/// # Errors
/// That text.
pub fn gathered(call: impl FnOnce(MlirStringCallback, *mut c_void) -> bool) -> Result<(), String> {
    unsafe extern "C" fn append(piece: MlirStringRef, user_data: *mut c_void) {
        // SAFETY: it is the text below, which nothing else looks at meanwhile.
        unsafe { (*user_data.cast::<String>()).push_str(text(piece).unwrap_or_default()) };
    }
    let mut out = String::new();
    if call(Some(append), (&raw mut out).cast()) { Ok(()) } else { Err(out) }
}

/// Runs `body`.
///
/// # Errors
/// [`Panicked`], if it panics.
pub fn guarded<T>(body: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        let what = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("unknown");
        Panicked(what.into())
    })
}
