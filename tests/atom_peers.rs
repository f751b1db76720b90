//! Each operand of a product of matrices is the peers' and PTX's own: not at points, but by a proof
//! that two maps are equal.
//!
//! PTX defines a fragment by the row and column of value `i` in lane `l`, with
//! `group = l floordiv 4` and `thread = l mod 4`. [`ptx`] writes those definitions out.

mod atom_common;
mod common;

use atom_common::{assert_equal, defined, expr, lane, pulled, side, slot};
use common::budgets::by_argument;
use tileir::atom::{Atom, atom, atoms, tile_by};
use tileir::cute::Tiler;
use tileir::interop::cute::atoms as cute;
use tileir::interop::cute::{Operand as Side, TiledMma};
use tileir::interop::mlir::mma_operand;
use tileir::interop::triton::Encoding;
use tileir::proof::equal;
use tileir::{Expr, LayoutMap};

fn mma_atoms() -> impl Iterator<Item = &'static Atom> {
    atoms().unwrap().iter().filter(|atom| atom.name.starts_with("mma."))
}

/// A map into `(n, k)` as one into `(k, n)`.
fn turned(map: LayoutMap) -> LayoutMap {
    let order = LayoutMap::permute(map.codomain().clone(), vec![1, 0]).unwrap();
    LayoutMap::compose(order, map).unwrap()
}

/// The k of an atom by its name, and how many neighbours along k fill 32 bits.
fn shape(atom: &Atom) -> (i64, i64) {
    let a = atom.operand("a").unwrap();
    let bits = match a.element.word() {
        "tf32" => 32,
        "f16" | "bf16" => 16,
        _ => 8,
    };
    (a.tile()[1], 32 / bits)
}

