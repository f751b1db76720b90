//! The parts of an operation's text: attributes in braces, types behind a colon.
//!
//! ```text
//! nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, …) -> vector<2x2xf32>
//!                             └ Fields                 └ Types
//! ```

use crate::interop::mlir::Read;
use crate::interop::script::{Cursor, ScriptError, ScriptFault};

/// The attributes of an operation.
pub(super) struct Fields<'a> {
    pub cursor: Cursor<'a>,
    all: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// From the next brace on, to behind the one that closes it.
    pub fn of(cursor: &mut Cursor<'a>) -> Read<Fields<'a>> {
        let rest = cursor.rest();
        let missing = || cursor.fault(ScriptFault::Expected("attributes in braces"));
        let open = rest.find('{').ok_or_else(missing)?;
        let inside = rest.get(open + 1..).unwrap_or_default();
        let (body, _) = closed(inside, '}').ok_or_else(missing)?;
        let entry = |entry: &'a str| match entry.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (entry.trim(), ""),
        };
        let mut all: Vec<(&str, &str)> = Vec::new();
        for (at, own) in pieces(body) {
            let (name, value) = entry(own);
            if all.iter().any(|(known, _)| *known == name) {
                let at = at + (own.len() - own.trim_start().len());
                let fault = ScriptFault::Repeated { name: name.to_owned() };
                return Err(cursor.fault_at(cursor.offset() + open + 1 + at, fault));
            }
            all.push((name, value));
        }
        let passed = rest.get(..open + 1 + body.len() + 1).unwrap_or_default();
        cursor.eat(passed);
        Ok(Fields { cursor: cursor.clone(), all })
    }

    /// The value of an attribute.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        self.all.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    /// The shape, under the name that either dialect has for it.
    pub fn shape(&self) -> Read<&'a str> {
        let found = self.find("mmaShape").or_else(|| self.find("shape"));
        found.ok_or_else(|| self.cursor.fault(ScriptFault::Expected("'mmaShape' or 'shape'")))
    }

    /// An attribute that is a number: `4 : i32`.
    pub fn integer(&self, name: &'static str) -> Read<i64> {
        let value = self.find(name).and_then(|value| value.split(':').next());
        let number = value.and_then(|value| value.trim().parse().ok());
        number.ok_or_else(|| self.cursor.fault(ScriptFault::Expected(name)))
    }
}

/// The types of an operation's operands, then of its result, each with its byte.
pub(super) struct Types<'a> {
    cursor: Cursor<'a>,
    all: Vec<(usize, &'a str)>,
}

impl<'a> Types<'a> {
    /// `: (type, type, type) -> type`.
    pub fn of(cursor: &mut Cursor<'a>) -> Read<Types<'a>> {
        cursor.expect(":")?;
        cursor.expect("(")?;
        let rest = cursor.rest();
        let start = cursor.offset();
        let unclosed = || cursor.fault(ScriptFault::Expected("types in parentheses"));
        let (operands, behind) = closed(rest, ')').ok_or_else(unclosed)?;
        let arrow = behind.trim_start().strip_prefix("->");
        let result = arrow.ok_or_else(|| cursor.fault(ScriptFault::Expected("'->' and a type")))?;
        let mut all = pieces(operands);
        all.truncate(3);
        all.push((rest.len() - result.len(), result));
        let placed = |(at, own): (usize, &'a str)| {
            let inner = own.trim_start();
            (start + at + own.len() - inner.len(), inner.trim_end())
        };
        Ok(Types { cursor: cursor.clone(), all: all.into_iter().map(placed).collect() })
    }

    /// One of them, as it is written.
    pub fn written(&self, at: usize) -> &'a str {
        self.all.get(at).map(|(_, own)| *own).unwrap_or_default()
    }

    /// What is wrong with one of them.
    pub fn fault(&self, at: usize, fault: ScriptFault) -> ScriptError {
        let place = self.all.get(at).map_or(self.cursor.offset(), |(place, _)| *place);
        self.cursor.fault_at(place, fault)
    }

    /// The elements of one: `f16` of `vector<4x2xf16>`, `f32` of `!llvm.struct<(f32, f32)>`.
    pub fn element(&self, at: usize) -> Read<String> {
        let one = self.written(at);
        let inside = match one.strip_prefix("!llvm.struct<(") {
            Some(all) => all.split([',', ')']).next().unwrap_or_default().trim(),
            None => one,
        };
        let element = match inside.strip_prefix("vector<").and_then(|own| own.strip_suffix('>')) {
            Some(own) => own.rsplit_once('x').map_or(own, |(_, element)| element),
            None => inside,
        };
        let named = match element.to_ascii_lowercase().as_str() {
            "f8e4m3fn" => "e4m3".to_owned(),
            "f8e5m2" => "e5m2".to_owned(),
            integer if integer.starts_with('i') => integer.replacen('i', "s", 1),
            other => other.to_owned(),
        };
        let known = !named.is_empty() && named.chars().all(|c| c.is_ascii_alphanumeric());
        let expected = ScriptFault::Expected("the types of A, B, C and the result");
        if known { Ok(named) } else { Err(self.fault(at, expected)) }
    }
}

/// `tf32` of `#nvvm.mma_type<tf32>`.
pub(super) fn inner(attribute: &str) -> Option<&str> {
    attribute.split_once('<').and_then(|(_, own)| own.trim_end().strip_suffix('>'))
}

/// What stands before the closing sign of what is open, and what behind it.
fn closed(text: &str, close: char) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            letter if letter == close && depth == 0 => {
                return Some((text.get(..at)?, text.get(at + close.len_utf8()..)?));
            }
            '(' | '[' | '{' | '<' => depth += 1,
            // An arrow closes nothing.
            '>' if text.get(..at).is_some_and(|before| before.ends_with('-')) => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// What stands between commas that are inside of nothing, each with its byte.
pub(super) fn pieces(text: &str) -> Vec<(usize, &str)> {
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0i64);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            // An arrow closes nothing.
            '>' if text.get(..at).is_some_and(|before| before.ends_with('-')) => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                all.extend(text.get(start..at).map(|own| (start, own)));
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text.get(start..).filter(|last| !last.trim().is_empty());
    all.extend(last.map(|own| (start, own)));
    all
}
