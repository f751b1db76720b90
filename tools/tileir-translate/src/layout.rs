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
    Context, Meaning, SymbolicMeaning, System, TranslateError, is_symbolic, read, read_symbolic,
    same, same_members, write, write_symbolic,
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
        let found = same_members(&self.symbolic(&budget)?, &other.symbolic(&budget)?, &budget)?;
        Ok((found.is_proved(), found.lines()))
    }

    fn symbolic(&self, budget: &Budget) -> Result<SymbolicMeaning, TranslateError> {
        match self {
            Layout::Plain(meaning) => SymbolicMeaning::of_meaning(meaning, budget),
            Layout::Symbolic(meaning) => Ok(meaning.clone()),
        }
    }
}
