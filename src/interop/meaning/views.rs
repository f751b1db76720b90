//! A meaning as a function, where it is one.
//!
//! | view | is a function where | law |
//! |---|---|---|
//! | [`by_place`](Meaning::by_place) | no place holds two elements | its graph is the correspondence |
//! | [`by_element`](Meaning::by_element) | no element is in two places | the same |
//!
//! The leg on the other side is undone, by the same proofs as every inverse; a leg that is an
//! identity, as of a source that is such a function itself, is left out. Where some places hold
//! nothing, the first view's domain is the set of those that hold an element.

use super::{Meaning, System, TranslateError, tile};
use crate::error::tuple;
use crate::map::{LayoutMap, NoInverse, Node, try_inverse};
use crate::proof::Budget;

impl Meaning {
    /// Each place's element.
    ///
    /// # Errors
    /// [`TranslateError::Places`], with two elements in one place where there are such.
    pub fn by_place(&self, budget: &Budget) -> Result<LayoutMap, TranslateError> {
        let (left, right) = self.legs()?;
        if let Some(within) = identity(left) {
            return super::from(right, self.places.within(&within)?);
        }
        let inverse =
            try_inverse(left, budget).map_err(|no| TranslateError::Places(Box::new(no)))?;
        Ok(LayoutMap::compose(right.clone(), inverse.map().clone())?)
    }

    /// Each element's place.
    ///
    /// # Errors
    /// [`TranslateError::Elements`], with two places of one element where there are such.
    pub fn by_element(&self, budget: &Budget) -> Result<LayoutMap, TranslateError> {
        let (left, right) = self.legs()?;
        if let Some(within) = identity(right)
            && within == self.shape
        {
            return super::from(left, tile(&self.shape)?);
        }
        let inverse =
            try_inverse(right, budget).map_err(|no| TranslateError::Elements(Box::new(no)))?;
        Ok(LayoutMap::compose(left.clone(), inverse.map().clone())?)
    }

    /// Each place's element, if every place up to the last one holds one; `system` is whose
    /// layouts need that.
    ///
    /// # Errors
    /// As [`by_place`](Meaning::by_place); a place that holds nothing.
    pub(super) fn filled(
        &self,
        system: System,
        budget: &Budget,
    ) -> Result<LayoutMap, TranslateError> {
        let map = self.by_place(budget)?;
        if map.domain().is_box() {
            return Ok(map);
        }
        let outside = |why| TranslateError::Outside { system, what: "layout", why };
        let (hull, held) = (map.domain().hull(), map.domain());
        if hull.cardinality().and_then(|n| u64::try_from(n).ok()).is_none_or(|n| n > budget.points)
        {
            return Err(outside(format!("it is not known whether every place is in {held}")));
        }
        if let Some(empty) = hull.points().find(|place| !held.contains(place)) {
            let (axes, place) = (self.places.axes().join(", "), tuple(&empty));
            return Err(outside(format!("({axes}) = {place} holds no element")));
        }
        super::from(&map, hull)
    }

    fn legs(&self) -> Result<(&LayoutMap, &LayoutMap), TranslateError> {
        let none = || NoInverse::Unknown { why: "it is no pair of maps".to_owned() };
        let legs = self.corr.legs().filter(|_| self.corr.weight() == 1);
        legs.ok_or_else(|| TranslateError::Places(Box::new(none())))
    }
}

/// The extents of a leg that takes every occurrence to itself.
fn identity(leg: &LayoutMap) -> Option<Vec<i64>> {
    let inner = match leg.node() {
        Node::Identity => leg,
        Node::Translate { offset, map } if offset.iter().all(|&by| by == 0) => map,
        _ => return None,
    };
    matches!(inner.node(), Node::Identity).then(|| inner.domain().extents())?
}