/// The definitions of PTX: row and column of `a`, `b` and `c` at value `slot`, by the number of
/// neighbours in 32 bits and by k.
fn ptx(neighbours: i64, k: i64) -> [[&'static str; 2]; 3] {
    let c = ["group + (slot ge 2) * 8", "thread * 2 + (slot and 1)"];
    let [a, b] = match (neighbours, k) {
        // a0: group, a1: group + 8.
        (1, 4) => [["group + (slot eq 1) * 8", "thread"], ["thread", "group"]],
        // a0, a2: group, a1, a3: group + 8; a0, a1: thread, a2, a3: thread + 4.
        (1, 8) => [
            ["group + (slot and 1) * 8", "thread + (slot ge 2) * 4"],
            ["thread + (slot eq 1) * 4", "group"],
        ],
        // a0, a1: group, a2, a3: group + 8.
        (2, 8) => [
            ["group + (slot ge 2) * 8", "thread * 2 + (slot and 1)"],
            ["thread * 2 + slot", "group"],
        ],
        // 0 <= i < 2 or 4 <= i < 6: group; from 4 on 8 columns further.
        (2, 16) => [
            [
                "group + (1 - ((slot lt 2) + (slot ge 4) * (slot lt 6))) * 8",
                "thread * 2 + (slot and 1) + (slot ge 4) * 8",
            ],
            ["thread * 2 + (slot and 1) + (slot ge 2) * 8", "group"],
        ],
        // i < 4: group.
        (4, 16) => [
            ["group + (slot ge 4) * 8", "thread * 4 + (slot and 3)"],
            ["thread * 4 + slot", "group"],
        ],
        // 0 <= i < 4 or 8 <= i < 12: group; from 8 on 16 columns further.
        (4, 32) => [
            [
                "group + (1 - ((slot lt 4) + (slot ge 8) * (slot lt 12))) * 8",
                "thread * 4 + (slot and 3) + (slot ge 8) * 16",
            ],
            ["thread * 4 + (slot and 3) + (slot ge 4) * 16", "group"],
        ],
        other => panic!("{other:?}"),
    };
    [a, b, c]
}

#[test]
fn mma_is_as_ptx_defines_it() {
    let mut proved = 0;
    for atom in mma_atoms() {
        let (k, neighbours) = shape(atom);
        for (name, values) in ["a", "b", "c"].iter().zip(ptx(neighbours, k)) {
            let ours = side(atom, name);
            let theirs = defined(&ours, values);
            assert_equal(&ours, &theirs, &format!("{} {name}", atom.name));
            proved += 1;
        }
    }
    assert_eq!(proved, 3 * 16);
}

/// The name of CuTe's atom for an atom of ours.
fn cute_name(atom: &Atom) -> String {
    let [k, d, a] = ["k", "d", "a"].map(|what| match what {
        "k" => shape(atom).0.to_string(),
        "d" => atom.operand("c").unwrap().element.word().to_uppercase().replace("I32", "S32"),
        _ => atom.operand("a").unwrap().element.word().to_uppercase(),
    });
    let b = atom.operand("b").unwrap().element.word().to_uppercase();
    format!("SM80_16x8x{k}_{d}{a}{b}{d}_TN")
}

#[test]
fn mma_is_cutes() {
    let mut proved = 0;
    for atom in mma_atoms() {
        let name = cute_name(atom);
        let peer = cute::mma(&name).unwrap();
        let maps = [("a", peer.a_map()), ("b", peer.b_map().map(turned)), ("c", peer.c_map())];
        for (operand, theirs) in maps {
            let ours = side(atom, operand);
            let theirs = pulled(&ours, &theirs.unwrap(), &[lane(), slot()]);
            assert_equal(&ours, &theirs, &format!("{name} {operand}"));
            proved += 1;
        }
    }
    assert_eq!(proved, 3 * 16);
}

/// By the names that NVVM prints.
#[test]
fn mma_is_nvvms() {
    for (ours, theirs) in [
        ("mma.m16n8k16.f32.f16", "m16n8k16.row.col.f32.f16.f16.f32"),
        ("mma.m16n8k8.f16.f16", "m16n8k8.row.col.f16.f16.f16.f16"),
        ("mma.m16n8k16.f32.bf16", "m16n8k16.row.col.f32.bf16.bf16.f32"),
        ("mma.m16n8k8.f32.tf32", "m16n8k8.row.col.f32.tf32.tf32.f32"),
        ("mma.m16n8k32.s32.s8.u8", "m16n8k32.row.col.s32.s8.u8.s32"),
    ] {
        let atom = atom(ours).unwrap();
        for name in ["a", "b", "c"] {
            let operand = format!("mma.sync.aligned.{theirs}:{}", name.to_uppercase());
            let peer = mma_operand(&operand).unwrap();
            let peer = if name == "b" { turned(peer) } else { peer };
            let ours = side(atom, name);
            assert_equal(&ours, &pulled(&ours, &peer, &[lane(), slot()]), &operand);
        }
    }
}

const MMA: &str = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], \
                   instrShape = [16, 8]}>";

#[test]
fn mma_is_tritons() {
    let mut proved = 0;
    for atom in mma_atoms() {
        let (k, width) = shape(atom);
        let operand = |index: i64| {
            format!("#ttg.dot_op<{{opIdx = {index}, parent = {MMA}, kWidth = {width}}}>")
        };
        let rows = [
            ("a", operand(0), [16, k]),
            ("b", operand(1), [k, 8]),
            ("c", MMA.to_string(), [16, 8]),
        ];
        for (name, encoding, shape) in rows {
            let encoding: Encoding = encoding.parse().unwrap();
            let theirs = encoding.to_distribution_map(&shape).unwrap();
            let ours = side(atom, name);
            let theirs = pulled(&ours, &theirs, &[Expr::from(0), lane(), slot()]);
            assert_equal(&ours, &theirs, &format!("{} {name}", atom.name));
            proved += 1;
        }
    }
    assert_eq!(proved, 3 * 16);
}

