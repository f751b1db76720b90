//! Each operation on its own types, and through `LayoutMap`.
//!
//! Beside composition stands the maps' own road: `fuse` with all its proofs, then `normalize`.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tileir::LayoutMap;
use tileir::cute::{self, TilerRef};
use tileir::proof::Budget;
use tileir_bench::{
    BitOperator, BitsOfMaps, Error, LayoutOperator, LayoutsOfMaps, Operations, operations,
};

/// The group of the operations on their own types.
const DIRECT: &str = "direct";
/// The group of the operations through `LayoutMap`.
const MAP: &str = "map";

fn time<T>(criterion: &mut Criterion, group: &str, name: &str, mut work: impl FnMut() -> T) {
    common::group(criterion, group, 1).bench_function(name, |bencher| bencher.iter(&mut work));
}

fn layouts(criterion: &mut Criterion, operations: &Operations) -> Result<(), Error> {
    for each in &operations.layouts {
        let (name, a, by) = (&each.name, each.layout()?, each.tiler()?);
        let by = || TilerRef::from(black_box(&by));
        match each.operation {
            LayoutOperator::Composition => {
                time(criterion, DIRECT, name, || cute::composition(black_box(&a), by()));
            }
            LayoutOperator::LogicalDivide => {
                time(criterion, DIRECT, name, || cute::logical_divide(black_box(&a), by()));
            }
            LayoutOperator::Complement => {
                let TilerRef::Extent(end) = by() else { return Err("no end".into()) };
                time(criterion, DIRECT, name, || cute::complement(black_box(&a), black_box(end)));
            }
            LayoutOperator::Coalesce => {
                time(criterion, DIRECT, name, || cute::coalesce(black_box(&a)));
            }
            LayoutOperator::RightInverse => {
                time(criterion, DIRECT, name, || cute::right_inverse(black_box(&a)));
            }
        }
        let maps = LayoutsOfMaps::of(each)?;
        maps.run(&maps.layout, maps.by.as_ref())?;
        time(criterion, MAP, name, || maps.run(black_box(&maps.layout), maps.by.as_ref()));
    }
    Ok(())
}

fn bits(criterion: &mut Criterion, operations: &Operations) -> Result<(), Error> {
    for each in &operations.bits {
        let (name, matrix) = (&each.name, each.linear(0, operations)?);
        match each.operation {
            BitOperator::Compose => {
                let outer = each.linear(1, operations)?;
                time(criterion, DIRECT, name, || black_box(&matrix).compose(black_box(&outer)));
            }
            BitOperator::Invert => time(criterion, DIRECT, name, || black_box(&matrix).invert()),
            BitOperator::Rank => time(criterion, DIRECT, name, || black_box(&matrix).rank()),
        }
        let maps = BitsOfMaps::of(each, operations)?;
        maps.run(&maps.matrix, maps.by.as_ref())?;
        time(criterion, MAP, name, || maps.run(black_box(&maps.matrix), maps.by.as_ref()));
    }
    Ok(())
}

/// Composition by the maps' own rules, from nodes to the normal form.
fn fused(criterion: &mut Criterion) -> Result<(), Error> {
    let outer: LayoutMap =
        "mixed_radix<((8,4,16,6)):((1,768,48,8)), (x : 3072) -> (m : 3072)>".parse()?;
    let inner: LayoutMap = "mixed_radix<(16,24):(2,64), (i : 16, j : 24) -> (x : 3072)>".parse()?;
    let budget = Budget::default();
    time(criterion, MAP, "fuse and normalize", || -> Result<_, tileir::MapError> {
        Ok(LayoutMap::fuse(black_box(&outer), black_box(&inner), &budget)?.normalize(&budget))
    });
    Ok(())
}

fn everything(criterion: &mut Criterion) -> Result<(), Error> {
    let operations = operations()?;
    layouts(criterion, &operations)?;
    bits(criterion, &operations)?;
    fused(criterion)
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = everything(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = algebra; config = common::quick(); targets = all }
criterion_main!(algebra);
