//! What symbolic results do at the limits of what is computed: nested quotients, numbers of more than
//! 64 bits, and ways that no member takes.

use tileir_calc::render;
use tileir_calc::session::{Answer, Session};
use tileir_calc::symbolic::{Rest, Symbolic};
use tileir_calc::value::Value;

use crate::lines::{Choices, answer};

/// A session in which `n` is this.
pub fn session(n: &str) -> Session {
    let mut session = Session::default();
    answer(&mut session, &format!("n = {n}")).expect("a parameter or a number");
    session
}

/// The member of a line's result.
pub fn bound(session: &mut Session, line: &str, n: i64) -> Result<Value, String> {
    let whole = answer(session, &format!("r = {line}"))?.value;
    if !matches!(whole, Value::Symbolic(_)) {
        return Ok(whole);
    }
    Ok(answer(session, &format!("bind(r, n = {n})"))?.value)
}

pub fn direct(line: &str, n: i64) -> Result<Value, String> {
    Ok(answer(&mut session(&n.to_string()), line)?.value)
}

pub fn symbolic(session: &mut Session, line: &str) -> Box<Symbolic> {
    match answer(session, line).expect(line).value {
        Value::Symbolic(symbolic) => symbolic,
        other => panic!("{line} has no parameters: {other}"),
    }
}

#[test]
fn quotients_are_right_or_refused_however_deep() {
    let mut choices = Choices(5);
    let (mut right, mut refused) = (0, 0);
    for _ in 0..120 {
        let mut line = "n".to_owned();
        for _ in 0..1 + choices.below(12) {
            let by = choices.pick(&["3", "2", "n", "5"]);
            line = match choices.below(3) {
                0 => format!("({line}/{by})"),
                1 => format!("({line}/{by}+1)"),
                _ => format!("({line}%(7*{by}))"),
            };
        }
        for line in
            [line.clone(), format!("({line}+2,4):(1,n)"), format!("size(({line}+2,4):(1,n))")]
        {
            let mut whole = session("1..=100000");
            match answer(&mut whole, &line) {
                Err(why) => {
                    assert!(why.contains("nested too deeply") || why.contains("too many"), "{why}");
                    refused += 1;
                }
                Ok(_) => {
                    for n in [1, 2, 9, 1000, 100_000] {
                        assert_eq!(bound(&mut whole, &line, n), direct(&line, n), "{line} at {n}");
                        right += 1;
                    }
                }
            }
        }
    }
    assert!(right > 500 && refused > 30, "{right} right, {refused} refused");
    let why = answer(&mut session("0..=100000"), "n/n/n/n/n/n/n/n/n/n/n").expect_err("nine deep");
    assert!(why.contains("quotients stand in one another 8 deep at most"), "{why}");
}

#[test]
fn a_number_that_holds_for_no_member_is_refused() {
    for (range, line) in [
        ("0..=0", "3/n"),
        ("1..=64", "4/(n/100)"),
        ("0..=0", "(3/n,2):(1,1)"),
        ("0..=0", "(3/n,2)"),
    ] {
        let why = answer(&mut session(range), line).expect_err(line);
        assert!(why.contains("no values of the parameters are left"), "{line}: {why}");
    }
}

#[test]
fn operands_and_results_of_more_than_64_bits_have_no_members() {
    let mut choices = Choices(8);
    let extents = ["n", "n*n", "4", "n/4", "n-8", "1"];
    let (mut compared, mut none) = (0, 0);
    for _ in 0..150 {
        let extent = |choices: &mut Choices| choices.pick(&extents);
        let [a, b, c] = [(); 3].map(|()| extent(&mut choices));
        let operand = format!("({a},{b},{c}):(1,0,0)");
        let line = match choices.below(8) {
            0 => format!("{operand} o 4:1"),
            1 => format!("filter({operand})"),
            2 => format!("dice((_,0,_),{operand})"),
            3 => format!("stride({operand})"),
            4 => format!("get({operand},1)"),
            5 => format!("append({operand},{a}:0)"),
            6 => format!("rank(select({operand},0))"),
            _ => format!("size({operand})"),
        };
        let mut whole = session("8..=4294967296");
        for n in [8, 12, 2048, 1_290_000, 2_097_151, 2_097_152, 3_037_000_499, 4_294_967_296] {
            let about = format!("{line} at {n}");
            match (bound(&mut whole, &line, n), direct(&line, n)) {
                (Ok(member), expected) => {
                    assert_eq!(Ok(member), expected, "{about}");
                    compared += 1;
                }
                (Err(_), Err(_)) => none += 1,
                (Err(why), Ok(_)) => assert!(line.contains(" o "), "{about}: {why}"),
            }
        }
    }
    assert!(compared > 500 && none > 200, "{compared} compared, {none} without a member");
    let mut whole = session("8..=4294967296");
    let line = "(n,n,n):(1,0,0) o 4:1";
    let shown = symbolic(&mut whole, line).to_string();
    assert_eq!(shown, "4:1 if n * n * n le 9223372036854775807");
    let small = symbolic(&mut session("8..=4096"), line).to_string();
    assert_eq!(small, "4:1");
}

