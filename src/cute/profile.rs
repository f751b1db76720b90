//! [`Profile`]: how a layout is nested, apart from its numbers.
//!
//! A profile is the nested tuple read from left to right, a token a piece:
//!
//! ```text
//! (4,(2,8))      (  *  (  *  *  )  )        seven tokens, three leaves
//! 8              *                          one leaf, no tuple
//! ()             (  )                       no leaf: one point
//! ```
//!
//! Up to 32 tokens, two bits each, lie in one word; more are a list. No walk recurses: depth is
//! a counter. The tokens are balanced around exactly one root.

use super::error::CuteError;

/// Layouts nested deeper than this are refused.
pub const DEPTH_LIMIT: usize = 1_000;

/// One piece of a [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A leaf: an extent and its stride.
    Leaf,
    /// A tuple begins.
    Open,
    /// A tuple ends.
    Close,
}

/// How many tokens fit a word.
const WORD: usize = 32;

/// How a layout is nested; see the source file's header.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Profile {
    /// The tokens, the first in the lowest bits; none once they have moved.
    bits: u64,
    count: usize,
    #[expect(
        clippy::box_collection,
        reason = "one word: layouts are copied often, and this is rare"
    )]
    far: Option<Box<Vec<Token>>>,
}

impl Profile {
    /// The profile of one leaf.
    pub(super) fn leaf() -> Self {
        Profile { bits: 0, count: 1, far: None }
    }

    /// Its tokens, from left to right.
    #[inline]
    pub fn tokens(&self) -> Tokens<'_> {
        let far = self.far.as_ref().map_or(&[][..], |far| far.as_slice());
        Tokens { bits: self.bits, count: self.count, far }
    }

    #[inline]
    pub(super) fn push(&mut self, token: Token) {
        self.push_bits(token as u64, 1);
    }

    /// Adds leaves as one mode: one alone, or a tuple.
    #[inline]
    pub(super) fn push_mode(&mut self, leaves: usize) {
        if leaves == 1 { self.push(Token::Leaf) } else { self.push_flat(leaves) }
    }

    #[inline]
    fn push_flat(&mut self, rank: usize) {
        if rank + 2 <= WORD {
            self.push_bits(
                Token::Open as u64 | (Token::Close as u64) << (2 * (rank + 1)),
                rank + 2,
            );
        } else {
            self.push(Token::Open);
            self.push_far(std::iter::repeat_n(Token::Leaf, rank));
            self.push(Token::Close);
        }
    }

    #[inline]
    pub(super) fn extend(&mut self, tokens: Tokens<'_>) {
        if tokens.far.is_empty() {
            self.push_bits(tokens.bits, tokens.count);
        } else {
            self.push_far(tokens);
        }
    }

    #[inline]
    fn push_bits(&mut self, bits: u64, count: usize) {
        if self.far.is_none() && self.count + count <= WORD {
            if count > 0 {
                self.bits |= bits << (2 * self.count);
            }
            self.count += count;
        } else {
            self.push_far(Tokens { bits, count, far: &[] });
        }
    }

    #[cold]
    fn push_far(&mut self, tokens: impl Iterator<Item = Token>) {
        let near = Tokens { bits: self.bits, count: self.count, far: &[] };
        let far = self.far.get_or_insert_with(|| Box::new(near.collect()));
        (self.bits, self.count) = (0, 0);
        far.extend(tokens);
    }

    /// Refuses a profile nested deeper than [`DEPTH_LIMIT`].
    #[inline]
    pub(super) fn check_depth(&self) -> Result<(), CuteError> {
        // So many levels do not fit a word.
        match &self.far {
            Some(_) if self.tokens().depth() > DEPTH_LIMIT => {
                Err(CuteError::Depth { limit: DEPTH_LIMIT })
            }
            _ => Ok(()),
        }
    }
}

/// The tokens of a profile, or of a mode in it.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    bits: u64,
    count: usize,
    far: &'a [Token],
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        if self.count > 0 {
            let token = match self.bits & 3 {
                0 => Token::Leaf,
                1 => Token::Open,
                _ => Token::Close,
            };
            self.bits >>= 2;
            self.count -= 1;
            return Some(token);
        }
        let (first, rest) = self.far.split_first()?;
        self.far = rest;
        Some(*first)
    }
}

