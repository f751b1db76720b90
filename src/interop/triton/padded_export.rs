//! Places with gaps as [`PaddedShared`].
//!
//! After `2^i` elements each padding adds a power of two, and so a bit of the offset has an address
//! of its own, whatever the others are: the address of an offset is the sum of its bits'. They rise,
//! so that the bits of the elements' coordinates, in the order of their addresses, are the offset's:
//!
//! ```text
//! [4:+2], order = [1, 0], shape = [4, 8]
//! offset     1       2       4       8       16
//! element    (0, 1)  (0, 2)  (0, 4)  (1, 0)  (2, 0)
//! address    1       2       4 + 2   8 + 4   16 + 8
//! gap        0       0       2       4       8         twice the one before, and 2 more behind 4
//! ```
//!
//! Triton's own conditions are asked for: at least one padding, each a power of two and each behind
//! another power of two of elements, of 32 bits both; every bit of an offset moves to a power of two along
//! one dimension, no two to the same; a bit of a block's number does, or to what is held already.
//!
//! Blocks that hold the same elements put an element into several places: of these the bits of the
//! offset are found from the addresses of block 0.
//!
//! **The law.** Where the places of a map are those of a padded encoding at all, it is this one.

use super::padded::{Component, PaddedShared};
use crate::map::LayoutMap;

impl PaddedShared {
    /// The encoding that has the addresses of single bits as a map from elements to `(address)` or
    /// `(block, address)` has them, if there is one. Whether it has the map's other addresses too is
    /// for the caller to prove.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(in crate::interop) fn candidate(map: &LayoutMap) -> Result<PaddedShared, String> {
        let extents = map.domain().extents().ok_or("its elements are no box")?;
        if let Some(extent) = extents.iter().find(|&&extent| !is_power(extent)) {
            return Err(format!("the extent {extent} is no power of two"));
        }
        let origin = vec![0; extents.len()];
        if let Some(place) = place(map, &origin)?.iter().find(|&&x| x != 0) {
            return Err(format!("the first element is at {place}"));
        }
        let (mut offset, mut block) = (Vec::new(), Vec::new());
        for (dim, &extent) in extents.iter().enumerate() {
            for bit in 0..extent.trailing_zeros() {
                let mut basis = origin.clone();
                basis.get_mut(dim).into_iter().for_each(|x| *x = 1 << bit);
                match place(map, &basis)? {
                    [0, address] => offset.push((address, basis)),
                    [number, 0] => block.push((number, basis)),
                    [number, address] => {
                        return Err(format!("{basis:?} is at {address} of block {number}"));
                    }
                }
            }
        }
        offset.sort_unstable();
        block.sort_unstable();
        for ((number, basis), expected) in block.iter().zip((0..63).map(|bit| 1i64 << bit)) {
            if *number != expected {
                return Err(format!("{basis:?} is in block {number}, not in {expected}"));
            }
        }
        let pads = pads(offset.iter().map(|(address, _)| *address))?;
        let bases = |all: Vec<(i64, Vec<i64>)>| all.into_iter().map(|(_, basis)| basis).collect();
        let (offset, block) = (bases(offset), bases(block));
        Ok(PaddedShared { pads, component: Component::of_bases(offset, block, &extents) })
    }
}

