//! The flat form of a composition where peeling does not find it, or the proof that there is
//! none.
//!
//! The unique coalesced form of `f(x) = A(r*x)`, `x < n`, is found from left to right. Let `q`
//! be the first `x` with `f(x) != x*f(1)`. A flat form begins with a mode of extent `q` (a
//! shorter first mode would be followed by one that goes on evenly, and be merged with it), so
//! `q` must divide `n`; then the same question is put to `f(q*y)`, `y < n/q`.
//!
//! (`run` finds `q` without walking.)
//!
//! The forms of the leaves together are the composition if no digits ever add up to a carry.
//! Else the point with the greatest digits, and the least point that carries, are evaluated:
//! where one differs from the candidate, it is the witness, for any flat form is that function.
//!
//! ```text
//! A = (4,6,8):(2,3,5), B = 6:3    f = 0 6 7 8 9 15: even for q = 2 steps, then
//!                                 f(2*y) = 0 7 9: even for 2 steps of 3. 2 does not divide 3.
//! A = (2,2,2):(1,0,2), B = 3:3    f = 0 1 2: both carries at x = 1 cancel, and 3:1 is exact.
//! ```

use super::error::CuteError;
use super::int::Recovered;
use super::layout::{Layout, Leaf};
use super::not_flat::{NotFlat, Reason, Refuted};
use super::profile::Token;
use super::run::{Run, even_run};

/// Events at which carries cancel, and points of a small domain, that are looked at.
pub(super) const PATIENCE: i64 = 4096;

/// One mode of a candidate: its extent, and what a step adds to the outer coordinate.
#[derive(Clone, Copy, Debug)]
struct Step {
    extent: i64,
    step: i64,
}

/// The flat form of `outer` after `inner`, or why there is none.
///
/// # Errors
/// Values that leave 64 bits, or negative coordinates that the outer layout does not have.
pub(super) fn recover(outer: &[Leaf], inner: &Layout) -> Result<Recovered<i64>, CuteError> {
    let search = Search::new(outer, inner)?;
    let mut steps: Vec<Vec<Step>> = Vec::with_capacity(inner.leaves().len());
    let mut before = 1;
    for (number, leaf) in inner.leaves().iter().enumerate() {
        match search.steps(leaf, number, before)? {
            Ok(found) => steps.push(found),
            Err(reason) => return search.no(reason),
        }
        before *= leaf.extent;
    }
    let all: Vec<Step> = steps.iter().flatten().copied().collect();
    let candidate = |step: &Step| -> Result<Leaf, CuteError> {
        let stride = search.signed_value(step.step)?;
        Ok(Leaf { extent: step.extent, stride })
    };
    if let Some(reason) = search.carry(&all, &steps)? {
        return search.no(reason);
    }
    let leaves: Result<Vec<Vec<Leaf>>, CuteError> =
        steps.iter().map(|leaf| leaf.iter().map(candidate).collect()).collect();
    Ok(Recovered::Flat(leaves?))
}

struct Search<'a> {
    outer: Layout,
    inner: &'a Layout,
    /// -1 where the inner values go down from 0: `A(-i)` is `-A(i)`.
    sign: i64,
    /// The product of the outer extents up to and with each mode but the last.
    products: Vec<i64>,
}

impl<'a> Search<'a> {
    fn new(outer: &[Leaf], inner: &'a Layout) -> Result<Self, CuteError> {
        let moves = |leaf: &&Leaf| leaf.extent > 1 && leaf.stride != 0;
        let mut signs = inner.leaves().iter().filter(moves).map(|leaf| leaf.stride.signum());
        let sign = signs.next().unwrap_or(1);
        let products = products(outer);
        let search = Search {
            outer: Layout::from_flat(outer.iter().cloned().collect()),
            inner,
            sign,
            products,
        };
        if signs.any(|other| other != sign) {
            return Err(search.below_zero());
        }
        Ok(search)
    }

