//! What `tileir-prove` says of generated plain programs, against running them.
//!
//! A program is a nest of loops and conditions around one access, over arguments of a few bits
//! and the threads of a launch; integers wrap, and what is undefined ends an execution. It is run
//! for all arguments, and then no verdict may differ:
//!
//! | the pass says | the executions |
//! |---|---|
//! | an axis is in bounds | none leaves it |
//! | an error, or a warning | one leaves it, at the index that is named |
//! | 32 bits suffice | no index and no address leaves them |
//! | so many wavefronts | counted lane by lane |

#[path = "../../../tests/common/mod.rs"]
mod common;
#[path = "../context/mod.rs"]
mod context;
mod generate;
mod integers;
mod program;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use common::{Choices, numbers};
use context::context;
use melior::Context;
use melior::diagnostic::DiagnosticSeverity;
use melior::ir::attribute::{DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use melior::ir::{Attribute, Module};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use program::{Access, Around, Execution, Extent, Program, Text};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tileir_passes::{ProvedAccess, proved_access};

/// Programs with more executions are left out.
const MOST: usize = 20_000;

/// What the pass said of the access.
#[derive(Default)]
struct Said {
    in_bounds: Vec<bool>,
    narrow: bool,
    wavefronts: Option<(u64, u64)>,
    /// Errors and warnings, with their notes.
    complaints: Vec<(bool, String, Vec<String>)>,
}

fn said(context: &Context, text: &str, budget: u64) -> Result<Said, TestCaseError> {
    let mut module = Module::parse(context, text)
        .ok_or_else(|| TestCaseError::fail(format!("not parsed: {text}")))?;
    let complaints = Rc::new(RefCell::new(Vec::new()));
    let heard = complaints.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        if !matches!(diagnostic.severity(), DiagnosticSeverity::Remark) {
            let notes = (0..diagnostic.note_count())
                .filter_map(|k| diagnostic.note(k).ok().map(|note| note.to_string()))
                .collect::<Vec<String>>();
            let error = matches!(diagnostic.severity(), DiagnosticSeverity::Error);
            heard.borrow_mut().push((error, diagnostic.to_string(), notes));
        }
        true
    });
    let manager = PassManager::new(context);
    let pipeline = format!("builtin.module(tileir-prove{{budget={budget}}})");
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline).expect("a pipeline");
    let outcome = manager.run(&mut module);
    context.detach_diagnostic_handler(handler);
    let complaints = complaints.borrow().clone();
    if outcome.is_err() != complaints.iter().any(|(error, ..)| *error) {
        return Err(TestCaseError::fail(format!("failed without an error: {text}")));
    }
    let mut said = Said { complaints, ..Said::default() };
    module.as_operation().walk(WalkOrder::PreOrder, |op| {
        if let Ok(facts) = op.attribute("tileir.facts") {
            read(facts, &mut said);
        }
        WalkResult::Advance
    });
    Ok(said)
}

fn read(facts: Attribute<'_>, said: &mut Said) {
    let facts = DictionaryAttribute::try_from(facts).expect("a dictionary");
    let number = |name: &str| {
        let number = IntegerAttribute::try_from(facts.element_by_name(name)?).expect("a number");
        Some(number.value().unsigned_abs())
    };
    let list = DenseI64ArrayAttribute::try_from(facts.element_by_name("in_bounds").expect("axes"));
    let list = list.expect("a list");
    said.in_bounds = (0..list.len()).map(|k| list.element(k).expect("an axis") == 1).collect();
    said.narrow = number("index_bits") == Some(32);
    said.wavefronts = number("wavefronts").zip(number("phases"));
}

/// Whether an execution leaves an axis.
fn leaves(program: &Program, run: &Execution, axis: usize) -> bool {
    let window = if axis + 1 == run.indices.len() { program.window() } else { 1 };
    let (first, extent) = (i128::from(run.indices[axis]), i128::from(run.extents[axis]));
    first < 0 || first + i128::from(window) > extent
}

/// The address of an execution's first element, by rows.
fn address(run: &Execution) -> i128 {
    let each = run.indices.iter().zip(&run.extents);
    each.fold(0, |address, (&index, &extent)| address * i128::from(extent) + i128::from(index))
}

