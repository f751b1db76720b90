//! Operations without regions: on tiles, views, scalars.
//!
//! Each takes values to values. What they share with the lowering is `LayoutMap::eval` alone.

use std::collections::HashSet;
use std::rc::Rc;

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use tileir::proof::{Budget, prove};
use tileir_dialect::attributes::{Facts, ReduceKind, layout_map};
use tileir_dialect::load::coordinate_count;
use tileir_dialect::{AnyTile, ViewType};

use super::Interpreter;
use super::contract::{contract, fraction_of};
use super::element::Element;
use super::elementwise::Elementwise;
use super::fault::Fault;
use super::format::ElementType;
use super::planned::check;
use super::reduce::reduce;
use super::syntax::{
    Op, buffer_type, constant, dimension, integer, malformed, result_type, tile_type,
};
use super::value::{Tile, Value, View, element_count, points};

/// A scalar integer that an address or a decision depends on.
///
/// # Errors
/// Another value, or one that correct devices may have differently.
pub(super) fn certain_integer(
    op: Op<'_, '_>,
    value: &Value,
    what: &'static str,
) -> Result<i64, Fault> {
    match value {
        Value::Scalar(ty, Element::Int { bits, sure: true }) => Ok(ty.signed(*bits)),
        Value::Scalar(_, Element::Int { .. }) => Err(Fault::Undecided { what }),
        other => Err(malformed(op, format!("a {} is no integer", other.kind()))),
    }
}

impl Interpreter {
    /// The values of an operation's results.
    pub(super) fn leaf(
        &mut self,
        op: Op<'_, '_>,
        name: &str,
        operands: &[Value],
    ) -> Result<Vec<Value>, Fault> {
        let one = |value: Value| Ok(vec![value]);
        match name {
            "tileir.apply" => apply(op, operands),
            "tileir.view" => one(view(op, operands)?),
            "tileir.slice" => one(slice(op, operands)?),
            "tileir.load" => one(self.load(op, operands)?),
            "tileir.store" => self.store(op, operands).map(|()| Vec::new()),
            "tileir.repartition" => {
                self.carry_out(op)?;
                one(tile(op, operands.first())?.clone().into())
            }
            "tileir.relabel" => one(relabel(op, operands)?),
            "tileir.reduce" => {
                let kind = op.attribute("kind").ok().and_then(ReduceKind::from_attribute);
                let kind = kind.ok_or_else(|| malformed(op, "it has no kind"))?;
                let axis = usize::try_from(integer(op, "axis")?).unwrap_or(usize::MAX);
                one(reduce(kind, tile(op, operands.first())?, axis)?.into())
            }
            "tileir.contract" => {
                let matrix = |number: usize| tile(op, operands.get(number));
                let fraction = fraction_of(op)?;
                one(contract([matrix(0)?, matrix(1)?, matrix(2)?], fraction)?.into())
            }
            "tileir.iota" => one(iota(op)?.into()),
            "tileir.require" => self.require(op).map(|()| Vec::new()),
            "arith.constant" => one(literal(op)?),
            "tensor.splat" => one(splat(op, operands)?.into()),
            "gpu.block_id" | "gpu.cluster_id" => one(self.coordinate(op, self.block)?),
            "gpu.grid_dim" | "gpu.cluster_dim" => one(self.coordinate(op, self.grid)?),
            "gpu.barrier" | "memref.dealloc" => Ok(Vec::new()),
            "memref.alloc" => {
                let (element, length) = buffer_type("the buffer", result_type(op)?)?;
                one(Value::Buffer(self.memory.add(element, vec![None; length])))
            }
            _ => one(elementwise(op, name, operands)?),
        }
    }

    fn coordinate(&self, op: Op<'_, '_>, of: [i64; 3]) -> Result<Value, Fault> {
        let axis = dimension(op)?;
        let value = of.get(axis).copied().ok_or_else(|| malformed(op, "no such dimension"))?;
        Ok(Value::int(ElementType::Index, value))
    }

