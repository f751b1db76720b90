//! What `tileir.apply` becomes fails where the map has no value, and has its value elsewhere.
//!
//! Each map is lowered once, in a function of its coordinates; of a family, of its parameters too.
//! The function is then called at constants, at every point of the domain and around it; inlining
//! and folding leave of each call the values or an assertion that fails. In a loop with constant
//! bounds an assertion is left out only if no turn would fail, and a program is refused only if
//! one would.

#[path = "../../tests/common/mod.rs"]
mod common;
mod context;

use std::cell::Cell;

use common::{Choices, SMALL, map_over, numbers};
use context::context;
use melior::Context;
use melior::ir::operation::{OperationLike, OperationRef, OperationResult};
use melior::ir::{BlockLike, Module, RegionLike};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tileir::LayoutMap;
use tileir::family::Family;

/// The points of the box around the domain, and those next to its ends.
fn points(map: &LayoutMap) -> Vec<Vec<i64>> {
    let extents = map.domain().hull_extents().expect("a bounded domain");
    let mut points = vec![Vec::new()];
    for extent in extents {
        let along = move |point: Vec<i64>| {
            (-1..=extent).map(move |x| point.iter().copied().chain([x]).collect::<Vec<i64>>())
        };
        points = points.into_iter().flat_map(along).collect();
    }
    points
}

/// What is applied: a map, or a family to parameters and then to coordinates.
struct Applied {
    text: String,
    parameters: usize,
    coordinates: usize,
    outputs: usize,
}

impl Applied {
    fn map(map: &LayoutMap) -> Applied {
        let (coordinates, outputs) = (map.domain().rank(), map.codomain().rank());
        Applied { text: map.to_string(), parameters: 0, coordinates, outputs }
    }

    /// `%v:2 = tileir.apply #tileir.…[%x0](%x1, %x2) : i64`
    fn operation(&self) -> String {
        let listed = |from: usize, count: usize| {
            (from..from + count).map(|k| format!("%x{k}")).collect::<Vec<String>>().join(", ")
        };
        let parameters = match self.parameters {
            0 => String::new(),
            count => format!("[{}]", listed(0, count)),
        };
        let (outputs, coordinates) = (self.outputs, listed(self.parameters, self.coordinates));
        format!(
            "%v:{outputs} = tileir.apply #tileir.{}{parameters}({coordinates}) : i64\n",
            self.text
        )
    }

    /// A function that applies it, and a call of that at each of the points, where the
    /// parameters stand before the coordinates.
    fn program(&self, points: &[Vec<i64>]) -> String {
        let results = vec!["i64"; self.outputs].join(", ");
        let arguments = |f: &dyn Fn(usize) -> String| {
            let all = 0..self.parameters + self.coordinates;
            all.map(f).collect::<Vec<String>>().join(", ")
        };
        let typed = arguments(&|k| format!("%x{k}: i64"));
        let (named, types) = (arguments(&|k| format!("%x{k}")), arguments(&|_| "i64".to_owned()));
        let values: Vec<String> = (0..self.outputs).map(|k| format!("%v#{k}")).collect();
        let (count, values) = (values.len(), values.join(", "));
        let mut text = format!(
            "func.func private @f({typed}) -> ({results}) {{\n{}return {values} : {results}\n}}\n",
            self.operation()
        );
        for (number, point) in points.iter().enumerate() {
            text += &format!("func.func @p{number}() -> ({results}) {{\n");
            for (k, x) in point.iter().enumerate() {
                text += &format!("%x{k} = arith.constant {x} : i64\n");
            }
            text += &format!("%v:{count} = call @f({named}) : ({types}) -> ({results})\n");
            text += &format!("return {values} : {results}\n}}\n");
        }
        text
    }
}

/// The integer that a constant operation gives.
fn constant(value: melior::ir::Value<'_, '_>) -> Option<i64> {
    let owner = OperationResult::try_from(value).ok()?;
    let owner = owner.owner();
    let value = owner.attribute("value").ok()?;
    melior::ir::attribute::IntegerAttribute::try_from(value).ok().map(|value| value.value())
}

