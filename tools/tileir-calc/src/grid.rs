//! A map as rows and columns.
//!
//! The last axis runs along a row, the axes before it down the rows, the first of them fastest. So a
//! map of two axes is the picture one draws by hand. A map of one axis is cut into rows of sixteen,
//! or fewer where they do not fit; the label of a row is then its first coordinate.
//!
//! ```text
//!       0  1  2  3
//!   0   0  4  8 12
//!   1   1  5  9 13
//! ```
//!
//! Where the map has no value there is a dash.

use tileir::{EvalError, Extent, LayoutMap, Point};

use crate::limits::CELL;
use crate::render::{point, shortened};

/// Values of a row where the domain has one axis: a power of two.
const ROW: i64 = 16;

/// Rows and columns, cut to a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The labels above the columns.
    pub columns: Vec<String>,
    /// A label for each row, and its cells.
    pub rows: Vec<(String, Vec<String>)>,
    /// Whether not all of the map is here.
    pub cut: bool,
    /// Whether the rows are pieces of one line.
    pub wrapped: bool,
    /// A point without a value, and why.
    pub undefined: Option<(Point, EvalError)>,
}

impl Grid {
    /// The first `rows` and `columns` of `map`.
    pub fn of(map: &LayoutMap, rows: usize, columns: usize) -> Grid {
        let extents: Option<Vec<i64>> = map
            .domain()
            .axes()
            .iter()
            .map(|axis| match axis.extent() {
                Extent::Finite(extent) => Some(extent),
                Extent::Integers => None,
            })
            .collect();
        let mut grid = Grid {
            columns: Vec::new(),
            rows: Vec::new(),
            cut: false,
            wrapped: false,
            undefined: None,
        };
        match extents.as_deref() {
            None => grid.cut = true,
            Some(extents) if extents.contains(&0) => {}
            Some([]) => {
                let cell = grid.cell(map, Vec::new());
                grid.rows.push((String::new(), vec![cell]));
            }
            Some(&[extent]) => grid.line(map, extent, rows),
            Some(extents) => grid.plane(map, extents, rows, columns),
        }
        grid
    }

    /// A domain of one axis.
    fn line(&mut self, map: &LayoutMap, extent: i64, rows: usize) {
        let width = extent.min(ROW);
        self.wrapped = true;
        self.columns = (0..width).map(|column| column.to_string()).collect();
        let mut start = 0;
        while start < extent {
            if self.rows.len() == rows {
                self.cut = true;
                return;
            }
            let end = start.saturating_add(width).min(extent);
            let cells = (start..end).map(|x| self.cell(map, vec![x])).collect();
            self.rows.push((start.to_string(), cells));
            start = end;
        }
    }

    /// A domain of several axes, none of them empty.
    fn plane(&mut self, map: &LayoutMap, extents: &[i64], rows: usize, columns: usize) {
        let Some((&last, leading)) = extents.split_last() else { return };
        let width = last.min(i64::try_from(columns).unwrap_or(i64::MAX));
        self.cut = width < last;
        self.columns = (0..width).map(|column| column.to_string()).collect();
        let mut at = vec![0i64; leading.len()];
        loop {
            if self.rows.len() == rows {
                self.cut = true;
                return;
            }
            let cells =
                (0..width).map(|x| self.cell(map, [at.as_slice(), &[x]].concat())).collect();
            let label = match at.as_slice() {
                [row] => row.to_string(),
                row => shortened(&point(row), CELL),
            };
            self.rows.push((label, cells));
            if !step(&mut at, leading) {
                return;
            }
        }
    }

    fn cell(&mut self, map: &LayoutMap, at: Point) -> String {
        match map.eval(&at) {
            Ok(value) => match value.as_slice() {
                [value] => value.to_string(),
                value => shortened(&point(value), CELL),
            },
            Err(error) => {
                self.undefined.get_or_insert((at, error));
                "-".to_owned()
            }
        }
    }

