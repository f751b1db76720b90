//! What a calculator remembers between lines, and how it answers one.

use std::collections::BTreeMap;

use tileir::family::Parameter;
use tileir::proof::Budget;

use crate::error::{Fault, Reason};
use crate::evaluate::{bounds, evaluate};
use crate::operations;
use crate::parse::parse;
use crate::reach::{self, Domain};
use crate::symbolic::gathered;
use crate::syntax::ExprKind;
use crate::value::Value;

/// The values that have names.
pub type Names = BTreeMap<String, Value>;

/// A conversation: names given so far, and how much a proof may look at.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The values that have names.
    pub names: Names,
    /// The limit of the exhaustive proofs.
    pub budget: Budget,
}

/// What a line came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The name that the line gave to the value.
    pub name: Option<String>,
    /// The value.
    pub value: Value,
    /// Whether a composition or division stays in its operand's domain.
    pub domain: Option<Domain>,
}

impl Session {
    /// Computes a line; `None` if it says nothing.
    ///
    /// ```
    /// use tileir_calc::session::Session;
    /// let mut session = Session::default();
    /// session.answer("a = (4,8):(1,4)")?;
    /// let answer = session.answer("size(a)  # of both modes")?.expect("a value");
    /// assert_eq!(answer.value.to_string(), "32");
    /// # Ok::<(), tileir_calc::error::Fault>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong, and where in the line.
    pub fn answer(&mut self, line: &str) -> Result<Option<Answer>, Fault> {
        let Some(statement) = parse(line, &self.names)? else { return Ok(None) };
        if let Some(name) = &statement.name
            && is_reserved(name)
        {
            let start = line.find(name.as_str()).unwrap_or(0);
            let reason = Reason::Reserved { name: name.clone() };
            return Err(Fault::new(start..start + name.len(), reason));
        }
        let value = match (&statement.name, &statement.expr.kind) {
            (Some(name), ExprKind::Range(ends, step)) => {
                let (lo, hi, step) = bounds(ends, step.as_deref(), self)?;
                let parameter = Parameter::new(name, lo, hi, step);
                let located = |error| Fault::new(statement.expr.span.clone(), error);
                Value::Parameter(parameter.map_err(located)?)
            }
            _ => {
                let located = |reason| Fault::new(statement.expr.span.clone(), reason);
                gathered(evaluate(&statement.expr, self)?).map_err(located)?
            }
        };
        let domain = reach::of(&statement.expr, self);
        if let Some(name) = &statement.name {
            self.names.insert(name.clone(), value.clone());
        }
        Ok(Some(Answer { name: statement.name, value, domain }))
    }
}

/// Whether `name` means something already.
fn is_reserved(name: &str) -> bool {
    ["_", "o", "Sw", "by", "family", "floordiv", "mod"].contains(&name)
        || name.starts_with('#')
        || operations::find(name).is_some()
}
