//! Layouts with parameters in their numbers, each way with the conditions that it holds under.
//!
//! ```text
//! n = 1..=4096 by 8                       a parameter: where it lies, and what divides it
//! row = (n,8):(8,1)                       a layout of numbers that have parameters in them
//! logical_divide(row, 16:1)               right wherever the guard holds
//! logical_divide((12,4):(1,12), n)        n divides 12; or 12 divides n: two ways
//! bind(row, n = 16)                       the member: an ordinary layout
//! size(row)                               8 * n: a number with parameters in it
//! ```
//!
//! | file | has |
//! |---|---|
//! | this one | the value: its ways, and the member for some values |
//! | [`form`] | what a way ends in: a layout, a slice of one, or numbers |
//! | [`lift`] | values as numbers of one scope |
//! | [`explore`] | every way through an operation, for every way of its operands |
//! | [`left`] | members that no way is of |
//! | [`gather`] | numbers in round brackets, under the guards of all of them |
//! | [`operate`] | compositions, divisions and products, with where they lie in their operand |
//! | [`shapes`] | layouts made of a shape |
//! | [`tuples`] | the size of numbers in round brackets, and how they are nested |
//! | [`points`] | a layout at a coordinate |
//! | [`prove`] | the four facts of the members' maps |
//! | [`words`] | all other operations |
//! | [`written`] | layouts and numbers as they stand in a line |
//!
//! An operation opens a [`Scope`](tileir::family::Scope) of its own for each way of its operands, with their
//! parameters and their guards, and takes every way through. **The law.** A member is right by
//! each way whose guards it meets.

use std::fmt;

use tileir::family::{Case, Family, FamilyError, Guard, Parameter, Parameters, Scope, Unmet};

use crate::error::Reason;
use crate::reach::Domain;
use crate::value::Value;

mod explore;
mod form;
mod gather;
mod left;
mod lift;
mod operate;
mod points;
mod prove;
mod shapes;
mod tuples;
mod words;
mod written;

pub use explore::Conditions;
pub use form::{Form, Numbers};
pub use gather::gathered;
pub use left::Rest;
pub use operate::{Made, Operator, SymbolicDomain, operate};
pub use points::at;
pub use prove::{Maps, maps};
pub use words::run;
pub use written::{layout, number};

/// Guards that an error shows.
const SHOWN: usize = 3;

/// A layout or number with parameters; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Symbolic {
    /// What it is, way by way; at least one.
    pub ways: Vec<Way>,
    /// Its parameters.
    pub parameters: Parameters,
    /// What there is beside these.
    pub rest: Option<Rest>,
    /// How it was made of others, if it was.
    pub made: Option<Box<Made>>,
}

/// What it is where some conditions hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// What it is.
    pub form: Form,
    /// What that rests on, each over the parameters of its own step.
    pub guards: Conditions,
    /// Where it lies in the domain of what it was taken from, if it was taken from something.
    pub domain: Option<SymbolicDomain>,
}

impl Way {
    /// The conditions, if there are any.
    pub fn guard(&self) -> Option<String> {
        text(&self.guards)
    }

    /// `Ok` if the conditions hold for these values of all parameters.
    fn check(&self, values: &[(&str, i64)]) -> Result<(), Reason> {
        for (parameters, guard) in &self.guards {
            guard.check(&in_order(parameters, values)?)?;
        }
        Ok(())
    }
}

/// The text of conditions, if there are any.
fn text(guards: &Conditions) -> Option<String> {
    let texts: Vec<String> = guards.iter().map(|(_, guard)| guard.to_string()).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.guard() {
            Some(guard) => write!(f, "{} if {guard}", self.form),
            None => write!(f, "{}", self.form),
        }
    }
}

impl Symbolic {
    /// One way.
    pub fn of(form: Form, parameters: Parameters, guards: Conditions) -> Symbolic {
        let ways = vec![Way { form, guards, domain: None }];
        Symbolic { ways, parameters, rest: None, made: None }
    }

