//! The exact value of a polynomial, whatever lies between.
//!
//! ```text
//! m % 4 * m       is kept as m * m - 4 * m * (m floordiv 4)
//! m = 2^62 - 3    squares of 124 bits, whose difference has 62: the value
//! ```
//!
//! Products and sums of 128 bits are computed at once. Where they are longer they are computed in
//! as many digits as there are. **The law.** A number that has a value in 128 bits, and whose
//! quotients have, is given that value: how it is written does not matter.

use std::cmp::Ordering;

use super::{Atom, Poly};

impl Poly {
    /// The value for these values of the parameters; `None` where a divisor is 0, a value is
    /// missing, or it leaves 128 bits.
    pub fn value(&self, values: &[i64]) -> Option<i128> {
        let atoms = self.atoms_at(values)?;
        self.short_value(&atoms).or_else(|| self.long(&atoms).to_i128())
    }

    /// How the values of two numbers compare, however many bits they have; `None` where a divisor is
    /// 0, a value is missing, or a quotient leaves 128 bits.
    pub fn compared(&self, other: &Poly, values: &[i64]) -> Option<Ordering> {
        let (own, others) = (self.atoms_at(values)?, other.atoms_at(values)?);
        Some(match (self.short_value(&own), other.short_value(&others)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => self.long(&own).plus(&other.long(&others).times(-1)).sign(),
        })
    }

    fn atoms_at(&self, values: &[i64]) -> Option<Vec<i128>> {
        let atoms = self.terms.iter().flat_map(|(monomial, _)| monomial);
        atoms.map(|(atom, _)| atom.value(values)).collect()
    }

    /// The value of 128 bits for these values of the atoms, as they stand, if all that lies between
    /// is short too.
    fn short_value(&self, atoms: &[i128]) -> Option<i128> {
        let mut atoms = atoms.iter();
        self.terms.iter().try_fold(0i128, |sum, (monomial, factor)| {
            let mut factors = monomial.iter().zip(&mut atoms);
            let product = factors.try_fold(*factor, |product, ((_, power), value)| {
                product.checked_mul(value.checked_pow(*power)?)
            });
            sum.checked_add(product?)
        })
    }

    /// The value, whatever its length.
    fn long(&self, atoms: &[i128]) -> Long {
        let mut atoms = atoms.iter();
        let terms = self.terms.iter().map(|(monomial, factor)| {
            let factors = monomial.iter().zip(&mut atoms);
            let factors = factors.flat_map(|((_, power), value)| (0..*power).map(|_| *value));
            std::iter::once(*factor).chain(factors).collect()
        });
        Long::sum_of_products(&terms.collect::<Vec<Vec<i128>>>())
    }
}

impl Atom {
    fn value(&self, values: &[i64]) -> Option<i128> {
        match self {
            Atom::Parameter { position, .. } => values.get(*position).copied().map(i128::from),
            Atom::Quotient(quotient) => {
                let dividend = quotient.dividend.value(values)?;
                let divisor = quotient.divisor.value(values)?;
                let towards_zero = dividend.checked_div(divisor)?;
                let below = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
                Some(if below { towards_zero - 1 } else { towards_zero })
            }
        }
    }
}

/// An integer of any length: digits of 32 bits, the lowest first, none leading that is 0.
struct Long {
    negative: bool,
    digits: Vec<u32>,
}

impl Long {
    fn sum_of_products(terms: &[Vec<i128>]) -> Long {
        let mut sum = Long::of(0);
        for factors in terms {
            let product =
                factors.iter().fold(Long::of(1), |product, factor| product.times(*factor));
            sum = sum.plus(&product);
        }
        sum
    }

    fn of(value: i128) -> Long {
        let magnitude = value.unsigned_abs();
        let digits = (0..4).map(|place| (magnitude >> (32 * place)) as u32).collect();
        Long { negative: value < 0, digits }.trimmed()
    }

    fn trimmed(mut self) -> Long {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }

