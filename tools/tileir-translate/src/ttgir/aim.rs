//! The target that plans are for, where the command line names none: what the module was compiled
//! for, or the nearest that is known.
//!
//! | `ttg.target` | target |
//! |---|---|
//! | `cuda:N` | the CUDA target with the greatest compute capability up to `N`, if there is one |
//! | an older `cuda:N`, `hip:…`, others, none | the Vulkan target whose subgroups have a warp's lanes, else `vulkan32` |

use tileir::interop::triton::Module;
use tileir::target::{Api, Target, TargetError};

/// Where no warp says how many lanes it has.
const FALLBACK: &str = "vulkan32";

/// The target for a module.
///
/// # Errors
/// None as long as the built-in targets can be read.
pub fn of_module(module: &Module) -> Result<Target, TargetError> {
    let known: Vec<Target> = Target::names().map(Target::by_name).collect::<Result<_, _>>()?;
    let compiled = module.target.as_deref().and_then(|target| target.strip_prefix("cuda:"));
    if let Some(wanted) = compiled.and_then(|number| number.parse::<u32>().ok()) {
        let mut chips: Vec<(u32, &Target)> = known
            .iter()
            .filter(|target| target.api == Api::Cuda)
            .filter_map(|target| Some((capability(target)?, target)))
            .collect();
        chips.sort_by_key(|(capability, _)| *capability);
        let up_to = chips.iter().rfind(|(capability, _)| *capability <= wanted);
        if let Some((_, target)) = up_to {
            return Ok((*target).clone());
        }
    }
    let fits = |target: &&Target| {
        target.api == Api::Vulkan && Some(target.subgroup) == module.threads_per_warp
    };
    known.iter().find(fits).cloned().map_or_else(|| Target::by_name(FALLBACK), Ok)
}

/// `sm_90a` is 90.
fn capability(target: &Target) -> Option<u32> {
    let number = target.chip.as_deref()?.strip_prefix("sm_")?;
    number.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aimed(target: Option<&str>, lanes: Option<i64>) -> String {
        let target = target.map(str::to_owned);
        let module = Module { target, threads_per_warp: lanes, ..Module::default() };
        of_module(&module).unwrap().name
    }

    #[test]
    fn the_nearest_target_is_taken() {
        assert_eq!(aimed(Some("cuda:80"), Some(32)), "sm_80");
        assert_eq!(aimed(Some("cuda:89"), Some(32)), "sm_80");
        assert_eq!(aimed(Some("cuda:90"), Some(32)), "sm_90a");
        assert_eq!(aimed(Some("cuda:100"), Some(32)), "sm_90a");
        assert_eq!(aimed(Some("cuda:79"), Some(32)), "vulkan32");
        assert_eq!(aimed(Some("cuda:70"), Some(64)), "vulkan64");
        assert_eq!(aimed(Some("hip:gfx942"), Some(64)), "vulkan64");
        assert_eq!(aimed(Some("hip:gfx1100"), Some(32)), "vulkan32");
        assert_eq!(aimed(Some("cuda:?"), None), "vulkan32");
        assert_eq!(aimed(None, Some(8)), "lavapipe");
        assert_eq!(aimed(None, Some(16)), "vulkan32");
    }
}
