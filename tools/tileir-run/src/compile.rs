//! From a file to code, by the named pipelines alone.
//!
//! | target | pipeline |
//! |---|---|
//! | Vulkan | `tileir-to-spirv{target=…}` |
//! | CUDA | `tileir-to-ptx{target=…}` |
//!
//! The tile program itself stays as it is, for the interpreter: a copy is lowered. The pipeline stops
//! once on its way, where repartitions are planned: that is interpreted too. A mutation is the one
//! thing that is put into a pipeline: a pass that breaks a plan, right after it was made, or a
//! kernel, right after it was lowered to one thread's program.

use std::path::Path;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::{Module, Operation};
use melior::pass::PassManager;
use melior::utility::{
    parse_pass_pipeline, register_all_dialects, register_all_llvm_translations, register_all_passes,
};
use tileir::target::{Api, Target};
use tileir_device::{Code, Kernel};
use tileir_passes::binary::{self, Binary, Kind};
use tileir_passes::pipelines;

use crate::error::RunError;
use crate::options::Mutation;

/// The pass after which a mutation of a kernel strikes.
const LOWERING: &str = "tileir-lower-tiles";

/// The pass after which repartitions are planned, and a mutation of a plan strikes.
const PLANNING: &str = "tileir-plan";

/// The pass that is a mutation.
const MUTATION: &str = "tileir-test-mutate";

/// A context in which everything is registered.
pub fn context() -> Context {
    register_all_passes();
    tileir_passes::register_passes();
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.load_all_available_dialects();
    register_all_llvm_translations(&context);
    context
}

/// The program in a file, text or bytecode.
///
/// # Errors
/// MLIR has said what is wrong.
pub fn parse<'c>(context: &'c Context, file: &Path) -> Result<Module<'c>, RunError> {
    let name = file.to_string_lossy();
    let name = melior::StringRef::new(&name);
    // SAFETY: the context and the name are alive; a module without an owner is given back.
    let module = unsafe {
        let raw = mlir_sys::mlirModuleCreateParseFromFile(context.to_raw(), name.to_raw());
        Module::from_option_raw(raw)
    };
    module.ok_or_else(|| RunError::Parse { file: file.to_owned() })
}

/// A pipeline, in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// What it is called.
    pub name: &'static str,
    /// The passes up to the planned program.
    pub planning: String,
    /// Those from there to code.
    pub lowering: String,
}

/// The pipeline for a target.
///
/// # Errors
/// A pipeline that takes other options.
pub fn pipeline(target: &Target, mutation: Option<&Mutation>) -> Result<Pipeline, RunError> {
    let name = match target.api {
        Api::Vulkan => "tileir-to-spirv",
        Api::Cuda => "tileir-to-ptx",
    };
    let wrong = |why: String| RunError::Pipeline { pipeline: name, why };
    let pairs = [("target", target.name.as_str()), ("remarks", "true")];
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut text = pipelines::text(name, &pairs).map_err(|error| wrong(error.to_string()))?;
    let missing = |pass: &str| wrong(format!("it has no pass '{pass}'"));
    if let Some(Mutation { kind, seed }) = mutation {
        let pass = if kind.starts_with("plan-") { PLANNING } else { LOWERING };
        let end = end_of(&text, pass).ok_or_else(|| missing(pass))?;
        text.insert_str(end, &format!(",tileir-test-mutate{{kind={kind} seed={seed}}}"));
    }
    let first = mutation.filter(|own| own.kind.starts_with("plan-")).map(|_| MUTATION);
    let first = first.unwrap_or(PLANNING);
    let end = end_of(&text, first).ok_or_else(|| missing(first))?;
    let lowering = text.split_off(end);
    let lowering = lowering.trim_start_matches(',');
    let whole = |passes: &str| format!("builtin.module({passes})");
    Ok(Pipeline { name, planning: whole(&text), lowering: whole(lowering) })
}

/// Where the first pass of this name ends, with its options.
fn end_of(text: &str, pass: &str) -> Option<usize> {
    let begins = text.match_indices(pass).map(|(begin, _)| begin + pass.len());
    // Another pass's name may begin alike.
    let is_whole = |end: &usize| {
        matches!(
            text.get(*end..).map(|rest| rest.chars().next()),
            Some(None | Some(',' | '{' | ')'))
        )
    };
    let end = begins.into_iter().find(is_whole)?;
    match text.get(end..)?.strip_prefix('{') {
        Some(options) => Some(end + 1 + options.find('}')? + 1),
        None => Some(end),
    }
}

/// A copy of a program.
fn copied<'c>(program: &Module<'c>) -> Option<Module<'c>> {
    // SAFETY: the program is alive; the copy is owned by the operation that it becomes.
    let copy = unsafe {
        Operation::from_raw(mlir_sys::mlirOperationClone(program.as_operation().to_raw()))
    };
    Module::from_operation(copy)
}

/// A copy of a program whose repartitions are planned.
///
/// # Errors
/// As [`lower`].
pub fn plan<'c>(
    context: &'c Context,
    program: &Module<'c>,
    pipeline: &Pipeline,
) -> Result<Module<'c>, RunError> {
    through(context, program, pipeline.name, &pipeline.planning)
}

/// Lowers a copy of a planned program.
///
/// # Errors
/// The pipeline is none, or a pass has failed and said why.
pub fn lower<'c>(
    context: &'c Context,
    planned: &Module<'c>,
    pipeline: &Pipeline,
) -> Result<Module<'c>, RunError> {
    through(context, planned, pipeline.name, &pipeline.lowering)
}

