//! [`Counted`]: an integer that counts what is done with it.
//!
//! It measures what a layout algebra costs at *run time*: numbers known while compiling are
//! plain, those known only then carry a tally. An operation on plain numbers alone is folded
//! and costs nothing, as with static integers in C++ CuTe; any other is counted.
//!
//! ```
//! use tileir::cute::{Int, Layout, logical_divide};
//! use tileir::family::{Counted, Tally};
//! let tally = Tally::default();
//! let rows = Layout::leaf(tally.number(4096), Counted::from(1));
//! let tile = Layout::leaf(Counted::from(16), Counted::from(1));
//! assert!(logical_divide(&rows, &tile)?.flat().is_some());
//! assert!(tally.operations().div > 0);
//! # Ok::<(), tileir::cute::CuteError>(())
//! ```

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::operations::Operations;
use super::symbolic::Sym;
use crate::cute::{CuteError, Deferred, Int, Layout, Leaf, Recovered};
use crate::expr::BinaryOp;
use crate::map::LayoutMap;

/// Where operations are counted; cloning shares it.
#[derive(Clone, Debug, Default)]
pub struct Tally(Rc<Cell<Operations>>);

impl Tally {
    /// A number that is known only at run time.
    pub fn number(&self, value: i64) -> Counted {
        Counted { value, tally: Some(self.clone()) }
    }

    /// A symbolic layout at run time, for these values of the parameters: numbers with parameters
    /// in them are known only then, constants before.
    ///
    /// # Errors
    /// As [`Layout::at`].
    pub fn layout(
        &self,
        layout: &Layout<Sym>,
        values: &[i64],
    ) -> Result<Layout<Counted>, CuteError> {
        layout.at(values)?;
        Ok(layout.converted(|number| match number.as_constant() {
            Some(value) => value.into(),
            // It has a value: the layout has.
            None => self.number(number.eval(values).unwrap_or_default()),
        }))
    }

    /// What was counted so far.
    pub fn operations(&self) -> Operations {
        self.0.get()
    }

    fn count(&self, op: BinaryOp) {
        let mut operations = self.0.get();
        operations.count(op);
        self.0.set(operations);
    }
}

/// An integer that counts; see the source file's header.
#[derive(Clone, Default)]
pub struct Counted {
    value: i64,
    tally: Option<Tally>,
}

impl Counted {
    /// The number.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// The tally of two operands, after counting what is done with them.
    fn counted(&self, other: &Counted, operations: &[BinaryOp]) -> Option<Tally> {
        let tally = self.tally.as_ref().or(other.tally.as_ref());
        if let Some(tally) = tally {
            operations.iter().for_each(|&op| tally.count(op));
        }
        tally.cloned()
    }

    fn with(&self, other: &Counted, operations: &[BinaryOp], value: i64) -> Counted {
        Counted { value, tally: self.counted(other, operations) }
    }

    /// Counts a comparison with a plain number.
    fn compared(&self, answer: bool) -> bool {
        self.counted(&Counted::default(), &[BinaryOp::Eq]);
        answer
    }

    /// The value of a layout at a coordinate of each top-level mode, counted as straightforward
    /// code does it: quotient and remainder for each digit but the last, product and sum.
    pub fn eval(layout: &Layout<Counted>, coordinates: &[Counted]) -> Option<Counted> {
        let mut sum: Option<Counted> = None;
        for (mode, coordinate) in layout.view().modes().zip(coordinates) {
            let mut rest = coordinate.clone();
            let last = mode.leaves().len().checked_sub(1);
            for (number, Leaf { extent, stride }) in mode.leaves().iter().enumerate() {
                let digit = if Some(number) == last {
                    rest.clone()
                } else {
                    let (quotient, remainder) = (
                        rest.value.checked_div_euclid(extent.value)?,
                        rest.value.checked_rem_euclid(extent.value)?,
                    );
                    let digit = rest.with(extent, &[BinaryOp::Mod], remainder);
                    rest = rest.with(extent, &[BinaryOp::FloorDiv], quotient);
                    digit
                };
                let one = stride.tally.is_none() && stride.value == 1;
                let term = if one { digit } else { digit.checked_mul(stride)? };
                sum = Some(match sum {
                    None => term,
                    Some(sum) => sum.checked_add(&term)?,
                });
            }
        }
        Some(sum.unwrap_or_default())
    }

