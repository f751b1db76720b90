//! What it takes to plan how a tile changes hands.
//!
//! | group | what is timed |
//! |---|---|
//! | `plan` | the cheapest plan between two distributions of a 128 x 128 tile |
//! | `proof of a plan` | that this plan brings every slot its element |
//!
//! The bar, 1 ms, is that of the first group.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tileir::distribution::Distribution;
use tileir::proof::Budget;
use tileir::repartition::{plan, prove_plan};
use tileir::target::Target;
use tileir_bench::{Error, operations};

fn plans(criterion: &mut Criterion) -> Result<(), Error> {
    let plans = operations()?.plans;
    let target = Target::by_name(&plans.target)?;
    let read =
        |text: &str| -> Result<Distribution, Error> { Ok(Distribution::new(text.parse()?)?) };
    let source = read(&plans.source)?;
    for (name, wanted) in &plans.wanted {
        let wanted = read(wanted)?;
        let find = || plan(black_box(&source), &wanted, plans.element_bytes, &target);
        let (found, _) = find()?;
        common::group(criterion, "plan", 1).bench_function(name, |bencher| bencher.iter(find));
        common::group(criterion, "proof of a plan", 1).bench_function(name, |bencher| {
            bencher.iter(|| prove_plan(black_box(&source), &wanted, &found, &Budget::of_points(0)))
        });
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = plans(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = timed; config = common::quick(); targets = all }
criterion_main!(timed);
