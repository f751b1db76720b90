//! Who is right: ours, the peer, both or nobody.
//!
//! | the peer | ours | verdict |
//! |---|---|---|
//! | answers | the same answer | passed, unless the definition says otherwise at some point |
//! | answers | another one | *peer wrong* if the peer's breaks the definition and ours keeps it, else failed |
//! | answers | refuses | *peer wrong* if no answer exists at all, or none is asked for and the peer's breaks the law; else failed |
//! | rejects | refuses | passed |
//! | rejects | answers | passed if ours keeps the definition, else failed |
//!
//! **The law.** *Peer wrong* is found, never looked up: the definition is evaluated here, point
//! by point, and the verdict carries the first point at which the peer differs from it.
//!
//! Where a form is part of the answer (C++ CuTe's static layouts), the same answer means the
//! same form and the same value at every point that the peer tabulates; else the values decide.
//! A definition that leaves values open (a left inverse beyond the image) is kept by both.

use std::fmt::{Debug, Display};

use crate::function::Function;

/// Whether a function keeps a law.
pub type Law<P> = Box<dyn Fn(&Function<P>) -> Check>;

/// What an operation must yield.
pub enum Definition<P> {
    /// This function.
    Everywhere(Function<P>),
    /// Any function that keeps a law.
    Law {
        /// Whether a function keeps it.
        check: Law<P>,
        /// Whether functions with different values can keep it.
        open: bool,
        /// Whether an answer is asked for.
        duty: Duty,
    },
    /// Nothing: no function could keep the law. The text is a witness.
    NoAnswer(String),
    /// It cannot be evaluated here.
    Unknown(String),
}

/// Whether a law asks for an answer, or allows it to be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// An answer is asked for.
    Asked,
    /// The operation need not be defined here. The text says why.
    NotAsked(String),
    /// No function does what the operation is for, though one may keep this weaker law. The text
    /// is a witness.
    Impossible(String),
}

/// Whether a function is what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// It is.
    Kept,
    /// It is not, and where.
    Broken(String),
    /// It cannot be said.
    Unknown(String),
}

/// Our answer.
pub struct Answer<P, F> {
    /// How it is written, if it has such a form.
    pub form: Option<F>,
    /// What it means.
    pub function: Function<P>,
}

/// What the peer did.
pub enum Theirs<P, F> {
    /// It rejected the input.
    Rejected(String),
    /// It gave an answer.
    Answered {
        /// How it is written; `None` where only the values count.
        form: Option<F>,
        /// What it means, as far as the record says.
        function: Function<P>,
        /// The points that the record tabulates.
        points: Vec<(i64, P)>,
    },
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Ours is the peer's answer, or rightly more.
    Passed,
    /// The peer's answer breaks the definition, ours keeps it.
    PeerWrong(String),
    /// Ours is wrong, or not what it must be.
    Failed(String),
    /// There is no such operation here.
    NotSupported(String),
}

impl Verdict {
    /// The verdict on a part, told as one on the whole.
    pub fn of(self, part: &str) -> Verdict {
        let told = |why: String| format!("{part}: {why}");
        match self {
            Verdict::Passed => Verdict::Passed,
            Verdict::PeerWrong(why) => Verdict::PeerWrong(told(why)),
            Verdict::Failed(why) => Verdict::Failed(told(why)),
            Verdict::NotSupported(why) => Verdict::NotSupported(told(why)),
        }
    }
}

/// The verdict on one case; see the table in the [module](self).
pub fn judge<P, F>(
    theirs: &Theirs<P, F>,
    ours: &Result<Answer<P, F>, String>,
    definition: &Definition<P>,
) -> Verdict
where
    P: Debug + PartialEq,
    F: Display + PartialEq,
{
    match (theirs, ours) {
        (Theirs::Rejected(_), Err(_)) => Verdict::Passed,
        (Theirs::Rejected(why), Ok(ours)) => match definition.check(&ours.function, &[]) {
            Check::Kept => Verdict::Passed,
            Check::Broken(at) => Verdict::Failed(format!("the peer rejects ({why}); ours: {at}")),
            Check::Unknown(gap) => {
                Verdict::Failed(format!("the peer rejects ({why}); ours is unchecked: {gap}"))
            }
        },
        (Theirs::Answered { function, points, .. }, Err(refusal)) => {
            match (definition, definition.check_table(function, points)) {
                (
                    Definition::NoAnswer(witness)
                    | Definition::Law { duty: Duty::Impossible(witness), .. },
                    _,
                ) => Verdict::PeerWrong(format!("no answer exists: {witness}")),
                (Definition::Law { duty: Duty::NotAsked(why), .. }, Check::Broken(at)) => {
                    Verdict::PeerWrong(format!("{at}; {why}"))
                }
                (_, kept) => {
                    Verdict::Failed(format!("ours refuses ({refusal}); theirs {}", kept.opinion()))
                }
            }
        }
        (Theirs::Answered { form, function, points }, Ok(ours)) => {
            let kept = definition.check(&ours.function, points);
            match (difference(form.as_ref(), function, points, ours), kept) {
                (None, Check::Broken(at)) if matches!(definition, Definition::Everywhere(_)) => {
                    Verdict::Failed(format!("equal to the peer's, but both are wrong: {at}"))
                }
                (None, _) => Verdict::Passed,
                (Some(differs), kept) => match (definition.check_table(function, points), kept) {
                    (Check::Broken(at), Check::Kept) => Verdict::PeerWrong(at),
                    (Check::Kept, Check::Kept) if form.is_none() && definition.is_open() => {
                        Verdict::Passed
                    }
                    (theirs, kept) => Verdict::Failed(format!(
                        "{differs}; ours {}; theirs {}",
                        kept.opinion(),
                        theirs.opinion()
                    )),
                },
            }
        }
    }
}

