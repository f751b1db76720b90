//! A program: its text for MLIR, and every access that it makes, by running it.

use crate::integers::{Affine, Int, PREDICATES, compares, signed};

/// A variable of the program: its bits, 64 for `index` (the flag) and `i64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    pub bits: u32,
    pub index: bool,
    /// Whether affine maps take it.
    pub dim: bool,
}

pub const INDEX: Type = Type { bits: 64, index: true, dim: false };
/// An index that affine maps take: an argument, a thread, the counter of an affine loop.
pub const DIM: Type = Type { dim: true, ..INDEX };

impl Type {
    pub fn text(self) -> String {
        if self.index { "index".into() } else { format!("i{}", self.bits) }
    }
}

/// What stands around the access, from outside in.
#[derive(Clone, Debug)]
pub enum Around {
    /// `affine.for`: from the greatest of some to the least of some.
    Affine { lower: Vec<Affine>, upper: Vec<Affine>, step: i64 },
    /// `scf.for`.
    Scf { of: Type, lower: Int, upper: Int, step: i64 },
    /// `affine.if`: each is not negative, or 0 where the flag says; then or else.
    AffineIf { holds: Vec<(Affine, bool)>, then: bool },
    /// `scf.if` of a comparison; then or else.
    If { predicate: usize, of: Type, sides: [Int; 2], then: bool },
    /// `scf.if` of an argument of which nothing is known.
    Maybe,
    /// A variable of type `index` more.
    Let(Int),
}

/// How the memory is accessed.
#[derive(Clone, Debug)]
pub enum Access {
    /// `memref.load`.
    Load(Vec<Int>),
    /// `affine.load`.
    Affine(Vec<Affine>),
    /// `vector.load` of so many elements.
    Vector(Vec<Int>, i64),
    /// `vector.transfer_read` of so many elements.
    Transfer(Vec<Int>, i64, bool),
}

/// An extent of the memref: a constant, or an argument.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    Static(i64),
    Argument(usize),
}

#[derive(Clone, Debug)]
pub struct Program {
    /// The bits of the arguments, which are cast to `index` and come first among the variables.
    pub arguments: Vec<u32>,
    /// The block of a launch of one block.
    pub block: Option<[i64; 3]>,
    pub around: Vec<Around>,
    pub extents: Vec<Extent>,
    pub element: &'static str,
    pub access: Access,
}

/// One execution of the access.
#[derive(Clone, Debug)]
pub struct Execution {
    pub arguments: Vec<i64>,
    /// The number of the thread.
    pub thread: i64,
    /// How often each loop has run.
    pub counters: Vec<usize>,
    pub indices: Vec<i64>,
    pub extents: Vec<i64>,
}

impl Program {
    /// How many elements on the last axis are accessed.
    pub fn window(&self) -> i64 {
        match self.access {
            Access::Vector(_, size) | Access::Transfer(_, size, _) => size,
            _ => 1,
        }
    }

    /// Every execution for all arguments; `None` where there are too many, or a value is undefined.
    pub fn executions(&self, most: usize) -> Option<Vec<Execution>> {
        let mut all = Vec::new();
        let mut arguments = vec![Vec::new()];
        for &bits in &self.arguments {
            let half = 1i64 << (bits - 1);
            let more = |known: &Vec<i64>| {
                let known = known.clone();
                (-half..half).map(move |x| [known.clone(), vec![x]].concat())
            };
            arguments = arguments.iter().flat_map(more).collect();
        }
        let [x, y, z] = self.block.unwrap_or([1; 3]);
        for arguments in arguments {
            for thread in 0..x * y * z {
                let mut env = arguments.clone();
                if self.block.is_some() {
                    env.extend([thread % x, thread / x % y, thread / x / y]);
                }
                let mut counters = Vec::new();
                let mut one =
                    Run { program: self, arguments: &arguments, thread, most, all: &mut all };
                one.run(0, &mut env, &mut counters)?;
            }
        }
        Some(all)
    }
}

struct Run<'a> {
    program: &'a Program,
    arguments: &'a [i64],
    thread: i64,
    most: usize,
    all: &'a mut Vec<Execution>,
}

