//! The map of a view that is seen through another map.
//!
//! A view is a map from its domain to addresses, and the points of the domain are those that are
//! valid. Relabelled by a map `by`, its point `p` is the point `by(p)` that it had: maps are
//! composed, and what is valid is intersected.
//!
//! ```text
//! domain          { p in by's domain : by(p) in the view's domain }
//! value at p      view(by(p))
//!
//! view            (i : 8, j : 6 where j le i)          i * 6 + j
//! by              (r : 4, c : 4) -> (c + 5, r)         to (i, j)
//! relabelled      (r : 4, c : 4 where c + 5 lt 8, r le c + 5)    (c + 5) * 6 + r
//! ```
//!
//! **The law.** `by` has a value at each of its points, in its codomain. That is the view's domain,
//! or a box of the same axes, of which each has the extent that it has there, or none: on an axis
//! without an extent `by` may leave the view, and then its point is not valid.

use thiserror::Error;

use crate::error::MapError;
use crate::expr::{BinaryOp, ProgramBuilder};
use crate::index_set::{Axis, IndexSet};
use crate::map::{LayoutMap, PROGRAM_LIMIT};
use crate::proof::{Budget, Verdict, defined, equal};

/// Why a view cannot be relabelled by a map.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RelabelError {
    /// The map goes elsewhere.
    #[error(
        "the map goes to {codomain}, the view's domain is {domain}: it must go there, or to the \
         same axes, each with that extent or without one"
    )]
    Codomain {
        /// Where it goes, printed.
        codomain: String,
        /// The view's domain, printed.
        domain: String,
    },
    /// The map is not proved to have a value in its codomain at each of its points.
    #[error("the map must have a value in {codomain} at each of its points; {fact}: {verdict}")]
    Undefined {
        /// Its codomain, printed.
        codomain: String,
        /// What it is not proved to be.
        fact: &'static str,
        /// What is proved instead.
        verdict: Box<Verdict>,
    },
    /// The map is too long for constraints to be asked of its values.
    #[error(
        "which points are valid is said by constraints of the map's values, and the map takes \
         more than {PROGRAM_LIMIT} instructions"
    )]
    Long,
    /// A part of the result that cannot be built.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// The map of the view of `map`, relabelled by `by`; see the [module](self).
///
/// ```
/// use tileir::{proof::Budget, view::relabelled};
/// let rows: tileir::LayoutMap = "expr<(i : 8, j : 6) -> (i * 6 + j) to (a : 48)>".parse()?;
/// let window = "expr<(r : 4, c : 4) -> (c + 5, r) to (i, j : 6)>".parse()?;
/// let seen = relabelled(&rows, &window, &Budget::default())?;
/// assert_eq!(seen.domain().cardinality(), Some(12));
/// assert_eq!(seen.eval(&[1, 2]), rows.eval(&[7, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A map that goes elsewhere, or is not proved to have a value everywhere.
pub fn relabelled(
    map: &LayoutMap,
    by: &LayoutMap,
    budget: &Budget,
) -> Result<LayoutMap, RelabelError> {
    let (domain, codomain) = (map.domain(), by.codomain());
    let is_domain = codomain == domain;
    if !is_domain && !is_around(codomain, domain) {
        let (codomain, domain) = (codomain.to_string(), domain.to_string());
        return Err(RelabelError::Codomain { codomain, domain });
    }
    let facts = defined(by, budget);
    for (fact, verdict) in [("total", facts.total), ("in bounds", facts.bounds)] {
        if !verdict.is_proved() {
            let codomain = codomain.to_string();
            let verdict = Box::new(verdict);
            return Err(RelabelError::Undefined { codomain, fact, verdict });
        }
    }
    if is_domain {
        return Ok(LayoutMap::compose(map.clone(), by.clone())?);
    }
    let program = by.program().ok_or(RelabelError::Long)?.value_program();
    let mut dag = ProgramBuilder::default();
    let point: Vec<u32> = (0..by.domain().rank()).map(|axis| dag.coord(axis)).collect();
    let image = dag.inline(&program, &point);
    let zero = dag.constant(0);
    let mut valid = Vec::new();
    for ((&place, of_view), of_map) in image.iter().zip(domain.axes()).zip(codomain.axes()) {
        if let (Some(extent), None) = (of_view.extent().finite(), of_map.extent().finite()) {
            let extent = dag.constant(extent);
            valid.push(dag.binary(BinaryOp::Le, zero, place));
            valid.push(dag.binary(BinaryOp::Lt, place, extent));
        }
    }
    if let Some(constraints) = domain.constraints() {
        valid.extend(dag.inline(constraints, &image));
    }
    let seen = by.domain().with_constraints(&dag.finish(&valid))?;
    let inner = LayoutMap::expr(seen, domain.clone(), program)?;
    Ok(LayoutMap::compose(map.clone(), inner)?)
}

/// Whether a set is a box of the same axes, each with the extent that it has there, or none.
fn is_around(set: &IndexSet, inner: &IndexSet) -> bool {
    let around = |(outer, axis): (&Axis, &Axis)| {
        outer.name() == axis.name()
            && outer.extent().finite().is_none_or(|extent| axis.extent().finite() == Some(extent))
    };
    set.is_box() && set.rank() == inner.rank() && set.axes().iter().zip(inner.axes()).all(around)
}

/// Whether two maps are those of one view: the same points are valid, and each has the same
/// address. Their domains are parts of one box.
pub fn one_view(left: &LayoutMap, right: &LayoutMap, budget: &Budget) -> Verdict {
    if left.domain() != right.domain() {
        let in_box =
            |map: &LayoutMap| LayoutMap::inclusion(map.domain().clone(), map.domain().hull());
        let valid = match (in_box(left), in_box(right)) {
            (Ok(left), Ok(right)) => equal(&left, &right, budget),
            (Err(error), _) | (_, Err(error)) => Verdict::Unknown { why: error.to_string() },
        };
        if !valid.is_proved() {
            return valid;
        }
    }
    equal(left, right, budget)
}
