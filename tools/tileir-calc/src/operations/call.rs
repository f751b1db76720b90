//! [`Call`]: an operation's name with its arguments, each to be asked for as what it must be.
//!
//! ```text
//! vector_width(a, lane)     call.map(0)        the map a
//!                           call.axis(1, …)    the axis lane: a name, not a value
//! ```
//!
//! **The law.** What is wrong with an argument is said at that argument: what it must be, and what it
//! is.

use std::ops::Range;

use tileir::corr::CorrError;
use tileir::cute::{Composed, Coord, CuteError, Layout, Swizzled, Tiler};
use tileir::family::BindError;
use tileir::gf2::Gf2Error;
use tileir::interop::meaning::TranslateError;
use tileir::proof::Budget;
use tileir::{EvalError, IntTree, LayoutMap, MapError};

use super::{Outcome, find};
use crate::error::{Fault, Reason};
use crate::limits;
use crate::session::Session;
use crate::syntax::{Expr, ExprKind};
use crate::value::Value;

/// Why an operation gives nothing.
#[derive(Debug)]
pub enum Failure {
    /// What is wrong at a place of its own.
    At(Fault),
    /// What is wrong with the whole call.
    Of(Reason),
}

impl Failure {
    /// What is wrong with the whole call, as wrong with one argument.
    pub fn at(self, call: &Call<'_>, index: usize) -> Failure {
        match self {
            Failure::At(fault) => Failure::At(fault),
            Failure::Of(reason) => Failure::At(call.fault(index, reason)),
        }
    }
}

impl Failure {
    /// The failure as one of the operation that was asked for, whichever step of it failed.
    pub fn of(self, operation: &'static str) -> Failure {
        match self {
            Failure::At(Fault { span, reason }) => {
                Failure::At(Fault { span, reason: reason.of(operation) })
            }
            Failure::Of(reason) => Failure::Of(reason.of(operation)),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::At(fault)
    }
}

macro_rules! failures {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::Of(error.into())
            }
        }
    )*};
}

failures!(Reason, MapError, EvalError, CuteError, Gf2Error, CorrError, BindError, TranslateError);

/// An argument: as written, and its value or why it has none.
///
/// The name of an axis has no value; so a missing value is an error only once it is asked for.
pub struct Argument<'a> {
    /// As written.
    pub expr: &'a Expr,
    /// Its value.
    pub value: Result<Value, Fault>,
}

/// An operation's name with its arguments.
pub struct Call<'a> {
    /// The operation.
    pub operation: &'a str,
    /// The arguments, as many as the operation takes.
    pub arguments: &'a [Argument<'a>],
    /// The session: its budget and names.
    pub session: &'a Session,
}

impl<'a> Call<'a> {
    /// How many arguments there are.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The value of an argument.
    ///
    /// # Errors
    /// That it has none, or that it is missing.
    pub fn value(&self, index: usize) -> Result<&Value, Fault> {
        match self.arguments.get(index) {
            Some(argument) => argument.value.as_ref().map_err(Fault::clone),
            None => Err(Fault::new(self.span(index), self.missing())),
        }
    }

    /// A fault at an argument.
    pub fn fault(&self, index: usize, reason: impl Into<Reason>) -> Fault {
        Fault::new(self.span(index), reason)
    }

    /// That an argument should have been `expected`.
    pub fn wrong(&self, index: usize, expected: &'static str) -> Fault {
        match self.value(index) {
            Ok(value) => self.fault(index, value.not(expected, &self.what(index))),
            Err(fault) => fault,
        }
    }

    /// How an argument is called in messages.
    pub fn what(&self, index: usize) -> String {
        format!("argument {} of {}", index + 1, self.operation)
    }

    fn span(&self, index: usize) -> Range<usize> {
        self.arguments.get(index).map_or(0..0, |argument| argument.expr.span.clone())
    }