/// Wavefronts and phases of the costliest repetition, lane by lane. Lanes go round together.
fn wavefronts(program: &Program, runs: &[Execution]) -> (u64, u64) {
    let bytes = match program.element {
        "i8" => 1,
        "f16" => 2,
        "f32" => 4,
        _ => 8,
    };
    let wanted = i128::from(bytes * program.window());
    let lanes_per_phase = (128 / wanted).clamp(1, 32);
    let mut repetitions: BTreeMap<(Vec<usize>, i64), BTreeMap<i128, Vec<i128>>> = BTreeMap::new();
    for run in runs {
        let phase = i128::from(run.thread % 32) / lanes_per_phase;
        let key = (run.counters.clone(), run.thread / 32);
        let first = address(run) * i128::from(bytes);
        repetitions.entry(key).or_default().entry(phase).or_default().push(first);
    }
    let mut most = (0, 0);
    for phases in repetitions.values() {
        let mut total = 0;
        for firsts in phases.values() {
            let mut banks: BTreeMap<i128, BTreeSet<i128>> = BTreeMap::new();
            for first in firsts {
                for word in first.div_euclid(4)..=(first + wanted - 1).div_euclid(4) {
                    banks.entry(word.rem_euclid(32)).or_default().insert(word);
                }
            }
            total += banks.values().map(|words| words.len() as u64).max().unwrap_or(0);
        }
        most.0 = most.0.max(total);
        most.1 = most.1.max(phases.len() as u64);
    }
    most
}

#[derive(Debug, Default)]
struct Tally {
    programs: u64,
    executions: u64,
    proved: u64,
    disproved: u64,
    /// Axes in bounds of which that was not said, without arguments and with them.
    missed: [u64; 2],
    /// Axes left of which that was not said, without arguments.
    overlooked: u64,
    narrow: u64,
    wavefronts: u64,
}

fn compare(
    program: &Program,
    said: &Said,
    runs: &[Execution],
    tally: &mut Tally,
) -> Result<(), String> {
    let given = !program.arguments.is_empty();
    for axis in 0..program.extents.len() {
        let proved = said.in_bounds.get(axis) == Some(&true);
        let outside: Vec<&Execution> =
            runs.iter().filter(|run| leaves(program, run, axis)).collect();
        tally.proved += u64::from(proved);
        if let (true, Some(run)) = (proved, outside.first()) {
            return Err(format!("axis {axis} is said to be in bounds, {run:?}"));
        }
        let complaint = said
            .complaints
            .iter()
            .find(|(_, text, _)| text.contains(&format!("leaves axis {axis} ")));
        tally.disproved += u64::from(complaint.is_some());
        match complaint {
            Some((error, text, notes)) => {
                let named = |run: &&Execution| {
                    let index = format!("index {axis} is {}", run.indices[axis]);
                    notes.iter().any(|note| {
                        note.contains(&format!("{index},"))
                            || note.contains(&format!("{index} for"))
                    })
                };
                // Whether a condition that the pass cannot read ever holds, it does not know.
                let somewhere = text.contains("where it is executed") && !error;
                if !somewhere && !outside.iter().any(named) {
                    return Err(format!("{text} {notes:?}, but no execution does"));
                }
                let unsure = program.around.iter().any(|a| matches!(a, Around::Maybe))
                    || matches!(program.access, Access::Vector(..));
                // Whatever the arguments are, it happens.
                let shown: BTreeSet<&Vec<i64>> = outside.iter().map(|run| &run.arguments).collect();
                let fixed =
                    program.extents.iter().all(|extent| matches!(extent, Extent::Static(_)));
                let all = 1usize << program.arguments.iter().sum::<u32>();
                if *error && (unsure || fixed && shown.len() < all) {
                    return Err(format!("{text}: an error that need not happen"));
                }
            }
            None if !proved && outside.is_empty() => tally.missed[usize::from(given)] += 1,
            None if !proved && !given => tally.overlooked += 1,
            None => {}
        }
    }
    if said.narrow {
        tally.narrow += 1;
        let narrow = |value: i128| i32::try_from(value).is_ok();
        let wide = runs.iter().find(|run| {
            !narrow(address(run)) || run.indices.iter().any(|&index| !narrow(index.into()))
        });
        if let Some(run) = wide {
            return Err(format!("32 bits are said to suffice, {run:?}"));
        }
    }
    if let Some(said) = said.wavefronts {
        tally.wavefronts += 1;
        let counted = wavefronts(program, runs);
        if said != counted {
            return Err(format!("wavefronts and phases {said:?} are said, {counted:?} counted"));
        }
    }
    Ok(())
}

