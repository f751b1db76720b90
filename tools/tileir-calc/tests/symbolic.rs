//! Lines about layouts with parameters: each is, for every value, what it is for numbers.

use tileir_calc::session::Session;
use tileir_calc::value::Value;

const VALUES: [i64; 4] = [4, 8, 12, 16];

/// Lines in `m`, a multiple of 4 up to 16.
const LINES: &[&str] = &[
    "size((m,8):(1,m))",
    "size((m,8,3):(1,m,0), 0, 2)",
    "cosize((m,8):(2,m))",
    "rank((m,8):(1,m))",
    "depth((m,(8,2)):(1,(m,0)))",
    "shape(((m,2),8):((1,m),2*m))",
    "stride(((m,2),8):((1,m),2*m))",
    "coalesce((m,8):(1,m))",
    "coalesce((1,m):(2147483648,1))",
    "coalesce(((m,2),8):((1,m),2*m), (1,1))",
    "filter((m,8):(0,m))",
    "filter(((m,2),8):((1,m),0), (1,1))",
    "filter_zeros((m,8):(0,m))",
    "flatten(((m,2),8):((1,m),2*m))",
    "complement((m,2):(1,4*m))",
    "complement((m,2):(1,4*m), 16*m)",
    "complement(m:2, (2, 4*m))",
    "right_inverse((m,8):(8,1))",
    "nullspace((m,8):(0,1))",
    "upcast((m,8):(1,m), 8)",
    "downcast((m,8):(1,m), 2)",
    "recast((m,8):(1,m), 8, 16)",
    "blocked_product((2,2):(1,2), (m,8):(1,m))",
    "raked_product((2,2):(1,2), (m,8):(1,m))",
    "select((m,8,3):(1,m,0), 2, 0)",
    "take((m,8,3):(1,m,0), 1, 3)",
    "group_modes((m,8,3):(1,m,0), 0, 2)",
    "append((m,8):(1,m), m:3)",
    "prepend((m,8):(1,m), m:3)",
    "zip((m,8):(1,m), (2,m):(0,1))",
    "replace((m,8):(1,m), 1, 3:m)",
    "get((m,(8,2)):(1,(m,0)), 1, 0)",
    "make_layout((m,(2,m)))",
    "make_layout((m,(2,m)), (1,(m*m,m)))",
    "with_shape((m,8):(1,m), (2,4*m))",
    "tile_to_shape((4,4):(1,4), (m,2*m))",
    "tile_to_shape((4,4):(1,4), (m,8), (1,0))",
    "tile_to_shape(4:2, m)",
    "local_tile((m,8):(1,m), (4,4), (_,1))",
    "local_tile((m,8):(1,m), (4,4), (0,1))",
    "slice((3,_), (m,8):(1,m))",
    "slice((_,m/4), (m,8):(1,m))",
    "dice((1,_), (m,8):(1,m))",
    "crd2idx((1,m-1), (8,m):(m,1))",
    "eval((m,8):(1,m), 3*m+1)",
    "(m,8):(1,m)(2, 3)",
    "(4,8):(1,m)(m)",
    "logical_divide((m,8):(1,m), size((m,2):(1,2)))",
    "logical_divide((12,(4,8)):(7,(1,30)), m:1)",
    "append(upcast((m,8):(1,m), 8), m:1)",
    "size(logical_divide((m,8):(1,m), (2,m:2)))",
    "blocked_product(logical_divide(m:1, 8), logical_divide(m:1, 8))",
];

fn answer(session: &mut Session, line: &str) -> Result<Value, String> {
    let answer = session.answer(line).map_err(|fault| fault.to_string())?;
    Ok(answer.expect("a value").value)
}

fn session(m: &str) -> Session {
    let mut session = Session::default();
    answer(&mut session, &format!("m = {m}")).expect("a parameter or a number");
    session
}

