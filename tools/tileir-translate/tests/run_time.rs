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
    assert_eq!(examples.len(), 5);
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
            "--from=cute --to=tilelang --parameter='n : 1..=64' '(4,n):(n,1)'",
            "error: tilelang: numbers that are known at run time only are not read or written\n",
        ),
        (
            "--from=mlir --to=cute --parameter='n : 1..=64' 'memref<?xf32>'",
            "error: the text has 1 '?', and 0 parameters are named for them\n",
        ),
    ];
    for (line, said) in cases {
        let output = run(&words(line));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
        assert_eq!(output.status.code(), Some(1));
    }
}
