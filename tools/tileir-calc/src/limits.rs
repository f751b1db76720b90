//! How much one line may ask for. What is over a limit is refused with the limit's number, never by
//! running out of time or memory.
//!
//! | of | at most |
//! |---|---|
//! | a line | [`BYTES`] bytes |
//! | brackets | [`NESTING_LIMIT`] levels |
//! | a tuple | [`NUMBERS`] numbers |
//! | a layout, a tuple with parameters | [`SYMBOLS`] modes, or numbers |
//! | a map, a layout | [`AXES`] axes of a set, modes of all levels |
//! | a map | [`NODES`] nodes, shared ones as often as they are used |
//! | a table, fibre or image written out | [`POINTS`] points |
//! | a proof | the points of the session's [`Budget`] |
//!
//! Values have names, and a name may stand twice in the next value: forty lines double a tuple forty
//! times. So it is not enough to limit lines.

use tileir::LayoutMap;
use tileir::corr::LayoutCorr;
use tileir::cute::Layout;
use tileir::proof::Budget;
use tileir::text::NESTING_LIMIT;

use crate::error::Reason;
use crate::value::Value;

/// Bytes of stack that a thread needs for the deepest nesting allowed.
pub const STACK: usize = 1 << 28;

/// Bytes of a line.
pub const BYTES: usize = 65_536;

/// Numbers in a tuple.
pub const NUMBERS: usize = 65_536;

/// Modes of a layout with parameters in it, or numbers of such a tuple.
pub const SYMBOLS: usize = 512;

/// Axes of a map's domain or codomain, and modes of a layout.
pub const AXES: usize = 512;

/// Nodes of a map.
pub const NODES: u64 = 65_536;

/// Points of a table, a fibre or an image that is written out.
pub const POINTS: i64 = 65_536;

/// Rows and columns of the small table beside a result.
pub const GLANCE: usize = 16;

/// Characters of its lines; columns that do not fit are left out.
pub const WIDTH: usize = 80;

/// Characters of one of its cells.
pub const CELL: usize = 40;

/// Nodes evaluated for one proof or table.
const WORK: u64 = 1 << 24;

/// `points`, or as many as can be evaluated where the map has many nodes.
pub fn points(map: &LayoutMap, points: u64) -> u64 {
    points.min(WORK / map.tree_size().max(1))
}

/// What a question about a correspondence may look at, the questions inside it together.
pub fn of_corr(corr: &LayoutCorr, budget: &Budget) -> Budget {
    Budget { points: budget.points.min(WORK / corr.tree_size().max(1)), ..*budget }
}

/// What a proof about `map` may look at.
pub fn budget(map: &LayoutMap, budget: &Budget) -> Budget {
    Budget { points: points(map, budget.points), ..*budget }
}

/// Refuses a value over a limit.
///
/// # Errors
/// [`Reason::Limit`] or [`Reason::Nesting`].
pub fn check(value: &Value) -> Result<(), Reason> {
    let within = |what: &str, count: u64, of: &str, limit: u64| {
        if count <= limit {
            return Ok(());
        }
        Err(Reason::Limit { what: format!("{what} of {count} {of}"), limit })
    };
    let modes =
        |layout: &Layout| within("a layout", layout.leaves().len() as u64, "modes", AXES as u64);
    let of_map = |map: &LayoutMap| {
        let axes = map.domain().rank().max(map.codomain().rank());
        within("a map", axes as u64, "axes", AXES as u64)?;
        within("a map", map.tree_size(), "nodes", NODES)
    };
    let of_corr = |corr: &LayoutCorr| match corr.legs() {
        Some((left, right)) => of_map(left).and_then(|()| of_map(right)),
        None => within("a correspondence", corr.tree_size(), "nodes", NODES),
    };
    match value {
        Value::Tuple(_) | Value::Symbolic(_) => {
            let Extent { numbers, depth, symbolic } = Extent::of(value);
            if depth > NESTING_LIMIT {
                return Err(Reason::Nesting);
            }
            within("a tuple", numbers as u64, "numbers", NUMBERS as u64)?;
            let symbols = if symbolic { numbers as u64 } else { 0 };
            within("a symbolic layout or tuple", symbols, "modes or numbers", SYMBOLS as u64)
        }
        Value::Layout(layout) => modes(layout),
        Value::Composed(composed) => modes(&composed.layout),
        Value::Swizzles(swizzles) => within("a map", swizzles.len() as u64, "nodes", NODES),
        Value::TiledCopy(copy) => modes(&copy.tv),
        Value::Map(map) | Value::Composition(map, _) => of_map(map),
        Value::Inverse(inverse) => of_map(inverse.map()),
        Value::Family(family) => of_map(family.map()),
        Value::Corr(corr) => of_corr(corr),
        Value::Meaning(meaning) => of_corr(meaning.corr()),
        Value::SymbolicMeaning(meaning) => of_map(meaning.family().map()),
        _ => Ok(()),
    }
}

