//! Strides in text: a number a mode, or a sum of components on named axes.
//!
//! ```text
//! (4,8):(1,4)                                    one codomain axis
//! (4,8):(1@m,2@n+8@m), (…) -> (m : …, n : …)     a vector for each mode
//! ```

use std::fmt;

use super::lexer::{Lexer, Parsed, Token};
use super::{ParseError, ParseErrorReason};
use crate::error::MapError;
use crate::index_set::IndexSet;
use crate::map::{IntTree, MixedRadix};

/// A stride as read: its names are resolved once the codomain is known.
pub(super) enum Stride<'a> {
    Leaf(Vec<Component<'a>>),
    Tuple(Vec<Stride<'a>>),
}

pub(super) struct Component<'a> {
    offset: usize,
    value: i64,
    axis: Option<&'a str>,
}

impl<'a> Stride<'a> {
    pub fn read(lexer: &mut Lexer<'a>) -> Parsed<Self> {
        if lexer.peek() == Token::Punct("(") {
            return lexer.nested(|lexer| lexer.list("(", ")", Stride::read)).map(Stride::Tuple);
        }
        let mut components = Vec::new();
        loop {
            let offset = lexer.offset();
            let value = lexer.integer()?;
            let axis = if lexer.accept("@") { Some(lexer.name()?) } else { None };
            components.push(Component { offset, value, axis });
            if components.iter().any(|component| component.axis.is_none()) || !lexer.accept("+") {
                return Ok(Stride::Leaf(components));
            }
        }
    }

    /// The first component with a name: its offset and the name.
    pub fn first_name(&self) -> Option<(usize, &'a str)> {
        match self {
            Stride::Leaf(components) => components.iter().find_map(|c| Some((c.offset, c.axis?))),
            Stride::Tuple(modes) => modes.iter().find_map(Stride::first_name),
        }
    }

    /// The components on one axis; with `None`, the plain numbers.
    pub fn component(&self, axis: Option<&str>) -> IntTree {
        match self {
            Stride::Leaf(components) => {
                let own = components.iter().filter(|component| component.axis == axis);
                IntTree::Leaf(own.map(|component| component.value).next_back().unwrap_or(0))
            }
            Stride::Tuple(modes) => {
                IntTree::Tuple(modes.iter().map(|mode| mode.component(axis)).collect())
            }
        }
    }

    /// A stride for each axis of the codomain.
    pub fn components(&self, codomain: &IndexSet) -> Parsed<Vec<IntTree>> {
        if self.first_name().is_none() && codomain.rank() == 1 {
            return Ok(vec![self.component(None)]);
        }
        self.check(codomain)?;
        Ok(codomain.axes().iter().map(|axis| self.component(Some(axis.name()))).collect())
    }

    fn check(&self, codomain: &IndexSet) -> Parsed<()> {
        match self {
            Stride::Tuple(modes) => modes.iter().try_for_each(|mode| mode.check(codomain)),
            Stride::Leaf(components) => {
                for (place, component) in components.iter().enumerate() {
                    let offset = component.offset;
                    let Some(name) = component.axis else {
                        if component.value == 0 {
                            continue;
                        }
                        return Err(ParseError::new(offset, unnamed(component.value)));
                    };
                    if codomain.position(name).is_none() {
                        let (name, set) = (name.to_string(), codomain.to_string());
                        return Err(ParseError::new(offset, MapError::UnknownAxis { name, set }));
                    }
                    let again = |other: &Component<'_>| other.axis == Some(name);
                    if components[..place].iter().any(again) {
                        let name = name.to_string();
                        return Err(ParseError::new(offset, ParseErrorReason::NamedTwice { name }));
                    }
                }
                Ok(())
            }
        }
    }
}

fn unnamed(value: i64) -> ParseErrorReason {
    let expected = "an axis for every stride, as in 1@i".to_string();
    ParseErrorReason::Unexpected { expected, found: value.to_string() }
}

/// `shape:stride`, the stride with the names of the codomain's axes if there are several.
pub(super) fn printed(layout: &MixedRadix, codomain: &IndexSet) -> String {
    struct Named<'a>(Vec<&'a IntTree>, &'a IndexSet);
    impl fmt::Display for Named<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let Named(strides, set) = self;
            let values = strides.iter().map(|stride| match stride {
                IntTree::Leaf(value) => Ok(*value),
                IntTree::Tuple(modes) => Err(modes.len()),
            });
            match values.collect::<Result<Vec<i64>, usize>>() {
                Ok(values) => {
                    let parts = values.iter().zip(set.axes()).filter(|(value, _)| **value != 0);
                    let parts: Vec<String> =
                        parts.map(|(value, axis)| format!("{value}@{}", axis.name())).collect();
                    f.write_str(
                        if parts.is_empty() { "0".into() } else { parts.join("+") }.as_str(),
                    )
                }
                Err(count) => {
                    f.write_str("(")?;
                    for at in 0..count {
                        let below = strides.iter().filter_map(|s| s.modes().get(at)).collect();
                        write!(f, "{}{}", if at == 0 { "" } else { "," }, Named(below, set))?;
                    }
                    f.write_str(")")
                }
            }
        }
    }
    match layout.stride() {
        Some(stride) => format!("{}:{stride}", layout.shape()),
        None => {
            format!("{}:{}", layout.shape(), Named(layout.strides().iter().collect(), codomain))
        }
    }
}