/// What a folded function gives: values, or nothing where it fails.
fn outcome(function: OperationRef<'_, '_>) -> Result<Option<Vec<i64>>, TestCaseError> {
    let block = function.region(0).expect("a region").first_block().expect("a block");
    let mut next = block.first_operation();
    while let Some(op) = next {
        let name = op.name();
        match name.as_string_ref().as_str().expect("a name") {
            "cf.assert" => {
                let holds = constant(op.operand(0).expect("a condition"));
                return match holds {
                    Some(0) => Ok(None),
                    _ => Err(TestCaseError::fail(format!("not folded: {function}"))),
                };
            }
            "func.return" => {
                let values: Option<Vec<i64>> = op.operands().map(constant).collect();
                let open = || TestCaseError::fail(format!("not folded: {function}"));
                return values.ok_or_else(open).map(Some);
            }
            _ => next = op.next_in_block(),
        }
    }
    Err(TestCaseError::fail("no return"))
}

/// Holds a lowered program against the evaluator at each point; how many have no value, or
/// nothing if a constraint cannot be tested without a trap.
fn held(
    context: &Context,
    applied: &Applied,
    points: &[Vec<i64>],
    value: impl Fn(&[i64]) -> Option<Vec<i64>>,
) -> Result<Option<u32>, TestCaseError> {
    let text = applied.program(points);
    let mut module = Module::parse(context, &text)
        .ok_or_else(|| TestCaseError::fail(format!("not parsed: {text}")))?;
    if !lowered(context, &mut module, "tileir-lower-views,inline,canonicalize") {
        return Ok(None);
    }
    let mut function = module.body().first_operation();
    let (mut number, mut undefined) = (0, 0);
    while let Some(op) = function {
        let (expected, found) = (value(&points[number]), outcome(op)?);
        let place = format!("{} at {:?}", applied.text, points[number]);
        if expected != found {
            return Err(TestCaseError::fail(format!("{place}: {found:?}, not {expected:?}")));
        }
        undefined += u32::from(expected.is_none());
        number += 1;
        function = op.next_in_block();
    }
    if number != points.len() {
        return Err(TestCaseError::fail(format!("{number} functions of {}", points.len())));
    }
    Ok(Some(undefined))
}

fn lowered(context: &Context, module: &mut Module<'_>, passes: &str) -> bool {
    let manager = PassManager::new(context);
    let pipeline = format!("builtin.module({passes})");
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline).expect("a pipeline");
    manager.run(module).is_ok()
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

