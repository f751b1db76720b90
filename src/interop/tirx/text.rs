//! The text of tile layouts and composed layouts, as TVM's script prints and reads it.
//!
//! ```text
//! layout := 'T.TileLayout(' 'T.S[' spec ']' {'+' 'T.R[' spec ']'} {'+' offset} ')'
//!         | 'T.TileLayout.from_iters(' 'shard=[' iters ']' ', replica=[' iters ']' [', offset={' … '}'] ')'
//! spec   := extents ':' strides      strides := stride | '(' stride, … ')'
//! stride := integer ['@' 'Axis.' name]         without an axis: m
//! iter   := 'T.Iter(' extent ',' stride ',' '"' axis '"' ')'
//! compose := 'T.ComposeLayout(' per_element, swizzle_len, atom_len, layout [', swizzle_inner=False'] ')'
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{ComposeLayout, Iter, TileLayout, TirxError};
use crate::interop::script::{Cursor, ScriptError, ScriptFault};

impl FromStr for TileLayout {
    type Err = TirxError;

    fn from_str(text: &str) -> Result<Self, TirxError> {
        let mut cursor = Cursor::new(text);
        let layout = tile_layout(&mut cursor)?;
        cursor.finish()?;
        Ok(layout)
    }
}

impl FromStr for ComposeLayout {
    type Err = TirxError;

    fn from_str(text: &str) -> Result<Self, TirxError> {
        let mut cursor = Cursor::new(text);
        cursor.eat("T.");
        cursor.expect("ComposeLayout")?;
        cursor.expect("(")?;
        let per_element = cursor.integer()?;
        cursor.expect(",")?;
        let swizzle_len = cursor.integer()?;
        cursor.expect(",")?;
        let atom_len = cursor.integer()?;
        cursor.expect(",")?;
        let tile = tile_layout(&mut cursor)?;
        let mut inner = true;
        if cursor.eat(",") {
            cursor.expect("swizzle_inner")?;
            cursor.expect("=")?;
            inner = flag(&mut cursor)?;
        }
        cursor.expect(")")?;
        cursor.finish()?;
        ComposeLayout::new(per_element, swizzle_len, atom_len, inner, tile)
    }
}

fn flag(cursor: &mut Cursor<'_>) -> Result<bool, ScriptError> {
    if cursor.eat("True") {
        return Ok(true);
    }
    cursor.expect("False").map(|()| false)
}

/// A tile layout in either of its two spellings.
fn tile_layout(cursor: &mut Cursor<'_>) -> Result<TileLayout, TirxError> {
    cursor.eat("T.");
    cursor.expect("TileLayout")?;
    if cursor.eat(".from_iters") {
        return from_iters(cursor);
    }
    cursor.expect("(")?;
    let (mut shard, mut replica) = (Vec::new(), Vec::new());
    let mut offset = BTreeMap::new();
    loop {
        if cursor.eat("T.S[") {
            shard.extend(spec(cursor)?);
        } else if cursor.eat("T.R[") {
            replica.extend(spec(cursor)?);
        } else {
            terms(cursor, &mut offset)?;
        }
        if !cursor.eat("+") {
            break;
        }
    }
    cursor.expect(")")?;
    TileLayout::new(shard, replica, offset)
}

/// An offset's terms, perhaps in parentheses.
fn terms(cursor: &mut Cursor<'_>, offset: &mut BTreeMap<String, i64>) -> Result<(), TirxError> {
    if cursor.eat("(") {
        loop {
            term(cursor, offset)?;
            if !cursor.eat("+") {
                return Ok(cursor.expect(")")?);
            }
        }
    }
    term(cursor, offset)
}

fn term(cursor: &mut Cursor<'_>, offset: &mut BTreeMap<String, i64>) -> Result<(), TirxError> {
    let (by, axis) = on_axis(cursor)?;
    let sum = offset.entry(axis).or_insert(0);
    *sum = sum.checked_add(by).ok_or(TirxError::Overflow { what: "an offset" })?;
    Ok(())
}

/// Extents and strides, up to the closing bracket.
fn spec(cursor: &mut Cursor<'_>) -> Result<Vec<Iter>, ScriptError> {
    let extents = one_or_more(cursor, |cursor| cursor.integer())?;
    cursor.expect(":")?;
    let start = cursor.offset();
    let strides = one_or_more(cursor, on_axis)?;
    cursor.expect("]")?;
    if extents.len() != strides.len() {
        let (expected, found) = (extents.len(), strides.len());
        let fault = ScriptFault::Count { what: "the strides", expected, found };
        return Err(cursor.fault_at(start, fault));
    }
    let iters = extents.into_iter().zip(strides);
    Ok(iters.map(|(extent, (stride, axis))| Iter { extent, stride, axis }).collect())
}

