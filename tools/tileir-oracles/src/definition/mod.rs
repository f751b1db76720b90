//! What every operation must yield, evaluated point by point by the runner itself.
//!
//! A definition is either a function (`composition(A, B)` is `i -> A(B(i))`) or a law that an
//! answer keeps (`right_inverse(L)` is an `R` with `L(R(i)) = i`). None of it calls the library
//! under test, and none of it knows what a peer says.

pub mod complement;
pub mod cute;
pub mod inverse;
pub mod recast;
pub mod tilelang;
pub mod tiles;
pub mod tirx;
pub mod triton;
