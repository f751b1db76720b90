//! [`Operand`]: what an atom reads or writes, and which lane has which part of it.
//!
//! ```text
//! A of mma.m16n8k16.f32.f16: read, register, f16
//! (lane : 32, slot : 8) -> (m : 16, k : 16)         lane 5, slot 3  ->  m = 9, k = 3
//! ```
//!
//! Of a register operand a slot is one of the lane's own registers, or a part of one. Of an
//! operand in memory it is an element of the piece that the lane points at; a domain with
//! constraints says which lanes point at all. Where the piece lies is not the atom's affair.

use crate::map::LayoutMap;
use crate::target::ElementType;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// What an atom does with an operand.
    Role ("role"):
    /// It reads it.
    Read = "read",
    /// It writes all of it.
    Write = "write",
    /// It reads and writes it.
    Update = "update",
}

impl Role {
    /// Whether the operand is read.
    pub fn reads(self) -> bool {
        self != Role::Write
    }

    /// Whether the operand is written.
    pub fn writes(self) -> bool {
        self != Role::Read
    }
}

vocabulary! {
    /// Where an operand is.
    Space ("space"):
    /// In a lane's registers, which no other lane sees.
    Register = "register",
    /// In a block's shared memory.
    Shared = "shared",
    /// In the device's memory.
    Global = "global",
    /// In a barrier that lies in memory.
    Barrier = "barrier",
}

vocabulary! {
    /// What an atom takes an element for. The same bits in a program's eyes are an
    /// [`ElementType`]: `tf32` lies in an `f32`, `s8` and `u8` in an `i8`, and a move (`b16`)
    /// takes any type of its width.
    Element ("element"):
    /// 8 bits, whatever they mean.
    B8 = "b8",
    /// 16 bits, whatever they mean.
    B16 = "b16",
    /// 32 bits, whatever they mean.
    B32 = "b32",
    /// 64 bits, whatever they mean.
    B64 = "b64",
    /// A truth value.
    I1 = "i1",
    /// An integer of 32 bits.
    I32 = "i32",
    /// A signed integer of 8 bits.
    S8 = "s8",
    /// An unsigned integer of 8 bits.
    U8 = "u8",
    /// IEEE's half.
    F16 = "f16",
    /// The upper half of an `f32`.
    Bf16 = "bf16",
    /// An `f32` of which 10 bits of the fraction count.
    Tf32 = "tf32",
    /// IEEE's single.
    F32 = "f32",
    /// IEEE's double.
    F64 = "f64",
}

impl Element {
    /// The type that a program has for it; an integer for bits without a meaning.
    pub fn storage(self) -> ElementType {
        match self {
            Element::I1 => ElementType::I1,
            Element::B8 | Element::S8 | Element::U8 => ElementType::I8,
            Element::B16 => ElementType::I16,
            Element::B32 | Element::I32 => ElementType::I32,
            Element::B64 => ElementType::I64,
            Element::F16 => ElementType::F16,
            Element::Bf16 => ElementType::Bf16,
            Element::Tf32 | Element::F32 => ElementType::F32,
            Element::F64 => ElementType::F64,
        }
    }

    /// Whether a value of this type may be the operand as it is.
    ///
    /// ```
    /// use tileir::{atom::Element, target::ElementType};
    /// assert!(Element::B16.takes(ElementType::Bf16) && !Element::F16.takes(ElementType::Bf16));
    /// assert!(Element::Tf32.takes(ElementType::F32));
    /// ```
    pub fn takes(self, value: ElementType) -> bool {
        use ElementType::{Bf16, F16, F32, F64, I8, I16, I32, I64};
        match self {
            Element::B8 => value == I8,
            Element::B16 => matches!(value, I16 | F16 | Bf16),
            Element::B32 => matches!(value, I32 | F32),
            Element::B64 => matches!(value, I64 | F64),
            _ => value == self.storage(),
        }
    }
}

/// An operand of an [`Atom`](super::Atom); see the source file's header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// What the atom's description calls it.
    pub name: String,
    /// Whether it is read, written, or both.
    pub role: Role,
    /// Where it is.
    pub space: Space,
    /// What its elements are taken for.
    pub element: Element,
    /// `(lane, slot)` to the element of the operand's tile.
    pub map: LayoutMap,
}

impl Operand {
    /// The slots of each lane.
    pub fn slots(&self) -> i64 {
        self.map.domain().hull_extents().and_then(|extents| extents.get(1).copied()).unwrap_or(0)
    }

    /// The extents of its tile.
    pub fn tile(&self) -> Vec<i64> {
        self.map.codomain().hull_extents().unwrap_or_default()
    }
}
