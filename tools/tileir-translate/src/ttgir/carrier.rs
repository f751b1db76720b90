//! [`Carrier`]: the type that carries an element's bits.
//!
//! A conversion moves bits and computes nothing, so an element that targets have no type for
//! travels as an integer of its size. The file's own type stays in the report.
//!
//! | element | carrier |
//! |---|---|
//! | `i1 i8 i16 i32 i64 f16 bf16 f32 f64` | itself |
//! | `f8E5M2`, `i4`, … up to 8 bits | `i8` |
//! | `tf32`, `si32` | `i32` |
//! | `!tt.ptr<f16>`, `index` | `i64` |

use std::fmt;

use tileir::interop::triton::Element;
use tileir::target::ElementType;

/// What carries an element; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carrier(ElementType);

impl Carrier {
    /// The carrier of this element; `None` where its size is unknown, or more than 64 bits.
    pub fn of(element: &Element) -> Option<Carrier> {
        use ElementType::{Bf16, F16, F32, F64, I1, I8, I16, I32, I64};
        let name = element.to_string();
        let own = [I1, I8, I16, I32, I64, F16, Bf16, F32, F64];
        let own = own.into_iter().find(|known| known.to_string() == name);
        own.or(match element.bits()? {
            1..=8 => Some(I8),
            9..=16 => Some(I16),
            17..=32 => Some(I32),
            33..=64 => Some(I64),
            _ => None,
        })
        .map(Carrier)
    }

    /// Bytes in memory; a boolean takes one.
    pub fn bytes(self) -> i64 {
        match self.0 {
            ElementType::I1 | ElementType::I8 => 1,
            ElementType::I16 | ElementType::F16 | ElementType::Bf16 => 2,
            ElementType::I32 | ElementType::F32 => 4,
            ElementType::I64 | ElementType::F64 => 8,
        }
    }
}

impl fmt::Display for Carrier {
    /// The name in MLIR.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
