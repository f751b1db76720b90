//! Random kernels in which little is written: what is found for them.
//!
//! The oracle reads the kernel that comes out. What its repartitions cost is asked of the planner
//! anew, each as often as its loops run; the two baselines are the solver's own.

#[path = "../../tests/common/mod.rs"]
mod common;
mod context;

use std::cell::RefCell;
use std::rc::Rc;

use common::{Choices, numbers};
use context::context;
use melior::Context;
use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use melior::ir::{Module, TypeLike, ValueLike};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};
use tileir::distribution::Distribution;
use tileir::repartition::{PlanKind, plan};
use tileir::target::Target;
use tileir_dialect::TileType;

/// Distributions of an 8 by 8 tile over 32 lanes: rows, columns, cyclic, rows from the far end, and
/// each element in two lanes.
const WRITTEN: [&str; 5] = [
    "(lane : 32, slot : 2) -> (lane floordiv 4, lane mod 4 * 2 + slot)",
    "(lane : 32, slot : 2) -> (lane mod 4 * 2 + slot, lane floordiv 4)",
    "(lane : 32, slot : 2) -> (slot * 4 + lane floordiv 8, lane mod 8)",
    "(lane : 32, slot : 2) -> (7 - lane floordiv 4, lane mod 4 * 2 + 1 - slot)",
    "(lane : 32, slot : 4) -> (lane mod 2 * 4 + slot, lane floordiv 2 mod 8)",
];

/// How often the loops of the kernels run.
const TRIPS: u64 = 5;

/// A kernel in the making.
struct Kernel<'n> {
    choices: Choices<'n>,
    text: String,
    count: usize,
}

impl Kernel<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// Adds an operation with a tile as its result.
    fn value(&mut self, operation: &str) -> String {
        self.count += 1;
        let name = format!("%v{}", self.count);
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn named(&mut self) -> String {
        match self.choices.below(4) {
            0 => String::new(),
            _ => format!("as (#d{})", self.choices.below(WRITTEN.len())),
        }
    }

    fn load(&mut self) -> String {
        let named = self.named();
        self.value(&format!("tileir.load %source {named} : !v -> !t"))
    }

    fn step(&mut self, values: &[String], depth: usize) -> String {
        let x = self.choices.pick(values);
        let y = self.choices.pick(values);
        match self.choices.below(if depth < 2 { 10 } else { 8 }) {
            0 => self.load(),
            1 => self.value("arith.constant dense<1.5> : !t"),
            2 => self.value(&format!("math.absf {x} : !t")),
            3 | 4 => self.value(&format!("arith.addf {x}, {y} : !t")),
            5 => self.value(&format!("tileir.relabel {x} by (#turn) : !t -> !t")),
            6 => {
                let sum = self.value(&format!("tileir.reduce add {x} over 1 : !t -> !r"));
                self.value(&format!("tileir.relabel {sum} by (#row_of) : !r -> !t"))
            }
            7 => {
                let narrow = self.value(&format!("arith.truncf {x} : !t to !n"));
                self.value(&format!("arith.extf {narrow} : !n to !t"))
            }
            8 => {
                self.count += 1;
                let (result, carried) = (format!("%v{}", self.count), format!("%c{}", self.count));
                self.line(&format!(
                    "{result} = scf.for %i{} = %zero to %end step %one iter_args({carried} = {x}) \
                     -> (!t) {{",
                    self.count
                ));
                self.body(values, &carried, depth);
                self.line("}");
                result
            }
            _ => {
                self.count += 1;
                let result = format!("%v{}", self.count);
                self.line(&format!("{result} = scf.if %which -> (!t) {{"));
                self.body(values, &x, depth);
                self.line("} else {");
                self.body(values, &y, depth);
                self.line("}");
                result
            }
        }
    }

    fn body(&mut self, values: &[String], first: &str, depth: usize) {
        let mut inside: Vec<String> = values.to_vec();
        inside.push(first.to_owned());
        for _ in 0..1 + self.choices.below(3) {
            let new = self.step(&inside, depth + 1);
            inside.push(new);
        }
        let last = inside.len() - 1;
        self.line(&format!("scf.yield {} : !t", inside[last]));
    }
}

