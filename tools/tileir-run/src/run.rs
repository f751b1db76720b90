//! One run of the tool: parse, compile, interpret, execute, compare.
//!
//! The references go first: the program as it stands, then as it is planned, where that has a
//! repartition. A program without meaning, such as one that reads beyond a promise, is found before any
//! driver sees it.

use std::collections::HashSet;
use std::time::{Duration, Instant};
use tileir_dialect::attributes::string_of;

use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use tileir::target::Target;
use tileir_device::job::{Job, Outcome};
use tileir_device::{Kernel, RunOptions};
use tileir_dialect::diagnostic::{Diagnostic, Severity};

use crate::compare::compare_buffer;
use crate::compile;
use crate::error::RunError;
use crate::inputs;
use crate::interpreter::element::Element;
use crate::interpreter::memory::Buffer as Memory;
use crate::interpreter::{self, Argument, Located};
use crate::machine::{self, Machine};
use crate::messages::{Messages, place};
use crate::options::Options;
use crate::recorded;
use crate::report::{Buffer, Execution, Planned, Report};

/// Does what the options say; gives a report a kernel, each handed to `show` as it is there.
///
/// # Errors
/// Whatever kept it from comparing every element.
pub fn run(
    options: &Options,
    variable: Option<&str>,
    mut show: impl FnMut(&Report),
) -> Result<bool, RunError> {
    let (api, mutation) = (options.api(variable)?, options.mutation()?);
    let context = compile::context();
    let messages = Messages::listen(&context);
    let module = compile::parse(&context, &options.file)?;
    let kernels = wanted(options, module.as_operation())?;
    for (_, kernel) in &kernels {
        located(interpreter::arguments(*kernel))?;
        located(interpreter::grid(*kernel))?;
    }
    let mut machine = machine::choose(
        &options.target,
        api,
        options.device_name.as_deref(),
        options.wants_device(),
    )?;

    let start = Instant::now();
    let pipeline = compile::pipeline(&machine.target, mutation.as_ref())?;
    let planned = compile::plan(&context, &module, &pipeline)?;
    let planning_time = start.elapsed();
    let carried_out = references(options, &kernels, planned.as_operation(), &machine.target)?;
    let start = Instant::now();
    let lowered = compile::lower(&context, &planned, &pipeline)?;
    let binaries = compile::code(&lowered)?;
    let compile_time = planning_time + start.elapsed();
    let remarks = messages.take();
    if let Some(file) = &options.emit {
        let names: Vec<&str> = kernels.iter().map(|(name, _)| name.as_str()).collect();
        let code = compile::only_code(&binaries, &names)?;
        std::fs::write(file, code)
            .map_err(|error| RunError::Write { file: file.clone(), error })?;
    }

    let everywhere: Vec<String> =
        interpreter::kernels(module.as_operation()).iter().flat_map(|k| places(*k)).collect();
    let mut all_equal = true;
    for ((name, kernel), reference) in kernels.iter().zip(carried_out) {
        let own = places(*kernel);
        let foreign: HashSet<&String> = everywhere.iter().filter(|p| !own.contains(*p)).collect();
        let grid = located(interpreter::grid(*kernel))?;
        let launch = compile::kernel(
            &binaries,
            name,
            grid.map(|extent| u32::try_from(extent).unwrap_or(u32::MAX)),
            machine.target.subgroup,
        )?;
        let mut report = Report {
            kernel: name.clone(),
            grid,
            target: machine.target.name.clone(),
            remarks: remarks.iter().filter(|r| !foreign.contains(&r.place)).cloned().collect(),
            execution: Execution::NotRun,
            planned: reference.planned.clone(),
            buffers: Vec::new(),
            compile: compile_time,
            reference: reference.time,
        };
        execute(options, &mut machine, reference, launch, &mut report)?;
        all_equal &= report.is_equal();
        show(&report);
    }
    Ok(all_equal)
}

/// The kernels to run, with their names.
fn wanted<'c, 'a>(
    options: &Options,
    module: OperationRef<'c, 'a>,
) -> Result<Vec<(String, OperationRef<'c, 'a>)>, RunError> {
    let name = |kernel: &OperationRef<'c, 'a>| {
        let name = kernel.attribute("sym_name").ok();
        name.and_then(string_of).unwrap_or_default()
    };
    let all: Vec<_> = interpreter::kernels(module).iter().map(|k| (name(k), *k)).collect();
    let is_wanted = |name: &String| options.kernel.as_ref().is_none_or(|wanted| wanted == name);
    let found: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    let kernels: Vec<_> = all.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    if kernels.is_empty() {
        let (file, name) = (options.file.clone(), options.kernel.clone());
        return Err(RunError::NoKernel { file, name, found });
    }
    Ok(kernels)
}

