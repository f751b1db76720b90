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

use super::number::integer;
use super::{MlirError, Read, whole};
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder, Ranges, simplify};
use crate::index_set::IndexSet;
use crate::interop::reach::{Reach, reach};
use crate::interop::script::{Cursor, ScriptFault};
use crate::map::{IntTree, LayoutMap};

/// The most dimensions, far more than tensors have.
const RANK: usize = 64;

/// The one word of MLIR that no operand is called: it begins `symbol(…)`. Its other words, as `mod`
/// and `strided`, are names wherever an operand stands.
pub(crate) const WORD: &str = "symbol";

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
    /// Arithmetic that affine maps do not have; a name that is no operand's, or said twice.
    pub fn with_symbols(
        rank: usize,
        symbols: Vec<String>,
        program: Program,
    ) -> Result<Self, MlirError> {
        let dimension = |name: &str| (0..rank).any(|k| name == format!("d{k}"));
        let before = |place: usize, name: &String| symbols.iter().take(place).any(|n| n == name);
        let mut names = symbols.iter().enumerate();
        if let Some((_, name)) =
            names.find(|(place, name)| !is_operand(name) || dimension(name) || before(*place, name))
        {
            return Err(MlirError::SymbolName { name: name.clone() });
        }
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

    /// The address over a shape: the one result, or several row-major in the extents that MLIR
    /// derives for them over the shape where it normalizes a memref with such a layout. That of
    /// `d0 mod 4` is 4, though the shape have 3 elements.
    ///
    /// # Errors
    /// A shape of another rank; symbols; several results of which the extents that MLIR derives
    /// are not known, or that are below 0.
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
        let extents = self.extents(shape)?;
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
        let program = simplify(&self.program, shape);
        Ok(LayoutMap::compose(number, LayoutMap::expr(domain, buffer, program)?)?)
    }

    /// The extents of the results that MLIR derives over a shape. It bounds each result with
    /// quotients that are any numbers; only of the remainder of a sum that may be all there is,
    /// it is known to be so where no value is the bound.
    fn extents(&self, shape: &[i64]) -> Result<Vec<i64>, MlirError> {
        let unbounded = |output| MlirError::Unbounded { output, shape: shape.to_vec() };
        let program = simplify(&self.program, shape);
        let ranges = Ranges::over(&program, shape);
        let below = |place: &u32| !ranges.all_safe() || ranges.interval(*place).lo < 0;
        if let Some(output) = program.outputs().iter().position(below) {
            return Err(unbounded(output));
        }
        let extent = |(output, reach): (usize, Reach)| {
            let most = reach.bound.checked_add(1).ok_or_else(|| unbounded(output))?;
            if reach.attained == reach.bound || reach.remainder {
                return Ok(most);
            }
            let (least, shape) = (reach.attained + 1, shape.to_vec());
            Err(MlirError::Extent { output, shape, least, most })
        };
        let reach = reach(&self.program, shape).ok_or_else(|| unbounded(0))?;
        reach.into_iter().enumerate().map(extent).collect()
    }

    /// From behind the word `affine_map`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<AffineMap> {
        cursor.expect("<")?;
        cursor.expect("(")?;
        let mut names = Vec::new();
        named(cursor, ")", "a dimension", &mut names)?;
        let rank = names.len();
        if cursor.eat("[") {
            named(cursor, "]", "a symbol", &mut names)?;
        }
        let symbols = names.get(rank..).unwrap_or_default().to_vec();
        cursor.expect("->")?;
        let mut reader = Reader { rank, names, builder: ProgramBuilder::default(), fixed: vec![] };
        let outputs = cursor.group(|cursor| reader.sum(cursor))?;
        cursor.expect(">")?;
        Ok(AffineMap { rank, symbols, program: reader.builder.finish(&outputs) })
    }
}

/// Whether an operand may be called so.
fn is_operand(name: &str) -> bool {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    starts && letters.all(goes_on) && name != WORD
}

/// Whether a letter is of the name before it.
fn goes_on(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '.')
}

/// Names up to a closing bracket, none of which is there yet.
fn named(
    cursor: &mut Cursor<'_>,
    close: &'static str,
    expected: &'static str,
    names: &mut Vec<String>,
) -> Read<()> {
    let before = names.len();
    cursor.list(close, |cursor| {
        cursor.rest();
        let start = cursor.offset();
        let name = cursor.name().ok_or_else(|| cursor.fault(ScriptFault::Expected(expected)))?;
        if names.iter().any(|own| own == name) {
            let name = name.to_owned();
            return Err(cursor.fault_at(start, ScriptFault::Repeated { name }));
        }
        names.push(name.to_owned());
        Ok(())
    })?;
    if names.len() - before > RANK {
        let (what, expected, found) =
            ("dimensions or symbols, at most", RANK, names.len() - before);
        return Err(cursor.fault(ScriptFault::Count { what, expected, found }));
    }
    Ok(())
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
            left = self.binary(cursor, op, left, right)?;
        }
    }

    fn product(&mut self, cursor: &mut Cursor<'_>) -> Read<u32> {
        let mut left = self.operand(cursor)?;
        loop {
            let words = ["*", "floordiv", "ceildiv", "mod"];
            let rest = cursor.rest();
            let stands = |word: &&str| {
                rest.strip_prefix(*word)
                    .is_some_and(|rest| *word == "*" || !rest.starts_with(goes_on))
            };
            let Some(word) = words.into_iter().find(stands).filter(|word| cursor.eat(word)) else {
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
                "*" => self.binary(cursor, BinaryOp::Mul, left, right)?,
                "floordiv" => self.binary(cursor, BinaryOp::FloorDiv, left, right)?,
                "mod" => self.binary(cursor, BinaryOp::Mod, left, right)?,
                _ => {
                    let below = self.negative(cursor, left)?;
                    let quotient = self.binary(cursor, BinaryOp::FloorDiv, below, right)?;
                    self.negative(cursor, quotient)?
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
            return Ok(self.builder.constant(integer(cursor)?));
        }
        if cursor.eat("-") {
            let inner = cursor.nested(|cursor| self.operand(cursor))?;
            return self.negative(cursor, inner);
        }
        let start = cursor.offset();
        let name = cursor.name().unwrap_or_default();
        if name == WORD {
            let expected = "an operand, which 'symbol' does not name in MLIR";
            return Err(cursor.fault_at(start, ScriptFault::Expected(expected)));
        }
        let place = self.names.iter().position(|own| own == name);
        let unknown =
            || cursor.fault_at(start, ScriptFault::Name { name: name.chars().take(40).collect() });
        Ok(self.builder.coord(place.ok_or_else(unknown)?))
    }

    /// An operation; of constants, the constant, as MLIR folds them before it asks what divides.
    fn binary(&mut self, cursor: &Cursor<'_>, op: BinaryOp, left: u32, right: u32) -> Read<u32> {
        match (self.constant(left), self.constant(right)) {
            (Some(own), Some(other)) => {
                let value = op.apply(own, other).map_err(|_| cursor.fault(ScriptFault::Number))?;
                Ok(self.builder.constant(value))
            }
            _ => Ok(self.builder.binary(op, left, right)),
        }
    }

    fn negative(&mut self, cursor: &Cursor<'_>, place: u32) -> Read<u32> {
        let zero = self.builder.constant(0);
        self.binary(cursor, BinaryOp::Sub, zero, place)
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
