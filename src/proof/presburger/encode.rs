//! Programs as rows: each value a sum of columns.
//!
//! | operation | its value | what else is demanded |
//! |---|---|---|
//! | `a + b`, `a - b`, `a * 5`, `a shl 3` | the sum | |
//! | `a floordiv 5` | a new column `q` | `0 <= a - 5*q <= 4` |
//! | `a mod 5`, `a and 7`, `a shr 2` | by the same column | |
//! | `a le b` | a new column, 0 or 1 | `b - a` not negative at 1, negative at 0 |
//! | anything else | a new column | that it lies in its interval |
//!
//! **The law.** Wherever the program has all its values, some numbers for the new columns satisfy
//! every row. So a system without a point is a proof; a point is only a proposal, since the last
//! line of the table forgets what the operation is.

use std::collections::HashMap;

use super::ends::Ends;
use super::row::Row;
use super::system::{Open, System};
use crate::expr::{BinaryOp, Inst, Interval, Program, Ranges};
use crate::index_set::IndexSet;

/// A system that grows by what programs compute.
#[derive(Clone, Debug, Default)]
pub(super) struct Encoding {
    pub system: System,
    /// The column of each quotient by a constant.
    quotients: HashMap<(Row, i128), Row>,
}

/// A program whose places have sums.
pub(super) struct Placed<'a> {
    program: &'a Program,
    ranges: &'a Ranges,
    rows: Vec<Option<Row>>,
}

impl Encoding {
    /// A new column in an interval.
    fn within(&mut self, interval: Interval) -> Row {
        self.system.column(Ends { least: Some(interval.lo), most: Some(interval.hi) })
    }

    /// A point of a set that is new to the system: its coordinates' rows.
    pub fn points(&mut self, set: &IndexSet) -> Result<Option<Vec<Row>>, Open> {
        let Some(extents) = set.hull_extents() else { return Ok(None) };
        let coordinate = |&extent: &i64| self.within(Interval::below(extent));
        let coordinates: Vec<Row> = extents.iter().map(coordinate).collect();
        self.inside(set, &coordinates)?;
        Ok(Some(coordinates))
    }

    /// Demands that a point of the box around a set is one of the set.
    pub fn inside(&mut self, set: &IndexSet, coordinates: &[Row]) -> Result<(), Open> {
        let (Some(constraints), Some(extents)) = (set.constraints(), set.hull_extents()) else {
            return Ok(());
        };
        let ranges = Ranges::over(constraints, &extents);
        let placed = self.place(constraints, &ranges, constraints.outputs(), coordinates)?;
        constraints.outputs().iter().try_for_each(|&output| self.assume(&placed, output))
    }