impl Run<'_> {
    /// `None` where there are too many. What is undefined ends the execution.
    fn run(&mut self, depth: usize, env: &mut Vec<i64>, counters: &mut Vec<usize>) -> Option<()> {
        let Some(around) = self.program.around.get(depth) else {
            return self.access(env, counters);
        };
        let inside = match around {
            Around::Affine { lower, upper, step } => {
                let all = |bounds: &[Affine]| -> Option<Vec<i64>> {
                    bounds.iter().map(|bound| bound.eval(env)).collect()
                };
                let (Some(lower), Some(upper)) = (all(lower), all(upper)) else { return Some(()) };
                let (lower, upper) =
                    (*lower.iter().max().expect("a bound"), *upper.iter().min().expect("a bound"));
                return self.rounds([lower, upper, *step], 64, depth, env, counters);
            }
            Around::Scf { of, lower, upper, step } => {
                let (Some(lower), Some(upper)) =
                    (lower.eval(of.bits, env), upper.eval(of.bits, env))
                else {
                    return Some(());
                };
                return self.rounds([lower, upper, *step], of.bits, depth, env, counters);
            }
            Around::AffineIf { holds, then } => {
                let mut all = true;
                for (expr, equal) in holds {
                    let Some(value) = expr.eval(env) else { return Some(()) };
                    all &= if *equal { value == 0 } else { value >= 0 };
                }
                all == *then
            }
            Around::If { predicate, of, sides: [x, y], then } => {
                let (Some(x), Some(y)) = (x.eval(of.bits, env), y.eval(of.bits, env)) else {
                    return Some(());
                };
                compares(*predicate, x, y, of.bits) == *then
            }
            Around::Maybe => true,
            Around::Let(value) => {
                // An undefined value that nothing uses would end the execution, too.
                env.push(value.eval(64, env)?);
                self.run(depth + 1, env, counters)?;
                env.pop();
                return Some(());
            }
        };
        if inside { self.run(depth + 1, env, counters) } else { Some(()) }
    }

    /// The counter is a machine's integer of so many bits: a step may wrap.
    fn rounds(
        &mut self,
        [lower, upper, step]: [i64; 3],
        bits: u32,
        depth: usize,
        env: &mut Vec<i64>,
        counters: &mut Vec<usize>,
    ) -> Option<()> {
        let mut counter = lower;
        let mut rounds = 0usize;
        while counter < upper {
            rounds += 1;
            if rounds > self.most {
                return None;
            }
            env.push(counter);
            counters.push(rounds);
            self.run(depth + 1, env, counters)?;
            env.pop();
            counters.pop();
            counter = signed(counter.checked_add(step)?.into(), bits);
        }
        Some(())
    }

    fn access(&mut self, env: &[i64], counters: &[usize]) -> Option<()> {
        let indices: Option<Vec<i64>> = match &self.program.access {
            Access::Load(indices) | Access::Vector(indices, _) | Access::Transfer(indices, ..) => {
                indices.iter().map(|index| index.eval(64, env)).collect()
            }
            Access::Affine(indices) => indices.iter().map(|index| index.eval(env)).collect(),
        };
        // Of an undefined index the other axes say nothing.
        let indices = indices?;
        let extents = self.program.extents.iter().map(|extent| match extent {
            Extent::Static(extent) => *extent,
            Extent::Argument(number) => env[*number],
        });
        self.all.push(Execution {
            arguments: self.arguments.to_vec(),
            thread: self.thread,
            counters: counters.to_vec(),
            indices,
            extents: extents.collect(),
        });
        (self.all.len() <= self.most).then_some(())
    }
}

/// The text of a program.
pub struct Text {
    lines: String,
    names: usize,
    /// The variables' names and types.
    variables: Vec<(String, Type)>,
}

