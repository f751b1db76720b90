//! The integers of a program, by their bits: what the operations of `arith` and affine
//! expressions give, or `None` where that is undefined. Nothing here knows the algebra.

/// An integer expression; a variable is a number of the environment.
#[derive(Clone, Debug)]
pub enum Int {
    Var(usize),
    Const(i64),
    /// An operation of `arith`; the flag promises that it does not overflow.
    Op(&'static str, bool, Box<Int>, Box<Int>),
    /// A cast from so many bits.
    Cast(&'static str, u32, Box<Int>),
    /// `select (cmpi predicate, a, b), c, d`.
    Select(usize, [Box<Int>; 4]),
}

/// An affine expression over values of type `index`.
#[derive(Clone, Debug)]
pub enum Affine {
    Dim(usize),
    Const(i64),
    Add(Box<Affine>, Box<Affine>),
    /// By a constant.
    Op(&'static str, Box<Affine>, i64),
}

/// Predicates of `arith.cmpi`, by number.
pub const PREDICATES: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// The low bits of a number, as a signed integer.
pub fn signed(value: i128, bits: u32) -> i64 {
    let whole = 1i128 << bits;
    let low = value.rem_euclid(whole);
    (if low >= whole / 2 { low - whole } else { low }) as i64
}

fn unsigned(value: i64, bits: u32) -> i128 {
    i128::from(value).rem_euclid(1i128 << bits)
}

/// Whether two integers of so many bits compare.
pub fn compares(predicate: usize, x: i64, y: i64, bits: u32) -> bool {
    let (ux, uy) = (unsigned(x, bits), unsigned(y, bits));
    match PREDICATES[predicate] {
        "eq" => x == y,
        "ne" => x != y,
        "slt" => x < y,
        "sle" => x <= y,
        "sgt" => x > y,
        "sge" => x >= y,
        "ult" => ux < uy,
        "ule" => ux <= uy,
        "ugt" => ux > uy,
        _ => ux >= uy,
    }
}

/// The value of an operation.
pub fn apply(name: &str, exact: bool, x: i64, y: i64, bits: u32) -> Option<i64> {
    let (a, b) = (i128::from(x), i128::from(y));
    let (ua, ub) = (unsigned(x, bits), unsigned(y, bits));
    let least = -(1i128 << (bits - 1));
    let value = match name {
        "addi" => a + b,
        "subi" => a - b,
        "muli" => a * b,
        "divsi" | "floordivsi" | "ceildivsi" | "remsi" if b == 0 || a == least && b == -1 => {
            return None;
        }
        "divui" | "remui" | "ceildivui" if ub == 0 => return None,
        "shli" | "shrsi" | "shrui" if ub >= i128::from(bits) => return None,
        "divsi" => a / b,
        "remsi" => a % b,
        "floordivsi" => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
        "ceildivsi" => -((-a).div_euclid(b) - i128::from(b < 0 && (-a).rem_euclid(b) != 0)),
        "divui" => ua / ub,
        "remui" => ua % ub,
        "ceildivui" => (ua + ub - 1) / ub,
        "andi" => a & b,
        "ori" => a | b,
        "xori" => a ^ b,
        "shli" => a << ub,
        "shrsi" => a >> ub,
        "shrui" => ua >> ub,
        "minsi" => a.min(b),
        "maxsi" => a.max(b),
        "minui" => ua.min(ub),
        "maxui" => ua.max(ub),
        _ => panic!("no operation {name}"),
    };
    let wrapped = signed(value, bits);
    (!exact || i128::from(wrapped) == value).then_some(wrapped)
}

impl Int {
    /// The value in so many bits.
    pub fn eval(&self, bits: u32, env: &[i64]) -> Option<i64> {
        match self {
            Int::Var(number) => Some(env[*number]),
            Int::Const(value) => Some(signed(i128::from(*value), bits)),
            Int::Op(name, exact, x, y) => {
                apply(name, *exact, x.eval(bits, env)?, y.eval(bits, env)?, bits)
            }
            Int::Cast(name, from, x) => {
                let x = x.eval(*from, env)?;
                Some(match *name {
                    "extui" | "index_castui" => signed(unsigned(x, *from), bits),
                    _ => signed(i128::from(x), bits),
                })
            }
            Int::Select(predicate, [a, b, c, d]) => {
                let holds = compares(*predicate, a.eval(bits, env)?, b.eval(bits, env)?, bits);
                if holds { c.eval(bits, env) } else { d.eval(bits, env) }
            }
        }
    }
}

impl Affine {
    /// The value, `None` where an operation leaves 64 bits.
    pub fn eval(&self, env: &[i64]) -> Option<i64> {
        match self {
            Affine::Dim(number) => Some(env[*number]),
            Affine::Const(value) => Some(*value),
            Affine::Add(x, y) => x.eval(env)?.checked_add(y.eval(env)?),
            Affine::Op(name, x, y) => {
                let x = x.eval(env)?;
                match *name {
                    "*" => x.checked_mul(*y),
                    "mod" => Some(x.rem_euclid(*y)),
                    "floordiv" => Some(x.div_euclid(*y)),
                    _ => Some(x.div_euclid(*y) + i64::from(x.rem_euclid(*y) != 0)),
                }
            }
        }
    }

    /// As written, over `d0`, `d1`, …
    pub fn text(&self) -> String {
        match self {
            Affine::Dim(number) => format!("d{number}"),
            Affine::Const(value) => value.to_string(),
            Affine::Add(x, y) => format!("({} + {})", x.text(), y.text()),
            Affine::Op(name, x, y) => format!("({} {name} {y})", x.text()),
        }
    }
}
