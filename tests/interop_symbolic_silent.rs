//! For which values of its parameters a text says anything: exactly those for which the text with
//! these values in it is read.

mod symbolic_common;

use proptest::prelude::*;
use symbolic_common::{budget, context, held, of, values};
use tileir::family::Parameters;
use tileir::interop::meaning::{
    Context, SymbolicMeaning, System, TranslateError, read, read_symbolic, same_members,
    write_symbolic,
};

const PARAMETERS: &str = "(n : -2..=4, s : -3..=5, k : -2..=9)";

/// The symbols of an affine map, which one with numbers in it does not have.
const SYMBOLS: &str = "[n, s, k]";

/// A text with its names of run time in braces, and its tile.
#[derive(Clone, Debug)]
struct Source {
    system: System,
    text: String,
    extents: Vec<&'static str>,
}

impl Source {
    /// The text with names, or with `?` where the text has no names.
    fn symbolic(&self) -> SymbolicMeaning {
        self.try_symbolic().unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    fn try_symbolic(&self) -> Result<SymbolicMeaning, TranslateError> {
        let nameless = ["memref", "strided"].iter().any(|word| self.text.starts_with(word));
        let mut pieces = self.text.split(['{', '}']);
        let mut text = pieces.next().unwrap_or_default().to_owned();
        let mut unknowns = Vec::new();
        while let (Some(name), Some(piece)) = (pieces.next(), pieces.next()) {
            match nameless {
                true => unknowns.push(name),
                false => text.push_str(name),
            }
            text.push_str(if nameless { "?" } else { "" });
            text.push_str(piece);
        }
        read_symbolic(self.system, &text, &context(PARAMETERS, &unknowns, &self.extents))
    }

    /// Whether the text with these values in it is read.
    fn is_read(&self, parameters: &Parameters, values: &[i64]) -> bool {
        // What the text does not depend on has no parameter.
        let of = |name: &str| parameters.position(name).map_or(1, |place| values[place]);
        let with = |text: &str| {
            ["n", "s", "k"].iter().fold(text.to_owned(), |text, name| {
                text.replace(&format!("{{{name}}}"), &of(name).to_string())
            })
        };
        let shape = self.extents.iter().map(|extent| extent.parse().unwrap_or_else(|_| of(extent)));
        let shape = (!self.extents.is_empty()).then(|| shape.collect());
        let text = with(&self.text).replace(SYMBOLS, "");
        read(self.system, &text, &Context { shape, ..Context::default() }).is_ok()
    }
}

/// Holds what is said of every member against the text with its numbers; how many were decided.
fn validity_held(source: &Source) -> (usize, usize) {
    let symbolic = source.symbolic();
    let (validity, parameters) = (symbolic.validity(), symbolic.parameters().clone());
    let (mut decided, mut all) = (0, 0);
    for values in values(&parameters) {
        let truth = source.is_read(&parameters, &values);
        let says = match symbolic.at(&values) {
            Ok(_) => true,
            Err(TranslateError::Silent { .. }) => false,
            Err(other) => panic!("{source:?} at {values:?}: {other}"),
        };
        assert_eq!(says, truth, "{source:?} at {values:?}: {:?}", symbolic.at(&values).err());
        let holds = |guards: &[tileir::family::Guard]| guards.iter().any(|g| g.holds(&values));
        assert!(
            !holds(if truth { &validity.silent } else { &validity.says }),
            "{source:?}: {validity:?}"
        );
        let known = validity.at(&values);
        assert!(known.is_some() || validity.unknown, "{source:?} at {values:?}: {validity:?}");
        decided += usize::from(known.is_some());
        all += 1;
    }
    (decided, all)
}

fn row(system: System, text: &str, extents: &[&'static str]) -> Source {
    Source { system, text: text.to_owned(), extents: extents.to_vec() }
}

#[test]
fn a_text_says_something_exactly_where_it_is_read_with_numbers() {
    let layout = |shape: &str, index: &str| {
        let text = format!("Layout({shape}, transform: (_i, _j) -> {index})");
        row(System::TileLang, &text, &[])
    };
    let fragment = |shape: &str, threads: &str, thread: &str| {
        let text = format!(
            "Fragment({shape}, replicate: 1, thread: {threads}, forward_thread: {thread}, \
             forward_index: (_i,))"
        );
        row(System::TileLang, &text, &[])
    };
    let index = |index: &str| {
        row(System::Tirx, &format!("T.index_map(lambda i, j: ({index},))"), &["n", "3"])
    };
    let affine = |index: &str| {
        row(System::Mlir, &format!("affine_map<(i, j)[n, s, k] -> ({index})>"), &["n", "3"])
    };
    let rows = [
        (row(System::Cute, "({n},4):(1,{s})", &[]), "0 le n"),
        (row(System::Cute, "(({n},{s}),2):((1,{n}),{s})", &[]), "0 le n and 0 le s"),
        (row(System::Cute, "Sw<1,0,1> o {k} o ({n},4):(4,{s})", &[]), "0 le n"),
        (row(System::Mlir, "memref<3x4xf32, strided<[{s}, {n}], offset: {k}>>", &[]), "always"),
        (row(System::Mlir, "strided<[{s}, 1], offset: {k}>", &["n", "4"]), "0 le n"),
        (affine("i * {s} - j"), "0 le n"),
        (affine("i mod {s} + j"), "0 le n and 1 le s"),
        (affine("i ceildiv ({s} + {k}) + j"), "0 le n and 1 le s + k"),
        (index("i * {s} + j"), "1 le n and 0 le s; or 1 le n and n * s eq s"),
        (index("i * 4 + j + {k}"), "1 le n and k eq 0"),
        (index("i + j - {k} * {s}"), "1 le n and s * k eq 0"),
        (index("i // 2 + j"), "1 le n"),
        (index("(i * 4 + j) % {s}"), "1 le n and 1 le s; otherwise not known"),
        (index("i // {s} + j"), "1 le n and 1 le s; otherwise not known"),
        (
            row(System::Tirx, "T.TileLayout(T.S[({n}, 4):({s}, 1)] + {k})", &[]),
            "1 le n and 0 le s and 0 le k; or 1 le n and s lt 0 and 0 le n * s - s + k",
        ),
        (row(System::Tirx, "T.TileLayout(T.S[({n}, 2):(2, 1)])", &["k", "2"]), "1 le n and k eq n"),
        (
            row(System::Tirx, "T.TileLayout(T.S[({n}, {k}):(1, {n})])", &["4", "s"]),
            "1 le n and 1 le k and 4 * s eq n * k",
        ),
        (
            layout("({n}, 4) -> ({k},)", "(_i * {s} + _j,)"),
            "1 le n and 0 le s and n * s + 4 eq s + k; or 1 le n and s lt 0 and 0 le n * s - s and k eq 4",
        ),
        (layout("({n}, 4) -> (4, {k})", "(_j, _i)"), "1 le n and n eq k"),
        (layout("({n}, 4) -> ({k}, 4)", "(_i, _j ^ 3)"), "1 le n and n eq k"),
        (
            layout("({n}, 4) -> ({k}, 8)", "(_i // 2, _i % 2 * 4 + _j)"),
            "k eq 1 and n eq 2; or 2 le n - 1 and (n - 1) floordiv 2 + 1 eq k",
        ),
        (layout("(8, 8) -> (64,)", "(_i * 8 + (_j ^ {s}),)"), "not known"),
        (layout("({n}, 8) -> ({n}, {k})", "(_i, _j ^ (_j // 4))"), "1 le n and k eq 8"),
        (fragment("({n}, 4) -> ({n},)", "{k}", "_j"), "1 le n and k eq 4"),
        (fragment("({n}, 4) -> ({k},)", "8", "_j * {s}"), "never"),
    ];
    let copied = |replicate: &str, threads: &str| {
        let text = format!(
            "Fragment((3,) -> (1,), replicate: {replicate}, thread: {threads}, \
             forward_thread: _rep * 3 + _i, forward_index: (0,))"
        );
        row(System::TileLang, &text, &[])
    };
    let copies = [
        (copied("{n}", "{k}"), "1 le n and 3 * n eq k"),
        (copied("2", "{k}"), "k eq 6"),
        (copied("1", "{k}"), "k eq 3"),
        (row(System::Tirx, "T.TileLayout(T.S[{n}:1] + T.R[2:{n}])", &[]), "1 le n"),
        (
            row(System::Tirx, "T.TileLayout(T.S[3:1] + T.R[{n}:3] + {k})", &["3"]),
            "1 le n and 0 le k",
        ),
        (row(System::Tirx, "T.TileLayout(T.S[3:1] + T.R[1:3] + {k})", &[]), "0 le k"),
        (row(System::Tirx, "T.TileLayout(T.S[3:1] + T.R[({n}, 2):(6, 3)])", &[]), "1 le n"),
    ];
    for (source, said) in copies {
        let (decided, count) = validity_held(&source);
        assert_eq!(source.symbolic().validity().to_string(), said, "{source:?}");
        assert_eq!(decided, count, "{source:?}");
    }
    let (mut all, mut known) = (0, 0);
    for (source, said) in rows {
        let (decided, count) = validity_held(&source);
        let validity = source.symbolic().validity();
        assert_eq!(validity.to_string(), said, "{source:?}");
        assert_eq!(validity.unknown, decided < count, "{source:?}");
        (all, known) = (all + count, known + decided);
    }
    assert_eq!((known, all), (7816, 7849));
}

/// A guard with a quotient holds where its divisor is positive alone.
#[test]
fn quotients_in_guards_are_by_positive_numbers() {
    let index = "(i * {k} + j) // {s} * 1 + (i * {k} + j) % 1";
    let source = row(System::Tirx, &format!("T.index_map(lambda i, j: ({index},))"), &["4", "n"]);
    let (decided, all) = validity_held(&source);
    assert!(decided * 2 > all, "{decided} of {all}");
}

#[test]
fn who_says_nothing_is_said_beside_the_verdicts() {
    let of = |system, text| of(system, text, &context("(n : 0..=9, s : -4..=9)", &[], &[]));
    let cute = of(System::Cute, "(n,4):(s,1)");
    let layout = of(System::TileLang, "Layout((n, 4) -> (n, s), transform: (_i, _j) -> (_i, _j))");
    let found = same_members(&cute, &layout, &budget()).unwrap();
    held([&cute, &layout], &found);
    assert_eq!(
        found.lines(),
        [
            "proved by symbolic if 1 le n and s eq 4",
            "the second says nothing if n lt 1",
            "the second says nothing if s ne 4",
        ]
    );
    assert!(!found.is_proved());
    let found = same_members(&layout, &layout, &budget()).unwrap();
    held([&layout, &layout], &found);
    assert!(found.is_proved(), "{found}");
    let error = layout.at(&[3, 5]).unwrap_err();
    let said = "at n = 3, s = 5 the text says nothing: the output shape is 5, and values reach 3";
    assert_eq!(error.to_string(), said);
}

#[test]
fn what_is_written_says_at_least_what_was_read() {
    let parameters = "(n : -2..=9, k : -2..=9)";
    let text = "T.TileLayout(T.S[(n, 4):(k, 1)])";
    let tiles = of(System::Tirx, text, &context(parameters, &[], &["n", "4"]));
    let written = write_symbolic(System::Cute, &tiles, &Context::default()).unwrap();
    assert_eq!(written.to_string(), "(n,4):(k,1)\nsays something if 1 le n and 0 le n * k - k");
    let plain = write_symbolic(
        System::Cute,
        &of(System::Cute, "(n,4):(n,1)", &context("(n : 0..=9)", &[], &[])),
        &Context::default(),
    );
    assert_eq!(plain.unwrap().to_string(), "(n,4):(n,1)");
    // Its places do not fill the output shape, whatever n is.
    let text = "Layout((n, 8) -> (n * 9,), transform: (_i, _j) -> (_i * 8 + _j,))";
    let never = of(System::TileLang, text, &context("(n : 0..=5)", &[], &[]));
    for system in [System::Cute, System::Mlir] {
        let error = write_symbolic(system, &never, &Context::default()).unwrap_err();
        assert_eq!(error.to_string(), "the text says nothing for any values of (n : 0..=5)");
    }
}

/// A number of a text, or a name.
fn number() -> impl Strategy<Value = String> {
    let known = ["{n}", "{s}", "{k}", "0", "1", "2", "4", "{n}", "3"];
    proptest::sample::select(known.to_vec()).prop_map(str::to_owned)
}

/// A text of a tile of two extents, whatever it says.
fn text() -> impl Strategy<Value = Source> {
    let tile = || proptest::sample::select(vec!["n", "s", "k", "4", "2"]);
    (0..8usize, [tile(), tile()], [number(), number(), number(), number()]).prop_map(
        |(form, [m, n], [a, b, c, d])| {
            let own = |extent: &str| match extent.parse::<i64>() {
                Ok(_) => extent.to_owned(),
                Err(_) => format!("{{{extent}}}"),
            };
            let (x, y) = (own(m), own(n));
            let index = format!("i * {a} + j * {b} + {c}");
            let (system, text, extents) = match form {
                0 => (System::Cute, format!("({x},({y},{a})):({b},({c},{d}))"), vec![]),
                1 => (System::Tirx, format!("T.index_map(lambda i, j: ({index},))"), vec![m, n]),
                2 => {
                    let index = format!("(i * {a} + j) // {b} * {c} + (i * {a} + j) % {d}");
                    (System::Tirx, format!("T.index_map(lambda i, j: ({index},))"), vec![m, n])
                }
                3 => {
                    let text = format!("T.TileLayout(T.S[({x}, {a}):({b}, {c})] + {d})");
                    (System::Tirx, text, vec![m, n])
                }
                4 => {
                    let index = index.replace('i', "_i").replace('j', "_j");
                    let text =
                        format!("Layout(({x}, {y}) -> ({d},), transform: (_i, _j) -> ({index},))");
                    (System::TileLang, text, vec![])
                }
                5 => {
                    let text = format!(
                        "Fragment(({x}, {y}) -> ({a},), replicate: 1, thread: {b}, \
                         forward_thread: _j * {c}, forward_index: (_i // 2,))"
                    );
                    (System::TileLang, text, vec![])
                }
                6 => {
                    let index = format!("i floordiv {a} + j mod {b} * {c}");
                    (System::Mlir, format!("affine_map<(i, j)[n, s, k] -> ({index})>"), vec![m, n])
                }
                _ => (System::Mlir, format!("strided<[{a}, {b}], offset: {c}>"), vec![m, n]),
            };
            Source { system, text, extents }
        },
    )
}

/// A text whose numbers are quotients and remainders by a parameter that may be 0: of such a member
/// a guard has no value.
fn divided() -> impl Strategy<Value = (System, String)> {
    let number = || {
        let known = [
            "n",
            "2",
            "4",
            "1",
            "5 % n",
            "5 // n",
            "n % 3",
            "4 % n",
            "n * (5 % n)",
            "(5 % n) + 1",
            "n + 1",
            "8 // n",
            "3 // (n % 2)",
            "n % 2",
        ];
        proptest::sample::select(known.to_vec())
    };
    (0..4usize, [number(), number(), number(), number()]).prop_map(|(form, [a, b, c, d])| {
        let layout = |text: String| (System::TileLang, format!("Layout({text})"));
        match form {
            0 => layout(format!("({a}, 4) -> ({b}, {c}), transform: (_i, _j) -> (_i, _j)")),
            1 => {
                let index = format!("_i * 2 + _j + {c} - ({d})");
                layout(format!("({a}, 2) -> ({b},), transform: (_i, _j) -> ({index},)"))
            }
            2 => {
                let index = format!("(_j + {b}) % 2");
                layout(format!("(4, 2) -> (4, {a}), transform: (_i, _j) -> (_i, {index})"))
            }
            _ => layout(format!("({a},) -> ({b},), transform: (_i) -> (_i * ({c}),)")),
        }
    })
}

/// Who says nothing is said also where the guard that says why has no value.
#[test]
fn silence_is_said_where_a_guard_has_no_value() {
    let of = |text| of(System::TileLang, text, &context("(n : 0..=3)", &[], &[]));
    let layout = of("Layout((1,) -> (4 % n,), transform: (_i) -> (_i * n,))");
    let found = same_members(&layout, &layout, &budget()).unwrap();
    held([&layout, &layout], &found);
    assert_eq!(
        found.lines(),
        [
            "proved by symbolic if 1 le n and n * (4 floordiv n) eq 3",
            "neither says anything if 1 le n and n * (4 floordiv n) ne 3",
            "neither says anything if n eq 0",
        ]
    );
}

/// A text compared with itself says nothing on both sides, and no member is left out.
#[test]
fn a_text_is_silent_beside_itself_on_both_sides() {
    let text = "Layout((4, n) -> (n * 4,), transform: \
                (_i, _j) -> (_j + (_i % m) * n + (_i // 2) * n,))";
    let layout = of(System::TileLang, text, &context("(n : 1..=5, m : 1..=8)", &[], &[]));
    let found = same_members(&layout, &layout, &budget()).unwrap();
    held([&layout, &layout], &found);
    assert!(found.silent.iter().all(|silent| silent.sides == [true, true]), "{found}");
    for values in values(&found.parameters) {
        let silent = found.silent.iter().any(|silent| silent.guard.holds(&values));
        assert!(silent != (found.at(&values) == Some(true)), "{found} at {values:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Every member has a verdict, is said to say nothing, or is said to be unknown: also one for
    /// which a divisor is 0.
    #[test]
    fn no_member_is_left_out(left in divided(), right in divided(), same in 0..2usize) {
        let parameters = context("(n : 0..=3)", &[], &[]);
        let right = if same == 1 { left.clone() } else { right };
        let read = |(system, text): &(System, String)| read_symbolic(*system, text, &parameters);
        if let (Ok(left), Ok(right)) = (read(&left), read(&right))
            && let Ok(found) = same_members(&left, &right, &budget())
        {
            held([&left, &right], &found);
            let validity = left.validity();
            for value in values(left.parameters()) {
                let known = validity.at(&value).is_some() || validity.unknown;
                prop_assert!(known, "{} at {:?}: {:?}", left, value, validity);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// What is said of where a text says something is so for every member.
    #[test]
    fn every_member_is_as_is_said(source in text()) {
        // A divisor that is the constant 0, or a negative extent, is wrong with the text itself.
        if source.try_symbolic().is_ok() {
            validity_held(&source);
        }
    }

    /// No verdict speaks of members that are none.
    #[test]
    fn verdicts_speak_of_members_alone(left in text(), right in text()) {
        if let (Some(left), Some(right)) = (left.try_symbolic().ok(), right.try_symbolic().ok())
            && let Ok(found) = same_members(&left, &right, &budget())
        {
            held([&left, &right], &found);
        }
    }
}
