//! What an error names: the operation that was asked for, its operand with the mode, and the numbers
//! at fault, whichever step of it went wrong.

use tileir::IntTree;
use tileir::cute::*;

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn shape(text: &str) -> IntTree {
    parse_shape(text).unwrap()
}

#[test]
fn an_error_is_the_callers_with_the_numbers_at_fault() {
    let far = "9223372036854775807";
    let message = |error: Option<CuteError>| error.unwrap().to_string();
    let tiler = |text: &str| text.parse::<Tiler>().unwrap();
    let wide = layout("(4,6):(4611686018427387904,1)");
    let outer =
        "in mode 0 of (4,6):(4611686018427387904,1), 2 * 4611686018427387904 leaves 64 bits";
    assert_eq!(message(composition(&wide, &layout("2:2")).err()), format!("composition: {outer}"));
    assert_eq!(
        message(logical_divide(&wide, &layout("2:2")).err()),
        format!("logical_divide: {outer}")
    );
    assert_eq!(
        message(tiled_divide(&wide, &layout("2:2")).err()),
        format!("tiled_divide: {outer}")
    );
    let tile = local_tile(&wide, &layout("2:2"), &Coord::Index(0));
    assert_eq!(message(tile.err()), format!("local_tile: {outer}"));
    let last = layout(&format!("(4,6):(1,{far})"));
    assert_eq!(
        message(composition(&last, &layout("8:1")).err()),
        format!(
            "composition: in mode 1 of the result (4,2):(1,{far}), 3 + (2 - 1) * {far} leaves 64 bits"
        )
    );
    assert_eq!(
        message(composition(&layout("8:2"), &layout(&format!("(3,4):({far},1)"))).err()),
        format!("composition: in mode 0 of (3,4):({far},1), (3 - 1) * {far} leaves 64 bits")
    );
    assert_eq!(
        message(layout(&format!("(2,2):({far},1)")).cosize().err()),
        format!("cosize: in mode 0 of (2,2):({far},1), 1 + (2 - 1) * {far} leaves 64 bits")
    );
    assert_eq!(
        message(layout("(2,2):(1,-9223372036854775808)").cosize().err()),
        "cosize: in mode 1 of (2,2):(1,-9223372036854775808), 2 + (2 - 1) * |-9223372036854775808| leaves 64 bits"
    );
    assert_eq!(
        message(layout("(4,3):(1,4611686018427387904)").eval(11).err()),
        "evaluation: in mode 1 of (4,3):(1,4611686018427387904), 2 * 4611686018427387904 leaves 64 bits"
    );
    let over = |operation: &str, result: &str, what: &str| {
        format!("{operation}: the size of {result} leaves 64 bits in mode 1: {what}")
    };
    let long = layout(&format!("{far}:0"));
    let twice = format!("{far} * 2");
    let sizes = [
        (Layout::compact(&shape(&format!("({far},2)"))), "layout", format!("({far},2)")),
        (
            ordered_layout(&shape(&format!("({far},2)")), &shape("(1,0)")),
            "ordered_layout",
            format!("({far},2)"),
        ),
        (append(&long, &layout("2:1")), "append", format!("({far},2):(0,1)")),
        (prepend(&layout("2:1"), &long), "prepend", format!("({far},2):(0,1)")),
    ];
    for (result, operation, printed) in sizes {
        assert_eq!(message(result.err()), over(operation, &printed, &twice));
    }
    let both = zip(&layout(&format!("({far},1):(0,1)")), &layout("(1,2):(1,1)"));
    assert_eq!(
        message(both.err()),
        format!(
            "zip: the size of (({far},1),(1,2)):((0,1),(1,1)) leaves 64 bits in mode 1.1: {twice}"
        )
    );
    assert_eq!(
        message(downcast(&layout("(4611686018427387904,1):(1,0)"), 2).err()),
        "downcast: in mode 0 of (4611686018427387904,1):(1,0), 4611686018427387904 * 2 leaves 64 bits"
    );
    assert_eq!(
        message(shape_size(&shape(&format!("(1,({far},2))"))).err()),
        format!("size: the size of (1,({far},2)) leaves 64 bits in mode 1.1: {twice}")
    );
    assert_eq!(
        message(
            logical_product(&layout("(3037000500,2):(1,3037000500)"), &layout("3037000500:1"))
                .err()
        ),
        "logical_product: in (3037000500,2):(1,3037000500), 6074001000 * 3037000500 leaves 64 bits"
    );
    let order = shape("(1,1,2)");
    assert_eq!(
        message(tile_to_shape(&layout("(3,4):(1,3)"), &shape("(6,8)"), Some(&order)).err()),
        "tile_to_shape: the order (1,1,2) has 3 modes, (6,8) has 2 modes"
    );
    assert_eq!(
        message(tiled_product(&layout(&format!("(2,2):(1,{far})")), &layout("2:1")).err()),
        format!("tiled_product: in mode 1 of (2,2):(1,{far}), 2 * {far} leaves 64 bits")
    );
    assert_eq!(
        message(recast(&layout("(6,4):(1,6)"), 12, 32).err()),
        "recast: in mode 1 of (6,4):(1,6), 8 does not divide 6, remainder 6"
    );
    assert_eq!(
        message(recast(&layout("4:2"), 32, 8).err()),
        "recast: 4:2, to be split by 4, has no mode of stride 1 or -1"
    );
    assert_eq!(
        message(logical_divide(&layout("(4,6):(1,4)"), &tiler("(3,(2,2))")).err()),
        "logical_divide: in mode 1 of (4,6):(1,4): 6:4 has 1 mode, <2; 2> has 2 modes"
    );
    let nested = zipped_divide(&layout("(4,(6,8)):(1,(4,24))"), &tiler("(2, (3, 4:-2))"));
    assert_eq!(
        message(nested.err()),
        "zipped_divide: in mode 1.1 of (4,(6,8)):(1,(4,24)): mode 0 of 4:-2 has the negative stride -2"
    );
    assert_eq!(
        message(zipped_product(&layout("(4,6):(1,4)"), &tiler("(3,-2)")).err()),
        "zipped_product: in mode 1 of (4,6):(1,4): the extent -2 is below 0"
    );
    assert_eq!(
        message(make_tiled_copy(&layout("(4,6):(1,-4)"), &layout("2:1")).err()),
        "make_tiled_copy: mode 1 of (4,6):(1,-4) has the negative stride -4"
    );
    let inside = logical_divide(&layout("(4,6):(1,4)"), &tiler("(3,(2,2))")).unwrap_err();
    assert!(matches!(inside.root(), CuteError::Rank { left_rank: 1, .. }), "{inside:?}");
}

