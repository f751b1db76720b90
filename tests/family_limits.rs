//! Where numbers, ranges and searches end: what is beyond a limit is an error or an open question,
//! never an answer.

use std::cell::Cell;

use tileir::cute::{
    CuteError, Int, Layout, coalesce, complement, composition, logical_divide, raked_product,
};
use tileir::family::{FamilyError, Limit, Parameter, Parameters, Scope, Sym};

fn scope(parameters: &str) -> Scope {
    Scope::new(parameters.parse().unwrap())
}

fn parameters(name: &str, lo: i64, hi: i64, by: i64) -> Parameters {
    Parameters::new(vec![Parameter::new(name, lo, hi, by).unwrap()]).unwrap()
}

#[test]
fn ranges_end_where_64_bits_do() {
    let most = i64::MAX - 1;
    let huge = Parameter::new("n", 0, most, most).unwrap();
    assert_eq!((huge.first(), huge.last(), huge.values()), (0, most, 2));
    let negative = Parameter::new("n", i64::MIN, -2, 1 << 62).unwrap();
    assert_eq!((negative.first(), negative.last(), negative.values()), (i64::MIN, -(1 << 62), 2));
    assert!(matches!(
        Parameter::new("n", 1, most, i64::MAX).unwrap_err(),
        FamilyError::NoValue { .. }
    ));
    let one = Parameter::new("n", 1, i64::MAX - 1, 1).unwrap();
    assert_eq!(one.values(), i64::MAX - 1);
    for value in [0, i64::MIN, i64::MAX] {
        assert!(one.check(value).is_err());
    }
}

#[test]
fn divisors_without_a_common_multiple_share_0() {
    let (two, three) = (1 << 40, 3i64.pow(30));
    let left = parameters("n", -two, two, two);
    let both = left.merged(&parameters("n", -three, three, three)).unwrap();
    assert_eq!(both.to_string(), "(n : 0..=0)");
    let apart = parameters("n", 1, two, two).merged(&parameters("n", 1, three, three));
    assert!(matches!(apart.unwrap_err(), FamilyError::Disjoint { .. }));
}

#[test]
fn factors_beyond_64_bits_are_no_numbers() {
    // n is 2^40 * q, so n * n is 2^80 * (q * q): no program can hold that factor.
    let s = Scope::new(parameters("n", 1, 1 << 42, 1 << 40));
    let n = s.symbol("n").unwrap();
    assert_eq!(n.times(&n), None);
    let case = s.first(|| coalesce(&s.layout("(n,2):(1,n)").unwrap())).unwrap();
    assert_eq!(case.to_string(), "2 * n:1 if always");
    let error = s.layout("(n,n):(1,n)").unwrap_err();
    assert!(error.to_string().contains("leaves 64 bits in mode 1: "), "{error}");
}

#[test]
fn a_comparison_that_leaves_64_bits_is_computed_all_the_same() {
    let s = Scope::new(parameters("n", 1, i64::MAX - 1, 1));
    let n = s.symbol("n").unwrap();
    let large = n.times(&(1 << 62).into()).unwrap();
    assert!(large.is_less(&n.times(&n).unwrap(), &mut ()));
    assert_eq!(s.guard().to_string(), "4611686018427387904 * n lt n * n");
    assert!([1, 1 << 31, 1 << 62].iter().all(|&n| !s.guard().holds(&[n])));
    assert!([(1 << 62) + 1, i64::MAX - 1].iter().all(|&n| s.guard().holds(&[n])));
    // The program, which has 64 bits, does not say so.
    assert!(s.guard().program().eval(&[i64::MAX - 1]).is_err());
    // With n = 2^40 * p and m = 2^40 * q the left is 2^70 * p - 2^69 * q: far above s.
    let t = scope("(n : 1..=4398046511104, m : 1..=4398046511104, s : 1..=100)");
    let [n, m, s] = ["n", "m", "s"].map(|name| t.symbol(name).unwrap());
    let scaled = |number: &Sym, by: i64| number.times(&by.into()).unwrap();
    let left = scaled(&n, 1 << 30).plus(&scaled(&m, -(1 << 29))).unwrap();
    assert!(n.divided_by(&(1 << 40).into()).is_some() && m.divided_by(&(1 << 40).into()).is_some());
    assert!(left.is_less(&s, &mut ()));
    assert!(!t.guard().holds(&[1 << 40, 1 << 40, 100]), "{}", t.guard());
}

