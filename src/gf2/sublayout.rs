//! Parts of a layout, and layouts put together from parts.
//!
//! A *sublayout* has some of the inputs (the others 0) and some of the outputs, in the order in
//! which the layout has them, whatever the order of the names asked for. `concat_ins` puts two
//! maps into the same outputs side by side: the value is the XOR of both. `concat_outs` gives
//! both values of the same point.

use super::Linear;
use super::bits::Bits;
use super::compose::same_names;
use super::dims::{Dim, Dims};
use super::error::Gf2Error;
use super::linear::moves;
use super::matrix::Matrix;

impl Linear {
    /// The part from these inputs to these outputs, both in their order here.
    ///
    /// # Errors
    /// A dimension that there is not, or that is named twice.
    pub fn sublayout(&self, ins: &[&str], outs: &[&str]) -> Result<Linear, Gf2Error> {
        let part = |dims: &Dims, names: &[&str]| {
            let chosen = dims.choose(names)?;
            Ok::<Dims, Gf2Error>(Dims::of(chosen.into_iter().map(|placed| placed.dim.clone())))
        };
        Ok(self.ordered(&part(&self.ins, ins)?, &part(&self.outs, outs)?))
    }

    /// Whether these inputs change none of these outputs.
    ///
    /// # Errors
    /// As [`sublayout`](Linear::sublayout).
    pub fn is_sublayout_zero(&self, ins: &[&str], outs: &[&str]) -> Result<bool, Gf2Error> {
        let part = self.sublayout(ins, outs)?;
        Ok(part.matrix.words().iter().all(|&word| word == 0))
    }

    /// Whether the part from these inputs to these outputs, both flattened, is the identity.
    ///
    /// # Errors
    /// As [`sublayout`](Linear::sublayout).
    pub fn is_sublayout_identity(&self, ins: &[&str], outs: &[&str]) -> Result<bool, Gf2Error> {
        let part = self.sublayout(ins, outs)?;
        let unit = |column: usize| {
            let image = part.matrix.column(column).to_vec();
            image.ones().eq([column])
        };
        Ok(part.matrix.rows() == part.matrix.columns() && (0..part.matrix.columns()).all(unit))
    }

    /// The inputs of both into the outputs of both: the value is the XOR.
    ///
    /// # Errors
    /// Outputs of other names or sizes, or an input of both.
    pub fn concat_ins(&self, other: &Linear) -> Result<Linear, Gf2Error> {
        let ins = disjoint("concat_ins", &self.ins, &other.ins)?;
        same_dims("concat_ins", &self.outs, &other.outs)?;
        let (mut matrix, own) = (Matrix::zeros(self.outs.bits(), ins.bits()), &self.outs);
        for column in 0..self.matrix.columns() {
            matrix.add_column(column, self.matrix.column(column));
        }
        let moves = moves(&other.outs, own);
        for source in 0..other.matrix.columns() {
            matrix.add_moved(self.matrix.columns() + source, &other.matrix, source, &moves);
        }
        Ok(Linear { ins, outs: self.outs.clone(), matrix })
    }

    /// The outputs of both at the same point.
    ///
    /// # Errors
    /// Inputs of other names or sizes, or an output of both.
    pub fn concat_outs(&self, other: &Linear) -> Result<Linear, Gf2Error> {
        let outs = disjoint("concat_outs", &self.outs, &other.outs)?;
        same_dims("concat_outs", &self.ins, &other.ins)?;
        let other = other.ordered(&self.ins, &other.outs);
        let mut matrix = Matrix::zeros(outs.bits(), self.ins.bits());
        for (layout, moves) in [self, &other].map(|layout| (layout, moves(&layout.outs, &outs))) {
            for column in 0..matrix.columns() {
                matrix.add_moved(column, &layout.matrix, column, &moves);
            }
        }
        Ok(Linear { ins: self.ins.clone(), outs, matrix })
    }
}

fn disjoint(operation: &'static str, left: &Dims, right: &Dims) -> Result<Dims, Gf2Error> {
    if let Some(dim) = left.names().find(|name| right.get(name).is_some()) {
        return Err(Gf2Error::Shared { operation, dim: dim.to_string() });
    }
    Ok(Dims::of(left.iter().chain(right.iter()).cloned().collect::<Vec<Dim>>()))
}

fn same_dims(operation: &'static str, left: &Dims, right: &Dims) -> Result<(), Gf2Error> {
    same_names(operation, left, right)?;
    for dim in left.iter() {
        let (left, right) = (dim.size(), right.require(dim.name())?.dim.size());
        if left != right {
            let dim = dim.name().to_string();
            return Err(Gf2Error::SizesDiffer { operation, dim, left, right });
        }
    }
    Ok(())
}
