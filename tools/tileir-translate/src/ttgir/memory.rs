//! Bank conflicts of the tensor that an allocation is filled with.
//!
//! Each thread stores its registers, as many neighbours at once as the layouts and the target
//! allow, whatever order the registers have. The address of each is the offset of its element in
//! the buffer; how many wavefronts the lanes of a warp take together is counted exactly. These are
//! plain stores: what a matrix instruction or a copy engine does is not asked.

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
        let (vector, starts) = widest(&address, most)?;
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

/// The most neighbours, up to `most`, that each lane's registers hold at a multiple of their
/// number, and where the stores of so many begin.
///
/// Registers may be taken in any order that is the same for all lanes, so what counts is which
/// offsets some of them reach together: 1, 2, 4, … up to half the run. The offsets of lanes and
/// warps must leave those bits alone; what registers add to them besides is undone by other
/// registers of the run.
fn widest(address: &Linear, most: i64) -> Result<(i64, Linear), Gf2Error> {
    let mut bases = address.bases();
    let offset = |basis: &Vec<i64>| basis.first().copied().unwrap_or(0);
    let others = bases.iter().skip(1).flatten().fold(0, |all, basis| all | offset(basis));
    let registers: Vec<i64> = bases.first().into_iter().flatten().map(offset).collect();
    let reached = independent(&registers);
    let mut vector = 1;
    while vector < most && others & vector == 0 && reduced(vector, &reached) == 0 {
        vector *= 2;
    }
    let starts: Vec<i64> = registers.iter().map(|&offset| offset & !(vector - 1)).collect();
    if let Some(own) = bases.first_mut() {
        *own = independent(&starts).into_iter().map(|offset| vec![offset]).collect();
    }
    let sizes = address.ins().names().zip(&bases).map(|(name, own)| (name, 1i64 << own.len()));
    Ok((vector, Linear::new(Dims::new(sizes)?, address.outs().clone(), &bases)?))
}

/// Offsets whose XORs are those of the given ones, each of another highest bit.
fn independent(offsets: &[i64]) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    for &offset in offsets {
        match reduced(offset, &found) {
            0 => {}
            rest => {
                found.push(rest);
                found.sort_unstable_by_key(|&offset| std::cmp::Reverse(offset));
            }
        }
    }
    found
}

/// What is left of an offset without the highest bits of these.
fn reduced(offset: i64, found: &[i64]) -> i64 {
    found.iter().fold(offset, |rest, &other| rest.min(rest ^ other))
}