fn one_or_more<T>(
    cursor: &mut Cursor<'_>,
    mut item: impl FnMut(&mut Cursor<'_>) -> Result<T, ScriptError>,
) -> Result<Vec<T>, ScriptError> {
    match cursor.rest().starts_with('(') {
        true => cursor.group(item),
        false => Ok(vec![item(cursor)?]),
    }
}

/// A number and its axis, `m` where none stands there.
fn on_axis(cursor: &mut Cursor<'_>) -> Result<(i64, String), ScriptError> {
    let value = cursor.integer()?;
    if !cursor.eat("@") {
        return Ok((value, "m".to_owned()));
    }
    let name = cursor.name();
    let name = name.ok_or_else(|| cursor.fault(ScriptFault::Expected("an axis")))?;
    let name = name.strip_prefix("T.").unwrap_or(name);
    Ok((value, name.strip_prefix("Axis.").unwrap_or(name).to_owned()))
}

/// The parts of a tile layout by their names.
const PARTS: [&str; 3] = ["shard", "replica", "offset"];

/// The parts by their names, each once, up to the closing parenthesis.
fn from_iters(cursor: &mut Cursor<'_>) -> Result<TileLayout, TirxError> {
    cursor.expect("(")?;
    let (mut shard, mut replica) = (Vec::new(), Vec::new());
    let mut offset = BTreeMap::new();
    let mut said = Vec::new();
    cursor.list(")", |cursor| {
        cursor.rest();
        let start = cursor.offset();
        let Some(part) = PARTS.into_iter().find(|part| cursor.eat(part)) else {
            return Err(cursor.fault(ScriptFault::Expected("shard, replica or offset")));
        };
        once(cursor, start, part, &mut said)?;
        cursor.expect("=")?;
        match part {
            "shard" => shard = cursor.group(iter)?,
            "replica" => replica = cursor.group(iter)?,
            _ => offset = offsets(cursor)?,
        }
        Ok(())
    })?;
    TileLayout::new(shard, replica, offset)
}

/// `{"m": 4}`, up to the closing brace.
fn offsets(cursor: &mut Cursor<'_>) -> Result<BTreeMap<String, i64>, ScriptError> {
    cursor.expect("{")?;
    let mut said = Vec::new();
    let pairs = cursor.list("}", |cursor| {
        cursor.rest();
        let start = cursor.offset();
        let axis = quoted(cursor)?;
        once(cursor, start, &axis, &mut said)?;
        cursor.expect(":")?;
        Ok((axis, cursor.integer()?))
    })?;
    Ok(pairs.into_iter().collect())
}

/// `Ok` if a name, which stands at a byte, is said for the first time.
fn once(
    cursor: &Cursor<'_>,
    start: usize,
    name: &str,
    said: &mut Vec<String>,
) -> Result<(), ScriptError> {
    if said.iter().any(|known| known == name) {
        let fault = ScriptFault::Repeated { name: name.to_owned() };
        return Err(cursor.fault_at(start, fault));
    }
    said.push(name.to_owned());
    Ok(())
}

fn iter(cursor: &mut Cursor<'_>) -> Result<Iter, ScriptError> {
    cursor.eat("T.");
    cursor.expect("Iter")?;
    cursor.expect("(")?;
    let extent = cursor.integer()?;
    cursor.expect(",")?;
    let stride = cursor.integer()?;
    cursor.expect(",")?;
    let axis = quoted(cursor)?;
    cursor.expect(")")?;
    Ok(Iter { extent, stride, axis })
}

fn quoted(cursor: &mut Cursor<'_>) -> Result<String, ScriptError> {
    let quote = if cursor.eat("'") { "'" } else { "\"" };
    if quote == "\"" {
        cursor.expect("\"")?;
    }
    let name = cursor.name();
    let name = name.ok_or_else(|| cursor.fault(ScriptFault::Expected("a name")))?.to_owned();
    cursor.expect(quote)?;
    Ok(name)
}

/// `4 @ Axis.laneid`, or the number alone on `m`.
fn written(value: i64, axis: &str) -> String {
    match axis {
        "m" => value.to_string(),
        axis => format!("{value} @ Axis.{axis}"),
    }
}

impl fmt::Display for Iter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, written(self.stride, &self.axis))
    }
}

/// `(2, 8):(2, 4 @ Axis.laneid)`, or `2:1` of one.
fn write_spec(f: &mut fmt::Formatter<'_>, iters: &[Iter]) -> fmt::Result {
    if let [iter] = iters {
        return write!(f, "{iter}");
    }
    let joined =
        |item: &dyn Fn(&Iter) -> String| iters.iter().map(item).collect::<Vec<_>>().join(", ");
    let strides = joined(&|iter| written(iter.stride, &iter.axis));
    write!(f, "({}):({strides})", joined(&|iter| iter.extent.to_string()))
}

impl fmt::Display for TileLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shard().is_empty() && self.replica().is_empty() && self.offset().is_empty() {
            return f.write_str("T.TileLayout.from_iters()");
        }
        f.write_str("T.TileLayout(")?;
        let mut first = true;
        for (name, iters) in [("S", self.shard()), ("R", self.replica())] {
            if !iters.is_empty() {
                f.write_str(if first { "T." } else { " + T." })?;
                write!(f, "{name}[")?;
                write_spec(f, iters)?;
                f.write_str("]")?;
                first = false;
            }
        }
        for (axis, by) in self.offset() {
            f.write_str(if first { "" } else { " + " })?;
            f.write_str(&written(*by, axis))?;
            first = false;
        }
        f.write_str(")")
    }
}

impl fmt::Display for ComposeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [per_element, swizzle_len, atom_len] = self.parameters();
        write!(f, "T.ComposeLayout({per_element}, {swizzle_len}, {atom_len}, {}", self.tile())?;
        f.write_str(if self.swizzle_inner() { ")" } else { ", swizzle_inner=False)" })
    }
}
