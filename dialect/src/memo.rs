//! What an attribute means, remembered.
//!
//! An attribute lives as long as its context and never changes, so its meaning
//! is worked out once: a map shared a thousand times costs one conversion. There
//! is a table a context, which the dialect's destructor drops.
//!
//! The law: the lock is never held while MLIR or the algebra runs.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use melior::ir::attribute::{Attribute, AttributeLike};
use mlir_sys::{MlirAttribute, MlirContext, mlirAttributeGetContext};
use tileir::LayoutMap;
use tileir::distribution::DistributionError;

use crate::strides::Strides;

/// An attribute's or a context's address.
type Address = usize;

#[derive(Default)]
struct Tables {
    maps: HashMap<Address, LayoutMap>,
    /// By a map's node, with the map that keeps that key valid.
    attributes: HashMap<usize, (LayoutMap, Address)>,
    strides: HashMap<Address, Option<Strides>>,
    coverage: HashMap<Address, Result<(), DistributionError>>,
    /// By the maps of a view, of its relabel, and of the result.
    relabels: HashMap<[Address; 3], Result<(), String>>,
}

static CONTEXTS: LazyLock<Mutex<HashMap<Address, Tables>>> = LazyLock::new(Mutex::default);

fn contexts() -> MutexGuard<'static, HashMap<Address, Tables>> {
    // Every entry is whole whenever the lock is free: it is set by one insertion.
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(attribute: Attribute<'_>) -> Address {
    attribute.to_raw().ptr as Address
}

fn context(attribute: Attribute<'_>) -> Address {
    // SAFETY: the attribute is alive.
    unsafe { mlirAttributeGetContext(attribute.to_raw()) }.ptr as Address
}

/// The map of an attribute, if it was worked out before.
pub fn map(attribute: Attribute<'_>) -> Option<LayoutMap> {
    contexts().get(&context(attribute))?.maps.get(&address(attribute)).cloned()
}

/// Remembers that `attribute` is `map`.
pub fn remember(attribute: Attribute<'_>, map: &LayoutMap) {
    let mut contexts = contexts();
    let tables = contexts.entry(context(attribute)).or_default();
    tables.maps.entry(address(attribute)).or_insert_with(|| map.clone());
    tables.attributes.entry(map.node_id()).or_insert_with(|| (map.clone(), address(attribute)));
}

/// The attribute of a map in `owner`, if it was built before.
pub fn attribute(owner: MlirContext, map: &LayoutMap) -> Option<MlirAttribute> {
    let contexts = contexts();
    let (_, address) = contexts.get(&(owner.ptr as Address))?.attributes.get(&map.node_id())?;
    Some(MlirAttribute { ptr: *address as *const _ })
}

/// The strides of an attribute; `compute` finds them the first time.
pub fn strides(
    attribute: Attribute<'_>,
    compute: impl FnOnce() -> Option<Strides>,
) -> Option<Strides> {
    let key = (context(attribute), address(attribute));
    if let Some(known) = contexts().get(&key.0).and_then(|tables| tables.strides.get(&key.1)) {
        return known.clone();
    }
    let found = compute();
    contexts().entry(key.0).or_default().strides.insert(key.1, found.clone());
    found
}

/// Whether a distribution's map covers its tile; `compute` finds out the first
/// time.
pub fn coverage(
    attribute: Attribute<'_>,
    compute: impl FnOnce() -> Result<(), DistributionError>,
) -> Result<(), DistributionError> {
    let key = (context(attribute), address(attribute));
    if let Some(known) = contexts().get(&key.0).and_then(|tables| tables.coverage.get(&key.1)) {
        return known.clone();
    }
    let found = compute();
    contexts().entry(key.0).or_default().coverage.insert(key.1, found.clone());
    found
}

/// Whether the last map is the first one's, relabelled by the second; `compute` finds out the first
/// time.
pub fn relabel(
    maps: [Attribute<'_>; 3],
    compute: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let (owner, key) = (context(maps[0]), maps.map(address));
    if let Some(known) = contexts().get(&owner).and_then(|tables| tables.relabels.get(&key)) {
        return known.clone();
    }
    let found = compute();
    contexts().entry(owner).or_default().relabels.insert(key, found.clone());
    found
}

/// Drops the tables of a context that ends.
pub fn forget(owner: MlirContext) {
    let tables = contexts().remove(&(owner.ptr as Address));
    drop(tables);
}
