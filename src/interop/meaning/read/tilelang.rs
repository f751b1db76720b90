//! TileLang's layouts, fragments and lane maps.
//!
//! ```text
//! Layout((8, 8) -> (8, 8), transform: …)     elements to addresses: the index row-major in the buffer
//! Fragment((8, 8) -> (2,), replicate: 1, …)  (i, j, rep) to a thread and an index among its registers
//! mma_load_a_32x8_to_shared_16x16_layout     a lane map by its name, of one warp of 32 lanes
//! ```
//!
//! A fragment says its threads, and not which of them are a warp.

use super::super::system::WARP;
use super::super::{Context, Meaning, Places, System, TranslateError, into, row_major};
use crate::index_set::{Axis, IndexSet};
use crate::interop::tilelang::{Fragment, Layout, helper};
use crate::map::LayoutMap;

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let text = text.trim();
    let meaning = if text.starts_with("Layout") {
        let layout: Layout = text.parse()?;
        Meaning::of_elements(Places::Memory, &row_major(layout.map()?, "address")?)?
    } else if text.starts_with("Fragment") {
        let parsed: Fragment = text.parse()?;
        fragment(&parsed)?.of_warps(context.lanes_of(None, parsed.thread_count())?)
    } else if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(TranslateError::Kind {
            system: System::TileLang,
            quoted: super::super::error::quoted(text),
            expected: "no Layout, no Fragment and no name of a lane map",
        });
    } else {
        let named = helper(text)?;
        let map = named.layout()?.map()?;
        let meaning = match named.from_threads() {
            true => Meaning::of_places(Places::Registers, &map)?,
            false => Meaning::of_elements(Places::Registers, &map)?,
        };
        meaning.of_warps(context.lanes_of(Some(WARP), WARP)?)
    };
    match &context.shape {
        Some(shape) if *shape != meaning.shape => {
            let (what, own) = ("it".to_owned(), meaning.shape);
            Err(TranslateError::Shape { what, own, shape: shape.clone() })
        }
        _ => Ok(meaning),
    }
}

/// The thread, and the index as one number.
fn fragment(fragment: &Fragment) -> Result<Meaning, TranslateError> {
    let corr = fragment.correspondence()?;
    let none = || TranslateError::from(crate::corr::CorrError::NoLegs);
    let (elements, placed) = corr.legs().ok_or_else(none)?;
    let thread =
        LayoutMap::identity(IndexSet::new(vec![Axis::new("thread", fragment.thread_count())])?)?;
    let indices: Vec<Axis> = placed.codomain().axes().iter().skip(1).cloned().collect();
    let index = row_major(LayoutMap::identity(IndexSet::new(indices)?)?, "value")?;
    let both = LayoutMap::product(vec![thread, index])?;
    let placed = LayoutMap::compose(both, into(placed, placed.codomain().clone())?)?;
    Meaning::new(Places::Registers, &placed, elements)
}
