//! `tileir-normalize`: every map in the flattest form that is proved equal to it.
//!
//! The forms are those of [`LayoutMap::normalize`](tileir::LayoutMap::normalize), which keeps
//! value, domain, codomain, and where the map is undefined. Maps stand in attributes and in
//! types; equal ones become equal ones, so types that agreed still do.

use std::collections::HashMap;
use std::ffi::c_void;

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, Location};
use mlir_sys::MlirAttribute;
use tileir::proof::Budget;
use tileir_dialect::attributes::{is_map, layout_map, map_attribute};
use tileir_dialect::guard;

use crate::builder::{Op, Outcome};
use crate::context::PassContext;
use crate::ffi;

struct Normalizer<'c> {
    location: Location<'c>,
    budget: Budget,
    known: HashMap<usize, MlirAttribute>,
    changed: u64,
}

/// Runs the pass.
///
/// # Errors
/// None: a map without a flatter form stays.
pub fn run<'c>(context: &mut PassContext<'c>, module: Op<'c>) -> Outcome<'c> {
    let mut normalizer = Normalizer {
        location: module.location(),
        budget: context.budget()?,
        known: HashMap::new(),
        changed: 0,
    };
    let user_data = (&raw mut normalizer).cast::<c_void>();
    // SAFETY: the callback is given back the normalizer, which outlives the call.
    unsafe { ffi::tileirReplaceAttributes(module.to_raw(), normal_form, user_data) };
    context.count("normalized", normalizer.changed)
}

/// The normal form of a map's attribute; null for any other attribute.
extern "C" fn normal_form(attribute: MlirAttribute, user_data: *mut c_void) -> MlirAttribute {
    let null = MlirAttribute { ptr: std::ptr::null() };
    // SAFETY: `run` passes its normalizer and MLIR a live attribute.
    let (normalizer, map) =
        unsafe { (&mut *user_data.cast::<Normalizer<'_>>(), Attribute::from_raw(attribute)) };
    guard(|| normalizer.normal_form(map)).ok().flatten().unwrap_or(null)
}

impl<'c> Normalizer<'c> {
    fn normal_form(&mut self, attribute: Attribute<'c>) -> Option<MlirAttribute> {
        if !is_map(attribute) {
            return None;
        }
        let key = attribute.to_raw().ptr as usize;
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let map = layout_map(attribute).ok()?;
        let normal = map_attribute(self.location, &map.normalize(&self.budget)).ok()?;
        self.changed += u64::from(normal != attribute);
        self.known.insert(key, normal.to_raw());
        Some(normal.to_raw())
    }
}
