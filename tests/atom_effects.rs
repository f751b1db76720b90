//! What may move across what: a test for each pair.

mod common;

use common::budgets::by_argument;
use tileir::atom::{Conflict, Effects, Group, Space, atom, atoms, may_swap};
use tileir::proof::{Verdict, disjoint};

fn effects(name: &str) -> Effects {
    atom(name).unwrap().effects
}

/// Both orders of two, which agree.
fn swapped(first: &Effects, second: &Effects, disjoint: &Verdict) -> Result<(), Conflict> {
    let (there, back) = (may_swap(first, second, disjoint), may_swap(second, first, disjoint));
    assert_eq!(there.is_ok(), back.is_ok());
    there
}

fn by_name(first: &str, second: &str, disjoint: &Verdict) -> Result<(), Conflict> {
    swapped(&effects(first), &effects(second), disjoint)
}

/// The verdicts on two addresses: apart, together, and not known.
fn verdicts() -> [Verdict; 3] {
    let map = |text: &str| format!("expr<(i : 16) -> ({text}) to (a : 64)>").parse().unwrap();
    let apart = by_argument(|budget| disjoint(&map("i * 2"), &map("i * 2 + 1"), budget));
    let together = by_argument(|budget| disjoint(&map("i"), &map("i + 15"), budget));
    assert!(apart.is_proved() && together.is_disproved());
    [apart, together, Verdict::Unknown { why: "two pointers".to_string() }]
}

#[test]
fn a_load_passes_a_store_only_if_they_are_proved_disjoint() {
    let [apart, together, unknown] = verdicts();
    for space in ["global", "shared"] {
        let (store, load) = (format!("store.{space}.32"), format!("load.{space}.128"));
        assert_eq!(by_name(&store, &load, &apart), Ok(()));
        assert_eq!(by_name(&store, &store, &apart), Ok(()));
        for verdict in [&together, &unknown] {
            assert!(matches!(by_name(&store, &load, verdict), Err(Conflict::Memory { .. })));
            assert!(matches!(by_name(&store, &store, verdict), Err(Conflict::Memory { .. })));
        }
    }
}

#[test]
fn loads_pass_loads_and_memories_pass_each_other() {
    let [_, together, unknown] = verdicts();
    for verdict in [&together, &unknown] {
        assert_eq!(by_name("load.global.32", "load.global.32", verdict), Ok(()));
        assert_eq!(by_name("store.global.32", "load.shared.32", verdict), Ok(()));
        assert_eq!(by_name("ldmatrix.x4", "load.shared.32", verdict), Ok(()));
    }
    assert!(by_name("ldmatrix.x4", "store.shared.32", &unknown).is_err());
    assert!(by_name("stmatrix.x4", "ldmatrix.x1", &unknown).is_err());
}

#[test]
fn a_copy_does_not_pass_its_wait_or_its_commit() {
    let [apart, _, _] = verdicts();
    for copy in ["cp.async.4", "cp.async.8", "cp.async.16"] {
        assert!(matches!(by_name(copy, "cp.async.wait", &apart), Err(Conflict::Ordered { .. })));
        assert!(matches!(by_name(copy, "cp.async.commit", &apart), Err(Conflict::Waits { .. })));
    }
    assert!(matches!(
        by_name("cp.async.commit", "cp.async.wait", &apart),
        Err(Conflict::Waits { .. })
    ));
    // What registers do is not waited for.
    assert_eq!(by_name("mma.m16n8k16.f32.f16", "cp.async.wait", &apart), Ok(()));
    assert_eq!(by_name("cp.async.16", "mma.m16n8k16.f32.f16", &apart), Ok(()));
}

#[test]
fn what_a_copy_brought_is_not_read_before_the_wait() {
    let [apart, _, unknown] = verdicts();
    for verdict in [&apart, &unknown] {
        assert!(by_name("cp.async.wait", "load.shared.32", verdict).is_err());
        assert!(by_name("cp.async.wait", "ldmatrix.x4.trans", verdict).is_err());
        // Nor is its source overwritten.
        assert!(by_name("cp.async.wait", "store.global.32", verdict).is_err());
    }
    assert!(by_name("cp.async.16", "store.global.32", &unknown).is_err());
    assert_eq!(by_name("cp.async.16", "store.global.32", &apart), Ok(()));
}

#[test]
fn a_wait_does_not_pass_a_barrier() {
    let [apart, _, _] = verdicts();
    assert!(matches!(
        by_name("cp.async.wait", "barrier.block", &apart),
        Err(Conflict::Fences { .. })
    ));
}

