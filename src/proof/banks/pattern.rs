//! Wavefronts without looking at every point.
//!
//! **By ranks.** Let the word that a lane wants be `W*x xor c`, `x` the bits of the lane within a
//! phase and of the word within the lane, `c` what the phase and the repetition add. The bank is
//! `B*W*x xor c'`, `B` the projection on the low bits. The words of a phase are `2^rank(W)`, their
//! banks `2^rank(BW)`, and linear maps have fibres of one size: each bank that is asked at all is
//! asked for
//!
//! ```text
//! 2^(rank(W) - rank(BW))        = 2^rank(W restricted to the kernel of BW)
//! ```
//!
//! words. `c` only renames words and banks, so every phase of every repetition takes as many.
//! (The argument behind optimal swizzling in Zhou et al., Linear Layouts, arXiv 2505.23819.)
//!
//! ```text
//! row-major 32 x 32, a column:  W = 32, 64, … 512     rank 5, in the banks 0      2^5 = 32
//! xor-swizzled:                 W = 33, 66, … 528     rank 5, in the banks 5      2^0 = 1
//! all lanes one word:           W = 0                 rank 0                      2^0 = 1
//! ```
//!
//! **By classes.** If the address is `f(lane, some digits) + whole words`, the words of a
//! repetition are those of another, moved by a number of words, and each bank's become another's.
//! So only the digits of a repetition that are hidden in symbols, or that move it by parts of a word,
//! make a difference: each of their settings is a class, and one of each is counted.
//!
//! **By bits, ragged.** Where the address is linear in bits but the lanes are no power of two, all
//! repetitions have one pattern all the same, and the first is counted.

use super::Wavefronts;
use super::count::Counter;
use crate::gf2::Echelon;
use crate::proof::access::hidden;
use crate::proof::forms::Forms;
use crate::proof::normal::NormalForm;

/// Lanes of all classes together that are counted.
const LANE_LIMIT: i128 = 1 << 14;

const IN_BYTES: &str = "an address in bytes may leave 64 bits";

/// The wavefronts where the address is linear in bits.
pub(super) fn by_bits(counter: &Counter<'_>) -> Result<Wavefronts, String> {
    let map = counter.access.map;
    let Some(forms) = Forms::over_box(map) else {
        return Err("there is no program over a box".to_string());
    };
    let (code, normal) = (forms.code(), forms.bits());
    let place = code.values().first().copied();
    let form = place.and_then(|place| normal.form(place));
    let form = form.filter(|_| normal.evaluates(map, code));
    let (Some(form), Some(place)) = (form, place) else {
        return Err(normal.opaque());
    };
    let Some(words) = Words::of(counter).filter(|_| normal.range(place).lo >= 0) else {
        return Err("bytes, banks and phases are not all powers of two".to_string());
    };
    if !counter.fits(normal.range(place)) {
        return Err(IN_BYTES.to_string());
    }
    let all = form.bases.iter().fold(form.constant, |all, (_, basis)| all | basis);
    if all & words.within != 0 {
        return Err("a lane may not start at a multiple of what it wants".to_string());
    }
    let lanes = counter.lane_extents.iter().all(|extent| extent.count_ones() == 1);
    if !lanes {
        if i128::from(counter.lane_count) > LANE_LIMIT {
            return Err(format!("{} lanes are more than {LANE_LIMIT}", counter.lane_count));
        }
        return counter.over(counter.repetitions().take(1));
    }
    let phase_bits = counter.lanes_per_phase.ilog2() as usize;
    let lane_axes = counter.access.lanes.iter().rev();
    let lane_bits = lane_axes.flat_map(|&axis| {
        normal.inputs.iter().enumerate().filter(move |(_, input)| input.0 == axis)
    });
    let of_lanes = lane_bits.take(phase_bits).map(|(input, _)| words.word(form.basis(input)));
    let columns: Vec<u128> = of_lanes.chain(words.parts()).collect();
    let banks = u128::from(counter.banks.banks.unsigned_abs()) - 1;
    let in_banks = Echelon::rank(columns.iter().map(|word| word & banks));
    let each = 1u64 << (Echelon::rank(columns.iter().copied()) - in_banks);
    // One phase is counted as well: it is the witness, and has to agree.
    let one_phase = counter.first_phase()?;
    let phases = counter.phases();
    let fullest = one_phase.filter(|fullest| fullest.words.len() as u64 == each);
    let total = each.checked_mul(phases).ok_or("the wavefronts leave 64 bits")?;
    match fullest {
        Some(fullest) => Ok(Wavefronts {
            phases,
            first: total,
            most: total,
            worst: each,
            fullest: Some(fullest),
        }),
        None => Err("the evaluator contradicts the ranks".to_string()),
    }
}

