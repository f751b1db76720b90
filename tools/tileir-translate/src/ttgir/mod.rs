//! TTGIR: the module that the conversions of a file become, and the report on them.
//!
//! [`Import`] reads a file with [`read_ttgir`], a section at a time. What is understood becomes a
//! module; what isn't becomes a [`Problem`] with its line.
//!
//! ```text
//! %8 = ttg.convert_layout %7 : tensor<128x128xf16, #mma> -> tensor<128x128xf16, #blocked1>
//! ```
//!
//! becomes a kernel that reads the tensor in the first layout and writes it in the second:
//!
//! ```mlir
//! func.func @convert_62_10(%src: memref<16384xf16>, %dst: memref<16384xf16>)
//!     attributes {tileir.grid = array<i64: 1>} {
//!   …
//!   %y = tileir.repartition %x : tensor<128x128xf16, #mma_128x128>
//!       -> tensor<128x128xf16, #blocked1_128x128> loc("matmul.ttgir":62:10)
//! ```
//!
//! | part | is |
//! |---|---|
//! | [`carrier`] | the type that carries an element's bits |
//! | [`tile`] | a conversion inside one block |
//! | `names` | encodings by the names of the file |
//! | `module` | the text of the module |
//! | [`survey`] | what is true of each conversion and allocation, and what it costs |
//! | [`facts`], [`cheapest`], [`memory`], [`aim`] | its parts: layouts, plans, bank conflicts, the target |
//! | `text`, `json` | the report for people and for programs |

pub mod aim;
pub mod carrier;
pub mod cheapest;
pub mod facts;
mod json;
pub mod memory;
mod module;
mod names;
pub mod survey;
mod text;
pub mod tile;

pub use survey::Survey;

use tileir::interop::triton::{
    Alias, Allocation, Conversion, Module, Report, TextReason, read_ttgir,
};

use crate::problem::Problem;
use crate::source::{Section, Source};
use tile::{Refusal, Tile};

/// A file, imported; see the source file's header.
#[derive(Clone, Debug)]
pub struct Import {
    file: String,
    parts: Vec<Part>,
    module: String,
    problems: Vec<Problem>,
}

/// What a section of a file says.
#[derive(Clone, Debug)]
pub struct Part {
    /// The attributes of its module.
    pub module: Module,
    /// Its aliases.
    pub aliases: Vec<Alias>,
    /// Its conversions that were understood.
    pub conversions: Vec<Moved>,
    /// Its allocations that were understood.
    pub allocations: Vec<Allocation>,
    /// How many conversions are written there, understood or not.
    pub written: usize,
}

/// A conversion, and what one block does of it.
#[derive(Clone, Debug)]
pub struct Moved {
    /// As it was read, with its line in the file.
    pub read: Conversion,
    /// The tile that changes hands, or why there is none.
    pub tile: Result<Tile, Refusal>,
}

impl Import {
    /// Imports a file.
    pub fn of(source: &Source) -> Import {
        let mut problems: Vec<Problem> = source.broken().cloned().into_iter().collect();
        let sections = source.sections();
        let mut strange = Vec::new();
        let mut parts: Vec<Part> = Vec::with_capacity(sections.len());
        for section in &sections {
            let (part, nothing) = part(&source.name, section, &mut problems);
            parts.push(part);
            strange.extend(nothing);
        }
        // Aliases alone are a section too, but no file.
        if strange.len() == parts.len() {
            problems.extend(strange.into_iter().next());
        }
        problems.sort_by_key(|problem| (problem.line, problem.column));
        let module = module::text(&source.name, &parts);
        Import { file: source.name.clone(), parts, module, problems }
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The file's sections.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The module, as text for `tileir-opt`.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// What was not understood or cannot be said, by line.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// How many conversions the file has, understood or not.
    pub fn conversions(&self) -> usize {
        self.parts.iter().map(|part| part.written).sum()
    }

    /// How many repartitions the module has.
    pub fn repartitions(&self) -> usize {
        let of_part = |part: &Part| part.conversions.iter().filter(|c| c.tile.is_ok()).count();
        self.parts.iter().map(of_part).sum()
    }

    /// Whether there is a repartition for each conversion, and nothing else was wrong.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.repartitions() == self.conversions()
    }
}

/// Reads a section. What it says, and the problem that it says nothing.
fn part(file: &str, section: &Section<'_>, problems: &mut Vec<Problem>) -> (Part, Option<Problem>) {
    let mut report = read_ttgir(section.text);
    let before = section.before;
    let problem = |line: usize, column, message, quoted| Problem {
        file: file.to_owned(),
        line: line + before,
        column,
        message,
        quoted,
    };
    let mut nothing = None;
    for error in std::mem::take(&mut report.problems) {
        let text = error.reason.to_string();
        let problem = problem(error.line, error.column, text, error.quoted);
        match error.reason {
            TextReason::NoProgram => nothing = Some(problem),
            _ => problems.push(problem),
        }
    }
    let lines: Vec<&str> = section.text.lines().collect();
    let mut conversions = Vec::with_capacity(report.conversions.len());
    for mut read in std::mem::take(&mut report.conversions) {
        let tile = Tile::of(&read);
        if let Err(refusal) = &tile {
            let quoted = lines.get(read.line.saturating_sub(1)).copied().unwrap_or_default();
            let (message, quoted) = (refusal.to_string(), quoted.to_owned());
            problems.push(problem(read.line, read.column, message, quoted));
        }
        read.line += before;
        conversions.push(Moved { read, tile });
    }
    let mut allocations = std::mem::take(&mut report.allocations);
    allocations.iter_mut().for_each(|allocation| allocation.line += before);
    let Report { module, aliases, written, .. } = report;
    (Part { module, aliases, conversions, allocations, written }, nothing)
}
