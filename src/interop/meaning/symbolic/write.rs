//! Symbolic meanings in the words of CuTe and of upstream MLIR.
//!
//! | of `(n, 4)` at `i + s * j + 1` | |
//! |---|---|
//! | `cute` | `1 o (n,4):(1,s)` |
//! | `mlir` | `affine_map<(d0, d1)[s] -> (d0 + d1 * s + 1)>` |
//! | `mlir`, with an element type | `memref<?x4xf32, strided<[1, ?], offset: 1>>`, and that the `?` are `n` and `s` |
//!
//! A stride or an offset that is no number and no parameter alone has no `?`; the memref then has an
//! affine map. Other systems' words have no numbers of run time, or none that are read again.
//!
//! **The law.** A text is read again, and is given only if it is proved to say the same for all
//! values for which what was read says anything. Which these are is said beside it, where they are
//! not all: the words of a system may say more.

use std::fmt;

use super::super::{Context, Places, System, TranslateError};
use super::{SymbolicMeaning, Validity, read_symbolic, same_members};
use crate::expr::{Inst, Program, ProgramBuilder};
use crate::family::{Scope, Sym, fold};
use crate::interop::mlir::{AffineMap, Memref, MemrefLayout, Number, Strided};
use crate::proof::{Budget, Sums, sums_of};

/// A text, and the parameters that its `?` are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicText {
    /// The text.
    pub text: String,
    /// The parameters that its `?` are, from left to right.
    pub unknowns: Vec<String>,
    /// For which values there was something to say.
    pub validity: Validity,
}

impl fmt::Display for SymbolicText {
    /// The text; where it has `?`, a line that names them; where what was read says nothing for some
    /// values, a line that says for which it does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if !self.unknowns.is_empty() {
            write!(f, "\n? = {}", self.unknowns.join(", "))?;
        }
        match self.validity.is_always() {
            true => Ok(()),
            false => write!(f, "\nsays something if {}", self.validity),
        }
    }
}

/// The meaning in a system's words; see the source file's header.
///
/// # Errors
/// A system without words for it; places that are no sum of coordinates, each with a factor;
/// [`TranslateError::Never`] and [`TranslateError::NotProvedOfAll`].
pub fn write_symbolic(
    system: System,
    meaning: &SymbolicMeaning,
    context: &Context,
) -> Result<SymbolicText, TranslateError> {
    if meaning.places != Places::Memory {
        return Err(TranslateError::NoWords { system, places: meaning.places });
    }
    let validity = meaning.validity();
    if validity.is_never() {
        return Err(TranslateError::Never { parameters: meaning.parameters().to_string() });
    }
    let scope = Scope::new(meaning.parameters().clone());
    let form = Form::of(meaning, &scope, system)?;
    let (text, unknowns) = match system {
        System::Cute => (form.cute(), Vec::new()),
        System::Mlir => form.mlir(meaning, context.element.as_deref())?,
        _ => return Err(TranslateError::NoRunTime { system }),
    };
    let written = SymbolicText { text, unknowns, validity };
    let extents = (system == System::Mlir && context.element.is_none())
        .then(|| form.extents.iter().map(Sym::to_string).collect());
    let again = Context {
        parameters: meaning.parameters().clone(),
        unknowns: written.unknowns.clone(),
        extents,
        ..Context::default()
    };
    let again = read_symbolic(system, &written.text, &again)?;
    let verdict = same_members(&again, meaning, &Budget::default())?;
    match verdict.is_as_second() {
        true => Ok(written),
        false => {
            let (text, verdict) = (written.text, verdict.to_string());
            Err(TranslateError::NotProvedOfAll { text, verdict })
        }
    }
}

/// A tile, and its addresses as a sum.
struct Form {
    extents: Vec<Sym>,
    strides: Vec<Sym>,
    offset: Sym,
}

