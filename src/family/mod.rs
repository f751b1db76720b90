//! Families: maps with parameters.
//!
//! Extents, strides, offsets and constants are often known only when a program runs. What *is*
//! known is where they lie and what divides them: `n : 8..=4096 by 8`. A [`Family`] is a map
//! for every value of its [`Parameters`]:
//!
//! ```text
//! family<(n : 8..=64 by 8, s : 0..=1000)
//!        (i : n, j : 8) -> (i * s + j) to (a : n * s + 8)>
//!
//! n = 16, s = 100    (i : 16, j : 8) -> (i * 100 + j) to (a : 1608)
//! ```
//!
//! **Parameters are coordinates.** The family is one [`LayoutMap`](crate::LayoutMap) whose
//! leading axes, of domain and codomain, are the parameters: its [*bundle*](Family::map). It
//! takes a parameter to itself, so the bundle is total, in bounds, injective or surjective
//! exactly if every member is, and one proof speaks of all members at once.
//!
//! **The law.** [`bind`](Family::bind) substitutes: `family.bind(v)?.eval(x)` is
//! `family.eval(v, x)`, and `v, x` goes to `v, y` in the bundle. Composition, product and
//! translation of families are those of their members, for every value of the parameters.

mod bind;
mod combine;
mod counted;
mod error;
mod fold;
mod member;
mod operations;
mod parameter;
mod set;
mod symbolic;

pub use counted::{Counted, Tally};
pub use error::{BindError, FamilyError, MemberError};
pub(crate) use fold::fold;
pub use member::Family;
pub(crate) use member::Stage;
pub use operations::Operations;
pub use parameter::{Parameter, Parameters};
pub use set::{SymbolicAxis, SymbolicSet};
pub use symbolic::{Case, Cases, Condition, Guard, Refusal, Relation, Scope, Sym};
