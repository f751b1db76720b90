//! How every bench measures: short samples, of which the fastest counts.
//!
//! Whatever else the machine does can only add to a sample's time, so the fastest one is nearest
//! to what the code costs; a hundred samples of three milliseconds find a quiet moment even on a
//! busy machine.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use tileir_bench::Error;

/// The sampling of every bench.
pub fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .sample_size(100)
        .nresamples(2_000)
        .without_plots()
}

/// A group in which each iteration does its task `count` times.
pub fn group<'c>(
    criterion: &'c mut Criterion,
    name: &str,
    count: usize,
) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(count as u64));
    group
}

/// Says why a bench cannot run, and ends it.
pub fn stop(error: &Error) -> ! {
    eprintln!("{error}");
    std::process::exit(1)
}
