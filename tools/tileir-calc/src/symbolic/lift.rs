//! [`Lift`]: values as layouts, tilers and numbers of one scope.
//!
//! ```text
//! 8          the number 8
//! n          the number n of the scope
//! d          where d has several ways, the way that was picked
//! (4, n)     a shape, a tiler or a coordinate of these
//! ```

use tileir::cute::{Coord, Layout, Tiler};
use tileir::family::{Scope, Sym};

use super::{Form, Numbers, Symbolic, Way};
use crate::error::Reason;
use crate::value::Value;

/// A scope, and the way that was picked of each value with ways.
pub struct Lift<'a> {
    /// The scope.
    pub scope: &'a Scope,
    /// The values with their ways.
    pub picked: Vec<(&'a Symbolic, &'a Way)>,
}

impl Lift<'_> {
    /// What the value is on the way that was picked, if it has ways.
    fn form<'v>(&'v self, value: &'v Value) -> Option<(&'v Symbolic, &'v Form)> {
        let Value::Symbolic(symbolic) = value else { return None };
        let (symbolic, way) = self.picked.iter().find(|(own, _)| **own == **symbolic)?;
        Some((symbolic, &way.form))
    }

    /// A layout.
    ///
    /// # Errors
    /// That it is none.
    pub fn layout(&self, value: &Value) -> Result<Layout<Sym>, Reason> {
        match (value, self.form(value)) {
            (_, Some((symbolic, Form::Layout(layout)))) => self
                .scope
                .carry_layout(layout, &symbolic.parameters)
                .ok_or_else(|| value.not("a layout whose numbers are known", "an operand")),
            (Value::Tuple(items), _) => match items.as_slice() {
                [item @ (Value::Symbolic(_) | Value::Layout(_))] => self.layout(item),
                _ => Ok(Layout::from(&value.to_layout("an operand")?)),
            },
            _ => Ok(Layout::from(&value.to_layout("an operand")?)),
        }
    }

    /// A number.
    ///
    /// # Errors
    /// That it is none.
    pub fn number(&self, value: &Value) -> Result<Sym, Reason> {
        let wrong = || value.not("an integer or a parameter", "the number");
        match (value, self.form(value)) {
            (Value::Integer(number), _) => Ok((*number).into()),
            (Value::Parameter(parameter), _) => Ok(self.scope.symbol(parameter.name())?),
            (_, Some((symbolic, Form::Numbers(numbers)))) => {
                let number = numbers.one().ok_or_else(wrong)?;
                self.scope.carry_number(number, &symbolic.parameters).ok_or_else(wrong)
            }
            (Value::Tuple(items), _) => match items.as_slice() {
                [item] => self.number(item),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }

    /// Numbers, nested as the value is.
    ///
    /// # Errors
    /// That it is something else.
    pub fn numbers(&self, value: &Value) -> Result<Numbers, Reason> {
        match (value, self.form(value)) {
            (Value::Tuple(items), _) => {
                let items = items.iter().map(|item| self.numbers(item));
                Ok(Numbers::Tuple(items.collect::<Result<_, _>>()?))
            }
            (_, Some((symbolic, Form::Numbers(numbers)))) => self.carried(symbolic, numbers, value),
            (Value::Layout(_), _) | (_, Some((_, Form::Layout(_)))) => {
                Ok(Numbers::of(&self.layout(value)?, |leaf| leaf.extent.clone()))
            }
            _ => Ok(Numbers::One(self.number(value)?)),
        }
    }

    fn carried(
        &self,
        symbolic: &Symbolic,
        numbers: &Numbers,
        value: &Value,
    ) -> Result<Numbers, Reason> {
        match numbers {
            Numbers::One(number) => {
                let number = self.scope.carry_number(number, &symbolic.parameters);
                let known = "numbers that are known";
                Ok(Numbers::One(number.ok_or_else(|| value.not(known, "an operand"))?))
            }
            Numbers::Tuple(items) => {
                let items = items.iter().map(|item| self.carried(symbolic, item, value));
                Ok(Numbers::Tuple(items.collect::<Result<_, _>>()?))
            }
        }
    }

    /// A coordinate, `_` where it is open.
    ///
    /// # Errors
    /// That it is none.
    pub fn coordinate(&self, value: &Value) -> Result<Coord<Sym>, Reason> {
        Ok(match value {
            Value::Whole => Coord::All,
            Value::Tuple(items) => {
                let items = items.iter().map(|item| self.coordinate(item));
                Coord::Modes(items.collect::<Result<_, _>>()?)
            }
            _ => coordinate_of(&self.numbers(value)?),
        })
    }

    /// A tiler.
    ///
    /// # Errors
    /// That it is none.
    pub fn tiler(&self, value: &Value) -> Result<Tiler<Sym>, Reason> {
        Ok(match (value, self.form(value)) {
            (Value::Whole, _) => Tiler::All,
            (Value::Integer(_) | Value::Parameter(_), _) => Tiler::Extent(self.number(value)?),
            (_, Some((_, Form::Numbers(_)))) => tiler_of(&self.numbers(value)?),
            (Value::Tuple(items), _) => {
                let items = items.iter().map(|item| self.tiler(item));
                Tiler::Modes(items.collect::<Result<_, _>>()?)
            }
            _ => Tiler::Layout(self.layout(value)?),
        })
    }
}

fn coordinate_of(numbers: &Numbers) -> Coord<Sym> {
    match numbers {
        Numbers::One(number) => Coord::Index(number.clone()),
        Numbers::Tuple(items) => Coord::Modes(items.iter().map(coordinate_of).collect()),
    }
}

fn tiler_of(numbers: &Numbers) -> Tiler<Sym> {
    match numbers {
        Numbers::One(number) => Tiler::Extent(number.clone()),
        Numbers::Tuple(items) => Tiler::Modes(items.iter().map(tiler_of).collect()),
    }
}
