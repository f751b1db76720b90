//! Affine maps and integer sets as expressions.
//!
//! ```text
//! affine_map<(d0)[s0] -> (d0 * 4 + s0 mod 8)>      4*d0 + s0 mod 8
//! affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>        0 le s0 - d0 - 1
//! ```
//!
//! Division and remainder by what may be 0 or less have no meaning there, nor has an operation
//! that leaves the bits of an `index`: of these nothing is known.

use std::collections::HashSet;

use melior::ir::Attribute;
use melior::ir::attribute::AttributeLike;
use mlir_sys::{MlirAffineExpr, MlirAffineMap};
use tileir::BinaryOp;

use super::scope::Scope;
use crate::builder::Val;

/// Expressions that are nested deeper are not read.
const NESTING: usize = 256;

/// An affine map of an attribute.
#[derive(Clone, Copy)]
pub struct Map(MlirAffineMap);

impl Map {
    /// The map, if the attribute is one.
    pub fn of(attribute: Attribute<'_>) -> Option<Map> {
        // SAFETY: the attribute is alive, and is asked for its map only if it has one.
        unsafe {
            mlir_sys::mlirAttributeIsAAffineMap(attribute.to_raw())
                .then(|| Map(mlir_sys::mlirAffineMapAttrGetValue(attribute.to_raw())))
        }
    }

    /// The number of dimensions and symbols.
    pub fn inputs(self) -> usize {
        // SAFETY: the map is alive as long as its context.
        usize::try_from(unsafe { mlir_sys::mlirAffineMapGetNumInputs(self.0) }).unwrap_or(0)
    }

    fn dims(self) -> usize {
        // SAFETY: as above.
        usize::try_from(unsafe { mlir_sys::mlirAffineMapGetNumDims(self.0) }).unwrap_or(0)
    }

    fn results(self) -> Vec<MlirAffineExpr> {
        // SAFETY: as above, and each number is one of a result.
        unsafe {
            let count = mlir_sys::mlirAffineMapGetNumResults(self.0);
            (0..count).map(|k| mlir_sys::mlirAffineMapGetResult(self.0, k)).collect()
        }
    }

    /// The positions of the dimensions that the results are; `None` for one that is none: a
    /// constant, which a broadcast has.
    pub fn dimensions(self) -> Vec<Option<usize>> {
        let position = |expr: MlirAffineExpr| {
            // SAFETY: the expression is alive, and is asked for its position only if it has one.
            unsafe {
                mlir_sys::mlirAffineExprIsADim(expr)
                    .then(|| mlir_sys::mlirAffineDimExprGetPosition(expr))
            }
        };
        let positions = self.results().into_iter().map(position);
        positions.map(|position| usize::try_from(position?).ok()).collect()
    }
}

