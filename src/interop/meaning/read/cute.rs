//! CuTe's texts.
//!
//! ```text
//! (8,64):(64,1)                            elements (i, j) to addresses; an axis a top-level mode
//! 3 o (8,64):(64,1)                        the same, behind an offset
//! Sw<3,3,3> o 0 o (8,64):(64,1)            the same, under a swizzle; `S<3,3,3>` as the DSL has it
//! Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)     as C++ prints it: a swizzle of bytes
//! !cute.layout<"(4,8):(1,4)">              the dialect's types of either
//! GMMA::Layout_K_SW128_Atom<half_t>        an atom of shared memory, in elements
//! SM80_16x8x16_F32F16F16F32_TN:C           what a thread's values are of an operand: A, B or C
//! SM75_U32x4_LDSM_N:D                      which bits a thread has: S, D, or R as others refer to it
//! ```
//!
//! A layout under a shape that is not its own takes the column-major number of an element, as in
//! CuTe. A thread-value layout looks like every other layout; it is read as `cute-tv`, and its
//! values are column-major numbers in the tile. Threads of an atom are numbered as in their warp:
//! a quadpair's are 0 to 3 and 16 to 19, and warps have 32 lanes. With [`Context::bits`] a copy's
//! bits are taken as elements of so many, if every thread has whole ones: of `SM75_U32x4_LDSM_N`
//! elements of 64 bits have no thread.

use super::super::system::WARP;
use super::super::{
    Context, Meaning, Places, TranslateError, box_of, column_major, from, strides, tile,
};
use crate::cute::{Composed, Layout, upcast};
use crate::error::MapError;
use crate::index_set::{Axis, IndexSet};
use crate::interop::cute::atoms::{self, AtomError, CopyAtom, MmaAtom};
use crate::interop::cute::dialect::CuteType;
use crate::map::{IntTree, LayoutMap};

pub(super) fn read(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let text = text.trim();
    if text.starts_with("!cute.") {
        return addresses(&text.parse::<CuteType>()?.composed()?, context);
    }
    let number = text.strip_prefix(['_', '-']).unwrap_or(text);
    let layout = text.starts_with('(') || number.starts_with(|c: char| c.is_ascii_digit());
    if layout || text.starts_with("Sw<") || text.starts_with("S<") {
        return addresses(&text.parse()?, context);
    }
    if text.contains("Layout_") {
        return addresses(&atoms::smem(text)?.elements, context);
    }
    atom(text, context)
}

/// A thread-value layout of a tile.
pub(super) fn read_threads(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let layout: Layout = text.trim().parse()?;
    let shape = context.shape_for("a thread-value layout")?;
    inside(&layout, shape)?;
    let meaning = threads(&layout, None, shape)?;
    let lanes = context.lanes_of(None, layout.mode(0)?.size())?;
    Ok(meaning.of_warps(lanes))
}

/// `Ok` if every value of a layout is an element of a tile.
fn inside(layout: &Layout, shape: &[i64]) -> Result<(), TranslateError> {
    let (_, size) = strides(shape, false)?;
    let values = layout.to_map()?;
    let greatest = match values.codomain().axes() {
        [axis] => axis.extent().finite(),
        _ => None,
    };
    let why = match greatest {
        Some(cosize) if cosize <= size => return Ok(()),
        Some(cosize) => format!("its value {} is outside the tile of {size} elements", cosize - 1),
        None => "it has values below 0, outside the tile".to_owned(),
    };
    let (layout, shape) = (layout.to_string(), shape.to_vec());
    Err(TranslateError::OutsideTile { layout, shape, why })
}

/// The warps of an atom: whole ones of 32 lanes. One thread alone is of any warp.
fn warps(atom: &Layout, meaning: Meaning, context: &Context) -> Result<Meaning, TranslateError> {
    let threads = atom.cosize()?;
    let said = (threads > 1).then_some(WARP);
    let lanes = match said {
        Some(lanes) => context.lanes_of(said, ((threads - 1) / lanes + 1) * lanes)?,
        None => context.lanes,
    };
    Ok(meaning.of_warps(lanes))
}

/// Elements to addresses, over the layout's own shape or the context's.
fn addresses(layout: &Composed, context: &Context) -> Result<Meaning, TranslateError> {
    let map = layout.to_map()?;
    let own = box_of("a layout", map.domain())?;
    let Some(shape) = context.shape.as_ref().filter(|shape| **shape != own) else {
        return Meaning::of_elements(Places::Memory, &map);
    };
    let other = || TranslateError::Shape {
        what: layout.to_string(),
        own: own.clone(),
        shape: shape.clone(),
    };
    if strides(shape, false)?.1 != layout.size() {
        return Err(other());
    }
    // The number of an element, and its coordinates in the layout's own shape.
    let number = column_major(LayoutMap::identity(tile(shape)?)?, "number")?;
    let unfolded = unfold(number, &own)?;
    let map = LayoutMap::compose(from(&map, unfolded.codomain().clone())?, unfolded)?;
    Meaning::of_elements(Places::Memory, &map)
}

/// A map's one number as coordinates of a shape, the first one fastest.
fn unfold(map: LayoutMap, shape: &[i64]) -> Result<LayoutMap, TranslateError> {
    use crate::expr::{Expr, Program};
    let (strides, _) = strides(shape, false)?;
    let coordinates: Vec<Expr> = strides
        .iter()
        .zip(shape)
        .map(|(&stride, &extent)| Expr::coord(0) / stride % extent)
        .collect();
    let program = Program::from_exprs(&coordinates);
    let outer = LayoutMap::expr(map.codomain().clone(), tile(shape)?, program)?;
    Ok(LayoutMap::compose(outer, map)?)
}