/// A fragment with one thing changed is another one, at a point that both are evaluated at.
#[test]
fn another_fragment_is_told_from_it() {
    let a = side(atom("mma.m16n8k16.f32.f16").unwrap(), "a");
    let text = a.to_string();
    for (from, to) in [
        ("lane floordiv 4", "lane mod 8"),
        ("slot floordiv 2 mod 2", "slot floordiv 4"),
        ("slot floordiv 4 * 8", "slot floordiv 2 mod 2 * 8"),
        ("slot mod 2", "1 - slot mod 2"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let verdict = by_argument(|budget| equal(&a, &changed.parse().unwrap(), budget));
        assert!(verdict.is_disproved(), "{from} -> {to}: {verdict}");
    }
}

#[test]
fn wgmma_is_cutes_and_tritons() {
    for n in [64, 128, 256] {
        let atom = atom(&format!("wgmma.m64n{n}k16.f32.f16")).unwrap();
        let peer = cute::mma(&format!("SM90_64x{n}x16_F32F16F16_SS")).unwrap();
        let maps = [("a", peer.a_map()), ("b", peer.b_map().map(turned)), ("c", peer.c_map())];
        for (operand, theirs) in maps {
            let ours = side(atom, operand);
            let theirs = pulled(&ours, &theirs.unwrap(), &[lane(), slot()]);
            assert_equal(&ours, &theirs, &format!("{n} {operand}"));
        }
        let encoding: Encoding = format!(
            "#ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], \
             instrShape = [16, {n}, 16]}}>"
        )
        .parse()
        .unwrap();
        let theirs = encoding.to_distribution_map(&[64, n]).unwrap();
        let ours = side(atom, "c");
        let theirs = pulled(&ours, &theirs, &[lane() / 32, lane() % 32, slot()]);
        assert_equal(&ours, &theirs, &format!("{n} c"));
    }
}

/// A tile of several warps is CuTe's tiled MMA, value by value in CuTe's order.
#[test]
fn tiles_are_cutes() {
    for (name, shape, warps) in [
        ("mma.m16n8k16.f32.f16", [64, 32, 32], [2, 2]),
        ("mma.m16n8k16.f16.f16", [32, 64, 16], [1, 4]),
        ("mma.m16n8k8.f32.tf32", [128, 16, 8], [4, 1]),
        ("mma.m16n8k32.s32.s8.s8", [32, 32, 64], [2, 1]),
    ] {
        let atom = atom(name).unwrap();
        let [m, n, k] = shape;
        let arrangement = format!("({},{},1):({},1,0)", warps[0], warps[1], warps[1]);
        let order = [m, n, k].map(Tiler::Extent);
        let peer = cute::mma(&cute_name(atom)).unwrap();
        let peer = TiledMma::new(peer, &arrangement.parse().unwrap(), order).unwrap();
        let tiles = tile_by(atom, shape, warps).unwrap();
        for (tile, (side, rows)) in tiles.iter().zip([(Side::A, m), (Side::B, n), (Side::C, m)]) {
            // Theirs is column-major, B's rows are n; values run through the atom's, then along
            // the first mode of its tile.
            let tv = peer.tv(side).unwrap().to_map().unwrap();
            let extents = tile.locals();
            let [first, second, own] = extents else { panic!("{extents:?}") };
            let (subgroup, lane) = (Expr::coord(0), Expr::coord(1));
            let tiles = match side {
                Side::B => Expr::coord(2) * *second + Expr::coord(3),
                _ => Expr::coord(3) * *first + Expr::coord(2),
            };
            let thread = subgroup * 32 + lane;
            let into =
                expr(tile.map().domain(), tv.domain(), &[thread, tiles * *own + Expr::coord(4)]);
            let index = Expr::coord(0);
            let places = [index.clone() % rows, index / rows];
            let [down, right] = places;
            let values = if side == Side::B { [right, down] } else { [down, right] };
            let place = expr(tv.codomain(), tile.map().codomain(), &values);
            let theirs = LayoutMap::compose(LayoutMap::compose(place, tv).unwrap(), into).unwrap();
            assert_equal(tile.map(), &theirs, &format!("{name} {side:?}"));
        }
    }
}
