//! Conversions beside Triton's: every `ttg.convert_layout` of the twelve files, what the cheapest
//! plan here makes of it, and what Triton's own lowering does.
//!
//! `tests/interop_triton/conversions.json` is the table; docs/BENCHMARKS.md says how Triton's half was
//! counted. The laws:
//!
//! | law | |
//! |---|---|
//! | 1 | each conversion stands in one row, and each row's conversions are in its file |
//! | 2 | *ours* is what the report says |
//! | 3 | ours has no more shared bytes, wavefronts, accesses or barriers than Triton's, or the row says why |
//! | 4 | no row says why without need |

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Value, json};
use tileir_translate::source::Source;
use tileir_translate::ttgir::{Import, Survey};

/// What both are compared by: shared bytes of a block, wavefronts of a block, accesses of a thread,
/// barriers.
const FIGURES: [&str; 4] = ["bytes", "wavefronts", "accesses", "barriers"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/interop_triton")
}

fn rows() -> Vec<Value> {
    let text = fs::read_to_string(folder().join("conversions.json")).unwrap();
    let Value::Array(rows) = serde_json::from_str(&text).unwrap() else {
        panic!("no list of rows")
    };
    rows
}

/// The conversions of a file by their lines, as the table has ours.
fn reported(file: &str) -> BTreeMap<u64, Value> {
    let bytes = fs::read(folder().join("ttgir").join(format!("{file}.ttgir"))).unwrap();
    let source = Source::new(file, &bytes);
    let import = Import::of(&source);
    assert!(import.is_complete(), "{file}: {:?}", import.problems());
    let report = Survey::of(&import, None).unwrap().to_json();
    let conversions = report["sections"][0]["conversions"].as_array().unwrap();
    let of = |conversion: &Value| (conversion["line"].as_u64().unwrap(), ours(&conversion["plan"]));
    conversions.iter().map(of).collect()
}

/// A plan of the report in the table's words.
fn ours(plan: &Value) -> Value {
    let exchange = &plan["exchange"];
    let side = |side: &Value| match side["count"].as_u64() {
        Some(count) => json!(format!("{count} of {} bytes", side["bytes"])),
        None => json!("none"),
    };
    let count = |side: &Value| side["count"].as_u64().unwrap_or(0);
    json!({
        "kind": plan["kind"],
        "bytes": exchange["bytes"].as_i64().unwrap_or(0),
        "writes": side(&exchange["writes"]),
        "reads": side(&exchange["reads"]),
        "accesses": count(&exchange["writes"]) + count(&exchange["reads"]),
        "wavefronts": plan["wavefronts"],
        "shuffles": plan["shuffles"],
        "barriers": plan["barriers"],
    })
}

/// The figures of which ours has more than Triton's.
fn more(row: &Value) -> Vec<&'static str> {
    let of = |side: &str, figure: &str| row[side][figure].as_u64().unwrap();
    FIGURES.into_iter().filter(|figure| of("ours", figure) > of("triton", figure)).collect()
}

#[test]
fn every_conversion_has_one_row_with_what_the_report_says() -> io::Result<()> {
    let mut expected = BTreeMap::new();
    for entry in fs::read_dir(folder().join("ttgir"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let conversions = reported(&name);
        expected.extend(conversions.into_iter().map(|(line, ours)| ((name.clone(), line), ours)));
    }
    assert_eq!(expected.len(), 29);
    for row in rows() {
        let file = row["file"].as_str().unwrap();
        for line in row["lines"].as_array().unwrap() {
            let line = line.as_u64().unwrap();
            let reported = expected.remove(&(file.to_owned(), line));
            assert_eq!(reported.as_ref(), Some(&row["ours"]), "{file}:{line}");
        }
    }
    assert!(expected.is_empty(), "no row has {:?}", expected.keys());
    Ok(())
}

#[test]
fn ours_is_no_dearer_than_tritons_unless_the_row_says_why() {
    for row in rows() {
        let more = more(&row);
        let named: Vec<&str> = row["why"].as_object().unwrap().keys().map(String::as_str).collect();
        let words = |why: &Value| why.as_str().is_some_and(|why| !why.is_empty());
        assert!(row["why"].as_object().unwrap().values().all(words), "{row}");
        assert_eq!(named, more, "{}:{}", row["file"], row["lines"]);
    }
}
