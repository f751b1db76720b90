//! What allocates nothing, counted.
//!
//! Evaluation of a compiled map, composition and division of ordinary layouts, and the product of
//! bit matrices make no request for memory at all: not once, over all the operands of the benches.

use tileir::cute;
use tileir::proof::Budget;
use tileir_bench::counting::{Counting, allocations};
use tileir_bench::{BitOperator, LayoutOperator, Points, growing, operations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn the_counter_counts() {
    let (count, numbers) = allocations(|| vec![1, 2, 3]);
    assert_eq!((count, numbers.len()), (1, 3));
}

#[test]
fn evaluation_allocates_nothing() {
    let operations = operations().unwrap();
    for each in &operations.maps {
        let map = each.map(&operations).unwrap();
        let compiled = map.compile(&Budget::default()).unwrap();
        let points = Points::of(map.domain());
        let mut value = vec![0; map.codomain().rank()];
        let (count, sum) = allocations(|| {
            let mut sum = 0i64;
            for point in points.iter() {
                compiled.eval_into(point, &mut value)?;
                sum += value.iter().sum::<i64>();
            }
            Ok::<_, tileir::EvalError>(sum)
        });
        assert_eq!(count, 0, "{}", each.name);
        let expected = points.iter().flat_map(|point| map.eval(point).unwrap()).sum::<i64>();
        assert_eq!(sum.unwrap(), expected, "{}", each.name);
        let mut values = vec![0; Points::COUNT * value.len()];
        let (count, all) = allocations(|| compiled.eval_all_into(points.all(), &mut values));
        assert_eq!((count, all), (0, Ok(())), "{}", each.name);
        assert_eq!(values.iter().sum::<i64>(), expected, "{}", each.name);
    }
}

#[test]
fn composition_and_division_of_ordinary_layouts_allocate_nothing() {
    for each in operations().unwrap().layouts {
        let (layout, tiler) = (each.layout().unwrap(), each.tiler().unwrap());
        let cute::Tiler::Layout(by) = &tiler else { continue };
        let (count, result) = match each.operation {
            LayoutOperator::Composition => allocations(|| cute::composition(&layout, by)),
            LayoutOperator::LogicalDivide => allocations(|| cute::logical_divide(&layout, by)),
            _ => continue,
        };
        // Only what is no layout is put on the heap: the map, and why.
        let flat = result.unwrap().flat().is_some();
        assert_eq!(count == 0, flat, "{}: {count}", each.name);
    }
}

#[test]
fn one_layout_at_a_time_allocates_nothing() {
    for each in operations().unwrap().layouts {
        let (layout, tiler) = (each.layout().unwrap(), each.tiler().unwrap());
        let (count, result) = match (each.operation, tiler) {
            (LayoutOperator::Complement, cute::Tiler::Extent(end)) => {
                allocations(|| cute::complement(&layout, end))
            }
            (LayoutOperator::Coalesce, _) => allocations(|| cute::coalesce(&layout)),
            (LayoutOperator::RightInverse, _) => allocations(|| cute::right_inverse(&layout)),
            _ => continue,
        };
        assert_eq!((count, result.is_ok()), (0, true), "{}", each.name);
    }
}

#[test]
fn composition_and_application_of_bit_matrices_allocate_nothing() {
    let operations = operations().unwrap();
    for each in &operations.bits {
        let matrix = each.linear(0, &operations).unwrap();
        let mut value = vec![0; matrix.outs().len()];
        let point = vec![1; matrix.ins().len()];
        let (count, applied) = allocations(|| matrix.apply_into(&point, &mut value));
        assert_eq!((count, applied.is_ok()), (0, true), "{}", each.name);
        if each.operation == BitOperator::Compose {
            let outer = each.linear(1, &operations).unwrap();
            let (count, composed) = allocations(|| matrix.compose(&outer));
            assert_eq!((count, composed.is_ok()), (0, true), "{}", each.name);
        }
    }
}

/// Work over more points makes the same requests, and programs have the same length.
#[test]
fn nothing_grows_with_the_points() {
    let budget = Budget::of_points(0);
    let costs = growing::LOG_POINTS.map(|log| {
        let (a, b) = growing::layouts(4, log).unwrap();
        let (algebra, composed) = allocations(|| cute::composition(&a, &b));
        let layout = composed.unwrap().into_flat().unwrap();
        let (to_map, map) = allocations(|| layout.to_map());
        let map = map.unwrap();
        assert_eq!(map.domain().cardinality(), Some(1 << log));
        let (proof, facts) = allocations(|| tileir::proof::prove(&map, &budget));
        assert!(facts.each().iter().all(|(_, verdict)| verdict.is_proved()), "2^{log}: {facts:?}");
        let compiled = map.compile(&budget).unwrap();
        let (evaluation, value) = allocations(|| compiled.eval_into(&[1, 1], &mut [0]));
        assert_eq!((evaluation, value), (0, Ok(())));
        let (normal, normalized) = allocations(|| map.normalize(&budget));
        let code = normalized.program().unwrap().program().insts().len();
        [algebra, to_map, proof, normal, code as u64]
    });
    let [smallest, .., largest] = &costs;
    assert!(smallest.iter().zip(largest).all(|(small, large)| large <= small), "{costs:?}");
}
