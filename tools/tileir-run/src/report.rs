//! What a run has shown, as text.
//!
//! One block of lines a kernel; the last one is the result.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tileir::LayoutMap;
use tileir_device::{Clock, DeviceInfo, Timing};

use crate::compare::BufferReport;
use crate::messages::Remark;

/// Above this many points, no coordinates are looked for.
const SEARCH_LIMIT: i64 = 1 << 20;

/// How remarks begin, with the title under which they stand; what begins otherwise was proved.
const TITLES: [(&str, &str); 3] = [("found", "finds "), ("proved", ""), ("moved", "moves by ")];

/// One kernel's run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its name.
    pub kernel: String,
    /// Blocks along x, y and z.
    pub grid: [i64; 3],
    /// The target that it was compiled for.
    pub target: String,
    /// What the passes said.
    pub remarks: Vec<Remark>,
    /// What was done with the code.
    pub execution: Execution,
    /// What the planned program has left, against the tile program.
    pub planned: Planned,
    /// What was found of each buffer.
    pub buffers: Vec<Buffer>,
    /// How long compiling took.
    pub compile: Duration,
    /// How long the reference took.
    pub reference: Duration,
}

/// The program as it is planned, interpreted: each plan slot by slot.
#[derive(Clone, Debug, Default)]
pub struct Planned {
    /// The plans that were carried out.
    pub plans: usize,
    /// The first place that the planned program leaves otherwise, as buffer and address.
    pub different: Option<(usize, usize)>,
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.different {
            Some((buffer, address)) => write!(f, "DIFFERENT in buffer {buffer} at {address}")?,
            None => f.write_str("equal")?,
        }
        let some = if self.plans == 1 { "plan" } else { "plans" };
        write!(f, ", {} {some} carried out slot by slot", self.plans)
    }
}

/// What was done with a kernel's code.
#[derive(Clone, Debug)]
pub enum Execution {
    /// Nothing.
    NotRun,
    /// It was written to this folder, to be run elsewhere.
    Recorded(PathBuf),
    /// This device ran it, and each launch took so long.
    Run(DeviceInfo, Timing),
}

/// One buffer's comparison.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Whether the kernel wrote to it, and through which map.
    pub written_through: Option<LayoutMap>,
    /// What was found.
    pub report: BufferReport,
}

impl Report {
    /// Whether every element is as it must be.
    pub fn is_equal(&self) -> bool {
        let device = self.buffers.iter().all(|buffer| buffer.report.different == 0);
        device && self.planned.different.is_none()
    }

    fn total(&self, of: impl Fn(&BufferReport) -> usize) -> usize {
        self.buffers.iter().map(|buffer| of(&buffer.report)).sum()
    }

    /// The last lines where nothing was compared.
    fn without_run(&self, f: &mut fmt::Formatter<'_>, result: &str) -> fmt::Result {
        writeln!(f, "  time      compile {:.1?}, reference {:.1?}", self.compile, self.reference)?;
        writeln!(f, "  result    {result}")
    }

    /// The lines about the code: what was found, what was proved, what moved.
    fn remarks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, begin) in TITLES {
            let mut seen: Vec<&Remark> = Vec::new();
            for remark in self.remarks.iter().filter(|r| beginning(&r.text) == begin) {
                if !seen.contains(&remark) {
                    seen.push(remark);
                    let title = if seen.len() == 1 { title } else { "" };
                    let text = remark.text.strip_prefix(begin).unwrap_or(&remark.text);
                    writeln!(f, "  {title:<9} {}: {text}", remark.place)?;
                }
            }
        }
        if self.planned.plans > 0 {
            writeln!(f, "  planned   {}", self.planned)?;
        }
        Ok(())
    }

    fn comparison(&self, f: &mut fmt::Formatter<'_>, info: &DeviceInfo) -> fmt::Result {
        let elements = self.total(|report| report.elements);
        let same = self.total(|report| report.same);
        let different = self.total(|report| report.different);
        let undecided = self.total(|report| report.undecided);
        let close = elements - same - different - undecided;
        write!(
            f,
            "  compared  {elements} elements in {} buffers: {same} bit for bit",
            self.buffers.len()
        )?;
        if close > 0 {
            write!(f, ", {close} within their bounds")?;
        }
        writeln!(f)?;
        if undecided > 0 {
            let why = "correct devices may differ there";
            writeln!(f, "  undecided {undecided} elements: {why}")?;
        }
        let largest = self.buffers.iter().filter_map(|buffer| buffer.report.largest);
        if let Some((distance, bound)) = largest.reduce(|a, b| if b.0 > a.0 { b } else { a }) {
            let shares = self.buffers.iter().map(|buffer| buffer.report.share);
            let share = 100.0 * shares.fold(0.0, f64::max);
            write!(f, "  error     largest {distance:.2} ULP, where the bound is {bound:.2} ULP")?;
            writeln!(f, "; at most {share:.0}% of any bound")?;
        }
        for (number, buffer) in self.buffers.iter().enumerate() {
            let Some(mismatch) = &buffer.report.first else { continue };
            let (different, all) = (buffer.report.different, buffer.report.elements);
            writeln!(f, "  mismatch  buffer {number}: {different} of {all} elements differ")?;
            let map = buffer.written_through.as_ref();
            match map.and_then(|map| point_of(map, mismatch.address)) {
                Some(point) => writeln!(f, "            first at {point}, {mismatch}")?,
                None => writeln!(f, "            first at {mismatch}")?,
            }
        }
        if let (false, Some(budget)) = (self.is_equal(), info.loop_budget) {
            writeln!(
                f,
                "  note      {} silently ends loops, if a subgroup's pass {budget} iterations in all",
                info.name
            )?;
        }
        Ok(())
    }
}

