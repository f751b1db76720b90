//! From the name of a case to what the crate says of it.
//!
//! | name | is |
//! |---|---|
//! | `SM80_16x8x8_F32TF32TF32F32_TN\|Layout<Shape<_2,_1,_2>>{}` | a tiled MMA |
//! | `SM80_16x8x16_F32F16F16F32_TN\|2x2\|Tile<_32,_32,_16>` | the same, its tile enlarged |
//! | `UniversalCopy<uint32_t>\|float\|Layout<Shape<_32,_8>>{}\|Layout<Shape<_4,_1>>{}` | a tiled copy |
//! | `make_tiled_copy_B\|SM75_U32x2_LDSM_N\|SM80_16x8x16 2x2` | a tiled copy of an operand |
//! | `MmaF16BF16Op 16x8x16 f32 (4, 1, 1)` | a tiled MMA, as CuTe DSL says it |
//!
//! The last two names leave something out that the peer was given: tiles of 32 by 32 by 16, the
//! columns of `perm` by `(8,2,2):(1,16,8)`.

use std::error::Error;

use tileir::cute::{self, Tiler, make_tiled_copy};
use tileir::interop::cute::dialect::CuteType;
use tileir::interop::cute::{Operand, TiledCopy, TiledMma, atoms};

use super::super::cute::layout_of;
use crate::function::Function;
use crate::nested::Swizzle;
use crate::operand::Composed;

/// A part of an answer.
pub enum Part {
    /// A layout, perhaps under a swizzle.
    Layout(cute::Composed),
    /// Extents, one after another.
    Numbers(Vec<i64>),
}

