//! [`Question`]: an access as a map of the algebra, whose facts are what is asked of it.
//!
//! ```text
//! subject    domain -> the first index on each axis, where a legal one lies; the address
//! ```
//!
//! On an axis of extent `n` a window of `w` elements begins in `0 .. n - w + 1`. Where the extent
//! is not a constant, a second coordinate is the *room* that the window leaves, `n - w - index`,
//! which is not negative. So the access is in bounds exactly where the subject is total and in
//! bounds, and the subject is what the facts [written](super::facts) on the operation are of.
//!
//! An axis of the domain on which neither the indices nor a constraint depend is left out, unless
//! it has no point.

use std::collections::HashSet;

use tileir::proof::{Budget, Verdict, Witness, defined, fits_bits};
use tileir::{Axis, BinaryOp, IndexSet, Inst, LayoutMap, MapError, Program, ProgramBuilder};

use super::effort::Effort;
use super::scope::Scope;
use super::touches::{Along, Outside, Touch, Window};
use super::unknowns::Symbol;

/// The most that an index can be, and one more.
const INDICES: i64 = i64::MAX;

/// What is asked of an access; see the source file's header.
pub struct Question {
    /// The map of each axis alone, or why there is none.
    pub axes: Vec<Result<LayoutMap, &'static str>>,
    /// The subject of what is found, where each index could be read.
    pub subject: Option<LayoutMap>,
    /// The address of the first element, that of the last, and whatever else is computed on the way
    /// to the access. What one of these is computed from does not stand there once more.
    pub address: Option<LayoutMap>,
    /// Which of all these values the program itself computes.
    real: Program,
    /// An operation on the way to the access that is not read.
    missed: Option<String>,
    /// The axes of the scope that the domain has.
    kept: Vec<usize>,
    rank: usize,
}

/// The outputs of a map, and its codomain.
#[derive(Default)]
struct Outputs {
    places: Vec<u32>,
    axes: Vec<Axis>,
}

