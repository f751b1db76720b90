//! A family as names and numbers, as an attribute or a file stores it.
//!
//! ```text
//! names    parameters, then the axes of the domain, then those of each stage's set
//! numbers  p  d  c  s        parameters, axes of domain and of codomain, stages
//!          lo hi by          for each parameter
//!          extents           of the domain: for each axis the length of its program, the program;
//!                            length 0 for all integers
//!          n  program  r  extents       for each stage: length, program, axes, their extents
//! ```
//!
//! **The law.** [`decode`](Family::decode) undoes [`encode`](Family::encode), and refuses what
//! `encode` does not write.

use super::error::FamilyError;
use super::member::{Family, Stage};
use super::parameter::{Parameter, Parameters};
use super::set::{SymbolicAxis, SymbolicSet};
use crate::error::MapError;
use crate::expr::Program;

impl Family {
    /// The family as names and numbers; see the source file's header.
    pub fn encode(&self) -> (Vec<String>, Vec<i64>) {
        let mut names: Vec<String> =
            self.parameters.iter().map(|parameter| parameter.name().to_string()).collect();
        let counts =
            [self.parameters.len(), self.domain.rank(), self.codomain().rank(), self.stages.len()];
        let mut numbers: Vec<i64> = counts.iter().map(|&count| count as i64).collect();
        for parameter in &self.parameters {
            numbers.extend([parameter.lo(), parameter.hi(), parameter.multiple_of()]);
        }
        encode_set(&self.domain, &mut names, &mut numbers);
        for stage in &self.stages {
            encode_program(Some(&stage.program), &mut numbers);
            numbers.push(stage.to.rank() as i64);
            encode_set(&stage.to, &mut names, &mut numbers);
        }
        (names, numbers)
    }

    /// The family that [`encode`](Family::encode) wrote.
    ///
    /// # Errors
    /// As [`new`](Family::new), and [`MapError::Malformed`] where nothing encodes to these.
    pub fn decode(names: &[String], numbers: &[i64]) -> Result<Family, FamilyError> {
        let malformed = || FamilyError::Map(MapError::Malformed { what: "family" });
        let family = Reader { names, numbers }.family()?.ok_or_else(malformed)?;
        match family.encode() {
            (again, code) if again == names && code == numbers => Ok(family),
            _ => Err(malformed()),
        }
    }
}

fn encode_set(set: &SymbolicSet, names: &mut Vec<String>, numbers: &mut Vec<i64>) {
    for axis in set.axes() {
        names.push(axis.name().to_string());
        encode_program(axis.extent(), numbers);
    }
}

fn encode_program(program: Option<&Program>, numbers: &mut Vec<i64>) {
    let code = program.map(Program::encode).unwrap_or_default();
    numbers.push(code.len() as i64);
    numbers.extend(code);
}

/// What is still to be read; every reader gives `None` where the code ends too early.
struct Reader<'a> {
    names: &'a [String],
    numbers: &'a [i64],
}

impl<'a> Reader<'a> {
    fn family(mut self) -> Result<Option<Family>, FamilyError> {
        let counts = (self.count(), self.count(), self.count(), self.count());
        let (Some(parameters), Some(domain), Some(_), Some(stages)) = counts else {
            return Ok(None);
        };
        let Some(parameters) = self.parameters(parameters)? else { return Ok(None) };
        let Some(domain) = self.set(domain)? else { return Ok(None) };
        let mut all = Vec::new();
        for _ in 0..stages {
            let Some(program) = self.program()?.flatten() else { return Ok(None) };
            let Some(rank) = self.count() else { return Ok(None) };
            let Some(to) = self.set(rank)? else { return Ok(None) };
            all.push(Stage { program, to });
        }
        Family::of_stages(parameters, domain, all).map(Some)
    }

    fn parameters(&mut self, count: usize) -> Result<Option<Parameters>, FamilyError> {
        let mut all = Vec::new();
        for _ in 0..count {
            let (Some(name), Some(&[lo, hi, by])) = (self.name(), self.take(3)) else {
                return Ok(None);
            };
            all.push(Parameter::new(name, lo, hi, by)?);
        }
        Parameters::new(all).map(Some)
    }

    fn set(&mut self, rank: usize) -> Result<Option<SymbolicSet>, FamilyError> {
        let mut axes = Vec::new();
        for _ in 0..rank {
            let (Some(name), Some(extent)) = (self.name(), self.program()?) else {
                return Ok(None);
            };
            axes.push(match extent {
                Some(extent) if extent.outputs().len() == 1 => SymbolicAxis::of(name, extent),
                Some(_) => return Ok(None),
                None => SymbolicAxis::integers(name),
            });
        }
        SymbolicSet::new(axes).map(Some)
    }

    /// A program; `Some(None)` where length 0 stands for none.
    fn program(&mut self) -> Result<Option<Option<Program>>, FamilyError> {
        let Some(code) = self.count().and_then(|length| self.take(length)) else {
            return Ok(None);
        };
        match code {
            [] => Ok(Some(None)),
            code => Ok(Some(Some(Program::decode(code)?))),
        }
    }

    fn name(&mut self) -> Option<&'a str> {
        let (first, rest) = self.names.split_first()?;
        self.names = rest;
        Some(first)
    }

    fn count(&mut self) -> Option<usize> {
        let &[number] = self.take(1)? else { return None };
        usize::try_from(number).ok()
    }

    fn take(&mut self, count: usize) -> Option<&'a [i64]> {
        let (taken, rest) = self.numbers.split_at_checked(count)?;
        self.numbers = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "family<() () -> ()>",
        "family<(n : 1..=64 by 8) (i : n) -> (n - 1 - i) to (a : n)>",
        "family<(n : 1..=9, s : -4..=4) (i : n, j : s + 4) -> (i * s + j, n) to (a, b : 2 * n)>",
        "family<(n : 1..=9) (i : n) -> (i, i floordiv 2) to (a : n, b : 5) -> (a + b)>",
        "family<(n : 1..=9) (i : 4) -> (3) to (a : 5)>",
    ];

    #[test]
    fn decoding_undoes_encoding() {
        for text in TEXTS {
            let family: Family = text.parse().unwrap();
            let (names, numbers) = family.encode();
            assert_eq!(Family::decode(&names, &numbers), Ok(family), "{text}");
        }
    }

    #[test]
    fn what_encode_does_not_write_is_refused_or_another_family() {
        for text in TEXTS {
            let family: Family = text.parse().unwrap();
            let (names, numbers) = family.encode();
            for cut in 0..numbers.len() {
                assert!(Family::decode(&names, &numbers[..cut]).is_err(), "{text} cut at {cut}");
            }
            for place in 0..numbers.len() {
                for value in [-1, 0, 1, 2, 3, 1 << 40, i64::MIN, i64::MAX] {
                    let mut other = numbers.clone();
                    other[place] = value;
                    if let Ok(decoded) = Family::decode(&names, &other) {
                        assert_eq!(decoded.encode(), (names.clone(), other));
                    }
                }
            }
            let longer = [&numbers[..], &[0]].concat();
            assert!(Family::decode(&names, &longer).is_err(), "{text}");
            let more = [&names[..], &["z".to_string()]].concat();
            assert!(Family::decode(&more, &numbers).is_err(), "{text}");
        }
    }
}
