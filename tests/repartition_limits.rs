//! Tiles at the limits: those that cannot be planned, those of no or one element, and large ones.

mod common;
mod repartition_common;

use std::time::{Duration, Instant};

use common::distributions::distribution;
use repartition_common::{carry_out, contents, target};
use tileir::repartition::{OCCURRENCE_LIMIT, PlanError, PlanKind, legal_plans, plan};

#[test]
fn tiles_that_cannot_be_planned_are_named() {
    let target = target(32);
    let error = |from: &str, to: &str, bytes: i64| {
        plan(&distribution(from), &distribution(to), bytes, &target).unwrap_err().to_string()
    };
    let identity = "identity<(thread : 4)>";
    let cases = [
        (identity, "identity<(thread : 8)>", 4, "shape [4], the result one of [8]"),
        (
            identity,
            "expr<(thread : 2, s : 2) -> (thread * 2 + s) to (i : 4)>",
            4,
            "held by 4 threads, the result by 2",
        ),
        (
            "expr<(thread : 4) -> (thread mod 2) to (i : 4)>",
            identity,
            4,
            "the element [2] that thread 2 wants in slot 0",
        ),
        (
            "expr<(thread : 0) -> (0) to (i : 4)>",
            "expr<(thread : 0, s : 0) -> (0) to (i : 3)>",
            4,
            "shape [4]",
        ),
        (
            "expr<(thread : 4, s : 0) -> (0) to (i : 4)>",
            identity,
            4,
            "no source slot holds the element [0]",
        ),
        (identity, identity, 0, "an element of 0 bytes"),
        (identity, identity, -4, "an element of -4 bytes"),
        (
            "expr<(thread : 4) -> (4 floordiv thread) to (i : 9)>",
            "expr<(thread : 4) -> (0) to (i : 9)>",
            4,
            "at (0)",
        ),
        (
            "expr<(thread : 4) -> (thread * 3) to (i : 9)>",
            "expr<(thread : 4) -> (0) to (i : 9)>",
            4,
            "at (3)",
        ),
        (
            "expr<(thread : 2) -> (0, thread) to (i : 4611686018427387904, j : 4611686018427387904)>",
            "expr<(thread : 2) -> (0, thread) to (i : 4611686018427387904, j : 4611686018427387904)>",
            4,
            "takes more than 63 bits",
        ),
        (
            "expr<(thread : 3) -> (thread * 1152921504606846976) to (i : 4611686018427387904)>",
            "expr<(thread : 3) -> ((thread + 1) mod 3 * 1152921504606846976) to (i : 4611686018427387904)>",
            4,
            "bytes of shared memory",
        ),
    ];
    for (from, to, bytes, expected) in cases {
        let message = error(from, to, bytes);
        assert!(message.contains(expected), "{from} to {to}: {message}");
    }
}

#[test]
fn degenerate_tiles_have_plans() {
    let wide = "(i : 4611686018427387904)";
    let cases = [
        ("identity<(thread : 1)>".to_string(), "identity<(thread : 1)>".to_string()),
        (
            "expr<(thread : 4) -> () to ()>".to_string(),
            "expr<(thread : 4, s : 3) -> () to ()>".to_string(),
        ),
        (
            format!("expr<(lane : 8) -> (lane * 576460752303423488) to {wide}>"),
            format!("expr<(lane : 8) -> ((lane xor 3) * 576460752303423488) to {wide}>"),
        ),
        (
            "expr<(thread : 8, s : 0) -> (s) to (i : 0)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 0)>".to_string(),
        ),
        (
            "expr<(thread : 8, s : 3, t : 0) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(thread : 8, s : 3) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 8, s : 0) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(subgroup : 4, lane : 0, s : 2) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 0, s : 5) -> (s) to (i : 3)>".to_string(),
        ),
        (
            "expr<(thread : 0, s : 0) -> (s) to (i : 3)>".to_string(),
            "expr<(thread : 0, s : 5) -> (s) to (i : 3)>".to_string(),
        ),
    ];
    for (from, to) in cases {
        let (source, wanted) = (distribution(&from), distribution(&to));
        let plans = legal_plans(&source, &wanted, 4, &target(8));
        let plans = plans.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
        let (held, needed) = (contents(&source), contents(&wanted));
        for (plan, cost) in plans.iter().filter(|_| source.threads() > 0) {
            let brought =
                carry_out(plan, [&source, &wanted], [&held, &needed], *cost, 4, &target(8));
            assert_eq!(brought.unwrap(), needed, "{from} to {to}: {plan:?}");
        }
    }
}

/// Sizes at which something quadratic, or a loop over threads that hold nothing, would show.
#[test]
fn large_tiles_are_planned_or_refused_without_delay() {
    let start = Instant::now();
    let target = target(32);
    let limit = OCCURRENCE_LIMIT;
    let attempt = |from: String, to: String| {
        plan(&distribution(&from), &distribution(&to), 4, &target).map(|(plan, _)| plan.kind())
    };
    let over = |domain: &str| format!("expr<({domain}) -> (0) to (i : 1)>");
    let outside = [
        format!("thread : {}", limit + 1),
        format!("thread : {limit}, s : 2"),
        "thread : 4611686018427387904, s : 0".to_string(),
        "thread : 0, s : 4611686018427387904".to_string(),
        "thread : 3, s : 1152921504606846976".to_string(),
    ];
    for domain in &outside {
        let refused = attempt(over(domain), over(domain));
        assert!(matches!(refused, Err(PlanError::Table(_))), "{domain}: {refused:?}");
    }
    let slots = format!("thread : 1, s : {}", limit / 8);
    let (one, all) = (over(&slots), format!("expr<({slots}) -> (s) to (i : {})>", limit / 8));
    let back = format!("expr<({slots}) -> ({} - s) to (i : {})>", limit / 8 - 1, limit / 8);
    assert_eq!(attempt(one.clone(), one), Ok(PlanKind::Nothing));
    assert_eq!(attempt(all, back), Ok(PlanKind::Registers));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn tiles_of_many_axes_are_limited_by_their_numbers() {
    let zeros = vec!["0"; 200].join(", ");
    let names: Vec<String> = (0..200).map(|axis| format!("a{axis} : 1")).collect();
    let wide = |slots: i64| {
        let domain = format!("(thread : 1024, s : {slots})");
        distribution(&format!("expr<{domain} -> ({zeros}) to ({})>", names.join(", ")))
    };
    let target = target(32);
    assert!(plan(&wide(2), &wide(2), 4, &target).is_ok());
    let error = plan(&wide(512), &wide(512), 4, &target).unwrap_err().to_string();
    assert!(error.contains("a table of 524288 points is over the limit of 41943"), "{error}");
}
