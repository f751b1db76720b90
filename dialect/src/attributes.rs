//! Attributes as the values that they stand for.
//!
//! [`layout_map`] and [`map_attribute`] are each other's inverse, and each works
//! out one node once (see [`memo`]). A set, a distribution and a view's policy
//! are read and built the same way.

use melior::Context;
use melior::ir::Location;
use melior::ir::attribute::{Attribute, AttributeLike, StringAttribute};
use mlir_sys::MlirAttribute;
use thiserror::Error;
use tileir::corr::CorrError;
use tileir::family::FamilyError;
use tileir::{Axis, Extent, IndexSet, LayoutMap, MapError, Program};

use crate::ffi::{self, slice_of, str_of, text};
use crate::{memo, node};

/// The extent by which an attribute says that an axis runs over all integers.
pub const ALL_INTEGERS: i64 = i64::MIN;

/// Why an attribute is not the value asked for, or cannot be built.
#[derive(Clone, Debug, Error)]
pub enum AttributeError {
    /// An attribute of another kind.
    #[error("'{found}' is no {expected}")]
    Kind {
        /// What was asked for.
        expected: &'static str,
        /// The attribute, printed.
        found: String,
    },
    /// Parts that make no map or set.
    #[error(transparent)]
    Map(#[from] MapError),
    /// Parts that make no family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// Parts that make no correspondence.
    #[error(transparent)]
    Corr(#[from] CorrError),
    /// MLIR refused the attribute and has said why.
    #[error("the attribute was refused")]
    Refused,
}

pub(crate) fn kind_error(expected: &'static str, found: Attribute<'_>) -> AttributeError {
    AttributeError::Kind { expected, found: found.to_string() }
}

/// The set that an axis list makes, under the constraints that `code` encodes; none encodes none.
///
/// # Errors
/// As [`IndexSet::new`], and code that [`constraint_code`] does not write.
pub(crate) fn set_of(axes: &[(String, i64)], code: &[i64]) -> Result<IndexSet, MapError> {
    let axis = |(name, extent): &(String, i64)| match *extent {
        ALL_INTEGERS => Axis::integers(name),
        extent => Axis::new(name, extent),
    };
    let mut set = IndexSet::new(axes.iter().map(axis).collect())?;
    if !code.is_empty() {
        set = set.with_constraints(&Program::decode(code)?)?;
    }
    if constraint_code(&set) == code {
        return Ok(set);
    }
    Err(MapError::Malformed { what: "constraints" })
}

/// The constraints of a set as numbers.
fn constraint_code(set: &IndexSet) -> Vec<i64> {
    set.constraints().map(Program::encode).unwrap_or_default()
}

/// The set that `attribute` is.
///
/// # Errors
/// It is none.
pub fn index_set(attribute: Attribute<'_>) -> Result<IndexSet, AttributeError> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is alive, and is asked for its axes only once it is
    // known to be a set.
    unsafe {
        if ffi::tileirAttributeIsIndexSet(raw) != 1 {
            return Err(kind_error("index set", attribute));
        }
        let axes: Vec<(String, i64)> = (0..ffi::tileirIndexSetGetRank(raw))
            .map(|axis| {
                let name = str_of(ffi::tileirIndexSetGetName(raw, axis)).into_owned();
                (name, ffi::tileirIndexSetGetExtent(raw, axis))
            })
            .collect();
        let mut code = std::ptr::null();
        let length = ffi::tileirIndexSetGetConstraints(raw, &mut code);
        Ok(set_of(&axes, slice_of(code, length.unsigned_abs()))?)
    }
}

/// The attribute of `set`.
///
/// # Errors
/// MLIR refuses it.
pub fn index_set_attribute<'c>(
    location: Location<'c>,
    set: &IndexSet,
) -> Result<Attribute<'c>, AttributeError> {
    let names: Vec<_> = set.axes().iter().map(|axis| text(axis.name())).collect();
    let extents: Vec<i64> = set
        .axes()
        .iter()
        .map(|axis| match axis.extent() {
            Extent::Finite(extent) => extent,
            Extent::Integers => ALL_INTEGERS,
        })
        .collect();
    let code = constraint_code(set);
    // SAFETY: there are as many names and extents as the set has axes.
    let raw = unsafe {
        ffi::tileirIndexSetGetChecked(
            location.to_raw(),
            set.rank() as isize,
            names.as_ptr(),
            extents.as_ptr(),
            code.len() as isize,
            code.as_ptr(),
        )
    };
    built(raw)
}

/// The map that `attribute` is.
///
/// # Errors
/// It is none.
pub fn layout_map(attribute: Attribute<'_>) -> Result<LayoutMap, AttributeError> {
    if let Some(known) = memo::map(attribute) {
        return Ok(known);
    }
    let raw = attribute.to_raw();
    // SAFETY: the attribute is alive, and is asked for its parts only once it is
    // known to be a map; its children are attributes of the same context.
    let (kind, domain, codomain, children, numbers) = unsafe {
        if ffi::tileirAttributeIsMap(raw) != 1 {
            return Err(kind_error("map", attribute));
        }
        let mut numbers = std::ptr::null();
        let count = ffi::tileirMapGetPayload(raw, &mut numbers);
        let children: Vec<Attribute<'_>> = (0..ffi::tileirMapGetNumOperands(raw))
            .map(|position| Attribute::from_raw(ffi::tileirMapGetOperand(raw, position)))
            .collect();
        (
            ffi::tileirMapGetKind(raw),
            Attribute::from_raw(ffi::tileirMapGetDomain(raw)),
            Attribute::from_raw(ffi::tileirMapGetCodomain(raw)),
            children,
            slice_of(numbers, count.unsigned_abs()),
        )
    };
    // An attribute is verified when it is made, so its depth has the algebra's
    // bound and the recursion ends.
    let children = children.into_iter().map(layout_map).collect::<Result<Vec<_>, _>>()?;
    let map = node::assemble(kind, index_set(domain)?, index_set(codomain)?, children, numbers)?;
    memo::remember(attribute, &map);
    Ok(map)
}

