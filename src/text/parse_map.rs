//! Reading sets and maps.

use std::collections::HashMap;
use std::str::FromStr;

use super::lexer::{Lexer, Parsed, Token};
use super::{ParseError, ParseErrorReason, parse_expr};
use crate::error::MapError;
use crate::index_set::{Axis, IndexSet};
use crate::map::{IntTree, LayoutMap};

/// The map written in `text`.
///
/// # Errors
/// Where the text is no map; see [`ParseError`].
pub fn parse_map(text: &str) -> Result<LayoutMap, ParseError> {
    parse_map_with(text, &|_| None)
}

/// The map written in `text`. Where `known` knows the map whose text begins with the `#` at a
/// byte, it tells that map and the byte behind its text.
///
/// # Errors
/// As [`parse_map`].
pub fn parse_map_with(
    text: &str,
    known: &dyn Fn(usize) -> Option<(usize, LayoutMap)>,
) -> Result<LayoutMap, ParseError> {
    let mut lexer = Lexer::new(text);
    let mut reader = Reader { known, lets: HashMap::new() };
    let map = reader.map(&mut lexer)?;
    at_end(&lexer)?;
    Ok(map)
}

/// The set written in `text`.
///
/// # Errors
/// Where the text is no set.
pub fn parse_set(text: &str) -> Result<IndexSet, ParseError> {
    let mut lexer = Lexer::new(text);
    let set = set(&mut lexer)?;
    at_end(&lexer)?;
    Ok(set)
}

impl FromStr for LayoutMap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_map(text)
    }
}

impl FromStr for IndexSet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_set(text)
    }
}

fn at_end(lexer: &Lexer<'_>) -> Parsed<()> {
    match lexer.peek() {
        Token::End => Ok(()),
        _ => Err(lexer.unexpected("the end")),
    }
}

fn set(lexer: &mut Lexer<'_>) -> Parsed<IndexSet> {
    let offset = lexer.offset();
    let axes = lexer.list("(", ")", |lexer| {
        let name = lexer.name()?;
        Ok(if lexer.accept(":") { Axis::new(name, lexer.integer()?) } else { Axis::integers(name) })
    })?;
    IndexSet::new(axes).map_err(|error| ParseError::new(offset, error))
}

fn tree(lexer: &mut Lexer<'_>) -> Parsed<IntTree> {
    match lexer.peek() {
        Token::Punct("(") => lexer.nested(|lexer| lexer.list("(", ")", tree)).map(IntTree::Tuple),
        _ => lexer.integer().map(IntTree::Leaf),
    }
}

/// `domain -> (axis, …)`: the domain and the positions of the axes named.
fn selection(lexer: &mut Lexer<'_>) -> Parsed<(IndexSet, Vec<usize>)> {
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let axes = lexer.list("(", ")", |lexer| axis_of(lexer, &domain))?;
    Ok((domain, axes))
}

fn axis_of(lexer: &mut Lexer<'_>, set: &IndexSet) -> Parsed<usize> {
    let offset = lexer.offset();
    let name = lexer.name()?;
    set.position(name).ok_or_else(|| {
        let (name, set) = (name.to_string(), set.to_string());
        ParseError::new(offset, MapError::UnknownAxis { name, set })
    })
}

struct Reader<'a> {
    known: &'a dyn Fn(usize) -> Option<(usize, LayoutMap)>,
    lets: HashMap<String, LayoutMap>,
}