    fn load(&self, op: Op<'_, '_>, operands: &[Value]) -> Result<Value, Fault> {
        let (place, other) = operands.split_at(operands.len().min(1 + coordinate_count(op)));
        let (view, coordinates) = viewed(op, place)?;
        let (element, shape) = tile_type("the value", result_type(op)?)?;
        let Some(shape) = shape else {
            let other = match other.first() {
                Some(Value::Scalar(_, other)) => Some(*other),
                Some(other) => {
                    return Err(malformed(op, format!("a {} is no scalar", other.kind())));
                }
                None => None,
            };
            let point = element_point(op, coordinates, 0)?;
            return Ok(Value::Scalar(element, self.memory.load(view, &point, other)?));
        };
        let other = other.first().map(|other| tile(op, Some(other))).transpose()?;
        let load = |(number, point): (usize, Vec<i64>)| {
            let other = other.and_then(|other| other.elements.get(number).copied());
            self.memory.load(view, &point, other)
        };
        let points = points_of(op, coordinates, &shape)?;
        let elements = points.into_iter().enumerate().map(load).collect::<Result<_, _>>()?;
        Ok(Tile { element, shape, elements }.into())
    }

    fn store(&mut self, op: Op<'_, '_>, operands: &[Value]) -> Result<(), Fault> {
        let (value, rest) = operands.split_first().ok_or_else(|| malformed(op, "no value"))?;
        let (view, coordinates) = viewed(op, rest)?;
        match value {
            Value::Scalar(_, element) => {
                let point = element_point(op, coordinates, 0)?;
                self.memory.store(view, &point, *element).map(drop)
            }
            Value::Tile(tile) => {
                let points = points_of(op, coordinates, &tile.shape)?.into_iter();
                let mut elements = points.zip(tile.elements.iter().copied());
                if let Ok(kind) = op.attribute("kind") {
                    let kind = ReduceKind::from_attribute(kind);
                    let kind = kind.ok_or_else(|| malformed(op, "it combines in no known way"))?;
                    return self.memory.combine(kind, view, elements);
                }
                let scatters = !coordinates.is_empty();
                let mut written = HashSet::new();
                elements.try_for_each(|(point, element)| {
                    match self.memory.store(view, &point, element)? {
                        Some(address) if scatters && !written.insert(address) => {
                            Err(Fault::SamePlace { point, address })
                        }
                        _ => Ok(()),
                    }
                })
            }
            other => Err(malformed(op, format!("a {} cannot be stored", other.kind()))),
        }
    }

    /// Carries out a plan, once an operation: it brings the same elements in every block.
    fn carry_out(&mut self, op: Op<'_, '_>) -> Result<(), Fault> {
        match &self.target {
            Some(target) if self.planned.insert(op.to_raw().ptr as usize) => check(op, target),
            _ => Ok(()),
        }
    }

    /// Asks the prover, once an operation: the answer is the same in every block.
    fn require(&mut self, op: Op<'_, '_>) -> Result<(), Fault> {
        if !self.required.insert(op.to_raw().ptr as usize) {
            return Ok(());
        }
        let map = map_of(op)?;
        let attribute = op.attribute("facts").map_err(|_| malformed(op, "it has no facts"))?;
        let wanted = Facts::from_attribute(attribute);
        let facts = prove(&map, &Budget::default());
        for (fact, wanted, verdict) in [
            ("total", wanted.total, &facts.total),
            ("bounds", wanted.bounds, &facts.bounds),
            ("injective", wanted.injective, &facts.injective),
            ("surjective", wanted.surjective, &facts.surjective),
        ] {
            if wanted && !verdict.is_proved() {
                return Err(Fault::Requirement { fact, verdict: verdict.to_string() });
            }
        }
        Ok(())
    }
}

impl From<Tile> for Value {
    fn from(tile: Tile) -> Value {
        Value::Tile(Rc::new(tile))
    }
}

fn map_of(op: Op<'_, '_>) -> Result<tileir::LayoutMap, Fault> {
    let attribute = op.attribute("map").map_err(|_| malformed(op, "it has no map"))?;
    layout_map(attribute).map_err(|error| malformed(op, error.to_string()))
}

fn tile<'v>(op: Op<'_, '_>, value: Option<&'v Value>) -> Result<&'v Tile, Fault> {
    match value {
        Some(Value::Tile(tile)) => Ok(tile),
        Some(other) => Err(malformed(op, format!("a {} is no tile", other.kind()))),
        None => Err(malformed(op, "it has no operand")),
    }
}

