//! Registered transforms: bijections of an index set onto itself that are applied to a map's
//! value, such as the XOR swizzle of shared memory.
//!
//! A transform has a name and integer parameters. It brings its own evaluator and inverse, and,
//! if it can be written so, a [`Program`] from which everything is proved as for any expression.
//! Without a program its claim, that it is a bijection, is all that proofs have; they then name
//! the transform. So a claim is checked: at [registration](register) every point of a family of
//! small sets is tried, and a transform that is no bijection there is refused.
//!
//! | name | parameters | set | value |
//! |---|---|---|---|
//! | `swizzle` | bits, base, shift | one axis | CuTe's `Sw<bits, base, shift>`: `x xor ((x shr shift) and mask)` |
//! | `rotate` | step | two axes | `(i, j)` to `(i, (j + step*i) mod extent_j)` |
//!
//! ```
//! use tileir::LayoutMap;
//! let rows: LayoutMap = "transform<swizzle(3, 0, 3), mixed_radix<(8,8):(8,1)> to (d0 : 64)>".parse()?;
//! assert_eq!(rows.eval(&[2, 5])?, [2 * 8 + (5 ^ 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod registry;
mod rotate;
mod swizzle;

pub use registry::{Refusal, find, register};
pub use swizzle::swizzle_program;

use crate::error::EvalError;
use crate::expr::Program;
use crate::index_set::{IndexSet, Point};

/// A family of bijections; see the [module](self).
pub trait Transform: Send + Sync {
    /// The name in the text form, an identifier.
    fn name(&self) -> &'static str;

    /// `Ok` if these parameters make a bijection of `set`, a box, onto itself.
    ///
    /// # Errors
    /// Why not, naming the parameter or the axis and the numbers.
    fn check(&self, parameters: &[i64], set: &IndexSet) -> Result<(), String>;

    /// The image of a point of `set`; parameters and set have been [checked](Transform::check).
    ///
    /// # Errors
    /// Where arithmetic fails.
    fn eval(&self, parameters: &[i64], set: &IndexSet, point: &[i64]) -> Result<Point, EvalError>;

    /// The point of which `image` is the image.
    ///
    /// # Errors
    /// Where arithmetic fails.
    fn inverse(
        &self,
        parameters: &[i64],
        set: &IndexSet,
        image: &[i64],
    ) -> Result<Point, EvalError>;

    /// The same as [`eval`](Transform::eval) as an expression, for proofs and code.
    fn program(&self, parameters: &[i64], set: &IndexSet) -> Option<Program>;

    /// The inverse as an expression.
    fn inverse_program(&self, parameters: &[i64], set: &IndexSet) -> Option<Program>;

    /// Parameters with which the claim is tried at registration.
    fn samples(&self) -> Vec<Vec<i64>>;
}
