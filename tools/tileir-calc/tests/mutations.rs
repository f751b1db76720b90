//! The law of the calculator, on lines that nobody would write: a value that reads back as itself,
//! or an error located in the line. Never a panic.
//!
//! Good lines are broken in thousands of ways: bytes changed, dropped, doubled, pieces of other
//! lines put in, brackets piled up.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tileir::proof::Budget;
use tileir_calc::batch::{Batch, Style};
use tileir_calc::error::Fault;
use tileir_calc::limits::STACK;
use tileir_calc::session::Session;
use tileir_calc::value::Value;

/// Lines of every kind.
const LINES: &[&str] = &[
    "composition((20):(2), (5,4):(4,1))",
    "a = (4,(2,8)):(1,(32,4))",
    "logical_divide((9,(4,8)):(59,(13,1)), (3:3, (2,4):(1,8)))",
    "complement(8:-3, 9223372036854775807)",
    "Sw<3,4,3> o 0 o (8,8):(8,1)",
    "zipped_divide(a, <4:1; 8:2>)",
    "slice((_,3), (8,8):(8,1))",
    "composition((8,8):(8,1), Sw<3,0,3> o Sw<1,2,1>)(2,1)",
    "logical_divide((4,6,8):(2,3,5) o 6:3, 2) o 3:1",
    "local_tile(9223372036854775807 o (12,(4,8)):(7,(1,30)), 128, 1)",
    "{lane = [1, 2, (4)], warp = [0]} -> (m : 8)",
    "{x = [(0,1), (1,0)]} -> (a : 2, b : 2)",
    "prove((i : 64, j : 8192) -> ((8192*i + j) floordiv 4 mod 128, i xor j) to (128, 8192))",
    "(i : n, j : 3) -> let t = i << 2 ^ j in (t / 3 % 5, t & 1) to (5, m : 2)",
    "prove(compose<identity<(i : 8)>, expr<(k : 4) -> (k * 9223372036854775807) to (i : 8)>>)",
    "#tileir.translate<[3], permute<(i : 4, j : 2) -> (j, i)> to (a : 7, b : 9)>",
    "product<identity<(i : 2)>, project<(j : 2, k : 3) -> (k)>>",
    "(i : 100 where i mod 3 eq 1) -> (8 floordiv (i - 50))",
    "invert_and_compose({t = [1, 2], blk = [0]} -> (m : 4), {t = [2, 1], blk = [0]} -> (m : 4), blk)",
    "n = -9223372036854775808",
    "equal((i : 4) -> (i), a) # a comment",
    "table(a)",
    "a(2,(1,3))",
    "vector_width((i : 64) -> (i * 2), i, 8)",
    "reshape_ins({lane = [1, 2]} -> (m : 4), (x : 2, y : 2))",
    "local_tile((16,8):(8,1), (4,4), (1,_))",
    "Sw<3,0,3> o (Sw<1,2,1> o 64:1)",
    "tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (16,128))",
    "make_tiled_copy((32,8):(8,1), (1,8):(0,1))",
    "local_partition((16,8):(8,1), (4,2):(1,4), 3)",
    "right_inverse((2,4,6):(4,1,8))",
    "blocked_product((2,5):(5,1), a)",
    "upcast((8,2):(1,8), 2)",
    "crd2idx((2,(1,3)), a)",
    "select((4,8,2):(1,4,32), 0, 2)",
    "help(composition)",
    "image(corr((i : 4, k : 3) -> (i) to (4), (i : 4, k : 3) -> (2*i) to (8)), 1)",
    "same_relation(converse(corr(a)) o corr(a), corr(identity<(d0 : 4, d1 : 16)>))",
    "simplify(corr((i : 4, k : 3) -> (i), (i : 4, k : 3) -> (2*i)), pairs)",
    "family<(p : 8..=64 by 8, s : 0..=9) (i : p) -> (i * s + p) to (m : p * 10)>",
    "bind(family<(p : 8..=64 by 8) (i : p, j : 3) -> (i + p * j)>, p = 16)",
    "logical_divide((m,8):(8,1), (16, m floordiv 4 + 1))",
    "(2*m, m / 4 + 1):(1, 2*m) o (4, m)",
    "q = 1..=4096 by 8",
    "preimage((i : 16, j : 448) -> (i, j floordiv 32) to (r : 16, c : 14), (3,5))",
    "image((8,4):(1,10))",
    "pieces((i : 9) -> ((i lt 4) * i + (i ge 4) * (12 - i)))",
    "Sw<3,0,3> o Sw<1,2,1>",
    "bases((o : 256) -> (o + 4*(o/64)))",
    "-n + 3 % 2 - 7 / -2 * 49152*65536",
    "(4,8):(1,4)(3,_)(2)",
    "compose<(i : 4) -> (i) to (a : 4), {x = [1, 2]} -> (i : 4)>",
    "replace((4,8,3):(1,4,32), 1, get(a, 1, 0))",
    "shape_div(ceil_div((20,9,5), (8,4)), size(a, 1))",
    "recast(Sw<3,4,3> o (8,64):(64,1), 8, 16)",
    "tiled_divide((9,10):(1,9), (3, 4))",
];

