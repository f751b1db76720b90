//! The laws of families, over generated ones: parameters with ranges and divisors, extents that
//! are expressions in them, bodies of any arithmetic.

use proptest::prelude::*;
use tileir::family::{Family, MemberError, Parameter, Parameters, SymbolicAxis, SymbolicSet};
use tileir::{BinaryOp, EvalError, Expr, Program};

/// A stream of choices: each takes the next number, 0 when they have run out.
struct Choices<'a>(&'a [u32]);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let Some((&number, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        number as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn parameters(&mut self) -> Parameters {
        let names: &[&str] = self.pick(&[&["n"][..], &["n", "s"], &["s", "m"], &["m", "n", "s"]]);
        let parameters = names.iter().map(|name| {
            let lo = self.pick(&[1, 0, 2, -3, 5]);
            Parameter::new(name, lo, lo + self.pick(&[4, 0, 7, 20]), 1)
                .and_then(|p| Parameter::new(name, lo, p.hi() + 3, self.pick(&[1, 2, 3])))
                .unwrap()
        });
        Parameters::new(parameters.collect()).unwrap()
    }

    /// An expression in the first `count` coordinates.
    fn expr(&mut self, count: usize, depth: usize) -> Expr {
        match self.below(if depth == 0 { 2 } else { 5 }) {
            0 if count > 0 => Expr::coord(self.below(count)),
            0 | 1 => self.pick(&[2, 0, 1, 3, 8, -1, 7]).into(),
            _ => {
                let op = self.pick(&[
                    BinaryOp::Add,
                    BinaryOp::Mul,
                    BinaryOp::Sub,
                    BinaryOp::FloorDiv,
                    BinaryOp::Mod,
                    BinaryOp::Xor,
                    BinaryOp::Lt,
                ]);
                Expr::binary(op, self.expr(count, depth - 1), self.expr(count, depth - 1))
            }
        }
    }

    fn set(&mut self, names: &[&str], count: usize) -> SymbolicSet {
        let axes = names.iter().map(|name| {
            let extent = match self.below(3) {
                0 => Expr::coord(self.below(count)),
                1 => self.pick(&[3, 1, 5]).into(),
                _ => Expr::coord(self.below(count)) * self.pick(&[2, 1, 3]) + self.pick(&[0, 1, 4]),
            };
            SymbolicAxis::new(name, extent)
        });
        SymbolicSet::new(axes.collect()).unwrap()
    }

    /// Axes with extents that may be negative, or have no value.
    fn extents(&mut self, names: &[&str], count: usize) -> SymbolicSet {
        let axes: Vec<SymbolicAxis> =
            names.iter().map(|name| SymbolicAxis::new(name, self.expr(count, 2))).collect();
        SymbolicSet::new(axes).unwrap()
    }

    fn codomain(&mut self, names: &[&str], count: usize) -> SymbolicSet {
        let axes = names.iter().map(|name| match self.below(3) {
            0 => SymbolicAxis::integers(name),
            1 => SymbolicAxis::new(name, 40),
            _ => SymbolicAxis::new(name, Expr::coord(self.below(count)) * 8 + 8),
        });
        SymbolicSet::new(axes.collect()).unwrap()
    }

    fn body(&mut self, coordinates: usize, outputs: usize) -> Program {
        let exprs: Vec<Expr> = (0..outputs).map(|_| self.expr(coordinates, 3)).collect();
        Program::from_exprs(&exprs)
    }

    fn family(&mut self, from: &[&str], to: &[&str]) -> Family {
        let parameters = self.parameters();
        let count = parameters.len();
        let (domain, codomain) = (self.set(from, count), self.codomain(to, count));
        let body = self.body(count + from.len(), to.len());
        Family::new(parameters, domain, codomain, body).unwrap()
    }

    fn values(&mut self, parameters: &Parameters) -> Vec<i64> {
        let value =
            |p: &Parameter| p.first() + p.multiple_of() * self.below(p.values() as usize) as i64;
        parameters.iter().map(value).collect()
    }
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..90)
}

/// The member's value at each of some points, or why there is none.
type Outcomes = Vec<(Vec<i64>, Result<Vec<i64>, EvalError>)>;

fn outcomes(family: &Family, values: &[i64]) -> Outcomes {
    let Ok(map) = family.bind(values) else { return Vec::new() };
    map.domain().points().take(60).map(|point| (point.clone(), map.eval(&point))).collect()
}

