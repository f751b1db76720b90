//! [`Forms`]: a map's program and its normal forms, made once for all questions about it.
//!
//! Whoever asks whether a map is injective soon asks how wide its vectors are and whether 32 bits
//! suffice, and each strategy would bring the same program to the same form again:
//!
//! ```text
//! prove(m)             program, digits             made
//! vector_width(m, 0)   program, digits, bits       program and digits are there, bits are made
//! fits_bits(m, 32)     program, digits, bits       all there
//! ```
//!
//! The forms of the last few maps are kept, by thread, each map by its node: clones of one map have
//! them in common, equal maps that were built twice have not.
//!
//! **The law.** Forms depend on the map alone, not on what has been asked, so an answer is the same
//! whether they were there or not.

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use super::affine::Normal;
use super::gf2::BitNormal;
use crate::map::{CheckedProgram, LayoutMap};

/// So many maps are remembered: one, its parts or another beside it, and both over their hulls.
const KEPT: usize = 8;

thread_local! {
    static RECENT: RefCell<VecDeque<Rc<Forms>>> = const { RefCell::new(VecDeque::new()) };
}

/// A map written out; see the source file's header.
pub(super) struct Forms {
    /// It lives as long as its forms, so that no other can have its node.
    map: LayoutMap,
    code: CheckedProgram,
    extents: Vec<i64>,
    digits: OnceCell<Normal>,
    bits: OnceCell<BitNormal>,
}

impl Forms {
    /// Those of a map; `None` where its program is too long.
    pub fn of(map: &LayoutMap) -> Option<Rc<Forms>> {
        let id = map.node_id();
        let known = RECENT.with_borrow_mut(|recent| {
            let place = recent.iter().position(|forms| forms.map.node_id() == id)?;
            let known = recent.remove(place)?;
            recent.push_front(Rc::clone(&known));
            Some(known)
        });
        if known.is_some() {
            return known;
        }
        // A transform writes its own program, and may ask for forms itself.
        let (code, extents) = (map.program()?, map.domain().hull_extents()?);
        let (digits, bits) = (OnceCell::new(), OnceCell::new());
        let forms = Rc::new(Forms { map: map.clone(), code, extents, digits, bits });
        let forgotten = RECENT.with_borrow_mut(|recent| {
            recent.push_front(Rc::clone(&forms));
            if recent.len() > KEPT { recent.pop_back() } else { None }
        });
        drop(forgotten);
        Some(forms)
    }

    /// Those of a map over a box.
    pub fn over_box(map: &LayoutMap) -> Option<Rc<Forms>> {
        if map.domain().is_box() { Forms::of(map) } else { None }
    }

    /// The program.
    pub fn code(&self) -> &CheckedProgram {
        &self.code
    }

    /// The extents of the box around the domain.
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// The program in digits, over that box, which has a point.
    pub fn digits(&self) -> &Normal {
        self.digits.get_or_init(|| Normal::of(self.code.program(), &self.extents))
    }

    /// The program in bits, over that box, which has a point.
    pub fn bits(&self) -> &BitNormal {
        self.bits.get_or_init(|| BitNormal::of(self.code.program(), &self.extents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(extent: usize) -> LayoutMap {
        format!("expr<(i : {extent}) -> (i xor 1) to (a : 64)>").parse().unwrap()
    }

    #[test]
    fn clones_of_a_map_have_their_forms_in_common_and_equal_maps_have_not() {
        let one = map(8);
        let forms = Forms::of(&one).unwrap();
        assert!(Rc::ptr_eq(&forms, &Forms::of(&one.clone()).unwrap()));
        assert!(!Rc::ptr_eq(&forms, &Forms::of(&map(8)).unwrap()));
        assert!(std::ptr::eq(forms.digits(), Forms::of(&one).unwrap().digits()));
    }

    #[test]
    fn a_map_is_remembered_until_as_many_others_have_been_asked_about() {
        let one = map(8);
        let forms = Forms::of(&one).unwrap();
        let others: Vec<LayoutMap> = (1..=KEPT).map(map).collect();
        others[1..].iter().for_each(|other| assert!(Forms::of(other).is_some()));
        assert!(Rc::ptr_eq(&forms, &Forms::of(&one).unwrap()));
        others.iter().for_each(|other| assert!(Forms::of(other).is_some()));
        assert!(!Rc::ptr_eq(&forms, &Forms::of(&one).unwrap()));
    }

    #[test]
    fn a_constrained_map_has_forms_on_the_box_around_it_alone() {
        let part: LayoutMap = "expr<(i : 8 where i lt 5) -> (2 * i)>".parse().unwrap();
        assert!(Forms::over_box(&part).is_none());
        assert_eq!(Forms::of(&part).unwrap().extents(), [8]);
    }
}
