//! Texts with numbers of run time: what they say, and which of their members say the same, each
//! answer held against the texts with numbers in them.

mod symbolic_common;

use proptest::prelude::*;
use symbolic_common::{SMALL, are_same, budget, context, held, member, of, of_tile, text, values};
use tileir::family::Guard;
use tileir::interop::meaning::{
    Context, EitherMeaning, SymbolicComparison, SymbolicMeaning, System, is_symbolic, read,
    read_symbolic, same, same_either, same_members, write_symbolic,
};

/// The members that meet a guard but for one of its conditions; whether that one is needed.
fn is_needed(found: &SymbolicComparison, guard: &Guard, left_out: usize) -> bool {
    values(&found.parameters).iter().any(|values| {
        let others = guard.conditions().iter().enumerate().filter(|(k, _)| *k != left_out);
        let meets = others.into_iter().all(|(_, condition)| condition.holds(values));
        let truth = found.split.verdicts.iter().find(|v| v.guard() == Some(guard)).unwrap().says();
        let silent = found.silent.iter().any(|silent| silent.guard.holds(values));
        meets && (silent || found.at(values).is_some_and(|other| Some(other) != truth))
    })
}

#[test]
fn equality_holds_where_the_strides_are_the_extents() {
    let parameters = "(n : 1..=12, s : 0..=12)";
    let cute = of(System::Cute, "(n,4):(1,n)", &context(parameters, &[], &[]));
    let texts = [
        (System::Mlir, "memref<?x4xf32, strided<[1, ?]>>", &["n", "s"][..], &[][..]),
        (System::Mlir, "strided<[1, ?]>", &["s"], &["n", "4"]),
        (System::Mlir, "affine_map<(d0, d1)[s] -> (d0 + d1 * s)>", &[], &["n", "4"]),
        (System::Cute, "(?,4):(1,?)", &["n", "s"], &[]),
        (System::Cute, "!cute.layout<\"(?,_4):(1,?{i64})\">", &["n", "s"], &[]),
        (
            System::TileLang,
            "Layout((n, 4) -> (3 * s + n,), transform: (_i, _j) -> (_j * s + _i,))",
            &[],
            &[],
        ),
        (System::Tirx, "T.index_map(lambda i, j: (i + s * j,))", &[], &["n", "4"]),
        (System::Tirx, "T.TileLayout(T.S[(n, 4):(1, s)])", &[], &["n", "4"]),
    ];
    for (system, text, unknowns, extents) in texts {
        let context = context(parameters, unknowns, extents);
        assert!(is_symbolic(system, text, &context), "{text}");
        let other = of(system, text, &context);
        let found = same_members(&cute, &other, &budget()).unwrap();
        assert!(
            found.to_string().starts_with("proved by symbolic if n eq s; disproved"),
            "{found}"
        );
        assert_eq!(held([&cute, &other], &found), (12 * 13, 12 * 13));
        for verdict in &found.split.verdicts {
            let guard = verdict.guard().unwrap();
            assert_eq!(guard.conditions().len(), 1);
            assert!(is_needed(&found, guard, 0));
        }
    }
}

