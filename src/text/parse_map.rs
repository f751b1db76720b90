//! Reading sets and maps.

use std::collections::HashMap;
use std::str::FromStr;

use super::lexer::{Lexer, Parsed, Token};
use super::stride::Stride;
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

/// `(name : extent, … where e, …)`.
fn set(lexer: &mut Lexer<'_>) -> Parsed<IndexSet> {
    let offset = lexer.offset();
    lexer.expect("(")?;
    let mut axes = Vec::new();
    while !matches!(lexer.peek(), Token::Punct(")") | Token::Word("where")) {
        let name = lexer.name()?;
        let extent = if lexer.accept(":") { Some(lexer.integer()?) } else { None };
        axes.push(extent.map_or_else(|| Axis::integers(name), |n| Axis::new(name, n)));
        if !lexer.accept(",") {
            break;
        }
        if matches!(lexer.peek(), Token::Punct(")") | Token::Word("where")) {
            return Err(lexer.unexpected("a name"));
        }
    }
    let located = |error| ParseError::new(offset, error);
    let mut set = IndexSet::new(axes).map_err(located)?;
    if lexer.accept("where") {
        let constraints = parse_expr::expressions(lexer, &set)?;
        set = set.with_constraints(&constraints).map_err(located)?;
    }
    if !lexer.accept(")") {
        return Err(lexer.unexpected("',' or ')'"));
    }
    Ok(set)
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
            "product" => LayoutMap::product(self.maps(lexer)?),
            "regroup" => regroup(lexer)?,
            "recast" => {
                let from = lexer.integer()?;
                lexer.expect("->")?;
                let to = lexer.integer()?;
                lexer.expect(",")?;
                LayoutMap::recast(from, to, self.map(lexer)?)
            }
            "transform" => self.transform(lexer)?,
            "piecewise" => {
                let domain = set(lexer)?;
                lexer.expect(",")?;
                LayoutMap::piecewise(domain, self.maps(lexer)?)
            }
            "table" => table(lexer)?,
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

    /// Maps with commas between them, up to the node's end.
    fn maps(&mut self, lexer: &mut Lexer<'_>) -> Parsed<Vec<LayoutMap>> {
        let mut maps = Vec::new();
        if lexer.peek() != Token::Punct(">") {
            maps.push(self.map(lexer)?);
            while lexer.accept(",") {
                maps.push(self.map(lexer)?);
            }
        }
        Ok(maps)
    }

    /// `name(parameters), map to set`.
    fn transform(&mut self, lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
        let name = lexer.name()?;
        let parameters = match lexer.peek() {
            Token::Punct("(") => lexer.list("(", ")", Lexer::integer)?,
            _ => Vec::new(),
        };
        lexer.expect(",")?;
        let map = self.map(lexer)?;
        let codomain = if lexer.accept("to") { Some(set(lexer)?) } else { None };
        Ok(LayoutMap::transform(name, parameters, map, codomain))
    }
}

fn mixed_radix(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let shape = tree(lexer)?;
    lexer.expect(":")?;
    let stride = Stride::read(lexer)?;
    if !lexer.accept(",") {
        let plain = stride.component(None);
        if let Some((offset, name)) = stride.first_name() {
            let reason = ParseErrorReason::UnknownName { kind: "axis", name: name.to_string() };
            return Err(ParseError::new(offset, reason));
        }
        return Ok(LayoutMap::mixed_radix(shape, plain));
    }
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let codomain = set(lexer)?;
    let strides = stride.components(&codomain)?;
    Ok(LayoutMap::mixed_radix_between(shape, strides, domain, codomain))
}

/// `domain -> (name : extent, …), [digits, …] -> [members, …]`.
fn regroup(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let offset = lexer.offset();
    let codomain = set(lexer)?;
    lexer.expect(",")?;
    let split = lexer.list("[", "]", |lexer| lexer.list("(", ")", Lexer::integer))?;
    lexer.expect("->")?;
    let member = |lexer: &mut Lexer<'_>| {
        let offset = lexer.offset();
        usize::try_from(lexer.integer()?)
            .map_err(|_| ParseError::new(offset, MapError::Malformed { what: "digit" }))
    };
    let join = lexer.list("[", "]", |lexer| lexer.list("(", ")", member))?;
    let names: Vec<&str> = codomain.axes().iter().map(Axis::name).collect();
    let map = match LayoutMap::regroup(domain, &names, split, join) {
        Ok(map) => map,
        Err(error) => return Ok(Err(error)),
    };
    if *map.codomain() == codomain {
        return Ok(Ok(map));
    }
    let (expected, found) = (map.codomain().to_string(), codomain.to_string());
    Err(ParseError::new(offset, MapError::Mismatch { what: "codomain", expected, found }))
}

/// `domain -> codomain, [value, …]`.
fn table(lexer: &mut Lexer<'_>) -> Parsed<Result<LayoutMap, MapError>> {
    let domain = set(lexer)?;
    lexer.expect("->")?;
    let codomain = set(lexer)?;
    lexer.expect(",")?;
    let values = lexer.list("[", "]", point)?;
    Ok(LayoutMap::table(domain, codomain, &values))
}

/// An integer, or integers in parentheses.
fn point(lexer: &mut Lexer<'_>) -> Parsed<Vec<i64>> {
    match lexer.peek() {
        Token::Punct("(") => lexer.list("(", ")", Lexer::integer),
        _ => lexer.integer().map(|value| vec![value]),
    }
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
        bases[axis] = lexer.list("[", "]", point)?;
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
