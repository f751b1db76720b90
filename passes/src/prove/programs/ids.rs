//! Identifiers of threads, blocks and lanes.
//!
//! Where the size of a block or grid is known, by `known_block_size` and `known_grid_size` of the
//! function, or by the operands of `gpu.launch`, each identifier runs through all of its values.
//! Elsewhere it is a number of 32 bits, of which nothing is disproved. What an operation promises by
//! its `upper_bound` is so: where it would not be, the program has no meaning.
//!
//! An identifier is one of the kernel in which its operation stands. A launch inside a kernel has
//! threads of its own, so there `gpu.thread_id x` of the outer and of the inner kernel are two
//! axes; the lanes are those of the kernel in which the access stands.
//!
//! A question about lanes needs them as an axis. Threads are numbered x first, and a subgroup has
//! neighbouring numbers:
//!
//! ```text
//! number = thread_x + 16 * thread_y                  a block of 16 by 8 threads
//! number = 32 * subgroup + lane                      (subgroup : 4, lane : 32)
//! thread_x = number mod 16,  thread_y = number floordiv 16
//! ```

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use tileir::BinaryOp;
use tileir::expr::Interval;

use super::attributes::{list, segments};
use super::scope::{Known, Scope};
use super::unknowns::Origin;
use super::values::constant;
use crate::builder::{Op, Val, name_of};
use crate::symbols::{defining_op, grid_extents};

/// How threads are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// By their coordinates in the block.
    Apart,
    /// By the number of their subgroup, and in it.
    ByLane,
}

/// How many there are of something.
#[derive(Clone, Copy)]
enum Count {
    Known(i64),
    At(u32),
    Unknown,
}

/// No device has more threads or blocks along a dimension.
const MOST: i64 = 1 << 32;
const DIMENSIONS: [char; 3] = ['x', 'y', 'z'];

impl<'c> Scope<'c> {
    /// The value of an operation of `gpu` that gives an identifier or a size.
    pub(super) fn id(&mut self, op: Op<'c>, bits: u32) -> Option<u32> {
        let kernel = kernel_of(op);
        let name = name_of(op);
        let bound = op.attribute("upper_bound").ok();
        let bound = bound.and_then(|bound| IntegerAttribute::try_from(bound).ok());
        let bound = bound.map(|bound| bound.value()).filter(|&bound| bound > 0);
        let mut counts = false;
        let value = match name.as_str() {
            "gpu.thread_id" => self.coordinate(kernel, "thread", dimension(op)?, bound),
            "gpu.block_id" => self.coordinate(kernel, "block", dimension(op)?, bound),
            "gpu.block_dim" => {
                counts = true;
                self.size(kernel, "thread", dimension(op)?, bound)
            }
            "gpu.grid_dim" => {
                counts = true;
                self.size(kernel, "block", dimension(op)?, bound)
            }
            "gpu.global_id" => {
                let dimension = dimension(op)?;
                let block = self.coordinate(kernel, "block", dimension, None);
                let size = self.size(kernel, "thread", dimension, None);
                let thread = self.coordinate(kernel, "thread", dimension, None);
                let first = self.binary(BinaryOp::Mul, block, size);
                self.binary(BinaryOp::Add, first, thread)
            }
            "gpu.lane_id" | "gpu.subgroup_id" => {
                let lane = name == "gpu.lane_id";
                match self.thread_number(kernel) {
                    Some(number) => {
                        let width = self.linear.constant(self.subgroup);
                        let op = if lane { BinaryOp::Mod } else { BinaryOp::FloorDiv };
                        self.binary(op, number, width)
                    }
                    None if lane => self.unnumbered(kernel, "lane", self.subgroup),
                    None => self.unnumbered(kernel, "subgroup", MOST),
                }
            }
            "gpu.subgroup_size" => {
                counts = true;
                self.linear.constant(self.subgroup)
            }
            _ => return None,
        };
        let value = self.promised(op, value, bound, counts)?;
        self.fit(value, bits)
    }

    /// A value that its operation promises to be below a bound, or, of a size, not above it. One
    /// that breaks the promise has no meaning; where the target always would, it is not read.
    fn promised(
        &mut self,
        op: Op<'c>,
        value: u32,
        bound: Option<i64>,
        counts: bool,
    ) -> Option<u32> {
        let Some(bound) = bound else { return Some(value) };
        let end = if counts { bound.checked_add(1)? } else { bound };
        if self.linear.interval(value).lo >= end.into() {
            let why = format!("'{}' promises less than there is", name_of(op));
            let range = Interval { lo: i128::from(counts), hi: i128::from(end) - 1 };
            return self.unknown_in("promised", range, Some(op.location()), Origin::Unread(why));
        }
        let end = self.linear.constant(end);
        self.assume_below(value, end);
        Some(value)
    }

