//! Our answers to TileLang's cases.

use std::error::Error;

use serde_json::Value;
use tileir::LayoutMap;
use tileir::interop::tilelang::{self, Banks, Fragment, Layout, helper};

use super::theirs::{numbers, written};
use super::{Ours, Point, answer as function, named};
use crate::function::Function;
use crate::record::{RecordError, integer, list};

type Answered = Result<Ours, Box<dyn Error>>;

/// Our answer; `None` for an operation that nobody knows.
///
/// # Errors
/// Operands that the operation does not take.
pub fn answer(name: &str, args: &Value) -> Result<Option<Result<Ours, String>>, RecordError> {
    let ours = match name {
        "layout" | "inverse" | "linearized_index" | "repeat" | "reshape" | "expand"
        | "is_equal" => on_layout(name, args)?,
        "fragment" | "frag_repeat" | "frag_replicate" | "frag_compound" | "frag_condense"
        | "frag_inverse" => on_fragment(name, args)?,
        "fully_replicated" => {
            let (shape, threads) = (shape(args, "shape")?, number(args, "threads")?);
            (|| of_fragment(Fragment::fully_replicated(&shape, threads)?))()
        }
        "mma_helper" => {
            let name = text(args, "name")?;
            (|| {
                let layout = helper(name)?.layout()?;
                Ok(Ours { form: None, ..of_layout(layout)? })
            })()
        }
        _ => match made(name, args)? {
            Some(layout) => layout,
            None => return Ok(None),
        },
    };
    Ok(Some(ours.map_err(|error| error.to_string())))
}

fn on_layout(name: &str, args: &Value) -> Result<Answered, RecordError> {
    let operand = layout(args)?;
    let operand = match operand {
        Ok(operand) => operand,
        Err(error) => return Ok(Err(error.into())),
    };
    Ok(match name {
        "layout" => of_layout(operand),
        "inverse" => operand.inverse().map_err(Box::from).and_then(of_layout),
        "repeat" => {
            let (dimension, factor) = (number(args, "dim")?, number(args, "factor")?);
            let dimension = usize::try_from(dimension).unwrap_or(usize::MAX);
            operand.repeat(dimension, factor).map_err(Box::from).and_then(of_layout)
        }
        "reshape" => operand.reshape(&shape(args, "shape")?).map_err(Box::from).and_then(of_layout),
        "expand" => operand.expand(&shape(args, "leading")?).map_err(Box::from).and_then(of_layout),
        "linearized_index" => (|| {
            let program = operand.linearized_index()?;
            let inputs = operand.inputs().to_vec();
            let at = move |i| program.eval(&split(&inputs, i)?).map_err(|e| e.to_string());
            let size = operand.inputs().iter().product();
            Ok(Ours { form: None, function: Function::new(size, at) })
        })(),
        _ => (|| {
            let mut truths = Vec::new();
            for (other, ..) in named::LAYOUTS {
                let other = named::layout(other).ok_or("no such layout")??;
                truths.push(vec![i64::from(operand.equals(&other)?.is_proved())]);
            }
            Ok(Ours { form: None, function: Function::table(truths) })
        })(),
    })
}

fn on_fragment(name: &str, args: &Value) -> Result<Answered, RecordError> {
    let operand = match fragment(args)? {
        Ok(operand) => operand,
        Err(error) => return Ok(Err(error.into())),
    };
    let result = match name {
        "fragment" => Ok(operand),
        "frag_repeat" => {
            // Without a number it is twice along the first coordinate, in more registers.
            let twice = || {
                let mut times = vec![1; operand.inputs().len()];
                times.iter_mut().take(1).for_each(|times| *times = 2);
                times
            };
            let times = args.get("repeats").map(|_| shape(args, "repeats"));
            let times = times.transpose()?.unwrap_or_else(twice);
            operand.repeat(&times, flag(args, "on_thread"), flag(args, "lower_dim_first"))
        }
        "frag_replicate" => operand.replicate(number(args, "n")?),
        "frag_condense" => operand.condense_replicate_var(),
        "frag_compound" => operand
            .repeat(&[2, 1], false, false)
            .and_then(|twice| twice.repeat(&[2, 2], true, false))
            .and_then(|more| more.replicate(2)),
        _ => return Ok(operand.inverse().map_err(Box::from).and_then(of_layout)),
    };
    Ok(result.map_err(Box::from).and_then(of_fragment))
}

/// A layout that TileLang makes by name.
fn made(name: &str, args: &Value) -> Result<Option<Answered>, RecordError> {
    let Some(kind) = name
        .strip_prefix("make_")
        .and_then(|kind| kind.strip_suffix("_mnmajor").unwrap_or(kind).strip_suffix("_layout"))
    else {
        return Ok(None);
    };
    let extents = shape(args, "shape")?;
    let Ok(extents) = <[i64; 2]>::try_from(extents) else {
        return Err(RecordError::wrong("shape", "two extents", args));
    };
    let dtype = text(args, "dtype")?;
    let bits = dtype.trim_start_matches(|c: char| !c.is_ascii_digit());
    let bits = bits.parse().map_err(|_| RecordError::wrong("dtype", "a width", args))?;
    let layout = match kind {
        "full_bank_swizzled" => tilelang::bank_swizzled(Banks::Full, extents, bits),
        "half_bank_swizzled" => tilelang::bank_swizzled(Banks::Half, extents, bits),
        "quarter_bank_swizzled" => tilelang::bank_swizzled(Banks::Quarter, extents, bits),
        "swizzled"
        | "wgmma_swizzled"
        | "tcgen05mma_swizzled"
        | "swizzled_layout"
        | "wgmma_swizzled_layout" => tilelang::swizzled(extents, bits),
        "volta_swizzled" => tilelang::volta(extents, true),
        "linear" => tilelang::linear(extents),
        _ => return Ok(None),
    };
    Ok(Some(layout.map_err(Box::from).and_then(of_layout)))
}

