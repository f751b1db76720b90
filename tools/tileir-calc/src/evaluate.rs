//! From [`syntax`](crate::syntax) to values.
//!
//! `A o B` is `A` after `B`, and what that means depends on the two:
//!
//! | `A` | `B` | result |
//! |---|---|---|
//! | layout | layout, shape, tiler | CuTe's composition: `B` chooses coordinates of `A` |
//! | `Sw<…>` | layout | the swizzled layout |
//! | `Sw<…>` | swizzled layout | the exact map: a swizzle of all integers, after that |
//! | `Sw<…>` | `Sw<…>` | a function on all integers, shown as a map of the larger of their blocks |
//! | layout | `Sw<…>` | the swizzle moved past the layout, or the exact map on the layout's coordinates |
//! | layout | swizzled layout | the exact map: swizzled values are coordinates of `A` |
//! | composition without a flat form | layout, shape, tiler | what `B` chooses of the coordinates of `A` |
//! | correspondence | correspondence or map | the correspondence of what goes with what |
//! | family | family | the family of the members' compositions |
//! | integer | layout | the layout with the integer added: `Sw<3,4,3> o 16 o (8,8):(8,1)` |
//! | map | map | the typed composition: `B` ends where `A` starts |
//!
//! A chain is worked off from its right end; composition is associative.
//!
//! A value with arguments, `a(3)` or `(4,8):(1,4)(2,_)`, is its value there, or the slice of a
//! layout. Integers have arithmetic, which never leaves 64 bits unseen.

use tileir::LayoutMap;
use tileir::corr::LayoutCorr;
use tileir::cute::Swizzle;

use crate::error::{Fault, Reason};
use crate::limits;
use crate::operations::{self, Argument, Call, Failure};
use crate::session::Session;
use crate::symbolic;
use crate::syntax::{Expr, ExprKind, Join, Sign};
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
        ExprKind::Text(text) => Ok(Value::Text(vec![text.clone()])),
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
            if let Some(symbolic) = symbolic::layout(shape, stride, session)? {
                return Ok(Value::Symbolic(Box::new(symbolic)));
            }
            let [shape, stride] =
                [("the shape", shape), ("the stride", stride)].map(|(what, tree)| {
                    let value = evaluate(tree, session)?;
                    value.tree(what).map_err(|reason| Fault::new(tree.span.clone(), reason))
                });
            Value::layout(&shape?, &stride?).map_err(here)
        }
        ExprKind::Family(family) => Ok(Value::Family(family.clone())),
        ExprKind::Node(join, operands) => node(expr, join, operands, session),
        ExprKind::Arithmetic(first, rest) => {
            if let Some(number) = symbolic::number(expr, session)? {
                return Ok(number.settled());
            }
            let mut total = integer(first, session)?;
            for (sign, operand) in rest {
                let b = integer(operand, session)?;
                total = sign.apply(total, b).ok_or_else(|| here(arithmetic(total, *sign, b)))?;
            }
            Ok(Value::Integer(total))
        }
        ExprKind::Range(ends, step) => {
            let (lo, hi, _) = bounds(ends, step.as_deref(), session)?;
            Err(here(Reason::Nameless { lo, hi }))
        }
        ExprKind::Named(name, _) => Err(here(Reason::Named { name: name.clone() })),
        ExprKind::Apply(value, arguments) => {
            let applied = evaluate(value, session)?;
            let arguments = self::arguments(arguments, session);
            let call = Call { operation: "the operand", arguments: &arguments, session };
            operations::point::at("the value", &applied, &call).map_err(|failure| match failure {
                Failure::At(fault) => fault,
                Failure::Of(reason) => Fault::new(value.span.clone(), reason),
            })
        }
        ExprKind::Chain(front, last) => chain(front, last, session),
        ExprKind::Call(name, arguments) => call(expr, name, arguments, session),
    }
}

fn arithmetic(a: i64, sign: Sign, b: i64) -> Reason {
    Reason::Arithmetic { a: a.to_string(), sign: sign.symbol(), b: b.to_string() }
}

/// An operand of arithmetic; brackets group.
fn integer(expr: &Expr, session: &Session) -> Result<i64, Fault> {
    let value = evaluate(expr, session)?;
    let mut inside = &value;
    while let Value::Tuple(items) = inside
        && let [item] = items.as_slice()
    {
        inside = item;
    }
    match inside {
        Value::Integer(number) => Ok(*number),
        _ => Err(Fault::new(expr.span.clone(), value.not("an integer", "the operand"))),
    }
}

/// `lo..=hi by step`.
///
/// # Errors
/// Bounds that are no integers.
pub fn bounds(
    [lo, hi]: &[Expr; 2],
    step: Option<&Expr>,
    session: &Session,
) -> Result<(i64, i64, i64), Fault> {
    let step = step.map_or(Ok(1), |step| integer(step, session))?;
    Ok((integer(lo, session)?, integer(hi, session)?, step))
}

/// `compose<…>`, `product<…>` or `corr<…>`.
fn node(expr: &Expr, join: &Join, operands: &[Expr], session: &Session) -> Result<Value, Fault> {
    let here = |reason: Reason| Fault::new(expr.span.clone(), reason);
    let map = |operand: &Expr| {
        let value = evaluate(operand, session)?;
        let wrong = || Fault::new(operand.span.clone(), value.not("a map", "the operand"));
        value.to_map().ok_or_else(wrong)
    };
    let maps: Vec<LayoutMap> = operands.iter().map(map).collect::<Result<_, _>>()?;
    let joined = match (join, <[LayoutMap; 2]>::try_from(maps)) {
        (Join::Compose, Ok([outer, inner])) => LayoutMap::compose(outer, inner),
        (Join::Compose, Err(maps)) => {
            let (operation, parameters) = ("compose<…>".to_owned(), "outer, inner");
            return Err(here(Reason::Arity { operation, parameters, found: maps.len() }));
        }
        (Join::Corr { replicas }, Ok([left, right])) => {
            let names: Vec<&str> = replicas.iter().map(String::as_str).collect();
            let corr = LayoutCorr::new(left, right).and_then(|corr| corr.with_replicas(&names));
            return Ok(Value::Corr(Box::new(corr.map_err(|error| here(error.into()))?)));
        }
        (Join::Corr { .. }, Err(maps)) => {
            let (operation, parameters) = ("corr<…>".to_owned(), "left, right, replicas?");
            return Err(here(Reason::Arity { operation, parameters, found: maps.len() }));
        }
        (Join::Product, Ok(maps)) => LayoutMap::product(maps.into()),
        (Join::Product, Err(maps)) => LayoutMap::product(maps),
    };
    Ok(Value::Map(joined.map_err(|error| here(error.into()))?))
}

/// The arguments, each with its value or why it has none.
fn arguments<'a>(arguments: &'a [Expr], session: &Session) -> Vec<Argument<'a>> {
    let evaluated = |expr| Argument { expr, value: evaluate(expr, session) };
    arguments.iter().map(evaluated).collect()
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
    let arguments = self::arguments(arguments, session);
    let call = |operation| Call { operation, arguments: &arguments, session };
    let located = |failure| match failure {
        Failure::At(fault) => fault,
        Failure::Of(reason) => Fault::new(span.clone(), reason),
    };
    if let Some(value) = session.names.get(name) {
        return operations::point::at(&format!("'{name}'"), value, &call(name)).map_err(located);
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
    let call = call(name);
    let outcome = symbolic::run(&call).unwrap_or_else(|| (operation.run)(&call));
    outcome.map_err(|failure| failure.of(operation.name)).map_err(located)
}
