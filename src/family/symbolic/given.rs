//! What is given: conditions that all members meet that count.
//!
//! ```text
//! (n : -2..=64) (i : n) -> (i)        0 le n is given: with another n there is no member
//! coalesce of d, d if 16 divides n    16 divides n is given: d is right nowhere else
//! ```
//!
//! What is given is known on every way and belongs to no guard that is found. **The law.** With
//! what is given, each guard means what it means without it for the members that meet it.

use std::cell::{Cell, Ref};

use super::facts::parameter_poly;
use super::guard::{Condition, Guard, Relation};
use super::polynomial::{Atom, Poly};
use super::scope::Scope;
use super::sym::Sym;
use crate::cute::Layout;
use crate::expr::{Inst, Program, ProgramBuilder};
use crate::family::{Parameter, Parameters};

impl Scope {
    /// From now on only the members count that meet this guard. It is known on every way, and in
    /// none of the guards that are found.
    ///
    /// ```
    /// use tileir::cute::composition;
    /// use tileir::family::Scope;
    /// let scope = Scope::new("(n : 1..=4096)".parse()?);
    /// let (row, tile) = (scope.layout("n:1")?, scope.layout("16:1")?);
    /// let tiles = scope.first(|| tileir::cute::logical_divide(&row, &tile)?.into_flat())?;
    /// let scope = Scope::new("(n : 1..=4096)".parse()?);
    /// scope.restrict(&tiles.guard);
    /// let (row, half) = (scope.layout("n:1")?, scope.layout("8:1")?);
    /// let halves = scope.first(|| tileir::cute::logical_divide(&row, &half)?.into_flat())?;
    /// assert!(halves.guard.is_always());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restrict(&self, guard: &Guard) {
        guard.conditions().iter().for_each(|condition| self.give(condition.clone()));
    }

    /// A scope in which one member counts, whose values these are, in the order of the parameters:
    /// its numbers are known.
    ///
    /// ```
    /// use tileir::cute::composition;
    /// use tileir::family::Scope;
    /// let scope = Scope::of_member(&"(n : 1..=16)".parse()?, &[12]);
    /// let (outer, inner) = (scope.layout("(4,4):(1,4*n)")?, scope.layout("4:5")?);
    /// assert_eq!(composition(&outer, &inner)?.into_flat()?.to_string(), "4:49");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_member(parameters: &Parameters, values: &[i64]) -> Scope {
        // Of a range of one number, which is in the range that it had.
        let alone = parameters.iter().zip(values).map(|(parameter, &value)| {
            let (name, own) = (parameter.name(), parameter.clone());
            Parameter::new(name, value, value, 1).unwrap_or(own)
        });
        let scope =
            Scope::new(Parameters::new(alone.collect()).unwrap_or_else(|_| parameters.clone()));
        let guard = scope.guard_of(values);
        scope.restrict(&guard);
        scope
    }

    /// The guard that the member of these values alone meets.
    pub fn guard_of(&self, values: &[i64]) -> Guard {
        let each = self.parameters().iter().zip(values).enumerate();
        Guard::of(
            each.map(|(position, (parameter, &value))| {
                let number = parameter_poly(position, parameter);
                Condition::new(Relation::Eq, number, Poly::constant(value.into()))
            })
            .collect(),
        )
    }

    /// From now on only the members count that meet this guard too. It is asked of members where
    /// each is asked, and nothing is concluded from it: it may be of long numbers.
    pub fn demand(&self, guard: &Guard) {
        self.0.demanded.borrow_mut().extend(guard.conditions().iter().cloned());
    }

    /// From now on only the members count for which a number is not negative.
    pub(crate) fn restrict_to_extent(&self, extent: &Sym) {
        self.give(Condition::new(Relation::Le, Poly::default(), extent.poly().clone()));
    }

    /// The guard of another scope, over the parameters of this one; `None` if these are others, or
    /// a side of it is too large to be a number here.
    pub fn carry_guard(&self, guard: &Guard, from: &Parameters) -> Option<Guard> {
        let places = self.places(from)?;
        let condition = |condition: &Condition| {
            let (left, right) = condition.sides();
            let (left, right) = (self.carried(left, &places)?, self.carried(right, &places)?);
            Some(Condition::new(condition.relation(), left.poly().clone(), right.poly().clone()))
        };
        let conditions = guard.conditions().iter().map(condition);
        Some(Guard::of(conditions.collect::<Option<_>>()?))
    }

    /// The number of another scope, as [`carry_guard`](Scope::carry_guard) its guard.
    pub fn carry_number(&self, number: &Sym, from: &Parameters) -> Option<Sym> {
        self.carried(number.poly(), &self.places(from)?)
    }

    /// The layout of another scope, as [`carry_guard`](Scope::carry_guard) its guard.
    pub fn carry_layout(&self, layout: &Layout<Sym>, from: &Parameters) -> Option<Layout<Sym>> {
        let places = self.places(from)?;
        let all_known = Cell::new(true);
        let carried = layout.converted(|number| {
            self.carried(number.poly(), &places).unwrap_or_else(|| {
                all_known.set(false);
                number.clone()
            })
        });
        all_known.get().then_some(carried)
    }

    /// Where the parameters of another scope stand among those of this one.
    fn places(&self, from: &Parameters) -> Option<Vec<usize>> {
        from.iter().map(|parameter| self.parameters().position(parameter.name())).collect()
    }

    /// Computed anew, so that what is known here is used; else as it is, its quotients too: where
    /// the guard that it rests on holds, their divisors are positive.
    fn carried(&self, poly: &Poly, places: &[usize]) -> Option<Sym> {
        if !poly.fits() {
            return None;
        }
        let mut builder = ProgramBuilder::default();
        let output = poly.emit(&mut builder);
        let anew = self.number(&moved(&builder.finish(&[output]), places)?);
        anew.or_else(|| Some(self.sym(replaced(poly, places)?)))
    }

    /// What all members meet that count.
    pub(super) fn given(&self) -> Ref<'_, Vec<Condition>> {
        self.0.given.borrow()
    }

    fn give(&self, condition: Condition) {
        self.asked().facts.learn(&condition);
        self.0.given.borrow_mut().push(condition);
    }
}

/// The polynomial with its parameters in other places. Quotients are nested to a limit.
fn replaced(poly: &Poly, places: &[usize]) -> Option<Poly> {
    poly.with_atoms(&|atom| match atom {
        Atom::Parameter { position, name } => {
            let (position, name) = (*places.get(*position)?, name.clone());
            Some(Poly::atom(Atom::Parameter { position, name }))
        }
        Atom::Quotient(quotient) => {
            let dividend = replaced(&quotient.dividend, places)?;
            Poly::quotient(dividend, replaced(&quotient.divisor, places)?)
        }
    })
}

/// A program with its coordinates in other places.
fn moved(program: &Program, places: &[usize]) -> Option<Program> {
    let mut builder = ProgramBuilder::default();
    let mut values = Vec::with_capacity(program.insts().len());
    for inst in program.insts() {
        values.push(match *inst {
            Inst::Const(value) => builder.constant(value),
            Inst::Coord(position) => builder.coord(*places.get(position as usize)?),
            Inst::Binary(op, left, right) => {
                let (left, right) = (*values.get(left as usize)?, *values.get(right as usize)?);
                builder.binary(op, left, right)
            }
        });
    }
    let output = *values.get(*program.outputs().first()? as usize)?;
    Some(builder.finish(&[output]))
}
