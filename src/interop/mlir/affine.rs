//! [`AffineMap`]: `affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4, d1 mod 8)>`.
//!
//! ```text
//! map  := 'affine_map' '<' '(' name, … ')' ['[' name, … ']'] '->' '(' e, … ')' '>'
//! e    := operands joined by + -, then by * floordiv ceildiv mod
//!         '-' e   '(' e ')'   name   integer
//! ```
//!
//! One factor of a product, and every divisor, is without dimensions: a number, which as a divisor is
//! positive, or an expression in symbols, MLIR's *semi-affine* maps. `ceildiv` is
//! `-(-a floordiv b)`; division rounds down and `mod` is never negative, as here. A map with symbols
//! has addresses once there are numbers for them.

use std::str::FromStr;

use super::{MlirError, Read, whole};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::IndexSet;
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::{IntTree, LayoutMap};

/// The most dimensions, far more than tensors have.
const RANK: usize = 64;

/// An affine map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineMap {
    rank: usize,
    symbols: Vec<String>,
    program: Program,
}

impl AffineMap {
    /// The affine map of arithmetic over so many dimensions.
    ///
    /// # Errors
    /// Arithmetic that affine maps do not have.
    pub fn new(rank: usize, program: Program) -> Result<Self, MlirError> {
        AffineMap::with_symbols(rank, Vec::new(), program)
    }

    /// The affine map of arithmetic over so many dimensions, then symbols of these names.
    ///
    /// # Errors
    /// Arithmetic that affine maps do not have.
    pub fn with_symbols(
        rank: usize,
        symbols: Vec<String>,
        program: Program,
    ) -> Result<Self, MlirError> {
        let map = AffineMap { rank, symbols, program };
        map.expressions()?;
        Ok(map)
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The names of the symbols.
    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }

    /// The results over the dimensions, then the symbols.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The address over a shape: the one result, or several row-major in the extents that they
    /// have over the shape, as a memref with such a layout is laid out.
    ///
    /// # Errors
    /// A shape of another rank; symbols; several results whose extents are not known, or that are
    /// below 0.
    pub fn map(&self, shape: &[i64]) -> Result<LayoutMap, MlirError> {
        if !self.symbols.is_empty() {
            return Err(MlirError::Symbols { symbols: self.symbols.clone() });
        }
        let (expected, found) = (self.rank, shape.len());
        if expected != found {
            return Err(MlirError::Rank { what: "the shape", expected, found });
        }
        let (domain, count) = (IndexSet::from_extents(shape)?, self.program.outputs().len());
        if count == 1 {
            return Ok(LayoutMap::expr(domain, IndexSet::integers(1), self.program.clone())?);
        }
        let program = simplify(&self.program, shape);
        let ranges = Ranges::over(&program, shape);
        let extent = |(output, &place): (usize, &u32)| {
            let interval = ranges.interval(place);
            let extent = i64::try_from(interval.hi).ok().and_then(|hi| hi.checked_add(1));
            let known = extent.filter(|_| interval.lo >= 0 && ranges.all_safe());
            known.ok_or_else(|| MlirError::Unbounded { output, shape: shape.to_vec() })
        };
        let extents: Vec<i64> =
            program.outputs().iter().enumerate().map(extent).collect::<Result<_, _>>()?;
        let size = super::error::product("the buffer", &extents)?;
        let mut rest = size;
        let strides = extents.iter().map(|&extent| {
            rest = rest.checked_div(extent).unwrap_or(0);
            IntTree::Leaf(rest)
        });
        let strides = IntTree::Tuple(strides.collect());
        let buffer = IndexSet::from_extents(&extents)?;
        let extents = IntTree::Tuple(extents.into_iter().map(IntTree::Leaf).collect());
        let number = LayoutMap::mixed_radix_between(
            extents,
            vec![strides],
            buffer.clone(),
            IndexSet::from_extents(&[size])?,
        )?;
        Ok(LayoutMap::compose(number, LayoutMap::expr(domain, buffer, program)?)?)
    }

    /// From behind the word `affine_map`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<AffineMap> {
        cursor.expect("<")?;
        cursor.expect("(")?;
        let mut names = named(cursor, ")", "a dimension")?;
        let rank = names.len();
        let symbols = if cursor.eat("[") { named(cursor, "]", "a symbol")? } else { Vec::new() };
        names.extend(symbols.iter().cloned());
        cursor.expect("->")?;
        let mut reader = Reader { rank, names, builder: ProgramBuilder::default(), fixed: vec![] };
        let outputs = cursor.group(|cursor| reader.sum(cursor))?;
        cursor.expect(">")?;
        Ok(AffineMap { rank, symbols, program: reader.builder.finish(&outputs) })
    }
}

