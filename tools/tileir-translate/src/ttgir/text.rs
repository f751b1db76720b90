//! The report for people.

use std::fmt;

use tileir::gf2::Gf2Error;
use tileir::interop::triton::{Distance, Module};
use tileir::proof::Verdict;
use tileir::repartition::PlanKind;

use super::cheapest::{Accesses, Cheapest, Exchange};
use super::facts::LayoutFacts;
use super::memory::Stores;
use super::survey::{Stored, Survey, Surveyed, SurveyedPart};

impl fmt::Display for Survey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            write!(f, "{}: {part}", self.file)?;
        }
        writeln!(
            f,
            "{}, {}, {}",
            count(self.conversions, "conversion"),
            count(self.repartitions, "repartition"),
            count(self.problems.len(), "problem")
        )
    }
}

impl fmt::Display for SurveyedPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}; plans for {}", program(self.module), self.target.name)?;
        self.conversions.iter().try_for_each(|conversion| write!(f, "\n{conversion}"))?;
        self.allocations.iter().try_for_each(|allocation| write!(f, "\n{allocation}"))?;
        writeln!(f)
    }
}

impl fmt::Display for Surveyed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = &self.moved.read;
        writeln!(
            f,
            "{}:{}  convert_layout {} -> {}, {} of {}",
            read.line,
            read.column,
            read.operand,
            read.result,
            extents(&read.source.shape),
            read.source.element
        )?;
        if let Some(location) = &read.location {
            writeln!(f, "    at     {location}")?;
        }
        writeln!(f, "    from   {}\n           {}", self.from, layout(&self.from_facts))?;
        writeln!(f, "    to     {}\n           {}", self.to, layout(&self.to_facts))?;
        writeln!(f, "    moves  {}", distance(self.distance))?;
        match &self.plan {
            Ok(plan) => writeln!(f, "    plan   {plan}"),
            Err(error) => writeln!(f, "    plan   none: {error}"),
        }
    }
}

impl fmt::Display for Cheapest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cheapest { kind, cost, weight, exchange } = self;
        match kind {
            PlanKind::Nothing | PlanKind::Registers => write!(f, "{kind}: {cost}"),
            _ => write!(f, "{kind}: {cost}; weight {weight}"),
        }?;
        exchange.iter().try_for_each(|exchange| write!(f, "\n           {exchange}"))
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &Accesses, what| {
            format!("{} of {}", count(side.count, what), count(side.bytes as usize, "byte"))
        };
        let (writes, reads) = (side(&self.writes, "write"), side(&self.reads, "read"));
        write!(f, "{}; {writes}, {reads} a lane", count(self.bytes as usize, "byte"))
    }
}

impl fmt::Display for Stored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allocation = self.allocation;
        let (shape, buffers) = allocation.memory.buffers();
        write!(
            f,
            "{}:{}  allocation {}, {} of {}",
            allocation.line,
            allocation.column,
            allocation.result,
            extents(shape),
            allocation.memory.element
        )?;
        if buffers != 1 {
            write!(f, ", {buffers} times")?;
        }
        writeln!(f, "\n    in     {}, {}", self.encoding, allocation.memory.space)?;
        match allocation.bytes() {
            Some(bytes) => writeln!(f, "    takes  {bytes} bytes")?,
            None if allocation.elements.is_none() => writeln!(f, "    takes  no shared memory")?,
            None => writeln!(f, "    takes  a number of bytes that is not known")?,
        }
        match &self.stores {
            Some(Ok(stores)) => writeln!(f, "    stores {stores}"),
            Some(Err(error)) => writeln!(f, "    stores {error}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Stores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stores { vector, element_bytes, wavefronts, by } = self;
        let bytes = vector.saturating_mul(*element_bytes);
        write!(f, "{} a lane at once: ", count(bytes as usize, "byte"))?;
        if wavefronts.is_free() {
            let once = count(wavefronts.most as usize, "wavefront");
            write!(f, "no bank conflicts, {once} a warp, by {by}")
        } else {
            write!(f, "bank conflicts, {wavefronts}, by {by}")
        }
    }
}

/// What is proved of a layout, then what isn't.
fn layout(facts: &Result<LayoutFacts, Gf2Error>) -> String {
    let facts = match facts {
        Ok(facts) => facts,
        Err(error) => return format!("no map: {error}"),
    };
    let four = &facts.facts;
    let named = [
        ("total", &four.total),
        ("in bounds", &four.bounds),
        ("surjective", &four.surjective),
        (
            "injective",
            if facts.free.is_empty() { &four.injective } else { &facts.injective_but_free },
        ),
    ];
    let mut words: Vec<String> = Vec::new();
    for (fact, verdict) in named {
        words.push(match verdict {
            Verdict::Proved { .. } => fact.to_owned(),
            other => format!("{fact} is {other}"),
        });
    }
    let mut text = words.join(", ");
    if !facts.free.is_empty() {
        let free: Vec<String> = facts.free.iter().map(|(name, mask)| bits(name, *mask)).collect();
        text.push_str(&format!(" up to {} replicas ({})", facts.replicas(), free.join(", ")));
    }
    text
}

/// `lane bits 0, 3`.
fn bits(name: &str, mask: i64) -> String {
    let set: Vec<String> =
        (0..63).filter(|bit| mask >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
    let plural = if set.len() == 1 { "" } else { "s" };
    format!("{name} bit{plural} {}", set.join(", "))
}

/// How far elements move, in words.
fn distance(distance: Distance) -> &'static str {
    match distance {
        Distance::Nothing => "nothing",
        Distance::Registers => "between the registers of a lane",
        Distance::Lanes => "between the lanes of a warp",
        Distance::Warps => "between the warps of a block",
        Distance::Blocks => "between blocks",
    }
}

fn program(module: &Module) -> String {
    let mut words = vec![module.target.clone().unwrap_or_else(|| "no target".to_owned())];
    let some = |number: Option<i64>, what| number.map(|n| count(n.unsigned_abs() as usize, what));
    let unknown = || Some("an unknown number of warps".to_owned());
    words.extend(some(module.num_warps, "warp").or_else(unknown));
    words.extend(some(module.threads_per_warp, "lane").map(|lanes| format!("of {lanes}")));
    words.extend(some(module.num_ctas, "block"));
    words.join(", ").replace(", of", " of")
}

fn extents(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
