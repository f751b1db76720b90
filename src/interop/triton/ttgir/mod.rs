//! TTGIR: reading a module as the compiler printed it.
//!
//! The ops are of dialects that nobody registers here, so a module is not parsed, it is
//! *scanned*: past strings and comments, for the few words that matter. What follows such a
//! word is then read strictly.
//!
//! | word | read as |
//! |---|---|
//! | `#name = #ttg.…` at the start of a line | an [`Alias`] |
//! | `ttg.num-warps`, `ttg.threads-per-warp`, `ttg.num-ctas`, `ttg.target` | the [`Module`] |
//! | `ttg.convert_layout` | a [`Conversion`] |
//! | `ttg.local_alloc`, `ttng.tmem_alloc` | an [`Allocation`] |
//! | `num_warps(…)`, `partitionNumWarps` | warps of the partitions of a specialised program |
//! | `loc(…)` | nothing: its names are not operations |
//! | brackets | what they enclose: a text that ends inside some was cut off |
//!
//! **The laws.** Every `ttg.convert_layout` of the text is either in
//! [`Report::conversions`] or behind one of [`Report::problems`], which quotes its line:
//! [`Report::written`] counts the words, those of the older `triton_gpu` too. A conversion is
//! between layouts of the threads that run it. No text makes the reader panic.
//!
//! ```
//! use tileir::interop::triton::{Distance, read_ttgir};
//! let report = read_ttgir(r#"
//! ##blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
//! ##linear = #ttg.linear<{register = [], lane = [[0], [1], [2], [4], [8]], warp = [[16], [32]], block = []}>
//! module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
//!   %1 = ttg.convert_layout %0 : tensor<64xf16, #blocked> -> tensor<64xf16, #linear>
//! }
//! "#);
//! assert_eq!(report.module.num_warps, Some(4));
//! assert_eq!((report.written, report.conversions.len(), report.problems.len()), (1, 1, 0));
//! assert_eq!(report.conversions[0].route.distance, Distance::Warps);
//! ```

mod aliases;
mod module;
mod operation;
mod outline;
mod place;
mod scan;
mod types;

pub use aliases::Alias;
pub use module::Module;
pub use operation::{Allocation, Conversion};
pub use types::{Element, MemDesc, TensorType};

use aliases::Table;
use module::Program;
use operation::Operation;
use place::Walk;
use scan::{Event, events};

use super::text::{Fault, Lines, TextError, TextReason};

/// Something in a module that was not understood, with its line.
pub type Problem = TextError;

/// What a module says about layouts; see the source file's header.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The module's attributes.
    pub module: Module,
    /// The aliases that are encodings, as they stand.
    pub aliases: Vec<Alias>,
    /// The conversions that were understood, as they stand.
    pub conversions: Vec<Conversion>,
    /// The allocations that were understood, as they stand.
    pub allocations: Vec<Allocation>,
    /// What was not understood, as it stands.
    pub problems: Vec<Problem>,
    /// How many conversions the text has, understood or not.
    pub written: usize,
}

impl Report {
    /// Whether every conversion was understood, and all else that was looked at.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.conversions.len() == self.written
    }
}

/// Reads a module; see the source file's header.
pub fn read_ttgir(text: &str) -> Report {
    let _span = tracing::debug_span!("read_ttgir", bytes = text.len()).entered();
    let lines = Lines::new(text);
    let events: Vec<Event<'_>> = events(text).collect();
    let mut faults: Vec<Fault> = Vec::new();
    let table = Table::read(text, &events, &mut faults);
    let programs = Program::read_all(text, &events);
    let mut report = Report {
        aliases: table.listed(&lines),
        module: Program::main(&programs).module,
        ..Report::default()
    };
    let (mut program, mut next) = (Program::default(), programs.into_iter().peekable());
    let mut walk = Walk::default();
    for (place, event) in events.iter().enumerate() {
        if let Some((_, begins)) = next.next_if(|(start, _)| *start == place) {
            program = begins;
        }
        walk.step(text, event);
        faults.extend(module::no_count(text, event));
        let (name, at, after, generic) = match *event {
            Event::Operation { name, at, after, generic } => (name, at, after, generic),
            Event::OpenString { at } => {
                faults.push(Fault::new(at, TextReason::OpenString));
                continue;
            }
            _ => continue,
        };
        let own = walk.own();
        let operation =
            Operation { text, lines: &lines, at, after, generic, program: &program, own };
        let fault = match name {
            operation::CONVERT => {
                report.written += 1;
                let conversion = operation.conversion(&table);
                conversion.map(|conversion| report.conversions.push(conversion))
            }
            operation::OLD_CONVERT => {
                report.written += 1;
                Err(Fault::new(at, TextReason::OldDialect { name: name.to_owned() }))
            }
            _ => operation.allocation(&table).map(|allocated| report.allocations.push(allocated)),
        };
        faults.extend(fault.err());
    }
    faults.extend(module::repeated(&events));
    faults.extend(outline::fault(text, &lines, &events));
    faults.sort_by_key(|fault| fault.at);
    report.problems = faults.into_iter().map(|fault| lines.error(fault)).collect();
    report
}
