//! Values of what the algebra gives: a layout wherever a shape and a stride say all of it.

use tileir::cute::{Composed, Composition, Layout, Slice, Swizzled};
use tileir::{IntTree, LayoutMap};

use super::Value;
use crate::error::Reason;

impl Value {
    /// A map, as a layout where CuTe's notation says all of it.
    pub fn of(map: LayoutMap) -> Value {
        match Layout::try_from(&map) {
            Ok(layout) if layout.to_map().as_ref() == Ok(&map) => Value::Layout(layout),
            _ => Value::Map(map),
        }
    }

    /// `shape:stride`.
    ///
    /// # Errors
    /// Trees that make no layout.
    pub fn layout(shape: &IntTree, stride: &IntTree) -> Result<Value, Reason> {
        Ok(Value::Layout(Layout::new(shape, stride)?))
    }
}

impl From<IntTree> for Value {
    fn from(tree: IntTree) -> Self {
        match tree {
            IntTree::Leaf(value) => Value::Integer(value),
            IntTree::Tuple(items) => Value::Tuple(items.into_iter().map(Value::from).collect()),
        }
    }
}

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Value::Layout(layout)
    }
}

impl From<Composition> for Value {
    fn from(composition: Composition) -> Self {
        match composition {
            Composition::Flat(layout) => Value::Layout(layout),
            Composition::Dag { map, why } => Value::Composition(map, why),
        }
    }
}

impl From<Composed> for Value {
    fn from(composed: Composed) -> Self {
        match composed.plain() {
            Some(layout) => Value::Layout(layout.clone()),
            None => Value::Composed(Box::new(composed)),
        }
    }
}

impl From<Swizzled> for Value {
    fn from(swizzled: Swizzled) -> Self {
        match swizzled {
            Swizzled::Composed(composed) => composed.into(),
            Swizzled::Dag { map, why } => Value::Composition(map, why),
        }
    }
}

impl From<Slice> for Value {
    fn from(slice: Slice) -> Self {
        let Slice { layout, offset } = slice;
        Composed { offset, ..Composed::from(layout) }.into()
    }
}
