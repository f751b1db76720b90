//! XeGPU's layouts, from the digits of threads and values.
//!
//! Along each dimension the lanes' digits give `lane_layout` and, by their step, `lane_data`; the
//! subgroups' give `sg_layout` and `sg_data`. In which order the values are numbered says the
//! rest: `sg_data` where no subgroup tells it, and `inst_data`. There are few numbers that these
//! can be, the steps of the values' digits, and each choice is read and compared.

use super::super::digits::{Digit, Digits};
use super::super::{Context, Meaning, System, TranslateError, same};
use crate::interop::mlir::{XeGpu, XeLayout};
use crate::proof::Budget;

/// Choices that are tried.
const CHOICES: usize = 512;

pub(super) fn write(meaning: &Meaning, context: &Context) -> Result<String, TranslateError> {
    let budget = Budget::of_points(0);
    let map = meaning.filled(System::Mlir, &Budget::default())?;
    let digits = Digits::of(&map)?;
    let outside = |why: &str| TranslateError::Outside {
        system: System::Mlir,
        what: "layout of XeGPU",
        why: why.to_owned(),
    };
    if digits.offset.iter().any(|&by| by != 0) {
        return Err(outside("the first place does not hold element 0"));
    }
    let threads = map.domain().extents().and_then(|pairs| pairs.first().copied()).unwrap_or(1);
    let lanes = meaning.lanes.or(context.lanes).unwrap_or(threads.min(context.warp()));
    if lanes < 1 || threads % lanes != 0 {
        return Err(TranslateError::NoWarps { threads, lanes });
    }
    let spread = Threads::of(meaning.shape.len(), &digits, lanes).map_err(&outside)?;
    for layout in spread.choices(&meaning.shape, &digits).take(CHOICES) {
        let xe = XeGpu { layout, slices: Vec::new() };
        let Ok(again) = xe.map(&meaning.shape) else { continue };
        let again = Meaning::of_places(meaning.places, &again)?;
        if same(&again, meaning, &budget)?.is_proved() {
            return Ok(xe.to_string());
        }
    }
    Err(outside("no choice of sg_data and inst_data numbers the values as it does"))
}

/// What the threads' digits say.
struct Threads {
    lane: Vec<Option<(i64, i64)>>,
    subgroup: Vec<Option<(i64, i64)>>,
    order: Vec<usize>,
}

impl Threads {
    /// Extent and step along each dimension, of lanes and of subgroups, and their common order.
    fn of(rank: usize, digits: &Digits, lanes: i64) -> Result<Threads, &'static str> {
        let (mut lane, mut subgroup) = (vec![None; rank], vec![None; rank]);
        let (mut lane_order, mut subgroup_order) = (Vec::new(), Vec::new());
        for digit in digits.along(0).rev() {
            let Digit { weight, extent, step, .. } = *digit;
            let (dim, by) =
                step.ok_or("threads share elements, and a layout that shares is not written")?;
            let put = |list: &mut Vec<Option<(i64, i64)>>, order: &mut Vec<usize>, count, by| {
                let place = list.get_mut(dim).filter(|place| place.is_none());
                *place.ok_or("lanes or subgroups are along one dimension twice")? =
                    Some((count, by));
                order.push(dim);
                Ok::<(), &'static str>(())
            };
            if weight % lanes == 0 {
                put(&mut subgroup, &mut subgroup_order, extent, by)?;
                continue;
            }
            let inside = (lanes / weight).min(extent);
            if inside < 1 || extent % inside != 0 || (inside < extent && lanes % weight != 0) {
                return Err("a subgroup's end lies within a digit");
            }
            put(&mut lane, &mut lane_order, inside, by)?;
            if inside < extent {
                let by = by.checked_mul(inside).ok_or("a step leaves 64 bits")?;
                put(&mut subgroup, &mut subgroup_order, extent / inside, by)?;
            }
        }
        let order = common(rank, &lane_order, &subgroup_order)
            .ok_or("lanes and subgroups are numbered along different orders")?;
        Ok(Threads { lane, subgroup, order })
    }

    /// The layouts that threads like these may have.
    fn choices<'a>(
        &'a self,
        shape: &'a [i64],
        digits: &'a Digits,
    ) -> impl Iterator<Item = XeLayout> + 'a {
        // What a subgroup's data, and an instruction's, may be along each dimension.
        let steps = |dim: usize| {
            let own = digits.along(1).filter_map(move |digit| {
                let (to, by) = digit.step?;
                (to == dim).then_some(by)
            });
            own.collect::<Vec<i64>>()
        };
        let sg: Vec<Vec<i64>> = shape
            .iter()
            .enumerate()
            .map(|(dim, &extent)| match self.subgroup.get(dim).copied().flatten() {
                Some((_, by)) => vec![by],
                None => [vec![extent], steps(dim)].concat(),
            })
            .collect();
        let inst: Vec<Vec<i64>> =
            shape.iter().enumerate().map(|(dim, _)| [vec![0], steps(dim)].concat()).collect();
        let subgroups = self.subgroup.iter().any(Option::is_some);
        let counts = |list: &[Option<(i64, i64)>]| {
            list.iter().map(|own| own.map_or(1, |(count, _)| count)).collect::<Vec<i64>>()
        };
        let row_major = self.order.iter().rev().copied().eq(0..shape.len());
        let order = self.order.iter().map(|&dim| dim as i64).collect::<Vec<i64>>();
        let lane_data: Vec<i64> = self.lane.iter().map(|own| own.map_or(1, |(_, by)| by)).collect();
        choose(sg).flat_map(move |sg_data| {
            let (order, lane_data) = (order.clone(), lane_data.clone());
            let (lane, subgroup) = (counts(&self.lane), counts(&self.subgroup));
            choose(inst.clone()).map(move |inst| {
                let whole = inst.iter().all(|&data| data == 0);
                let filled =
                    inst.iter().zip(&sg_data).map(|(&own, &all)| if own == 0 { all } else { own });
                let split = subgroups || sg_data.as_slice() != shape;
                XeLayout {
                    sg_layout: split.then(|| subgroup.clone()),
                    sg_data: split.then(|| sg_data.clone()),
                    inst_data: (!whole).then(|| filled.collect()),
                    lane_layout: Some(lane.clone()),
                    lane_data: Some(lane_data.clone()),
                    order: (!row_major).then(|| order.clone()),
                }
            })
        })
    }
}

/// One of each list, the first lists' choices slowest.
fn choose(lists: Vec<Vec<i64>>) -> impl Iterator<Item = Vec<i64>> {
    let count = lists.iter().map(Vec::len).fold(1usize, usize::saturating_mul);
    (0..count).map(move |mut number| {
        let mut pick = |list: &Vec<i64>| {
            let place = number.checked_rem(list.len()).unwrap_or(0);
            number = number.checked_div(list.len()).unwrap_or(0);
            list.get(place).copied().unwrap_or(0)
        };
        lists.iter().map(&mut pick).collect()
    })
}

/// An order of all dimensions in which both lists stand.
fn common(rank: usize, first: &[usize], second: &[usize]) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(rank);
    let before =
        |list: &[usize], dim: usize, order: &[usize]| match list.iter().position(|own| *own == dim)
        {
            Some(at) => list.iter().take(at).all(|earlier| order.contains(earlier)),
            None => true,
        };
    while order.len() < rank {
        let next = (0..rank).rev().find(|dim| {
            !order.contains(dim) && before(first, *dim, &order) && before(second, *dim, &order)
        });
        order.push(next?);
    }
    Some(order)
}
