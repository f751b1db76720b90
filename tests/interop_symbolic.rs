//! Texts with numbers of run time: what they say, and which of their members say the same, each
//! answer held against the texts with numbers in them.

use proptest::prelude::*;
use tileir::family::{Guard, Parameters};
use tileir::interop::meaning::{
    Context, Meaning, SymbolicComparison, SymbolicMeaning, System, TranslateError, is_symbolic,
    read, read_symbolic, same, same_members, write_symbolic,
};
use tileir::proof::{Budget, Verdict};

fn budget() -> Budget {
    Budget::default()
}

/// The context of parameters, of the `?` that stand for them, and of a tile.
fn context(parameters: &str, unknowns: &[&str], extents: &[&str]) -> Context {
    let own = |names: &[&str]| -> Vec<String> { names.iter().map(|&n| n.to_owned()).collect() };
    let extents = (!extents.is_empty()).then(|| own(extents));
    let parameters: Parameters = parameters.parse().unwrap();
    Context { parameters, unknowns: own(unknowns), extents, ..Context::default() }
}

fn of(system: System, text: &str, context: &Context) -> SymbolicMeaning {
    read_symbolic(system, text, context).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All values of parameters.
fn values(parameters: &Parameters) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for parameter in parameters {
        let step = usize::try_from(parameter.multiple_of()).unwrap();
        let own: Vec<i64> = (parameter.first()..=parameter.last()).step_by(step).collect();
        all = all.iter().flat_map(|v| own.iter().map(move |&x| [&v[..], &[x]].concat())).collect();
    }
    all
}

/// The members for these values of all parameters.
fn members(
    both: [&SymbolicMeaning; 2],
    parameters: &Parameters,
    values: &[i64],
) -> Option<[Meaning; 2]> {
    let member = |side: &SymbolicMeaning| {
        let at = |name| values[parameters.position(name).unwrap()];
        side.at(&side.parameters().iter().map(|own| at(own.name())).collect::<Vec<_>>()).ok()
    };
    Some([member(both[0])?, member(both[1])?])
}

/// Whether two members are the same.
fn are_same([left, right]: &[Meaning; 2]) -> bool {
    match same(left, right, &budget()) {
        Ok(Verdict::Proved { .. }) => true,
        Ok(Verdict::Disproved { .. }) | Err(TranslateError::OtherShapes { .. }) => false,
        other => panic!("{other:?}"),
    }
}

/// Holds every verdict against every member; gives how many were compared, and decided.
fn held(both: [&SymbolicMeaning; 2], found: &SymbolicComparison) -> (usize, usize) {
    let (mut compared, mut decided) = (0, 0);
    for values in values(&found.parameters) {
        let Some(pair) = members(both, &found.parameters, &values) else { continue };
        let truth = are_same(&pair);
        compared += 1;
        for verdict in &found.split.verdicts {
            if verdict.guard().is_some_and(|guard| guard.holds(&values)) {
                assert_eq!(verdict.says(), Some(truth), "{found} at {values:?}");
            }
        }
        decided += usize::from(found.at(&values).is_some());
    }
    for verdict in &found.split.verdicts {
        if let Verdict::Disproved { witness, guard, .. } = verdict {
            let values: Vec<i64> = witness.member.iter().map(|(_, value)| *value).collect();
            assert!(guard.holds(&values), "{found}");
            let pair = members(both, &found.parameters, &values).unwrap();
            assert!(!are_same(&pair), "{found}");
        }
    }
    (compared, decided)
}

