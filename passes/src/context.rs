//! What a pass may ask of the pass manager: its options, its statistics, and a
//! way to say things.

use std::ffi::c_void;
use std::str::FromStr;

use melior::ir::Location;
use tileir::proof::Budget;
use tileir_dialect::diagnostic::{Diagnostic, Severity};
use tileir_dialect::ffi::text;

use crate::error::PassError;
use crate::ffi;

/// One run of one pass on one operation.
pub struct PassContext<'c> {
    pass: *mut c_void,
    options: Vec<(String, String)>,
    location: Location<'c>,
}

impl<'c> PassContext<'c> {
    /// The run that C++ hands over as `pass`, a live `mlir::Pass *`.
    pub(crate) fn new(
        pass: *mut c_void,
        options: Vec<(String, String)>,
        location: Location<'c>,
    ) -> Self {
        Self { pass, options, location }
    }

    /// Where the operation that the pass runs on stands.
    pub fn location(&self) -> Location<'c> {
        self.location
    }

    /// The value of the option `name`, as text.
    ///
    /// # Errors
    /// The pass declares no such option.
    pub fn option(&self, name: &str) -> Result<&str, PassError<'c>> {
        self.options
            .iter()
            .find_map(|(option, value)| (option == name).then_some(value.as_str()))
            .ok_or_else(|| PassError::Undeclared { what: "option", name: name.to_owned() })
    }

    /// The value of the option `name`, read as a `T`; `expected` names that type
    /// in the error.
    ///
    /// # Errors
    /// The pass declares no such option, or its value is no `T`.
    pub fn parsed_option<T: FromStr>(
        &self,
        name: &str,
        expected: &'static str,
    ) -> Result<T, PassError<'c>> {
        let value = self.option(name)?;
        value.parse().map_err(|_| PassError::Option {
            option: name.to_owned(),
            value: value.to_owned(),
            expected,
        })
    }

    /// What the options `budget` and `steps` allow for one fact.
    ///
    /// # Errors
    /// As [`parsed_option`](Self::parsed_option).
    pub fn budget(&self) -> Result<Budget, PassError<'c>> {
        Ok(Budget {
            points: self.parsed_option("budget", "a number of points")?,
            steps: self.parsed_option("steps", "a number of steps")?,
        })
    }

    /// The value of the option `name`, true or false.
    ///
    /// # Errors
    /// As [`parsed_option`](Self::parsed_option).
    pub fn flag(&self, name: &str) -> Result<bool, PassError<'c>> {
        match self.option(name)? {
            "1" => Ok(true),
            "0" => Ok(false),
            _ => self.parsed_option(name, "true or false"),
        }
    }

    /// Adds `amount` to the statistic `name`. An MLIR built without statistics,
    /// as Debian's is, counts nothing.
    ///
    /// # Errors
    /// The pass declares no such statistic.
    pub fn count(&mut self, name: &str, amount: u64) -> Result<(), PassError<'c>> {
        // SAFETY: `pass` is alive while the pass runs, which is as long as `self`.
        let found = unsafe { ffi::tileirPassCount(self.pass, text(name), amount) };
        if found == 1 {
            Ok(())
        } else {
            Err(PassError::Undeclared { what: "statistic", name: name.to_owned() })
        }
    }

    /// A remark about `location`, to be emitted by the caller.
    pub fn remark(&self, location: Location<'c>, message: impl Into<String>) -> Diagnostic<'c> {
        Diagnostic::new(Severity::Remark, location, message)
    }
}