fn through<'c>(
    context: &'c Context,
    program: &Module<'c>,
    name: &'static str,
    passes: &str,
) -> Result<Module<'c>, RunError> {
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| RunError::Pipeline { pipeline: name, why: error.to_string() })?;
    let failed = || RunError::Lowering { pipeline: name };
    let mut copy = copied(program).ok_or_else(failed)?;
    manager.run(&mut copy).map_err(|_| failed())?;
    Ok(copy)
}

/// The code of a lowered program.
///
/// # Errors
/// There is none.
pub fn code(lowered: &Module<'_>) -> Result<Vec<Binary>, RunError> {
    let root = lowered.as_operation();
    // SAFETY: the reference doesn't leave this function, nor outlive the module.
    let root = unsafe { melior::ir::OperationRef::from_raw(root.to_raw()) };
    Ok(binary::read(root)?)
}

/// The kernel of a name among the code, to be launched on a grid.
///
/// # Errors
/// There is none of that name.
pub fn kernel(
    binaries: &[Binary],
    name: &str,
    grid: [u32; 3],
    subgroup: i64,
) -> Result<Kernel, RunError> {
    let all = || binaries.iter().flat_map(|b| b.kernels.iter().map(move |kernel| (b, kernel)));
    let (binary, kernel) = all().find(|(_, kernel)| kernel.name == name).ok_or_else(|| {
        let names: Vec<&str> = all().map(|(_, kernel)| kernel.name.as_str()).collect();
        RunError::NoCode { kernel: name.to_owned(), found: names.join(", ") }
    })?;
    let code = match binary.kind {
        Kind::Ptx => Code::Ptx(String::from_utf8_lossy(&binary.code).into_owned()),
        Kind::Spirv => Code::spirv_from_bytes(&binary.code)?,
    };
    Ok(Kernel {
        code,
        entry: kernel.name.clone(),
        grid: kernel.grid.unwrap_or(grid),
        block: kernel.block,
        subgroup_size: u32::try_from(subgroup).ok(),
    })
}

/// The code in which these kernels are, for a file of its own.
///
/// # Errors
/// They are in several.
pub fn only_code<'b>(binaries: &'b [Binary], kernels: &[&str]) -> Result<&'b [u8], RunError> {
    let has_one = |binary: &&Binary| {
        binary.kernels.iter().any(|kernel| kernels.contains(&kernel.name.as_str()))
    };
    match binaries.iter().filter(has_one).collect::<Vec<_>>()[..] {
        [one] => Ok(&one.code),
        _ => Err(RunError::SeveralCodes { kernels: kernels.join(", ") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_pass() {
        let after = |text: &str, pass: &str| end_of(text, pass).map(|end| text[end..].to_owned());
        assert_eq!(after("a,tileir-plan{target=x},c", PLANNING).as_deref(), Some(",c"));
        assert_eq!(after("a,tileir-plans{b},tileir-plan", PLANNING).as_deref(), Some(""));
        assert_eq!(after("a,b,c", "b").as_deref(), Some(",c"));
        assert_eq!(end_of("a,b", "c"), None);
    }

    #[test]
    fn a_pipeline_stops_at_the_plans() {
        let target = Target::by_name("lavapipe").expect("a target");
        let of = |kind: Option<&str>| {
            let mutation = kind.map(|kind| Mutation { kind: kind.to_owned(), seed: 5 });
            pipeline(&target, mutation.as_ref()).expect("a pipeline")
        };
        let whole = of(None);
        assert!(
            whole.planning.ends_with("tileir-plan{target=lavapipe remarks=true})"),
            "{whole:?}"
        );
        assert!(whole.lowering.starts_with("builtin.module(tileir-prove-plans{"), "{whole:?}");
        let planned = of(Some("plan-slot"));
        let mutation = "tileir-test-mutate{kind=plan-slot seed=5}";
        assert!(planned.planning.ends_with(&format!("{mutation})")), "{planned:?}");
        assert_eq!(planned.lowering, whole.lowering);
        let lowered = of(Some("slot"));
        assert_eq!(lowered.planning, whole.planning);
        let mutation = "},tileir-test-mutate{kind=slot seed=5},canonicalize";
        assert!(lowered.lowering.contains(mutation), "{lowered:?}");
    }

    #[test]
    fn kernels_are_found_by_name() {
        let kernel_of =
            |name: &str| binary::Kernel { name: name.into(), block: [32, 1, 1], grid: None };
        let binaries = [Binary {
            name: "kernels".into(),
            kind: Kind::Ptx,
            code: b"// ptx".to_vec(),
            kernels: vec![kernel_of("a"), kernel_of("b")],
        }];
        let found = kernel(&binaries, "b", [4, 2, 1], 32).expect("a kernel");
        assert_eq!((found.entry.as_str(), found.grid), ("b", [4, 2, 1]));
        assert_eq!(found.code, Code::Ptx("// ptx".into()));
        let error = kernel(&binaries, "c", [1; 3], 32).unwrap_err();
        assert_eq!(error.to_string(), "the compiled module has no kernel 'c'; it has a, b");
    }
    #[test]
    fn a_file_holds_one_code() {
        let binary = |name: &str, code: &[u8]| Binary {
            name: name.into(),
            kind: Kind::Spirv,
            code: code.to_vec(),
            kernels: vec![binary::Kernel { name: name.into(), block: [32, 1, 1], grid: None }],
        };
        let binaries = [binary("a", b"first"), binary("b", b"second")];
        assert_eq!(only_code(&binaries, &["b"]).expect("one"), b"second");
        let error = only_code(&binaries, &["a", "b"]).unwrap_err().to_string();
        assert_eq!(error, "a, b have a code each, and a file holds one: name one by --kernel");
    }
}