/// A layout or fragment from its expressions.
pub fn read(record: &Value) -> Answered {
    match record.get("thread_expr") {
        Some(_) => of_fragment(read_fragment(record)??),
        None => of_layout(read_layout(record)??),
    }
}

/// The layout that the operands write or name.
///
/// # Errors
/// They do neither.
pub fn layout(args: &Value) -> Result<Result<Layout, String>, RecordError> {
    if let Some(record) = args.get("of") {
        return Ok(read_layout(record)?.map_err(|error| error.to_string()));
    }
    let name = args.get("name").or_else(|| args.get("a")).and_then(Value::as_str);
    let layout = name.and_then(named::layout);
    let layout = layout.ok_or_else(|| RecordError::wrong("args", "a layout", args))?;
    Ok(layout.map_err(|error| error.to_string()))
}

fn fragment(args: &Value) -> Result<Result<Fragment, String>, RecordError> {
    if let Some(record) = args.get("of") {
        return Ok(read_fragment(record)?.map_err(|error| error.to_string()));
    }
    let fragment = args.get("name").and_then(Value::as_str).and_then(named::fragment);
    let fragment = fragment.ok_or_else(|| RecordError::wrong("args", "a fragment", args))?;
    Ok(fragment.map_err(|error| error.to_string()))
}

type Read<T> = Result<Result<T, tilelang::TileLangError>, RecordError>;

fn read_layout(record: &Value) -> Read<Layout> {
    let inputs = shape(record, "input_shape")?;
    Ok(Layout::read(&inputs, &expressions(record)?))
}

fn read_fragment(record: &Value) -> Read<Fragment> {
    let (inputs, replicate) = (shape(record, "input_shape")?, number(record, "replicate")?);
    let thread = text(record, "thread_expr")?;
    Ok(Fragment::read(&inputs, thread, &expressions(record)?, replicate))
}

fn expressions(record: &Value) -> Result<Vec<&str>, RecordError> {
    let index = record.get("index_expr").unwrap_or(&Value::Null);
    let text = |value: &'_ Value| match value {
        Value::String(_) => Ok(()),
        _ => Err(RecordError::wrong("index_expr", "expressions", value)),
    };
    list("index_expr", index)?.iter().try_for_each(text)?;
    Ok(list("index_expr", index)?.iter().filter_map(Value::as_str).collect())
}

/// An expression over a shape, as a function.
pub fn expression(text: &str, inputs: &[i64]) -> Result<Function<Point>, String> {
    let layout = Layout::read(inputs, &[text]).map_err(|error| error.to_string())?;
    of_layout(layout).map(|ours| ours.function).map_err(|error| error.to_string())
}

fn of_layout(layout: Layout) -> Answered {
    let form = written(layout.inputs(), layout.outputs(), (None, None));
    let map = layout.map()?;
    let inputs = layout.inputs().to_vec();
    let size = inputs.iter().product();
    Ok(function(form, size, move |i| value(&map, split(&inputs, i)?)))
}

fn of_fragment(fragment: Fragment) -> Answered {
    let counts = (Some(fragment.replicate_count()), Some(fragment.thread_count()));
    let form = written(fragment.inputs(), fragment.outputs(), counts);
    let (map, replicas) = (fragment.map()?, fragment.replicate_count());
    let inputs = fragment.inputs().to_vec();
    let size = inputs.iter().product();
    Ok(function(form, size, move |i| {
        let mut all = Vec::new();
        for replica in 0..replicas {
            let mut point = split(&inputs, i)?;
            point.push(replica);
            all.extend(value(&map, point)?);
        }
        Ok(all)
    }))
}

fn value(map: &LayoutMap, point: Point) -> Result<Point, String> {
    map.eval(&point).map_err(|error| error.to_string())
}

/// The point of a number, the last coordinate fastest.
fn split(extents: &[i64], number: i64) -> Result<Point, String> {
    let mut rest = number;
    let mut point = Vec::with_capacity(extents.len());
    for extent in extents.iter().rev() {
        point.push(rest.checked_rem_euclid(*extent).ok_or("an extent of 0")?);
        rest = rest.div_euclid(*extent);
    }
    point.reverse();
    Ok(point)
}

fn shape(record: &Value, key: &'static str) -> Result<Vec<i64>, RecordError> {
    let fields = record.as_object();
    numbers(fields.ok_or_else(|| RecordError::wrong("args", "named operands", record))?, key)
        .map_err(|_| RecordError::wrong(key, "numbers", record))
}

fn number(record: &Value, key: &'static str) -> Result<i64, RecordError> {
    integer(key, record.get(key).unwrap_or(&Value::Null))
}

fn text<'a>(record: &'a Value, key: &'static str) -> Result<&'a str, RecordError> {
    let text = record.get(key).and_then(Value::as_str);
    text.ok_or_else(|| RecordError::wrong(key, "a text", record))
}

fn flag(record: &Value, key: &str) -> bool {
    record.get(key).and_then(Value::as_bool).unwrap_or(false)
}
