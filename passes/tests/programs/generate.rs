//! Programs from a stream of choices.

use crate::common::Choices;
use crate::integers::{Affine, Int};
use crate::program::{Access, Around, DIM, Extent, INDEX, Program, Type};

const OPERATIONS: [&str; 20] = [
    "addi",
    "addi",
    "addi",
    "subi",
    "muli",
    "muli",
    "divsi",
    "floordivsi",
    "ceildivsi",
    "remsi",
    "divui",
    "remui",
    "andi",
    "ori",
    "xori",
    "shli",
    "shrsi",
    "shrui",
    "minsi",
    "maxui",
];
const SMALL: [i64; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, -1, -3];
/// Numbers at which integers of 8 and 32 bits wrap.
const LARGE: [i64; 6] = [100, 127, 1 << 16, 1 << 30, (1 << 31) - 1, i64::MAX];

/// What a program knows so far.
struct Writer<'a, 'b> {
    choices: &'a mut Choices<'b>,
    variables: Vec<Type>,
}

/// A program, which may run for long.
pub fn program(choices: &mut Choices) -> Program {
    let arguments: Vec<u32> =
        (0..[0, 0, 0, 1, 1, 2][choices.below(6)]).map(|_| choices.pick(&[1, 2, 3, 4])).collect();
    let block = match choices.below(4) {
        0 => Some(choices.pick(&[
            [32, 1, 1],
            [48, 1, 1],
            [16, 4, 1],
            [8, 4, 2],
            [3, 5, 1],
            [64, 1, 1],
        ])),
        _ => None,
    };
    let mut variables = vec![DIM; arguments.len()];
    if block.is_some() {
        variables.extend([DIM; 3]);
    }
    let dynamic = arguments.len();
    let mut writer = Writer { choices, variables };
    let depth = writer.choices.below(if block.is_some() { 3 } else { 4 });
    let around: Vec<Around> = (0..depth).map(|_| writer.around()).collect();
    let rank = 1 + writer.choices.below(2);
    let extents = (0..rank).map(|_| match writer.choices.below(5) {
        0 if dynamic > 0 => Extent::Argument(writer.choices.below(dynamic)),
        _ => Extent::Static(writer.choices.pick(&[1, 3, 4, 8, 16, 33, 64, 100])),
    });
    let extents: Vec<Extent> = extents.collect();
    let element = writer.choices.pick(&["f32", "f16", "i8", "f64"]);
    let access = match writer.choices.below(6) {
        0 | 1 => Access::Affine((0..rank).map(|_| writer.affine(2)).collect()),
        2 => Access::Vector(writer.indices(rank), writer.choices.pick(&[2, 4])),
        3 => {
            let inside = writer.choices.below(2) == 0;
            Access::Transfer(writer.indices(rank), writer.choices.pick(&[2, 4]), inside)
        }
        _ => Access::Load(writer.indices(rank)),
    };
    Program { arguments, block, around, extents, element, access }
}

impl Writer<'_, '_> {
    fn around(&mut self) -> Around {
        let around = match self.choices.below(10) {
            0..=3 => {
                let lower = (0..=self.choices.below(6) / 5).map(|_| self.bound(false)).collect();
                let upper = (0..=self.choices.below(3) / 2).map(|_| self.bound(true)).collect();
                Around::Affine { lower, upper, step: self.choices.pick(&[1, 1, 2, 3, 4]) }
            }
            4 | 5 => {
                let signless = |bits| Type { bits, index: false, dim: false };
                let of = self.choices.pick(&[INDEX, INDEX, signless(32), signless(8)]);
                let small = |writer: &mut Self, upper: bool| match writer.choices.below(3) {
                    0 => writer.int(of, 1),
                    _ if upper && of.bits == 8 => {
                        Int::Const(writer.choices.pick(&[3, 6, 100, 120]))
                    }
                    _ if upper => Int::Const(writer.choices.pick(&[1, 3, 4, 6])),
                    _ => Int::Const(writer.choices.pick(&[0, 0, 1, -2])),
                };
                let (lower, upper) = (small(self, false), small(self, true));
                // Of a counter of 8 bits some steps leave these.
                let steps: &[i64] = if of.bits == 8 { &[1, 2, 60, 100] } else { &[1, 1, 2, 3] };
                Around::Scf { of, lower, upper, step: self.choices.pick(steps) }
            }
            6 => {
                let count = 1 + self.choices.below(2);
                let each = |writer: &mut Self| (writer.affine(1), writer.choices.below(4) == 0);
                let holds = (0..count).map(|_| each(self)).collect();
                Around::AffineIf { holds, then: self.choices.below(3) > 0 }
            }
            7 => {
                let of = self.choices.pick(&[INDEX, Type { bits: 8, index: false, dim: false }]);
                let sides = [self.int(of, 1), self.int(of, 1)];
                let predicate = self.choices.below(10);
                Around::If { predicate, of, sides, then: self.choices.below(3) > 0 }
            }
            8 => Around::Let(self.int(INDEX, 2)),
            _ => Around::Maybe,
        };
        match &around {
            Around::Affine { .. } => self.variables.push(DIM),
            Around::Let(_) => self.variables.push(INDEX),
            Around::Scf { of, .. } => self.variables.push(*of),
            _ => {}
        }
        around
    }

