//! Layouts that are linear over GF(2): bit matrices with names, and the operators of Triton's
//! `LinearLayout`.
//!
//! A *layout* ([`Linear`]) maps a point of named input dimensions, each a power of two, to a
//! point of named output dimensions. It is given by its *bases*, the images of the single bits;
//! any other image is the XOR of the bases of the bits that are set. Four by four elements,
//! with the column XORed by the row:
//!
//! ```text
//! (i : 4, j : 4) -> (row : 4, bank : 4)           row, bank of (i, j):
//! i = [(1, 1), (2, 2)]                              j = 0     1     2     3
//! j = [(0, 1), (0, 2)]                      i = 0    0,0   0,1   0,2   0,3
//!                                           i = 1    1,1   1,0   1,3   1,2
//!                                           i = 2    2,2   2,3   2,0   2,1
//!                                           i = 3    3,3   3,2   3,1   3,0
//! (i = 3, j = 2):   (1,1) ^ (2,2) ^ (0,2)  =  (3,1)
//! ```
//!
//! Each row and each column meets every bank once, which is what the swizzle is for.
//!
//! **The law.** `f(x xor y) = f(x) xor f(y)`, so a layout of `n` bits is known from `n` points,
//! and everything asked of it is elimination: the cost grows with the bits, never with the
//! points. The *first* dimension is the least significant wherever bits stand in a row (in a
//! reshape, in "the smallest preimage"), as in Triton.
//!
//! | operators | |
//! |---|---|
//! | [`new`](Linear::new), [`from_bases`](Linear::from_bases), [`identity_1d`](Linear::identity_1d), [`strided_1d`](Linear::strided_1d), [`zeros_1d`](Linear::zeros_1d), [`empty`](Linear::empty) | construction |
//! | [`apply`](Linear::apply), [`packed`](Linear::packed), [`basis`](Linear::basis), [`bases`](Linear::bases), [`matrix`](Linear::matrix) | values |
//! | [`compose`](Linear::compose) | `outer(self(x))` |
//! | [`product`](Linear::product), [`divide_left`](Linear::divide_left), [`divide_right`](Linear::divide_right), [`is_trivial_over`](Linear::is_trivial_over), [`quotient`](Linear::quotient) | side by side, and back |
//! | [`invert`](Linear::invert), [`pseudoinvert`](Linear::pseudoinvert), [`invert_and_compose`](Linear::invert_and_compose), [`invert_and_compose_keeping`](Linear::invert_and_compose_keeping), [`preimage`](Linear::preimage) | the map back |
//! | [`rank`](Linear::rank), [`is_injective`](Linear::is_injective), [`is_surjective`](Linear::is_surjective), [`is_invertible`](Linear::is_invertible), [`kernel`](Linear::kernel), [`image`](Linear::image), [`free_variable_masks`](Linear::free_variable_masks), [`num_consecutive_in_out`](Linear::num_consecutive_in_out), [`same_map`](Linear::same_map) | facts; `require_…` gives the witness |
//! | [`sublayout`](Linear::sublayout), [`is_sublayout_zero`](Linear::is_sublayout_zero), [`is_sublayout_identity`](Linear::is_sublayout_identity), [`concat_ins`](Linear::concat_ins), [`concat_outs`](Linear::concat_outs) | parts |
//! | [`reshape_ins`](Linear::reshape_ins), [`flatten_ins`](Linear::flatten_ins), [`transpose_ins`](Linear::transpose_ins), [`rename_in`](Linear::rename_in), [`squeeze_ins`](Linear::squeeze_ins), [`with_unit_in`](Linear::with_unit_in), [`resize_in`](Linear::resize_in), and of the outputs; [`remove_zero_bases`](Linear::remove_zero_bases) | names, order and size |
//! | [`to_map`](Linear::to_map), `TryFrom<&LayoutMap>`, `Display`, `FromStr` | the `bit_linear` node and its text |
//!
//! An operator that has no answer gives a [`Gf2Error`] that says where, with a witness: the
//! value that is not taken, the two points that collide, the basis that does not fit.
//!
//! Of any size: with up to 64 input and 64 output bits a column is one machine word, and up to
//! 16 of them need no allocation; beyond, the same code runs on lists of words. Only one
//! dimension alone is limited, to [`DIM_BITS`], for its coordinate is an `i64`.
//!
//! What never lives here: replicas with a meaning, extents that are no power of two, offsets.
//! Those are [`LayoutMap`](crate::LayoutMap)s.
//!
//! Source: Zhou et al., Linear Layouts, arXiv 2505.23819.

mod bits;
mod compose;
mod construct;
mod convert;
mod dims;
mod divide;
mod echelon;
mod error;
mod facts;
mod inverse;
mod linear;
mod matrix;
mod product;
mod reshape;
mod sublayout;

pub(crate) use echelon::{Echelon, Span, rank};

pub use convert::LinearParseError;
pub use dims::{DIM_BITS, Dim, Dims};
pub use error::{Gf2Error, Place};
pub use linear::{Linear, Packed};
