//! What the bench of plans times is planned, and proved without a point.

use tileir::distribution::Distribution;
use tileir::proof::Budget;
use tileir::repartition::{PlanKind, plan, prove_plan};
use tileir::target::Target;
use tileir_bench::operations;

#[test]
fn every_tile_of_the_list_has_a_plan_that_is_proved() {
    let plans = operations().unwrap().plans;
    let target = Target::by_name(&plans.target).unwrap();
    let read = |text: &str| Distribution::new(text.parse().unwrap()).unwrap();
    let source = read(&plans.source);
    let mut kinds = Vec::new();
    for (name, wanted) in &plans.wanted {
        let wanted = read(wanted);
        assert_eq!(wanted.shape(), [128, 128], "{name}");
        let (found, _) = plan(&source, &wanted, plans.element_bytes, &target).unwrap();
        let proof = prove_plan(&source, &wanted, &found, &Budget::of_points(0));
        assert!(proof.is_proved(), "{name}: {proof:?}");
        kinds.push(found.kind());
    }
    for kind in [PlanKind::Registers, PlanKind::Shared] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
}