    fn below_zero(&self) -> CuteError {
        let leaves = self.inner.leaves();
        let down = |leaf: &Leaf| leaf.extent > 1 && leaf.stride < 0;
        let number = leaves.iter().position(down).unwrap_or(0);
        let (extent, stride) = match leaves.get(number) {
            Some(leaf) => (leaf.extent.to_string(), leaf.stride.to_string()),
            None => (String::new(), String::new()),
        };
        CuteError::NegativeIndex {
            operation: "composition",
            operand: self.inner.to_string(),
            mode: self.inner.view().path(number),
            extent,
            stride,
        }
    }

    /// No flat form: the reason, with what CuTe's rule would give. Coordinates below 0 cannot
    /// even be a map.
    fn no(&self, reason: Reason) -> Result<Recovered<i64>, CuteError> {
        if self.sign < 0 {
            return Err(self.below_zero());
        }
        let refuted = super::rounded::refute(self.outer.leaves(), self.inner);
        let same = matches!(&reason, Reason::Carry(carry) if Some(carry) == refuted.as_ref());
        let composition = format!("{} o {}", self.outer, self.inner);
        let refuted = if same { None } else { refuted };
        Ok(Recovered::No(NotFlat { composition, reason, refuted }))
    }

    /// The outer layout's value at a coordinate from 0.
    fn value(&self, coordinate: i64) -> Result<i64, CuteError> {
        self.outer.eval(coordinate)
    }

    /// The value at a coordinate from 0, or the one opposite.
    fn signed_value(&self, coordinate: i64) -> Result<i64, CuteError> {
        self.outer.eval(coordinate * self.sign)
    }

    /// The coalesced modes of one inner leaf, or why it has none. `before` is the product of
    /// the extents of the leaves before it.
    fn steps(
        &self,
        leaf: &Leaf,
        number: usize,
        before: i64,
    ) -> Result<Result<Vec<Step>, Reason>, CuteError> {
        let mut found = Vec::new();
        let mut extent = leaf.extent;
        // In range: the reach of the inner layout is.
        let mut step = if extent > 1 { leaf.stride * self.sign } else { 0 };
        let mut taken = 1;
        loop {
            let (run, outer_mode) = match even_run(&self.outer, step, extent)? {
                Run::Whole => {
                    found.push(Step { extent, step });
                    return Ok(Ok(found));
                }
                Run::Until { run, outer_mode } => (run, outer_mode),
                Run::Unknown => {
                    let mode = self.inner.view().path(number);
                    let what = format!("the carries of {PATIENCE} events in mode {mode} cancel");
                    return Ok(Err(Reason::Undecided { what }));
                }
            };
            if extent % run != 0 {
                let even = i128::from(self.value(step)?) * i128::from(run * self.sign);
                return Ok(Err(Reason::Run {
                    mode: self.inner.view().path(number),
                    extent,
                    run,
                    outer_mode,
                    outer_extent: self.outer.leaves().get(outer_mode).map_or(1, |mode| mode.extent),
                    at: before * taken * run,
                    value: self.signed_value(step * run)?,
                    even: i64::try_from(even).unwrap_or(if even < 0 { i64::MIN } else { i64::MAX }),
                }));
            }
            found.push(Step { extent: run, step });
            extent /= run;
            taken *= run;
            step *= run;
        }
    }

    /// Why the modes together are not the composition, if they are not.
    fn carry(&self, all: &[Step], by_leaf: &[Vec<Step>]) -> Result<Option<Reason>, CuteError> {
        let Some((mode, extent)) = self.overloaded(all) else { return Ok(None) };
        let candidate = self.candidate(all, by_leaf)?;
        let corner = all.iter().map(|step| step.extent - 1).collect();
        for point in [self.least_carry(all, mode, extent), corner] {
            if let Some(refuted) = self.refute(all, &point, &candidate)? {
                return Ok(Some(Reason::Carry(refuted)));
            }
        }
        let size = candidate.size();
        if size > PATIENCE {
            let what = format!("carries out of mode {mode} of the outer layout cancel");
            return Ok(Some(Reason::Undecided { what }));
        }
        for coordinate in 0..size {
            let mut rest = coordinate;
            let point: Vec<i64> = all
                .iter()
                .map(|step| {
                    let digit = rest % step.extent;
                    rest /= step.extent;
                    digit
                })
                .collect();
            if let Some(refuted) = self.refute(all, &point, &candidate)? {
                return Ok(Some(Reason::Carry(refuted)));
            }
        }
        Ok(None)
    }