/// What such text is: `3 + (2 - 1) * |-5|`, products before sums, far past 64 bits.
struct Arithmetic<'a>(std::iter::Peekable<std::str::Chars<'a>>);

impl Arithmetic<'_> {
    fn eat(&mut self, symbol: char) -> bool {
        while self.0.next_if_eq(&' ').is_some() {}
        self.0.next_if_eq(&symbol).is_some()
    }

    fn sum(&mut self) -> i128 {
        let mut total = self.product();
        loop {
            if self.eat('+') {
                total += self.product();
            } else if self.eat('-') {
                total -= self.product();
            } else {
                return total;
            }
        }
    }

    fn product(&mut self) -> i128 {
        let mut total = self.atom();
        while self.eat('*') {
            total *= self.atom();
        }
        total
    }

    fn atom(&mut self) -> i128 {
        if self.eat('(') {
            let inner = self.sum();
            assert!(self.eat(')'));
            return inner;
        }
        if self.eat('|') {
            let inner = self.sum();
            assert!(self.eat('|'));
            return inner.abs();
        }
        if self.eat('-') {
            return -self.atom();
        }
        let digits = std::iter::from_fn(|| self.0.next_if(char::is_ascii_digit));
        digits.collect::<String>().parse().unwrap()
    }
}

fn value(text: &str) -> i128 {
    let mut arithmetic = Arithmetic(text.chars().peekable());
    let value = arithmetic.sum();
    assert_eq!(arithmetic.0.next(), None, "{text}");
    value
}

/// Every operation, on layouts with numbers near the ends of 64 bits: what it says leaves them does.
#[test]
fn what_is_said_to_leave_64_bits_does() {
    let numbers = [i64::MIN, i64::MIN + 1, -3, 1, 5, 4_611_686_018_427_387_904, i64::MAX];
    let mut layouts = vec![layout("(3,4):(4,1)"), layout("6:1")];
    for first in numbers {
        for second in numbers {
            for shape in ["(3,2)", "(2,4611686018427387903)", "(3037000500,1)"] {
                layouts.push(layout(&format!("{shape}:({first},{second})")));
            }
        }
    }
    type Binary = fn(&Layout, &Layout) -> Option<CuteError>;
    let operations: [(&str, Binary); 21] = [
        ("composition", |a, b| composition(a, b).err()),
        ("logical_divide", |a, b| logical_divide(a, b).err()),
        ("zipped_divide", |a, b| zipped_divide(a, b).err()),
        ("tiled_divide", |a, b| tiled_divide(a, b).err()),
        ("flat_divide", |a, b| flat_divide(a, b).err()),
        ("logical_product", |a, b| logical_product(a, b).err()),
        ("zipped_product", |a, b| zipped_product(a, b).err()),
        ("tiled_product", |a, b| tiled_product(a, b).err()),
        ("flat_product", |a, b| flat_product(a, b).err()),
        ("blocked_product", |a, b| blocked_product(a, b).err()),
        ("raked_product", |a, b| raked_product(a, b).err()),
        ("append", |a, b| append(a, b).err()),
        ("zip", |a, b| zip(a, b).err()),
        ("max_common_layout", |a, b| max_common_layout(a, b).err()),
        ("make_tiled_copy", |a, b| make_tiled_copy(a, b).err()),
        ("local_tile", |a, b| local_tile(a, b, &Coord::Index(0)).err()),
        ("reach", |a, b| reach(a, b).err()),
        ("evaluation", |a, _| a.eval(a.size()).err()),
        ("cosize", |a, _| a.cosize().err()),
        ("complement", |a, _| complement_within(a).err()),
        ("recast", |a, _| recast(a, 32, 8).err()),
    ];
    let mut said = 0;
    for (operation, apply) in operations {
        for a in &layouts {
            for b in layouts.iter().step_by(7) {
                let Some(error) = apply(a, b) else { continue };
                let text = error.to_string();
                let (name, _) = text.split_once(": ").unwrap();
                assert!(name == operation || matches!(error, CuteError::NotFlat(_)), "{text}");
                let (CuteError::Overflow { operand, mode, what, .. }
                | CuteError::Size { operand, mode, what, .. }) = error.root()
                else {
                    continue;
                };
                assert!(i64::try_from(value(what)).is_err(), "{operation} of {a} and {b}: {text}");
                assert!(!operand.is_empty() && !mode.is_empty(), "{text}");
                said += 1;
            }
        }
    }
    assert!(said > 5_000, "{said}");
}
