//! The law of guards, over generated layouts: for all values of the parameters for which a case
//! holds, the case is the function that the algebra gives for the numbers, at every point.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use tileir::cute::{self, Composition, CuteError, Int, Layout, Tiler};
use tileir::family::{Parameter, Parameters, Scope, Sym};

struct Choices<'a>(&'a [u32]);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let Some((&number, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        number as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn scope(&mut self) -> Scope {
        let parameters = ["n", "m", "s"].map(|name| {
            let (lo, hi, by) = self.pick(&[
                (1, 12, 1),
                (1, 24, 2),
                (1, 24, 3),
                (2, 9, 1),
                (4, 48, 4),
                (1, 4, 1),
                (0, 6, 1),
            ]);
            Parameter::new(name, lo, hi, by).unwrap()
        });
        Scope::new(Parameters::new(parameters.to_vec()).unwrap())
    }

    fn extent(&mut self, scope: &Scope) -> Sym {
        let factor = Sym::from(self.pick(&[1, 2, 3, 4, 6, 8, 1, 1]));
        match self.below(4) {
            0 | 1 => factor,
            2 => self.parameter(scope),
            _ => self.parameter(scope).times(&factor).unwrap(),
        }
    }

    fn parameter(&mut self, scope: &Scope) -> Sym {
        scope.symbol(self.pick(&["n", "m", "s"])).unwrap()
    }

    /// A flat layout or one with a nested mode; strides go on, leave gaps, repeat or turn.
    fn layout(&mut self, scope: &Scope, most: usize, plain: bool) -> Option<Layout<Sym>> {
        let rank = 1 + self.below(most);
        let (mut next, mut modes) = (Sym::from(1), Vec::new());
        for _ in 0..rank {
            let extent = self.extent(scope);
            let stride = match self.below(if plain { 4 } else { 8 }) {
                0..=2 => next.clone(),
                3 => next.times(&Sym::from(self.pick(&[2, 3])))?,
                4 => 0.into(),
                5 => self.parameter(scope),
                6 => self.pick(&[1, 2, 5, 16]).into(),
                _ => Sym::from(-1).times(&next)?,
            };
            next = extent.times(&stride)?;
            modes.push(Layout::leaf(extent, stride));
        }
        if rank > 2 && self.below(2) == 0 {
            let nested = Layout::concat(modes[1..].iter().map(Layout::view)).ok()?;
            modes.truncate(1);
            modes.push(nested);
        }
        Layout::concat(modes.iter().map(Layout::view)).ok()
    }
}

/// The operation of this number on two layouts, for symbols and numbers alike.
fn apply<T: Int>(number: usize, a: &Layout<T>, b: &Layout<T>) -> Result<Composition<T>, CuteError> {
    let tiler = || Tiler::Modes(b.view().modes().map(|m| Tiler::Layout(m.to_layout())).collect());
    match number {
        0 => cute::composition(a, b),
        1 => cute::logical_divide(a, b),
        2 => cute::coalesce(a).map(Composition::Flat),
        3 => cute::complement(b, a.size()).map(Composition::Flat),
        4 => cute::logical_product(a, b),
        5 => cute::zipped_divide(a, &tiler()),
        6 => cute::filter(a).map(Composition::Flat),
        7 => cute::blocked_product(b, a),
        8 => cute::flat_divide(a, &tiler()),
        9 => cute::raked_product(b, a),
        _ => cute::composition(a, &tiler()),
    }
}

const NAMES: [&str; 11] = [
    "composition",
    "logical_divide",
    "coalesce",
    "complement",
    "logical_product",
    "zipped_divide",
    "filter",
    "blocked_product",
    "flat_divide",
    "raked_product",
    "composition by mode",
];

/// Generated pairs of layouts, always the same: a pair may take long.
const CASES: u32 = 250;

/// Each operation is compared for at least so many values of the parameters.
const LEAST: usize = 20;

#[test]
fn where_a_guard_holds_the_case_is_the_function() {
    let counts: [Cell<usize>; 11] = Default::default();
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let numbers = proptest::collection::vec(any::<u32>(), 0..60);
    let outcome = runner.run(&numbers, |numbers| {
        let mut choices = Choices(&numbers);
        let scope = choices.scope();
        let operation = choices.below(11);
        let Some(a) = choices.layout(&scope, 2, false) else { return Ok(()) };
        let Some(b) = choices.layout(&scope, 2, operation == 3) else { return Ok(()) };
        let cases = scope.cases(|| apply(operation, &a, &b)?.into_flat());
        for _ in 0..24 {
            let value = |p: &Parameter| {
                p.first() + p.multiple_of() * choices.below(p.values() as usize) as i64
            };
            let values: Vec<i64> = scope.parameters().iter().map(value).collect();
            choices.0 = &numbers[numbers.len().min(choices.below(numbers.len() + 1))..];
            let (Ok(x), Ok(y)) = (a.at(&values), b.at(&values)) else { continue };
            let concrete = apply(operation, &x, &y);
            for case in cases.cases.iter().filter(|case| case.guard.holds(&values)) {
                let at = || {
                    format!(
                        "{} of {a} and {b}, {:?} = {values:?}: {} if {}",
                        NAMES[operation], scope, case.layout, case.guard
                    )
                };
                let concrete = match &concrete {
                    Ok(concrete) => concrete,
                    Err(CuteError::Overflow { .. }) => continue,
                    Err(error) => return Err(TestCaseError::fail(format!("{error}: {}", at()))),
                };
                let member = case.layout.at(&values);
                let member = member.map_err(|e| TestCaseError::fail(format!("{e}: {}", at())))?;
                prop_assert_eq!(member.size(), concrete.size(), "{}", at());
                for point in 0..member.size().min(300) {
                    prop_assert_eq!(member.eval(point), concrete.eval(point), "{} {}", point, at());
                }
                counts[operation].set(counts[operation].get() + 1);
            }
        }
        Ok(())
    });
    if let Err(proptest::test_runner::TestError::Fail(why, _)) = outcome {
        panic!("{why}");
    }
    for (name, count) in NAMES.iter().zip(&counts) {
        assert!(count.get() > LEAST, "{name}: {} members", count.get());
    }
}