    fn missing(&self) -> Reason {
        let parameters = find(self.operation).map_or("…", |operation| operation.parameters);
        let (operation, found) = (self.operation.to_owned(), self.len());
        Reason::Arity { operation, parameters, found }
    }

    /// An integer.
    ///
    /// # Errors
    /// That it is none.
    pub fn integer(&self, index: usize) -> Result<i64, Fault> {
        match self.value(index)? {
            Value::Integer(value) => Ok(*value),
            _ => Err(self.wrong(index, "an integer")),
        }
    }

    /// An integer above 0.
    ///
    /// # Errors
    /// That it is none.
    pub fn positive(&self, index: usize) -> Result<i64, Fault> {
        let found = self.integer(index)?;
        if found < 1 {
            let what = self.what(index);
            return Err(self.fault(index, Reason::Range { what, expected: "1 or more", found }));
        }
        Ok(found)
    }

    /// An integer above 0 that has a default.
    ///
    /// # Errors
    /// That it is none.
    pub fn positive_or(&self, index: usize, default: i64) -> Result<i64, Fault> {
        if index < self.len() { self.positive(index) } else { Ok(default) }
    }

    /// An integer that counts: modes, axes or bits.
    ///
    /// # Errors
    /// That it is none, or below 0.
    pub fn count(&self, index: usize) -> Result<usize, Fault> {
        let found = self.integer(index)?;
        usize::try_from(found).map_err(|_| self.negative(index, found))
    }

    /// That a number in an argument should not be below 0.
    pub fn negative(&self, index: usize, found: i64) -> Fault {
        let what = self.what(index);
        self.fault(index, Reason::Range { what, expected: "0 or more", found })
    }

    /// A shape, a stride or a coordinate.
    ///
    /// # Errors
    /// That it is none.
    pub fn tree(&self, index: usize) -> Result<IntTree, Fault> {
        self.value(index)?.tree(&self.what(index)).map_err(|reason| self.fault(index, reason))
    }

    /// The coordinates of a point, an integer for a point of one.
    ///
    /// # Errors
    /// That it is none.
    pub fn point(&self, index: usize) -> Result<Vec<i64>, Fault> {
        self.value(index)?.to_point(&self.what(index)).map_err(|reason| self.fault(index, reason))
    }

    /// A coordinate, `_` where it is open.
    ///
    /// # Errors
    /// That it is none.
    pub fn coordinate(&self, index: usize) -> Result<Coord, Fault> {
        let value = self.value(index)?;
        value.to_coordinate(&self.what(index)).map_err(|reason| self.fault(index, reason))
    }

    /// A shape, or a layout's.
    ///
    /// # Errors
    /// That it is none.
    pub fn shape(&self, index: usize) -> Result<IntTree, Fault> {
        match self.value(index)? {
            Value::Composed(_) | Value::Layout(_) | Value::Composition(..) => {
                let first = self.swizzled(index)?.first();
                Ok(first.map_err(|error| self.fault(index, error))?.shape())
            }
            _ => self.tree(index),
        }
    }

    /// A map; a layout is one.
    ///
    /// # Errors
    /// That it is none.
    pub fn map(&self, index: usize) -> Result<LayoutMap, Fault> {
        self.value(index)?.to_map().ok_or_else(|| self.wrong(index, "a map"))
    }

    /// What a proof about argument `index`, a map, may look at.
    ///
    /// # Errors
    /// That it is none.
    pub fn budget(&self, index: usize) -> Result<Budget, Fault> {
        Ok(limits::budget(&self.map(index)?, &self.session.budget))
    }

    /// What a proof about the first two arguments together, maps, may look at.
    ///
    /// # Errors
    /// That one is none.
    pub fn budget_of_both(&self) -> Result<Budget, Fault> {
        let (a, b) = (self.budget(0)?, self.budget(1)?);
        Ok(if a.points < b.points { a } else { b })
    }

