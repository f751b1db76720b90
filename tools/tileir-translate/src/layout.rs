//! [`Layout`]: one layout, of numbers or for all values of parameters.
//!
//! ```text
//! (4,8):(8,1)        a meaning
//! (4,n):(n,1)        with n : 1..=64, a meaning for each of 64 values
//! ```
//!
//! **The law.** What is said of a layout with parameters holds for all their values, or says under
//! which guard it does.

use tileir::interop::meaning::{
    Context, EitherMeaning, Meaning, SymbolicMeaning, System, TranslateError, is_symbolic, read,
    read_symbolic, same, same_either, write, write_symbolic,
};
use tileir::proof::Budget;

/// A layout; see the source file's header.
pub enum Layout {
    /// Of numbers.
    Plain(Meaning),
    /// With parameters.
    Symbolic(SymbolicMeaning),
}

impl Layout {
    /// What a text says.
    ///
    /// # Errors
    /// A text that makes no sense.
    pub fn read(system: System, text: &str, context: &Context) -> Result<Self, TranslateError> {
        match is_symbolic(system, text, context) {
            true => read_symbolic(system, text, context).map(Layout::Symbolic),
            false => read(system, text, context).map(Layout::Plain),
        }
    }

    /// What two texts say that are compared: a text that does not say the shape of its tile has the
    /// other's, and a shape of the context is for a text that does not say its own.
    ///
    /// ```
    /// use tileir::interop::meaning::{Context, System};
    /// use tileir_translate::layout::Layout;
    /// let context = Context::default();
    /// let [own, other] = Layout::read_both([
    ///     (System::Mlir, "strided<[8, 1]>", &context),
    ///     (System::Cute, "(4,8):(8,1)", &context),
    /// ])?;
    /// assert!(own.compared(&other)?.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A text that makes no sense; [`TranslateError::NoShape`] where neither says it.
    pub fn read_both(texts: [(System, &str, &Context); 2]) -> Result<[Self; 2], TranslateError> {
        let alone = |(system, text, context): (System, &str, &Context)| match Layout::read(
            system, text, context,
        ) {
            Err(TranslateError::TwoShapes { .. }) => {
                let own = Context { shape: None, extents: None, ..context.clone() };
                Layout::read(system, text, &own)
            }
            read => read,
        };
        let within = |(system, text, context): (System, &str, &Context), other: &Layout| {
            Layout::read(system, text, &other.tile_of(context))
        };
        let [left, right] = texts;
        match (alone(left), alone(right)) {
            (Err(TranslateError::NoShape { .. }), Ok(other)) => Ok([within(left, &other)?, other]),
            (Ok(own), Err(TranslateError::NoShape { .. })) => {
                let other = within(right, &own)?;
                Ok([own, other])
            }
            (own, other) => Ok([own?, other?]),
        }
    }

    /// The context, of this layout's tile.
    fn tile_of(&self, context: &Context) -> Context {
        let (shape, extents) = match self {
            Layout::Plain(meaning) => (Some(meaning.shape().to_vec()), None),
            Layout::Symbolic(meaning) => match meaning.shape() {
                Some(shape) => (Some(shape), None),
                None => (None, Some(meaning.extents())),
            },
        };
        Context { shape, extents, ..context.clone() }
    }

    /// The layout in a system's words; with parameters, a second line names its `?`.
    ///
    /// # Errors
    /// A layout that the system cannot say.
    pub fn write(&self, system: System, context: &Context) -> Result<String, TranslateError> {
        match self {
            Layout::Plain(meaning) => write(system, meaning, context),
            Layout::Symbolic(meaning) => {
                write_symbolic(system, meaning, context).map(|text| text.to_string())
            }
        }
    }

    /// Whether another layout is proved to be this one, for all values; and the verdicts.
    ///
    /// # Errors
    /// Layouts that cannot be compared.
    pub fn compared(&self, other: &Layout) -> Result<(bool, Vec<String>), TranslateError> {
        let budget = Budget::default();
        if let (Layout::Plain(left), Layout::Plain(right)) = (self, other) {
            let verdict = same(left, right, &budget)?;
            return Ok((verdict.is_proved(), vec![verdict.to_string()]));
        }
        let found = same_either(self.either(), other.either(), &budget)?;
        Ok((found.is_proved(), found.lines()))
    }

    fn either(&self) -> EitherMeaning<'_> {
        match self {
            Layout::Plain(meaning) => EitherMeaning::Numbers(meaning),
            Layout::Symbolic(meaning) => EitherMeaning::Members(meaning),
        }
    }
}