    fn times(&self, factor: i128) -> Long {
        let other = Long::of(factor);
        let mut digits = vec![0u32; self.digits.len() + other.digits.len() + 1];
        for (i, a) in self.digits.iter().enumerate() {
            let mut carry = 0u64;
            let below = other.digits.iter().copied().chain(std::iter::once(0));
            for (place, b) in digits.iter_mut().skip(i).zip(below) {
                let sum = u64::from(*place) + u64::from(*a) * u64::from(b) + carry;
                *place = sum as u32;
                carry = sum >> 32;
            }
        }
        Long { negative: self.negative != other.negative, digits }.trimmed()
    }

    fn plus(&self, other: &Long) -> Long {
        let (large, small) = match self.compared(other) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        let sign: i64 = if large.negative == small.negative { 1 } else { -1 };
        let mut carry = 0i64;
        let below = small.digits.iter().copied().chain(std::iter::repeat(0));
        let mut digits: Vec<u32> = Vec::with_capacity(large.digits.len() + 1);
        for (a, b) in large.digits.iter().zip(below) {
            let sum = i64::from(*a) + sign * i64::from(b) + carry;
            digits.push(sum as u32);
            carry = sum >> 32;
        }
        digits.push(carry as u32);
        Long { negative: large.negative, digits }.trimmed()
    }

    /// Which is further from 0.
    fn compared(&self, other: &Long) -> Ordering {
        let by_length = self.digits.len().cmp(&other.digits.len());
        by_length.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }

    /// How it compares with 0.
    fn sign(&self) -> Ordering {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        }
    }

    fn to_i128(&self) -> Option<i128> {
        if self.digits.len() > 4 {
            return None;
        }
        let digits = self.digits.iter().rev();
        let magnitude = digits.fold(0u128, |all, digit| all << 32 | u128::from(*digit));
        match self.negative {
            true => 0i128.checked_sub_unsigned(magnitude),
            false => i128::try_from(magnitude).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(terms: &[Vec<i128>]) -> Option<i128> {
        Long::sum_of_products(terms).to_i128()
    }

    #[test]
    fn long_sums_cancel() {
        let m = i128::from(i64::MAX) - 4;
        assert_eq!(value(&[vec![m, m, m], vec![-1, m, m, m - 1]]), m.checked_mul(m));
        assert_eq!(value(&[vec![m, m, m], vec![-1, m, m, m], vec![7]]), Some(7));
        assert_eq!(value(&[vec![m, m, m]]), None);
        assert_eq!(value(&[vec![i128::MIN]]), Some(i128::MIN));
        assert_eq!(value(&[vec![i128::MIN], vec![-1]]), None);
        assert_eq!(value(&[vec![m, m, -m], vec![m, m, m, m], vec![m, m, -m, m - 1]]), Some(0));
    }

    #[test]
    fn numbers_of_any_length_compare() {
        let m = || Poly::atom(Atom::Parameter { position: 0, name: "m".into() });
        let power =
            |k: usize| (0..k).try_fold(Poly::constant(1), |all, _| all.times(&m())).unwrap();
        let (third, more) = (power(3), power(3).plus_scaled(&Poly::constant(1), 1).unwrap());
        for at in [i64::MAX, i64::MIN, 5, -1, 0] {
            assert_eq!(third.compared(&more, &[at]), Some(Ordering::Less), "{at}");
            assert_eq!(more.compared(&third, &[at]), Some(Ordering::Greater), "{at}");
            assert_eq!(third.compared(&third, &[at]), Some(Ordering::Equal), "{at}");
            assert_eq!(third.compared(&Poly::constant(0), &[at]), Some(at.cmp(&0)), "{at}");
        }
        let by_zero = Poly::quotient(m(), m()).unwrap();
        assert_eq!(by_zero.compared(&third, &[0]), None);
    }

    #[test]
    fn quotients_round_down() {
        let n = || Poly::atom(Atom::Parameter { position: 0, name: "n".into() });
        let quotient = Poly::quotient(n(), Poly::constant(4)).unwrap();
        let rest = n().plus_scaled(&quotient, -4).unwrap();
        let product = rest.times(&n()).unwrap().times(&n()).unwrap();
        assert_eq!(quotient.value(&[-5]), Some(-2));
        let large = (1i64 << 62) + 1;
        assert_eq!(product.value(&[large]), Some(i128::from(large) * i128::from(large)));
        assert_eq!(product.value(&[1 << 62]), Some(0));
        assert_eq!(Poly::quotient(n(), n()).unwrap().value(&[0]), None);
    }
}
