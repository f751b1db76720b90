//! What tests of plans share: distributions' contents, and plans carried out on them.

#![allow(dead_code, reason = "each test file uses a part")]

mod cost;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use tileir::Point;
use tileir::distribution::Distribution;
use tileir::repartition::{Cost, Machine, MachineError, Plan};
use tileir::target::Target;

pub type Outcome<T = ()> = Result<T, TestCaseError>;

/// The same cases each time.
pub fn run(cases: u32, test: impl Fn(&mut crate::common::Choices<'_>) -> Outcome) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner
        .run(&crate::common::numbers(), |numbers| test(&mut crate::common::Choices::new(&numbers)));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// What every thread has in its registers.
pub type Registers = Vec<Vec<Point>>;

/// What the distribution says that they have.
pub fn contents(distribution: &Distribution) -> Registers {
    let slot = |thread, slot| distribution.element(thread, slot).unwrap();
    let thread = |thread| (0..distribution.slots()).map(|s| slot(thread, s)).collect();
    (0..distribution.threads()).map(thread).collect()
}

/// A target with subgroups of so many lanes.
pub fn target(subgroup: i64) -> Target {
    let name = if subgroup == 8 { "lavapipe" } else { "sm_80" };
    Target { subgroup, cluster_blocks: 8, ..Target::by_name(name).unwrap() }
}

/// A plan, carried out on registers that hold what the source says; its cost is that of the definition.
pub fn carry_out(
    plan: &Plan,
    [source, wanted]: [&Distribution; 2],
    [held, needed]: [&Registers; 2],
    cost: Cost,
    element_bytes: i64,
    target: &Target,
) -> Outcome<Registers> {
    let failed = |error: MachineError| TestCaseError::fail(error.to_string());
    let filled = held.iter().map(|own| own.iter().cloned().map(Some).collect()).collect();
    let before = Machine::new(target.subgroup, source.groups(), filled);
    let after = before.execute(plan, source, wanted).map_err(failed)?;
    prop_assert_eq!(
        cost,
        cost::counted(plan, source.groups(), [held, needed], element_bytes, target)?
    );
    let all = after.threads().iter().map(|own| own.iter().cloned().collect::<Option<Vec<Point>>>());
    all.collect::<Option<_>>().ok_or_else(|| TestCaseError::fail("a slot is never written"))
}
