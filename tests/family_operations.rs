//! What is left at run time, beside what the straightforward run-time algebra does: the table in
//! the documentation of `tileir::family`, measured.

use tileir::cute::{self, Composition, CuteError, Int, Layout, Tiler};
use tileir::family::{Counted, Family, Operations, Scope, Tally};
use tileir::{Program, ProgramBuilder};

/// A row of the table: an operation on two layouts over parameters, and values for these.
struct Row {
    operation: &'static str,
    parameters: &'static str,
    left: &'static str,
    right: &'static str,
    values: &'static [i64],
    /// A coordinate of each top-level mode of the result.
    point: &'static [i64],
}

const MATRIX: &str = "(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8)";
const MATRIX_VALUES: &[i64] = &[1024, 512, 640];

const ROWS: [Row; 8] = [
    Row {
        operation: "logical_divide",
        parameters: "(n : 2..=65536, t : 2..=1024)",
        left: "n:1",
        right: "t:1",
        values: &[4096, 64],
        point: &[5, 7],
    },
    Row {
        operation: "logical_divide",
        parameters: "(t : 1..=384)",
        left: "(12,(4,8)):(7,(1,30))",
        right: "t:1",
        values: &[192],
        point: &[100, 1],
    },
    Row {
        operation: "flat_divide",
        parameters: MATRIX,
        left: "(m,n):(ld,1)",
        right: "(128,64)",
        values: MATRIX_VALUES,
        point: &[5, 7, 3, 2],
    },
    Row {
        operation: "logical_divide",
        parameters: MATRIX,
        left: "(m,n):(ld,1)",
        right: "(128,64)",
        values: MATRIX_VALUES,
        point: &[500, 300],
    },
    Row {
        operation: "composition",
        parameters: MATRIX,
        left: "(m,n):(1,ld)",
        right: "(8,4):(1,8)",
        values: MATRIX_VALUES,
        point: &[5, 3],
    },
    Row {
        operation: "composition",
        parameters: MATRIX,
        left: "(m,n):(1,ld)",
        right: "(m floordiv 2,n):(2,m)",
        values: MATRIX_VALUES,
        point: &[5, 3],
    },
    Row {
        operation: "composition",
        parameters: MATRIX,
        left: "(m,n):(1,ld)",
        right: "m * 2:1",
        values: MATRIX_VALUES,
        point: &[5, 1],
    },
    Row {
        operation: "composition",
        parameters: MATRIX,
        left: "(m,n):(1,ld)",
        right: "(n,m):(m,1)",
        values: MATRIX_VALUES,
        point: &[5, 3],
    },
];

/// The right operand: a layout, or a shape whose extents are tiles of the modes.
enum Operand<T: Int> {
    Layout(Layout<T>),
    Tiles(Tiler<T>),
}

impl<T: Int> Operand<T> {
    fn of(layout: Layout<T>, row: &Row) -> Self {
        if row.right.contains(':') {
            return Operand::Layout(layout);
        }
        let tiles = layout.leaves().iter().map(|leaf| Tiler::Extent(leaf.extent.clone()));
        Operand::Tiles(Tiler::Modes(tiles.collect()))
    }

    fn apply(&self, operation: &str, a: &Layout<T>) -> Result<Composition<T>, CuteError> {
        match (operation, self) {
            ("composition", Operand::Layout(b)) => cute::composition(a, b),
            ("logical_divide", Operand::Layout(b)) => cute::logical_divide(a, b),
            ("logical_divide", Operand::Tiles(b)) => cute::logical_divide(a, b),
            ("flat_divide", Operand::Tiles(b)) => cute::flat_divide(a, b),
            _ => panic!("{operation}"),
        }
    }
}

/// The extents and the value of a family, over its parameters and coordinates: the result of the
/// algebra has both.
fn result(family: &Family) -> Program {
    let program = family.program().unwrap();
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> =
        (0..program.coordinates()).map(|position| builder.coord(position)).collect();
    let extents = family.domain().axes().iter().map(|axis| axis.extent().unwrap());
    let mut outputs = Vec::new();
    for part in extents.chain([&program]) {
        outputs.extend(builder.inline(part, &inputs));
    }
    builder.finish(&outputs)
}

/// A row of the documentation: what the algebra does at run time, what evaluating its result
/// does, and what is left of both here, beside the check of the guard.
fn measured(row: &Row) -> String {
    let scope = Scope::new(row.parameters.parse().unwrap());
    let a = scope.layout(row.left).unwrap();
    let text =
        if row.right.contains(':') { row.right.into() } else { format!("{}:(1,1)", row.right) };
    let b = scope.layout(&text).unwrap();
    let operand = Operand::of(b.clone(), row);
    let case = scope.first(|| operand.apply(row.operation, &a)?.into_flat()).unwrap();
    assert!(case.guard.holds(row.values), "{}", case.guard);
    let guard = Operations::of(&case.guard.program());
    let program = result(&case.to_family().unwrap());
    let (once, each) = Operations::once_and_each(&program, scope.parameters().len());

    let tally = Tally::default();
    let left = tally.layout(&a, row.values).unwrap();
    let right = Operand::of(tally.layout(&b, row.values).unwrap(), row);
    let result = right.apply(row.operation, &left).unwrap().into_flat().unwrap();
    let algebra = tally.operations();
    let point: Vec<Counted> = row.point.iter().map(|&x| tally.number(x)).collect();
    let value = Counted::eval(&result, &point).unwrap().value();
    let evaluation = tally.operations() - algebra;
    let extents: Vec<i64> = result.view().modes().map(|mode| mode.size().value()).collect();
    let expected = [&extents[..], &[value]].concat();
    assert_eq!(program.eval(&[row.values, row.point].concat()), Ok(expected), "{}", row.left);
    assert!(each.total() <= evaluation.total());
    assert!(guard.total() + once.total() <= algebra.total());

    let Row { operation, left, right, .. } = row;
    format!(
        "| `{operation}` | `{left}` | `{right}` | {algebra} | {evaluation} | {guard} | {once} | \
         {each} |"
    )
}

#[test]
fn the_table_is_as_measured() {
    let documentation = include_str!("../src/family/mod.rs");
    let missing: Vec<String> = ROWS
        .iter()
        .map(measured)
        .filter(|row| !documentation.contains(&format!("//! {row}\n")))
        .collect();
    assert!(missing.is_empty(), "not in the table:\n{}", missing.join("\n"));
}
