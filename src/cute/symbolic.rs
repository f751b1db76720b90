//! Layouts whose numbers have parameters in them: the algebra over [`Sym`].
//!
//! The constructors of this module are the same code for symbolic numbers as for `i64`. What a
//! parameter leaves open is assumed by the numbers' [`Scope`], which keeps the guard:
//!
//! | asked of `n : 1..=64` | answer | assumed |
//! |---|---|---|
//! | is `n` 0, negative | no | nothing: its range says so |
//! | is `n < 8` | yes, or no | `n lt 8`, or `8 le n` |
//! | does 8 divide `n` | yes, or no | `8 divides n`, or nothing |
//! | is `n` 1 | no, or yes | `n ne 1`, or `n eq 1` |
//! | is `n` equal to `m` | no, or yes | `n ne m`, or `n eq m` |
//!
//! Where the answer "no" assumes nothing, it means *not seen*: an algorithm that is told so of a
//! division takes another way, and ends in the same layout where it comes out even. Whether two modes
//! go on in one another decides the form, and what is longest or has fewest modes: there "no" is an
//! assumption like "yes".

use std::convert::Infallible;

use super::error::CuteError;
use super::form::Deferred;
use super::int::{Int, Recovered};
use super::layout::{Layout, Leaf};
use super::not_flat::{NotFlat, Reason};
use super::profile::Token;
use super::symbolic_map::composed;
use crate::family::{Family, FamilyError, Scope, Sym};

impl Int for Sym {
    /// Kept by the scope of the numbers, so that none is lost on the way.
    type Guards = ();
    type Map = Family;

    fn checked_add(&self, rhs: &Self) -> Option<Self> {
        self.plus(rhs)
    }

    fn checked_mul(&self, rhs: &Self) -> Option<Self> {
        self.times(rhs)
    }

    fn is_in_range(&self, (): &mut ()) -> bool {
        !self.assumed_out_of_range()
    }

    fn product_or_zero(&self, rhs: &Self, guards: &mut ()) -> Self {
        match self.times(rhs) {
            Some(product) if product.is_in_range(guards) => product,
            Some(_) => Sym::from(0),
            None => {
                leave_open(self, rhs);
                Sym::from(0)
            }
        }
    }

    /// By 0, where the extent of an empty mode may stand, as by 1.
    fn div_ceil(&self, rhs: &Self) -> Self {
        if rhs.assumed(0) { self.clone() } else { self.rounded(rhs, true) }
    }

    fn div_floor(&self, rhs: &Self) -> Self {
        self.rounded(rhs, false)
    }

    fn magnitude(&self, (): &mut ()) -> Option<Self> {
        if self.assumed_negative() { self.times(&Sym::from(-1)) } else { Some(self.clone()) }
    }

    fn is_zero(&self, (): &mut ()) -> bool {
        self.assumed(0)
    }

    fn is_one(&self, (): &mut ()) -> bool {
        self.assumed(1)
    }

    fn is_negative(&self, (): &mut ()) -> bool {
        self.assumed_negative()
    }

    fn equals(&self, rhs: &Self, (): &mut ()) -> bool {
        self.assumed_equal(rhs)
    }

    fn goes_on(&self, stride: &Self, next: &Self, (): &mut ()) -> bool {
        match self.times(stride) {
            Some(end) => end.assumed_equal(next),
            None => {
                leave_open(self, stride);
                false
            }
        }
    }

    fn is_less(&self, rhs: &Self, (): &mut ()) -> bool {
        self.assumed_less(rhs)
    }

    fn quotient(&self, rhs: &Self, (): &mut ()) -> Option<Self> {
        self.divided_by(rhs)
    }

    fn digits(&self, extent: &Self, guards: &mut ()) -> Option<(Self, Self)> {
        let numbers = [self, extent].map(|own| own.normalized().as_constant());
        if let [Some(number), Some(extent)] = numbers {
            // The least number has no magnitude.
            let (quotient, rest) = number.digits(&extent, guards)?;
            return Some((quotient.into(), rest.into()));
        }
        let sign = Sym::from(if self.assumed_negative() { -1 } else { 1 });
        let quotient = self.times(&sign)?.rounded(extent, false).times(&sign)?;
        let rest = self.plus(&quotient.times(extent)?.times(&Sym::from(-1))?)?;
        Some((quotient, rest))
    }

    fn rest(
        &self,
        divisor: &Self,
        operation: &'static str,
        operand: String,
        mode: String,
    ) -> CuteError {
        let what = format!("{divisor} divides {self}");
        CuteError::Indivisible { operation, operand, mode, what }
    }

    /// Of numbers that are known, their form; else there is none but what the divisibility rules gave.
    fn recover(
        outer: &[Leaf<Self>],
        inner: &Layout<Self>,
        (): &mut (),
    ) -> Result<Recovered<Self>, CuteError> {
        let outer = Layout::from_flat(outer.iter().cloned().collect());
        let plain = |layout: &Layout<Sym>| layout.converted(Sym::normalized).plain();
        // An empty mode is refused before, where it is known to be one; the last one goes on.
        let filled = |layout: &Layout| {
            let inner = layout.leaves().split_last().map_or(&[][..], |(_, inner)| inner);
            inner.iter().all(|leaf| leaf.extent > 0)
        };
        if let (Some(outer), Some(inner)) = (plain(&outer).filter(filled), plain(inner)) {
            // Of the outer layout values are asked for one by one.
            within_range(&outer, false)?;
            within_range(&inner, true)?;
            return Ok(match i64::recover(outer.leaves(), &inner, &mut ())? {
                Recovered::Flat(leaves) => {
                    let lift = |leaf: &Leaf| Leaf {
                        extent: Sym::from(leaf.extent),
                        stride: Sym::from(leaf.stride),
                    };
                    let lifted = leaves.iter().map(|leaves| leaves.iter().map(lift).collect());
                    Recovered::Flat(lifted.collect())
                }
                Recovered::No(why) => Recovered::No(why),
            });
        }
        let what = match outer.scope().or(inner.scope()) {
            Some(scope) => scope.open_question(),
            None => String::new(),
        };
        Ok(Recovered::No(NotFlat {
            composition: format!("{outer} o {inner}"),
            reason: Reason::Undecided { what },
            refuted: None,
        }))
    }

