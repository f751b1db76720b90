//! `tileir-run`: runs a tile program on a device and compares every element with the reference.
//!
//! It runs on a thread with a big stack, since MLIR's parser recurses once for each level that
//! its input nests. `TILEIR_LOG=debug` tells what the passes do, on the error stream.

use std::process::ExitCode;
use std::thread;

use clap::Parser;
use tileir_run::options::Options;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// Some 100,000 nested levels.
const STACK: usize = 1 << 30;

/// Everything was compared, and something differs.
const DIFFERENT: u8 = 1;
/// Not everything was compared.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_env("TILEIR_LOG"))
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_writer(std::io::stderr)
        .init();
    let options = Options::parse();
    let worker = thread::Builder::new().name("tileir-run".to_owned()).stack_size(STACK);
    match worker.spawn(move || run(&options)).map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(FAILED),
        Err(error) => {
            eprintln!("tileir-run: cannot start a thread with a stack of {STACK} bytes: {error}");
            ExitCode::from(FAILED)
        }
    }
}

fn run(options: &Options) -> ExitCode {
    let variable = std::env::var("TILEIR_DEVICE").ok();
    let outcome = tileir_dialect::guard(|| {
        tileir_run::run::run(options, variable.as_deref(), |report| print!("{report}"))
    });
    match outcome {
        Ok(Ok(true)) => ExitCode::SUCCESS,
        Ok(Ok(false)) => ExitCode::from(DIFFERENT),
        Ok(Err(error)) => {
            eprintln!("tileir-run: {error}");
            ExitCode::from(FAILED)
        }
        Err(panic) => {
            eprintln!("tileir-run: {panic}");
            ExitCode::from(FAILED)
        }
    }
}
