//! Answers and errors for people.
//!
//! A map is shown with its facts and a glance at its table, anything else as itself:
//!
//! ```text
//! expr<(i : 2, j : 4) -> (j * 2 + i) to (a : 8)>
//! total: proved by structure
//! in bounds: proved by affine
//! injective: proved by affine
//! surjective: proved by cardinality
//!      0  1  2  3
//!   0  0  2  4  6
//!   1  1  3  5  7
//! ```

use std::fmt;

use tileir::cute::{Layout, swizzle_map};
use tileir::interop::meaning::{SymbolicMeaning, Validity};
use tileir::map::{Fibre, Shape};
use tileir::proof::{Facts, prove};
use tileir::{LayoutMap, Point};

use crate::error::Fault;
use crate::facts;
use crate::grid::Grid;
use crate::limits::{self, GLANCE, POINTS, WIDTH};
use crate::session::{Answer, Session};
use crate::symbolic::Symbolic;
use crate::uneven;
use crate::value::Value;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => write!(f, "{value}"),
            Value::Tuple(items) => {
                let items: Vec<String> = items.iter().map(Value::to_string).collect();
                write!(f, "({})", items.join(","))
            }
            Value::Whole => f.write_str("_"),
            Value::Truth(value) => write!(f, "{value}"),
            Value::Layout(layout) => write!(f, "{layout}"),
            Value::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Value::Swizzles(swizzles) => match swizzle_map(swizzles) {
                Ok(map) => write!(f, "{map}"),
                Err(error) => write!(f, "{error}"),
            },
            Value::Composed(composed) if composed.swizzle.is_identity() => {
                write!(f, "{} o {}", composed.offset, composed.layout)
            }
            Value::Composed(composed) => write!(f, "{composed}"),
            Value::TiledCopy(copy) => write!(f, "{}", copy.tv),
            Value::Map(map) | Value::Composition(map, _) => write!(f, "{map}"),
            Value::Inverse(inverse) => write!(f, "{inverse}"),
            Value::Facts(facts) => f.write_str(&fact_lines(facts).join("\n")),
            Value::Verdict(verdict, None) => f.write_str(&facts::verdict(verdict)),
            Value::Verdict(verdict, Some(number)) => {
                write!(f, "{number}: {}", facts::verdict(verdict))
            }
            Value::Table(map) => {
                let all = usize::try_from(POINTS).unwrap_or(usize::MAX);
                f.write_str(&Grid::of(map, all, all).lines().join("\n"))
            }
            Value::Points(points) => f.write_str(&self::points(points)),
            Value::Named(numbers) => {
                let numbers: Vec<String> =
                    numbers.iter().map(|(name, number)| format!("{name} = {number}")).collect();
                write!(f, "({})", numbers.join(", "))
            }
            Value::Fibre(fibre) => match fibre.shape() {
                Shape::Points(points) => f.write_str(&self::points(points)),
                _ => write!(f, "{fibre}"),
            },
            Value::Found(found) => f.write_str(&found.text),
            Value::Corr(corr) => write!(f, "{corr}"),
            Value::Multiset(points) => {
                let counted = |(at, count): (&Point, &u64)| match count {
                    1 => point(at),
                    count => format!("{} {}", point(at), facts::times(*count)),
                };
                let points: Vec<String> = points.iter().map(counted).collect();
                write!(f, "{{{}}}", points.join(", "))
            }
            Value::Comparison(comparison) => f.write_str(&facts::comparison(comparison)),
            Value::NonLinear(found) => write!(f, "disproved, {found}"),
            Value::Family(family) => write!(f, "{family}"),
            Value::Parameter(parameter) => write!(f, "{parameter}"),
            Value::Symbolic(symbolic) => write!(f, "{symbolic}"),
            Value::Meaning(meaning) => write!(f, "{meaning}"),
            Value::SymbolicMeaning(meaning) => write!(f, "{meaning}"),
            Value::Text(lines) => f.write_str(&lines.join("\n")),
        }
    }
}