impl Text {
    /// The whole module.
    pub fn of(program: &Program) -> String {
        let mut text = Text { lines: String::new(), names: 0, variables: Vec::new() };
        let mut arguments: Vec<String> = program
            .arguments
            .iter()
            .enumerate()
            .map(|(k, bits)| format!("%a{k}: i{bits}"))
            .collect();
        arguments.push("%maybe: i1".into());
        text.line(&format!("func.func @f({}) {{", arguments.join(", ")));
        for (k, bits) in program.arguments.iter().enumerate() {
            let name = text.value(&format!("arith.index_cast %a{k} : i{bits} to index"));
            text.variables.push((name, DIM));
        }
        text.line("%zero = arith.constant 0 : index");
        let dynamic: Vec<String> = program
            .extents
            .iter()
            .filter_map(|extent| match extent {
                Extent::Static(_) => None,
                Extent::Argument(number) => Some(text.variables[*number].0.clone()),
            })
            .collect();
        let shape: String = program
            .extents
            .iter()
            .map(|extent| match extent {
                Extent::Static(extent) => format!("{extent}x"),
                Extent::Argument(_) => "?x".into(),
            })
            .collect();
        let memref = format!("memref<{shape}{}, 3>", program.element);
        let buffer = text.value(&format!("memref.alloc({}) : {memref}", dynamic.join(", ")));
        let mut ends = 1;
        if let Some(block) = program.block {
            let sizes: Vec<String> = [1, 1, 1]
                .iter()
                .chain(&block)
                .map(|size| text.value(&format!("arith.constant {size} : index")))
                .collect();
            let [gx, gy, gz, bx, by, bz] = sizes.try_into().expect("six sizes");
            text.line(&format!(
                "gpu.launch blocks(%bx, %by, %bz) in (%gx = {gx}, %gy = {gy}, %gz = {gz}) \
                 threads(%tx, %ty, %tz) in (%sx = {bx}, %sy = {by}, %sz = {bz}) {{"
            ));
            for dimension in ["x", "y", "z"] {
                let name = text.value(&format!("gpu.thread_id {dimension}"));
                text.variables.push((name, DIM));
            }
        }
        for around in &program.around {
            ends += text.around(around);
        }
        text.access(program, &buffer, &memref);
        for _ in 1..ends {
            text.line("}");
        }
        if program.block.is_some() {
            text.line("gpu.terminator\n}");
        }
        text.line("return\n}");
        text.lines
    }

    fn line(&mut self, line: &str) {
        self.lines += line;
        self.lines.push('\n');
    }

