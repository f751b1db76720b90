//! What an access by any member of a family may do: questions whose answer is for all of them.
//!
//! ```
//! use tileir::family::Family;
//! use tileir::proof::{Budget, vector_width_of_members};
//! let rows: Family = "family<(n : 8..=64 by 8) (i : 4, j : 16) -> (i * n + j)>".parse()?;
//! let (width, claim) = vector_width_of_members(&rows, 1, 64, &Budget::of_points(0));
//! assert_eq!((width, claim.to_string().as_str()), (8, "proved by affine"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! They are asked of the [values](Family::values) of all members at once, over the steps of the
//! parameters. Where extents depend on parameters, runs are asked for on the box around all
//! domains: what holds there holds of every member, if the runs also divide every member's extent.
//!
//! **The law.** What is *proved* holds for every member. What is *disproved* fails for one: it is
//! named, and the same question of that member has confirmed the witness. It may hold for others.

use super::{MemberWitness, instance, prove_family};
use crate::family::{Family, Guard};
use crate::map::LayoutMap;
use crate::proof::{
    Access, Answer, Banks, Budget, Contiguity, Coordinates, Verdict, Wavefronts, Witness,
    contiguity, fits_bits, vector_width, wavefronts,
};

/// A claim about all members, or one for which it fails.
pub type ClaimOfAll = Verdict<MemberWitness>;

/// Runs that all members have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContiguityOfMembers {
    /// As [`Contiguity::width`].
    pub width: i64,
    /// As [`Contiguity::alignment`].
    pub alignment: i64,
    /// Why the runs of all members are not twice as wide.
    pub wider: Option<ClaimOfAll>,
    /// Why the starts of all are not aligned to twice as much.
    pub coarser: Option<ClaimOfAll>,
}

/// What an access costs at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WavefrontsOfMembers {
    /// Those of a member that takes the most, over all repetitions of all members.
    pub wavefronts: Wavefronts,
    /// That member; none where no member has a point.
    pub member: Option<Vec<(String, i64)>>,
}

/// Whether the arithmetic of every member fits signed integers of `bits` bits, as [`fits_bits`].
pub fn fits_bits_of_members(family: &Family, bits: u32, budget: &Budget) -> ClaimOfAll {
    let members = Members { family, budget };
    let map = match members.values() {
        Ok(map) => map,
        Err(why) => return Verdict::Unknown { why },
    };
    let ask = |member: &LayoutMap| fits_bits(member, bits, budget);
    members.of_all(fits_bits(&map, bits, budget), ask)
}

/// How many neighbours along an axis of the domain every member may access at once, as
/// [`vector_width`].
pub fn vector_width_of_members(
    family: &Family,
    axis: usize,
    max: i64,
    budget: &Budget,
) -> (i64, ClaimOfAll) {
    let members = Members { family, budget };
    let (map, most) = match members.runs(axis) {
        Ok((map, divisor)) => (map, divisor.min(max.max(1))),
        Err(why) => return (1, Verdict::Unknown { why }),
    };
    let (width, verdict) = vector_width(&map, members.place(axis), most, budget);
    let ask = |member: &LayoutMap| match vector_width(member, axis, max, budget) {
        (1, verdict) => verdict,
        (_, _) => Verdict::Unknown { why: String::new() },
    };
    let claim = match verdict {
        Verdict::Proved { .. } if width == 1 && most < max => members.of_all(
            Verdict::Unknown {
                why: format!("no power of two is seen to divide {}", members.extent(axis)),
            },
            ask,
        ),
        verdict => members.of_all(verdict, ask),
    };
    (width, claim)
}

/// How many neighbours along an axis are neighbours in memory in every member, as [`contiguity`].
pub fn contiguity_of_members(
    family: &Family,
    axis: usize,
    budget: &Budget,
) -> Answer<ContiguityOfMembers> {
    let members = Members { family, budget };
    let (map, divisor) = match members.runs(axis) {
        Ok(runs) => runs,
        Err(why) => return Answer::Unknown { why },
    };
    let (found, by) = match contiguity(&map, members.place(axis), budget) {
        Answer::Known { value, by } => (value, by),
        Answer::Unknown { why } => return Answer::Unknown { why },
    };
    let Contiguity { width, alignment, wider, coarser } = found;
    // Runs begin at more points where they are cut.
    let cut = divisor < width;
    let (width, alignment) =
        if cut { (divisor, alignment.min(divisor)) } else { (width, alignment) };
    let of_member = |part: fn(Contiguity) -> Option<Verdict>| {
        move |member: &LayoutMap| match contiguity(member, axis, budget) {
            Answer::Known { value, .. } if (value.width, value.alignment) == (width, alignment) => {
                part(value).unwrap_or(Verdict::Unknown { why: String::new() })
            }
            _ => Verdict::Unknown { why: String::new() },
        }
    };
    let end = |axis| format!("no greater power of two is seen to divide {}", members.extent(axis));
    let open = |verdict: Option<Verdict>| match verdict {
        _ if cut => Some(Verdict::Unknown { why: end(axis) }),
        // On the box no run can be wider: it ends.
        None if members.is_ragged(axis) => Some(Verdict::Unknown { why: end(axis) }),
        verdict => verdict,
    };
    let wider = open(wider).map(|verdict| members.of_all(verdict, of_member(|own| own.wider)));
    let coarser =
        open(coarser).map(|verdict| members.of_all(verdict, of_member(|own| own.coarser)));
    Answer::Known { value: ContiguityOfMembers { width, alignment, wider, coarser }, by }
}

