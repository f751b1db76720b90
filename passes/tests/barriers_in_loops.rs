//! `tileir-check-barriers` of loops in loops, against the same program without loops.
//!
//! The law: what is an error of the turns one after the other is an error, or a remark, of the loops. So
//! is a program of loops that nothing is said of one of which no run has two threads that meet.

#[path = "../../tests/common/mod.rs"]
mod common;
mod context;

use std::cell::Cell;
use std::fmt::Write;

use common::{Choices, numbers};
use context::context;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

/// What a thread's program does.
#[derive(Clone, Debug)]
enum Step {
    Barrier,
    /// To its own place, or to that of the thread on the other side.
    Store(bool),
    Load(bool),
    /// Two turns.
    Loop(Vec<Step>),
}

fn steps(choices: &mut Choices<'_>, depth: usize) -> Vec<Step> {
    let count = 1 + choices.below(3);
    let step = |choices: &mut Choices<'_>| match choices.below(if depth == 0 { 5 } else { 8 }) {
        0 | 1 => Step::Barrier,
        2 => Step::Store(choices.below(2) == 1),
        3 | 4 => Step::Load(choices.below(2) == 1),
        _ => Step::Loop(steps(choices, depth - 1)),
    };
    (0..count).map(|_| step(choices)).collect()
}

/// The operations, with loops or their turns one after the other.
fn write(steps: &[Step], with_loops: bool, names: &mut usize, text: &mut String) {
    for step in steps {
        *names += 1;
        let name = *names;
        let place = |turned: &bool| if *turned { "%turned" } else { "%t" };
        match step {
            Step::Barrier => writeln!(text, "gpu.barrier"),
            Step::Store(turned) => writeln!(text, "memref.store %x, %b[{}] : !b", place(turned)),
            Step::Load(turned) => {
                writeln!(text, "%v{name} = memref.load %b[{}] : !b", place(turned))
            }
            Step::Loop(body) if with_loops => {
                writeln!(text, "scf.for %k{name} = %zero to %two step %one {{").unwrap();
                write(body, with_loops, names, text);
                writeln!(text, "}}")
            }
            Step::Loop(body) => {
                write(body, with_loops, names, text);
                write(body, with_loops, names, text);
                Ok(())
            }
        }
        .unwrap();
    }
}

fn kernel(steps: &[Step], with_loops: bool) -> String {
    let mut body = String::new();
    write(steps, with_loops, &mut 0, &mut body);
    format!(
        "!b = memref<8xf32, #gpu.address_space<workgroup>>
         gpu.module @m {{
           gpu.func @k() workgroup(%b : !b) kernel attributes {{known_block_size = array<i32: 8, 1, 1>}} {{
             %zero = arith.constant 0 : index
             %one = arith.constant 1 : index
             %two = arith.constant 2 : index
             %last = arith.constant 7 : index
             %x = arith.constant 1.0 : f32
             %t = gpu.thread_id x
             %turned = arith.subi %last, %t : index
             {body}
             gpu.return
           }}
         }}"
    )
}

/// Whether nothing is said of a program.
fn is_silent(context: &Context, text: &str) -> bool {
    let mut module = Module::parse(context, text).expect("a program");
    let said = std::rc::Rc::new(Cell::new(0));
    let count = said.clone();
    let handler = context.attach_diagnostic_handler(move |_| {
        count.set(count.get() + 1);
        true
    });
    let passes = PassManager::new(context);
    parse_pass_pipeline(
        passes.as_operation_pass_manager(),
        "builtin.module(tileir-check-barriers)",
    )
    .expect("a pipeline");
    let passed = passes.run(&mut module).is_ok();
    context.detach_diagnostic_handler(handler);
    assert!(module.as_operation().verify());
    passed && said.get() == 0
}

#[test]
fn loops_hide_nothing() {
    let context = context();
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    let (silent, told) = (Cell::new(0), Cell::new(0));
    let outcome = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    )
    .run(&numbers(), |numbers| {
        let steps = steps(&mut Choices::new(&numbers), 3);
        let in_loops = is_silent(&context, &kernel(&steps, true));
        let in_turns = is_silent(&context, &kernel(&steps, false));
        let count = if in_loops { &silent } else { &told };
        count.set(count.get() + 1);
        match in_turns || !in_loops {
            true => Ok(()),
            false => Err(TestCaseError::fail(format!("{steps:?}"))),
        }
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(silent.get() > 50 && told.get() > 50, "{} {}", silent.get(), told.get());
}

#[test]
fn loops_in_loops_are_gone_through_a_few_times() {
    let context = context();
    let inner = vec![Step::Barrier, Step::Store(false), Step::Barrier, Step::Load(true)];
    let nest = (0..40).fold(inner, |inner, _| vec![Step::Loop(inner)]);
    assert!(is_silent(&context, &kernel(&nest, true)));
}
