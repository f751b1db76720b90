//! A family's program as sums over the coordinates, with numbers that depend on parameters.
//!
//! ```text
//! (n : 1..=999) (i : 8, j : n) -> (let f = i * n + j in f mod 128, f floordiv 128)
//!     f = n * i + j          a quotient and a remainder by 128 are variables of their own:
//!     f floordiv 128 = q     q and r, of which f is known
//!     f mod 128      = r
//! ```
//!
//! Where only equality is asked, any other operation is a variable too, of which nothing is known but
//! that equal operands give equal values: `a xor (b and 7)` is `a xor (c and 7)` where `b` is `c`.

use crate::expr::{BinaryOp, Inst, Program};
use crate::family::{Family, Scope, Sym};

/// Quotients and remainders are not nested deeper than this.
pub(super) const MOST_NESTING: usize = 4;

/// What a form is a sum of: a coordinate, or a quotient or remainder of an earlier form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Variable {
    /// A coordinate below its extent.
    Axis(usize),
    /// `form floordiv divisor`.
    Quotient(Form, Sym),
    /// `form mod divisor`.
    Rest(Form, Sym),
    /// Another operation.
    Opaque(BinaryOp, Form, Form),
}

/// A constant, and variables by place with their coefficients.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    pub constant: Sym,
    pub terms: Vec<(usize, Sym)>,
}

/// A step of the program whose value or operand must meet a demand.
#[derive(Clone, Debug)]
pub(super) enum Demand {
    /// It fits 64 bits.
    Fits(Form),
    /// A divisor is not 0.
    NotZero(Sym),
}

/// The forms of a program.
#[derive(Clone)]
pub(super) struct Forms {
    /// The coordinates first.
    pub variables: Vec<Variable>,
    /// One an output.
    pub outputs: Vec<Form>,
    /// In the order of evaluation.
    pub demands: Vec<Demand>,
}

impl Form {
    /// A number.
    pub fn constant(value: Sym) -> Form {
        Form { constant: value, terms: Vec::new() }
    }

    /// A variable alone.
    pub fn variable(place: usize) -> Form {
        Form { constant: Sym::from(0), terms: vec![(place, Sym::from(1))] }
    }

    /// The number, if no variable is in it.
    pub fn as_number(&self) -> Option<&Sym> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The sum with so many times another.
    pub fn plus(&self, factor: i64, other: &Form) -> Option<Form> {
        let scaled = |number: &Sym| number.times(&Sym::from(factor));
        let constant = self.constant.plus(&scaled(&other.constant)?)?;
        let mut terms = self.terms.clone();
        for (variable, coefficient) in &other.terms {
            let more = scaled(coefficient)?;
            match terms.iter_mut().find(|(known, _)| known == variable) {
                Some((_, own)) => *own = own.plus(&more)?,
                None => terms.push((*variable, more)),
            }
        }
        terms.retain(|(_, coefficient)| coefficient.as_constant() != Some(0));
        terms.sort_by_key(|(variable, _)| *variable);
        Some(Form { constant, terms })
    }

    /// The product with a number. By 0 no variable is left.
    pub fn times(&self, factor: &Sym) -> Option<Form> {
        if factor.as_constant() == Some(0) {
            return Some(Form::constant(Sym::from(0)));
        }
        let scaled = |(variable, a): &(usize, Sym)| Some((*variable, a.times(factor)?));
        let terms = self.terms.iter().map(scaled).collect::<Option<Vec<_>>>()?;
        Some(Form { constant: self.constant.times(factor)?, terms })
    }
}

impl Forms {
    /// The forms of a program over the parameters of a scope, then `axes` coordinates; `None` if
    /// a step is no sum, product with a number, quotient or remainder.
    pub fn of(program: &Program, scope: &Scope, axes: usize) -> Option<Forms> {
        Forms::read(program, scope, axes, false)
    }

    /// The same, where any other step is a variable.
    pub fn of_any(program: &Program, scope: &Scope, axes: usize) -> Option<Forms> {
        Forms::read(program, scope, axes, true)
    }

    fn read(program: &Program, scope: &Scope, axes: usize, any: bool) -> Option<Forms> {
        let parameters: Vec<Sym> = scope
            .parameters()
            .iter()
            .map(|parameter| scope.symbol(parameter.name()).ok())
            .collect::<Option<_>>()?;
        let mut forms = Forms {
            variables: (0..axes).map(Variable::Axis).collect(),
            outputs: Vec::new(),
            demands: Vec::new(),
        };
        let mut values: Vec<Form> = Vec::with_capacity(program.insts().len());
        for inst in program.insts() {
            let value = match *inst {
                Inst::Const(value) => Form::constant(value.into()),
                Inst::Coord(position) => match parameters.get(position as usize) {
                    Some(parameter) => Form::constant(parameter.clone()),
                    None => Form::variable(position as usize - parameters.len()),
                },
                Inst::Binary(op, left, right) => {
                    let (left, right) = (values.get(left as usize)?, values.get(right as usize)?);
                    let value = match forms.binary(op, left, right) {
                        None if any
                            && forms.nesting(left).max(forms.nesting(right)) < MOST_NESTING =>
                        {
                            let opaque = Variable::Opaque(op, left.clone(), right.clone());
                            forms.variable(opaque)
                        }
                        value => value?,
                    };
                    forms.demands.push(Demand::Fits(value.clone()));
                    value
                }
            };
            values.push(value);
        }
        forms.outputs = program
            .outputs()
            .iter()
            .map(|&place| values.get(place as usize).cloned())
            .collect::<Option<_>>()?;
        Some(forms)
    }

