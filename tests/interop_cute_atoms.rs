//! The laws of CuTe's atoms, of what is tiled from them, and their names.

use std::collections::HashSet;

use tileir::cute::{Composed, Layout, Tiler};
use tileir::interop::cute::atoms::{self, AtomError};
use tileir::interop::cute::{Operand, TiledCopy, TiledMma};

/// The values of a layout.
fn values(layout: &Layout) -> HashSet<i64> {
    (0..layout.size()).map(|i| layout.eval(i).unwrap()).collect()
}

fn counts(layout: &Layout, size: i64) -> bool {
    let values = values(layout);
    values.len() as i64 == size && values.iter().all(|value| (0..size).contains(value))
}

#[test]
fn the_tables_are_read_and_their_names_are_unique() {
    let mma: HashSet<&str> = atoms::mma_atoms().unwrap().iter().map(|a| a.name()).collect();
    let copy: HashSet<&str> = atoms::copy_atoms().unwrap().iter().map(|a| a.name()).collect();
    assert_eq!(mma.len(), atoms::mma_atoms().unwrap().len());
    assert_eq!(copy.len(), atoms::copy_atoms().unwrap().len());
    assert!(mma.len() > 1_150 && copy.len() > 200, "{} {}", mma.len(), copy.len());
}

/// Each operand of an MMA reaches every element of its tile, but for the B of one family: CuTe
/// has a stride of 32 there where 64 would reach all of it.
#[test]
fn operands_reach_their_tiles() {
    let mut seen = HashSet::new();
    let mut broken = HashSet::new();
    for atom in atoms::mma_atoms().unwrap() {
        let [m, n, k] = atom.shape;
        for (layout, size) in [(&atom.a, m * k), (&atom.b, n * k), (&atom.c, m * n)] {
            let known = !seen.insert((layout.clone(), size));
            assert_eq!(atom.threads.size(), layout.mode(0).unwrap().size(), "{}", atom.name());
            if !known && layout.size() <= 1 << 16 && !counts(layout, size) {
                broken.insert(format!("{layout} of {size}"));
            }
        }
    }
    assert_eq!(broken, HashSet::from(["((4,8),(8)):((32,1),(8)) of 256".to_owned()]));
}

/// Source and destination of a copy are bits of the reference.
#[test]
fn copies_move_bits_of_the_reference() {
    let mut seen = HashSet::new();
    for atom in atoms::copy_atoms().unwrap() {
        let key = (atom.source.clone(), atom.destination.clone());
        if seen.insert(key) && atom.source.size().max(atom.destination.size()) <= 1 << 17 {
            let bits = values(&atom.reference);
            assert!(values(&atom.source).is_subset(&bits), "{}", atom.name());
            assert!(values(&atom.destination).is_subset(&bits), "{}", atom.name());
        }
    }
}

#[test]
fn names_are_taken_as_people_write_them() {
    let plain = atoms::mma("SM90_64x64x16_F32F16F16_SS").unwrap();
    for written in [
        "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>",
        "cute::SM90_64x64x16_F32F16F16_SS",
        "SM90::GMMA::MMA_64x64x16_F32F16F16_SS",
    ] {
        assert_eq!(atoms::mma(written).unwrap(), plain, "{written}");
    }
    assert_eq!(atoms::copy("UniversalCopy<uint128_t, uint128_t>").unwrap().source.size(), 128);
}

#[test]
fn a_misspelt_name_is_told_its_neighbours() {
    let Err(AtomError::Unknown { kind, nearest, .. }) = atoms::copy("SM75_U32x4_LDMS_N") else {
        panic!()
    };
    assert_eq!((kind, nearest[0].as_str()), ("copy atom", "SM75_U32x4_LDSM_N"));
    let Err(AtomError::Unknown { nearest, .. }) = atoms::mma("") else { panic!() };
    assert!(nearest.is_empty());
    let unknown = atoms::smem("GMMA::Layout_K_SW64_Atom<quaternion>");
    assert!(matches!(unknown, Err(AtomError::Element { element, .. }) if element == "quaternion"));
    let wide = atoms::smem("GMMA::Layout_K_INTER_Atom<uint128_t>").unwrap();
    assert_eq!(wide.elements.to_string(), "(8,1):(1,1)");
}

