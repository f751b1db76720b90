//! The attributes of a module: what program its layouts are of.

use super::place::Own;
use super::scan::{Event, NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP};
use crate::gf2::Linear;
use crate::interop::triton::names::{BLOCK, LANE, WARP};
use crate::interop::triton::text::{Cursor, Fault, TextReason};

/// A module's attributes, where it has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// `ttg.num-warps`.
    pub num_warps: Option<i64>,
    /// `ttg.threads-per-warp`.
    pub threads_per_warp: Option<i64>,
    /// `ttg.num-ctas`: blocks that launch together; 1 where it is not there.
    pub num_ctas: Option<i64>,
    /// `ttg.target`: `cuda:90`, `hip:gfx942`.
    pub target: Option<String>,
}

/// A module's program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub module: Module,
}

impl Program {
    /// The modules of these events, each with the place of its first event. One that says nothing
    /// of its threads stands in the one before, as nested modules do.
    pub fn read_all(text: &str, events: &[Event<'_>]) -> Vec<(usize, Program)> {
        let begins = |event: &Event<'_>| matches!(event, Event::Module);
        let mut starts: Vec<usize> =
            events.iter().enumerate().filter(|(_, e)| begins(e)).map(|(place, _)| place).collect();
        if starts.first() != Some(&0) {
            starts.insert(0, 0);
        }
        let ends = starts.iter().skip(1).copied().chain([events.len()]);
        let mut programs: Vec<(usize, Program)> = Vec::with_capacity(starts.len());
        for (&start, end) in starts.iter().zip(ends) {
            let own = events.get(start..end).unwrap_or_default();
            let mut program = Program::read(text, own);
            if let Some((_, before)) = programs.last()
                && program.module == Module::default()
            {
                program.module = before.module.clone();
            }
            programs.push((start, program));
        }
        programs
    }

    /// The first of these that says something.
    pub fn main(programs: &[(usize, Program)]) -> Program {
        let says = |(_, program): &&(usize, Program)| program.module != Module::default();
        programs.iter().find(says).map(|(_, program)| program.clone()).unwrap_or_default()
    }

    /// The first value of each attribute among these events.
    fn read(text: &str, events: &[Event<'_>]) -> Program {
        let mut program = Program::default();
        for event in events {
            if let Event::Attribute { key, after, .. } = *event {
                program.module.set(key, Cursor::new(text, after));
            }
        }
        program
    }

    /// The lanes of a warp and the warps that run an operation here, where that is known, each
    /// with its name, that of what has so many, and the dimension of a layout.
    fn threads(&self, own: Option<Own>) -> [(&'static str, &'static str, Option<i64>); 2] {
        let (place, warps) = match own {
            Some(Own { place, warps }) => (place, Some(warps)),
            None => ("program", self.module.num_warps),
        };
        [(LANE, "program", self.module.threads_per_warp), (WARP, place, warps)]
    }

    /// Whether a layout is one of the threads that run an operation here.
    pub fn check(&self, layout: &Linear, own: Option<Own>) -> Result<(), TextReason> {
        for (what, place, expected) in self.threads(own) {
            let found = size(layout, what);
            match expected {
                Some(expected) if expected != found => {
                    return Err(TextReason::Program { what, place, expected, found });
                }
                _ => {}
            }
        }
        self.check_blocks(size(layout, BLOCK))
    }

    /// Whether an encoding is one of so many blocks as launch together.
    pub fn check_blocks(&self, found: i64) -> Result<(), TextReason> {
        let (what, place, expected) = (BLOCK, "program", self.module.num_ctas.unwrap_or(1));
        match found == expected {
            true => Ok(()),
            false => Err(TextReason::Program { what, place, expected, found }),
        }
    }

    /// Whether two layouts are of as many threads, where nothing says of how many.
    pub fn agree(&self, from: &Linear, to: &Linear, own: Option<Own>) -> Result<(), TextReason> {
        for (what, _, expected) in self.threads(own) {
            let (from, to) = (size(from, what), size(to, what));
            if expected.is_none() && from != to {
                return Err(TextReason::Disagree { what, from, to });
            }
        }
        Ok(())
    }
}

/// The size of a layout's input.
fn size(layout: &Linear, name: &str) -> i64 {
    layout.ins().get(name).map_or(1, |dim| dim.size())
}

/// The attributes that stand twice inside one pair of brackets, where they do so the second time.
pub fn repeated(events: &[Event<'_>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut open: Vec<Vec<&str>> = vec![Vec::new()];
    for event in events {
        match *event {
            Event::Bracket { bracket: '(' | '[' | '{', .. } => open.push(Vec::new()),
            Event::Bracket { .. } => drop(open.pop()),
            Event::Attribute { key, at, .. } => {
                let Some(known) = open.last_mut() else { continue };
                if known.contains(&key) {
                    faults
                        .push(Fault::new(at, TextReason::RepeatedField { field: key.to_owned() }));
                }
                known.push(key);
            }
            _ => {}
        }
    }
    faults
}

/// The attribute that should be a count, a power of two, here and is none.
pub fn no_count(text: &str, event: &Event<'_>) -> Option<Fault> {
    let (attribute, after) = match *event {
        Event::Attribute {
            key: key @ (NUM_WARPS | THREADS_PER_WARP | NUM_CTAS), after, ..
        } => (key, after),
        Event::Warps { after } => ("num_warps", after),
        _ => return None,
    };
    let mut value = Cursor::new(text, after);
    value.skip_space();
    let at = value.at();
    match value.integer() {
        Ok(Some(count)) if count > 0 && count.count_ones() == 1 => None,
        _ => Some(Fault::new(at, TextReason::NoCount { attribute: attribute.to_owned() })),
    }
}

impl Module {
    fn set(&mut self, key: &str, mut value: Cursor<'_>) {
        let number = match key {
            NUM_WARPS => &mut self.num_warps,
            THREADS_PER_WARP => &mut self.threads_per_warp,
            NUM_CTAS => &mut self.num_ctas,
            TARGET => {
                if self.target.is_none() {
                    self.target = value.string().map(str::to_owned);
                }
                return;
            }
            _ => return,
        };
        if number.is_none() {
            *number = value.integer().ok().flatten();
        }
    }
}
