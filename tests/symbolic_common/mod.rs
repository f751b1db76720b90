//! What tests of texts with numbers of run time share: contexts, members, and verdicts held against
//! every member.

#![allow(dead_code, reason = "each test uses a part of it")]

use proptest::prelude::*;
use tileir::family::Parameters;
use tileir::interop::meaning::{
    Context, Meaning, SymbolicComparison, SymbolicMeaning, System, TranslateError, read_symbolic,
    same, same_members,
};
use tileir::proof::{Budget, Verdict};

pub fn budget() -> Budget {
    Budget::default()
}

/// The context of parameters, of the `?` that stand for them, and of a tile.
pub fn context(parameters: &str, unknowns: &[&str], extents: &[&str]) -> Context {
    let own = |names: &[&str]| -> Vec<String> { names.iter().map(|&n| n.to_owned()).collect() };
    let extents = (!extents.is_empty()).then(|| own(extents));
    let parameters: Parameters = parameters.parse().unwrap();
    Context { parameters, unknowns: own(unknowns), extents, ..Context::default() }
}

pub fn of(system: System, text: &str, context: &Context) -> SymbolicMeaning {
    read_symbolic(system, text, context).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All values of parameters.
pub fn values(parameters: &Parameters) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for parameter in parameters {
        let step = usize::try_from(parameter.multiple_of()).unwrap();
        let own: Vec<i64> = (parameter.first()..=parameter.last()).step_by(step).collect();
        all = all.iter().flat_map(|v| own.iter().map(move |&x| [&v[..], &[x]].concat())).collect();
    }
    all
}

/// The member for these values of all parameters, if the text says anything.
pub fn member(side: &SymbolicMeaning, parameters: &Parameters, values: &[i64]) -> Option<Meaning> {
    let at = |name| values[parameters.position(name).unwrap()];
    match side.at(&side.parameters().iter().map(|own| at(own.name())).collect::<Vec<_>>()) {
        Ok(meaning) => Some(meaning),
        Err(TranslateError::Silent { .. }) => None,
        Err(other) => panic!("{side} at {values:?}: {other}"),
    }
}

/// The members for these values, where both say something.
pub fn members(
    both: [&SymbolicMeaning; 2],
    parameters: &Parameters,
    values: &[i64],
) -> Option<[Meaning; 2]> {
    let [left, right] = both.map(|side| member(side, parameters, values));
    Some([left?, right?])
}

/// Whether two members are the same.
pub fn are_same([left, right]: &[Meaning; 2]) -> bool {
    match same(left, right, &budget()) {
        Ok(Verdict::Proved { .. }) => true,
        Ok(Verdict::Disproved { .. }) | Err(TranslateError::OtherShapes { .. }) => false,
        other => panic!("{other:?}"),
    }
}

/// Holds every verdict against every member, also those found without points to look at; gives how many were compared, and decided. Where a text
/// says nothing no verdict speaks, and who is said to say nothing does not.
pub fn held(both: [&SymbolicMeaning; 2], found: &SymbolicComparison) -> (usize, usize) {
    let (mut compared, mut decided) = (0, 0);
    let without = same_members(both[0], both[1], &Budget::of_points(0)).unwrap();
    for values in values(&found.parameters) {
        let says = both.map(|side| member(side, &found.parameters, &values));
        let silent = says.each_ref().map(Option::is_none);
        for said in found.silent.iter().filter(|said| said.guard.holds(&values)) {
            let right = said.sides.iter().zip(silent).all(|(said, silent)| silent || !said);
            assert!(right && said.sides.contains(&true), "{found} at {values:?}");
        }
        let verdicts = || found.split.verdicts.iter();
        let speaks = verdicts().any(|v| v.guard().is_some_and(|guard| guard.holds(&values)));
        let [Some(left), Some(right)] = says else {
            assert!(!speaks, "{found} at {values:?}");
            let said = found.silent.iter().any(|said| said.guard.holds(&values));
            assert!(said || found.split.unknown().is_some(), "{found} at {values:?}");
            continue;
        };
        let truth = are_same(&[left, right]);
        compared += 1;
        assert!(without.at(&values).is_none_or(|says| says == truth), "{without} at {values:?}");
        for verdict in verdicts() {
            if verdict.guard().is_some_and(|guard| guard.holds(&values)) {
                assert_eq!(verdict.says(), Some(truth), "{found} at {values:?}");
            }
        }
        decided += usize::from(found.at(&values).is_some());
    }
    for verdict in &found.split.verdicts {
        if let Verdict::Disproved { witness, guard, .. } = verdict {
            let values: Vec<i64> = witness.member.iter().map(|(_, value)| *value).collect();
            assert!(guard.holds(&values), "{found}");
            let pair = members(both, &found.parameters, &values).unwrap();
            assert!(!are_same(&pair), "{found}");
        }
    }
    (compared, decided)
}

/// Parameters of few values.
pub const SMALL: &str = "(n : 1..=4, m : 0..=3, s : -2..=6)";

/// A number of run time, or one that is known.
pub fn number() -> impl Strategy<Value = String> {
    let known = ["0", "1", "2", "4", "n", "m", "s", "2 * n", "n * m", "s - 1", "4 * m"];
    proptest::sample::select(known.to_vec()).prop_map(str::to_owned)
}

/// A text of a tile of the extents `2 * n` and 4.
pub fn text() -> impl Strategy<Value = (System, String)> {
    let cute = (0..4usize, number(), number(), number()).prop_map(|(form, a, b, c)| {
        let text = match form {
            0 => format!("(2 * n,4):({a},{b})"),
            1 => format!("{c} o (2 * n,4):({a},{b})"),
            2 => format!("((2,n),4):(({a},{b}),{c})"),
            _ => format!("(2 * n,(2,2)):({a},({b},{c}))"),
        };
        (System::Cute, text)
    });
    let mlir = (0..3usize, number(), number(), number()).prop_map(|(form, a, b, c)| {
        let index = match form {
            0 => format!("i * ({a}) + j * ({b}) + ({c})"),
            1 => format!("(i floordiv n) * ({a}) + (i mod n) * ({b}) + j * ({c})"),
            _ => format!("(i * 4 + j) floordiv 8 * ({a}) + (i * 4 + j) mod 8 * ({b}) + ({c})"),
        };
        (System::Mlir, format!("affine_map<(i, j)[n, m, s] -> ({index})>"))
    });
    let tirx = (number(), number(), number()).prop_map(|(a, b, c)| {
        (System::Tirx, format!("T.TileLayout(T.S[(n, 2, 4):({a}, {b}, {c})])"))
    });
    prop_oneof![cute, mlir, tirx]
}

pub fn of_tile((system, text): &(System, String)) -> SymbolicMeaning {
    let extents: &[&str] = if *system == System::Cute { &[] } else { &["2 * n", "4"] };
    of(*system, text, &context(SMALL, &[], extents))
}
