//! Atoms: what a machine's instructions want of a layout, as data.
//!
//! An *atom* is a contract: so many lanes bring these operands, held like this, and get those.
//! The layouts are maps from `(lane, slot)` to the operand's tile, the same maps that
//! distribute a tile over a block, so an atom's needs and a program's distributions are compared
//! by a proof. Four things make up a contract:
//!
//! | | file | example: `ldmatrix.x4` |
//! |---|---|---|
//! | layouts and types | [`operand`](Operand) | 32 rows from shared memory; `(lane, slot)` to a register's half |
//! | effects | [`effects`](Effects) | reads shared memory; all lanes of a subgroup together |
//! | capabilities | [`Capability`] | `ldmatrix` |
//! | how it is emitted | [`Emit`] | `nvgpu.ldmatrix`; an atom without is a contract only |
//!
//! All atoms are rows of the files in `targets/atoms/`; their reader and verifier are [`Table`].
//!
//! ```
//! use tileir::atom::{atom, atom_on, tile_by};
//! use tileir::target::Target;
//! let mma = atom("mma.m16n8k16.f32.f16")?;
//! let [a, _, c] = tile_by(mma, [64, 64, 32], [2, 2])?;
//! assert_eq!((c.threads(), c.slots(), a.slots()), (128, 32, 32));
//! assert_eq!(c.element(32 + 5, 3)?, [9, 8 + 3]);
//!
//! let error = atom_on("mma.m16n8k16.f32.f16", &Target::by_name("lavapipe")?).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "atom 'mma.m16n8k16.f32.f16' needs subgroups of 32 lanes, and those of target 'lavapipe' \
//!      have 8; targets sm_80, sm_90a have it"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **The law.** What a table says is proved of it ([`Table::from_toml`], of the built-in ones by a
//! test of the crate): each map is a distribution of its tile, what is written is written once,
//! shapes that share a name agree.

mod effects;
mod emit;
mod error;
mod operand;
mod product;
mod row;
mod table;
mod tiling;
mod verify;

use std::sync::LazyLock;

pub use effects::{Completion, Conflict, Effects, Group, Spaces, may_swap};
pub use emit::Emit;
pub use error::{AtomError, TableError};
pub use operand::{Element, Operand, Role, Space};
pub use product::{arrangements, products};
pub use table::Table;
pub use tiling::{TilingError, tile_by};

use crate::interop::cute::atoms::nearest;
use crate::target::{Capability, Target};

/// What an instruction wants and does; see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// What it is called.
    pub name: String,
    /// The lanes that take part.
    pub width: i64,
    /// The subgroups that they make up.
    pub subgroups: i64,
    /// What it reads and writes.
    pub operands: Vec<Operand>,
    /// What may not move across it.
    pub effects: Effects,
    /// What a target has to be able to do.
    pub requires: Vec<Capability>,
    /// The operation that it becomes; `None` if the atom is a contract only.
    pub emit: Option<Emit>,
}

