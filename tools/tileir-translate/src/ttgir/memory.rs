//! Bank conflicts of the tensor that an allocation is filled with.
//!
//! Each thread stores its registers, as many neighbours at once as the layouts and the target
//! allow. The address of each is the offset of its element in the buffer; how many wavefronts the
//! lanes of a warp take together is counted exactly. These are plain stores: what a matrix
//! instruction or a copy engine does is not asked.

use thiserror::Error;
use tileir::gf2::{Dims, Gf2Error, Linear};
use tileir::interop::triton::{Allocation, EncodingError};
use tileir::proof::{Access, Answer, Banks, Budget, Strategy, Wavefronts, wavefronts};
use tileir::target::Target;

/// The names of a hardware position's coordinates, and of one in a buffer.
const REGISTER: &str = "register";
const LANE: &str = "lane";
const WARP: &str = "warp";
const OFFSET: &str = "offset";

/// What the stores of an allocation's first value cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stores {
    /// Elements that one lane stores at once.
    pub vector: i64,
    /// Bytes of an element.
    pub element_bytes: i64,
    /// What one such store of a warp takes.
    pub wavefronts: Wavefronts,
    /// How that is known.
    pub by: Strategy,
}

/// Why it is not known what they cost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoresError {
    /// A buffer without a linear layout: padding, for instance.
    #[error("the buffer's layout is not linear: {0}")]
    Layout(#[source] EncodingError),
    /// An element of no whole number of bytes.
    #[error("an element of {element} has no whole number of bytes that is known here")]
    Element {
        /// The type.
        element: String,
    },
    /// Layouts that do not go together.
    #[error(transparent)]
    Linear(#[from] Gf2Error),
    /// A count that was not found.
    #[error("the wavefronts are not known: {why}")]
    Unknown {
        /// What was missing.
        why: String,
    },
}

impl Stores {
    /// Of an allocation in shared memory that is filled at once; `None` of any other.
    pub fn of(allocation: &Allocation, target: &Target) -> Option<Result<Stores, StoresError>> {
        let initial = allocation.initial.as_ref()?;
        allocation.elements?;
        let held = initial.encoding.to_linear(&initial.shape).map_err(StoresError::Layout);
        Some(held.and_then(|held| Stores::between(&held, allocation, target)))
    }

    fn between(
        held: &Linear,
        allocation: &Allocation,
        target: &Target,
    ) -> Result<Stores, StoresError> {
        let element = &allocation.memory.element;
        let whole = element.bits().filter(|bits| bits % 8 == 0 || *bits == 1);
        let unknown = || StoresError::Element { element: element.to_string() };
        let element_bytes = whole.map(|bits| i64::from(bits.div_ceil(8))).ok_or_else(unknown)?;
        let buffer = allocation.layout.as_ref().map_err(|e| StoresError::Layout(e.clone()))?;
        let address =
            held.invert_and_compose(buffer)?.sublayout(&[REGISTER, LANE, WARP], &[OFFSET])?;
        let most = target.vector_elements(element_bytes);
        let most = if most.count_ones() == 1 { most } else { 1 };
        let vector = address.num_consecutive_in_out().min(most);
        let starts = every(vector, &address)?;
        let map = starts.transpose_ins(&[WARP, REGISTER, LANE])?.to_map()?;
        let access = Access { map: &map, lanes: &[2], element_bytes, vector };
        match wavefronts(&access, &Banks::of(target), &Budget::default()) {
            Answer::Known { value, by } => {
                Ok(Stores { vector, element_bytes, wavefronts: value, by })
            }
            Answer::Unknown { why } => Err(StoresError::Unknown { why }),
        }
    }
}

/// The registers in which stores of so many begin: the lowest bits left out.
fn every(vector: i64, address: &Linear) -> Result<Linear, Gf2Error> {
    let skipped = vector.trailing_zeros() as usize;
    let mut bases = address.bases();
    if let Some(registers) = bases.first_mut() {
        registers.drain(..skipped.min(registers.len()));
    }
    let sizes = address.ins().names().zip(&bases).map(|(name, own)| (name, 1i64 << own.len()));
    Linear::new(Dims::new(sizes)?, address.outs().clone(), &bases)
}
