//! The grammar of attributes and of their values; see the [module](super).

use std::sync::Arc;

use super::cursor::Cursor;
use super::fault::{Fault, TextReason};
use super::fields::Fields;
use crate::interop::triton::Encoding;

/// What lists and attributes may nest to.
const DEPTH: usize = 64;

/// A value, and where it is.
#[derive(Clone, Debug)]
pub struct Value {
    pub at: usize,
    pub kind: Kind,
}

/// The kinds of values.
#[derive(Clone, Debug)]
pub enum Kind {
    Integer(i64),
    Flag(bool),
    Pad(i64, i64),
    List(Vec<Value>),
    Fields(Fields),
    Encoding(Arc<Encoding>),
}

/// What an alias stands for.
pub trait Aliases {
    /// The encoding of this name.
    fn find(&self, name: &str) -> Option<Arc<Encoding>>;

    /// Whether this name is defined, as what is not understood.
    fn is_broken(&self, name: &str) -> bool;
}

/// No aliases.
impl Aliases for () {
    fn find(&self, _: &str) -> Option<Arc<Encoding>> {
        None
    }

    fn is_broken(&self, _: &str) -> bool {
        false
    }
}

/// An attribute that is an encoding, or an alias of one.
pub fn attribute(cursor: &mut Cursor<'_>, aliases: &dyn Aliases) -> Result<Arc<Encoding>, Fault> {
    nested_attribute(cursor, aliases, 0)
}

fn nested_attribute(
    cursor: &mut Cursor<'_>,
    aliases: &dyn Aliases,
    depth: usize,
) -> Result<Arc<Encoding>, Fault> {
    deep_enough(cursor, depth)?;
    cursor.expect("#")?;
    let at = cursor.at().saturating_sub(1);
    let name = cursor.name().ok_or_else(|| cursor.fault(TextReason::Expected("a name")))?;
    if !name.starts_with("ttg.") && !name.starts_with("ttng.") {
        let unknown = || {
            let (broken, name) = (aliases.is_broken(name), name.to_owned());
            match broken {
                true => TextReason::BrokenAlias { name },
                false => TextReason::UnknownAlias { name },
            }
        };
        return aliases.find(name).ok_or_else(|| Fault::new(at, unknown()));
    }
    let mut fields = Fields::new(name, at);
    if cursor.eat("<") {
        while !cursor.eat(">") {
            match cursor.peek() {
                Some(b'{') => read_fields(cursor, aliases, depth + 1, &mut fields)?,
                Some(b'[') => fields.add_pads(value(cursor, aliases, depth + 1)?)?,
                _ => read_field(cursor, aliases, depth + 1, &mut fields)?,
            }
            cursor.eat(",");
        }
    }
    Encoding::read(name, fields).map(Arc::new)
}

/// `{key = value, …}` into `fields`.
fn read_fields(
    cursor: &mut Cursor<'_>,
    aliases: &dyn Aliases,
    depth: usize,
    fields: &mut Fields,
) -> Result<(), Fault> {
    cursor.expect("{")?;
    while !cursor.eat("}") {
        read_field(cursor, aliases, depth, fields)?;
        if !cursor.eat(",") {
            return cursor.expect("}");
        }
    }
    Ok(())
}

/// `key = value` into `fields`.
fn read_field(
    cursor: &mut Cursor<'_>,
    aliases: &dyn Aliases,
    depth: usize,
    fields: &mut Fields,
) -> Result<(), Fault> {
    cursor.skip_space();
    let at = cursor.at();
    let key = cursor.name().ok_or_else(|| cursor.fault(TextReason::Expected("a field")))?;
    cursor.expect("=")?;
    let value = value(cursor, aliases, depth)?;
    fields.add(at, key, value)
}

fn value(cursor: &mut Cursor<'_>, aliases: &dyn Aliases, depth: usize) -> Result<Value, Fault> {
    deep_enough(cursor, depth)?;
    let next = cursor.peek();
    let at = cursor.at();
    let kind = match next {
        Some(b'#') => Kind::Encoding(nested_attribute(cursor, aliases, depth + 1)?),
        Some(b'[') => {
            cursor.expect("[")?;
            let mut values = Vec::new();
            while !cursor.eat("]") {
                values.push(value(cursor, aliases, depth + 1)?);
                if !cursor.eat(",") {
                    cursor.expect("]")?;
                    break;
                }
            }
            Kind::List(values)
        }
        Some(b'{') => {
            let mut fields = Fields::new("", at);
            read_fields(cursor, aliases, depth + 1, &mut fields)?;
            Kind::Fields(fields)
        }
        _ => match cursor.integer()? {
            Some(interval) if cursor.eat(":+") => {
                let padding = cursor.integer()?;
                let missing = || cursor.fault(TextReason::Expected("a padding"));
                Kind::Pad(interval, padding.ok_or_else(missing)?)
            }
            Some(number) => Kind::Integer(number),
            None => match cursor.name() {
                Some("true") => Kind::Flag(true),
                Some("false") => Kind::Flag(false),
                _ => return Err(Fault::new(at, TextReason::Expected("a value"))),
            },
        },
    };
    Ok(Value { at, kind })
}

fn deep_enough(cursor: &Cursor<'_>, depth: usize) -> Result<(), Fault> {
    if depth > DEPTH {
        return Err(cursor.fault(TextReason::TooDeep { limit: DEPTH }));
    }
    Ok(())
}
