//! The law of guards, over generated layouts: for all values of the parameters for which a case
//! holds, the case is the function that the algebra gives for the numbers, at every point; and a
//! search that says that it is complete leaves no values out.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use tileir::EvalError;
use tileir::cute::{self, Composition, CuteError, Int, Layout, Tiler, View};
use tileir::family::{BindError, Parameter, Parameters, Scope, Sym};

/// Where a parameter lies, and what divides it.
type Range = (i64, i64, i64);

const RANGES: [Range; 10] = [
    (1, 12, 1),
    (1, 24, 2),
    (1, 24, 3),
    (2, 9, 1),
    (4, 48, 4),
    (1, 4, 1),
    (0, 6, 1),
    (-3, 5, 1),
    (-8, 8, 4),
    (0, 900, 450),
];

/// Ranges in which sums and products leave 64 bits, or nearly.
const WIDE: [Range; 9] = [
    (1, i64::MAX - 1, 1),
    (0, i64::MAX - 1, 1 << 61),
    (-(1 << 61), 1 << 61, 1 << 20),
    (i64::MIN, -2, 1 << 62),
    (1, 1 << 32, 3),
    ((1 << 62) - 1, 1 << 62, 1),
    (0, i64::MAX - 1, i64::MAX - 1),
    (1, 12, 1),
    (0, 6, 1),
];

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

    fn scope(&mut self, ranges: &[Range]) -> Scope {
        let parameters = ["n", "m", "s"].map(|name| {
            let (lo, hi, by) = self.pick(ranges);
            Parameter::new(name, lo, hi, by).unwrap()
        });
        Scope::new(Parameters::new(parameters.to_vec()).unwrap())
    }

    fn extent(&mut self, scope: &Scope) -> Option<Sym> {
        let factor = Sym::from(self.pick(&[1, 2, 3, 4, 6, 8, 1, 1]));
        match self.below(4) {
            0 | 1 => Some(factor),
            2 => Some(self.parameter(scope)),
            _ => self.parameter(scope).times(&factor),
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
            let extent = self.extent(scope)?;
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

/// What is compared of generated pairs of layouts, always the same.
#[derive(Default)]
struct Compared {
    /// Values of the parameters, for each operation.
    members: [Cell<usize>; 11],
    /// Members at a point.
    points: Cell<usize>,
    /// Values for which a number of the case leaves 64 bits.
    without_value: Cell<usize>,
    /// Searches that went beyond a limit.
    given_up: Cell<usize>,
}

/// Members are compared at so many points from each end at most.
const POINTS: i64 = 75;

fn compare(pairs: u32, ranges: &[Range]) -> Compared {
    let compared = Compared::default();
    let config = Config { cases: pairs, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let numbers = proptest::collection::vec(any::<u32>(), 0..60);
    let outcome = runner.run(&numbers, |numbers| pair(&numbers, ranges, &compared));
    if let Err(TestError::Fail(why, _)) = outcome {
        panic!("{why}");
    }
    compared
}

/// One pair, for 24 values of the parameters.
fn pair(numbers: &[u32], ranges: &[Range], compared: &Compared) -> Result<(), TestCaseError> {
    let mut choices = Choices(numbers);
    let scope = choices.scope(ranges);
    let operation = choices.below(11);
    let Some(a) = choices.layout(&scope, 3, false) else { return Ok(()) };
    let Some(b) = choices.layout(&scope, 2, operation == 3) else { return Ok(()) };
    let before = scope.guard();
    let cases = scope.cases(|| apply(operation, &a, &b)?.into_flat());
    compared.given_up.set(compared.given_up.get() + usize::from(!cases.is_complete()));
    let mut families = vec![None; cases.cases.len()];
    for _ in 0..24 {
        // Most are near one end.
        let value = |p: &Parameter| {
            let way = p.multiple_of() * choices.below(p.values() as usize) as i64;
            if choices.below(2) == 0 { p.first() + way } else { p.last() - way }
        };
        let values: Vec<i64> = scope.parameters().iter().map(value).collect();
        choices.0 = &numbers[numbers.len().min(choices.below(numbers.len() + 1))..];
        let (Ok(x), Ok(y)) = (a.at(&values), b.at(&values)) else { continue };
        let concrete = apply(operation, &x, &y);
        let about = format!("{} of {a} and {b}, {scope:?} = {values:?}", NAMES[operation]);
        let overflows = matches!(
            concrete.as_ref().map_err(CuteError::root),
            Err(CuteError::Overflow { .. } | CuteError::Size { .. })
        );
        let refused = cases.refusals.iter().any(|refusal| refusal.guard.holds(&values));
        prop_assert!(
            overflows
                || refused
                || !before.holds(&values)
                || !cases.is_complete()
                || cases.at(&values).is_some(),
            "{about}: nowhere in {cases:?}"
        );
        for (case, family) in cases.cases.iter().zip(&mut families) {
            if overflows || !case.guard.holds(&values) {
                continue;
            }
            let fail = |why: String| TestCaseError::fail(format!("{why}: {about}: {case}"));
            let concrete = concrete.as_ref().map_err(|error| fail(error.to_string()))?;
            let member = match case.layout.at(&values) {
                Ok(member) => member,
                // No value, but no other either.
                Err(CuteError::Overflow { what, .. }) if what.ends_with("overflows 64 bits)") => {
                    compared.without_value.set(compared.without_value.get() + 1);
                    continue;
                }
                Err(error) => return Err(fail(error.to_string())),
            };
            let size = member.size();
            prop_assert_eq!(size, concrete.size(), "{}: {}", &about, case);
            let ends = (0..size.min(POINTS)).chain(size.saturating_sub(POINTS).max(POINTS)..size);
            for point in ends {
                let (own, other) = (member.eval(point), concrete.eval(point));
                prop_assert_eq!(own, other, "{} {}: {}", point, &about, case);
                compared.points.set(compared.points.get() + 1);
            }
            let family = family.get_or_insert_with(|| case.to_family());
            if let Ok(family) = family {
                let map = match family.bind(&values) {
                    Ok(map) => map,
                    Err(BindError::Extent { error: EvalError::Overflow { .. }, .. }) => continue,
                    Err(error) => return Err(fail(error.to_string())),
                };
                for point in 0..size.min(4) {
                    let own = map.eval(&coordinates(&member, point));
                    prop_assert_eq!(
                        own,
                        Ok(vec![member.eval(point).unwrap()]),
                        "{}",
                        fail(map.to_string())
                    );
                }
            }
            let count = &compared.members[operation];
            count.set(count.get() + 1);
        }
    }
    Ok(())
}

/// A coordinate of each top-level mode.
fn coordinates(layout: &Layout, point: i64) -> Vec<i64> {
    let mut rest = point;
    let digit = |mode: View<'_, i64>| {
        let size = mode.size();
        let digit = rest % size;
        rest /= size;
        digit
    };
    layout.view().modes().map(digit).collect()
}

#[test]
fn where_a_guard_holds_the_case_is_the_function() {
    let compared = compare(3000, &RANGES);
    for (name, count) in NAMES.iter().zip(&compared.members) {
        assert!(count.get() > 1000, "{name}: {} members", count.get());
    }
    assert!(compared.points.get() > 2_000_000, "{} points", compared.points.get());
    assert_eq!(compared.without_value.get(), 0);
    assert!(compared.given_up.get() < 30, "{} searches", compared.given_up.get());
}

#[test]
fn it_is_so_to_the_ends_of_64_bits() {
    let compared = compare(600, &WIDE);
    let members: usize = compared.members.iter().map(Cell::get).sum();
    assert!(members > 3000, "{members} members");
    assert!(compared.points.get() > 100_000, "{} points", compared.points.get());
    assert!(compared.without_value.get() < 500, "{}", compared.without_value.get());
    assert!(compared.given_up.get() < 30, "{} searches", compared.given_up.get());
}
