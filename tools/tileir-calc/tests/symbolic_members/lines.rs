//! Generated lines about layouts with the parameters `n` and `m`: every operation that takes them,
//! nested, with extents of 0 and 1, strides that go on, repeat and turn, and modes that merge for some
//! values only.

use tileir_calc::session::{Answer, Session};

/// A parameter's range as written, its first and last value, and what divides it.
pub type Range = (&'static str, i64, i64, i64);

/// Ranges in which the faults of symbolic algebra lie: 0 and below, 1, and where modes merge.
pub const RANGES: &[Range] = &[
    ("1..=6", 1, 6, 1),
    ("0..=5", 0, 5, 1),
    ("-3..=4", -3, 4, 1),
    ("1..=2", 1, 2, 1),
    ("4..=24 by 4", 4, 24, 4),
    ("2..=13", 2, 13, 1),
    ("0..=0", 0, 0, 1),
    ("1..=24 by 6", 6, 24, 6),
];

/// The operations, and forms of them, that a line may be of.
pub const WORDS: &[&str] = &[
    "composition",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
    "coalesce",
    "coalesce by",
    "filter",
    "filter by",
    "filter_zeros",
    "flatten",
    "complement",
    "complement to",
    "right_inverse",
    "nullspace",
    "upcast",
    "downcast",
    "recast",
    "select",
    "take",
    "get",
    "replace",
    "group_modes",
    "append",
    "prepend",
    "zip",
    "dice",
    "make_layout",
    "make_layout by",
    "with_shape",
    "tile_to_shape",
    "slice",
    "local_tile",
    "at",
    "at all",
    "size",
    "size of",
    "cosize",
    "rank",
    "depth",
    "eval",
    "crd2idx",
    "shape",
    "stride",
    "number",
    "numbers",
];

/// Numbers that are the same in every run.
pub struct Choices(pub u64);

impl Choices {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(0x14057b7ef767814f);
        (self.0 >> 33) as usize % bound
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn extent(&mut self) -> &'static str {
        self.pick(&[
            "n", "m", "n", "m", "1", "2", "3", "4", "6", "8", "12", "2*n", "n*m", "n/2", "0", "m+1",
        ])
    }

    /// A layout of at most so many leaves.
    pub fn layout(&mut self, most: usize) -> String {
        let rank = 1 + self.below(most);
        let (mut extents, mut strides, mut next) = (Vec::new(), Vec::new(), "1".to_owned());
        for _ in 0..rank {
            let extent = self.extent();
            let stride = match self.below(9) {
                0..=2 => next,
                3 => format!("2*({next})"),
                4 => "0".to_owned(),
                5 => self.pick(&["n", "m"]).to_owned(),
                6 => self.pick(&["1", "2", "6", "12"]).to_owned(),
                7 => format!("0-({next})"),
                _ => self.pick(&["1", "m", "4"]).to_owned(),
            };
            next = format!("({extent})*({stride})");
            extents.push(extent);
            strides.push(stride);
        }
        match (&extents[..], &strides[..], self.below(3)) {
            ([extent], [stride], _) => format!("({extent}):({stride})"),
            ([a, b, c], [x, y, z], 0) => format!("({a},({b},{c})):({x},({y},{z}))"),
            _ => format!("({}):({})", extents.join(","), strides.join(",")),
        }
    }

    fn tiler(&mut self) -> String {
        match self.below(6) {
            0 => self.extent().to_owned(),
            1 => format!("({},{})", self.extent(), self.extent()),
            2 => format!("({},{}:2)", self.extent(), self.extent()),
            _ => self.layout(2),
        }
    }

    /// A layout as it is, or what an operation makes of one.
    fn operand(&mut self) -> String {
        match self.below(4) {
            0 => {
                let word =
                    self.pick(&["coalesce", "filter", "flatten", "right_inverse", "filter_zeros"]);
                format!("{word}({})", self.layout(3))
            }
            1 => format!("logical_divide({}, {})", self.layout(2), self.layout(1)),
            _ => self.layout(3),
        }
    }

    /// A line of an operation.
    pub fn line(&mut self, word: &str) -> String {
        let operand = self.operand();
        let at = ["n", "5", "(1, 2)", "(n, m-1)", "(0, 3)", "7"];
        match word {
            "composition" => format!("({operand}) o {}", self.tiler()),
            "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
                format!("{word}({operand}, {})", self.tiler())
            }
            "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
                format!("{word}({}, {})", self.layout(2), self.tiler())
            }
            "blocked_product" | "raked_product" | "append" | "prepend" | "zip" => {
                format!("{word}({operand}, {})", self.layout(2))
            }
            "coalesce by" => format!("coalesce({operand}, (1,1))"),
            "filter by" => format!("filter({operand}, (1,1))"),
            "complement to" => format!("complement({operand}, {})", self.extent()),
            "upcast" | "downcast" => format!("{word}({operand}, {})", self.pick(&[2, 3, 4])),
            "recast" => format!("recast({operand}, {})", self.pick(&["8, 16", "16, 8", "8, 12"])),
            "select" => format!("select({operand}, {})", self.pick(&["0", "1, 0", "2, 0"])),
            "take" => format!("take({operand}, {})", self.pick(&["0, 1", "1, 2", "0, 2"])),
            "get" => format!("get({operand}, {})", self.pick(&["0", "1", "1, 0", "0, 1"])),
            "replace" => format!("replace({operand}, 0, {})", self.layout(2)),
            "group_modes" => {
                let modes = self.pick(&["0, 1", "0, 2", "1, 2", "1, 3"]);
                format!("group_modes({operand}, {modes})")
            }
            "dice" => format!("dice({}, {operand})", self.pick(&["(1,_)", "(_,n)", "(_,(0,_))"])),
            "make_layout" => {
                format!("make_layout(({},{},{}))", self.extent(), self.extent(), self.extent())
            }
            "make_layout by" => {
                let [a, b, x, y] = [(); 4].map(|()| self.extent());
                format!("make_layout(({a},{b}), ({x},{y}))")
            }
            "with_shape" => format!("with_shape({operand}, ({},{}))", self.extent(), self.extent()),
            "tile_to_shape" => {
                let block = self.layout(2);
                format!("tile_to_shape({block}, ({},{}))", self.extent(), self.extent())
            }
            "slice" => {
                let at = self.pick(&["(1,_)", "(_,n)", "(n,_)", "(_,(0,_))", "(0,n)", "1"]);
                format!("slice({at}, {operand})")
            }
            "local_tile" => {
                let (a, b) = (self.extent(), self.extent());
                let at = self.pick(&["(0,_)", "(_,1)", "(0,0)", "(n,_)"]);
                format!("local_tile({operand}, ({a},{b}), {at})")
            }
            "at" => format!("({operand})({})", self.pick(&at)),
            "at all" => format!("({operand})({})", self.pick(&["_", "1, _", "_, n"])),
            "size of" => format!("size({operand}, 1, 0)"),
            "eval" => format!("eval({operand}, {})", self.pick(&at)),
            "crd2idx" => format!("crd2idx({}, {operand})", self.pick(&at)),
            "number" => {
                let sign = self.pick(&["+", "-", "*", "/", "%"]);
                format!("({}) {sign} ({})", self.extent(), self.extent())
            }
            "numbers" => {
                let [a, b, c, d] = [(); 4].map(|()| self.extent());
                format!("(({a}) / ({b}), (3, ({c}) % ({d})))")
            }
            word => format!("{word}({operand})"),
        }
    }
}

/// The answer to a line, or why there is none.
pub fn answer(session: &mut Session, line: &str) -> Result<Answer, String> {
    let answer = session.answer(line).map_err(|fault| fault.to_string());
    answer.map(|answer| answer.expect("a value"))
}

/// A session in which `n` and `m` are these.
pub fn session(n: &str, m: &str) -> Session {
    let mut session = Session::default();
    for (name, value) in [("n", n), ("m", m)] {
        answer(&mut session, &format!("{name} = {value}")).expect("a parameter or a number");
    }
    session
}

/// All values of two parameters.
pub fn members(n: Range, m: Range) -> Vec<(i64, i64)> {
    let all = |(_, lo, hi, by): Range| (lo..=hi).step_by(by.unsigned_abs() as usize);
    all(n).flat_map(|a| all(m).map(move |b| (a, b))).collect()
}
