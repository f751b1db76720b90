//! CuTe's own rule, where it is not exact: quotients rounded up.
//!
//! C++ CuTe peels each leaf `n:r` of the inner layout along the outer modes. In a mode of extent
//! `s` it takes `min(ceil(s/r), n)` values, and asks only that `s` divides `r` or `r < s`, and
//! that what it takes divides `n`. Where `r` does not divide `s` the result is another function.
//! Here that candidate is built only to be refuted: a reader who has seen CuTe's answer learns
//! where it is wrong.

use super::layout::{Layout, Leaf};
use super::not_flat::Refuted;
use super::profile::Token;

/// CuTe's candidate for `outer` after `inner`, with a coordinate at which it is wrong; `None` if
/// the rule gives no candidate, or it is right at the coordinates where its modes begin.
pub(super) fn refute(outer: &[Leaf], inner: &Layout) -> Option<Refuted> {
    let candidate = candidate(outer, inner)?;
    let outer = Layout::from_flat(outer.iter().cloned().collect());
    let mut begins = vec![candidate.size() - 1];
    let mut before = 1i64;
    for leaf in candidate.leaves() {
        before = before.checked_mul(leaf.extent)?;
        begins.push(before);
    }
    begins.sort_unstable();
    begins.into_iter().filter(|&at| (0..candidate.size()).contains(&at)).find_map(|at| {
        let value = outer.eval(inner.eval(at).ok()?).ok()?;
        let found = candidate.eval(at).ok()?;
        let candidate = candidate.clone();
        (value != found).then_some(Refuted { candidate, at, value, found })
    })
}

fn candidate(outer: &[Leaf], inner: &Layout) -> Option<Layout> {
    let mut leaves = inner.leaves().iter();
    let mut result = Layout::blank();
    for token in inner.profile().tokens() {
        match token {
            Token::Open => result.open(),
            Token::Close => result.close(),
            Token::Leaf => rounded_leaf(outer, leaves.next()?, &mut result)?,
        }
    }
    result.check_size("composition").ok()?;
    Some(result)
}

fn rounded_leaf(outer: &[Leaf], leaf: &Leaf, result: &mut Layout) -> Option<()> {
    let (last, modes) = outer.split_last()?;
    // CuTe has no rule for what is empty.
    if leaf.extent < 1 || modes.iter().any(|mode| mode.extent < 1) {
        return None;
    }
    let (mut extent, mut stride) = (leaf.extent, leaf.stride);
    let mut pieces = 0;
    for mode in modes {
        if stride > mode.extent && stride % mode.extent != 0 {
            return None;
        }
        let room = if stride == 0 { extent } else { mode.extent.div_euclid(stride) };
        let room = if stride != 0 && mode.extent % stride != 0 { room + 1 } else { room };
        let step = stride;
        stride = stride / mode.extent + i64::from(stride % mode.extent != 0);
        if room <= 1 || extent == 1 {
            continue;
        }
        let taken = room.min(extent);
        if extent % taken != 0 {
            return None;
        }
        result.piece(taken, step.checked_mul(mode.stride)?);
        pieces += 1;
        extent /= taken;
    }
    if pieces == 0 || extent != 1 {
        result.piece(extent, stride.checked_mul(last.stride)?);
        pieces += 1;
    }
    result.seal(pieces);
    Some(())
}
