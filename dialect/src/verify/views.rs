//! Views of views: `relabel` of a view.

use melior::ir::operation::{OperationLike, OperationRef, OperationResult};
use melior::ir::{Value, ValueLike};
use tileir::LayoutMap;
use tileir::proof::{Budget, Verdict};
use tileir::view::{one_view, relabelled};

use super::access::same_policies;
use super::shapes::same_hull;
use super::{Outcome, VerifyError, as_view, map_of, result_type, same_types};
use crate::memo;
use crate::view::ViewType;

const WHOLE: &str = "a whole view, of the shape of its map's domain";

pub(super) fn relabel(op: OperationRef<'_, '_>, source: ViewType<'_>) -> Outcome {
    let result = as_view("the result of relabelling a view", result_type(op)?)?;
    same_types("element types", source.element(), result.element())?;
    same_policies(source, result)?;
    let what = "the source, which is relabelled before it is sliced";
    whole(what, source)?;
    if is_slice(op.operand(0)?) {
        // It may have the shape, and so the type, of what it is a slice of.
        return Err(VerifyError::Expected { what, expected: WHOLE, found: "a slice".to_owned() });
    }
    whole("the result", result)?;
    same_hull("map's domain", map_of(op)?.domain(), &result.shape())?;
    let maps = [source.map_attribute(), op.attribute("map")?, result.map_attribute()];
    let (view, by, found) = (source.map()?, map_of(op)?, result.map()?);
    memo::relabel(maps, || composition(&view, &by, &found)).map_err(VerifyError::Composition)
}

/// That a view is its map's whole domain.
fn whole(what: &'static str, view: ViewType<'_>) -> Outcome {
    let map = view.map()?;
    if same_hull("map's domain", map.domain(), &view.shape()).is_ok() {
        return Ok(());
    }
    Err(VerifyError::Expected { what, expected: WHOLE, found: view.to_string() })
}

/// Whether a value is the result of a `tileir.slice`.
fn is_slice(value: Value<'_, '_>) -> bool {
    value.is_operation_result()
        && OperationResult::try_from(value).is_ok_and(|result| {
            result.owner().name().as_string_ref().as_str() == Ok("tileir.slice")
        })
}

/// That `found` is the map of a view relabelled by a map; else why not, in words.
fn composition(view: &LayoutMap, by: &LayoutMap, found: &LayoutMap) -> Result<(), String> {
    let budget = Budget::default();
    let composed = relabelled(view, by, &budget).map_err(|error| error.to_string())?;
    match one_view(&composed, found, &budget) {
        Verdict::Proved { .. } => Ok(()),
        verdict => Err(format!(
            "the result's map must be the source's after the relabel's, valid where both are, and \
             that is {verdict}; it may be written as #tileir.{composed}"
        )),
    }
}
