//! What is proved of a scatter's elements, against running it.
//!
//! Coordinates are random integers of a program: an element's place, a block's number, a counter, a number
//! that was loaded, and operations on these in 8 to 64 bits, which wrap. The oracle is the interpreter: of
//! a program that the prover takes, no two elements have one place, and under `assume` none lies outside.

#[path = "../../../tests/common/mod.rs"]
mod common;

use common::{Choices, numbers};
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;
use tileir_run::interpreter::fault::Fault;
use tileir_run::{compile, inputs, interpreter};

const OPERATIONS: [&str; 16] = [
    "addi", "addi", "addi", "subi", "subi", "muli", "muli", "andi", "ori", "xori", "shli", "shrui",
    "shrsi", "remui", "divui", "minsi",
];
const CONSTANTS: [i64; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 16, 37, 63, 100, 127, -1];

/// A program in the making.
struct Writer<'a, 'n> {
    choices: &'a mut Choices<'n>,
    shape: Vec<i64>,
    text: String,
    count: usize,
}

impl Writer<'_, '_> {
    fn tile(&self, bits: u32) -> String {
        let extents: Vec<String> = self.shape.iter().map(|n| format!("{n}x")).collect();
        format!("tensor<{}i{bits}>", extents.concat())
    }

    fn value(&mut self, operation: &str) -> String {
        self.count += 1;
        self.text += &format!("  %v{} = {operation}\n", self.count);
        format!("%v{}", self.count)
    }

    fn constant(&mut self, bits: u32, among: &[i64]) -> String {
        let number = self.choices.pick(among);
        let tile = self.tile(bits);
        self.value(&format!("arith.constant dense<{number}> : {tile}"))
    }

    fn leaf(&mut self, bits: u32) -> String {
        let tile = self.tile(bits);
        match self.choices.below(8) {
            0..=3 => {
                let axis = self.choices.below(self.shape.len());
                self.value(&format!("tileir.iota {axis} : {tile}"))
            }
            4 | 5 => self.constant(bits, &CONSTANTS),
            _ => {
                let name = self.choices.pick(&["%block", "%turn", "%loaded"]);
                let scalar = match (name, bits) {
                    ("%loaded", 64) => self.value("arith.extsi %loaded : i32 to i64"),
                    ("%loaded", 32) => name.to_owned(),
                    ("%loaded", _) => self.value(&format!("arith.trunci %loaded : i32 to i{bits}")),
                    _ => self.value(&format!("arith.index_cast {name} : index to i{bits}")),
                };
                self.value(&format!("tensor.splat {scalar} : {tile}"))
            }
        }
    }

    /// An integer of each element.
    fn integer(&mut self, bits: u32, depth: usize) -> String {
        if depth == 0 || self.choices.below(6) == 0 {
            return self.leaf(bits);
        }
        let tile = self.tile(bits);
        match self.choices.below(8) {
            0 => {
                let from = self.choices.pick(&[8, 16, 32, 64]);
                let narrower = from < bits;
                let value = self.integer(from, depth - 1);
                let name = match narrower {
                    _ if from == bits => return value,
                    true => self.choices.pick(&["extsi", "extui"]),
                    false => "trunci",
                };
                let source = self.tile(from);
                self.value(&format!("arith.{name} {value} : {source} to {tile}"))
            }
            1 => {
                let [a, b, x, y] = [(); 4].map(|()| self.integer(bits, depth - 1));
                let predicate = self.choices.pick(&["eq", "slt", "ult", "sge"]);
                let (truth, holds) = (self.tile(1), format!("arith.cmpi {predicate}, {a}, {b}"));
                let holds = self.value(&format!("{holds} : {tile}"));
                self.value(&format!("arith.select {holds}, {x}, {y} : {truth}, {tile}"))
            }
            _ => {
                let name = self.choices.pick(&OPERATIONS);
                let lhs = self.integer(bits, depth - 1);
                let rhs = match name {
                    "shli" | "shrui" | "shrsi" => self.constant(bits, &[0, 1, 2, 5]),
                    "remui" | "divui" => self.constant(bits, &[1, 2, 3, 8, 63, 64]),
                    "muli" | "andi" => self.constant(bits, &CONSTANTS),
                    _ => self.integer(bits, depth - 1),
                };
                self.value(&format!("arith.{name} {lhs}, {rhs} : {tile}"))
            }
        }
    }
}

