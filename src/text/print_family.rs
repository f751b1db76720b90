//! Printing families; the grammar is in `parse_family.rs`.

use std::fmt;

use super::print_expr;
use crate::family::{Family, SymbolicSet};
use crate::index_set::{Axis, IndexSet};

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters();
        write!(f, "family<{parameters} {}", self.domain().text(parameters))?;
        let mut from = self.domain();
        for stage in self.stages() {
            f.write_str(" -> ")?;
            print_expr::program(f, &stage.program, &self.names(from))?;
            if stage.to != SymbolicSet::integers(stage.to.rank()) {
                write!(f, " to {}", stage.to.text(parameters))?;
            }
            from = &stage.to;
        }
        f.write_str(">")
    }
}

impl Family {
    /// A set with the names of the parameters and of a set's axes; a family has none twice.
    fn names(&self, set: &SymbolicSet) -> IndexSet {
        let parameters = self.parameters().iter().map(|parameter| parameter.name());
        let names = parameters.chain(set.axes().iter().map(|axis| axis.name()));
        let axes: Vec<Axis> = names.map(Axis::integers).collect();
        let count = axes.len();
        IndexSet::new(axes).unwrap_or_else(|_| IndexSet::integers(count))
    }
}
