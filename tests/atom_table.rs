//! The table of atoms: what is in it is proved, and a damaged one is refused by a message that
//! names the atom and the field. Lines V1 to V9 are those of `src/atom/verify.rs`.

use std::collections::BTreeSet;

use tileir::atom::{Element, Emit, Group, Role, Space, Table, TableError, atom, atoms};

const FILES: [(&str, &str); 6] = [
    ("memory", include_str!("../targets/atoms/memory.toml")),
    ("arithmetic", include_str!("../targets/atoms/arithmetic.toml")),
    ("lanes", include_str!("../targets/atoms/lanes.toml")),
    ("spirv", include_str!("../targets/atoms/spirv.toml")),
    ("matrices", include_str!("../targets/atoms/matrices.toml")),
    ("contracts", include_str!("../targets/atoms/contracts.toml")),
];

#[test]
fn everything_that_the_table_says_is_proved() {
    let mut all = Vec::new();
    for (file, text) in FILES {
        let table = Table::from_toml(file, text).unwrap();
        for atom in table.atoms() {
            assert_eq!(table.get(&atom.name), Some(atom));
        }
        all.extend_from_slice(table.atoms());
    }
    assert_eq!(all, atoms().unwrap());
    let names: BTreeSet<&str> = all.iter().map(|atom| atom.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    assert!(names.len() > 200, "{}", names.len());
}

/// What the table is asked for, family by family.
#[test]
fn the_families_are_there() {
    let count =
        |prefix: &str| atoms().unwrap().iter().filter(|a| a.name.starts_with(prefix)).count();
    let counts = [
        ("load.", 10),
        ("store.", 10),
        ("shuffle.idx.", 3),
        ("shuffle.xor.", 14),
        ("subgroup.reduce.", 36),
        ("block.reduce.", 54),
        ("redux.", 8),
        ("ldmatrix.", 6),
        ("stmatrix.", 6),
        ("movmatrix.", 1),
        ("cp.async.", 5),
        ("mma.m16n8k8.", 4),
        ("mma.m16n8k16.", 7),
        ("mma.m16n8k32.", 4),
        ("mma.m16n8k4.", 1),
        ("wgmma.m64", 6),
    ];
    for (prefix, expected) in counts {
        assert_eq!(count(prefix), expected, "{prefix}");
    }
    for packed in ["add", "mul", "min", "max", "fma"] {
        for element in ["f16", "bf16"] {
            assert_eq!(atom(&format!("alu.{packed}.{element}x2")).unwrap().operands[0].slots(), 2);
            assert_eq!(atom(&format!("alu.{packed}.{element}")).unwrap().operands[0].slots(), 1);
        }
    }
}

#[test]
fn contracts_are_those_that_nothing_lowers() {
    for atom in atoms().unwrap() {
        let contract = ["wgmma.", "tma.", "mbarrier."].iter().any(|of| atom.name.starts_with(of));
        assert_eq!(atom.emit.is_none(), contract, "{}", atom.name);
    }
    assert_eq!(atom("ldmatrix.x4").unwrap().emit, Some(Emit::LdMatrix));
    assert_eq!(atom("alu.min.i32").unwrap().emit, Some(Emit::MinSI));
}

/// Reads and writes are those of the operands.
#[test]
fn effects_follow_from_operands() {
    let load = atom("ldmatrix.x2.trans").unwrap();
    assert!(
        load.effects.reads.contains(Space::Shared) && !load.effects.reads.contains(Space::Register)
    );
    assert!(
        load.effects.writes.contains(Space::Register)
            && !load.effects.writes.contains(Space::Shared)
    );
    assert_eq!(load.effects.converges, Some(Group::Subgroup));
    let mma = atom("mma.m16n8k8.f32.tf32").unwrap();
    let c = mma.operand("c").unwrap();
    assert_eq!((c.role, c.element, c.tile()), (Role::Update, Element::F32, vec![16, 8]));
    assert!(
        mma.effects.reads.contains(Space::Register) && mma.effects.writes.contains(Space::Register)
    );
}

/// One atom with one thing changed, and what the message has to name.
#[test]
fn damaged_rows_are_refused() {
    let good = r##"
[maps]
c = "expr<(lane : 32, slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, n : 8)>"

[[atom]]
name = "mma.{d}"
each = [{ d = "f32" }]
width = 32
subgroups = 1
requires = ["mma.f16"]
orders = []
converges = "subgroup"
completes = "at once"
emit = "nvvm.mma.sync"
operands = [
  { name = "a", role = "read", space = "register", element = "f16", map = "expr<(lane : 32, slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, k : 8)>" },
  { name = "b", role = "read", space = "register", element = "f16", map = "expr<(lane : 32, slot : 2) -> (lane mod 4 * 2 + slot, lane floordiv 4) to (k : 8, n : 8)>" },
  { name = "c", role = "update", space = "register", element = "{d}", map = "#c" },
]
"##;
    assert_eq!(Table::from_toml("mine", good).unwrap().atoms().len(), 1);
    let a = "floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, k : 8)";
    let cases = [
        // The reader's own.
        ("name = \"mma.{d}\"\n", "", "number 1", "name", "is missing"),
        ("mma.{d}", "mma.{e}", "mma.{e}", "name", "no value to {e}"),
        ("d = \"f32\" }]", "e = \"f32\" }]", "mma.{d}", "name", "no value to {d}"),
        (
            "{ d = \"f32\" }",
            "{ d = \"f32\" }, { d = \"f32\" }",
            "mma.f32",
            "name",
            "before has this name",
        ),
        ("width = 32\n", "", "mma.f32", "width", "is missing"),
        ("width = 32", "width = \"wide\"", "mma.f32", "width", "'wide' is no integer"),
        ("subgroups = 1", "subgroups = \"{d}\"", "mma.f32", "subgroups", "'f32' is no integer"),
        ("\"mma.f16\"", "\"mma.f61\"", "mma.f32", "requires", "'mma.f61' is no capability"),
        ("\"mma.f16\"", "\"mma.f16\", \"mma.f16\"", "mma.f32", "requires", "stands there twice"),
        ("orders = []", "orders = [\"local\"]", "mma.f32", "orders", "'local' is no space"),
        ("\"subgroup\"", "\"wrap\"", "mma.f32", "converges", "'wrap' is no group of lanes"),
        ("at once", "at last", "mma.f32", "completes", "'at last' is no completion"),
        ("nvvm.mma.sync", "mma.sync", "mma.f32", "emit", "'mma.sync' is no operation"),
        ("emit =", "emits =", "mma.{d}", "row", "unknown field `emits`"),
        ("\"update\"", "\"write over\"", "mma.f32", "role of c", "'write over' is no role"),
        (
            "\"register\", element = \"{d}\"",
            "\"file\", element = \"{d}\"",
            "mma.f32",
            "space of c",
            "'file' is no space",
        ),
        (
            "element = \"{d}\"",
            "element = \"f{d}\"",
            "mma.f32",
            "element of c",
            "'ff32' is no element",
        ),
        (" map = \"#c\"", "", "mma.f32", "map of c", "is missing"),
        ("role = \"update\", ", "", "mma.f32", "role of c", "is missing"),
        (", element = \"{d}\"", "", "mma.f32", "element of c", "is missing"),
        ("#c", "#d", "mma.f32", "map of c", "[maps] has no 'd'"),
        ("to (m : 16, k : 8)", "to (m : 16, k 8)", "mma.f32", "map of a", "at byte"),
        (
            "name = \"b\", role",
            "kind = 1, name = \"b\", role",
            "mma.{d}",
            "row",
            "unknown field `kind`",
        ),
        // V1
        ("width = 32", "width = 0", "mma.f32", "width", "0 is not from 1 to 1024"),
        ("width = 32", "width = 2048", "mma.f32", "width", "2048 is not from 1 to 1024"),
        ("subgroups = 1", "subgroups = 3", "mma.f32", "subgroups", "32 lanes are not 3 subgroups"),
        ("subgroups = 1", "subgroups = 0", "mma.f32", "subgroups", "32 lanes are not 0 subgroups"),
        // V2
        ("name = \"b\"", "name = \"a\"", "mma.f32", "name of a", "before has this name"),
        // V3
        ("width = 32", "width = 64", "mma.f32", "map of a", "32 lanes, and the atom's width is 64"),
        (
            "(lane : 32, slot : 2) -> (lane mod",
            "(lane : 32, part : 2) -> (lane mod",
            "mma.f32",
            "map of b",
            "slot",
        ),
        // V4
        (
            a,
            "floordiv 2 * 9, lane mod 4 * 2 + slot mod 2) to (m : 16, k : 8)",
            "mma.f32",
            "map of a",
            "in bounds, is disproved",
        ),
        (
            a,
            "floordiv 2 * 8, lane mod 4 * 2) to (m : 16, k : 8)",
            "mma.f32",
            "map of a",
            "surjective, is disproved",
        ),
        (
            a,
            "floordiv (slot floordiv 2), lane mod 4 * 2 + slot mod 2) to (m : 16, k : 8)",
            "mma.f32",
            "map of a",
            "total, is disproved",
        ),
        // V5
        (
            "slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, n",
            "slot : 8) -> (lane floordiv 4 + slot mod 4 floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, n",
            "mma.f32",
            "map of c",
            "injective, as what is written must be",
        ),
        // V6
        (
            "slot mod 2) to (m : 16, k : 8)",
            "slot mod 2) to (m : 16, n : 8)",
            "mma.f32",
            "map of a",
            "not (m, k)",
        ),
        (
            "slot : 4) -> (lane floordiv 4 + slot floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, k : 8)",
            "slot : 8) -> (lane floordiv 4 + slot floordiv 2 mod 2 * 8, lane mod 4 * 2 + slot mod 2 + slot floordiv 4 * 8) to (m : 16, k : 16)",
            "mma.f32",
            "map of b",
            "the axis is k : 8, and k : 16 in a",
        ),
        // V7
        ("to (k : 8, n : 8)", "to (k : 8, j : 8)", "mma.f32", "map of b", "not (k, n)"),
        // V8
        ("at once", "at wait", "mma.f32", "completes", "touches registers only"),
        ("emit =", "awaits = \"at once\"\nemit =", "mma.f32", "awaits", "no waiting for"),
    ];
    for (from, to, atom, field, problem) in cases {
        let damaged = good.replacen(from, to, 1);
        assert_ne!(damaged, good, "{from}");
        match Table::from_toml("mine", &damaged) {
            Err(TableError::Field { file, atom: named, field: at, problem: why }) => {
                let found = (file.as_str(), named.as_str(), at.as_str());
                assert_eq!(found, ("mine", atom, field), "{from} -> {to}: {why}");
                assert!(why.contains(problem), "{from} -> {to}: {why}");
            }
            other => panic!("{from} -> {to}: {other:?}"),
        }
    }
}

#[test]
fn an_atom_without_operands_has_an_effect() {
    let idle = "[[atom]]\nname = \"idle\"\nwidth = 1";
    assert_eq!(
        Table::from_toml("mine", idle).unwrap_err().to_string(),
        "mine: atom 'idle': operands: there are none, and no effect either"
    );
    assert!(Table::from_toml("mine", &format!("{idle}\nconverges = \"block\"")).is_ok());
}

/// Two lanes may not write one element of a memory; all may hold one result in registers.
#[test]
fn what_all_lanes_get_is_no_memory() {
    let text = |space: &str, value: &str| {
        format!(
            "[[atom]]\nname = \"sum\"\nwidth = 32\noperands = [{{ name = \"result\", role = \"write\", \
             space = \"{space}\", element = \"f32\", map = \"expr<(lane : 32, slot : 2) -> ({value}) \
             to (total : 2)>\" }}]"
        )
    };
    assert!(Table::from_toml("mine", &text("register", "slot")).is_ok());
    for (space, value) in [("shared", "slot"), ("register", "(lane + slot) mod 2")] {
        let error = Table::from_toml("mine", &text(space, value)).unwrap_err().to_string();
        assert!(
            error.starts_with("mine: atom 'sum': map of result: that it is injective"),
            "{error}"
        );
    }
}

#[test]
fn texts_that_are_no_table_say_where() {
    for (text, expected) in [
        ("[[atom]\n", "line 1"),
        ("atoms = 1", "unknown field `atoms`"),
        ("[maps]\na = \"expr<\"\n[[atom]]", "map 'a'"),
    ] {
        let error = Table::from_toml("mine", text).unwrap_err();
        assert!(matches!(error, TableError::Text { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
}
