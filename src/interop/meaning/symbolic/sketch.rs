//! [`Sketch`]: extents and places as they were read, and the family that they are.
//!
//! Programs are over all parameters that the context has, then the coordinates; the family has
//! those parameters that are read, by the text or by what is asked of it:
//!
//! ```text
//! (m, n, s)    extents n, 4    address i + s * j        (n, s) (dim0 : n, dim1 : 4) -> (dim0 + s * dim1)
//! (n)          extent n, 2 copies, address i + n * c     (n) (dim0 : n, copy : 2) -> (dim0 + n * copy)
//! ```

use super::super::{Places, TranslateError};
use super::SymbolicMeaning;
use crate::expr::{BinaryOp, Inst, Program, ProgramBuilder};
use crate::family::{Family, FamilyError, Parameters, SymbolicAxis, SymbolicSet};
use crate::proof::{Asks, Requirement};

/// See the source file's header.
pub(super) struct Sketch {
    /// The tile's, each over the parameters.
    pub extents: Vec<Program>,
    /// How many copies there are of each element, if there may be several.
    pub copies: Option<Program>,
    /// The coordinates of the place, over the parameters, an element's coordinates and, behind
    /// them, the number of its copy.
    pub place: Program,
    /// What the text with numbers in it is asked, in this order.
    pub asked: Vec<Asked>,
}

/// What is asked of values over a box.
pub(super) struct Asked {
    what: &'static str,
    extents: Vec<Program>,
    values: Program,
    asks: Asks,
}

impl Asked {
    /// Of values over a box, the programs over parameters and coordinates.
    pub fn over(what: &'static str, extents: &[Program], values: Program, asks: Asks) -> Asked {
        Asked { what, extents: extents.to_vec(), values, asks }
    }

    /// Of numbers, over the parameters.
    pub fn of_numbers(what: &'static str, numbers: &[Program], asks: Asks) -> Asked {
        Asked::over(what, &[], side_by_side(numbers), asks)
    }

    /// That extents are at least so large, and together no larger than 64 bits hold.
    pub fn of_extents(what: &'static str, extents: &[Program], least: i64) -> Vec<Asked> {
        let both = [Asks::AtLeast(least), Asks::Size];
        both.map(|asks| Asked::of_numbers(what, extents, asks)).into()
    }
}

