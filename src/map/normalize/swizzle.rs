//! Recovering a swizzle: an XOR of a strided address with a field of its own bits.
//!
//! `m xor ((m shr shift) and mask)` simplifies to an XOR in which nothing of the second `m` is
//! left to see. So the form is guessed and proved: the strided map is one operand, the field is
//! where the other operand has bits, and each shift for which the source lies above the field is
//! tried. What is kept is only what is proved equal.

use crate::expr::{BinaryOp, Inst, Program, Ranges};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, Node};
use crate::proof::{Budget, equal};

/// `transform<swizzle(bits, base, shift), strided>`, if the map is proved to be one.
pub(super) fn as_swizzle(
    map: &LayoutMap,
    program: &Program,
    extents: &[i64],
    budget: &Budget,
) -> Option<LayoutMap> {
    if let Node::Transform { map: inner, .. } = map.node()
        && matches!(inner.node(), Node::MixedRadix(_))
    {
        return Some(map.clone());
    }
    let [output] = program.outputs() else { return None };
    let Inst::Binary(BinaryOp::Xor, lhs, rhs) = program.insts()[*output as usize] else {
        return None;
    };
    [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(address, field)| {
        let strided = strided(map, program, address, extents)?;
        let reach = strided.codomain().axes().first()?.extent().finite()?;
        let (base, bits) = field_of(program, field, extents)?;
        let highest = i64::from(63 - reach.leading_zeros()) - base;
        (bits..=highest).find_map(|shift| swizzled(map, &strided, [bits, base, shift], budget))
    })
}

/// The operand as a strided map into an axis just long enough.
fn strided(map: &LayoutMap, program: &Program, place: u32, extents: &[i64]) -> Option<LayoutMap> {
    let alone = program.with_outputs(&[place]);
    let range = Ranges::over(&alone, extents).interval(*alone.outputs().first()?);
    let extent = i64::try_from(range.hi).ok()?.checked_add(1)?;
    let name = map.codomain().axes().first()?.name();
    let codomain = IndexSet::new(vec![Axis::new(name, extent)]).ok()?;
    let written = LayoutMap::expr(map.domain().clone(), codomain, alone.clone()).ok()?;
    let found = super::as_mixed_radix(&written, &alone, extents)?;
    matches!(found.node(), Node::MixedRadix(_)).then_some(found)
}

/// The lowest bit that a value may have, and the number of bits from there to its highest.
fn field_of(program: &Program, place: u32, extents: &[i64]) -> Option<(i64, i64)> {
    let interval = Ranges::over(program, extents).interval(place);
    let reach = u64::try_from(interval.hi).ok().filter(|_| interval.lo >= 0)?;
    let below = u64::MAX.checked_shr(reach.leading_zeros()).unwrap_or(0);
    let constant = |place: u32| match program.insts()[place as usize] {
        Inst::Const(value) if value > 0 => Some(value as u64),
        _ => None,
    };
    let bits = below
        & match program.insts()[place as usize] {
            Inst::Binary(BinaryOp::And, _, mask) => constant(mask).unwrap_or(u64::MAX),
            Inst::Binary(BinaryOp::Mul, _, by) => u64::MAX << constant(by)?.trailing_zeros(),
            _ => u64::MAX,
        };
    let base = i64::from(bits.trailing_zeros());
    (bits != 0).then(|| (base, i64::from(64 - bits.leading_zeros()) - base))
}

/// The swizzle of the strided map, if that is proved to be the map.
fn swizzled(
    map: &LayoutMap,
    strided: &LayoutMap,
    parameters: [i64; 3],
    budget: &Budget,
) -> Option<LayoutMap> {
    let name = map.codomain().axes().first()?.name();
    let anywhere = IndexSet::new(vec![Axis::integers(name)]).ok()?;
    let free = |map: &LayoutMap| LayoutMap::translate(vec![0], map.clone(), Some(anywhere.clone()));
    let found = LayoutMap::transform(
        "swizzle",
        parameters.to_vec(),
        strided.clone(),
        Some(anywhere.clone()),
    );
    let found = found.ok()?;
    if !equal(&found, &free(map).ok()?, budget).is_proved() {
        return None;
    }
    let block = 1i64.checked_shl(parameters.iter().sum::<i64>() as u32)?;
    let axis = map.codomain().axes().first()?;
    let reach = strided.codomain().axes().first()?.extent().finite()?;
    let within = axis.extent().finite().is_none_or(|n| n % block == 0 && reach <= n);
    within.then(|| {
        let codomain = Some(map.codomain().clone());
        LayoutMap::transform("swizzle", parameters.to_vec(), strided.clone(), codomain).ok()
    })?
}
