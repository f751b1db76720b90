//! Triton's cases, run through `tileir::gf2`.
//!
//! An operation's name may have an ending that says what is wrong with the input
//! (`invert_noninvertible`, `compose_dim_mismatch`): it is the same operation. Dimensions, their
//! order and sizes, and the bases are the form of an answer; the table is its values.

mod attribute;
pub mod encoding;

use serde_json::{Map, Value};
use tileir::gf2::{Dims, Gf2Error, Linear};

use crate::bases::{Bases, Dim, parse_point, parse_points, size, split};
use crate::definition::triton::{Operation, definition, kept};
use crate::function::Function;
use crate::judge::{Answer, Theirs, Verdict, judge};
use crate::nested::Eval;
use crate::record::{Record, RecordError, Table, integer, list};

type Point = Vec<i64>;

/// The names, longest first where one begins another.
const NAMES: [&str; 10] = [
    "invert_and_compose",
    "identity_1d",
    "strided_1d",
    "zeros_1d",
    "from_bases",
    "pseudoinvert",
    "invert",
    "compose",
    "predicates",
    "mul",
];

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, record: &Record) -> Result<Verdict, RecordError> {
    let Some(operation) = parse(name, record)? else {
        return Ok(Verdict::NotSupported(format!("{name}: no such operation")));
    };
    let theirs = match record.rejection()? {
        Some(why) => Theirs::Rejected(why),
        None => theirs(&operation, record.need("result")?)?,
    };
    let ours = answer(&operation).and_then(|answer| answer);
    Ok(judge(&theirs, &ours, &definition(&operation)))
}