/// The first thing in which ours is not theirs.
fn difference<P, F>(
    form: Option<&F>,
    function: &Function<P>,
    points: &[(i64, P)],
    ours: &Answer<P, F>,
) -> Option<String>
where
    P: Debug + PartialEq,
    F: Display + PartialEq,
{
    if let Some(theirs) = form
        && ours.form.as_ref() != form
    {
        let shown = ours.form.as_ref().map_or("a map without such a form".to_owned(), F::to_string);
        return Some(format!("form: ours {shown}, theirs {theirs}"));
    }
    if ours.function.size() != function.size() {
        return Some(format!("size: ours {}, theirs {}", ours.function.size(), function.size()));
    }
    points.iter().find_map(|(i, theirs)| match ours.function.at(*i) {
        Ok(value) if value == *theirs => None,
        Ok(value) => Some(format!("at {i}: ours {value:?}, theirs {theirs:?}")),
        Err(error) => Some(format!("at {i}: ours undefined ({error}), theirs {theirs:?}")),
    })
}

impl<P: Debug + PartialEq> Definition<P> {
    /// Whether `function` is what it must be, at `also` too if it has too many points for all.
    fn check(&self, function: &Function<P>, also: &[(i64, P)]) -> Check {
        match self {
            Definition::Everywhere(defined) if defined.size() != function.size() => {
                Check::Broken(format!("size {}, defined {}", function.size(), defined.size()))
            }
            Definition::Everywhere(defined) => {
                let also = also.iter().map(|(i, _)| *i).filter(|&i| i < defined.size());
                let points = defined.points().chain(also);
                compare(points.map(|i| (i, function.at(i))), defined)
            }
            Definition::Law { check, .. } => check(function),
            Definition::NoAnswer(witness) => Check::Broken(format!("no answer exists: {witness}")),
            Definition::Unknown(why) => Check::Unknown(why.clone()),
        }
    }

    /// The same for a peer, who is bound by the points of its table alone.
    fn check_table(&self, function: &Function<P>, points: &[(i64, P)]) -> Check
    where
        P: Debug + PartialEq,
    {
        match self {
            Definition::Everywhere(defined) if defined.size() == function.size() => {
                compare(points.iter().map(|(i, value)| (*i, Ok(value))), defined)
            }
            _ => self.check(function, points),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self, Definition::Law { open: true, .. })
    }
}

/// Whether these values are the definition's.
fn compare<P, Q>(
    values: impl Iterator<Item = (i64, Result<Q, String>)>,
    defined: &Function<P>,
) -> Check
where
    P: Debug + PartialEq,
    Q: std::borrow::Borrow<P>,
{
    for (i, value) in values {
        match (value, defined.at(i)) {
            (_, Err(gap)) => return Check::Unknown(format!("at {i} the definition: {gap}")),
            (Ok(value), Ok(defined)) if *value.borrow() == defined => {}
            (Ok(value), Ok(defined)) => {
                return Check::Broken(format!("at {i}: {:?}, defined {defined:?}", value.borrow()));
            }
            (Err(error), Ok(defined)) => {
                return Check::Broken(format!("at {i}: undefined ({error}), defined {defined:?}"));
            }
        }
    }
    Check::Kept
}

impl Check {
    fn opinion(&self) -> String {
        match self {
            Check::Kept => "keeps the definition".to_owned(),
            Check::Broken(at) => format!("breaks it ({at})"),
            Check::Unknown(gap) => format!("is unchecked ({gap})"),
        }
    }
}

#[cfg(test)]
mod tests;