#[test]
fn contradictions_leave_nothing_and_say_so() {
    let s = scope("(n : 1..=7)");
    assert_eq!(s.symbol("n").unwrap().divided_by(&8.into()), None);
    let s = scope("(n : 1..=64, m : 1..=64)");
    let (n, m) = (s.symbol("n").unwrap(), s.symbol("m").unwrap());
    let merge = || coalesce(&s.layout("(n,m):(1,n)").unwrap());
    assert!(n.times(&n).unwrap().is_less(&m, &mut ()));
    assert!(m.is_less(&n, &mut ()));
    // No rule sees it; asking all 4096 members does.
    let guard = "n * n lt m and m lt n";
    let error = s.first(merge).unwrap_err();
    assert_eq!(error.to_string(), format!("no values of the parameters are left: {guard}"));
    let cases = s.cases(merge);
    assert!(cases.cases.is_empty() && cases.refusals.is_empty() && cases.is_complete());
    assert!(cases.empty > 0);
    // It leaves n = 64, so that m would be above 4096: that is seen.
    assert!(n.divided_by(&64.into()).is_some());
    let error = s.first(merge).unwrap_err().to_string();
    assert!(error.ends_with(": n * n lt m and m lt n and 64 divides n"), "{error}");
}

#[test]
fn deep_and_long_numbers_are_refused() {
    let s = scope("(n : 1..=64, m : 1..=64)");
    let power = |times: usize| format!("{}n:1", "n * ".repeat(times));
    assert!(s.layout(&power(15)).is_ok());
    assert!(s.layout(&power(16)).is_err());
    let nested = |depth: usize| {
        format!("{}n{}:1", "(m + ".repeat(depth), ") floordiv 3".repeat(depth))
            .replacen('(', "0 + (", 1)
    };
    assert!(s.layout(&nested(8)).is_ok());
    assert!(s.layout(&nested(9)).is_err());
    let wide: Vec<String> = (0..70).map(|k| format!("((n + {k}) floordiv (m + {k}))")).collect();
    assert!(s.layout(&format!("0 + {}:1", wide[..60].join(" + "))).is_ok());
    assert!(s.layout(&format!("0 + {}:1", wide.join(" + "))).is_err());
    // Squares of sums of quotients, each in the next: beyond the atoms that a quotient may have.
    let (mut number, mut grown) = (s.symbol("n").unwrap(), 0);
    let m = s.symbol("m").unwrap();
    while let Some(next) = number
        .plus(&m)
        .and_then(|sum| sum.times(&sum))
        .and_then(|square| square.plus(&1.into()))
        .and_then(|sum| sum.divided_by(&7.into()))
    {
        (number, grown) = (next, grown + 1);
        assert!(grown < 9);
    }
    assert!(grown > 3 && number.program().insts().len() < 200, "{grown}");
}

#[test]
fn a_search_stops_at_its_budget_and_says_so() {
    let s = scope("(n : 1..=12, m : 0..=6, s : 1..=24 by 2, t : 1..=900)");
    let a = s.layout("(n,(m,t),s):(s,(m * t,n),t)").unwrap();
    let b = s.layout("(t,(s,n),m):(m,(n,t * s),s)").unwrap();
    let runs = Cell::new(0usize);
    let mut build = || {
        runs.set(runs.get() + 1);
        logical_divide(&a, &b)?.into_flat()
    };
    let cases = s.cases(&mut build);
    let first = s.first(&mut build);
    assert!(runs.get() < 800, "{} runs", runs.get());
    assert!(matches!(cases.given_up, Some(Limit::Steps | Limit::Ways)), "{:?}", cases.given_up);
    assert_eq!(s.cases(&mut build), cases, "the budget is the same each time");
    match first {
        Ok(case) => assert_eq!(Some(&case.guard), cases.cases.first().map(|case| &case.guard)),
        Err(error) => assert!(matches!(error, CuteError::Search { .. }), "{error}"),
    }
}