/// How large a tuple is.
#[derive(Default)]
struct Extent {
    /// Its numbers; of a layout in it, the modes.
    numbers: usize,
    /// How deep it is nested.
    depth: usize,
    /// Whether there are parameters in it.
    symbolic: bool,
}

impl Extent {
    fn of(value: &Value) -> Extent {
        let mut found = Extent::default();
        let mut pending = vec![(value, 0)];
        while let Some((value, depth)) = pending.pop() {
            let mut own = (1, 0);
            match value {
                Value::Tuple(items) => {
                    pending.extend(items.iter().map(|item| (item, depth + 1)));
                    own = (0, 0);
                }
                Value::Symbolic(symbolic) => {
                    found.symbolic = true;
                    let ways = symbolic.ways.iter().map(|way| (way.form.len(), way.form.depth()));
                    own = ways.fold((0, 0), |(len, deep), own| (len.max(own.0), deep.max(own.1)));
                }
                Value::Parameter(_) => found.symbolic = true,
                _ => {}
            }
            found.numbers += own.0;
            found.depth = found.depth.max(depth + own.1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::STACK;
    use crate::session::Session;

    fn doubled(first: &str, next: &str) -> String {
        let mut session = Session::default();
        session.answer(first).expect(first);
        let fault = (0..70_000).find_map(|_| session.answer(next).err());
        fault.expect("a limit").to_string()
    }

    #[test]
    fn what_doubles_with_every_line_is_refused() {
        let big = doubled("a = (1,1)", "a = (a,a)");
        assert_eq!(big, "a tuple of 131072 numbers is over the limit of 65536");
        let long = doubled("a = Sw<1,0,1> o Sw<1,0,1>", "a = a o a");
        assert_eq!(long, "a map of 131072 nodes is over the limit of 65536");
        let large = doubled("a = (i : 4) -> (i) to (i : 4)", "a = a o a");
        assert_eq!(large, "a map of 131071 nodes is over the limit of 65536");
        let symbols = doubled("n = 1..=3", "n = (n,n)");
        let limit = "a symbolic layout or tuple of 1024 modes or numbers is over the limit of 512";
        assert_eq!(symbols, limit);
    }

    #[test]
    fn what_nests_with_every_line_is_refused() {
        let test = || {
            for first in ["a = (1)", "a = 1..=3"] {
                assert_eq!(doubled(first, "a = (a)"), "nested deeper than 1000 levels");
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread");
        thread.join().expect("no panic");
    }

    #[test]
    fn a_map_of_many_axes_is_refused() {
        let axes: Vec<String> = (0..513).map(|axis| format!("a{axis} : 1")).collect();
        let line = format!("({}) -> (a0)", axes.join(", "));
        let fault = Session::default().answer(&line).expect_err("too many");
        assert_eq!(fault.to_string(), "a map of 513 axes is over the limit of 512");
    }
}