/// Puts so many programs to the pass.
fn run(cases: u32, budget: u64) -> Tally {
    let context = context();
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 4_000, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let tally = RefCell::new(Tally::default());
    let found = runner.run(&numbers(), |numbers| {
        let program = generate::program(&mut Choices::new(&numbers));
        let Some(runs) = program.executions(MOST) else { return Ok(()) };
        // Of arguments that are negative extents there is no program.
        let runs: Vec<Execution> =
            runs.into_iter().filter(|run| run.extents.iter().all(|&extent| extent >= 0)).collect();
        let text = Text::of(&program);
        let said = said(&context, &text, budget)?;
        let mut tally = tally.borrow_mut();
        tally.programs += 1;
        tally.executions += runs.len() as u64;
        compare(&program, &said, &runs, &mut tally)
            .map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    tally.into_inner()
}

#[test]
fn verdicts_are_what_programs_do() {
    let tally = run(2_500, 1 << 16);
    println!("{tally:?}");
    assert!(tally.programs >= 1_500 && tally.executions >= 20_000, "{tally:?}");
    assert!(tally.proved >= 200 && tally.disproved >= 200, "{tally:?}");
    assert!(tally.narrow >= 200 && tally.wavefronts >= 50, "{tally:?}");
}

#[test]
fn without_looking_at_points_too() {
    let tally = run(1_500, 0);
    println!("{tally:?}");
    assert!(tally.proved >= 100 && tally.disproved >= 50, "{tally:?}");
}

/// The access of the one loop in the text, and what is written on it.
fn written(context: &Context, text: &str) -> Option<ProvedAccess> {
    let module = Module::parse(context, text).expect("a module");
    let mut found = None;
    module.as_operation().walk(WalkOrder::PreOrder, |op| {
        // SAFETY: the operation lives as long as the module.
        let op = unsafe { OperationRef::from_raw(op.to_raw()) };
        found = found.take().or(proved_access(op, 64, 32));
        WalkResult::Advance
    });
    found
}

/// The text with what is proved of it.
fn proved(context: &Context, text: &str) -> String {
    let mut module = Module::parse(context, text).expect("a module");
    let manager = PassManager::new(context);
    parse_pass_pipeline(
        manager.as_operation_pass_manager(),
        "builtin.module(tileir-prove,canonicalize)",
    )
    .expect("a pipeline");
    manager.run(&mut module).expect("a program without errors");
    module.as_operation().to_string()
}

#[test]
fn facts_are_nothing_where_the_access_is_another() {
    let context = context();
    let text = "func.func @f(%a: memref<16xf32>, %v: vector<1xf32>) {\n\
                affine.for %i = 0 to 16 {\n\
                affine.vector_store %v, %a[%i] : memref<16xf32>, vector<1xf32>\n}\nreturn\n}";
    let proved = proved(&context, text);
    let all = ProvedAccess { in_bounds: vec![true], narrow: true, wavefronts: None };
    assert_eq!(written(&context, &proved), Some(all.clone()), "{proved}");
    let renamed = proved.replace("%arg2", "%row");
    assert_eq!(written(&context, &renamed), Some(all), "{renamed}");
    for (from, to) in [
        ("0 to 16", "0 to 17"),
        ("[%arg2]", "[%arg2 + 1]"),
        ("memref<16xf32>", "memref<15xf32>"),
        ("vector<1xf32>", "vector<2xf32>"),
    ] {
        let changed = proved.replace(from, to);
        assert_ne!(changed, proved);
        assert_eq!(written(&context, &changed), None, "{changed}");
    }
}

#[test]
fn wavefronts_are_of_the_block_and_the_element() {
    let context = context();
    let text = "gpu.module @m {\n\
                gpu.func @f(%p: memref<8x32xf32, 3>, %x: f32) kernel \
                attributes {known_block_size = array<i32: 4, 8, 1>} {\n\
                %t = gpu.thread_id y\n%c = arith.constant 1 : index\n\
                memref.store %x, %p[%t, %c] : memref<8x32xf32, 3>\n\
                gpu.return\n}\n}";
    let proved = proved(&context, text);
    let all = ProvedAccess { in_bounds: vec![true; 2], narrow: true, wavefronts: Some((8, 1)) };
    assert_eq!(written(&context, &proved), Some(all.clone()), "{proved}");
    for (from, to) in [("array<i32: 4, 8, 1>", "array<i32: 32, 8, 1>"), ("f32", "f16")] {
        let changed = proved.replace(from, to);
        assert_ne!(changed, proved);
        let rest = ProvedAccess { wavefronts: None, ..all.clone() };
        assert_eq!(written(&context, &changed), Some(rest), "{changed}");
    }
}

#[test]
fn widths_are_of_all_that_is_computed() {
    let context = context();
    let text = "func.func @f(%a: memref<2147483648xf32>) {\n\
                affine.for %i = 0 to 2147483648 {\n\
                %x = affine.load %a[%i] : memref<2147483648xf32>\n\
                memref.store %x, %a[%i] : memref<2147483648xf32>\n}\nreturn\n}";
    let proved = proved(&context, text);
    let all = ProvedAccess { in_bounds: vec![true], narrow: true, wavefronts: None };
    assert_eq!(written(&context, &proved), Some(all.clone()), "{proved}");
    // Four elements from the same indices on: the last one lies beyond 32 bits.
    let store = proved.find("memref.store").expect("a store");
    let changed = format!("{}}}\nreturn\n}}\n}}", &proved[..store])
        .replace("affine.load", "affine.vector_load")
        .replace("2147483648xf32>", "2147483651xf32>");
    let load = changed.rfind("memref<2147483651xf32>").expect("a load") + 22;
    let changed = format!("{}, vector<4xf32>{}", &changed[..load], &changed[load..]);
    let rest = ProvedAccess { narrow: false, ..all };
    assert_eq!(written(&context, &changed), Some(rest), "{changed}");
}
