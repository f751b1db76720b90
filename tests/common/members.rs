//! The members of families whose parameters have few values.

use tileir::LayoutMap;
use tileir::family::{Family, Parameters};

/// All values of parameters.
pub fn values(parameters: &Parameters) -> Vec<Vec<i64>> {
    parameters.iter().fold(vec![Vec::new()], |all, parameter| {
        let values = || (parameter.lo()..=parameter.hi()).filter(|&v| parameter.check(v).is_ok());
        let longer = |tuple: Vec<i64>| values().map(move |v| [&tuple[..], &[v]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

/// All members, with the values of their parameters.
pub fn members(family: &Family) -> Vec<(Vec<i64>, LayoutMap)> {
    let each = values(family.parameters()).into_iter();
    each.filter_map(|own| Some((own.clone(), family.bind(&own).ok()?))).collect()
}
