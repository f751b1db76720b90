//! What is true of every address map for a shared exchange, checked by the definitions alone.
//!
//! Each element has its own place; the slots of an access are neighbours in every
//! thread, every slot that takes part is in one access; the wavefronts are those of the
//! definition, counted here byte by byte; no row-major or column-major buffer with a padding
//! takes fewer.

use std::collections::{BTreeMap, BTreeSet};

use tileir::distribution::Distribution;
use tileir::proof::{Budget, prove};
use tileir::repartition::{Owner, PlanError, SwizzleError, Swizzled, Traffic, swizzle_for};
use tileir::target::Target;
use tileir::{IntTree, LayoutMap};

pub fn sm_80() -> Target {
    Target::by_name("sm_80").unwrap()
}

/// Each thread's addresses by slot; `None` where the slot takes no part.
pub type Places = Vec<Vec<Option<i64>>>;

pub fn places(side: &Distribution, owners: Option<&Owner>, address: &LayoutMap) -> Places {
    let place = |thread: i64, slot: i64| {
        let active = owners.is_none_or(|owner| owner.writes(thread, slot as usize));
        let element = side.element(thread, slot).unwrap();
        active.then(|| address.eval(&element).unwrap()[0])
    };
    let thread = |thread| (0..side.slots()).map(|slot| place(thread, slot)).collect();
    (0..side.threads()).map(thread).collect()
}

/// The wavefronts and the phases of these accesses, by the definition: a phase is of as many
/// neighbouring lanes as the banks have bytes for, and waits for the bank with the most words.
pub fn count(places: &Places, accesses: &[Vec<usize>], bits: i64, target: &Target) -> (u64, u64) {
    let (mut wavefronts, mut phases) = (0, 0);
    for access in accesses {
        let bytes = (access.len() as i64 * bits + 7) / 8;
        let lanes = (target.banks * target.bank_bytes / bytes).clamp(1, target.subgroup) as usize;
        for subgroup in places.chunks(target.subgroup as usize) {
            for phase in subgroup.chunks(lanes) {
                let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                for first in phase.iter().filter_map(|own| own[access[0]]) {
                    for byte in first * bits / 8..first * bits / 8 + bytes {
                        let word = byte / target.bank_bytes;
                        banks.entry(word % target.banks).or_default().insert(word);
                    }
                }
                wavefronts += banks.values().map(BTreeSet::len).max().unwrap_or(0) as u64;
                phases += u64::from(!banks.is_empty());
            }
        }
    }
    (wavefronts, phases)
}

fn check_side(places: &Places, own: &Traffic, bits: i64, target: &Target) {
    let slots = places.first().map_or(0, Vec::len);
    let active = |slot: usize| places.iter().any(|own| own[slot].is_some());
    let mut all: Vec<usize> = own.accesses.concat();
    all.sort_unstable();
    assert_eq!(all, (0..slots).filter(|&slot| active(slot)).collect::<Vec<_>>());
    for access in &own.accesses {
        assert_eq!(access.len(), own.vector);
        for thread in places {
            let there: Vec<Option<i64>> = access.iter().map(|&slot| thread[slot]).collect();
            let vector = own.vector as i64;
            let expected = |first: i64| (first..first + vector).map(Some).collect::<Vec<_>>();
            match there[0] {
                Some(first) if first % vector == 0 => assert_eq!(there, expected(first)),
                Some(first) => panic!("{first} is no multiple of {vector}"),
                None => assert!(there.iter().all(Option::is_none), "{there:?}"),
            }
        }
    }
    assert_eq!(own.wavefronts, count(places, &own.accesses, bits, target).0);
    assert!(own.least <= own.wavefronts, "{own:?}");
}

/// Every strided buffer that the planner knows, without vectors.
fn strided(shape: &[i64]) -> impl Iterator<Item = (i64, LayoutMap)> + '_ {
    let tree = |values: &[i64]| IntTree::Tuple(values.iter().map(|&v| v.into()).collect());
    let rank = shape.len();
    let choices = [0, 1, 2, 4, 8, 16].into_iter().flat_map(|p| [(p, false), (p, true)]);
    choices.map(move |(padding, reversed)| {
        let (mut strides, mut step) = (vec![0; rank], 1);
        for place in 0..rank {
            let axis = if reversed { place } else { rank - 1 - place };
            strides[axis] = step;
            step = step * shape[axis] + if place == 0 { padding } else { 0 };
        }
        let last: i64 = shape.iter().zip(&strides).map(|(n, stride)| (n - 1) * stride).sum();
        (last + 1, LayoutMap::mixed_radix(tree(shape), tree(&strides)).unwrap())
    })
}

/// All laws of one pair.
pub fn check(a: &Distribution, b: &Distribution, bits: i64, target: &Target) -> Option<Swizzled> {
    let swizzled = match swizzle_for(a, b, bits, target) {
        Ok(swizzled) => swizzled,
        Err(SwizzleError::Plan(PlanError::NotHeld { .. })) => return None,
        Err(SwizzleError::Plan(PlanError::SharedMemory { needed, available, .. })) => {
            let elements: i64 = a.shape().iter().product();
            assert!(needed > available && available == target.static_shared_bytes);
            assert!(needed >= (elements * bits + 7) / 8);
            return None;
        }
        Err(SwizzleError::SubByte { bits: own, joined }) => {
            assert!(bits < 8 && own == bits && own * joined == 8);
            assert!(swizzle_for(a, b, 8, target).is_ok());
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let Swizzled { address, elements, writer, reader } = &swizzled;
    assert!((elements * bits + 7) / 8 <= target.static_shared_bytes);
    assert_eq!(address.codomain().cardinality(), Some(*elements));
    let facts = prove(address, &Budget::of_points(0));
    assert!(facts.injective.is_proved() && facts.bounds.is_proved(), "{address}");
    assert!(writer.accesses.is_empty() || writer.vector as i64 * bits % 8 == 0);

    let owner = Owner::of_distribution(a).unwrap();
    let both = |address: &LayoutMap| (places(a, Some(&owner), address), places(b, None, address));
    let (written, read) = both(address);
    check_side(&written, writer, bits, target);
    check_side(&read, reader, bits, target);
    assert_eq!(
        swizzled.optimal(),
        writer.wavefronts + reader.wavefronts == writer.least + reader.least
    );
    let alone = |places: &Places| -> Vec<Vec<usize>> {
        let slots = 0..places.first().map_or(0, Vec::len);
        slots.filter(|&slot| places.iter().any(|t| t[slot].is_some())).map(|s| vec![s]).collect()
    };
    if bits >= 8 {
        for (elements, address) in strided(&a.shape()) {
            let (written, read) = both(&address);
            let each = [&written, &read].map(|side| count(side, &alone(side), bits, target).0);
            let fits = elements * bits / 8 <= target.static_shared_bytes;
            let fewer = each[0] + each[1] < writer.wavefronts + reader.wavefronts;
            assert!(!fits || !fewer, "{address}: {each:?} against {writer:?}, {reader:?}");
        }
    }
    Some(swizzled)
}