fn parse(name: &str, record: &Record) -> Result<Option<Operation>, RecordError> {
    let known = |known: &&&str| {
        name.strip_prefix(**known).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let Some(&short) = NAMES.iter().find(known) else {
        return Ok(None);
    };
    let wrong = |expected| RecordError::Operands { op: name.to_owned(), expected };
    let number = |value| integer("args", value);
    let layout = |value| Bases::parse("args", value);
    let args = record.need("args")?;
    let operands = args.as_array().map(Vec::as_slice);
    Ok(Some(match (short, operands) {
        ("from_bases", _) => from_bases(args)?,
        ("identity_1d", Some([size])) => Operation::Identity(number(size)?),
        ("strided_1d", Some([size, stride])) => Operation::Strided(number(size)?, number(stride)?),
        ("zeros_1d", Some([size])) => Operation::Zeros(number(size)?, 1),
        ("zeros_1d", Some([size, out])) => Operation::Zeros(number(size)?, number(out)?),
        ("mul", Some([a, b])) => Operation::Mul(layout(a)?, layout(b)?),
        ("compose", Some([a, b])) => Operation::Compose(layout(a)?, layout(b)?),
        ("invert_and_compose", Some([a, b])) => Operation::InvertAndCompose(layout(a)?, layout(b)?),
        ("invert", Some([a])) => Operation::Invert(layout(a)?),
        ("pseudoinvert", Some([a])) => Operation::Pseudoinvert(layout(a)?),
        ("predicates", Some([a])) => Operation::Predicates(layout(a)?),
        ("identity_1d" | "strided_1d" | "zeros_1d", _) => return Err(wrong("sizes")),
        ("mul" | "compose" | "invert_and_compose", _) => return Err(wrong("two layouts")),
        _ => return Err(wrong("one layout")),
    }))
}

/// `{"bases": [[dim, points], …], "out": [dims], "sizes": null, "require_surjective": true}`.
fn from_bases(args: &Value) -> Result<Operation, RecordError> {
    let part = |name: &str| args.get(name).unwrap_or(&Value::Null);
    let (mut ins, mut bases) = (Vec::new(), Vec::new());
    for pair in list("bases", part("bases"))? {
        let [Value::String(name), points] = list("bases", pair)? else {
            return Err(RecordError::wrong("bases", "[dim, points] pairs", pair));
        };
        let points = parse_points(points)?;
        let size = u32::try_from(points.len()).ok().and_then(|bits| 1i64.checked_shl(bits));
        let size = size.filter(|size| *size > 0);
        let size = size.ok_or_else(|| RecordError::wrong("bases", "62 bases at most", pair))?;
        ins.push((name.clone(), size));
        bases.push(points);
    }
    let names = list("out", part("out"))?.iter().map(|name| {
        name.as_str().ok_or_else(|| RecordError::wrong("out", "a list of names", name))
    });
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let sizes = match part("sizes") {
        Value::Null => None,
        sizes => Some(list("sizes", sizes)?.iter().map(|size| integer("sizes", size))),
    };
    let smallest = |place: usize| {
        let values = bases.iter().flatten().filter_map(|basis: &Point| basis.get(place).copied());
        let largest = values.max().unwrap_or(0).max(0) as u64;
        largest.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(1) as i64
    };
    let inferred = sizes.is_none();
    let sizes = match sizes {
        None => (0..names.len()).map(smallest).collect(),
        Some(sizes) => sizes.collect::<Result<Vec<_>, _>>()?,
    };
    if sizes.len() != names.len() {
        return Err(RecordError::wrong("sizes", "a size for each output", part("sizes")));
    }
    let outs = names.into_iter().map(str::to_owned).zip(sizes).collect();
    let surjective = part("require_surjective").as_bool().unwrap_or(true);
    Ok(Operation::FromBases(Bases { ins, outs, bases }, inferred, surjective || inferred))
}

/// The peer's answer: a layout with its table, or facts with a matrix and a table.
fn theirs(operation: &Operation, result: &Value) -> Result<Theirs<Point, Bases>, RecordError> {
    match operation {
        Operation::Predicates(_) => {
            let fields = fields(result)?;
            facts(fields, table(fields)?)
        }
        _ => answered(result),
    }
}

/// A peer's layout with its table.
fn answered(result: &Value) -> Result<Theirs<Point, Bases>, RecordError> {
    let table = table(fields(result)?)?;
    let form = Bases::parse("result", result)?;
    let function = values(&form).map_err(|_| RecordError::wrong("result", "a layout", result))?;
    if function.size() != table.size {
        let (said, found) = (function.size(), table.size);
        return Err(RecordError::Size { key: "in_dims", said, found });
    }
    Ok(Theirs::Answered { form: Some(form), function, points: table.points })
}

fn fields(result: &Value) -> Result<&Map<String, Value>, RecordError> {
    result.as_object().ok_or_else(|| RecordError::wrong("result", "an object", result))
}

fn table(fields: &Map<String, Value>) -> Result<Table<Point>, RecordError> {
    Table::read(fields, parse_point)?.ok_or(RecordError::Missing("table"))
}

/// Three facts, the matrix by rows, and the values, one point after another.
fn facts(
    fields: &Map<String, Value>,
    table: Table<Point>,
) -> Result<Theirs<Point, Bases>, RecordError> {
    let mut rows = Vec::new();
    for name in ["injective", "surjective", "invertible"] {
        let fact = fields.get(name).unwrap_or(&Value::Null);
        let fact = fact.as_bool().ok_or_else(|| RecordError::wrong(name, "true or false", fact))?;
        rows.push(vec![fact.into()]);
    }
    rows.extend(parse_points(fields.get("matrix").ok_or(RecordError::Missing("matrix"))?)?);
    let mut points: Vec<_> = (0i64..).zip(rows).collect();
    let offset = points.len() as i64;
    let size = offset.saturating_add(table.size);
    points.extend(table.points.into_iter().map(|(i, value)| (offset.saturating_add(i), value)));
    let listed: std::collections::HashMap<_, _> = points.iter().cloned().collect();
    let at = move |i: i64| listed.get(&i).cloned().ok_or_else(|| format!("{i} is not tabulated"));
    Ok(Theirs::Answered { form: None, function: Function::new(size, at), points })
}

fn values(layout: &Bases) -> Eval<Function<Point>> {
    let layout = layout.clone();
    Ok(Function::new(layout.size()?, move |i| layout.apply(i)))
}

type Ours = Eval<Answer<Point, Bases>>;

/// Our answer, or why there is none.
fn answer(operation: &Operation) -> Eval<Ours> {
    let operand = |layout: &Bases| linear(layout).map_err(|error| error.to_string());
    let result = match operation {
        Operation::Identity(size) => Linear::identity_1d(*size, "i", "o"),
        Operation::Strided(size, stride) => Linear::strided_1d(*size, *stride, "i", "o"),
        Operation::Zeros(size, out) => Linear::zeros_1d(*size, "i", "o", *out),
        Operation::FromBases(layout, inferred, surjective) => built(layout, *inferred, *surjective),
        Operation::Mul(a, b) => operand(a)?.product(&operand(b)?),
        Operation::Compose(a, b) => operand(a)?.compose(&operand(b)?),
        Operation::Invert(a) => operand(a)?.invert(),
        Operation::Pseudoinvert(a) => operand(a)?.pseudoinvert(),
        Operation::InvertAndCompose(a, b) => {
            operand(a)?.invert_and_compose_keeping(&operand(b)?, &kept(a, b))
        }
        Operation::Predicates(a) => return Ok(predicates(&operand(a)?)),
    };
    Ok(result.map_err(|error| error.to_string()).and_then(shown))
}

fn linear(layout: &Bases) -> Result<Linear, Gf2Error> {
    let dims = |dims: &[Dim]| Dims::new(dims.iter().map(|(name, size)| (name, *size)));
    Linear::new(dims(&layout.ins)?, dims(&layout.outs)?, &layout.bases)
}

fn built(layout: &Bases, inferred: bool, surjective: bool) -> Result<Linear, Gf2Error> {
    if inferred {
        let ins = layout.ins.iter().zip(&layout.bases);
        let bases: Vec<_> = ins.map(|((name, _), dim)| (name.as_str(), dim.as_slice())).collect();
        let outs: Vec<_> = layout.outs.iter().map(|(name, _)| name.as_str()).collect();
        return Linear::from_bases(&bases, &outs);
    }
    let linear = linear(layout)?;
    if surjective {
        linear.require_surjective()?;
    }
    Ok(linear)
}

/// Our layout as an answer: its form, and its value at each point.
fn shown(linear: Linear) -> Ours {
    let dims = |dims: &Dims| dims.iter().map(|dim| (dim.name().to_owned(), dim.size())).collect();
    let form = Bases { ins: dims(linear.ins()), outs: dims(linear.outs()), bases: linear.bases() };
    let ins = form.ins.clone();
    let at = move |i| linear.apply(&split(&ins, i)?).map_err(|error| error.to_string());
    Ok(Answer { function: Function::new(form.size()?, at), form: Some(form) })
}

/// The same rows as [`facts`], of ours.
fn predicates(linear: &Linear) -> Ours {
    let mut rows: Vec<Point> = vec![
        vec![linear.is_injective().into()],
        vec![linear.is_surjective().into()],
        vec![linear.is_invertible().into()],
    ];
    rows.extend(linear.matrix().into_iter().map(|row| row.into_iter().map(i64::from).collect()));
    let ins: Vec<Dim> =
        linear.ins().iter().map(|dim| (dim.name().to_owned(), dim.size())).collect();
    let (linear, first) = (linear.clone(), rows.len() as i64);
    let total = size(&ins)?.checked_add(first).ok_or("too many points")?;
    let at = move |i: i64| match usize::try_from(i).ok().and_then(|i| rows.get(i)) {
        Some(row) => Ok(row.clone()),
        None => linear.apply(&split(&ins, i - first)?).map_err(|error| error.to_string()),
    };
    Ok(Answer { form: None, function: Function::new(total, at) })
}
