//! What is checked of an atom before anyone relies on it.
//!
//! | | an atom |
//! |---|---|
//! | V1 | has from 1 to 1,024 lanes, in whole subgroups, and as many lanes in each |
//! | V2 | gives each operand a name of its own |
//! | V3 | maps `(lane : width, slot : n)` to an operand's tile; constraints may leave lanes out |
//! | V4 | has a value at every lane and slot, in the tile, and leaves nothing of it out: proved |
//! | V5 | writes no element of a memory twice, and of registers either none twice or all lanes alike: proved |
//! | V6 | means one extent by the name of a tile's axis |
//! | V7 | multiplies `(m, k)` by `(k, n)` into `(m, n)`, if it has operands `a`, `b` and `c` |
//! | V8 | runs on only if it writes something that is not its lanes' own, and awaits no "at once" |
//! | V9 | has an operand, or an effect |
//!
//! That words are known, capabilities too, is the reader's affair; so is that names are unique.

use super::Atom;
use super::effects::Completion;
use super::operand::{Operand, Space};
use crate::index_set::Axis;
use crate::proof::{Budget, Verdict, constant_along, prove};

/// The most threads of a block, on any machine.
const LANE_LIMIT: i64 = 1_024;

/// A field that does not hold.
pub(super) struct Fault {
    pub field: String,
    pub problem: String,
}

fn fault<T>(field: impl Into<String>, problem: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { field: field.into(), problem: problem.into() })
}

/// The first of the table's lines that does not hold.
pub(super) fn verify(atom: &Atom, budget: &Budget) -> Result<(), Fault> {
    lanes(atom)?;
    for (place, operand) in atom.operands.iter().enumerate() {
        if atom.operands.iter().take(place).any(|before| before.name == operand.name) {
            let problem = "an operand before has this name";
            return fault(format!("name of {}", operand.name), problem);
        }
        distribution(atom, operand, budget)?;
        written_once(operand, budget)?;
    }
    shapes(atom)?;
    effects(atom)
}

fn lanes(atom: &Atom) -> Result<(), Fault> {
    if !(1..=LANE_LIMIT).contains(&atom.width) {
        return fault("width", format!("{} is not from 1 to {LANE_LIMIT}", atom.width));
    }
    if atom.subgroups < 1 || atom.width.checked_rem(atom.subgroups) != Some(0) {
        let problem = format!("{} lanes are not {} subgroups", atom.width, atom.subgroups);
        return fault("subgroups", problem);
    }
    Ok(())
}

/// V3 and V4.
fn distribution(atom: &Atom, operand: &Operand, budget: &Budget) -> Result<(), Fault> {
    let field = || format!("map of {}", operand.name);
    let axes = operand.map.domain().axes();
    let finite = |place: usize, name: &str| {
        let axis = axes.get(place).filter(|axis| axis.name() == name);
        axis.and_then(|axis| axis.extent().finite())
    };
    let (Some(lanes), Some(_), 2) = (finite(0, "lane"), finite(1, "slot"), axes.len()) else {
        let problem = format!("its domain is {}, not (lane, slot)", operand.map.domain());
        return fault(field(), problem);
    };
    if lanes != atom.width {
        let problem = format!("it has {lanes} lanes, and the atom's width is {}", atom.width);
        return fault(field(), problem);
    }
    let facts = prove(&operand.map, budget);
    let needed =
        [("total", &facts.total), ("in bounds", &facts.bounds), ("surjective", &facts.surjective)];
    needed.into_iter().try_for_each(|(fact, verdict)| proved(field(), fact, verdict))
}

/// V5.
fn written_once(operand: &Operand, budget: &Budget) -> Result<(), Fault> {
    if !operand.role.writes() {
        return Ok(());
    }
    let injective = prove(&operand.map, budget).injective;
    let alike = operand.space == Space::Register
        && operand.map.domain().is_box()
        && operand.map.codomain().cardinality() == Some(operand.slots())
        && constant_along(&operand.map, 0, budget).is_proved();
    if alike {
        return Ok(());
    }
    proved(format!("map of {}", operand.name), "injective, as what is written must be", &injective)
}

fn proved(field: String, fact: &str, verdict: &Verdict) -> Result<(), Fault> {
    match verdict {
        Verdict::Proved { .. } => Ok(()),
        _ => fault(field, format!("that it is {fact}, is {verdict}")),
    }
}

/// V6 and V7.
fn shapes(atom: &Atom) -> Result<(), Fault> {
    let mut known: Vec<(&Axis, &str)> = Vec::new();
    for operand in &atom.operands {
        for axis in operand.map.codomain().axes() {
            match known.iter().find(|(before, _)| before.name() == axis.name()) {
                Some((before, of)) if before.extent() != axis.extent() => {
                    let problem = format!("the axis is {axis}, and {before} in {of}");
                    return fault(format!("map of {}", operand.name), problem);
                }
                Some(_) => {}
                None => known.push((axis, &operand.name)),
            }
        }
    }
    if let Some(operands) = atom.product() {
        for (operand, wanted) in operands.into_iter().zip([["m", "k"], ["k", "n"], ["m", "n"]]) {
            let tile = operand.map.codomain();
            if !tile.axes().iter().map(|axis| axis.name()).eq(wanted) {
                let problem = format!("its tile is {tile}, not ({})", wanted.join(", "));
                return fault(format!("map of {}", operand.name), problem);
            }
        }
    }
    Ok(())
}

/// V8 and V9.
fn effects(atom: &Atom) -> Result<(), Fault> {
    let effects = &atom.effects;
    let memory = [Space::Shared, Space::Global, Space::Barrier];
    let shared = memory
        .into_iter()
        .any(|space| effects.reads.contains(space) || effects.writes.contains(space));
    if effects.completes != Completion::AtOnce && !shared {
        let problem = format!("it is done {}, and touches registers only", effects.completes);
        return fault("completes", problem);
    }
    if effects.awaits == Some(Completion::AtOnce) {
        return fault("awaits", "what is done at once needs no waiting for");
    }
    let effect = effects.converges.is_some() || effects.awaits.is_some();
    if atom.operands.is_empty() && !effect && effects.orders.is_empty() {
        return fault("operands", "there are none, and no effect either");
    }
    Ok(())
}
