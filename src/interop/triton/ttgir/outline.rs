//! The outline of a module: is there one, and is all of it here?
//!
//! ```text
//! module attributes {…} {          opened on line 4
//!   tt.func public @f() {          opened on line 5
//!     %0 = ttg.local_alloc         the text ends inside the '{' of line 5
//! ```
//!
//! A text that a full disk or a lost connection cut off may have lost whole lines, and what is
//! left may read well. Its brackets tell. Only the first fault is given: behind it, every bracket
//! is in doubt.

use super::scan::Event;
use crate::interop::triton::text::{Fault, Lines, TextReason};

/// What is wrong with the outline of these events' text.
pub fn fault(text: &str, lines: &Lines<'_>, events: &[Event<'_>]) -> Option<Fault> {
    let of_ttgir = |event: &Event<'_>| {
        matches!(event, Event::Module | Event::Function | Event::Operation { .. })
    };
    if !events.iter().any(of_ttgir) {
        return Some(Fault::new(0, TextReason::NoProgram));
    }
    let mut open: Vec<(char, usize)> = Vec::new();
    let line_of = |&(bracket, at): &(char, usize)| (bracket, lines.place(at).0);
    for event in events {
        let &Event::Bracket { at, bracket } = event else { continue };
        let opening = match bracket {
            ')' => '(',
            ']' => '[',
            '}' => '{',
            _ => {
                open.push((bracket, at));
                continue;
            }
        };
        if open.last().is_none_or(|&(last, _)| last != opening) {
            let open = open.last().map(line_of);
            return Some(Fault::new(at, TextReason::ClosesNothing { close: bracket, open }));
        }
        open.pop();
    }
    let (open, line) = line_of(open.last()?);
    Some(Fault::new(text.trim_end().len(), TextReason::CutOff { open, line }))
}
