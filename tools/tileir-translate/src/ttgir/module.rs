//! The text of the module that a file becomes.
//!
//! A conversion is a kernel of one block with one repartition; the allocations are obligations of
//! one function, each for a map and the facts that are proved of it. Maps are written once, as
//! aliases named after the file's own.

use std::collections::HashMap;
use std::fmt::{Display, Write};

use tileir::LayoutMap;
use tileir::interop::triton::{Allocation, Encoding, TensorType};
use tileir::proof::{Budget, prove};

use super::names::Names;
use super::tile::Tile;
use super::{Moved, Part};

/// The module of these sections of a file.
pub fn text(file: &str, parts: &[Part]) -> String {
    let mut writer = Writer { file: quoted(file), ..Writer::default() };
    for part in parts {
        let names = Names::of(&part.aliases);
        for moved in &part.conversions {
            if let Ok(tile) = &moved.tile {
                writer.conversion(&names, moved, tile);
            }
        }
        for allocation in &part.allocations {
            writer.allocation(&names, allocation);
        }
    }
    writer.text()
}

#[derive(Default)]
struct Writer {
    /// The file's name, in quotes.
    file: String,
    aliases: String,
    kernels: String,
    obligations: String,
    /// Aliases by what they stand for.
    known: HashMap<String, String>,
    /// How many aliases begin with a word.
    taken: HashMap<String, usize>,
}

impl Writer {
    fn conversion(&mut self, names: &Names<'_>, moved: &Moved, tile: &Tile) {
        let (read, shape) = (&moved.read, tile.from.shape());
        let from = self.distribution(names, &read.source, tile.from.map());
        let to = self.distribution(names, &read.target, tile.to.map());
        let rows = self.rows(&shape, tile.elements);
        let element = tile.carrier;
        let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
        let buffer = format!("memref<{}x{element}>", tile.elements);
        let view = format!("!tileir.view<{extents}{element}, {rows}, zero>");
        let tensor = |distribution| format!("tensor<{extents}{element}, {distribution}>");
        let (from, to, at) = (tensor(from), tensor(to), self.location(read.line, read.column));
        self.kernels.push_str(&format!(
            "\n// {operand} : {written}\n\
             func.func @convert_{line}_{column}(%src: {buffer}, %dst: {buffer})\n    \
             attributes {{tileir.grid = array<i64: 1>}} {{\n  \
             %in = tileir.view %src : {buffer} -> {view}\n  \
             %out = tileir.view %dst : {buffer} -> {view}\n  \
             %x = tileir.load %in : {view} -> {from}\n  \
             %y = tileir.repartition %x : {from} -> {to} {at}\n  \
             tileir.store %y, %out : {to}, {view}\n  \
             return\n}}\n",
            operand = one_line(&read.operand),
            written = one_line(&read.source.element.to_string()),
            line = read.line,
            column = read.column,
        ));
    }

    /// Obligations for the maps of an allocation: of a padded one, where its elements lie and at
    /// which address; of any other, which element is where.
    fn allocation(&mut self, names: &Names<'_>, allocation: &Allocation) {
        let (shape, buffers) = allocation.memory.buffers();
        let encoding = &*allocation.memory.encoding;
        let maps = match encoding.to_corr(shape) {
            Ok(placed) => placed.legs().map(|(place, element)| match encoding {
                Encoding::PaddedShared(_) => vec![place.clone(), element.clone()],
                _ => encoding.to_map(shape).into_iter().collect(),
            }),
            Err(_) => None,
        };
        for map in maps.unwrap_or_default() {
            let facts = prove(&map, &Budget::default());
            let proved = facts.each().into_iter().filter(|(_, verdict)| verdict.is_proved());
            let proved: Vec<&str> = proved.map(|(fact, _)| fact).collect();
            let map = self.alias(names, (encoding, shape), &map, ("#tileir.", ""));
            let mut attributes = format!(
                "ttgir.result = {}, ttgir.element = {}, ttgir.buffers = {buffers} : i64",
                quoted(&allocation.result),
                quoted(&allocation.memory.element.to_string()),
            );
            if let Some(bytes) = allocation.bytes() {
                attributes.push_str(&format!(", ttgir.bytes = {bytes} : i64"));
            }
            let at = self.location(allocation.line, allocation.column);
            let facts = proved.join(", ");
            self.obligations
                .push_str(&format!("  tileir.require {map} [{facts}] {{{attributes}}} {at}\n"));
        }
    }

    fn distribution(&mut self, names: &Names<'_>, of: &TensorType, map: &LayoutMap) -> String {
        let around = ("#tileir.distribution<#tileir.", ">");
        self.alias(names, (&of.encoding, &of.shape), map, around)
    }

    /// The alias of an encoding's map for a tensor of this shape, between `open` and `close`.
    fn alias(
        &mut self,
        names: &Names<'_>,
        (encoding, shape): (&Encoding, &[i64]),
        map: &LayoutMap,
        (open, close): (&str, &str),
    ) -> String {
        let word = format!("{}_{}", names.word(encoding), list(shape, "x"));
        self.defined(word, &names.name(encoding), format!("{open}{map}{close}"))
    }

    /// Row-major addresses of a buffer.
    fn rows(&mut self, shape: &[i64], elements: i64) -> String {
        let mut strides = vec![1i64; shape.len()];
        for place in (1..shape.len()).rev() {
            strides[place - 1] = strides[place] * shape[place];
        }
        let axes: Vec<String> =
            (0..).zip(shape).map(|(dim, extent)| format!("dim{dim} : {extent}")).collect();
        let map = format!(
            "#tileir.mixed_radix<({}):({}), ({}) -> (address : {elements})>",
            list(shape, ","),
            list(&strides, ","),
            axes.join(", ")
        );
        self.defined(format!("rows_{}", list(shape, "x")), "row-major", map)
    }

    /// The alias that stands for `what`, which begins with `word`.
    fn defined(&mut self, word: String, comment: &str, what: String) -> String {
        if let Some(alias) = self.known.get(&what) {
            return alias.clone();
        }
        let times = self.taken.entry(word.clone()).or_default();
        *times += 1;
        let alias = if *times == 1 { format!("#{word}") } else { format!("#{word}_v{times}") };
        self.aliases.push_str(&format!("// {}\n{alias} = {what}\n", one_line(comment)));
        self.known.insert(what, alias.clone());
        alias
    }

    fn location(&self, line: usize, column: usize) -> String {
        format!("loc({}:{line}:{column})", self.file)
    }

    fn text(self) -> String {
        let mut text = self.aliases;
        text.push_str(&self.kernels);
        if !self.obligations.is_empty() {
            text.push_str("\nfunc.func @allocations() {\n");
            text.push_str(&self.obligations);
            text.push_str("  return\n}\n");
        }
        text
    }
}

fn list<T: Display>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<String>>().join(between)
}

/// What a comment may hold.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A string of MLIR.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_ascii_control() => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\{:02X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