    /// How deep quotients and remainders are nested in a form.
    fn nesting(&self, form: &Form) -> usize {
        let inner = form.terms.iter().map(|&(place, _)| match self.variables.get(place) {
            Some(Variable::Quotient(of, _) | Variable::Rest(of, _)) => 1 + self.nesting(of),
            Some(Variable::Opaque(_, left, right)) => {
                1 + self.nesting(left).max(self.nesting(right))
            }
            _ => 0,
        });
        inner.max().unwrap_or(0)
    }

    fn binary(&mut self, op: BinaryOp, left: &Form, right: &Form) -> Option<Form> {
        match op {
            BinaryOp::Add => left.plus(1, right),
            BinaryOp::Sub => left.plus(-1, right),
            BinaryOp::Mul => match (left.as_number(), right.as_number()) {
                (Some(factor), _) => right.times(factor),
                (_, Some(factor)) => left.times(factor),
                _ => None,
            },
            BinaryOp::FloorDiv | BinaryOp::Mod => {
                let divisor = right.as_number()?;
                if let Some(number) = left.as_number().and_then(|left| divided(op, left, divisor)) {
                    return Some(Form::constant(number));
                }
                self.demands.push(Demand::NotZero(divisor.clone()));
                let dividend = left.clone();
                if self.nesting(&dividend) >= MOST_NESTING {
                    return None;
                }
                let variable = match op {
                    BinaryOp::FloorDiv => Variable::Quotient(dividend, divisor.clone()),
                    _ => Variable::Rest(dividend, divisor.clone()),
                };
                Some(self.variable(variable))
            }
            _ => None,
        }
    }

    /// The variable alone, one place for equal ones.
    pub fn variable(&mut self, variable: Variable) -> Form {
        let known = self.variables.iter().position(|other| *other == variable);
        Form::variable(known.unwrap_or_else(|| {
            self.variables.push(variable);
            self.variables.len() - 1
        }))
    }
}

/// Quotient or remainder of numbers, by one that is surely positive.
fn divided(op: BinaryOp, number: &Sym, divisor: &Sym) -> Option<Sym> {
    let minus_one = Sym::from(-1);
    let positive = divisor.plus(&minus_one)?.surely_not_negative();
    let quotient = positive.then(|| number.rounded(divisor, false))?;
    match op {
        BinaryOp::FloorDiv => Some(quotient),
        _ => number.plus(&quotient.times(divisor)?.times(&minus_one)?),
    }
}

impl Forms {
    /// Whether a form may depend on a coordinate, also by what it divides.
    pub fn reads(&self, form: &Form, axis: usize) -> bool {
        self.depends(form, axis, &|_| true)
    }

    /// The same, where numbers are what is assumed of them: by a factor of 0 nothing is read.
    pub fn moves(&self, form: &Form, axis: usize) -> bool {
        self.depends(form, axis, &|factor| !factor.assumed(0))
    }

    fn depends(&self, form: &Form, axis: usize, counts: &impl Fn(&Sym) -> bool) -> bool {
        form.terms.iter().any(|(place, factor)| match self.variables.get(*place) {
            Some(Variable::Axis(own)) => *own == axis && counts(factor),
            Some(Variable::Quotient(of, _) | Variable::Rest(of, _)) => {
                self.depends(of, axis, counts) && counts(factor)
            }
            Some(Variable::Opaque(_, left, right)) => {
                (self.depends(left, axis, counts) || self.depends(right, axis, counts))
                    && counts(factor)
            }
            None => false,
        })
    }
}

/// An output as a sum of coordinates, each with a factor.
pub(crate) struct Sums {
    /// One a coordinate.
    pub factors: Vec<Sym>,
    /// What is added.
    pub constant: Sym,
}

/// The outputs of a family of one stage, if all are such sums.
pub(crate) fn sums_of(family: &Family, scope: &Scope) -> Option<Vec<Sums>> {
    let [stage] = family.stages() else { return None };
    let rank = family.domain().rank();
    let forms = Forms::of(&stage.program, scope, rank)?;
    let sum = |form: &Form| {
        let mut factors = vec![Sym::from(0); rank];
        for (place, factor) in &form.terms {
            match forms.variables.get(*place)? {
                Variable::Axis(axis) => *factors.get_mut(*axis)? = factor.clone(),
                _ => return None,
            }
        }
        Some(Sums { factors, constant: form.constant.clone() })
    };
    forms.outputs.iter().map(sum).collect()
}
