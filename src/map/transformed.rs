//! A map whose value goes through a [registered transform](crate::transform).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{LayoutMap, Node};
use crate::error::{EvalError, MapError, tuple};
use crate::index_set::{Extent, IndexSet, Point};
use crate::transform::{self, Transform};

/// A registered transform with its parameters.
#[derive(Clone)]
pub struct Applied {
    transform: Arc<dyn Transform>,
    parameters: Vec<i64>,
}

impl Applied {
    /// The transform.
    pub fn transform(&self) -> &dyn Transform {
        &*self.transform
    }

    /// Its parameters.
    pub fn parameters(&self) -> &[i64] {
        &self.parameters
    }

    pub(super) fn eval(&self, set: &IndexSet, point: &[i64]) -> Result<Point, EvalError> {
        self.transform.eval(&self.parameters, set, point)
    }
}

impl PartialEq for Applied {
    fn eq(&self, other: &Self) -> bool {
        self.transform.name() == other.transform.name() && self.parameters == other.parameters
    }
}

impl Eq for Applied {}

impl Hash for Applied {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.transform.name(), &self.parameters).hash(state);
    }
}

impl fmt::Debug for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.transform.name(), tuple(&self.parameters))
    }
}

impl LayoutMap {
    /// `map`, its value moved by the transform `name` with these parameters. The transform is a
    /// bijection of `codomain`, in which the map's own codomain lies; without one, of that.
    ///
    /// # Errors
    /// A name that nothing is registered under, parameters or a codomain that the transform
    /// refuses, a constrained codomain, or one in which the map's does not lie.
    pub fn transform(
        name: &str,
        parameters: Vec<i64>,
        map: LayoutMap,
        codomain: Option<IndexSet>,
    ) -> Result<Self, MapError> {
        let transform = transform::find(name)
            .ok_or_else(|| MapError::UnknownTransform { name: name.to_string() })?;
        let codomain = codomain.unwrap_or_else(|| map.codomain().clone());
        if !codomain.is_box() {
            return Err(MapError::NoBox { what: "a transform", set: codomain.to_string() });
        }
        if !lies_in(map.codomain(), &codomain) {
            return Err(MapError::Mismatch {
                what: "set that is transformed",
                expected: format!("at least {}", map.codomain()),
                found: codomain.to_string(),
            });
        }
        transform.check(&parameters, &codomain).map_err(|why| MapError::Transform {
            name: name.to_string(),
            parameters: parameters.clone(),
            why,
        })?;
        let domain = map.domain().clone();
        let applied = Applied { transform, parameters };
        LayoutMap::new(Node::Transform { applied, map }, domain, codomain)
    }
}

/// Whether every point of `inner` is one of the box `outer`, axis by axis.
fn lies_in(inner: &IndexSet, outer: &IndexSet) -> bool {
    let within = |(a, b): (Extent, Extent)| match (a, b) {
        (_, Extent::Integers) => true,
        (Extent::Finite(a), Extent::Finite(b)) => a <= b,
        (Extent::Integers, Extent::Finite(_)) => false,
    };
    let extents = |set: &IndexSet| set.axes().iter().map(|a| a.extent()).collect::<Vec<_>>();
    inner.rank() == outer.rank() && extents(inner).into_iter().zip(extents(outer)).all(within)
}
