//! What stands around an access: loops, conditions, launches.
//!
//! A loop is an axis that counts how often it has run, `0, 1, …`; its counter is `lower + step *
//! axis`, and a constraint says that this is below each upper bound, unless the extent does:
//!
//! ```text
//! affine.for %i = 0 to 200 step 64                     i : 4               %i = 64*i
//!   affine.for %j = 0 to min(64, 200 - %i)             j : 64 where j lt 200 - 64*i
//!     affine.if (%j mod 2 == 0)                        … where j mod 2 eq 0
//! ```
//!
//! [Counters](super::counters) are integers of a machine. A loop whose bounds cannot be read so has a counter of which only the bounds are known. What
//! cannot be read at all, a condition or another operation with a body, leaves it in
//! [doubt](Scope::doubt) whether the access is executed.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike, ValueLike};
use tileir::Inst;

use super::affine::Map;
use super::attributes::{list, segments};
use super::counters::Bounds;
use super::ids::kernel_of;
use super::scope::Scope;
use super::values::{constant, operands};
use crate::builder::{Op, Val, name_of};
use crate::symbols::defining_op;

impl<'c> Scope<'c> {
    /// Reads everything around `op`, from outside in.
    pub fn enter(&mut self, op: Op<'c>) {
        self.kernel = kernel_of(op);
        let mut around = Vec::new();
        let mut inside = op;
        while let Some(parent) = inside.parent_operation() {
            around.push((parent, inside));
            if is_function(&name_of(parent)) {
                break;
            }
            inside = parent;
        }
        for (parent, inside) in around.into_iter().rev() {
            self.enter_one(parent, inside);
        }
    }