#[test]
fn a_guard_is_shown_wherever_the_value_is() {
    let mut session = session("0..=64");
    let cases = [
        ("4/n", "4 floordiv n if 1 le n"),
        ("x = (4/n,3)", "x = (4 floordiv n,3) if 1 le n"),
        ("(n,(4/n,_))", "(n : 0..=64,(4 floordiv n if 1 le n,_))"),
        (
            "logical_divide((4,3):(1,4), 2*n+2:1)",
            "(2 * n + 2,12 floordiv (2 * n + 2)):(1,2 * n + 2) if 2 * n + 2 divides 12",
        ),
    ];
    for (line, expected) in cases {
        let Answer { name, value, domain } = answer(&mut session, line).expect(line);
        let shown = render::answer(&Answer { name, value, domain }, &session, true);
        assert!(shown.starts_with(expected) || shown.contains(expected), "{line}: {shown}");
    }
    let member = answer(&mut session, "bind(x, n = 2)").expect("a member").value;
    assert_eq!(member.to_string(), "(2,3)");
}

#[test]
fn few_members_decide_what_rules_do_not() {
    let mut session = session("0..=1");
    answer(&mut session, "m = -5..=4").expect("a parameter");
    for line in [
        "logical_divide(zipped_divide((5,4,n):(6,m,4*m), 3:5),3:5)",
        "zipped_divide((5,(4,n)):(6,(m/3,4*m)), 3:5)",
    ] {
        let rest = symbolic(&mut session, line).rest;
        assert!(matches!(rest, Some(Rest::NotFlat(_))), "{line}: {rest:?}");
    }
}

#[test]
fn results_are_operands_though_their_quotients_are_of_quotients() {
    let line = "logical_divide(logical_divide(n:1,n/2),2)";
    let mut whole = session("1..=64");
    for n in 1..=64 {
        if let Ok(member) = bound(&mut whole, line, n) {
            assert_eq!(Ok(member), direct(line, n), "{line} at {n}");
        }
    }
    assert_eq!(bound(&mut whole, line, 64), direct(line, 64));
}

#[test]
fn brackets_around_a_number_group() {
    let mut session = session("1..=8");
    for (line, expected) in [("(3,4):(1,-((2)))", "(3,4):(1,-2)"), ("1-((((2))))", "-1")] {
        assert_eq!(answer(&mut session, line).expect(line).value.to_string(), expected, "{line}");
    }
    assert!(answer(&mut session, "1-((2,3))").is_err());
}

#[test]
fn of_several_modes_that_are_left_the_first_is_named() {
    let line = "composition((12,(4,4),5):(2,(24,96),384),(3,n*n,16))";
    let shown = |range: &str| match &symbolic(&mut session(range), line).ways[..] {
        [way] => way.domain.as_ref().map(ToString::to_string),
        ways => panic!("{} ways", ways.len()),
    };
    let second = "leaves the operand's domain: mode 2: 0 to 15, of 5";
    assert_eq!(shown("1..=4").as_deref(), Some(second));
    let first = "leaves the operand's domain: mode 1: 0 to n * n - 1, of 16";
    assert_eq!(shown("5..=6").as_deref(), Some(first));
    let either = format!("{first}; or else mode 2: 0 to 15, of 5");
    assert_eq!(shown("1..=6"), Some(either));
}

#[test]
fn numbers_and_layouts_as_written_have_members_of_64_bits_alone() {
    let most = i64::MAX / 2;
    let mut whole = session(&format!("{}..={}", most - 1, most + 1));
    for line in ["n*2", "(2):(n*2)", "(n,2):(1,0)", "(n*2,3)"] {
        for n in [most - 1, most, most + 1] {
            let (member, expected) = (bound(&mut whole, line, n), direct(line, n));
            match expected {
                Ok(expected) => assert_eq!(member, Ok(expected), "{line} at {n}"),
                Err(_) => assert!(member.is_err(), "{line} at {n}: {member:?}"),
            }
        }
    }
    let shown = symbolic(&mut whole, "n*2").to_string();
    assert_eq!(shown, "2 * n if 2 * n le 9223372036854775807");
    let why = answer(&mut session("4611686018427387904..=4611686018427387906"), "n*2");
    assert!(why.is_err_and(|why| why.contains("no values of the parameters are left")));
}