/// An answer in full, or its value alone.
pub fn answer(answer: &Answer, session: &Session, brief: bool) -> String {
    let value = answer.value.to_string();
    let shown = match &answer.name {
        Some(_) if matches!(answer.value, Value::Parameter(_)) => value,
        Some(name) => format!("{name} = {value}"),
        None => value,
    };
    if brief || answer.name.is_some() {
        return shown;
    }
    let mut lines = vec![shown];
    match &answer.value {
        Value::Layout(layout) => lines.push(sizes(layout)),
        Value::Composed(composed) => lines.push(format!("size {}", composed.size())),
        Value::TiledCopy(copy) => {
            lines.push(format!("from (thread, value) into a tile of {}", point(&copy.tile)));
            lines.push(sizes(&copy.tv));
        }
        Value::Inverse(inverse) => {
            let proved = inverse.each();
            lines.extend(
                proved.map(|(what, verdict)| format!("{what}: {}", facts::verdict(verdict))),
            );
            lines.extend(glance(inverse.map()));
            return lines.join("\n");
        }
        Value::Composition(map, why) => {
            lines.push(format!("flat: {}", facts::flat(why)));
            let several = map.domain().rank() > 1;
            lines.extend(
                several.then(|| uneven::first(map)).flatten().map(|at| format!("uneven: {at}")),
            );
        }
        Value::Fibre(fibre) => lines.extend(members(fibre)),
        Value::Corr(corr) => {
            lines.push(format!("from {} to {}", corr.from(), corr.to()));
            lines.extend(corr.occurrences().map(|set| format!("occurrences: {set}")));
            let replicas = corr.replicas();
            if !replicas.is_empty() {
                lines.push(format!("replicas: {}", replicas.join(", ")));
            }
        }
        Value::Meaning(meaning) => {
            lines.push(format!("{} of a tile of {}", meaning.places(), point(meaning.shape())));
        }
        Value::SymbolicMeaning(meaning) => {
            let family = meaning.family();
            let tile = family.domain().text(family.parameters());
            lines.push(format!("{} of a tile of {tile}", meaning.places()));
            lines.extend(says(meaning).map(|validity| format!("says something if {validity}")));
        }
        Value::Family(family) => {
            let map = family.map();
            lines.extend(fact_lines(&prove(map, &limits::budget(map, &session.budget))));
        }
        Value::Symbolic(symbolic) => lines = ways(symbolic),
        _ => {}
    }
    lines.extend(answer.domain.as_ref().map(|domain| format!("domain: {domain}")));
    if let Some(map) = answer.value.shown_as_map() {
        lines.extend(fact_lines(&prove(&map, &limits::budget(&map, &session.budget))));
        lines.extend(glance(&map));
    }
    lines.join("\n")
}

/// For which values a text says anything, where that is not for all.
pub fn says(meaning: &SymbolicMeaning) -> Option<Validity> {
    Some(meaning.validity()).filter(|validity| !validity.is_always())
}

/// What a symbolic value is way by way, each with its guard and where it lies.
fn ways(symbolic: &Symbolic) -> Vec<String> {
    let mut lines = Vec::new();
    for way in &symbolic.ways {
        lines.push(way.form.to_string());
        lines.extend(way.guard().map(|guard| format!("guard: {guard}")));
        lines.extend(way.domain.as_ref().map(|domain| format!("domain: {domain}")));
    }
    lines.extend(symbolic.rest.iter().map(ToString::to_string));
    lines
}

/// The beginning of a map's table.
fn glance(map: &LayoutMap) -> Vec<String> {
    Grid::of(map, GLANCE, GLANCE).narrowed(WIDTH).lines()
}

/// How many points a fibre has, and the first of them where they are not what is printed.
fn members(fibre: &Fibre) -> Vec<String> {
    let mut lines: Vec<String> =
        fibre.cardinality().map(|count| counted(count, "point")).into_iter().collect();
    let few = fibre.effort().is_some_and(|effort| effort <= POINTS);
    if few && !matches!(fibre.shape(), Shape::Points(_)) {
        let mut first: Vec<String> = fibre.points().take(GLANCE).map(|at| point(&at)).collect();
        if fibre.cardinality().is_none_or(|count| count > GLANCE as u128) {
            first.push("…".to_owned());
        }
        lines.push(format!("points: {}", first.join(", ")));
    }
    lines
}

/// `1 point`, `32 points`.
fn counted(count: u128, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn sizes(layout: &Layout) -> String {
    match layout.cosize() {
        Ok(cosize) => format!("size {}, cosize {cosize}", layout.size()),
        Err(error) => format!("size {}, {error}", layout.size()),
    }
}

fn fact_lines(facts: &Facts) -> Vec<String> {
    let line = |(name, verdict)| format!("{name}: {}", facts::verdict(verdict));
    facts::named(facts).map(line).to_vec()
}

/// The coordinates of a point: `(3)`, `(0, 64)`.
pub fn point(coordinates: &[i64]) -> String {
    let values: Vec<String> = coordinates.iter().map(i64::to_string).collect();
    format!("({})", values.join(", "))
}

/// `{(0, 1), (0, 3)}`.
fn points(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|at| point(at)).collect();
    format!("{{{}}}", points.join(", "))
}

/// `text`, or its beginning if it is longer than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Characters of a line shown before and behind an error.
const AROUND: usize = 60;

/// A fault in a line, as a compiler shows it; `place` is the source with the line's number.
pub fn fault(fault: &Fault, line: &str, place: &str) -> String {
    let column = column(line, fault.span.start);
    let first = column.saturating_sub(AROUND);
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let excerpt: String = line.chars().skip(first).take(2 * AROUND).map(shown).collect();
    let length = line.get(fault.span.clone()).map_or(1, |text| text.chars().count());
    let room = excerpt.chars().count().saturating_sub(column - first);
    let carets = "^".repeat(length.min(room).max(1));
    let blanks = " ".repeat(column - first);
    format!("{place}:{}: error: {fault}\n  {}\n  {blanks}{carets}", column + 1, excerpt.trim_end())
}

/// The number of characters before a byte.
pub fn column(line: &str, byte: usize) -> usize {
    line.char_indices().take_while(|&(start, _)| start < byte).count()
}