/// Where the operations of a kernel stand.
fn places(kernel: OperationRef<'_, '_>) -> HashSet<String> {
    let mut places = HashSet::new();
    kernel.walk(WalkOrder::PreOrder, |op| {
        places.insert(place(op.location()));
        WalkResult::Advance
    });
    places
}

/// What a kernel is given, and what must come of it.
struct Reference {
    arguments: Vec<Argument>,
    filled: Vec<Vec<u64>>,
    buffers: Vec<Memory>,
    planned: Planned,
    time: Duration,
}

/// Interprets kernels as they stand, and as they are planned, where something is.
fn references(
    options: &Options,
    kernels: &[(String, OperationRef<'_, '_>)],
    planned: OperationRef<'_, '_>,
    target: &Target,
) -> Result<Vec<Reference>, RunError> {
    let of_plan = wanted(options, planned)?;
    let one = |((_, kernel), (_, plan)): (
        &(String, OperationRef<'_, '_>),
        &(String, OperationRef<'_, '_>),
    )| {
        let arguments = located(interpreter::arguments(*kernel))?;
        let filled: Vec<Vec<u64>> = arguments
            .iter()
            .enumerate()
            .map(|(number, argument)| {
                inputs::fill(argument.element, argument.length, options.seed, number)
            })
            .collect();
        let elements = || {
            let elements = arguments.iter().zip(&filled);
            elements.map(|(argument, bits)| inputs::elements(argument.element, bits)).collect()
        };
        let start = Instant::now();
        let buffers = located(interpreter::run(*kernel, elements()))?;
        let time = start.elapsed();
        let mut planned = Planned::default();
        if has_repartition(*plan) {
            let (others, plans) = located(interpreter::run_planned(*plan, elements(), target))?;
            planned = Planned { plans, different: first_difference(&buffers, &others) };
        }
        Ok(Reference { arguments, filled, buffers, planned, time })
    };
    kernels.iter().zip(&of_plan).map(one).collect()
}

fn has_repartition(kernel: OperationRef<'_, '_>) -> bool {
    let mut found = false;
    kernel.walk(WalkOrder::PreOrder, |op| {
        found |= op.name().as_string_ref().as_str() == Ok("tileir.repartition");
        WalkResult::Advance
    });
    found
}

/// The first element, by buffer and address, that two runs have left otherwise.
fn first_difference(one: &[Memory], other: &[Memory]) -> Option<(usize, usize)> {
    let pairs = one.iter().zip(other).enumerate();
    pairs.into_iter().find_map(|(number, (one, other))| {
        let mut elements = one.elements.iter().zip(&other.elements);
        let address = elements.position(|(a, b)| !same(a.as_ref(), b.as_ref()))?;
        Some((number, address))
    })
}

/// Whether both are the same, bit for bit, their bounds too.
fn same(one: Option<&Element>, other: Option<&Element>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.is_identical(*other),
        _ => false,
    }
}

/// Runs a kernel, or takes what a recorded run has left, and compares.
fn execute(
    options: &Options,
    machine: &mut Machine,
    reference: Reference,
    launch: Kernel,
    report: &mut Report,
) -> Result<(), RunError> {
    let Reference { arguments, filled, buffers, .. } = reference;
    let given = arguments.iter().zip(&filled);
    let job = Job {
        kernel: launch,
        inputs: given.map(|(argument, bits)| inputs::to_bytes(argument.element, bits)).collect(),
        options: RunOptions { repeats: options.repeats, ..RunOptions::default() },
    };
    if let Some(folder) = &options.record {
        let folder = recorded::folder(folder, &options.file, &report.kernel)?;
        job.write(&folder)?;
        report.execution = Execution::Recorded(folder);
        return Ok(());
    }
    let outcome = match (&options.outputs, &mut machine.device) {
        (Some(folder), _) => {
            Outcome::read(&recorded::folder(folder, &options.file, &report.kernel)?, &job)?
        }
        (None, Some(device)) => job.run(device.as_mut())?,
        (None, None) => return Ok(()),
    };
    report.execution = Execution::Run(outcome.device, outcome.timing);
    for (buffer, bytes) in buffers.into_iter().zip(&outcome.outputs) {
        let found = inputs::from_bytes(buffer.element, bytes);
        // Arguments are written from the start.
        let expected: Vec<_> = buffer.elements.into_iter().flatten().collect();
        report.buffers.push(Buffer {
            written_through: buffer.written_through,
            report: compare_buffer(buffer.element, &expected, &found),
        });
    }
    Ok(())
}

/// Emits a fault at its location.
fn located<T>(result: Result<T, Located<'_>>) -> Result<T, RunError> {
    result.map_err(|Located { location, fault }| {
        Diagnostic::new(Severity::Error, location, fault.to_string()).emit();
        RunError::Fault
    })
}
