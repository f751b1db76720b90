//! [`Survey`]: what is true of each conversion and allocation of a file, and what it costs.
//!
//! ```text
//! 62:10  convert_layout %7 -> %8, 128x128 of f16
//!     from  #mma        total, in bounds, injective, surjective
//!     to    #blocked1   total, in bounds, injective, surjective
//!     moves between warps
//!     plan  shared: 512 wavefronts, 1 barrier; weight 1048
//!           32768 bytes; 16 writes of 16 bytes, 32 reads of 8 bytes a lane
//! ```
//!
//! The cheapest plan is the one that `tileir-plan` would choose for the same target.

use std::collections::HashMap;

use tileir::gf2::{Gf2Error, Linear};
use tileir::interop::triton::{Allocation, Conversion, Distance, Element, Module};
use tileir::repartition::PlanError;
use tileir::target::{Target, TargetError};

use super::cheapest::Cheapest;
use super::facts::LayoutFacts;
use super::memory::{Stores, StoresError};
use super::names::Names;
use super::tile::Refusal;
use super::{Import, Moved, Part, aim};
use crate::problem::Problem;

/// The report on a file; see the source file's header.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Its sections.
    pub parts: Vec<SurveyedPart<'a>>,
    /// How many conversions it has.
    pub conversions: usize,
    /// How many repartitions came of them.
    pub repartitions: usize,
    /// What was wrong.
    pub problems: &'a [Problem],
}

/// The report on a section.
#[derive(Clone, Debug)]
pub struct SurveyedPart<'a> {
    /// The module's attributes.
    pub module: &'a Module,
    /// What plans are for.
    pub target: Target,
    /// Its conversions.
    pub conversions: Vec<Surveyed<'a>>,
    /// Its allocations.
    pub allocations: Vec<Stored<'a>>,
}

/// The report on a conversion.
#[derive(Clone, Debug)]
pub struct Surveyed<'a> {
    /// The conversion.
    pub moved: &'a Moved,
    /// The source's encoding, by the file's names.
    pub from: String,
    /// The target's.
    pub to: String,
    /// The facts of the source's layout.
    pub from_facts: Result<LayoutFacts, Gf2Error>,
    /// The facts of the target's.
    pub to_facts: Result<LayoutFacts, Gf2Error>,
    /// How far the farthest element comes.
    pub distance: Distance,
    /// The cheapest plan.
    pub plan: Result<Cheapest, NoPlan>,
}

/// Why there is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoPlan {
    /// The conversion is no repartition.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It is one that the target cannot carry out.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// The report on an allocation.
#[derive(Clone, Debug)]
pub struct Stored<'a> {
    /// The allocation.
    pub allocation: &'a Allocation,
    /// Its encoding, by the file's names.
    pub encoding: String,
    /// What filling it costs, if it is filled at once.
    pub stores: Option<Result<Stores, StoresError>>,
}

impl<'a> Survey<'a> {
    /// The report on a file, with plans for the target of this name or, without one, for that
    /// which is nearest to what each section was compiled for.
    ///
    /// # Errors
    /// No target of that name.
    pub fn of(import: &'a Import, target: Option<&str>) -> Result<Survey<'a>, TargetError> {
        let target = target.map(Target::by_name).transpose()?;
        let parts = import.parts().iter().map(|part| {
            let target = target.clone().map_or_else(|| aim::of_module(&part.module), Ok)?;
            Ok(SurveyedPart::of(part, target))
        });
        Ok(Survey {
            file: import.file(),
            parts: parts.collect::<Result<_, TargetError>>()?,
            conversions: import.conversions(),
            repartitions: import.repartitions(),
            problems: import.problems(),
        })
    }
}

impl<'a> SurveyedPart<'a> {
    fn of(part: &'a Part, target: Target) -> SurveyedPart<'a> {
        let names = Names::of(&part.aliases);
        let mut known = Known::default();
        let conversion = |moved: &'a Moved| Surveyed {
            moved,
            from: names.name(&moved.read.source.encoding),
            to: names.name(&moved.read.target.encoding),
            from_facts: known.facts(&moved.read.from),
            to_facts: known.facts(&moved.read.to),
            distance: moved.read.route.distance,
            plan: known.plan(moved, &target),
        };
        let allocation = |allocation: &'a Allocation| Stored {
            allocation,
            encoding: names.name(&allocation.memory.encoding),
            stores: Stores::of(allocation, &target),
        };
        SurveyedPart {
            module: &part.module,
            conversions: part.conversions.iter().map(conversion).collect(),
            allocations: part.allocations.iter().map(allocation).collect(),
            target,
        }
    }
}

/// What was found out for one target: a file says the same of many tensors.
#[derive(Default)]
struct Known<'a> {
    facts: HashMap<&'a Linear, Result<LayoutFacts, Gf2Error>>,
    plans: HashMap<(&'a Linear, &'a Linear, &'a Element), Result<Cheapest, NoPlan>>,
}

impl<'a> Known<'a> {
    fn facts(&mut self, layout: &'a Linear) -> Result<LayoutFacts, Gf2Error> {
        self.facts.entry(layout).or_insert_with(|| LayoutFacts::of(layout)).clone()
    }

    fn plan(&mut self, moved: &'a Moved, target: &Target) -> Result<Cheapest, NoPlan> {
        let tile = moved.tile.as_ref().map_err(|refusal| NoPlan::from(refusal.clone()))?;
        let Conversion { from, to, source, .. } = &moved.read;
        let plan = || Cheapest::of(tile, target).map_err(NoPlan::from);
        self.plans.entry((from, to, &source.element)).or_insert_with(plan).clone()
    }
}
