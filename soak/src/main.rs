//! `tileir-soak`: see the library.
//!
//! Exit status: 0 if no verdict is wrong and no more is unknown than recorded, 1 otherwise, 2 if
//! the record cannot be read or written.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use clap::Parser;
use tileir_soak::families::{FAMILIES, Family};
use tileir_soak::record::{Record, Row, table};
use tileir_soak::run::{Share, run};
use tileir_soak::tally::Tally;

/// The prover against an oracle that looks at every point, over families of small maps.
#[derive(Debug, Parser)]
#[command(name = "tileir-soak", version)]
struct Options {
    /// Ask about the sample that `cargo test` takes, not about every case.
    #[arg(long)]
    sample: bool,
    /// Only families whose name has one of these in it.
    families: Vec<String>,
    /// Write the numbers down where they have fallen, and those of changed families.
    #[arg(long)]
    lower: bool,
    /// The record.
    #[arg(long, value_name = "FILE", default_value = "soak/unknown.txt")]
    record: PathBuf,
    /// How many threads ask; all cores if left out.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    match soak(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs, prints and compares; whether everything is as it should be.
fn soak(options: &Options) -> Result<bool, Box<dyn std::error::Error>> {
    let mut record = match fs::read_to_string(&options.record) {
        Ok(text) => Record::read(&text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Record::default(),
        Err(error) => return Err(error.into()),
    };
    let share = if options.sample { Share::Sample } else { Share::Full };
    let threads = options.threads.or_else(|| thread::available_parallelism().ok().map(Into::into));
    let asked = |family: &&Family| {
        let named = |part: &String| family.name.contains(part.as_str());
        options.families.is_empty() || options.families.iter().any(named)
    };
    let start = Instant::now();
    let (mut rows, mut sum) = (Vec::new(), Tally::default());
    for family in FAMILIES.iter().filter(asked) {
        let tally = one(family, share, threads.unwrap_or(1));
        rows.push(Row::new(family.name, share.cases(family), &tally));
        sum.merge(tally);
    }
    print!("\n{}", table(share, &rows));
    println!("\n{}, {:.0} s", totals(&sum), start.elapsed().as_secs_f64());
    if options.lower {
        record.lower(share, &rows);
        fs::write(&options.record, record.write())?;
        return Ok(sum.wrong == 0);
    }
    let changes = record.changes(share, &rows);
    for (what, lines) in [("worse", &changes.worse), ("better", &changes.better)] {
        lines.iter().for_each(|line| println!("{what}: {line}"));
    }
    if !changes.better.is_empty() {
        println!("less is unknown than recorded: lower {} with --lower", options.record.display());
    }
    Ok(sum.wrong == 0 && changes.worse.is_empty())
}

/// Asks about one family, and says how it went.
fn one(family: &Family, share: Share, threads: usize) -> Tally {
    let (start, total) = (Instant::now(), share.cases(family));
    let shown = io::stderr().is_terminal();
    let tally = run(family, share, threads, |done| {
        if shown {
            eprint!("\r{}: {}%", family.name, 100 * done / total.max(1));
            // Progress that cannot be shown is not missed.
            let _ = io::stderr().flush();
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    println!("{}{}: {total} cases, {}, {seconds:.1} s", back(shown), family.name, totals(&tally));
    for wrong in &tally.smallest {
        println!("wrong: {}", wrong.what);
    }
    tally
}

fn back(shown: bool) -> &'static str {
    if shown { "\r" } else { "" }
}

fn totals(tally: &Tally) -> String {
    let sum = tally.sum();
    let asked = sum.proved + sum.disproved + sum.unknown + sum.left;
    let share = 200.0 * sum.exhausted as f64 / asked.max(1) as f64;
    format!(
        "{} checks, {} proved, {} disproved, {} unknown without points, {} with, {} wrong, \
         {share:.2}% by exhaustion",
        sum.checks, sum.proved, sum.disproved, sum.unknown, sum.left, tally.wrong
    )
}
