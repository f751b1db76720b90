//! [`Form`]: what a way ends in.
//!
//! ```text
//! row = (n,8):(8,1)
//! coalesce(row)              a layout        (n,8):(8,1)
//! row(3,_)                   a slice         24 o (8):(1)
//! size(row), shape(row)      numbers         8 * n, and (n,8)
//! ```
//!
//! **The law.** The [member](Form::at) for some values is what the operation gives for these.

use std::fmt;

use tileir::EvalError;
use tileir::cute::{Composed, Int, Layout, Leaf, Slice, Token};
use tileir::family::{Guard, Parameters, Scope, Sym};

use crate::error::Reason;
use crate::value::Value;

/// A layout, a part of one, or numbers; see the source file's header.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A layout.
    Layout(Layout<Sym>),
    /// Some modes, and where they begin.
    Slice(Slice<Sym>),
    /// A number, or numbers in round brackets.
    Numbers(Numbers),
}

/// A number, or a tuple of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// One.
    One(Sym),
    /// Several.
    Tuple(Vec<Numbers>),
}

impl Form {
    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Form::Layout(_) => "a symbolic layout",
            Form::Slice(_) => "a symbolic slice",
            Form::Numbers(_) => "a symbolic number",
        }
    }

    /// How many numbers it consists of.
    pub fn len(&self) -> usize {
        match self {
            Form::Layout(layout) | Form::Slice(Slice { layout, .. }) => layout.leaves().len(),
            Form::Numbers(numbers) => numbers.len(),
        }
    }

    /// How deep it is nested.
    pub fn depth(&self) -> usize {
        match self {
            Form::Layout(layout) | Form::Slice(Slice { layout, .. }) => layout.depth(),
            Form::Numbers(numbers) => numbers.depth(),
        }
    }

    /// Whether it consists of none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same of the parameters of another scope; `None` if they are others, or the numbers are
    /// too large there.
    pub fn carried(&self, scope: &Scope, from: &Parameters) -> Option<Form> {
        Some(match self {
            Form::Layout(layout) => Form::Layout(scope.carry_layout(layout, from)?),
            Form::Slice(Slice { layout, offset }) => Form::Slice(Slice {
                layout: scope.carry_layout(layout, from)?,
                offset: scope.carry_number(offset, from)?,
            }),
            Form::Numbers(numbers) => Form::Numbers(numbers.carried(scope, from)?),
        })
    }

    /// When it has a member where a guard holds, as far as 64 bits go; `None` if that is no
    /// condition.
    pub fn representable(&self, scope: &Scope, guard: &Guard) -> Option<Guard> {
        let number = |number: &Sym| scope.representable_number(guard, number);
        Some(match self {
            Form::Layout(layout) => scope.representable(guard, layout)?,
            Form::Slice(Slice { layout, offset }) => {
                scope.representable(guard, layout)?.and(&number(offset))
            }
            Form::Numbers(numbers) => {
                let each = numbers.each().into_iter().map(number);
                each.fold(Guard::default(), |all, own| all.and(&own))
            }
        })
    }

    /// Its value for these values of the parameters.
    ///
    /// # Errors
    /// A number without a value; an extent below 0.
    pub fn at(&self, values: &[i64]) -> Result<Value, Reason> {
        Ok(match self {
            Form::Layout(layout) => Value::Layout(layout.at(values)?),
            Form::Slice(Slice { layout, offset }) => {
                let offset = offset.eval(values)?;
                Composed { offset, ..Composed::from(layout.at(values)?) }.into()
            }
            Form::Numbers(numbers) => numbers.at(values)?,
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Layout(layout) => write!(f, "{layout}"),
            Form::Slice(Slice { layout, offset }) => write!(f, "{offset} o {layout}"),
            Form::Numbers(numbers) => write!(f, "{numbers}"),
        }
    }
}

impl Numbers {
    /// A number of each leaf of a layout, nested as it is.
    pub fn of(layout: &Layout<Sym>, number: impl Fn(&Leaf<Sym>) -> Sym) -> Numbers {
        let mut leaves = layout.leaves().iter();
        let mut open: Vec<Vec<Numbers>> = vec![Vec::new()];
        for token in layout.profile().tokens() {
            let done = match token {
                Token::Open => {
                    open.push(Vec::new());
                    continue;
                }
                Token::Leaf => leaves.next().map(|leaf| Numbers::One(number(leaf))),
                Token::Close => open.pop().map(Numbers::Tuple),
            };
            if let (Some(modes), Some(done)) = (open.last_mut(), done) {
                modes.push(done);
            }
        }
        open.pop().and_then(|mut root| root.pop()).unwrap_or(Numbers::Tuple(Vec::new()))
    }

    /// What stands in the outermost brackets; one number by itself.
    pub fn items(&self) -> &[Numbers] {
        match self {
            Numbers::One(_) => std::slice::from_ref(self),
            Numbers::Tuple(items) => items,
        }
    }

    /// The numbers from left to right.
    pub fn each(&self) -> Vec<&Sym> {
        match self {
            Numbers::One(number) => vec![number],
            Numbers::Tuple(items) => items.iter().flat_map(Numbers::each).collect(),
        }
    }

    /// The number, if it is one; brackets group.
    pub fn one(&self) -> Option<&Sym> {
        match self {
            Numbers::One(number) => Some(number),
            Numbers::Tuple(items) => match items.as_slice() {
                [item] => item.one(),
                _ => None,
            },
        }
    }

    /// The product of all, if it is in range.
    pub fn product(&self) -> Option<Sym> {
        self.each().into_iter().try_fold(Sym::from(1), |product, next| product.checked_mul(next))
    }

    /// The value of numbers in which no parameter is.
    pub fn constant(&self) -> Option<Value> {
        Some(match self {
            Numbers::One(number) => Value::Integer(number.as_constant()?),
            Numbers::Tuple(items) => {
                Value::Tuple(items.iter().map(Numbers::constant).collect::<Option<_>>()?)
            }
        })
    }

    fn carried(&self, scope: &Scope, from: &Parameters) -> Option<Numbers> {
        Some(match self {
            Numbers::One(number) => Numbers::One(scope.carry_number(number, from)?),
            Numbers::Tuple(items) => {
                let items = items.iter().map(|item| item.carried(scope, from));
                Numbers::Tuple(items.collect::<Option<_>>()?)
            }
        })
    }

    fn len(&self) -> usize {
        self.each().len()
    }

    /// How deep they are nested: one number not at all.
    pub fn depth(&self) -> usize {
        match self {
            Numbers::One(_) => 0,
            Numbers::Tuple(items) => 1 + items.iter().map(Numbers::depth).max().unwrap_or(0),
        }
    }

    fn at(&self, values: &[i64]) -> Result<Value, EvalError> {
        Ok(match self {
            Numbers::One(number) => Value::Integer(number.eval(values)?),
            Numbers::Tuple(items) => {
                let items = items.iter().map(|item| item.at(values));
                Value::Tuple(items.collect::<Result<_, _>>()?)
            }
        })
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numbers::One(number) => write!(f, "{number}"),
            Numbers::Tuple(items) => {
                let items: Vec<String> = items.iter().map(Numbers::to_string).collect();
                write!(f, "({})", items.join(","))
            }
        }
    }
}
