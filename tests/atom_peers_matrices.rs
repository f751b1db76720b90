//! Matrices of 8 x 8 that are loaded, stored and turned, and a lane's own copies: the peers' and
//! PTX's own, by proofs that maps are equal.

mod atom_common;
mod common;

use atom_common::{assert_equal, defined, expr, lane, pulled, side, slot};
use tileir::atom::{Space, atom};
use tileir::cute::upcast;
use tileir::interop::cute::atoms as cute;
use tileir::interop::mlir::ldmatrix;
use tileir::{Axis, Expr, IndexSet, LayoutMap};

fn set(axes: &[(&str, i64)]) -> IndexSet {
    IndexSet::new(axes.iter().map(|&(name, extent)| Axis::new(name, extent)).collect()).unwrap()
}

/// What registers hold of matrices that `ldmatrix` loads and `stmatrix` stores: value `i` of a
/// lane is of matrix `i / 2`, in its row `l / 4`, or column if transposed.
#[test]
fn matrices_are_as_ptx_defines_them() {
    for (of, held) in [("ldmatrix", "result"), ("stmatrix", "value")] {
        for count in [1, 2, 4] {
            for trans in [false, true] {
                let name = format!("{of}.x{count}{}", if trans { ".trans" } else { "" });
                let ours = side(atom(&name).unwrap(), held);
                let theirs = defined(
                    &ours,
                    match trans {
                        false => ["(slot shr 1) * 8 + group", "thread * 2 + (slot and 1)"],
                        true => ["(slot shr 1) * 8 + thread * 2 + (slot and 1)", "group"],
                    },
                );
                assert_equal(&ours, &theirs, &name);
            }
        }
    }
}

/// Bits of a copy of matrices as CuTe numbers them, as `(row, column)` of elements of 16 bits.
fn cute_matrices(layout: &tileir::cute::Layout, count: i64) -> LayoutMap {
    let elements = upcast(layout, 16).unwrap().to_map().unwrap();
    let tile = set(&[("row", 8 * count), ("column", 8)]);
    let split = expr(elements.codomain(), &tile, &[Expr::coord(0) / 8, Expr::coord(0) % 8]);
    LayoutMap::compose(split, elements).unwrap()
}

#[test]
fn matrices_are_cutes() {
    for (of, arch, cute_of, memory, held) in [
        ("ldmatrix", "SM75", "LDSM", "source", "result"),
        ("stmatrix", "SM90", "STSM", "destination", "value"),
    ] {
        for count in [1, 2, 4] {
            let names = [
                (format!("{of}.x{count}"), format!("{arch}_U32x{count}_{cute_of}_N")),
                (format!("{of}.x{count}.trans"), format!("{arch}_U16x{}_{cute_of}_T", 2 * count)),
            ];
            for (name, peer) in names {
                let atom = atom(&name).unwrap();
                let peer = cute::copy(&peer).unwrap();
                let (theirs_memory, theirs_held) = match of {
                    "ldmatrix" => (&peer.source, &peer.destination),
                    _ => (&peer.destination, &peer.source),
                };
                // CuTe lets the lanes that point at nothing repeat the others.
                for (operand, theirs) in [(memory, theirs_memory), (held, theirs_held)] {
                    let ours = side(atom, operand);
                    let theirs = cute_matrices(theirs, count);
                    let theirs = pulled(&ours, &theirs, &[lane(), slot()]);
                    assert_equal(&ours, &theirs, &format!("{name} {operand}"));
                }
            }
        }
    }
}

#[test]
fn ldmatrix_is_nvvms() {
    for count in [1, 2, 4] {
        for trans in ["", ".trans"] {
            let ours = side(atom(&format!("ldmatrix.x{count}{trans}")).unwrap(), "result");
            let theirs =
                ldmatrix(&format!("ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16"));
            let theirs = pulled(&ours, &theirs.unwrap(), &[lane(), slot()]);
            assert_equal(&ours, &theirs, &format!("x{count}{trans}"));
        }
    }
}