    /// Rows that fit lines of `width` characters, a column at least: a line is wrapped earlier,
    /// of a plane the last columns go.
    pub fn narrowed(mut self, width: usize) -> Grid {
        let room = width.saturating_sub(self.label_width() + 1) / self.cell_width();
        let room = room.max(1);
        if self.columns.len() <= room {
            return self;
        }
        if self.wrapped {
            self.wrap(1 << room.ilog2());
        } else {
            self.columns.truncate(room);
            self.rows.iter_mut().for_each(|(_, cells)| cells.truncate(room));
            self.cut = true;
        }
        self
    }

    /// The cells, in as many rows as before at most, of `columns` each.
    fn wrap(&mut self, columns: usize) {
        let rows = self.rows.len().max(ROW as usize);
        let cells: Vec<String> = self.rows.drain(..).flat_map(|(_, cells)| cells).collect();
        let pieces = cells.chunks(columns).enumerate().take(rows);
        let label = |at: usize| (at * columns).to_string();
        self.rows = pieces.map(|(at, cells)| (label(at), cells.to_vec())).collect();
        self.cut |= cells.len() > rows * columns;
        self.columns.truncate(columns);
    }

    fn cell_width(&self) -> usize {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells).chain(&self.columns);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0) + 1
    }

    fn label_width(&self) -> usize {
        self.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0) + 2
    }

    /// The grid as lines, columns aligned to the right.
    pub fn lines(&self) -> Vec<String> {
        let (width, label) = (self.cell_width(), self.label_width());
        let line = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            format!("{name:>label$} {cells}").trim_end().to_owned()
        };
        let mut lines = Vec::with_capacity(self.rows.len() + 3);
        if !self.columns.is_empty() {
            lines.push(line("", &self.columns));
        }
        lines.extend(self.rows.iter().map(|(name, cells)| line(name, cells)));
        if self.cut {
            lines.push("  …".to_owned());
        }
        if let Some((at, error)) = &self.undefined {
            lines.push(format!("  - no value; at {}: {error}", point(at)));
        }
        lines
    }
}

/// The next point of a box, the first axis fastest; `false` behind the last.
fn step(at: &mut [i64], extents: &[i64]) -> bool {
    for (x, &extent) in at.iter_mut().zip(extents) {
        *x += 1;
        if *x < extent {
            return true;
        }
        *x = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(map: &str, rows: usize, columns: usize) -> Vec<String> {
        Grid::of(&map.parse().expect("a map"), rows, columns).lines()
    }

    #[test]
    fn two_axes_are_rows_and_columns() {
        let expected = ["     0 1 2", "  0  0 2 4", "  1  1 3 5"];
        assert_eq!(lines("mixed_radix<(2,3):(1,2)>", 9, 9), expected.map(str::to_owned));
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_said() {
        let shown = lines("identity<(i : 1000, j : 1000)>", 2, 2);
        assert_eq!(shown.len(), 4);
        assert_eq!(shown[3], "  …");
        assert_eq!(lines("identity<(i : 1000000000)>", 2, 16).len(), 4);
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out() {
        let map = "identity<(i : 2, j : 50)>".parse().expect("a map");
        let shown = Grid::of(&map, 16, 16).narrowed(40).lines();
        assert_eq!(shown[1], "  0  (0, 0) (0, 1) (0, 2) (0, 3)");
        assert_eq!(shown.len(), 4);
        let map = "expr<(i : 20) -> (i, i)>".parse().expect("a map");
        let shown = Grid::of(&map, 16, 16).narrowed(50).lines();
        assert_eq!(shown[2], "   4    (4, 4)   (5, 5)   (6, 6)   (7, 7)");
        assert_eq!(shown.len(), 6);
    }

    #[test]
    fn a_point_without_a_value_is_explained() {
        let shown = lines("expr<(i : 2) -> (1 floordiv i)>", 9, 9);
        assert_eq!(
            shown.last().expect("a line"),
            "  - no value; at (0): 1 floordiv 0 is undefined"
        );
    }
}
