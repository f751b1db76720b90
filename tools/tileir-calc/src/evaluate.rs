//! From [`syntax`](crate::syntax) to values.
//!
//! `A o B` is `A` after `B`, and what that means depends on the two:
//!
//! | `A` | `B` | result |
//! |---|---|---|
//! | layout | layout, shape, tiler | CuTe's composition: `B` chooses coordinates of `A` |
//! | `Sw<…>` | layout | the swizzled layout |
//! | integer | layout | the layout with the integer added: `Sw<3,4,3> o 16 o (8,8):(8,1)` |
//! | map | map | the typed composition: `B` ends where `A` starts |
//!
//! A chain is worked off from its right end; composition is associative.
//!
//! A name with arguments, `a(3)` or `a(2,_)`, is the value's value there, or the slice of a layout.

use tileir::cute::Swizzle;

use crate::error::{Fault, Reason};
use crate::limits;
use crate::operations::{self, Argument, Call, Failure};
use crate::session::Session;
use crate::syntax::{Expr, ExprKind};
use crate::value::Value;

/// The value of an expression.
///
/// # Errors
/// What has no value, and where.
pub fn evaluate(expr: &Expr, session: &Session) -> Result<Value, Fault> {
    let value = unchecked(expr, session)?;
    limits::check(&value).map_err(|reason| Fault::new(expr.span.clone(), reason))?;
    Ok(value)
}

/// The value, of any size.
fn unchecked(expr: &Expr, session: &Session) -> Result<Value, Fault> {
    let here = |reason: Reason| Fault::new(expr.span.clone(), reason);
    match &expr.kind {
        ExprKind::Integer(value) => Ok(Value::Integer(*value)),
        ExprKind::Whole => Ok(Value::Whole),
        ExprKind::Map(map) => Ok(Value::Map(map.clone())),
        ExprKind::Tuple(items) => {
            let items = items.iter().map(|item| evaluate(item, session));
            Ok(Value::Tuple(items.collect::<Result<_, _>>()?))
        }
        ExprKind::Name(name) => session.names.get(name).cloned().ok_or_else(|| {
            let hint = operations::find(name).map_or_else(String::new, |op| {
                format!("; {}({}) is an operation", op.name, op.parameters)
            });
            here(Reason::UnknownName { name: name.clone(), hint })
        }),
        ExprKind::Swizzle(bits, base, shift) => {
            let swizzle = Swizzle::new(*bits, *base, *shift).map_err(|error| here(error.into()))?;
            Ok(Value::Swizzle(swizzle))
        }
        ExprKind::Layout(shape, stride) => {
            let [shape, stride] =
                [("the shape", shape), ("the stride", stride)].map(|(what, tree)| {
                    let value = evaluate(tree, session)?;
                    value.tree(what).map_err(|reason| Fault::new(tree.span.clone(), reason))
                });
            Value::layout(&shape?, &stride?).map_err(here)
        }
        ExprKind::Chain(front, last) => chain(front, last, session),
        ExprKind::Call(name, arguments) => call(expr, name, arguments, session),
    }
}

/// `a o b o c`, `c` the last.
fn chain(front: &[Expr], last: &Expr, session: &Session) -> Result<Value, Fault> {
    let mut inner = evaluate(last, session)?;
    for link in front.iter().rev() {
        let located = |reason| Fault::new(link.span.start..last.span.end, reason);
        inner = operations::compose::after(evaluate(link, session)?, inner).map_err(located)?;
        limits::check(&inner).map_err(located)?;
    }
    Ok(inner)
}

/// `name(argument, …)`: a named value at a point, or an operation.
fn call(expr: &Expr, name: &str, arguments: &[Expr], session: &Session) -> Result<Value, Fault> {
    let span = expr.span.start..expr.span.start + name.len();
    let evaluated = |expr| Argument { expr, value: evaluate(expr, session) };
    let arguments: Vec<Argument<'_>> = arguments.iter().map(evaluated).collect();
    let call = |operation| Call { operation, arguments: &arguments, session };
    let located = |failure| match failure {
        Failure::At(fault) => fault,
        Failure::Of(reason) => Fault::new(span.clone(), reason),
    };
    if let Some(value) = session.names.get(name) {
        return operations::point::at(value, &call(name)).map_err(located);
    }
    let Some(operation) = operations::find(name) else {
        let hint = operations::near(name)
            .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        return Err(located(Failure::Of(Reason::UnknownName { name: name.to_owned(), hint })));
    };
    if !operation.arity().contains(&arguments.len()) {
        let (operation, parameters) = (name.to_owned(), operation.parameters);
        let found = arguments.len();
        return Err(located(Failure::Of(Reason::Arity { operation, parameters, found })));
    }
    (operation.run)(&call(name)).map_err(located)
}
