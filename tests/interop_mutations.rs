//! Every reader of another system's text, on damaged text: an error or a value, never a panic;
//! and what is read is written so that it is read again.

use std::fmt::Display;
use std::str::FromStr;

use proptest::prelude::*;
use tileir::interop::cute::atoms;
use tileir::interop::cute::dialect::CuteType;
use tileir::interop::tilelang::{Fragment, Layout};
use tileir::interop::tirx::{ComposeLayout, IndexMap, TileLayout};

const TEXTS: [&str; 12] = [
    r#"!cute.layout<"(?,?{div=64},((4,2),8)):(?{i64 div=64},1,((1@1,2),?{div=64}))">"#,
    r#"!cute.composed_layout<"S<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))">"#,
    r#"!cute.tile<"[1:0;(4,2):(1,8);_]">"#,
    "Layout((8, 64) -> (512,), transform: (_i, _j) -> (_i * 64 + T.bitwise_xor(_j // 8, _i) * 8 + _j % 8,))",
    "Layout([4, 4] -> [16], transform: [_i, _j] -> [(_i << 2) + (_j >> 0)])",
    "Fragment((8, 8) -> (2,), replicate: 2, thread: 64, forward_thread: _rep * 32 + _i * 4 + _j // 2, forward_index: (_j % 2,))",
    "T.TileLayout(T.S[(2, 8, 4, 2):(2, 4 @ Axis.laneid, 1 @ Axis.laneid, 1)] + T.R[2:4 @ Axis.warpid] + (5 + 1 @ Axis.warpid))",
    "T.TileLayout.from_iters(shard=[T.Iter(4, 32, \"TLane\"), T.Iter(8, 1, \"TCol\")], replica=[], offset={\"TLane\": 16})",
    "T.ComposeLayout(3, 2, 3, T.TileLayout(T.S[(8, 64):(64, 1)]), swizzle_inner=False)",
    "T.index_map(lambda i, j: (i, (j // T.int64(8) ^ i % T.int64(8)) * T.int64(8) + j % T.int64(8)))",
    "SM80_16x8x16_F32F16F16F32_TN",
    "GMMA::Layout_K_SW128_Atom<half_t>",
];

fn read_again<T: FromStr + Display + PartialEq + std::fmt::Debug>(text: &str)
where
    T::Err: Display + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>();
            assert_eq!(again.ok().as_ref(), Some(&value), "{text}: {written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// All readers on one text.
fn read(text: &str) {
    read_again::<CuteType>(text);
    read_again::<TileLayout>(text);
    read_again::<ComposeLayout>(text);
    read_again::<IndexMap>(text);
    // Simplified on the way in: the text is another one, the layout the same.
    if let Ok(layout) = text.parse::<Layout>()
        && let Some(expressions) = layout.expressions()
    {
        let expressions: Vec<&str> = expressions.iter().map(String::as_str).collect();
        let again = Layout::read(layout.inputs(), &expressions).unwrap();
        assert_eq!(again.outputs(), layout.outputs(), "{text}");
    }
    if let Ok(fragment) = text.parse::<Fragment>() {
        assert!(fragment.thread_count() > 0);
    }
    for error in [atoms::mma(text).err(), atoms::copy(text).err(), atoms::smem(text).err()]
        .into_iter()
        .flatten()
    {
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn every_prefix_is_read_or_refused() {
    for text in TEXTS {
        for end in 0..=text.len() {
            if let Some(prefix) = text.get(..end) {
                read(prefix);
            }
        }
    }
}

#[test]
fn depth_and_length_are_limited() {
    for open in ["(", "[", "-", "T.int64(", "(_i + ", "!cute.shape<\"("] {
        read(&open.repeat(100_000));
        for text in TEXTS {
            read(&text.replace('(', &format!("({}", open.repeat(2_000))));
        }
    }
    read(&TEXTS.join(" "));
    let long = format!("T.index_map(lambda i: ({}i,))", "i + ".repeat(50_000));
    assert!(long.parse::<IndexMap>().is_ok());
    let squares = (0..60).fold("i".to_owned(), |text, _| format!("({text}) * 2 + 1"));
    assert!(format!("T.index_map(lambda i: ({squares},))").parse::<IndexMap>().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutated_texts_are_read_or_refused(
        which in 0..TEXTS.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0u8..4, any::<char>()), 1..6),
        number in prop::sample::select(vec!["0", "-1", "9223372036854775807", "99999999999999999999", "()"]),
    ) {
        let mut letters: Vec<char> = TEXTS[which].chars().collect();
        for (at, kind, letter) in edits {
            if letters.is_empty() {
                break;
            }
            let at = at.index(letters.len());
            match kind {
                0 => { letters.remove(at); }
                1 => letters.insert(at, letter),
                2 => { letters.splice(at..at, number.chars()); }
                _ => letters[at] = "()[]{}<>,:;@_?*/%^+-=\"'o"
                    .chars().nth(letter as usize % 24).unwrap_or('('),
            }
        }
        read(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&String::from_utf8_lossy(&bytes));
    }
}
