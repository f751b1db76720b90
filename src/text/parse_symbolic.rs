//! Reading layouts with expressions for numbers.
//!
//! ```text
//! layout := tree ':' tree             trees of one structure
//! tree   := e | '(' tree, … ')'       e over the parameters; one that begins with '(' does not
//! ```

use super::lexer::{Lexer, Parsed, Token};
use super::{ParseError, ParseErrorReason, parse_expr};
use crate::cute::{CuteError, Layout};
use crate::expr::Program;
use crate::family::{Scope, Sym};
use crate::index_set::{Axis, IndexSet};

/// A tree of numbers, with the place of each.
enum Tree {
    Leaf(usize, Sym),
    Tuple(usize, Vec<Tree>),
}

/// The layout written in `text`, over the parameters of `scope`.
pub(crate) fn parse_symbolic_layout(text: &str, scope: &Scope) -> Result<Layout<Sym>, ParseError> {
    let names = scope.parameters().iter().map(|parameter| Axis::integers(parameter.name()));
    let names = IndexSet::new(names.collect()).map_err(|error| ParseError::new(0, error))?;
    let mut lexer = Lexer::new(text);
    let shape = tree(&mut lexer, scope, &names)?;
    lexer.expect(":")?;
    let stride = tree(&mut lexer, scope, &names)?;
    if lexer.peek() != Token::End {
        return Err(lexer.unexpected("the end"));
    }
    joined(&shape, &stride)
}

/// The expression in `text`, over named integers.
pub(crate) fn parse_expression(text: &str, names: &IndexSet) -> Result<Program, ParseError> {
    let mut lexer = Lexer::new(text);
    let program = parse_expr::expression(&mut lexer, names)?;
    match lexer.peek() {
        Token::End => Ok(program),
        _ => Err(lexer.unexpected("the end")),
    }
}

fn tree(lexer: &mut Lexer<'_>, scope: &Scope, names: &IndexSet) -> Parsed<Tree> {
    let offset = lexer.offset();
    if lexer.peek() == Token::Punct("(") {
        let modes = lexer.nested(|lexer| lexer.list("(", ")", |lexer| tree(lexer, scope, names)));
        return Ok(Tree::Tuple(offset, modes?));
    }
    let program = parse_expr::expression(lexer, names)?;
    match scope.number(&program) {
        Some(number) => Ok(Tree::Leaf(offset, number)),
        None => {
            let expected = "a polynomial in the parameters".to_string();
            let found = super::expressions(&program, names);
            Err(ParseError::new(offset, ParseErrorReason::Unexpected { expected, found }))
        }
    }
}

/// Shape and stride of one structure as a layout.
fn joined(shape: &Tree, stride: &Tree) -> Parsed<Layout<Sym>> {
    match (shape, stride) {
        (Tree::Leaf(_, extent), Tree::Leaf(_, stride)) => {
            Ok(Layout::leaf(extent.clone(), stride.clone()))
        }
        (Tree::Tuple(offset, extents), Tree::Tuple(_, strides))
            if extents.len() == strides.len() =>
        {
            let modes: Vec<Layout<Sym>> =
                extents.iter().zip(strides).map(|(e, s)| joined(e, s)).collect::<Result<_, _>>()?;
            Layout::concat(modes.iter().map(Layout::view)).map_err(|error| match error {
                CuteError::Map(error) => ParseError::new(*offset, error),
                error => unfit(*offset, "a layout", error.to_string()),
            })
        }
        (_, Tree::Leaf(offset, number)) => unfitting(*offset, number.to_string()),
        (_, Tree::Tuple(offset, modes)) => unfitting(*offset, format!("{} modes", modes.len())),
    }
}

fn unfitting(offset: usize, found: String) -> Parsed<Layout<Sym>> {
    Err(unfit(offset, "a stride of the shape's structure", found))
}

fn unfit(offset: usize, expected: &str, found: String) -> ParseError {
    let expected = expected.to_string();
    ParseError::new(offset, ParseErrorReason::Unexpected { expected, found })
}
