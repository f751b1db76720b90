//! Other systems' words: what they say, whether two say the same, and one in another's words.
//!
//! ```text
//! a = read(ttg, "#ttg.nvidia_mma<{…}>", (16,8))
//! b = read(cute, "SM80_16x8x16_F32F16F16F32_TN:C")
//! same(a, b)                     proved by gf2
//! translate(a, cute_tv)          ((4,8),(2,2)):((32,1),(16,8))
//! ```
//!
//! A layout, and a map to one number, stand for elements with their addresses; another map for
//! what `read(tileir, …)` of its text is.

use serde_json::json;
use tileir::interop::meaning::{
    Comparison, Context, Meaning, Places, System, TranslateError, read, same, same_pairs, write,
};

use super::{Call, Failure, Operation, row};
use crate::error::Fault;
use crate::evaluate::evaluate;
use crate::syntax::ExprKind;
use crate::value::{Found, Value};

/// The rows.
pub const TABLE: &[Operation] = &[
    row("read", "SYSTEM, TEXT, shape?, …", "what TEXT says in cute, cute_tv, ttg, …", |call| {
        let (system, text) = (system(call, 0)?, text(call, 1)?);
        let meaning =
            read(system, &text, &context(call, 2)?).map_err(|error| at(call, 1, error))?;
        Ok(Value::Meaning(Box::new(meaning)))
    }),
    row(
        "translate",
        "A, SYSTEM, …",
        "A in the words of a system, proved to say the same",
        |call| {
            let (meaning, system) = (operand(call, 0)?, system(call, 1)?);
            let text =
                write(system, &meaning, &context(call, 2)?).map_err(|error| at(call, 0, error))?;
            Ok(Value::Text(vec![text]))
        },
    ),
    row(
        "same",
        "A, B, pairs?",
        "whether places hold the same elements, as often or at all",
        |call| {
            let (a, b) = (operand(call, 0)?, operand(call, 1)?);
            let budget = &call.session.budget;
            let verdict = match call.len() {
                2 => same(&a, &b, budget),
                _ if call.names(2)? == ["pairs"] => same_pairs(&a, &b, budget),
                _ => return Err(call.wrong(2, "the word pairs").into()),
            };
            Ok(Value::Found(Box::new(found(&verdict?))))
        },
    ),
];

fn at(call: &Call<'_>, index: usize, error: TranslateError) -> Failure {
    call.fault(index, error).into()
}

/// A system's name, with `_` for the hyphen that no name here has.
fn system(call: &Call<'_>, index: usize) -> Result<System, Failure> {
    let name = match call.names(index) {
        Ok(names) => names.join(", "),
        Err(_) => text(call, index)?,
    };
    name.replace('_', "-").parse().map_err(|error| at(call, index, error))
}

fn text(call: &Call<'_>, index: usize) -> Result<String, Fault> {
    match call.value(index)? {
        Value::Text(lines) => Ok(lines.join("\n")),
        _ => Err(call.wrong(index, "a text in quotation marks")),
    }
}

/// A shape, and `lanes = …`, `warps = …`, `bits = …`, `element = "…"`, from an argument on.
fn context(call: &Call<'_>, from: usize) -> Result<Context, Failure> {
    let mut context = Context::default();
    for index in from..call.len() {
        let named = call.arguments.get(index).map(|argument| &argument.expr.kind);
        let Some(ExprKind::Named(name, value)) = named else {
            context.shape = Some(call.point(index)?);
            continue;
        };
        let known = "a shape, lanes = …, warps = …, bits = … or element = …";
        match (name.as_str(), evaluate(value, call.session)?) {
            ("lanes", Value::Integer(lanes)) => context.lanes = Some(lanes),
            ("warps", Value::Integer(warps)) => context.warps = Some(warps),
            ("bits", Value::Integer(bits)) => context.bits = Some(bits),
            ("element", Value::Text(lines)) => context.element = Some(lines.join("")),
            (_, other) => {
                let reason = other.not(known, &format!("the argument '{name}'"));
                return Err(call.fault(index, reason).into());
            }
        }
    }
    Ok(context)
}

/// Argument `index` as a meaning.
fn operand(call: &Call<'_>, index: usize) -> Result<Meaning, Failure> {
    let value = call.value(index)?;
    if let Value::Meaning(meaning) = value {
        return Ok((**meaning).clone());
    }
    let wrong = || call.wrong(index, "a meaning, a layout or a map");
    let map = value.to_map().ok_or_else(wrong)?;
    let meaning = if value.has_coordinates() {
        Meaning::of_elements(Places::Memory, &map)
    } else {
        read(System::Tileir, &map.to_string(), &Context::default())
    };
    meaning.map_err(|error| at(call, index, error))
}

/// The verdict for people and for programs.
fn found(verdict: &Comparison) -> Found {
    match verdict {
        Comparison::Proved { by, .. } => Found {
            text: format!("proved by {by}"),
            fields: vec![("verdict", json!("proved")), ("by", json!(by.name()))],
        },
        Comparison::Disproved { witness, by, .. } => Found {
            text: format!("disproved, {witness}, by {by}"),
            fields: vec![
                ("verdict", json!("disproved")),
                ("by", json!(by.name())),
                ("place", json!(witness.place)),
                ("element", json!(witness.element)),
                ("times", json!(witness.times)),
                ("held", json!(witness.held)),
                ("found", json!(witness.found)),
            ],
        },
        Comparison::Unknown { why } => Found {
            text: format!("unknown, {why}"),
            fields: vec![("verdict", json!("unknown")), ("why", json!(why))],
        },
    }
}