/// The members that meet a guard but for one of its conditions; whether that one is needed.
fn is_needed(found: &SymbolicComparison, guard: &Guard, left_out: usize) -> bool {
    values(&found.parameters).iter().any(|values| {
        let others = guard.conditions().iter().enumerate().filter(|(k, _)| *k != left_out);
        let meets = others.into_iter().all(|(_, condition)| condition.holds(values));
        let truth = found.split.verdicts.iter().find(|v| v.guard() == Some(guard)).unwrap().says();
        meets && found.at(values).is_some_and(|other| Some(other) != truth)
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

const SMALL: &str = "(n : 1..=4, m : 0..=3, s : -2..=6)";

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

/// A number of run time, or one that is known.
fn number() -> impl Strategy<Value = String> {
    let known = ["0", "1", "2", "4", "n", "m", "s", "2 * n", "n * m", "s - 1", "4 * m"];
    proptest::sample::select(known.to_vec()).prop_map(str::to_owned)
}

/// A text of a tile of the extents `2 * n` and 4.
fn text() -> impl Strategy<Value = (System, String)> {
    let cute = (0..4usize, number(), number(), number()).prop_map(|(form, a, b, c)| {
        let text = match form {
            0 => format!("(2 * n,4):({a},{b})"),
            1 => format!("{c} o (2 * n,4):({a},{b})"),
            2 => format!("((2,n),4):(({a},{b}),{c})"),
            _ => format!("(2 * n,(2,2)):({a},({b},{c}))"),
        };
        (System::Cute, text)
    });
    let mlir = (0..3usize, number(), number(), number()).prop_map(|(form, a, b, c)| {
        let index = match form {
            0 => format!("i * ({a}) + j * ({b}) + ({c})"),
            1 => format!("(i floordiv n) * ({a}) + (i mod n) * ({b}) + j * ({c})"),
            _ => format!("(i * 4 + j) floordiv 8 * ({a}) + (i * 4 + j) mod 8 * ({b}) + ({c})"),
        };
        (System::Mlir, format!("affine_map<(i, j)[n, m, s] -> ({index})>"))
    });
    let tirx = (number(), number(), number()).prop_map(|(a, b, c)| {
        (System::Tirx, format!("T.TileLayout(T.S[(n, 2, 4):({a}, {b}, {c})])"))
    });
    prop_oneof![cute, mlir, tirx]
}

fn of_tile((system, text): &(System, String)) -> SymbolicMeaning {
    let extents: &[&str] = if *system == System::Cute { &[] } else { &["2 * n", "4"] };
    of(*system, text, &context(SMALL, &[], extents))
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

    /// What is written is read again, and says the same for all values.
    #[test]
    fn what_is_written_says_the_same(source in text(), memref in any::<bool>()) {
        let meaning = of_tile(&source);
        for (system, element) in [(System::Cute, None), (System::Mlir, memref.then_some("f32"))] {
            let element = element.map(str::to_owned);
            let written = write_symbolic(system, &meaning, &Context { element, ..Context::default() });
            let Ok(written) = written else { continue };
            let of_tile = system == System::Mlir && !memref;
            let extents = of_tile.then(|| vec!["2 * n".to_owned(), "4".to_owned()]);
            let parameters = SMALL.parse().unwrap();
            let context =
                Context { parameters, unknowns: written.unknowns, extents, ..Context::default() };
            let again = of(system, &written.text, &context);
            for values in values(&context.parameters) {
                let Some(pair) = members([&meaning, &again], &context.parameters, &values) else {
                    continue;
                };
                prop_assert!(are_same(&pair), "{} at {:?}", written.text, values);
            }
        }
    }

    /// Any text is read, or refused with a reason.
    #[test]
    fn nothing_panics(
        start in "(memref|affine_map|strided|\\(|Layout\\(|Fragment\\(|T.index_map\\(|T.TileLayout\\(T.S\\[|!cute.layout<\"|Sw<1,0,1> o )?",
        text in "[<(nmsij0-9?x,:{}\\[\\]=>+*_@ \"-]{0,40}",
    ) {
        let text = format!("{start}{text}");
        for system in System::ALL {
            for count in [0, text.matches('?').count()] {
                let unknowns = vec!["n"; count];
                let context = context(SMALL, &unknowns, if count == 0 { &[] } else { &["n", "4"] });
                is_symbolic(system, &text, &context);
                if let Ok(meaning) = read_symbolic(system, &text, &context) {
                    prop_assert!(!meaning.to_string().is_empty());
                }
            }
        }
    }
}

/// A text with its `?` and its tile, and what is said of it.
type Wrong = (System, &'static str, &'static [&'static str], &'static [&'static str], &'static str);

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cases: [Wrong; 14] = [
        (
            System::Mlir,
            "memref<4x?xf16>",
            &[],
            &[],
            "the text has 1 '?', and 0 parameters are named for them",
        ),
        (
            System::Mlir,
            "memref<4xf16>",
            &["n"],
            &[],
            "the text has 0 '?', and 1 parameters are named for them",
        ),
        (System::Mlir, "memref<?xf16>", &["k"], &[], "'k'"),
        (System::Mlir, "memref<?xf16>", &["n"], &["n"], "a memref says its own shape"),
        (System::Mlir, "strided<[?]>", &["n"], &[], "does not say the shape of its tile"),
        (System::Mlir, "affine_map<(d0)[k] -> (d0 * k)>", &[], &["n"], "'k'"),
        (System::Mlir, "affine_map<(d0)[n] -> (d0, n)>", &[], &["n"], "several results"),
        (
            System::Mlir,
            "affine_map<(d0)[n] -> (d0 * d0)>",
            &[],
            &["n"],
            "at byte 27: expected a constant factor",
        ),
        (System::Cute, "(n,4):(1,k)", &[], &[], "at byte 9: unknown axis 'k'"),
        (System::Cute, "(?{i32},4):(1,k)", &["n"], &[], "at byte 14: unknown axis 'k'"),
        (
            System::Cute,
            "(?{i3 2},4):(1,k)",
            &["n"],
            &[],
            "at byte 2: expected marks such as {i64 div=8}",
        ),
        (
            System::TileLang,
            "Layout((n,) -> (n,), transform: (_i) -> (_i + k,))",
            &[],
            &[],
            "at byte 46: there is no coordinate 'k'",
        ),
        (System::Tirx, "T.TileLayout(T.S[(n, 2):(1 @ Axis.laneid, n)])", &[], &[], "at byte 27"),
        (
            System::Ttg,
            "#ttg.linear<{}>",
            &[],
            &[],
            "ttg: numbers that are known at run time only are not read or written",
        ),
    ];
    for (system, text, unknowns, extents, said) in cases {
        let error = read_symbolic(system, text, &context(SMALL, unknowns, extents)).unwrap_err();
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
    let (cute, other) = ("(n,4):(1,n)", "(n,2,2):(1,n,n)");
    let both = [cute, other].map(|text| of(System::Cute, text, &context(SMALL, &[], &[])));
    let error = same_members(&both[0], &both[1], &budget()).unwrap_err();
    assert_eq!(error, TranslateError::OtherRanks { left: 2, right: 3 });
}

#[test]
fn a_text_narrows_what_its_numbers_can_be() {
    let known = context("(n : -9..=4096, s : 0..=64 by 4)", &["n", "s"], &[]);
    let read = of(System::Cute, "(?,4):(1,?{i64 div=6})", &known);
    assert_eq!(read.parameters().to_string(), "(n : -9..=4096, s : 0..=64 by 12)");
    let never = Context { unknowns: vec!["n".into()], ..context("(n : 1..=7)", &[], &[]) };
    assert!(read_symbolic(System::Cute, "?{div=8}:1", &never).is_err());
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

#[test]
fn layouts_are_said_in_other_words() {
    let parameters = "(n : 1..=64, s : 0..=4096)";
    let cute = of(System::Cute, "1 o (n,4):(1,s)", &context(parameters, &[], &[]));
    let said = |system, element: Option<&str>| {
        let element = element.map(str::to_owned);
        write_symbolic(system, &cute, &Context { element, ..Context::default() })
            .map(|text| text.to_string())
    };
    assert_eq!(said(System::Cute, None).unwrap(), "1 o (n,4):(1,s)");
    assert_eq!(said(System::Mlir, None).unwrap(), "affine_map<(d0, d1)[s] -> (d0 + d1 * s + 1)>");
    assert_eq!(
        said(System::Mlir, Some("f32")).unwrap(),
        "memref<?x4xf32, strided<[1, ?], offset: 1>>\n? = n, s"
    );
    let eights =
        of(System::Cute, "(n,4):(s,1)", &context("(n : 8..=64 by 8, s : 0..=64 by 8)", &[], &[]));
    let context = Context { element: Some("f32".to_owned()), ..Context::default() };
    let text = write_symbolic(System::Mlir, &eights, &context).unwrap();
    assert_eq!(text.to_string(), "memref<?x4xf32, strided<[?, 1]>>\n? = n, s");
    let error = said(System::TileLang, None).unwrap_err();
    assert_eq!(error, TranslateError::NoRunTime { system: System::TileLang });
}