    fn plain(layout: &Layout<Counted>) -> Layout {
        layout.converted(|number| number.value)
    }
}

impl Int for Counted {
    type Guards = ();
    type Map = LayoutMap;

    fn checked_add(&self, rhs: &Self) -> Option<Self> {
        Some(self.with(rhs, &[BinaryOp::Add], self.value.checked_add(rhs.value)?))
    }

    fn checked_mul(&self, rhs: &Self) -> Option<Self> {
        Some(self.with(rhs, &[BinaryOp::Mul], self.value.checked_mul(rhs.value)?))
    }

    fn is_in_range(&self, (): &mut ()) -> bool {
        true
    }

    fn product_or_zero(&self, rhs: &Self, guards: &mut ()) -> Self {
        self.with(rhs, &[BinaryOp::Mul], self.value.product_or_zero(&rhs.value, guards))
    }

    fn div_ceil(&self, rhs: &Self) -> Self {
        let operations = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::FloorDiv];
        self.with(rhs, &operations, Int::div_ceil(&self.value, &rhs.value))
    }

    fn div_floor(&self, rhs: &Self) -> Self {
        self.with(rhs, &[BinaryOp::FloorDiv], Int::div_floor(&self.value, &rhs.value))
    }

    fn magnitude(&self, (): &mut ()) -> Option<Self> {
        let value = self.value.checked_abs()?;
        Some(self.with(&Counted::default(), &[BinaryOp::Lt], value))
    }

    fn is_zero(&self, (): &mut ()) -> bool {
        self.compared(self.value == 0)
    }

    fn is_one(&self, (): &mut ()) -> bool {
        self.compared(self.value == 1)
    }

    fn is_negative(&self, (): &mut ()) -> bool {
        self.compared(self.value < 0)
    }

    fn equals(&self, rhs: &Self, (): &mut ()) -> bool {
        self.counted(rhs, &[BinaryOp::Eq]);
        self.value == rhs.value
    }

    fn is_less(&self, rhs: &Self, (): &mut ()) -> bool {
        self.counted(rhs, &[BinaryOp::Lt]);
        self.value < rhs.value
    }

    fn quotient(&self, rhs: &Self, guards: &mut ()) -> Option<Self> {
        // One division gives quotient and remainder.
        let tally = self.counted(rhs, &[BinaryOp::FloorDiv, BinaryOp::Eq]);
        let value = self.value.quotient(&rhs.value, guards)?;
        Some(Counted { value, tally })
    }

    fn digits(&self, extent: &Self, guards: &mut ()) -> Option<(Self, Self)> {
        let (quotient, rest) = self.value.digits(&extent.value, guards)?;
        let quotient = self.with(extent, &[BinaryOp::FloorDiv], quotient);
        Some((quotient, self.with(extent, &[BinaryOp::Mod], rest)))
    }

    fn rest(
        &self,
        divisor: &Self,
        operation: &'static str,
        operand: String,
        mode: String,
    ) -> CuteError {
        self.value.rest(&divisor.value, operation, operand, mode)
    }

    fn recover(
        outer: &[Leaf<Self>],
        inner: &Layout<Self>,
        guards: &mut (),
    ) -> Result<Recovered<Self>, CuteError> {
        let plain =
            |leaf: &Leaf<Self>| Leaf { extent: leaf.extent.value, stride: leaf.stride.value };
        let outer: Vec<Leaf> = outer.iter().map(plain).collect();
        Ok(match i64::recover(&outer, &Counted::plain(inner), guards)? {
            Recovered::Flat(leaves) => {
                let lift = |leaf: &Leaf| Leaf {
                    extent: Counted::from(leaf.extent),
                    stride: Counted::from(leaf.stride),
                };
                let leaves = leaves.iter().map(|leaves| leaves.iter().map(lift).collect());
                Recovered::Flat(leaves.collect())
            }
            Recovered::No(why) => Recovered::No(why),
        })
    }

    fn defer(deferred: &Deferred<Self>) -> Result<Self::Map, CuteError> {
        let Deferred { outer, inner, why } = deferred;
        let (outer, inner) = (Counted::plain(outer), Counted::plain(inner));
        i64::defer(&Deferred { outer, inner, why: why.clone() })
    }
}

impl From<i64> for Counted {
    fn from(value: i64) -> Self {
        Counted { value, tally: None }
    }
}

impl PartialEq for Counted {
    /// Equal values.
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Counted {}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)
    }
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)
    }
}
