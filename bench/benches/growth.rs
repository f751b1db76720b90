//! What cost grows with: modes and bits, not points.
//!
//! | group | fixed | grows | expected |
//! |---|---|---|---|
//! | `points/…` | four modes | the points, 2^4 to 2^40 | a flat line |
//! | `modes/…` | | the modes, 2 to 16 | a line that rises |
//! | `bits/…` | | the bits, 4 to 128 | a line that rises |

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tileir::cute;
use tileir::proof::{Budget, prove};
use tileir_bench::{Error, growing};

fn time<T>(criterion: &mut Criterion, group: &str, name: &str, mut work: impl FnMut() -> T) {
    common::group(criterion, group, 1).bench_function(name, |bencher| bencher.iter(&mut work));
}

/// Composition, its map, the map's proof, its compilation and its evaluation, as points grow.
fn points(criterion: &mut Criterion) -> Result<(), Error> {
    for log in growing::LOG_POINTS {
        let (a, b) = growing::layouts(4, log)?;
        let layout = cute::composition(&a, &b)?.into_flat()?;
        let map = layout.to_map()?;
        // No points to try: what is proved is proved of all of them at once.
        let budget = Budget::of_points(0);
        let compiled = map.compile(&budget)?;
        let mut value = [0];
        let name = format!("2^{log}");
        let compose = || cute::composition(black_box(&a), black_box(&b));
        time(criterion, "points, composition", &name, compose);
        // Built anew, for the prover remembers what it has been asked about.
        time(criterion, "points, proof", &name, || {
            black_box(&layout).to_map().map(|map| prove(&map, &budget))
        });
        time(criterion, "points, compile", &name, || black_box(&map).compile(&budget));
        time(criterion, "points, evaluation", &name, || {
            compiled.eval_into(black_box(&[1, 1]), &mut value)
        });
    }
    Ok(())
}

fn modes(criterion: &mut Criterion) -> Result<(), Error> {
    for count in [2, 4, 8, 16] {
        let (a, b) = growing::layouts(count, 32)?;
        let name = format!("{count} modes");
        let compose = || cute::composition(black_box(&a), black_box(&b));
        time(criterion, "modes, composition", &name, compose);
        let divide = || cute::logical_divide(black_box(&a), black_box(&b));
        time(criterion, "modes, logical divide", &name, divide);
    }
    Ok(())
}

fn bits(criterion: &mut Criterion) -> Result<(), Error> {
    for count in [4, 14, 32, 64, 128] {
        let matrix = growing::matrix(count)?;
        let name = format!("{count} bits");
        let compose = || black_box(&matrix).compose(black_box(&matrix));
        time(criterion, "bits, compose", &name, compose);
        time(criterion, "bits, invert", &name, || black_box(&matrix).invert());
    }
    Ok(())
}

fn everything(criterion: &mut Criterion) -> Result<(), Error> {
    points(criterion)?;
    modes(criterion)?;
    bits(criterion)
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = everything(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = growth; config = common::quick(); targets = all }
criterion_main!(growth);