#[test]
fn texts_with_numbers_say_what_the_members_do() {
    let parameters = "(n : 1..=5, s : 0..=7)";
    let texts: [(System, &str, &str, &[&str], bool); 11] = [
        (
            System::Mlir,
            "memref<?x3xf32, strided<[?, 2]>>",
            "memref<{n}x3xf32, strided<[{s}, 2]>>",
            &["n", "s"],
            false,
        ),
        (System::Mlir, "memref<?x3xf32>", "memref<{n}x3xf32>", &["n"], false),
        (System::Mlir, "memref<3x?xf32, 1>", "memref<3x{n}xf32, 1>", &["n"], false),
        (
            System::Mlir,
            "strided<[?, 1], offset: ?>",
            "strided<[{s}, 1], offset: {n}>",
            &["s", "n"],
            true,
        ),
        (
            System::Mlir,
            "affine_map<(i, j)[s, n] -> (i * s + j floordiv n + j mod (n + 1))>",
            "affine_map<(i, j) -> (i * {s} + j floordiv {n} + j mod {n + 1})>",
            &[],
            true,
        ),
        (System::Cute, "(n,(2,3)):(6,(3,s))", "({n},(2,3)):(6,(3,{s}))", &[], false),
        (System::Cute, "Sw<2,0,2> o (n,4):(4,1)", "Sw<2,0,2> o 0 o ({n},4):(4,1)", &[], false),
        (
            System::TileLang,
            "Layout((n, 8) -> (n * 8,), transform: (_i, _j) -> (_j * n + _i,))",
            "Layout(({n}, 8) -> ({8 * n},), transform: (_i, _j) -> (_j * {n} + _i,))",
            &[],
            false,
        ),
        (
            System::TileLang,
            "Layout((4, n) -> (n, 4), transform: (_i, _j) -> (_j, _i))",
            "Layout((4, {n}) -> ({n}, 4), transform: (_i, _j) -> (_j, _i))",
            &[],
            false,
        ),
        (
            System::TileLang,
            "Fragment((n, 8) -> (n,), replicate: 1, thread: 8, forward_thread: _j, \
             forward_index: (_i,))",
            "Fragment(({n}, 8) -> ({n},), replicate: 1, thread: 8, forward_thread: _j, \
             forward_index: (_i,))",
            &[],
            false,
        ),
        (
            System::Tirx,
            "T.TileLayout(T.S[(n, 4):(4, s)] + s)",
            "T.TileLayout(T.S[({n}, 4):(4, {s})] + {s})",
            &[],
            false,
        ),
    ];
    let mut compared = 0;
    for (system, text, numbers, unknowns, tile) in texts {
        let extents: &[&str] = if tile { &["n", "3"] } else { &[] };
        let symbolic = of(system, text, &context(parameters, unknowns, extents));
        for values in values(symbolic.parameters()) {
            let at = |name: &str| symbolic.parameters().position(name).map_or(0, |k| values[k]);
            let (n, s) = (at("n"), at("s"));
            let named = [("{n}", n), ("{s}", s), ("{8 * n}", 8 * n), ("{n + 1}", n + 1)];
            let numbers = named.iter().fold(numbers.to_owned(), |text, (name, value)| {
                text.replace(name, &value.to_string())
            });
            let shape = tile.then(|| vec![n, 3]);
            let concrete = read(system, &numbers, &Context { shape, ..Context::default() });
            let concrete = concrete.unwrap_or_else(|error| panic!("{numbers}: {error}"));
            let verdict = same(&symbolic.at(&values).unwrap(), &concrete, &budget()).unwrap();
            assert!(verdict.is_proved(), "{text} at {values:?}: {verdict}");
            compared += 1;
        }
    }
    assert_eq!(compared, 230);
}

