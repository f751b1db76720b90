//! Copies of elements stand in any order, with numbers of run time too, where members are few.
//!
//! The law: each member's verdict is that of the texts with its numbers in them, and none is missing.

mod symbolic_common;

use proptest::prelude::*;
use symbolic_common::{budget, context};
use tileir::interop::meaning::{Context, System, read, read_symbolic, same, same_members};

/// Replicas, each an extent and a stride; the extent 0 stands for `n`.
type Modes = Vec<(i64, i64)>;

fn text(modes: &Modes, n: &str) -> String {
    let extent = |extent: i64| if extent == 0 { n.to_owned() } else { extent.to_string() };
    let extents: Vec<String> = modes.iter().map(|mode| extent(mode.0)).collect();
    let strides: Vec<String> = modes.iter().map(|mode| mode.1.to_string()).collect();
    let (extents, strides) = (extents.join(", "), strides.join(", "));
    format!("T.TileLayout(T.S[(4,):(1,)] + T.R[({extents},):({strides},)])")
}

/// Modes, and the same ones in another order, one of them with another stride or not.
fn pairs() -> impl Strategy<Value = (Modes, Modes)> {
    let mode = (0..4i64, prop_oneof![Just(4i64), Just(8), Just(12), Just(24), Just(1)]);
    let modes = prop::collection::vec(mode, 1..4);
    modes.prop_flat_map(|modes| {
        let turned = Just(modes.clone()).prop_shuffle();
        (Just(modes), turned, any::<bool>()).prop_map(|(modes, mut turned, changed)| {
            if changed {
                turned[0].1 += 4;
            }
            (modes, turned)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn members_of_copies_are_as_their_numbers_say((own, other) in pairs()) {
        let any = context("(n : 1..=4)", &[], &[]);
        let members = |modes: &Modes| read_symbolic(System::Tirx, &text(modes, "n"), &any).unwrap();
        prop_assume!(own.iter().any(|mode| mode.0 == 0));
        let found = same_members(&members(&own), &members(&other), &budget()).unwrap();
        for n in 1..=4i64 {
            let member = |modes: &Modes| {
                read(System::Tirx, &text(modes, &n.to_string()), &Context::default()).unwrap()
            };
            let verdict = same(&member(&own), &member(&other), &budget()).unwrap();
            let told = found.at(&[n]);
            prop_assert!(told.is_none() || told == verdict.says(), "n = {n}: {found}; {verdict}");
            // Where some members are one and others are not, one guard has both.
            let turned = own.iter().all(|mode| other.contains(mode)) && own.len() == other.len();
            prop_assert!(told.is_some() || !turned, "n = {n}: {found}");
        }
    }
}