#[test]
fn an_application_fails_exactly_where_its_map_has_no_value() {
    let context = context();
    let (tried, undefined) = (Cell::new(0u32), Cell::new(0u32));
    let found = runner(400).run(&numbers(), |numbers| {
        let mut choices = Choices::new(&numbers);
        let domain = choices.set(&SMALL);
        let map = map_over(&mut choices, &domain, 2);
        let points = points(&map);
        if points.len() > 200 || map.program().is_none() || map.codomain().rank() == 0 {
            return Ok(());
        }
        if let Some(some) = held(&context, &Applied::map(&map), &points, |p| map.eval(p).ok())? {
            undefined.set(undefined.get() + some);
            tried.set(tried.get() + 1);
        }
        Ok(())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    assert!(tried.get() >= 200, "{} maps", tried.get());
    assert!(undefined.get() >= 1000, "{} points", undefined.get());
}

/// A family of one or two axes, with a text.
fn family(choices: &mut Choices<'_>) -> (Family, String) {
    let number =
        |choices: &mut Choices<'_>| choices.pick(&["0", "1", "2", "3", "5", "n", "s", "n"]);
    let lo = choices.pick(&[0, 1, -2]);
    let (hi, by) = (lo + choices.pick(&[2, 3, 6]), choices.pick(&[1, 2]));
    let extents = [number(choices), choices.pick(&["3", "n", "2 * n", "n + s"])];
    let operator =
        |choices: &mut Choices<'_>| choices.pick(&["+", "-", "*", "floordiv", "mod", "xor", "lt"]);
    let (first, second) = (operator(choices), operator(choices));
    let body = format!("((i {first} {}) {second} j)", number(choices));
    let codomain = choices.pick(&["", " to (a : 7)", " to (a : n * 4)", " to (a : s)"]);
    let text = format!(
        "family<(n : {lo}..={hi} by {by}, s : 1..=3) (i : {}, j : {}) -> {body}{codomain}>",
        extents[0], extents[1]
    );
    (text.parse().unwrap_or_else(|error| panic!("{text}: {error}")), text)
}

#[test]
fn an_application_of_a_family_fails_where_its_member_has_no_value() {
    let context = context();
    let (tried, undefined) = (Cell::new(0u32), Cell::new(0u32));
    let found = runner(150).run(&numbers(), |numbers| {
        let (family, text) = family(&mut Choices::new(&numbers));
        let lists = (-3..=5).flat_map(|n| (0..=4).map(move |s| (n, s)));
        let points: Vec<Vec<i64>> = lists
            .flat_map(|(n, s)| [(0, 0), (n - 1, s), (2, n)].map(|(i, j)| vec![n, s, i, j]))
            .collect();
        let applied = Applied { text, parameters: 2, coordinates: 2, outputs: 1 };
        let value = |point: &[i64]| family.eval(&point[..2], &point[2..]).ok();
        if let Some(some) = held(&context, &applied, &points, value)? {
            undefined.set(undefined.get() + some);
            tried.set(tried.get() + 1);
        }
        Ok(())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    assert!(tried.get() >= 100, "{} families", tried.get());
    assert!(undefined.get() >= 1000, "{} points", undefined.get());
}

#[test]
fn in_a_loop_an_assertion_is_left_out_only_where_no_turn_fails() {
    let context = context();
    let counts = [const { Cell::new(0u32) }; 3];
    let found = runner(400).run(&numbers(), |numbers| {
        let mut choices = Choices::new(&numbers);
        let domain = choices.set(&SMALL);
        let map = map_over(&mut choices, &domain, 2);
        let rank = domain.rank();
        if map.program().is_none() || map.codomain().rank() == 0 || rank == 0 {
            return Ok(());
        }
        // Mostly the domain's own box.
        let extents = domain.hull_extents().expect("a bounded domain");
        let bounds: Vec<[i64; 3]> = extents
            .iter()
            .map(|&n| {
                [
                    choices.pick(&[0, 0, 1]),
                    n + choices.pick(&[0, 0, -1, 1]),
                    choices.pick(&[1, 1, 3]),
                ]
            })
            .collect();
        let mut text = "func.func private @use(i64)\nfunc.func @f() {\n".to_owned();
        for (k, [from, to, by]) in bounds.iter().enumerate() {
            for (name, number) in [("from", from), ("to", to), ("by", by)] {
                text += &format!("%{name}{k} = arith.constant {number} : i64\n");
            }
            text += &format!("scf.for %x{k} = %from{k} to %to{k} step %by{k} : i64 {{\n");
        }
        text += &Applied::map(&map).operation();
        text += "func.call @use(%v#0) : (i64) -> ()\n";
        text += &"}\n".repeat(rank);
        text += "return\n}\n";
        let mut module = Module::parse(&context, &text)
            .ok_or_else(|| TestCaseError::fail(format!("not parsed: {text}")))?;
        let mut turns = vec![Vec::new()];
        for &[from, to, by] in &bounds {
            let along = |turn: Vec<i64>| {
                let steps = (from..to).step_by(usize::try_from(by).unwrap_or(1));
                steps.map(move |x| turn.iter().copied().chain([x]).collect::<Vec<i64>>())
            };
            turns = turns.into_iter().flat_map(along).collect();
        }
        let failing = turns.iter().find(|turn| map.eval(turn).is_err());
        let kept = match lowered(&context, &mut module, "tileir-lower-views") {
            true => module.as_operation().to_string().contains("cf.assert"),
            false => true,
        };
        let outcome = match (kept, failing) {
            (false, Some(turn)) => {
                return Err(TestCaseError::fail(format!("{text} fails at {turn:?}, unasserted")));
            }
            (false, None) => 0,
            (true, Some(_)) => 1,
            (true, None) => 2,
        };
        counts[outcome].set(counts[outcome].get() + 1);
        Ok(())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    let [proved, failing, kept] = counts.map(Cell::into_inner);
    assert!(proved >= 50 && failing >= 50, "{proved} proved, {failing} failing, {kept} kept");
}