    /// A number of threads that are not numbered, as the size of their block is not known.
    fn unnumbered(&mut self, kernel: Option<Op<'c>>, what: &'static str, most: i64) -> u32 {
        let id = Known::Id(id_of(kernel), what, 0);
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let place = self.unknown_below(what, most, None, not_known("thread"));
        self.known.insert(id, place);
        place
    }

    /// The coordinate of a thread in its block, or of a block in its grid.
    pub(super) fn coordinate(
        &mut self,
        kernel: Option<Op<'c>>,
        what: &'static str,
        dimension: usize,
        bound: Option<i64>,
    ) -> u32 {
        let id = Known::Id(id_of(kernel), what, dimension);
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let name = format!("{what}_{}", DIMENSIONS[dimension]);
        let by_lane = what == "thread" && self.by_lane(kernel);
        let place = match self.count(kernel, what, dimension) {
            _ if by_lane && self.block(kernel).is_some() => {
                let place = self.thread_of_lane(kernel, dimension);
                place.map(|place| self.counter(name.clone(), place, None))
            }
            Count::Known(1) => Some(self.linear.constant(0)),
            Count::Known(count) => Some(self.run_through(&name, count.max(0))),
            Count::At(count) => {
                let most = self.linear.interval(count).hi.clamp(0, MOST.into());
                let place = self.run_through(&name, i64::try_from(most).unwrap_or(MOST));
                self.assume_below(place, count);
                Some(place)
            }
            Count::Unknown => None,
        };
        let place = place.unwrap_or_else(|| {
            self.unknown_below(&name, bound.unwrap_or(MOST), None, not_known(what))
        });
        self.known.insert(id, place);
        place
    }

    /// How many threads a block has along a dimension, or blocks a grid.
    pub(super) fn size(
        &mut self,
        kernel: Option<Op<'c>>,
        what: &'static str,
        dimension: usize,
        bound: Option<i64>,
    ) -> u32 {
        match self.count(kernel, what, dimension) {
            Count::Known(count) => self.linear.constant(count),
            Count::At(place) => place,
            Count::Unknown => {
                let origin = not_known(what);
                let what = if what == "thread" { "block_dim" } else { "grid_dim" };
                let id = Known::Id(id_of(kernel), what, dimension);
                if let Some(&known) = self.known.get(&id) {
                    return known;
                }
                let most = bound.and_then(|bound| bound.checked_add(1)).unwrap_or(MOST);
                let name = format!("{what}_{}", DIMENSIONS[dimension]);
                let place = self.unknown_below(&name, most, None, origin);
                self.known.insert(id, place);
                place
            }
        }
    }

    /// An axis whose values the program runs through.
    fn run_through(&mut self, name: &str, extent: i64) -> u32 {
        let place = self.axis(name, extent);
        let name = self.names().last().cloned().unwrap_or_default();
        self.counter(name, place, None)
    }

    /// Whether the threads of a kernel are numbered by lanes: of one at most, that of the access.
    fn by_lane(&self, kernel: Option<Op<'c>>) -> bool {
        self.threads == Threads::ByLane && id_of(kernel) == id_of(self.kernel)
    }

    fn count(&mut self, kernel: Option<Op<'c>>, what: &str, dimension: usize) -> Count {
        let Some(kernel) = kernel else { return Count::Unknown };
        if name_of(kernel) == "gpu.launch" {
            let first = if what == "block" { 0 } else { 3 };
            let operand = launch_operands(kernel)
                .and_then(|operands| operands.get(first + dimension).copied());
            return operand.map_or(Count::Unknown, |operand| {
                match defining_op(operand).and_then(constant) {
                    Some(count) if count < 0 => Count::Unknown,
                    Some(count) => Count::Known(count),
                    None => Count::At(self.place_of(operand)),
                }
            });
        }
        let names = match what {
            "block" => ["known_grid_size", "gpu.known_grid_size"],
            _ => ["known_block_size", "gpu.known_block_size"],
        };
        let sizes = names.iter().find_map(|name| list(kernel, name));
        let grid = kernel.attribute("tileir.grid").ok().filter(|_| what == "block");
        let sizes = sizes.or_else(|| grid.and_then(grid_extents));
        let count = sizes.and_then(|sizes| sizes.get(dimension).copied());
        // There is no kernel of less than one thread.
        count.filter(|&count| count > 0).map_or(Count::Unknown, Count::Known)
    }