    fn bound(&mut self, upper: bool) -> Affine {
        match self.choices.below(3) {
            0 => self.affine(1),
            _ if upper => Affine::Const(self.choices.pick(&[0, 2, 3, 5, 8])),
            _ => Affine::Const(self.choices.pick(&[0, 0, 0, 1, -2])),
        }
    }

    fn indices(&mut self, rank: usize) -> Vec<Int> {
        (0..rank).map(|_| self.int(INDEX, 3)).collect()
    }

    /// An affine expression over variables of type `index`.
    fn affine(&mut self, depth: usize) -> Affine {
        let dims: Vec<usize> =
            (0..self.variables.len()).filter(|&k| self.variables[k].dim).collect();
        let leaf = |writer: &mut Self| match writer.choices.below(5) {
            0 => Affine::Const(writer.choices.pick(&SMALL)),
            _ if dims.is_empty() => Affine::Const(writer.choices.pick(&SMALL)),
            _ => Affine::Dim(writer.choices.pick(&dims)),
        };
        if depth == 0 {
            return leaf(self);
        }
        match self.choices.below(6) {
            0 | 1 => {
                let (x, y) = (self.affine(depth - 1), self.affine(depth - 1));
                Affine::Add(Box::new(x), Box::new(y))
            }
            2 => {
                let by = self.choices.pick(&[2, 4, 8, -1, 64, 1 << 40]);
                Affine::Op("*", Box::new(self.affine(depth - 1)), by)
            }
            3 => {
                let name = self.choices.pick(&["mod", "floordiv", "ceildiv"]);
                let by = self.choices.pick(&[2, 3, 4, 8]);
                Affine::Op(name, Box::new(self.affine(depth - 1)), by)
            }
            _ => leaf(self),
        }
    }

    /// An integer expression of a type.
    fn int(&mut self, of: Type, depth: usize) -> Int {
        if depth == 0 || self.choices.below(4) == 0 {
            return self.leaf(of);
        }
        match self.choices.below(8) {
            0 => {
                let from = self.choices.pick(&[8, 32, 64]);
                let from = Type { bits: from, index: from == 64, dim: false };
                let name = match (from.index, of.index) {
                    (true, true) => return self.leaf(of),
                    (false, false) if from.bits < of.bits => self.choices.pick(&["extsi", "extui"]),
                    (false, false) if from.bits > of.bits => "trunci",
                    (false, false) => return self.leaf(of),
                    _ => self.choices.pick(&["index_cast", "index_castui"]),
                };
                Int::Cast(name, from.bits, Box::new(self.int(from, depth - 1)))
            }
            1 => {
                let each = [(); 4].map(|()| Box::new(self.int(of, depth - 1)));
                Int::Select(self.choices.below(10), each)
            }
            _ => {
                let name = self.choices.pick(&OPERATIONS);
                let exact = matches!(name, "addi" | "subi" | "muli") && self.choices.below(6) == 0;
                let lhs = self.int(of, depth - 1);
                let rhs = match name {
                    "shli" | "shrsi" | "shrui" => Int::Const(self.choices.pick(&[0, 1, 2, 5])),
                    "addi" | "subi" | "minsi" | "maxui" | "xori" => self.int(of, depth - 1),
                    _ if self.choices.below(4) > 0 => Int::Const(self.choices.pick(&SMALL)),
                    _ => self.int(of, depth - 1),
                };
                Int::Op(name, exact, Box::new(lhs), Box::new(rhs))
            }
        }
    }

    fn leaf(&mut self, of: Type) -> Int {
        let same: Vec<usize> =
            (0..self.variables.len()).filter(|&k| self.variables[k].bits == of.bits).collect();
        let indices: Vec<usize> =
            (0..self.variables.len()).filter(|&k| self.variables[k].index).collect();
        match self.choices.below(6) {
            0 => Int::Const(self.choices.pick(&LARGE)),
            1 => Int::Const(self.choices.pick(&SMALL)),
            _ if !same.is_empty() => Int::Var(self.choices.pick(&same)),
            _ if !of.index && !indices.is_empty() => {
                Int::Cast("index_cast", 64, Box::new(Int::Var(self.choices.pick(&indices))))
            }
            _ => Int::Const(self.choices.pick(&SMALL)),
        }
    }
}