impl Atom {
    /// The operand of this name.
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        self.operands.iter().find(|operand| operand.name == name)
    }

    /// The operands A, B and C of a product of matrices, if the atom is one.
    pub fn product(&self) -> Option<[&Operand; 3]> {
        Some([self.operand("a")?, self.operand("b")?, self.operand("c")?])
            .filter(|[_, _, c]| c.map.codomain().position("n").is_some())
    }

    /// The lanes of a subgroup, as the atom counts on them; `None` if each lane is by itself.
    pub fn lanes(&self) -> Option<i64> {
        if self.width == 1 { None } else { self.width.checked_div(self.subgroups) }
    }

    /// Whether the target has it.
    ///
    /// # Errors
    /// The first thing that the target lacks: a width, a type, a capability.
    pub fn on(&self, target: &Target) -> Result<(), AtomError> {
        let Some(lack) = self.lacks(target) else { return Ok(()) };
        let (atom, target, remedy) = (self.name.clone(), target.name.clone(), self.remedy());
        Err(match lack {
            Lack::Width { needs, has } => AtomError::Width { atom, needs, target, has, remedy },
            Lack::Threads { has } => {
                AtomError::Threads { atom, needs: self.width, target, has, remedy }
            }
            Lack::Type(element) => AtomError::Type { atom, element, target, remedy },
            Lack::Capability(needs) => AtomError::Capability { atom, needs, target, remedy },
        })
    }

    /// The first thing that the target lacks of what the atom needs.
    fn lacks(&self, target: &Target) -> Option<Lack> {
        let has = target.subgroup;
        if let Some(needs) = self.lanes().filter(|&lanes| lanes != has) {
            return Some(Lack::Width { needs, has });
        }
        if self.width > target.max_threads {
            return Some(Lack::Threads { has: target.max_threads });
        }
        let mut elements = self.operands.iter().map(|operand| operand.element);
        if let Some(element) = elements.find(|one| !target.has_type(one.storage())) {
            return Some(Lack::Type(element));
        }
        let lacking = self.requires.iter().find(|&&needs| !target.can(needs));
        lacking.map(|&needs| Lack::Capability(needs))
    }

    /// What would fix that a target lacks it.
    fn remedy(&self) -> String {
        let known = Target::names().filter_map(|name| Target::by_name(name).ok());
        let have: Vec<String> = known.filter(|t| self.lacks(t).is_none()).map(|t| t.name).collect();
        match have.as_slice() {
            [] => "no built-in target has it".to_string(),
            [one] => format!("target {one} has it"),
            _ => format!("targets {} have it", have.join(", ")),
        }
    }
}

/// What a target lacks of what an atom needs.
enum Lack {
    Width { needs: i64, has: i64 },
    Threads { has: i64 },
    Type(Element),
    Capability(Capability),
}

/// The built-in atoms' files.
const FILES: [(&str, &str); 6] = [
    ("targets/atoms/memory.toml", include_str!("../../targets/atoms/memory.toml")),
    ("targets/atoms/arithmetic.toml", include_str!("../../targets/atoms/arithmetic.toml")),
    ("targets/atoms/lanes.toml", include_str!("../../targets/atoms/lanes.toml")),
    ("targets/atoms/spirv.toml", include_str!("../../targets/atoms/spirv.toml")),
    ("targets/atoms/matrices.toml", include_str!("../../targets/atoms/matrices.toml")),
    ("targets/atoms/contracts.toml", include_str!("../../targets/atoms/contracts.toml")),
];

/// Read as they are: that all of it is proved is a test of the crate, not paid for at each start.
static ATOMS: LazyLock<Result<Table, TableError>> = LazyLock::new(|| Table::read(&FILES));

/// Every atom there is, in the table's order.
///
/// # Errors
/// None: the table is part of the crate.
pub fn atoms() -> Result<&'static [Atom], AtomError> {
    Ok(ATOMS.as_ref().map_err(TableError::clone)?.atoms())
}

/// The atom of this name.
///
/// # Errors
/// [`AtomError::UnknownAtom`], with the names that come nearest.
pub fn atom(name: &str) -> Result<&'static Atom, AtomError> {
    let table = ATOMS.as_ref().map_err(TableError::clone)?;
    table.get(name).ok_or_else(|| {
        let near = nearest(name, table.atoms().iter().map(|atom| atom.name.as_str()));
        let nearest = match near.is_empty() {
            true => String::new(),
            false => format!("; the nearest names are {}", near.join(", ")),
        };
        AtomError::UnknownAtom { name: name.chars().take(80).collect(), nearest }
    })
}

/// The atom of this name, if the target has it.
///
/// # Errors
/// As [`atom`] and [`Atom::on`].
pub fn atom_on(name: &str, target: &Target) -> Result<&'static Atom, AtomError> {
    let atom = atom(name)?;
    atom.on(target).map(|()| atom)
}

/// The atoms that a target has, in the table's order.
///
/// # Errors
/// None: the table is part of the crate.
pub fn atoms_of(target: &Target) -> Result<Vec<&'static Atom>, AtomError> {
    Ok(atoms()?.iter().filter(|atom| atom.lacks(target).is_none()).collect())
}
