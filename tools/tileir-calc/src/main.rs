//! `tileir-calc`: see the library.
//!
//! Lines come from the arguments, from a file, or from standard input; a terminal gets a prompt.
//! Exit status: 0 if every line has a value, 1 if one has none, 2 if the lines cannot be read. A
//! conversation at the prompt ends with 0.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use tileir::proof::Budget;
use tileir_calc::batch::{Batch, Style};
use tileir_calc::limits::STACK;
use tileir_calc::prompt;
use tileir_calc::session::Session;

/// A line had an error.
const WRONG: u8 = 1;
/// The lines could not be read, or the answers not be written.
const FAILED: u8 = 2;

/// Calculates with layouts: CuTe notation, GF(2) bases, index expressions.
///
/// Examples:
///   tileir-calc 'composition((20):(2), (5,4):(4,1))'
///   tileir-calc 'prove((i : 128) -> (i % 64))'
///   tileir-calc 'help()'
#[derive(Debug, Parser)]
#[command(name = "tileir-calc", version, verbatim_doc_comment)]
struct Options {
    /// Lines to answer, one an argument. Without any, and without a file, lines are read from
    /// standard input.
    lines: Vec<OsString>,
    /// Answer the lines of a file, before those given as arguments; of standard input if it is `-`.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Answer in JSON, an object a line.
    #[arg(long)]
    json: bool,
    /// Only the values, without facts and tables.
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
    /// The most points that one proof looks at.
    #[arg(long, value_name = "N", default_value_t = Budget::default().points)]
    points: u64,
    /// The most steps of one search for the integer points of a proof.
    #[arg(long, value_name = "N", default_value_t = Budget::default().steps)]
    steps: u64,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let worker = thread::Builder::new().name("tileir-calc".to_owned()).stack_size(STACK);
    match worker.spawn(move || run(&options)).map(thread::JoinHandle::join) {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(WRONG),
        // Whoever reads the answers has seen enough.
        Ok(Ok(Err(error))) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) | Err(error) => {
            eprintln!("tileir-calc: {error}");
            ExitCode::from(FAILED)
        }
        Ok(Err(_)) => ExitCode::from(FAILED),
    }
}

fn run(options: &Options) -> io::Result<bool> {
    let mut out = io::BufWriter::new(io::stdout());
    let mut errors = io::stderr();
    let mut batch = Batch {
        session: Session {
            budget: Budget { steps: options.steps, points: options.points },
            ..Session::default()
        },
        style: Style { json: options.json, brief: options.quiet },
        out: &mut out,
        errors: &mut errors,
    };
    let mut good = true;
    let standard = options.file.as_ref().is_some_and(|path| path.as_os_str() == "-");
    if standard {
        good &= batch.run("<stdin>", io::stdin().lock())?;
    } else if let Some(path) = &options.file {
        let name = path.display().to_string();
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
        let file = File::open(path).map_err(named)?;
        good &= batch.run(&name, BufReader::new(file))?;
    }
    for (index, line) in options.lines.iter().enumerate() {
        let line = line.as_encoded_bytes();
        good &= batch.line("<argument>", index + 1, line, line.len())?;
    }
    if options.file.is_none() && options.lines.is_empty() {
        if io::stdin().is_terminal() {
            prompt::run(&mut batch).map_err(io::Error::other)?;
        } else {
            good &= batch.run("<stdin>", io::stdin().lock())?;
        }
    }
    batch.out.flush()?;
    Ok(good)
}
