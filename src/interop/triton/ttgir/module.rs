//! The attributes of a module: what program its layouts are of.

use super::scan::{Event, NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP};
use crate::gf2::Linear;
use crate::interop::triton::names::{LANE, WARP};
use crate::interop::triton::text::{Cursor, TextReason};

/// A module's attributes, where it has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// `ttg.num-warps`.
    pub num_warps: Option<i64>,
    /// `ttg.threads-per-warp`.
    pub threads_per_warp: Option<i64>,
    /// `ttg.num-ctas`: blocks that launch together.
    pub num_ctas: Option<i64>,
    /// `ttg.target`: `cuda:90`, `hip:gfx942`.
    pub target: Option<String>,
}

/// The module, and the warps of its partitions.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub module: Module,
    partitions: Vec<i64>,
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
                program.partitions.extend(&before.partitions);
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
            match *event {
                Event::Attribute { key, after } => {
                    program.module.set(key, Cursor::new(text, after))
                }
                Event::Warps { after } => {
                    let warps = Cursor::new(text, after).integer();
                    program.partitions.extend(warps.ok().flatten());
                }
                _ => {}
            }
        }
        program
    }

    /// Whether a layout is one of this program's threads: its lanes are those of a warp, its
    /// warps those of the program or of a partition.
    pub fn check(&self, layout: &Linear) -> Result<(), TextReason> {
        let size = |name| layout.ins().get(name).map_or(1, |dim| dim.size());
        let checks = [
            ("lane", self.module.threads_per_warp, size(LANE), &[][..]),
            ("warp", self.module.num_warps, size(WARP), &self.partitions),
        ];
        for (what, expected, found, others) in checks {
            match expected {
                Some(expected) if expected != found && !others.contains(&found) => {
                    return Err(TextReason::Program { what, expected, found });
                }
                _ => {}
            }
        }
        Ok(())
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
