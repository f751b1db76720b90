//! Our answers to TIRx's cases.

use std::error::Error;

use serde_json::Value;
use tileir::LayoutMap;
use tileir::interop::tirx::{ComposeLayout, Iter, TileLayout, datapath, register_atom};

use super::{number, numbers, record};
use crate::definition::tirx::{Place, Tile, place};
use crate::function::Function;
use crate::judge::Answer;
use crate::record::{RecordError, integer, list};

type Ours = Answer<Place, String>;
type Answered = Result<Ours, Box<dyn Error>>;

/// Our answer; `None` for an operation that nobody knows.
///
/// # Errors
/// Operands that the operation does not take.
pub fn answer(name: &str, args: &Value) -> Result<Option<Result<Ours, String>>, RecordError> {
    let layout = |key| read(args, key);
    let ours: Answered = match name {
        "apply" => layout("layout")?.and_then(|layout| shown(name, &layout)),
        "apply_oob" => {
            let (layout, x) = (layout("layout")?, number(args, "x")?);
            layout.and_then(|layout| {
                let at = place(layout.apply(x)?.into_iter().collect());
                Ok(Answer { form: None, function: Function::table(vec![at]) })
            })
        }
        "canonicalize" => layout("layout")?.and_then(|layout| shown(name, &layout.canonicalize()?)),
        "group" | "bad_group" => {
            let (layout, shape) = (layout("layout")?, numbers(args, "shape")?);
            layout.and_then(|layout| grouped(&layout, &shape))
        }
        "tile" => {
            let (inner, outer) = (layout("inner")?, layout("outer")?);
            let shapes = (numbers(args, "outer_shape")?, numbers(args, "inner_shape")?);
            inner.and_then(|inner| shown(name, &inner.tile(&outer?, &shapes.0, &shapes.1)?))
        }
        "direct_sum" => {
            let (left, right) = (layout("left")?, layout("right")?);
            let shapes = (numbers(args, "left_shape")?, numbers(args, "right_shape")?);
            right.and_then(|right| shown(name, &right.direct_sum(&left?, &shapes.0, &shapes.1)?))
        }
        "is_tile_inner" => {
            let (inner, outer) = (layout("inner")?, layout("outer")?);
            let shapes = (numbers(args, "outer_shape")?, numbers(args, "inner_shape")?);
            inner.and_then(|inner| outer_again(&inner, &outer?, &shapes.0, &shapes.1))
        }
        "slice" => {
            let (layout, shape) = (layout("layout")?, numbers(args, "shape")?);
            let region = record::region(args)?;
            layout.and_then(|layout| shown(name, &layout.slice(&shape, &region)?))
        }
        "permute_dims" => {
            let (layout, order) = (layout("layout")?, numbers(args, "perm")?);
            let place = |&k: &i64| usize::try_from(k).unwrap_or(usize::MAX);
            let order: Vec<usize> = order.iter().map(place).collect();
            layout.and_then(|layout| shown(name, &layout.permute_dims(&order)?))
        }
        "storage" => layout("layout")?.and_then(|layout| shown(name, &layout.storage()?)),
        "pack" => {
            let (layout, count) = (layout("layout")?, number(args, "num")?);
            layout.and_then(|layout| shown(name, &layout.pack(count)?))
        }
        "unpack" => {
            let (layout, count) = (layout("layout")?, number(args, "num")?);
            layout.and_then(|layout| shown(name, &layout.unpack(count)?))
        }
        "is_trivial" => layout("layout")?.and_then(|layout| {
            let truth = vec![("truth".to_owned(), i64::from(layout.is_trivial()?))];
            Ok(Answer { form: None, function: Function::table(vec![truth]) })
        }),
        "compose_layout" => composed(args)?,
        "tcgen05_atom_layout" => registers(name, args)?,
        "tmem_datapath_layout" => match list("args", args)? {
            [Value::String(letter), rows, columns] => {
                let extents = [integer("args", rows)?, integer("args", columns)?];
                datapath(letter, extents, false).map_err(Box::from).and_then(|l| shown(name, &l))
            }
            _ => return Err(RecordError::wrong("args", "a letter and two extents", args)),
        },
        _ => return Ok(None),
    };
    Ok(Some(ours.map_err(|error| error.to_string())))
}

fn grouped(layout: &TileLayout, shape: &[i64]) -> Answered {
    let (grouped, starts) = layout.group(shape)?;
    let ours = shown("group", &grouped)?;
    let starts: Vec<String> = starts.iter().map(usize::to_string).collect();
    let form = ours.form.map(|form| format!("{form}, starts [{}]", starts.join(",")));
    Ok(Answer { form, function: ours.function })
}

/// The outer layout of a tile, found again.
fn outer_again(
    inner: &TileLayout,
    outer: &TileLayout,
    outer_shape: &[i64],
    inner_shape: &[i64],
) -> Answered {
    let tiled = inner.tile(outer, outer_shape, inner_shape)?;
    let extents = outer_shape.iter().zip(inner_shape).map(|(a, b)| a.checked_mul(*b));
    let shape: Vec<i64> = extents.collect::<Option<_>>().ok_or("the shape leaves 64 bits")?;
    shown("is_tile_inner", &inner.outer_of(&tiled, &shape, inner_shape)?)
}