/// A view, and the coordinates after it.
fn viewed<'v>(op: Op<'_, '_>, operands: &'v [Value]) -> Result<(&'v View, &'v [Value]), Fault> {
    match operands.split_first() {
        Some((Value::View(view), coordinates)) => Ok((view, coordinates)),
        _ => Err(malformed(op, "it accesses no view")),
    }
}

/// The point that coordinates give the element at a position of their tiles; scalars give all the
/// same.
fn element_point(
    op: Op<'_, '_>,
    coordinates: &[Value],
    position: usize,
) -> Result<Vec<i64>, Fault> {
    let what = "a coordinate";
    let coordinate = |value: &Value| match value {
        Value::Tile(tile) => {
            let own = tile.elements.get(position).copied();
            let own = own.ok_or_else(|| malformed(op, "a coordinate has too few elements"))?;
            certain_integer(op, &Value::Scalar(tile.element, own), what)
        }
        scalar => certain_integer(op, scalar, what),
    };
    coordinates.iter().map(coordinate).collect()
}

/// The point of each element of a tile of this shape: its own place, or what coordinates give it.
fn points_of(op: Op<'_, '_>, coordinates: &[Value], shape: &[i64]) -> Result<Vec<Vec<i64>>, Fault> {
    if coordinates.is_empty() {
        return Ok(points(shape).collect());
    }
    let count = element_count("the value", shape)?;
    (0..count).map(|position| element_point(op, coordinates, position)).collect()
}

