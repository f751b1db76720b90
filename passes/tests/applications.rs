//! What `tileir.apply` becomes fails where the map has no value, and has its value elsewhere.
//!
//! Each map is lowered once, in a function of its coordinates. The function is then called at
//! constants, at every point of the domain and around it; inlining and folding leave of each call
//! the values or an assertion that fails.

#[path = "../../tests/common/mod.rs"]
mod common;

use common::{Choices, SMALL, map_over, numbers};
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationLike, OperationRef, OperationResult};
use melior::ir::{BlockLike, Module, RegionLike};
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_dialects, register_all_passes};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tileir::LayoutMap;

fn context() -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    register_all_passes();
    tileir_passes::register_passes();
    context
}

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

/// A function that applies the map, and a call of it at each of the points.
fn program(map: &LayoutMap, points: &[Vec<i64>]) -> String {
    let results = vec!["i64"; map.codomain().rank()].join(", ");
    let arguments = |f: &dyn Fn(usize) -> String| {
        (0..map.domain().rank()).map(f).collect::<Vec<String>>().join(", ")
    };
    let (typed, named) = (arguments(&|k| format!("%x{k}: i64")), arguments(&|k| format!("%x{k}")));
    let types = arguments(&|_| "i64".to_owned());
    let values: Vec<String> = (0..map.codomain().rank()).map(|k| format!("%v#{k}")).collect();
    let (count, values) = (values.len(), values.join(", "));
    let mut text = format!(
        "func.func private @f({typed}) -> ({results}) {{\n\
         %v:{count} = tileir.apply #tileir.{map}({named}) : i64\n\
         return {values} : {results}\n}}\n"
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

#[test]
fn an_application_fails_exactly_where_its_map_has_no_value() {
    let context = context();
    let mut runner =
        TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let (tried, undefined) = (std::cell::Cell::new(0u32), std::cell::Cell::new(0u32));
    let found = runner.run(&numbers(), |numbers| {
        let mut choices = Choices::new(&numbers);
        let domain = choices.set(&SMALL);
        let map = map_over(&mut choices, &domain, 2);
        let points = points(&map);
        if points.len() > 200 || map.program().is_none() || map.codomain().rank() == 0 {
            return Ok(());
        }
        let text = program(&map, &points);
        let mut module = Module::parse(&context, &text)
            .ok_or_else(|| TestCaseError::fail(format!("not parsed: {text}")))?;
        let manager = PassManager::new(&context);
        let pipeline = "builtin.module(tileir-lower-views,inline,canonicalize)";
        parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline).expect("a pipeline");
        if manager.run(&mut module).is_err() {
            // A constraint that cannot be tested without a trap.
            return Ok(());
        }
        let mut function = module.body().first_operation();
        let mut number = 0;
        while let Some(op) = function {
            let (expected, found) = (map.eval(&points[number]).ok(), outcome(op)?);
            let place = format!("{map} at {:?}", points[number]);
            if expected != found {
                return Err(TestCaseError::fail(format!("{place}: {found:?}, not {expected:?}")));
            }
            undefined.set(undefined.get() + u32::from(expected.is_none()));
            number += 1;
            function = op.next_in_block();
        }
        if number != points.len() {
            return Err(TestCaseError::fail(format!("{number} functions of {}", points.len())));
        }
        tried.set(tried.get() + 1);
        Ok(())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    assert!(tried.get() >= 200, "{} maps", tried.get());
    assert!(undefined.get() >= 1000, "{} points", undefined.get());
}
