//! `read(write(read(text)))` is `read(text)`, over every text of the oracles and over layouts drawn
//! at random, from each system into each.

mod common;

use common::budgets::with_and_without_points;
use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;
use tileir::interop::meaning::{
    Context, Meaning, Places, System, TranslateError, read, same, write,
};
use tileir::interop::tilelang;

fn rows(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
}

/// Every object inside a value.
fn objects(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(fields) => {
            found.push(value.clone());
            fields.values().for_each(|value| objects(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| objects(value, found)),
        _ => {}
    }
}

fn all(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    rows(text).for_each(|row| objects(&row, &mut found));
    found
}

/// What became of texts: how many each system said again, and why it could not.
#[derive(Default)]
struct Tally {
    read: usize,
    written: BTreeMap<&'static str, usize>,
    refused: BTreeMap<(&'static str, String), usize>,
}

impl Tally {
    fn add(&mut self, meaning: &Meaning) {
        self.read += 1;
        for target in System::ALL {
            let context = Context::of_shape(meaning.shape());
            match write(target, meaning, &context) {
                Ok(text) => {
                    *self.written.entry(target.name()).or_default() += 1;
                    assert!(!text.is_empty());
                }
                Err(TranslateError::NotProved { text, verdict }) => {
                    panic!("{target}: {text}: {verdict}")
                }
                Err(error) => {
                    let head = error.to_string().chars().take(60).collect();
                    *self.refused.entry((target.name(), head)).or_default() += 1;
                }
            }
        }
    }

    fn said(&self, system: System) -> usize {
        self.written.get(system.name()).copied().unwrap_or(0)
    }

    fn show(&self, what: &str) {
        println!("{what}: {} read, written {:?}", self.read, self.written);
        for ((system, why), count) in &self.refused {
            println!("  {system} {count} times: {why}");
        }
    }
}

fn tree(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(tree).collect();
            Some(format!("({})", items?.join(",")))
        }
        _ => None,
    }
}

/// Layouts of CuTe, of all its files: elements to addresses.
#[test]
fn layouts_of_cute() {
    let mut texts = std::collections::BTreeSet::new();
    for file in [
        include_str!("../test/oracles/cute_algebra.jsonl"),
        include_str!("../test/oracles/pycute_algebra.jsonl"),
        include_str!("../test/oracles/cutedsl_algebra.jsonl"),
        include_str!("../test/oracles/tilelang_cute.jsonl"),
    ] {
        for object in all(file) {
            let part = |name| object.get(name).and_then(tree);
            texts.extend(part("shape").zip(part("stride")).map(|(a, b)| format!("{a}:{b}")));
            if let (Some(swizzle), Some(b)) =
                (object.get("a").and_then(|a| a.get("swizzle")).and_then(tree), object.get("b"))
                && let (Some(shape), Some(stride)) =
                    (b.get("shape").and_then(tree), b.get("stride").and_then(tree))
            {
                let offset = object.get("offset").and_then(tree).unwrap_or("0".to_owned());
                let swizzle = swizzle.trim_matches(['(', ')']);
                texts.insert(format!("Sw<{swizzle}> o {offset} o {shape}:{stride}"));
            }
        }
    }
    let mut tally = Tally::default();
    let mut unread = 0;
    for text in &texts {
        match read(System::Cute, text, &Context::default()) {
            Ok(meaning) => tally.add(&meaning),
            Err(_) => unread += 1,
        }
    }
    tally.show("CuTe");
    assert!(tally.read > 800 && unread == 0, "{} read, {unread} not", tally.read);
    for system in [System::Tileir, System::Mlir, System::Cute] {
        assert_eq!(tally.said(system), tally.read, "{system}");
    }
    // Two have an extent of 0, which these have no layouts of.
    for system in [System::TileLang, System::Tirx] {
        assert_eq!(tally.said(system), tally.read - 2, "{system}");
    }
}

