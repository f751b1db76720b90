//! [`Row`]: `c + a0*x0 + a1*x1 + …` over the columns of a [`System`](super::system::System).
//!
//! Columns that a row does not reach have the factor 0. All arithmetic is checked: what would
//! leave 128 bits is `None`.

/// A sum; see the source file's header. No trailing factor is 0, so that equal sums are equal
/// as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Row {
    terms: Vec<i128>,
    constant: i128,
}

impl Row {
    pub fn constant(constant: i128) -> Row {
        Row { terms: Vec::new(), constant }
    }

    /// One column.
    pub fn column(column: usize) -> Row {
        let mut terms = vec![0; column];
        terms.push(1);
        Row { terms, constant: 0 }
    }

    /// The factor of a column.
    pub fn at(&self, column: usize) -> i128 {
        self.terms.get(column).copied().unwrap_or(0)
    }

    pub fn terms(&self) -> &[i128] {
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
        let sum = |x: i128, y: i128| a.checked_mul(x)?.checked_add(b.checked_mul(y)?);
        let width = self.terms.len().max(other.terms.len());
        let terms: Option<Vec<i128>> =
            (0..width).map(|column| sum(self.at(column), other.at(column))).collect();
        Some(Row { terms: terms?, constant: sum(self.constant, other.constant)? }.trimmed())
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

    /// The same without one column.
    pub fn without(&self, column: usize) -> Row {
        let mut row = self.clone();
        if let Some(factor) = row.terms.get_mut(column) {
            *factor = 0;
        }
        row.trimmed()
    }

    /// Every factor and the constant, changed.
    pub fn each(&self, change: impl Fn(i128) -> i128) -> Row {
        let terms = self.terms.iter().map(|&factor| change(factor)).collect();
        Row { terms, constant: change(self.constant) }.trimmed()
    }

    /// The greatest number that divides every factor; 0 of a constant.
    pub fn divisor(&self) -> i128 {
        self.terms.iter().fold(0, |common, &factor| gcd(common, factor.unsigned_abs() as i128))
    }

    /// The value at a point.
    pub fn value(&self, point: &[i128]) -> Option<i128> {
        self.terms
            .iter()
            .zip(point)
            .try_fold(self.constant, |sum, (factor, x)| sum.checked_add(factor.checked_mul(*x)?))
    }

    fn trimmed(mut self) -> Row {
        while self.terms.last() == Some(&0) {
            self.terms.pop();
        }
        self
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
