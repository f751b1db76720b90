//! Whether a map may be computed in narrower integers.
//!
//! Every instruction's range must fit, not only the result's: an intermediate value that wraps
//! is wrong even where a later one would wrap back. An answer other than *proved* names the first
//! such expression, the operands' before their operation's:
//!
//! ```text
//! i * 65536 floordiv 65536, i < 49152, in 32 bits
//!     disproved: at (i = 49151), i * 65536 is 3221159936, which does not fit 32 bits
//! ```

use super::{NO_POINTS, Question, on_hull};
use crate::error::tuple;
use crate::expr::{BinaryOp, Inst, Interval, Program};
use crate::index_set::Point;
use crate::map::LayoutMap;
use crate::proof::finding::{Finding, Found, fails_at};
use crate::proof::forms::Forms;
use crate::proof::linear::Reach;
use crate::proof::normal::NormalForm;
use crate::proof::{Budget, Strategy, Verdict, Witness};

/// Whether every value that computing the map passes through fits signed integers of `bits`
/// bits, at every point, and no shift reaches their width.
pub fn fits_bits(map: &LayoutMap, bits: u32, budget: &Budget) -> Verdict {
    let Some(forms) = Forms::of(map) else {
        return Verdict::Unknown { why: "the program is too long".to_string() };
    };
    if map.domain().has_no_point() {
        return Verdict::proved(Strategy::Cardinality);
    }
    if let Some(verdict) = on_hull(map, |map| fits_bits(map, bits, &NO_POINTS)) {
        return verdict;
    }
    let (mut question, code) = (Question::new(map, budget), forms.code());
    let width = Width { map, program: code.program(), bits: bits.clamp(1, 64) };
    if !map.domain().is_box() {
        let Some(reach) = Reach::of(code.program(), map.domain()) else {
            return Verdict::Unknown { why: format!("{} has no end", map.domain()) };
        };
        question.ask(Strategy::Linear, || {
            width.by_ranges(
                |place| reach.interval(place),
                |place| reach.safe(place),
                |_| Vec::new(),
            )
        });
        if let Some(why) = width.long_shift(|place| reach.interval(place)) {
            return Verdict::Unknown { why };
        }
        return question.exhaust(|| width.everywhere());
    }
    let affine = forms.digits();
    question.ask(Strategy::Affine, || {
        let forms = |place| affine.form(place).map_or(Vec::new(), |f| affine.ends(f));
        width.by_ranges(|place| affine.range(place), |place| affine.safe(place), forms)
    });
    question.ask(Strategy::Gf2, || {
        let normal = forms.bits();
        let forms = |place| normal.form(place).map_or(Vec::new(), |f| normal.ends(f));
        let range = |place| normal.range(place).meet(affine.range(place));
        width.by_ranges(range, |place| normal.safe(place) || affine.safe(place), forms)
    });
    if let Some(why) = width.long_shift(|place| affine.range(place)) {
        return Verdict::Unknown { why };
    }
    question.exhaust(|| width.everywhere())
}

/// A program that should fit `bits` bits.
struct Width<'a> {
    map: &'a LayoutMap,
    program: &'a Program,
    bits: u32,
}

impl Width<'_> {
    fn limits(&self) -> Interval {
        let top = 1i128 << (self.bits - 1);
        Interval { lo: -top, hi: top - 1 }
    }

    fn by_ranges(
        &self,
        range: impl Fn(u32) -> Interval,
        safe: impl Fn(u32) -> bool,
        ends: impl Fn(u32) -> Vec<Point>,
    ) -> Found {
        let places = 0..self.program.insts().len() as u32;
        let wide: Vec<u32> =
            places.clone().filter(|&place| !range(place).within(self.limits())).collect();
        let narrow = |&inst: &Inst| match inst {
            // The least integer modulo -1 traps where the machine divides.
            Inst::Binary(BinaryOp::Mod | BinaryOp::FloorDiv, l, r) => {
                range(l).lo > self.limits().lo || range(r).lo > -1 || range(r).hi < -1
            }
            _ => true,
        };
        let holds = wide.is_empty()
            && places.clone().all(&safe)
            && self.long_shift(&range).is_none()
            && self.program.insts().iter().all(narrow);
        if holds {
            return Ok(Finding::Holds);
        }
        let points = wide.into_iter().flat_map(ends);
        let failures = points.filter_map(|point| self.exceeded(point));
        let named = (0..self.program.insts().len() as u32)
            .find(|&place| !range(place).within(self.limits()) || !safe(place));
        let why = match named.map(|place| self.program.with_outputs(&[place])) {
            Some(alone) => {
                let expression = crate::text::expressions(&alone, self.map.domain());
                format!("{expression} may leave {} bits", self.bits)
            }
            None => "a division may overflow".to_string(),
        };
        fails_at(failures, &why)
    }

    /// The first expression that leaves the limits anywhere, by every point.
    fn everywhere(&self) -> Found {
        let confirmed = |witness: Option<Witness>| {
            witness
                .map(Finding::Fails)
                .ok_or_else(|| "the evaluator contradicts itself".to_string())
        };
        let mut first: Option<(u32, Point)> = None;
        let mut traps = None;
        for point in self.map.domain().points() {
            let Ok(values) = self.program.eval_all(&point) else {
                return confirmed(Witness::undefined(self.map, point));
            };
            let place = self.wide(&values);
            if place.is_some_and(|place| first.as_ref().is_none_or(|(known, _)| place < *known)) {
                first = place.map(|place| (place, point.clone()));
            }
            if traps.is_none() && self.traps(&values) {
                traps = Some(point);
            }
        }
        match (first, traps) {
            (Some((place, point)), _) => confirmed(self.witness(point, place)),
            (None, Some(point)) => Err(format!(
                "at {} the least integer of {} bits is divided by -1",
                tuple(&point),
                self.bits
            )),
            (None, None) => Ok(Finding::Holds),
        }
    }

    /// Whether the least integer is divided by -1, which traps where the machine divides.
    fn traps(&self, values: &[i64]) -> bool {
        self.program.insts().iter().any(|inst| match *inst {
            Inst::Binary(BinaryOp::Mod | BinaryOp::FloorDiv, l, r) => {
                i128::from(values[l as usize]) == self.limits().lo && values[r as usize] == -1
            }
            _ => false,
        })
    }

    /// The first place with a value that leaves the limits.
    fn wide(&self, values: &[i64]) -> Option<u32> {
        let place = values.iter().position(|&v| !Interval::point(v).within(self.limits()))?;
        u32::try_from(place).ok()
    }

    fn witness(&self, point: Point, place: u32) -> Option<Witness> {
        Witness::wide(self.map, self.program, point, place, self.bits)
    }

    /// That a shift may reach the width.
    fn long_shift(&self, range: impl Fn(u32) -> Interval) -> Option<String> {
        let amount = |inst: &Inst| match *inst {
            Inst::Binary(BinaryOp::Shl | BinaryOp::Shr, _, r) => Some(range(r).hi),
            _ => None,
        };
        let longest = self.program.insts().iter().filter_map(amount).max()?;
        (longest >= self.bits.into())
            .then(|| format!("a shift may reach {longest} of {} bits", self.bits))
    }

    /// The value that leaves the limits at a point of the domain, or that there is none.
    fn exceeded(&self, point: Point) -> Option<Witness> {
        if !self.map.domain().contains(&point) {
            return None;
        }
        match self.program.eval_all(&point) {
            Err(_) => Witness::undefined(self.map, point),
            Ok(values) => self.witness(point, self.wide(&values)?),
        }
    }
}
