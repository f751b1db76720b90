//! Printing integer expressions.
//!
//! Small expressions are written out in full, as a person would write them. Once that would be
//! long, or nest deep, what is used twice gets a name.

use std::fmt::{self, Write};

use crate::expr::{Inst, Program};
use crate::index_set::IndexSet;

/// Trees with more leaves and operations than this share by name.
const FULL_SIZE: u64 = 200;
/// Trees nested deeper than this are cut by a name.
const FULL_DEPTH: usize = 100;
/// Binds tighter than every operation.
const ATOM: u8 = u8::MAX;

/// `[let t0 = e, … in] e, …`, over the axes of `domain`.
pub(crate) fn expressions(program: &Program, domain: &IndexSet) -> String {
    let (lets, outputs) = written(program, domain);
    lets + &outputs
}

/// Writes `[let t0 = e, … in] (e, …)`.
pub(super) fn program(f: &mut impl Write, program: &Program, domain: &IndexSet) -> fmt::Result {
    let (lets, outputs) = written(program, domain);
    write!(f, "{lets}({outputs})")
}

/// The names given to what is used twice, and the outputs.
fn written(program: &Program, domain: &IndexSet) -> (String, String) {
    let mut lets = String::new();
    let named = named_places(program);
    let mut texts: Vec<(String, u8)> = Vec::with_capacity(program.insts().len());
    let mut names = (0..).map(|i| format!("t{i}")).filter(|name| domain.position(name).is_none());
    for (place, inst) in program.insts().iter().enumerate() {
        let text = match *inst {
            Inst::Const(value) => (value.to_string(), ATOM),
            Inst::Coord(axis) => (domain.axes()[axis as usize].name().to_string(), ATOM),
            Inst::Binary(op, lhs, rhs) => {
                let own = op.precedence();
                let lhs = within(&texts[lhs as usize], own);
                let rhs = within(&texts[rhs as usize], own + 1);
                (format!("{lhs} {} {rhs}", op.symbol()), own)
            }
        };
        if named[place] {
            let name = names.next().unwrap_or_default();
            lets.push_str(if lets.is_empty() { "let " } else { ", " });
            lets.push_str(&format!("{name} = {}", text.0));
            texts.push((name, ATOM));
        } else {
            texts.push(text);
        }
    }
    if !lets.is_empty() {
        lets.push_str(" in ");
    }
    let outputs: Vec<&str> =
        program.outputs().iter().map(|&output| texts[output as usize].0.as_str()).collect();
    (lets, outputs.join(", "))
}

/// `text` as an operand of an operation that needs it to bind at least as tightly as `least`.
fn within((text, precedence): &(String, u8), least: u8) -> String {
    if *precedence < least { format!("({text})") } else { text.clone() }
}

/// Which instructions get a name of their own.
fn named_places(program: &Program) -> Vec<bool> {
    let count = program.insts().len();
    let mut uses = vec![0u32; count];
    let mut size = vec![1u64; count];
    for (place, inst) in program.insts().iter().enumerate() {
        if let Inst::Binary(_, lhs, rhs) = *inst {
            uses[lhs as usize] += 1;
            uses[rhs as usize] += 1;
            size[place] = size[lhs as usize].saturating_add(size[rhs as usize]).saturating_add(1);
        }
    }
    let outputs = program.outputs();
    outputs.iter().for_each(|&output| uses[output as usize] += 1);
    let total = outputs.iter().fold(0u64, |sum, &o| sum.saturating_add(size[o as usize]));
    let long = total > FULL_SIZE;
    let mut named = vec![false; count];
    let mut depth = vec![0usize; count];
    for (place, inst) in program.insts().iter().enumerate() {
        if let Inst::Binary(_, lhs, rhs) = *inst {
            depth[place] = 1 + depth[lhs as usize].max(depth[rhs as usize]);
            named[place] = long && uses[place] > 1 || depth[place] >= FULL_DEPTH;
            if named[place] {
                depth[place] = 0;
            }
        }
    }
    named
}
