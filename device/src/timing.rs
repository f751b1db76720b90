//! How often to launch, how long to wait, and what the clock said.
//!
//! The first launch is the one whose results come back; it pays for cold caches and for
//! whatever the driver put off. A benchmark wants [`Timing::median`] over repeats.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How to launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Timed launches after the first. They run on the buffers as the launch before left them,
    /// on the device alone: what comes back is what the *first* launch wrote.
    pub repeats: u32,
    /// The longest wait for one launch, before the run is a [`super::DeviceError::Timeout`].
    pub timeout: Duration,
}

impl Default for RunOptions {
    /// One launch, a minute.
    fn default() -> Self {
        RunOptions { repeats: 0, timeout: Duration::from_secs(60) }
    }
}

/// Which clock timed a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The device's own timestamps or events, around the kernel alone.
    Device,
    /// The host's clock, around submission and completion.
    Host,
}

/// How long each launch took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The clock.
    pub clock: Clock,
    /// The first launch: the one whose results came back, cold caches and all.
    pub first: Duration,
    /// The repeated launches, in order; as many as [`RunOptions::repeats`].
    pub repeats: Vec<Duration>,
}

impl Timing {
    /// The shortest launch.
    pub fn best(&self) -> Duration {
        self.repeats.iter().copied().fold(self.first, Duration::min)
    }

    /// The median of the repeats (the lower one of an even number), the first launch where
    /// there are none.
    pub fn median(&self) -> Duration {
        let mut sorted = self.repeats.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn timing_best_and_median() {
        let mut timing = Timing { clock: Clock::Host, first: millis(9), repeats: vec![] };
        assert_eq!((timing.best(), timing.median()), (millis(9), millis(9)));
        timing.repeats = vec![millis(5), millis(3), millis(4), millis(8)];
        assert_eq!((timing.best(), timing.median()), (millis(3), millis(4)));
    }
}
