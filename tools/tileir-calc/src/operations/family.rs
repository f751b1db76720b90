//! Families and symbolic layouts: values for their parameters.
//!
//! ```text
//! F = family<(n : 8..=64 by 8, s : 0..=9) (i : n) -> (i * s + n)>
//! bind(F, n = 16)                 a family of s alone
//! bind(F, n = 16, s = 2)          an ordinary map
//! n = 1..=8
//! bind(n - n, n = 3)              0: a value that no parameter is left in
//! ```

use tileir::family::Parameters;

use super::{Call, Operation, Outcome, row};
use crate::error::{Fault, Reason};
use crate::evaluate::evaluate;
use crate::symbolic::{Symbolic, gathered, in_order};
use crate::syntax::ExprKind;
use crate::value::Value;

/// The rows.
pub const TABLE: &[Operation] = &[
    row("bind", "F, parameter = value, …", "the member of a family or symbolic layout", |call| {
        let values = bindings(call)?;
        match gathered(call.value(0)?.clone())? {
            Value::Parameter(parameter) => {
                let symbolic = Symbolic::of_parameter(parameter).map_err(Reason::from)?;
                bound(call, &symbolic, &values)
            }
            Value::Symbolic(symbolic) => bound(call, &symbolic, &values),
            Value::SymbolicMeaning(meaning) => {
                let values = in_order(meaning.parameters(), &values)?;
                Ok(Value::Meaning(Box::new(meaning.at(&values)?)))
            }
            Value::Family(family) => {
                let rest = family.bind_some(&values)?;
                match rest.parameters().is_empty() {
                    true => Ok(Value::of(rest.bind(&[])?)),
                    false => Ok(Value::Family(Box::new(rest))),
                }
            }
            other @ (Value::Integer(_) | Value::Tuple(_) | Value::Layout(_))
                if own(call, &Parameters::default(), &values).is_empty() =>
            {
                Ok(other)
            }
            _ => Err(call.wrong(0, "a family, a symbolic layout or meaning").into()),
        }
    }),
    row("family", "L", "the family of a symbolic layout's maps", |call| match call.value(0)? {
        Value::Symbolic(symbolic) => Ok(Value::Family(Box::new(symbolic.to_family()?))),
        _ => Err(call.wrong(0, "a symbolic layout").into()),
    }),
];

fn bound(call: &Call<'_>, symbolic: &Symbolic, values: &[(&str, i64)]) -> Outcome {
    Ok(symbolic.bind(&own(call, &symbolic.parameters, values))?)
}

/// The values without those of parameters that no number is left of: there is such a parameter, and
/// it may have the value.
fn own<'a>(
    call: &Call<'_>,
    parameters: &Parameters,
    values: &[(&'a str, i64)],
) -> Vec<(&'a str, i64)> {
    let is_left = |&(name, value): &(&str, i64)| match call.session.names.get(name) {
        Some(Value::Parameter(parameter)) if parameters.position(name).is_none() => {
            parameter.check(value).is_err()
        }
        _ => true,
    };
    values.iter().copied().filter(is_left).collect()
}

/// The arguments `parameter = value`.
fn bindings<'a>(call: &Call<'a>) -> Result<Vec<(&'a str, i64)>, Fault> {
    let of = |index: usize| {
        let Some(argument) = call.arguments.get(index) else {
            return Err(call.wrong(index, "parameter = value"));
        };
        let ExprKind::Named(name, value) = &argument.expr.kind else {
            return Err(call.wrong(index, "parameter = value"));
        };
        match evaluate(value, call.session)? {
            Value::Integer(value) => Ok((name.as_str(), value)),
            other => {
                let reason = other.not("an integer", &format!("the value of '{name}'"));
                Err(Fault::new(value.span.clone(), reason))
            }
        }
    };
    let bound: Vec<(&str, i64)> = (1..call.len()).map(of).collect::<Result<_, _>>()?;
    for (place, (name, _)) in bound.iter().enumerate() {
        if bound.iter().take(place).any(|(other, _)| other == name) {
            let reason = Reason::Twice { name: (*name).to_owned() };
            return Err(call.fault(place + 1, reason));
        }
    }
    Ok(bound)
}