/// How bits of an address become bits of a word, where all sizes are powers of two.
struct Words {
    /// Address bits that a lane's own elements run through.
    within: u64,
    /// From elements to words: bits shifted left, then right.
    left: u32,
    right: u32,
    /// How many bits of the word run within a lane.
    parts: u32,
}

impl Words {
    fn of(counter: &Counter<'_>) -> Option<Words> {
        let banks = &counter.banks;
        let sizes = [
            banks.banks,
            banks.bank_bytes,
            counter.access.element_bytes,
            counter.access.vector,
            counter.lanes_per_phase,
        ];
        sizes.iter().all(|size| size.count_ones() == 1).then(|| Words {
            within: counter.access.vector.unsigned_abs() - 1,
            left: counter.access.element_bytes.ilog2(),
            right: banks.bank_bytes.ilog2(),
            parts: counter.lane_bytes.ilog2().saturating_sub(banks.bank_bytes.ilog2()),
        })
    }

    fn word(&self, address: u64) -> u128 {
        u128::from(address) << self.left >> self.right
    }

    fn parts(&self) -> impl Iterator<Item = u128> {
        (0..self.parts).map(|bit| 1 << bit)
    }
}

/// The wavefronts where repetitions fall into classes of one pattern.
pub(super) fn by_digits(counter: &Counter<'_>) -> Result<Wavefronts, String> {
    let map = counter.access.map;
    let Some(forms) = Forms::over_box(map) else {
        return Err("there is no program over a box".to_string());
    };
    let (code, normal) = (forms.code(), forms.digits());
    let place = code.values().first().copied();
    let form = place.and_then(|place| normal.form(place));
    let form = form.filter(|_| normal.evaluates(map, code));
    let (Some(form), Some(place)) = (form, place) else {
        return Err(normal.opaque());
    };
    if !counter.fits(normal.range(place)) {
        return Err(IN_BYTES.to_string());
    }
    let (hidden, repeated) = (hidden(normal, form), counter.repeated());
    let (word, digits) = (i128::from(counter.banks.bank_bytes), normal.digits.all());
    let matters = |&place: &usize| {
        let bytes = form.coefficient(place).checked_mul(counter.access.element_bytes.into());
        let whole = bytes.is_some_and(|bytes| bytes % word == 0);
        repeated.contains(&digits[place].axis) && (hidden.contains(&place) || !whole)
    };
    let telling: Vec<usize> = (0..digits.len()).filter(matters).collect();
    let classes = telling.iter().try_fold(i128::from(counter.lane_count), |product, &place| {
        product.checked_mul(digits[place].extent.into())
    });
    if classes.is_none_or(|lanes| lanes > LANE_LIMIT) {
        return Err(format!("the classes have more than {LANE_LIMIT} lanes"));
    }
    let mut settings = vec![vec![0; digits.len()]];
    for &place in &telling {
        let with = |setting: &Vec<i64>| {
            let setting = setting.clone();
            (0..digits[place].extent).map(move |value| {
                let mut setting = setting.clone();
                setting[place] = value;
                setting
            })
        };
        settings = settings.iter().flat_map(with).collect();
    }
    counter.over(settings.iter().filter_map(|setting| normal.digits.point(setting)))
}