/// A change to a line.
#[derive(Clone, Debug)]
enum Change {
    /// A byte becomes another.
    Byte(usize, u8),
    /// Some bytes go.
    Drop(usize, usize),
    /// Some bytes stand there twice.
    Double(usize, usize),
    /// A piece of another line is put in.
    Insert(usize, usize, usize, usize),
    /// A bracket or operator, many times.
    Pile(usize, u8, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = || 0usize..100;
    let symbol = prop::sample::select(b"()[]{}<>,;:=-+*/%^&_o#0123456789 ".to_vec());
    prop_oneof![
        (at(), symbol.clone()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (at(), 1usize..12).prop_map(|(at, count)| Change::Drop(at, count)),
        (at(), 1usize..12).prop_map(|(at, count)| Change::Double(at, count)),
        (at(), 0..LINES.len(), at(), 1usize..30)
            .prop_map(|(at, line, from, count)| Change::Insert(at, line, from, count)),
        (at(), symbol, prop_oneof![Just(2usize), Just(1_200)])
            .prop_map(|(at, byte, count)| Change::Pile(at, byte, count)),
    ]
}

fn changed(line: &str, changes: &[Change]) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for change in changes {
        let place = |at: usize, bytes: &[u8]| at % (bytes.len() + 1);
        match *change {
            Change::Byte(at, byte) => {
                let at = place(at, &bytes);
                bytes.splice(at..(at + 1).min(bytes.len()), [byte]);
            }
            Change::Drop(at, count) => {
                let at = place(at, &bytes);
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Change::Double(at, count) => {
                let at = place(at, &bytes);
                let piece = bytes[at..(at + count).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Change::Insert(at, line, from, count) => {
                let at = place(at, &bytes);
                let other = LINES[line].as_bytes();
                let from = place(from, other);
                let piece = other[from..(from + count).min(other.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Change::Pile(at, byte, count) => {
                let at = place(at, &bytes);
                bytes.splice(at..at, std::iter::repeat_n(byte, count));
            }
        }
    }
    bytes
}

fn session() -> Session {
    let mut session = Session { budget: Budget::of_points(512), ..Session::default() };
    for line in ["a = (4,(2,8)):(1,(32,4))", "n = 6", "m = 8..=64 by 8"] {
        session.answer(line).expect(line);
    }
    session
}

/// Whether the language has words for a value.
fn is_written(value: &Value) -> bool {
    match value {
        Value::Tuple(items) => items.iter().all(is_written),
        Value::Integer(_)
        | Value::Whole
        | Value::Layout(_)
        | Value::Swizzle(_)
        | Value::Composed(_)
        | Value::Map(_)
        | Value::Family(_) => true,
        _ => false,
    }
}

/// What must hold of an answer: a value that can be written reads back as itself.
fn check_answer(session: &mut Session, value: &Value) -> Result<(), TestCaseError> {
    if !is_written(value) {
        return Ok(());
    }
    let text = value.to_string();
    match session.answer(&text) {
        Ok(Some(again)) => prop_assert_eq!(&again.value, value, "{}", text),
        other => prop_assert!(false, "'{}' reads back as {:?}", text, other),
    }
    Ok(())
}

fn check_fault(line: &str, fault: &Fault) -> Result<(), TestCaseError> {
    let span = &fault.span;
    prop_assert!(span.start <= span.end && span.end <= line.len(), "{:?} of {:?}", span, line);
    prop_assert!(line.get(span.clone()).is_some(), "{:?} of {:?} splits a character", span, line);
    prop_assert!(!fault.to_string().is_empty());
    Ok(())
}

/// Runs `cases` of `test` on a thread with room for the deepest nesting.
fn run<S>(cases: u32, strategy: S, test: fn(S::Value) -> Result<(), TestCaseError>)
where
    S: Strategy + Send + 'static,
{
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let runner = move || TestRunner::new(config).run(&strategy, test).map_err(|e| e.to_string());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(runner).expect("a thread");
    if let Err(error) = thread.join().expect("no panic") {
        panic!("{error}");
    }
}

#[test]
fn every_line_broken_has_a_value_or_a_place() {
    run(8_000, (0..LINES.len(), prop::collection::vec(change(), 1..4)), |(line, changes)| {
        let bytes = changed(LINES[line], &changes);
        let Ok(line) = std::str::from_utf8(&bytes) else { return Ok(()) };
        let mut session = session();
        match session.answer(line) {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => check_answer(&mut session, &answer.value),
            Err(fault) => check_fault(line, &fault),
        }
    });
}

#[test]
fn every_batch_of_bytes_ends() {
    let lines =
        prop::collection::vec((0..LINES.len(), prop::collection::vec(change(), 0..3)), 1..5);
    run(1_000, (lines, any::<bool>()), |(lines, json)| {
        let lines: Vec<Vec<u8>> =
            lines.iter().map(|(line, changes)| changed(LINES[*line], changes)).collect();
        let count = lines.iter().flatten().filter(|&&byte| byte == b'\n').count() + lines.len();
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        let style = Style { json, brief: false };
        Batch { session: session(), style, out: &mut out, errors: &mut errors }
            .run("<stdin>", lines.join(&b'\n').as_slice())
            .expect("streams in memory");
        let out = String::from_utf8(out).expect("text");
        prop_assert!(String::from_utf8(errors).is_ok());
        if json {
            prop_assert!(out.lines().count() <= count);
            for line in out.lines() {
                let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
                prop_assert!(object["line"].is_number());
            }
        }
        Ok(())
    });
}