    fn defer(deferred: &Deferred<Self>) -> Result<Self::Map, CuteError> {
        composed(&deferred.outer, &deferred.inner).map_err(|error| match error {
            FamilyError::Map(error) => CuteError::Map(error),
            FamilyError::Extent { axis } => CuteError::Overflow {
                operation: "composition",
                operand: format!("{} o {}", deferred.outer, deferred.inner),
                mode: "all".to_owned(),
                what: format!("the extent of axis '{axis}'"),
            },
            error => CuteError::Overflow {
                operation: "composition",
                operand: format!("{} o {}", deferred.outer, deferred.inner),
                mode: "all".to_owned(),
                what: error.to_string(),
            },
        })
    }
}

/// The two have no product. Of numbers that says that it leaves the range; of parameters it says
/// nothing, and no claim is made.
fn leave_open(a: &Sym, b: &Sym) {
    if [a, b].into_iter().any(|number| number.normalized().as_constant().is_none()) {
        a.give_up(b);
    }
}

impl Layout<Sym> {
    /// The scope of its numbers; constants alone may have none.
    pub fn scope(&self) -> Option<&Scope> {
        self.leaves().iter().flat_map(|leaf| [&leaf.extent, &leaf.stride]).find_map(Sym::scope)
    }

    /// The layout for these values of the parameters.
    ///
    /// # Errors
    /// A number without a value, a negative extent, or a size that leaves 64 bits.
    pub fn at(&self, values: &[i64]) -> Result<Layout, CuteError> {
        let number = |leaf: usize, number: &Sym| {
            number.eval(values).map_err(|error| CuteError::Overflow {
                operation: "binding",
                operand: self.to_string(),
                mode: self.view().path(leaf),
                what: format!("{number} ({error})"),
            })
        };
        let layout = rewritten(self, |place, leaf| {
            let (extent, stride) = (number(place, &leaf.extent)?, number(place, &leaf.stride)?);
            if extent < 0 {
                let mode = format!("mode {}", self.view().path(place));
                return Err(CuteError::NegativeExtent { mode, extent });
            }
            Ok(Leaf { extent, stride })
        })?;
        layout.check_size("binding")?;
        Ok(layout)
    }

    /// The layout, if no parameter is in it.
    fn plain(&self) -> Option<Layout> {
        let leaf = |_, leaf: &Leaf<Sym>| {
            let (extent, stride) = (leaf.extent.as_constant(), leaf.stride.as_constant());
            extent.zip(stride).map(|(extent, stride)| Leaf { extent, stride }).ok_or(())
        };
        rewritten(self, leaf).ok()
    }
}

impl From<&Layout> for Layout<Sym> {
    fn from(layout: &Layout) -> Self {
        layout.converted(|&number| number.into())
    }
}

impl<T: Int> Layout<T> {
    /// The layout with other numbers, or numbers of another kind. (Sizes stay in range only if
    /// `number` keeps them there.)
    pub(crate) fn converted<U: Int>(&self, number: impl Fn(&T) -> U) -> Layout<U> {
        let leaf = |_, leaf: &Leaf<T>| {
            let (extent, stride) = (number(&leaf.extent), number(&leaf.stride));
            Ok::<_, Infallible>(Leaf { extent, stride })
        };
        match rewritten(self, leaf) {
            Ok(layout) => layout,
            Err(never) => match never {},
        }
    }
}

/// That a layout of numbers that came of others has a size of 64 bits, and a reach if that is asked
/// for, as one that was read has.
fn within_range(layout: &Layout, reaching: bool) -> Result<(), CuteError> {
    let (mut size, mut reach) = (1i64, 0i64);
    for (number, leaf) in layout.leaves().iter().enumerate().filter(|(_, leaf)| leaf.extent > 1) {
        let stride = if reaching { leaf.stride } else { 0 };
        let last = (leaf.extent - 1).checked_mul(stride);
        let next = last.and_then(|last| reach.checked_add(last.checked_abs()?));
        let (Some(larger), Some(further)) = (size.checked_mul(leaf.extent), next) else {
            let (operand, mode) = (layout.to_string(), layout.view().path(number));
            let what = format!("the size or the reach, with {}:{},", leaf.extent, leaf.stride);
            return Err(CuteError::Overflow { operation: "composition", operand, mode, what });
        };
        (size, reach) = (larger, further);
    }
    Ok(())
}

/// A layout of the same nesting with other leaves.
fn rewritten<A: Int, B: Int, E>(
    layout: &Layout<A>,
    mut leaf: impl FnMut(usize, &Leaf<A>) -> Result<Leaf<B>, E>,
) -> Result<Layout<B>, E> {
    let mut leaves = layout.leaves().iter().enumerate();
    let mut result = Layout::blank();
    for token in layout.profile().tokens() {
        match token {
            Token::Open => result.open(),
            Token::Close => result.close(),
            Token::Leaf => {
                if let Some((place, old)) = leaves.next() {
                    let Leaf { extent, stride } = leaf(place, old)?;
                    result.push_leaf(extent, stride);
                }
            }
        }
    }
    Ok(result)
}