    /// What `outputs` of a program are computed from.
    pub fn place<'a>(
        &mut self,
        program: &'a Program,
        ranges: &'a Ranges,
        outputs: &[u32],
        coordinates: &[Row],
    ) -> Result<Placed<'a>, Open> {
        let mut needed = vec![false; program.insts().len()];
        for &output in outputs {
            needed[output as usize] = true;
        }
        for (place, inst) in program.insts().iter().enumerate().rev() {
            if let (true, &Inst::Binary(_, lhs, rhs)) = (needed[place], inst) {
                (needed[lhs as usize], needed[rhs as usize]) = (true, true);
            }
        }
        let mut placed = Placed { program, ranges, rows: Vec::with_capacity(needed.len()) };
        for (place, needed) in (0..).zip(needed) {
            let row = if needed { Some(self.row(&placed, place, coordinates)?) } else { None };
            placed.rows.push(row);
        }
        Ok(placed)
    }

    fn row(&mut self, placed: &Placed, place: u32, coordinates: &[Row]) -> Result<Row, Open> {
        let interval = placed.ranges.interval(place);
        let (op, lhs, rhs) = match placed.program.insts()[place as usize] {
            Inst::Const(value) => return Ok(Row::constant(value.into())),
            Inst::Coord(position) => {
                return coordinates.get(position as usize).cloned().ok_or(Open::Numbers);
            }
            Inst::Binary(op, lhs, rhs) => (op, lhs, rhs),
        };
        if interval.lo == interval.hi {
            return Ok(Row::constant(interval.lo));
        }
        let (a, b) = (placed.row(lhs)?, placed.row(rhs)?);
        let ranges = [lhs, rhs].map(|operand| placed.ranges.interval(operand));
        let linear = match op {
            BinaryOp::Add => a.combined(1, b, 1),
            BinaryOp::Sub => a.minus(b),
            BinaryOp::Mul => match (a.as_constant(), b.as_constant()) {
                (_, Some(factor)) => a.scaled(factor),
                (Some(factor), _) => b.scaled(factor),
                _ => None,
            },
            BinaryOp::FloorDiv | BinaryOp::Mod => match b.as_constant() {
                Some(divisor) if divisor != 0 => {
                    let quotient = self.quotient(a, divisor)?;
                    match op {
                        BinaryOp::Mod => a.combined(1, &quotient, -divisor),
                        _ => Some(quotient),
                    }
                }
                _ => None,
            },
            BinaryOp::Shl => shift(b)
                .filter(|_| shifts_nothing_out(ranges[0], b))
                .and_then(|factor| a.scaled(factor)),
            BinaryOp::Shr => match shift(b).filter(|_| ranges[0].lo >= 0) {
                Some(divisor) => Some(self.quotient(a, divisor)?),
                None => None,
            },
            BinaryOp::And => match (mask(a), mask(b)) {
                (_, Some(mask)) => self.masked(a, mask)?,
                (Some(mask), _) => self.masked(b, mask)?,
                _ if ranges.iter().all(|range| range.within(Interval::below(2))) => {
                    Some(self.both(a, b)?)
                }
                _ => None,
            },
            BinaryOp::Xor if ranges.iter().all(|range| range.within(Interval::below(2))) => {
                let both = self.both(a, b)?;
                a.combined(1, b, 1).and_then(|sum| sum.combined(1, &both, -2))
            }
            BinaryOp::Xor => None,
            BinaryOp::Lt => Some(self.holds(a, b, ranges, 1)?),
            BinaryOp::Le => Some(self.holds(a, b, ranges, 0)?),
            BinaryOp::Eq | BinaryOp::Ne => {
                let below = self.holds(a, b, ranges, 0)?;
                let above = self.holds(b, a, [ranges[1], ranges[0]], 0)?;
                let sum = below.combined(1, &above, 1);
                match op {
                    BinaryOp::Eq => sum.and_then(|sum| sum.plus(-1)),
                    _ => sum.and_then(|sum| sum.scaled(-1)?.plus(2)),
                }
            }
        };
        match linear {
            Some(row) => Ok(row),
            None => Ok(self.within(interval)),
        }
    }

    /// `row floordiv divisor`.
    fn quotient(&mut self, row: &Row, divisor: i128) -> Result<Row, Open> {
        let key = (row.clone(), divisor);
        if let Some(known) = self.quotients.get(&key) {
            return Ok(known.clone());
        }
        let quotient = self.system.column(Ends::default());
        let rest = row.combined(1, &quotient, -divisor).ok_or(Open::Numbers)?;
        // The rest has the divisor's sign.
        let rest = rest.scaled(divisor.signum()).ok_or(Open::Numbers)?;
        let room = rest.scaled(-1).and_then(|rest| rest.plus(divisor.abs() - 1));
        self.system.positive(room)?;
        self.system.positive(Some(rest))?;
        self.quotients.insert(key, quotient.clone());
        Ok(quotient)
    }

    /// The bits of a row from one place to another.
    fn masked(&mut self, row: &Row, (from, to): (u32, u32)) -> Result<Option<Row>, Open> {
        let low = self.quotient(row, 1 << from)?;
        let high = self.quotient(row, 1 << to)?;
        let bits = low.scaled(1 << from).zip(high.scaled(1 << to));
        Ok(bits.and_then(|(low, high)| low.minus(&high)))
    }

    /// Whether two numbers that are 0 or 1 are both 1.
    fn both(&mut self, a: &Row, b: &Row) -> Result<Row, Open> {
        let both = self.within(Interval::below(2));
        let sum = a.combined(1, b, 1).ok_or(Open::Numbers)?;
        let rows = [a.minus(&both), b.minus(&both), both.minus(&sum).and_then(|row| row.plus(1))];
        for row in rows {
            self.system.positive(row)?;
        }
        Ok(both)
    }

    /// 1 where `a + by <= b`, 0 elsewhere.
    fn holds(
        &mut self,
        a: &Row,
        b: &Row,
        [of_a, of_b]: [Interval; 2],
        by: i128,
    ) -> Result<Row, Open> {
        let holds = self.within(Interval::below(2));
        let room = b.minus(a).and_then(|room| room.plus(-by)).ok_or(Open::Numbers)?;
        let (least, most) = (of_b.lo - of_a.hi - by, of_b.hi - of_a.lo - by);
        // Not negative at 1, and at least `least` at 0; at most -1 at 0, and `most` at 1.
        let rows = [
            room.combined(1, &holds, least.min(0)).and_then(|row| row.plus(-least.min(0))),
            holds.combined(most.max(-1) + 1, &room, -1).and_then(|row| row.plus(-1)),
        ];
        for row in rows {
            self.system.positive(row)?;
        }
        Ok(holds)
    }

    /// Demands that a place has a value other than 0.
    pub fn assume(&mut self, placed: &Placed, place: u32) -> Result<(), Open> {
        let mut pending = vec![place];
        while let Some(place) = pending.pop() {
            let Inst::Binary(op, lhs, rhs) = placed.program.insts()[place as usize] else {
                let row = placed.row(place)?.clone();
                self.apart(&row, placed.ranges.interval(place))?;
                continue;
            };
            let (a, b) = (placed.row(lhs)?, placed.row(rhs)?);
            let room = |by: i128| b.minus(a).and_then(|row| row.plus(-by));
            match op {
                BinaryOp::Lt => self.system.positive(room(1))?,
                BinaryOp::Le => self.system.positive(room(0))?,
                BinaryOp::Eq => self.system.zero(room(0))?,
                BinaryOp::Ne if b.as_constant() == Some(0) => pending.push(lhs),
                // A bit that both have.
                BinaryOp::And => pending.extend([lhs, rhs]),
                _ => {
                    let row = placed.row(place)?.clone();
                    self.apart(&row, placed.ranges.interval(place))?;
                }
            }
        }
        Ok(())
    }

    /// Demands that a row is not 0.
    fn apart(&mut self, row: &Row, range: Interval) -> Result<(), Open> {
        if range.lo >= 0 {
            return self.system.positive(row.plus(-1));
        }
        let (zero, point) = (Row::constant(0), Interval { lo: 0, hi: 0 });
        let positive = self.holds(&zero, row, [point, range], 1)?;
        let negative = self.holds(row, &zero, [range, point], 1)?;
        let either = positive.combined(1, &negative, 1).and_then(|sum| sum.plus(-1));
        self.system.zero(either)
    }
}

impl Placed<'_> {
    pub fn row(&self, place: u32) -> Result<&Row, Open> {
        self.rows.get(place as usize).and_then(Option::as_ref).ok_or(Open::Numbers)
    }
}

/// `2^count` of a constant count.
fn shift(count: &Row) -> Option<i128> {
    let count = count.as_constant()?;
    (0..=63).contains(&count).then(|| 1 << count)
}

/// Whether a left shift multiplies.
fn shifts_nothing_out(value: Interval, count: &Row) -> bool {
    let product = |end: i128| shift(count).and_then(|factor| end.checked_mul(factor));
    match (product(value.lo), product(value.hi)) {
        (Some(lo), Some(hi)) => Interval { lo, hi }.within(Interval::ALL),
        _ => false,
    }
}

/// The places from which and to which a constant's bits are set, if these are all of its bits.
fn mask(row: &Row) -> Option<(u32, u32)> {
    let mask = row.as_constant().filter(|mask| *mask > 0)?;
    let from = mask.trailing_zeros();
    let ones = (mask >> from).trailing_ones();
    (mask >> from >> ones == 0).then_some((from, from + ones))
}