/// The attribute of `map`.
///
/// # Errors
/// MLIR refuses it.
pub fn map_attribute<'c>(
    location: Location<'c>,
    map: &LayoutMap,
) -> Result<Attribute<'c>, AttributeError> {
    // SAFETY: the location is alive.
    let context = unsafe { mlir_sys::mlirLocationGetContext(location.to_raw()) };
    if let Some(known) = memo::attribute(context, map) {
        // SAFETY: an attribute that the memo has lives as long as its context.
        return Ok(unsafe { Attribute::from_raw(known) });
    }
    let domain = index_set_attribute(location, map.domain())?;
    let codomain = index_set_attribute(location, map.codomain())?;
    let mut children = Vec::new();
    for child in map.node().operands() {
        children.push(map_attribute(location, child)?.to_raw());
    }
    let numbers = node::numbers(map);
    // SAFETY: both arrays have the given lengths and outlive the call.
    let raw = unsafe {
        ffi::tileirMapGetChecked(
            location.to_raw(),
            node::kind(map),
            domain.to_raw(),
            codomain.to_raw(),
            children.len() as isize,
            children.as_ptr(),
            numbers.len() as isize,
            numbers.as_ptr(),
        )
    };
    let attribute = built(raw)?;
    memo::remember(attribute, map);
    Ok(attribute)
}

/// The map of a distribution.
///
/// # Errors
/// `attribute` is no distribution.
pub fn distribution_map(attribute: Attribute<'_>) -> Result<LayoutMap, AttributeError> {
    let raw = attribute.to_raw();
    // SAFETY: it is asked for its map only once it is known to be a distribution.
    unsafe {
        if ffi::tileirAttributeIsDistribution(raw) != 1 {
            return Err(kind_error("distribution", attribute));
        }
        layout_map(Attribute::from_raw(ffi::tileirDistributionGetMap(raw)))
    }
}

/// The distribution by `map`.
///
/// # Errors
/// MLIR refuses the map's attribute.
pub fn distribution_attribute<'c>(
    location: Location<'c>,
    map: &LayoutMap,
) -> Result<Attribute<'c>, AttributeError> {
    let map = map_attribute(location, map)?;
    // SAFETY: it is a map.
    built(unsafe { ffi::tileirDistributionGet(map.to_raw()) })
}

/// Whether `attribute` is a distribution.
pub fn is_distribution(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::tileirAttributeIsDistribution(attribute.to_raw()) == 1 }
}

/// Whether `attribute` is a map.
pub fn is_map(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { ffi::tileirAttributeIsMap(attribute.to_raw()) == 1 }
}

/// How a reduction combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ReduceKind {
    /// The sum.
    Add = 0,
    /// The product.
    Mul = 1,
    /// The greatest.
    Max = 2,
    /// The least.
    Min = 3,
}

impl ReduceKind {
    /// The kind that a `reduce` operation's `kind` is.
    pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {
        let all = [Self::Add, Self::Mul, Self::Max, Self::Min];
        // SAFETY: the attribute is alive.
        let value = unsafe { ffi::tileirReduceKindGetValue(attribute.to_raw()) };
        all.into_iter().find(|kind| *kind as i32 == value)
    }

    /// Its attribute.
    pub fn attribute<'c>(self, context: &'c Context) -> Attribute<'c> {
        // SAFETY: every kind has a number that the dialect knows.
        unsafe { Attribute::from_raw(ffi::tileirReduceKindGet(context.to_raw(), self as i32)) }
    }
}

/// What a `require` operation asks of its map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The map has a value at every point.
    pub total: bool,
    /// Every value lies in the codomain.
    pub bounds: bool,
    /// No two points have one value.
    pub injective: bool,
    /// Every point of the codomain is a value.
    pub surjective: bool,
}

impl Facts {
    /// The facts that a `require` operation's `facts` lists; none for another attribute.
    pub fn from_attribute(attribute: Attribute<'_>) -> Self {
        // SAFETY: the attribute is alive.
        let bits = unsafe { ffi::tileirFactsGetValue(attribute.to_raw()) };
        Self {
            total: bits & 1 != 0,
            bounds: bits & 2 != 0,
            injective: bits & 4 != 0,
            surjective: bits & 8 != 0,
        }
    }
}

pub(crate) fn built<'c>(raw: MlirAttribute) -> Result<Attribute<'c>, AttributeError> {
    if raw.ptr.is_null() {
        return Err(AttributeError::Refused);
    }
    // SAFETY: it is an attribute of the context that it was asked of.
    Ok(unsafe { Attribute::from_raw(raw) })
}

/// The text of a string attribute; `None` of another one. An empty text has no place in memory, so
/// that asking `melior` for it ends the process.
pub fn string_of(attribute: Attribute<'_>) -> Option<String> {
    let text = StringAttribute::try_from(attribute).ok()?;
    // SAFETY: the attribute is a string's, and alive.
    Some(unsafe { str_of(mlir_sys::mlirStringAttrGetValue(text.to_raw())) }.into_owned())
}
