//! Coordinates: between integers and nested tuples, and slices along them.
//!
//! ```text
//! idx2crd(13, (4,(2,8)))                       = (1,(1,1))
//! crd2idx((1,(1,1)), (4,(2,8)):(1,(32,4)))     = 1 + 32 + 4 = 37
//! slice((1,_), (4,(2,8)):(1,(32,4)))           = ((2,8)):((32,4)) from 1
//! dice ((1,_), (4,(2,8)):(1,(32,4)))           = (4):(1)
//! ```
//!
//! A coordinate names its leaf by its path: an integer where the shape has a tuple is split over
//! that tuple alone. **The laws.** `crd2idx(idx2crd(i, shape(L)), L) = L(i)`; and with `S` the
//! slice of `L` along `c`, from `o`: `o + S(x)` is `L` at `c` with `x` in its open places.

use std::fmt;
use std::str::FromStr;

use super::error::CuteError;
use super::int::Int;
use super::layout::Layout;
use super::notation::Cursor;
use super::shape::check_depth;
use super::view::View;
use crate::map::IntTree;
use crate::scan::Reader;

/// A coordinate with places left open: `(1,(_,2))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coord<T: Int = i64> {
    /// An open place, `_`.
    All,
    /// An index into a mode, split over it if it is a tuple.
    Index(T),
    /// A coordinate for each mode.
    Modes(Vec<Coord<T>>),
}

impl From<&IntTree> for Coord {
    /// A coordinate without open places. (Its depth is the caller's to limit.)
    fn from(coordinate: &IntTree) -> Self {
        match coordinate {
            IntTree::Leaf(index) => Coord::Index(*index),
            IntTree::Tuple(modes) => Coord::Modes(modes.iter().map(Coord::from).collect()),
        }
    }
}

/// A part of a layout, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slice<T: Int = i64> {
    /// The modes of the open places.
    pub layout: Layout<T>,
    /// The value of the layout where all of them are 0.
    pub offset: T,
}

impl Layout {
    /// The value at a nested coordinate.
    ///
    /// # Errors
    /// A coordinate that is nested deeper than the shape, or with other numbers of modes; a
    /// value that leaves 64 bits.
    pub fn eval_coord(&self, coordinate: &IntTree) -> Result<i64, CuteError> {
        crd2idx(coordinate, self)
    }
}

/// The value of `layout` at a nested coordinate.
///
/// # Errors
/// As [`Layout::eval_coord`].
pub fn crd2idx(coordinate: &IntTree, layout: &Layout) -> Result<i64, CuteError> {
    check_depth(coordinate)?;
    let coordinate = Coord::from(coordinate);
    Ok(cut("crd2idx", &coordinate, layout, Keep::Open)?.offset)
}

/// The coordinate of `shape` with this index, the first mode fastest. The last digit is not
/// reduced: an index past the size has a coordinate past the end.
///
/// # Errors
/// A shape with an extent below 1 that is not the last, nested too deeply, or of a size that
/// leaves 64 bits.
pub fn idx2crd(index: i64, shape: &IntTree) -> Result<IntTree, CuteError> {
    let layout = Layout::compact(shape)?;
    let mut rest = index;
    let mut digits = layout.clone();
    let last = layout.leaves().len().saturating_sub(1);
    for (number, leaf) in digits.leaves_mut().iter_mut().enumerate() {
        if number == last {
            leaf.stride = rest;
        } else if leaf.extent == 0 {
            let (operand, mode) = (shape.to_string(), layout.view().path(number));
            return Err(CuteError::Empty { operation: "idx2crd", operand, mode });
        } else {
            leaf.stride = rest % leaf.extent;
            rest /= leaf.extent;
        }
    }
    Ok(digits.stride())
}

/// The modes where `coordinate` has `_`, and the value where they are 0.
///
/// # Errors
/// As [`Layout::eval_coord`].
pub fn slice<T: Int>(coordinate: &Coord<T>, layout: &Layout<T>) -> Result<Slice<T>, CuteError> {
    if *coordinate == Coord::All {
        return Ok(Slice { layout: layout.clone(), offset: T::from(0) });
    }
    cut("slice", coordinate, layout, Keep::Open)
}

/// The modes where `coordinate` has an index.
///
/// # Errors
/// As [`slice`](slice()).
pub fn dice<T: Int>(coordinate: &Coord<T>, layout: &Layout<T>) -> Result<Layout<T>, CuteError> {
    if matches!(coordinate, Coord::Index(_)) {
        return Ok(layout.clone());
    }
    Ok(cut("dice", coordinate, layout, Keep::Indexed)?.layout)
}

/// Which modes of a cut are wanted.
#[derive(Clone, Copy, PartialEq)]
enum Keep {
    Open,
    Indexed,
}

fn cut<T: Int>(
    operation: &'static str,
    coordinate: &Coord<T>,
    layout: &Layout<T>,
    keep: Keep,
) -> Result<Slice<T>, CuteError> {
    let guards = &mut T::Guards::default();
    let mut kept = Layout::blank();
    kept.open();
    let mut offset = T::from(0);
    // The top of the stack is the next mode from the left.
    let mut pending: Vec<(&Coord<T>, View<'_, T>)> = vec![(coordinate, layout.view())];
    while let Some((coordinate, mode)) = pending.pop() {
        match coordinate {
            Coord::All if keep == Keep::Open => kept.push_mode(mode),
            Coord::All => {}
            Coord::Index(index) => {
                if keep == Keep::Indexed {
                    kept.push_mode(mode);
                }
                let value =
                    mode.eval(index.clone(), guards).map_err(|error| error.of(operation))?;
                offset = offset.checked_add(&value).ok_or_else(|| CuteError::Overflow {
                    operation,
                    operand: layout.to_string(),
                    mode: "all".to_owned(),
                    what: format!("{offset} + {value}"),
                })?;
            }
            Coord::Modes(coordinates) => {
                let modes: Vec<View<'_, T>> = mode.modes().collect();
                if mode.is_leaf() && coordinates.len() != 1 || modes.len() != coordinates.len() {
                    return Err(CuteError::Coordinate {
                        operation,
                        coordinate: Coord::<T>::Modes(coordinates.clone()).to_string(),
                        shape: mode.to_layout().shape_text(),
                    });
                }
                pending.extend(coordinates.iter().zip(modes).rev());
            }
        }
    }
    kept.close();
    Ok(Slice { layout: kept, offset })
}

impl<T: Int> fmt::Display for Coord<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Coord::All => f.write_str("_"),
            Coord::Index(index) => write!(f, "{index}"),
            Coord::Modes(modes) => {
                f.write_str("(")?;
                for (at, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl<T: Int> fmt::Display for Slice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {}", self.layout, self.offset)
    }
}

impl FromStr for Coord {
    type Err = CuteError;

    fn from_str(text: &str) -> Result<Self, CuteError> {
        Cursor::whole(text, Cursor::coord)
    }
}

impl Cursor<'_> {
    /// Reads a coordinate.
    pub(super) fn coord(&mut self) -> Result<Coord, CuteError> {
        if self.at_integer() {
            return Ok(Coord::Index(self.integer()?));
        }
        if self.eat("_") {
            return Ok(Coord::All);
        }
        self.expect("(", "an index, '_' or '('")?;
        Ok(Coord::Modes(self.tuple(Cursor::coord)?))
    }
}
