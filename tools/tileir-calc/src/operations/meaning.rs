//! Other systems' words: what they say, whether two say the same, and one in another's words.
//!
//! ```text
//! a = read(ttg, "#ttg.nvidia_mma<{…}>", (16,8))
//! b = read(cute, "SM80_16x8x16_F32F16F16F32_TN:C")
//! same(a, b)                     proved by gf2
//! translate(a, cute_tv)          ((4,8),(2,2)):((32,1),(16,8))
//! ```
//!
//! Texts with numbers that are known at run time only, too:
//!
//! ```text
//! n = 1..=64
//! s = 0..=4096
//! a = read(mlir, "memref<?x4xf32, strided<[1, ?]>>", n, s)      each `?` a parameter, in order
//! same(a, (n,4):(1,n))           proved by symbolic if n eq s; disproved, …
//! ```
//!
//! A layout, and a map to one number, stand for elements with their addresses; another map for
//! what `read(tileir, …)` of its text is.

use serde_json::json;
use tileir::family::{Parameter, Parameters};
use tileir::interop::meaning::{
    Comparison, Context, Meaning, Places, SymbolicMeaning, System, TranslateError, is_symbolic,
    read, read_symbolic, same, same_pairs, write, write_symbolic,
};
use tileir::proof::Budget;

use super::members::told;
use super::{Call, Failure, Operation, row};
use crate::error::{Fault, Reason};
use crate::evaluate::evaluate;
use crate::symbolic::Symbolic;
use crate::syntax::ExprKind;
use crate::value::{Found, Value};

/// The rows.
pub const TABLE: &[Operation] = &[
    row("read", "SYSTEM, TEXT, shape?, …", "what TEXT says in cute, cute_tv, ttg, …", |call| {
        let (system, text) = (system(call, 0)?, text(call, 1)?);
        let context = context(call, 2)?;
        if is_symbolic(system, &text, &context) {
            let meaning = read_symbolic(system, &text, &context);
            let meaning = meaning.map_err(|error| at(call, 1, error))?;
            return Ok(Value::SymbolicMeaning(Box::new(meaning)));
        }
        let meaning = read(system, &text, &context).map_err(|error| at(call, 1, error))?;
        Ok(Value::Meaning(Box::new(meaning)))
    }),
    row(
        "translate",
        "A, SYSTEM, …",
        "A in the words of a system, proved to say the same",
        |call| {
            let (meaning, system) = (operand(call, 0)?, system(call, 1)?);
            let context = context(call, 2)?;
            let lines = match meaning {
                Operand::Plain(meaning) => write(system, &meaning, &context).map(|text| vec![text]),
                Operand::Symbolic(meaning) => write_symbolic(system, &meaning, &context)
                    .map(|text| text.to_string().lines().map(str::to_owned).collect()),
            };
            Ok(Value::Text(lines.map_err(|error| at(call, 0, error))?))
        },
    ),
    row(
        "same",
        "A, B, pairs?",
        "whether places hold the same elements, as often or at all",
        |call| {
            let (a, b) = (operand(call, 0)?, operand(call, 1)?);
            let budget = &call.session.budget;
            let counted = match call.len() {
                2 => true,
                _ if call.names(2)? == ["pairs"] => false,
                _ => return Err(call.wrong(2, "the word pairs").into()),
            };
            let found = match (a, b) {
                (Operand::Plain(a), Operand::Plain(b)) if counted => found(&same(&a, &b, budget)?),
                (Operand::Plain(a), Operand::Plain(b)) => found(&same_pairs(&a, &b, budget)?),
                // Each element is in one place, so that to count makes no difference.
                (a, b) => told(&a.symbolic(budget)?, &b.symbolic(budget)?, budget)?,
            };
            Ok(Value::Found(Box::new(found)))
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

/// A shape, parameters for `?`, and `lanes = …`, `warps = …`, `bits = …`, `element = "…"`, from an
/// argument on.
fn context(call: &Call<'_>, from: usize) -> Result<Context, Failure> {
    let mut context = Context { parameters: parameters(call)?, ..Context::default() };
    for index in from..call.len() {
        let named = call.arguments.get(index).map(|argument| &argument.expr.kind);
        let Some(ExprKind::Named(name, value)) = named else {
            match call.value(index)? {
                Value::Parameter(parameter) => context.unknowns.push(parameter.name().to_owned()),
                Value::Tuple(items) if items.iter().any(has_parameters) => {
                    let extents = items.iter().map(extent);
                    context.extents = Some(extents.collect());
                }
                _ => context.shape = Some(call.point(index)?),
            }
            continue;
        };
        let known = "a shape, a parameter, lanes = …, warps = …, bits = … or element = …";
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

/// The parameters that have names, each once.
fn parameters(call: &Call<'_>) -> Result<Parameters, Failure> {
    let mut all: Vec<Parameter> = Vec::new();
    for value in call.session.names.values() {
        if let Value::Parameter(parameter) = value
            && !all.contains(parameter)
        {
            all.push(parameter.clone());
        }
    }
    Ok(Parameters::new(all).map_err(Reason::from)?)
}

/// An extent, as an expression.
fn extent(value: &Value) -> String {
    match value {
        Value::Parameter(parameter) => parameter.name().to_owned(),
        other => other.to_string(),
    }
}

/// Whether it is a number of run time.
fn has_parameters(value: &Value) -> bool {
    matches!(value, Value::Parameter(_) | Value::Symbolic(_))
}

/// What a text says, for numbers or for all values of parameters.
enum Operand {
    Plain(Meaning),
    Symbolic(SymbolicMeaning),
}

impl Operand {
    fn symbolic(self, budget: &Budget) -> Result<SymbolicMeaning, TranslateError> {
        match self {
            Operand::Symbolic(meaning) => Ok(meaning),
            Operand::Plain(meaning) => SymbolicMeaning::of_meaning(&meaning, budget),
        }
    }
}

/// Argument `index` as a meaning.
fn operand(call: &Call<'_>, index: usize) -> Result<Operand, Failure> {
    let value = call.value(index)?;
    match value {
        Value::Meaning(meaning) => return Ok(Operand::Plain((**meaning).clone())),
        Value::SymbolicMeaning(meaning) => return Ok(Operand::Symbolic((**meaning).clone())),
        Value::Symbolic(symbolic) => return layout(call, index, symbolic),
        _ => {}
    }
    let wrong = || call.wrong(index, "a meaning, a layout or a map");
    let map = value.to_map().ok_or_else(wrong)?;
    let meaning = if value.has_coordinates() {
        Meaning::of_elements(Places::Memory, &map)
    } else {
        read(System::Tileir, &map.to_string(), &Context::default())
    };
    meaning.map(Operand::Plain).map_err(|error| at(call, index, error))
}

/// A layout with parameters, of which there is one way for all their values.
fn layout(call: &Call<'_>, index: usize, symbolic: &Symbolic) -> Result<Operand, Failure> {
    let [way] = symbolic.ways.as_slice() else {
        return Err(call.wrong(index, "a layout that is one for all values").into());
    };
    if way.guard().is_some() || symbolic.rest.is_some() {
        return Err(call.wrong(index, "a layout that is one for all values").into());
    }
    let context = Context::of_parameters(symbolic.parameters.clone());
    let meaning = read_symbolic(System::Cute, &way.form.to_string(), &context);
    meaning.map(Operand::Symbolic).map_err(|error| at(call, index, error))
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
