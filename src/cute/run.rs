//! How far a composition grows evenly, found without walking its points.
//!
//! `f(x) = A(r*x)` grows by `f(1)` a step until adding `r` carries out of a mode of `A`. With `P`
//! the product of the extents up to and with the mode, that happens whenever `r*x` passes a
//! multiple of `P`: the `k`-th time after `ceil(k*P / (r mod P))` steps, never if `P` divides `r`.
//! These are the only events at which `f` may turn; where carries out of several modes come
//! together they may also cancel, so the value is looked at.
//!
//! ```text
//! A = (4,6,8):(2,3,5), r = 3     P = 4: events at 2, 3, 4, 6, …    P = 24: at 8, 16, …
//!                                f(2) = A(6) = 7, not 12: even for 2 steps
//! ```

use super::error::CuteError;
use super::layout::Layout;
use super::recover::PATIENCE;

/// How far a function grows evenly.
pub(super) enum Run {
    /// To the end of its extent.
    Whole,
    /// For `run` steps, where a mode of the outer layout is full.
    Until { run: i64, outer_mode: usize },
    /// Past the events that were looked at.
    Unknown,
}

/// When adding a step again and again next carries out of a mode.
struct Event {
    mode: usize,
    /// The product of the extents up to and with the mode.
    product: i128,
    /// What a step adds below the product.
    remainder: i128,
    /// The multiple of the product that is passed next.
    multiple: i128,
    /// After how many steps it is.
    at: i128,
}

impl Event {
    /// The first event of a mode, unless a step adds nothing there.
    fn first(mode: usize, product: i64, remainder: i64) -> Option<Self> {
        let (product, remainder) = (i128::from(product), i128::from(remainder));
        let mut event = Event { mode, product, remainder, multiple: 0, at: 0 };
        (remainder != 0).then(|| {
            event.pass();
            event
        })
    }

    fn pass(&mut self) {
        self.multiple += 1;
        self.at = (self.product * self.multiple + self.remainder - 1) / self.remainder;
    }
}

/// How far `outer(step*x)` is `x*outer(step)`, for `x` below `extent`.
///
/// # Errors
/// Values that leave 64 bits.
pub(super) fn even_run(outer: &Layout, step: i64, extent: i64) -> Result<Run, CuteError> {
    let slope = i128::from(outer.eval(step)?);
    let mut product = 1;
    let mut events = Vec::new();
    let modes = outer.leaves().split_last().map_or(&[][..], |(_, modes)| modes);
    for (mode, leaf) in modes.iter().enumerate() {
        // In range: a part of the outer size.
        product *= leaf.extent;
        events.extend(Event::first(mode, product, step % product));
    }
    for _ in 0..PATIENCE {
        let Some(next) = events.iter().min_by_key(|event| event.at) else {
            return Ok(Run::Whole);
        };
        let (at, outer_mode) = (next.at, next.mode);
        let Some(run) = i64::try_from(at).ok().filter(|&run| run < extent) else {
            return Ok(Run::Whole);
        };
        if i128::from(outer.eval(step * run)?) != slope * at {
            return Ok(Run::Until { run, outer_mode });
        }
        for event in events.iter_mut().filter(|event| event.at == at) {
            event.pass();
        }
    }
    Ok(Run::Unknown)
}
