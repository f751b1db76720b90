//! What a line says, before it is computed.
//!
//! ```text
//! line    := [name '='] chain ['#' comment]
//! chain   := operand {'o' operand}                 A o B: A after B
//! operand := sum [':' sum] {arguments}             shape:stride, and its value at a point
//!          | sum '..=' sum ['by' sum]              a range: a parameter, once it has a name
//! sum     := term {('+' | '-') term}
//! term    := atom {('*' | '/' | '%') atom}         also '//', 'floordiv', 'mod'
//! atom    := integer | name | '_' | text | operation arguments
//!          | '(' chain, … ')'                      a tuple; around A o B, a group
//!          | '<' chain; … '>'                      a tuple too: a tiler, as CuTe prints it
//!          | 'Sw' '<' integer, integer, integer '>'
//!          | node | '(' axis ':' extent, … ')' '->' …   maps; see `shorthand`
//!          | '{' axis '=' '[' basis, … ']', … '}' '->' set
//!          | 'family' '<' … '>'
//! arguments := '(' argument, … ')'                 argument := [name '='] chain
//! ```
//!
//! Parentheses make tuples, also of one element: `(20):(2)` has one mode and that mode is a leaf of
//! a tuple, as in CuTe. Where a layout is asked for, a tuple of one layout is that layout, so they
//! may group all the same.

use std::ops::Range;

use tileir::LayoutMap;
use tileir::family::Family;

/// An expression and the bytes it was written in.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its bytes in the line.
    pub span: Range<usize>,
    /// What it is.
    pub kind: ExprKind,
}

impl Expr {
    /// How many times it is [applied](ExprKind::Apply), one after the other.
    pub fn depth(&self) -> usize {
        let (mut depth, mut expr) = (0, self);
        while let ExprKind::Apply(inner, _) = &expr.kind {
            depth += 1;
            expr = inner;
        }
        depth
    }
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `42`.
    Integer(i64),
    /// A name.
    Name(String),
    /// `"another system's words"`.
    Text(String),
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
    /// A map with parameters, read by [`tileir::text`].
    Family(Box<Family>),
    /// `compose<a, b>` with operands as one writes them here.
    Node(Join, Vec<Expr>),
    /// `a + b - c`, or `a * b / c`: from the left.
    Arithmetic(Box<Expr>, Vec<(Sign, Expr)>),
    /// `lo..=hi by step`.
    Range(Box<[Expr; 2]>, Option<Box<Expr>>),
    /// `value(argument, …)`, the value not a name.
    Apply(Box<Expr>, Vec<Expr>),
    /// `name = value`, of an argument.
    Named(String, Box<Expr>),
    /// `a o b o c`: `a` and `b`, and `c`.
    Chain(Vec<Expr>, Box<Expr>),
    /// `name(argument, …)`.
    Call(String, Vec<Expr>),
}

/// A node of maps that are not of its own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Join {
    /// One after another.
    Compose,
    /// Side by side.
    Product,
    /// Out of one set: a correspondence.
    Corr {
        /// The axes that count replicas.
        replicas: Vec<String>,
    },
}

/// An operator between integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`, rounded down.
    Over,
    /// `%`, from 0 to the divisor.
    Modulo,
}

impl Sign {
    /// Those that bind loosely.
    pub const SUM: [(&str, Sign); 2] = [("+", Sign::Plus), ("-", Sign::Minus)];
    /// Those that bind tightly.
    pub const PRODUCT: [(&str, Sign); 6] = [
        ("*", Sign::Times),
        ("/", Sign::Over),
        ("//", Sign::Over),
        ("floordiv", Sign::Over),
        ("%", Sign::Modulo),
        ("mod", Sign::Modulo),
    ];

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Sign::Plus => "+",
            Sign::Minus => "-",
            Sign::Times => "*",
            Sign::Over => "/",
            Sign::Modulo => "%",
        }
    }

    /// The number, if there is one of 64 bits.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Sign::Plus => a.checked_add(b),
            Sign::Minus => a.checked_sub(b),
            Sign::Times => a.checked_mul(b),
            Sign::Over => {
                let quotient = a.checked_div(b)?;
                Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
            }
            Sign::Modulo => {
                let rest = a.checked_rem(b)?;
                Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
            }
        }
    }
}

/// One line.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name that it binds.
    pub name: Option<String>,
    /// What it computes.
    pub expr: Expr,
}
