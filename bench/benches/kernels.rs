//! What it takes to compile a tile program of fifty operations to PTX.
//!
//! | group | what is timed |
//! |---|---|
//! | `text to PTX` | all: the text is read, the pipeline runs, LLVM writes PTX |
//! | `passes` | of that, the passes of this project, without LLVM's work in the last of them |
//!
//! Making a context, in which MLIR's dialects are registered, is not in it.

mod common;

use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use melior::Context;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use tileir_bench::{Error, operations};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing_subscriber::layer::{Context as Spans, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

/// The pass in which LLVM works.
const LLVM: &str = "tileir-emit-ptx";

thread_local! {
    static IN_PASSES: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Adds up how long passes take.
struct Stopwatch;

/// When a pass began.
struct Began(Instant);

/// Whether a span is that of a pass that counts.
struct Counts(bool);

impl Visit for Counts {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0 |= field.name() == "name" && format!("{value:?}") != LLVM;
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Stopwatch {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, spans: Spans<'_, S>) {
        let mut counts = Counts(false);
        attributes.record(&mut counts);
        if let Some(span) = spans.span(id).filter(|span| counts.0 && span.name() == "pass") {
            span.extensions_mut().insert(Began(Instant::now()));
        }
    }

    fn on_close(&self, id: Id, spans: Spans<'_, S>) {
        let Some(span) = spans.span(&id) else { return };
        if let Some(Began(start)) = span.extensions().get::<Began>() {
            IN_PASSES.set(IN_PASSES.get() + start.elapsed());
        }
    }
}

fn compiled(context: &Context, text: &str, pipeline: &str) -> Result<(), Error> {
    let mut module = Module::parse(context, black_box(text)).ok_or("the kernel is no program")?;
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline)?;
    manager.run(&mut module)?;
    black_box(module);
    Ok(())
}

fn kernels(criterion: &mut Criterion) -> Result<(), Error> {
    let kernels = operations()?.kernels;
    let context = tileir_run::compile::context();
    // One thread works, and its passes are timed.
    context.enable_multi_threading(false);
    let target = ("target".to_owned(), kernels.target.clone());
    let passes = tileir_passes::pipelines::text("tileir-to-ptx", &[target])?;
    let pipeline = format!("builtin.module({passes})");
    tracing_subscriber::registry().with(Stopwatch).init();
    for of_a_lane in kernels.bars.keys().copied() {
        let text = kernels.text(of_a_lane);
        let name = format!("{of_a_lane} elements a lane");
        let run = || compiled(&context, &text, &pipeline);
        run()?;
        let mut whole = common::group(criterion, "text to PTX", 1);
        whole.sample_size(20).bench_function(&name, |bencher| bencher.iter(run));
        drop(whole);
        let mut passes = common::group(criterion, "passes", 1);
        passes.sample_size(20).bench_function(&name, |bencher| {
            bencher.iter_custom(|count| {
                IN_PASSES.set(Duration::ZERO);
                for _ in 0..count {
                    run().unwrap_or_else(|error| common::stop(&error));
                }
                IN_PASSES.get()
            });
        });
    }
    Ok(())
}

fn all(criterion: &mut Criterion) {
    if let Err(error) = kernels(criterion) {
        common::stop(&error);
    }
}

criterion_group! { name = timed; config = common::quick(); targets = all }
criterion_main!(timed);