#[test]
fn a_search_without_a_case_says_that_it_was_given_up() {
    let s = scope("(n : 1..=64, m : 1..=64)");
    // Every way asks another question, and none ends.
    let build = || {
        let n = s.symbol("n").unwrap();
        let mut asked = 0i64;
        while asked < 200 {
            asked += 1;
            let m = s.symbol("m").unwrap().times(&(asked * 2 + 65).into()).unwrap();
            if m.divided_by(&n.plus(&asked.into()).unwrap()).is_none() {
                return coalesce(&s.layout("2:1").unwrap()).and_then(|two| {
                    Err(CuteError::NegativeExtent { mode: two.to_string(), extent: -1 })
                });
            }
        }
        coalesce(&s.layout("(n,m):(1,n)").unwrap())
    };
    let error = s.first(build).unwrap_err();
    assert!(matches!(error, CuteError::Search { .. }), "{error}");
    assert!(error.to_string().starts_with("undecided: "), "{error}");
}

#[test]
fn extents_of_0_and_strides_below_0_stay_what_they_are() {
    let s = scope("(n : 0..=6, d : -3..=3)");
    let empty = s.layout("(n,4):(d,0 - n)").unwrap();
    let tile = s.layout("2:1").unwrap();
    let cases = s.cases(|| composition(&empty, &tile)?.into_flat());
    let mut compared = 0;
    for n in 0..=6 {
        for d in -3..=3 {
            let Some(case) = cases.at(&[n, d]) else { continue };
            let concrete = composition(&empty.at(&[n, d]).unwrap(), &tile.at(&[n, d]).unwrap());
            let (member, concrete) = (case.layout.at(&[n, d]).unwrap(), concrete.unwrap());
            for point in 0..2 {
                assert_eq!(member.eval(point), concrete.eval(point), "{n} {d} {case}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 60, "{compared}");
    let rest = s.first(|| complement(&s.layout("n:1").unwrap(), Sym::from(12))).unwrap();
    for n in (0..=6).filter(|&n| rest.guard.holds(&[n, 0])) {
        let concrete = complement(&Layout::leaf(n, 1), 12).unwrap();
        assert_eq!(rest.layout.at(&[n, 0]).unwrap().size(), concrete.size(), "{n}: {rest}");
    }
}

#[test]
fn a_number_without_a_value_is_not_left_in_a_case_that_holds() {
    // The stride of the second mode has a divisor n: with n = 0 it has no value.
    let s = scope("(n : 0..=900 by 450, s : 1..=12)");
    let (a, b) = (s.layout("(s):(n)").unwrap(), s.layout("(1):(2)").unwrap());
    let cases = s.cases(|| raked_product(&a, &b)?.into_flat());
    for values in [[0, 1], [0, 5], [450, 3], [900, 12]] {
        let case = cases.at(&values).unwrap();
        let concrete = raked_product(&a.at(&values).unwrap(), &b.at(&values).unwrap()).unwrap();
        let member = case.layout.at(&values).unwrap();
        assert_eq!(Ok(member.size()), Ok::<_, CuteError>(concrete.size()));
        assert!(
            (0..member.size()).all(|point| member.eval(point) == concrete.eval(point)),
            "{case}"
        );
    }
}

#[test]
fn a_name_stands_once() {
    let twice = [("n", 1), ("m", 2), ("n", 3)].map(|(name, hi)| Parameter::new(name, 1, hi, 1));
    let error = Parameters::new(twice.into_iter().map(Result::unwrap).collect()).unwrap_err();
    assert_eq!(error.to_string(), "parameter 'n' is named twice");
    assert!("(n : 1..=4, n : 1..=4)".parse::<Parameters>().is_err());
}