/// Names up to a closing bracket.
fn named(
    cursor: &mut Cursor<'_>,
    close: &'static str,
    expected: &'static str,
) -> Read<Vec<String>> {
    let names: Vec<String> = cursor.list(close, |cursor| {
        let name = cursor.name().map(str::to_owned);
        name.ok_or_else(|| cursor.fault(ScriptFault::Expected(expected)))
    })?;
    if names.len() > RANK {
        let (what, expected, found) = ("dimensions or symbols, at most", RANK, names.len());
        return Err(cursor.fault(ScriptFault::Count { what, expected, found }));
    }
    Ok(names)
}

impl FromStr for AffineMap {
    type Err = MlirError;

    fn from_str(text: &str) -> Result<Self, MlirError> {
        whole(text, |cursor| {
            cursor.expect("affine_map")?;
            AffineMap::read(cursor)
        })
    }
}

struct Reader {
    /// The dimensions, which stand before the symbols.
    rank: usize,
    names: Vec<String>,
    builder: ProgramBuilder,
    /// Whether a value is one without dimensions, by its place.
    fixed: Vec<bool>,
}

impl Reader {
    fn sum(&mut self, cursor: &mut Cursor<'_>) -> Read<u32> {
        let mut left = self.product(cursor)?;
        loop {
            let op = if cursor.eat("+") {
                BinaryOp::Add
            } else if !cursor.rest().starts_with("->") && cursor.eat("-") {
                BinaryOp::Sub
            } else {
                return Ok(left);
            };
            let right = self.product(cursor)?;
            left = self.builder.binary(op, left, right);
        }
    }

    fn product(&mut self, cursor: &mut Cursor<'_>) -> Read<u32> {
        let mut left = self.operand(cursor)?;
        loop {
            let words = ["*", "floordiv", "ceildiv", "mod"];
            let Some(word) = words.into_iter().find(|word| cursor.eat(word)) else {
                return Ok(left);
            };
            let start = cursor.offset();
            let right = self.operand(cursor)?;
            let legal = match word {
                "*" => self.is_fixed(left) || self.is_fixed(right),
                _ => match self.constant(right) {
                    Some(divisor) => divisor > 0,
                    None => self.is_fixed(right),
                },
            };
            if !legal {
                let expected = match word {
                    "*" => "a constant factor or one of symbols",
                    _ => "a positive constant or an expression in symbols to divide by",
                };
                return Err(cursor.fault_at(start, ScriptFault::Expected(expected)));
            }
            left = match word {
                "*" => self.builder.binary(BinaryOp::Mul, left, right),
                "floordiv" => self.builder.binary(BinaryOp::FloorDiv, left, right),
                "mod" => self.builder.binary(BinaryOp::Mod, left, right),
                _ => {
                    let below = self.negative(left);
                    let quotient = self.builder.binary(BinaryOp::FloorDiv, below, right);
                    self.negative(quotient)
                }
            };
        }
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Read<u32> {
        if cursor.eat("(") {
            let inner = cursor.nested(|cursor| self.sum(cursor))?;
            cursor.expect(")")?;
            return Ok(inner);
        }
        if cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(self.builder.constant(cursor.integer()?));
        }
        if cursor.eat("-") {
            let inner = cursor.nested(|cursor| self.operand(cursor))?;
            return Ok(match self.constant(inner).and_then(i64::checked_neg) {
                Some(value) => self.builder.constant(value),
                None => self.negative(inner),
            });
        }
        let start = cursor.offset();
        let name = cursor.name().unwrap_or_default();
        let place = self.names.iter().position(|own| own == name);
        let unknown =
            || cursor.fault_at(start, ScriptFault::Name { name: name.chars().take(40).collect() });
        Ok(self.builder.coord(place.ok_or_else(unknown)?))
    }

    fn negative(&mut self, place: u32) -> u32 {
        let zero = self.builder.constant(0);
        self.builder.binary(BinaryOp::Sub, zero, place)
    }

    fn constant(&self, place: u32) -> Option<i64> {
        match self.builder.inst(place) {
            Inst::Const(value) => Some(value),
            _ => None,
        }
    }
    /// Whether no dimension is in a value.
    fn is_fixed(&mut self, place: u32) -> bool {
        let place = place as usize;
        while self.fixed.len() <= place {
            let of = |place: u32| self.fixed.get(place as usize).copied().unwrap_or(false);
            let Ok(next) = u32::try_from(self.fixed.len()) else { return false };
            let fixed = match self.builder.inst(next) {
                Inst::Const(_) => true,
                Inst::Coord(position) => position as usize >= self.rank,
                Inst::Binary(_, left, right) => of(left) && of(right),
            };
            self.fixed.push(fixed);
        }
        self.fixed.get(place).copied().unwrap_or(false)
    }
}
