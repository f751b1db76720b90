//! TIRx's cases, run through `tileir::interop::tirx`.
//!
//! ```text
//! {"class": "TileLayout", "shard": [[8, 4, "laneid"], [2, 1, "m"]], "replica": [],
//!  "offset": {}, "repr": "T.TileLayout(…)", "size": 16, "span": 2, "table": [{"m": 0}, …]}
//! ```
//!
//! A place is compared without the axes on which it is 0. Size and span are the form of an
//! answer; of `canonicalize` and `group` the shards are too. Ours reads the text that TVM prints
//! (`repr`), and must find in it the parts that the record has beside it.

mod index_map;
mod ours;
mod record;

use serde_json::Value;

use crate::definition::tirx::{Place, Tile};
use crate::judge::{Definition, Theirs, Verdict, judge};
use crate::nested::Eval;
use crate::record::{Record, RecordError, integer, list};

/// The verdict on one case.
///
/// # Errors
/// A record that is no case.
pub fn run(name: &str, case: &Record) -> Result<Verdict, RecordError> {
    if ["map_indices", "map_shape", "inverse", "non_surjective_inverse"].contains(&name) {
        return index_map::run(name, case);
    }
    let args = case.need("args")?;
    let Some(answer) = ours::answer(name, args)? else {
        return Ok(Verdict::NotSupported(format!("{name}: no such operation")));
    };
    let theirs = match (case.rejection()?, case.need("result")) {
        (Some(why), _) => Theirs::Rejected(why),
        (None, Ok(Value::Null)) => Theirs::Rejected("no layout".to_owned()),
        (None, result) => record::answered(name, result?)?,
    };
    if let Some(result) = case.get("result")
        && let Err(why) = ours::reads_back(result)
    {
        return Ok(Verdict::Failed(why));
    }
    let definition = definition(name, args)?.unwrap_or_else(Definition::Unknown);
    Ok(judge(&theirs, &answer, &definition))
}

/// What the answer must be.
fn definition(name: &str, args: &Value) -> Result<Eval<Definition<Place>>, RecordError> {
    let layout = || record::tile(args, "layout");
    let shapes =
        || Ok::<_, RecordError>((numbers(args, "outer_shape")?, numbers(args, "inner_shape")?));
    Ok(match name {
        "apply" | "canonicalize" => layout()?.itself(),
        "group" | "bad_group" => {
            let (tile, shape) = (layout()?, numbers(args, "shape")?);
            let fits = shape.iter().try_fold(1i64, |size, extent| size.checked_mul(*extent));
            match fits == tile.size().ok() {
                true => tile.itself(),
                false => Ok(Definition::NoAnswer("the shape has another size".to_owned())),
            }
        }
        "tile" => {
            let (outer_shape, inner_shape) = shapes()?;
            let (inner, outer) = (record::tile(args, "inner")?, record::tile(args, "outer")?);
            Tile::tiled(inner, outer, outer_shape, inner_shape, true)
        }
        "direct_sum" => {
            let (left, right) = (record::tile(args, "left")?, record::tile(args, "right")?);
            let (outer_shape, inner_shape) =
                (numbers(args, "left_shape")?, numbers(args, "right_shape")?);
            Tile::tiled(right, left, outer_shape, inner_shape, false)
        }
        "is_tile_inner" => record::tile(args, "outer")?.itself(),
        "slice" => {
            let region = record::region(args)?;
            layout()?.region(numbers(args, "shape")?, region)
        }
        "permute_dims" => layout()?.permuted(&numbers(args, "perm")?),
        "storage" => layout()?.in_memory(),
        "pack" => layout()?.packed(number(args, "num")?),
        "unpack" => layout()?.unpacked(number(args, "num")?),
        _ => Err("nothing but TVM defines it".to_owned()),
    })
}

fn numbers(args: &Value, key: &'static str) -> Result<Vec<i64>, RecordError> {
    let value = args.get(key).unwrap_or(&Value::Null);
    list(key, value)?.iter().map(|number| integer(key, number)).collect()
}

fn number(args: &Value, key: &'static str) -> Result<i64, RecordError> {
    integer(key, args.get(key).unwrap_or(&Value::Null))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(stride: i64) -> Result<Verdict, RecordError> {
        let layout = r#"{"class": "TileLayout", "shard": [[2, 1, "laneid"], [2, 1, "m"]],
            "replica": [], "offset": {}, "repr": "T.TileLayout(T.S[(2, 2):(1 @ Axis.laneid, 1)])"}"#;
        let text = format!("T.TileLayout(T.S[(2, 2, 2):({stride} @ Axis.laneid, 2, 1)])");
        let rows: Vec<String> = (0..8)
            .map(|x| format!(r#"{{"laneid": {}, "m": {}}}"#, x / 4 * stride, x % 4))
            .collect();
        let line = format!(
            r#"{{"peer": "tvm", "op": "unpack", "args": {{"layout": {layout}, "num": 2}},
                "result": {{"class": "TileLayout",
                  "shard": [[2, {stride}, "laneid"], [2, 2, "m"], [2, 1, "m"]],
                  "replica": [], "offset": {{}}, "repr": "{text}", "size": 8, "span": 4,
                  "table": [{}]}}}}"#,
            rows.join(", ")
        );
        run("unpack", &Record::parse(&line)?)
    }

    #[test]
    fn a_peer_that_moves_lanes_is_wrong() -> Result<(), RecordError> {
        assert_eq!(unpacked(1)?, Verdict::Passed);
        assert!(matches!(unpacked(2)?, Verdict::PeerWrong(_)));
        Ok(())
    }

    #[test]
    fn what_is_no_case_is_an_error() {
        for (op, args) in [
            ("apply", "{}"),
            ("group", r#"{"layout": {"repr": "T.TileLayout()"}, "shape": 7}"#),
            ("pack", r#"{"layout": {"repr": 7}, "num": 2}"#),
            ("tmem_datapath_layout", "[1, 2]"),
        ] {
            let line = format!(r#"{{"op": "{op}", "args": {args}, "error": "x"}}"#);
            let found = Record::parse(&line).and_then(|case| run(op, &case));
            assert!(matches!(found, Err(RecordError::Wrong { .. })), "{op}: {found:?}");
        }
    }
}
