//! [`Row`]: `c + a0*x0 + a1*x1 + …` over the columns of a [`System`](super::system::System).
//!
//! Only columns that a row reaches are kept, so a row costs what it says, not how many columns
//! there are:
//!
//! ```text
//! 12*x3 - x7 + 5        terms (3, 12) (7, -1)        constant 5
//! ```
//!
//! All arithmetic is checked: what 128 bits cannot say is `None`.

use smallvec::SmallVec;

/// Columns in order, each with its factor, none 0.
pub(super) type Terms = SmallVec<[(u32, i128); 4]>;

/// A sum; see the source file's header. Equal sums are equal as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Row {
    terms: Terms,
    constant: i128,
}

impl Row {
    pub fn new(terms: Terms, constant: i128) -> Row {
        Row { terms, constant }
    }

    pub fn constant(constant: i128) -> Row {
        Row { terms: Terms::new(), constant }
    }

    /// One column.
    pub fn column(column: u32) -> Row {
        Row { terms: [(column, 1)].into_iter().collect(), constant: 0 }
    }

    /// The factor of a column.
    pub fn at(&self, column: u32) -> i128 {
        factor(&self.terms, column)
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What is added to the terms.
    pub fn offset(&self) -> i128 {
        self.constant
    }

    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `a * self + b * other`.
    pub fn combined(&self, a: i128, other: &Row, b: i128) -> Option<Row> {
        let sum = |x: i128, y: i128| {
            let sum = times(a, x)?.checked_add(times(b, y)?)?;
            Some(sum).filter(|&sum| sum != i128::MIN)
        };
        let mut terms = Terms::new();
        let (mut own, mut others) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (column, factor) = match (own.peek(), others.peek()) {
                (Some(&&(c, x)), Some(&&(d, y))) if c == d => {
                    own.next();
                    others.next();
                    (c, sum(x, y)?)
                }
                (Some(&&(c, x)), other) if other.is_none_or(|&&(d, _)| c < d) => {
                    own.next();
                    (c, sum(x, 0)?)
                }
                (_, Some(&&(d, y))) => {
                    others.next();
                    (d, sum(0, y)?)
                }
                (_, None) => break,
            };
            if factor != 0 {
                terms.push((column, factor));
            }
        }
        let constant = times(a, self.constant)?.checked_add(times(b, other.constant)?)?;
        Some(Row { terms, constant })
    }

    pub fn minus(&self, other: &Row) -> Option<Row> {
        self.combined(1, other, -1)
    }

    pub fn scaled(&self, factor: i128) -> Option<Row> {
        self.combined(factor, &Row::default(), 0)
    }

    pub fn plus(&self, number: i128) -> Option<Row> {
        Some(Row { terms: self.terms.clone(), constant: self.constant.checked_add(number)? })
    }

    /// The same with another row in the place of a column.
    pub fn with(&self, column: u32, row: &Row) -> Option<Row> {
        let factor = self.at(column);
        self.without(column).combined(1, row, factor)
    }

    /// The same without one column.
    pub fn without(&self, column: u32) -> Row {
        let mut row = self.clone();
        row.terms.retain(|&mut (own, _)| own != column);
        row
    }

    /// Every factor and the constant, changed to what is no larger.
    pub fn each(&self, change: impl Fn(i128) -> i128) -> Row {
        let terms = self.terms.iter().map(|&(column, factor)| (column, change(factor)));
        let terms = terms.filter(|&(_, factor)| factor != 0).collect();
        Row { terms, constant: change(self.constant) }
    }

    /// The value at a point.
    pub fn value(&self, point: &[i128]) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(column, factor)| {
            sum.checked_add(times(factor, *point.get(column as usize)?)?)
        })
    }
}

/// The factor of a column among terms.
pub(super) fn factor(terms: &Terms, column: u32) -> i128 {
    let own = |&&(other, _): &&(u32, i128)| other >= column;
    terms.iter().find(own).map_or(0, |&(other, factor)| if other == column { factor } else { 0 })
}

/// The greatest number that divides every factor; 0 if there is none.
pub(super) fn divisor(terms: &Terms) -> i128 {
    terms.iter().fold(0, |common, &(_, factor)| match common {
        1 => 1,
        _ => gcd(common, factor.abs()),
    })
}

pub(super) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_of_words(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_of_words(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A product; most are of numbers of 64 bits, and so never overflow.
pub(super) fn times(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}
