//! What an access to workgroup memory costs.
//!
//! The access is read once more, with the threads [by subgroup and lane](Threads::ByLane): the
//! lanes take part, and everything else repeats it. That is exact where it is known when the access
//! is executed, and where nothing that it depends on is given to the program; else there is no
//! answer.
//!
//! All lanes must access the same buffer, and where in it their memref begins is [part of the
//! address](Scope::base). The buffer is taken to begin at a word of the banks, as allocations of workgroup memory do.

use melior::ir::TypeLike;
use melior::ir::r#type::ShapedTypeLike;
use tileir::LayoutMap;
use tileir::proof::{self, Answer, Banks, Budget, Wavefronts};

use super::super::Prover;
use super::effort::Effort;
use super::ids::Threads;
use super::memory::{in_workgroup_memory, memref};
use super::question::Question;
use super::scope::Scope;
use super::touches::Touch;
use super::unknowns::Origin;
use crate::builder::Op;
use crate::tile::element_bytes;

/// Bytes of an element that a thread reads as one word, or as whole words.
const ELEMENTS: [i64; 5] = [1, 2, 4, 8, 16];

/// An access to memory in banks: all that its cost depends on, but the banks.
pub struct Banked {
    /// Subgroups, lanes and whatever else repeats it, to the address of the first element.
    pub map: LayoutMap,
    /// The axis of the lanes.
    pub lane: usize,
    /// The bytes of an element.
    pub element_bytes: i64,
    /// How many elements a thread wants.
    pub vector: i64,
}

impl Banked {
    /// What lanes access; `None` where it is not banked memory, or not by lanes, and a reason where
    /// that is not known.
    pub fn of<'c>(
        op: Op<'c>,
        index_bits: u32,
        subgroup: i64,
        touch: &Touch<'c>,
        effort: &mut Effort,
    ) -> Option<Result<Banked, String>> {
        let r#type = memref(touch.memref)?;
        if !in_workgroup_memory(r#type) {
            return None;
        }
        let unknown = |why: String| Some(Err(why));
        let Some(vector) = touch.side_by_side else {
            return unknown("its elements are not side by side, or not all wanted".to_owned());
        };
        let element = r#type.element();
        if !element.is_integer() && !element.is_float() {
            return unknown(format!("how {element} lies in banks is not read"));
        }
        let element_bytes = element_bytes(element);
        if !ELEMENTS.contains(&element_bytes) {
            return unknown(format!("elements of {element_bytes} bytes are not words"));
        }
        let mut scope = Scope::new(index_bits, subgroup, Threads::ByLane);
        scope.enter(op);
        let touch = scope.touch(op)?;
        let base = match scope.base(touch.memref, element_bytes) {
            Ok(base) => base,
            Err(why) => return unknown(why),
        };
        let question = Question::of(&mut scope, &touch, Some(base), effort).ok()?;
        let Some(map) = question.first_address() else {
            return Some(Err("the address cannot be read".to_owned()));
        };
        let lane = scope.lane.and_then(|lane| map.domain().position(scope.names().get(lane)?));
        let Some(lane) = lane else {
            return unknown("it does not depend on a lane that is read".to_owned());
        };
        if scope.doubt.is_some() {
            return Some(Err("it is not known which lanes take part".to_owned()));
        }
        let mut symbols = scope.symbols.iter().filter(|symbol| symbol.origin != Origin::Counted);
        if let Some(symbol) = symbols.find(|symbol| question.depends_on(&scope, symbol)) {
            return Some(Err(format!("it depends on {}", symbol.name)));
        }
        Some(Ok(Banked { map, lane, element_bytes, vector }))
    }

    /// What it costs.
    pub fn wavefronts(&self, prover: &Prover, budget: &Budget) -> Answer<Wavefronts> {
        let Banked { map, lane, element_bytes, vector } = self;
        let (element_bytes, vector) = (*element_bytes, *vector);
        let access = proof::Access { map, lanes: &[*lane], element_bytes, vector };
        proof::wavefronts(&access, &Banks::of(&prover.target), budget)
    }
}
