//! The shared buffer: who writes an element, how rows are padded, and whether it fits.

mod common;
mod repartition_common;

use common::distributions::distribution;
use repartition_common::target;
use tileir::repartition::{Cost, Plan, PlanError, PlanKind, plan, plan_of_kind};
use tileir::target::Target;

#[test]
fn one_of_the_replicas_writes() {
    let shared = |text: &str| {
        let wanted = distribution("expr<(thread : 24) -> ((thread + 1) mod 8) to (i : 8)>");
        let held = distribution(text);
        let (plan, _) = plan_of_kind(PlanKind::Shared, &held, &wanted, 4, &target(8)).unwrap();
        let Plan::Shared(shared) = plan else { panic!("{plan:?}") };
        let (threads, slots) = (held.threads() as usize, held.slots() as usize);
        let all = (0..threads).flat_map(|t| (0..slots).map(move |s| (t, s)));
        all.filter(|&(t, s)| shared.owner.writes(t as i64, s)).count()
    };
    // A digit of the thread, of the slot, of both, a number that wraps, one that jumps.
    for text in [
        "expr<(subgroup : 3, lane : 8) -> (lane) to (i : 8)>",
        "expr<(subgroup : 8, lane : 3, s : 5) -> (subgroup) to (i : 8)>",
        "expr<(thread : 24, s : 3, t : 8) -> (t) to (i : 8)>",
        "expr<(thread : 24) -> (thread mod 8) to (i : 8)>",
        "expr<(thread : 24, s : 2) -> ((thread + 3*s) mod 8) to (i : 8)>",
        "expr<(thread : 24) -> (thread * 5 floordiv 2 mod 8) to (i : 8)>",
    ] {
        assert_eq!(shared(text), 8, "{text}");
    }
}

const COLUMNS: &str = "expr<(lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)>";
const ROWS: &str = "expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>";

#[test]
fn a_swizzle_takes_a_column_from_32_wavefronts_to_1() {
    let (source, wanted) = (distribution(COLUMNS), distribution(ROWS));
    let cost = |bytes: i64, shared: i64| {
        let target = Target { static_shared_bytes: shared, ..target(32) };
        let (plan, cost) =
            plan_of_kind(PlanKind::Shared, &source, &wanted, bytes, &target).unwrap();
        let Plan::Shared(shared) = plan else { panic!("{plan:?}") };
        (cost.wavefronts, shared.buffer.elements)
    };
    // 32 words a lane are 32 wavefronts, in no more memory than the tile has.
    assert_eq!(cost(4, 32 * 32 * 4), (32 + 32, 32 * 32));
    // 8 bytes are two words a lane.
    assert_eq!(cost(8, 32 * 32 * 8), (2 * 32 + 2 * 32, 32 * 32));
    // Four single bytes are a word.
    assert_eq!(cost(1, 32 * 32), (8 + 32, 32 * 32));
}

/// 24 columns are no bits: rows are padded instead.
#[test]
fn padding_takes_columns_of_any_number_apart() {
    let columns = "expr<(lane : 32, slot : 24) -> (lane, slot) to (i : 32, j : 24)>";
    let rows = "expr<(lane : 32, slot : 24) -> ((slot * 32 + lane) floordiv 24, \
                (slot * 32 + lane) mod 24) to (i : 32, j : 24)>";
    let (source, wanted) = (distribution(rows), distribution(columns));
    let cost = |shared: i64| {
        let target = Target { static_shared_bytes: shared, vector_bytes: 4, ..target(32) };
        let (plan, cost) = plan_of_kind(PlanKind::Shared, &source, &wanted, 4, &target).unwrap();
        let Plan::Shared(shared) = plan else { panic!("{plan:?}") };
        (cost.wavefronts, shared.buffer.elements)
    };
    // At distances of 24, eight lanes meet in each bank. Padded by 2, column-major, none of a
    // column do, and of a run of rows some two.
    assert_eq!(cost(32 * 24 * 4), (24 + 24 * 8, 32 * 24));
    assert_eq!(cost(48 << 10), (64, 23 * 34 + 32));
}

#[test]
fn a_buffer_that_does_not_fit_is_an_error_unless_something_nearer_does() {
    let (source, wanted) = (distribution(COLUMNS), distribution(ROWS));
    let small = Target { static_shared_bytes: 4095, ..target(8) };
    let error = plan(&source, &wanted, 4, &small).unwrap_err();
    let (needed, available) = (4096, 4095);
    let expected = PlanError::SharedMemory { needed, available, target: "lavapipe".to_string() };
    assert_eq!(error, expected);
    let (nothing, cost) = plan(&source, &source, 4, &small).unwrap();
    assert_eq!((nothing, cost), (Plan::Nothing, Cost::default()));
}
