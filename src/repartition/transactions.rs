//! What it takes to load or store a tile through a view: accesses of a thread, sectors of memory.

use super::PlanError;
use super::holders::{Holders, NOTHING};
use crate::distribution::Distribution;
use crate::map::LayoutMap;
use crate::proof::Budget;
use crate::target::Target;

/// Bytes of memory that come together.
const SECTOR_BYTES: i64 = 32;

/// The work of a load or a store of a whole tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transactions {
    /// What each thread executes, as wide as its neighbouring slots let it be.
    pub accesses: u64,
    /// Sectors of 32 bytes, counted for each access and each subgroup anew.
    pub sectors: u64,
}

impl Transactions {
    /// The work at the window that begins where the view does; what lies outside takes none. Nothing
    /// where the addresses are not to be had by arithmetic.
    ///
    /// ```
    /// use tileir::distribution::Distribution;
    /// use tileir::repartition::Transactions;
    /// use tileir::target::Target;
    /// let rows = "mixed_radix<(8,64):(64,1), (i : 8, j : 64) -> (address : 512)>".parse()?;
    /// let held = "expr<(lane : 32, slot : 16) -> (slot floordiv 2, lane * 2 + slot mod 2) to (i : 8, j : 64)>";
    /// let held = Distribution::new(held.parse()?)?;
    /// let work = Transactions::of(&rows, &held, 4, &Target::by_name("sm_80")?)?.unwrap();
    /// assert_eq!((work.accesses, work.sectors), (8, 64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A distribution without a table.
    pub fn of(
        view: &LayoutMap,
        distribution: &Distribution,
        element_bytes: i64,
        target: &Target,
    ) -> Result<Option<Transactions>, PlanError> {
        let held = Holders::of(distribution)?;
        let Some(addresses) = addresses(view, &held) else { return Ok(None) };
        let mut width = usize::try_from(target.vector_elements(element_bytes)).unwrap_or(1).max(1);
        while !are_wide(&addresses, held.slots, width) {
            width /= 2;
        }
        let subgroup = usize::try_from(target.subgroup).unwrap_or(1).max(1) * held.slots;
        let mut sectors = 0;
        for threads in addresses.chunks(subgroup.max(1)) {
            for first in (0..held.slots).step_by(width) {
                let accessed =
                    threads.chunks(held.slots).flat_map(|own| &own[first..first + width]);
                let sector = |address: &i64| {
                    (i128::from(*address) * i128::from(element_bytes))
                        .div_euclid(SECTOR_BYTES.into())
                };
                let mut touched: Vec<i128> = accessed.flatten().map(sector).collect();
                touched.sort_unstable();
                touched.dedup();
                sectors += touched.len() as u64;
            }
        }
        Ok(Some(Transactions { accesses: (held.slots / width) as u64, sectors }))
    }

    /// Whether neither number is greater.
    pub fn is_no_more_than(self, other: Transactions) -> bool {
        self.accesses <= other.accesses && self.sectors <= other.sectors
    }
}

/// The address of each occurrence that is inside the view.
fn addresses(view: &LayoutMap, held: &Holders) -> Option<Vec<Option<i64>>> {
    let compiled = view.compile(&Budget::of_points(0)).ok()?;
    let domain = view.domain();
    let mut address = vec![0; view.codomain().rank()];
    let mut addresses = Vec::with_capacity(held.elements.len());
    for (occurrence, &element) in held.elements.iter().enumerate() {
        let point = held.points.get(occurrence)?;
        let is_inside = element != NOTHING && domain.contains(point);
        if is_inside {
            compiled.eval_into(point, &mut address).ok()?;
        }
        addresses.push(address.first().copied().filter(|_| is_inside));
    }
    Some(addresses)
}

/// Whether every so many neighbouring slots of every thread are contiguous and aligned.
fn are_wide(addresses: &[Option<i64>], slots: usize, width: usize) -> bool {
    let is_wide = |access: &[Option<i64>]| match access[0] {
        None => access.iter().all(Option::is_none),
        Some(first) => {
            first % width as i64 == 0
                && (first..).zip(access).all(|(wanted, found)| *found == Some(wanted))
        }
    };
    slots.is_multiple_of(width) && addresses.chunks(width).all(is_wide)
}
