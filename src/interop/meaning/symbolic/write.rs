//! Symbolic meanings in the words of CuTe, of upstream MLIR, of TIRx and of TileLang.
//!
//! | of `(n, 4)` at `i + s * j + 1` | |
//! |---|---|
//! | `cute` | `1 o (n,4):(1,s)` |
//! | `mlir` | `affine_map<(d0, d1)[s] -> (d0 + d1 * s + 1)>` |
//! | `mlir`, with an element type | `memref<?x4xf32, strided<[1, ?], offset: 1>>`, and that the `?` are `n` and `s` |
//! | `tirx` | `T.TileLayout(T.S[(n, 4):(1, s)] + 1)` |
//! | `tilelang` | `Layout((n, 4) -> (n + 3 * s + 1,), transform: (_i, _j) -> (_i + _j * s + 1,))` |
//!
//! A stride or an offset that is no number and no parameter alone has no `?`; the memref then has an
//! affine map. A layout of TileLang ends where its last element lies, and so has no stride below 0.
//! Other systems' words have no numbers of run time.
//!
//! **The law.** A text is read again, and is given only if it is proved to say the same for all
//! values for which what was read says anything. Which these are is said beside it, where they are
//! not all: the words of a system may say more.

use std::fmt;

use super::super::{Context, Places, System, TranslateError};
use super::{SymbolicMeaning, Validity, names, read_symbolic, same_members};
use crate::expr::{Inst, Program, ProgramBuilder};
use crate::family::{Parameter, Scope, Sym, fold};
use crate::interop::mlir::{AffineMap, Memref, MemrefLayout, Number, Strided};
use crate::interop::script::write;
use crate::interop::tilelang;
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
    let outside = |why: String| {
        let what = "text with numbers of run time";
        Err(TranslateError::Outside { system, what, why })
    };
    let memory = meaning.places == Places::Memory;
    match system {
        System::CuteTv | System::Ttg | System::Tileir => {
            return Err(TranslateError::NoRunTime { system, at: None });
        }
        System::Cute if !memory => return outside(System::CuteTv.why_no_run_time().to_owned()),
        System::Cute | System::Mlir | System::Tirx | System::TileLang if memory => {}
        System::Cute | System::Mlir | System::Tirx | System::TileLang => {
            return outside(format!(
                "it puts elements into {}, and only addresses in memory are written with these",
                meaning.places
            ));
        }
    }
    let validity = meaning.validity();
    if validity.is_never() {
        return Err(TranslateError::Never { parameters: meaning.parameters().to_string() });
    }
    if let Some(copies) = meaning.copies() {
        let why = format!(
            "of each element there are {copies} copies, and layouts with copies are written with \
             numbers alone"
        );
        return outside(why);
    }
    names::words(system, meaning.parameters().iter().map(Parameter::name), meaning.rank())?;
    let scope = Scope::new(meaning.parameters().clone());
    let form = Form::of(meaning, &scope, system)?;
    let (text, unknowns) = match system {
        System::Cute => (form.cute(), Vec::new()),
        System::Mlir => form.mlir(meaning, context.element.as_deref())?,
        System::Tirx => (form.tirx(&scope), Vec::new()),
        System::TileLang => (form.tilelang(meaning, &scope)?, Vec::new()),
        _ => return Err(TranslateError::NoRunTime { system, at: None }),
    };
    let written = SymbolicText { text, unknowns, validity };
    let shapeless = match system {
        System::Mlir => context.element.is_none(),
        system => system == System::Tirx,
    };
    let extents = shapeless.then(|| form.extents.iter().map(Sym::to_string).collect());
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

    fn tirx(&self, scope: &Scope) -> String {
        let group = |numbers: &[Sym]| match numbers {
            [number] => scripted(number, scope),
            numbers => {
                let numbers: Vec<String> = numbers.iter().map(|n| scripted(n, scope)).collect();
                format!("({})", numbers.join(", "))
            }
        };
        let shards = format!("T.S[{}:{}]", group(&self.extents), group(&self.strides));
        match self.offset.as_constant() {
            Some(0) => format!("T.TileLayout({shards})"),
            _ => format!("T.TileLayout({shards} + {})", scripted(&self.offset, scope)),
        }
    }

    fn tilelang(&self, meaning: &SymbolicMeaning, scope: &Scope) -> Result<String, TranslateError> {
        let outside = |why: &str| TranslateError::Outside {
            system: System::TileLang,
            what: "layout",
            why: why.to_owned(),
        };
        // One more than the last address, where no stride is below 0.
        let last = self.extents.iter().zip(&self.strides).try_fold(
            self.offset.plus(&Sym::from(1)),
            |sum, (extent, stride)| {
                let most = extent.plus(&Sym::from(-1)).and_then(|most| most.times(stride));
                Some(sum.zip(most).and_then(|(sum, most)| sum.plus(&most)))
            },
        );
        let size = last.flatten().ok_or_else(|| outside("its size leaves 64 bits"))?;
        let size = scripted(&scope.simplified(&size), scope);
        let count = meaning.parameters().len();
        let factors: Vec<Program> = self.strides.iter().map(Sym::program).collect();
        let place = fold(&super::sketch::weighted(count, &factors, &self.offset.program()));
        let rank = self.extents.len();
        let name = |position: usize| match position.checked_sub(count) {
            Some(coordinate) => tilelang::coordinate(coordinate),
            None => name_of(scope, position),
        };
        let index = write(&place, &name).and_then(|mut texts| texts.pop());
        let index = index.ok_or_else(|| outside("TVM's script has no words for its address"))?;
        let tuple = |parts: Vec<String>| match &parts[..] {
            [part] => format!("({part},)"),
            parts => format!("({})", parts.join(", ")),
        };
        let shape = tuple(self.extents.iter().map(|extent| scripted(extent, scope)).collect());
        let names = (0..rank).map(tilelang::coordinate).collect::<Vec<_>>().join(", ");
        Ok(format!("Layout({shape} -> ({size},), transform: ({names}) -> ({index},))"))
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
        names::symbols(&names, rank)?;
        inputs.extend((0..rank).map(|k| builder.coord(k)));
        let outputs = builder.inline(&place, &inputs);
        Ok(AffineMap::with_symbols(rank, names, builder.finish(&outputs))?)
    }
}

/// A number in TVM's script.
fn scripted(number: &Sym, scope: &Scope) -> String {
    let name = |position: usize| name_of(scope, position);
    let text = write(&number.program(), &name).and_then(|mut texts| texts.pop());
    text.unwrap_or_else(|| number.to_string())
}

/// The parameter at a position.
fn name_of(scope: &Scope, position: usize) -> String {
    let parameter = scope.parameters().iter().nth(position);
    parameter.map_or(String::new(), |parameter| parameter.name().to_owned())
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
