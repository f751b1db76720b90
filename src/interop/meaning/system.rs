//! [`System`] and [`Context`]: whose text it is, and what it does not say itself.
//!
//! | name | system | needs of the context |
//! |---|---|---|
//! | `cute` | CuTe: layouts, swizzled layouts, atoms by name, types of its dialect | a shape, where a layout is of another one |
//! | `cute-tv` | CuTe's thread-value layouts | the tile's shape |
//! | `ttg` | Triton's encodings | the tensor's shape |
//! | `tilelang` | TileLang's layouts, fragments and lane maps | |
//! | `tirx` | TIRx's layouts and index maps | the shape, of more than one dimension |
//! | `mlir` | upstream MLIR: memrefs, strided layouts, affine maps, XeGPU, operands of `mma` | the shape, unless a memref or an instruction says it |
//! | `tileir` | maps, distributions and correspondences as they stand here | |

use std::fmt;
use std::str::FromStr;

use super::TranslateError;
use crate::family::Parameters;

/// Whose text it is; see the source file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// CuTe.
    Cute,
    /// CuTe's thread-value layouts, which are written as its other layouts are.
    CuteTv,
    /// Triton.
    Ttg,
    /// TileLang.
    TileLang,
    /// TVM's TIRx.
    Tirx,
    /// Upstream MLIR.
    Mlir,
    /// The notation of this project.
    Tileir,
}

impl System {
    /// All systems.
    pub const ALL: [System; 7] = [
        System::Cute,
        System::CuteTv,
        System::Ttg,
        System::TileLang,
        System::Tirx,
        System::Mlir,
        System::Tileir,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            System::Cute => "cute",
            System::CuteTv => "cute-tv",
            System::Ttg => "ttg",
            System::TileLang => "tilelang",
            System::Tirx => "tirx",
            System::Mlir => "mlir",
            System::Tileir => "tileir",
        }
    }
}

impl System {
    /// Why texts of the system, those that have none, have no numbers of run time.
    pub(super) fn why_no_run_time(self) -> &'static str {
        match self {
            System::CuteTv => {
                "a thread-value layout leads from threads and values to elements, and what has \
                 parameters leads from elements to places; the one is the other's inverse, which is \
                 taken of numbers alone"
            }
            System::Ttg => {
                "an encoding is a bit matrix, of so many bits as the tile, the lanes and the warps \
                 have, and these are numbers"
            }
            System::Tileir => {
                "a map with parameters is a family, which is no text of one layout; the calculator \
                 takes families as they stand"
            }
            System::Cute | System::TileLang | System::Tirx | System::Mlir => {
                "they are not read here"
            }
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for System {
    type Err = TranslateError;

    fn from_str(name: &str) -> Result<Self, TranslateError> {
        let known = System::ALL.into_iter().find(|system| system.name() == name);
        known.ok_or_else(|| TranslateError::System { name: name.to_owned() })
    }
}

/// The lanes of a warp, unless told.
pub(super) const WARP: i64 = 32;

/// What a text leaves open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The tile's shape.
    pub shape: Option<Vec<i64>>,
    /// The warps of a block. A text of another number of threads is refused.
    pub warps: Option<i64>,
    /// The lanes of a warp, of a text that does not say them: 32 unless told. A text that says
    /// another number, or threads that are no whole warps of so many, is refused.
    pub lanes: Option<i64>,
    /// An element's width in bits, of CuTe's copy atoms, which count bits otherwise.
    pub bits: Option<i64>,
    /// The element type of a memref that is written; without it, the layout alone is.
    pub element: Option<String>,
    /// What names of run time may stand for; see [`read_symbolic`](super::read_symbolic).
    pub parameters: Parameters,
    /// The parameters that the `?` of a text are, from left to right.
    pub unknowns: Vec<String>,
    /// The tile's shape, each extent an expression in the parameters; instead of `shape`.
    pub extents: Option<Vec<String>>,
}

impl Context {
    /// The context of a tile of this shape.
    pub fn of_shape(shape: &[i64]) -> Self {
        Context { shape: Some(shape.to_vec()), ..Context::default() }
    }

    /// The context in which these numbers are known at run time only.
    pub fn of_parameters(parameters: Parameters) -> Self {
        Context { parameters, ..Context::default() }
    }

    /// The lanes of a warp of which nothing is said.
    pub(super) fn warp(&self) -> i64 {
        self.lanes.unwrap_or(WARP)
    }

    /// The shape, which `what` needs.
    pub(super) fn shape_for(&self, what: &'static str) -> Result<&[i64], TranslateError> {
        self.shape.as_deref().ok_or(TranslateError::NoShape { what })
    }

    /// The lanes of a warp of a text that speaks of so many threads of a block, and perhaps says
    /// their lanes itself.
    ///
    /// | the text says | this says | the lanes |
    /// |---|---|---|
    /// | 64 lanes | nothing, or 64 | 64 |
    /// | 64 lanes | 32 | an error |
    /// | 128 threads | 64 | 64 |
    /// | 128 threads | nothing | not known; 32 where they are needed |
    pub(super) fn lanes_of(
        &self,
        said: Option<i64>,
        threads: i64,
    ) -> Result<Option<i64>, TranslateError> {
        if let (Some(expected), Some(found)) = (self.lanes, said)
            && expected != found
        {
            return Err(TranslateError::Threads { what: "lanes", expected, found });
        }
        let known = said.or(self.lanes);
        let lanes = known.unwrap_or(WARP);
        if known.is_some() || self.warps.is_some() {
            let warps = (lanes > 0 && threads % lanes == 0).then_some(threads / lanes.max(1));
            let found = warps.ok_or(TranslateError::NoWarps { threads, lanes })?;
            if let Some(expected) = self.warps.filter(|warps| *warps != found) {
                return Err(TranslateError::Threads { what: "warps", expected, found });
            }
        }
        Ok(known)
    }
}
