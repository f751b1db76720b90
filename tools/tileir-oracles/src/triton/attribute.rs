//! From the fields of Gluon's classes to the attribute that Triton prints.
//!
//! ```text
//! {"class": "SliceLayout", "dim": 1, "parent": {"class": "BlockedLayout", …}}
//! #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = …}>}>
//! ```

use serde_json::Value;

/// The attribute's text, or `None` for what has not the fields of an encoding.
pub fn attribute(encoding: &Value) -> Option<String> {
    let fields = Fields(encoding);
    let shared = |kind: &str| shared(kind, &fields);
    match encoding.get("class")?.as_str()? {
        "BlockedLayout" => Some(format!(
            "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, \
             order = {}{}}}>",
            fields.json("size_per_thread")?,
            fields.json("threads_per_warp")?,
            fields.json("warps_per_cta")?,
            fields.json("order")?,
            fields.blocks()
        )),
        "SliceLayout" => Some(format!(
            "#ttg.slice<{{dim = {}, parent = {}}}>",
            fields.json("dim")?,
            attribute(encoding.get("parent")?)?
        )),
        "DotOperandLayout" => Some(format!(
            "#ttg.dot_op<{{opIdx = {}, parent = {}, kWidth = {}}}>",
            fields.json("operand_index")?,
            attribute(encoding.get("parent")?)?,
            fields.json("k_width")?
        )),
        "DistributedLinearLayout" => Some(format!(
            "#ttg.linear<{{register = {}, lane = {}, warp = {}, block = {}}}>",
            fields.json("reg_bases")?,
            fields.json("lane_bases")?,
            fields.json("warp_bases")?,
            fields.json("block_bases")?
        )),
        "NVMMADistributedLayout" => nvidia(&fields),
        "AMDMFMALayout" => mfma(&fields),
        "AMDWMMALayout" => wmma(&fields),
        "SwizzledSharedLayout" => shared("swizzled"),
        "NVMMASharedLayout" => shared("nvmma"),
        "SharedLinearLayout" => shared("linear"),
        "PaddedSharedLayout" => shared("padded"),
        "TensorMemoryLayout" => tensor_memory(&fields),
        "TensorMemoryScalesLayout" => {
            let blocks = fields.blocks();
            Some(format!(
                "#ttng.tensor_memory_scales_encoding<{}>",
                blocks.trim_start_matches(", ")
            ))
        }
        _ => None,
    }
}

fn nvidia(fields: &Fields<'_>) -> Option<String> {
    let version = fields.0.get("version")?;
    Some(format!(
        "#ttg.nvidia_mma<{{versionMajor = {}, versionMinor = {}, warpsPerCTA = {}{}, \
         instrShape = {}}}>",
        version.get(0)?,
        version.get(1)?,
        fields.json("warps_per_cta")?,
        fields.blocks(),
        fields.json("instr_shape")?
    ))
}

fn mfma(fields: &Fields<'_>) -> Option<String> {
    Some(format!(
        "#ttg.amd_mfma<{{version = {}, warpsPerCTA = {}, instrShape = {}, isTransposed = {}\
         {}{}{}}}>",
        fields.json("version")?,
        fields.json("warps_per_cta")?,
        fields.json("instr_shape")?,
        fields.flag("transposed"),
        fields.blocks(),
        fields.given("tiles_per_warp", "tilesPerWarp"),
        fields.given("element_bitwidth", "elementBitWidth")
    ))
}

fn wmma(fields: &Fields<'_>) -> Option<String> {
    let tiling = match fields.0.get("warp_bases") {
        Some(warp) => {
            let register = fields.json("reg_bases").unwrap_or_else(|| "[]".to_owned());
            format!("ctaLayout = {{register = {register}, warp = {warp}}}")
        }
        None => format!(
            "warpsPerCTA = {}{}",
            fields.json("warps_per_cta")?,
            fields.given("tiles_per_warp", "tilesPerWarp")
        ),
    };
    Some(format!(
        "#ttg.amd_wmma<{{version = {}, isTranspose = {}, {tiling}{}{}}}>",
        fields.json("version")?,
        fields.flag("transposed"),
        fields.blocks(),
        fields.given("instr_shape", "instrShape")
    ))
}