/// A kernel of three blocks that scatters in two turns of a loop.
fn program(numbers: &[u32]) -> String {
    let choices = &mut Choices::new(numbers);
    let shape = choices.pick(&[vec![8], vec![64], vec![7], vec![4, 8], vec![2, 3, 5]]);
    let policy = choices.pick(&["zero", "assume"]);
    let mut writer = Writer { choices, shape, text: String::new(), count: 0 };
    let (mut coordinates, mut types) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let bits = writer.choices.pick(&[8, 16, 32, 64]);
        if coordinates.len() == 1 && writer.choices.below(3) == 0 {
            coordinates.push("%block".to_owned());
            types.push("index".to_owned());
            continue;
        }
        coordinates.push(writer.integer(bits, 3));
        types.push(writer.tile(bits));
    }
    let value = writer.constant(32, &[9]);
    let (tile, text) = (writer.tile(32), writer.text);
    let (coordinates, types) = (coordinates.join(", "), types.join(", "));
    format!(
        "#m = #tileir.mixed_radix<(128,64):(64,1), (i : 128, j : 64) -> (a : 8192)>
!whole = !tileir.view<128x64xi32, #m, {policy}>
!view = !tileir.view<32x64xi32, #m, {policy}>
func.func @scatter(%buffer: memref<8192xi32>) attributes {{tileir.grid = array<i64: 3>}} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %block = gpu.block_id x
  %all = tileir.view %buffer : memref<8192xi32> -> !whole
  %w = tileir.slice %all[%block, %zero : index, index] : !whole -> !view
  %loaded = tileir.load %w[%one, %two : index, index] : !view -> i32
  scf.for %turn = %zero to %two step %one {{
{text}  tileir.store {value}, %w[{coordinates} : {types}] : {tile}, !view
  }}
  return
}}
"
    )
}

#[test]
fn what_is_proved_of_elements_is_so() {
    let context = compile::context();
    // What passes say is not looked at.
    context.attach_diagnostic_handler(|_| true);
    let manager = PassManager::new(&context);
    let prove = "builtin.module(tileir-prove{require=in-bounds})";
    parse_pass_pipeline(manager.as_operation_pass_manager(), prove).expect("a pass");
    let (proved, refused, met) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config { cases: 600, ..Config::default() });
    let outcome = runner.run(&numbers(), |numbers| {
        let text = program(&numbers);
        let mut module = Module::parse(&context, &text)
            .ok_or_else(|| TestCaseError::fail(format!("it does not parse: {text}")))?;
        let filled = inputs::fill(interpreter::format::ElementType::Int(32), 8192, 1, 0);
        let filled = inputs::elements(interpreter::format::ElementType::Int(32), &filled);
        let kernels = interpreter::kernels(module.as_operation());
        let kernel = kernels.first().ok_or_else(|| TestCaseError::fail("no kernel"))?;
        let fault = interpreter::run(*kernel, vec![filled]).err().map(|located| located.fault);
        let meets = matches!(fault, Some(Fault::SamePlace { .. } | Fault::OutsideDomain { .. }));
        if manager.run(&mut module).is_err() {
            refused.set(refused.get() + 1);
            met.set(met.get() + u32::from(meets));
            return Ok(());
        }
        proved.set(proved.get() + 1);
        match fault.filter(|_| meets) {
            Some(fault) => Err(TestCaseError::fail(format!("proved, but {fault}:\n{text}"))),
            None => Ok(()),
        }
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let (proved, refused, met) = (proved.get(), refused.get(), met.get());
    println!("{proved} proved; {refused} refused, of which {met} do meet or leave the view");
    assert!(proved >= 40 && met >= 100, "{proved} proved, {met} of {refused} refused rightly");
}