fn apply(op: Op<'_, '_>, operands: &[Value]) -> Result<Vec<Value>, Fault> {
    const OP: &str = "tileir.apply";
    let integers = operands.iter().map(|value| certain_integer(op, value, "a coordinate"));
    let point: Vec<i64> = integers.collect::<Result<_, _>>()?;
    let values =
        map_of(op)?.eval(&point).map_err(|error| Fault::NoValue { op: OP, point, error })?;
    let mut results = Vec::new();
    for (result, value) in op.results().zip(values) {
        let (ty, _) = tile_type("the value", result.r#type())?;
        if ty.signed(ty.mask(value as u64)) != value {
            return Err(Fault::Overflow { op: OP, what: "a value that its type doesn't hold" });
        }
        results.push(Value::int(ty, value));
    }
    Ok(results)
}

fn view(op: Op<'_, '_>, operands: &[Value]) -> Result<Value, Fault> {
    let Some(&Value::Buffer(buffer)) = operands.first() else {
        return Err(malformed(op, "it views no buffer"));
    };
    let ty = view_type(op)?;
    let map = ty.map().map_err(|error| malformed(op, error.to_string()))?;
    Ok(Value::View(Rc::new(View::whole(buffer, map, ty.shape(), ty.policy()))))
}

fn slice(op: Op<'_, '_>, operands: &[Value]) -> Result<Value, Fault> {
    let (source, coordinates) = viewed(op, operands)?;
    let coordinates = element_point(op, coordinates, 0)?;
    let shape = view_type(op)?.shape();
    let axes = source.origin.iter().zip(&coordinates).zip(&shape);
    let begin = |((&origin, &tile), &extent): ((&i64, &i64), &i64)| {
        tile.checked_mul(extent)?.checked_add(origin)
    };
    let origin: Option<Vec<i64>> = axes.map(begin).collect();
    let origin = origin.ok_or(Fault::Overflow { op: "tileir.slice", what: "a window's start" })?;
    Ok(Value::View(Rc::new(source.slice(origin, shape))))
}

fn view_type<'c>(op: Op<'c, '_>) -> Result<ViewType<'c>, Fault> {
    ViewType::from_type(result_type(op)?).ok_or_else(|| malformed(op, "its result is no view"))
}

/// The element type and shape of a result that must be a tile.
fn result_tile(op: Op<'_, '_>) -> Result<(ElementType, Vec<i64>), Fault> {
    let r#type = result_type(op)?;
    if AnyTile::from_type(r#type).is_none() {
        return Err(Fault::Type {
            what: "the result".to_owned(),
            found: r#type.to_string(),
            expected: "a tensor with a distribution, or with no encoding",
        });
    }
    let (element, shape) = tile_type("the result", r#type)?;
    Ok((element, shape.unwrap_or_default()))
}

fn relabel(op: Op<'_, '_>, operands: &[Value]) -> Result<Value, Fault> {
    const OP: &str = "tileir.relabel";
    if let Some(Value::View(view)) = operands.first() {
        return relabelled(op, view);
    }
    let source = tile(op, operands.first())?;
    let map = map_of(op)?;
    let (element, shape) = result_tile(op)?;
    let from = |point: Vec<i64>| match map.eval(&point) {
        Ok(place) => {
            let found = source.position(&place).and_then(|place| source.elements.get(place));
            found.copied().ok_or_else(|| malformed(op, format!("{place:?} is not in the source")))
        }
        Err(error) => Err(Fault::NoValue { op: OP, point, error }),
    };
    let elements = points(&shape).map(from).collect::<Result<_, _>>()?;
    Ok(Tile { element, shape, elements }.into())
}

fn relabelled(op: Op<'_, '_>, view: &View) -> Result<Value, Fault> {
    if !view.windows.is_empty() {
        return Err(malformed(op, "it relabels a slice"));
    }
    let (map, ty) = (map_of(op)?, view_type(op)?);
    let mut relabels = view.relabels.clone();
    relabels.push(map);
    let (origin, shape) = (vec![0; ty.shape().len()], ty.shape());
    Ok(Value::View(Rc::new(View { relabels, origin, shape, ..view.clone() })))
}

fn iota(op: Op<'_, '_>) -> Result<Tile, Fault> {
    let (element, shape) = result_tile(op)?;
    let axis = integer(op, "axis")?;
    let axis = usize::try_from(axis).ok().filter(|&axis| axis < shape.len());
    let axis = axis.ok_or_else(|| malformed(op, "it has no such axis"))?;
    let along = |point: Vec<i64>| {
        let coordinate = point.get(axis).copied().unwrap_or_default();
        Element::int(element.mask(coordinate as u64))
    };
    let elements = points(&shape).map(along).collect();
    Ok(Tile { element, shape, elements })
}

fn splat(op: Op<'_, '_>, operands: &[Value]) -> Result<Tile, Fault> {
    let (element, shape) = result_tile(op)?;
    let count = element_count("the result", &shape)?;
    match operands.first() {
        Some(&Value::Scalar(_, value)) => Ok(Tile { element, shape, elements: vec![value; count] }),
        _ => Err(malformed(op, "it splats no scalar")),
    }
}

fn literal(op: Op<'_, '_>) -> Result<Value, Fault> {
    let (element, shape) = tile_type("the constant", result_type(op)?)?;
    match shape {
        Some(_) => {
            let (element, shape) = result_tile(op)?;
            let count = element_count("the constant", &shape)?;
            Ok(Tile { elements: constant(op, element, count)?, element, shape }.into())
        }
        None => {
            let elements = constant(op, element, 1)?;
            let value = elements.first().copied();
            value.map(|v| Value::Scalar(element, v)).ok_or_else(|| malformed(op, "no value"))
        }
    }
}

fn elementwise(op: Op<'_, '_>, name: &str, operands: &[Value]) -> Result<Value, Fault> {
    let predicate = integer(op, "predicate").ok();
    let apply = Elementwise::named(name, predicate)
        .ok_or_else(|| Fault::UnknownOp { op: name.to_owned() })?;
    let (to, shape) = tile_type("the result", result_type(op)?)?;
    let mut from = Vec::new();
    for operand in operands {
        match operand {
            Value::Scalar(ty, _) => from.push(*ty),
            Value::Tile(tile) if Some(&tile.shape) == shape.as_ref() => from.push(tile.element),
            other => {
                let why = format!("a {} of another shape is no operand here", other.kind());
                return Err(malformed(op, why));
            }
        }
    }
    let at = |place: usize| {
        let element = |operand: &Value| match operand {
            Value::Scalar(_, element) => Some(*element),
            Value::Tile(tile) => tile.elements.get(place).copied(),
            _ => None,
        };
        let elements: Option<Vec<Element>> = operands.iter().map(element).collect();
        let elements = elements.ok_or_else(|| malformed(op, "an operand has too few elements"))?;
        apply.apply(&from, to, &elements)
    };
    match shape {
        None => Ok(Value::Scalar(to, at(0)?)),
        Some(_) => {
            let (element, shape) = result_tile(op)?;
            let count = element_count("the result", &shape)?;
            let elements = (0..count).map(at).collect::<Result<_, _>>()?;
            Ok(Tile { element, shape, elements }.into())
        }
    }
}