    /// A parameter as a number.
    ///
    /// # Errors
    /// None: a parameter is one of its own.
    pub fn of_parameter(parameter: Parameter) -> Result<Symbolic, FamilyError> {
        let name = parameter.name().to_owned();
        let scope = Scope::new(Parameters::new(vec![parameter])?);
        let number = Form::Numbers(Numbers::One(scope.symbol(&name)?));
        Ok(Symbolic::of(number, scope.parameters().clone(), Vec::new()))
    }

    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        self.ways.first().map_or("a symbolic layout", |way| way.form.kind())
    }

    /// The value: an ordinary one where it is a number without parameters and conditions.
    pub fn settled(self) -> Value {
        match self.ways.as_slice() {
            [Way { form: Form::Numbers(numbers), guards, domain: None }]
                if guards.is_empty() && self.rest.is_none() =>
            {
                match numbers.constant() {
                    Some(value) => value,
                    None => Value::Symbolic(Box::new(self)),
                }
            }
            _ => Value::Symbolic(Box::new(self)),
        }
    }

    /// Its value for these values of all parameters.
    ///
    /// # Errors
    /// A parameter without a value, or one that it cannot have; guards of which none holds.
    pub fn bind(&self, values: &[(&str, i64)]) -> Result<Value, Reason> {
        for (name, _) in values {
            if self.parameters.position(name).is_none() {
                let (name, parameters) = ((*name).to_owned(), self.parameters.to_string());
                return Err(FamilyError::UnknownParameter { name, parameters }.into());
            }
        }
        let own = in_order(&self.parameters, values)?;
        let mut failed = None;
        for way in &self.ways {
            match way.check(values) {
                Ok(()) => return way.form.at(&own),
                // What cannot be computed is said first.
                Err(reason) if failed.as_ref().is_none_or(is_broken) => failed = Some(reason),
                Err(_) => {}
            }
        }
        Err(match failed {
            Some(reason) if self.ways.len() < 2 || !is_broken(&reason) => reason,
            _ => Unmet::Broken { condition: self.conditions() }.into(),
        })
    }

    /// Where the layout for these values of all parameters lies in its operand's domain.
    pub fn domain_at(&self, values: &[(&str, i64)]) -> Option<Domain> {
        self.made.as_ref()?.domain_at(values)
    }

    /// The family of its maps, where it holds for all values of the parameters.
    ///
    /// # Errors
    /// A guard; an extent that can leave 64 bits.
    pub fn to_family(&self) -> Result<Family, Reason> {
        match self.ways.as_slice() {
            [Way { form: Form::Layout(layout), guards, .. }] if guards.is_empty() => {
                Ok(Case { guard: Guard::default(), layout: layout.clone() }.to_family()?)
            }
            [way] if way.guards.is_empty() => {
                let (what, expected) = ("the operand".to_owned(), "a layout");
                Err(Reason::Kind { what, expected, found: way.form.kind().to_owned() })
            }
            _ => Err(Unmet::Broken { condition: self.conditions() }.into()),
        }
    }

    /// The guards of the first ways, for an error.
    fn conditions(&self) -> String {
        let each: Vec<String> = self.ways.iter().filter_map(Way::guard).collect();
        let first: Vec<&str> = each.iter().take(SHOWN).map(String::as_str).collect();
        let more = match each.len() - first.len() {
            0 => String::new(),
            more => format!("; or by {more} other ways"),
        };
        format!("{}{more}", first.join("; or "))
    }
}

impl fmt::Display for Symbolic {
    /// Each way with its guard, and why there may be others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ways: Vec<String> = self.ways.iter().map(Way::to_string).collect();
        f.write_str(&ways.join("; "))?;
        match &self.rest {
            Some(rest) => write!(f, "; {rest}"),
            None => Ok(()),
        }
    }
}

/// Whether a guard is computed, and does not hold.
fn is_broken(reason: &Reason) -> bool {
    matches!(reason, Reason::Guard(unmet) if matches!(**unmet, Unmet::Broken { .. }))
}

/// The values in the order of the parameters.
pub fn in_order(parameters: &Parameters, values: &[(&str, i64)]) -> Result<Vec<i64>, Reason> {
    let value = |parameter: &Parameter| {
        let named = values.iter().find(|(name, _)| *name == parameter.name());
        named
            .map(|&(_, value)| value)
            .ok_or_else(|| Reason::Missing { name: parameter.name().to_owned() })
    };
    let values: Vec<i64> = parameters.iter().map(value).collect::<Result<_, _>>()?;
    parameters.check(&values)?;
    Ok(values)
}

/// The parameters in a value.
fn of_value(value: &Value, found: &mut Vec<Parameter>) {
    let mut add = |parameter: &Parameter| {
        if !found.contains(parameter) {
            found.push(parameter.clone());
        }
    };
    match value {
        Value::Parameter(parameter) => add(parameter),
        Value::Symbolic(symbolic) => symbolic.parameters.iter().for_each(add),
        Value::Tuple(items) => items.iter().for_each(|item| of_value(item, found)),
        _ => {}
    }
}

/// Whether there are parameters in one of the values.
pub fn any(values: &[&Value]) -> bool {
    let mut found = Vec::new();
    values.iter().for_each(|value| of_value(value, &mut found));
    !found.is_empty()
}
