//! Texts with numbers of run time as texts: what is wrong with them, and what is written.

mod symbolic_common;

use proptest::prelude::*;
use symbolic_common::{SMALL, are_same, context, members, of, of_tile, text, values};
use tileir::interop::meaning::{
    Context, System, TranslateError, is_symbolic, read, read_symbolic, same_members, write_symbolic,
};
use tileir::proof::Budget;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// What is written is read again, and says the same for all values.
    #[test]
    fn what_is_written_says_the_same(source in text(), memref in any::<bool>()) {
        let meaning = of_tile(&source);
        for (system, element) in [
            (System::Cute, None),
            (System::Mlir, memref.then_some("f32")),
            (System::Tirx, None),
            (System::TileLang, None),
        ] {
            let element = element.map(str::to_owned);
            let written = write_symbolic(system, &meaning, &Context { element, ..Context::default() });
            let Ok(written) = written else { continue };
            let of_tile = system == System::Tirx || system == System::Mlir && !memref;
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
    let cases: [Wrong; 16] = [
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
            "at byte 2: expected marks such as {i64 div=8}, each once",
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
            "ttg has no numbers of run time: an encoding is a bit matrix",
        ),
        (
            System::CuteTv,
            "((4,8),(2,n)):((32,1),(16,8))",
            &[],
            &[],
            "at byte 10, 'n': cute-tv has no numbers of run time: a thread-value layout leads from",
        ),
        (System::CuteTv, "(32,?):(1,32)", &["n"], &[], "at byte 4, '?': cute-tv has no numbers"),
    ];
    for (system, text, unknowns, extents, said) in cases {
        let error = read_symbolic(system, text, &context(SMALL, unknowns, extents)).unwrap_err();
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
    let (cute, other) = ("(n,4):(1,n)", "(n,2,2):(1,n,n)");
    let both = [cute, other].map(|text| of(System::Cute, text, &context(SMALL, &[], &[])));
    let error = same_members(&both[0], &both[1], &Budget::default()).unwrap_err();
    assert_eq!(error, TranslateError::OtherRanks { left: 2, right: 3 });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Shards that go on are one coordinate: of a tile of one dimension, as with numbers in it, in
    /// whatever systems' words.
    #[test]
    fn shards_that_go_on_are_one(
        extents in proptest::collection::vec(proptest::sample::select(vec!["n", "m + 1", "2", "3", "2 * n"]), 1..4),
        step in 1i64..4,
        other in any::<bool>(),
    ) {
        let mut strides = vec![step.to_string()];
        for extent in extents.iter().skip(1).rev() {
            strides.insert(0, format!("({extent}) * ({})", strides[0]));
        }
        // One that does not go on is as it was.
        if other && extents.len() > 1 {
            strides[0] = format!("({}) + 1", strides[0]);
        }
        let text = format!("T.TileLayout(T.S[({},):({},)])", extents.join(", "), strides.join(", "));
        let context = context(SMALL, &[], &[]);
        let meaning = of(System::Tirx, &text, &context);
        for system in [System::Cute, System::Mlir, System::Tirx, System::TileLang] {
            let written = write_symbolic(system, &meaning, &Context::default());
            if !other || extents.len() == 1 {
                prop_assert!(written.is_ok(), "{text} in {system}: {written:?}");
            }
        }
        for values in values(&context.parameters) {
            let known = |text: &str| {
                let names = context.parameters.iter().map(|own| own.name()).zip(&values);
                names.fold(text.to_owned(), |text, (name, value)| {
                    text.replace(name, &format!("({value})"))
                })
            };
            let number = |text: &&str| {
                let one = text.parse::<i64>().map(|n| n.to_string());
                one.unwrap_or_else(|_| evaluated(&known(text)).to_string())
            };
            let shape: Vec<String> = extents.iter().map(number).collect();
            let steps: Vec<String> = strides.iter().map(|own| number(&own.as_str())).collect();
            let plain = format!("T.TileLayout(T.S[({},):({},)])", shape.join(", "), steps.join(", "));
            let plain = read(System::Tirx, &plain, &Context::default()).unwrap();
            let own = symbolic_common::member(&meaning, &context.parameters, &values).unwrap();
            prop_assert!(are_same(&[own, plain]), "{text} at {values:?}");
        }
    }
}

/// The number that an expression of numbers is.
fn evaluated(text: &str) -> i64 {
    let map: tileir::LayoutMap = format!("expr<(i : 1) -> ({text}) to (a)>").parse().unwrap();
    map.eval(&[0]).unwrap()[0]
}

/// What is said of a text is so.
#[test]
fn reasons_are_true() {
    let known = context("(n : 1..=64, k : 1..=64)", &[], &[]);
    let refused = |text: &str, unknowns: &[&str]| {
        let unknowns = unknowns.iter().map(|&n| n.to_owned()).collect();
        let context = Context { unknowns, ..known.clone() };
        read_symbolic(System::Cute, text, &context).unwrap_err().to_string()
    };
    // Which number leaves 64 bits.
    for (text, said) in [
        ("(2,2):(1,9223372036854775807*n)", "the stride 9223372036854775807 * n of axis 'd1'"),
        ("(1,4611686018427387904*n):(1,0)", "the extent of axis 'd1'"),
        (
            "((2,n),2):((1,n*4611686018427387904),1)",
            "the stride 4611686018427387904 * n of axis 'd0'",
        ),
    ] {
        let error = refused(text, &[]);
        assert!(error.starts_with(said) && error.ends_with("can leave 64 bits"), "{text}: {error}");
    }
    // Which mark is wrong, and where.
    let marks = "marks such as {i64 div=8}, each once";
    let (width, divisor) = ("a width of 1 to 64 bits", "a divisor from 1 to 2^63 - 1");
    for (text, place, said) in [
        ("?{div=0}:1", 2, divisor),
        ("?{div=-3}:1", 2, divisor),
        ("?{div=9223372036854775808}:1", 2, divisor),
        ("?{i64  div=0}:1", 7, divisor),
        ("?{i0}:1", 2, width),
        ("?{div=8 i65}:1", 8, width),
        ("?{div=8 div=8}:1", 1, marks),
        ("?{i64 i64}:1", 1, marks),
        ("?{x}:1", 1, marks),
        ("?{div=8:1", 1, marks),
    ] {
        let error = refused(text, &["n"]);
        assert!(error.starts_with(&format!("at byte {place}: expected {said}")), "{text}: {error}");
    }
    // A system that has words for registers is not said to have none.
    let fragment = "Fragment((n, 8) -> (n,), replicate: 2, thread: 16, \
                    forward_thread: _rep * 8 + _j, forward_index: (_i,))";
    let fragment = of(System::TileLang, fragment, &known);
    let memory = of(System::Cute, "(n,k):(k,1)", &known);
    for system in System::ALL {
        let error = write_symbolic(system, &fragment, &Context::default()).unwrap_err().to_string();
        let said = match system {
            System::Cute | System::Mlir | System::Tirx | System::TileLang => {
                format!("{system} has no text with numbers of run time for it: ")
            }
            other => format!("{other} has no numbers of run time: "),
        };
        assert!(error.starts_with(&said), "{error}");
        if let Err(error) = write_symbolic(system, &memory, &Context::default()) {
            let said = format!("{system} has no numbers of run time: ");
            assert!(error.to_string().starts_with(&said), "{error}");
        }
    }
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
    assert_eq!(said(System::Tirx, None).unwrap(), "T.TileLayout(T.S[(n, 4):(1, s)] + 1)");
    assert_eq!(
        said(System::TileLang, None).unwrap(),
        "Layout((n, 4) -> (n + s * 3 + 1,), transform: (_i, _j) -> (_i + _j * s + 1,))"
    );
    for (system, why) in
        [(System::CuteTv, "the one is the other's inverse"), (System::Ttg, "is a bit matrix")]
    {
        let error = said(system, None).unwrap_err();
        assert_eq!(error, TranslateError::NoRunTime { system, at: None });
        assert!(error.to_string().contains(why), "{error}");
    }
}
