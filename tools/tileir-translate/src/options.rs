//! What `tileir-translate` is asked to do.

use std::path::PathBuf;

use clap::{ArgGroup, Parser, ValueEnum};

/// Translates other systems' layouts to TileIR.
///
/// --import-ttgir reads Triton's TTGIR as the compiler printed it, and writes a module with one
/// tileir.repartition for each ttg.convert_layout. Exit status: 0 if every conversion of the file
/// is there and nothing else was wrong with it, 1 if not, 2 if a file cannot be read or written.
///
/// Examples:
///   tileir-translate --import-ttgir kernel.ttgir | tileir-opt --tileir-plan
///   tileir-translate --import-ttgir kernel.ttgir --report
#[derive(Clone, Debug, Parser)]
#[command(name = "tileir-translate", version, verbatim_doc_comment)]
#[command(group = ArgGroup::new("task").required(true))]
pub struct Options {
    /// Import a module of TTGIR; standard input if it is `-`.
    #[arg(long, value_name = "FILE", group = "task")]
    pub import_ttgir: Option<PathBuf>,
    /// Where the module goes: a file, or `-` for standard output. Without this, and without a
    /// report, to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say of every conversion what is proved, what moves, and what the cheapest plan costs, and
    /// of every allocation its bytes and bank conflicts; to standard output.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "text")]
    pub report: Option<Format>,
    /// The target that plans are for, as for tileir-plan; otherwise the one nearest to what the
    /// module was compiled for.
    #[arg(long, value_name = "NAME", requires = "report")]
    pub target: Option<String>,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One object, for programs.
    Json,
}

impl Options {
    /// Where the module goes, if anywhere.
    pub fn module_path(&self) -> Option<PathBuf> {
        match (&self.output, self.report) {
            (Some(path), _) => Some(path.clone()),
            (None, None) => Some(PathBuf::from("-")),
            (None, Some(_)) => None,
        }
    }
}
