//! Maps, distributions and correspondences in the notation of this project.
//!
//! ```text
//! #tileir.expr<(i : 8, j : 8) -> (i * 8 + j) to (a : 64)>          elements to addresses
//! #tileir.distribution<…(lane : 32, slot : 4) -> …>                threads and slots to elements
//! #tileir.corr<left, right>                                        out of occurrences
//! ```
//!
//! A lane says how many a warp has; a thread says nothing of warps.
//!
//! A map whose domain has a `thread`, a `lane` or a `subgroup` is a distribution without the
//! word; one whose codomain is called as a kind of places leads there. Of a correspondence, the
//! side that is called as a kind of places is that side.

use super::super::{Context, Meaning, Places, System, TranslateError, box_of, row_major};
use crate::distribution::Distribution;
use crate::index_set::{Axis, IndexSet};
use crate::map::LayoutMap;
use crate::text::ParseError;

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let word = text.trim();
    let word = word.strip_prefix("#tileir.").unwrap_or(word);
    let inside = |name: &str| {
        let body = word.strip_prefix(name)?.trim_start().strip_prefix('<')?;
        body.trim_end().strip_suffix('>')
    };
    let meaning = if let Some(body) = inside("corr") {
        corr(body, context)?
    } else if let Some(body) = inside("distribution") {
        distribution(parsed(body)?, context)?
    } else {
        map(parsed(word)?, context)?
    };
    match &context.shape {
        Some(shape) if *shape != meaning.shape => {
            let (what, own) = ("it".to_owned(), meaning.shape);
            Err(TranslateError::Shape { what, own, shape: shape.clone() })
        }
        _ => Ok(meaning),
    }
}

fn parsed(text: &str) -> Result<LayoutMap, TranslateError> {
    text.parse().map_err(|error: ParseError| TranslateError::Text {
        quoted: super::super::error::quoted(text.get(error.offset..).unwrap_or(text)),
        error: Box::new(error),
    })
}

/// The kind of places whose axes these are.
fn named(set: &IndexSet) -> Option<Places> {
    let names = |kind: &Places| set.axes().iter().map(Axis::name).eq(kind.axes().iter().copied());
    Places::ALL.into_iter().find(names)
}

fn map(map: LayoutMap, context: &Context) -> Result<Meaning, TranslateError> {
    let participant = |axis: &Axis| matches!(axis.name(), "thread" | "lane" | "warp" | "subgroup");
    if let Some(places) = named(map.domain()) {
        let meaning = Meaning::of_places(places, &map)?;
        return counted(meaning, map.domain(), context);
    }
    if map.domain().axes().iter().map(Axis::name).eq(["block", "warp", "lane", "value"]) {
        return blocks(&map, context);
    }
    if map.domain().axes().iter().any(participant) {
        return distribution(map, context);
    }
    match named(map.codomain()) {
        Some(places) => counted(Meaning::of_elements(places, &map)?, map.codomain(), context),
        None if map.codomain().rank() == 1 => Meaning::of_elements(Places::Memory, &map),
        None => Err(TranslateError::Axis {
            system: System::Tileir,
            axis: map.codomain().axes().first().map_or("", Axis::name).to_owned(),
        }),
    }
}

/// Threads row-major over the participants, values row-major over the slots.
fn distribution(map: LayoutMap, context: &Context) -> Result<Meaning, TranslateError> {
    let distribution = Distribution::new(map)?;
    let lanes = context.lanes_of(distribution.lanes(), distribution.threads())?;
    let map = distribution.map();
    let participants = distribution.participants().len();
    let part = |from: usize, to: usize, name: &str| {
        let axes = map.domain().axes().get(from..to).unwrap_or_default().to_vec();
        row_major(LayoutMap::identity(IndexSet::new(axes)?)?, name)
    };
    let rank = map.domain().rank();
    let numbers = vec![part(0, participants, "thread")?, part(participants, rank, "value")?];
    let left = LayoutMap::product(numbers)?;
    if box_of("participants and slots", map.domain())?.len() == 2 && participants == 1 {
        return Ok(Meaning::of_places(Places::Registers, map)?.of_warps(lanes));
    }
    Ok(Meaning::new(Places::Registers, &left, map)?.of_warps(lanes))
}

/// `(block, warp, lane, value)` of several blocks.
fn blocks(map: &LayoutMap, context: &Context) -> Result<Meaning, TranslateError> {
    let extents = box_of("blocks, warps, lanes and values", map.domain())?;
    let lanes = extents.get(2).copied();
    let axes = |from: usize, to: usize| {
        let axes = map.domain().axes().get(from..to).unwrap_or_default().to_vec();
        Ok::<_, TranslateError>(LayoutMap::identity(IndexSet::new(axes)?)?)
    };
    let thread = row_major(axes(1, 3)?, "thread")?;
    let threads = box_of("threads", thread.codomain())?.first().copied().unwrap_or(1);
    let left = LayoutMap::product(vec![axes(0, 1)?, thread, axes(3, 4)?])?;
    let meaning = Meaning::new(Places::BlockRegisters, &left, map)?;
    Ok(meaning.of_warps(context.lanes_of(lanes, threads)?))
}

/// The lanes of places that number their threads: those of the context, if the threads, where
/// they have an end, are whole warps.
fn counted(meaning: Meaning, set: &IndexSet, context: &Context) -> Result<Meaning, TranslateError> {
    let Some(thread) = set.axes().iter().find(|axis| axis.name() == "thread") else {
        return Ok(meaning);
    };
    let lanes = match thread.extent().finite() {
        Some(threads) => context.lanes_of(None, threads)?,
        None => context.lanes,
    };
    Ok(meaning.of_warps(lanes))
}

fn corr(body: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let parts = split(body);
    let [left, right, ..] = parts[..] else {
        return Err(TranslateError::Kind {
            system: System::Tileir,
            quoted: super::super::error::quoted(body),
            expected: "no two maps",
        });
    };
    let (left, right) = (parsed(left)?, parsed(right)?);
    match (named(left.codomain()), named(right.codomain())) {
        (Some(places), _) => {
            counted(Meaning::new(places, &left, &right)?, left.codomain(), context)
        }
        (None, Some(places)) => {
            counted(Meaning::new(places, &right, &left)?, right.codomain(), context)
        }
        (None, None) => {
            let axis = left.codomain().axes().first().map_or("", Axis::name).to_owned();
            Err(TranslateError::Axis { system: System::Tileir, axis })
        }
    }
}

/// The parts between commas that stand in no brackets.
fn split(body: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts, mut before) = (0i64, 0, Vec::new(), ' ');
    for (at, letter) in body.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' if before != '-' => depth -= 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.extend(body.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
        before = letter;
    }
    parts.extend(body.get(start..));
    parts
}
