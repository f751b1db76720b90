//! A point of a compiled map, and of `LayoutMap::eval`.
//!
//! The points are scattered over the domain; the time is that of one of them, with the error type
//! as shipped: each value comes as a `Result`, and an error ends the loop.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tileir::EvalError;
use tileir::proof::Budget;
use tileir_bench::{Error, Points, operations};

/// The groups of the compiled maps and of `LayoutMap::eval`, as in the bench of the algebra, and
/// that of compiled maps at all points by one call.
const GROUPS: [&str; 3] = ["direct", "map", "bulk"];

/// Times `work`, which evaluates every point.
fn time<T>(criterion: &mut Criterion, group: &str, name: &str, mut work: impl FnMut() -> T) {
    let mut group = common::group(criterion, group, Points::COUNT);
    group.bench_function(name, |bencher| bencher.iter(&mut work));
}

fn maps(criterion: &mut Criterion) -> Result<(), Error> {
    let operations = operations()?;
    for each in &operations.maps {
        let map = each.map(&operations)?;
        let compiled = map.compile(&Budget::default())?;
        let points = Points::of(map.domain());
        let mut value = vec![0; map.codomain().rank()];
        time(criterion, GROUPS[0], &each.name, || -> Result<(), EvalError> {
            for point in black_box(&points).iter() {
                black_box(&compiled).eval_into(point, &mut value)?;
                black_box(&value);
            }
            Ok(())
        });
        time(criterion, GROUPS[1], &each.name, || -> Result<(), EvalError> {
            for point in black_box(&points).iter() {
                black_box(map.eval(point)?);
            }
            Ok(())
        });
        let mut values = vec![0; Points::COUNT * value.len()];
        time(criterion, GROUPS[2], &each.name, || {
            black_box(&compiled).eval_all_into(black_box(points.all()), &mut values)
        });
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = maps(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = evaluation; config = common::quick(); targets = all }
criterion_main!(evaluation);