#[test]
fn divisors_below_0_turn_both_numbers_round() {
    for (range, lo, hi) in [("-3..=-1", -3, -1), ("-3..=2", -3, 2)] {
        let mut whole = session(range);
        for line in ["12/n", "7/n", "7%n", "(0-7)%n", "size((8):(16))/n*6", "(7/n+9,2):(1,12/n)"] {
            for n in lo..=hi {
                let (member, expected) = (bound(&mut whole, line, n), direct(line, n));
                assert_eq!(member.ok(), expected.ok(), "{line} at {n}");
            }
        }
    }
}

#[test]
fn what_no_way_is_of_is_said_to_be_unknown() {
    for (range, line, rest) in [
        ("1..=100", "zipped_product((n):(4), 4:5)", "other ways: unknown, at n = 66 there is one"),
        ("4..=6", "(4,2):(n,0) o n:6", "no flat form at n = 5"),
        ("0..=5000", "(n,2):(2,1) o 4:1", "no flat form at n = 3"),
        (
            "1..=100000",
            "zipped_product((n):(4), 4:5)",
            "other ways: unknown, not all values without a way were looked at",
        ),
    ] {
        let found = symbolic(&mut session(range), line).rest;
        assert_eq!(found.map(|rest| rest.to_string()).as_deref(), Some(rest), "{line}");
    }
    assert_eq!(symbolic(&mut session("1..=4096"), "logical_divide(n:1, 16:1)").rest, None);
    let divisible = "tile_to_shape((4,4):(1,4), (n,8))";
    assert_eq!(symbolic(&mut session("1..=100000"), divisible).rest, None);
}

#[test]
fn names_of_tuples_keep_their_brackets_in_a_layout() {
    for (tuple, line) in [
        ("(n)", "(x,4):(x,1)"),
        ("(n)", "(x,4):((1),1)"),
        ("(n)", "(x,4):(1,1)"),
        ("(n)", "x:1"),
        ("(n)", "x:x"),
        ("(n)", "(x+1,4):(x*2,1)"),
        ("(n,4)", "x:(1,n)"),
        ("(n,4)", "(x,2):(x,1)"),
        ("(n,4)", "(x,2):(1,1)"),
        ("(n,(4,n))", "(3,x):(1,x)"),
        ("shape((n,(2,3)):(1,(n,2)))", "x:x"),
        ("n*4", "(x,2):(1,x)"),
    ] {
        let with = |n: &str| {
            let mut session = session(n);
            answer(&mut session, &format!("x = {tuple}")).expect(tuple);
            session
        };
        let mut whole = with("1..=12");
        for n in [1, 2, 7, 12] {
            let expected = answer(&mut with(&n.to_string()), line).map(|answer| answer.value);
            let member = bound(&mut whole, line, n);
            assert_eq!(member.ok(), expected.ok(), "x = {tuple}, {line} at {n}");
        }
    }
}

