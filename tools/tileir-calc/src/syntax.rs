//! What a line says, before it is computed.
//!
//! ```text
//! line    := [name '='] chain ['#' comment]
//! chain   := operand {'o' operand}                 A o B: A after B
//! operand := atom [':' atom]                       shape:stride
//! atom    := integer | name | '_' | operation '(' chain, … ')'
//!          | '(' chain, … ')'                      a tuple; around A o B, a group
//!          | '<' chain; … '>'                      a tuple too: a tiler, as CuTe prints it
//!          | 'Sw' '<' integer, integer, integer '>'
//!          | node | '(' axis ':' extent, … ')' '->' …   maps; see `shorthand`
//!          | '{' axis '=' '[' basis, … ']', … '}' '->' set
//! ```
//!
//! Parentheses make tuples, also of one element: `(20):(2)` has one mode and that mode is a leaf of
//! a tuple, as in CuTe. Where a layout is asked for, a tuple of one layout is that layout, so they
//! may group all the same.

use std::ops::Range;

use tileir::LayoutMap;

/// An expression and the bytes it was written in.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its bytes in the line.
    pub span: Range<usize>,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `42`.
    Integer(i64),
    /// A name.
    Name(String),
    /// `_`: all of a mode.
    Whole,
    /// `(a, b)` or `<a; b>`.
    Tuple(Vec<Expr>),
    /// `shape:stride`.
    Layout(Box<Expr>, Box<Expr>),
    /// `Sw<bits,base,shift>`.
    Swizzle(i64, i64, i64),
    /// A map, read by [`tileir::text`].
    Map(LayoutMap),
    /// `a o b o c`: `a` and `b`, and `c`.
    Chain(Vec<Expr>, Box<Expr>),
    /// `name(argument, …)`.
    Call(String, Vec<Expr>),
}

/// One line.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name that it binds.
    pub name: Option<String>,
    /// What it computes.
    pub expr: Expr,
}
