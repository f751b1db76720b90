//! Exchange inside a hardware subgroup.
//!
//! [`Shuffle`] says which lane and which of its slots each slot is read from. A slot that
//! depends on the reader is read once for each choice, and the right one selected. Shuffles carry
//! words of 32 bits: elements that are narrower share one where they come from one lane.

use std::collections::HashMap;

use melior::ir::{Type, TypeLike, ValueLike};
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
        element_bytes: i64,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let location = builder.location();
        let by_thread = program_of(&shuffle.by_thread, "the route", location)?.value_program();
        let place = self.indices.emit(builder, &by_thread, 32)?;
        let (lane, pick) = (place[0], place[1]);
        let mut read = HashMap::new();
        for (flip, sources) in shuffle.words(element_bytes) {
            let by = self.indices.constant(builder, flip, 32)?;
            let from = builder.binary("arith.xori", lane, by)?;
            let own: Vec<Val<'c>> = sources.iter().map(|&source| slots[source]).collect();
            let values = shuffle_values(builder, &own, from, shuffle.width)?;
            read.extend(sources.into_iter().map(|source| (source, flip)).zip(values));
        }
        let mut results = Vec::new();
        for (&slot, &flip) in shuffle.slots.iter().zip(&shuffle.lane_flip) {
            let mut chosen = None;
            for &choice in &shuffle.picks {
                let source = slot ^ choice;
                let value = read.get(&(source, flip)).copied().unwrap_or(slots[source]);
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

/// Values of one type, as lane `lane` of the hardware subgroup has them: one value, or several that
/// one word carries, the first lowest.
fn shuffle_values<'c>(
    builder: Builder<'c>,
    values: &[Val<'c>],
    lane: Val<'c>,
    width: i64,
) -> Outcome<'c, Vec<Val<'c>>> {
    let &[first, ref others @ ..] = values else { return Ok(Vec::new()) };
    if others.is_empty() {
        return Ok(vec![shuffle_value(builder, first, lane, width)?]);
    }
    let (element, word) = (first.r#type(), builder.int(32));
    let bits = bit_width(element);
    let mut packed = builder.value("arith.extui", &[as_integer(builder, first)?], &[], word)?;
    for (place, &value) in (1..).zip(others) {
        let wide = builder.value("arith.extui", &[as_integer(builder, value)?], &[], word)?;
        let by = builder.constant(place * i64::from(bits), 32)?;
        packed = builder.binary("arith.ori", packed, builder.binary("arith.shli", wide, by)?)?;
    }
    let moved = shuffle_word(builder, packed, lane, width)?;
    let mut results = Vec::new();
    for place in 0..values.len() as i64 {
        let by = builder.constant(place * i64::from(bits), 32)?;
        let own = builder.binary("arith.shrui", moved, by)?;
        let own = builder.value("arith.trunci", &[own], &[], builder.int(bits))?;
        results.push(as_element(builder, own, element)?);
    }
    Ok(results)
}

fn as_integer<'c>(builder: Builder<'c>, value: Val<'c>) -> Outcome<'c, Val<'c>> {
    match value.r#type().is_integer() {
        true => Ok(value),
        false => {
            let integer = builder.int(bit_width(value.r#type()));
            builder.value("arith.bitcast", &[value], &[], integer)
        }
    }
}

fn as_element<'c>(builder: Builder<'c>, value: Val<'c>, element: Type<'c>) -> Outcome<'c, Val<'c>> {
    match element.is_integer() {
        true => Ok(value),
        false => builder.value("arith.bitcast", &[value], &[], element),
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
    let as_bits = as_integer(builder, value)?;
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
    as_element(builder, moved, element)
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