#[test]
fn every_line_is_for_each_value_what_it_is_for_a_number() {
    let mut refused = 0;
    for line in LINES {
        let mut symbolic = session("4..=16 by 4");
        let result = answer(&mut symbolic, &format!("r = {line}"));
        let result = result.unwrap_or_else(|error| panic!("{line}: {error}"));
        for m in VALUES {
            let plain = answer(&mut session(&m.to_string()), line);
            let bound = match &result {
                Value::Symbolic(_) => answer(&mut symbolic, &format!("bind(r, m = {m})")),
                settled => Ok(settled.clone()),
            };
            match (&bound, &plain) {
                (Ok(bound), Ok(plain)) => {
                    assert_eq!(bound, plain, "{line} at m = {m}");
                }
                (Err(_), Err(_) | Ok(Value::Composition(..))) => refused += 1,
                _ => panic!("{line} at m = {m}: {bound:?}, not {plain:?}"),
            }
        }
    }
    assert!(refused > 0, "some lines have no member for some values");
}

#[test]
fn every_way_of_a_division_by_an_unknown_tile_is_shown() {
    let mut session = Session::default();
    answer(&mut session, "t = 1..=384").expect("a parameter");
    let line = "d = logical_divide((12,(4,8)):(7,(1,30)), t:1)";
    let Ok(Value::Symbolic(divided)) = answer(&mut session, line) else { panic!("{line}") };
    let composed = divided.rest.as_ref().map(ToString::to_string);
    assert_eq!(composed.as_deref(), Some("no flat form at t = 5"));
    let sizes = |t: i64| match answer(&mut session.clone(), &format!("size(bind(d, t = {t}))")) {
        Ok(Value::Integer(size)) => Some(size),
        _ => None,
    };
    for t in [1, 2, 3, 4, 6, 12, 24, 48, 96, 192, 384] {
        assert_eq!(sizes(t), Some(384), "t = {t}");
    }
    for t in [5, 7, 8, 9, 16, 36, 60, 128, 256] {
        assert_eq!(sizes(t), None, "t = {t}");
    }
}

/// What is proved of each way is true of its members, and what is disproved is not.
#[test]
fn a_symbolic_layout_is_proved_as_a_family() {
    let mut session = session("4..=16 by 4");
    for line in ["(m,8):(1,m)", "(m,8):(1,4)", "logical_divide((m,8):(1,m), (8,2))"] {
        let value = answer(&mut session, &format!("prove({line})")).expect(line);
        let Value::Found(found) = value else { panic!("{line}: {value:?}") };
        for fact in ["total: ", "in bounds: ", "injective: ", "surjective: "] {
            assert!(found.text.contains(fact), "{line}: {}", found.text);
        }
    }
    let overlap = answer(&mut session, "prove((m,8):(1,4))").expect("facts").to_string();
    assert!(
        overlap.contains("injective: proved by symbolic if m")
            || overlap.contains("injective: disproved"),
        "{overlap}"
    );
    let tiles = answer(&mut session, "prove(upcast((m,8):(1,m), 8))").expect("facts").to_string();
    assert!(tiles.starts_with("guard: 8 divides m\ntotal: proved"), "{tiles}");
    assert_eq!(tiles.matches("guard: ").count(), 2, "{tiles}");
    assert_eq!(tiles.matches("\ntotal: proved").count(), 2, "{tiles}");
}

/// A number with parameters is one, wherever a number stands.
#[test]
fn numbers_with_parameters_are_numbers() {
    let mut session = session("4..=16 by 4");
    for (line, expected) in [
        ("2 * m + 1", "2 * m + 1"),
        ("m - m", "0"),
        ("size((m,8):(1,m)) / 4", "2 * m"),
        ("(size((m,8):(1,m)), 2):(1, m)", "(8 * m,2):(1,m)"),
        ("logical_product(4:1, 2 * m)", "(4,2 * m):(1,4)"),
        ("complement(m:1, m * m)", "m:m"),
    ] {
        let value = answer(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(value.to_string(), expected, "{line}");
    }
    answer(&mut session, "a = (m,8):(1,m)").expect("a layout");
    let refused = answer(&mut session, "2 * a").expect_err("no number");
    assert!(refused.contains("not a symbolic layout"), "{refused}");
    let none = answer(&mut session, "slice((_,m*8), left_inverse((m,8):(1,m)))").expect_err("none");
    assert!(none.contains("must be a layout, not a symbolic layout"), "{none}");
}