impl Reader<'_> {
    fn map(&mut self, lexer: &mut Lexer<'_>) -> Parsed<LayoutMap> {
        let offset = lexer.offset();
        let unknown = |kind, name: &str| {
            let reason = ParseErrorReason::UnknownName { kind, name: name.to_string() };
            ParseError::new(offset, reason)
        };
        match lexer.peek() {
            Token::Alias(name) => {
                if let Some((end, map)) = (self.known)(offset) {
                    lexer.skip_to(end);
                    return Ok(map);
                }
                lexer.advance();
                match name.strip_prefix("tileir.") {
                    Some(mnemonic) => lexer.nested(|lexer| self.node(lexer, mnemonic, offset)),
                    None => Err(unknown("map alias", &format!("#{name}"))),
                }
            }
            Token::Word(name) => {
                lexer.advance();
                if lexer.peek() == Token::Punct("<") {
                    return lexer.nested(|lexer| self.node(lexer, name, offset));
                }
                self.lets.get(name).cloned().ok_or_else(|| unknown("map", name))
            }
            _ => Err(lexer.unexpected("a map")),
        }
    }

    /// A node whose mnemonic has been read.
    fn node(&mut self, lexer: &mut Lexer<'_>, mnemonic: &str, start: usize) -> Parsed<LayoutMap> {
        let unknown = || {
            let reason =
                ParseErrorReason::UnknownName { kind: "kind of map", name: mnemonic.to_string() };
            ParseError::new(start, reason)
        };
        lexer.expect("<")?;
        let outside = self.bindings(lexer)?;
        let built = match mnemonic {
            "identity" => LayoutMap::identity(set(lexer)?),
            "mixed_radix" => mixed_radix(lexer)?,
            "bit_linear" => bit_linear(lexer)?,
            "expr" => expr(lexer)?,
            "translate" => self.translate(lexer)?,
            "permute" => selection(lexer).map(|(set, order)| LayoutMap::permute(set, order))?,
            "project" => selection(lexer).map(|(set, keep)| LayoutMap::project(set, keep))?,
            "product" => self.product(lexer)?,
            "compose" => {
                let outer = self.map(lexer)?;
                lexer.expect(",")?;
                LayoutMap::compose(outer, self.map(lexer)?)
            }
            _ => return Err(unknown()),
        };
        let map = built.map_err(|error| ParseError::new(start, error))?;
        lexer.expect(">")?;
        for (name, meaning) in outside {
            match meaning {
                Some(map) => self.lets.insert(name, map),
                None => self.lets.remove(&name),
            };
        }
        Ok(map)
    }

    /// `let name = map, … in`, if it stands here. What it gives are the names with what they
    /// mean outside.
    fn bindings(&mut self, lexer: &mut Lexer<'_>) -> Parsed<HashMap<String, Option<LayoutMap>>> {
        let mut outside = HashMap::new();
        if !lexer.accept("let") {
            return Ok(outside);
        }
        loop {
            let offset = lexer.offset();
            let name = lexer.name()?.to_string();
            if outside.contains_key(&name) {
                return Err(ParseError::new(offset, ParseErrorReason::NamedTwice { name }));
            }
            lexer.expect("=")?;
            let map = self.map(lexer)?;
            outside.insert(name.clone(), self.lets.insert(name, map));
            if !lexer.accept(",") {
                lexer.expect("in")?;
                return Ok(outside);
            }
        }
    }

    fn translate(&mut self, lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
        let offset = lexer.list("[", "]", Lexer::integer)?;
        lexer.expect(",")?;
        let map = self.map(lexer)?;
        let codomain = if lexer.accept("to") { Some(set(lexer)?) } else { None };
        Ok(LayoutMap::translate(offset, map, codomain))
    }

    fn product(&mut self, lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
        let mut factors = Vec::new();
        if lexer.peek() != Token::Punct(">") {
            factors.push(self.map(lexer)?);
            while lexer.accept(",") {
                factors.push(self.map(lexer)?);
            }
        }
        Ok(LayoutMap::product(factors))
    }
}

fn mixed_radix(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let shape = tree(lexer)?;
    lexer.expect(":")?;
    let stride = tree(lexer)?;
    if !lexer.accept(",") {
        return Ok(LayoutMap::mixed_radix(shape, stride));
    }
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let codomain = set(lexer)?;
    Ok(LayoutMap::mixed_radix_between(shape, stride, domain, codomain))
}

fn bit_linear(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let codomain = set(lexer)?;
    let mut bases = vec![Vec::new(); domain.rank()];
    while lexer.accept(",") {
        let offset = lexer.offset();
        let axis = axis_of(lexer, &domain)?;
        lexer.expect("=")?;
        if !bases[axis].is_empty() {
            let name = domain.axes()[axis].name().to_string();
            return Err(ParseError::new(offset, MapError::DuplicateAxis { name }));
        }
        bases[axis] = lexer.list("[", "]", |lexer| match lexer.peek() {
            Token::Punct("(") => lexer.list("(", ")", Lexer::integer),
            _ => lexer.integer().map(|value| vec![value]),
        })?;
    }
    Ok(LayoutMap::bit_linear(domain, codomain, bases))
}

fn expr(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let program = parse_expr::program(lexer, &domain)?;
    let codomain =
        if lexer.accept("to") { set(lexer)? } else { IndexSet::integers(program.outputs().len()) };
    Ok(LayoutMap::expr(domain, codomain, program))
}
