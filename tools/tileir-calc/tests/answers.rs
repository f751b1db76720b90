//! Answers that are large, that say where a result lies, or that are refused: each in words, in
//! JSON, and without an end to the lines behind it.

use serde_json::Value as Json;
use tileir_calc::batch::{Batch, Style};
use tileir_calc::session::Session;

/// Whether no line has an error, what is printed, and the errors.
fn run(lines: &[&str], json: bool) -> (bool, String, String) {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let style = Style { json, brief: false };
    let session = Session::default();
    let good = Batch { session, style, out: &mut out, errors: &mut errors }
        .run("<stdin>", lines.join("\n").as_bytes())
        .expect("streams in memory");
    (good, String::from_utf8(out).expect("text"), String::from_utf8(errors).expect("text"))
}

/// The object of one line.
fn json(line: &str) -> Json {
    let (good, out, errors) = run(&[line], true);
    assert!(good, "{line}: {errors}");
    serde_json::from_str(&out).expect("JSON")
}

fn text(line: &str) -> String {
    let (good, out, errors) = run(&[line], false);
    assert!(good, "{line}: {errors}");
    out
}

const WIDE: &str = "(x : 4294967296, y : 4294967296)";
const WIDEST: &str = "(x : 9223372036854775807, y : 9223372036854775807)";

#[test]
fn numbers_past_64_bits_are_printed_and_are_json() {
    let square = "85070591730234615847396907784232501249";
    for (set, number) in [(WIDE, "18446744073709551616"), (WIDEST, square)] {
        let counted = json(&format!("cardinality(identity<{set}>)"));
        assert_eq!(counted["points"].to_string(), number);
        assert_eq!(counted["values"].to_string(), number);
        let image = json(&format!("image(identity<{set}>)"));
        assert_eq!(image["count"].to_string(), number);
        let fibre = json(&format!("preimage({set} -> (0), 0)"));
        assert_eq!(fibre["count"].to_string(), number);
        let printed = text(&format!("cardinality(identity<{set}>)"));
        assert!(
            printed.starts_with(&format!("{number} points; values: {number}, by ")),
            "{printed}"
        );
        assert!(text(&format!("image(identity<{set}>)")).contains(&format!("\n{number} values\n")));
        assert!(
            text(&format!("preimage({set} -> (0), 0)")).contains(&format!("\n{number} points"))
        );
    }
    let half = json("preimage((i : 4294967296, j : 2147483648) -> (0) to (2), 0)");
    assert_eq!(half["count"].to_string(), "9223372036854775808");
}

#[test]
fn every_question_about_a_wide_map_is_answered_in_words_and_in_json() {
    let questions = [
        "M",
        "prove(M)",
        "cardinality(M)",
        "image(M)",
        "preimage(M, (0, 0))",
        "inverse(M)",
        "normalize(M)",
        "equal(M, M)",
        "disjoint(M, M)",
        "constant_along(M, x)",
        "fits_bits(M, 8)",
        "contiguity(L, x)",
        "vector_width(L, x)",
        "conflicts(L, x, 4)",
        "cardinality(L)",
        "image(L)",
        "preimage(L, 5)",
        "bases(M)",
        "corr(M, M)",
        "M o M",
        "kernel(B)",
        "free_variable_masks(B)",
        "family<(n : 0..=9223372036854775805) (i : n + 2) -> (i)>",
        "prove(family<(n : 0..=9223372036854775805) (i : n + 2) -> (i)>)",
    ];
    for set in [WIDE, WIDEST] {
        let names = [
            format!("M = identity<{set}>"),
            format!("L = {set} -> (x mod 64)"),
            "B = {x = [1, 2], y = [0]} -> (m : 4611686018427387904)".to_owned(),
        ];
        let lines: Vec<&str> = names.iter().map(String::as_str).chain(questions).collect();
        let answered = lines.len();
        for style in [true, false] {
            let (_, out, errors) = run(&lines, style);
            let faults = errors.matches(": error: ").count();
            assert!(!out.is_empty() && faults < answered, "{errors}");
            if style {
                assert_eq!(out.lines().count(), answered, "{out}");
                assert!(
                    out.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()),
                    "{out}"
                );
            }
        }
    }
}