/// `(thread, value)` of a layout, the thread's number taken to that of `numbers`.
fn threads(
    layout: &Layout,
    numbers: Option<&Layout>,
    shape: &[i64],
) -> Result<Meaning, TranslateError> {
    let map = layout.to_map()?;
    let pairs = box_of("a thread-value layout", map.domain())?;
    let [_, values] = pairs[..] else {
        let (what, expected, found) = ("a thread-value layout", 2, pairs.len());
        return Err(MapError::Count { what: what.to_owned(), expected, found }.into());
    };
    let named = Places::Registers.within(&pairs)?;
    let (_, size) = strides(shape, false)?;
    let number = IndexSet::new(vec![Axis::new("number", size)])?;
    let index = super::super::into(&from(&map, named.clone())?, number)?;
    let elements = unfold(index, shape)?;
    let itself = |numbers: &&Layout| {
        numbers.leaves().iter().all(|leaf| leaf.extent == 1) || numbers.stride() == IntTree::Leaf(1)
    };
    let Some(numbers) = numbers.filter(|numbers| !itself(numbers)) else {
        return Meaning::of_places(Places::Registers, &elements);
    };
    let tuple = |a, b| IntTree::Tuple(vec![a, b]);
    let left = LayoutMap::mixed_radix_between(
        tuple(numbers.shape(), IntTree::Leaf(values)),
        vec![
            tuple(numbers.stride(), IntTree::Leaf(0)),
            tuple(zeros(&numbers.stride()), IntTree::Leaf(1)),
        ],
        named,
        Places::Registers.set()?,
    )?;
    Meaning::new(Places::Registers, &left, &elements)
}

fn zeros(tree: &IntTree) -> IntTree {
    match tree {
        IntTree::Leaf(_) => IntTree::Leaf(0),
        IntTree::Tuple(modes) => IntTree::Tuple(modes.iter().map(zeros).collect()),
    }
}

/// An operand of an atom by name.
fn atom(text: &str, context: &Context) -> Result<Meaning, TranslateError> {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(TranslateError::Kind {
            system: super::super::System::Cute,
            quoted: super::super::error::quoted(text),
            expected: "no layout, no swizzle after one, no type of CuTe's dialect and no name of an atom",
        });
    }
    let named =
        |operand: &str| text.strip_suffix(operand).and_then(|n| n.trim_end().strip_suffix(':'));
    for operand in ["A", "B", "C"] {
        if let Some(name) = named(operand) {
            return mma(atoms::mma(name)?, operand, context);
        }
    }
    for operand in ["S", "D", "R"] {
        if let Some(name) = named(operand) {
            return copy(atoms::copy(name)?, operand, context);
        }
    }
    // The name may be wrong too; that is worth more to know.
    if let (Err(error), Err(_)) = (atoms::mma(text), atoms::copy(text)) {
        return Err(error.into());
    }
    Err(TranslateError::Kind {
        system: super::super::System::Cute,
        quoted: super::super::error::quoted(text),
        expected: "an atom without an operand: write :A, :B or :C of an MMA, :S, :D or :R of a copy behind it",
    })
}

fn mma(atom: &MmaAtom, operand: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let [m, n, k] = atom.shape;
    let (layout, own) = match operand {
        "A" => (&atom.a, [m, k]),
        "B" => (&atom.b, [n, k]),
        _ => (&atom.c, [m, n]),
    };
    if let Some(shape) = context.shape.as_ref().filter(|shape| ***shape != own[..]) {
        let (what, shape) = (format!("{operand} of {}", atom.name()), shape.clone());
        return Err(TranslateError::Shape { what, own: own.to_vec(), shape });
    }
    warps(&atom.threads, threads(layout, Some(&atom.threads), &own)?, context)
}

/// The bits of a copy, or its elements of [`Context::bits`], numbered or in the context's shape.
fn copy(atom: &CopyAtom, operand: &str, context: &Context) -> Result<Meaning, TranslateError> {
    let layout = match operand {
        "S" => &atom.source,
        "D" => &atom.destination,
        _ => &atom.reference,
    };
    let bits = context.bits.unwrap_or(1);
    let width = || AtomError::Width { name: atom.name().to_owned(), bits, row: 8 };
    if bits < 1 {
        return Err(width().into());
    }
    let all = atom.reference.cosize()?.max(layout.cosize()?);
    let narrow = [layout.mode(0)?.size(), layout.mode(1)?.size()];
    let (layout, elements) = (upcast(layout, bits)?, all / bits);
    // Wider elements than a thread has next to each other join the bits of several threads.
    let wide = [layout.mode(0)?.size(), layout.mode(1)?.size()];
    if [Some(wide[0]), wide[1].checked_mul(bits)] != narrow.map(Some) {
        return Err(TranslateError::Torn { name: format!("{}:{operand}", atom.name()), bits });
    }
    let shape = match &context.shape {
        None => vec![elements],
        Some(shape) if strides(shape, false)?.1 == elements => shape.clone(),
        Some(shape) => {
            let (what, own) = (format!("{operand} of {}", atom.name()), vec![elements]);
            return Err(TranslateError::Shape { what, own, shape: shape.clone() });
        }
    };
    warps(&atom.threads, threads(&layout, Some(&atom.threads), &shape)?, context)
}