/// Lane `l` gives a row; those from 8, 16 or 32 on give none.
#[test]
fn rows_come_from_the_first_lanes() {
    for of in ["ldmatrix", "stmatrix"] {
        for count in [1, 2, 4] {
            let atom = atom(&format!("{of}.x{count}")).unwrap();
            let memory = atom.operands.iter().find(|o| o.space == Space::Shared).unwrap();
            assert_eq!(memory.map.domain().cardinality(), Some(8 * count * 8));
            assert_eq!(memory.map.eval(&[8 * count - 1, 5]).unwrap(), [8 * count - 1, 5]);
            assert!(memory.map.eval(&[8 * count, 0]).is_err());
        }
    }
}

/// A lane gives two neighbours of a row and gets two of a column: four lanes' pairs, turned.
#[test]
fn movmatrix_turns_what_it_is_given() {
    let movmatrix = atom("movmatrix.trans").unwrap();
    let (given, got) = (side(movmatrix, "value"), side(movmatrix, "result"));
    assert_equal(&given, &defined(&given, ["group", "thread * 2 + slot"]), "movmatrix value");
    assert_equal(&got, &defined(&got, ["thread * 2 + slot", "group"]), "movmatrix result");
    // The same as ldmatrix with and without .trans, and as CuTe numbers the source.
    assert_equal(&given, &side(atom("ldmatrix.x1").unwrap(), "result"), "ldmatrix");
    assert_equal(&got, &side(atom("ldmatrix.x1.trans").unwrap(), "result"), "ldmatrix.trans");
    let cute = cute_matrices(&cute::copy("SM75_U32x1_MOVM_T").unwrap().source, 1);
    assert_equal(&given, &pulled(&given, &cute, &[lane(), slot()]), "MOVM");
}

/// What `ldmatrix` leaves in registers is what `mma` takes: A's four matrices are its quarters,
/// column by column; B's two are halves of B, transposed by the way they lie.
#[test]
fn ldmatrix_feeds_mma() {
    let mma = atom("mma.m16n8k16.f32.f16").unwrap();
    let a = side(mma, "a");
    let loaded = side(atom("ldmatrix.x4").unwrap(), "result");
    let (row, column) = (Expr::coord(0), Expr::coord(1));
    let quarter = |row: &Expr| (row.clone() / 8 % 2 * 8, row.clone() / 16 * 8);
    let (down, right) = quarter(&row);
    let place = expr(loaded.codomain(), a.codomain(), &[down + row.clone() % 8, right + &column]);
    assert_equal(&a, &LayoutMap::compose(place, loaded).unwrap(), "a");

    let b = side(mma, "b");
    let loaded = side(atom("ldmatrix.x2.trans").unwrap(), "result");
    let place = expr(loaded.codomain(), b.codomain(), &[row, column]);
    assert_equal(&b, &LayoutMap::compose(place, loaded).unwrap(), "b");
}

#[test]
fn copies_of_a_lane_are_cutes() {
    for (name, peer) in [
        ("load.global.128", "UniversalCopy<uint128_t>"),
        ("load.shared.8", "UniversalCopy<uint8_t>"),
        ("store.shared.64", "UniversalCopy<uint64_t>"),
        ("cp.async.4", "SM80_CP_ASYNC_CACHEALWAYS<uint32_t>"),
        ("cp.async.8", "SM80_CP_ASYNC_CACHEALWAYS<uint64_t>"),
        ("cp.async.16", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"),
    ] {
        let peer = cute::copy(peer).unwrap();
        for (operand, theirs) in
            atom(name).unwrap().operands.iter().zip([&peer.source, &peer.destination])
        {
            let theirs = upcast(theirs, 8).unwrap().to_map().unwrap();
            let theirs = pulled(&operand.map, &theirs, &[lane(), slot()]);
            assert_equal(&operand.map, &theirs, name);
        }
    }
}