/// Which of the beginnings of [`TITLES`] a remark has.
fn beginning(text: &str) -> &'static str {
    let mut known = TITLES.iter().map(|(_, begin)| *begin).filter(|begin| !begin.is_empty());
    known.find(|begin| text.starts_with(begin)).unwrap_or_default()
}

/// The point that a map takes to an address, if it is found.
fn point_of(map: &LayoutMap, address: usize) -> Option<String> {
    let domain = map.domain();
    domain.cardinality().filter(|&points| points <= SEARCH_LIMIT)?;
    let here = |point: &Vec<i64>| map.eval(point).is_ok_and(|value| value == [address as i64]);
    let point = domain.points().find(here)?;
    let axes = domain.axes().iter().zip(point);
    let words: Vec<String> = axes.map(|(axis, x)| format!("{} = {x}", axis.name())).collect();
    Some(format!("({})", words.join(", ")))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.grid;
        writeln!(f, "kernel '{}', grid {x} x {y} x {z}, target {}", self.kernel, self.target)?;
        self.remarks(f)?;
        let (info, timing) = match &self.execution {
            Execution::Run(info, timing) => (info, timing),
            Execution::NotRun => return self.without_run(f, "not run"),
            Execution::Recorded(job) => {
                return self.without_run(f, &format!("recorded in {}", job.display()));
            }
        };
        write!(f, "  device    {}, {}, subgroups of {}", info.name, info.api, info.subgroup_size)?;
        let driver = info.driver.as_ref().map(|driver| format!(", {driver}"));
        writeln!(f, "{}", driver.unwrap_or_default())?;
        self.comparison(f, info)?;
        let clock = match timing.clock {
            Clock::Device => "the device",
            Clock::Host => "the host",
        };
        write!(f, "  time      compile {:.1?}, run {:.1?}", self.compile, timing.first)?;
        if !timing.repeats.is_empty() {
            let (median, repeats) = (timing.median(), timing.repeats.len());
            write!(f, ", median {median:.1?} of {repeats} more")?;
        }
        writeln!(f, " by {clock}'s clock, reference {:.1?}", self.reference)?;
        writeln!(f, "  result    {}", if self.is_equal() { "equal" } else { "DIFFERENT" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Mismatch;
    use tileir_device::Api;

    fn report(different: usize) -> Report {
        let remark = |text: &str| Remark { place: "a.mlir:1:2".into(), text: text.into() };
        let info = DeviceInfo {
            name: "paper".into(),
            driver: Some("pencil 2.0".into()),
            api: Api::Vulkan,
            subgroup_size: 8,
            subgroup_sizes: (8, 8),
            max_threads: 64,
            shared_bytes: 0,
            max_buffer_bytes: 0,
            loop_budget: Some(65536),
            features: vec![],
        };
        let ms = Duration::from_millis;
        let first = (different > 0).then(|| Mismatch {
            address: 7,
            found: "1".into(),
            expected: "2".into(),
        });
        Report {
            kernel: "k".into(),
            grid: [2, 1, 1],
            target: "lavapipe".into(),
            remarks: vec![
                remark("total: proved by affine"),
                remark("moves by shuffle: 8 shuffles"),
                remark("finds 2 distributions"),
                remark("total: proved by affine"),
            ],
            execution: Execution::Run(
                info,
                Timing { clock: Clock::Device, first: ms(3), repeats: vec![ms(1)] },
            ),
            planned: Planned { plans: 1, different: None },
            buffers: vec![Buffer {
                written_through: "expr<(i : 2, j : 4) -> (i * 4 + j) to (address : 8)>"
                    .parse()
                    .ok(),
                report: BufferReport {
                    elements: 8,
                    same: 4 - different,
                    different,
                    undecided: 1,
                    largest: Some((1.0, 2.5)),
                    share: 0.4,
                    first,
                },
            }],
            compile: ms(40),
            reference: ms(5),
        }
    }

    #[test]
    fn an_equal_run() {
        assert_eq!(
            report(0).to_string(),
            "kernel 'k', grid 2 x 1 x 1, target lavapipe\n  \
               found     a.mlir:1:2: 2 distributions\n  \
               proved    a.mlir:1:2: total: proved by affine\n  \
               moved     a.mlir:1:2: shuffle: 8 shuffles\n  \
               planned   equal, 1 plan carried out slot by slot\n  \
               device    paper, vulkan, subgroups of 8, pencil 2.0\n  \
               compared  8 elements in 1 buffers: 4 bit for bit, 3 within their bounds\n  \
               undecided 1 elements: correct devices may differ there\n  \
               error     largest 1.00 ULP, where the bound is 2.50 ULP; at most 40% of any bound\n  \
               time      compile 40.0ms, run 3.0ms, median 1.0ms of 1 more by the device's clock, reference 5.0ms\n  \
               result    equal\n"
        );
    }

    #[test]
    fn a_recorded_kernel_names_its_job() {
        let execution = Execution::Recorded("jobs/a-k".into());
        let text = Report { execution, buffers: vec![], ..report(0) }.to_string();
        assert!(text.ends_with("reference 5.0ms\n  result    recorded in jobs/a-k\n"), "{text}");
    }

    #[test]
    fn a_different_run_names_the_point() {
        let text = report(1).to_string();
        for line in [
            "  mismatch  buffer 0: 1 of 8 elements differ\n",
            "            first at (i = 1, j = 3), address 7: found 1, expected 2\n",
            "  note      paper silently ends loops, if a subgroup's pass 65536 iterations in all\n",
            "  result    DIFFERENT\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