/// The encodings of shared memory.
fn shared(kind: &str, fields: &Fields<'_>) -> Option<String> {
    let body = match kind {
        "swizzled" => format!(
            "{{vec = {}, perPhase = {}, maxPhase = {}, order = {}{}}}",
            fields.json("vec")?,
            fields.json("per_phase")?,
            fields.json("max_phase")?,
            fields.json("order")?,
            fields.blocks()
        ),
        "nvmma" => format!(
            "{{swizzlingByteWidth = {}, transposed = {}, elementBitWidth = {}, \
             fp4Padded = {}{}{}}}",
            fields.json("swizzle_byte_width")?,
            fields.flag("transposed"),
            fields.json("element_bitwidth")?,
            fields.flag("fp4_padded"),
            fields.given("rank", "rank"),
            fields.blocks()
        ),
        "linear" => {
            return Some(format!(
                "#ttg.shared_linear<{{offset = {}, block = {}}}, alignment = {}>",
                fields.json("offset_bases")?,
                fields.json("block_bases")?,
                fields.json("alignment")?
            ));
        }
        _ => {
            let pads = fields.0.get("interval_padding_pairs")?.as_array()?.iter();
            let pads = pads.map(|pair| Some(format!("{}:+{}", pair.get(0)?, pair.get(1)?)));
            format!(
                "[{}] {{offset = {}, block = {}}}",
                pads.collect::<Option<Vec<_>>>()?.join(", "),
                fields.json("offset_bases")?,
                fields.json("cga_layout").unwrap_or_else(|| "[]".to_owned())
            )
        }
    };
    Some(format!("#ttg.{kind}_shared<{body}>"))
}

fn tensor_memory(fields: &Fields<'_>) -> Option<String> {
    let block = fields.0.get("block")?;
    let flag = |name, text| if fields.flag(name) { text } else { "" };
    Some(format!(
        "#ttng.tensor_memory_encoding<blockM = {}, blockN = {}, colStride = {}{}{}{}>",
        block.get(0)?,
        block.get(1)?,
        fields.json("col_stride")?,
        fields.blocks(),
        flag("two_ctas", ", twoCTAs = true"),
        flag("fp4_padded", ", fp4Padded = true")
    ))
}

/// The fields of a class.
struct Fields<'a>(&'a Value);

impl Fields<'_> {
    /// A field as JSON writes it, which is how the attribute writes it.
    fn json(&self, name: &str) -> Option<String> {
        self.0.get(name).map(Value::to_string)
    }

    fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// `, key = value`, where the field is there.
    fn given(&self, name: &str, key: &str) -> String {
        match self.0.get(name) {
            Some(value) if !value.is_null() => format!(", {key} = {value}"),
            _ => String::new(),
        }
    }

    /// The blocks, where there is more than one.
    fn blocks(&self) -> String {
        match self.0.get("cga_layout") {
            Some(Value::Array(bases)) if !bases.is_empty() => self.given("cga_layout", "CGALayout"),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_written_out_and_blocks_where_they_are() {
        let parent = r#"{"class": "NVMMADistributedLayout", "version": [2, 0],
            "warps_per_cta": [4, 1], "instr_shape": [16, 8], "cga_layout": [[1, 0]]}"#;
        let record = format!(r#"{{"class": "SliceLayout", "dim": 0, "parent": {parent}}}"#);
        let text = serde_json::from_str(&record).ok().as_ref().and_then(attribute);
        let expected = "#ttg.slice<{dim = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, \
            versionMinor = 0, warpsPerCTA = [4,1], CGALayout = [[1,0]], instrShape = [16,8]}>}>";
        assert_eq!(text.as_deref(), Some(expected));
    }
}