/// Atoms by name, each operand.
#[test]
fn atoms_of_cute() {
    let mut tally = Tally::default();
    for row in rows(include_str!("../test/oracles/cute_atoms.jsonl")) {
        let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
        let operands: &[&str] = match row.get("kind").and_then(Value::as_str) {
            Some("mma_atom") => &["A", "B", "C"],
            Some("copy_atom") => &["S", "D", "R"],
            _ => continue,
        };
        for operand in operands {
            let meaning = read(System::Cute, &format!("{name}:{operand}"), &Context::default());
            if let Ok(meaning) = meaning {
                tally.add(&meaning);
            }
        }
    }
    tally.show("atoms");
    assert!(tally.read > 150, "{}", tally.read);
    assert_eq!(tally.said(System::Tileir), tally.read);
}

/// Encodings of Triton.
#[test]
fn encodings_of_triton() {
    let (mut tally, mut memories) = (Tally::default(), 0);
    for line in include_str!("interop_triton/encodings.txt").lines() {
        let parts: Vec<&str> = line.split("; ").collect();
        let [shape, text, map] = parts[..] else { continue };
        if line.starts_with('#') || map == "error" {
            continue;
        }
        let shape: Vec<i64> = shape
            .trim_matches(['[', ']'])
            .split(", ")
            .map(|extent| extent.parse().unwrap())
            .collect();
        match read(System::Ttg, text, &Context::of_shape(&shape)) {
            Ok(meaning) => {
                let places = [Places::TensorMemory, Places::BlockTensorMemory];
                memories += usize::from(places.contains(&meaning.places()));
                tally.add(&meaning);
            }
            // Pieces of memory that alternate between buffers.
            Err(TranslateError::Axis { axis, .. }) => assert_eq!(axis, "partition"),
            Err(error) => panic!("{text} of {shape:?}: {error}"),
        }
    }
    tally.show("Triton");
    assert!(tally.read > 250, "{}", tally.read);
    assert_eq!(tally.said(System::Tileir), tally.read);
    // All but tensor memory, of which linear encodings do not speak.
    assert_eq!(tally.said(System::Ttg) + memories, tally.read, "{:?}", tally.written);
}

/// TileLang's layouts and fragments, as it prints them.
#[test]
fn layouts_of_tilelang() {
    let mut texts = std::collections::BTreeSet::new();
    for object in all(include_str!("../test/oracles/tilelang.jsonl")) {
        let numbers = |name: &str| -> Option<Vec<i64>> {
            object.get(name)?.as_array()?.iter().map(Value::as_i64).collect()
        };
        let expressions = |name: &str| -> Option<Vec<&str>> {
            object.get(name)?.as_array()?.iter().map(Value::as_str).collect()
        };
        let Some(inputs) = numbers("input_shape") else { continue };
        if let Some(index) = expressions("index_expr")
            && let Ok(layout) = tilelang::Layout::read(&inputs, &index)
        {
            texts.insert(layout.to_string());
        }
        let thread = object.get("thread_expr").and_then(Value::as_str);
        if let (Some(thread), Some(index)) = (thread, expressions("index_expr"))
            && let Some(times) = object.get("replicate").and_then(Value::as_i64)
            && let Ok(fragment) = tilelang::Fragment::read(&inputs, thread, &index, times)
        {
            texts.insert(fragment.to_string());
        }
    }
    let mut tally = Tally::default();
    let mut unread = 0;
    for text in &texts {
        match read(System::TileLang, text, &Context::default()) {
            Ok(meaning) => tally.add(&meaning),
            Err(error) => {
                println!("{text}: {error}");
                unread += 1;
            }
        }
    }
    for helper in tilelang::helpers() {
        tally.add(&read(System::TileLang, helper.name, &Context::default()).unwrap());
    }
    tally.show("TileLang");
    assert!(tally.read > 60 && unread == 0, "{} read, {unread} not", tally.read);
    assert_eq!([System::Tileir, System::TileLang].map(|own| tally.said(own)), [tally.read; 2]);
}

