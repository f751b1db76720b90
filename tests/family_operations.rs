//! What is left at run time, beside what the straightforward run-time algebra does.

use tileir::cute::{self, Composition, CuteError, Int, Layout, Tiler};
use tileir::family::{Counted, Operations, Scope, Tally};

/// A row of the table: an operation on two layouts over parameters, and values for these.
struct Row {
    parameters: &'static str,
    operation: &'static str,
    left: &'static str,
    right: &'static str,
    values: &'static [i64],
    /// A coordinate of each top-level mode of the result.
    point: &'static [i64],
}

fn apply<T: Int>(
    operation: &str,
    a: &Layout<T>,
    b: &Layout<T>,
) -> Result<Composition<T>, CuteError> {
    let modes = || Tiler::Modes(b.view().modes().map(|m| Tiler::Layout(m.to_layout())).collect());
    match operation {
        "composition" => cute::composition(a, b),
        "logical_divide" => cute::logical_divide(a, b),
        "flat_divide" => cute::flat_divide(a, &modes()),
        "logical_divide by mode" => cute::logical_divide(a, &modes()),
        other => panic!("{other}"),
    }
}

/// What the algebra does at run time, what evaluating its result does, and both of ours.
fn measured(row: &Row) -> [Operations; 4] {
    let scope = Scope::new(row.parameters.parse().unwrap());
    let (a, b) = (scope.layout(row.left).unwrap(), scope.layout(row.right).unwrap());
    let case = scope.first(|| apply(row.operation, &a, &b)?.into_flat()).unwrap();
    assert!(case.guard.holds(row.values), "{}", case.guard);
    let family = case.to_family().unwrap();
    let program = family.program().unwrap();
    let (once, each) = Operations::once_and_each(&program, scope.parameters().len());
    println!(
        "{} of {} and {} = {} if {}\n   {}",
        row.operation, row.left, row.right, case.layout, case.guard, family
    );

    let tally = Tally::default();
    let left = tally.layout(&a, row.values).unwrap();
    let right = tally.layout(&b, row.values).unwrap();
    let result = apply(row.operation, &left, &right).unwrap().into_flat().unwrap();
    let algebra = tally.operations();
    let point: Vec<Counted> = row.point.iter().map(|&x| tally.number(x)).collect();
    let value = Counted::eval(&result, &point).unwrap().value();
    let evaluation = tally.operations() - algebra;
    let coordinates = [row.values, row.point].concat();
    assert_eq!(program.eval(&coordinates), Ok(vec![value]), "{}", row.left);
    [algebra, evaluation, once, each]
}

#[test]
fn table() {
    let rows = [
        Row {
            parameters: "(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8)",
            operation: "flat_divide",
            left: "(m,n):(ld,1)",
            right: "(128,64):(1,1)",
            values: &[1024, 512, 640],
            point: &[5, 7, 3, 2],
        },
        Row {
            parameters: "(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8)",
            operation: "logical_divide by mode",
            left: "(m,n):(ld,1)",
            right: "(128,64):(1,1)",
            values: &[1024, 512, 640],
            point: &[500, 300],
        },
        Row {
            parameters: "(n : 2..=65536, t : 2..=1024)",
            operation: "logical_divide",
            left: "n:1",
            right: "t:1",
            values: &[4096, 64],
            point: &[5, 7],
        },
        Row {
            parameters: "(t : 1..=384)",
            operation: "logical_divide",
            left: "(12,(4,8)):(7,(1,30))",
            right: "t:1",
            values: &[192],
            point: &[100, 1],
        },
        Row {
            parameters: "(m : 32..=65536 by 32, n : 1..=65536, ld : 32..=65536)",
            operation: "composition",
            left: "(m,n):(1,ld)",
            right: "(8,4):(1,8)",
            values: &[1024, 512, 640],
            point: &[5, 3],
        },
        Row {
            parameters: "(m : 32..=65536 by 32, n : 2..=65536 by 2, ld : 32..=65536)",
            operation: "composition",
            left: "(m,n):(1,ld)",
            right: "(m floordiv 2,n):(2,m)",
            values: &[1024, 512, 640],
            point: &[5, 3],
        },
        Row {
            parameters: "(m : 32..=65536 by 32, n : 2..=65536 by 2, ld : 32..=65536)",
            operation: "composition",
            left: "(m,n):(1,ld)",
            right: "m * 2:1",
            values: &[1024, 512, 640],
            point: &[5, 1],
        },
        Row {
            parameters: "(m : 32..=65536 by 32, n : 2..=65536 by 2, ld : 32..=65536)",
            operation: "composition",
            left: "(m,n):(1,ld)",
            right: "(n,m):(m,1)",
            values: &[1024, 512, 640],
            point: &[5, 3],
        },
    ];
    for row in &rows {
        let [algebra, evaluation, once, each] = measured(row);
        println!("   run time {algebra}; each {evaluation}.   ours {once}; each {each}");
    }
}