impl Question {
    /// The question of an access, whose address is counted from the base of the memref; or, where
    /// that lies `base` elements into a buffer, from the start of this.
    ///
    /// # Errors
    /// A name that stands twice, which there is not.
    pub fn of<'c>(
        scope: &mut Scope<'c>,
        touch: &Touch<'c>,
        base: Option<u32>,
        effort: &mut Effort,
    ) -> Result<Question, MapError> {
        let address = |scope: &mut Scope<'c>, indices: &[u32]| {
            let address = scope.address(touch.memref, indices)?;
            let Some(base) = base else { return Some(address) };
            let whole = scope.binary(BinaryOp::Add, base, address);
            scope.exact(whole, scope.index_bits)
        };
        let firsts: Option<Vec<u32>> = touch.along.iter().map(|along| along.first).collect();
        let first = firsts.as_ref().and_then(|firsts| address(scope, firsts));
        let last = firsts.and_then(|firsts| {
            let ends = firsts.iter().zip(&touch.along).map(|(&first, along)| match along.window {
                Window::Elements(1) => Some(first),
                Window::Elements(size) => {
                    let more = scope.linear.constant(size - 1);
                    let end = scope.binary(BinaryOp::Add, first, more);
                    scope.exact(end, scope.index_bits)
                }
                Window::Strided { .. } => None,
            });
            let ends = ends.collect::<Option<Vec<u32>>>()?;
            address(scope, &ends)
        });
        let computed = std::mem::take(&mut scope.computed);
        let mut each = Vec::with_capacity(touch.along.len());
        for (axis, along) in touch.along.iter().enumerate() {
            each.push(outputs(scope, touch, axis, *along));
        }
        let mut used: Vec<u32> = each.iter().flatten().flat_map(|o| o.places.clone()).collect();
        used.extend(first.iter().chain(&last).chain(&scope.holds).chain(&computed));
        let (domain, kept) = domain(scope, &used)?;
        let domain = effort.shared(domain);
        let map = |outputs: &Outputs| {
            let program = over(&scope.linear.program(&outputs.places), &kept);
            LayoutMap::expr(domain.clone(), IndexSet::new(outputs.axes.clone())?, program)
        };
        let mut axes = Vec::with_capacity(each.len());
        for outputs in &each {
            axes.push(match outputs {
                Ok(outputs) => Ok(map(outputs)?),
                Err(why) => Err(*why),
            });
        }
        let ends = first.zip(last).map(|(first, last)| {
            let real = real(scope, &kept, [first, last]);
            let places = roots(scope, [first, last], [&real, computed.as_slice()].concat());
            let axes = (0..places.len()).map(|k| Axis::integers(&format!("c{k}"))).collect();
            (Outputs { places, axes }, real)
        });
        let real = ends.as_ref().map_or(&[][..], |(_, real)| real);
        let real = over(&scope.linear.program(real), &kept);
        let whole = each.iter().try_fold(Outputs::default(), |mut all, outputs| {
            let outputs = outputs.as_ref().ok()?;
            all.places.extend(&outputs.places);
            all.axes.extend(outputs.axes.iter().cloned());
            Some(all)
        });
        let whole = whole.map(|mut all| {
            all.places.extend(first);
            all.axes.extend(first.map(|_| Axis::integers("address")));
            all
        });
        let subject = whole.as_ref().map(map).transpose()?;
        let address = ends.as_ref().map(|(ends, _)| map(ends)).transpose()?;
        let (missed, rank) = (scope.missed.clone(), scope.names().len());
        Ok(Question { axes, subject, address, real, missed, kept, rank })
    }

    /// Whether the access stays in bounds along an axis.
    pub fn bounds(&self, axis: usize, budget: &Budget) -> Verdict {
        match self.axes.get(axis) {
            Some(Ok(map)) => {
                let facts = defined(map, budget);
                if facts.total.is_proved() { facts.bounds } else { facts.total }
            }
            Some(Err(why)) => Verdict::Unknown { why: (*why).to_owned() },
            None => Verdict::Unknown { why: "there is no such axis".to_owned() },
        }
    }

    /// Whether every index and address is exact in 32 bits.
    pub fn narrow(&self, budget: &Budget) -> Verdict {
        if let Some(missed) = &self.missed {
            return Verdict::Unknown { why: format!("what '{missed}' gives is not read") };
        }
        match &self.address {
            Some(map) => match fits_bits(map, 32, budget) {
                Verdict::Disproved { witness, .. } if self.wide(&witness).is_none() => {
                    let why = "an expression for it leaves them, but no value of the program there";
                    Verdict::Unknown { why: why.to_owned() }
                }
                verdict => verdict,
            },
            None => Verdict::Unknown { why: "the address cannot be read".to_owned() },
        }
    }

    /// A value of the program that leaves 32 bits where a witness shows it.
    pub fn wide(&self, witness: &Witness) -> Option<i64> {
        let Witness::Wide { point, .. } = witness else { return None };
        let values = self.real.eval(point.values()).ok()?;
        values.iter().copied().find(|&value| i32::try_from(value).is_err())
    }

    /// The points that it is asked of.
    pub fn domain(&self) -> Option<&IndexSet> {
        self.axes.iter().flatten().chain(&self.address).next().map(LayoutMap::domain)
    }

    /// The address of the first element alone.
    pub fn first_address(&self) -> Option<LayoutMap> {
        let map = self.address.as_ref()?;
        let program = map.program()?;
        let first = program.program().with_outputs(program.values().get(..1)?);
        LayoutMap::expr(map.domain().clone(), IndexSet::integers(1), first).ok()
    }

    /// The point of the scope's axes at which a witness shows it.
    pub fn point(&self, witness: &Witness) -> Option<Vec<i64>> {
        let (Witness::Undefined { point, .. }
        | Witness::Outside { point, .. }
        | Witness::Wide { point, .. }) = witness
        else {
            return None;
        };
        let mut whole = vec![0; self.rank];
        for (&axis, &value) in self.kept.iter().zip(point.values()) {
            *whole.get_mut(axis)? = value;
        }
        Some(whole)
    }

    /// Whether the domain depends on a symbol.
    pub fn depends_on(&self, scope: &Scope<'_>, symbol: &Symbol<'_>) -> bool {
        coordinates(scope, symbol.place).iter().any(|axis| self.kept.contains(axis))
    }
}

/// The axes of the scope that a place is computed from.
fn coordinates(scope: &Scope<'_>, place: u32) -> Vec<usize> {
    let program = scope.linear.program(&[place]);
    let axis = |inst: &Inst| match inst {
        Inst::Coord(axis) => Some(*axis as usize),
        _ => None,
    };
    program.insts().iter().filter_map(axis).collect()
}