/// The wavefronts of an access by some axes of the domain, in any member: as [`wavefronts`], the
/// parameters being repetitions. Of the access, the map is not looked at.
pub fn wavefronts_of_members(
    family: &Family,
    lanes: &[usize],
    (element_bytes, vector): (i64, i64),
    banks: &Banks,
    budget: &Budget,
) -> Answer<WavefrontsOfMembers> {
    let members = Members { family, budget };
    let map = match members.values() {
        Ok(map) => map,
        Err(why) => return Answer::Unknown { why },
    };
    let moved: Vec<usize> = lanes.iter().map(|&axis| members.place(axis)).collect();
    let access = Access { map: &map, lanes: &moved, element_bytes, vector };
    let (all, by) = match wavefronts(&access, banks, budget) {
        Answer::Known { value, by } => (value, by),
        Answer::Unknown { why } => return Answer::Unknown { why },
    };
    let Some(fullest) = &all.fullest else {
        let value = WavefrontsOfMembers { wavefronts: all, member: None };
        return Answer::Known { value, by };
    };
    let shown = family.parameters_at(fullest.repetition.values()).and_then(|values| {
        let member = family.bind(&values).ok()?;
        let access = Access { map: &member, lanes, element_bytes, vector };
        let own = wavefronts(&access, banks, budget);
        let own = own.value().filter(|own| own.most == all.most)?;
        Some((own.clone(), members.named(&values)))
    });
    let Some((wavefronts, member)) = shown else {
        let why = format!("no member is seen to take {} wavefronts", all.most);
        return Answer::Unknown { why };
    };
    Answer::Known { value: WavefrontsOfMembers { wavefronts, member: Some(member) }, by }
}

/// A family that is asked about.
struct Members<'a> {
    family: &'a Family,
    budget: &'a Budget,
}

impl Members<'_> {
    fn values(&self) -> Result<LayoutMap, String> {
        let stay = prove_family(self.family, self.budget).bounds.is_proved();
        self.family.values(stay).map_err(|error| error.to_string())
    }

    /// The values over a box, and a number that divides an axis's extent in every member; no greater
    /// than the greatest power of two.
    fn runs(&self, axis: usize) -> Result<(LayoutMap, i64), String> {
        let map = self.values()?;
        let map = match map.domain().is_box() {
            true => map,
            false => map.over_hulls().ok_or("the members have no program over one box")?,
        };
        let extents = self.family.extents_along(axis).map_err(|error| error.to_string())?;
        let Some(extents) = extents else { return Ok((map, i64::MAX)) };
        // Every point is a start: along an axis of one point there are no runs.
        let one = self.family.parameters().len();
        let divisor = match contiguity(&extents, one, self.budget) {
            Answer::Known { value, .. } => value.alignment,
            Answer::Unknown { .. } => 1,
        };
        Ok((map, divisor))
    }

    /// Where an axis of a member stands among the coordinates of all.
    fn place(&self, axis: usize) -> usize {
        self.family.parameters().len().saturating_add(axis)
    }

    /// An axis's extent in words.
    fn extent(&self, axis: usize) -> String {
        let name = self.family.domain().axes().get(axis).map_or("", |axis| axis.name());
        format!("the extent of axis '{name}'")
    }

    /// Whether the extent of an axis depends on parameters.
    fn is_ragged(&self, axis: usize) -> bool {
        let extent = self.family.domain().axes().get(axis).and_then(|axis| axis.extent());
        extent.is_some_and(|extent| extent.coordinates() > 0)
    }

    fn named(&self, values: &[i64]) -> Vec<(String, i64)> {
        let names = self.family.parameters().iter().map(|parameter| parameter.name().to_owned());
        names.zip(values.iter().copied()).collect()
    }

    /// A verdict on the values of all, with a member for which the claim fails: the one in which it
    /// was seen to, or another.
    fn of_all(&self, verdict: Verdict, ask: impl Fn(&LayoutMap) -> Verdict) -> ClaimOfAll {
        // Simpler arithmetic with the same values may be wider.
        let fails = |values: &[i64]| match ask(&self.family.bind_as_written(values).ok()?) {
            Verdict::Disproved { witness, by, .. } => Some((witness, by)),
            _ => None,
        };
        let claim = |((witness, by), values): ((Witness, _), Vec<i64>)| {
            let witness = MemberWitness { member: self.named(&values), witness };
            Verdict::disproved(witness, by)
        };
        let seen = match &verdict {
            Verdict::Proved { by, .. } => return Verdict::proved(*by),
            Verdict::Disproved { witness, .. } => place(witness)
                .and_then(|point| self.family.parameters_at(point.values()))
                .and_then(|values| Some((fails(&values)?, values))),
            Verdict::Unknown { .. } => None,
        };
        let always = Guard::default();
        let family = self.family;
        let other = || {
            instance::meeting(family.parameters(), &[family], [&always, &always], |own| fails(own))
        };
        if let Some(seen) = seen.or_else(other) {
            return claim(seen);
        }
        let why = match verdict {
            Verdict::Unknown { why } => why,
            _ => "no member was found that shows it".to_owned(),
        };
        Verdict::Unknown { why }
    }
}

/// A point of a witness.
fn place(witness: &Witness) -> Option<&Coordinates> {
    match witness {
        Witness::Undefined { point, .. }
        | Witness::Outside { point, .. }
        | Witness::Misaligned { point, .. }
        | Witness::Wide { point, .. }
        | Witness::Varies { first: point, .. } => Some(point),
        _ => None,
    }
}