type Parts = Result<Vec<(&'static str, Part)>, Box<dyn Error>>;

/// The parts of an answer; `None` for a kind that nobody knows.
pub fn parts(kind: &str, name: &str) -> Option<Parts> {
    Some(match kind {
        "mma_atom" => mma_atom(name),
        "copy_atom" => copy_atom(name),
        "smem_atom" => smem_atom(name),
        "tiled_mma" => tiled_mma(name),
        "tiled_copy" => tiled_copy(name),
        "dsl" => dsl(name)?,
        _ => return None,
    })
}

fn plain(layout: cute::Layout) -> Part {
    Part::Layout(cute::Composed::from(layout))
}

fn mma_atom(name: &str) -> Parts {
    let atom = atoms::mma(name)?.clone();
    Ok(vec![
        ("shape_mnk", Part::Numbers(atom.shape.to_vec())),
        ("ThrID", plain(atom.threads)),
        ("ALayout", plain(atom.a)),
        ("BLayout", plain(atom.b)),
        ("CLayout", plain(atom.c)),
    ])
}

fn copy_atom(name: &str) -> Parts {
    let atom = atoms::copy(name)?.clone();
    Ok(vec![
        ("ThrID", plain(atom.threads)),
        ("SrcLayout", plain(atom.source)),
        ("DstLayout", plain(atom.destination)),
        ("RefLayout", plain(atom.reference)),
    ])
}

fn smem_atom(name: &str) -> Parts {
    let atom = atoms::smem(name)?;
    Ok(vec![("layout_raw", Part::Layout(atom.raw)), ("layout_elem", Part::Layout(atom.elements))])
}

fn tiled_mma(name: &str) -> Parts {
    let mut parts = name.split('|');
    let atom = parts.next().unwrap_or_default();
    let threads = parts.next().map(cpp_layout).transpose()?.ok_or("no layout of atoms")?;
    let tile = match parts.next() {
        None => [Tiler::All, Tiler::All, Tiler::All],
        Some(tile) => {
            let [m, n, k] = numbers(tile)?[..] else { return Err("a tile of three".into()) };
            [m, n, k].map(Tiler::Extent)
        }
    };
    let mma = TiledMma::new(atoms::mma(atom)?, &threads, tile)?;
    Ok(vec![
        ("tile_mnk", Part::Numbers(mma.tile()?.to_vec())),
        ("ThrLayoutVMNK", plain(mma.threads().clone())),
        ("LayoutA_TV", plain(mma.tv(Operand::A)?)),
        ("LayoutB_TV", plain(mma.tv(Operand::B)?)),
        ("LayoutC_TV", plain(mma.tv(Operand::C)?)),
    ])
}

fn tiled_copy(name: &str) -> Parts {
    let parts: Vec<&str> = name.split('|').collect();
    let copy = match parts[..] {
        ["make_tiled_copy_B", atom, "SM80_16x8x16 2x2"] => {
            let threads = "(2,2,1):(1,2,0)".parse()?;
            let mma = atoms::mma("SM80_16x8x16_F32F16F16F32_TN")?;
            let mma = TiledMma::new(mma, &threads, [32, 32, 16].map(Tiler::Extent))?;
            TiledCopy::of_operand(atoms::copy(atom)?, 16, &mma, Operand::B)?
        }
        [atom, "float", threads, values] => {
            let (threads, values) = (cpp_layout(threads)?, cpp_layout(values)?);
            TiledCopy::raked(atoms::copy(atom)?, 32, &threads, &values)?
        }
        _ => return Err("no tiled copy that is known".into()),
    };
    Ok(vec![
        ("tiler", Part::Numbers(copy.tiling().tile.clone())),
        ("LayoutS_TV", plain(copy.source_tv()?)),
        ("LayoutD_TV", plain(copy.destination_tv()?)),
    ])
}

/// What CuTe DSL was given under this name.
fn dsl(name: &str) -> Option<Parts> {
    if let Some(atom) = name.strip_prefix("wgmma smem atom ") {
        return Some(dsl_smem(atom));
    }
    if name.starts_with("make_layout_tv") {
        return Some(dsl_layout(name));
    }
    let (atom, threads, tile) = if let Some(shape) = name.strip_prefix("wgmma ") {
        (format!("SM90_{shape}_F32F16F16_SS"), "(1,1,1):(0,0,0)".to_owned(), None)
    } else if name == "MmaUniversalOp" {
        ("UniversalFMA<float>".to_owned(), "(16,16,1):(1,16,0)".to_owned(), None)
    } else {
        let (shape, rest) = name.strip_prefix("MmaF16BF16Op ")?.split_once(' ')?;
        let atom = format!("SM80_{shape}_F32F16F16F32_TN");
        match rest.strip_prefix("f32 ") {
            Some(threads) => (atom, threads.to_owned(), None),
            None => {
                let columns = "(8,2,2):(1,16,8)".parse().ok()?;
                let tile = [Tiler::Extent(32), Tiler::Layout(columns), Tiler::Extent(16)];
                (atom, "(2,2,1)".to_owned(), Some(tile))
            }
        }
    };
    let tile = tile.unwrap_or([Tiler::All, Tiler::All, Tiler::All]);
    Some(dsl_mma(&atom, &threads, tile))
}

fn dsl_mma(atom: &str, threads: &str, tile: [Tiler; 3]) -> Parts {
    let threads = match threads.contains(':') {
        true => threads.parse()?,
        false => cute::Layout::compact(&cute::parse_shape(threads)?)?,
    };
    let atom = atoms::mma(atom)?;
    let mma = TiledMma::new(atom, &threads, tile)?;
    Ok(vec![
        ("shape_mnk", Part::Numbers(atom.shape.to_vec())),
        ("thr_vmnk", plain(mma.threads().clone())),
        ("A_TV", plain(mma.tv(Operand::A)?)),
        ("B_TV", plain(mma.tv(Operand::B)?)),
        ("C_TV", plain(mma.tv(Operand::C)?)),
    ])
}

fn dsl_smem(name: &str) -> Parts {
    let (kind, element) = name.split_once(' ').ok_or("no element type")?;
    let atom = atoms::smem(&format!("Layout_{kind}_Atom<{element}>"))?;
    Ok(vec![("layout", Part::Layout(atom.raw))])
}

fn dsl_layout(name: &str) -> Parts {
    let (threads, values) = match name {
        "make_layout_tv 4x64 o 16x4" => ("(4,64):(64,1)", "(16,4):(4,1)"),
        "make_layout_tv 16x8" => ("(16,8):(8,1)", "(1,8):(0,1)"),
        _ => return Err("no layouts that are known".into()),
    };
    let copy = make_tiled_copy(&threads.parse()?, &values.parse()?)?;
    Ok(vec![("tiler", Part::Numbers(copy.tile)), ("tv", plain(copy.tv))])
}

/// `Layout<Shape<_2,_2,_1>,Stride<_2,_1,_1>>{}`, or `2x2` for the compact one of these.
fn cpp_layout(text: &str) -> Result<cute::Layout, Box<dyn Error>> {
    let shape = |numbers: Vec<i64>| {
        tileir::IntTree::Tuple(numbers.into_iter().map(tileir::IntTree::Leaf).collect())
    };
    if let Some((m, n)) = text.split_once('x') {
        return Ok(cute::Layout::compact(&shape(vec![m.parse()?, n.parse()?, 1]))?);
    }
    match text.split_once("Stride") {
        None => Ok(cute::Layout::compact(&shape(numbers(text)?))?),
        Some((extents, strides)) => {
            Ok(cute::Layout::new(&shape(numbers(extents)?), &shape(numbers(strides)?))?)
        }
    }
}

/// The numbers `_8` of a text.
fn numbers(text: &str) -> Result<Vec<i64>, Box<dyn Error>> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let numbers = words.filter_map(|word| word.strip_prefix('_'));
    Ok(numbers.map(str::parse).collect::<Result<_, _>>()?)
}

/// The layout as the dialect prints it, without the type's name.
pub fn printed(layout: &cute::Composed) -> String {
    let text = CuteType::from(layout).to_string();
    text.split('"').nth(1).unwrap_or_default().to_owned()
}

/// The layout as a case writes it.
pub fn form(layout: &cute::Composed) -> Composed {
    let cute::Composed { swizzle, offset, layout } = layout;
    let swizzle = (swizzle.bits() > 0).then_some(Swizzle {
        bits: swizzle.bits().into(),
        base: swizzle.base().into(),
        shift: swizzle.shift().into(),
    });
    Composed { swizzle, offset: *offset, layout: layout_of(layout) }
}

/// The layout as a function.
pub fn function(layout: &cute::Composed) -> Function<i64> {
    let own = layout.clone();
    Function::new(layout.size(), move |i| own.eval(i).map_err(|error| error.to_string()))
}