/// The values that the program computes on the way to the access, and the addresses of its ends.
fn real(scope: &Scope<'_>, kept: &[usize], ends: [u32; 2]) -> Vec<u32> {
    let mut used = scope.used.clone();
    used.sort_unstable();
    used.dedup();
    // What was computed before is on the way, unless a reading that failed is all that used it.
    used.retain(|&place| coordinates(scope, place).iter().all(|axis| kept.contains(axis)));
    let mut real = [&ends, scope.values.as_slice(), &used].concat();
    real.sort_unstable();
    real.dedup();
    real
}

/// The ends, and those of the places that are computed from all the others. Of constants only those
/// are of interest that leave 32 bits.
fn roots(scope: &Scope<'_>, ends: [u32; 2], mut places: Vec<u32>) -> Vec<u32> {
    places.retain(|&place| match scope.linear.inst(place) {
        Inst::Const(value) => i32::try_from(value).is_err(),
        _ => !ends.contains(&place),
    });
    places.sort_unstable();
    places.dedup();
    let all = [&ends, places.as_slice()].concat();
    let program = scope.linear.program(&all);
    let mut operands = HashSet::new();
    for inst in program.insts() {
        if let Inst::Binary(_, lhs, rhs) = inst {
            operands.extend([*lhs, *rhs]);
        }
    }
    let outputs = all.into_iter().zip(program.outputs()).enumerate();
    let root = outputs.filter(|(number, (_, at))| *number < ends.len() || !operands.contains(at));
    root.map(|(_, (place, _))| place).collect()
}

/// What must lie where, along an axis.
fn outputs<'c>(
    scope: &mut Scope<'c>,
    touch: &Touch<'c>,
    axis: usize,
    along: Along,
) -> Result<Outputs, &'static str> {
    let first = along.first.ok_or("nothing is known of the index")?;
    let extent = scope.extent(touch.memref, axis).ok_or("nothing is known of the extent")?;
    let more = match along.window {
        Window::Elements(size) => scope.linear.constant(size.saturating_sub(1)),
        Window::Strided { count, stride } => {
            let one = scope.linear.constant(1);
            let steps = scope.binary(BinaryOp::Sub, count, one);
            // Without an element there is nothing to be outside.
            if scope.linear.interval(count).lo < 1 {
                return Err("the window may have no element");
            }
            let span = scope.binary(BinaryOp::Mul, steps, stride);
            if scope.linear.interval(stride).lo < 0 {
                return Err("the stride may be negative");
            }
            span
        }
    };
    let name = format!("d{axis}");
    let after = scope.binary(BinaryOp::Sub, extent, more);
    if let Inst::Const(legal) = scope.linear.inst(after) {
        return Ok(Outputs { places: vec![first], axes: vec![Axis::new(&name, legal.max(0))] });
    }
    let one = scope.linear.constant(1);
    let last = scope.binary(BinaryOp::Sub, after, one);
    let room = scope.binary(BinaryOp::Sub, last, first);
    let axes = vec![Axis::new(&name, INDICES), Axis::new(&format!("room{axis}"), INDICES)];
    Ok(Outputs { places: vec![first, room], axes })
}

/// The set of points at which the access is executed, and which axes of the scope it has.
pub(super) fn domain(scope: &Scope<'_>, used: &[u32]) -> Result<(IndexSet, Vec<usize>), MapError> {
    let program = scope.linear.program(used);
    let mentioned = |axis: usize| {
        let is = |inst: &Inst| matches!(inst, Inst::Coord(k) if *k as usize == axis);
        program.insts().iter().any(is)
    };
    let extents = scope.linear.extents();
    let kept: Vec<usize> =
        (0..extents.len()).filter(|&axis| extents[axis] < 1 || mentioned(axis)).collect();
    let axis = |&axis: &usize| Axis::new(&scope.names()[axis], extents[axis]);
    let set = IndexSet::new(kept.iter().map(axis).collect())?;
    if scope.holds.is_empty() {
        return Ok((set, kept));
    }
    let constraints = over(&scope.linear.program(&scope.holds), &kept);
    Ok((set.with_constraints(&constraints)?, kept))
}

/// The program over the kept axes alone, which are all that it mentions.
pub(super) fn over(program: &Program, kept: &[usize]) -> Program {
    let mut builder = ProgramBuilder::default();
    let inputs: Vec<u32> = (0..program.coordinates())
        .map(|axis| {
            let at = kept.iter().position(|&kept| kept == axis);
            at.map_or(0, |at| builder.coord(at))
        })
        .collect();
    let outputs = builder.inline(program, &inputs);
    builder.finish(&outputs)
}

/// Whether nothing outside is allowed.
pub fn required(along: &Along) -> bool {
    along.outside != Outside::Allowed
}
