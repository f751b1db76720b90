//! What is worked out once for all tiles that are held alike, in whichever pass asks: plans,
//! reductions, and whether a move stays in its thread.
//!
//! **The law.** An answer depends on its key alone. Maps are compared by what they are, so that two
//! operations that write one distribution twice share what is known of it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;
use std::thread::LocalKey;

use tileir::LayoutMap;
use tileir::distribution::Distribution;
use tileir::reduction::{Reduction, ReductionError};
use tileir::repartition::{self, Plan, PlanError};
use tileir::target::Target;

/// More answers than this are not kept.
const KEPT: usize = 256;

/// Answers by their questions.
type Table<K, V> = RefCell<HashMap<K, V>>;

thread_local! {
    static LOCAL: Table<[LayoutMap; 2], bool> = RefCell::default();
    static PLANS: Table<([LayoutMap; 2], i64, String), Rc<Plan>> = RefCell::default();
    static REDUCTIONS: Table<(LayoutMap, i64, i64), Rc<Reduction>> = RefCell::default();
}

/// The answer to a question; an error is found again.
fn answer<K: Hash + Eq, V: Clone, E>(
    table: &'static LocalKey<Table<K, V>>,
    question: K,
    find: impl FnOnce() -> Result<V, E>,
) -> Result<V, E> {
    if let Some(known) = table.with_borrow(|table| table.get(&question).cloned()) {
        return Ok(known);
    }
    let found = find()?;
    table.with_borrow_mut(|table| {
        if table.len() >= KEPT {
            table.clear();
        }
        table.insert(question, found.clone());
    });
    Ok(found)
}

fn both(source: &Distribution, wanted: &Distribution) -> [LayoutMap; 2] {
    [source.map().clone(), wanted.map().clone()]
}

/// Whether every thread holds already what it wants, perhaps in other slots.
pub fn stays_in_thread(source: &Distribution, wanted: &Distribution) -> bool {
    answer(&LOCAL, both(source, wanted), || repartition::stays_in_thread(source, wanted))
        .is_ok_and(|stays| stays)
}

/// The cheapest plan; see [`repartition::plan`].
///
/// # Errors
/// As there.
pub fn plan(
    source: &Distribution,
    wanted: &Distribution,
    element_bytes: i64,
    target: &Target,
) -> Result<Rc<Plan>, PlanError> {
    let question = (both(source, wanted), element_bytes, target.name.clone());
    answer(&PLANS, question, || {
        repartition::plan(source, wanted, element_bytes, target).map(|(plan, _)| Rc::new(plan))
    })
}

/// How a tile is reduced along an axis; see [`Reduction::of`].
///
/// # Errors
/// As there.
pub fn reduction(
    source: &Distribution,
    axis: usize,
    subgroup: i64,
) -> Result<Rc<Reduction>, ReductionError> {
    answer(&REDUCTIONS, (source.map().clone(), axis as i64, subgroup), || {
        Reduction::of(source, axis, subgroup).map(Rc::new)
    })
}
