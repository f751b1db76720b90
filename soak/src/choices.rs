//! A stream of choices: what a generated map is made from.
//!
//! Every decision takes the next number. From a seed the numbers never end, and the same seed
//! gives the same ones on every machine; from bytes, which a fuzzer made, they are 0 once the
//! bytes have run out, so that shorter bytes give smaller maps.

/// The stream.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    source: Source<'a>,
    names: usize,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Seed(u64),
    Bytes(&'a [u8]),
}

impl Choices<'_> {
    /// Choices without end: those of case `number` of a family.
    pub fn seeded(family: &str, number: u64) -> Choices<'static> {
        let start = family.bytes().fold(number, |state, byte| mix(state ^ u64::from(byte)));
        Choices { source: Source::Seed(start), names: 0 }
    }
}

impl<'a> Choices<'a> {
    /// Choices of bytes, then zeros.
    pub fn of_bytes(bytes: &'a [u8]) -> Choices<'a> {
        Choices { source: Source::Bytes(bytes), names: 0 }
    }

    /// A number below `bound`, at most 256; 0 where the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = match &mut self.source {
            Source::Seed(state) => {
                *state = state.wrapping_add(STEP);
                (mix(*state) >> 32) as usize
            }
            Source::Bytes(bytes) => match bytes.split_first() {
                Some((&byte, rest)) => {
                    *bytes = rest;
                    byte.into()
                }
                None => 0,
            },
        };
        number.checked_rem(bound).unwrap_or(0)
    }

    /// One of these; the default of none.
    pub fn pick<T: Clone + Default>(&mut self, from: &[T]) -> T {
        let place = self.below(from.len());
        from.get(place).cloned().unwrap_or_default()
    }

    /// Whether one of `times` choices comes out, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times.saturating_sub(1)
    }

    /// A name that no other axis of this stream has.
    pub fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A permutation of 64-bit numbers under which neighbours lie far apart (splitmix64).
pub fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(STEP);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
