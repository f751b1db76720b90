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
//! exactly if every member is, and one proof speaks of all members at once. (Values for which an
//! extent is negative, or has no value, have no member: [`bind`](Family::bind) refuses them, and
//! the bundle leaves them out.)
//!
//! **The law.** [`bind`](Family::bind) substitutes: `family.bind(v)?.eval(x)` is
//! `family.eval(v, x)`, and `v, x` goes to `v, y` in the bundle. Composition, product and
//! translation of families are those of their members, for every value of the parameters.
//!
//! **What is left at run time.** The algebra of layouts works on parameters while compiling
//! ([`Scope`], [`Sym`]), under a [`Guard`] where it must; [`Family::program`] is what remains.
//! The same algebra on integers, run with the program, is counted beside it ([`Counted`]), for a
//! matrix with `m : 128..=65536 by 128`, `n : 64..=65536 by 64` and `ld : 64..=65536 by 8` where
//! those are named. *Algebra* and *once* are done before the first point, the others at each; the
//! *guard* is checked once, or never where it was proved; *once* has the extents of the result:
//!
//! | operation | of | and | run-time algebra | each | here, guard | once | each |
//! |---|---|---|---|---|---|---|---|
//! | `logical_divide` | `n:1` | `t:1` | 8 add, 9 mul, 1 div, 30 compare | 1 add, 1 mul | 1 div, 1 compare | 1 div | 1 add, 1 mul |
//! | `logical_divide` | `(12,(4,8)):(7,(1,30))` | `t:1` | 8 add, 8 mul, 5 div, 40 compare | 3 add, 3 mul, 4 div | 4 div, 4 compare | 1 mul, 3 div | 3 add, 3 mul, 4 div |
//! | `flat_divide` | `(m,n):(ld,1)` | `(128,64)` | 9 add, 20 mul, 2 div, 24 compare | 3 add, 3 mul | none | 1 mul, 2 div | 3 add, 3 mul |
//! | `logical_divide` | `(m,n):(ld,1)` | `(128,64)` | 9 add, 14 mul, 2 div, 24 compare | 3 add, 3 mul, 4 div | none | none | 1 add, 1 mul |
//! | `composition` | `(m,n):(1,ld)` | `(8,4):(1,8)` | 1 mul, 2 div, 9 compare | 1 add, 1 mul | none | none | 1 add, 1 mul |
//! | `composition` | `(m,n):(1,ld)` | `(m floordiv 2,n):(2,m)` | 9 add, 7 mul, 3 div, 32 compare | 1 add, 2 mul | none | 1 div | 1 add, 2 mul |
//! | `composition` | `(m,n):(1,ld)` | `m * 2:1` | 7 add, 6 mul, 1 div, 18 compare | 1 add, 1 mul | none | none | 1 add, 1 mul |
//! | `composition` | `(m,n):(1,ld)` | `(n,m):(m,1)` | 9 add, 7 mul, 1 div, 29 compare | 1 add, 1 mul | none | none | 1 add, 1 mul |
//!
//! The run-time algebra is this crate's, with every check: the comparisons are those without which
//! it is wrong where something does not divide. A number that is known while compiling costs it
//! nothing, and no form is searched for. Each column is measured (`tests/family_operations.rs`).

mod bind;
mod code;
mod combine;
mod counted;
mod error;
mod fold;
mod member;
mod operations;
mod parameter;
mod set;
mod symbolic;
mod values;

pub use counted::{Counted, Tally};
pub use error::{BindError, FamilyError, MemberError};
pub(crate) use fold::fold;
pub use member::Family;
pub(crate) use member::Stage;
pub use operations::Operations;
pub use parameter::{Parameter, Parameters};
pub(crate) use set::stays_in_range;
pub use set::{SymbolicAxis, SymbolicSet};
pub(crate) use symbolic::Explored;
pub use symbolic::{Case, Cases, Condition, Guard, Limit, Refusal, Relation, Scope, Sym, Unmet};
