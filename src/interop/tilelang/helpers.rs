//! The lane maps of `ldmatrix` and `mma`, by TileLang's names: data.
//!
//! ```text
//! ldmatrix_32x8_to_shared_16x16_layout    (thread, local) -> (row, column)
//! shared_16x16_to_mma_32x8_layout_sr_a    (row, column) -> (thread, local)
//! ```
//!
//! `helpers.txt` has a row for each map, in TileLang's own expressions.
//!
//! **The law.** A row's expressions are the map over the row's shape.

use super::{Layout, TileLangError};

/// A lane map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Helper {
    /// Its name.
    pub name: &'static str,
    shape: &'static str,
    index: [&'static str; 2],
}

impl Helper {
    /// Whether it goes from threads to elements, and not the other way.
    pub fn from_threads(&self) -> bool {
        !self.name.starts_with("shared_")
    }

    /// The map, over `(thread, local)` or `(row, column)`.
    ///
    /// # Errors
    /// None for a helper by name.
    pub fn layout(&self) -> Result<Layout, TileLangError> {
        let unknown = || TileLangError::Helper { name: self.name.to_owned() };
        let extents = self.shape.split('x').map(|extent| extent.parse::<i64>());
        let extents: Vec<i64> = extents.collect::<Result<_, _>>().map_err(|_| unknown())?;
        Layout::read(&extents, &self.index)
    }
}

/// Every lane map, in the order of the table.
pub fn helpers() -> impl Iterator<Item = Helper> {
    let rows = include_str!("helpers.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [names, shape, first, second] = columns[..] else { return None };
        Some((names, shape, [first, second]))
    })
    .flat_map(|(names, shape, index)| {
        names.split_whitespace().map(move |name| Helper { name, shape, index })
    })
}

/// The lane map of this name.
///
/// ```
/// use tileir::interop::tilelang::helper;
/// let load = helper("mma_load_a_32x8_to_shared_16x16_layout")?;
/// // Register 3 of lane 5 holds row 9, column 3 of A.
/// assert_eq!(load.layout()?.map()?.eval(&[5, 3])?, [9, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TileLangError::Helper`] for a name that none has.
pub fn helper(name: &str) -> Result<Helper, TileLangError> {
    let unknown = || TileLangError::Helper { name: name.to_owned() };
    helpers().find(|helper| helper.name == name).ok_or_else(unknown)
}
