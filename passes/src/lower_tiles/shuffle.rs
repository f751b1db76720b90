//! Exchange inside a hardware subgroup.
//!
//! [`Shuffle`] says which lane and which of its slots each slot is read from. A slot that
//! depends on the reader is read once for each choice, and the right one selected.

use std::collections::HashMap;

use melior::ir::{TypeLike, ValueLike};
use tileir::repartition::Shuffle;

use super::Kernel;
use crate::builder::{Builder, Outcome, Predicate, Val, bit_width};
use crate::error::PassError;
use crate::lowerable::program_of;

impl<'c> Kernel<'c> {
    pub(super) fn shuffle(
        &mut self,
        slots: &[Val<'c>],
        shuffle: &Shuffle,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let location = builder.location();
        let by_thread = program_of(&shuffle.by_thread, "the route", location)?.value_program();
        let place = self.indices.emit(builder, &by_thread, 32)?;
        let (lane, pick) = (place[0], place[1]);
        let mut read = HashMap::new();
        let mut results = Vec::new();
        for (&slot, &flip) in shuffle.slots.iter().zip(&shuffle.lane_flip) {
            let mut chosen = None;
            for &choice in &shuffle.picks {
                let source = slot ^ choice;
                let value = match read.get(&(source, flip)) {
                    Some(&value) => value,
                    None if shuffle.stays_in_lane => slots[source],
                    None => {
                        let flip = self.indices.constant(builder, flip, 32)?;
                        let from = builder.binary("arith.xori", lane, flip)?;
                        shuffle_value(builder, slots[source], from, shuffle.width)?
                    }
                };
                read.insert((source, flip), value);
                chosen = Some(match chosen {
                    None => value,
                    Some(others) => {
                        let choice = self.indices.constant(builder, choice as i64, 32)?;
                        let here = builder.compare(Predicate::Eq, pick, choice)?;
                        builder.select(here, value, others)?
                    }
                });
            }
            let nothing = || PassError::at(location, "a slot is read from nowhere");
            results.push(chosen.ok_or_else(nothing)?);
        }
        Ok(results)
    }
}

/// `value` as lane `lane` of the hardware subgroup has it. Shuffles carry 32 bits: narrower
/// values are widened, 64-bit ones go in two halves.
pub(super) fn shuffle_value<'c>(
    builder: Builder<'c>,
    value: Val<'c>,
    lane: Val<'c>,
    width: i64,
) -> Outcome<'c, Val<'c>> {
    let element = value.r#type();
    let bits = bit_width(element);
    let as_bits = if element.is_integer() {
        value
    } else {
        builder.value("arith.bitcast", &[value], &[], builder.int(bits))?
    };
    let moved = match bits {
        32 => shuffle_word(builder, as_bits, lane, width)?,
        64 => {
            let (word, long) = (builder.int(32), builder.int(64));
            let half = builder.constant(32, 64)?;
            let low = builder.value("arith.trunci", &[as_bits], &[], word)?;
            let high = builder.binary("arith.shrui", as_bits, half)?;
            let high = builder.value("arith.trunci", &[high], &[], word)?;
            let low = shuffle_word(builder, low, lane, width)?;
            let high = shuffle_word(builder, high, lane, width)?;
            let low = builder.value("arith.extui", &[low], &[], long)?;
            let high = builder.value("arith.extui", &[high], &[], long)?;
            let high = builder.binary("arith.shli", high, half)?;
            builder.binary("arith.ori", high, low)?
        }
        _ => {
            let wide = builder.value("arith.extui", &[as_bits], &[], builder.int(32))?;
            let wide = shuffle_word(builder, wide, lane, width)?;
            builder.value("arith.trunci", &[wide], &[], builder.int(bits))?
        }
    };
    if element.is_integer() {
        Ok(moved)
    } else {
        builder.value("arith.bitcast", &[moved], &[], element)
    }
}

fn shuffle_word<'c>(
    builder: Builder<'c>,
    word: Val<'c>,
    lane: Val<'c>,
    width: i64,
) -> Outcome<'c, Val<'c>> {
    let width = builder.constant(width, 32)?;
    let mode = builder.parse("#gpu<shuffle_mode idx>")?;
    let results = [builder.int(32), builder.int(1)];
    let op = builder.op("gpu.shuffle", &[word, lane, width], &[("mode", mode)], &results)?;
    builder.result(op, 0)
}