fn program(numbers: &[u32]) -> String {
    let mut kernel = Kernel { choices: Choices::new(numbers), text: String::new(), count: 0 };
    for (number, map) in WRITTEN.iter().enumerate() {
        kernel.line(&format!(
            "#d{number} = #tileir.distribution<#tileir.expr<{map} to (i : 8, j : 8)>>"
        ));
    }
    kernel.line(
        "#turn = #tileir.permute<(i : 8, j : 8) -> (j, i)>
         #row_of = #tileir.project<(i : 8, j : 8) -> (i)>
         #m = #tileir.mixed_radix<(8,8):(8,1), (i : 8, j : 8) -> (address : 64)>
         !v = !tileir.view<8x8xf32, #m, zero>
         !t = tensor<8x8xf32>
         !n = tensor<8x8xf16>
         !r = tensor<8xf32>
         func.func @k(%from: memref<64xf32>, %to: memref<64xf32>)
             attributes {tileir.grid = array<i64: 1>} {
         %source = tileir.view %from : memref<64xf32> -> !v
         %target = tileir.view %to : memref<64xf32> -> !v
         %zero = arith.constant 0 : index
         %one = arith.constant 1 : index
         %block = gpu.block_id x
         %which = arith.cmpi eq, %block, %zero : index",
    );
    kernel.line(&format!("%end = arith.constant {TRIPS} : index"));
    let first = kernel.value("tileir.load %source as (#d0) : !v -> !t");
    let mut values = vec![first];
    for _ in 0..2 + kernel.choices.below(7) {
        let new = kernel.step(&values, 0);
        values.push(new);
    }
    for _ in 0..1 + kernel.choices.below(2) {
        let (value, named) = (kernel.choices.pick(&values), kernel.named());
        kernel.line(&format!("tileir.store {value}, %target {named} : !t, !v"));
    }
    let (last, named) = (values.len() - 1, kernel.choices.below(WRITTEN.len()));
    kernel.line(&format!("tileir.store {}, %target as (#d{named}) : !t, !v", values[last]));
    kernel.text + "return\n}\n"
}

fn run(context: &Context, module: &mut Module<'_>, passes: &str) -> bool {
    let manager = PassManager::new(context);
    let pipeline = format!("builtin.module({passes})");
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline).expect("a pipeline");
    manager.run(module).is_ok()
}

/// What the repartitions of a module cost: one and the plan's weight, as often as loops run. A move
/// that is none, between two texts of one function, costs nothing.
fn cost(module: &Module<'_>) -> u64 {
    let target = Target::by_name("sm_90a").expect("a target");
    let mut total = 0;
    module.as_operation().walk(WalkOrder::PreOrder, |op| {
        if is(op, "tileir.repartition") {
            let of = |value: melior::ir::Type<'_>| {
                let tile = TileType::from_type(value).expect("a tile");
                let map = tile.distribution().expect("a distribution");
                Distribution::new(map).expect("a distribution")
            };
            let source = op.operand(0).expect("a source").r#type();
            let (from, to) = (of(source), of(op.result(0).expect("a result").r#type()));
            let narrow = TileType::from_type(source).is_some_and(|tile| tile.element().is_f16());
            let bytes = if narrow { 2 } else { 4 };
            let (plan, cost) = plan(&from, &to, bytes, &target).expect("a plan");
            if plan.kind() != PlanKind::Nothing {
                total += (cost.weight(1) + 1) * TRIPS.pow(loops_around(op));
            }
        }
        WalkResult::Advance
    });
    total
}

fn is(op: OperationRef<'_, '_>, name: &str) -> bool {
    op.name().as_string_ref().as_str() == Ok(name)
}

fn loops_around(op: OperationRef<'_, '_>) -> u32 {
    let mut loops = 0;
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        loops += u32::from(is(op, "scf.for"));
        parent = op.parent_operation();
    }
    loops
}

/// The numbers behind these words in a remark.
fn after(remark: &str, words: &str) -> Option<u64> {
    let (_, rest) = remark.split_once(words)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn what_is_found_costs_what_is_said_and_no_more_than_the_baselines() {
    let context = context();
    let remarks: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = Rc::clone(&remarks);
    context.attach_diagnostic_handler(move |diagnostic| {
        heard.borrow_mut().push(diagnostic.to_string());
        true
    });
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let (mut moved, mut better) = (0, 0);
    for case in 0..150 {
        let numbers = numbers().new_tree(&mut runner).expect("numbers").current();
        let text = program(&numbers);
        let parsed = || Module::parse(&context, &text).unwrap_or_else(|| panic!("{case}: {text}"));
        let found = "tileir-verify-tiles,tileir-propagate{remarks=true}";
        let mut module = parsed();
        let is_found = run(&context, &mut module, found);
        let remark = remarks.take().concat();
        if !is_found {
            // Some values hang together with nothing that is written.
            assert!(remark.starts_with("nothing says who holds "), "{case}: {remark}\n{text}");
            continue;
        }
        let said = after(&remark, "moves cost ").unwrap_or_else(|| panic!("{case}: {remark}"));
        for baseline in ["at each use costs ", "at each definition costs "] {
            let baseline = after(&remark, baseline).expect("a cost");
            assert!(said <= baseline, "{case}: {remark}\n{text}");
            better += u32::from(said < baseline);
        }

        let once = module.as_operation().to_string();
        assert!(!once.contains("tensor<8x8xf32>") && !once.contains("tensor<8xf32>"), "{once}");
        assert!(run(&context, &mut module, "tileir-verify-tiles,tileir-propagate"));
        assert_eq!(module.as_operation().to_string(), once, "{case}: what is written stays");
        let mut again = parsed();
        assert!(run(&context, &mut again, "tileir-propagate"), "{case}");
        assert_eq!(again.as_operation().to_string(), once, "{case}: the same from the same");

        assert_eq!(cost(&module), said, "{case}: {remark}\n{once}");
        // What is unused goes, and nothing dear comes.
        assert!(run(&context, &mut module, "tileir-insert-repartition,cse"), "{case}");
        assert!(cost(&module) <= said, "{case}: {remark}\n{}", module.as_operation());
        moved += u32::from(said > 0);
    }
    assert!(moved > 50 && better > 20, "{moved} kernels with moves, {better} below a baseline");
}
