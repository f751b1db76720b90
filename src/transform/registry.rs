//! The registry: which transforms there are, and what one must show to be among them.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, RwLock};

use thiserror::Error;

use super::Transform;
use super::rotate::Rotate;
use super::swizzle::Swizzle;
use crate::error::tuple;
use crate::expr::Program;
use crate::index_set::{IndexSet, Point, is_identifier};

/// Extents from which the sets are made on which a claim is tried.
const EXTENTS: [i64; 11] = [1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64];
/// Sets of more points are not tried.
const SMALL: i64 = 256;

/// Why a transform is not registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A name that the text form cannot have.
    #[error("the transform's name '{name}' is {}", crate::index_set::misnomer(name))]
    Name {
        /// The name.
        name: &'static str,
    },
    /// A name that another transform has.
    #[error("a transform '{name}' is registered already")]
    Taken {
        /// The name.
        name: &'static str,
    },
    /// No small set of two points or more on which the claim could be tried.
    #[error("the transform '{name}' accepts none of the sets on which its claim is tried")]
    Untested {
        /// The name.
        name: &'static str,
    },
    /// A point at which the claim is false.
    #[error("the transform {name}{} on {set}: at {}, {what}", tuple(parameters), tuple(point))]
    Claim {
        /// The name.
        name: &'static str,
        /// The parameters.
        parameters: Vec<i64>,
        /// The set.
        set: String,
        /// The point.
        point: Point,
        /// What is wrong there.
        what: String,
    },
}

type Table = BTreeMap<&'static str, Arc<dyn Transform>>;

static REGISTRY: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    let built_in: [Arc<dyn Transform>; 2] = [Arc::new(Swizzle), Arc::new(Rotate)];
    RwLock::new(built_in.into_iter().map(|transform| (transform.name(), transform)).collect())
});

/// The transform of this name.
pub fn find(name: &str) -> Option<Arc<dyn Transform>> {
    REGISTRY.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(name).cloned()
}

/// Adds a transform, if it is a bijection of every small set that it accepts.
///
/// # Errors
/// [`Refusal`], with the point at which its claim fails.
pub fn register(transform: Arc<dyn Transform>) -> Result<(), Refusal> {
    let name = transform.name();
    if !is_identifier(name) {
        return Err(Refusal::Name { name });
    }
    try_claims(&*transform)?;
    let mut table = REGISTRY.write().unwrap_or_else(|poisoned| poisoned.into_inner());
    if table.contains_key(name) {
        return Err(Refusal::Taken { name });
    }
    table.insert(name, transform);
    Ok(())
}

/// Tries the claims of a transform at every point of every small set that it accepts.
fn try_claims(transform: &dyn Transform) -> Result<(), Refusal> {
    let mut tested = false;
    for parameters in transform.samples() {
        for set in small_sets() {
            if transform.check(&parameters, &set).is_err() {
                continue;
            }
            tested |= set.cardinality().is_some_and(|points| points > 1);
            for point in set.points() {
                let what = fault(transform, &parameters, &set, &point);
                if let Some(what) = what {
                    let (name, set) = (transform.name(), set.to_string());
                    return Err(Refusal::Claim { name, parameters, set, point, what });
                }
            }
        }
    }
    if tested { Ok(()) } else { Err(Refusal::Untested { name: transform.name() }) }
}

fn small_sets() -> impl Iterator<Item = IndexSet> {
    let lists = (0..=3u32).flat_map(|rank| {
        let count = EXTENTS.len().pow(rank);
        (0..count).map(move |mut code| {
            let digit = |_| {
                let extent = EXTENTS[code % EXTENTS.len()];
                code /= EXTENTS.len();
                extent
            };
            (0..rank).map(digit).collect::<Vec<i64>>()
        })
    });
    lists
        .filter(|extents| extents.iter().product::<i64>() <= SMALL)
        .filter_map(|extents| IndexSet::from_extents(&extents).ok())
}