    fn value(&mut self, operation: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn int(&mut self, int: &Int, of: Type) -> String {
        let r#type = of.text();
        match int {
            Int::Var(number) => self.variables[*number].0.clone(),
            Int::Const(value) => {
                let value = signed(i128::from(*value), of.bits);
                self.value(&format!("arith.constant {value} : {type}"))
            }
            Int::Op(name, exact, x, y) => {
                let (x, y) = (self.int(x, of), self.int(y, of));
                let flag = if *exact { " overflow<nsw>" } else { "" };
                self.value(&format!("arith.{name} {x}, {y}{flag} : {type}"))
            }
            Int::Cast(name, bits, x) => {
                let from = Type { bits: *bits, index: *bits == 64, dim: false };
                let x = self.int(x, from);
                self.value(&format!("arith.{name} {x} : {} to {type}", from.text()))
            }
            Int::Select(predicate, [a, b, c, d]) => {
                let [a, b, c, d] = [a, b, c, d].map(|x| self.int(x, of));
                let holds = self.compare(*predicate, &a, &b, of);
                self.value(&format!("arith.select {holds}, {c}, {d} : {type}"))
            }
        }
    }

    fn compare(&mut self, predicate: usize, x: &str, y: &str, of: Type) -> String {
        self.value(&format!("arith.cmpi {}, {x}, {y} : {}", PREDICATES[predicate], of.text()))
    }

    /// The dimensions of an affine map, and the values for them: those of type `index`.
    fn dims(&self) -> (String, String) {
        let dims: Vec<String> = (0..self.variables.len()).map(|k| format!("d{k}")).collect();
        // Of the others no affine expression speaks.
        let value =
            |(name, of): &(String, Type)| if of.dim { name.clone() } else { "%zero".into() };
        let values: Vec<String> = self.variables.iter().map(value).collect();
        (dims.join(", "), values.join(", "))
    }

    /// Opens what stands around; how many ends it needs.
    fn around(&mut self, around: &Around) -> usize {
        match around {
            Around::Affine { lower, upper, step } => {
                let (dims, values) = self.dims();
                let bound = |bounds: &[Affine]| {
                    let texts: Vec<String> = bounds.iter().map(Affine::text).collect();
                    format!("affine_map<({dims}) -> ({})>({values})", texts.join(", "))
                };
                self.names += 1;
                let name = format!("%v{}", self.names);
                let (lower, upper) = (bound(lower), bound(upper));
                self.line(&format!(
                    "affine.for {name} = max {lower} to min {upper} step {step} {{"
                ));
                self.variables.push((name, DIM));
                1
            }
            Around::Scf { of, lower, upper, step } => {
                let (lower, upper) = (self.int(lower, *of), self.int(upper, *of));
                let step = self.int(&Int::Const(*step), *of);
                self.names += 1;
                let name = format!("%v{}", self.names);
                let r#type = if of.index { String::new() } else { format!(" : {}", of.text()) };
                self.line(&format!("scf.for {name} = {lower} to {upper} step {step}{type} {{"));
                self.variables.push((name, *of));
                1
            }
            Around::AffineIf { holds, then } => {
                let (dims, values) = self.dims();
                let each = holds.iter().map(|(expr, equal)| {
                    format!("{} {} 0", expr.text(), if *equal { "==" } else { ">=" })
                });
                let each: Vec<String> = each.collect();
                self.line(&format!(
                    "affine.if affine_set<({dims}) : ({})>({values}) {{",
                    each.join(", ")
                ));
                self.then(*then)
            }
            Around::If { predicate, of, sides: [x, y], then } => {
                let (x, y) = (self.int(x, *of), self.int(y, *of));
                let holds = self.compare(*predicate, &x, &y, *of);
                self.line(&format!("scf.if {holds} {{"));
                self.then(*then)
            }
            Around::Maybe => {
                self.line("scf.if %maybe {");
                1
            }
            Around::Let(value) => {
                let name = self.int(value, INDEX);
                self.variables.push((name, INDEX));
                0
            }
        }
    }

    fn then(&mut self, then: bool) -> usize {
        if !then {
            self.line("} else {");
        }
        1
    }

    fn access(&mut self, program: &Program, buffer: &str, memref: &str) {
        let element = program.element;
        match &program.access {
            Access::Load(indices) => {
                let indices = self.ints(indices);
                self.value(&format!("memref.load {buffer}[{indices}] : {memref}"));
            }
            Access::Vector(indices, size) => {
                let indices = self.ints(indices);
                let r#type = format!("{memref}, vector<{size}x{element}>");
                self.value(&format!("vector.load {buffer}[{indices}] : {type}"));
            }
            Access::Transfer(indices, size, inside) => {
                let indices = self.ints(indices);
                let zero = if element.starts_with('i') { "0" } else { "0.0" };
                let padding = self.value(&format!("arith.constant {zero} : {element}"));
                self.value(&format!(
                    "vector.transfer_read {buffer}[{indices}], {padding} {{in_bounds = [{inside}]}} \
                     : {memref}, vector<{size}x{element}>"
                ));
            }
            Access::Affine(indices) => {
                let (dims, values) = self.dims();
                let texts: Vec<String> = indices.iter().map(Affine::text).collect();
                let (map, rank) = (texts.join(", "), indices.len());
                self.names += 1;
                let name = format!("%v{}", self.names);
                self.line(&format!(
                    "{name} = \"affine.load\"({buffer}{}{values}) {{map = affine_map<({dims}) -> \
                     ({map})>}} : ({memref}{}) -> {element}",
                    if values.is_empty() { "" } else { ", " },
                    ", index".repeat(self.variables.len()),
                ));
                assert_eq!(rank, program.extents.len());
            }
        }
    }

    fn ints(&mut self, indices: &[Int]) -> String {
        let indices: Vec<String> = indices.iter().map(|index| self.int(index, INDEX)).collect();
        indices.join(", ")
    }
}
