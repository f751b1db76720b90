//! What a proof costs, and a module of obligations.
//!
//! | group | what is timed |
//! |---|---|
//! | `proof` | the four facts of a map that is there |
//! | `proof of a map built` | the same, of a map that is built first, through the public interface |
//! | `proof of a text` | the same, of a map that is read first |
//! | `module` | `tileir-opt --tileir-prove` on a module, from start to end of the process |
//!
//! No point is tried: what is proved is proved of all of them at once. The command is the one in
//! the folder that this bench was built into; without one, modules are left out. A sample is one
//! run of it, for which the table of `make bench` has a bar: 100 us an obligation.

mod common;

use std::cell::Cell;
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use tileir::LayoutMap;
use tileir::proof::{Budget, prove};
use tileir_bench::{Error, Operations, built, obligations, operations};

/// So many copies of a map are proved in turn.
const MAPS: usize = 32;

fn proofs(criterion: &mut Criterion, operations: &Operations) -> Result<(), Error> {
    let budget = Budget::of_points(0);
    for each in &operations.proofs {
        let name = &each.name;
        // The prover remembers the last maps it was asked about: here each has long been forgotten.
        let maps = (0..MAPS).map(|_| each.map()).collect::<Result<Vec<LayoutMap>, _>>()?;
        let turn = Cell::new(0);
        let mut time = |group: &str, work: &dyn Fn() -> Result<(), Error>| {
            let mut group = common::group(criterion, group, 1);
            group.bench_function(name, |bencher| bencher.iter(work));
        };
        time("proof", &|| {
            turn.set((turn.get() + 1) % MAPS);
            black_box(prove(black_box(&maps[turn.get()]), &budget));
            Ok(())
        });
        if let Some(build) = built::build(name) {
            time("proof of a map built", &|| {
                black_box(prove(&black_box(build)()?, &budget));
                Ok(())
            });
        }
        time("proof of a text", &|| {
            let map: LayoutMap = black_box(each.text()).parse()?;
            black_box(prove(&map, &budget));
            Ok(())
        });
    }
    Ok(())
}

/// `tileir-opt`, built beside this bench.
fn command() -> Result<Option<PathBuf>, Error> {
    let bench = env::current_exe()?;
    let built = bench.ancestors().nth(2).map(|folder| folder.join("tileir-opt"));
    Ok(built.filter(|command| command.exists()))
}

/// How long the command takes to prove every obligation of a module.
fn run(command: &Path, module: &Path) -> Result<Duration, Error> {
    let start = Instant::now();
    let status = Command::new(command)
        .args(["--tileir-prove", "-o", "/dev/null"])
        .arg(module)
        .stdin(Stdio::null())
        .status()?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(format!("{}: {status}", command.display()).into()) }
}

fn modules(criterion: &mut Criterion, operations: &Operations) -> Result<(), Error> {
    let Some(command) = command()? else {
        eprintln!("no tileir-opt beside the bench: no modules");
        return Ok(());
    };
    for &count in &operations.modules.obligations {
        let name = format!("tileir-obligations-{}-{count}.mlir", std::process::id());
        let file = env::temp_dir().join(name);
        fs::write(&file, obligations::module(count))?;
        let outcome = run(&command, &file);
        if outcome.is_ok() {
            let mut group = common::group(criterion, "module", 1);
            group.sample_size(10).measurement_time(Duration::from_millis(count as u64));
            group.bench_function(format!("{count} obligations"), |bencher| {
                bencher.iter_custom(|times| {
                    let all = (0..times).map(|_| run(&command, &file)).sum::<Result<_, _>>();
                    all.unwrap_or_else(|error| common::stop(&error))
                });
            });
        }
        fs::remove_file(&file)?;
        outcome?;
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    let everything = operations().and_then(|operations| {
        proofs(criterion, &operations)?;
        modules(criterion, &operations)
    });
    if let Err(error) = everything {
        common::stop(&error);
    }
}

criterion_group! { name = timed; config = common::quick(); targets = all }
criterion_main!(timed);