impl Form {
    fn of(
        meaning: &SymbolicMeaning,
        scope: &Scope,
        system: System,
    ) -> Result<Form, TranslateError> {
        let outside = |why: &str| TranslateError::Outside {
            system,
            what: "strided layout",
            why: why.to_owned(),
        };
        let axes = meaning.family.domain().axes().iter();
        let extents: Option<Vec<Sym>> =
            axes.map(|axis| axis.extent().and_then(|extent| scope.number(extent))).collect();
        let extents = extents.ok_or_else(|| outside("an extent is no polynomial"))?;
        let sums = sums_of(&meaning.family, scope);
        let Some([Sums { factors, constant }]) = sums.as_deref() else {
            return Err(outside("an address is no sum of coordinates, each with a factor"));
        };
        let written = |numbers: &[Sym]| numbers.iter().map(|n| scope.simplified(n)).collect();
        let (extents, strides) = (written(&extents), written(factors));
        Ok(Form { extents, strides, offset: scope.simplified(constant) })
    }

    fn cute(&self) -> String {
        let joined =
            |numbers: &[Sym]| numbers.iter().map(Sym::to_string).collect::<Vec<_>>().join(",");
        let (shape, stride) = (joined(&self.extents), joined(&self.strides));
        let layout = format!("({shape}):({stride})");
        match self.offset.as_constant() {
            Some(0) => layout,
            _ => format!("{} o {layout}", self.offset),
        }
    }

    fn mlir(
        &self,
        meaning: &SymbolicMeaning,
        element: Option<&str>,
    ) -> Result<(String, Vec<String>), TranslateError> {
        let mut unknowns = Vec::new();
        let Some(element) = element else {
            return Ok((self.affine(meaning)?.to_string(), unknowns));
        };
        let mut number = |number: &Sym| match number.as_constant() {
            Some(value) => Some(Number::Static(value)),
            None => {
                unknowns.push(parameter(number)?);
                Some(Number::Dynamic)
            }
        };
        let shape: Option<Vec<Number>> = self.extents.iter().map(&mut number).collect();
        let shape = shape.ok_or_else(|| TranslateError::Outside {
            system: System::Mlir,
            what: "memref",
            why: "an extent is an expression, which no '?' names".to_owned(),
        })?;
        let strides: Option<Vec<Number>> = self.strides.iter().map(&mut number).collect();
        let offset = number(&self.offset);
        let (element, space) = (element.to_owned(), None);
        let layout = match (strides, offset) {
            (Some(strides), Some(offset)) => MemrefLayout::Strided(Strided { strides, offset }),
            _ => {
                unknowns.truncate(shape.iter().filter(|n| **n == Number::Dynamic).count());
                MemrefLayout::Affine(self.affine(meaning)?)
            }
        };
        let text = Memref { shape, element, layout, space }.to_string();
        Ok((text, unknowns))
    }

    /// The address, dimensions before symbols.
    fn affine(&self, meaning: &SymbolicMeaning) -> Result<AffineMap, TranslateError> {
        let (count, rank) = (meaning.parameters().len(), self.extents.len());
        let factors: Vec<Program> = self.strides.iter().map(Sym::program).collect();
        let place = super::sketch::weighted(count, &factors, &self.offset.program());
        let place = fold(&place);
        let reads = |position: usize| {
            let coordinate =
                |inst: &Inst| matches!(*inst, Inst::Coord(own) if own as usize == position);
            place.insts().iter().any(coordinate)
        };
        let mut builder = ProgramBuilder::default();
        let (mut inputs, mut names) = (Vec::with_capacity(count + rank), Vec::new());
        for (position, parameter) in meaning.parameters().iter().enumerate() {
            inputs.push(builder.coord(rank + names.len()));
            if reads(position) {
                names.push(parameter.name().to_owned());
            }
        }
        inputs.extend((0..rank).map(|k| builder.coord(k)));
        let outputs = builder.inline(&place, &inputs);
        Ok(AffineMap::with_symbols(rank, names, builder.finish(&outputs))?)
    }
}

/// The parameter that a number is.
fn parameter(number: &Sym) -> Option<String> {
    let (program, scope) = (number.program(), number.scope()?);
    match (program.insts(), program.outputs()) {
        ([Inst::Coord(position)], [_]) => {
            Some(scope.parameters().iter().nth(*position as usize)?.name().to_owned())
        }
        _ => None,
    }
}
