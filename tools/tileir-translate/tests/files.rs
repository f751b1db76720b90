//! Files as the compiler wrote them, and the same files broken: how many repartitions come out,
//! and what is said of those that don't.

use std::fs;
use std::path::Path;

use tileir_translate::source::Source;
use tileir_translate::ttgir::{Import, Survey};

/// Four programs for three targets, by Triton 3.9, and the conversions they have.
const FILES: [(&str, usize); 12] = [
    ("matmul-gfx942-w4", 0),
    ("matmul-sm80-w4", 1),
    ("matmul-sm90-w4", 1),
    ("rowsum_bcast-gfx942-w4", 0),
    ("rowsum_bcast-sm80-w4", 0),
    ("rowsum_bcast-sm90-w4", 0),
    ("softmax-gfx942-w4", 0),
    ("softmax-sm80-w4", 0),
    ("softmax-sm90-w4", 0),
    ("transpose-gfx942-w4", 9),
    ("transpose-sm80-w4", 9),
    ("transpose-sm90-w4", 9),
];

fn bytes(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/interop_triton/ttgir");
    fs::read(folder.join(format!("{name}.ttgir"))).unwrap()
}

/// Imports these bytes, and holds the import to the law: what is missing is said to be.
fn imported(bytes: &[u8]) -> Import {
    let source = Source::new("f.ttgir", bytes);
    let import = Import::of(&source);
    let there = import.module().matches("= tileir.repartition %x").count();
    assert_eq!(there, import.repartitions());
    assert!(import.repartitions() <= import.conversions());
    let missing = import.conversions() - import.repartitions();
    assert!(import.problems().len() >= missing);
    assert_eq!(import.is_complete(), import.problems().is_empty());
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.split('\n').collect();
    for problem in import.problems() {
        let line = lines[problem.line - 1];
        assert_eq!(line.trim_end_matches('\r'), problem.quoted.trim_end_matches('\r'));
        assert!((1..=line.len() + 1).contains(&problem.column), "{problem}");
        let place = format!("f.ttgir:{}:{}: error: ", problem.line, problem.column);
        assert!(problem.to_string().starts_with(&place));
    }
    import
}

#[test]
fn every_conversion_of_every_file_becomes_a_repartition() {
    for (name, conversions) in FILES {
        let import = imported(&bytes(name));
        assert!(import.is_complete(), "{name}: {:?}", import.problems());
        assert_eq!((import.conversions(), import.repartitions()), (conversions, conversions));
        let survey = Survey::of(&import, None).unwrap();
        let expected = match name {
            _ if name.contains("sm80") => "sm_80",
            _ if name.contains("sm90") => "sm_90a",
            _ => "vulkan64",
        };
        assert_eq!(survey.parts[0].target.name, expected);
        for conversion in &survey.parts[0].conversions {
            for facts in [&conversion.from_facts, &conversion.to_facts] {
                let facts = facts.as_ref().unwrap();
                let four = &facts.facts;
                let always = [&four.total, &four.bounds, &four.surjective];
                assert!(always.iter().all(|verdict| verdict.is_proved()), "{name}");
                assert!(facts.injective_but_free.is_proved(), "{name}");
                assert_eq!(four.injective.is_proved(), facts.free.is_empty(), "{name}");
            }
            assert!(conversion.plan.is_ok());
        }
    }
}

/// A file that was cut off anywhere is not complete, unless nothing but space is missing.
#[test]
fn a_truncated_file_is_never_complete() {
    for (name, conversions) in FILES {
        let whole = bytes(name);
        let end = whole.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap() + 1;
        for length in (0..end).step_by(61).chain([end - 1]) {
            let import = imported(&whole[..length]);
            assert!(!import.is_complete(), "{name}, {length} bytes");
            assert!(import.conversions() <= conversions);
        }
        assert!(imported(&whole[..end]).is_complete());
    }
}

/// Bytes that are changed at places from a fixed sequence: nothing panics, and what is reported
/// agrees with what comes out.
#[test]
fn flipped_bytes_are_read_or_reported() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    for (name, _) in FILES {
        let whole = bytes(name);
        for round in 0..16 {
            let mut broken = whole.clone();
            for _ in 0..=round / 4 {
                let at = next(broken.len());
                broken[at] = match round % 4 {
                    0 => next(256) as u8,
                    1 => broken[at] ^ 1 << next(8),
                    2 => b"0123456789"[next(10)],
                    _ => b"<>[]{}()#%\",=x-: \n"[next(18)],
                };
            }
            let import = imported(&broken);
            let survey = Survey::of(&import, None).unwrap();
            assert_eq!(survey.repartitions, import.repartitions());
            assert!(!survey.to_string().is_empty() && survey.to_json().is_object());
        }
    }
}

#[test]
fn bytes_without_meaning_are_one_problem_or_two() {
    for junk in [&b""[..], b"\0\xff\xfe\x80", b"hello", b"// a comment\n", b"\xe2\x28"] {
        let import = imported(junk);
        assert!(!import.is_complete());
        assert!((1..=2).contains(&import.problems().len()));
    }
}
