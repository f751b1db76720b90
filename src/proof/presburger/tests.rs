//! Small systems, against every point of a box.

use proptest::prelude::*;

use super::ends::Ends;
use super::omega::points;
use super::row::Row;
use super::system::{Open, Point, Steps, System};

/// A point of a system; each that is given has the same right.
fn point(system: System, steps: &mut Steps) -> Result<Option<Point>, Open> {
    points(system, steps).map(|mut points| points.pop())
}

/// `constant + terms[0]*x0 + …`.
fn row(terms: &[i128], constant: i128) -> Row {
    let sum = terms.iter().enumerate().try_fold(Row::constant(constant), |sum, (column, &a)| {
        sum.combined(1, &Row::column(column as u32), a)
    });
    sum.unwrap()
}

fn system(width: usize, zero: &[Row], positive: &[Row]) -> System {
    let mut system = System::default();
    for _ in 0..width {
        system.column(Ends::default());
    }
    zero.iter().for_each(|row| system.zero(Some(row.clone())).unwrap());
    positive.iter().for_each(|row| system.positive(Some(row.clone())).unwrap());
    system
}

fn satisfied(zero: &[Row], positive: &[Row], point: &[i128]) -> bool {
    zero.iter().all(|row| row.value(point) == Some(0))
        && positive.iter().all(|row| row.value(point).is_some_and(|value| value >= 0))
}

const PLENTY: Steps = Steps(1 << 22);

#[test]
fn an_integer_lies_between_though_no_bound_is_one() {
    // 27 <= 11*x + 13*y <= 45, -10 <= 7*x - 9*y <= 4: Pugh's system without a point.
    let positive = [row(&[11, 13], -27), row(&[-11, -13], 45), row(&[7, -9], 10), row(&[-7, 9], 4)];
    assert_eq!(point(system(2, &[], &positive), &mut PLENTY.clone()), Ok(None));
    // One more to the right, there is one.
    let wider = [row(&[11, 13], -27), row(&[-11, -13], 46), row(&[7, -9], 10), row(&[-7, 9], 4)];
    let found = point(system(2, &[], &wider), &mut PLENTY.clone()).unwrap();
    let listed = (-9..9).flat_map(|x| (-9..9).map(move |y| [x, y]));
    let first = listed.into_iter().find(|p| satisfied(&[], &wider, p));
    assert_eq!(found.is_some(), first.is_some());
    assert!(found.is_none_or(|p| satisfied(&[], &wider, &p)));
}

#[test]
fn equations_without_a_unit_are_solved() {
    // 7*x + 12*y + 31*z = 17 and 3*x + 5*y + 14*z = 7, 1 <= x <= 40, -50 <= y <= 50.
    let zero = [row(&[7, 12, 31], -17), row(&[3, 5, 14], -7)];
    let positive = [row(&[1], -1), row(&[-1], 40), row(&[0, 1], 50), row(&[0, -1], 50)];
    let found = point(system(3, &zero, &positive), &mut PLENTY.clone()).unwrap().unwrap();
    assert!(satisfied(&zero, &positive, &found), "{found:?}");
    // What 6 divides on one side and not on the other.
    let never = [row(&[12, -18], 5)];
    assert_eq!(point(system(2, &never, &[]), &mut PLENTY.clone()), Ok(None));
}

#[test]
fn what_costs_more_than_the_steps_is_left_open() {
    let positive = [row(&[2, 3], -1), row(&[-3, -5], 7)];
    let mut steps = Steps(3);
    assert_eq!(point(system(2, &[], &positive), &mut steps), Err(Open::Steps));
    let large = [row(&[i128::MAX, 3], -1), row(&[-3, i128::MAX], 7), row(&[-1, -1], 1)];
    let mut steps = PLENTY;
    let found = point(system(2, &[], &large), &mut steps);
    assert!(matches!(found, Err(Open::Numbers)) || found.is_ok_and(|p| p.is_some()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// In a box, a point is found exactly where there is one.
    #[test]
    fn a_point_is_found_where_there_is_one(
        extents in proptest::collection::vec(1i128..7, 1..5),
        rows in proptest::collection::vec(
            (proptest::collection::vec(-6i128..7, 4), -20i128..21, any::<bool>()),
            0..5,
        ),
    ) {
        let width = extents.len();
        let mut zero = Vec::new();
        let mut positive: Vec<Row> = Vec::new();
        for (column, &extent) in extents.iter().enumerate() {
            positive.push(Row::column(column as u32));
            positive.push(Row::column(column as u32).scaled(-1).unwrap().plus(extent - 1).unwrap());
        }
        for (terms, constant, equal) in &rows {
            let row = row(&terms[..width], *constant);
            if *equal { zero.push(row) } else { positive.push(row) }
        }
        let mut all = vec![Vec::new()];
        for &extent in &extents {
            all = all.iter().flat_map(|p: &Vec<i128>| {
                (0..extent).map(move |x| [&p[..], &[x]].concat())
            }).collect();
        }
        let exists = all.iter().any(|point| satisfied(&zero, &positive, point));
        let found = point(system(width, &zero, &positive), &mut PLENTY.clone());
        let found = found.map_err(|open| TestCaseError::fail(format!("{open:?}")))?;
        prop_assert_eq!(found.is_some(), exists);
        if let Some(found) = found {
            prop_assert!(satisfied(&zero, &positive, &found), "{:?}", found);
        }
    }

    /// Without a box, what is found satisfies every row, and nothing is missed near the origin.
    #[test]
    fn a_point_satisfies_every_row(
        rows in proptest::collection::vec(
            (proptest::collection::vec(-9i128..10, 3), -30i128..31, 0u8..4),
            1..7,
        ),
    ) {
        let (mut zero, mut positive) = (Vec::new(), Vec::new());
        for (terms, constant, kind) in &rows {
            let row = row(terms, *constant);
            if *kind == 0 { zero.push(row) } else { positive.push(row) }
        }
        match point(system(3, &zero, &positive), &mut PLENTY.clone()) {
            Ok(Some(found)) => prop_assert!(satisfied(&zero, &positive, &found), "{:?}", found),
            Ok(None) => {
                let near = -6i128..=6;
                for x in near.clone() {
                    for y in near.clone() {
                        for z in near.clone() {
                            prop_assert!(!satisfied(&zero, &positive, &[x, y, z]));
                        }
                    }
                }
            }
            Err(open) => prop_assert_eq!(open, Open::Steps),
        }
    }
}
