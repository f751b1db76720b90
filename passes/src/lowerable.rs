//! Maps as the programs that lowerings emit, and why a map has none.
//!
//! [`LayoutMap::program`] is what a lowering makes arithmetic of. A map without one is refused
//! at its operation, by the part that is to blame:
//!
//! | part | to blame |
//! |---|---|
//! | `transform` | it was registered without a program |
//! | `piecewise` | a piece's arithmetic may fail where another piece holds: all are computed |
//! | `table` | it is long, or over a constrained domain |
//! | any | the program would be longer than [`PROGRAM_LIMIT`] |

use melior::ir::Location;
use tileir::expr::Ranges;
use tileir::map::{CheckedProgram, PROGRAM_LIMIT};
use tileir::{LayoutMap, Node};

use crate::builder::Outcome;
use crate::error::PassError;

/// The program of a map; `what` names the map in errors.
///
/// # Errors
/// The map has none.
pub fn program_of<'c>(
    map: &LayoutMap,
    what: &str,
    location: Location<'c>,
) -> Outcome<'c, CheckedProgram> {
    map.program().ok_or_else(|| {
        PassError::at(location, format!("{what} cannot be lowered: {}", reason(map)))
    })
}

/// Why a map without a program has none.
fn reason(map: &LayoutMap) -> String {
    let mut part = map;
    let without = |part: &LayoutMap| part.program().is_none();
    while let Some(inner) = part.node().operands().into_iter().find(|inner| without(inner)) {
        part = inner;
    }
    let own = match part.node() {
        Node::Transform { applied, .. } => {
            let program = applied.transform().program(applied.parameters(), part.codomain());
            let name = applied.transform().name();
            program.is_none().then(|| format!("the transform '{name}' has no program"))
        }
        Node::Piecewise(pieces) => pieces.iter().find(|piece| may_fail(piece)).map(|piece| {
            format!("the piece over {} may have no value outside its part", piece.domain())
        }),
        Node::Table(_) if !part.domain().is_box() => {
            Some(format!("the table is over {}, which is no box", part.domain()))
        }
        Node::Table(table) => {
            let numbers = table.values().len();
            Some(format!("a table of {numbers} numbers is not written as arithmetic"))
        }
        _ => None,
    };
    own.unwrap_or_else(|| format!("it would take more than {PROGRAM_LIMIT} instructions"))
}

/// Whether a piece's arithmetic, or that of its constraints, may fail somewhere in the box.
fn may_fail(piece: &LayoutMap) -> bool {
    let Some(extents) = piece.domain().hull_extents() else { return true };
    let own = piece.program();
    let own = own.as_ref().map(CheckedProgram::program);
    let programs = own.into_iter().chain(piece.domain().constraints());
    !extents.contains(&0)
        && !programs.into_iter().all(|program| Ranges::over(program, &extents).all_safe())
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_part_to_blame_is_named() {
        let long = vec!["1"; 300].join(", ");
        let cases = [
            (
                format!("compose<identity<(a : 2)>, table<(i : 300) -> (a : 2), [{long}]>>"),
                "a table of 300 numbers is not written as arithmetic",
            ),
            (
                "translate<[1], table<(i : 4 where i lt 2) -> (a : 2), [1, 0]>>".to_owned(),
                "the table is over (i : 4 where i lt 2), which is no box",
            ),
            (
                "piecewise<(i : 8), expr<(i : 8 where i lt 4) -> (12 floordiv (4 - i))>, \
                 expr<(i : 8 where 4 le i) -> (i)>>"
                    .to_owned(),
                "the piece over (i : 8 where i lt 4) may have no value outside its part",
            ),
        ];
        for (text, expected) in cases {
            let map: tileir::LayoutMap = text.parse().expect("a map");
            assert!(map.program().is_none(), "{text}");
            assert_eq!(reason(&map), expected);
        }
    }
}