#[test]
fn what_is_not_counted_is_said_so() {
    let printed = text("cardinality((x : 4294967296 where x lt 3) -> (x))");
    assert!(printed.starts_with("points that are not counted; values: unknown: "), "{printed}");
    assert_eq!(json("cardinality((x : 4294967296 where x lt 3) -> (x))")["points"], Json::Null);
    let large = "(2):(9223372036854775807)";
    let why = format!(
        "\nsize 2, cosize: in mode 0 of {large}, 1 + (2 - 1) * 9223372036854775807 leaves 64 bits\n"
    );
    assert!(text(large).contains(&why), "{}", text(large));
    let facts = text("prove((x : 0) -> (x, x) to (a, b : 0 where a))");
    assert!(facts.ends_with("surjective: proved by cardinality\n"), "{facts}");
}

#[test]
fn what_two_layouts_have_in_common_says_where_it_lies() {
    let domain = |line: &str| {
        let printed = text(line);
        printed.lines().find_map(|line| line.strip_prefix("domain: ")).map(str::to_owned)
    };
    for operation in ["max_common_layout", "max_common_vector"] {
        assert_eq!(domain(&format!("{operation}(8:1, 8:1)")).as_deref(), Some("inside"));
        assert_eq!(
            domain(&format!("{operation}(3:1, 8:1)")).as_deref(),
            Some("leaves the first operand's domain at (7): 0 to 7, of 3: past the end")
        );
        let reach = &json(&format!("{operation}(3:1, 8:1)"))["reach"];
        assert_eq!((&reach["inside"], &reach["operand"]), (&false.into(), &"first".into()));
        assert_eq!(reach["greatest"].to_string(), "7");
        assert_eq!(json(&format!("{operation}(8:1, 8:1)"))["reach"]["inside"], Json::Bool(true));
    }
    let composed = &json("8:1 o (3,3):(1,3)")["reach"];
    assert_eq!((&composed["inside"], composed.get("operand")), (&false.into(), None));
}

#[test]
fn values_are_compared_whatever_the_codomains_are_called() {
    let apart = "disjoint((i : 4) -> (2*i) to (8), (i : 4) -> (2*i+1) to (b : 9))";
    assert_eq!(text(apart), "proved by affine\n");
    let meet = "disjoint((i : 4) -> (2*i) to (8), (i : 4) -> (2*i+2) to (b : 90))";
    assert_eq!(
        text(meet),
        "disproved, (3) of the first and (2) of the second both map to (6), by affine\n"
    );
    assert_eq!(text("disjoint((i : 0) -> (i), (i : 4) -> (i) to (9))"), "proved by cardinality\n");
}

#[test]
fn few_points_in_a_huge_box_have_conflicts() {
    let sparse = "conflicts((q : 1000000, i : 32 where q eq 999999) -> (i xor q), i, 4)";
    assert!(text(sparse).starts_with("1 wavefront in 1 phase (at (q = 999999, i = 0), "));
}

#[test]
fn a_wrong_argument_is_located_and_an_error() {
    let access = "(i : 32, j : 2) -> (i)";
    for (line, at, message) in [
        (
            format!("conflicts({access}, i, 0)"),
            "0)",
            "argument 3 of conflicts must be 1 or more, not 0",
        ),
        (
            format!("conflicts({access}, i, -4)"),
            "-4)",
            "argument 3 of conflicts must be 1 or more, not -4",
        ),
        (
            format!("conflicts({access}, i, 4, 0)"),
            "0)",
            "argument 4 of conflicts must be 1 or more, not 0",
        ),
        (
            format!("conflicts({access}, i, 64, 65)"),
            "64,",
            "a lane of 4160 bytes is over the limit of 4096",
        ),
        (format!("conflicts({access}, (i,j,i), 4)"), "(i,j,i)", "axis 'i' is named twice"),
        (format!("conflicts({access}, k, 4)"), "k,", "nothing is called 'k'"),
        (
            "conflicts((i : 32) -> (i, i), i, 4)".to_owned(),
            "(i : 32)",
            "argument 1 of conflicts must be a map to one axis of addresses, not one into (d0, d1)",
        ),
        (
            "vector_width((i : 32) -> (i, i), i)".to_owned(),
            "(i : 32)",
            "argument 1 of vector_width must be a map to one axis of addresses, not one into (d0, d1)",
        ),
        (
            "contiguity((i : 32) -> (), i)".to_owned(),
            "(i : 32)",
            "argument 1 of contiguity must be a map to one axis of addresses, not one into ()",
        ),
        (
            "disjoint(family<(n : 1..=3) (i : n) -> (i)>, (i : 4) -> (i, i))".to_owned(),
            "(i : 4)",
            "the codomains (d0) and (d0, d1) have nothing in common to be compared by",
        ),
        (
            "disjoint(family<(n : 1..=3) (i : n) -> (i)>, family<(n : 5..=6) (i : n) -> (i)>)"
                .to_owned(),
            "family<(n : 5",
            "parameter 'n' cannot be in 1..=3 and in 5..=6",
        ),
        (
            format!("vector_width({access}, i, 0)"),
            "0)",
            "argument 3 of vector_width must be 1 or more, not 0",
        ),
        (
            format!("vector_width({access}, i, -1)"),
            "-1)",
            "argument 3 of vector_width must be 1 or more, not -1",
        ),
        (
            "transform<swizzle(60, 0, 3), identity<(i : 64)> to (i : 64)>".to_owned(),
            "transform",
            "the transform swizzle(60, 0, 3) is refused: the shift of Sw<60,0,3> is less than its bits",
        ),
    ] {
        let (good, out, errors) = run(&[&line, "7"], false);
        assert!(!good && out == "7\n", "{line}: {out}");
        let column = line.rfind(at).expect("a place") + 1;
        assert!(errors.starts_with(&format!("<stdin>:1:{column}: error: {message}\n")), "{errors}");
    }
}

