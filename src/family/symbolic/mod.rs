//! Numbers with parameters in them, for the algebra of layouts.
//!
//! CuTe's algebra asks of its numbers whether one divides another and whether one is less.
//! Of `4 * n` and 8 that is not known. Run-time layouts of C++ CuTe skip the question, and are
//! wrong where the answer would have been no. Here a [`Scope`] answers it from the ranges and
//! divisors of the parameters; where they leave it open, it takes an answer as an assumption,
//! and the [`Guard`] says under which conditions the result is right:
//!
//! ```
//! use tileir::cute::logical_divide;
//! use tileir::family::Scope;
//! let scope = Scope::new("(n : 1..=4096)".parse()?);
//! let (row, tile) = (scope.layout("n:1")?, scope.layout("16:1")?);
//! let case = scope.first(|| logical_divide(&row, &tile)?.into_flat())?;
//! assert_eq!(case.layout.to_string(), "(16,n floordiv 16):(1,16)");
//! assert_eq!(case.guard.to_string(), "16 divides n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every search has a budget of [steps](Limit::Steps), the same on every machine: what is not
//! decided within it is reported as such.
//!
//! **The law.** For all values of the parameters for which the guard holds, the result is the
//! function that the algebra gives for the numbers, perhaps in another form; by way of
//! [`forms`](Scope::forms) it is the very layout. Where the guard does not hold, nothing is claimed.

mod cases;
mod decide;
mod explore;
mod facts;
mod given;
mod guard;
mod members;
mod of_program;
mod polynomial;
mod range;
mod scope;
mod steps;
mod sym;
mod tidy;
mod weaken;

pub use cases::{Case, Cases, Limit, Refusal};
pub(crate) use explore::Explored;
pub use guard::{Condition, Guard, Relation, Unmet};
pub use scope::Scope;
pub use sym::Sym;
