//! `tileir-oracles`: runs peers' cases through TileIR's public API and says who is right.
//!
//! Every line of every `*.jsonl` in a folder is a case: an operation, its operands, and what a
//! peer (CuTe, Triton, …) answered. Three parts keep apart what must not know each other:
//!
//! | part | knows |
//! |---|---|
//! | [`record`], [`operand`], [`taken`], [`operation`], [`bases`] | how cases are written |
//! | [`definition`], on [`nested`] and [`function`] | what an answer must be, point by point |
//! | [`cute`], [`atoms`], [`triton`], [`tilelang`], [`tirx`] | the crate `tileir`, which is under test |
//!
//! [`judge`] compares the three, [`report`] counts. The exit status is 0 if every case passed
//! or found its peer wrong, 1 if one failed or isn't supported, 2 if the folder has no cases.

mod atoms;
mod bases;
mod cute;
mod definition;
mod function;
mod judge;
mod nested;
mod operand;
mod operation;
mod record;
mod report;
mod run;
mod taken;
mod tilelang;
mod tirx;
mod triton;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Runs peers' layout cases through TileIR, and prints who is right by file and operation.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileir-oracles", version)]
struct Options {
    /// The folder with the cases, as *.jsonl.
    #[arg(default_value = "test/oracles")]
    dir: PathBuf,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run::folder(&options.dir, &mut |line| println!("{line}")) {
        Ok((report, good)) => {
            print!("{report}");
            if good { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(error) => {
            eprintln!("tileir-oracles: {error}");
            ExitCode::from(2)
        }
    }
}