    /// The size of a block, where it is known and has threads.
    fn block(&mut self, kernel: Option<Op<'c>>) -> Option<[i64; 3]> {
        let mut block = [0; 3];
        for (dimension, size) in block.iter_mut().enumerate() {
            match self.count(kernel, "thread", dimension) {
                Count::Known(count) if (1..=MOST).contains(&count) => *size = count,
                _ => return None,
            }
        }
        let [x, y, z] = block;
        x.checked_mul(y)?.checked_mul(z).map(|_| block)
    }

    /// The number of a thread in its block.
    fn thread_number(&mut self, kernel: Option<Op<'c>>) -> Option<u32> {
        let [x, y, z] = self.block(kernel)?;
        if !self.by_lane(kernel) {
            let [tx, ty, tz] = [0, 1, 2].map(|k| self.coordinate(kernel, "thread", k, None));
            let (x, y) = (self.linear.constant(x), self.linear.constant(y));
            let planes = self.binary(BinaryOp::Mul, tz, y);
            let rows = self.binary(BinaryOp::Add, planes, ty);
            let rows = self.binary(BinaryOp::Mul, rows, x);
            return Some(self.binary(BinaryOp::Add, rows, tx));
        }
        let id = Known::Id(id_of(kernel), "number", 0);
        if let Some(&known) = self.known.get(&id) {
            return Some(known);
        }
        let threads = x * y * z;
        let width = self.subgroup.min(threads);
        let subgroups = threads / self.subgroup + i64::from(threads % self.subgroup != 0);
        let subgroup = self.axis("subgroup", subgroups);
        self.counter("subgroup".to_owned(), subgroup, None);
        self.lane = Some(self.names().len());
        let lane = self.axis("lane", width);
        self.counter("lane".to_owned(), lane, None);
        let by = self.linear.constant(self.subgroup);
        let first = self.binary(BinaryOp::Mul, subgroup, by);
        let number = self.binary(BinaryOp::Add, first, lane);
        let threads = self.linear.constant(threads);
        self.assume_below(number, threads);
        self.known.insert(id, number);
        Some(number)
    }

    /// A coordinate of the thread with a number.
    fn thread_of_lane(&mut self, kernel: Option<Op<'c>>, dimension: usize) -> Option<u32> {
        let block = self.block(kernel)?;
        let mut rest = self.thread_number(kernel)?;
        let more = |from: usize| block.iter().skip(from).any(|&size| size > 1);
        for &size in block.iter().take(dimension) {
            let size = self.linear.constant(size);
            rest = self.binary(BinaryOp::FloorDiv, rest, size);
        }
        if !more(dimension + 1) {
            return Some(rest);
        }
        let size = self.linear.constant(block[dimension]);
        Some(self.binary(BinaryOp::Mod, rest, size))
    }
}

/// What is not known of identifiers: how many threads there are in a block, or blocks in a grid.
fn not_known(what: &str) -> Origin {
    let of = if what == "thread" { "a block" } else { "the grid" };
    Origin::Unread(format!("the size of {of} is not known"))
}

/// What tells a kernel from others; 0 outside of all.
fn id_of(kernel: Option<Op<'_>>) -> usize {
    kernel.map_or(0, |kernel| kernel.to_raw().ptr as usize)
}

/// The innermost kernel or function that an operation stands in.
pub fn kernel_of<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let mut parent = op.parent_operation();
    while let Some(around) = parent {
        if matches!(name_of(around).as_str(), "gpu.launch" | "gpu.func" | "func.func") {
            return Some(around);
        }
        parent = around.parent_operation();
    }
    None
}

/// The three extents of the grid and of the block of a launch.
fn launch_operands<'c>(launch: Op<'c>) -> Option<Vec<Val<'c>>> {
    let groups = segments(launch)?;
    Some(groups.into_iter().skip(1).take(6).flatten().collect::<Vec<_>>())
        .filter(|operands| operands.len() == 6)
}

/// The number of the dimension that an operation asks for.
fn dimension(op: Op<'_>) -> Option<usize> {
    let text = op.attribute("dimension").ok()?.to_string();
    DIMENSIONS.iter().position(|d| text.contains(&format!("dim {d}")))
}