/// What is wrong with a transform at a point, if something is.
fn fault(
    transform: &dyn Transform,
    parameters: &[i64],
    set: &IndexSet,
    point: &[i64],
) -> Option<String> {
    let image = match transform.eval(parameters, set, point) {
        Ok(image) => image,
        Err(error) => return Some(error.to_string()),
    };
    if !set.contains(&image) {
        return Some(format!("the image {} is outside the set", tuple(&image)));
    }
    match transform.inverse(parameters, set, &image) {
        Ok(back) if back == point => {}
        Ok(back) => {
            let (image, back) = (tuple(&image), tuple(&back));
            return Some(format!("the inverse of the image {image} is {back}"));
        }
        Err(error) => return Some(format!("the inverse of the image {}: {error}", tuple(&image))),
    }
    let differs = |program: Option<Program>, from: &[i64], to: &[i64]| {
        let value = program?.eval(from);
        (value.as_deref() != Ok(to)).then(|| format!("the program gives {value:?}, not {to:?}"))
    };
    differs(transform.program(parameters, set), point, &image)
        .or_else(|| differs(transform.inverse_program(parameters, set), &image, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::EvalError;

    #[test]
    fn the_built_in_transforms_keep_their_claims() {
        assert_eq!(try_claims(&Swizzle), Ok(()));
        assert_eq!(try_claims(&Rotate), Ok(()));
    }

    /// `x` to `x * factor mod n`, which claims more than is true.
    struct Scaled {
        name: &'static str,
        careful: bool,
    }

    fn gcd(a: i64, b: i64) -> i64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    impl Transform for Scaled {
        fn name(&self) -> &'static str {
            self.name
        }

        fn check(&self, parameters: &[i64], set: &IndexSet) -> Result<(), String> {
            match (parameters, set.extents().as_deref()) {
                (&[factor], Some(&[n])) if !self.careful || gcd(factor, n) == 1 => Ok(()),
                _ => Err("no unit".to_string()),
            }
        }

        fn eval(&self, p: &[i64], set: &IndexSet, point: &[i64]) -> Result<Point, EvalError> {
            let n = set.extents().unwrap_or_default()[0];
            Ok(vec![point[0] * p[0] % n])
        }

        fn inverse(&self, p: &[i64], set: &IndexSet, image: &[i64]) -> Result<Point, EvalError> {
            let found = set.points().find(|x| self.eval(p, set, x).is_ok_and(|y| y == image));
            found.ok_or(EvalError::Rank { expected: 1, found: 1 })
        }

        fn program(&self, _: &[i64], _: &IndexSet) -> Option<Program> {
            None
        }

        fn inverse_program(&self, _: &[i64], _: &IndexSet) -> Option<Program> {
            None
        }

        fn samples(&self) -> Vec<Vec<i64>> {
            vec![vec![1], vec![3]]
        }
    }

    #[test]
    fn a_false_claim_is_refused_with_the_point() {
        let careless = Arc::new(Scaled { name: "careless", careful: false });
        let refusal = register(careless).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "the transform careless(3) on (d0 : 3): at (1), the inverse of the image (0) is (0)"
        );
        assert!(find("careless").is_none());
    }

    #[test]
    fn a_true_claim_is_registered_once_under_a_good_name() {
        let named = |name| Arc::new(Scaled { name, careful: true });
        assert_eq!(register(named("careful")), Ok(()));
        assert_eq!(register(named("careful")), Err(Refusal::Taken { name: "careful" }));
        assert_eq!(register(named("let")), Err(Refusal::Name { name: "let" }));
        let map: crate::LayoutMap =
            "transform<careful(3), identity<(i : 8)> to (i : 8)>".parse().unwrap();
        assert_eq!(map.eval(&[5]), Ok(vec![7]));
        let facts = crate::proof::prove(&map, &crate::proof::Budget::of_points(0));
        assert_eq!(facts.injective.to_string(), "proved by transform careful");
    }
}