/// A text with the parameters that its `?` are, and its tile.
type Row = (System, &'static str, &'static [&'static str], &'static [&'static str]);

/// Sums over a tile of the extents `n` and 4, and of others.
const SUMS: [Row; 14] = [
    (System::Cute, "(n,4):(1,n)", &[], &[]),
    (System::Cute, "(n,4):(1,s)", &[], &[]),
    (System::Cute, "(n,4):(s,n)", &[], &[]),
    (System::Cute, "(n,4):(4,1)", &[], &[]),
    (System::Cute, "m o (n,4):(m,1)", &[], &[]),
    (System::Cute, "(n,m):(1,n)", &[], &[]),
    (System::Cute, "(n,m):(m,1)", &[], &[]),
    (System::Cute, "(m,4):(n * m,s)", &[], &[]),
    (System::Mlir, "memref<?x4xf32>", &["n"], &[]),
    (System::Mlir, "memref<?x?xf32>", &["n", "m"], &[]),
    (System::Mlir, "memref<?x4xf32, strided<[?, ?], offset: ?>>", &["n", "s", "m", "m"], &[]),
    (System::Mlir, "affine_map<(d0, d1)[s, m] -> (d0 * (s - m) + d1 * m)>", &[], &["n", "4"]),
    (System::TileLang, "Layout((n, 4) -> (4, n), transform: (_i, _j) -> (_j, _i))", &[], &[]),
    (System::Tirx, "T.index_map(lambda i, j: (i * 4 + j * s + m,))", &[], &["n", "4"]),
];

/// Quotients and remainders too.
const QUOTIENTS: [Row; 10] = [
    (System::Cute, "((2,n),4):((1,2),2 * n)", &[], &[]),
    (System::Cute, "((2,n),4):((n,1),s)", &[], &[]),
    (System::Cute, "((n,2),4):((1,n),s)", &[], &[]),
    (System::Cute, "((n,2),(2,2)):((1,n),(2 * n,s))", &[], &[]),
    (System::Cute, "(2 * n,4):(1,2 * n)", &[], &[]),
    (
        System::Mlir,
        "affine_map<(i, j)[n] -> (i mod n + n * (i floordiv n) + 2 * n * j)>",
        &[],
        &["2 * n", "4"],
    ),
    (
        System::Mlir,
        "affine_map<(i, j)[n, s] -> ((i * n + j) floordiv n + s)>",
        &[],
        &["2 * n", "4"],
    ),
    (System::Tirx, "T.index_map(lambda i, j: (i // 2 * 2 + i % 2 + j * s,))", &[], &["2 * n", "4"]),
    (System::Tirx, "T.TileLayout(T.S[(n, 2, 4):(2, 1, 2 * n)])", &[], &["2 * n", "4"]),
    (System::Tirx, "T.TileLayout(T.S[(2 * n, 2, 2):(1, 4 * n, 2 * n)])", &[], &["2 * n", "4"]),
];

/// Each of a table with each: how many members were compared, decided, and the verdicts' guards.
fn each_with_each(table: &[Row]) -> (usize, usize, usize, usize) {
    let read = |&(system, text, unknowns, extents): &Row| {
        of(system, text, &context(SMALL, unknowns, extents))
    };
    let all: Vec<SymbolicMeaning> = table.iter().map(read).collect();
    let (mut compared, mut decided, mut conditions, mut needless) = (0, 0, 0, 0);
    for (k, left) in all.iter().enumerate() {
        for right in all.iter().skip(k) {
            let found = same_members(left, right, &budget()).unwrap();
            let (own, known) = held([left, right], &found);
            (compared, decided) = (compared + own, decided + known);
            if known != own {
                println!("{left}\n  and {right}\n  {found}");
            }
            for guard in found.split.verdicts.iter().filter_map(|verdict| verdict.guard()) {
                for place in 0..guard.conditions().len() {
                    conditions += 1;
                    if !is_needed(&found, guard, place) {
                        println!(
                            "{left}\n  and {right}\n  {found}\n  not needed: {place} of {guard}"
                        );
                        needless += 1;
                    }
                }
            }
        }
    }
    (compared, decided, conditions, needless)
}

#[test]
fn verdicts_on_sums_are_right_for_every_member_and_leave_none_out() {
    let (compared, decided, conditions, needless) = each_with_each(&SUMS);
    println!("{compared} members, {decided} decided, {conditions} conditions, {needless} needless");
    assert_eq!(compared, decided);
    assert_eq!(needless, 0);
}

#[test]
fn verdicts_on_quotients_are_right_for_every_member() {
    let (compared, decided, conditions, needless) = each_with_each(&QUOTIENTS);
    println!("{compared} members, {decided} decided, {conditions} conditions, {needless} needless");
    assert_eq!(compared, decided);
    assert_eq!(needless, 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Where a guard holds, the members are as its verdict says, whatever the texts.
    #[test]
    fn every_instantiation_is_as_its_verdict_says(left in text(), right in text()) {
        let both = [of_tile(&left), of_tile(&right)];
        let found = same_members(&both[0], &both[1], &budget()).unwrap();
        held([&both[0], &both[1]], &found);
    }
}

#[test]
fn meanings_of_numbers_are_compared_with_those_of_parameters() {
    let swizzled = read(System::Cute, "Sw<1,0,1> o 0 o (4,2):(2,1)", &Context::default()).unwrap();
    let plain = read(System::Cute, "(4,2):(2,1)", &Context::default()).unwrap();
    let symbolic = of(System::Cute, "(n,2):(s,1)", &context("(n : 1..=9, s : 1..=9)", &[], &[]));
    let plain = SymbolicMeaning::of_meaning(&plain, &budget()).unwrap();
    let found = same_members(&symbolic, &plain, &budget()).unwrap();
    assert!(found.to_string().starts_with("proved by symbolic if n eq 4 and s eq 2; "), "{found}");
    held([&symbolic, &plain], &found);
    let swizzled = SymbolicMeaning::of_meaning(&swizzled, &budget()).unwrap();
    let found = same_members(&symbolic, &swizzled, &budget()).unwrap();
    // Its values at (1, 0) and (1, 1) fall, those of no member do.
    assert!(found.to_string().starts_with("disproved by symbolic: "), "{found}");
    assert_eq!(held([&symbolic, &swizzled], &found), (81, 81));
}

#[test]
fn layouts_under_one_swizzle_are_equal_where_they_are_without_it() {
    let parameters = "(n : 1..=12, m : 1..=12, s : 0..=9)";
    let of = |text| of(System::Cute, text, &context(parameters, &[], &[]));
    let (left, right) = (of("Sw<2,0,2> o 0 o (n,4):(4,1)"), of("Sw<2,0,2> o (m,4):(s,1)"));
    let found = same_members(&left, &right, &budget()).unwrap();
    let (compared, decided) = held([&left, &right], &found);
    assert_eq!(compared, 1440);
    assert!(decided >= 1300, "{decided}: {found}");
    assert_eq!(found.at(&[7, 7, 4]), Some(true), "{found}");
    assert_eq!(found.at(&[7, 6, 4]), Some(false));
}

/// Copies in one order are proved to be the same; in another they may be.
#[test]
fn copies_are_compared_in_their_order() {
    let known = context("(n : 1..=5, s : 1..=5)", &[], &[]);
    let of = |system, text: &str| of(system, text, &known);
    let fragment = |copies: &str, thread: &str| {
        let text = format!(
            "Fragment((3,) -> (1,), replicate: {copies}, thread: {copies} * 3, \
             forward_thread: {thread}, forward_index: (0,))"
        );
        of(System::TileLang, &text)
    };
    let tiled = |text: &str| of(System::Tirx, &format!("T.TileLayout({text})"));
    let (up, down) = (fragment("n", "_rep * 3 + _i"), fragment("n", "(n - 1 - _rep) * 3 + _i"));
    let twice = tiled("T.S[n:1] + T.R[2:n]");
    for (left, right, said) in [
        (&up, &up, "proved by"),
        (&up, &fragment("n", "_i + 3 * _rep"), "proved by"),
        (
            &up,
            &fragment("s", "_rep * 3 + _i"),
            "proved by symbolic if n eq s; disproved by exhaustive if n ne s: ",
        ),
        (
            &twice,
            &tiled("T.S[n:1] + T.R[2:s]"),
            "proved by symbolic if n eq s; disproved by exhaustive if n ne s: ",
        ),
        (
            &tiled("T.S[n:1] + T.R[(s, 2):(0, 0)]"),
            &tiled("T.S[n:1] + T.R[(2, s):(0, 0)]"),
            "proved by symbolic",
        ),
        (&twice, &tiled("T.S[n:1]"), "disproved by exhaustive: "),
    ] {
        let found = same_members(left, right, &budget()).unwrap();
        held([left, right], &found);
        assert!(found.to_string().starts_with(said), "{found}");
    }
    assert_eq!((up.copies().as_deref(), up.extents()), (Some("n"), vec!["3".to_owned()]));
    // The same places in another order.
    let found = same_members(&up, &down, &budget()).unwrap();
    held([&up, &down], &found);
    let error = write_symbolic(System::Tirx, &twice, &Context::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "tirx has no text with numbers of run time for it: of each element there are 2 copies, and \
         layouts with copies are written with numbers alone"
    );
}

/// A text of numbers whose elements have copies, beside texts with parameters: each member is as it
/// is by numbers, and none is left out.
fn numbers_beside_parameters(
    (system, text): (System, &str),
    shape: &[i64],
    other: (System, &str),
    parameters: &str,
) {
    let context = Context { shape: Some(shape.to_vec()), ..context(parameters, &[], &[]) };
    let own = read(system, text, &context).unwrap_or_else(|error| panic!("{text}: {error}"));
    let context = match other.0 {
        System::Tirx => context,
        _ => Context { shape: None, ..context },
    };
    let members = of(other.0, other.1, &context);
    for turned in [false, true] {
        let sides = (EitherMeaning::Numbers(&own), EitherMeaning::Members(&members));
        let (left, right) = if turned { (sides.1, sides.0) } else { sides };
        let found = same_either(left, right, &budget()).unwrap();
        for values in values(members.parameters()) {
            let truth = member(&members, members.parameters(), &values)
                .map(|member| are_same(&[own.clone(), member]));
            let of_parameters = |name| members.parameters().position(name).unwrap();
            let names = found.parameters.iter().map(|own| values[of_parameters(own.name())]);
            let said = found.at(&names.collect::<Vec<_>>());
            assert!(said.is_none() || said == truth, "{text}, {other:?} at {values:?}: {found}");
            let covered = said.is_some() || truth.is_none() || found.split.unknown().is_some();
            assert!(covered, "{text}, {other:?} at {values:?}: {found}");
        }
    }
}

#[test]
fn numbers_with_copies_are_compared_with_parameters() {
    let small = "(n : 1..=4, m : 0..=8)";
    let tiled = (System::Tirx, "T.TileLayout(T.S[4:m] + T.R[n:4])");
    for text in ["T.S[4:1] + T.R[2:4]", "T.S[4:2] + T.R[(2, 2):(4, 8)]", "T.S[4:1] + T.R[3:0]"] {
        let text = format!("T.TileLayout({text})");
        numbers_beside_parameters((System::Tirx, &text), &[4], tiled, small);
    }
    let fragment = "Fragment((4,) -> (1,), replicate: n, thread: 4 * n, \
                    forward_thread: _rep * 4 + _i, forward_index: (0,))";
    let threads = [
        (System::CuteTv, "((4,2),1):((1,0),0)"),
        (System::CuteTv, "(4,2):(1,0)"),
        (System::CuteTv, "(3,2):(1,1)"),
        (
            System::Ttg,
            "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [1], order = [0]}>",
        ),
    ];
    for text in threads {
        numbers_beside_parameters(text, &[4], (System::TileLang, fragment), "(n : 1..=6)");
    }
    let swizzled = (System::Cute, "Sw<2,1,2> o 0 o (5):(64)");
    numbers_beside_parameters(swizzled, &[5], (System::Cute, "(5):(n)"), "(n : 60..=70)");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn numbers_with_any_copies_are_compared_with_parameters(
        [extent, step, copies, far, more, further] in [1i64..5, 0i64..4, 1i64..4, 0i64..7, 1i64..3, 0i64..9],
        form in 0..3usize,
    ) {
        let text = format!("T.TileLayout(T.S[{extent}:{step}] + T.R[({copies}, {more}):({far}, {further})])");
        let other = [
            format!("T.TileLayout(T.S[{extent}:m] + T.R[n:{far}])"),
            format!("T.TileLayout(T.S[{extent}:{step}] + T.R[({more}, n):({further}, m)])"),
            format!("T.TileLayout(T.S[{extent}:{step}] + T.R[(n, {more}):(m, {further})])"),
        ];
        let other = (System::Tirx, &other[form][..]);
        numbers_beside_parameters((System::Tirx, &text), &[extent], other, "(n : 1..=4, m : 0..=6)");
    }
}

/// Python's keywords that the grammar of parameters leaves.
const PYTHON: [&str; 33] = [
    "False", "None", "True", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Words of MLIR that a symbol may be called.
const MLIR: [&str; 24] = [
    "affine_map",
    "affine_set",
    "ceildiv",
    "strided",
    "offset",
    "dense",
    "false",
    "true",
    "memref",
    "index",
    "vector",
    "tensor",
    "loc",
    "none",
    "size",
    "step",
    "max",
    "min",
    "i32",
    "si8",
    "f32",
    "bf16",
    "x",
    "complex",
];

/// A text of a tile of 4 by 4 with a parameter as a stride.
fn named_in(system: System, name: &str) -> String {
    match system {
        System::Cute => format!("(4,4):({name},q)"),
        System::Mlir => format!("affine_map<(d0, d1)[{name}, q] -> (d0 * {name} + d1 * q)>"),
        System::Tirx => format!("T.TileLayout(T.S[(4, 4):({name}, q)])"),
        System::TileLang => format!(
            "Layout((4, 4) -> (3 * {name} + 3 * q + 1,), transform: (_i, _j) -> (_i * {name} + _j * q,))"
        ),
        other => panic!("{other}"),
    }
}

/// A parameter may have a name that a system's words have for something else: there it is refused by
/// its name, in what is read as in what is written; elsewhere it is written and read again.
#[test]
fn names_that_are_taken_are_refused_by_name() {
    let tirx = [&["T"], &PYTHON[..]].concat();
    let taken = [
        (System::Mlir, &["d0", "d1", "s1", "symbol"][..]),
        (System::Tirx, &tirx),
        (System::TileLang, &["_i", "_j", "_rep"]),
        (System::Cute, &["o", "_4", "_0", "_17"]),
    ];
    let all = taken.iter().flat_map(|(_, names)| *names).chain(&MLIR);
    for &name in all.chain(&["s0", "dim0", "copy", "symbols", "_", "_4a", "oo", "Sw", "k"]) {
        let known = context(&format!("({name} : 4..=8, q : 1..=4)"), &[], &[]);
        // The name of a `?` stands in no text.
        let open = context(&format!("({name} : 4..=8, q : 1..=4)"), &[name], &[]);
        let meaning = of(System::Cute, "(4,4):(?,q)", &open);
        for (system, names) in taken {
            let text = named_in(system, name);
            assert!(is_symbolic(system, &text, &known), "{text}");
            let tile = context("()", &[], &["4", "4"]);
            let shaped = matches!(system, System::Mlir | System::Tirx);
            let extents = tile.extents.filter(|_| shaped);
            let read = read_symbolic(system, &text, &Context { extents, ..known.clone() });
            assert_eq!(read.is_err(), names.contains(&name), "{text}: {read:?}");
            if let Err(error) = read {
                let said = format!("'{name}' ");
                assert!(error.to_string().contains(&said), "{text}: {error}");
            }
            match write_symbolic(system, &meaning, &Context::default()) {
                Ok(written) => {
                    assert!(!names.contains(&name), "{written}");
                    assert!(written.to_string().contains(name), "{written}");
                }
                Err(error) => {
                    let said =
                        format!("the parameter '{name}' has the name that {system} has for ");
                    assert!(error.to_string().starts_with(&said), "{error}");
                    assert!(names.contains(&name), "{error}");
                }
            }
        }
    }
}

/// A coordinate with a factor of 0 is none, wherever it stands.
#[test]
fn a_factor_of_0_reads_nothing() {
    let context = context("(s : 1..=6)", &[], &[]);
    let cute = of(System::Cute, "(2,s):(0,1)", &context);
    for index in
        ["_i * 0 + _j", "0 * _i + _j", "_j - _i * 0", "(_i + 3) * 0 + _j", "_i // 2 * 0 + _j"]
    {
        let text = format!("Layout((2, s) -> (s,), transform: (_i, _j) -> ({index},))");
        let found = same_members(&of(System::TileLang, &text, &context), &cute, &budget()).unwrap();
        assert!(found.is_proved(), "{index}: {found}");
    }
    // What has no value has none times 0 either.
    let divided = "Layout((2, s) -> (s,), transform: (_i, _j) -> (_i // (s - 1) * 0 + _j,))";
    let divided = of(System::TileLang, divided, &context);
    let found = same_members(&divided, &cute, &budget()).unwrap();
    assert!(!found.is_proved() && found.at(&[1]) != Some(true), "{found}");
    held([&divided, &cute], &found);
}