impl<'c> Scope<'c> {
    /// The results of a map at these values; `None` for one of which nothing is known.
    pub fn affine_map(&mut self, map: Map, operands: &[Val<'c>]) -> Vec<Option<u32>> {
        let inputs: Vec<u32> = operands.iter().map(|&value| self.place_of(value)).collect();
        let results = map.results().into_iter();
        results.map(|expr| self.expression(expr, map.dims(), &inputs, 0)).collect()
    }

    /// The one result of a map, or a number of which nothing is known.
    pub fn affine_value(&mut self, map: Map, operands: &[Val<'c>]) -> Option<u32> {
        self.affine_map(map, operands).first().copied().flatten()
    }

    /// Whether a point is in an integer set: 1 or 0.
    pub fn integer_set(&mut self, set: Attribute<'c>, operands: &[Val<'c>]) -> Option<u32> {
        // SAFETY: the attribute is alive, and is asked for its set only if it has one.
        let set = unsafe {
            mlir_sys::mlirAttributeIsAIntegerSet(set.to_raw())
                .then(|| mlir_sys::mlirIntegerSetAttrGetValue(set.to_raw()))?
        };
        let inputs: Vec<u32> = operands.iter().map(|&value| self.place_of(value)).collect();
        // SAFETY: the set is alive as long as its context, and each number is one of a constraint.
        let (dims, constraints): (isize, Vec<(MlirAffineExpr, bool)>) = unsafe {
            let each = (0..mlir_sys::mlirIntegerSetGetNumConstraints(set)).map(|k| {
                let equal = mlir_sys::mlirIntegerSetIsConstraintEq(set, k);
                (mlir_sys::mlirIntegerSetGetConstraint(set, k), equal)
            });
            (mlir_sys::mlirIntegerSetGetNumDims(set), each.collect())
        };
        let dims = usize::try_from(dims).ok()?;
        let zero = self.linear.constant(0);
        let mut all = self.linear.constant(1);
        for (expr, equal) in constraints {
            let value = self.expression(expr, dims, &inputs, 0)?;
            let holds = match equal {
                true => self.binary(BinaryOp::Eq, value, zero),
                false => self.binary(BinaryOp::Le, zero, value),
            };
            all = self.both(all, holds);
        }
        Some(all)
    }

    /// An expression, each operation of it in the bits of an `index`.
    fn expression(
        &mut self,
        expr: MlirAffineExpr,
        dims: usize,
        inputs: &[u32],
        depth: usize,
    ) -> Option<u32> {
        if depth > NESTING {
            return None;
        }
        // SAFETY: the expression is alive as long as its context; each is asked only what its
        // kind has.
        let (kind, lhs, rhs) = unsafe {
            if mlir_sys::mlirAffineExprIsAConstant(expr) {
                let number = mlir_sys::mlirAffineConstantExprGetValue(expr);
                let place = self.linear.constant(number);
                return self.exact(place, self.index_bits);
            }
            if mlir_sys::mlirAffineExprIsADim(expr) {
                let position = mlir_sys::mlirAffineDimExprGetPosition(expr);
                return inputs.get(usize::try_from(position).ok()?).copied();
            }
            if mlir_sys::mlirAffineExprIsASymbol(expr) {
                let position = mlir_sys::mlirAffineSymbolExprGetPosition(expr);
                return inputs.get(dims + usize::try_from(position).ok()?).copied();
            }
            let kind = [
                (mlir_sys::mlirAffineExprIsAAdd(expr), Kind::Add),
                (mlir_sys::mlirAffineExprIsAMul(expr), Kind::Mul),
                (mlir_sys::mlirAffineExprIsAMod(expr), Kind::Mod),
                (mlir_sys::mlirAffineExprIsAFloorDiv(expr), Kind::FloorDiv),
                (mlir_sys::mlirAffineExprIsACeilDiv(expr), Kind::CeilDiv),
            ];
            let kind = kind.into_iter().find_map(|(is, kind)| is.then_some(kind))?;
            let lhs = mlir_sys::mlirAffineBinaryOpExprGetLHS(expr);
            (kind, lhs, mlir_sys::mlirAffineBinaryOpExprGetRHS(expr))
        };
        let lhs = self.expression(lhs, dims, inputs, depth + 1)?;
        let rhs = self.expression(rhs, dims, inputs, depth + 1)?;
        if !matches!(kind, Kind::Add | Kind::Mul) && self.linear.interval(rhs).lo < 1 {
            return None;
        }
        let value = match kind {
            Kind::Add => self.binary(BinaryOp::Add, lhs, rhs),
            Kind::Mul => self.binary(BinaryOp::Mul, lhs, rhs),
            Kind::Mod => self.binary(BinaryOp::Mod, lhs, rhs),
            Kind::FloorDiv => self.binary(BinaryOp::FloorDiv, lhs, rhs),
            Kind::CeilDiv => self.ceil_div(lhs, rhs)?,
        };
        self.exact(value, self.index_bits)
    }

    /// The quotient by a positive number, rounded up.
    pub fn ceil_div(&mut self, lhs: u32, rhs: u32) -> Option<u32> {
        let one = self.linear.constant(1);
        let most = self.binary(BinaryOp::Sub, rhs, one);
        let raised = self.binary(BinaryOp::Add, lhs, most);
        if self.linear.safe(raised) {
            return Some(self.binary(BinaryOp::FloorDiv, raised, rhs));
        }
        let zero = self.linear.constant(0);
        let negated = self.binary(BinaryOp::Sub, zero, lhs);
        let quotient = self.binary(BinaryOp::FloorDiv, negated, rhs);
        let value = self.binary(BinaryOp::Sub, zero, quotient);
        self.linear.safe(value).then_some(value)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

/// Whether a map or a set divides by what may be 0 or less, where it is known of each input
/// whether it is positive; of one that is left out it is not.
pub fn may_divide_by_zero(attribute: Attribute<'_>, positive: &[bool]) -> bool {
    // SAFETY: the attribute is alive, and is asked for its map or set only if it has one, whose
    // expressions live as long as its context; each number is one of a constraint.
    let (dims, results) = unsafe {
        if mlir_sys::mlirAttributeIsAIntegerSet(attribute.to_raw()) {
            let set = mlir_sys::mlirIntegerSetAttrGetValue(attribute.to_raw());
            let count = mlir_sys::mlirIntegerSetGetNumConstraints(set);
            let each = (0..count).map(|k| mlir_sys::mlirIntegerSetGetConstraint(set, k));
            (mlir_sys::mlirIntegerSetGetNumDims(set), each.collect())
        } else {
            let Some(map) = Map::of(attribute) else { return false };
            (mlir_sys::mlirAffineMapGetNumDims(map.0), map.results())
        }
    };
    let Ok(dims) = usize::try_from(dims) else { return true };
    let mut left: Vec<MlirAffineExpr> = results;
    // Equal expressions are one, and looked at once.
    let mut seen = HashSet::new();
    while let Some(expr) = left.pop() {
        if !seen.insert(expr.ptr as usize) {
            continue;
        }
        // SAFETY: as above; each expression is asked only what its kind has.
        unsafe {
            if !mlir_sys::mlirAffineExprIsABinary(expr) {
                continue;
            }
            let by = mlir_sys::mlirAffineBinaryOpExprGetRHS(expr);
            let divides =
                !mlir_sys::mlirAffineExprIsAAdd(expr) && !mlir_sys::mlirAffineExprIsAMul(expr);
            if divides && !is_positive(by, dims, positive) {
                return true;
            }
            left.extend([mlir_sys::mlirAffineBinaryOpExprGetLHS(expr), by]);
        }
    }
    false
}

/// Whether an expression is seen to be positive: a constant, or an input.
fn is_positive(expr: MlirAffineExpr, dims: usize, positive: &[bool]) -> bool {
    // SAFETY: the expression is alive as long as its context, and asked only what its kind has.
    let input = unsafe {
        if mlir_sys::mlirAffineExprIsAConstant(expr) {
            return mlir_sys::mlirAffineConstantExprGetValue(expr) > 0;
        }
        if mlir_sys::mlirAffineExprIsADim(expr) {
            usize::try_from(mlir_sys::mlirAffineDimExprGetPosition(expr)).ok()
        } else if mlir_sys::mlirAffineExprIsASymbol(expr) {
            let position = mlir_sys::mlirAffineSymbolExprGetPosition(expr);
            usize::try_from(position).ok().and_then(|position| dims.checked_add(position))
        } else {
            None
        }
    };
    input.and_then(|input| positive.get(input)).is_some_and(|&positive| positive)
}