impl Sketch {
    /// The family over the parameters that are read, and what is asked of its members.
    ///
    /// # Errors
    /// A parameter that has the name of a coordinate; an extent that can leave 64 bits.
    pub fn meaning(
        self,
        places: Places,
        parameters: &Parameters,
    ) -> Result<SymbolicMeaning, TranslateError> {
        let asked = self.asked.iter().flat_map(|asked| asked.extents.iter().chain([&asked.values]));
        let programs: Vec<&Program> =
            self.extents.iter().chain(&self.copies).chain([&self.place]).chain(asked).collect();
        let reads = |position: usize| {
            let coordinate =
                |inst: &Inst| matches!(*inst, Inst::Coord(p) if p as usize == position);
            programs.iter().any(|program| program.insts().iter().any(coordinate))
        };
        let used: Vec<bool> = (0..parameters.len()).map(reads).collect();
        let kept = parameters.iter().zip(&used).filter(|(_, used)| **used);
        let kept = Parameters::new(kept.map(|(parameter, _)| parameter.clone()).collect())?;
        let over = |program: &Program| {
            let mut builder = ProgramBuilder::default();
            let mut inputs = Vec::with_capacity(program.coordinates());
            let mut next = 0;
            for position in 0..program.coordinates() {
                let unused = used.get(position) == Some(&false);
                inputs.push(if unused { builder.constant(0) } else { builder.coord(next) });
                next += usize::from(!unused);
            }
            let outputs = builder.inline(program, &inputs);
            builder.finish(&outputs)
        };
        let axis =
            |(k, extent): (usize, &Program)| SymbolicAxis::of(&format!("dim{k}"), over(extent));
        let tile =
            |extents: &[Program]| SymbolicSet::new(extents.iter().enumerate().map(axis).collect());
        let integers = |names: &[&str]| {
            SymbolicSet::new(names.iter().map(|name| SymbolicAxis::integers(name)).collect())
        };
        let mut domain = tile(&self.extents)?;
        if let Some(copies) = &self.copies {
            domain = with_copies(&domain, SymbolicAxis::of(COPY, over(copies)))?;
        }
        let codomain = integers(places.axes())?;
        let family = Family::new(kept.clone(), domain, codomain, over(&self.place))?;
        // Names of values that no parameter has.
        let mut stem = "v".to_owned();
        while kept.iter().any(|parameter| parameter.name().starts_with(&stem)) {
            stem.push('_');
        }
        let required = self.asked.iter().map(|Asked { what, extents, values, asks }| {
            let names: Vec<String> =
                (0..values.outputs().len()).map(|k| format!("{stem}{k}")).collect();
            let codomain = integers(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
            let of = Family::new(kept.clone(), tile(extents)?, codomain, over(values))?;
            Ok(Requirement { what, of, asks: *asks })
        });
        let required = required.collect::<Result<_, TranslateError>>()?;
        let copied = self.copies.is_some();
        Ok(SymbolicMeaning { places, lanes: None, copied, family, required })
    }
}

/// The axis that numbers the copies of an element.
const COPY: &str = "copy";

/// A tile, and behind its axes the number of a copy.
fn with_copies(tile: &SymbolicSet, copies: SymbolicAxis) -> Result<SymbolicSet, FamilyError> {
    let mut axes = tile.axes().to_vec();
    axes.push(copies);
    SymbolicSet::new(axes)
}

/// A family of elements as one of elements and a single copy.
pub(super) fn with_one_copy(family: &Family) -> Result<Family, FamilyError> {
    let one = SymbolicAxis::of(COPY, super::numbers::constant(1));
    let domain = with_copies(family.domain(), one)?;
    let [stage] = family.stages() else { return Ok(family.clone()) };
    let (parameters, codomain) = (family.parameters().clone(), family.codomain().clone());
    Family::new(parameters, domain, codomain, stage.program.clone())
}

/// The outputs of programs, one behind the other.
pub(super) fn side_by_side(programs: &[Program]) -> Program {
    let mut builder = ProgramBuilder::default();
    let most = programs.iter().map(Program::coordinates).max().unwrap_or(0);
    let inputs: Vec<u32> = (0..most).map(|position| builder.coord(position)).collect();
    let mut outputs = Vec::with_capacity(programs.len());
    for program in programs {
        outputs.extend(builder.inline(program, &inputs));
    }
    builder.finish(&outputs)
}

/// A sum of coordinates, each with a factor, and of what is added; `first` is the position of the
/// first coordinate.
pub(super) fn weighted(first: usize, factors: &[Program], added: &Program) -> Program {
    let mut builder = ProgramBuilder::default();
    let parameters: Vec<u32> = (0..first).map(|position| builder.coord(position)).collect();
    let mut sum: Option<u32> = None;
    for (k, factor) in factors.iter().enumerate() {
        let coordinate = builder.coord(first + k);
        for factor in builder.inline(factor, &parameters) {
            let term = builder.binary(BinaryOp::Mul, coordinate, factor);
            sum = Some(sum.map_or(term, |sum| builder.binary(BinaryOp::Add, sum, term)));
        }
    }
    for added in builder.inline(added, &parameters) {
        sum = Some(match (sum, builder.inst(added)) {
            (Some(sum), Inst::Const(0)) => sum,
            (Some(sum), _) => builder.binary(BinaryOp::Add, sum, added),
            (None, _) => added,
        });
    }
    let sum = sum.unwrap_or_else(|| builder.constant(0));
    builder.finish(&[sum])
}

/// The products of the extents behind each: the strides of a tile whose last coordinate is fastest.
pub(super) fn row_major(first: usize, extents: &[Program]) -> Vec<Program> {
    let mut strides = Vec::with_capacity(extents.len());
    let mut builder = ProgramBuilder::default();
    let parameters: Vec<u32> = (0..first).map(|position| builder.coord(position)).collect();
    let mut size: Option<u32> = None;
    for extent in extents.iter().rev() {
        let one = builder.constant(1);
        strides.push(builder.finish(&[size.unwrap_or(one)]));
        for extent in builder.inline(extent, &parameters) {
            size = Some(size.map_or(extent, |size| builder.binary(BinaryOp::Mul, size, extent)));
        }
    }
    strides.reverse();
    strides
}
