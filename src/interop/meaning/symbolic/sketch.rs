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
    /// The most dimensions of a box that is asked about.
    fn most(&self) -> usize {
        self.asked.iter().map(|asked| asked.extents.len()).max().unwrap_or(0)
    }

    /// The family over the parameters that are read, and what is asked of its members.
    ///
    /// # Errors
    /// An extent that can leave 64 bits.
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
        let names = Names::of(self.extents.len().max(self.most()), parameters);
        let tile = |extents: &[Program]| {
            let extents: Vec<Program> = extents.iter().map(over).collect();
            names.tile(&extents, None)
        };
        let integers = |names: &[String]| {
            SymbolicSet::new(names.iter().map(|name| SymbolicAxis::integers(name)).collect())
        };
        let extents: Vec<Program> = self.extents.iter().map(over).collect();
        let domain = names.tile(&extents, self.copies.as_ref().map(over))?;
        let codomain = names.places(places.axes())?;
        let family = Family::new(kept.clone(), domain, codomain, over(&self.place))?;
        // Names of values that no parameter has.
        let mut stem = "v".to_owned();
        while parameters.iter().any(|parameter| parameter.name().starts_with(&stem)) {
            stem.push('_');
        }
        let required = self.asked.iter().map(|Asked { what, extents, values, asks }| {
            let names: Vec<String> =
                (0..values.outputs().len()).map(|k| format!("{stem}{k}")).collect();
            let codomain = integers(&names)?;
            let of = Family::new(kept.clone(), tile(extents)?, codomain, over(values))?;
            Ok(Requirement { what, of, asks: *asks })
        });
        let mut required = required.collect::<Result<Vec<_>, TranslateError>>()?;
        required.extend(fits(&family));
        let copied = self.copies.is_some();
        Ok(SymbolicMeaning { places, lanes: None, copied, family, required })
    }
}

/// That no place leaves 64 bits, where that may be.
pub(super) fn fits(family: &Family) -> Option<Requirement> {
    let of = || Requirement { what: "a place", of: family.clone(), asks: Asks::Fits };
    (!family.is_safe()).then(of)
}

/// The axis that numbers the copies of an element.
const COPY: &str = "copy";

/// The names of axes: `dim0`, …, `copy`, those of the places; where a parameter has one of them, all
/// with `_` behind.
struct Names {
    behind: String,
}

impl Names {
    fn of(rank: usize, parameters: &Parameters) -> Names {
        let places = Places::ALL.iter().flat_map(|places| places.axes()).copied();
        let own = places.chain([COPY]).map(str::to_owned);
        let all: Vec<String> = (0..rank).map(|k| format!("dim{k}")).chain(own).collect();
        Names { behind: super::names::behind(&all, parameters) }
    }

    /// A tile, and behind its axes the number of a copy.
    fn tile(
        &self,
        extents: &[Program],
        copies: Option<Program>,
    ) -> Result<SymbolicSet, FamilyError> {
        let axis = |name: &str, extent: &Program| {
            SymbolicAxis::of(&format!("{name}{}", self.behind), extent.clone())
        };
        let own = extents.iter().enumerate().map(|(k, extent)| axis(&format!("dim{k}"), extent));
        SymbolicSet::new(own.chain(copies.map(|copies| axis(COPY, &copies))).collect())
    }

    /// All places.
    fn places(&self, axes: &[&str]) -> Result<SymbolicSet, FamilyError> {
        let axis = |name: &&str| SymbolicAxis::integers(&format!("{name}{}", self.behind));
        SymbolicSet::new(axes.iter().map(axis).collect())
    }
}

/// A family whose axes have names that none of these parameters has, with a single copy of each
/// element where `copied` says so.
pub(super) fn beside(
    family: &Family,
    places: Places,
    parameters: &Parameters,
    copied: bool,
) -> Result<Family, FamilyError> {
    let [stage] = family.stages() else { return Ok(family.clone()) };
    let extents = family.domain().axes().iter().map(|axis| axis.extent().cloned());
    let Some(extents) = extents.collect::<Option<Vec<Program>>>() else {
        return Ok(family.clone());
    };
    let names = Names::of(extents.len(), parameters);
    let one = copied.then(|| super::numbers::constant(1));
    let (domain, codomain) = (names.tile(&extents, one)?, names.places(places.axes())?);
    Family::new(family.parameters().clone(), domain, codomain, stage.program.clone())
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