/// TIRx's tile layouts and composed layouts, as TVM prints them.
#[test]
fn layouts_of_tirx() {
    let mut texts = std::collections::BTreeSet::new();
    for file in [
        include_str!("../test/oracles/tvm_tirx.jsonl"),
        include_str!("../test/oracles/tvm_tirx_standalone.jsonl"),
    ] {
        for object in all(file) {
            texts.extend(object.get("repr").and_then(Value::as_str).map(str::to_owned));
        }
    }
    let mut tally = Tally::default();
    let mut unread = BTreeMap::<String, usize>::new();
    for text in &texts {
        match read(System::Tirx, text, &Context::default()) {
            Ok(meaning) => tally.add(&meaning),
            // Lanes that are of no warp until its size is said.
            Err(TranslateError::Threads { found, .. }) => {
                let said = Context { lanes: Some(found), ..Context::default() };
                tally.add(&read(System::Tirx, text, &said).unwrap());
            }
            Err(error) => *unread.entry(error.to_string()).or_default() += 1,
        }
    }
    tally.show("TIRx");
    assert!(tally.read > 300 && unread.is_empty(), "{} read, {unread:#?}", tally.read);
    // Two overlap themselves: no sum over elements and copies is what they are.
    assert!(tally.said(System::Tirx) + 2 >= tally.read, "{:?}", tally.written);
    assert_eq!(tally.said(System::Tileir), tally.read);
}

/// What a system wrote of a layout, read again, is the layout.
fn kept(target: System, meaning: &Meaning) -> Result<Option<String>, TestCaseError> {
    let context = Context::of_shape(meaning.shape());
    match write(target, meaning, &context) {
        Ok(text) => {
            let again = read(target, &text, &context).unwrap();
            let verdict = with_and_without_points(|budget| same(&again, meaning, budget)).unwrap();
            prop_assert!(verdict.is_proved(), "{text}: {verdict}");
            Ok(Some(text))
        }
        Err(TranslateError::NotProved { text, verdict }) => {
            Err(TestCaseError::fail(format!("{text}: {verdict}")))
        }
        Err(_) => Ok(None),
    }
}

/// A permutation of `0..bits`, and a few XORs on top: the bases of a bijection.
fn bijection(bits: usize) -> impl Strategy<Value = Vec<i64>> {
    let order = Just((0..bits).collect::<Vec<usize>>()).prop_shuffle();
    let adds = proptest::collection::vec((0..bits, 0..bits), 0..3);
    (order, adds).prop_map(move |(order, adds)| {
        let mut bases: Vec<i64> = order.into_iter().map(|bit| 1i64 << bit).collect();
        for (to, from) in adds {
            if to != from {
                bases[to] ^= bases[from];
            }
        }
        bases
    })
}

