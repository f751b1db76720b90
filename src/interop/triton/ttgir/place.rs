//! [`Walk`]: whose threads run an operation, by the brackets around it.
//!
//! A specialised program gives each partition warps of its own, and a function may have another
//! number than its module:
//!
//! ```text
//! module attributes {"ttg.num-warps" = 8} {
//!   tt.func @f() {                                           8 warps
//!     ttg.warp_specialize()
//!     default { … }                                          8
//!     partition0() num_warps(1) { … }                        1
//!     partition1() num_warps(2) { … } : () -> ()             2
//!   tt.func @g() attributes {"ttg.num-warps" = 4} { … }      4
//! ```
//!
//! In the generic form the numbers stand together in `partitionNumWarps`, and the partitions are
//! the regions of `"ttg.warp_specialize.partitions"`, in their order.

use super::scan::{Event, NUM_WARPS};
use crate::interop::triton::text::Cursor;

/// Warps that are not the module's, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// `function` or `partition`.
    pub place: &'static str,
    /// Their number.
    pub warps: i64,
}

/// A walk over the events of a text, in order.
#[derive(Debug, Default)]
pub struct Walk {
    open: Vec<Frame>,
    /// The warps of a partition whose region is next.
    next: Option<i64>,
    /// The warps of partitions in the generic form.
    listed: Vec<i64>,
    /// How many brackets enclose the operation whose regions are the partitions.
    partitions: Option<usize>,
    /// How many brackets enclose a function whose body has not begun, and its warps.
    function: Option<(usize, Option<i64>)>,
}

/// An open bracket.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The warps inside it, where they are not the module's.
    own: Option<Own>,
    /// How many partitions have begun, if it encloses them.
    begun: Option<usize>,
}

impl Walk {
    /// The warps where the walk has come to, if they are not the module's.
    pub fn own(&self) -> Option<Own> {
        self.open.last().and_then(|frame| frame.own)
    }

    /// On to the next event.
    pub fn step(&mut self, text: &str, event: &Event<'_>) {
        let depth = self.open.len();
        match *event {
            Event::Warps { after } => self.next = Cursor::new(text, after).integer().ok().flatten(),
            Event::PartitionWarps { after } => self.listed = numbers(Cursor::new(text, after)),
            Event::Partitions => self.partitions = Some(depth),
            Event::Function => self.function = Some((depth, None)),
            Event::Attribute { key: NUM_WARPS, after, .. } => match &mut self.function {
                Some((outside, warps)) if *outside + 1 == depth => {
                    *warps = Cursor::new(text, after).integer().ok().flatten();
                }
                _ => {}
            },
            Event::Bracket { bracket: '{', .. } => {
                let own = self.region().or(self.own());
                self.open.push(Frame { own, begun: None });
            }
            Event::Bracket { bracket: bracket @ ('(' | '['), .. } => {
                let begun = (bracket == '(' && self.partitions == Some(depth)).then_some(0);
                self.open.push(Frame { own: self.own(), begun });
            }
            Event::Bracket { .. } => {
                self.open.pop();
                let depth = self.open.len();
                self.function = self.function.filter(|&(outside, _)| outside <= depth);
                self.partitions = self.partitions.filter(|&outside| outside <= depth);
            }
            _ => {}
        }
    }

    /// What the brace that opens here begins, if it has warps of its own.
    fn region(&mut self) -> Option<Own> {
        if let Some(warps) = self.next.take() {
            return Some(Own { place: "partition", warps });
        }
        if let Some(begun) = self.open.last_mut().and_then(|frame| frame.begun.as_mut()) {
            *begun += 1;
            let warps = self.listed.get(*begun - 1).copied();
            return warps.map(|warps| Own { place: "partition", warps });
        }
        match self.function {
            Some((outside, Some(warps))) if outside == self.open.len() => {
                self.function = None;
                Some(Own { place: "function", warps })
            }
            _ => None,
        }
    }
}

/// `1, 2, 4>`.
fn numbers(mut cursor: Cursor<'_>) -> Vec<i64> {
    let mut numbers = Vec::new();
    while let Ok(Some(number)) = cursor.integer() {
        numbers.push(number);
        cursor.eat(",");
    }
    numbers
}