    /// The first outer mode into which the steps together may put a carrying digit.
    fn overloaded(&self, all: &[Step]) -> Option<(usize, i64)> {
        let (_, modes) = self.outer.leaves().split_last()?;
        modes.iter().enumerate().find_map(|(mode, outer)| {
            let load: i128 = all
                .iter()
                .map(|step| i128::from(step.extent - 1) * i128::from(self.digit(step.step, mode)))
                .sum();
            (load >= i128::from(outer.extent)).then_some((mode, outer.extent))
        })
    }

    /// The digit of an outer coordinate in a mode that is not the last.
    fn digit(&self, coordinate: i64, mode: usize) -> i64 {
        let below = match mode.checked_sub(1) {
            Some(before) => self.products.get(before).copied().unwrap_or(1),
            None => 1,
        };
        let extent = self.outer.leaves().get(mode).map_or(1, |outer| outer.extent);
        (coordinate / below) % extent
    }

    /// A point whose digits in `mode` just reach `extent`.
    fn least_carry(&self, all: &[Step], mode: usize, extent: i64) -> Vec<i64> {
        let mut missing = extent;
        all.iter()
            .map(|step| {
                let digit = self.digit(step.step, mode);
                if digit == 0 || missing <= 0 {
                    return 0;
                }
                let steps = (missing.saturating_add(digit - 1) / digit).min(step.extent - 1);
                missing = missing.saturating_sub(steps.saturating_mul(digit));
                steps
            })
            .collect()
    }

    /// The witness against the candidate at a point, if it is one.
    fn refute(
        &self,
        all: &[Step],
        point: &[i64],
        candidate: &Layout,
    ) -> Result<Option<Refuted>, CuteError> {
        let (mut coordinate, mut at, mut before) = (0, 0, 1);
        for (step, &digit) in all.iter().zip(point) {
            coordinate += digit * step.step;
            at += digit * before;
            before *= step.extent;
        }
        let value = self.signed_value(coordinate)?;
        let found = candidate.eval(at)?;
        let refuted = || Refuted { candidate: candidate.clone(), at, value, found };
        Ok((value != found).then(refuted))
    }

    /// The candidate in the inner layout's nesting.
    fn candidate(&self, all: &[Step], by_leaf: &[Vec<Step>]) -> Result<Layout, CuteError> {
        let mut strides = Vec::with_capacity(all.len());
        for step in all {
            strides.push(self.signed_value(step.step)?);
        }
        let mut pieces = all.iter().zip(strides);
        let mut leaves = by_leaf.iter();
        let mut result = Layout::blank();
        for token in self.inner.profile().tokens() {
            match token {
                Token::Open => result.open(),
                Token::Close => result.close(),
                Token::Leaf => {
                    let count = leaves.next().map_or(0, Vec::len);
                    for (step, stride) in pieces.by_ref().take(count) {
                        result.piece(step.extent, stride);
                    }
                    result.seal(count);
                }
            }
        }
        Ok(result)
    }
}

/// The product of the extents up to and with each mode but the last.
fn products(outer: &[Leaf]) -> Vec<i64> {
    let mut product = 1;
    let inner = outer.split_last().map_or(&[][..], |(_, inner)| inner);
    inner
        .iter()
        .map(|mode| {
            product *= mode.extent;
            product
        })
        .collect()
}
