//! Plans that are broken in one place, in whole programs.
//!
//! The law: what the interpreter sees of a broken plan, the proof refuses too. A plan that is whole
//! passes both.

use std::path::{Path, PathBuf};

use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use tileir::target::Target;
use tileir_run::compile;
use tileir_run::inputs;
use tileir_run::interpreter;
use tileir_run::options::Mutation;

/// Programs whose repartitions move by registers, shuffles and shared memory.
const PROGRAMS: [&str; 4] = [
    "test/run/mutations-plans.mlir",
    "test/run/conversions-blocks.mlir",
    "test/run/conversions-replicas.mlir",
    "examples/swizzled_tile.mlir",
];

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Whether the interpreter, then the proof, accept a program as it is planned; `None` if there is
/// no place for the mutation.
fn accepted(file: &str, target: &Target, mutation: Option<&Mutation>) -> Option<[bool; 2]> {
    let context = compile::context();
    // What passes say is not looked at.
    context.attach_diagnostic_handler(|_| true);
    let module = compile::parse(&context, &program(file)).expect("a program");
    let pipeline = compile::pipeline(target, mutation).expect("a pipeline");
    let mut planned = compile::plan(&context, &module, &pipeline).ok()?;
    let carried_out = interpreter::kernels(planned.as_operation()).iter().all(|kernel| {
        let arguments = interpreter::arguments(*kernel).expect("arguments");
        let filled = arguments.iter().enumerate().map(|(number, argument)| {
            let bits = inputs::fill(argument.element, argument.length, 1, number);
            inputs::elements(argument.element, &bits)
        });
        interpreter::run_planned(*kernel, filled.collect(), target).is_ok()
    });
    let manager = PassManager::new(&context);
    let proof = format!("builtin.module(tileir-prove-plans{{target={}}})", target.name);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &proof).expect("a pass");
    let proved = manager.run(&mut planned).is_ok();
    Some([carried_out, proved])
}

#[test]
fn plans_of_programs_pass_the_interpreter_and_the_proof() {
    for name in ["lavapipe", "sm_80"] {
        let target = Target::by_name(name).expect("a target");
        for file in PROGRAMS {
            assert_eq!(accepted(file, &target, None), Some([true, true]), "{file} on {name}");
        }
    }
}

#[test]
fn broken_plans_of_programs_are_caught_by_both() {
    let target = Target::by_name("lavapipe").expect("a target");
    let (mut made, mut caught, mut proved_too) = (0, 0, 0);
    for file in PROGRAMS {
        for kind in ["plan-lane", "plan-slot", "plan-offset"] {
            for seed in [0, 1, 2, 3, 7, 18, 41, 90] {
                let mutation = Mutation { kind: kind.to_owned(), seed };
                let Some([carried_out, proved]) = accepted(file, &target, Some(&mutation)) else {
                    continue;
                };
                made += 1;
                caught += u32::from(!carried_out);
                proved_too += u32::from(proved);
                assert!(carried_out || !proved, "{file}: {kind}:{seed} is proved");
            }
        }
    }
    println!("{made} mutations, {caught} seen by the interpreter, {proved_too} proved");
    assert!(made >= 40 && caught * 10 >= made * 8, "{made} mutations, {caught} caught");
}
