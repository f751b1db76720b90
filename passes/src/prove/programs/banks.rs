//! What an access to workgroup memory costs.
//!
//! The access is read once more, with the threads [by subgroup and lane](Threads::ByLane): the
//! lanes take part, and everything else repeats it. That is exact where it is known when the access
//! is executed, and where nothing that it depends on is given to the program; else there is no
//! answer.
//!
//! The buffer is taken to begin at a word of the banks, as allocations of workgroup memory do.

use melior::ir::TypeLike;
use melior::ir::r#type::ShapedTypeLike;
use tileir::proof::{self, Answer, Banks, Wavefronts};

use super::super::Prover;
use super::ids::Threads;
use super::memory::{in_workgroup_memory, memref};
use super::question::Question;
use super::scope::Scope;
use super::touches::Touch;
use crate::builder::Op;
use crate::tile::element_bytes;

/// The wavefronts of an access; `None` where it is not to banked memory, or not by lanes.
pub fn wavefronts<'c>(
    prover: &Prover,
    op: Op<'c>,
    touch: &Touch<'c>,
) -> Option<Answer<Wavefronts>> {
    let r#type = memref(touch.memref)?;
    if !in_workgroup_memory(r#type) {
        return None;
    }
    let vector = touch.side_by_side?;
    let element = r#type.element();
    if !element.is_integer() && !element.is_float() {
        return None;
    }
    let unknown = |why: &str| Some(Answer::Unknown { why: why.to_owned() });
    let mut scope = Scope::new(prover.index_bits, prover.target.subgroup, Threads::ByLane);
    scope.enter(op);
    let touch = scope.touch(op)?;
    let question = Question::of(&mut scope, &touch).ok()?;
    let Some(map) = question.first_address() else { return unknown("the address cannot be read") };
    let lane = scope.lane.and_then(|lane| map.domain().position(scope.names().get(lane)?))?;
    if scope.doubt.is_some() {
        return unknown("it is not known which lanes take part");
    }
    let mut symbols = scope.symbols.iter().filter(|symbol| !symbol.counted);
    if let Some(symbol) = symbols.find(|symbol| question.depends_on(&scope, symbol)) {
        return unknown(&format!("it depends on {}", symbol.name));
    }
    let element_bytes = element_bytes(element);
    let access = proof::Access { map: &map, lanes: &[lane], element_bytes, vector };
    Some(proof::wavefronts(&access, &Banks::of(&prover.target), &prover.budget))
}