#[test]
fn constants_at_the_ends_of_64_bits_are_exact() {
    let mut compared = 0;
    for constant in [i64::MIN, i64::MIN + 1, i64::MIN + 2, -1, i64::MAX - 3] {
        for line in ["(e,1)", "1:e", "(8:1)(e)", "e%3", "(e%7,2)", "append(4:1, 1:e)", "e+0"] {
            let named = format!("e = n + {constant}");
            let mut whole = session("0..=3");
            answer(&mut whole, &named).expect(&named);
            for n in 0..=3 {
                let mut single = session(&n.to_string());
                answer(&mut single, &named).expect(&named);
                let said = bound(&mut whole, line, n).map(|value| value.to_string());
                let truth = answer(&mut single, line).map(|answer| answer.value.to_string());
                let (Ok(said), Ok(truth)) = (said, truth) else { continue };
                assert_eq!(said, truth, "{named}, {line} at n = {n}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 100, "{compared} compared");
}

#[test]
fn quotients_of_what_cannot_be_turned_round_have_all_their_members() {
    let members = i64::MIN..=i64::MIN + 4;
    let mut compared = 0;
    for quotient in
        ["n/n", "n/(n+1)", "(n+1)/n", "n/-3", "n%-3", "n%(n+2)", "5/n", "n/9223372036854775805"]
    {
        for line in [
            format!("(2,3):({quotient},n/n)"),
            format!("recast((n+9223372036854775809,4):({quotient},n/n), 16, 8)"),
            format!("({quotient})*(n/n)"),
        ] {
            let mut whole = session(&format!("{}..={}", members.start(), members.end()));
            for n in members.clone() {
                let truth = answer(&mut session(&n.to_string()), &line);
                let Ok(truth) = truth.map(|answer| answer.value.to_string()) else { continue };
                let said = bound(&mut whole, &line, n).map(|value| value.to_string());
                assert_eq!(said.ok().as_deref(), Some(&*truth), "{line} at n = {n}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 80, "{compared} compared");
}

/// The last mode goes on, whatever its extent; the empty layout's too.
#[test]
fn an_empty_last_mode_is_open_for_symbols_as_for_numbers() {
    let mut compared = 0;
    for line in [
        "composition((2,n):(2,6), 8:3)",
        "composition((2,n):(2,6), (2,2):(3,1))",
        "raked_product((4,n):(2,1), (2,8):(2,5))",
        "flat_product((4,n):(2,1), (2,8):(2,5))",
        "composition((3,n%2):(1,5), 9:2)",
        "composition((2,n/3):(2,6), 4:3)",
    ] {
        let mut whole = session("0..=3");
        for n in 0..=3 {
            let truth = answer(&mut session(&n.to_string()), line);
            let Ok(truth @ Value::Layout(_)) = truth.map(|answer| answer.value) else { continue };
            let said = bound(&mut whole, line, n).map(|value| value.to_string());
            assert_eq!(said.ok(), Some(truth.to_string()), "{line} at n = {n}");
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared} compared");
}

/// A remainder is of a quotient: where that leaves 64 bits there is neither.
#[test]
fn the_least_number_has_no_remainder_by_minus_1() {
    let (mut given, mut refused) = (0, 0);
    for line in [
        "n%-1",
        "n%(n-n-1)",
        "n%-2",
        "8+n%-1",
        "composition((8+n%-1):(1), 2:1)",
        "(3*(n%-1),2):(1,n/n)",
    ] {
        let mut whole = session(&format!("{}..={}", i64::MIN, i64::MIN + 2));
        for n in i64::MIN..=i64::MIN + 2 {
            let truth = direct(line, n).ok().map(|value| value.to_string());
            let said = bound(&mut whole, line, n).ok().map(|value| value.to_string());
            assert_eq!(said, truth, "{line} at n = {n}");
            *(if truth.is_some() { &mut given } else { &mut refused }) += 1;
        }
    }
    assert!(given >= 10 && refused >= 4, "{given} given, {refused} refused");
}

/// The size of an operand, of factors that have no form together, is not that of one of its modes.
#[test]
fn a_domain_without_a_form_is_not_left() {
    for (parameters, line) in [
        (
            ["t = 2147483602..=2147483603", "k = 4294967202..=4294967203"],
            "logical_divide((t-2147483600,t-2147483601):(1,1), k-4294967200)",
        ),
        (
            [
                "k = -9223372036854775808..=-9223372036854775807",
                "t = 4611686018427387902..=4611686018427387903",
            ],
            "composition((-k,t-4611686018427387902):(1,4), (1,6):(1,6))",
        ),
        (
            [
                "t = 1152921504606846976..=1152921504606846980",
                "k = 9223372036854775802..=9223372036854775802",
            ],
            "with_shape((k/t,k/t):(1,3), (t-1152921504606846973,6))",
        ),
    ] {
        let mut session = Session::default();
        for parameter in parameters {
            answer(&mut session, parameter).expect(parameter);
        }
        for way in symbolic(&mut session, line).ways {
            let domain = way.domain.map(|domain| domain.to_string());
            assert!(
                !domain.as_ref().is_some_and(|own| own.contains("leaves")),
                "{line}: {domain:?}"
            );
        }
    }
}

/// Conditions between numbers of more than 128 bits are decided, not taken for broken.
#[test]
fn members_of_long_conditions_are_left() {
    let mut session = Session::default();
    for parameter in [
        "n = -9223372036854775808..=-9223372036854775807",
        "m = 6148914691236517204..=6148914691236517204",
    ] {
        answer(&mut session, parameter).expect(parameter);
    }
    let found = answer(
        &mut session,
        "bind(size((2%((m%n)%2))*((n%2)%2)), n = -9223372036854775807, m = 6148914691236517204)",
    );
    assert_eq!(found.map(|answer| answer.value.to_string()).as_deref(), Ok("0"));
}
