//! [`Ends`]: the integers from one to another, either of which may be missing.

use super::row::times;

/// The least integer and the greatest; `None` where there is no end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub least: Option<i128>,
    pub most: Option<i128>,
}

/// Which of the integers between two ends: so many quarters of the way, 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quarters(pub u32);

impl Ends {
    pub fn from(least: i128) -> Ends {
        Ends { least: Some(least), most: None }
    }

    pub fn contain(&self, number: i128) -> bool {
        self.least.is_none_or(|least| least <= number)
            && self.most.is_none_or(|most| number <= most)
    }

    pub fn is_empty(&self) -> bool {
        self.least.zip(self.most).is_some_and(|(least, most)| least > most)
    }

    /// The one integer, if there is one.
    pub fn only(&self) -> Option<i128> {
        self.least.filter(|_| self.least == self.most)
    }

    /// How many integers; `None` without end.
    pub fn count(&self) -> Option<u128> {
        let (least, most) = self.least.zip(self.most)?;
        u128::try_from(most.checked_sub(least)?.checked_add(1)?).ok()
    }

    /// One of the integers; that nearest to 0 where an end is missing.
    pub fn some(&self, way: Quarters) -> i128 {
        let (Some(least), Some(most)) = (self.least, self.most) else {
            return self
                .least
                .map_or(self.most.map_or(0, |most| most.min(0)), |least| least.max(0));
        };
        let half = least.midpoint(most);
        match way.0 {
            0 => least,
            1 => least.midpoint(half),
            2 => half,
            3 => half.midpoint(most),
            _ => most,
        }
    }

    /// The integers of both.
    pub fn meet(&self, other: &Ends) -> Ends {
        let most = match (self.most, other.most) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
        Ends { least: self.least.max(other.least), most }
    }

    /// So much less; `None` where that overflows.
    pub fn minus(&self, number: i128) -> Option<Ends> {
        self.each(|end| end.checked_sub(number))
    }

    /// The integers whose products with a factor other than 0 are these.
    pub fn divided(&self, factor: i128) -> Option<Ends> {
        match factor {
            1 => Some(*self),
            -1 => self.negated(),
            _ if factor < 0 => self.negated()?.divided(factor.checked_neg()?),
            _ => {
                let up = |end: i128| {
                    Some(end.div_euclid(factor) + i128::from(end.rem_euclid(factor) != 0))
                };
                Some(Ends {
                    least: self.least.and_then(up),
                    most: self.most.map(|end| end.div_euclid(factor)),
                })
            }
        }
    }

    /// The ends of the products with a factor; missing where they overflow.
    pub fn times(&self, factor: i128) -> Ends {
        let product = |end: Option<i128>| end.and_then(|end| times(factor, end));
        let (least, most) = (product(self.least), product(self.most));
        if factor < 0 { Ends { least: most, most: least } } else { Ends { least, most } }
    }

    fn negated(&self) -> Option<Ends> {
        let Ends { least, most } = self.each(i128::checked_neg)?;
        Some(Ends { least: most, most: least })
    }

    fn each(&self, change: impl Fn(i128) -> Option<i128>) -> Option<Ends> {
        let changed = |end: Option<i128>| match end {
            Some(end) => Some(Some(change(end)?)),
            None => Some(None),
        };
        Some(Ends { least: changed(self.least)?, most: changed(self.most)? })
    }
}
