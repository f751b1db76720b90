//! The atoms of shared memory: the swizzled blocks from which a warpgroup's MMA reads.
//!
//! ```text
//! in bits    K   Sw<b,7,3> o (8,R):(R,1)      MN   Sw<b,7,3> o (R,8):(1,R)
//!            INTER b = 0, R = 128   SW32 b = 1, R = 256   SW64 b = 2, R = 512   SW128 b = 3, R = 1024
//! SW128 of 16-bit elements, K-major: Sw<3,3,3> o 0 o (8,64):(64,1)
//! ```
//!
//! CuTe writes such an atom with the swizzle of *bytes*, `Sw<3,4,3>`, beside a layout of
//! *elements*; until a pointer's width is known, it applies the one to offsets of the other.
//! [`SmemAtom::raw`] is that, [`SmemAtom::elements`] the address, in elements.

use super::{AtomError, name};
use crate::cute::{Composed, CuteError, Layout, Swizzle};
use crate::map::IntTree;

/// The kinds of atoms: the bits that are swizzled, the bits in a row, the rows, the swizzle's lowest bit.
const KINDS: [(&str, [i64; 4]); 9] = [
    ("K_INTER", [0, 128, 8, 4]),
    ("K_SW32", [1, 256, 8, 4]),
    ("K_SW64", [2, 512, 8, 4]),
    ("K_SW128", [3, 1024, 8, 4]),
    ("MN_INTER", [0, 128, 8, 4]),
    ("MN_SW32", [1, 256, 8, 4]),
    ("MN_SW64", [2, 512, 8, 4]),
    ("MN_SW128", [3, 1024, 8, 4]),
    ("MN_SW128_32B", [2, 1024, 4, 5]),
];

/// The widths of element types, in bits.
const WIDTHS: [(&str, i64); 24] = [
    ("uint1_t", 1),
    ("uint1b_t", 1),
    ("int4_t", 4),
    ("uint4_t", 4),
    ("float_e2m1_t", 4),
    ("int8_t", 8),
    ("uint8_t", 8),
    ("float_e4m3_t", 8),
    ("float_e5m2_t", 8),
    ("half_t", 16),
    ("bfloat16_t", 16),
    ("int16_t", 16),
    ("uint16_t", 16),
    ("float", 32),
    ("tfloat32_t", 32),
    ("int", 32),
    ("int32_t", 32),
    ("uint32_t", 32),
    ("double", 64),
    ("int64_t", 64),
    ("uint64_t", 64),
    ("f16", 16),
    ("bf16", 16),
    ("uint128_t", 128),
];

/// A swizzled block of shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmemAtom {
    /// The swizzle of bytes beside the layout of elements, as CuTe keeps them.
    pub raw: Composed,
    /// The address of an element, in elements.
    pub elements: Composed,
}

/// The shared-memory atom of this name, `GMMA::Layout_K_SW128_Atom<half_t>` for instance.
///
/// ```
/// use tileir::interop::cute::atoms;
/// let atom = atoms::smem("GMMA::Layout_K_SW128_Atom<half_t>")?;
/// assert_eq!(atom.elements.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// assert_eq!(atom.raw.to_string(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name that no atom has; an element type whose width is not known, or does not divide a row.
pub fn smem(name: &str) -> Result<SmemAtom, AtomError> {
    let unknown = || AtomError::Unknown {
        kind: "shared-memory atom",
        name: name.to_owned(),
        nearest: name::nearest(
            name,
            KINDS.map(|(kind, _)| format!("GMMA::Layout_{kind}_Atom<half_t>")).iter().map(|n| &**n),
        ),
    };
    let spelt = name::spellings(name).next().unwrap_or_default();
    let (head, element) = spelt.split_once('<').ok_or_else(unknown)?;
    let element = element.trim_end_matches('>');
    let kind = head.strip_prefix("Layout_").and_then(|kind| kind.strip_suffix("_Atom"));
    let kind = kind.and_then(|kind| KINDS.iter().find(|(known, _)| *known == kind));
    let &(kind, [bits, row, rows, base]) = kind.ok_or_else(unknown)?;
    let width = WIDTHS.iter().find(|(known, _)| *known == element).map(|(_, width)| *width);
    let width = width
        .ok_or_else(|| AtomError::Element { name: name.to_owned(), element: element.to_owned() })?;
    if row % width != 0 {
        return Err(AtomError::Width { name: name.to_owned(), bits: width, row });
    }
    let distance = if base == 5 { 2 } else { 3 };
    Ok(atom([bits, base, distance], [row / width, rows], kind.starts_with('K'), width)?)
}

fn atom(
    [bits, base, distance]: [i64; 3],
    [row, rows]: [i64; 2],
    k_major: bool,
    width: i64,
) -> Result<SmemAtom, CuteError> {
    let pair = |[a, b]: [i64; 2]| IntTree::Tuple(vec![IntTree::Leaf(a), IntTree::Leaf(b)]);
    let layout = match k_major {
        true => Layout::new(&pair([rows, row]), &pair([row, 1]))?,
        false => Layout::new(&pair([row, rows]), &pair([1, row]))?,
    };
    let bytes = Swizzle::new(bits, base, distance)?;
    let elements = bytes.recast(8, width)?;
    Ok(SmemAtom {
        raw: Composed::new(bytes, layout.clone()),
        elements: Composed::new(elements, layout),
    })
}
