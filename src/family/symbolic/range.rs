//! When the numbers of a layout are numbers of 64 bits.
//!
//! A layout of numbers is refused where its size leaves 64 bits, so an operation on a symbolic
//! layout has no member there either, whatever becomes of the size:
//!
//! ```text
//! n : 8..=4294967296     (n,n,n):(1,0,0) o 4:1     4:1 if n * n * n le 9223372036854775807
//! n : 8..=4096           (n,n,n):(1,0,0) o 4:1     4:1
//! ```
//!
//! An extent 0 does not count: `(0,n,n)` has a size only if `n * n` fits. So where some extents may
//! be 0, the product of the rest is asked for without them too. **The law.** Where the guard holds,
//! all numbers and the size of the layout fit 64 bits, extents of 0 left out.

use super::facts::Facts;
use super::guard::{Condition, Guard, Relation};
use super::polynomial::Poly;
use super::scope::Scope;
use super::sym::Sym;
use crate::cute::Layout;

/// Of more extents that may be 0 not every choice is looked at: each counts as one more than it is.
const MOST_CHOSEN: usize = 4;

impl Scope {
    /// When a layout of numbers in this scope's parameters has a member, as far as 64 bits go: what
    /// is not seen to be so wherever what is given and a guard hold. `None` if that is no condition.
    pub fn representable(&self, guard: &Guard, layout: &Layout<Sym>) -> Option<Guard> {
        let mut asked = self.asked_under(guard);
        for leaf in layout.leaves() {
            asked.within(leaf.stride.poly());
        }
        let extents: Vec<&Poly> = layout.leaves().iter().map(|leaf| leaf.extent.poly()).collect();
        asked.sizes(&extents)?;
        Some(Guard::of(asked.conditions))
    }

    /// The same of a number alone.
    pub fn representable_number(&self, guard: &Guard, number: &Sym) -> Guard {
        let mut asked = self.asked_under(guard);
        asked.within(number.poly());
        Guard::of(asked.conditions)
    }

    fn asked_under(&self, guard: &Guard) -> Asked<'_> {
        let known = self.facts_of(guard.conditions());
        Asked { scope: self, known, conditions: Vec::new() }
    }
}

/// What must hold beside what is known.
struct Asked<'a> {
    scope: &'a Scope,
    known: Facts,
    conditions: Vec<Condition>,
}

impl Asked<'_> {
    /// Asks for `lo <= hi`, unless that is seen to hold.
    fn ask(&mut self, lo: Poly, hi: Poly) {
        let condition = Condition::new(Relation::Le, lo, hi);
        if !self.known.implies(&condition)
            && !self.conditions.contains(&condition)
            && !self.scope.holds_everywhere(&condition)
        {
            self.conditions.push(condition);
        }
    }

    /// Asks for a number of 64 bits.
    fn within(&mut self, number: &Poly) {
        if number.as_constant().is_none() {
            self.ask(Poly::constant(i64::MIN.into()), number.clone());
            self.ask(number.clone(), most());
        }
    }

    /// Asks for a size of 64 bits, whichever extents are 0; all are at least that.
    fn sizes(&mut self, extents: &[&Poly]) -> Option<()> {
        let (one, mut certain, mut open) = (Poly::constant(1), Poly::constant(1), Vec::new());
        for extent in extents.iter().filter(|extent| !extent.is_zero()) {
            if self.known.implies(&Condition::new(Relation::Le, one.clone(), (*extent).clone())) {
                certain = certain.times(extent)?;
            } else {
                open.push(*extent);
            }
        }
        let raised = open.iter().try_fold(certain.clone(), |all, own| all.times(&own.plus(&one)?));
        let raised = raised.map(|raised| Condition::new(Relation::Le, raised, most()));
        if raised.as_ref().is_some_and(|raised| self.known.implies(raised)) {
            return Some(());
        }
        if open.len() > MOST_CHOSEN {
            self.conditions.push(raised.filter(Condition::fits)?);
            return Some(());
        }
        for without in 0..1usize << open.len() {
            let chosen = open.iter().enumerate().filter(|(place, _)| without >> place & 1 == 0);
            let size =
                chosen.map(|(_, own)| *own).try_fold(certain.clone(), |all, own| all.times(own));
            self.ask(size?, most());
        }
        Some(())
    }
}

fn most() -> Poly {
    Poly::constant(i64::MAX.into())
}