impl PaddedShared {
    /// The encoding of blocks that may hold the same elements, found from places: a map from `(block,
    /// address)` to the elements of a tile of this shape. The address of an offset's bit is the next
    /// that holds an element, behind those of all bits before it; a block's basis is the element at
    /// its address 0. Whether the map's other places hold what the encoding's do is for the caller to
    /// prove.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(in crate::interop) fn candidate_of_places(
        map: &LayoutMap,
        shape: &[i64],
    ) -> Result<PaddedShared, String> {
        let held = |block: i64, address: i64| map.eval(&[block, address]).ok();
        let hull = map.domain().hull().extents();
        let Some([blocks, addresses]) = hull.as_deref() else {
            return Err("its places are no blocks and addresses".to_owned());
        };
        if held(0, 0).is_none_or(|first| first.iter().any(|&x| x != 0)) {
            return Err("the first element is not at address 0 of block 0".to_owned());
        }
        let mut block = Vec::new();
        for number in (0..62).map(|bit| 1i64 << bit).take_while(|number| number < blocks) {
            let basis = held(number, 0);
            block.push(basis.ok_or_else(|| format!("block {number} holds nothing at address 0"))?);
        }
        let (mut offset, mut at) = (Vec::new(), Vec::new());
        let mut gap = 0i64;
        for interval in (0..62).map(|bit| 1i64 << bit) {
            let paddings = [0].into_iter().chain((0..32).map(|bit| 1i64 << bit));
            let behind = |padding| {
                let address = gap.checked_mul(2)?.checked_add(interval)?.checked_add(padding)?;
                Some((address, held(0, address).filter(|_| address < *addresses)?))
            };
            let Some((address, basis)) = paddings.filter_map(behind).next() else { break };
            gap = address - interval;
            offset.push(basis);
            at.push(address);
        }
        let pads = pads(at.into_iter())?;
        Ok(PaddedShared { pads, component: Component::of_bases(offset, block, shape) })
    }
}

impl Component {
    /// These bases; where they are of an ordered tensor of one block, its order and shape, as Triton
    /// prints it.
    fn of_bases(offset: Vec<Vec<i64>>, block: Vec<Vec<i64>>, shape: &[i64]) -> Component {
        let moved = |basis: &Vec<i64>| basis.iter().position(|&x| x != 0);
        let mut order: Vec<usize> = Vec::with_capacity(shape.len());
        // Dimensions that no bit moves along stand last, the last one first.
        for dim in offset.iter().filter_map(moved).chain((0..shape.len()).rev()) {
            if !order.contains(&dim) {
                order.push(dim);
            }
        }
        let bits = order.iter().flat_map(|&dim| {
            let bits = shape.get(dim).map_or(0, |extent| extent.trailing_zeros());
            (0..bits).map(move |bit| (dim, 1i64 << bit))
        });
        let basis = |(dim, by): (usize, i64)| -> Vec<i64> {
            (0..shape.len()).map(|own| if own == dim { by } else { 0 }).collect()
        };
        match block.is_empty() && bits.map(basis).eq(offset.iter().cloned()) {
            true => Component::Ordered {
                order: order.into_iter().filter_map(|dim| i64::try_from(dim).ok()).collect(),
                shape: shape.to_vec(),
            },
            false => Component::Bases { offset, block },
        }
    }
}

/// `(block, address)` of an element; without an axis of blocks, block 0.
fn place(map: &LayoutMap, element: &[i64]) -> Result<[i64; 2], String> {
    match map.eval(element).map_err(|error| error.to_string())?[..] {
        [address] => Ok([0, address]),
        [block, address] => Ok([block, address]),
        _ => Err("its places are no addresses".to_owned()),
    }
}

/// The paddings behind which bits of the offset have these addresses.
fn pads(addresses: impl Iterator<Item = i64>) -> Result<Vec<(i64, i64)>, String> {
    let mut pads = Vec::new();
    let mut gap = 0i64;
    for (bit, address) in (0..63).zip(addresses) {
        let interval = 1i64 << bit;
        let next = address.checked_sub(interval);
        let padding = next.and_then(|next| next.checked_sub(gap.checked_mul(2)?));
        let (Some(next), Some(padding)) = (next, padding) else {
            return Err("its addresses leave 64 bits".to_owned());
        };
        match padding {
            0 => {}
            padding if interval.max(padding) > i64::from(u32::MAX) => {
                return Err(format!("behind {interval} elements {padding} places leave 32 bits"));
            }
            padding if is_power(padding) => pads.push((interval, padding)),
            _ => {
                return Err(format!("behind {interval} elements {padding} places would be empty"));
            }
        }
        gap = next;
    }
    match pads.is_empty() {
        true => Err("it has no gaps".to_owned()),
        false => Ok(pads),
    }
}

fn is_power(number: i64) -> bool {
    number > 0 && number.count_ones() == 1
}
