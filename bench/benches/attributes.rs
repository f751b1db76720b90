//! Each operation through the attributes of MLIR: what a pass pays that holds attributes.
//!
//! Operands are read from their attributes, the operation runs through `LayoutMap`, and an
//! attribute is built of its result. The result is a new node every time, so it is encoded,
//! verified and uniqued every time; operands are known to the dialect after the first time, as in
//! a pass that looks at an operation again. A map that is evaluated is read and evaluated once.

mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Location;
use tileir::LayoutMap;
use tileir_bench::{BitsOfMaps, Error, LayoutsOfMaps, Outcome, operations};
use tileir_dialect::attributes::{layout_map, map_attribute};

/// The group of the operations through attributes.
const ATTRIBUTE: &str = "attribute";

fn context() -> Context {
    let registry = DialectRegistry::new();
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

/// Times `work` on operands that are attributes of a new context in each sample: what a context
/// has once made lives as long as it does.
fn time(
    criterion: &mut Criterion,
    name: &str,
    operands: &[&LayoutMap],
    work: impl Fn(Location<'_>, &[LayoutMap]) -> Result<(), Error>,
) -> Result<(), Error> {
    let sample = |count: u64| -> Result<Duration, Error> {
        let context = context();
        let location = Location::unknown(&context);
        let build = |map: &&LayoutMap| map_attribute(location, map);
        let attributes = operands.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let start = Instant::now();
        for _ in 0..count {
            let read = |attribute| layout_map(black_box(attribute));
            let maps = attributes.iter().copied().map(read).collect::<Result<Vec<_>, _>>()?;
            work(location, &maps)?;
        }
        Ok(start.elapsed())
    };
    sample(1)?;
    let mut group = common::group(criterion, ATTRIBUTE, 1);
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|count| sample(count).unwrap_or_else(|error| common::stop(&error)));
    });
    Ok(())
}

fn everything(criterion: &mut Criterion) -> Result<(), Error> {
    let operations = operations()?;
    for each in &operations.layouts {
        let on = LayoutsOfMaps::of(each)?;
        let operands: Vec<_> = [Some(&on.layout), on.by.as_ref()].into_iter().flatten().collect();
        time(criterion, &each.name, &operands, |location, maps| {
            let [layout, by @ ..] = maps else { return Err("no operand".into()) };
            black_box(map_attribute(location, &on.run(layout, by.first())?)?);
            Ok(())
        })?;
    }
    for each in &operations.bits {
        let on = BitsOfMaps::of(each, &operations)?;
        let operands: Vec<_> = [Some(&on.matrix), on.by.as_ref()].into_iter().flatten().collect();
        time(criterion, &each.name, &operands, |location, maps| {
            let [matrix, by @ ..] = maps else { return Err("no operand".into()) };
            match on.run(matrix, by.first())? {
                Outcome::Map(result) => {
                    black_box(map_attribute(location, &result)?);
                }
                Outcome::Number(number) => {
                    black_box(number);
                }
            }
            Ok(())
        })?;
    }
    for each in &operations.maps {
        let map = each.map(&operations)?;
        let start = vec![0; map.domain().rank()];
        time(criterion, &each.name, &[&map], |_, maps| {
            for map in maps {
                black_box(map.eval(&start)?);
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = everything(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = attributes; config = common::quick(); targets = all }
criterion_main!(attributes);