#[test]
fn a_shuffle_stays_in_a_branch_that_parts_its_lanes() {
    let [apart, _, _] = verdicts();
    let names = [
        "shuffle.xor.4.w32",
        "shuffle.idx.w8",
        "subgroup.reduce.add.f32.w32",
        "mma.m16n8k16.f32.f16",
        "ldmatrix.x4",
        "group.ballot.w64",
    ];
    for name in names {
        let inside = effects(name);
        let parting = Effects::branch(Group::Subgroup);
        assert!(swapped(&inside, &parting, &apart).is_err(), "{name}");
    }
    assert!(matches!(
        swapped(&effects("shuffle.xor.4.w32"), &Effects::branch(Group::Subgroup), &apart),
        Err(Conflict::Divergence { needs: Group::Subgroup, parted: Group::Subgroup })
    ));
    // Where whole subgroups go one way, a shuffle is as good outside; a barrier is not.
    let uniform = Effects::branch(Group::Block);
    assert_eq!(swapped(&effects("shuffle.xor.4.w32"), &uniform, &apart), Ok(()));
    assert!(matches!(
        swapped(&effects("barrier.block"), &uniform, &apart),
        Err(Conflict::Divergence { needs: Group::Block, parted: Group::Block })
    ));
    // Four warps that part are no warp group.
    let warps = Effects::branch(Group::Warpgroup);
    assert!(swapped(&effects("wgmma.m64n64k16.f32.f16"), &warps, &apart).is_err());
    assert_eq!(swapped(&effects("mma.m16n8k16.f32.f16"), &warps, &apart), Ok(()));
}

#[test]
fn accesses_and_waits_stay_in_their_branch_and_arithmetic_does_not() {
    let [apart, _, _] = verdicts();
    for parted in [Group::Subgroup, Group::Block] {
        let branch = Effects::branch(parted);
        for name in ["load.global.32", "store.shared.32", "cp.async.4", "cp.async.commit"] {
            assert!(swapped(&effects(name), &branch, &apart).is_err(), "{name}");
        }
        for name in ["alu.fma.f16x2", "alu.add.i32"] {
            assert_eq!(swapped(&effects(name), &branch, &apart), Ok(()), "{name}");
        }
    }
    assert!(matches!(
        swapped(&effects("cp.async.commit"), &Effects::branch(Group::Block), &apart),
        Err(Conflict::DivergentWait { .. })
    ));
}

#[test]
fn a_multiplication_in_registers_passes_a_barrier_and_an_access_does_not() {
    let [apart, _, unknown] = verdicts();
    let moves = ["mma.m16n8k16.f32.f16", "shuffle.xor.1.w32", "alu.add.f32", "movmatrix.trans"];
    for name in moves {
        assert_eq!(by_name(name, "barrier.block", &unknown), Ok(()), "{name}");
    }
    let stays = [
        "load.shared.32",
        "store.global.32",
        "ldmatrix.x4",
        "cp.async.16",
        "wgmma.m64n64k16.f32.f16",
        "block.reduce.add.f32.w32.t128",
    ];
    for name in stays {
        let found = by_name(name, "barrier.block", &apart);
        assert!(matches!(found, Err(Conflict::Ordered { .. })), "{name}: {found:?}");
    }
}

#[test]
fn a_bulk_copy_does_not_pass_the_barrier_that_it_counts_on() {
    let [apart, _, unknown] = verdicts();
    assert!(by_name("tma.load.64x64.b16", "mbarrier.wait", &apart).is_err());
    assert!(by_name("tma.load.64x64.b16", "mbarrier.arrive.expect", &unknown).is_err());
    assert!(by_name("mbarrier.wait", "load.shared.128", &apart).is_err());
    assert!(by_name("tma.store.64x64.b16", "tma.commit", &apart).is_err());
    assert!(by_name("wgmma.m64n64k16.f32.f16", "wgmma.wait", &apart).is_err());
}

/// Of all pairs of atoms: the answer does not depend on the order, a proof frees no pair that
/// conflicts for another reason, and only reads and writes depend on it.
#[test]
fn the_laws_hold_for_every_pair() {
    let [apart, together, unknown] = verdicts();
    let mut kinds: Vec<Effects> = atoms().unwrap().iter().map(|atom| atom.effects).collect();
    kinds.extend(Group::ALL.iter().map(|&group| Effects::branch(group)));
    let distinct: Vec<&Effects> = kinds
        .iter()
        .enumerate()
        .filter(|(i, e)| !kinds[..*i].contains(e))
        .map(|(_, e)| e)
        .collect();
    assert!(distinct.len() > 20, "{}", distinct.len());
    for first in &distinct {
        for second in &distinct {
            let [free, taken, open] =
                [&apart, &together, &unknown].map(|verdict| swapped(first, second, verdict));
            assert_eq!(taken.is_ok(), open.is_ok());
            let writes = |one: &Effects, other: &Effects| {
                one.writes.iter().any(|space| {
                    space != Space::Register
                        && (other.reads.contains(space) || other.writes.contains(space))
                })
            };
            let meet = writes(first, second) || writes(second, first);
            assert_eq!(matches!(taken, Err(Conflict::Memory { .. })), meet);
            if !meet {
                assert_eq!(free, open);
            }
        }
    }
}