fn direct(family: &Family, values: &[i64], point: &[i64]) -> Result<Vec<i64>, EvalError> {
    match family.eval(values, point) {
        Ok(value) => Ok(value),
        Err(MemberError::Eval(error)) => Err(error),
        Err(MemberError::Bind(error)) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_bound_member_is_the_member(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let family = choices.family(&["i", "j"], &["a"]);
        let values = choices.values(family.parameters());
        let program = family.program().unwrap();
        for (point, value) in outcomes(&family, &values) {
            let own = direct(&family, &values, &point);
            prop_assert_eq!(own.is_ok(), value.is_ok(), "{} {:?} {:?}", family, values, point);
            let coordinates = values.iter().zip(family.parameters()).map(|(v, p)| v - p.lo().min(0));
            let leading: Vec<i64> = coordinates.collect();
            let bundled = family.map().eval(&[leading.clone(), point.clone()].concat());
            prop_assert_eq!(bundled.is_ok(), value.is_ok(), "{} {:?} {:?}", family, values, point);
            if let Ok(value) = value {
                prop_assert_eq!(own.unwrap(), value.clone());
                prop_assert_eq!(bundled.unwrap(), [leading, value.clone()].concat());
                prop_assert_eq!(program.eval(&[values.clone(), point].concat()), Ok(value));
            }
        }
    }

    #[test]
    fn a_bundle_has_the_points_of_the_members_and_no_others(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let parameters = choices.parameters();
        let count = parameters.len();
        let (domain, codomain) = (choices.extents(&["i"], count), choices.extents(&["a"], count));
        let body = choices.body(count + 1, 1);
        let Ok(family) = Family::new(parameters, domain, codomain, body) else { return Ok(()) };
        let values = choices.values(family.parameters());
        let origins = family.parameters().iter().map(|p| p.lo().min(0));
        let leading: Vec<i64> = values.iter().zip(origins).map(|(v, origin)| v - origin).collect();
        let member = family.bind(&values);
        for x in -1..9 {
            let at = [leading.clone(), vec![x]].concat();
            let sets = member.as_ref().map(|member| (member.domain(), member.codomain()));
            let own = sets.map_or((false, false), |(d, c)| (d.contains(&[x]), c.contains(&[x])));
            let bundle = (family.map().domain().contains(&at), family.map().codomain().contains(&at));
            prop_assert_eq!(bundle, own, "{} {:?} {}", family, values, x);
        }
    }

    #[test]
    fn what_is_bound_first_makes_no_difference(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let family = choices.family(&["i", "j"], &["a", "b"]);
        let values = choices.values(family.parameters());
        let named: Vec<(&str, i64)> =
            family.parameters().iter().map(|p| p.name()).zip(values.iter().copied()).collect();
        let cut = choices.below(named.len() + 1);
        if let Ok(map) = family.bind(&values) {
            let partly = family.bind_some(&named[..cut]).unwrap();
            let member = partly.bind(&values[cut..]).unwrap();
            prop_assert_eq!(member.domain(), map.domain());
            prop_assert_eq!(member.codomain(), map.codomain());
            for point in map.domain().points().take(60) {
                prop_assert_eq!(member.eval(&point).ok(), map.eval(&point).ok());
            }
        }
    }

    #[test]
    fn composition_is_that_of_the_members(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let (left, right) = (choices.parameters(), choices.parameters());
        let Ok(both) = left.merged(&right) else { return Ok(()) };
        let between = |parameters: &Parameters| {
            // The same set, written by each family in its own way.
            let known = both.iter().find(|p| parameters.position(p.name()).is_some()
                && left.position(p.name()).is_some() && right.position(p.name()).is_some());
            let extent = match known {
                Some(p) => parameters.expr(p.name()).unwrap() * 2 + 9,
                None => 12.into(),
            };
            SymbolicSet::new(vec![SymbolicAxis::new("x", extent)]).unwrap()
        };
        let (l, r) = (left.len(), right.len());
        let inner = Family::new(left.clone(), choices.set(&["i", "j"], l), between(&left),
            choices.body(l + 2, 1)).unwrap();
        let outer = Family::new(right.clone(), between(&right), choices.codomain(&["a"], r),
            choices.body(r + 1, 1)).unwrap();
        let composed = Family::compose(&outer, &inner).unwrap();
        prop_assert_eq!(composed.parameters(), &both);
        let values = choices.values(&both);
        let of = |parameters: &Parameters| -> Vec<i64> {
            parameters.iter().map(|p| values[both.position(p.name()).unwrap()]).collect()
        };
        let (own_inner, own_outer) = (of(&left), of(&right));
        for (point, value) in outcomes(&composed, &values) {
            let expected = direct(&inner, &own_inner, &point)
                .and_then(|middle| direct(&outer, &own_outer, &middle));
            prop_assert_eq!(value.ok(), expected.ok(), "{} {:?} {:?}", composed, values, point);
        }
    }

    #[test]
    fn products_and_translations_are_those_of_the_members(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let left = choices.family(&["i"], &["a"]);
        let right = choices.family(&["j"], &["b"]);
        let Ok(product) = Family::product(&[left.clone(), right.clone()]) else { return Ok(()) };
        let count = product.parameters().len();
        let shift = choices.expr(count, 1);
        let moved = product.translate(&[shift.clone(), 3.into()], None);
        let values = choices.values(product.parameters());
        let of = |family: &Family| -> Vec<i64> {
            let position = |p: &Parameter| product.parameters().position(p.name()).unwrap();
            family.parameters().iter().map(|p| values[position(p)]).collect()
        };
        for (point, value) in outcomes(&product, &values) {
            let sides = direct(&left, &of(&left), &point[..1])
                .and_then(|a| Ok([a, direct(&right, &of(&right), &point[1..])?].concat()));
            prop_assert_eq!(value.clone().ok(), sides.ok());
            if let (Ok(moved), Ok(by), Ok(value)) = (&moved, shift.eval(&values), value)
                && moved.bind(&values).is_ok()
            {
                let expected = Some(vec![value[0] + by, value[1] + 3]);
                prop_assert_eq!(moved.eval(&values, &point).ok(), expected);
            }
        }
    }

    #[test]
    fn what_is_printed_is_read_back(numbers in numbers()) {
        let mut choices = Choices(&numbers);
        let family = choices.family(&["i", "j"], &["a", "b"]);
        let text = family.to_string();
        let back: Family = text.parse().unwrap();
        prop_assert_eq!(back.to_string(), text);
        prop_assert_eq!(back, family);
    }
}
