//! Evaluation: what a map means.
//!
//! Slow, obvious and checked. A map is asked only at points of its domain, each operand's value
//! must lie in that operand's codomain, and every operation is exact in 64 bits or an error.
//!
//! A DAG that uses nodes twice is asked each node at each point once: a composition doubled
//! sixty times has 2^60 paths, and answers as fast as its orbits are short.

use std::collections::HashMap;

use super::{LayoutMap, Node};
use crate::error::EvalError;
use crate::index_set::Point;

/// Above this many paths, results are remembered by node and point.
const MEMO_FROM: u64 = 256;

type Memo = HashMap<(usize, Point), Result<Point, EvalError>>;

impl LayoutMap {
    /// The value at `point`, which lies in the codomain.
    ///
    /// # Errors
    /// Where the point is outside the domain, an operation is undefined, or the value is
    /// outside the codomain: of this map, or of a map that it is made of.
    pub fn eval(&self, point: &[i64]) -> Result<Point, EvalError> {
        let value = self.eval_unbounded(point)?;
        self.check_codomain(&value)?;
        Ok(value)
    }

    /// The value at `point`, which may lie outside this map's own codomain, but not outside
    /// that of a map whose value goes on into another. (The outer map of a composition, a factor
    /// and a piece end in the codomain of the whole.) The fact *total* speaks of this, *bounds* of
    /// the rest.
    ///
    /// # Errors
    /// As [`eval`](LayoutMap::eval), less the last check.
    pub fn eval_unbounded(&self, point: &[i64]) -> Result<Point, EvalError> {
        self.domain().check(point)?;
        let mut memo = (self.tree_size() > MEMO_FROM).then(HashMap::new);
        self.value(point, &mut memo)
    }

    /// `Ok` if `value` lies in the codomain.
    ///
    /// # Errors
    /// [`EvalError::OutsideCodomain`], naming the axis, or [`EvalError::Excluded`].
    pub fn check_codomain(&self, value: &[i64]) -> Result<(), EvalError> {
        match self.codomain().first_outside(value) {
            None => self.codomain().check_constraints(value),
            Some(axis) => Err(EvalError::OutsideCodomain {
                axis: self.codomain().axes()[axis].to_string(),
                value: value[axis],
            }),
        }
    }

    fn operand_value(&self, point: &[i64], memo: &mut Option<Memo>) -> Result<Point, EvalError> {
        let key = (self.node_id(), point.to_vec());
        if let Some(known) = memo.as_ref().and_then(|memo| memo.get(&key)) {
            return known.clone();
        }
        let value = self.value(point, memo).and_then(|value| {
            self.check_codomain(&value)?;
            Ok(value)
        });
        if let Some(memo) = memo {
            memo.insert(key, value.clone());
        }
        value
    }

    fn value(&self, point: &[i64], memo: &mut Option<Memo>) -> Result<Point, EvalError> {
        match self.node() {
            Node::Identity => Ok(point.to_vec()),
            Node::MixedRadix(layout) => layout.eval(point),
            Node::BitLinear(layout) => Ok(layout.eval(point, self.codomain().rank())),
            Node::Expr(program) => program.eval(point),
            Node::Translate { offset, map } => {
                let value = map.operand_value(point, memo)?;
                let sums = value.iter().zip(offset);
                sums.map(|(&v, &o)| crate::expr::BinaryOp::Add.apply(o, v)).collect()
            }
            Node::Permute { order: axes } | Node::Project { keep: axes } => {
                Ok(axes.iter().map(|&axis| point[axis]).collect())
            }
            Node::Product(factors) => {
                let mut value = Vec::with_capacity(self.codomain().rank());
                let mut rest = point;
                for factor in factors {
                    let (own, others) = rest.split_at(factor.domain().rank());
                    value.extend(factor.value(own, memo)?);
                    rest = others;
                }
                Ok(value)
            }
            Node::Compose { outer, inner } => {
                let middle = inner.operand_value(point, memo)?;
                outer.value(&middle, memo)
            }
            Node::Regroup(regroup) => regroup.eval(point),
            Node::Recast { units, map } => {
                let value = map.operand_value(point, memo)?;
                value.iter().map(|&address| units.convert(address)).collect()
            }
            Node::Transform { applied, map } => {
                let value = map.operand_value(point, memo)?;
                applied.eval(self.codomain(), &value)
            }
            Node::Piecewise(pieces) => LayoutMap::piece_at(pieces, point)?.value(point, memo),
            Node::Table(table) => table.eval(point, self.domain()),
        }
    }
}