    /// A layout; a map of one shape and stride is one.
    ///
    /// # Errors
    /// That it is none.
    pub fn layout(&self, index: usize) -> Result<Layout, Fault> {
        self.value(index)?.to_layout(&self.what(index)).map_err(|reason| self.fault(index, reason))
    }

    /// A layout, perhaps with a swizzle, an offset or other steps after it.
    ///
    /// # Errors
    /// That it is none.
    pub fn swizzled(&self, index: usize) -> Result<Swizzled, Fault> {
        let value = self.value(index)?.to_swizzled(&self.what(index));
        value.map_err(|reason| self.fault(index, reason))
    }

    /// A layout, perhaps with a swizzle and an offset after it.
    ///
    /// # Errors
    /// That it is none.
    pub fn composed(&self, index: usize) -> Result<Composed, Fault> {
        let value = self.value(index)?.to_composed(&self.what(index));
        value.map_err(|reason| self.fault(index, reason))
    }

    /// What an operation on coordinates makes of an argument: it is done to the layout that is
    /// applied first.
    ///
    /// # Errors
    /// That it is no layout; as the operation.
    pub fn on_coordinates<R: Into<Swizzled>>(
        &self,
        index: usize,
        operation: impl FnOnce(&Layout) -> Result<R, CuteError>,
    ) -> Outcome {
        let result = self.swizzled(index)?.on_coordinates(|layout| Ok(operation(layout)?.into()));
        Ok(result?.into())
    }

    /// That there is no mode of this number in an operand.
    pub fn no_mode(&self, index: usize, operand: &Value, mode: usize, rank: usize) -> Fault {
        let (operation, operand) = (self.operation.to_owned(), operand.to_string());
        self.fault(index, Reason::Mode { operation, operand, mode, rank })
    }

    /// A tiler.
    ///
    /// # Errors
    /// That it is none.
    pub fn tiler(&self, index: usize) -> Result<Tiler, Fault> {
        self.value(index)?.to_tiler(&self.what(index)).map_err(|reason| self.fault(index, reason))
    }

    /// The place of an axis among `names`, given by its name or its place.
    ///
    /// # Errors
    /// That there is no such axis.
    pub fn axis<'n>(
        &self,
        index: usize,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, Fault> {
        let Some(argument) = self.arguments.get(index) else {
            return Err(Fault::new(self.span(index), self.missing()));
        };
        if let ExprKind::Name(name) = &argument.expr.kind
            && let Some(place) = names.clone().position(|axis| axis == name)
        {
            return Ok(place);
        }
        let rank = names.clone().count();
        let name = match (&argument.expr.kind, &argument.value) {
            (_, Ok(Value::Integer(place))) if (0..rank as i64).contains(place) => {
                return Ok(*place as usize);
            }
            (_, Ok(Value::Integer(place))) => place.to_string(),
            (ExprKind::Name(name), _) => name.clone(),
            _ => return Err(self.wrong(index, "an axis, by its name or its place")),
        };
        let set = format!("({})", names.collect::<Vec<_>>().join(", "));
        Err(self.fault(index, MapError::UnknownAxis { name, set }))
    }

    /// The names in an argument: `lane`, or `(lane, warp)`.
    ///
    /// # Errors
    /// That it is something else.
    pub fn names(&self, index: usize) -> Result<Vec<&'a str>, Fault> {
        let name = |expr: &'a Expr| match &expr.kind {
            ExprKind::Name(name) => Some(name.as_str()),
            _ => None,
        };
        let names = match self.arguments.get(index).map(|argument| &argument.expr.kind) {
            Some(ExprKind::Name(name)) => Some(vec![name.as_str()]),
            Some(ExprKind::Tuple(items)) => items.iter().map(name).collect(),
            _ => None,
        };
        names.ok_or_else(|| match self.value(index) {
            Ok(_) => self.wrong(index, "names of axes, such as lane or (lane, warp)"),
            Err(fault) => fault,
        })
    }
}