impl<'a> Tokens<'a> {
    /// Whether they are one leaf, without a tuple.
    pub(super) fn is_leaf(mut self) -> bool {
        self.next() == Some(Token::Leaf)
    }

    /// What stands between the parentheses of a tuple; a leaf as it is.
    pub(super) fn inside(mut self) -> Self {
        if self.is_leaf() {
            return self;
        }
        self.next();
        if let Some((_, far)) = self.far.split_last() {
            self.far = far;
        } else if let Some(count) = self.count.checked_sub(1) {
            self.count = count;
            self.bits &= !(3 << (2 * count));
        }
        self
    }

    /// Splits the first mode off: its tokens, and how many leaves it has. `None` where nothing is
    /// left.
    pub(super) fn split_mode(&mut self) -> Option<(Tokens<'a>, usize)> {
        let whole = *self;
        let (mut depth, mut leaves, mut length) = (0usize, 0, 0);
        loop {
            length += 1;
            match self.next()? {
                Token::Leaf => leaves += 1,
                Token::Open => depth += 1,
                Token::Close => depth = depth.checked_sub(1)?,
            }
            if depth == 0 {
                break;
            }
        }
        let mode = if whole.far.is_empty() {
            let kept =
                if length < WORD { whole.bits & ((1 << (2 * length)) - 1) } else { whole.bits };
            Tokens { bits: kept, count: length, far: &[] }
        } else {
            Tokens { bits: 0, count: 0, far: whole.far.get(..length)? }
        };
        Some((mode, leaves))
    }

    /// How deep they are nested: 0 for a leaf.
    pub(super) fn depth(self) -> usize {
        let (mut depth, mut deepest) = (0usize, 0);
        for token in self {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Leaf => {}
            }
            deepest = deepest.max(depth);
        }
        deepest
    }

    /// The path of a leaf: `1.0` is the first of the second mode, `0` the only leaf of a layout
    /// without a tuple.
    pub(super) fn path(self, leaf: usize) -> String {
        let mut path: Vec<usize> = Vec::new();
        let mut seen = 0;
        for token in self {
            match token {
                Token::Open => path.push(0),
                Token::Leaf if seen == leaf => break,
                Token::Close => {
                    path.pop();
                }
                Token::Leaf => seen += 1,
            }
            if token != Token::Open
                && let Some(position) = path.last_mut()
            {
                *position += 1;
            }
        }
        if path.is_empty() {
            return "0".to_owned();
        }
        let path: Vec<String> = path.iter().map(usize::to_string).collect();
        path.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Token::{Close, Leaf, Open};

    fn profile(tokens: &[Token]) -> Profile {
        let mut profile = Profile::default();
        for token in tokens {
            profile.push(*token);
        }
        profile
    }

    #[test]
    fn a_path_counts_modes_at_each_level() {
        // (*,(*,(*)),*)
        let tokens = [Open, Leaf, Open, Leaf, Open, Leaf, Close, Close, Leaf, Close];
        let profile = profile(&tokens);
        let paths: Vec<String> = (0..4).map(|leaf| profile.tokens().path(leaf)).collect();
        assert_eq!(paths, ["0", "1.0", "1.1.0", "2"]);
        assert_eq!(Profile::leaf().tokens().path(0), "0");
        assert_eq!(profile.tokens().depth(), 3);
    }

    /// The modes of a tuple, in a word or in a list.
    #[test]
    fn modes_are_split_off_one_by_one() {
        for padding in [0, 40] {
            // (*,(*,*),*,*,…)
            let mut tokens = vec![Open, Leaf, Open, Leaf, Leaf, Close];
            tokens.extend(vec![Leaf; padding]);
            tokens.push(Close);
            let profile = profile(&tokens);
            assert!(profile.tokens().eq(tokens.iter().copied()));
            let mut inside = profile.tokens().inside();
            let (first, leaves) = inside.split_mode().unwrap();
            assert_eq!((first.collect::<Vec<_>>(), leaves), (vec![Leaf], 1));
            let (second, leaves) = inside.split_mode().unwrap();
            assert_eq!((second.collect::<Vec<_>>(), leaves), (tokens[2..6].to_vec(), 2));
            assert_eq!(inside.count(), padding);
        }
    }
}