fn composed(args: &Value) -> Result<Answered, RecordError> {
    let inner = args.get("swizzle_inner").and_then(Value::as_bool).unwrap_or(true);
    let (per_element, length) = (number(args, "per_element")?, number(args, "swizzle_len")?);
    let (atom, tile) = (number(args, "atom_len")?, read(args, "tile")?);
    Ok(tile.and_then(|tile| {
        let form = form("compose_layout", &tile)?;
        let layout = ComposeLayout::new(per_element, length, atom, inner, tile)?;
        Ok(Answer { form: Some(form), function: placed(layout.map()?, layout.tile().size()) })
    }))
}

fn registers(name: &str, args: &Value) -> Result<Answered, RecordError> {
    let wrong = || RecordError::wrong("args", "a shape, two extents and a type", args);
    let [Value::String(shape), of] = list("args", args)? else { return Err(wrong()) };
    let [extents, Value::String(dtype)] = list("args", of)? else { return Err(wrong()) };
    let [rows, columns] = list("args", extents)? else { return Err(wrong()) };
    let extents = [integer("args", rows)?, integer("args", columns)?];
    let bits = dtype.trim_start_matches(|c: char| !c.is_ascii_digit());
    let bits = bits.parse().map_err(|_| wrong())?;
    Ok(register_atom(shape, extents, bits).map_err(Box::from).and_then(|l| shown(name, &l)))
}

/// The layout that TVM prints under a key.
fn read(
    args: &Value,
    key: &'static str,
) -> Result<Result<TileLayout, Box<dyn Error>>, RecordError> {
    let value = args.get(key).unwrap_or(&Value::Null);
    let text = value.get("repr").and_then(Value::as_str);
    let text = text.ok_or_else(|| RecordError::wrong(key, "a printed layout", value))?;
    let own = record::tile(args, key)?;
    Ok(text.parse().map_err(Box::from).and_then(|layout| match same(&layout, &own) {
        true => Ok(layout),
        false => Err(format!("{text} is read as {layout}").into()),
    }))
}

/// That the parts of a layout are those of a record.
fn same(layout: &TileLayout, own: &Tile) -> bool {
    let iters = |iters: &[Iter], own: &[(i64, i64, String)]| {
        iters.len() == own.len()
            && iters.iter().zip(own).all(|(iter, (extent, stride, axis))| {
                (&iter.extent, &iter.stride, &iter.axis) == (extent, stride, axis)
            })
    };
    let offset = |axis: &String, by: &i64| layout.offset().get(axis).copied().unwrap_or(0) == *by;
    iters(layout.shard(), &own.shard)
        && iters(layout.replica(), &own.replica)
        && own.offset.iter().all(|(axis, by)| offset(axis, by))
}

/// That ours reads the text of the peer's answer, and writes it so that it is read again.
pub fn reads_back(result: &Value) -> Result<(), String> {
    let Some(text) = result.get("repr").and_then(Value::as_str) else { return Ok(()) };
    if text.contains("ComposeLayout") {
        let read: ComposeLayout = text.parse().map_err(|error| format!("{text}: {error}"))?;
        return match read.to_string().parse::<ComposeLayout>() {
            Ok(again) if again == read => Ok(()),
            _ => Err(format!("{text} is written as {read}")),
        };
    }
    let read: TileLayout = text.parse().map_err(|error| format!("{text}: {error}"))?;
    let fields = result.as_object().ok_or("the answer is no layout")?;
    let own = record::parse(fields).map_err(|error| error.to_string())?;
    match read.to_string().parse::<TileLayout>() {
        Ok(again) if again == read && same(&read, &own) => Ok(()),
        _ => Err(format!("{text} is read as {read}")),
    }
}

fn shown(name: &str, layout: &TileLayout) -> Answered {
    let function = placed(layout.map()?, layout.size());
    Ok(Answer { form: Some(form(name, layout)?), function })
}

fn form(name: &str, layout: &TileLayout) -> Result<String, Box<dyn Error>> {
    let mut form = format!("size {}, span {}", layout.size(), layout.span()?);
    if record::shards_count(name) {
        let digit = |iter: &Iter| (iter.extent, iter.stride, iter.axis.clone());
        form += &record::shards(&layout.shard().iter().map(digit).collect::<Vec<_>>());
    }
    Ok(form)
}

/// A map to places as a function.
fn placed(map: LayoutMap, size: i64) -> Function<Place> {
    Function::new(size, move |x| {
        let values = map.eval(&[x]).map_err(|error| error.to_string())?;
        let axes = map.codomain().axes().iter().map(|axis| axis.name().to_owned());
        Ok(place(axes.zip(values).collect()))
    })
}
