//! What it takes to import a module of TTGIR.
//!
//! | group | what is timed |
//! |---|---|
//! | `import` | bytes to the text of a module: read, proved, written |
//! | `import and report` | the same, and the report with a plan for each conversion |
//!
//! The bar, 50 ms, is that of the first group; reading the file and starting a process are not in
//! it.

mod common;

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use tileir_bench::{Error, operations};
use tileir_translate::source::Source;
use tileir_translate::ttgir::{Import, Survey};

fn imports(criterion: &mut Criterion) -> Result<(), Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/interop_triton/ttgir");
    for name in operations()?.imports.files {
        let bytes = fs::read(folder.join(format!("{name}.ttgir")))?;
        let import = || Import::of(&Source::new(&name, black_box(&bytes)));
        common::group(criterion, "import", 1).bench_function(&name, |bencher| bencher.iter(import));
        common::group(criterion, "import and report", 1).bench_function(&name, |bencher| {
            bencher.iter(|| Survey::of(&import(), None).map(|survey| survey.to_string()))
        });
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = imports(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = timed; config = common::quick(); targets = all }
criterion_main!(timed);
