//! Layouts with numbers of run time on the command line, as `docs/TRANSLATE.md` has them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tileir-translate")).args(arguments).output().unwrap()
}

/// The words of a command, those in quotation marks whole.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words
}

#[test]
fn the_page_s_examples_are_what_is_printed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/TRANSLATE.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("## Numbers of run time").nth(1).unwrap();
    let mut examples: Vec<(Vec<String>, String)> = Vec::new();
    let mut inside = false;
    for line in section.lines() {
        if let Some(command) = line.strip_prefix("    $ tileir-translate ") {
            examples.push((words(command), String::new()));
            inside = true;
        } else if let (true, Some(text)) = (inside, line.strip_prefix("    ")) {
            examples.last_mut().unwrap().1.push_str(&format!("{text}\n"));
        } else {
            inside = false;
        }
    }
    assert_eq!(examples.len(), 6);
    for (arguments, printed) in examples {
        let output = run(&arguments);
        let found = String::from_utf8(output.stdout).unwrap();
        assert_eq!(found, printed, "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let equal = !printed.contains("disproved") && !printed.contains("says nothing");
        assert_eq!(output.status.code(), Some(if equal { 0 } else { 1 }));
    }
}

#[test]
fn what_cannot_be_said_has_a_reason() {
    let cases = [
        (
            "--from=cute --to=ttg --parameter='n : 1..=64' '(4,n):(n,1)'",
            "error: ttg has no numbers of run time: an encoding is a bit matrix, of so many bits as \
             the tile, the lanes and the warps have, and these are numbers\n",
        ),
        (
            "--from=mlir --to=cute --parameter='n : 1..=64' 'memref<?xf32>'",
            "error: the text has 1 '?', and 0 parameters are named for them; --unknowns names them, \
             those of --same-as --same-unknowns\n",
        ),
        (
            "--from=mlir --same-as='mlir:strided<[8, 1]>' 'affine_map<(d0, d1) -> (d0 * 8 + d1)>'",
            "error: an affine map does not say the shape of its tile; the context must; --shape \
             says it, as --shape=16,8\n",
        ),
    ];
    for (line, said) in cases {
        let output = run(&words(line));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
        assert_eq!(output.status.code(), Some(1));
    }
}

/// A text that does not say the shape of its tile is of the other's, whichever is first, and a shape
/// that is given is for the text that does not say its own.
#[test]
fn a_shape_is_said_once() {
    let own = [
        ("cute:(4,8):(8,1)", "", ""),
        ("mlir:memref<4x8xf32>", "", ""),
        ("tilelang:Layout((4, 8) -> (4, 8), transform: (_i, _j) -> (_i, _j))", "", ""),
        ("cute:(4,n):(8,1)", "n : 8..=8", ""),
        ("mlir:memref<4x?xf32, strided<[8, 1]>>", "n : 8..=8", "n"),
    ];
    let others = [
        "mlir:strided<[8, 1]>",
        "mlir:affine_map<(d0, d1) -> (d0 * 8 + d1)>",
        "ttg:#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>",
        "tirx:T.index_map(lambda i, j: (i * 8 + j,))",
    ];
    for (says, parameter, unknown) in own {
        for leaves in others {
            // What is known at run time only is no shape of an encoding of Triton.
            let encoding = leaves.starts_with("ttg") && !parameter.is_empty();
            let orders =
                [(says, leaves, ["--unknowns", "x"]), (leaves, says, ["--same-unknowns", "x"])];
            for (first, second, [unknowns, _]) in orders {
                for shape in ["", "--shape=4,8"] {
                    let (system, text) = first.split_once(':').unwrap();
                    let mut line = vec![format!("--from={system}"), format!("--same-as={second}")];
                    line.extend(
                        (!parameter.is_empty()).then(|| format!("--parameter={parameter}")),
                    );
                    line.extend((!unknown.is_empty()).then(|| format!("{unknowns}={unknown}")));
                    line.extend((!shape.is_empty()).then(|| shape.to_owned()));
                    line.push(text.to_owned());
                    let output = run(&line);
                    let found = String::from_utf8(output.stdout).unwrap();
                    let error = String::from_utf8(output.stderr).unwrap();
                    let proved = found.starts_with("proved by ") && output.status.success();
                    assert!(proved || encoding, "{line:?}: {found}{error}");
                }
            }
        }
    }
}

/// Also where one of the two has parameters in what is no extent, and where a key is said twice.
#[test]
fn a_shape_is_the_other_s_and_a_key_is_said_once() {
    let line = "--from=mlir --same-as='cute:(128):(n)' --parameter='n : 1..=16' \
                'affine_map<(d0) -> (d0 * 2)>'";
    let said = "proved by symbolic if n eq 2\ndisproved by symbolic if n ne 2: at n = 1, ";
    let output = String::from_utf8(run(&words(line)).stdout).unwrap();
    assert!(output.starts_with(said), "{output}");
    let cases = [
        (
            "--from=tirx --to=tirx 'T.TileLayout.from_iters(shard=(T.Iter(4,1,\"m\"),), offset={\"m\": 1, \"m\": 2})'",
            "error: at byte 66: 'm' is said twice",
        ),
        (
            "--from=mlir --to=cute-tv 'nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], mmaShape = [16, 8, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> : C'",
            "error: at byte 53: 'mmaShape' is said twice",
        ),
    ];
    for (line, said) in cases {
        let output = run(&words(line));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(said), "{error}");
        assert_eq!(output.status.code(), Some(1));
    }
}

/// What a text leaves open is of a text: a module of TTGIR leaves nothing open.
#[test]
fn what_is_left_open_is_of_a_text() {
    let options = [
        "--parameter=n : 1..=4",
        "--unknowns=n",
        "--shape=4",
        "--lanes=32",
        "--warps=4",
        "--bits=16",
        "--element=f16",
    ];
    for option in options {
        for task in [&["--import-ttgir=-"][..], &[]] {
            let line: Vec<String> =
                task.iter().chain([&option]).map(|&word| word.to_owned()).collect();
            assert_eq!(run(&line).status.code(), Some(2), "{line:?}");
        }
    }
}