#[test]
fn texts_with_numbers_of_run_time_are_compared_member_by_member() {
    let declared = "n = 1..=64\ns = 0..=4096\n\
                    a = read(mlir, \"memref<?x4xf32, strided<[1, ?]>>\", n, s)";
    let last = |line: &str| {
        let (good, out, errors) = run(&[declared, line], false);
        assert!(good, "{line}: {errors}");
        out.lines().skip(3).collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    assert_eq!(
        last("same(a, (n,4):(1,n))"),
        "proved by symbolic if s eq n\n\
         disproved, (0, 3) is at (0) in one, at (3) in the other, by symbolic, at n = 1, s = 0 if s ne n"
    );
    assert_eq!(last("same(bind(a, n = 8, s = 8), (8,4):(1,8))"), "proved by affine");
    assert_eq!(last("translate((n,4):(1,n), mlir)"), "affine_map<(d0, d1)[n] -> (d0 + d1 * n)>");
    assert_eq!(
        last("translate(a, mlir, element = \"f16\")"),
        "memref<?x4xf16, strided<[1, ?]>>\n? = n, s"
    );
    assert_eq!(
        last("same(a, read(mlir, \"affine_map<(i, j)[s] -> (i + j * s)>\", (n,4)))"),
        "proved by structure"
    );
}

#[test]
fn texts_with_numbers_of_run_time_have_their_own_json() {
    let lines = ["n = 1..=8", "same((n,4):(1,n), (n,4):(n,1))"];
    let (good, out, errors) = run(&lines, true);
    assert!(good, "{errors}");
    let answer: Json = serde_json::from_str(out.lines().last().expect("an answer")).expect("JSON");
    assert_eq!(answer["parameters"], "(n : 1..=8)");
    let verdicts = answer["verdicts"].as_array().expect("verdicts");
    let said: Vec<&Json> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(said, ["proved", "disproved"]);
    assert_eq!(verdicts[0]["guard"], "n eq 1");
    assert_eq!(verdicts[1]["member"]["n"], 2);
    assert_eq!(answer["rest"], Json::Null);
}

#[test]
fn a_layout_of_one_mode_has_the_size_of_mode_0() {
    for (line, size) in [("size(4:1, 0)", 4), ("size((4):(1), 0)", 4), ("size(7, 0)", 7)] {
        assert_eq!(text(line).trim(), size.to_string(), "{line}");
    }
    let (good, _, errors) = run(&["size(4:1, 1)"], false);
    assert!(!good && errors.contains("no mode 1"), "{errors}");
}

#[test]
fn in_json_too_ways_that_were_not_found_are_unknown() {
    let lines = ["n = 1..=100", "zipped_product((n):(4), 4:5)"];
    let (good, out, errors) = run(&lines, true);
    assert!(good, "{errors}");
    let last = out.lines().last().expect("an answer");
    let answer: Json = serde_json::from_str(last).expect("JSON");
    assert_eq!(answer["rest"], "other ways: unknown, at n = 66 there is one", "{last}");
}