/// The atoms of shared memory fill their block, each element once.
#[test]
fn shared_memory_atoms_are_bijections() {
    for kind in ["K", "MN"] {
        for swizzle in ["INTER", "SW32", "SW64", "SW128"] {
            for element in ["uint8_t", "half_t", "tfloat32_t", "double"] {
                let atom =
                    atoms::smem(&format!("Layout_{kind}_{swizzle}_Atom<{element}>")).unwrap();
                let size = atom.elements.size();
                let places: HashSet<i64> =
                    (0..size).map(|i| atom.elements.eval(i).unwrap()).collect();
                assert!(
                    places.len() as i64 == size && places.iter().all(|p| (0..size).contains(p))
                );
            }
        }
    }
}

/// A tiled MMA gives every element of a tile to as many threads as stand along the other
/// dimension.
#[test]
fn tiled_operands_reach_every_element_alike() {
    let all = || [Tiler::All, Tiler::All, Tiler::All];
    for (name, threads) in [
        ("SM80_16x8x16_F32F16F16F32_TN", "(2,2,1):(1,2,0)"),
        ("SM80_16x8x8_F32TF32TF32F32_TN", "(1,4,1):(0,1,0)"),
        ("SM70_8x8x4_F32F16F16F32_TN", "(2,2,1):(2,1,1)"),
    ] {
        let mma =
            TiledMma::new(atoms::mma(name).unwrap(), &threads.parse().unwrap(), all()).unwrap();
        let [m, n, k] = mma.tile().unwrap();
        for (operand, size) in [(Operand::A, m * k), (Operand::B, n * k), (Operand::C, m * n)] {
            let tv = mma.tv(operand).unwrap();
            assert!(counts(&tv, size), "{name} {operand:?}: {tv}");
            assert_eq!(tv.size() % size, 0);
        }
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let mma = atoms::mma("SM61_DP4A").unwrap();
    let all = [Tiler::All, Tiler::All, Tiler::All];
    assert!(TiledMma::new(mma, &"(2,2):(1,2)".parse().unwrap(), all).is_err());
    let copy = atoms::copy("SM75_U32x4_LDSM_N").unwrap();
    let few = TiledCopy::raked(copy, 16, &"8:1".parse().unwrap(), &"8:1".parse().unwrap());
    assert!(few.is_err());
}

/// C++ prints the swizzle of bytes, a flag with the bits of an element, and the layout of elements.
#[test]
fn atoms_are_read_as_cpp_prints_them() {
    for kind in ["K", "MN"] {
        for width in ["INTER", "SW32", "SW64", "SW128"] {
            for (element, bits) in [("uint8_t", 8), ("half_t", 16), ("float", 32), ("double", 64)] {
                let name = format!("GMMA::Layout_{kind}_{width}_Atom<{element}>");
                let atom = atoms::smem(&name).unwrap();
                let Composed { swizzle, layout, .. } = &atom.raw;
                let printed = format!("{swizzle} o smem_ptr[{bits}b](unset) o {layout}");
                assert_eq!(printed.parse::<Composed>().unwrap(), atom.elements, "{name}");
            }
        }
    }
    for (text, at) in [
        ("Sw<3,4,3> o smem_ptr[16](unset) o 8:1", "at offset 23: expected 'b]'"),
        ("Sw<3,4,3> o smem_ptr[16b] o 8:1", "at offset 26: expected '(unset)'"),
        ("Sw<3,4,3> o smem_ptr[12b](unset) o 8:1", "12"),
        ("Sw<3,4,3> o smem_ptr[0b](unset) o 8:1", "0"),
        ("smem_ptr[16b](unset) o 8:1", "at offset 0"),
    ] {
        let error = text.parse::<Composed>().unwrap_err().to_string();
        assert!(error.contains(at), "{text}: {error}");
    }
    // As the DSL prints it, and an offset without a swizzle.
    for (text, same) in [
        ("S<3,3,3> o 0 o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("3 o (4,8):(8,1)", "Sw<0,4,3> o 3 o (4,8):(8,1)"),
    ] {
        assert_eq!(text.parse::<Composed>().unwrap().to_string(), same);
    }
}
