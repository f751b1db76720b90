//! What tells one job from another, in a few numbers that travel with its results.
//!
//! **The idea.** Results come back alone, without the job that they are of. The 64-bit FNV-1a
//! hashes of its launch, its code and each of its inputs are enough to notice that a program, a
//! seed or a compiler has changed since; they are no protection against somebody who wants them
//! to agree.
//!
//! **The law.** Options, such as how often a launch is repeated, are no part of it: they change
//! times and no results.

use serde::{Deserialize, Serialize};

use super::Job;
use crate::Kernel;

/// The hashes of a job, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// Of the entry point, the grid, the block and the subgroup size.
    pub launch: String,
    /// Of the code.
    pub code: String,
    /// Of each input.
    pub inputs: Vec<String>,
}

impl Fingerprint {
    /// That of a job.
    pub(super) fn of(job: &Job) -> Fingerprint {
        let Kernel { code, entry, grid, block, subgroup_size } = &job.kernel;
        let launch = format!("{} {grid:?} {block:?} {subgroup_size:?} {entry}", code.api());
        Fingerprint {
            launch: hash(launch.as_bytes()),
            code: hash(&code.to_bytes()),
            inputs: job.inputs.iter().map(|bytes| hash(bytes)).collect(),
        }
    }

    /// The first part in which another differs.
    pub(super) fn difference(&self, other: &Fingerprint) -> Option<String> {
        if self.launch != other.launch {
            return Some("launch".to_owned());
        }
        if self.code != other.code {
            return Some("code".to_owned());
        }
        let (mine, others) = (self.inputs.len(), other.inputs.len());
        if mine != others {
            return Some(format!("number of buffers, {others} instead of {mine},"));
        }
        let pairs = self.inputs.iter().zip(&other.inputs);
        let number = pairs.enumerate().find(|(_, (a, b))| a != b).map(|(number, _)| number)?;
        Some(format!("input {number}"))
    }
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(hash(b""), "cbf29ce484222325");
        assert_eq!(hash(b"a"), "af63dc4c8601ec8c");
        assert_eq!(hash(b"foobar"), "85944171f73967e8");
    }
}