    /// Reads what `parent` says of when `inside`, which stands directly in it, is executed.
    fn enter_one(&mut self, parent: Op<'c>, inside: Op<'c>) {
        let first = |inside: Op<'c>| {
            let block = inside.block()?;
            Some(block.parent_region()?.first_block()? == block)
        };
        let in_region = |number: usize| {
            let region = parent.region(number).ok();
            region.is_some() && region == inside.block().and_then(|block| block.parent_region())
        };
        let mut known = first(inside) == Some(true);
        let name = name_of(parent);
        known &= match name.as_str() {
            "affine.for" | "affine.parallel" | "scf.for" | "scf.parallel" | "scf.forall" => {
                self.enter_loop(parent)
            }
            "affine.if" => {
                let set = parent.attribute("condition").ok();
                let holds = set.and_then(|set| self.integer_set(set, &operands(parent)));
                self.enter_branch(holds, in_region(0))
            }
            "scf.if" => {
                let condition = parent.operand(0).ok();
                let holds = condition.and_then(|condition| self.condition(condition));
                self.enter_branch(holds, in_region(0))
            }
            "gpu.launch" => self.enter_launch(parent),
            "memref.alloca_scope" | "scf.execute_region" | "affine.scope" | "vector.mask" => true,
            _ => is_function(&name),
        };
        if !known {
            self.doubt = self.doubt.or(Some(parent));
            self.guarded = true;
        }
    }

    fn enter_branch(&mut self, holds: Option<u32>, then: bool) -> bool {
        let Some(holds) = holds else { return false };
        let holds = if then { holds } else { self.not(holds) };
        self.assume(holds);
        true
    }

    fn enter_launch(&mut self, launch: Op<'c>) -> bool {
        let block = launch.region(0).ok().and_then(|region| region.first_block());
        let Some(block) = block else { return false };
        for dimension in 0..3 {
            let argument = |number: usize| block.argument(number + dimension).ok();
            let [blocks, threads] = ["block", "thread"]
                .map(|what| self.coordinate(Some(launch), what, dimension, None));
            let [grid, size] =
                ["block", "thread"].map(|what| self.size(Some(launch), what, dimension, None));
            for (number, place) in [(0, blocks), (3, threads), (6, grid), (9, size)] {
                if let Some(argument) = argument(number) {
                    self.define(argument.into(), place);
                }
            }
        }
        true
    }

    /// Where the counters of a loop run.
    fn read_bounds(&mut self, op: Op<'c>) -> Option<Vec<Bounds>> {
        match name_of(op).as_str() {
            "affine.for" => self.affine_for(op).map(|bounds| vec![bounds]),
            "affine.parallel" => self.affine_parallel(op),
            "scf.for" => self.scf_for(op).map(|bounds| vec![bounds]),
            "scf.parallel" => self.scf_parallel(op),
            _ => self.scf_forall(op),
        }
    }

    /// Whether it is not proved that a loop comes to its end, as a counter may wrap.
    pub(super) fn may_not_end(&mut self, op: Op<'c>) -> bool {
        let affine = name_of(op).starts_with("affine.");
        let block = op.region(0).ok().and_then(|region| region.first_block());
        let bounds = match op.has_attribute("unsignedCmp") {
            true => self.unsigned_for(op),
            false => self.read_bounds(op),
        };
        let (Some(bounds), Some(block)) = (bounds, block) else { return !affine };
        bounds.iter().enumerate().any(|(number, bounds)| {
            let argument = block.argument(number).ok();
            let bits = argument.and_then(|argument| self.bits(argument.r#type()));
            !bits.is_some_and(|bits| self.comes_to_end(op, bounds, bits))
        })
    }

    /// The bounds of a loop that compares unsigned numbers, as these. Those of 64 bits are taken as
    /// sizes, which are not negative.
    fn unsigned_for(&mut self, op: Op<'c>) -> Option<Vec<Bounds>> {
        let [lower, upper, step] = [0, 1, 2].map(|k| op.operand(k).ok());
        let (lower, upper, step) = (lower?, upper?, step?);
        let bits = self.bits(lower.r#type())?;
        let mut bounds = self.bounds(lower, upper, step);
        for place in bounds.lower.iter_mut().chain(&mut bounds.upper) {
            let size = bits == 64 && self.linear.interval(*place).hi >= 0;
            *place = self.unsigned(*place, bits).or(size.then_some(*place))?;
        }
        Some(vec![bounds])
    }

    fn enter_loop(&mut self, op: Op<'c>) -> bool {
        let bounds = self.read_bounds(op);
        let block = op.region(0).ok().and_then(|region| region.first_block());
        let (Some(bounds), Some(block)) = (bounds, block) else { return false };
        for (number, bounds) in bounds.iter().enumerate() {
            let Ok(argument) = block.argument(number) else { return false };
            let Some(bits) = self.bits(argument.r#type()) else { return false };
            let Some(counter) = self.run(op, bounds, bits) else { return false };
            self.define(argument.into(), counter);
        }
        true
    }

    fn affine_for(&mut self, op: Op<'c>) -> Option<Bounds> {
        let groups = segments(op)?;
        let [lower, upper, ..] = groups.as_slice() else { return None };
        let map = |name: &str| Map::of(op.attribute(name).ok()?);
        let (lower, upper) = (
            self.affine_map(map("lowerBoundMap")?, lower),
            self.affine_map(map("upperBoundMap")?, upper),
        );
        let step = op.attribute("step").ok()?;
        let step = IntegerAttribute::try_from(step).ok()?.value();
        Some(Bounds {
            lower: lower.into_iter().collect::<Option<Vec<u32>>>()?,
            upper: upper.into_iter().collect::<Option<Vec<u32>>>()?,
            step: Some(step),
        })
    }

    fn affine_parallel(&mut self, op: Op<'c>) -> Option<Vec<Bounds>> {
        let operands = operands(op);
        let map = |name: &str| Map::of(op.attribute(name).ok()?);
        let (lower, upper) = (map("lowerBoundsMap")?, map("upperBoundsMap")?);
        let (of_lower, of_upper) = operands.split_at_checked(lower.inputs())?;
        let (lower, upper) = (self.affine_map(lower, of_lower), self.affine_map(upper, of_upper));
        let (mut lower, mut upper) = (lower.into_iter(), upper.into_iter());
        let sizes = (list(op, "lowerBoundsGroups")?, list(op, "upperBoundsGroups")?);
        let mut bounds = Vec::new();
        for ((below, above), step) in sizes.0.iter().zip(&sizes.1).zip(list(op, "steps")?) {
            let (below, above) = (usize::try_from(*below).ok()?, usize::try_from(*above).ok()?);
            bounds.push(Bounds {
                lower: lower.by_ref().take(below).collect::<Option<Vec<u32>>>()?,
                upper: upper.by_ref().take(above).collect::<Option<Vec<u32>>>()?,
                step: Some(step),
            });
        }
        Some(bounds)
    }

    fn scf_for(&mut self, op: Op<'c>) -> Option<Bounds> {
        let [lower, upper, step] = [0, 1, 2].map(|k| op.operand(k).ok());
        let bounds = self.bounds(lower?, upper?, step?);
        // Numbers that are not negative compare alike, signed or not.
        let negative = |&place: &u32| self.linear.interval(place).lo < 0;
        let unsigned = op.has_attribute("unsignedCmp");
        let wrong = unsigned && bounds.lower.iter().chain(&bounds.upper).any(negative);
        (!wrong).then_some(bounds)
    }

    fn scf_parallel(&mut self, op: Op<'c>) -> Option<Vec<Bounds>> {
        let groups = segments(op)?;
        let [lower, upper, step, ..] = groups.as_slice() else { return None };
        let each = lower.iter().zip(upper).zip(step);
        Some(each.map(|((&lower, &upper), &step)| self.bounds(lower, upper, step)).collect())
    }

    fn bounds(&mut self, lower: Val<'c>, upper: Val<'c>, step: Val<'c>) -> Bounds {
        Bounds {
            lower: vec![self.place_of(lower)],
            upper: vec![self.place_of(upper)],
            step: defining_op(step).and_then(constant),
        }
    }

    fn scf_forall(&mut self, op: Op<'c>) -> Option<Vec<Bounds>> {
        let groups = segments(op)?;
        let [lower, upper, step, ..] = groups.as_slice() else { return None };
        let lower = self.mixed(&list(op, "staticLowerBound")?, lower)?;
        let upper = self.mixed(&list(op, "staticUpperBound")?, upper)?;
        let step = self.mixed(&list(op, "staticStep")?, step)?;
        let each = lower.into_iter().zip(upper).zip(step);
        let bounds = |((lower, upper), step)| {
            let step = match self.linear.inst(step) {
                Inst::Const(step) => Some(step),
                _ => None,
            };
            Bounds { lower: vec![lower], upper: vec![upper], step }
        };
        Some(each.map(bounds).collect())
    }

    /// Numbers of which the dynamic ones are operands.
    pub fn mixed(&mut self, fixed: &[i64], dynamic: &[Val<'c>]) -> Option<Vec<u32>> {
        let mut dynamic = dynamic.iter();
        let number = |&number: &i64| match number {
            i64::MIN => dynamic.next().map(|&value| self.place_of(value)),
            number => Some(self.linear.constant(number)),
        };
        fixed.iter().map(number).collect()
    }
}

/// Whether an operation's body is executed when it is called, or at once.
pub fn is_function(name: &str) -> bool {
    matches!(name, "func.func" | "gpu.func" | "llvm.func" | "spirv.func" | "builtin.module")
}