/// A distribution with these bases, of two bits of registers, five of lanes, then warps.
fn linear(bases: &[i64]) -> String {
    // Rows are the low three bits, columns the others.
    let list = |bases: &[i64]| {
        let items = bases.iter().map(|basis| format!("({},{})", basis & 7, basis >> 3));
        format!("[{}]", items.collect::<Vec<_>>().join(", "))
    };
    let (register, rest) = bases.split_at(2);
    let (lane, warp) = rest.split_at(5);
    format!(
        "#tileir.distribution<bit_linear<(warp : 2, lane : 32, register : 4) -> (i : 8, j : 32), \
         warp = {}, lane = {}, register = {}>>",
        list(warp),
        list(lane),
        list(register)
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every bijection over GF(2) is a fragment and a distribution, and an encoding where no
    /// register and no lane moves along both dimensions; what permutes bits is a linear encoding,
    /// a thread-value layout and a tile layout too.
    #[test]
    fn registers(bases in bijection(8)) {
        let text = linear(&bases);
        let meaning = read(System::Tileir, &text, &Context::of_shape(&[8, 32])).unwrap();
        for target in [System::TileLang, System::Tileir] {
            prop_assert!(kept(target, &meaning)?.is_some(), "{target}: {text}");
        }
        let permutes = bases.iter().all(|basis| basis.count_ones() == 1);
        let straight = bases[..7].iter().all(|basis| basis & 7 == 0 || basis >> 3 == 0);
        let encoding = kept(System::Ttg, &meaning)?;
        prop_assert_eq!(encoding.is_some(), straight, "{}", text);
        if let Some(encoding) = encoding {
            let generic = encoding.starts_with("#ttg.generic_linear");
            prop_assert_eq!(generic, !permutes, "{}", encoding);
        }
        for target in [System::CuteTv, System::Tirx] {
            let written = kept(target, &meaning)?;
            prop_assert!(written.is_some() || !permutes, "{target}: {text}");
        }
        kept(System::Mlir, &meaning)?;
    }

    /// A bijection of memory over GF(2) is a shared encoding, a layout of TileLang, an index map
    /// and an affine map, XOR or not.
    #[test]
    fn memory(bases in bijection(7)) {
        let list: Vec<String> =
            bases.iter().map(|basis| format!("[{}, {}]", basis & 7, basis >> 3)).collect();
        let text = format!("#ttg.shared_linear<{{offset = [{}]}}, alignment = 16>", list.join(", "));
        let meaning = read(System::Ttg, &text, &Context::of_shape(&[8, 16])).unwrap();
        for target in [System::Ttg, System::TileLang, System::Tirx, System::Mlir, System::Tileir] {
            prop_assert!(kept(target, &meaning)?.is_some(), "{target}: {text}");
        }
        kept(System::Cute, &meaning)?;
    }

    /// A swizzled layout is found again from its function alone.
    #[test]
    fn swizzles(bits in 1i64..=3, base in 0i64..=3, far in 0i64..=2, below in any::<bool>(),
                offset in 0i64..3, rows in 3u32..5) {
        let shift = (bits + far) * if below { -1 } else { 1 };
        let shape = format!("({},{})", 1i64 << rows, 64);
        let text = format!("Sw<{bits},{base},{shift}> o {} o {shape}:(64,1)", offset * 8);
        let meaning = read(System::Cute, &text, &Context::default()).unwrap();
        prop_assert!(kept(System::Cute, &meaning)?.is_some(), "{text}");
        prop_assert!(kept(System::Tirx, &meaning)?.is_some(), "{text}");
    }

    /// Layouts of CuTe with any extents and strides, apart where they should be.
    #[test]
    fn layouts(extents in proptest::collection::vec(1i64..=6, 1..4), pads in proptest::collection::vec(0i64..4, 4),
               offset in 0i64..9) {
        let mut next = 1;
        let mut strides = Vec::new();
        for (extent, pad) in extents.iter().zip(&pads) {
            strides.push(next);
            next = next * extent + pad;
        }
        let list = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let text = format!("Sw<0,4,3> o {offset} o ({}):({})", list(&extents), list(&strides));
        let meaning = read(System::Cute, &text, &Context::default()).unwrap();
        for target in [System::Cute, System::TileLang, System::Tirx, System::Mlir, System::Tileir] {
            prop_assert!(kept(target, &meaning)?.is_some(), "{target}: {text}");
        }
    }

    /// Layouts of XeGPU.
    #[test]
    fn xegpu(sg in 0u32..3, lane in 0u32..3, data in 0u32..2, inst in 0u32..2, turned in any::<bool>()) {
        let (sg, lane, data) = ([1i64 << sg, 2], [1i64 << lane, 4], [1i64 << data, 1]);
        let inst = [(lane[0] * data[0]) << inst, 8];
        let sg_data = [inst[0] * 2, 16];
        let order = if turned { ", order = [0, 1]" } else { "" };
        let text = format!(
            "#xegpu.layout<sg_layout = {sg:?}, sg_data = {sg_data:?}, inst_data = {inst:?}, \
             lane_layout = {lane:?}, lane_data = {data:?}{order}>"
        );
        let shape = [sg[0] * sg_data[0] * 2, sg[1] * sg_data[1]];
        let lanes = Some(lane[0] * lane[1]);
        let context = Context { lanes, ..Context::of_shape(&shape) };
        let meaning = read(System::Mlir, &text, &context).unwrap();
        let again = write(System::Mlir, &meaning, &context);
        prop_assert!(again.is_ok(), "{text} of {shape:?}: {again:?}");
        prop_assert!(kept(System::CuteTv, &meaning)?.is_some(), "{text}");
    }
}
