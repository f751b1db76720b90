//! Which target has which atom, and what is told of one that it lacks.

use tileir::atom::{AtomError, Element, atom, atom_on, atoms_of};
use tileir::target::{Capability, ElementType, Target};

fn target(name: &str) -> Target {
    Target::by_name(name).unwrap()
}

#[test]
fn elements_have_a_type_to_lie_in() {
    for &element in Element::ALL {
        assert!(element.takes(element.storage()), "{element}");
        assert_eq!(element.word().parse(), Ok(element));
    }
    assert_eq!(Element::Tf32.storage(), ElementType::F32);
    assert!(!Element::S8.takes(ElementType::I16) && Element::B16.takes(ElementType::F16));
}

#[test]
fn a_target_has_the_atoms_that_it_can_do() {
    let has = |target: &str, name: &str| {
        atoms_of(&Target::by_name(target).unwrap()).unwrap().iter().any(|a| a.name == name)
    };
    let rows = [
        ("load.global.32", [true; 5]),
        ("load.global.128", [false, false, false, true, true]),
        ("shuffle.xor.4.w8", [true, false, false, false, false]),
        ("shuffle.xor.4.w32", [false, true, false, true, true]),
        ("shuffle.idx.w64", [false, false, true, false, false]),
        ("alu.add.f64", [true, false, false, true, true]),
        ("alu.fma.bf16x2", [false, false, false, true, true]),
        ("alu.add.bf16x2", [false, false, false, false, true]),
        ("group.reduce.add.f32.w32", [false, true, false, false, false]),
        ("mma.m16n8k16.f32.f16", [false, false, false, true, true]),
        ("stmatrix.x4", [false, false, false, false, true]),
        ("wgmma.m64n128k16.f32.f16", [false, false, false, false, true]),
        ("mbarrier.arrive", [false, false, false, true, true]),
        ("block.reduce.add.f32.w8.t64", [true, false, false, false, false]),
    ];
    for (name, expected) in rows {
        let names = ["lavapipe", "vulkan32", "vulkan64", "sm_80", "sm_90a"];
        let found = names.map(|target| has(target, name));
        assert_eq!(found, expected, "{name}");
        for (target, expected) in names.iter().zip(expected) {
            assert_eq!(atom_on(name, &Target::by_name(target).unwrap()).is_ok(), expected);
        }
    }
}

/// Each error has the numbers, and what would fix it.
#[test]
fn what_a_target_lacks_is_told() {
    let error = |name: &str, on: &str| atom_on(name, &target(on)).unwrap_err();
    assert_eq!(
        error("mma.m16n8k16.f32.f16", "vulkan64").to_string(),
        "atom 'mma.m16n8k16.f32.f16' needs subgroups of 32 lanes, and those of target 'vulkan64' \
         have 64; targets sm_80, sm_90a have it"
    );
    assert!(matches!(
        error("mma.m16n8k8.f32.tf32", "vulkan32"),
        AtomError::Capability { needs: Capability::MmaTf32, .. }
    ));
    assert_eq!(
        error("stmatrix.x4", "sm_80").to_string(),
        "atom 'stmatrix.x4' needs 'stmatrix', which target 'sm_80' cannot do; target sm_90a has it"
    );
    assert_eq!(
        error("alu.add.f64", "vulkan32").to_string(),
        "atom 'alu.add.f64' has an operand of f64, and target 'vulkan32' no type f64; targets \
         lavapipe, sm_80, sm_90a have it"
    );
    let small = Target { max_threads: 512, ..target("sm_80") };
    let big = atom("block.reduce.add.f32.w32.t1024").unwrap();
    assert!(matches!(big.on(&small), Err(AtomError::Threads { needs: 1024, has: 512, .. })));
    let unknown = error("mma.m16n8k16.f23.f16", "sm_80").to_string();
    assert!(unknown.starts_with("there is no atom 'mma.m16n8k16.f23.f16'; the nearest names are"));
    assert!(unknown.contains("mma.m16n8k16.f32.f16"), "{unknown}");
}
