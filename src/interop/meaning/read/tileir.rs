//! Maps, distributions and correspondences in the notation of this project.
//!
//! ```text
//! #tileir.expr<(i : 8, j : 8) -> (i * 8 + j) to (a : 64)>          elements to addresses
//! #tileir.distribution<…(lane : 32, slot : 4) -> …>                threads and slots to elements
//! #tileir.corr<left, right>                                        out of occurrences
//! ```
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
        corr(body)?
    } else if let Some(body) = inside("distribution") {
        distribution(parsed(body)?)?
    } else {
        map(parsed(word)?)?
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

fn map(map: LayoutMap) -> Result<Meaning, TranslateError> {
    let participant = |axis: &Axis| matches!(axis.name(), "thread" | "lane" | "warp" | "subgroup");
    if let Some(places) = named(map.domain()) {
        return Meaning::of_places(places, &map);
    }
    if map.domain().axes().iter().any(participant) {
        return distribution(map);
    }
    match named(map.codomain()) {
        Some(places) => Meaning::of_elements(places, &map),
        None if map.codomain().rank() == 1 => Meaning::of_elements(Places::Memory, &map),
        None => Err(TranslateError::Axis {
            system: System::Tileir,
            axis: map.codomain().axes().first().map_or("", Axis::name).to_owned(),
        }),
    }
}

/// Threads row-major over the participants, values row-major over the slots.
fn distribution(map: LayoutMap) -> Result<Meaning, TranslateError> {
    let distribution = Distribution::new(map)?;
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
        return Meaning::of_places(Places::Registers, map);
    }
    Meaning::new(Places::Registers, &left, map)
}

fn corr(body: &str) -> Result<Meaning, TranslateError> {
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
        (Some(places), _) => Meaning::new(places, &left, &right),
        (None, Some(places)) => Meaning::new(places, &right, &left),
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
